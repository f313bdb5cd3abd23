"""All calls of the package."""

import copy
import itertools
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import spariglio as sp
from fuzz.world import LARGE, Failure, World
from spariglio import _core
from spariglio.contest import ArenaResult
from spariglio.vector import VecEnv, flat, unpack


class Operation:
    """A call: the type of its object (`""` if there is none), its name, and the kinds of its arguments."""

    def __init__(self, kind: str, name: str, run: Callable[..., Any], kinds: tuple[str, ...] = ()) -> None:
        self.kind, self.name, self.run, self.kinds = kind, f"{kind}.{name}", run, kinds

    def prepare(self, world: World) -> tuple[Any, tuple[Any, ...]]:
        """An object and arguments."""
        target = world.target = world.one(self.kind) if self.kind else None
        if self.kind and target is None:
            raise LookupError(self.kind)
        wrong = world.wrong(len(self.kinds))
        arguments = [
            world.argument(kind) if place in wrong else world.right(kind) for place, kind in enumerate(self.kinds)
        ]
        if arguments and world.rng.random() < 0.02:
            arguments.pop()
        return target, tuple(arguments)


def method(kind: str, name: str, *kinds: str) -> Operation:
    """A method, or a property if it takes no arguments and cannot be called."""

    def run(target: Any, *arguments: Any) -> Any:
        found = getattr(target, name)
        return found(*arguments) if callable(found) else found

    return Operation(kind, name, run, kinds)


def function(name: str, call: Callable[..., Any], *kinds: str) -> Operation:
    """A function, or a type."""
    return Operation("", name, lambda _, *arguments: call(*arguments), kinds)


def attributes(kind: str, of: type, *methods: str) -> list[Operation]:
    """All properties of a type, and its methods without arguments."""
    return [method(kind, name) for name in dir(of) if not name.startswith("_") and name not in methods]


def everywhere(kind: str) -> list[Operation]:
    """Operations that every object supports."""
    asks: dict[str, Callable[..., Any]] = {
        "repr": repr,
        "str": str,
        "hash": hash,
        "len": len,
        "list": lambda one: list(itertools.islice(one, 5)),
        "int": int,
        "copy": copy.copy,
        "deepcopy": copy.deepcopy,
        "pickle": lambda one: pickle.loads(pickle.dumps(one)),
        "new": lambda one: type(one)(),
        "bare": lambda one: type(one).__new__(type(one)),
    }
    compare: dict[str, Callable[..., Any]] = {
        "eq": lambda one, other: one == other,
        "lt": lambda one, other: one < other,
        "set": lambda one, other: setattr(one, "seat", other),
        "new of": lambda one, other: type(one)(other),
    }
    plain = [Operation(kind, name, ask) for name, ask in asks.items()]
    return plain + [Operation(kind, name, ask, (kind,)) for name, ask in compare.items()]


def to_end(hand: sp.Hand) -> Any:
    """Plays to the end of a hand, and checks the result."""
    while not hand.over:
        hand.play(len(hand.actions) - 1)
    again = sp.Hand.from_record(hand.record())
    if again.record() != hand.record():
        raise Failure(f"another record: {hand.record()}")
    return hand.score()


def solved(hand: sp.Hand) -> Any:
    """The outcome of the last plays, after captures, as large tables would take minutes."""
    hand = hand.copy()
    while hand.game.plies - hand.ply > 4:
        hand.play(len(hand.actions) - 1)
    if len(hand.table) > LARGE:
        return None
    return sp.solve(hand)


def contest(game: Any, agents: Any, hands: Any, seed: Any, part: Any, resume: Any, progress: Any, open_: Any) -> Any:
    """An arena with few hands."""
    options: dict[str, Any] = {
        "seed": seed,
        "part": part,
        "resume": resume,
        "progress": progress,
        "partners_open": open_,
    }
    return sp.arena(game, agents, hands=hands, threads=1, **options)


def made_env(*arguments: Any) -> Any:
    gym = pytest.importorskip("spariglio.gym")
    game, opponents, seat, reward = arguments
    env = gym.SeatEnv(game, opponents=opponents, seat=seat, illegal_reward=reward)
    env.reset(seed=0)
    return env


def made_table(*arguments: Any) -> Any:
    env = pytest.importorskip("spariglio.pettingzoo").raw_env(*arguments)
    env.reset(seed=0)
    return env


def seat_step(env: Any, action: Any) -> Any:
    """Takes the given step, or a legal one if `action` is `None`."""
    mask = env.action_masks()
    return env.step(int(mask.argmax()) if action is None else action)


def table_step(env: Any, action: Any) -> Any:
    if env.agents and action is None and not env.terminations[env.agent_selection]:
        action = int(env._mask(env.agent_selection).argmax())
    return env.step(action)


def vec_step(env: Any, actions: Any) -> Any:
    return env.step(np.zeros(env.num_envs, dtype=np.uint16) if actions is None else actions)


def light() -> list[Operation]:
    """Fast calls, which may also be made from inside other calls."""
    return [
        function("Game", sp.Game, "preset"),
        function("Game.from_toml", sp.Game.from_toml, "toml"),
        method("Game", "card", "card text"),
        method("Game", "side", "seat"),
        method("Game", "step_text", "any step"),
        method("Game", "deal", "seed", "seat", "pack"),
        method("Game", "deal", "seed", "seat"),
        function("Hand.from_record", sp.Hand.from_record, "record"),
        method("Hand", "cards", "seat"),
        method("Hand", "pile", "seat"),
        *[method("Hand", "play", "action")] * 3,
        *[method("Hand", "take", "step")] * 3,
        method("Hand", "steps_of", "action"),
        method("Hand", "view", "maybe seat", "flag"),
        method("Hand", "__setstate__", "taken"),
        Operation("Hand", "to end", to_end),
        *[method("View", name, "seat") for name in ("pile", "sweeps", "known", "played")],
        method("View", "sample", "seed"),
        function("View.read", sp.View.read, "record"),
        function("Inputs", _core.Inputs, "Game"),
        function("Arrays", _core.Arrays, "Game", "flag", "flag", "flag", "small"),
        *[method("Arrays", "fill", "tensor", "Hand", "seat")] * 2,
        method("Inputs", "view", "View", "flag"),
        method("Inputs", "world", "Hand"),
        function("Hands", _core.Hands, "Game", "small", "seed", "obs", "flag", "opponents", "maybe seat"),
        function("Hands", _core.Hands, "Game", "small", "seed", "obs", "flag"),
        *[method("Hands", "step", "choices")] * 5,
        method("Hands", "reset", "seed"),
        method("Hands", "run", "small"),
        method("Hands", "texts", "place"),
        function("flat", flat, "bits"),
        function("unpack", unpack, "bits"),
        function("Entrant.named", _core.Entrant.named, "agent"),
        function("Entrant.single", _core.Entrant.single, "name", "name", "make"),
        function("Entrant.batched", _core.Entrant.batched, "name", "name", "make", "small", "obs"),
        function("merge", _core.merge, "result", "result"),
        function("input_blocks", _core.input_blocks, "rules"),
        function("word_blocks", _core.word_blocks),
        method("ArenaResult", "merge", "ArenaResult"),
        method("ArenaResult", "pair", "seat", "seat"),
        method("ArenaResult", "rows"),
        method("ArenaResult", "_repr_html_"),
        function("ArenaResult", ArenaResult, "result"),
        Operation("", "VecEnv", lambda _, game, n, seed, obs: VecEnv(game, n, seed=seed, obs=obs), VEC),
        *[Operation("VecEnv", "step", vec_step, ("choices",))] * 2,
        Operation("VecEnv", "right step", lambda env: vec_step(env, None)),
        method("VecEnv", "reset", "seed"),
        method("VecEnv", "texts", "place"),
    ]


def plain() -> list[Operation]:
    """Properties, and the operations that every object supports."""
    found = [
        *attributes("Game", sp.Game, "card", "side", "step_text", "deal", "from_toml"),
        *attributes("Hand", sp.Hand, "cards", "pile", "play", "take", "steps_of", "view", "from_record"),
        *attributes("View", sp.View, "pile", "sweeps", "known", "played", "sample", "read"),
        *attributes("Card", sp.Card),
        *attributes("Action", sp.Action),
        *attributes("Score", sp.Score),
        *attributes("Decision", sp.Decision),
        *attributes("Batch", sp.Batch),
        *attributes("Inputs", _core.Inputs, "view", "world"),
        *attributes("Arrays", _core.Arrays, "fill"),
        *attributes("Hands", _core.Hands, "step", "reset", "run", "texts"),
        *attributes("VecEnv", VecEnv, "reset", "step", "texts"),
    ]
    for kind in ("Game", "Hand", "View", "Card", "Action", "Score", "Decision", "Entrant", "Searcher", "Thinker"):
        found += everywhere(kind)
    return found


def heavy() -> list[Operation]:
    """Calls that take longer, or call back."""
    return [
        function("search", sp.search, "View", "agent", "seed", "simulations", "millis"),
        function("Thinker", sp.Thinker, "rules", "agent"),
        *[method("Thinker", "decide", "View", "seed", "simulations", "millis")] * 3,
        Operation("Hand", "solve", solved),
        function("efg", _core.efg, "Game", "seat", "nodes"),
        function("exploitability", lambda agent: _core.exploitability(sp.Game("cirulla"), agent), "agent"),
        function("Searcher", _core.Searcher, "evaluator", "small", "small"),
        *[method("Searcher", "search", "View*", "seed")] * 3,
        method("Searcher", "entrant", "name", "name", "small"),
        function("NetSearch", lambda judge, few: sp.NetSearch(judge, simulations=few), "evaluator", "small"),
        method("NetSearch", "search", "View*", "seed"),
        *[function("arena", contest, "rules", "agents", "small", "seed", "part", "kept result", "progress", "flag")]
        * 2,
        Operation(
            "", "made_env", lambda _, *given: made_env(*given), ("rules", "opponents", "maybe seat", "maybe seat")
        ),
        *[Operation("SeatEnv", "step", seat_step, ("maybe seat",))] * 4,
        Operation("SeatEnv", "reset", lambda env, seed: env.reset(seed=seed), ("seed",)),
        *[method("SeatEnv", name) for name in ("render", "close", "action_masks", "reset")],
        Operation("", "made_table", lambda _, *given: made_table(*given), ("rules",)),
        *[Operation("raw_env", "step", table_step, ("maybe seat",))] * 4,
        Operation("raw_env", "reset", lambda env, *given: env.reset(*given), ("seed", "options")),
        *[method("raw_env", name) for name in ("reset", "render", "close", "last")],
        method("raw_env", "observe", "seat name"),
    ]


VEC = ("rules", "small", "seed", "obs")
PLAIN = plain()
LIGHT = light()
HEAVY = heavy()
