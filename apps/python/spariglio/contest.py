"""Arenas: agents against each other on duplicate deals, over hands or whole matches, with exact sums and intervals."""

import html
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, cast

from spariglio import _core
from spariglio._arguments import Rules, game_of, keywords
from spariglio._data.remote import fetched, written
from spariglio._names import explain
from spariglio.agents import AgentLike, entrant

if TYPE_CHECKING:
    import pandas  # type: ignore[import-not-found,import-untyped,unused-ignore]

__all__ = ["ArenaResult", "MatchPair", "MatchesResult", "Pair", "arena", "matches"]

Progress = Callable[[tuple[str, str], int, int, float, float], None]


_PATIENCE = 1.0
"""Seconds before progress is shown that nobody asked for."""

_LEAST_SETS = 8
"""Sets that an interval needs (docs/explanation/statistics.md)."""


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

    def reversed(self) -> Self:
        """The same pair from the second agent's point of view."""
        first, second = self.agents
        interval = None if self.interval is None else (-self.interval[1], -self.interval[0])
        return replace(
            self,
            agents=(second, first),
            mean=-self.mean,
            interval=interval,
            win=self.loss,
            loss=self.win,
        )


@dataclass(frozen=True)
class MatchPair:
    """Two agents that played matches. Figures are from the first agent's point of view."""

    agents: tuple[str, str]
    """Their names."""
    matches: int
    """Matches played."""
    sets: int
    """Number of duplicate sets: a series of deals, played in every seating."""
    score: float
    """Percentage of matches won; a level match counts one half."""
    standard_error: float
    """The standard error of the score, from sets."""
    interval: tuple[float, float] | None
    """The 95 % interval of the score; `None` if there are too few sets or all are alike."""
    win: float
    """Percentage of matches won by the first agent."""
    tie: float
    """Percentage of level matches."""
    loss: float
    """Percentage of matches lost by the first agent."""
    margin: float
    """The first agent's final points minus the second's, per match."""

    def reversed(self) -> Self:
        """The same pair from the second agent's point of view."""
        first, second = self.agents
        interval = None if self.interval is None else (100 - self.interval[1], 100 - self.interval[0])
        return replace(
            self,
            agents=(second, first),
            score=100 - self.score,
            interval=interval,
            win=self.loss,
            loss=self.win,
            margin=-self.margin,
        )


P = TypeVar("P", bound=Pair | MatchPair)


class _Result(Generic[P]):
    """A result of pairs. Notebooks show it as a table."""

    _kind: ClassVar[str]
    _unit: ClassVar[str]
    _columns: ClassVar[tuple[str, str, str]]
    """Headings: the mean, the percentage won, the number played."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.data: dict[str, Any] = json.loads(text)
        """All figures, as in the file that `spariglio arena --out` writes (docs/how-to/arena.md,
        docs/how-to/matches.md)."""

    @property
    def names(self) -> list[str]:
        """The names of the agents, in their order."""
        return list(self.data["names"])

    @property
    def complete(self) -> bool:
        """Whether all that was requested is played."""
        return bool(self.data["complete"])

    @property
    def pairs(self) -> list[P]:
        """All pairs that played."""
        return [self._pair(found) for found in self.data["pairs"]]

    def pair(self, first: int | str, second: int | str) -> P:
        """The pair of two agents, by their names or their places in the list, from the first one's point of view.

        Raises:
            KeyError: They did not play each other.
        """
        names = self.names
        places = [names.index(one) if one in names else one for one in (first, second)]
        for found in self.data["pairs"]:
            if found["places"] == places:
                return self._pair(found)
            if found["places"] == places[::-1]:
                return cast(P, self._pair(found).reversed())
        expected = f"two of {', '.join(map(repr, names))}, or of 0 to {len(names) - 1}"
        raise KeyError(f"agents {first!r} and {second!r} did not play: expected {expected}")

    def merge(self, other: Self) -> Self:
        """The sum of two results of different parts of the same contest.

        Raises:
            ValueError: The results are not of different parts of one contest; the message names the difference.
        """
        return type(self)(_core.merge(self._text, other._text))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file that `spariglio arena --out` would write."""
        with written(path) as file:
            file.write_text(self._text + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Reads a file of `save` or of `spariglio arena --out`. All figures are computed from its sums.

        Raises:
            ValueError: The file is another one, or a setting or a sum in it was changed.
        """
        return cls(_core.checked(cls._kind, os.fspath(path), fetched(path).read_text(encoding="utf-8")))

    def _stopped(self) -> Self:
        """The same result, stopped before its end."""
        return type(self)(_core.checked(self._kind, "the result", self._text, stopped=True))

    def report(self, folder: str | os.PathLike[str]) -> Path:
        """Writes the report of docs/how-to/arena.md to a folder, which is created if it does not exist. Returns the
        path of its page, `report.html`."""
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
        rows = []
        for pair in self.pairs:
            row = asdict(pair)
            first, second = row.pop("agents")
            low, high = row.pop("interval") or (None, None)
            rows.append({"first": first, "second": second, **row, "low": low, "high": high})
        return rows

    def to_pandas(self) -> "pandas.DataFrame":
        """The rows as a table of pandas, which has to be installed."""
        import pandas  # type: ignore[import-not-found,import-untyped,unused-ignore]

        return pandas.DataFrame(self.rows())

    def to_latex(self) -> str:
        """The table of the pairs for LaTeX, with rules of booktabs and a caption (docs/how-to/paper.md)."""
        with tempfile.TemporaryDirectory() as folder:
            self.report(folder)
            return Path(folder, "report", "table-pairs.tex").read_text(encoding="utf-8")

    def _pair(self, found: dict[str, Any]) -> P:
        raise NotImplementedError

    def _cells(self, pair: P) -> tuple[str, str, str]:
        """The mean, its interval and the number played of a pair."""
        raise NotImplementedError

    @property
    def _incomplete(self) -> str:
        return f"not complete: some of the requested {self._unit} are not played yet"

    def _repr_html_(self) -> str:
        mean, won, played = self._columns
        head = "".join(f"<th>{name}</th>" for name in ("", "", mean, "95 %", won, played))
        body = ""
        for pair in self.pairs:
            mean, interval, number = self._cells(pair)
            cells = (*map(html.escape, pair.agents), mean, interval or _unsure(pair), f"{pair.win:.1f} %", number)
            body += "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
        if not self.complete:
            body += f'<tr><td colspan="6">{self._incomplete}</td></tr>'
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def __repr__(self) -> str:
        lines = []
        for pair in self.pairs:
            mean, interval, number = self._cells(pair)
            words = [f"{pair.agents[0]} against {pair.agents[1]}: {mean} {self._columns[0]}"]
            words += [f"95 % {interval}" if interval else _unsure(pair), f"{number} {self._unit}"]
            lines.append(", ".join(words))
        return "\n".join(lines if self.complete else [*lines, self._incomplete])


explain(
    _Result,
    {
        "df": "polars.DataFrame(result.rows())",
        "mean": "pair(0, 1).mean",
        "score": "pair(0, 1).score",
        "winner": "pairs",
    },
)


class ArenaResult(_Result[Pair]):
    """The result of an arena. Notebooks show it as a table."""

    _kind = "arena"
    _unit = "hands"
    _columns = ("points per hand", "won", "hands")

    def _pair(self, found: dict[str, Any]) -> Pair:
        first, second = (self.names[place] for place in found["places"])
        figures = found["figures"]
        margin, interval = figures["margin"], figures["margin"]["interval"]
        return Pair(
            (first, second),
            figures["hands"],
            figures["hands"] // found["plays_per_set"],
            margin["mean"],
            margin["standard_error"],
            None if interval is None else (interval[0], interval[1]),
            *(figures["outcomes"][outcome]["mean"] for outcome in ("win", "tie", "loss")),
        )

    def _cells(self, pair: Pair) -> tuple[str, str, str]:
        low_high = "" if pair.interval is None else f"{pair.interval[0]:+.3f} to {pair.interval[1]:+.3f}"
        return f"{pair.mean:+.3f}", low_high, f"{pair.hands:,}"


class MatchesResult(_Result[MatchPair]):
    """The result of an arena of matches. Notebooks show it as a table."""

    _kind = "matches"
    _unit = "matches"
    _columns = ("% of matches", "won", "matches")

    def _pair(self, found: dict[str, Any]) -> MatchPair:
        first, second = (self.names[place] for place in found["places"])
        figures = found["figures"]
        score, interval = figures["score"], figures["score"]["interval"]
        win, tie, loss = (figures["outcomes"][outcome]["mean"] for outcome in ("win", "tie", "loss"))
        return MatchPair(
            (first, second),
            figures["matches"],
            figures["matches"] // found["plays_per_set"],
            score["mean"],
            score["standard_error"],
            None if interval is None else (interval[0], interval[1]),
            win,
            tie,
            loss,
            figures["margin"]["mean"],
        )

    def _cells(self, pair: MatchPair) -> tuple[str, str, str]:
        low_high = "" if pair.interval is None else f"{pair.interval[0]:.1f} to {pair.interval[1]:.1f}"
        return f"{pair.score:.1f}", low_high, f"{pair.matches:,}"


def _unsure(pair: Pair | MatchPair) -> str:
    """Why a pair has no interval."""
    return "too few sets" if pair.sets < _LEAST_SETS else "all sets are alike"


@keywords
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
    progress: Progress | bool | None = None,
) -> ArenaResult:
    """Plays every pair of `agents` on duplicate deals.

    Args:
        game: A `Game`, the name of a preset, or the path of a rule set file.
        agents: Two or more: specifications (docs/explanation/agents.md) such as `"ismcts:millis=2"`, classes of `Agent`
            and `BatchAgent`, functions that make one, `NetSearch`, or plain functions from a view to an action.
        hands: Hands per pair, rounded up to whole sets.
        seed: Decides the deals and the agents' seeds.
        threads: Threads; 0: one per core. Python agents share one lock, so more threads help only the other agents.
        in_flight: Sets to play side by side if an external program takes part; 0: by the programs' budgets
            (docs/how-to/arena.md).
        partners_open: Partners see each other's hand cards.
        unpaired: Every deal is played once only.
        part: Which part of the deals is played, such as `"2/3"`. `ArenaResult.merge` adds up the parts.
        resume: An earlier result to continue with more hands.
        progress: Called from time to time with the names of the pair, the hands played and to play, the mean and its
            standard error (0 if there are too few sets). If it raises an exception, the run ends. `True` writes a line
            to standard error, `False` nothing; with `None` it appears after a second on a terminal and in a notebook.

    Ctrl-C ends the run at the next call of a Python agent, or, if there is none, when the sets in play are finished.
    A second Ctrl-C ends it at once.

    Raises:
        ValueError: The arena cannot be played (the message says why), or two Python agents share a name.
        RuntimeError: A Python agent raised an exception, which is the cause; the message names deal, seed and seat.
    """
    entrants = _entered(agents, resume, ArenaResult)
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
        progress=_teller(progress, "hands", 3),
    )
    return ArenaResult(text)


@keywords
def matches(
    game: Rules,
    agents: Sequence[AgentLike],
    *,
    matches: int = 1_000,
    seed: int = 0,
    threads: int = 0,
    in_flight: int = 0,
    partners_open: bool = False,
    part: str = "1/1",
    resume: MatchesResult | None = None,
    progress: Progress | bool | None = None,
) -> MatchesResult:
    """Plays whole matches of every pair of `agents`, in sets on the same deals (docs/how-to/matches.md).

    Args:
        game: A `Game`, the name of a preset, or the path of a rule set file; it says how a match ends.
        agents: As in `arena`.
        matches: Matches per pair, rounded up to whole sets.
        seed: Decides the deals and the agents' seeds.
        threads: Threads; 0: one per core.
        in_flight: Sets to play side by side if an external program takes part; 0: by the programs' budgets.
        partners_open: Partners see each other's hand cards.
        part: Which part of the sets is played, such as `"2/3"`. `MatchesResult.merge` adds up the parts.
        resume: An earlier result to continue with more matches.
        progress: As in `arena`, with matches played and the percentage won so far.

    Raises:
        ValueError: The matches cannot be played (the message says why), or two Python agents share a name.
        RuntimeError: A Python agent raised an exception, which is the cause.
    """
    entrants = _entered(agents, resume, MatchesResult)
    text = _core.matches(
        game_of(game),
        entrants,
        matches=matches,
        seed=seed,
        threads=threads,
        in_flight=in_flight,
        partners_open=partners_open,
        part=part,
        kept=None if resume is None else resume._text,
        progress=_teller(progress, "matches", 1),
    )
    return MatchesResult(text)


def _entered(agents: Sequence[AgentLike], resume: object, kind: type) -> list[_core.Entrant]:
    """The agents as entrants. Fails if `agents` is no list, or `resume` no result of this kind."""
    if isinstance(agents, str):
        raise TypeError(f"agents is {agents!r}: expected a list of agents")
    if not (resume is None or isinstance(resume, kind)):
        article = "an" if kind is ArenaResult else "a"
        raise TypeError(f"resume is {resume!r}: expected {article} {kind.__name__}")
    entrants = [entrant(agent) for agent in agents]
    _check_names(agents, entrants)
    return entrants


def _check_names(agents: Sequence[AgentLike], entrants: Sequence[_core.Entrant]) -> None:
    """Fails if two different Python agents share a name."""
    named: dict[str, AgentLike] = {}
    for agent, entered in zip(agents, entrants, strict=True):
        if not isinstance(agent, str) and named.setdefault(entered.name, agent) is not agent:
            raise ValueError(f"two agents are named {entered.name!r}: expected a name of its own for each, see `name`")


def _teller(progress: Progress | bool | None, unit: str, digits: int) -> Progress | None:
    """The receiver of progress: a function, a line on standard error, or `None`."""
    patience = 0.0
    if progress is None:
        # The standard error of a notebook is no terminal; that of a program without a console is `None`.
        progress = "ipykernel" in sys.modules or (sys.stderr is not None and sys.stderr.isatty())
        patience = _PATIENCE
    if progress is True:
        first = time.monotonic() + patience

        def told(names: tuple[str, str], *news: Any) -> None:
            if time.monotonic() >= first:
                tell(" against ".join(names), *news, unit=unit, digits=digits)

        return told
    if not (progress is False or callable(progress)):
        raise TypeError(f"progress is {progress!r}: expected a function, or True")
    return progress or None


def tell(title: str, played: int, of: int, mean: float, standard_error: float, *, unit: str, digits: int) -> None:
    """Shows how far a pair has come: a line on standard error."""
    error = f" +-{1.96 * standard_error:.{digits}f}" if standard_error > 0 else ""
    line = f"\r{title}: {played} of {of} {unit}, {mean:+.{digits}f}{error}"
    print(line, end="\n" if played == of else "", file=sys.stderr, flush=True)
