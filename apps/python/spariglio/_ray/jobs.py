"""Jobs for nodes: shards of self-play, and parts of an arena. Both are plain data that is sent to the nodes."""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from ray import cloudpickle

from spariglio import _core, selfplay
from spariglio._core import Game
from spariglio.agents import AgentLike, entrant
from spariglio.contest import arena

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


@dataclass(frozen=True)
class Shards:
    """The shards of a configuration of self-play."""

    config: str
    """The text of the configuration."""
    threads: int
    noun = "shard"

    def facts(self) -> Facts:
        """The rules, and the agents with hashes of their networks."""
        with tempfile.TemporaryDirectory() as folder:
            return facts_of(json.loads(_core.selfplay_plan(self._file(folder), Path(folder) / "run")))

    def make(self, number: int) -> Files:
        """The files of a shard."""
        with tempfile.TemporaryDirectory() as folder:
            return selfplay.files(self._file(folder), number, threads=self.threads)

    def _file(self, folder: str) -> Path:
        path = Path(folder) / "config.toml"
        path.write_text(self.config, encoding="utf-8")
        return path


def facts_of(plan: dict[str, Any]) -> Facts:
    """The facts that decide the bytes of a plan's shards."""
    return {"rules": plan["rules"], "agents": plan["agents"]}


@dataclass(frozen=True)
class Parts:
    """The parts of an arena, numbered from 1."""

    rules: str
    """The rules as TOML."""
    agents: bytes
    """The pickled list of agents."""
    hands: int
    seed: int
    parts: int
    partners_open: bool
    unpaired: bool
    threads: int
    noun = "part"

    def plan(self) -> dict[str, Any]:
        """The plan of the arena, before any play."""
        plan = _core.arena_plan(
            Game.from_toml(self.rules),
            [entrant(agent) for agent in self._agents()],
            hands=self.hands,
            seed=self.seed,
            partners_open=self.partners_open,
            unpaired=self.unpaired,
            part=f"1/{self.parts}",
        )
        found: dict[str, Any] = json.loads(plan)
        return found

    def facts(self) -> Facts:
        """The agents, their files, and the fingerprint of the contest."""
        fresh = self.plan()["arena"]
        return {name: fresh[name] for name in ("agents", "made_of", "fingerprint")}

    def make(self, number: int) -> Files:
        """The file of a part."""
        result = arena(
            Game.from_toml(self.rules),
            self._agents(),
            hands=self.hands,
            seed=self.seed,
            threads=self.threads,
            partners_open=self.partners_open,
            unpaired=self.unpaired,
            part=f"{number}/{self.parts}",
        )
        return {self.file(number): result._text.encode()}

    def file(self, number: int) -> str:
        """The name of a part's file."""
        return f"part-{number:05}.json"

    def _agents(self) -> list[AgentLike]:
        agents: list[AgentLike] = cloudpickle.loads(self.agents)
        return agents


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
