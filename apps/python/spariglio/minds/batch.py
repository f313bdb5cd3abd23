"""Several decisions in one prompt: the rules are told once.

>>> from spariglio.minds import Batch, positions
>>> from spariglio import Game
>>> hand = Game("scopa").deal(seed=1)
>>> while not hand.over:
...     hand.play(hand.actions[0])
>>> batch = Batch(positions([hand.record()])[:2])
>>> [outcome.fault for _, outcome in batch.answer("1: no idea")]
['unreadable', 'unreadable']
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from spariglio.minds.case import Case
from spariglio.minds.episode import Episode, Outcome

__all__ = ["Batch"]

_TEXTS = {
    "en": (
        "Position",
        "Answer with {count} lines, one for each position: its number, a colon, and the action, as in `1: ACTION`.",
    ),
    "it": (
        "Posizione",
        "Rispondi con {count} righe, una per posizione: il suo numero, due punti e la giocata, come `1: GIOCATA`.",
    ),
}
"""By language: what numbers are of, and the request."""

_NUMBERED = re.compile(r"^\W*(?:posi(?:tion|zione)\s+)?(\d+)\s*[.:)]\W*(.*)$", re.IGNORECASE)


class Batch:
    """Decisions of one game that are asked at once. Each is an `Episode` without a second try.

    Parameters:

    - `cases`: decisions of recorded hands, as `positions` gives them.
    - `options`: as for `Episode`, but `retries`.

    Raises `ValueError` if they are whole hands or of several games.
    """

    def __init__(self, cases: Sequence[Case], **options: Any) -> None:
        self.episodes = [Episode(case, retries=0, **options) for case in cases]
        """The decisions, in order."""
        if not cases or any(case.turn is None for case in cases):
            raise ValueError("cases: expected decisions of recorded hands, as `positions` gives them")
        games = {episode.hand.game.to_toml() for episode in self.episodes}
        if len(games) > 1:
            raise ValueError(f"cases are of {len(games)} games: expected one")
        self._position, self._request = _TEXTS[options.get("language", "en")]

    def prompt(self) -> str:
        """The rules, the positions by number, and the request for one line per position."""
        first = self.episodes[0].wording
        briefing, request = first.briefing().removesuffix(first.request() + "\n"), first.request()
        told = []
        for number, episode in enumerate(self.episodes, 1):
            position = episode.prompt().removeprefix(first.briefing()).removesuffix(request)
            told.append(f"{self._position} {number}\n{position.strip()}\n")
        return "\n".join([briefing, *told, self._request.format(count=len(self.episodes))])

    def answer(self, text: str, *, cut_off: bool = False) -> list[tuple[Episode, Outcome]]:
        """Reads the answer: the last line with the number of a position counts. A missing one is a fault."""
        lines = {int(found[1]): found[2] for line in text.splitlines() if (found := _NUMBERED.match(line))}
        numbered = enumerate(self.episodes, 1)
        return [(one, one.answer(lines.get(place, ""), cut_off=cut_off)) for place, one in numbered]
