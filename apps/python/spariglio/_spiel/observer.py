"""The knowledge of a seat in a state, as arrays and as texts."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]

from spariglio._core import Arrays, Hand, View
from spariglio._spiel.plan import Plan
from spariglio._spiel.progress import Progress
from spariglio.vector import COUNT_NAMES, unpack


class _State(Protocol):
    @property
    def progress(self) -> Progress: ...


class Observer:
    """The knowledge of a seat, as named arrays (`dict`) that share one flat `tensor`, and as a text.

    A set of cards has a place for each card of `Game.cards`. Without perfect recall, the arrays show the current
    moment. They are `spariglio.vector.unpack` of `View.bits`, cut to the seats, sides and cards of the game. Seats and
    sides are counted from the observer in the order of play:

    | array | shape | meaning |
    |---|---|---|
    | `player` | seats | the observer, counted from seat 0 |
    | `hand`, `unseen` | cards | its hand cards; the cards that it cannot see |
    | `steps` | `STEPS` | its steps taken so far in the current decision |
    | `to_act` | seats | the seat to act |
    | `table`, `last_lay` | cards | the table; the card laid just before |
    | `piles` | sides, cards | the pile of each side |
    | `known`, `played` | seats, cards | cards known to be in a hand; cards played in this deal-round |
    | `counts` | sides, 7 | `spariglio.vector.COUNT_NAMES` |
    | `hand_sizes`, `passed` | seats | hand cards of each seat; whether it has passed |
    | `dealer` | seats | the dealer |
    | `last_capture` | sides + 1 | the side of the last capture, or nobody |
    | `matta`, `declaring`, `stock`, `plies_left`, `rounds_left` | 1 | numbers, as they are |

    With perfect recall (information states), seats are counted from seat 0:

    | array | shape | meaning |
    |---|---|---|
    | `player`, `steps`, `dealer` | | as above |
    | `dealt` | deal-rounds, cards | the own hand cards of each deal-round so far |
    | `first_table` | cards | the first table |
    | `turns` | turns, seats + 2 cards + 12 | seat, played card, captured or declared cards, value of 7c, pass |
    | `shown` | deal-rounds, seats, cards | automatic declarations; absent if the game has none |

    Private (`hand`, `unseen`, `steps`, `dealt`) and public information (the rest) can be selected separately. Before
    the hand begins only `player` is set.
    """

    def __init__(self, plan: Plan, kind: Any, params: Mapping[str, Any] | None = None) -> None:
        if params:
            raise ValueError(f"params are {dict(params)}: expected none")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("private_info is ALL_PLAYERS: expected SINGLE_PLAYER or NONE")
        self._plan = plan
        self._public: bool = kind.public_info
        self._private: bool = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recall: bool = kind.perfect_recall
        self._arrays = Arrays(plan.game, self._recall, self._public, self._private, plan.most_turns)
        shapes = self._arrays.shapes()
        sizes = [math.prod(shape) for _, shape in shapes]
        self.tensor: npt.NDArray[np.float32] = np.zeros(sum(sizes), np.float32)
        parts = np.split(self.tensor, np.cumsum(sizes)[:-1])
        self.dict: dict[str, npt.NDArray[np.float32]] = {
            name: part.reshape(shape) for (name, shape), part in zip(shapes, parts, strict=True)
        }

    def set_from(self, state: _State, player: int) -> None:
        """Fills the arrays with the knowledge of `player`."""
        self._arrays.fill(self.tensor, state.progress.hand, player)

    def string_from(self, state: _State, player: int) -> str:
        """The knowledge of `player` as a text."""
        progress = state.progress
        if progress.hand is None:
            return f"seat {player}"
        steps = [self._plan.step_texts[step] for step in progress.steps_of(player)] if self._private else []
        if self._recall:
            return "; ".join(self._remembered(progress.hand, player) + steps)
        return "; ".join(self._now(progress, progress.hand.view(player)) + steps)

    def _now(self, progress: Progress, view: View) -> list[str]:
        """The current observation of a seat, as texts."""
        plan = self._plan
        text = plan.text
        texts = [f"seat {view.seat}"]
        if self._private:
            texts += [f"hand {text(view.hand)}", f"unseen {text(view.unseen)}"]
        if not self._public:
            return texts
        found = unpack(view.bits())
        laid = [card for card in plan.cards if found["last_lay"][card.index]]
        texts += [f"dealer {view.dealer}", "over" if progress.seat is None else f"to act {progress.seat}"]
        texts += ["declaring"] if view.declaring else []
        texts += [f"table {text(view.table)}", f"laid {text(laid)}"]
        for side in range(plan.game.sides):
            counts = found["counts"][(side - view.side) % plan.game.sides].tolist()
            named = [f"{name} {count}" for name, count in zip(COUNT_NAMES, counts, strict=True) if count]
            texts.append(" ".join([f"side {side}: pile {text(view.pile(side))}", *named]))
        for seat, size in enumerate(view.hand_sizes):
            ahead = (seat - view.seat) % plan.players
            known = text(card for card in plan.cards if found["known"][ahead, card.index])
            passed = " passed" if found["passed"][ahead] else ""
            texts.append(f"seat {seat}: {size} cards, played {text(view.played(seat))}, known {known}{passed}")
        texts.append(f"last capture {view.last_capture}, 7c={view.matta}, stock {view.stock}")
        return texts

    def _remembered(self, hand: Hand, player: int) -> list[str]:
        """The knowledge of a seat with perfect recall, as texts."""
        plan = self._plan
        if self._private and self._public:
            return [hand.view(player).information_state()]
        texts = [f"seat {player}"]
        if self._private:
            rounds = range(hand.deal_round + 1)
            texts += [f"dealt {plan.text(plan.hand_cards(hand, deal_round, player))}" for deal_round in rounds]
        if self._public:
            texts.append(f"dealer {plan.dealer} table {plan.text(plan.first_table(hand))}")
            texts += [str(action) for _, action in hand.history]
            texts += [f"seat {seat} shows {plan.text(cards)}" for _, seat, cards in hand.view(player).shown]
        return texts
