"""Learns to play as the rows of a data set do: imitation from Parquet.

    spariglio selfplay --rules scopone --agents formula --shards 4 --hands-per-shard 5000 --inputs --out runs/book
    python notebooks/examples/imitate.py runs/book --rules scopone --out runs/imitation

The rows may also be hand records of people (`games.jsonl`).
"""

import argparse
import sys
from pathlib import Path

import torch

import spariglio as sp
from spariglio import data, net


def main() -> int:
    """Learns, saves and plays."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("source", help="a run directory, a folder of shards or a file of hand records")
    parser.add_argument("--rules", default="scopone", help="a preset or a file of rules")
    parser.add_argument("--out", type=Path, default=Path("runs/imitation"), help="folder of the network")
    parser.add_argument("--passes", type=int, default=2, help="passes over the rows")
    parser.add_argument("--arena-hands", type=int, default=5000, help="hands against each book player")
    options = parser.parse_args()
    torch.manual_seed(1)
    model = net.PolicyNet.new(options.rules, width=64)
    optimiser = torch.optim.AdamW(model.policy.parameters(), lr=2e-3)
    batches = data.torch(options.source, batch=1024, shuffle=2, seed=1)
    for number in range(options.passes):
        total, rows = 0.0, 0
        for batch in batches:
            loss = -(batch.policy * net.log_policy(model(batch), batch.starts)).sum() / len(batch)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            total, rows = total + loss.item() * len(batch), rows + len(batch)
        print(f"pass {number + 1}: {rows:,} rows, cross-entropy {total / rows:.3f} nats")
    model.save(options.out)
    print(sp.arena(options.rules, [f"net:net={options.out}", "greedy", "formula"], hands=options.arena_hands))
    return 0


if __name__ == "__main__":
    sys.exit(main())
