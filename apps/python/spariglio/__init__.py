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

import atexit

from spariglio import _core
from spariglio._core import (
    STEPS,
    VERSION,
    WORDS,
    Action,
    Batch,
    Card,
    Decision,
    Game,
    Hand,
    Inputs,
    Score,
    Thinker,
    View,
    input_blocks,
    search,
    solve,
)
from spariglio.agents import Agent, AgentLike, BatchAgent, Evaluator, NetSearch
from spariglio.contest import ArenaResult, MatchesResult, MatchPair, Pair, arena, matches

__version__ = VERSION

# A Rust thread that returned to Python after its end would end the process.
atexit.register(_core.leave)

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
    "Pair",
    "Score",
    "Thinker",
    "View",
    "arena",
    "input_blocks",
    "matches",
    "search",
    "solve",
]
