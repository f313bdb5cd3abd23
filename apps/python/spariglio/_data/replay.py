"""Computes inputs for rows without them, by playing their hands again."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from spariglio._core import Card, Game, Hand, Inputs

_Array = npt.NDArray[Any]


def encoded(
    game: Game, rows: dict[str, _Array], stock: list[list[int]], places: _Array, partners_open: bool
) -> dict[str, _Array]:
    """The inputs of all rows of a shard: the fields of `Rows` from `inputs` to `residual`, by name.

    `rows` has the columns `hand`, `ply`, `seat`, `table_cards`, `piles` and `oracle_hands`; `stock` is `oracle_stock`.
    `places` are the places of the played actions in the lists of legal actions. Raises `ValueError` if rows are
    missing.
    """
    encoder = Inputs(game)
    views, actions, ends, residuals = [], [], [np.zeros(1, np.int64)], []
    cards = {card.index: card for card in game.cards}
    hands, plies, seats, played = (column.tolist() for column in (rows["hand"], rows["ply"], rows["seat"], places))
    hand, number = None, None
    for row, place in enumerate(played):
        if hands[row] != number:
            number = hands[row]
            hand = _dealt(game, cards, {name: column[row] for name, column in rows.items()}, stock[row])
        if hand is None or (hand.ply, hand.seat) != (plies[row], seats[row]):
            raise ValueError(f"row {row} does not follow from the rows before it: inputs need whole hands, in order")
        view, (of_actions, starts), residual = encoder.view(hand.view(partners_open=partners_open))
        views.append(view)
        actions.append(of_actions)
        ends.append(starts[1:] + ends[-1][-1])
        residuals.append(residual)
        hand.play(place)
    return {
        "inputs": _all(views, np.uint16),
        "input_starts": np.cumsum([0, *map(len, views)]),
        "action_inputs": _all(actions, np.uint16),
        "action_input_starts": np.concatenate(ends).astype(np.int64),
        "residual": _all(residuals, np.float32),
    }


def _all(parts: list[_Array], kind: type[np.generic]) -> _Array:
    return np.concatenate([np.zeros(0, kind), *parts])


def _dealt(game: Game, cards: dict[int, Card], row: dict[str, Any], stock: list[int]) -> Hand | None:
    """The hand of its first row; `None` if the row is a later one. Forehand has the first decision."""
    if row["ply"] != 0:
        return None
    seats = [(int(row["seat"]) + place) % game.players for place in range(game.players)]
    of_seat = [_cards_of(int(bits)) for bits in row["oracle_hands"]]
    dealt = [of_seat[seat][turn] for turn in range(len(of_seat[0])) for seat in seats]
    # The dealer's bonus may take the table before the first decision.
    table = _cards_of(int(row["table_cards"]) | int(np.bitwise_or.reduce(row["piles"])))
    order = [cards[index] for index in [*dealt, *table, *stock]]
    return game.deal(dealer=seats[-1], cards=order)


def _cards_of(bits: int) -> list[int]:
    return [index for index in range(52) if bits >> index & 1]
