"""Learners of other projects: every example in docs/how-to/consumers.md, and the OpenSpiel scripts in notebooks."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
TEXT = (ROOT / "docs" / "how-to" / "consumers.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^## ([^\n]*)\n(?:(?!^## ).)*?^```python\n(.*?)^```", TEXT, re.M | re.S)
# No cluster of another test, and no news from outside.
QUIET = {**os.environ, "RAY_USAGE_STATS_ENABLED": "0", "RAY_ADDRESS": "local", "RL_WARNINGS": "0"}


def output(*arguments: str, folder: Path = ROOT) -> str:
    """What a run of Python prints. Fails if the run does."""
    run = [sys.executable, "-P", *arguments]
    done = subprocess.run(run, env=QUIET, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def script(name: str, *arguments: str) -> dict[str, float]:
    """The numbers that an example of OpenSpiel prints, by the text before them."""
    lines = output(f"notebooks/examples/{name}.py", *arguments).splitlines()
    pairs = [line.rsplit(": ", 1) for line in lines if ": " in line]
    return {what: float(number.split()[0]) for what, number in pairs if re.match(r"[-+.\d]+( |$)", number)}


def test_all_examples_are_found() -> None:
    assert len(EXAMPLES) == TEXT.count("```python") > 4


@pytest.mark.parametrize(("title", "code"), EXAMPLES, ids=[title for title, _ in EXAMPLES])
def test_example(title: str, code: str, tmp_path: Path) -> None:
    output("-c", code, folder=tmp_path)


def test_sampled_regret_minimisation_comes_nearer_to_an_equilibrium() -> None:
    found = script("open_spiel_mccfr", "mini_scopone", "8192")
    assert found["iterations 8192"] < 0.8 * found["iterations 0"]
    command = ["-m", "spariglio", "exploit", "--rules", "mini_scopone", "--agents", "random", "--stated", "--json"]
    own = json.loads(output(*command).splitlines()[-1])["exploitability"]
    assert found["iterations 0"] == pytest.approx(own, abs=1e-3)


def test_one_policy_plays_as_a_mixture_of_agents() -> None:
    found = script("open_spiel_aggregate", "mini_scopone", "random", "greedy")
    assert found["value of the one policy"] == pytest.approx(found["value of the mixtures for seat 0"], abs=1e-3)
    assert {"exploitability of random", "exploitability of greedy", "exploitability of the mixture"} <= set(found)


def test_neural_fictitious_self_play_learns_steps() -> None:
    assert set(script("open_spiel_nfsp", "mini_scopa", "60")) == {"random", "learned"}


def test_methods_are_compared(tmp_path: Path) -> None:
    size = ["--games", "mini_scopone", "--budgets", "70000", "--seeds", "1", "--processes", "1", "--out", str(tmp_path)]
    assert "6 cells, 6 of them missing" in output("notebooks/examples/methods", *size)
    assert "6 cells, 0 of them missing" in output("notebooks/examples/methods", *size)
    with (tmp_path / "methods.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["method"]: row for row in csv.DictReader(file)}
    points = {method: float(row["exploitability"]) for method, row in rows.items()}
    assert set(points) == {"CFR+", "MCCFR", "policy gradient", "PPO", "NFSP", "R-NaD"}
    assert max(points["MCCFR"], points["policy gradient"], points["PPO"]) < 1 < max(points.values()) < 2
    command = ["-m", "spariglio", "exploit", "--rules", "mini_scopone", "--solve", "2", "--json"]
    own = json.loads(output(*command).splitlines()[-1])
    assert rows["CFR+"]["decisions"] == "69440"
    assert points["CFR+"] == pytest.approx(own["exploitability"], abs=1e-9)
    assert "| R-NaD | " in (tmp_path / "methods.md").read_text(encoding="utf-8")
    assert "</svg>" in (tmp_path / "methods.svg").read_text(encoding="utf-8")
