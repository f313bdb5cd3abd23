"""Language models at the table: environments and tasks for trainers and evaluators.

A `Case` is a hand or one recorded decision, an `Episode` plays one seat of it by text, and `rewards` judges what was
played. These need nothing but Spariglio:

>>> import spariglio as sp
>>> from spariglio.minds import Episode, hands, rewards
>>> episode = Episode(hands("scopa", 1)[0], opponents="formula", illegal="random", retries=0)
>>> while not episode.over:
...     outcome = episode.answer("I do not know.")
>>> episode.faults["unreadable"] == episode.faults["random"] == 18
True
>>> sorted(rewards(episode.result()))
['exact', 'margin', 'regret', 'regret_standard_error', 'solved']

Each kit has a module, which is imported when it is first used:

| module | kit | needs |
|---|---|---|
| `spariglio.minds.game_arena` | the harness of Kaggle Game Arena | `kaggle-environments`, `open_spiel` |
| `spariglio.minds.kaggle` | environments in the form of Kaggle's | nothing; `kaggle-environments` to run agents |
| `spariglio.minds.openenv` | OpenEnv | `pip install 'spariglio[openenv]'` |
| `spariglio.minds.verifiers` | verifiers | `pip install 'spariglio[verifiers]'` |
| `spariglio.minds.inspect` | Inspect AI | `pip install 'spariglio[inspect]'` |
"""

import importlib as _importlib

from spariglio.minds.batch import Batch
from spariglio.minds.case import Case, hands, positions
from spariglio.minds.episode import FAULTS, Episode, Opponent, Outcome, Result
from spariglio.minds.reader import named
from spariglio.minds.reward import Kind, Regret, earned, exact, forfeit, margin, regret, regrets, rewards
from spariglio.minds.score_items import instances, items

_MODULES = ("game_arena", "inspect", "kaggle", "openenv", "verifiers")
"""Modules that are imported when they are first used."""


def __getattr__(name: str) -> object:
    if name in _MODULES:
        return _importlib.import_module(f"spariglio.minds.{name}")
    raise AttributeError(f"module 'spariglio.minds' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, *_MODULES])


__all__ = [
    "FAULTS",
    "Batch",
    "Case",
    "Episode",
    "Kind",
    "Opponent",
    "Outcome",
    "Regret",
    "Result",
    "earned",
    "exact",
    "forfeit",
    "hands",
    "instances",
    "items",
    "margin",
    "named",
    "positions",
    "regret",
    "regrets",
    "rewards",
]
