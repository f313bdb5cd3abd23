"""Shared by all tests of a work: the bytes of an undisturbed run, the next folder, the findings."""

from __future__ import annotations

import random
import shutil
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from program import Outcome, Program
from tree import Tree, difference, tree
from works import Work


@dataclass(frozen=True)
class Finding:
    """A wrong result, and the faults before it. Its folder is kept."""

    work: str
    what: str
    faults: list[dict[str, object]]
    folder: Path


class Bench:
    """A work, ready to be disturbed."""

    def __init__(self, program: Program, work: Work, folder: Path) -> None:
        self.program, self.work, self.folder = program, work, folder / work.name
        self.number, self.lock = 0, threading.Lock()
        self.given = self.folder / "given"
        program.prepare(work, self.given)
        whole = self.folder / "whole"
        shutil.copytree(self.given, whole)
        began = time.monotonic()
        outcome = program.run(work, whole)
        self.seconds = time.monotonic() - began
        if outcome.status != 0:
            raise SystemExit(f"error: {work.name}: without a fault: {outcome.errors}")
        self.counts = outcome.counts
        self.whole: Tree = tree(work, whole)
        self.names = sorted(self.whole.keys() - tree(work, self.given).keys())

    def root(self, start: Path | None = None) -> Path:
        """A new folder with the inputs of the command, or a copy of `start` if it is given."""
        with self.lock:
            self.number += 1
            root = self.folder / f"run{self.number}"
        shutil.copytree(start or self.given, root)
        return root

    def differs(self, root: Path) -> str | None:
        try:
            return difference(self.whole, tree(self.work, root))
        except ValueError as error:
            return f"a file is not JSON: {error}"

    def finish(self, root: Path, faults: list[dict[str, object]]) -> Finding | None:
        """Runs the command to its end without a fault. Reports a finding if it fails or its files differ from an
        undisturbed run."""
        outcome = self.program.run(self.work, root)
        if outcome.status != 0:
            return self.finding(f"does not resume: {last(outcome)}", faults, root)
        if what := self.differs(root):
            return self.finding(what, faults, root)
        self.clear(root)
        return None

    def finding(self, what: str, faults: list[dict[str, object]], root: Path) -> Finding:
        return Finding(self.work.name, what, faults, root)

    def clear(self, root: Path) -> None:
        shutil.rmtree(root)
        root.with_name(root.name + ".report").unlink(missing_ok=True)

    def cut_short(self, rng: random.Random) -> Path | None:
        """The folder of a run that was killed before one of its changes; `None` if the run ended first."""
        changes = sum(self.counts[call] for call in ("create", "write", "fsync", "rename", "unlink", "mkdir"))
        root = self.root()
        fault = {"CALL": "any", "DO": "kill", "AT": rng.randint(changes // 3, changes)}
        if self.program.run(self.work, root, fault).was_killed:
            return root
        self.clear(root)
        return None


def last(outcome: Outcome) -> str:
    """The end of a run, in one line."""
    lines = outcome.errors.strip().splitlines() or [""]
    return f"status {outcome.status}, {lines[-1]}"
