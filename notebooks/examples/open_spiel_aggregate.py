# /// script
# requires-python = ">=3.11"
# dependencies = ["spariglio[openspiel]"]
# ///
"""The agents of a pool against each other, an equilibrium of mixtures of them, and one policy that plays like these.

`python open_spiel_aggregate.py [RULES AGENT AGENT ...]` is the inner step of policy-space response oracles. In a league
the pool are past networks (`net:net=FOLDER`). Prints the mixtures, their value, and how far all are from an
equilibrium of the game, in points per hand. The last line is JSON.
"""

import json
import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import policy_aggregator
from open_spiel.python.algorithms.projected_replicator_dynamics import projected_replicator_dynamics

import spariglio.openspiel as so

rules, *pool = sys.argv[1:] or ["mini_scopone", "random", "greedy", "formula"]
tree = so.tree(rules)
root = tree.new_initial_state()
policies = [so.policy(rules, agent) for agent in pool]
payoffs = np.array([[pyspiel.expected_returns(root, [a, b], -1, True)[0] for b in policies] for a in policies])
solved = projected_replicator_dynamics([payoffs, -payoffs], prd_iterations=10_000, prd_dt=0.01)
weights = [shares.tolist() for shares in solved]
for seat, shares in enumerate(weights):
    print(f"seat {seat}:", ", ".join(f"{agent} {share:.3f}" for agent, share in zip(pool, shares, strict=True)))

tables = [{name: dict(shares) for name, shares in one.policy_table().items()} for one in policies]
members = [policy_aggregator.PolicyFunction([0, 1], [table, table], tree) for table in tables]
found = policy_aggregator.PolicyAggregator(tree).aggregate([0, 1], [members, members], weights).policy
mixture = pyspiel.TabularPolicy({name: list(shares.items()) for seat in found for name, shares in seat.items()})
print(f"value of the mixtures for seat 0: {weights[0] @ payoffs @ weights[1]:.5f}")
print(f"value of the one policy: {pyspiel.expected_returns(root, mixture, -1, True)[0]:.5f}")
named = [*zip(pool, policies, strict=True), ("the mixture", mixture)]
found = {agent: pyspiel.exploitability(tree, policy) for agent, policy in named}
for agent, points in found.items():
    print(f"exploitability of {agent}: {points:.4f}")
print(json.dumps({f"exploitability of {agent}": round(points, 4) for agent, points in found.items()}))
