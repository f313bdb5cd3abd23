"""The returns of decisions of many hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spariglio._data.extra import need

if TYPE_CHECKING:
    import torch  # type: ignore[import-not-found,unused-ignore]
    from torch import Tensor
else:
    torch = need("torch", "torch")


def returns(values: Tensor, sides: Tensor, rewards: Tensor, done: Tensor, *, discount: float = 0.9) -> Tensor:
    """The lambda return of each decision, in points for the side that decided: `(steps, n)`.

    `rewards` `(steps, n, sides)` and `done` `(steps, n)` are those of `steps` steps of a `VecEnv` with `n` hands.
    `values` and `sides`, `(steps + 1, n)`, are the critic's margin and the side of each decision, and of the decision
    after the last step. A value counts `discount` times less the later it is (Sutton and Barto 2018, section 12.1); a
    hand's margin has the weight that is left. With two sides, one wins points from the other, so each learns from the
    values of both. With more, the sides that do not decide after the last step share its value, with the other sign.
    """
    steps, n, side_count = rewards.shape
    if values.shape != (steps + 1, n) or sides.shape != (steps + 1, n) or done.shape != (steps, n):
        found = f"{tuple(values.shape)}, {tuple(sides.shape)} and {tuple(done.shape)}"
        raise ValueError(
            f"values, sides and done have the shapes {found}: expected {(steps + 1, n)} twice, and {(steps, n)}"
        )
    own = sides.long().unsqueeze(-1)
    to_come = (-values[-1:].T / (side_count - 1)).repeat(1, side_count)
    to_come.scatter_(1, own[-1], values[-1:].T)
    told = torch.empty_like(values[:-1])
    for step in reversed(range(steps)):
        to_come = torch.where(done[step].unsqueeze(-1), rewards[step], to_come)
        told[step] = to_come.gather(1, own[step]).squeeze(-1)
        mixed = (discount * told[step] + (1 - discount) * values[step]).unsqueeze(-1)
        if side_count == 2:
            to_come = (-mixed).repeat(1, 2)
        to_come = to_come.scatter(1, own[step], mixed)
    return told
