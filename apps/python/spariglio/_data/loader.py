"""Batches of tensors. This module imports PyTorch, so it is only imported when needed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from itertools import pairwise
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

Share = tuple[int, int]
"""The number of a rank or of a worker, and how many there are."""


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
    rows: list[int]
    """The number of rows of each shard."""
    batch: int
    shuffle: int
    seed: int
    game: Game | None
    partners_open: bool

    def batches(self, order: list[int], rank: Share, worker: Share) -> Iterator[Rows]:
        """The batches of a worker of a rank. `order` decides, with the seed, how a pass is mixed.

        Each rank has the same rows in every pass, and as many batches as the others. The sizes of its batches differ by
        at most one row. Its workers share its batches, so a window may be read by several of them.
        """
        number, ranks = rank
        total = sum(self.rows)
        if total < ranks:
            raise ValueError(f"the source has {total} rows: expected at least {ranks}, one per rank")
        pieces = self._pieces(total * number // ranks, total * (number + 1) // ranks)
        # With batches of one row, ranks of unequal shares would have unequal numbers of batches.
        batches = min(-(-total // (ranks * self.batch)), total // ranks)
        rows = sum(end - start for _, start, end in pieces)
        first, last = (batches * place // worker[1] for place in (worker[0], worker[0] + 1))
        bounds = [rows * place // batches for place in range(first, last + 1)]
        mixer = np.random.default_rng([self.seed, *order])
        if self.shuffle:
            pieces = [pieces[place] for place in mixer.permutation(len(pieces))]
        kept: list[Rows] = []
        at = 0
        size = max(1, self.shuffle)
        for window in (pieces[start : start + size] for start in range(0, len(pieces), size)):
            begin, at = at, at + sum(end - start for _, start, end in window)
            parts = [(start, end) for start, end in pairwise(bounds) if start < at and end > begin]
            seed = int(mixer.integers(1 << 63))
            if not parts:
                continue
            found = joined([self._read(piece) for piece in window])
            places = np.arange(len(found))
            if self.shuffle:
                np.random.default_rng(seed).shuffle(places)
            for start, end in parts:
                kept.append(found.take(places[max(start - begin, 0) : end - begin]))
                if end <= at:
                    yield joined(kept)
                    kept = []

    def _pieces(self, first: int, last: int) -> list[tuple[int, int, int]]:
        """The rows from `first` to `last` of the shards in an order that only the seed decides: shards, each with the
        bounds of its rows."""
        shards = range(len(self.shards))
        order = np.random.default_rng(self.seed).permutation(len(shards)) if self.shuffle else shards
        pieces, at = [], 0
        for shard in map(int, order):
            start, end = max(first - at, 0), min(last - at, self.rows[shard])
            if start < end:
                pieces.append((shard, start, end))
            at += self.rows[shard]
        return pieces

    def _read(self, piece: tuple[int, int, int]) -> Rows:
        shard, start, end = piece
        rows = read(self.shards[shard], self.game, self.partners_open)
        return rows if end - start == len(rows) else rows.take(np.arange(start, end))


class Pass(IterableDataset):  # type: ignore[misc,type-arg,unused-ignore]
    """One pass over the rows of a rank; workers share its batches."""

    def __init__(self, plan: Plan, order: list[int], rank: Share) -> None:
        self._plan = plan
        self._order = order
        self._rank = rank

    def __iter__(self) -> Iterator[RowBatch]:
        worker = get_worker_info()
        share = (0, 1) if worker is None else (worker.id, worker.num_workers)
        for rows in self._plan.batches(self._order, self._rank, share):
            yield RowBatch(**{one.name: _tensor(getattr(rows, one.name)) for one in fields(rows)})


def _tensor(array: Array) -> Tensor:
    """The array as a tensor. `uint16` inputs become `int64`, the type of PyTorch indices."""
    return torch.from_numpy(array.astype(np.int64) if array.dtype == np.uint16 else array)


class Batches(IterableDataset):  # type: ignore[misc,type-arg,unused-ignore]
    """Batches of a data set. Can be iterated repeatedly; every pass is shuffled differently.

    It is an `IterableDataset`: `DataLoader(batches, batch_size=None, num_workers=4)` reads it too. Its workers, forked
    or spawned, share the rows, and the seed of PyTorch decides the order too. The ranks of `torch.distributed` share
    the rows: each has as many batches as the others, and the same rows in every pass.
    """

    def __init__(self, plan: Plan, device: Any, workers: int) -> None:
        self._plan = plan
        self._device = device
        self._workers = workers
        self._passes = 0
        self._rank = (0, 1)

    def __getstate__(self) -> dict[str, Any]:
        """A worker that is spawned has no process group: it takes the rank along."""
        return {**self.__dict__, "_rank": self._own_rank()}

    def __iter__(self) -> Iterator[RowBatch]:
        worker = get_worker_info()
        # Workers begin each pass with the same counter, but with another seed of PyTorch.
        order = [self._passes, *([] if worker is None else [worker.seed - worker.id])]
        rows: Any = Pass(self._plan, order, self._own_rank())
        self._passes += 1
        if self._workers and worker is None:
            # A fork copies locks that other threads of the caller hold.
            context = "spawn"
            rows = DataLoader(rows, batch_size=None, num_workers=self._workers, multiprocessing_context=context)
        for batch in rows:
            yield batch.to(self._device)

    def _own_rank(self) -> Share:
        """The rank of this process and the number of ranks."""
        if torch.distributed.is_available() and torch.distributed.is_initialized():
            return torch.distributed.get_rank(), torch.distributed.get_world_size()
        return self._rank
