"""Sums of the rows of a layer, for lists of inputs that are 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from spariglio._data.extra import need

if TYPE_CHECKING:
    import torch  # type: ignore[import-not-found,unused-ignore]
    from torch import Tensor
    from torch.nn.functional import embedding_bag  # type: ignore[import-not-found,unused-ignore]
else:
    torch = need("torch", "torch")
    from torch.nn.functional import embedding_bag


def sums(weights: Tensor, inputs: Tensor, starts: Tensor) -> Tensor:
    """The sum of the rows of `weights` for each list of `inputs`; `starts` holds the start of each list, then the end
    of the last one."""
    if weights.is_cuda or not weights.requires_grad:
        return _sums(weights, inputs, starts)
    summed: Tensor = _Sums.apply(weights, inputs, starts)
    return summed


def _sums(weights: Tensor, inputs: Tensor, starts: Tensor) -> Tensor:
    return embedding_bag(inputs, weights, starts, mode="sum", include_last_offset=True)


class _Sums(torch.autograd.Function):  # type: ignore[misc,unused-ignore]
    """The same on a processor: its gradient is such a sum too."""

    @staticmethod
    def forward(ctx: Any, weights: Tensor, inputs: Tensor, starts: Tensor) -> Tensor:
        ctx.save_for_backward(inputs, starts)
        ctx.rows = len(weights)
        return _sums(weights, inputs, starts)

    @staticmethod
    def backward(ctx: Any, *slopes: Any) -> tuple[Tensor, None, None]:
        """The gradient of a row is the sum of the slopes of all lists with its input: a sum over lists again."""
        inputs, starts = ctx.saved_tensors
        lists = torch.repeat_interleave(torch.arange(len(starts) - 1, dtype=inputs.dtype), starts.diff().long())
        # NumPy sorts numbers of 16 bits by their digits.
        order = torch.from_numpy(np.argsort(inputs.numpy().astype(np.uint16), kind="stable"))
        ends = torch.zeros(ctx.rows + 1, dtype=inputs.dtype)
        ends[1:] = torch.bincount(inputs, minlength=ctx.rows).cumsum(0)
        return _sums(slopes[0].contiguous(), lists[order], ends), None, None
