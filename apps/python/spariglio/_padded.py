"""Batches with lists of fixed lengths, for compilers of array programs such as JAX."""

from __future__ import annotations

from math import prod
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from spariglio._core import Batch

_T = TypeVar("_T", bound=np.generic)


class Padded(NamedTuple):
    """A `Batch` whose lists have fixed lengths, so that JAX compiles a function of it once: a tree of arrays.

    The lists and their starts are those of `Batch`, all integers `int32`. The end of a list is filled up, with zeros or
    empty lists, to a power of two. It becomes longer only if a batch does not fit, so in the first steps if at all.
    Row `i` has the items `starts[i]:starts[i + 1]`, and the items from `starts[-1]` on belong to no row.
    """

    inputs: npt.NDArray[np.int32]
    input_starts: npt.NDArray[np.int32]
    action_inputs: npt.NDArray[np.int32]
    action_input_starts: npt.NDArray[np.int32]
    starts: npt.NDArray[np.int32]
    residual: npt.NDArray[np.float32]
    world_inputs: npt.NDArray[np.int32] | None
    """`None`, as the next two, without `state=True`."""
    world_starts: npt.NDArray[np.int32] | None
    scored: npt.NDArray[np.float32] | None


_LISTS: Final = ("inputs", "action_inputs", "action_input_starts", "residual", "world_inputs")


def pad(batch: Batch, state: bool, lengths: dict[str, int]) -> Padded:
    """The batch with all lists filled up to their lengths, which grow if they must."""
    arrays: list[npt.NDArray[Any] | None] = []
    for name in Padded._fields:
        if name in ("world_inputs", "world_starts", "scored") and not state:
            arrays.append(None)
            continue
        values: npt.NDArray[Any] = getattr(batch, name)
        length = len(values)
        if name in _LISTS:
            if length > lengths.get(name, 0):
                # Room for half as much again.
                lengths[name] = 1 << (length + length // 2 - 1).bit_length()
            length = lengths[name]
        out = aligned((length,), np.dtype(np.int32) if values.dtype.kind == "i" else values.dtype)
        out[: len(values)] = values
        out[len(values) :] = values[-1] if name.endswith("starts") else 0
        arrays.append(out)
    return Padded(*arrays)  # type: ignore[arg-type]


def aligned(shape: tuple[int, ...], kind: np.dtype[_T]) -> npt.NDArray[_T]:
    """A new array that begins at a multiple of 64 bytes: JAX shares such arrays and copies others."""
    octets = np.empty(prod(shape) * kind.itemsize + 64, dtype=np.uint8)
    return np.ndarray(shape, kind, octets, -octets.__array_interface__["data"][0] % 64)
