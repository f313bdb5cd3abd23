"""Counterfactual regret minimisation by OpenSpiel, in C++: CFR+ on the whole tree, and external sampling.

CFR+: Tammelin 2014, arXiv 1407.5042. External sampling: Lanctot et al. 2009. The result is the average policy.
"""

import functools

import numpy as np
import pyspiel
from small_game import END, SmallGame, TreePolicy


def learn_all(game: SmallGame, budget: int, seed: int) -> tuple[TreePolicy, int]:
    """CFR+ for a number of decisions, and at least one iteration. There is no chance in it, so no seed."""
    del seed
    each = 2 * game.decisions
    iterations = max(1, budget // each)
    solver = pyspiel.CFRPlusSolver(game.tree)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return TreePolicy(game, solver.tabular_average_policy()), iterations * each


def learn_sampled(game: SmallGame, budget: int, seed: int) -> tuple[TreePolicy, int]:
    """External sampling for a number of decisions: those on sampled paths, with all actions of one seat each time."""
    each = sampled_decisions(game)
    iterations = max(1, round(budget / each))
    solver = pyspiel.ExternalSamplingMCCFRSolver(game.tree, seed=seed)
    for _ in range(iterations):
        solver.run_iteration()
    average = solver.average_policy()
    table = {name: average.action_probabilities(state) for name, state in zip(game.names, game.states, strict=True)}
    policy = pyspiel.TabularPolicy({name: list(shares.items()) for name, shares in table.items()})
    return TreePolicy(game, policy), round(iterations * each)


@functools.cache
def sampled_decisions(game: SmallGame) -> float:
    """Decisions that an iteration comes to: the mean over deals, with random play of the sampled seat."""
    shares, total = game.uniform(np.arange(len(game.names))), 0.0
    for seat in range(2):
        reach = np.zeros(len(game.sets))
        reach[1 : 1 + game.deals] = 1 / game.deals
        for node in np.flatnonzero(game.sets != END):
            at = game.sets[node]
            legal = game.legal[at]
            reach[game.children[node, legal]] = reach[node] * (1 if game.seats[at] == seat else shares[at, legal])
        total += reach[game.sets != END].sum()
    return total
