# /// script
# requires-python = ">=3.11"
# dependencies = ["spariglio[gym]", "sb3-contrib", "torch"]
# ///
"""MaskablePPO of Stable-Baselines3 learns a seat of `mini_napoli` against `greedy`, then plays it in the arena.

The last line is JSON: decisions, and points per hand against `greedy` with their 95 % interval.
"""

import json

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import spariglio as sp
from spariglio.gym import StepAgent

RULES, DECISIONS = "mini_napoli", 200_000

torch.set_num_threads(1)  # Threads cost these small matrices more than they save.
tables = make_vec_env(
    "spariglio.gym:spariglio/Seat-v0", n_envs=64, seed=1, env_kwargs={"game": RULES, "opponents": "greedy"}
)
model = MaskablePPO(
    "MlpPolicy",
    tables,
    n_steps=32,
    batch_size=256,
    n_epochs=4,
    learning_rate=lambda left: 1e-3 * left,
    gamma=1.0,
    ent_coef=0.01,
    policy_kwargs={"net_arch": [128, 128], "activation_fn": torch.nn.ReLU},
    seed=1,
    device="cpu",
)
model.learn(DECISIONS)


class Learnt(StepAgent):
    """The policy, at its likeliest steps."""

    def step(self, observation, mask):
        return model.predict(observation, action_masks=mask, deterministic=True)[0]


# One thread, as `predict` keeps its mask in the model.
pair = sp.arena(RULES, [Learnt, "greedy"], hands=2000, seed=1, threads=1).pair(0, 1)
print(json.dumps({"decisions": model.num_timesteps, "points": pair.mean, "interval": pair.interval}))
