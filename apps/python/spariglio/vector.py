"""Thousands of hands stepped together, in NumPy arrays.

`VecEnv` is the fast way to play: one call steps all hands, in Rust.

>>> import numpy as np
>>> env = VecEnv("scopone", 64, seed=1)
>>> obs, info = env.reset()
>>> obs.shape, obs.dtype
((64, 834), dtype('uint8'))
>>> rng = np.random.default_rng(0)
>>> for _ in range(100):
...     choice = (rng.random(64) * env.n_legal).astype(np.uint16)
...     obs, rewards, terminations, truncations, info = env.step(choice)
>>> rewards.shape
(64, 2)
"""

from __future__ import annotations

import random
from itertools import accumulate
from math import prod
from typing import (
    Any,
    ClassVar,
    Final,
    Generic,
    Literal,
    TypedDict,
    TypeVar,
    Unpack,
    cast,
    overload,
)

import numpy as np
import numpy.typing as npt

from spariglio._arguments import Rules, game_of, integer, keywords, seed_of
from spariglio._core import STEPS, WORDS, Batch, Game, Hand, Hands, word_blocks
from spariglio._padded import Padded, aligned, pad
from spariglio.agents import OpponentsLike, seated

__all__ = ["COUNT_NAMES", "FLAT", "STEPS", "WORDS", "WORD_NAMES", "Info", "Padded", "VecEnv", "flat", "unpack"]

_T = TypeVar("_T", bound=np.generic)
_Obs = TypeVar("_Obs")
_SEATS: Final = 6
_CARDS: Final = 52
_LARGE: Final = 1 << 14
"""Bytes of an array that JAX should share, and not copy."""
_OBS: Final = ("inputs", "bits", "sparse", "padded", "none")

WORD_NAMES: Final[dict[str, slice]] = {name: slice(start, start + width) for name, start, width, _ in word_blocks()}
"""The contents of the words of a row of bits, by name and place. `unpack` explains each name."""

COUNT_NAMES: Final = ("sweeps", "threes", "tens", "picada", "simili", "quadriglia", "dealer_bonus")
"""The counts of `unpack(bits)["counts"]`, in the order of its last axis."""

_PLANES: Final[dict[str, tuple[int, ...]]] = {
    "hand": (_CARDS,),
    "table": (_CARDS,),
    "unseen": (_CARDS,),
    "last_lay": (_CARDS,),
    "piles": (_SEATS, _CARDS),
    "known": (_SEATS, _CARDS),
    "played": (_SEATS, _CARDS),
    "counts": (_SEATS, len(COUNT_NAMES)),
    "hand_sizes": (_SEATS,),
    "passed": (_SEATS,),
    "dealer": (),
    "last_capture": (),
    "matta": (),
    "declaring": (),
    "stock": (),
    "plies_left": (),
    "rounds_left": (),
}


def layout(shapes: dict[str, tuple[int, ...]]) -> dict[str, slice]:
    """The places of arrays of these shapes if they are concatenated."""
    ends = list(accumulate(prod(shape) for shape in shapes.values()))
    return {name: slice(end - prod(shape), end) for (name, shape), end in zip(shapes.items(), ends, strict=True)}


FLAT: Final = layout(_PLANES)
"""The places of the arrays of `unpack` in a row of `flat`."""


def flat(bits: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint8]:
    """The arrays of `unpack`, concatenated in that order to one `uint8` array: `(..., 1205)`. `FLAT` lists the places.

    Raises the same errors as `unpack`.
    """
    bits = np.asarray(bits)
    if bits.dtype != np.uint64:
        cut = "; JAX has cut them: unpack the array of NumPy" if bits.dtype == np.uint32 else ""
        raise TypeError(f"bits are {bits.dtype}: expected uint64{cut}")
    if bits.ndim == 0 or bits.shape[-1] != WORDS:
        raise ValueError(f"bits have the shape {bits.shape}: expected {WORDS} words on the last axis")
    rows = bits.shape[:-1]
    octets = np.ascontiguousarray(bits, dtype="<u8").view(np.uint8).reshape((*rows, WORDS, 8))
    sets, counts = FLAT["played"].stop, FLAT["counts"]
    out = np.empty((*rows, FLAT["rounds_left"].stop), dtype=np.uint8)
    # One word per set of cards: its upper 12 bits are 0 and are cut off below.
    planes = np.unpackbits(octets[..., : WORD_NAMES["played"].stop, :], axis=-1, bitorder="little")
    out[..., :sets] = planes[..., :_CARDS].reshape((*rows, sets))
    out[..., counts] = octets[..., WORD_NAMES["counts"], : len(COUNT_NAMES)].reshape(
        (*rows, counts.stop - counts.start)
    )
    seats = octets[..., WORD_NAMES["seats"].start, :_SEATS]
    np.bitwise_and(seats, np.uint8(127), out=out[..., FLAT["hand_sizes"]])
    np.right_shift(seats, np.uint8(7), out=out[..., FLAT["passed"]])
    progress = out[..., FLAT["dealer"].start :]
    progress[...] = octets[..., WORD_NAMES["progress"].start, : progress.shape[-1]]
    return out


def unpack(bits: npt.NDArray[np.uint64]) -> dict[str, npt.NDArray[np.uint8]]:
    """Rows of bits as named arrays of small numbers.

    `bits` is `uint64` of shape `(..., WORDS)`, from `VecEnv(..., obs="bits")` or `View.bits()`. All results are
    `uint8`; `...` stands for the same axes. Cards are indexed by `Card.index`. Seats and sides are counted in the order
    of play from the view's seat, so 0 is its own; if a game has fewer than 6, the rest is 0.

    | name | shape | meaning |
    |---|---|---|
    | `hand`, `table` | `(..., 52)` | the own hand cards; the table cards |
    | `unseen` | `(..., 52)` | the cards that the seat cannot see |
    | `last_lay` | `(..., 52)` | the card laid just before |
    | `piles` | `(..., 6, 52)` | the pile of each side |
    | `known` | `(..., 6, 52)` | cards known to be in the hand of each seat; of the own seat, those it declared |
    | `played` | `(..., 6, 52)` | the cards that each seat has played in this deal-round |
    | `counts` | `(..., 6, 7)` | for each side, the `COUNT_NAMES` |
    | `hand_sizes`, `passed` | `(..., 6)` | hand cards of each seat; whether it has passed |
    | `dealer` | `(...)` | the seat that deals |
    | `last_capture` | `(...)` | the side of the last capture; 6 if nobody |
    | `matta` | `(...)` | the declared value of 7c; 0 if it is a plain seven |
    | `declaring` | `(...)` | whether the seat to act decides on a declaration |
    | `stock`, `plies_left`, `rounds_left` | `(...)` | cards in the stock, cards to be played, deal-rounds to come |

    Raises `TypeError` if `bits` is not `uint64`, `ValueError` if its last axis is not `WORDS` long.

    >>> from spariglio import Game
    >>> view = Game("scopone").deal(seed=3).view()
    >>> planes = unpack(view.bits())
    >>> [int(card) for card in planes["hand"].nonzero()[0]] == [card.index for card in view.hand]
    True
    """
    row = flat(bits)
    return {name: row[..., FLAT[name]].reshape((*row.shape[:-1], *shape)) for name, shape in _PLANES.items()}


class Info(TypedDict):
    """What `reset` and `step` tell beside the observations: properties of `VecEnv`, by name. Only `actions="steps"` has
    an `action_mask`."""

    n_legal: npt.NDArray[np.int64]
    seat: npt.NDArray[np.int64]
    side: npt.NDArray[np.int64]
    action_mask: npt.NDArray[np.bool_]


# Observations, rewards, terminations, truncations, info.
_Step = tuple[_Obs, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], Info]


class _Options(TypedDict, total=False):
    """The keywords of `VecEnv` that do not change the type of its observations."""

    seed: int
    actions: Literal["index", "steps"]
    opponents: OpponentsLike | None
    seat: int | None
    whole_side: bool
    state: bool
    copy: bool


class VecEnv(Generic[_Obs]):
    """`num_envs` hands of one game, stepped by one call.

    `reset` and `step` return the same tuples as Gymnasium's vector environments, but only NumPy is needed;
    `spariglio.gym` wraps it for Gymnasium.

    Parameters:

    - `game`: a `Game`, the name of a preset, or the path of a rule set file.
    - `num_envs`: number of hands, `n` below, 1 to 4,194,304.
    - `seed`: 0 to 2**64 - 1. The same seed and the same actions give the same arrays. Hand `i` deals in its `k`-th
      hand from seat `(i + k) % players`, so dealers are mixed.
    - `obs`: the observation of the seat to act. `"inputs"`: `uint8`, `(n, game.view_inputs)`, 1 for each input of a
      network that is 1 (docs/reference/inputs.md; `spariglio.input_blocks(game)` lists them). `"bits"`: `uint64`,
      `(n, WORDS)`, several times faster; `unpack` decodes them. `"sparse"`: a `Batch` of lists for `embedding_bag`,
      with the inputs of views and actions and the formula's logits, as `spariglio.net` takes them. `"padded"`: the
      same as `Padded`, with lists of fixed lengths for JAX. `"none"`: nothing, an array of shape `(n, 0)`.
    - `actions`: `"index"`: an action is its place in the list of legal actions, 0 to `n_legal - 1` (`legal_actions`
      lists them). `"steps"`: a decision consists of one or more steps, as `Hand.legal_steps` explains; `action_mask`
      shows which are legal. Between the steps of a decision `obs`, `seat` and `n_legal` do not change.
    - `opponents`: agents that play all seats but one: an agent for all seats (`"formula"`, a class of Python, a
      `BatchAgent`, a `NetSearch`), a list with one per seat, or a `Pool`, from which each hand draws one. If `None`,
      the caller plays every seat.
    - `seat`: the caller's seat if there are opponents; if `None`, a different seat in each hand.
    - `whole_side`: whether the caller plays all seats of that seat's side, so that partners learn together.
    - `state`: whether a sparse or padded batch has the inputs of a critic, which sees all cards (`world_inputs`,
      `scored`).
    - `copy`: whether `reset`, `step` and the properties return copies. If false, they return the same read-only arrays
      each time, and the next call changes their contents. A batch is always new. Large observations and masks begin
      at multiples of 64 bytes, so that `jax.dlpack.from_dlpack` shares them.

    **Same-step autoreset** (`metadata["autoreset_mode"]`): when a hand ends, `terminations` is true and `rewards` holds
    its margins. `obs`, `seat`, `n_legal` and the mask already show the next hand, which began in the same call, so
    there is no final observation. Hands are never cut short: `truncations` is always false.

    Raises `TypeError` or `ValueError` if an argument is not as documented here.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": "SameStep", "render_modes": []}

    @overload
    def __init__(
        self: VecEnv[npt.NDArray[np.uint8]],
        game: Rules,
        num_envs: int,
        *,
        obs: Literal["inputs"] = "inputs",
        **options: Unpack[_Options],
    ) -> None: ...
    @overload
    def __init__(
        self: VecEnv[npt.NDArray[np.uint64]],
        game: Rules,
        num_envs: int,
        *,
        obs: Literal["bits", "none"],
        **options: Unpack[_Options],
    ) -> None: ...
    @overload
    def __init__(
        self: VecEnv[Batch], game: Rules, num_envs: int, *, obs: Literal["sparse"], **options: Unpack[_Options]
    ) -> None: ...
    @overload
    def __init__(
        self: VecEnv[Padded], game: Rules, num_envs: int, *, obs: Literal["padded"], **options: Unpack[_Options]
    ) -> None: ...

    @keywords
    def __init__(
        self,
        game: Rules,
        num_envs: int,
        *,
        seed: int = 0,
        obs: Literal["inputs", "bits", "sparse", "padded", "none"] = "inputs",
        actions: Literal["index", "steps"] = "index",
        opponents: OpponentsLike | None = None,
        seat: int | None = None,
        whole_side: bool = False,
        state: bool = False,
        copy: bool = True,
    ) -> None:
        self.game: Final[Game] = game_of(game)
        if actions not in ("index", "steps"):
            raise ValueError(f'actions is {actions!r}: expected "index" or "steps"')
        if not isinstance(obs, str):
            raise TypeError(f"obs is {obs!r}: expected a string")
        if obs not in _OBS:
            raise ValueError(f"obs is {obs!r}: expected one of {', '.join(map(repr, _OBS))}")
        players = self.game.players
        if seat is not None:
            seat = integer("seat", seat, players)
            if opponents is None:
                raise ValueError(f"seat is {seat} without opponents: expected opponents that play the other seats")
        if whole_side and opponents is None:
            raise ValueError("whole_side is True without opponents: expected opponents that play the other sides")
        if state and obs not in ("sparse", "padded"):
            raise ValueError(f'state is {state!r} with obs={obs!r}: expected obs="sparse" or obs="padded"')
        self._seed = seed_of(seed)
        self._seeds: random.Random | None = None
        self._made = {
            "obs": obs,
            "actions": actions,
            "opponents": opponents,
            "seat": seat,
            "whole_side": whole_side,
            "state": state,
            "copy": copy,
        }
        self._in_steps = actions == "steps"
        self._copy = copy
        hands = Hands(
            self.game,
            num_envs,
            seed=self._seed,
            obs="sparse" if obs == "padded" else obs,
            in_steps=self._in_steps,
            state=state,
            opponents=None if opponents is None else seated(opponents, players),
            own_seat=seat,
            whole_side=whole_side,
        )
        self._hands: Hands | None = hands
        self.num_envs: Final = len(hands.seat)
        self._sparse = obs in ("sparse", "padded")
        self._lengths: dict[str, int] | None = {} if obs == "padded" else None
        self._state = state
        self._obs: npt.NDArray[Any] = _readable(hands.inputs if obs == "inputs" else hands.bits)
        self._n_legal: npt.NDArray[np.int64] = _readable(hands.n_legal)
        self._seat: npt.NDArray[np.int64] = _readable(hands.seat)
        self._mask: npt.NDArray[np.bool_] = _readable(hands.mask.view(np.bool_))
        self._rewards: npt.NDArray[np.float32] = _readable(hands.rewards)
        self._done: npt.NDArray[np.bool_] = _readable(hands.done)
        self._truncated: npt.NDArray[np.bool_] = _readable(np.zeros(self.num_envs, dtype=np.bool_))
        self._sides = np.array([self.game.side(seat) for seat in range(players)], dtype=np.int64)
        self.observation_shape: Final[tuple[int]] = (self._obs.shape[1],)
        self.observation_dtype: Final[np.dtype[Any]] = self._obs.dtype
        self.num_actions: Final = STEPS if self._in_steps else None

    def __repr__(self) -> str:
        return f"VecEnv({self.game.name!r}, {self.num_envs}{', closed' if self._hands is None else ''})"

    def reset(self, seed: int | None = None) -> tuple[_Obs, Info]:
        """Deals all hands again; returns the first observations and `info`.

        With `seed`, everything after it is as in a new environment with this seed. If `seed` is `None`, the first reset
        deals from the seed of the constructor, and each later reset from a seed derived from it.
        """
        hands = self._open()
        if seed is not None:
            self._seed = seed_of(seed)
            self._seeds = random.Random(self._seed)
            hands.reset(self._seed)
        elif self._seeds is None:
            self._seeds = random.Random(self._seed)
            hands.reset(self._seed)
        else:
            hands.reset(self._seeds.getrandbits(64))
        return self._observation(), self._info()

    def step(self, actions: npt.ArrayLike) -> _Step[_Obs]:
        """Steps every hand by its action: `(obs, rewards, terminations, truncations, info)`.

        `actions` is an array of integers of any type, shape `(n,)`; `uint16` needs no conversion. Results:

        - `obs`: the observation of the seat that is to act next, as `obs` of the constructor says.
        - `rewards`: `float32`, `(n, sides)`: if a hand ended, the margin of each side in points (its points minus those
          of the best other side); otherwise 0.
        - `terminations`: `bool`, `(n,)`: whether the hand ended and another one began. `truncations`: `bool`, `(n,)`:
          false.
        - `info`: the properties `n_legal`, `seat`, `side` and, in steps, `action_mask`.

        Raises `TypeError` if `actions` are not integers, `ValueError` if their shape is wrong or an action is not
        legal; no hand changes then. Raises `RuntimeError` before the first `reset` and after `close`. If opponents
        search, Ctrl-C ends the wait for them. If an opponent of Python raises an exception, it is the cause of a
        `RuntimeError`. In both cases the hands are lost, and `reset` with a seed deals new ones.
        """
        return self._step(actions, None)

    def _step(self, actions: npt.ArrayLike, waits: npt.NDArray[np.bool_] | None) -> _Step[_Obs]:
        """As `step`; hands that wait do nothing."""
        hands = self._open()
        if self._seeds is None:
            raise RuntimeError("no hand is in progress: call reset() first")
        try:
            hands.step(self._choices(actions), waits)
        except IndexError as error:
            raise ValueError(str(error)) from None
        ends = self._given(self._rewards), self._given(self._done), self._given(self._truncated)
        return self._observation(), *ends, self._info()

    @property
    def n_legal(self) -> npt.NDArray[np.int64]:
        """Number of legal actions of the decision of each hand: `int64`, `(n,)`."""
        self._open()
        return self._given(self._n_legal)

    @property
    def seat(self) -> npt.NDArray[np.int64]:
        """The seat to act in each hand: `int64`, `(n,)`."""
        self._open()
        return self._given(self._seat)

    @property
    def side(self) -> npt.NDArray[np.int64]:
        """The side of the seat to act in each hand: `int64`, `(n,)`; the place of its margin in a row of rewards."""
        self._open()
        return self._sides[self._seat]

    @property
    def action_mask(self) -> npt.NDArray[np.bool_]:
        """Whether each step is legal: `bool`, `(n, STEPS)`. Raises `AttributeError` if `actions` is `"index"`."""
        self._open()
        if not self._in_steps:
            raise AttributeError('no action_mask with actions="index": the legal actions are 0 to n_legal - 1')
        return self._shared(self._mask)

    def legal_actions(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The legal actions of all hands: `(bits, starts)`, new arrays in each call.

        `bits` is `int64`: the actions as numbers (`Action.bits`), hand by hand, each in canonical order. `starts` is
        `int64`, `(n + 1,)`: the actions of hand `i` are `bits[starts[i]:starts[i + 1]]`.

        >>> env = VecEnv("scopa", 8)
        >>> bits, starts = env.legal_actions()
        >>> bool(((starts[1:] - starts[:-1]) == env.n_legal).all())
        True
        """
        return self._open().legal_actions()

    def texts(self, hand: int) -> list[str]:
        """The legal actions of one hand as texts, in canonical order."""
        return self._open().texts(integer("hand", hand, self.num_envs))

    def hand(self, number: int) -> Hand:
        """A copy of a hand in progress, with all cards and the turns so far: to draw it, to record it, to play on."""
        return self._open().hand(integer("hand", number, self.num_envs))

    def _rows(self, hand: int) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.bool_]]:
        """The rows of a hand in the arrays of observations and of masks."""
        return self._obs[hand], self._mask[hand]

    def _skip(self, hands: npt.NDArray[np.int64]) -> None:
        """Begins the next hand in place of some hands in progress."""
        if len(hands):
            self._open().skip(hands.tolist())

    def _begin_at(self, seed: int, numbers: npt.NDArray[np.int64]) -> None:
        """Begins the hand with a number in each series of hands of a seed."""
        begun = [place + 1 + int(number) for place, number in enumerate(numbers)]
        self._open().restore(seed, begun, [[] for _ in begun])
        self._seed, self._seeds = seed, random.Random(seed)

    def __getstate__(self) -> dict[str, Any]:
        """All that a copy needs: the arguments, and the place of every hand. A copy shows no rewards."""
        place = None if self._hands is None else self._hands.place()
        given = {"game": self.game, "num_envs": self.num_envs, "seed": self._seed, **self._made}
        return {"given": given, "seeds": self._seeds, "place": place}

    def __setstate__(self, state: dict[str, Any]) -> None:
        VecEnv.__init__(cast(Any, self), **state["given"])
        self._seeds = state["seeds"]
        if state["place"] is None:
            self.close()
        else:
            self._open().restore(*state["place"])

    def close(self) -> None:
        """Closes the environment. Every later call but this one raises `RuntimeError`."""
        self._hands = None

    def _open(self) -> Hands:
        if self._hands is None:
            raise RuntimeError("the environment is closed")
        return self._hands

    def _observation(self) -> Any:
        if not self._sparse:
            return self._shared(self._obs)
        batch = self._open().batch()
        return batch if self._lengths is None else pad(batch, self._state, self._lengths)

    def _given(self, array: npt.NDArray[_T]) -> npt.NDArray[_T]:
        return array.copy() if self._copy else array

    def _shared(self, array: npt.NDArray[_T]) -> npt.NDArray[_T]:
        """As `_given`, but large arrays begin where JAX shares them."""
        if not self._copy or array.nbytes < _LARGE:
            return self._given(array)
        out = aligned(array.shape, array.dtype)
        out[...] = array
        return out

    def _info(self) -> Info:
        info = {"n_legal": self._given(self._n_legal), "seat": self._given(self._seat), "side": self.side}
        masks = {"action_mask": self._shared(self._mask)} if self._in_steps else {}
        return cast(Info, {**info, **masks})

    def _choices(self, actions: npt.ArrayLike) -> npt.NDArray[np.uint16]:
        """The actions in the format for Rust. Fails if one does not fit, so that none wraps around."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions are {given.dtype}: expected an array of integers")
        if given.shape != (self.num_envs,):
            raise ValueError(f"actions have the shape {given.shape}: expected ({self.num_envs},)")
        if given.dtype == np.uint16:
            return np.ascontiguousarray(given)
        if given.min() < 0 or given.max() > 0xFFFF:
            hand = int(np.argmax((given < 0) | (given > 0xFFFF)))
            raise ValueError(f"hand {hand}: action {given[hand]} is out of range")
        return given.astype(np.uint16)


def _readable(array: npt.NDArray[_T]) -> npt.NDArray[_T]:
    """The same numbers, which cannot be changed here."""
    view = array.view()
    view.flags.writeable = False
    return view
