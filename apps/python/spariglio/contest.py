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


_LEAST_SETS = 8
"""Sets that an interval needs (docs/statistics.md)."""
_INCOMPLETE = "not complete: some of the requested hands are not played yet"


@dataclass(frozen=True)
class Pair:
    """Two agents that played each other. Figures are from the first agent's point of view."""

    agents: tuple[str, str]
    """Their names."""
    hands: int
    """Hands played."""
    sets: int
    """Number of duplicate sets: a deal, played in every seating."""
    mean: float
    """The first agent's points per hand minus the second's."""
    standard_error: float
    """The standard error of the mean, from sets."""
    interval: tuple[float, float] | None
    """The 95 % interval of the mean; `None` if there are too few sets or all are alike."""
    win: float
    """Percentage of hands won by the first agent."""
    tie: float
    """Percentage of tied hands."""
    loss: float
    """Percentage of hands lost by the first agent."""
    basis: str = "all_plays"
    """The plays that the figures come from. `"first_plays"`: only the first play of each deal, as a program outside the
    sandbox could remember its deal in the others (docs/trust.md)."""
    paired: float | None = None
    """The mean over all plays if `basis` is `"first_plays"`: a program's memory may have raised it."""

    def reversed(self) -> "Pair":
        """The same pair from the second agent's point of view."""
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
            self.basis,
            None if self.paired is None else -self.paired,
        )


class ArenaResult:
    """The result of an arena. Notebooks show it as a table."""

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
        """Whether all requested hands are played."""
        return bool(self.data["complete"])

    @property
    def pairs(self) -> list[Pair]:
        """All pairs that played."""
        return [self._pair(found) for found in self.data["pairs"]]

    def pair(self, first: int, second: int) -> Pair:
        """The pair of the agents at two places of the list, from the first one's point of view.

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
            ValueError: The results are not of different parts of one contest; the message names the difference.
        """
        return ArenaResult(_core.merge(self._text, other._text))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file that `spariglio arena --out` would write."""
        Path(path).write_text(self._text + "\n", encoding="utf-8")

    @staticmethod
    def load(path: str | os.PathLike[str]) -> "ArenaResult":
        """Reads a file of `save` or of `spariglio arena --out`."""
        return ArenaResult(Path(path).read_text(encoding="utf-8"))

    def report(self, folder: str | os.PathLike[str]) -> Path:
        """Writes the report of docs/arena.md to a folder, which is created if it does not exist. Returns the path of
        its page, `report.html`."""
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
            found["basis"],
            None if found["paired"] is None else found["paired"]["mean"],
        )

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in ("", "", "points per hand", "95 %", "won", "hands"))
        body = ""
        for pair in self.pairs:
            interval = "" if pair.interval is None else f"{pair.interval[0]:+.3f} to {pair.interval[1]:+.3f}"
            interval = interval or _unsure(pair)
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
            f"{pair.agents[0]} against {pair.agents[1]}: {pair.mean:+.3f} points per hand"
            + (f", 95 % {pair.interval[0]:+.3f} to {pair.interval[1]:+.3f}" if pair.interval else f", {_unsure(pair)}")
            + f", {pair.hands} hands"
            + (", of which only first plays count" if pair.basis == "first_plays" else "")
            for pair in self.pairs
        ]
        return "\n".join(lines if self.complete else [*lines, _INCOMPLETE])


def _unsure(pair: Pair) -> str:
    """Why a pair has no interval."""
    return "too few sets" if pair.sets < _LEAST_SETS else "all sets are alike"


def arena(
    game: Rules,
    agents: Sequence[AgentLike],
    *,
    hands: int = 10_000,
    seed: int = 0,
    threads: int = 0,
    in_flight: int = 0,
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
        hands: Hands per pair, rounded up to whole sets.
        seed: Decides the deals and the agents' seeds.
        threads: Threads; 0: one per core. Python agents share one lock, so more threads help only the other agents.
        in_flight: Hands to play side by side if an external program takes part; 0: by the programs' budgets
            (docs/arena.md).
        partners_open: Partners see each other's hand cards.
        unpaired: Every deal is played once only.
        part: Which part of the deals is played, such as `"2/3"`. `ArenaResult.merge` adds up the parts.
        resume: An earlier result to continue with more hands.
        progress: Called from time to time with the names of the pair, the hands played and to play, the mean and its
            standard error; `True` writes a line to standard error. If it raises an exception, the run ends.

    Ctrl-C ends the run at the next call of a Python agent, or, if there is none, when the sets in play are finished.
    A second Ctrl-C ends it at once.

    Raises:
        ValueError: The arena cannot be played (the message says why), or two Python agents share a name.
        RuntimeError: A Python agent raised an exception, which is the cause; the message names deal, seed and seat.
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
        in_flight=in_flight,
        partners_open=partners_open,
        unpaired=unpaired,
        part=part,
        kept=None if resume is None else resume._text,
        progress=tell,
    )
    return ArenaResult(text)


def _check_names(agents: Sequence[AgentLike], entrants: Sequence[_core.Entrant]) -> None:
    """Fails if two different Python agents share a name."""
    named: dict[str, AgentLike] = {}
    for agent, entered in zip(agents, entrants, strict=True):
        if not isinstance(agent, str) and named.setdefault(entered.name, agent) is not agent:
            raise ValueError(f"two agents are named {entered.name!r}: expected a name of its own for each, see `name`")


def _tell(names: tuple[str, str], played: int, of: int, mean: float, standard_error: float) -> None:
    line = f"\r{names[0]} against {names[1]}: {played} of {of} hands, {mean:+.3f} +-{1.96 * standard_error:.3f}"
    print(line, end="\n" if played == of else "", file=sys.stderr, flush=True)
