# /// script
# requires-python = ">=3.11"
# dependencies = ["spariglio[gym]", "torchrl", "torch"]
# ///
"""PPO of TorchRL learns a seat of `mini_napoli` against `greedy`, then plays it in the arena.

The last line is JSON: decisions, and points per hand against `greedy` with their 95 % interval.
"""

import json

import torch
from tensordict.nn import TensorDictModule
from torchrl.collectors import Collector
from torchrl.data import LazyTensorStorage, ReplayBuffer, SamplerWithoutReplacement
from torchrl.envs import RewardScaling, SerialEnv, TransformedEnv
from torchrl.envs.libs.gym import GymEnv
from torchrl.modules import MLP, MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import spariglio as sp
from spariglio.gym import StepAgent, observation_length

RULES, TABLES, STEPS, UPDATES, EPOCHS, BATCH = "mini_napoli", 32, 64, 100, 4, 256


class Floats(torch.nn.Module):
    """A network of two hidden layers that reads zeros and ones."""

    def __init__(self, outputs):
        super().__init__()
        self.layers = MLP(observation_length(RULES), outputs, num_cells=[128, 128], activation_class=torch.nn.ReLU)

    def forward(self, observation):
        return self.layers(observation.float())


class Policy(Floats):
    """Logits, and the mask as booleans."""

    def forward(self, observation, action_mask):
        return super().forward(observation), action_mask.bool()


def table():
    name = "spariglio.gym:spariglio/Seat-v0"
    return GymEnv(name, game=RULES, opponents="greedy", mask="observation", categorical_action_encoding=True)


torch.manual_seed(1)
torch.set_num_threads(1)  # Threads cost these small matrices more than they save.
tables = TransformedEnv(SerialEnv(TABLES, table), RewardScaling(0.0, 1 / 3))
tables.set_seed(1)
module = TensorDictModule(Policy(sp.STEPS), in_keys=["observation", "action_mask"], out_keys=["logits", "mask"])
actor = ProbabilisticActor(
    module,
    in_keys=["logits", "mask"],
    distribution_class=MaskedCategorical,
    return_log_prob=True,
    spec=tables.action_spec_unbatched,
)
critic = ValueOperator(Floats(1), in_keys=["observation"])
gains = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01, critic_coeff=0.5, normalize_advantage=True)
optimiser = torch.optim.Adam(loss.parameters(), lr=1e-3)
schedule = torch.optim.lr_scheduler.LinearLR(optimiser, 1.0, 0.01, UPDATES)
frames = TABLES * STEPS
rows = ReplayBuffer(storage=LazyTensorStorage(frames), sampler=SamplerWithoutReplacement(), batch_size=BATCH)
for rollout in Collector(tables, actor, frames_per_batch=frames, total_frames=UPDATES * frames):
    for _ in range(EPOCHS):
        with torch.no_grad():
            gains(rollout)
        rows.extend(rollout.reshape(-1))
        for _ in range(frames // BATCH):
            losses = loss(rows.sample())
            optimiser.zero_grad()
            (losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]).backward()
            torch.nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
            optimiser.step()
    schedule.step()


class Learnt(StepAgent):
    """The policy, at its likeliest steps."""

    def step(self, observation, mask):
        with torch.no_grad():
            logits, mask = module(torch.from_numpy(observation), torch.from_numpy(mask))
        return logits.masked_fill(~mask, -torch.inf).argmax()


pair = sp.arena(RULES, [Learnt, "greedy"], hands=2000, seed=1).pair(0, 1)
print(json.dumps({"decisions": UPDATES * frames, "points": pair.mean, "interval": pair.interval}))
