"""How far a hand has come: what a state of OpenSpiel holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from spariglio._core import Card, Hand
from spariglio._spiel.plan import Plan
from spariglio.vector import COUNT_NAMES, unpack


class Shown(NamedTuple):
    """What a seat declared automatically. Actions do not tell it, so it is noted."""

    deal_round: int
    seat: int
    cards: tuple[int, ...]
    """Places in `Game.cards`."""
    text: str


class Progress:
    """The cards dealt so far, then the hand itself. Copies and pickles keep the steps of the decision in progress."""

    __slots__ = ("dealt", "hand", "plan", "shown")

    def __init__(self, plan: Plan, dealt: bytes = b"", hand: Hand | None = None, shown: tuple[Shown, ...] = ()) -> None:
        self.plan = plan
        self.dealt = dealt
        self.hand = hand
        self.shown = shown

    def __deepcopy__(self, _memo: Mapping[int, object]) -> Progress:
        return Progress(self.plan, self.dealt, self.hand and self.hand.copy(), self.shown)

    def __reduce__(self) -> tuple[Callable[..., Progress], tuple[Any, ...]]:
        if self.hand is None:
            return Progress, (self.plan, self.dealt)
        actions = [str(action) for _, action in self.hand.history]
        return _replayed, (self.plan, self.dealt, actions, self.hand.steps_taken)

    @property
    def seat(self) -> int | None:
        """The seat to act."""
        return None if self.hand is None or self.hand.over else self.hand.seat

    def steps_of(self, seat: int) -> list[int]:
        """The steps that a seat has taken of the decision in progress."""
        return self.hand.steps_taken if self.hand is not None and seat == self.seat else []

    def deal(self, cards: bytes) -> None:
        """Deals some cards, and the last ones without a choice; after them the hand begins."""
        self.dealt += cards
        left = [place for place in range(len(self.plan.cards)) if place not in self.dealt]
        if left and len(left) == self.plan.next_part[len(self.dealt)]:
            self.dealt += bytes(left)
        if not self.plan.next_part[len(self.dealt)]:
            self.hand = self.plan.hand(self.dealt)
            self.note_shown()

    def take(self, step: int) -> None:
        """Takes a step of the decision in progress."""
        if self.hand is not None and self.hand.take(step):
            self.note_shown()

    def note_shown(self) -> None:
        """Notes what the seat to act has just declared automatically."""
        hand, seat = self.hand, self.seat
        if not self.plan.shows or hand is None or seat is None:
            return
        if any((shown.deal_round, shown.seat) == (hand.deal_round, seat) for shown in self.shown):
            return
        view = hand.view((seat + 1) % self.plan.players)
        if cards := view.known(seat):
            side = (self.plan.sides[seat] - view.side) % self.plan.game.sides
            counts = dict(zip(COUNT_NAMES, unpack(view.bits())["counts"][side].tolist(), strict=True))
            text = f"seat {seat} shows {self.plan.text(cards)} before turn {len(hand.history)}"
            text += f" (7c={view.matta}, threes {counts['threes']}, tens {counts['tens']})"
            self.shown += (Shown(hand.deal_round, seat, self._places(cards), text),)

    def _places(self, cards: list[Card]) -> tuple[int, ...]:
        return tuple(self.plan.place[card.index] for card in cards)


def _replayed(plan: Plan, dealt: bytes, actions: list[str], steps: list[int]) -> Progress:
    """The progress of a hand in which all this has happened."""
    progress = Progress(plan, dealt, plan.hand(dealt))
    assert progress.hand is not None
    progress.note_shown()
    for action in actions:
        progress.hand.play(action)
        progress.note_shown()
    for step in steps:
        progress.hand.take(step)
    return progress
