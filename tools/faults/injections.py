"""Calls that fail: a full disk, a failing sync, a short write, unreadable or missing files. If the command succeeds,
its bytes must be right. If it fails, the error must name a file, and the same command must succeed without the fault.
"""

from __future__ import annotations

import errno
import random
from collections.abc import Iterator
from pathlib import Path

from bench import Bench, Finding, last
from program import Outcome

Fault = dict[str, object]

# The possible failures of each call.
FAILURES: dict[str, list[Fault]] = {
    "open": [{"ERRNO": errno.EACCES}, {"ERRNO": errno.EMFILE}, {"ERRNO": errno.ENOENT}],
    "create": [{"ERRNO": errno.EACCES}, {"ERRNO": errno.ENOSPC}, {"ERRNO": errno.ENOSPC, "STICKY": 1}],
    "read": [{"ERRNO": errno.EIO}, {"ERRNO": errno.EINTR}, {"DO": "short"}],
    "write": [
        {"ERRNO": errno.EIO},
        {"ERRNO": errno.EINTR},
        {"DO": "full"},
        {"DO": "short"},
        {"DO": "short", "STICKY": 1},
    ],
    "fsync": [{"ERRNO": errno.EIO}, {"ERRNO": errno.EIO, "STICKY": 1}],
    "rename": [{"ERRNO": errno.EIO}, {"ERRNO": errno.EACCES}],
    "unlink": [{"ERRNO": errno.EACCES}],
    "mkdir": [{"ERRNO": errno.ENOSPC}, {"ERRNO": errno.EACCES}],
    "list": [{"ERRNO": errno.EACCES}],
    "stat": [{"ERRNO": errno.EIO}, {"ERRNO": errno.EACCES}],
    "lock": [{"ERRNO": errno.ENOLCK}],
}
# Errors that a program must tolerate.
HARMLESS = {errno.EINTR}


def faults(counts: dict[str, int]) -> Iterator[Fault]:
    """Every failure of every call of a run."""
    for call, failures in FAILURES.items():
        for at in range(1, counts.get(call, 0) + 1):
            for failure in failures:
                yield {"CALL": call, "DO": "fail", "AT": at} | failure


def starts(bench: Bench, rng: random.Random) -> list[tuple[Path, dict[str, int]]]:
    """Starts of a run, with the counts of its calls: without files, after a kill, and after a complete run."""
    folders = [bench.given, bench.cut_short(rng), bench.folder / "whole"]
    begun = []
    for folder in filter(None, folders):
        root = bench.root(folder)
        begun.append((folder, bench.program.run(bench.work, root).counts))
        bench.clear(root)
    return begun


def inject(bench: Bench, start: Path, fault: Fault) -> tuple[bool, Finding | None]:
    """A run with a fault. Returns whether the fault was hit, and the finding, if any."""
    root = bench.root(start)
    outcome = bench.program.run(bench.work, root, fault)
    if outcome.hit is None and outcome.status == 0:
        bench.clear(root)
        return False, None
    told = [{"start": start.name} | fault]
    if what := judge(bench, root, fault, outcome):
        return True, bench.finding(what, told, root)
    return True, bench.finish(root, told)


def judge(bench: Bench, root: Path, fault: Fault, outcome: Outcome) -> str | None:
    if outcome.status == 0:
        what = bench.differs(root)
        return what and f"ends well, but {what}"
    if outcome.status not in (1, 2):
        return f"dies: {last(outcome)}"
    if fault.get("ERRNO") in HARMLESS or fault["DO"] == "short":
        return f"gives up: {last(outcome)}"
    return None if is_named(root, outcome) else f"an error that names no file: {last(outcome)}"


def is_named(root: Path, outcome: Outcome) -> bool:
    """Whether the error names the file, the final name of a temporary file, or its folder."""
    path = Path(outcome.hit[1]) if outcome.hit else root
    names = {path, path.parent, path.with_suffix("").with_suffix(""), *root.rglob("*")}
    return any(str(name) in outcome.errors for name in names if name.is_relative_to(root))
