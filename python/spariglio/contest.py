"""The arena: agents against each other on duplicate deals, with exact sums and intervals."""

import html
import json
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spariglio import _core
from spariglio._arguments import Rules, game_of
from spariglio.agents import AgentLike, entrant

__all__ = ["ArenaResult", "Pair", "arena"]

Progress = Callable[[tuple[str, str], int, int, float, float], None]


_INCOMPLETE = "not complete: hands that were asked for are yet to be played"


@dataclass(frozen=True)
class Pair:
    """Two agents that played each other; figures are from the point of view of the first."""

    agents: tuple[str, str]
    """Their names."""
    hands: int
    """Hands played."""
    sets: int
    """Duplicate sets they make: one deal, played in every seating."""
    mean: float
    """Points per hand, the first agent's less the second's."""
    standard_error: float
    """Its standard error, from sets."""
    interval: tuple[float, float] | None
    """Its 95 % interval; `None` of too few sets."""
    win: float
    """Percent of hands won by the first agent."""
    tie: float
    """Percent tied."""
    loss: float
    """Percent lost."""

    def reversed(self) -> "Pair":
        """The same from the point of view of the second agent."""
        first, second = self.agents
        interval = None if self.interval is None else (-self.interval[1], -self.interval[0])
        return Pair(
            (second, first),
            self.hands,
            self.sets,
            -self.mean,
            self.standard_error,
            interval,
            self.loss,
            self.tie,
            self.win,
        )


class ArenaResult:
    """What an arena found. In a notebook it shows itself as a table."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.data: dict[str, Any] = json.loads(text)
        """All figures, as in the file that `spariglio arena --out` writes (docs/arena.md)."""

    @property
    def names(self) -> list[str]:
        """The names of the agents, in their order."""
        return list(self.data["names"])

    @property
    def complete(self) -> bool:
        """Whether all hands that were asked for are played."""
        return bool(self.data["complete"])

    @property
    def pairs(self) -> list[Pair]:
        """All pairs that played."""
        return [self._pair(found) for found in self.data["pairs"]]

    def pair(self, first: int, second: int) -> Pair:
        """The agents at two places of the list, from the point of view of the first.

        Raises:
            KeyError: They did not play each other.
        """
        for found in self.data["pairs"]:
            if found["places"] == [first, second]:
                return self._pair(found)
            if found["places"] == [second, first]:
                return self._pair(found).reversed()
        raise KeyError(f"agents {first} and {second} did not play: expected two of 0 to {len(self.names) - 1}")

    def merge(self, other: "ArenaResult") -> "ArenaResult":
        """The sum of two results of different parts of the same contest.

        Raises:
            ValueError: They are not; the message says what differs.
        """
        return ArenaResult(_core.merge(self._text, other._text))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file that `spariglio arena --out` would write."""
        Path(path).write_text(self._text + "\n", encoding="utf-8")

    @staticmethod
    def load(path: str | os.PathLike[str]) -> "ArenaResult":
        """Reads such a file."""
        return ArenaResult(Path(path).read_text(encoding="utf-8"))

    def report(self, folder: str | os.PathLike[str]) -> Path:
        """Writes the report of docs/arena.md into a folder, which is made where it is not there: its page,
        `report.html`."""
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as temporary:
            file = Path(temporary) / "arena.json"
            self.save(file)
            status = _core.main(["spariglio", "report", str(file), "--out", str(folder)])
        if status != 0:
            raise RuntimeError("the report could not be written; standard error says why")
        return folder / "report.html"

    def rows(self) -> list[dict[str, Any]]:
        """A row for each pair, for `polars.DataFrame` or `pandas.DataFrame`."""
        return [
            {
                "first": pair.agents[0],
                "second": pair.agents[1],
                "hands": pair.hands,
                "mean": pair.mean,
                "standard_error": pair.standard_error,
                "low": pair.interval[0] if pair.interval else None,
                "high": pair.interval[1] if pair.interval else None,
                "win": pair.win,
                "tie": pair.tie,
                "loss": pair.loss,
            }
            for pair in self.pairs
        ]

    def _pair(self, found: dict[str, Any]) -> Pair:
        first, second = (self.names[place] for place in found["places"])
        interval = found["interval"]
        return Pair(
            (first, second),
            found["hands"],
            found["sets"],
            found["mean"],
            found["standard_error"],
            None if interval is None else (interval[0], interval[1]),
            found["win"],
            found["tie"],
            found["loss"],
        )

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in ("", "", "points a hand", "95 %", "won", "hands"))
        body = ""
        for pair in self.pairs:
            interval = (
                "too few sets" if pair.interval is None else f"{pair.interval[0]:+.3f} to {pair.interval[1]:+.3f}"
            )
            cells = (
                *map(html.escape, pair.agents),
                f"{pair.mean:+.3f}",
                interval,
                f"{pair.win:.1f} %",
                f"{pair.hands:,}",
            )
            body += "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
        if not self.complete:
            body += f'<tr><td colspan="6">{_INCOMPLETE}</td></tr>'
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def __repr__(self) -> str:
        lines = [
            f"{pair.agents[0]} against {pair.agents[1]}: {pair.mean:+.3f} points a hand"
            + (f", 95 % {pair.interval[0]:+.3f} to {pair.interval[1]:+.3f}" if pair.interval else ", too few sets")
            + f", {pair.hands} hands"
            for pair in self.pairs
        ]
        return "\n".join(lines if self.complete else [*lines, _INCOMPLETE])


def arena(
    game: Rules,
    agents: Sequence[AgentLike],
    *,
    hands: int = 10_000,
    seed: int = 0,
    threads: int = 0,
    partners_open: bool = False,
    unpaired: bool = False,
    part: str = "1/1",
    resume: ArenaResult | None = None,
    progress: Progress | bool = False,
) -> ArenaResult:
    """Plays every pair of `agents` on duplicate deals.

    Args:
        game: A `Game`, the name of a preset, or the path of a rule set file.
        agents: Two or more: specifications (docs/agents.md) such as `"ismcts:millis=2"`, classes of `Agent` and
            `BatchAgent`, functions that make one, `NetSearch`.
        hands: Hands of each pair; rounded up to whole sets.
        seed: Decides the deals and the agents' seeds.
        threads: Threads; 0: one a core. Agents of Python share one lock, so more threads help the others only.
        partners_open: Partners see each other's hand cards.
        unpaired: Every deal is played once only.
        part: Which part of the deals is played, such as `"2/3"`; the parts are put together by `ArenaResult.merge`.
        resume: An earlier result to go on from, with more hands.
        progress: Called now and then with the names of the pair, the hands played and to play, the mean and its
            standard error; `True` writes a line to standard error. What it raises ends the run.

    Ctrl-C ends the run at the next call of an agent of Python, without one when the sets in play are done; a second
    Ctrl-C ends it at once.

    Raises:
        ValueError: What cannot be played, in words, and two agents of Python that share a name.
        RuntimeError: An agent of Python raised an exception, which is the cause; the message names deal, seed and seat.
    """
    if isinstance(agents, str):
        raise TypeError(f"agents is {agents!r}: expected a list of agents")
    if not (isinstance(progress, bool) or callable(progress)):
        raise TypeError(f"progress is {progress!r}: expected a function, or True")
    if not (resume is None or isinstance(resume, ArenaResult)):
        raise TypeError(f"resume is {resume!r}: expected an ArenaResult")
    tell = _tell if progress is True else progress or None
    entrants = [entrant(agent) for agent in agents]
    _check_names(agents, entrants)
    text = _core.arena(
        game_of(game),
        entrants,
        hands=hands,
        seed=seed,
        threads=threads,
        partners_open=partners_open,
        unpaired=unpaired,
        part=part,
        kept=None if resume is None else resume._text,
        progress=tell,
    )
    return ArenaResult(text)


def _check_names(agents: Sequence[AgentLike], entrants: Sequence[_core.Entrant]) -> None:
    """Agents of Python that are not the same have names that are not."""
    named: dict[str, AgentLike] = {}
    for agent, entered in zip(agents, entrants, strict=True):
        if not isinstance(agent, str) and named.setdefault(entered.name, agent) is not agent:
            raise ValueError(f"two agents are named {entered.name!r}: expected a name of its own for each, see `name`")


def _tell(names: tuple[str, str], played: int, of: int, mean: float, standard_error: float) -> None:
    line = f"\r{names[0]} against {names[1]}: {played} of {of} hands, {mean:+.3f} +-{1.96 * standard_error:.3f}"
    print(line, end="\n" if played == of else "", file=sys.stderr, flush=True)
