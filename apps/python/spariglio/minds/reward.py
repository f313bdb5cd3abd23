"""Rewards of decisions and hands, in points from the point of view of the seat's side. More is better.

| name | of a decision | of an episode |
|---|---|---|
| `margin` | 0 before the end of the hand | the margin of the seat's side |
| `regret` | minus the points lost, as the reviewer finds them (docs/how-to/review.md) | the sum |
| `exact` | minus the points lost against exact play; `None` where the position is not solved | the sum where solved |

A forfeited decision counts minus the match limit under each name, as in the arena.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from spariglio._core import Game, Hand, View, solve
from spariglio.minds.case import before
from spariglio.minds.episode import Outcome, Result

if TYPE_CHECKING:
    from spariglio import Reviewer

__all__ = ["MOST_PLAYS", "Kind", "Regret", "earned", "exact", "forfeit", "margin", "regret", "regrets", "rewards"]

Kind: TypeAlias = Literal["margin", "regret", "exact"]

MOST_PLAYS: Final = 10
"""The most plays left of a position that `exact` solves; as in a review."""


@dataclass(frozen=True, slots=True)
class Regret:
    """Minus the points that the decision at `turn` lost (`points`), its `standard_error` (0 if exact), and the
    `method`: `"search"`, `"exact"` or `"forced"` (one legal action)."""

    turn: int
    points: float
    standard_error: float
    method: str


def margin(hand: Hand, seat: int) -> float:
    """The margin of the side of `seat` in points; 0 if the hand is not over."""
    return float(hand.score().margins[hand.game.side(seat)]) if hand.over else 0.0


def regret(record: str, turn: int, reviewer: Reviewer) -> Regret:
    """The regret of a decision of a record. A search errs a little, so `points` may come out above 0."""
    row = reviewer.turn(record, turn)
    return Regret(turn, 0.0 - row["loss"], row["standard_error"], row["method"])


def exact(hand: Hand, turn: int) -> float | None:
    """Minus the points that the decision at `turn` lost against exact play of both sides.

    `None` if the position is not solved: the seat cannot place every card, more than `MOST_PLAYS` plays are left, or
    there are more than two sides. Raises `IndexError` if the hand has no such turn.
    """
    position = before(hand, turn)
    if not _is_solved(position.view()):
        return None
    values = dict(solve(position))
    return float(values[hand.history[turn][1]] - max(values.values()))


def forfeit(game: Game) -> float:
    """The reward of a forfeit: minus the match limit of the rules, or -51 if they have none."""
    return -float(tomllib.loads(game.to_toml())["match"].get("limit", 51))


def earned(kind: Kind, result: Result, outcome: Outcome, reviewer: Reviewer | None = None) -> float | None:
    """The reward of the last answer, whose `outcome` it is; the sum over all answers is that of `rewards`.

    A question that is asked again earns 0. `None` under `exact` where the position is not solved.
    """
    hand = Hand.from_record(result.record)
    if outcome.kind == "forfeit":
        return forfeit(hand.game)
    if kind == "margin":
        return margin(hand, result.seat)
    if outcome.turn is None:
        return 0.0
    if kind == "exact":
        return exact(hand, outcome.turn)
    if reviewer is None:
        raise ValueError("reviewer is None: expected a Reviewer, as the reward is regret")
    return regret(result.record, outcome.turn, reviewer).points


def regrets(result: Result, reviewer: Reviewer) -> list[Regret]:
    """The regret of each decision of an episode."""
    return [regret(result.record, turn, reviewer) for turn in result.turns]


def rewards(result: Result, regrets: Sequence[Regret] | None = None) -> dict[str, float | None]:
    """All rewards of an episode.

    `margin`, `regret`, `regret_standard_error`, `exact`, and `solved`, the number of decisions that count in `exact`.
    `regret` and its error are `None` without `regrets`, the regret of each decision; `exact` if nothing was solved.
    """
    hand = Hand.from_record(result.record)
    lost = forfeit(hand.game) if result.forfeited else 0.0
    losses = [loss for turn in result.turns if (loss := exact(hand, turn)) is not None]
    found: dict[str, float | None] = {
        "margin": lost or margin(hand, result.seat),
        "regret": None,
        "regret_standard_error": None,
        "exact": sum(losses) + lost if losses or lost else None,
        "solved": float(len(losses)),
    }
    if regrets is not None:
        found["regret"] = sum(one.points for one in regrets) + lost
        found["regret_standard_error"] = hypot(*(one.standard_error for one in regrets))
    return found


def _is_solved(view: View) -> bool:
    """Whether only one world fits the view, and it is small enough."""
    game = view.game
    hidden = sum(size > len(view.known(seat)) for seat, size in enumerate(view.hand_sizes))
    return game.sides == 2 and game.plies - view.ply <= MOST_PLAYS and view.stock == 0 and hidden <= 1
