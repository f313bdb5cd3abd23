"""Kills with -9 at all kinds of moments: at a random time, when a file appears, before a change of a file, in the
middle of a write. Power cuts also lose all data that was not synced. If the run is resumed, it must end with the same
bytes."""

from __future__ import annotations

import random
import time
from pathlib import Path

from bench import Bench, Finding, last
from program import Outcome, Run

# The most kills of a run.
MOST = 4
CALLS = ("any", "any", "create", "write", "fsync", "rename")


def kill_chain(bench: Bench, rng: random.Random) -> tuple[int, Finding | None]:
    """A run that is killed several times and resumed. Returns the number of kills that hit it, and any finding."""
    root, kills, faults = bench.root(), 0, []
    for _ in range(rng.randint(1, MOST)):
        fault = draw(bench, rng)
        faults.append(fault)
        outcome = meet(bench, root, fault)
        if outcome.was_killed:
            kills += 1
        elif outcome.status != 0:
            return kills, bench.finding(f"does not resume: {last(outcome)}", faults, root)
    return kills, bench.finish(root, faults)


def draw(bench: Bench, rng: random.Random) -> dict[str, object]:
    """A random kill."""
    kind = rng.choice(["time", "appear", "kill", "tear", "cut"])
    if kind == "time":
        return {"after": rng.uniform(0, bench.seconds)}
    if kind == "appear":
        return {"appears": rng.choice(bench.names), "after": rng.uniform(0, 0.02)}
    call = "write" if kind == "tear" else rng.choice(CALLS)
    known = bench.counts
    most = sum(known.get(name, 0) for name in CALLS[2:]) if call == "any" else known[call]
    fault: dict[str, object] = {"DO": kind, "CALL": call, "AT": rng.randint(1, max(1, most))}
    if kind == "cut" and rng.random() < 0.5:
        fault["SEED"] = rng.getrandbits(32)
    return fault


def meet(bench: Bench, root: Path, fault: dict[str, object]) -> Outcome:
    """A run with a kill."""
    if "DO" in fault:
        return bench.program.run(bench.work, root, fault)
    clock = {} if bench.work.rate == 1 else {"CLOCK": f"{bench.work.rate}:0:0:0"}
    run = bench.program.start(bench.work.words, root, clock)
    if "appears" in fault:
        wait_for(run, root / str(fault["appears"]))
    time.sleep(float(str(fault["after"])))
    run.process.kill()
    return run.finish()


def wait_for(run: Run, path: Path) -> None:
    while not path.exists() and run.process.poll() is None:
        time.sleep(0.0005)


def cut_at_end(bench: Bench) -> Finding | None:
    """The power fails just after the command has reported success."""
    root = bench.root()
    fault: dict[str, object] = {"DO": "cut", "AT": 0}
    outcome = bench.program.run(bench.work, root, fault)
    if outcome.status != 0:
        return bench.finding(f"fails: {last(outcome)}", [fault], root)
    if what := bench.differs(root):
        return bench.finding(f"after the end the power fails: {what}", [fault], root)
    bench.clear(root)
    return None
