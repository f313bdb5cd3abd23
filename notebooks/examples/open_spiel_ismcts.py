# /// script
# requires-python = ">=3.11"
# dependencies = ["spariglio[openspiel]"]
# ///
"""OpenSpiel's information set search against an agent, in a game of any size.

`python open_spiel_ismcts.py [RULES AGENT HANDS SIMULATIONS]` plays each deal in both seatings. The last line is JSON:
points per hand of the search, with their 95 % interval.
"""

import json
import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import spariglio.openspiel as so

rules, agent, hands, simulations = sys.argv[1:] or ["mini_napoli", "greedy", 400, 200]
game = pyspiel.load_game("python_spariglio", {"rules": rules})
other = so.AgentPolicy(game, agent)


def play(seat, seed):
    """The margin of the search at a seat of a deal."""
    random, state = np.random.RandomState(seed), game.new_initial_state()
    rollouts = mcts.RandomRolloutEvaluator(random_state=random)
    search = ismcts.ISMCTSBot(game, rollouts, 3.0, int(simulations), random_state=random)
    while not state.is_terminal():
        if state.current_player() == seat:
            step = search.step(state)
        else:
            chance = state.is_chance_node()
            shares = dict(state.chance_outcomes()) if chance else other.action_probabilities(state)
            step = random.choice(list(shares), p=list(shares.values()))
        state.apply_action(step)
    return state.returns()[seat]


margins = np.array([[play(seat, deal) for seat in range(2)] for deal in range(int(hands) // 2)]).mean(axis=1)
mean, reach = margins.mean(), 1.96 * margins.std(ddof=1) / len(margins) ** 0.5
print(json.dumps({"points": mean, "interval": [mean - reach, mean + reach]}))
