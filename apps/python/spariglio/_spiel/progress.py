"""The progress of a hand, as an OpenSpiel state holds it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from spariglio._core import Hand
from spariglio._spiel.plan import Plan


@dataclass(slots=True, eq=False)
class Progress:
    """The cards dealt so far, then the hand itself. Copies and pickles keep the steps of the current decision."""

    plan: Plan
    dealt: bytes = b""
    hand: Hand | None = None

    def __deepcopy__(self, _memo: Mapping[int, object]) -> Progress:
        return Progress(self.plan, self.dealt, self.hand and self.hand.copy())

    @property
    def seat(self) -> int | None:
        """The seat to act; `None` during the deal and if the hand is over."""
        return None if self.hand is None or self.hand.over else self.hand.seat

    def steps_of(self, seat: int) -> list[int]:
        """The steps of the current decision, if `seat` is to act."""
        return self.hand.steps_taken if self.hand is not None and seat == self.seat else []

    def deal(self, cards: bytes) -> None:
        """Deals some cards. If only the last part remains, deals it too, as it has only one outcome; then begins the
        hand."""
        self.dealt += cards
        every = range(len(self.plan.cards))
        if len(self.dealt) < len(every) == len(self.dealt) + self.plan.next_part[len(self.dealt)]:
            self.dealt += bytes(place for place in every if place not in self.dealt)
        if not self.plan.next_part[len(self.dealt)]:
            self.hand = self.plan.hand(self.dealt)
