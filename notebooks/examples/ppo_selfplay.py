"""Learns a bot by self-play: proximal policy optimisation (Schulman et al. 2017, arXiv 1707.06347) in one file.

    python notebooks/examples/ppo_selfplay.py --rules scopone --minutes 3 --out runs/ppo

Four things make it learn fast. The network reads lists of inputs, not pictures. It adds its logits to those of the
formula's scores, and a pull keeps it near them at first. A critic that sees all cards judges the decisions. The weights
are averaged over the last part of the run. The result is a folder that plays wherever an agent is named.

Needs `pip install 'spariglio[torch]'`.
"""

import argparse
import copy
import math
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

import spariglio as sp
from spariglio import net
from spariglio.agents import OpponentsLike
from spariglio.vector import VecEnv

WARM_UP = 0.01  # of the run, in which the learning rate rises
AVERAGE = 0.08  # of the run so far, over which weights are averaged
LAST_RATE = 0.01  # of the learning rate, at the end


def arguments(about: str) -> argparse.ArgumentParser:
    """The options of learning."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    add = parser.add_argument
    add("--rules", default="scopone", help="a preset or a file of rules")
    add("--minutes", type=float, default=3.0, help="time to learn; all rates are functions of the share that is over")
    add("--out", type=Path, default=Path("runs/ppo"), help="folder of the network")
    add("--seed", type=int, default=1, help="seed of deals, weights and choices")
    add("--hands", type=int, default=512, help="hands played at once")
    add("--steps", type=int, default=40, help="decisions of each hand between updates")
    add(
        "--batch", type=int, nargs=2, default=[512, 4096], help="decisions in a mini-batch, at the start and at the end"
    )
    add("--epochs", type=int, default=1, help="passes over the decisions of an update")
    add("--width", type=int, default=96, help="width of the policy")
    add("--critic-width", type=int, default=64, help="width of the critic")
    add("--blocks", type=int, default=0, help="residual blocks of policy and critic")
    add("--rate", type=float, default=2e-3, help="learning rate of the policy at its peak")
    add("--critic-rate", type=float, default=1e-3, help="learning rate of the critic at its peak")
    add("--discount", type=float, default=0.9, help="lambda: weight of later values in a return")
    add("--clip", type=float, default=0.2, help="largest change of a probability that counts")
    add(
        "--pull", type=float, nargs=2, default=[0.1, 0.03], help="pull of the formula, in points per nat, start and end"
    )
    add("--against", nargs="*", default=["greedy", "formula"], help="agents to play at the end")
    add("--arena-hands", type=int, default=20_000, help="hands against each of them")
    add("--device", default="cpu", help="device of PyTorch")
    return parser


@dataclass
class Rollout:
    """Decisions of all hands over some steps, one after the other: those of step `t` at `t * hands`."""

    batch: net.Lists
    choice: Tensor
    log_prob: Tensor
    returns: Tensor
    advantage: Tensor
    value: Tensor

    def __len__(self) -> int:
        return len(self.choice)


class Player:
    """Plays the hands, each call from the last one on: all seats, or one side of each hand if there are opponents."""

    def __init__(self, options: argparse.Namespace, opponents: OpponentsLike | None = None) -> None:
        self.options = options
        self.env = VecEnv(
            options.rules,
            options.hands,
            seed=options.seed,
            obs="sparse",
            state=True,
            opponents=opponents,
            whole_side=opponents is not None,
        )
        obs, info = self.env.reset()
        self.batch, self.side = net.lists(obs, options.device), torch.from_numpy(info["side"])

    @torch.no_grad()
    def play(self, model: net.PolicyNet) -> Rollout:
        batches, choices, logs, values, sides, rewards, done = [], [], [], [], [], [], []
        for _ in range(self.options.steps):
            logits = model(self.batch)
            choice = net.sample(logits, self.batch.starts)
            batches.append(self.batch)
            choices.append(choice)
            logs.append(net.log_prob(logits, self.batch.starts, choice))
            values.append(model.value(self.batch).cpu())
            sides.append(self.side)
            obs, margins, over, _, info = self.env.step(choice.cpu().numpy().astype(np.uint16))
            rewards.append(torch.from_numpy(margins))
            done.append(torch.from_numpy(over))
            self.batch, self.side = net.lists(obs, self.options.device), torch.from_numpy(info["side"])
        value = torch.stack(values)
        after = torch.cat([value, model.value(self.batch).cpu().unsqueeze(0)])
        returns = net.returns(
            after,
            torch.stack([*sides, self.side]),
            torch.stack(rewards),
            torch.stack(done),
            discount=self.options.discount,
        )
        device = self.options.device
        return Rollout(
            net.join(batches),
            torch.cat(choices),
            torch.cat(logs),
            returns.flatten().to(device),
            (returns - value).flatten().to(device),
            value.flatten().to(device),
        )


def new(options: argparse.Namespace) -> net.PolicyNet:
    """Random networks."""
    return net.PolicyNet.new(
        options.rules,
        width=options.width,
        critic_width=options.critic_width,
        blocks=options.blocks,
        critic_blocks=options.blocks,
    )


class Learner:
    """The networks, their average, and the optimiser."""

    def __init__(self, options: argparse.Namespace, start: net.PolicyNet | None = None) -> None:
        self.options = options
        self.model = copy.deepcopy(start) if start else new(options)
        self.model.to(options.device)
        self.average = copy.deepcopy(self.model)
        groups = [
            {"params": self.model.policy.parameters(), "peak": options.rate},
            {"params": self.model.critic.parameters(), "peak": options.critic_rate},
        ]
        self.optimiser = torch.optim.Adam(groups, lr=0.0)
        self.updates = 0

    def learn(self, rollout: Rollout, share: float) -> dict[str, float]:
        """Learns from a rollout after a share of the run. Returns means over its decisions."""
        options, sums, count = self.options, np.zeros(3), 0
        rate = (0.5 + 0.5 * math.cos(math.pi * share)) * (1 - LAST_RATE) + LAST_RATE
        for group in self.optimiser.param_groups:
            group["lr"] = group["peak"] * rate * min(1.0, max(0.1, share / WARM_UP))
        pull = between(options.pull, share)
        size = round(between(options.batch, share))
        for _ in range(options.epochs):
            for rows in torch.randperm(len(rollout)).to(options.device).split(size):
                sums += self.update(rollout, rows, pull)
                count += 1
        policy_divergence, entropy, _ = sums / count
        errors = (rollout.returns - rollout.value).var() / rollout.returns.var()
        return {"entropy": entropy, "divergence": policy_divergence, "explained": 1 - float(errors)}

    def update(self, rollout: Rollout, rows: Tensor, pull: float) -> list[float]:
        """One step of the optimiser."""
        batch = rollout.batch.take(rows)
        starts, advantage = batch.starts, rollout.advantage[rows]
        logs = net.log_policy(self.model(batch), starts)
        ratio = (logs[starts[:-1] + rollout.choice[rows]] - rollout.log_prob[rows]).exp()
        clipped = ratio.clamp(1 - self.options.clip, 1 + self.options.clip)
        gain = torch.minimum(ratio * advantage, clipped * advantage).mean()
        shares, residual = logs.exp(), net.log_policy(batch.residual, starts)
        divergence = net.per_row(shares * (logs - residual), starts).mean()
        error = (self.model.value(batch) - rollout.returns[rows]).square().mean()
        self.optimiser.zero_grad()
        (pull * divergence - gain + error).backward()
        self.optimiser.step()
        self.updates += 1
        weight = min(1.0, 1 / (AVERAGE * self.updates))
        with torch.no_grad():
            for mean, now in zip(self.average.parameters(), self.model.parameters(), strict=True):
                mean.lerp_(now, weight)
        entropy = -net.per_row(shares * logs, starts).mean()
        return [divergence.item(), entropy.item(), error.item()]


def between(ends: list[float], share: float) -> float:
    """A rate that goes from one end to the other by equal factors."""
    start, end = ends
    return start * (end / start) ** share


def learn(player: Player, learner: Learner, minutes: float) -> None:
    """Learns for some minutes, with all rates from start to end."""
    began, decisions, told = time.monotonic(), 0, -math.inf
    while (share := (time.monotonic() - began) / (minutes * 60)) < 1:
        rollout = player.play(learner.model)
        means = learner.learn(rollout, share)
        decisions += len(rollout)
        spent = time.monotonic() - began
        if spent - told >= 10:
            told = spent
            figures = ", ".join(f"{name} {value:.3f}" for name, value in means.items())
            print(f"{spent:5.0f} s, {decisions / 1e6:.2f} M decisions, {decisions / spent:,.0f} per second, {figures}")
    learner.average.meta["decisions"] += decisions
    learner.average.meta["seed"] = learner.options.seed


def contest(options: argparse.Namespace, agent: sp.AgentLike) -> None:
    """Plays an agent against others, on duplicate deals."""
    if options.against:
        result = sp.arena(options.rules, [agent, *options.against], hands=options.arena_hands, seed=1)
        for number, other in enumerate(options.against, start=1):
            pair = result.pair(0, number)
            low, high = pair.interval
            print(f"against {other}: {pair.mean:+.2f} points per hand (95 % {low:+.2f} to {high:+.2f})")


def main() -> int:
    """Learns, saves and plays."""
    options = arguments((__doc__ or "").splitlines()[0]).parse_args()
    torch.manual_seed(options.seed)
    learner = Learner(options)
    learn(Player(options), learner, options.minutes)
    learner.average.save(options.out)
    print(f"saved: {options.out}")
    contest(options, f"net:net={options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
