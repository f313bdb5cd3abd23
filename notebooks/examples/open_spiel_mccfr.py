# /// script
# requires-python = ">=3.11"
# dependencies = ["spariglio[openspiel]"]
# ///
"""Sampled regret minimisation on the tree of a small game.

`python open_spiel_mccfr.py [RULES ITERATIONS]` prints how far the average policy is from an equilibrium, in points per
hand, each time the iterations double. The last line is JSON.
"""

import json
import sys

import pyspiel

import spariglio.openspiel as so

rules, most = sys.argv[1:] or ["mini_scopone", 100_000]
tree = so.tree(rules)
solver = pyspiel.OutcomeSamplingMCCFRSolver(tree, seed=1)
print(f"iterations 0: {pyspiel.exploitability(tree, pyspiel.UniformRandomPolicy(tree)):.4f} (random)")
done, shown = 0, 1
while done < int(most):
    solver.run_iteration()
    done += 1
    if done in (shown, int(most)):
        found = pyspiel.exploitability(tree, solver.average_policy())
        print(f"iterations {done}: {found:.4f}")
        shown *= 2
print(json.dumps({"iterations": done, "exploitability": round(found, 4)}))
