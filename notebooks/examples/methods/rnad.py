"""Regularised Nash dynamics (Perolat et al. 2022, arXiv 2206.15378), the learner of DeepNash.

Rewards are less a cost: the divergence from a policy, the anchor. So the play comes to rest, and becomes the next
anchor. Updates are those of neural replicator dynamics. The result has the slow average of the weights. OpenSpiel has
no such learner in PyTorch.
"""

import copy

import numpy as np
import torch
from network import Network
from small_game import Hands, SmallGame, TreePolicy
from torch import Tensor

HANDS, RATE = 128, 2e-3
PULL = 0.2
"""Points per nat."""
ANCHORS = 20
"""How often the anchor changes in a run."""
AVERAGE = 0.02
"""Share of the newest weights in the average, at each update."""
BOUND, GAIN = 4.0, 20.0
"""The largest logit that still grows, and the largest advantage."""


def learn(game: SmallGame, budget: int, seed: int) -> tuple[TreePolicy, int]:
    """Learns for a number of decisions. Returns the policy and the decisions."""
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    actor, critic = Network(game, game.legal.shape[1]), Network(game, 1)
    average, anchor = copy.deepcopy(actor), copy.deepcopy(actor)
    optimiser = torch.optim.Adam([*actor.parameters(), *critic.parameters()], lr=RATE, betas=(0.0, 0.999), fused=True)
    decisions, anchors = 0, 0
    while decisions < budget:
        hands = game.self_play(actor.play, HANDS, random)
        decisions += hands.sets.size
        loss = losses(actor, critic, anchor, hands, game)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        with torch.no_grad():
            for mean, newest in zip(average.parameters(), actor.parameters(), strict=True):
                mean.lerp_(newest, AVERAGE)
        if decisions * ANCHORS // budget > anchors:
            anchors += 1
            anchor = copy.deepcopy(average)
    return game.policy(average.play), decisions


def losses(actor: Network, critic: Network, anchor: Network, hands: Hands, game: SmallGame) -> Tensor:
    """The sum of the losses of policy and critic, a mean over decisions."""
    sets, actions = torch.from_numpy(hands.sets), torch.from_numpy(hands.actions)[..., None]
    signs = torch.from_numpy(1 - 2 * game.seats[hands.sets]).float()
    legal, logits, values = actor.legal[sets], actor.masked(sets), critic(sets)[..., 0]
    with torch.no_grad():
        shares = logits.softmax(-1)
        costs = PULL * (logits.log_softmax(-1) - anchor.masked(sets).log_softmax(-1)) * legal
        own_costs = costs.gather(-1, actions)[..., 0] * signs
        # The points of seat 0 after a decision, less the costs of later decisions of both seats.
        future = torch.from_numpy(hands.margins) - (own_costs.flip(0).cumsum(0).flip(0) - own_costs)
        surprise = (signs * future - values) / shares.gather(-1, actions)[..., 0]
        worth = (-costs).scatter_add(-1, actions, surprise[..., None])
        gains = (worth - (shares * worth).sum(-1, keepdim=True)).clamp(-GAIN, GAIN)
        level = logits - (logits * legal).sum(-1, keepdim=True) / legal.sum(-1, keepdim=True)
        gains *= legal & ((gains < 0) | (level < BOUND)) & ((gains > 0) | (level > -BOUND))
    error = (values - (signs * (future - own_costs))).square().mean()
    return error - (logits * gains).sum(-1).mean()
