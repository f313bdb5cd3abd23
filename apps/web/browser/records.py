"""Records of positions, and the names of cards."""

from __future__ import annotations

import json
from pathlib import Path

ASSETS = Path(__file__).parents[1] / "assets"
WORDS = json.loads((ASSETS / "en.json").read_text())
RANKS = "A234567JQK"
SUITS = "dcsb"
PACK = [rank + suit for rank in RANKS for suit in SUITS]

# A short game. Its reviews take half a second.
SMALL = """\
base = "scopa"
name = "small"
deck = { pack = "italian40", ranks = "A234567", suits = "dcsb" }
[deal]
table = 4
rounds = [3, 3]
misdeal = "none"
"""


def order(card: str) -> tuple[int, int]:
    return RANKS.index(card[0]), SUITS.index(card[1])


def position(rules: object, hand: str, table: str, players: int = 2) -> str:
    """A record that starts with this hand of seat 0, the forehand, and these table cards."""
    taken = hand.split() + table.split()
    rest = [card for card in PACK if card not in taken]
    count = len(hand.split())
    # Spreads the ranks: if one seat held all cards of a rank, it could declare or cause a misdeal.
    rest = rest[::7] + [card for at, card in enumerate(rest) if at % 7]
    others = [rest[seat * count : (seat + 1) * count] for seat in range(players - 1)]
    hands = [sorted(cards, key=order) for cards in (hand.split(), *others)]
    stock = rest[(players - 1) * count :]
    lists = {"hands": [" ".join(cards) for cards in hands], "table": table, "stock": " ".join(stock)}
    return json.dumps({"rules": rules, "dealer": players - 1, **lists, "turns": []})


def name(card: str) -> str:
    """A card in English: seven of coins."""
    return f"{WORDS[f'rank.{card[0]}']} of {WORDS[f'suit.{card[1]}']}"


def cards_of(action: str) -> list[str]:
    """The cards of a play: the played card, then the captured ones."""
    return action.replace(" x ", " ").split()
