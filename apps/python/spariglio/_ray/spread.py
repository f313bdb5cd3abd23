"""Spreads a job over the nodes of a cluster: admits nodes, assigns pieces, and makes lost pieces again elsewhere."""

from __future__ import annotations

import hashlib
import math
import os
import platform
import random
import sys
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import ray
from ray.exceptions import RayError, RayTaskError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from spariglio import _core
from spariglio._ray.jobs import Facts, Files, Job

RETRIES = 10
"""The most times that a piece is made again because its node was lost."""

AHEAD = 2
"""Pieces queued or in progress, per slot of the cluster."""

Tell = Callable[[int, int], None]


class Machine(NamedTuple):
    """A machine of the cluster."""

    id: str
    host: str

    def __str__(self) -> str:
        return f"{self.host} (node {self.id[:8]})"


class Made(NamedTuple):
    """The answer of a node: its identity, its facts, and a piece if one was requested and the facts fit."""

    machine: Machine
    facts: Facts
    files: Files | None


@dataclass(frozen=True)
class Errand:
    """A piece to make. `first` is set if it is made a second time, for an audit."""

    number: int
    first: Made | None = None


def own_facts(facts: Facts) -> Facts:
    """The facts of a job on this machine, with its version and its decisions."""
    return {"version": _core.VERSION, "decisions": _core.decisions_fingerprint(), **facts}


@lru_cache(maxsize=4)
def _facts(job: Job, run: str) -> Facts:
    """The facts of a job on this node. Each run computes them again, as files may have changed."""
    return own_facts(job.facts())


def _make(job: Job, run: str, number: int | None, expected: Facts) -> Made:
    """Makes a piece if this node has the `expected` facts. If `number` is `None`, only reports the facts."""
    machine = Machine(ray.get_runtime_context().get_node_id(), platform.node())
    found = _facts(job, run)
    files = job.make(number) if number is not None and found == expected else None
    return Made(machine, found, files)


# The nodes find `_make` by its name.
_remote = ray.remote(max_retries=RETRIES)(_make)


def spread(
    job: Job,
    numbers: Sequence[int],
    expected: Facts,
    keep: Callable[[int, Files], None],
    *,
    threads: int,
    audit: float,
    tell: Tell | None,
    of: int,
) -> None:
    """Makes the pieces of a job on the nodes of the cluster and passes each to `keep` when it arrives.

    Raises:
        RuntimeError: A node differs from this machine, a piece made again differs, or a piece cannot be made.
    """
    if not numbers:
        return
    run = _Run(job, ray.put(job), expected, keep, threads, tell, of)
    run.admit()
    run.work(numbers, set(random.sample(list(numbers), math.ceil(audit * len(numbers)))))


@dataclass
class _Run:
    job: Job
    sent: Any
    """The job in the object store."""
    expected: Facts
    keep: Callable[[int, Files], None]
    threads: int
    tell: Tell | None
    of: int
    """Number of all pieces, with those that existed before the run."""
    name: str = field(default_factory=lambda: uuid4().hex)
    """Unique to this run."""
    made_by: dict[Machine, list[int]] = field(default_factory=dict)
    """The pieces that were kept."""
    running: dict[Any, Errand] = field(default_factory=dict)

    def admit(self) -> None:
        """Checks the facts of every node before anything is made."""
        asked = [(machine, self._ask(machine)) for machine in self._machines()]
        for machine, answer in asked:
            try:
                self._check(ray.get(answer))
            except RayTaskError as error:
                raise RuntimeError(f"{machine} cannot take part: {error.cause!r}") from error
            except RayError:
                # If the node was lost, its pieces are made elsewhere.
                continue

    def work(self, numbers: Sequence[int], audited: set[int]) -> None:
        """Makes all pieces, and those in `audited` twice."""
        waiting = deque(Errand(number) for number in numbers)
        done = self.of - len(waiting)
        try:
            while waiting or self.running:
                self._send_some(waiting)
                for ready in ray.wait(list(self.running), timeout=1.0)[0]:
                    errand = self.running.pop(ready)
                    made = self._get(errand, ready)
                    if self._shall_be_made_again(errand, made, audited):
                        waiting.appendleft(Errand(errand.number, errand.first or made))
                        continue
                    self._take(errand, made)
                    done += 1
                    if self.tell:
                        self.tell(done, self.of)
        finally:
            for left in self.running:
                ray.cancel(left, force=True)

    def _shall_be_made_again(self, errand: Errand, made: Made, audited: set[int]) -> bool:
        """Whether a piece must be made again for an audit, by another node if there is one."""
        if errand.first is None:
            return errand.number in audited
        return made.machine.id == errand.first.machine.id and self._other(errand.first) is not None

    def _take(self, errand: Errand, made: Made) -> None:
        assert made.files is not None
        if errand.first is not None and self._hash(errand.first) != self._hash(made):
            raise RuntimeError(self._difference(errand, made))
        self.keep(errand.number, made.files)
        self.made_by.setdefault(made.machine, []).append(errand.number)

    def _get(self, errand: Errand, ready: Any) -> Made:
        try:
            made: Made = ray.get(ready)
        except RayTaskError as error:
            raise RuntimeError(f"{self.job.noun} {errand.number}: {error.cause}") from error
        except RayError as error:
            raise RuntimeError(f"{self.job.noun} {errand.number}: {error}") from error
        self._check(made)
        return made

    def _check(self, made: Made) -> None:
        for name, expected in self.expected.items():
            found = made.facts.get(name)
            if found != expected:
                raise RuntimeError(
                    f"{made.machine} is not like {platform.node()}, which leads: its `{name}` is {found}, "
                    f"expected {expected}; it has made nothing"
                )

    def _difference(self, errand: Errand, made: Made) -> str:
        assert errand.first is not None
        pieces = [f"{one.machine} (SHA-256 {self._hash(one)})" for one in (errand.first, made)]
        kept = [
            f"{self.job.noun}s {sorted(self.made_by.get(one.machine, []))} of {one.machine}"
            for one in (errand.first, made)
        ]
        return (
            f"{self.job.noun} {errand.number} of {pieces[0]} is not that of {pieces[1]}: one of them computes wrongly. "
            f"It was not kept. Kept in this run were {kept[0]} and {kept[1]}: delete those of the faulty machine"
        )

    def _hash(self, made: Made) -> str:
        digest = hashlib.sha256()
        for path, data in sorted(self.job.timeless(made.files or {}).items()):
            digest.update(path.encode() + data)
        return digest.hexdigest()[:16]

    def _ask(self, machine: Machine) -> Any:
        """Asks a machine for its facts."""
        there = NodeAffinitySchedulingStrategy(machine.id, soft=False)
        return _remote.options(num_cpus=0, scheduling_strategy=there).remote(self.sent, self.name, None, self.expected)

    def _send_some(self, waiting: deque[Errand]) -> None:
        """Sends errands: enough to keep all nodes busy, few enough to fit in memory."""
        slots = int(ray.cluster_resources().get("CPU", 0) // self.threads)
        while waiting and len(self.running) < AHEAD * max(1, slots):
            errand = waiting.popleft()
            # If the other node is lost before the piece is made, any node may make it.
            other = self._other(errand.first)
            strategy = "DEFAULT" if other is None else NodeAffinitySchedulingStrategy(other.id, soft=True)
            task = _remote.options(num_cpus=self.threads, scheduling_strategy=strategy)
            self.running[task.remote(self.sent, self.name, errand.number, self.expected)] = errand

    def _machines(self) -> list[Machine]:
        """The machines that are alive and have enough cores."""
        alive = [node for node in ray.nodes() if node["Alive"]]
        cpus = [node["Resources"].get("CPU", 0) for node in alive]
        machines = [Machine(node["NodeID"], node["NodeManagerHostname"]) for node in alive]
        fit = [machine for machine, cpu in zip(machines, cpus, strict=True) if cpu >= self.threads]
        if not fit:
            raise RuntimeError(f"threads is {self.threads}: expected a node with as many CPUs, found {cpus}")
        return fit

    def _other(self, first: Made | None) -> Machine | None:
        """A machine other than the one that made a piece; `None` if nobody made it, or if there is no other machine."""
        if first is None:
            return None
        others = [machine for machine in self._machines() if machine.id != first.machine.id]
        return random.choice(others) if others else None


def tell_of(noun: str, progress: Tell | bool, figures: Callable[[], str] = str) -> Tell | None:
    """The receiver of progress: a function, a line on standard error with the figures so far, or `None`."""
    if progress is True:
        start, clear = ("\r", "\x1b[K") if sys.stderr.isatty() else ("", "")
        return lambda done, of: print(
            f"{start}{noun}s: {done} of {of}{figures()}{clear}",
            end="\n" if done == of or not start else "",
            file=sys.stderr,
            flush=True,
        )
    if not (progress is False or callable(progress)):
        raise TypeError(f"progress is {progress!r}: expected a function, or True")
    return progress or None


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file under a temporary name, then renames it, so that a file with the final name is complete. Makes its
    folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    with temporary.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
