"""The single decisions of a score, for other tools.

>>> import pandas as pd
>>> from spariglio.minds import items
>>> table = pd.DataFrame(items("runs/net"))                                      # doctest: +SKIP
>>> table[table.kind == "position"].groupby("game").cost.mean()                  # doctest: +SKIP
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

__all__ = ["instances", "items"]


def items(score: str | os.PathLike[str]) -> list[dict[str, Any]]:
    """The decisions of a score, one dictionary each, as `score.json` has them, with three fields more.

    `game`; `kind`: `position` or `ending`; `cost`: the points lost, times what the decision counts. The mean of `cost`
    over the positions of a game is what the score says the agent loses per hand.

    Args:
        score: The folder of a score, or its file.
    """
    path = Path(score)
    file = path / "score.json" if path.is_dir() else path
    stated = json.loads(file.read_text(encoding="utf-8"))
    if stated.get("kind") != "spariglio score":
        raise ValueError(f"{file}: kind: expected 'spariglio score', found {stated.get('kind')!r}")
    decisions = []
    for item in stated["items"]:
        game, kind, _ = item["id"].split("/")
        decisions.append({**item, "game": game, "kind": kind, "cost": item["weight"] * item["lost"]})
    return decisions


def instances(score: str | os.PathLike[str]) -> list[dict[str, Any]]:
    """The decisions as results by instance, as HELM writes them: an identifier, the answer, and named statistics.

    Args:
        score: The folder of a score, or its file.
    """

    def statistic(name: str, value: float) -> dict[str, Any]:
        return {"name": {"name": name}, "count": 1, "sum": value, "mean": value}

    def instance(item: dict[str, Any]) -> dict[str, Any]:
        baselines = [statistic(f"points_lost_by_{name}", lost) for name, lost in item["baselines"].items()]
        own = [statistic(name, item[key]) for name, key in (("points_lost", "lost"), ("weight", "weight"))]
        fault = statistic("fault", float("fault" in item))
        return {"instance_id": item["id"], "predicted_text": item["action"], "stats": [*own, *baselines, fault]}

    return [instance(item) for item in items(score)]
