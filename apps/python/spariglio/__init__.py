"""Spariglio: AI research and self-play for the Scopa family of Italian card games.

A `Game` is a rule set, ready to play. A `Hand` is a hand in progress with all cards; a `View` is the knowledge of one
seat. Agents receive views only.

>>> import spariglio as sp
>>> game = sp.Game("cirulla")
>>> hand = game.deal(seed=7)
>>> while not hand.over:
...     view = hand.view()
...     hand.play(view.actions[0])
>>> hand.score().margins[0] == -hand.score().margins[1]
True
"""

import atexit as _atexit
import importlib as _importlib

from spariglio import _core, _names
from spariglio._core import (
    STEPS,
    WORDS,
    Action,
    Batch,
    Card,
    Decision,
    Game,
    Hand,
    Inputs,
    Reading,
    Reviewer,
    Score,
    Thinker,
    View,
    Wording,
    efg,
    exploitability,
    input_blocks,
    search,
    solve,
)
from spariglio.agents import Agent, AgentLike, BatchAgent, Evaluator, NetSearch, OpponentsLike, Pool
from spariglio.contest import ArenaResult, MatchesResult, MatchPair, Pair, arena, matches

__version__ = _core.VERSION

# A Rust thread that returned to Python after its end would end the process.
_atexit.register(_core.leave)

_MODULES = (
    "bench",
    "data",
    "gym",
    "learn",
    "minds",
    "net",
    "openspiel",
    "pettingzoo",
    "ray",
    "selfplay",
    "show",
    "vector",
)
"""Modules that are imported when they are first used."""


def __getattr__(name: str) -> object:
    if name in _MODULES:
        return _importlib.import_module(f"spariglio.{name}")
    place = f": expected {_names.PLACES[name]}" if name in _names.PLACES else ""
    raise AttributeError(f"module 'spariglio' has no attribute {name!r}{place}")


def __dir__() -> list[str]:
    return sorted([*__all__, *_MODULES, "__version__"])


__all__ = [
    "STEPS",
    "WORDS",
    "Action",
    "Agent",
    "AgentLike",
    "ArenaResult",
    "Batch",
    "BatchAgent",
    "Card",
    "Decision",
    "Evaluator",
    "Game",
    "Hand",
    "Inputs",
    "MatchPair",
    "MatchesResult",
    "NetSearch",
    "OpponentsLike",
    "Pair",
    "Pool",
    "Reading",
    "Reviewer",
    "Score",
    "Thinker",
    "View",
    "Wording",
    "arena",
    "efg",
    "exploitability",
    "input_blocks",
    "matches",
    "search",
    "solve",
]
