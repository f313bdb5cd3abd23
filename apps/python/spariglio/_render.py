"""The pictures and texts of environments."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from spariglio import show
from spariglio._core import Game, Hand, View

_MODES = ("ansi", "human", "rgb_array")


def render_mode_of(mode: str | None) -> str | None:
    """Checks a render mode."""
    if mode is not None and mode not in _MODES:
        raise ValueError(f"render_mode is {mode!r}: expected one of {', '.join(map(repr, _MODES))}, or None")
    return mode


def framed(game: Game, shown: View | Hand | None) -> npt.NDArray[np.uint8]:
    """A picture of the same shape at any time of a game: `uint8`, `(height, width, 3)`; white without a table."""
    frame = np.full((show.tallest(game), show.WIDTH, 3), 255, dtype=np.uint8)
    if shown is not None:
        pixels = (show.view(shown) if isinstance(shown, View) else show.hand(shown)).pixels()[: len(frame)]
        frame[: pixels.shape[0], : pixels.shape[1]] = pixels
    return frame


def said(view: View, taken: Iterable[int], legal: Iterable[int]) -> str:
    """The knowledge of a view and the steps of its decision, as text."""
    game = view.game
    steps = [", ".join(game.step_text(int(step)) for step in some) or "-" for some in (taken, legal)]
    lines = [
        f"{game.name}, seat {view.seat}",
        f"table: {' '.join(map(str, view.table)) or '-'}",
        f"hand:  {' '.join(map(str, view.hand)) or '-'}",
        f"taken: {steps[0]}",
        f"steps: {steps[1]}",
    ]
    return "\n".join(lines) + "\n"
