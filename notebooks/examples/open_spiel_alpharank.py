# /// script
# requires-python = ">=3.11"
# dependencies = ["spariglio", "open_spiel", "networkx", "matplotlib"]
# ///
"""AlphaRank of OpenSpiel ranks agents by their points per hand against each other, in a game of any size.

`python open_spiel_alpharank.py [RULES AGENT AGENT ...]`. The last line is JSON: the mass of each agent.
"""

import json
import sys

import numpy as np
from open_spiel.python.egt import alpharank

import spariglio as sp

rules, *pool = sys.argv[1:] or ["scopa", "random", "greedy", "formula", "lookahead", "net"]
result = sp.arena(rules, pool, hands=2000, seed=1)
payoffs = np.zeros((len(pool), len(pool)))
for row in range(len(pool)):
    for column in range(row):
        payoffs[row, column] = result.pair(row, column).mean
        payoffs[column, row] = -payoffs[row, column]
_, _, mass, _, _ = alpharank.compute([payoffs], alpha=1)
print(json.dumps({agent: round(share, 3) for agent, share in zip(pool, mass, strict=True)}))
