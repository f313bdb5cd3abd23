"""Reviews of recorded hands in Python are those of the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import spariglio as sp


def played(name: str, seed: int) -> sp.Hand:
    hand = sp.Game(name).deal(seed=seed)
    while not hand.over:
        hand.play(sp.search(hand.view(), "greedy").action)
    return hand


def test_rows_are_those_of_the_command_line(tmp_path: Path) -> None:
    record = played("mini_scopa", 3).record()
    file = tmp_path / "hand.jsonl"
    file.write_text(record + "\n")
    command = [sys.executable, "-m", "spariglio", "review", str(file), "--json"]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    rows = [json.loads(line) for line in lines]
    reviewer = sp.Reviewer()
    hand, decisions = reviewer.hand(record)
    assert decisions == [row for row in rows if row["kind"] == "decision"]
    assert hand == next(row for row in rows if row["kind"] == "hand")
    alone = {**decisions[2], "open_loss": None}
    del alone["before"]
    assert reviewer.turn(record, 2) == alone
    assert all(row["loss"] >= -3 * row["standard_error"] - 1e-9 for row in decisions)


def test_wrong_arguments_are_named() -> None:
    record = played("mini_scopa", 1).record()
    with pytest.raises(ValueError, match='level is "slow": expected "quick" or "deep"'):
        sp.Reviewer(level="slow")
    with pytest.raises(IndexError, match="turn"):
        sp.Reviewer().turn(record, 99)
    with pytest.raises(ValueError, match="greedy"):
        sp.Reviewer("greedy").turn(record, 0)
    with pytest.raises(ValueError):
        sp.Reviewer().hand("{}")
