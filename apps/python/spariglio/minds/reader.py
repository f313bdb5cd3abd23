"""A reader that names the game of obfuscated rules: the measure of what invented names leave.

>>> from spariglio import Game, Wording
>>> from spariglio.minds import named
>>> named(Wording(Game("scopone"), obfuscate=7).rules())
'scopone'

It knows the rules of the games in `REAL` by heart, and uses all clues: every sentence, and every number, also if the
numbers of a line have another scale. It guesses the game with the most clues in common.
"""

from __future__ import annotations

import re
from functools import cache
from math import gcd
from typing import Final

from spariglio._core import Game, Wording

__all__ = ["REAL", "named"]

REAL: Final = (
    "scopa",
    "scopone",
    "scopone_scientifico",
    "scopone_trentino",
    "scopa_d_assi",
    "asso_piglia_tutto",
    "re_bello",
    "calabrese",
    "napoli",
    "scopa_di_quindici",
    "cirulla",
    "cirulla_4",
    "cirilla",
    "cirullone",
    "cicera",
    "cicera_six",
)
"""The games that the reader knows."""

_NAME = re.compile(r"\b[bdfgklmnprstvz][aeiou][bdfgklmnprstvz][aeiou][bdfgklmnprstvz]\b", re.IGNORECASE)
_NUMBER = re.compile(r"\d+")
_LIST = re.compile(r"(_ = #, )+_ = #|(_, )+_|(#, )+#")


def named(rules: str) -> str:
    """The name of the game that the rules in words, in English, are most like.

    Args:
        rules: `Wording.rules()`, or what `spariglio rules text --obfuscate SEED` prints.
    """
    own = _clues(rules)
    return max(REAL, key=lambda game: len(own & _known(game)) / len(own | _known(game)))


@cache
def _known(game: str) -> frozenset[tuple[str | int, ...]]:
    return _clues(Wording(Game(game), obfuscate=0).rules())


def _clues(rules: str) -> frozenset[tuple[str | int, ...]]:
    """Every line without its names and numbers, with its numbers, and with its numbers on a scale from 0."""
    clues: set[tuple[str | int, ...]] = set()
    for line in rules.splitlines()[1:]:
        bare = _NAME.sub("_", line)
        numbers = sorted(map(int, _NUMBER.findall(bare)))
        shape = _LIST.sub("...", _NUMBER.sub("#", bare))
        low = min(numbers, default=0)
        step = gcd(*(number - low for number in numbers)) or 1
        clues |= {(shape,), (shape, *numbers), (shape, "from 0", *((number - low) // step for number in numbers))}
    return frozenset(clues)
