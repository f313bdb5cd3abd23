"""The product's own policy gradient, `spariglio learn`, with the keys of configs/learn/mini_scopone.toml.

The result is the policy that the network states: `net:temperature=1:hidden=0:exact=0` plays it.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import pyspiel
from small_game import SmallGame

import spariglio.openspiel as so

CONFIG = """rules = "{rules}"
[gradient]
decisions = {budget}
residual = "none"
pull = [0.5, 0.1]
[evaluation]
opponents = []
every = {budget}
"""


def learn(game: SmallGame, budget: int, seed: int) -> tuple[pyspiel.Policy, int]:
    """Learns for a number of decisions. Returns the policy and the decisions."""
    with tempfile.TemporaryDirectory() as folder:
        config, run = Path(folder) / "config.toml", Path(folder) / "run"
        config.write_text(CONFIG.format(rules=game.rules, budget=budget), encoding="utf-8")
        words = ["learn", str(config), "--out", str(run), "--seed", str(seed), "--threads", "1", "--quiet"]
        subprocess.run([sys.executable, "-m", "spariglio", *words], stdout=subprocess.DEVNULL, check=True)
        return so.policy(game.rules, f"net:net={run}:hidden=0:exact=0"), budget
