# /// script
# requires-python = ">=3.11"
# dependencies = ["spariglio[gym]", "torch"]
# ///
"""PPO in one file, in the style of CleanRL: `SeatVecEnv` in PyTorch learns a seat of `mini_napoli` against `greedy`.

The last line is JSON: decisions, and points per hand against `greedy` with their 95 % interval. `ppo_selfplay.py` is
the stronger way: self-play, lists of inputs, and a critic that sees all cards.
"""

import json

import torch
from torch import nn

import spariglio as sp
from spariglio.gym import SeatVecEnv, StepAgent, observation_length

RULES, TABLES, STEPS, UPDATES, EPOCHS, BATCH, WIDTH = "mini_napoli", 128, 16, 100, 4, 256, 128
UNIT, RATE, WEIGHT, CLIP, ENTROPY = 3, 1e-3, 0.95, 0.2, 0.01


def network(outputs):
    """Two hidden layers; all outputs are 0 at first."""
    last = nn.Linear(WIDTH, outputs)
    nn.init.zeros_(last.weight)
    nn.init.zeros_(last.bias)
    return nn.Sequential(
        nn.Linear(observation_length(RULES), WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU(), last
    )


def policy(obs, mask):
    """The distribution of legal steps."""
    return torch.distributions.Categorical(logits=actor(obs.float()).masked_fill(~mask, -1e9))


torch.manual_seed(1)
torch.set_num_threads(1)  # Threads cost these small matrices more than they save.
env = SeatVecEnv(RULES, TABLES, opponents="greedy")
actor, critic = network(sp.STEPS), network(1)
parameters = [*actor.parameters(), *critic.parameters()]
optimiser = torch.optim.Adam(parameters, lr=RATE, eps=1e-5)
obs, info = env.reset(seed=1)
for update in range(UPDATES):
    optimiser.param_groups[0]["lr"] = RATE * (1 - update / UPDATES)
    rows = []
    for _ in range(STEPS):
        shown, mask = torch.from_numpy(obs), torch.from_numpy(info["action_mask"].astype(bool))
        with torch.no_grad():
            likely, value = policy(shown, mask), critic(shown.float())[:, 0]
        step = likely.sample()
        obs, reward, over, _, info = env.step(step.numpy())
        ends = torch.from_numpy(reward / UNIT), torch.from_numpy(over)
        rows.append((shown, mask, step, likely.log_prob(step), value, *ends))
    inputs, masks, steps, logs, values, rewards, done = (torch.stack(part) for part in zip(*rows, strict=True))
    # Generalised advantages: nothing is worth anything after the end of a hand.
    gains, later = torch.zeros_like(values), torch.zeros(TABLES)
    with torch.no_grad():
        after = critic(torch.from_numpy(obs).float())[:, 0]
    for at in reversed(range(STEPS)):
        later = rewards[at] + (~done[at]) * (after + WEIGHT * later) - values[at]
        gains[at], after = later, values[at]
    parts = [part.flatten(0, 1) for part in (inputs, masks, steps, logs, gains, gains + values)]
    for _ in range(EPOCHS):
        for some in torch.randperm(TABLES * STEPS).split(BATCH):
            shown, mask, step, log, gain, target = (part[some] for part in parts)
            likely = policy(shown, mask)
            ratio = (likely.log_prob(step) - log).exp()
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            clipped = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            error = (critic(shown.float())[:, 0] - target).square().mean()
            optimiser.zero_grad()
            (0.5 * error - clipped - ENTROPY * likely.entropy().mean()).backward()
            nn.utils.clip_grad_norm_(parameters, 0.5)
            optimiser.step()


class Learnt(StepAgent):
    """The policy, at its likeliest steps."""

    def step(self, observation, mask):
        with torch.no_grad():
            return policy(torch.from_numpy(observation), torch.from_numpy(mask)).probs.argmax()


pair = sp.arena(RULES, [Learnt, "greedy"], hands=2000, seed=1).pair(0, 1)
print(json.dumps({"decisions": UPDATES * TABLES * STEPS, "points": pair.mean, "interval": pair.interval}))
