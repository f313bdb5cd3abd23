"""Batches, as agents and evaluators receive them."""

from __future__ import annotations

from typing import Any

import numpy as np

import spariglio as sp


def batch_of(views: list[sp.View]) -> sp.Batch:
    """The batch of an evaluator for the decisions of views."""
    kept: list[sp.Batch] = []

    class Keep(sp.Evaluator):
        def evaluate(self, batch: sp.Batch) -> tuple[Any, Any]:
            kept.append(batch)
            return np.zeros(len(batch)), np.zeros(len(batch.actions))

    sp.NetSearch(Keep(), simulations=1).search(views)
    return kept[0]


def batch_without_inputs() -> sp.Batch:
    """A batch of an agent that asked for no observations."""
    kept: list[sp.Batch] = []

    class Keep(sp.BatchAgent):
        obs = "none"

        def act(self, batch: sp.Batch) -> Any:
            kept.append(batch)
            return np.zeros(len(batch), dtype=int)

    sp.arena("mini_scopa", [Keep, "random"], hands=2, threads=1)
    return kept[0]
