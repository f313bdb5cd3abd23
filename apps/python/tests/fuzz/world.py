"""Objects that calls made, arguments for further calls, and the calls."""

import math
import random
import threading
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import numpy as np

import spariglio as sp
from fuzz.values import NUMBERS, TEXTS, TYPES, Index, Liar, array, damaged, damaged_json, deep
from spariglio import _core
from spariglio.contest import ArenaResult
from spariglio.vector import VecEnv

KEPT = 12
COUNTS = ("small", "simulations", "millis")
"""Kinds of arguments that may be large, but make the call slow if they are."""
LARGE = 14
"""Searches take long if more cards than this are on the table."""
FAULTS = ("panicexception", "panicked", "poison", "error of spariglio itself")

PRESETS = sp.Game.presets()
AGENTS = [
    "random",
    "greedy",
    "greedy-take",
    "formula",
    "chitarrella",
    "cicuti",
    "net:exact=0",
    "net-search:simulations=2",
    "ismcts:simulations=8",
    "mo-ismcts:simulations=4",
    "pimc:worlds=2:depth=2",
    "cheat-mcts:simulations=4",
]
WRONG_AGENTS = [
    "nobody",
    ":",
    "=:=",
    "ismcts:",
    "ismcts:simulations",
    "ismcts:simulations=",
    "ismcts:simulations=-1",
    "ismcts:simulations=0",
    "greedy:x=1",
    "ismcts:threads=0",
    "ismcts:threads=99999999",
    "ismcts:simulations=4:softness=nan",
    "ismcts:simulations=4:simulations=4",
    "ismcts:simulations=4:exploration=-inf",
    "ismcts:simulations=4:temperature=1e-300",
    "ismcts:simulations=4:doubt=2",
    "net:net=",
    "chitarrella:x=1e999",
    "net:net=/none",
]


class Failure(AssertionError):
    """A call broke a rule that holds for all calls."""


class Call(Protocol):
    """A call on an object of a type (`""` if it needs none)."""

    kind: str
    name: str

    def prepare(self, world: "World") -> tuple[Any, tuple[Any, ...]]:
        """An object and arguments."""

    def run(self, target: Any, *arguments: Any) -> Any:
        """Makes the call."""


class World:
    """Objects that calls made, and calls on them."""

    def __init__(self, seed: int, calls: list[Any], log: Path | None) -> None:
        self.seed, self.calls, self.log = seed, calls, log
        self.rng = random.Random(seed)
        self.kept: dict[str, list[Any]] = {}
        self.target: Any = None
        self.depth = 0
        self.faults: list[str] = []
        self.last = "nothing"
        game = sp.Game(self.rng.choice(PRESETS))
        hand = game.deal(seed=seed % 1000)
        for _ in range(self.rng.randrange(game.plies)):
            hand.play(self.rng.randrange(len(hand.actions)))
        self.keep([game, hand, hand.view(), hand.record(), self.result])
        self.keep([_core.Entrant.named("greedy"), _core.Inputs(game), _core.Hands(game, 3, in_steps=seed % 2 == 0)])
        self.keep(_core.Arrays(game, seed % 2 == 0, True, True, 200))
        self.keep([VecEnv(game, 2, obs="bits"), sp.Thinker(game, "greedy"), _core.Searcher(self.evaluator(), 3, 2)])
        self.keep([*game.cards[:3], ArenaResult(self.result), ArenaResult(self.other_result)])
        self.keep(hand.actions)

    # Objects.

    def keep(self, found: Any) -> None:
        """Keeps an object, and some of its items."""
        if isinstance(found, (list, tuple)):
            for one in found[:4]:
                self.keep(one)
            return
        if isinstance(found, sp.View) and len(found.table) > LARGE:
            return
        kept = self.kept.setdefault(type(found).__name__, [])
        if len(kept) < KEPT:
            kept.append(found)
        else:
            kept[self.rng.randrange(KEPT)] = found

    def one(self, kind: str) -> Any:
        """A kept object of a type; `None` if there is none."""
        return self.rng.choice(self.kept.get(kind) or [None])

    def anything(self) -> Any:
        """A kept object of any type."""
        return self.rng.choice(self.kept[self.rng.choice(list(self.kept))])

    # Arguments.

    def odd(self) -> Any:
        """A value that hardly any function expects."""
        rng = self.rng
        makes: list[Callable[[], Any]] = [
            lambda: None,
            lambda: rng.choice(NUMBERS),
            lambda: rng.choice(TEXTS),
            self.anything,
            lambda: array(self.rng, rng.randrange(5)),
            lambda: [self.anything() for _ in range(rng.randrange(5))],
            lambda: {"seat": self.anything()},
            lambda: rng.choice([b"", b"\xff", (), [], {}, set(), deep(50), object, object(), print, Ellipsis, 1j]),
            lambda: Index(rng.randrange(4), self.meddle),
            lambda: rng.choice([iter([1]), range(3), memoryview(b"abcd"), bytearray(4), type, np]),
        ]
        return rng.choice(makes)()

    def right(self, kind: str) -> Any:
        """A valid argument."""
        rng = self.rng
        if kind in self.kept:
            return self.one(kind)
        if kind.endswith("*"):
            return [self.right(kind[:-1]) for _ in range(rng.randrange(4))]
        makes: dict[str, Callable[[], Any]] = {
            "seat": lambda: rng.randrange(4),
            "small": lambda: rng.choice([1, 1, 2, 3, 8]),
            "seed": lambda: rng.choice([0, 1, 2**64 - 1, rng.getrandbits(64)]),
            "flag": lambda: rng.random() < 0.5,
            "card text": lambda: rng.choice(["Ad", "7d", "Kc", "Ts", "9b", "2s"]),
            "place": lambda: rng.randrange(3),
            "action": lambda: rng.choice(
                [self.last_place(), self.last_place(), 0, self.one("Action"), str(self.one("Action"))]
            ),
            "step": lambda: rng.choice(getattr(self.target, "legal_steps", None) or [0]),
            "any step": lambda: rng.randrange(_core.STEPS),
            "pack": self.pack,
            "rules": lambda: rng.choice([*PRESETS, self.one("Game")]),
            "preset": lambda: rng.choice(PRESETS),
            "toml": self.toml,
            "record": lambda: rng.choice(
                [self.one("Hand").record(), damaged_json(self.rng, self.one("Hand").record())]
            ),
            "agent": lambda: rng.choice(AGENTS),
            "name": lambda: rng.choice(["a", "net", "b c", "1"]),
            "part": lambda: rng.choice(["1/1", "1/2", "2/3"]),
            "obs": lambda: rng.choice(["none", "bits", "inputs"]),
            "simulations": lambda: rng.choice([None, 1, 3, 16]),
            "millis": lambda: rng.choice([None, 0, 1]),
            "taken": lambda: [rng.randrange(_core.STEPS) for _ in range(rng.randrange(3))],
            "choices": self.choices,
            "bits": self.bits,
            "tensor": self.tensor,
            "agents": lambda: [self.agent_class() for _ in range(2)],
            "opponents": lambda: rng.choice([None, "greedy", ["formula"] * self.one("Game").players]),
            "maybe seat": lambda: rng.choice([None, 0, 1]),
            "make": lambda: self.agent_class(),
            "evaluator": self.evaluator,
            "nodes": lambda: rng.choice([1, 100, 20_000]),
            "progress": lambda: rng.choice([False, False, self.meddle, lambda *told: self.meddle()]),
            "result": lambda: rng.choice([self.result, self.other_result, damaged_json(self.rng, self.result)]),
            "kept result": lambda: rng.choice([None, None, ArenaResult(self.right("result"))]),
            "options": lambda: rng.choice([None, {}, {"dealer": rng.randrange(3)}, {"hand": self.one("Hand")}]),
            "seat name": lambda: f"seat_{rng.randrange(3)}",
        }
        return makes[kind]() if kind in makes else None

    def wrong(self, number: int) -> set[int]:
        """The arguments to spoil: none, one or all."""
        chance = self.rng.random()
        if chance < 0.5 or not number:
            return set()
        return set(range(number)) if chance > 0.95 else {self.rng.randrange(number)}

    def argument(self, kind: str) -> Any:
        """An argument that is nearly right or absurd."""
        chance = self.rng.random()
        if chance < 0.6 and kind in ("agent", "preset", "part", "name", "card text", "toml"):
            wrong = WRONG_AGENTS if kind == "agent" else TEXTS
            return self.rng.choice(wrong)
        if chance < 0.6 and kind.endswith("*"):
            liar = Liar(self.right(kind))
            liar.act = self.meddle
            return liar
        odd = self.odd()
        large = isinstance(odd, (int, np.integer)) and 100 < odd < 2**64
        return None if large and kind in COUNTS else odd

    def pack(self) -> Any:
        """The cards of a deal, nearly always in another order or from another game."""
        game = self.one("Game")
        cards = list(game.cards)
        self.rng.shuffle(cards)
        return self.rng.choice([cards, cards[:-1], [*cards, cards[0]], cards[:1] * len(cards), self.kept["Card"], None])

    def toml(self) -> str:
        """The rules of a game with a change."""
        lines = self.one("Game").to_toml().splitlines()
        for _ in range(self.rng.randrange(3)):
            at = self.rng.randrange(len(lines))
            lines[at] = damaged(self.rng, lines[at])
        return "\n".join(lines)

    def bits(self) -> Any:
        """Rows of bits, or an unsuitable array."""
        if self.rng.random() < 0.5:
            return self.one("View").bits()
        return np.frombuffer(self.rng.randbytes(8 * _core.WORDS), dtype=np.uint64).astype(self.rng.choice(TYPES[:9]))

    def tensor(self) -> Any:
        """An array for the target, if it is an `Arrays`."""
        shapes = self.target.shapes() if isinstance(self.target, _core.Arrays) else []
        return np.zeros(sum(math.prod(shape) for _, shape in shapes), np.float32)

    @cached_property
    def result(self) -> str:
        """The JSON of a result."""
        return self.part("1/2")

    @cached_property
    def other_result(self) -> str:
        """The JSON of the other part."""
        return self.part("2/2")

    def part(self, part: str) -> str:
        """The JSON of a part of a contest."""
        return sp.arena("mini_scopa", ["greedy", "random"], hands=8, seed=self.seed % 7, threads=1, part=part)._text

    def last_place(self) -> int:
        """The place of the last legal action of the target hand: a capture, if there is one."""
        return len(getattr(self.target, "actions", [0])) - 1

    def choices(self) -> Any:
        """Choices for the target hands: legal ones, or an array of any kind."""
        hands = self.target
        n_legal = getattr(hands, "n_legal", np.ones(2, dtype=np.uint16))
        if self.rng.random() < 0.3:
            return array(self.rng, len(n_legal))
        if isinstance(hands, _core.Hands) and hands.mask.shape[1]:
            return hands.mask.argmax(axis=1).astype(np.uint16)
        return ((n_legal - 1) // self.rng.choice([1, 2, 50])).astype(np.uint16)

    # Calls from inside of calls.

    def meddle(self) -> Any:
        """Makes another call, or raises, in the middle of a call."""
        if self.depth > 2:
            return None
        self.depth += 1
        try:
            if self.rng.random() < 0.1:
                raise self.rng.choice([ValueError, KeyError, StopIteration, MemoryError])("\ud800 wrong")
            self.call(self.rng.choice(self.calls))
        finally:
            self.depth -= 1
        return self.rng.choice([None, 0])

    def agent_class(self) -> Any:
        """A valid agent argument."""
        world, rng = self, self.rng

        class Meddler(sp.Agent):
            def start_hand(self, seed: int) -> None:
                world.maybe_meddle()

            def act(self, view: sp.View) -> Any:
                world.keep(view)
                world.maybe_meddle()
                # A capture if there is one, as counting the errors on large tables takes long.
                return len(view.actions) - 1 if rng.random() < 0.998 else world.odd()

        class Many(sp.BatchAgent):
            obs = rng.choice(["none", "bits", "inputs"])
            width = rng.choice([1, 3, 100])

            def act(self, batch: sp.Batch) -> Any:
                world.keep(batch)
                world.maybe_meddle()
                return batch.n_legal - 1 if rng.random() < 0.97 else array(rng, len(batch))

        if rng.random() < 0.1:
            return rng.choice([Meddler(), world.meddle])
        return rng.choice([Meddler, Many, Many(), rng.choice(AGENTS[:6])])

    def evaluator(self) -> Any:
        """An evaluator that fails from time to time."""
        world, rng = self, self.rng

        class Judge(sp.Evaluator):
            def evaluate(self, batch: sp.Batch) -> Any:
                world.keep(batch)
                world.maybe_meddle()
                values: Any = np.zeros(len(batch), dtype=np.float32)
                logits: Any = np.zeros(len(batch.actions), dtype=np.float32)
                if rng.random() < 0.05:
                    values = rng.choice([world.odd, lambda: array(rng, len(batch)), lambda: values + np.nan])()
                if rng.random() < 0.05:
                    logits = rng.choice([world.odd, lambda: array(rng, len(batch.actions)), lambda: logits[::2]])()
                return (values, logits) if rng.random() < 0.998 else world.odd()

        class Raw(Judge):
            outputs = Judge.evaluate

        return rng.choice([Judge(), Raw(), world.odd()])

    def maybe_meddle(self) -> None:
        if self.rng.random() < 0.05:
            self.meddle()

    # Calls.

    def call(self, operation: Call) -> None:
        """Makes one call and keeps its result."""
        try:
            target, arguments = operation.prepare(self)
        except Exception:
            return
        self.last = f"round {self.seed}: {operation.name} {shown(target)} {shown(arguments)}"
        if self.log:
            with self.log.open("a", encoding="utf-8") as log:
                log.write(f"{self.last}\n")
        self.keep(self.guarded(operation, target, arguments))
        if self.faults:
            raise Failure(self.faults[0])

    def guarded(self, operation: Call, target: Any, arguments: tuple[Any, ...]) -> Any:
        """The result of a call; `None` if it raised."""
        last = self.last
        try:
            return operation.run(target, *arguments)
        except Exception as error:
            text = shown(error)
            if isinstance(error, Failure) or any(fault in text.lower() for fault in FAULTS):
                self.faults.append(f"{last}: {text}")
        except BaseException as error:
            self.faults.append(f"{last}: {shown(error)}")
        return None

    def pair(self) -> None:
        """Two threads call one object at the same time."""
        first = self.rng.choice(self.calls)
        others = [operation for operation in self.calls if operation.kind == first.kind]
        try:
            target, _ = first.prepare(self)
            calls = [(one, one.prepare(self)[1]) for one in (self.rng.choice(others) for _ in range(6))]
        except Exception:
            return

        def work(mine: list[tuple[Call, tuple[Any, ...]]]) -> None:
            for operation, arguments in mine:
                self.guarded(operation, target, arguments)

        self.last = f"round {self.seed}: two threads on {shown(target)}"
        threads = [threading.Thread(target=work, args=(calls[:3],)), threading.Thread(target=work, args=(calls[3:],))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if self.faults:
            raise Failure(self.faults[0])


def shown(value: Any) -> str:
    """A value in words, if it can be shown."""
    try:
        return ascii(value)[:400]
    except Exception as error:
        return f"<{type(value).__name__}: {type(error).__name__}>"
