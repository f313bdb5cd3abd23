"""Lists of different lengths as tensors, and policies over them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from spariglio._core import Batch
from spariglio._data.extra import need

if TYPE_CHECKING:
    import torch  # type: ignore[import-not-found,unused-ignore]
    from torch import Tensor

    from spariglio._data.loader import RowBatch
else:
    torch = need("torch", "torch")


class Ragged(NamedTuple):
    """Concatenated lists of numbers of different lengths."""

    values: Tensor
    starts: Tensor
    """The start of each list, and the end of the last one; integers of the same type as `values`."""

    def take(self, rows: Tensor) -> Ragged:
        """Some of the lists."""
        first = self.starts[rows]
        starts = _starts(self.starts[rows + 1] - first)
        return Ragged(self.values[_spread(first, starts)], starts.to(self.starts.dtype))


class Lists(NamedTuple):
    """A batch for `PolicyNet`: `n` rows with `m` legal actions in total."""

    view: Ragged
    """The inputs of each row's view."""
    actions: Ragged
    """The inputs of each action."""
    starts: Tensor
    """The start of each row's actions. `(n + 1,)`"""
    residual: Tensor
    """The formula's logit of each action. `(m,)`"""
    world: Ragged | None = None
    """The inputs of each row's view and world, if the batch has worlds."""
    scored: Tensor | None = None
    """The margin scored so far, in points for the side of each row's seat, if the batch has worlds. `(n,)`"""

    def take(self, rows: Tensor) -> Lists:
        """Some of the rows, such as a mini-batch."""
        first = self.starts[rows]
        starts = _starts(self.starts[rows + 1] - first)
        places = _spread(first, starts)
        return Lists(
            self.view.take(rows),
            self.actions.take(places),
            starts,
            self.residual[places],
            None if self.world is None else self.world.take(rows),
            None if self.scored is None else self.scored[rows],
        )


def _starts(lengths: Tensor) -> Tensor:
    starts = torch.zeros(len(lengths) + 1, dtype=torch.int64, device=lengths.device)
    torch.cumsum(lengths, 0, out=starts[1:])
    return starts


def _spread(first: Tensor, starts: Tensor) -> Tensor:
    """The places of all items of lists that begin at `first`, if they are concatenated with these `starts`."""
    shift = torch.repeat_interleave(first - starts[:-1], starts.diff(), output_size=int(starts[-1]))
    return shift + torch.arange(len(shift), device=shift.device)


def ragged(lists: Sequence[npt.NDArray[np.uint16]]) -> Ragged:
    """Concatenates lists of numbers from `Inputs`."""
    starts = np.cumsum([0, *map(len, lists)])
    return Ragged(torch.from_numpy(np.concatenate(lists).astype(np.int64)), torch.from_numpy(starts))


def lists(batch: Batch | RowBatch, device: torch.device | str = "cpu") -> Lists:
    """The lists of a batch of decisions with inputs (`spariglio.Batch`) or of rows (`data.RowBatch`)."""
    if getattr(batch, "residual", None) is None:
        raise ValueError('the batch has no inputs: expected obs="inputs" or obs="sparse"')

    def tensor(values: Any) -> Tensor:
        made: Tensor = (torch.from_numpy(values) if isinstance(values, np.ndarray) else values).to(device)
        return made

    world = getattr(batch, "world_inputs", None)
    return Lists(
        Ragged(tensor(batch.inputs), tensor(batch.input_starts)),
        Ragged(tensor(batch.action_inputs), tensor(batch.action_input_starts)),
        tensor(batch.starts),
        tensor(batch.residual),
        None if world is None else Ragged(tensor(world), tensor(batch.world_starts)),  # type: ignore[union-attr]
        None if world is None else tensor(batch.scored),  # type: ignore[union-attr]
    )


def join(parts: Sequence[Lists]) -> Lists:
    """The rows of several batches, one batch after the other."""

    def joined(parts: Sequence[Ragged]) -> Ragged:
        return Ragged(torch.cat([part.values for part in parts]), chained([part.starts for part in parts]))

    def chained(parts: Sequence[Tensor]) -> Tensor:
        chain, end = [parts[0][:1]], 0
        for part in parts:
            chain.append(part[1:] + end)
            end += int(part[-1])
        return torch.cat(chain)

    worlds = [part.world for part in parts if part.world is not None]
    scored = [part.scored for part in parts if part.scored is not None]
    return Lists(
        joined([part.view for part in parts]),
        joined([part.actions for part in parts]),
        chained([part.starts for part in parts]),
        torch.cat([part.residual for part in parts]),
        joined(worlds) if worlds else None,
        torch.cat(scored) if scored else None,
    )


def rows_of(starts: Tensor) -> Tensor:
    """The row of each action. `starts` holds the start of each row's actions, in integers of any type."""
    starts = starts.long()
    return torch.repeat_interleave(torch.arange(len(starts) - 1, device=starts.device), starts.diff())


def per_row(values: Tensor, starts: Tensor) -> Tensor:
    """The sum of each row's values, one value per action: `(n,)`."""
    sums = torch.zeros(len(starts) - 1, dtype=values.dtype, device=values.device)
    return sums.index_add(0, rows_of(starts), values)


def log_policy(logits: Tensor, starts: Tensor) -> Tensor:
    """The logarithm of each action's probability: the log-softmax of the logits of its row."""
    # The largest logit of each row is subtracted first, so that `exp` cannot overflow.
    row = rows_of(starts)
    least = torch.full((len(starts) - 1,), -torch.inf, device=logits.device)
    most = least.scatter_reduce(0, row, logits.detach(), "amax")
    shifted = logits - most[row]
    sums = torch.zeros_like(most).index_add(0, row, shifted.exp())
    return shifted - sums.log()[row]


def log_prob(logits: Tensor, starts: Tensor, choice: Tensor) -> Tensor:
    """The logarithm of the probability of each row's `choice`, its place in the row's list of actions: `(n,)`."""
    chosen: Tensor = log_policy(logits, starts)[starts[:-1].long() + choice]
    return chosen


def sample(logits: Tensor, starts: Tensor, generator: torch.Generator | None = None) -> Tensor:
    """Draws an action of each row from the policy of its logits: its place in the row's list, `int64 (n,)`."""
    # The largest logit after adding Gumbel noise (Maddison, Tarlow and Minka 2014, arXiv 1411.0030).
    noise = torch.empty_like(logits).exponential_(generator=generator).log()
    starts = starts.long()
    row, count = rows_of(starts), starts.diff()
    padded = torch.full((len(count), int(count.max())), -torch.inf, device=logits.device)
    padded[row, torch.arange(len(row), device=row.device) - starts[row]] = logits.detach() - noise
    return padded.argmax(dim=1)
