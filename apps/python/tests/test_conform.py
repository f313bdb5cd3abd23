"""`spariglio conform`: the example of the package agrees, and its faults are found with their fields."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

EXAMPLE = Path(__file__).resolve().parents[3] / "notebooks" / "examples" / "conform_engine.py"


def conform(*options: str, fault: str | None = None) -> tuple[int, list[dict[str, Any]]]:
    """The exit status and the lines of a test of the example."""
    program = [sys.executable, str(EXAMPLE), *(["--fault", fault] if fault else [])]
    verb = [sys.executable, "-m", "spariglio", "conform", "--json", "--timeout", "60", *options, "--", *program]
    done = subprocess.run(verb, capture_output=True, text=True, check=False)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def test_the_package_agrees_in_every_rule_set() -> None:
    status, lines = conform("--hands", "6")
    assert status == 0, lines
    assert len(lines) > 25
    assert lines[-1]["agree"] == lines[-1]["hands"] > 100


@pytest.mark.parametrize(
    ("fault", "field"),
    [
        ("equal_first", "turns[].legal"),
        ("lay_anyway", "turns[].legal"),
        ("no_large_sums", "turns[].legal"),
        ("last_sweep", "result.sides[].points.sweeps"),
        ("leftovers", "result.sides[].cards"),
        ("settebello", "result.sides[].points.single"),
        ("prime_sevens", "result.sides[].prime"),
        ("level_cards", "result.sides[].points.cards"),
        ("suit", "result.sides[].points.suit"),
        ("seat", "turns[].seat"),
    ],
)
def test_a_fault_is_found(fault: str, field: str) -> None:
    status, lines = conform("--only", "scopa", fault=fault)
    assert status == 1
    assert lines[0]["finding"] == field, lines[0]
    assert lines[0]["guess"] and lines[0]["line"] > 0
