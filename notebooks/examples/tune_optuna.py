# /// script
# requires-python = ">=3.11"
# dependencies = ["spariglio", "optuna"]
# ///
"""Optuna tunes two options of an agent over `sp.arena`. Notebook 15 has pruning and a judge on other deals."""

import json

import optuna

import spariglio as sp


def objective(trial):
    """Points per hand against `formula`."""
    options = ":".join(f"{name}={trial.suggest_float(name, 0, 1.2):.2f}" for name in ("hold", "gift"))
    return sp.arena("scopa", [f"lookahead:plays=2:exact=0:{options}", "formula"], hands=1000, seed=1).pair(0, 1).mean


study = optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=1))
study.optimize(objective, n_trials=10)
print(json.dumps({"trials": len(study.trials), "best": round(study.best_value, 2), **study.best_params}))
