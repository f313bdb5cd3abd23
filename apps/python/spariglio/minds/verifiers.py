"""A taskset and an environment for verifiers (its `verifiers.v1`).

The rewards of an episode are recorded by name: those in `weights` as rewards, the others and the faults as metrics. If
`weights` has `regret`, the trace's `info` has the regret of each decision (`regrets`).

verifiers finds environments by the name of a module. Make one, say `scopa_hands.py`, where Python finds it:

    from spariglio.minds.verifiers import *
    from spariglio.minds.verifiers import __all__

Then `vf-eval scopa-hands --env.taskset.game scopone -m MODEL` plays it, and a trainer loads it as `scopa-hands`. Before
verifiers 0.4 the command is `env eval`.

Needs `pip install spariglio[verifiers]`.
"""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

from spariglio.minds.case import Case, hands, positions
from spariglio.minds.episode import Episode
from spariglio.minds.reward import regrets, rewards

try:
    import verifiers.v1 as vf
    from pydantic import Field
except ImportError as error:
    raise ImportError("spariglio.minds.verifiers needs verifiers: pip install 'spariglio[verifiers]'") from error

import spariglio as sp

__all__ = ["HandData", "HandEnv", "HandEnvConfig", "HandTask", "HandTaskset", "HandTasksetConfig"]


class HandTasksetConfig(vf.TasksetConfig):
    """What is played."""

    game: str = "scopa"
    """The name of a preset, or the path of a rule set file."""
    hands: int = 100
    """How many hands are dealt."""
    records: Path | None = None
    """A file of records: then their decisions are the tasks, one by one, instead of whole hands."""
    seed: int = 0
    """The seed of the first hand."""


class HandData(vf.TaskData):
    """A `Case`."""

    record: str
    seat: int | None
    turn: int | None
    seed: int


class HandTask(vf.Task[HandData, vf.State, vf.TaskConfig]):
    """A hand, or one decision."""


class HandTaskset(vf.Taskset[HandTask, HandTasksetConfig]):
    """Hands, or the decisions of recorded hands."""

    def load(self) -> Iterable[HandTask]:
        """The tasks in order."""
        config = self.config
        if config.records is None:
            cases = hands(config.game, config.hands, config.seed)
        else:
            cases = positions(config.records.read_text(encoding="utf-8").splitlines(), config.seed)
        for case in cases:
            data = HandData(record=case.record, seat=case.seat, turn=case.turn, seed=case.seed)
            yield HandTask(data, config.task)


class HandEnvConfig(vf.EnvConfig):
    """How it is played and rewarded."""

    player: vf.AgentConfig = vf.AgentConfig(harness={"id": "null"}, runtime=vf.SubprocessConfig())
    """The model. Its harness is a conversation without tools."""
    options: dict[str, Any] = Field(default_factory=dict)
    """As for `Episode`, such as `opponents`, `retries` and `language`."""
    weights: dict[Literal["margin", "regret", "exact"], float] = Field(default_factory=lambda: {"regret": 1.0})
    """The weight of each reward; `exact` is left out where nothing was solved. Without `regret` nothing is reviewed,
    which saves time."""
    level: Literal["quick", "deep"] = "quick"
    """How long the reviewer searches."""


class HandEnv(vf.Env[HandEnvConfig]):
    """One seat of a hand, or one recorded decision; agents play the other seats.

    If a limit of the agent ends the conversation early, the decision is forfeited.
    """

    async def run(self, task: vf.Task[HandData, vf.State, vf.TaskConfig], agents: vf.Agents) -> None:
        """Plays the task's episode."""
        data = task.data
        case = Case(data.record, data.seat, data.turn, data.seed)
        episode = await asyncio.to_thread(Episode, case, **self.config.options)
        async with agents.player.interaction(task) as conversation:
            trace = conversation.trace
            while not episode.over:
                segment = await conversation.turn(episode.prompt())
                if segment.terminated:
                    break
                cut_off = trace.calls[-1].finish_reason == "length"
                await asyncio.to_thread(episode.answer, segment.last_reply, cut_off=cut_off)
        if not trace.ok:
            return
        episode.forfeit()
        await self._record(episode, trace)

    async def _record(self, episode: Episode, trace: vf.Trace) -> None:
        result, weights = episode.result(), self.config.weights
        lost = None
        if "regret" in weights:
            lost = await asyncio.to_thread(regrets, result, sp.Reviewer(level=self.config.level))
            trace.info["regrets"] = [dataclasses.asdict(one) for one in lost]
        found = await asyncio.to_thread(rewards, result, lost)
        for name, points in found.items():
            if points is not None and name in weights:
                trace.record_reward(name, points, weights[name])
            elif points is not None:
                trace.record_metric(name, points)
        for fault, count in result.faults.items():
            trace.record_metric(fault, count)
        trace.info["result"] = dataclasses.asdict(result)
