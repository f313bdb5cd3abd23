"""Cards and tables as pictures, for notebooks and files.

>>> import spariglio as sp
>>> from spariglio import show
>>> hand = sp.Game("scopone").deal(seed=1)
>>> picture = show.view(hand.view())
>>> print(picture.title)
scopone, as seat 1 sees it

A notebook shows the result of `card`, `cards`, `view` and `hand` if it is the last value of a cell; `Svg.save` writes a
file. The pictures need no extra fonts, look the same on light and on dark pages, and describe their content in words.
`style` chooses the deck: `"regional"`, `"french"` or `"plain"`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from os import PathLike
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from spariglio import _core
from spariglio._core import Card, Game, Hand, View

__all__ = ["Svg", "card", "cards", "hand", "view"]

WIDTH: Final = 644
"""Width of the picture of a table."""
_WIDTH: Final = 56
_HEIGHT: Final = 100
_GAP: Final = 6
_LINE: Final = 10
"""Cards per line."""
_LABEL: Final = 20
"""Height of a line of text."""

_SUITS: Final = {"d": "coins", "c": "cups", "s": "swords", "b": "batons"}
_RANKS: Final = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
_FELT, _TEXT = "#1f4d3a", "#f2f5ee"


@dataclass(frozen=True)
class Svg:
    """A picture. `str` returns its SVG document."""

    text: str
    title: str
    """A short description of the picture."""

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Svg({self.title!r})"

    def _repr_svg_(self) -> str:
        return self.text

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the picture to a file whose name ends in `.svg` or, at twice the size, `.png`.

        Raises `ValueError` if the name has another ending.
        """
        path = Path(path)
        if path.suffix == ".svg":
            path.write_text(self.text + "\n", encoding="utf-8")
        elif path.suffix == ".png":
            path.write_bytes(_core.png(self.text))
        else:
            raise ValueError(f"{path}: expected a name that ends in .svg or .png")

    def pixels(self) -> npt.NDArray[np.uint8]:
        """The pixels on white: `uint8`, `(height, width, 3)`, red, green and blue."""
        width, height, data = _core.raster(self.text)
        colours = np.frombuffer(data, dtype=np.uint8).reshape(height, width, 4).astype(np.uint16)
        opacity = colours[..., 3:]
        mixed = (colours[..., :3] * opacity + 255 * (255 - opacity)) // 255
        return mixed.astype(np.uint8)


def card(card: Card, style: str = "regional") -> Svg:
    """A card."""
    return cards([card], style)


def cards(cards: Iterable[Card], style: str = "regional") -> Svg:
    """Cards side by side, ten in a line."""
    given = list(cards)
    for one in given:
        if not isinstance(one, Card):
            raise TypeError(f"{one!r}: expected a Card")
    drawn = [_face(one) for one in given]
    names = _names(given)
    size = (_GAP + min(max(len(drawn), 1), _LINE) * (_WIDTH + _GAP), _GAP + _height(len(drawn)))
    title = names if len(given) == 1 else f"{len(given)} cards"
    return _picture(title, names, size, _deck(given, style, _lines(drawn, _GAP)))


def view(view: View, style: str = "regional") -> Svg:
    """The knowledge of a seat: its hand, the table, the backs of the others' cards, and the sizes of the piles.

    Neither the picture nor its text contains a card that the seat does not know. Cards of others are face up if the
    seat knows them: they were declared, or partners play open.
    """
    if not isinstance(view, View):
        raise TypeError(f"{view!r}: expected a View, such as hand.view(); show.hand draws all cards of a Hand")
    players = view.game.players
    rows = []
    for seat in [(view.seat + turn) % players for turn in range(1, players)]:
        rows.append(_Row(_seat(view, seat, view.to_act), view.known(seat), view.hand_sizes[seat], scale=0.5))
    rows.append(_Row("table", view.table))
    own = _Row(f"{_seat(view, view.seat, view.to_act)}, own hand", view.hand)
    foot = [_pile(view, side) + f", {_count(view.sweeps(side), 'sweep')}" for side in range(view.game.sides)]
    foot.append(f"stock: {_count(view.stock, 'card')}")
    return _table(f"{view.game.name}, as seat {view.seat} sees it", [*rows, own], foot, style)


def tallest(game: Game) -> int:
    """A height that every picture of a table of the game fits in."""
    lines = 3 + game.players + game.sides
    return 2 * _GAP + 2 * _LABEL * lines + _height(30) + game.players * _height(10) + 2 * _height(1)


def hand(hand: Hand, style: str = "regional") -> Svg:
    """A whole hand, all cards open."""
    if not isinstance(hand, Hand):
        raise TypeError(f"{hand!r}: expected a Hand; show.view draws a View")
    seats = [_Row(_seat(hand, seat, hand.seat), hand.cards(seat)) for seat in range(hand.game.players)]
    foot = [_pile(hand, side) for side in range(hand.game.sides)]
    if hand.over:
        foot.append("points: " + " : ".join(str(points) for points in hand.score().points))
    return _table(f"{hand.game.name}, all cards open", [*seats, _Row("table", hand.table)], foot, style)


@dataclass(frozen=True)
class _Row:
    """Cards of one place: face-up cards, and the backs of the others."""

    label: str
    faces: Sequence[Card]
    size: int = 0
    scale: float = 1

    @property
    def backs(self) -> int:
        return max(0, self.size - len(self.faces))

    @property
    def text(self) -> str:
        return self.label if self.faces or self.backs else f"{self.label}: no cards"

    def height(self) -> int:
        """The height of the cards."""
        if not self.faces and not self.backs:
            return 0
        return round(self.scale * _height(len(self.faces) + self.backs))

    def drawn(self, down: int) -> str:
        """The cards as SVG."""
        all_cards = [_face(one) for one in self.faces] + [_BACK] * self.backs
        return f'<g transform="translate({2 * _GAP} {down}) scale({self.scale})">{_lines(all_cards, 0)}</g>'

    def words(self) -> str:
        """A description of the row in words."""
        parts = [_names(self.faces)] if self.faces else []
        if self.backs:
            parts.append(f"{_count(self.backs, 'hidden card')}")
        return f"{self.label}: {', '.join(parts) or 'no cards'}."


def _table(title: str, rows: Sequence[_Row], foot: Sequence[str], style: str) -> Svg:
    """Rows of cards on felt, and lines of text below."""
    down, parts = _GAP + _LABEL, [_said(title, _LABEL, bold=True)]
    for row in rows:
        parts.append(_said(row.text, down + _LABEL - 5))
        parts.append(row.drawn(down + _LABEL))
        down += _LABEL + row.height()
    for text in foot:
        down += _LABEL
        parts.append(_said(text, down - 2))
    size = (WIDTH, down + 2 * _GAP)
    felt = f'<rect width="{size[0]}" height="{size[1]}" rx="10" fill="{_FELT}"/>'
    words = " ".join([*(row.words() for row in rows), *(f"{text}." for text in foot)])
    shown = [one for row in rows for one in row.faces]
    return _picture(title, words, size, _deck(shown, style, felt + "".join(parts)))


def _picture(title: str, words: str, size: tuple[int, int], body: str) -> Svg:
    width, height = size
    head = f'xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}"'
    told = f"<title>{escape(title)}</title><desc>{escape(words)}</desc>"
    return Svg(f'<svg {head} viewBox="0 0 {width} {height}">{told}{body}</svg>', title)


def _deck(shown: Sequence[Card], style: str, body: str) -> str:
    """A drawing with the symbols of its cards. A notebook may have pictures in other styles: their ids differ."""
    different = {str(one): one for one in shown}
    whole = _core.card_symbols(list(different.values()), style) + body
    return whole.replace(' id="', f' id="{style}-').replace('href="#', f'href="#{style}-')


def _said(text: str, down: int, *, bold: bool = False) -> str:
    weight = ' font-weight="700"' if bold else ""
    return f'<text x="{2 * _GAP}" y="{down}" {_FONT} font-size="14" fill="{_TEXT}"{weight}>{escape(text)}</text>'


def _seat(shown: View | Hand, seat: int, to_act: int) -> str:
    """A seat and its role: dealer, to act."""
    does = ["deals"] if seat == shown.dealer else []
    if not shown.over and seat == to_act:
        does.append("is to act")
    return f"seat {seat}" + (f" ({', '.join(does)})" if does else "")


def _pile(shown: View | Hand, side: int) -> str:
    return f"pile of side {side}: {_count(len(shown.pile(side)), 'card')}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _name(card: Card) -> str:
    rank = str(card)[0]
    return f"{_RANKS.get(rank, rank)} of {_SUITS[card.suit]}"


def _names(cards: Iterable[Card]) -> str:
    return ", ".join(map(_name, cards)) or "no cards"


def _height(number: int) -> int:
    """The height of lines of cards; that of one line if there are no cards."""
    return max(1, -(-number // _LINE)) * (_HEIGHT + _GAP)


def _lines(drawn: Sequence[str], margin: int) -> str:
    parts = []
    for number, one in enumerate(drawn):
        line, place = divmod(number, _LINE)
        x, y = margin + place * (_WIDTH + _GAP), margin + line * (_HEIGHT + _GAP)
        parts.append(f'<g transform="translate({x} {y})">{one}</g>')
    return "".join(parts)


_FONT: Final = 'font-family="system-ui, sans-serif"'


def _use(name: str) -> str:
    return f'<use href="#card-{name}" width="{_WIDTH}" height="{_HEIGHT}"/>'


def _face(card: Card) -> str:
    """A face-up card, with its name for tooltips and screen readers."""
    return f"<title>{_name(card)}</title>{_use(str(card))}"


_BACK: Final = _use("back")
