# /// script
# requires-python = ">=3.11"
# dependencies = ["spariglio", "wandb"]
# ///
"""Weights & Biases logs an arena, part by part, without a network; `wandb sync` uploads the folder later."""

import json
from functools import reduce

import wandb

import spariglio as sp

run = wandb.init(project="spariglio", mode="offline", config={"rules": "scopa", "agents": ["formula", "greedy"]})
results = []
for part in range(1, 11):
    results.append(sp.arena(run.config["rules"], run.config["agents"], hands=4000, part=f"{part}/10"))
    pair = reduce(sp.ArenaResult.merge, results).pair(0, 1)
    run.log({"points": pair.mean, "low": pair.interval[0], "high": pair.interval[1], "hands": pair.hands})
run.finish()
print(json.dumps({"hands": pair.hands, "points of formula": round(pair.mean, 2), "folder": run.dir}))
