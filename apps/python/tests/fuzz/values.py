"""Values that are right, nearly right or absurd, for random calls."""

import itertools
import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

TEXTS = [
    "",
    " ",
    "\0",
    "7d",
    "7d x 3c 4b",
    "pass",
    "declare",
    "\ud800",
    "\N{MAN}\u200d\N{WOMAN}",
    "x" * 5000,
    "-1",
    "1e999",
]
NUMBERS = [-1, -(2**63), 2**64, 2**70, float("nan"), float("inf"), -0.5, 1.0, True, np.int8(-1), np.uint64(2**64 - 1)]
TYPES = ["u1", "i1", "u2", "<u2", ">u2", "i4", "u8", ">i8", "f4", "f8", "c8", "?", "O", "M8[s]", "S3", "U2"]


class Index:
    """An integer whose conversion calls `act`."""

    def __init__(self, value: int, act: Callable[[], Any]) -> None:
        self.value, self.act = value, act

    def __index__(self) -> int:
        self.act()
        return self.value


class Liar(list[Any]):
    """A sequence that calls `act` while it is read, and may end early or late."""

    act: Callable[[], Any] = int

    def __len__(self) -> int:
        self.act()
        return 3

    def __iter__(self) -> Iterator[Any]:
        self.act()
        return itertools.islice(itertools.cycle([*super().__iter__(), None]), 50)


def deep(depth: int) -> Any:
    """A list in a list in a list."""
    found: list[Any] = []
    for _ in range(depth):
        found = [found]
    return found


def array(rng: random.Random, n: int) -> Any:
    """An array of `n` small numbers, which may have one of several faults."""
    right = np.array([rng.randrange(3) for _ in range(n)], dtype=np.uint16)
    if rng.random() < 0.4:
        return right
    broad = np.zeros((n, 3), dtype=np.uint16)
    locked = right.copy()
    locked.flags.writeable = False
    odd: list[Callable[[], Any]] = [
        lambda: right.astype(rng.choice(TYPES)),
        lambda: np.full(n, rng.choice([-1, 65535, 65536, 2**40, np.nan])),
        lambda: np.zeros(n + rng.choice([-1, 1, 1000]) if n else 1, dtype=np.uint16),
        lambda: right.reshape(rng.choice([(n, 1), (1, n), (1, 1, n)])),
        lambda: broad[:, 1],
        lambda: right[::-1],
        lambda: np.broadcast_to(np.uint16(0), (n,)),
        lambda: np.frombuffer(bytes(2 * n + 1), dtype=np.uint8)[1:].view(np.uint16),
        lambda: np.ma.masked_array(right, mask=right > 0),
        lambda: np.zeros(n, dtype=[("a", "u2")]),
        lambda: np.array(0, dtype=np.uint16),
        lambda: right.tolist(),
        lambda: locked,
    ]
    return rng.choice(odd)()


def damaged(rng: random.Random, text: str) -> str:
    """A text with random changes."""
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(text) + 1)
        to = min(len(text), at + rng.choice([1, 1, 2, 20]))
        numbers = list(re.finditer(r"\d+", text))
        if numbers and rng.random() < 0.4:
            at, to = rng.choice(numbers).span()
            put = rng.choice(["0", "-1", "1", "7", "99", "256", "18446744073709551616", "1e999", "null", "0.5", '"x"'])
        else:
            put = rng.choice(["", "", rng.choice(TEXTS[:8]), text[at:to] * 2, "[", "}", '"', "\n", "="])
        text = text[:at] + put + text[to:]
    return text


def damaged_json(rng: random.Random, text: str) -> str:
    """JSON of the same shape with a changed value, or a damaged text."""
    if rng.random() < 0.3:
        return damaged(rng, text)
    root = [json.loads(text)]
    for _ in range(rng.choice([1, 1, 1, 3])):
        place: Any = root
        while True:
            key = rng.choice(list(place)) if isinstance(place, dict) else rng.randrange(len(place))
            if not isinstance(place[key], (dict, list)) or not place[key] or rng.random() < 0.1:
                break
            place = place[key]
        place[key] = rng.choice(
            [None, 0, 1, -1, 2**53, 2**63, 2**64, 1e300, 0.5, "", "x", [], {}, True, [[]], rng.random()]
        )
    return json.dumps(root[0])
