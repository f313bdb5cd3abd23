"""What a model is asked to play: a hand, or one decision of a recorded hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from spariglio._arguments import Rules, game_of, integer
from spariglio._core import Hand

__all__ = ["Case", "hands", "positions"]


@dataclass(frozen=True, slots=True)
class Case:
    """A hand to play on to its end, or one decision. All fields are values of JSON.

    - `record`: one line of docs/reference/records.md. Without turns it is a deal.
    - `seat`: the seat that the model plays. With a `turn` it is the seat of that turn.
    - `turn`: if given, only this decision is asked; turns count from 0. What the record did there is not told.
    - `seed`: for the opponents, and for random actions.
    """

    record: str
    seat: int | None = None
    turn: int | None = None
    seed: int = 0

    def hand(self) -> Hand:
        """The hand at the beginning of the case.

        Raises `ValueError` if the record cannot be read, `IndexError` if it has no such turn.
        """
        hand = Hand.from_record(self.record)
        return hand if self.turn is None else before(hand, self.turn)


def before(hand: Hand, turn: int) -> Hand:
    """The hand before one of its turns."""
    positions = hand.positions()
    if not 0 <= turn < len(positions):
        raise IndexError(f"turn is {turn}: expected a turn of the hand, which has {len(positions)}")
    return positions[turn]


def hands(game: Rules, n: int, seed: int = 0) -> list[Case]:
    """`n` deals, hand `i` from the seed `seed + i`. Dealers and seats take turns, so every pair of them is equally
    frequent."""
    game, n, seed = game_of(game), integer("n", n, 1 << 32), integer("seed", seed, 1 << 63)
    seats = game.players
    deals = [game.deal(seed + i, i % seats).record() for i in range(n)]
    return [Case(deal, seat=i // seats % seats, seed=seed + i) for i, deal in enumerate(deals)]


def positions(records: Iterable[str], seed: int = 0) -> list[Case]:
    """Every decision of recorded hands that has more than one legal action."""
    cases = []
    for record in filter(str.strip, records):
        hands = enumerate(Hand.from_record(record).positions())
        cases += [Case(record, turn=turn, seed=seed) for turn, hand in hands if len(hand.actions) > 1]
    return cases
