"""The spaces of environments."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from spariglio._core import STEPS


class Steps(spaces.Discrete):
    """The steps. It draws by masks of `bool` too, which PyTorch and JAX want and `Discrete` refuses."""

    def __init__(self) -> None:
        super().__init__(STEPS)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """A step, drawn from all or from those of the mask."""
        if isinstance(mask, np.ndarray) and mask.dtype == np.bool_:
            mask = mask.view(np.int8)
        return super().sample(mask, probability)


def space_of(length: int, most: int, with_mask: bool) -> spaces.Space[Any]:
    """Rows of `length` numbers from 0 to `most`, alone or as dicts with the mask."""
    row = spaces.Box(0, most, (length,), np.uint8)
    if not with_mask:
        return row
    return spaces.Dict({"observation": row, "action_mask": spaces.Box(0, 1, (STEPS,), np.bool_)})
