"""Batches of tensors. This module imports PyTorch, so it is only imported when needed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from spariglio._core import Game
from spariglio._data.extra import need
from spariglio._data.rows import Array, Rows, joined, read

if TYPE_CHECKING:
    import torch  # type: ignore[import-not-found,unused-ignore]
    from torch import Tensor
    from torch.utils.data import (  # type: ignore[import-not-found,unused-ignore]
        DataLoader,
        IterableDataset,
        get_worker_info,
    )
else:
    torch = need("torch", "torch")
    from torch.utils.data import DataLoader, IterableDataset, get_worker_info


@dataclass(frozen=True)
class RowBatch:
    """Rows as tensors: `n` rows with `m` legal actions in total. docs/reference/data_set.md documents the columns."""

    hand: Tensor
    """Number of the hand in its run, `int64 (n,)`. Rows of one hand belong on the same side of a train/test split."""
    inputs: Tensor
    """The indices of the view inputs that are 1, row by row (docs/reference/inputs.md), `int64`."""
    input_starts: Tensor
    """The start of each row's inputs, `int64 (n + 1,)`."""
    action_inputs: Tensor
    """The indices of the action inputs that are 1, action by action, `int64`."""
    action_input_starts: Tensor
    """The start of each action's inputs, `int64 (m + 1,)`."""
    residual: Tensor
    """The formula's logit of each action; the largest of a row is 0. `float32 (m,)`."""
    actions: Tensor
    """The legal actions of all rows, concatenated, as numbers (`Action.bits`), `int64 (m,)`."""
    starts: Tensor
    """The start of each row's actions, `int64 (n + 1,)`."""
    policy: Tensor
    """A probability for each of `actions`, `float32 (m,)`. It is that of a search only if `full_search` is true."""
    action: Tensor
    """The place of the played action in its row's list, `int64 (n,)`."""
    root_value: Tensor
    """The utility that the agent expected, NaN if it had no estimate, `float32 (n,)`."""
    full_search: Tensor
    """Whether the agent searched, with its full budget, `bool (n,)`."""
    points: Tensor
    """Final points by side (the own side first) and kind, `int32 (n, sides, 12)`."""
    shutout: Tensor
    """The side that made a shutout, or -1, `int8 (n,)`."""
    utility: Tensor
    """The final margin in tenths of a point, `float32 (n,)`."""

    def __len__(self) -> int:
        return len(self.hand)

    def to(self, device: Any) -> RowBatch:
        """The same batch on a device."""
        return RowBatch(**{one.name: getattr(self, one.name).to(device) for one in fields(self)})


@dataclass(frozen=True)
class Plan:
    """The batches of shards, and their order."""

    shards: list[Path]
    batch: int
    shuffle: int
    seed: int
    game: Game | None
    partners_open: bool

    def windows(self, number: int) -> list[list[Path]]:
        """The shards of pass `number`, in groups. The rows of a group are shuffled together."""
        shards = self.shards
        if self.shuffle:
            order = np.random.default_rng([self.seed, number]).permutation(len(shards))
            shards = [shards[place] for place in order]
        size = max(1, self.shuffle)
        return [shards[start : start + size] for start in range(0, len(shards), size)]

    def batches(self, number: int, window: int, shards: list[Path]) -> Iterator[Rows]:
        """The batches of a window, of nearly equal size."""
        rows = joined([read(shard, self.game, self.partners_open) for shard in shards])
        order = np.arange(len(rows))
        if self.shuffle:
            np.random.default_rng([self.seed, number, window]).shuffle(order)
        for part in np.array_split(order, -(-len(order) // self.batch)) if len(order) else ():
            yield rows.take(part)


class Pass(IterableDataset):  # type: ignore[misc,type-arg,unused-ignore]
    """One pass over the rows; workers share its windows."""

    def __init__(self, plan: Plan, number: int) -> None:
        self._plan = plan
        self._number = number

    def __iter__(self) -> Iterator[RowBatch]:
        worker = get_worker_info()
        first, step = (0, 1) if worker is None else (worker.id, worker.num_workers)
        windows = self._plan.windows(self._number)
        for window in range(first, len(windows), step):
            for rows in self._plan.batches(self._number, window, windows[window]):
                yield RowBatch(**{one.name: _tensor(getattr(rows, one.name)) for one in fields(rows)})


def _tensor(array: Array) -> Tensor:
    """The array as a tensor. `uint16` inputs become `int64`, the type of PyTorch indices."""
    return torch.from_numpy(array.astype(np.int64) if array.dtype == np.uint16 else array)


class Batches(IterableDataset):  # type: ignore[misc,type-arg,unused-ignore]
    """Batches of a data set. Can be iterated repeatedly; every pass is shuffled differently.

    It is an `IterableDataset`: `DataLoader(batches, batch_size=None)` reads it too, and its workers share the rows.
    """

    def __init__(self, plan: Plan, device: Any, workers: int) -> None:
        self._plan = plan
        self._device = device
        self._workers = workers
        self._passes = 0

    def __iter__(self) -> Iterator[RowBatch]:
        rows: Any = Pass(self._plan, self._passes)
        self._passes += 1
        if self._workers:
            # The threads of polars do not survive a fork.
            context = "spawn"
            rows = DataLoader(rows, batch_size=None, num_workers=self._workers, multiprocessing_context=context)
        for batch in rows:
            yield batch.to(self._device)
