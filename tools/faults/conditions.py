"""A machine in trouble: clocks that jump, no memory, two processes in one place."""

from __future__ import annotations

import random

from bench import Bench, Finding, last

YEAR = 365 * 86400
# Jumps in seconds of the wall clock, and of the monotonic clock, which never goes back.
JUMPS = [(-70 * YEAR, 0), (-3600, 0), (10 * YEAR, 0), (0, 86400), (10 * YEAR, YEAR)]
# Address space in MiB, from too little to start to enough.
MEMORY = (60, 2000)
LOCKED = "another process"


def clock_jump(bench: Bench, rng: random.Random) -> Finding | None:
    """The clocks jump at a random moment of a run."""
    real, monotonic = rng.choice(JUMPS)
    fault: dict[str, object] = {"CLOCK": f"{bench.work.rate}:{rng.randint(1, 2000)}:{real}:{monotonic}"}
    root = bench.root()
    outcome = bench.program.run(bench.work, root, fault)
    if outcome.status != 0:
        return bench.finding(f"fails: {last(outcome)}", [fault], root)
    return bench.finish(root, [fault])


def little_memory(bench: Bench, rng: random.Random) -> Finding | None:
    """A run that may have too little memory. It may fail, but it must not hang or end with a wrong result."""
    mebibytes = int(MEMORY[0] * (MEMORY[1] / MEMORY[0]) ** rng.random())
    fault: dict[str, object] = {"memory": mebibytes}
    root = bench.root()
    outcome = bench.program.run(bench.work, root, {}, mebibytes << 20)
    if outcome.status == 0 and (what := bench.differs(root)):
        return bench.finding(f"ends well, but {what}", [fault], root)
    if "hangs" in outcome.errors:
        return bench.finding(last(outcome), [fault], root)
    return bench.finish(root, [fault])


def two_at_once(bench: Bench, rng: random.Random) -> Finding | None:
    """Two processes on the same files. One may be refused; neither may harm the other."""
    root, fault = bench.root(), {"processes": 2}
    clock = {} if bench.work.rate == 1 else {"CLOCK": f"{bench.work.rate}:0:0:0"}
    first = bench.program.start(bench.work.words, root, clock)
    second = bench.program.start(bench.work.words, root.parent / root.name, clock)
    outcomes = [first.finish(), second.finish()]
    refused = [outcome for outcome in outcomes if outcome.status == 2 and LOCKED in outcome.errors]
    bad = [outcome for outcome in outcomes if outcome.status != 0 and outcome not in refused]
    if bad or len(refused) == 2:
        return bench.finding(f"of two: {last((bad or refused)[0])}", [fault], root)
    if what := bench.differs(root):
        return bench.finding(f"of two: {what}", [fault], root)
    return bench.finish(root, [fault])
