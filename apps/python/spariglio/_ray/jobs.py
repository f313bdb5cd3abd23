"""Jobs for nodes: parts of self-play, of an arena, of ladders. All are plain data that is sent to the nodes."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from ray import cloudpickle

from spariglio import _core, selfplay
from spariglio._core import Game
from spariglio.agents import AgentLike, entrant
from spariglio.contest import ArenaResult, MatchesResult, arena, matches

Facts = dict[str, Any]
"""All facts that decide the bytes of a job's pieces."""

Files = dict[str, bytes]
"""Bytes by their paths in a run directory."""


class Job(Protocol):
    """Work in numbered pieces."""

    @property
    def noun(self) -> str:
        """The name of a piece in messages."""

    def __hash__(self) -> int:
        """Equal jobs have equal hashes."""

    def facts(self) -> Facts:
        """The facts that decide the pieces' bytes on this machine, except its version and its decisions."""

    def make(self, number: int) -> Files:
        """The files of a piece."""

    def timeless(self, files: Files) -> Files:
        """The files of a piece without what depends on time: any node makes the same."""


@dataclass(frozen=True)
class Shards:
    """The shards of a configuration of self-play."""

    config: str
    """The text of the configuration."""
    shards: int
    threads: int
    noun = "shard"

    def facts(self) -> Facts:
        """The rules, and the agents with hashes of their networks."""
        with tempfile.TemporaryDirectory() as folder:
            return facts_of(json.loads(_core.selfplay_plan(self._file(folder), Path(folder) / "run")))

    def make(self, number: int) -> Files:
        """The files of a shard."""
        with tempfile.TemporaryDirectory() as folder:
            return selfplay.files(self._file(folder), f"{number + 1}/{self.shards}", threads=self.threads)

    def timeless(self, files: Files) -> Files:
        """All files: none depends on time."""
        return files

    def _file(self, folder: str) -> Path:
        path = Path(folder) / "config.toml"
        path.write_text(self.config, encoding="utf-8")
        return path


def facts_of(plan: dict[str, Any]) -> Facts:
    """The facts that decide the bytes of a plan's shards."""
    return {"rules": plan["rules"], "agents": plan["agents"]}


KINDS: dict[str, tuple[Any, Any, type[ArenaResult] | type[MatchesResult]]] = {
    "hands": (_core.arena_plan, arena, ArenaResult),
    "matches": (_core.matches_plan, matches, MatchesResult),
}
"""What an arena counts: how it is planned and played, and its result."""


@dataclass(frozen=True)
class Parts:
    """The parts of an arena, numbered from 1."""

    kind: str
    """One of `KINDS`."""
    rules: str
    """The rules as TOML."""
    agents: bytes
    """The pickled list of agents."""
    settings: tuple[tuple[str, Any], ...]
    """Other arguments of the function that plays, with their names."""
    parts: int
    threads: int
    noun = "part"

    def plan(self) -> dict[str, Any]:
        """The plan of the arena, before any play."""
        plan = KINDS[self.kind][0]
        entrants = [entrant(agent) for agent in self._agents()]
        text = plan(Game.from_toml(self.rules), entrants, part=f"1/{self.parts}", **dict(self.settings))
        found: dict[str, Any] = json.loads(text)
        return found

    def facts(self) -> Facts:
        """The agents, their files, and the fingerprint of the contest."""
        fresh = self.plan()["arena"]
        settings = {name: fresh[name] for name in ("agents", "made_of")}
        return {**settings, "fingerprint": fresh["figures"]["fingerprint"]}

    def make(self, number: int) -> Files:
        """The file of a part."""
        play, part = KINDS[self.kind][1], f"{number}/{self.parts}"
        result = play(
            Game.from_toml(self.rules), self._agents(), threads=self.threads, part=part, **dict(self.settings)
        )
        return {self.file(number): result._text.encode()}

    def timeless(self, files: Files) -> Files:
        """All files: none depends on time."""
        return files

    def file(self, number: int) -> str:
        """The name of a part's file."""
        return f"part-{number:05}.json"

    def _agents(self) -> list[AgentLike]:
        agents: list[AgentLike] = cloudpickle.loads(self.agents)
        return agents


@dataclass(frozen=True)
class Ladders:
    """The parts of the missing pairs of ladders, numbered from 1."""

    files: tuple[str, ...]
    """The paths of the ladders, which every node reads."""
    results: tuple[tuple[str, bytes], ...]
    """The results so far, with the names of their files."""
    settings: tuple[tuple[str, Any], ...]
    """The selection of rows and the scale of hands, with their names."""
    parts: int
    threads: int
    noun = "part"

    def facts(self) -> Facts:
        """The fingerprints of the missing pairs, which cover the rules and the files of the agents."""
        with self._folder() as folder:
            plan = json.loads(_core.ladder_plan(self.files, folder, **dict(self.settings)))
        return {"pairs": plan["pairs"]}

    def make(self, number: int) -> Files:
        """The files with the sums of a part."""
        part, settings = f"{number}/{self.parts}", dict(self.settings)
        with self._folder() as folder:
            paths = _core.ladder_part(self.files, folder, part, threads=self.threads, **settings)
            return {path.name: path.read_bytes() for path in paths if path.exists()}

    def timeless(self, files: Files) -> Files:
        """The sums without the times of decisions."""
        return {name: _timeless(data) for name, data in files.items()}

    @contextmanager
    def _folder(self) -> Iterator[str]:
        """A folder with the results so far."""
        with tempfile.TemporaryDirectory() as folder:
            for name, data in self.results:
                (Path(folder) / name).write_bytes(data)
            yield folder


def _timeless(data: bytes) -> bytes:
    """The sums in the file of a part, without the times of decisions."""
    pairs = json.loads(data)["pairs"]
    return json.dumps([{**pair["pair"]["sums"], "clocked": None} for pair in pairs]).encode()


def pickled(agents: list[AgentLike]) -> bytes:
    """The agents as bytes that any node can read.

    Raises:
        TypeError: An agent cannot be pickled; the message says which and why.
    """
    for place, agent in enumerate(agents):
        try:
            cloudpickle.dumps(agent)
        except Exception as error:
            raise TypeError(f"agents[{place}] is {agent!r}: expected an agent that can be pickled ({error})") from error
    data: bytes = cloudpickle.dumps(agents)
    return data
