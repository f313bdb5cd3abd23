# /// script
# requires-python = ">=3.11"
# dependencies = ["spariglio[gym]", "ray[rllib]", "torch"]
# ///
"""PPO of RLlib (its new API stack) learns a seat of `mini_napoli` against `greedy`, then plays it in the arena.

The last line is JSON: decisions, and points per hand against `greedy` with their 95 % interval.
"""

import json

import numpy as np
import torch
from gymnasium import spaces, wrappers
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

import spariglio as sp
from spariglio.gym import SeatEnv, StepAgent, observation_length

RULES, ROUNDS, DECISIONS = "mini_napoli", 100, 2048
LENGTHS = {"observations": observation_length(RULES), "action_mask": sp.STEPS}


def renamed(shown):
    """The masking module of RLlib needs these names, and floats."""
    return {
        name: shown[own].astype(np.float32)
        for name, own in (("observations", "observation"), ("action_mask", "action_mask"))
    }


def table(_config):
    space = spaces.Dict({name: spaces.Box(0, 1, (length,), np.float32) for name, length in LENGTHS.items()})
    env = SeatEnv(RULES, opponents="greedy", mask="observation")
    return wrappers.TransformReward(wrappers.TransformObservation(env, renamed, space), lambda points: points / 3)


register_env("seat", table)
model = DefaultModelConfig(fcnet_hiddens=[128, 128], fcnet_activation="relu", vf_share_layers=False)
config = (
    PPOConfig()
    .environment("seat")
    .env_runners(num_env_runners=0, num_envs_per_env_runner=64)
    .rl_module(rl_module_spec=RLModuleSpec(ActionMaskingTorchRLModule, model_config=model))
    .training(
        lr=[[0, 1e-3], [ROUNDS * DECISIONS, 1e-5]],
        gamma=1.0,
        lambda_=0.95,
        train_batch_size_per_learner=DECISIONS,
        minibatch_size=256,
        num_epochs=4,
        entropy_coeff=0.01,
        vf_loss_coeff=0.5,
        grad_clip=0.5,
        use_kl_loss=False,
    )
    .debugging(seed=1)
)
algorithm = config.build_algo()
decisions = 0
for _ in range(ROUNDS):
    decisions = algorithm.train()["num_env_steps_sampled_lifetime"]
module = algorithm.get_module()


class Learnt(StepAgent):
    """The policy, at its likeliest steps."""

    def step(self, observation, mask):
        row = {"observations": torch.from_numpy(observation).float()[None], "action_mask": torch.from_numpy(mask)[None]}
        with torch.no_grad():
            return module.forward_inference({"obs": row})["action_dist_inputs"].argmax()


pair = sp.arena(RULES, [Learnt, "greedy"], hands=2000, seed=1).pair(0, 1)
algorithm.stop()
print(json.dumps({"decisions": int(decisions), "points": pair.mean, "interval": pair.interval}))
