"""Facts that all states of a game share: the order of dealing, the bounds of a hand, and texts."""

from __future__ import annotations

import functools
import itertools
import math
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from spariglio._core import STEPS, Card, Game, Hand

SMALL_PACK: Final = 12
"""Packs of at most this many cards are dealt part by part, larger ones card by card."""

Outcomes = list[tuple[int, float]]
"""Chance outcomes with their probabilities."""


class Plan:
    """The order of dealing, the bounds and the texts of a game's hands.

    A card is represented by its place in `Game.cards`, a deal by the list of all cards in the order of
    docs/reference/records.md.
    """

    def __init__(self, game: Game, dealer: int) -> None:
        if not 0 <= dealer < game.players:
            raise ValueError(f"dealer is {dealer}: expected a seat from 0 to {game.players - 1}")
        rules = tomllib.loads(game.to_toml())
        self.game = game
        self.dealer = dealer
        self.players = game.players
        self.sides = [game.side(seat) for seat in range(game.players)]
        self.cards: list[Card] = game.cards
        self.place = {card.index: place for place, card in enumerate(self.cards)}
        self.step_texts = [game.step_text(step) for step in range(STEPS)]
        self.table: int = rules["deal"]["table"]
        self.rounds: list[int] = rules["deal"]["rounds"]
        self._set_misdeal(rules)
        self._set_parts()
        self._set_bounds(rules)

    @staticmethod
    @functools.lru_cache(maxsize=64)
    def of(toml: str, dealer: int) -> Plan:
        """The plan of a game given as TOML."""
        return Plan(Game.from_toml(toml), dealer)

    def __deepcopy__(self, _memo: Mapping[int, object]) -> Plan:
        return self

    def __reduce__(self) -> tuple[Callable[[str, int], Plan], tuple[str, int]]:
        return Plan.of, (self.game.to_toml(), self.dealer)

    def _set_misdeal(self, rules: dict[str, Any]) -> None:
        deck = rules["deck"]
        king = {"italian40": 10, "bresciane52": 13}[deck if isinstance(deck, str) else deck["pack"]]
        misdeals = {"none": (0, self.table), "two_aces": (1, 1), "three_kings": (king, 2)}
        rank, most = misdeals[rules["deal"]["misdeal"]]
        self.watched = frozenset(place for place, card in enumerate(self.cards) if card.rank == rank)
        """Cards that make a misdeal if more than `most_watched` of them are on the first table."""
        self.most_watched = most

    def _set_parts(self) -> None:
        first = self.players * self.rounds[0]
        table = range(first, first + self.table)
        hands = [self.hand_places(deal_round, seat) for deal_round, seat in self.deal_order()]
        self.small = len(self.cards) <= SMALL_PACK
        if self.small:
            parts = [list(table), *hands] if self.table else hands
        else:
            parts = [[place] for place in [*table, *sorted(itertools.chain(*hands))]]
        self.order = list(itertools.chain(*parts))
        """The order of dealing by chance, as places in a deal."""
        starts = itertools.accumulate(map(len, parts), initial=0)
        self.next_part = dict(zip(starts, [*map(len, parts), 0], strict=True))
        """The number of cards in the next part, by the number of cards dealt so far."""
        self.chance_nodes = len(parts)
        self.most_outcomes = 1 << len(self.cards) if self.small else len(self.cards)

    def _set_bounds(self, rules: dict[str, Any]) -> None:
        score, declarations, plies = rules["score"], rules["declarations"], self.game.plies
        hands = self.players * len(self.rounds)
        declared = {"none": 0, "three_cards": 1, "any_three": max(self.rounds) // 3}[declarations["hands"]]
        points: int = score["cards"] + score["suit_points"] + score["high_meld"] + sum(score["single"].values())
        points += 1 if score["prime"] != "none" else 0
        points += len(self.cards) if score["low_meld"] != "none" else 0
        points += plies * (rules["sweep"]["points"] + score["picada"] + score["simili"] + score["quadriglia"])
        points += hands * declared * max(declarations["three_points"], declarations["ten_points"])
        points += 30 if declarations["dealer_bonus"] else 0
        shutout: int = rules["match"].get("limit", 51) if score["shutout"] else 0
        self.most_points = max(points, shutout)
        """An upper bound of the margin; not tight."""
        decisions = declared if declarations["mode"] == "choice" else 0
        passes = 1 if decisions else 0
        self.most_turns = plies + hands * (decisions + passes)
        """An upper bound of the number of actions of a hand; not tight."""
        # A play is a card and at most one "take no more"; every table card is taken once; a declaration is four steps.
        self.most_steps = 2 * plies + len(self.cards) + hands * (4 * decisions + passes)
        """An upper bound of the number of steps of a hand; not tight."""

    def text(self, cards: Iterable[Card]) -> str:
        """Cards as a text."""
        return " ".join(map(str, cards))

    def deal_order(self) -> Iterator[tuple[int, int]]:
        """Deal-rounds and seats in the order of dealing."""
        ahead = range(1, self.players + 1)
        return itertools.product(range(len(self.rounds)), ((self.dealer + seat) % self.players for seat in ahead))

    def hand_places(self, deal_round: int, seat: int) -> list[int]:
        """The places of a seat's hand cards in a deal."""
        start = self.players * sum(self.rounds[:deal_round]) + (self.table if deal_round else 0)
        first = start + (seat - self.dealer - 1) % self.players
        return [first + card * self.players for card in range(self.rounds[deal_round])]

    def hand_cards(self, hand: Hand, deal_round: int, seat: int) -> list[Card]:
        """The hand cards dealt to a seat in a deal-round."""
        deal = hand.deal
        return sorted(deal[place] for place in self.hand_places(deal_round, seat))

    def first_table(self, hand: Hand) -> list[Card]:
        """The first table."""
        first = self.players * self.rounds[0]
        return sorted(hand.deal[first : first + self.table])

    def drawn(self, outcome: int) -> bytes:
        """The cards of a chance outcome."""
        if not self.small:
            return bytes([outcome])
        return bytes(place for place in range(len(self.cards)) if outcome >> place & 1)

    def outcome(self, cards: Sequence[int] | bytes) -> int:
        """The chance outcome with these cards."""
        return sum(1 << place for place in cards) if self.small else cards[0]

    def chance(self, dealt: bytes) -> Outcomes:
        """The possible next outcomes with their probabilities; empty if all cards are dealt."""
        size = self.next_part[len(dealt)]
        if not size:
            return []
        left = [place for place in range(len(self.cards)) if place not in dealt]
        on_table = len(dealt) < self.table
        if not self.small:
            return self._table_card(dealt, left) if on_table else [(place, 1 / len(left)) for place in left]
        sets = itertools.combinations(left, size)
        outcomes = [self.outcome(cards) for cards in sets if not on_table or self.is_valid(cards)]
        return [(outcome, 1 / len(outcomes)) for outcome in sorted(outcomes)]

    def can_follow(self, dealt: bytes, outcome: int) -> bool:
        """Whether `outcome` is one of `chance`."""
        if self.small or len(dealt) < self.table:
            return any(outcome == possible for possible, _ in self.chance(dealt))
        return 0 <= outcome < len(self.cards) and outcome not in dealt

    def is_valid(self, table: Iterable[int]) -> bool:
        """Whether the rules accept a deal with this table."""
        return sum(place in self.watched for place in table) <= self.most_watched

    def _table_card(self, dealt: bytes, left: list[int]) -> Outcomes:
        """The next table card. Its probability is proportional to the number of valid tables that contain it."""
        seen = sum(place in self.watched for place in dealt)
        watched = len(self.watched) - seen
        after = self.table - len(dealt) - 1

        def tables(is_watched: bool) -> int:
            few, others = watched - is_watched, len(left) - watched - (not is_watched)
            room = self.most_watched - seen - is_watched
            return sum(math.comb(few, some) * math.comb(others, after - some) for some in range(min(room, after) + 1))

        counts = {True: tables(True) if watched else 0, False: tables(False) if watched < len(left) else 0}
        ways = {place: counts[place in self.watched] for place in left}
        total = sum(ways.values())
        return [(place, count / total) for place, count in ways.items() if count]

    def hand(self, dealt: bytes) -> Hand:
        """The hand of a deal in chance order. The remaining cards go to the stock."""
        at = dict(zip(self.order, dealt, strict=True))
        left = iter(place for place in range(len(self.cards)) if place not in dealt)
        deal = [self.cards[at[place]] if place in at else self.cards[next(left)] for place in range(len(self.cards))]
        return self.game.deal(dealer=self.dealer, cards=deal)

    def dealt(self, hand: Hand) -> bytes:
        """The cards of a hand in chance order."""
        deal = hand.deal
        return bytes(self.place[deal[place].index] for place in self.order)
