"""What the compiled classes tell users: names that those of other libraries try first, and types in `help`."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any, Final, NoReturn

from spariglio import _core
from spariglio._core import Action, Card, Decision, Game, Hand, Score, View

PLACES: Final = {
    "PolicyNet": "spariglio.net.PolicyNet",
    "SeatEnv": "spariglio.gym.SeatEnv",
    "SeatVecEnv": "spariglio.gym.SeatVecEnv",
    "VecEnv": "spariglio.vector.VecEnv",
    "env": "spariglio.pettingzoo.env(game)",
    "games": "Game.presets()",
    "load": "Game(name), View.read or Hand.from_record",
    "load_game": "Game(name)",
    "make": 'gymnasium.make("spariglio.gym:spariglio/Seat-v0", game=...)',
    "make_vec": 'gymnasium.make_vec("spariglio.gym:spariglio/Seat-v0", num_envs=..., game=...)',
    "presets": "Game.presets()",
    "tournament": "arena(game, agents)",
    "train": "learn.run(config, out)",
}
"""Names that the package lacks."""

_TURNS: Final = {
    "action_mask": "actions (of steps: Hand.legal_steps)",
    "current_player": "seat",
    "done": "over",
    "is_over": "over",
    "is_terminal": "over",
    "legal_actions": "actions",
    "legal_moves": "actions",
    "player": "seat",
    "render": "spariglio.show",
    "turn": "seat",
    "turns": "history",
}

_NAMES: Final[dict[type, dict[str, str]]] = {
    Game: {
        "deck": "cards",
        "hand": "deal(seed)",
        "legal_actions": "Hand.actions: deal(seed).actions",
        "new_hand": "deal(seed)",
        "new_initial_state": "deal(seed)",
        "num_distinct_actions": "spariglio.STEPS",
        "num_players": "players",
        "reset": "deal(seed)",
        "rules": "rules_text() or to_toml()",
        "start": "deal(seed)",
    },
    Hand: {
        **_TURNS,
        "apply": "play(action)",
        "apply_action": "play(action)",
        "clone": "copy()",
        "hand": "cards(seat)",
        "information_state_string": "view(seat).information_state()",
        "legal_actions_mask": "legal_steps",
        "observation": "view()",
        "points": "score().points",
        "returns": "score().margins",
        "reward": "score().margins",
        "rewards": "score().margins",
        "step": "play(action) or take(step)",
    },
    View: {
        **_TURNS,
        "cards": "hand",
        "current_player": "to_act",
        "information_state_string": "information_state()",
        "observation": "inputs() or bits()",
        "player": "seat",
        "play": "Hand.play(action)",
        "turn": "to_act",
    },
    Action: {"captures": "captured", "played": "card", "text": "str(action)"},
    Card: {"name": "str(card)", "text": "str(card)"},
    Decision: {"probabilities": "policy", "q": "points", "value": "points", "visits": "policy"},
    Score: {"margin": "margins", "reward": "margins", "returns": "margins", "total": "points"},
}

_MAKERS: Final[dict[type, str]] = {
    Action: "an action of Hand.actions, or Game.action(bits)",
    Card: 'Game.card, such as Game("scopa").card("7d")',
    Hand: 'Game.deal, such as Game("scopa").deal(seed=1), or Hand.from_record',
    View: "Hand.view(seat), or View.read",
}


def explain(kind: type, names: dict[str, str]) -> None:
    """An attribute that a class lacks is an error with the name that it has here."""

    def missing(self: object, name: str) -> NoReturn:
        told = f"{kind.__name__!r} object has no attribute {name!r}"
        if name not in names:
            raise AttributeError(told, name=name, obj=self)
        # Without `obj` Python adds no guess of its own.
        raise AttributeError(f"{told}: expected {names[name]}", name=name)

    # Python asks it only for attributes that are missing.
    setattr(kind, "__getattr__", missing)  # noqa: B010


def _refuse(kind: type, maker: str) -> None:
    def new(_kind: type, *_: Any, **__: Any) -> NoReturn:
        raise TypeError(f"{kind.__name__} cannot be made: expected {maker}")

    setattr(kind, "__new__", staticmethod(new))  # noqa: B010


@cache
def _stubs() -> dict[str, ast.ClassDef]:
    """The classes of the stub."""
    stub = ast.parse(Path(_core.__file__).with_name("_core.pyi").read_text(encoding="utf-8"))
    return {node.name: node for node in stub.body if isinstance(node, ast.ClassDef)}


class _Doc:
    """The text of a class, then its members with their types. They are read if somebody asks for help."""

    def __init__(self, text: str | None) -> None:
        self._text = text

    def __get__(self, _one: object, kind: type) -> str:
        lines = []
        for node in _stubs()[kind.__name__].body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                is_property = any(isinstance(one, ast.Name) and one.id == "property" for one in node.decorator_list)
                given = re.sub(r": '([^']*)'", r": \1", ast.unparse(node.args))
                given = given.removeprefix("self, /").removeprefix(", ")
                returns = ast.unparse(node.returns) if node.returns else "None"
                lines.append(f"{node.name}: {returns}" if is_property else f"{node.name}({given}) -> {returns}")
        return "\n".join([self._text or "", "", "Members:", "", *lines]).replace("typing.SupportsIndex", "int")


for _kind in vars(_core).values():
    if isinstance(_kind, type):
        setattr(_kind, "__doc__", _Doc(_kind.__doc__))  # noqa: B010
for _kind, _names in _NAMES.items():
    explain(_kind, _names)
for _kind, _maker in _MAKERS.items():
    _refuse(_kind, _maker)
