"""A cell of the table: one method in one game, with one budget and one seed. A finished cell has a file."""

import functools
import json
import resource
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import nfsp
import policy_gradient
import ppo
import regret
import rnad
import torch
from small_game import SmallGame, TreePolicy

Learn = Callable[[SmallGame, int, int], tuple[TreePolicy | policy_gradient.Agent, int]]
"""From a game, a budget and a seed to a policy and the decisions that it took."""


@dataclass(frozen=True)
class Method:
    """A way to find a policy."""

    learn: Learn
    most: int = 4_000_000
    """The largest budget that it gets, in decisions."""
    chance: bool = True
    """Whether its result depends on the seed."""


IN_PYTHON = 1_000_000
"""The largest budget of a method whose hands are played in Python."""

METHODS = {
    "CFR+": Method(regret.learn_all, chance=False),
    "MCCFR": Method(regret.learn_sampled),
    "policy gradient": Method(policy_gradient.learn),
    "PPO": Method(ppo.learn, IN_PYTHON),
    "NFSP": Method(nfsp.learn, IN_PYTHON),
    "R-NaD": Method(rnad.learn, IN_PYTHON),
}


@dataclass(frozen=True)
class Cell:
    """The place of a cell in the table."""

    method: str
    game: str
    budget: int
    seed: int

    def file(self, folder: Path) -> Path:
        """Its file in a folder."""
        name = self.method.lower().replace(" ", "_")
        return folder / "cells" / f"{self.game}-{name}-{self.budget}-{self.seed}.json"


@dataclass(frozen=True)
class Row(Cell):
    """A finished cell."""

    decisions: int
    """Decisions that the method took: at least the budget, except where a larger step would exceed it."""
    exploitability: float
    """Points per hand that a best response wins, the mean of both seats. Exact."""
    seconds: float
    """Wall-clock time of learning."""
    processor_seconds: float

    def __str__(self) -> str:
        text = f"{self.exploitability:.4f} points per hand, {self.seconds:.1f} s"
        return f"{self.game}, {self.method}, {self.budget:,} decisions, seed {self.seed}: {text}"


def read(cell: Cell, folder: Path) -> Row | None:
    """The finished cell, if its file is there."""
    file = cell.file(folder)
    return Row(**json.loads(file.read_text(encoding="utf-8"))) if file.exists() else None


def fill(cell: Cell, folder: Path) -> Row:
    """Learns, measures, and writes the file of a cell."""
    torch.set_num_threads(1)
    game = small_game(cell.game)
    started, earlier_work = time.monotonic(), processor_seconds()
    policy, decisions = METHODS[cell.method].learn(game, cell.budget, cell.seed)
    seconds, work = time.monotonic() - started, processor_seconds() - earlier_work
    row = Row(
        **asdict(cell),
        decisions=decisions,
        exploitability=policy.exploitability(),
        seconds=round(seconds, 2),
        processor_seconds=round(work, 2),
    )
    file = cell.file(folder)
    part = file.with_suffix(".part")
    part.write_text(json.dumps(asdict(row)) + "\n", encoding="utf-8")
    part.replace(file)
    return row


@functools.cache
def small_game(rules: str) -> SmallGame:
    """The game, made once in each process."""
    return SmallGame(rules)


def processor_seconds() -> float:
    """Processor time of this process and of those that it ran."""
    usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in usage)
