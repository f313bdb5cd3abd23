"""Proximal policy optimisation in self-play (Schulman et al. 2017, arXiv 1707.06347).

Both seats play the newest policy, and the last policy is the result. A bonus for entropy makes it mix.
"""

import numpy as np
import torch
from network import Network
from small_game import SmallGame, TreePolicy
from torch import Tensor, nn

HANDS, EPOCHS, BATCH = 512, 2, 512
RATE, CLIP, ENTROPY = 2e-3, 0.2, 0.2


def learn(game: SmallGame, budget: int, seed: int) -> tuple[TreePolicy, int]:
    """Learns for a number of decisions. Returns the policy and the decisions."""
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    actor, critic = Network(game, game.legal.shape[1]), Network(game, 1)
    parameters = [*actor.parameters(), *critic.parameters()]
    optimiser = torch.optim.Adam(parameters, lr=RATE, eps=1e-5, fused=True)
    decisions = 0
    while decisions < budget:
        for group in optimiser.param_groups:
            group["lr"] = RATE * (1 - decisions / budget)
        hands = game.self_play(actor.play, HANDS, random)
        decisions += hands.sets.size
        sets, actions = torch.from_numpy(hands.sets).flatten(), torch.from_numpy(hands.actions).flatten()
        signs = 1 - 2 * game.seats[hands.sets]
        returns = torch.from_numpy(signs * hands.margins).float().flatten()
        with torch.no_grad():
            old_logs = log_share(actor, sets, actions)[0]
            gains = returns - critic(sets)[:, 0]
        for _ in range(EPOCHS):
            for batch in torch.randperm(len(sets)).split(BATCH):
                log, entropy = log_share(actor, sets[batch], actions[batch])
                ratio, gain = (log - old_logs[batch]).exp(), gains[batch]
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                surrogate = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
                error = (critic(sets[batch])[:, 0] - returns[batch]).square().mean()
                optimiser.zero_grad()
                (0.5 * error - surrogate - ENTROPY * entropy.mean()).backward()
                nn.utils.clip_grad_norm_(parameters, 0.5)
                optimiser.step()
    return game.policy(actor.play), decisions


def log_share(actor: Network, sets: Tensor, actions: Tensor) -> tuple[Tensor, Tensor]:
    """The logarithm of the probability of each action, and the entropy of its information set in nats."""
    logs = actor.masked(sets).log_softmax(1)
    return logs.gather(1, actions[:, None])[:, 0], -(logs.exp() * logs).sum(1)
