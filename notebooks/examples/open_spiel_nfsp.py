# /// script
# requires-python = ">=3.11"
# dependencies = ["spariglio[openspiel]", "torch"]
# ///
"""Neural fictitious self-play, by OpenSpiel's agents in PyTorch, on a small game.

`python open_spiel_nfsp.py [RULES HANDS]` trains for some hands and prints the points per hand of the average policies,
and those of random play, in the seat 0, against random play. The last line is JSON.
"""

import json
import sys

import numpy as np
import pyspiel
import torch
from open_spiel.python import rl_environment
from open_spiel.python.pytorch import nfsp

import spariglio.openspiel  # noqa: F401 - registers the game

rules, hands = sys.argv[1:] or ["mini_scopa", 500]
torch.manual_seed(1)
np.random.seed(1)
game = pyspiel.load_game("python_spariglio", {"rules": rules})
env = rl_environment.Environment(game, chance_event_sampler=rl_environment.ChanceEventSampler(seed=1))
length, actions = env.observation_spec()["info_state"][0], env.action_spec()["num_actions"]
options = {"hidden_layers_sizes": [64], "reservoir_buffer_capacity": 20_000, "anticipatory_param": 0.1}
agents = [
    nfsp.NFSP(seat, length, actions, **options, batch_size=64, learn_every=16, min_buffer_size_to_learn=64)
    for seat in range(2)
]


def play(choose):
    """The margin of seat 0 in a new hand."""
    time_step = env.reset()
    while not time_step.last():
        time_step = env.step([choose(time_step)])
    return time_step.rewards[0]


def learn(time_step):
    return agents[time_step.observations["current_player"]].step(time_step).action


def random(time_step):
    return np.random.choice(time_step.observations["legal_actions"][time_step.observations["current_player"]])


def learned(time_step):
    if time_step.observations["current_player"] == 1:
        return random(time_step)
    with agents[0].temp_mode_as(nfsp.MODE.AVERAGE_POLICY):
        return agents[0].step(time_step, is_evaluation=True).action


for _ in range(int(hands)):
    play(learn)
    for agent in agents:
        agent.step(env.get_time_step())
players = {"random": random, "learned": learned}
found = {name: np.mean([play(choose) for _ in range(200)]) for name, choose in players.items()}
for name, points in found.items():
    print(f"{name}: {points:+.2f}")
print(json.dumps({f"points of {name} play": round(points, 2) for name, points in found.items()}))
