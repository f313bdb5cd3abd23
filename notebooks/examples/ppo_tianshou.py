# /// script
# requires-python = ">=3.11"
# dependencies = ["spariglio[gym]", "tianshou", "torch"]
# ///
"""PPO of Tianshou 2 learns a seat of `mini_napoli` against `greedy`, then plays it in the arena.

The last line is JSON: decisions, and points per hand against `greedy` with their 95 % interval.
"""

import json

import numpy as np
import torch
from gymnasium.wrappers import TransformReward
from tianshou.algorithm import PPO
from tianshou.algorithm.modelfree.reinforce import ProbabilisticActorPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory, LRSchedulerFactoryLinear
from tianshou.data import Batch, Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OnPolicyTrainerParams
from tianshou.utils.net.common import Net
from tianshou.utils.net.discrete import DiscreteActor, DiscreteCritic, dist_fn_categorical_from_logits

import spariglio as sp
from spariglio.gym import SeatEnv, StepAgent, observation_length

RULES, TABLES, STEPS, EPOCHS, PER_EPOCH = "mini_napoli", 64, 2048, 10, 20_480


class Row(Net):
    """Hidden layers that read the row of an observation."""

    def forward(self, obs, state=None, info=None):
        return super().forward(torch.as_tensor(obs.observation).float(), state)


class Masked(DiscreteActor):
    """Logits of legal steps alone."""

    def forward(self, obs, state=None, info=None):
        logits, state = super().forward(obs, state)
        return logits.masked_fill(~torch.as_tensor(obs.action_mask).bool(), -1e9), state


def table():
    return TransformReward(SeatEnv(RULES, opponents="greedy", mask="observation"), lambda points: points / 3)


def hidden():
    return Row(state_shape=observation_length(RULES), hidden_sizes=[128, 128])


np.random.seed(1)
torch.manual_seed(1)
torch.set_num_threads(1)  # Threads cost these small matrices more than they save.
tables = DummyVectorEnv([table] * TABLES)
tables.seed(1)
actor = Masked(preprocess_net=hidden(), action_shape=sp.STEPS, softmax_output=False)
policy = ProbabilisticActorPolicy(
    actor=actor, dist_fn=dist_fn_categorical_from_logits, action_space=table().action_space, action_scaling=False
)
decay = LRSchedulerFactoryLinear(EPOCHS, PER_EPOCH, STEPS)
optimiser = AdamOptimizerFactory(lr=1e-3).with_lr_scheduler_factory(decay)
critic = DiscreteCritic(preprocess_net=hidden())
algorithm = PPO(policy=policy, critic=critic, optim=optimiser, gamma=1.0, max_grad_norm=0.5)
algorithm.run_training(
    OnPolicyTrainerParams(
        training_collector=Collector(algorithm, tables, VectorReplayBuffer(STEPS, TABLES)),
        max_epochs=EPOCHS,
        epoch_num_steps=PER_EPOCH,
        collection_step_num_env_steps=STEPS,
        batch_size=256,
        update_step_num_repetitions=4,
        show_progress=False,
    )
)


class Learnt(StepAgent):
    """The policy, at its likeliest steps."""

    def step(self, observation, mask):
        with torch.no_grad():
            logits, _ = actor(Batch(observation=observation[None], action_mask=mask[None]))
        return logits.argmax()


pair = sp.arena(RULES, [Learnt, "greedy"], hands=2000, seed=1).pair(0, 1)
print(json.dumps({"decisions": EPOCHS * PER_EPOCH, "points": pair.mean, "interval": pair.interval}))
