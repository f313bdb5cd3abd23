"""Agents and evaluators written in Python.

An agent receives views only. Every function that takes agents accepts it: the arena, for example, takes its class or a
function that makes one.

>>> import spariglio as sp
>>> class First(sp.Agent):
...     '''Plays the first legal action.'''
...     def act(self, view):
...         return 0
>>> result = sp.arena("scopa", [First, "random"], hands=100, threads=1)
>>> result.pair(0, 1).hands
100

A plain function from a view to an action is an agent too: `sp.arena("scopa", [lambda view: 0, "random"])`.

Results depend on seeds: if an agent plays at random, it must use only the seed of `start_hand` or of a batch's row.
Then a result depends neither on the number of threads nor on the number of hands played at once.
"""

import contextlib
import inspect
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from spariglio import _core
from spariglio._core import Action, Batch, Decision, View
from spariglio._data.remote import local_networks

__all__ = ["Agent", "AgentLike", "BatchAgent", "Evaluator", "NetSearch", "OpponentsLike", "Pool"]


class Agent(ABC):
    """An agent that decides one view at a time. Each seat has its own object, which plays many hands.

    It must forget a hand in `start_hand`: which hands an object plays depends on the threads.

    `name` appears in tables (by default the name of the class). `name` and `version` are part of the fingerprint of a
    result: raise the version when the agent changes its play.
    """

    name: ClassVar[str] = ""
    version: ClassVar[str] = "1"

    def start_hand(self, seed: int) -> None:  # noqa: B027 - not every agent needs it
        """Prepares for a hand. Any random choice in it must come from `seed`."""

    @abstractmethod
    def act(self, view: View) -> Action | str | int:
        """The action of the view's seat, which is to act: an `Action`, its text, or its place in `view.actions`.

        If it raises an exception, the run ends; the message names the deal, the seed and the seat.
        """


class BatchAgent(ABC):
    """An agent that decides many rows at once. Each thread has its own object.

    `obs` selects its observations: `"inputs"`, `"sparse"` (the lists of inputs alone, which is faster), `"bits"` or
    `"none"` (see `Batch`). `width` is the number of hands that each thread plays at once.
    """

    name: ClassVar[str] = ""
    version: ClassVar[str] = "1"
    obs: ClassVar[str] = "inputs"
    width: ClassVar[int] = 256

    @abstractmethod
    def act(self, batch: Batch) -> npt.ArrayLike:
        """For each row, the place of an action in its list of legal actions, `0 <= place < batch.n_legal[row]`.

        A place must depend only on its own row (with its seed), not on the other rows.
        """

    def wave(self, batch: Batch) -> npt.NDArray[np.int64]:
        """The places of `act` in the format for Rust."""
        places = np.asarray(self.act(batch))
        if places.ndim != 1 or not np.issubdtype(places.dtype, np.integer):
            found = f"an array of {places.dtype} of shape {places.shape}"
            raise TypeError(f"{type(self).__name__}.act gave {found}: expected whole numbers of shape ({len(batch)},)")
        return np.ascontiguousarray(places, dtype=np.int64)


class Evaluator(ABC):
    """Evaluates positions for the Rust search, with your own network for example. See `NetSearch`.

    All threads share one object.
    """

    @abstractmethod
    def evaluate(self, batch: Batch) -> tuple[npt.ArrayLike, npt.ArrayLike]:
        """Values and logits.

        `batch` has inputs, as arrays of zeros and ones (`batch.obs`) and as lists (`batch.inputs`,
        `batch.action_inputs`; see `Batch`). Returns a value per row, shape `(n,)`: the expected margin of the side of
        the seat to act, in tenths of a point. Returns a logit for each legal action of all rows, shape
        `(len(batch.actions),)`, row `i` at `batch.starts[i]:batch.starts[i + 1]`: the logarithm of its probability, up
        to a constant. The outputs of a row must depend only on that row.
        """

    def outputs(self, batch: Batch) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """The outputs of `evaluate` in the format for Rust."""
        outputs = self.evaluate(batch)
        if not (isinstance(outputs, tuple | list) and len(outputs) == 2):
            raise TypeError(f"{type(self).__name__}.evaluate gave {type(outputs).__name__}: expected values and logits")
        values, logits = (np.asarray(one) for one in outputs)
        for what, found, expected in (("values", values, len(batch)), ("logits", logits, len(batch.actions))):
            if found.shape != (expected,) or found.dtype.kind not in "fiu":
                given = f"{what} of shape {found.shape} and type {found.dtype}"
                raise TypeError(f"{type(self).__name__}.evaluate gave {given}: expected numbers of shape ({expected},)")
        return np.ascontiguousarray(values, dtype=np.float32), np.ascontiguousarray(logits, dtype=np.float32)


class NetSearch:
    """The Rust tree search with a Python evaluator. Leaves of many hands are evaluated together.

    It is accepted as an agent by the arena, and it can search views directly.

    Args:
        evaluator: Evaluates the leaves.
        simulations: Simulations per decision.
        leaves: Leaves of one search that are evaluated together, 1 to 255.
        width: Number of hands that each thread plays at once.
        name: Its name in tables and in fingerprints of results; by default the evaluator's class.
        version: Raise it when the evaluator's outputs change.
    """

    def __init__(
        self,
        evaluator: Evaluator,
        *,
        simulations: int = 128,
        leaves: int = 8,
        width: int = 256,
        name: str = "",
        version: str = "1",
    ) -> None:
        if not isinstance(evaluator, Evaluator):
            raise TypeError(f"{evaluator!r}: expected an object of a class of Evaluator, such as Net(game)")
        self._searcher = _core.Searcher(evaluator, simulations, leaves)
        self._made_of = (evaluator, simulations, leaves, width, name, version)
        name = name or type(evaluator).__name__
        # The budget affects its play, so it is part of the version.
        version = f"{version} simulations={simulations} leaves={leaves}"
        self._entrant = self._searcher.entrant(name, version, width)

    def __reduce__(self) -> tuple[Callable[..., "NetSearch"], tuple[Any, ...]]:
        return _net_search, self._made_of

    def search(self, views: list[View], seed: int = 0) -> list[Decision]:
        """A decision for each view, which depends only on that view and `seed`. Fails if the views are of different
        games, or if a view's seat is not to act."""
        return self._searcher.search(views, seed)


def _net_search(evaluator: Evaluator, simulations: int, leaves: int, width: int, name: str, version: str) -> NetSearch:
    """Restores a pickled search."""
    return NetSearch(evaluator, simulations=simulations, leaves=leaves, width=width, name=name, version=version)


AgentLike = (
    str
    | type[Agent]
    | type[BatchAgent]
    | Callable[[], Agent | BatchAgent]
    | Callable[[View], Action | str | int]
    | BatchAgent
    | NetSearch
)
"""An agent: a specification (docs/explanation/agents.md), a class or a function that makes one, a function that does
what `Agent.act` does, a `BatchAgent`, a `NetSearch`."""


class Pool:
    """Opponents of an environment, such as past versions of a learner: each hand draws one, which plays all seats but
    the caller's.

    >>> from spariglio.vector import VecEnv
    >>> env = VecEnv("scopone", 8, opponents=Pool({"formula": 0.7, "greedy": 0.3}))

    Args:
        shares: Agents with the weight of each, a number above 0; or a list of agents, which have equal weights.
    """

    def __init__(self, shares: Mapping[AgentLike, float] | Sequence[AgentLike]) -> None:
        if isinstance(shares, str) or not isinstance(shares, Mapping | Sequence):
            raise TypeError(f"shares are {shares!r}: expected agents with their weights, or a list of agents")
        if not isinstance(shares, Mapping):
            shares = Counter(shares)
        if not shares or not all(0 < share < float("inf") for share in shares.values()):
            raise ValueError(f"shares are {dict(shares)!r}: expected agents with finite weights above 0")
        self.shares = dict(shares)

    def __repr__(self) -> str:
        return f"Pool({self.shares!r})"


OpponentsLike = AgentLike | Sequence[AgentLike] | Pool
"""Opponents of an environment: an agent for all other seats, one per seat, or a `Pool`."""


def seated(opponents: Any, players: int) -> tuple[list[_core.Entrant], list[tuple[float, list[int]]]]:
    """The agents, and the line-ups of which each hand draws one: a weight, and the place of the agent at each seat."""
    if isinstance(opponents, Pool):
        agents = list(opponents.shares)
        lineups = [(float(share), [place] * players) for place, share in enumerate(opponents.shares.values())]
    elif isinstance(opponents, Sequence) and not isinstance(opponents, str):
        # The same agent at several seats decides for all of them at once.
        agents = list(dict.fromkeys(opponents))
        lineups = [(1.0, [agents.index(agent) for agent in opponents])]
    else:
        agents, lineups = [opponents], [(1.0, [0] * players)]
    return [entrant(agent) for agent in agents], lineups


def entrant(agent: Any) -> _core.Entrant:
    """The agent in the format for Rust."""
    if isinstance(agent, str):
        return _core.Entrant.named(local_networks(agent))
    if isinstance(agent, NetSearch):
        return agent._entrant
    if isinstance(agent, Agent):
        raise TypeError(
            f"an object of {type(agent).__name__}: expected its class, or a function that makes one for each seat"
        )
    if isinstance(agent, BatchAgent):
        return _batched(agent, lambda: agent)
    if not callable(agent):
        raise TypeError(f"{agent!r}: expected an agent's specification, its class, or a function that makes one")
    fits = _fits(agent)
    if fits == 1 and not isinstance(agent, type):
        return _core.Entrant.single(getattr(agent, "__name__", "function"), "1", lambda: _Function(agent))
    if fits != 0:
        raise TypeError(
            f"{agent!r} needs arguments: expected a function without any that makes the agent, such as a lambda"
        )
    made = agent()
    if isinstance(made, Agent):
        return _core.Entrant.single(made.name or type(made).__name__, made.version, agent)
    if isinstance(made, BatchAgent):
        return _batched(made, agent)
    raise TypeError(f"{agent!r} makes {made!r}: expected an Agent or a BatchAgent")


class _Function(Agent):
    """A plain function as an agent."""

    def __init__(self, function: Callable[[View], Action | str | int]) -> None:
        self._function = function

    def act(self, view: View) -> Action | str | int:
        return self._function(view)


def _fits(function: Callable[..., Any]) -> int | None:
    """The least number of positional arguments that a function takes, 0 or 1; else `None`."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return 0
    for number in (0, 1):
        with contextlib.suppress(TypeError):
            signature.bind(*[None] * number)
            return number
    return None


def _batched(made: BatchAgent, make: Callable[[], BatchAgent]) -> _core.Entrant:
    return _core.Entrant.batched(made.name or type(made).__name__, made.version, make, made.width, made.obs)
