"""Checks of arguments that several modules take, and their errors."""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from functools import wraps
from os import PathLike
from typing import ParamSpec, TypeVar

from spariglio._core import STEPS, Game

Rules = Game | str | PathLike[str]
"""A game, the name of a preset, or the path of a rule set file."""


_P = ParamSpec("_P")
_R = TypeVar("_R")


def keywords(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """The function; if it is called with another keyword, the error names the nearest one, or all."""
    known = [name for name in inspect.signature(function).parameters if name != "self"]
    shown = function.__qualname__.removesuffix(".__init__")

    @wraps(function)
    def checked(*args: _P.args, **given: _P.kwargs) -> _R:
        for name in given:
            if name not in known:
                nearest = get_close_matches(name, known, 1) or known
                # TorchRL looks for these words, to try without its own keyword.
                raise TypeError(f"{shown}: unexpected keyword argument {name!r}: expected {', '.join(nearest)}")
        return function(*args, **given)

    return checked


def game_of(rules: Rules) -> Game:
    """Returns a `Game` as it is, and loads a preset or a file."""
    return rules if isinstance(rules, Game) else Game(rules)


def integer(what: str, value: object, below: int) -> int:
    """`value` as an integer from 0 to `below - 1`.

    Raises `TypeError` if it is not an integer (a `bool` is not), `ValueError` if it is out of range.
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        # 1e4 is a float.
        whole = f": {int(value)}" if isinstance(value, float) and value.is_integer() else ""
        raise TypeError(f"{what} is {value!r}: expected an integer{whole}") from None
    if not 0 <= number < below:
        raise ValueError(f"{what} is {number}: expected an integer from 0 to {below - 1}")
    return number


def seed_of(seed: object) -> int:
    """A seed: an unsigned integer of 64 bits."""
    return integer("seed", seed, 1 << 64)


def mask_of(mask: object) -> bool:
    """Whether masks are in the observations; they are in `info` too."""
    if mask not in ("info", "observation"):
        raise ValueError(f'mask is {mask!r}: expected "info" or "observation"')
    return mask == "observation"


def step_of(step: object) -> int:
    """A step: an integer from 0 to `STEPS - 1`."""
    return integer("step", step, STEPS)


def not_legal(game: Game, step: int, seat: int, legal: Iterable[int]) -> ValueError:
    """The error of a step that is not legal."""
    expected = ", ".join(f"{one} ({game.step_text(one)})" for one in legal)
    text = game.step_text(step)
    return ValueError(f"step {step} ({text}) is not legal for seat {seat}: expected one of {expected}")
