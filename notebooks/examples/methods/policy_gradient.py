"""The product's own policy gradient, `spariglio learn`, with the keys of configs/learn/mini_scopone.toml.

The result is the policy that the network states: `net:temperature=1:hidden=0:exact=0` plays it.
"""

import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from small_game import SmallGame

import spariglio as sp

CONFIG = """rules = "{rules}"
[gradient]
decisions = {budget}
residual = "none"
pull = [0.5, 0.1]
[evaluation]
opponents = []
every = {budget}
"""


@dataclass
class Agent:
    """A network as it plays: it draws its actions with its probabilities."""

    game: SmallGame
    folder: tempfile.TemporaryDirectory[str]
    """The folder of the run. It is removed with this object."""

    def exploitability(self) -> float:
        """What a best response wins: points per hand, the mean of both seats. Exact, by the product."""
        return sp.exploitability(sp.Game(self.game.rules), f"net:net={self.folder.name}/run:hidden=0:exact=0")[2]


def learn(game: SmallGame, budget: int, seed: int) -> tuple[Agent, int]:
    """Learns for a number of decisions. Returns the agent and the decisions."""
    agent = Agent(game, tempfile.TemporaryDirectory())
    folder = Path(agent.folder.name)
    (folder / "config.toml").write_text(CONFIG.format(rules=game.rules, budget=budget), encoding="utf-8")
    words = [
        "learn",
        f"{folder}/config.toml",
        "--out",
        f"{folder}/run",
        "--seed",
        f"{seed}",
        "--threads",
        "1",
        "--quiet",
    ]
    subprocess.run([sys.executable, "-m", "spariglio", *words], stdout=subprocess.DEVNULL, check=True)
    return agent, budget
