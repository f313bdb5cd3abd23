"""Steps in words, for errors and renderings."""

from __future__ import annotations

from collections.abc import Iterable

from spariglio._core import Game

TAKE = 52
TAKE_NO_MORE = 104
DECLARE = 105
MATTA = 157
PASS = 168


def step_text(game: Game, step: int) -> str:
    """What a step means.

    >>> step_text(Game("scopone"), 104)
    'take no more'
    """
    cards = {card.index: str(card) for card in game.cards}
    if step < TAKE:
        return f"play {cards.get(step, '?')}"
    if step < TAKE_NO_MORE:
        return f"take {cards.get(step - TAKE, '?')}"
    if step == TAKE_NO_MORE:
        return "take no more"
    if step < MATTA:
        return f"declare {cards.get(step - DECLARE, '?')}"
    return "pass" if step == PASS else f"7c counts {step - MATTA}"


def not_legal(game: Game, step: int, seat: int, legal: Iterable[int]) -> ValueError:
    """The error of a step that is not legal."""
    expected = ", ".join(f"{one} ({step_text(game, one)})" for one in legal)
    return ValueError(f"step {step} ({step_text(game, step)}) is not legal for seat {seat}: expected one of {expected}")
