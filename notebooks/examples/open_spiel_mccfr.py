"""Sampled regret minimisation on the tree of a small game.

`python open_spiel_mccfr.py RULES ITERATIONS` prints how far the average policy is from an equilibrium, in points per
hand, each time the iterations double.
"""

import sys

import pyspiel

import spariglio.openspiel as so

rules, most = sys.argv[1], int(sys.argv[2])
tree = so.tree(rules)
solver = pyspiel.OutcomeSamplingMCCFRSolver(tree, seed=1)
print(f"iterations 0: {pyspiel.exploitability(tree, pyspiel.UniformRandomPolicy(tree)):.4f} (random)")
done, shown = 0, 1
while done < most:
    solver.run_iteration()
    done += 1
    if done in (shown, most):
        print(f"iterations {done}: {pyspiel.exploitability(tree, solver.average_policy()):.4f}")
        shown *= 2
