"""Learns best responses to a league of books and past selves: PSRO (Lanctot et al. 2017, arXiv 1711.00832).

    python notebooks/examples/league.py --rules scopone --rounds 3 --minutes 2 --out runs/league

In each round a learner plays one side against the league; each hand draws an opponent by the league's mixture. Then it
joins. The arena is the oracle: it plays all pairs on duplicate deals. The new mixture is an equilibrium of that table.
"""

import sys

import numpy as np
import numpy.typing as npt
import torch
from ppo_selfplay import Learner, Player, arguments, contest, learn

import spariglio as sp

SOLVING = 20_000  # rounds of regret matching
LEAST = 0.02  # share of a hand's draws that every agent keeps


def payoffs(result: sp.ArenaResult, agents: int) -> npt.NDArray[np.float64]:
    """Points per hand of each agent against each other one."""
    table = np.zeros((agents, agents))
    for row in range(agents):
        for column in range(row):
            table[row, column] = result.pair(row, column).mean
    return table - table.T


def equilibrium(table: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The mixture of an equilibrium of a symmetric game of two, by regret matching (Hart and Mas-Colell 2000)."""
    regrets, total = np.zeros(len(table)), np.zeros(len(table))
    for _ in range(SOLVING):
        positive = np.maximum(regrets, 0)
        mixture = positive / positive.sum() if positive.any() else np.full(len(table), 1 / len(table))
        values = table @ mixture
        regrets += values - mixture @ values
        total += mixture
    mean: npt.NDArray[np.float64] = total / total.sum()
    return mean


def main() -> int:
    """Plays the rounds; the last learner meets the agents of `--against`."""
    parser = arguments((__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3, help="learners that join the league")
    parser.add_argument("--books", nargs="+", default=["greedy", "formula"], help="agents in the league from the start")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    league, mixture = list(options.books), np.full(len(options.books), 1 / len(options.books))
    learner = Learner(options)
    for number in range(options.rounds):
        shares = np.maximum(mixture, LEAST)
        pool = sp.Pool(dict(zip(league, (shares / shares.sum()).tolist(), strict=True)))
        learn(Player(options, pool), learner, options.minutes)
        folder = options.out / f"round-{number}"
        learner.average.save(folder)
        league.append(f"net:net={folder}")
        result = sp.arena(options.rules, league, hands=options.arena_hands, seed=1)
        mixture = equilibrium(payoffs(result, len(league)))
        print(result)
        for agent, share in zip(league, mixture, strict=True):
            print(f"{share:5.0%}  {agent}")
        learner = Learner(options, learner.average)
    contest(options, league[-1])
    return 0


if __name__ == "__main__":
    sys.exit(main())
