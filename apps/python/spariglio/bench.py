"""Speeds of this machine from Python, on one core: `python -m spariglio.bench --json`.

Rates are per second of processor time of this process. Each is the best of several short runs, to exclude noise of the
machine.
"""

import argparse
import json
import time
from collections.abc import Callable
from typing import Any, Literal, get_args

import numpy as np

import spariglio as sp
from spariglio import _core
from spariglio.vector import VecEnv

Observation = Literal["none", "bits", "inputs", "sparse"]

HANDS = 4096
RUNS = 7


class First(sp.Agent):
    """Plays the first legal action."""

    def act(self, view: sp.View) -> int:
        return 0


class FirstOfMany(sp.BatchAgent):
    """The same agent, many rows at a time."""

    obs = "none"
    width = 1024

    def act(self, batch: sp.Batch) -> Any:
        return np.zeros(len(batch), dtype=np.int64)


class Zeros(sp.Evaluator):
    """An evaluator that returns zeros."""

    rows = 0

    def evaluate(self, batch: sp.Batch) -> tuple[Any, Any]:
        self.rows += len(batch)
        return np.zeros(len(batch), np.float32), np.zeros(len(batch.actions), np.float32)


def best(work: Callable[[], int]) -> float:
    """The best rate of some runs of `work`, which returns its number of units."""
    rates = []
    for _ in range(RUNS):
        began = time.process_time()
        done = work()
        rates.append(done / (time.process_time() - began))
    return max(rates)


def steps(rules: str, obs: Observation) -> dict[str, float]:
    """Steps per second of a vector environment, with random actions; the same loop in Rust; their ratio."""
    worlds = obs == "sparse"
    env = VecEnv(rules, HANDS, seed=1, obs=obs, state=worlds, copy=False)
    env.reset()
    core = _core.Hands(sp.Game(rules), HANDS, 1, obs, state=worlds)
    rng = np.random.default_rng(0)
    draws = [rng.random(HANDS, dtype=np.float32) for _ in range(16)]
    rounds = 20 if obs in ("inputs", "sparse") else 60

    def python() -> int:
        for number in range(rounds):
            env.step((draws[number % 16] * env.n_legal).astype(np.uint16))
        return rounds * HANDS

    def rust() -> int:
        return core.run(rounds)

    python_rate, rust_rate = best(python), best(rust)
    return {"python": python_rate, "rust": rust_rate, "ratio": python_rate / rust_rate}


def decisions(agent: Any) -> float:
    """Decisions per second of a Python agent in the arena, against itself."""

    def work() -> int:
        hands = 4000 if agent is First else 20_000
        sp.arena("scopone", [agent, agent], hands=hands, threads=1)
        return hands * 36

    return best(work)


def evaluations() -> float:
    """Evaluations per second of the search with a Python evaluator that does nothing."""
    views = [sp.Game("scopone").deal(seed=seed).view() for seed in range(256)]

    judge = Zeros()
    search = sp.NetSearch(judge, simulations=64, leaves=8)
    search.search(views)

    def work() -> int:
        judge.rows = 0
        search.search(views)
        return judge.rows

    return best(work)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    as_json = parser.parse_args().json
    found: dict[str, Any] = {"version": _core.VERSION, "hands": HANDS}
    for rules in ("scopone_scientifico", "cirulla"):
        for obs in get_args(Observation):
            found[f"steps/{rules}/{obs}"] = steps(rules, obs)
    found["decisions/one"] = decisions(First)
    found["decisions/wave"] = decisions(FirstOfMany)
    found["evaluations"] = evaluations()
    if as_json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        if isinstance(value, dict):
            value = f"{value['python'] / 1e6:.2f} M/s, {value['ratio']:.2f} of the same loop in Rust"
        elif isinstance(value, float):
            value = f"{value / 1e3:.0f} k/s"
        print(f"{name}: {value}")


if __name__ == "__main__":
    main()
