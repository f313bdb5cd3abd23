"""A transformer of one's own as the evaluator of the tree search of Rust.

    python notebooks/examples/transformer.py --rules scopone --minutes 2

A view is a set of facts: cards held, on the table, in piles, played by each seat. Each fact that is true is a token,
and so is each fact of an action. The transformer reads the tokens of a view; an action's logit is read off its own
tokens and the view. It learns by self-play from the formula's logits on, then judges the leaves of the search.
"""

import argparse
import sys
import time

import numpy as np
import torch
from torch import Tensor, nn

import spariglio as sp
from spariglio import net
from spariglio.vector import VecEnv

POINTS = 10.0  # of a unit of value


class Transformer(nn.Module):
    """A policy over the legal actions, and a value of the view in tenths of a point."""

    def __init__(self, rules: str, width: int = 64, layers: int = 2) -> None:
        super().__init__()
        inputs = sp.Inputs(sp.Game(rules)).policy_len
        # Token 0 fills rows up; token 1 is the summary of the view.
        self.tokens = nn.Embedding(inputs + 2, width, padding_idx=0)
        layer = nn.TransformerEncoderLayer(width, 4, 2 * width, dropout=0.0, batch_first=True, norm_first=True)
        self.encoder = nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)
        self.policy = nn.Sequential(nn.Linear(2 * width, width), nn.ReLU(), nn.Linear(width, 1))
        self.value = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1))

    def forward(self, batch: net.Lists) -> tuple[Tensor, Tensor]:
        """The logits of all actions, and the values of all rows."""
        count = batch.view.starts.diff()
        view = torch.zeros(len(count), int(count.max()) + 1, dtype=torch.int64)
        view[:, 0] = 1
        row = net.rows_of(batch.view.starts)
        view[row, torch.arange(len(row)) - batch.view.starts[row] + 1] = batch.view.values.long() + 2
        seen = self.encoder(self.tokens(view), src_key_padding_mask=view == 0)[:, 0]
        action = torch.zeros(len(batch.residual), seen.shape[1])
        facts = self.tokens(batch.actions.values.long() + 2)
        action = action.index_add(0, net.rows_of(batch.actions.starts), facts)
        logits = self.policy(torch.cat([action, seen[net.rows_of(batch.starts)]], dim=1))[:, 0]
        return batch.residual + logits, self.value(seen)[:, 0]


class Judge(sp.Evaluator):
    """The transformer at the leaves of the search."""

    def __init__(self, model: Transformer) -> None:
        self.model = model.eval()

    def evaluate(self, batch: sp.Batch) -> tuple[np.ndarray, np.ndarray]:
        with torch.inference_mode():
            logits, values = self.model(net.lists(batch))
        return values.numpy(), logits.numpy()


def learn(model: Transformer, rules: str, minutes: float, hands: int = 128, steps: int = 40) -> None:
    """Learns the margins of self-play; the policy learns which actions won more than was expected."""
    env = VecEnv(rules, hands, seed=1, obs="sparse")
    obs, info = env.reset()
    batch, side = net.lists(obs), info["side"]
    optimiser = torch.optim.AdamW(model.parameters(), lr=1e-3)
    began, told = time.monotonic(), 0.0
    while (spent := time.monotonic() - began) < minutes * 60:
        batches, choices, values, sides, rewards, done = [], [], [], [], [], []
        for _ in range(steps):
            with torch.no_grad():
                logits, value = model(batch)
            batches.append(batch)
            choices.append(net.sample(logits, batch.starts))
            values.append(POINTS * value)
            sides.append(torch.from_numpy(side))
            obs, margins, over, _, info = env.step(choices[-1].numpy())
            rewards.append(torch.from_numpy(margins))
            done.append(torch.from_numpy(over))
            batch, side = net.lists(obs), info["side"]
        with torch.no_grad():
            after = POINTS * model(batch)[1]
        returns = net.returns(
            torch.stack([*values, after]),
            torch.stack([*sides, torch.from_numpy(side)]),
            torch.stack(rewards),
            torch.stack(done),
        )
        errors = 0.0
        for some, choice, value, wanted in zip(batches, choices, values, returns, strict=True):
            logits, found = model(some)
            chosen = net.log_prob(logits, some.starts, choice)
            error = (found - wanted / POINTS).square().mean()
            loss = 10 * error - ((wanted - value) * chosen).mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            errors += error.item() * POINTS**2 / steps
        if spent - told > 10 or not told:
            told = spent
            print(f"{spent:4.0f} s: error of the value {errors:.2f} points squared", flush=True)


def main() -> int:
    """Learns, then searches."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rules", default="scopone", help="a preset or a file of rules")
    parser.add_argument("--minutes", type=float, default=2.0, help="time to learn")
    parser.add_argument("--simulations", type=int, default=64, help="simulations of a decision")
    parser.add_argument("--arena-hands", type=int, default=100, help="hands against each book player")
    options = parser.parse_args()
    torch.manual_seed(1)
    model = Transformer(options.rules)
    learn(model, options.rules, options.minutes)
    search = sp.NetSearch(Judge(model), simulations=options.simulations, name="transformer")
    print(sp.arena(options.rules, [search, "greedy", "formula"], hands=options.arena_hands))
    return 0


if __name__ == "__main__":
    sys.exit(main())
