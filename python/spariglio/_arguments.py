"""Checks of arguments that several modules take."""

from __future__ import annotations

import operator
from os import PathLike

from spariglio._core import STEPS, Game

Rules = Game | str | PathLike[str]
"""A game, the name of a preset, or the path of a rule set file."""


def game_of(rules: Rules) -> Game:
    """The game itself, or the one of a preset or a file."""
    return rules if isinstance(rules, Game) else Game(rules)


def integer(what: str, value: object, below: int) -> int:
    """`value` as an integer from 0 to `below - 1`.

    Raises `TypeError` where it is no integer (a `bool` is none), `ValueError` where it is out of range.
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{what} is {value!r}: expected an integer") from None
    if not 0 <= number < below:
        raise ValueError(f"{what} is {number}: expected an integer from 0 to {below - 1}")
    return number


def seed_of(seed: object) -> int:
    """A seed: an integer of 64 bits without a sign."""
    return integer("seed", seed, 1 << 64)


def step_of(step: object) -> int:
    """A step: an integer from 0 to `STEPS - 1`."""
    return integer("step", step, STEPS)
