"""Gymnasium environments: the caller plays one seat, agents play the others.

`SeatEnv` is one table, `SeatVecEnv` steps many tables in one call. Both have `action_masks()` for the maskable PPO of
sb3-contrib. `StepAgent` makes an agent of a trained policy.

>>> import numpy as np
>>> env = SeatEnv("scopone", opponents="greedy", seat=0)
>>> obs, info = env.reset(seed=1)
>>> obs.shape, obs.dtype
((1003,), dtype('uint8'))
>>> over = False
>>> while not over:
...     step = env.action_masks().argmax()
...     obs, reward, over, truncated, info = env.step(step)

Importing this module registers both with Gymnasium as `spariglio/Seat-v0`. With the module in the name, Gymnasium
imports it:

>>> env = gymnasium.make("spariglio.gym:spariglio/Seat-v0", game="cirulla", opponents="formula")

Needs `pip install spariglio[gym]`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any, ClassVar, Final, Literal, TypedDict, TypeVar, Unpack, overload

import numpy as np
import numpy.typing as npt

from spariglio._arguments import Rules, game_of, integer, keywords, mask_of, not_legal, step_of
from spariglio._core import STEPS, Game
from spariglio._padded import aligned
from spariglio._render import framed, render_mode_of, said
from spariglio._step_agent import StepAgent
from spariglio.agents import OpponentsLike
from spariglio.vector import VecEnv

try:
    import gymnasium
    from gymnasium.error import ResetNeeded
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

    from spariglio._spaces import Steps, space_of
except ImportError as error:
    raise ImportError("spariglio.gym needs Gymnasium: pip install 'spariglio[gym]'") from error

__all__ = ["Masked", "SeatEnv", "SeatVecEnv", "StepAgent", "observation_length"]

_Row = npt.NDArray[np.uint8]
_Obs = TypeVar("_Obs")


class Masked(TypedDict):
    """An observation of an environment with `mask="observation"`."""

    observation: _Row
    action_mask: npt.NDArray[np.bool_]


class _Options(TypedDict, total=False):
    """The keywords of both environments that do not change the type of observations."""

    opponents: OpponentsLike
    seat: int | None
    illegal_reward: float | None
    render_mode: str | None


class _VecOptions(_Options, total=False):
    copy: bool
    autoreset_mode: AutoresetMode | str


def observation_length(game: Rules) -> int:
    """Bytes of an observation: the inputs of the view of the seat to act, then the steps of its decision so far."""
    return game_of(game).view_inputs + STEPS


def _finite(illegal_reward: float | None) -> float | None:
    if illegal_reward is not None and not isfinite(illegal_reward):
        raise ValueError(f"illegal_reward is {illegal_reward}: expected a finite number")
    return None if illegal_reward is None else float(illegal_reward)


def _reset(hands: VecEnv[_Row], rng: np.random.Generator) -> None:
    """Deals all hands from a drawn seed, and draws the first dealer and own seat of each."""
    seed = int(rng.integers(1 << 63))
    # As in a series of hands: after `players` hands another seat has another distance from the dealer.
    hands._begin_at(seed, rng.integers(hands.game.players**2, size=hands.num_envs))


def _tables(game: Rules, n: int, opponents: OpponentsLike, seat: int | None) -> VecEnv[_Row]:
    if opponents is None:
        raise TypeError("opponents is None: expected agents that play the other seats")
    return VecEnv(game, n, actions="steps", opponents=opponents, seat=seat, copy=False)


class SeatEnv(gymnasium.Env[_Obs, np.int64]):
    """A seat at a table of agents: an episode is a hand.

    - **Observation**: `uint8`, `(observation_length(game),)`, each 0 or 1. The first `game.view_inputs` bytes are 1 for
      each input of the view (docs/reference/inputs.md; `spariglio.input_blocks(game)` lists them). The last `STEPS`
      bytes are 1 for each step that the seat has taken in the current decision. The steps of a decision have a fixed
      order, so nothing is lost. The length depends on the rules.
    - **Action**: a step, `Discrete(STEPS)`, as `Hand.legal_steps` explains. Most decisions are one step.
      `action_masks()` and `info["action_mask"]` show which steps are legal.
    - **Reward**: at the end of the hand the margin of the own side, in points; 0 before. Hands always end: `truncated`
      is false.
    - **End**: if the hand is over, the observation and the mask are all 0, as no decision is left.
    - `info`: `action_mask` (`bool`, `(STEPS,)`) and `seat` (`int`), the own seat.

    Parameters:

    - `game`: a `Game`, the name of a preset, or the path of a rule set file.
    - `opponents`: an agent for all other seats (a specification of docs/explanation/agents.md, a class of Python
      and so on), a list with one per seat, or a `spariglio.Pool`; the one of the own seat is not used.
    - `seat`: the own seat; if `None`, a different seat in each hand.
    - `illegal_reward`: if `None`, an illegal step is a `ValueError`. If given, an illegal step ends the episode with
      this reward, so that every step of the action space can be taken. Learners without masks need it, and so do
      checkers that take random steps (`gymnasium.utils.env_checker`).
    - `mask`: `"info"`, or `"observation"`: an observation is then a dict of `observation` and `action_mask`. The mask
      is in `info` in both cases.
    - `render_mode`: what `render()` shows of the own seat's knowledge: `"ansi"` returns a text, `"rgb_array"` a picture
      (`uint8`, the same shape at any time), `"human"` prints the text after every step; or `None`.

    `reset(seed=...)` makes everything after it reproducible: it starts a series of hands. The first dealer is drawn,
    and so is the own seat if `seat` is `None`; both change from hand to hand. `reset()` continues with the next hand of
    the series. If the current hand is not over, it is first played to its end by its first legal steps, so no seat is
    skipped. After `close()` every call is a `RuntimeError`.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "human", "rgb_array"], "render_fps": 1}  # type: ignore[misc]

    @overload
    def __init__(
        self: SeatEnv[_Row], game: Rules = "scopone", *, mask: Literal["info"] = "info", **options: Unpack[_Options]
    ) -> None: ...
    @overload
    def __init__(
        self: SeatEnv[Masked], game: Rules = "scopone", *, mask: Literal["observation"], **options: Unpack[_Options]
    ) -> None: ...

    @keywords
    def __init__(
        self,
        game: Rules = "scopone",
        *,
        opponents: OpponentsLike = "formula",
        seat: int | None = None,
        illegal_reward: float | None = None,
        mask: Literal["info", "observation"] = "info",
        render_mode: str | None = None,
    ) -> None:
        render_mode_of(render_mode)
        self.game: Final[Game] = game_of(game)
        self._in_observation = mask_of(mask)
        self.observation_space = space_of(observation_length(self.game), 1, self._in_observation)
        self.action_space = Steps()
        self.render_mode = render_mode
        self._illegal_reward = _finite(illegal_reward)
        self._hands = _tables(self.game, 1, opponents, seat)
        self._hands.reset()
        self._inputs: _Row
        self._mask: npt.NDArray[np.bool_]
        self._inputs, self._mask = self._hands._rows(0)
        self._taken: _Row = np.zeros(STEPS, dtype=np.uint8)
        self._choice = np.zeros(1, dtype=np.uint16)
        self._seat = 0
        # Whether the caller plays on, whether his hand is over, and whether there was a first reset.
        self._live = False
        self._over = False
        self._begun = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[_Obs, dict[str, Any]]:
        """Begins a hand: the observation of its first decision, and `info`. `options` is ignored."""
        super().reset(seed=seed)
        if seed is not None or not self._begun:
            _reset(self._hands, self.np_random)
        elif not self._over:
            self._play_out()
        self._begun = self._live = True
        self._over = False
        self._taken[:] = 0
        self._seat = int(self._hands.seat[0])
        self._print()
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[_Obs, float, bool, bool, dict[str, Any]]:
        """Takes a step: `(observation, reward, terminated, truncated, info)`.

        Raises `TypeError` if `action` is not an integer, and `ValueError` if it is out of the range 0 to `STEPS - 1`.
        Raises `ValueError` if the step is illegal and there is no `illegal_reward`. The hand does not change then.
        Raises `gymnasium.error.ResetNeeded` if no hand is in progress.
        """
        mask = self._hands.action_mask[0]
        if not self._live:
            raise ResetNeeded("no hand is in progress: call reset() first")
        step = step_of(action)
        if not mask[step]:
            if self._illegal_reward is None:
                error = not_legal(self.game, step, self._seat, [int(legal) for legal in mask.nonzero()[0]])
                raise ValueError(f"{error}; mask the others out, or give an illegal_reward")
            self._live = False
            return self._nothing(self._illegal_reward)
        self._choice[0] = step
        margins = self._play()
        if margins is not None:
            self._live, self._over = False, True
            self._print()
            return self._nothing(float(margins[self.game.side(self._seat)]))
        if _decision_begins(mask):
            self._taken[:] = 0
        else:
            self._taken[step] = 1
        self._print()
        return self._observation(), 0.0, False, False, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which steps are legal: `bool`, `(STEPS,)`; all false if the hand is over."""
        mask: npt.NDArray[np.bool_] = self._hands.action_mask[0] & self._live
        return mask

    def render(self) -> str | _Row | None:
        """The knowledge of the own seat: a text or pixels, as `render_mode` says; else `None`."""
        if self.render_mode == "ansi":
            return self._said()
        if self.render_mode == "rgb_array":
            return framed(self.game, self._hands.hand(0).view() if self._live else None)
        return None

    def _print(self) -> None:
        if self.render_mode == "human":
            print(self._said(), end="", flush=True)

    def _said(self) -> str:
        if not self._live:
            return f"{self.game.name}: no hand in progress\n"
        return said(self._hands.hand(0).view(), self._taken.nonzero()[0], self._mask.nonzero()[0])

    def close(self) -> None:
        """Closes the table."""
        self._hands.close()

    def _observation(self) -> Any:
        return self._seen(np.concatenate([self._inputs, self._taken]), self._mask.copy())

    def _seen(self, row: _Row, mask: npt.NDArray[np.bool_]) -> Any:
        """An observation, with the mask if it belongs there."""
        return {"observation": row, "action_mask": mask} if self._in_observation else row

    def __getstate__(self) -> dict[str, Any]:
        """All but the rows of the tables' arrays."""
        return {name: value for name, value in self.__dict__.items() if name not in ("_inputs", "_mask")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if self._hands._hands is not None:
            self._inputs, self._mask = self._hands._rows(0)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask.copy(), "seat": self._seat}

    def _nothing(self, reward: float) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The end of a hand."""
        mask = np.zeros(STEPS, dtype=np.bool_)
        row = np.zeros(observation_length(self.game), dtype=np.uint8)
        return self._seen(row, mask.copy()), reward, True, False, {"action_mask": mask, "seat": self._seat}

    def _play_out(self) -> None:
        margins = None
        while margins is None:
            self._choice[0] = self._mask.argmax()
            margins = self._play()

    def _play(self) -> npt.NDArray[np.float32] | None:
        """Takes the chosen step. Returns the margins of the sides if the hand ends."""
        try:
            _, rewards, over, _, _ = self._hands.step(self._choice)
        except KeyboardInterrupt:
            # The hand may be lost, so the next reset deals from a new seed.
            self._live = self._begun = False
            raise
        return rewards[0] if over[0] else None


class SeatVecEnv(VectorEnv[_Obs, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """`num_envs` tables with one own seat each, stepped by one call: `SeatEnv` for Gymnasium's vector environments.

    Observations are `uint8`, `(num_envs, observation_length(game))`; actions integers, `(n,)`; rewards `float32`,
    `(n,)`; `SeatEnv` explains them. `info`: `action_mask` (`bool`, `(n, STEPS)`) and `seat` (`int64`, `(n,)`), those of
    the next decision.

    If a hand ends, `autoreset_mode` decides when the next one begins. With `AutoresetMode.SAME_STEP` it begins in the
    same step: the observation is already that of the next hand. `info["final_obs"]` holds the observations of the hands
    that ended, which are all 0. `info["_final_obs"]` says which hands ended. With `AutoresetMode.NEXT_STEP`, which some
    wrappers of Gymnasium require, the observation of the end is shown, all 0. The table's next step begins its next
    hand, whatever its action; its reward is 0.

    Some wrappers, such as `NormalizeObservation` and `FlattenObservation`, fail with an `AssertionError` without text
    unless `autoreset_mode` is `"NextStep"`.

    Parameters: as for `SeatEnv`; `num_envs` is the number of tables. `render()` returns a tuple with the text or the
    picture of each table. With `copy=False` observations are written to one array, which the next step overwrites.
    With `mask="observation"` an observation is a dict of two arrays, as `SeatEnv` has them for one table; the mask of a
    hand that is over is that of the next hand. Without an `illegal_reward` an illegal step is a `ValueError` that names
    the hand, and no hand changes.
    """

    @overload
    def __init__(
        self: SeatVecEnv[_Row],
        game: Rules = "scopone",
        num_envs: int = 1,
        *,
        mask: Literal["info"] = "info",
        **options: Unpack[_VecOptions],
    ) -> None: ...
    @overload
    def __init__(
        self: SeatVecEnv[Masked],
        game: Rules = "scopone",
        num_envs: int = 1,
        *,
        mask: Literal["observation"],
        **options: Unpack[_VecOptions],
    ) -> None: ...

    @keywords
    def __init__(
        self,
        game: Rules = "scopone",
        num_envs: int = 1,
        *,
        opponents: OpponentsLike = "formula",
        seat: int | None = None,
        illegal_reward: float | None = None,
        mask: Literal["info", "observation"] = "info",
        render_mode: str | None = None,
        copy: bool = True,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
    ) -> None:
        render_mode_of(render_mode)
        self.render_mode = render_mode
        autoreset_mode = AutoresetMode(autoreset_mode)
        if autoreset_mode is AutoresetMode.DISABLED:
            raise ValueError("autoreset_mode is DISABLED: expected SAME_STEP or NEXT_STEP")
        self._illegal_reward = _finite(illegal_reward)
        self._in_observation = mask_of(mask)
        self._hands = _tables(game, num_envs, opponents, seat)
        self.game: Final[Game] = self._hands.game
        self.metadata = {"autoreset_mode": autoreset_mode, "render_modes": ["ansi", "human", "rgb_array"]}
        self.num_envs = self._hands.num_envs
        self.single_observation_space = space_of(observation_length(self.game), 1, self._in_observation)
        self.single_action_space = Steps()
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._hand_numbers = np.arange(self.num_envs)
        self._shape = self.num_envs, observation_length(self.game)
        self._obs = None if copy else aligned(self._shape, np.dtype(np.uint8))
        self._taken: _Row = np.zeros((self.num_envs, STEPS), dtype=np.uint8)
        self._waits = np.zeros(self.num_envs, dtype=np.bool_)
        self._is_next_step = autoreset_mode is AutoresetMode.NEXT_STEP
        self._begun = False

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Obs, dict[str, Any]]:
        """Deals all hands again. `seed` is one integer for all of them, or a list of integers, which decide together;
        `options` is ignored."""
        if isinstance(seed, Sequence):
            seeds = [integer("seed", one, 1 << 64) for one in seed]
            seed = int(np.random.SeedSequence(seeds).generate_state(1, np.uint64)[0])
        elif seed is not None:
            seed = integer("seed", seed, 1 << 64)
        super().reset(seed=seed)
        _reset(self._hands, self.np_random)
        self._taken[:] = 0
        self._waits[:] = False
        self._begun = True
        return self._seen(self._observation(self._hands._obs), self._hands.action_mask), self._info()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[_Obs, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        """Takes a step at every table: `(observations, rewards, terminations, truncations, info)`.

        Raises `gymnasium.error.ResetNeeded` before the first reset.
        """
        if not self._begun:
            raise ResetNeeded("no hands are in progress: call reset() first")
        side, waits = self._hands.side, self._waits
        chosen = np.asarray(actions)
        if waits.any() and chosen.shape == waits.shape:
            chosen = np.where(waits, 0, chosen)
        illegal = self._illegal(chosen) & ~waits
        if illegal.any():
            # A legal step in their place; their hands end all the same.
            chosen = np.where(illegal, self._hands.action_mask.argmax(axis=1), chosen)
        _, margins, ended, truncations, _ = self._hands._step(chosen, waits if waits.any() else None)
        rewards, over = margins[self._hand_numbers, side], ended | illegal
        if illegal.any():
            rewards[illegal] = self._illegal_reward
            self._hands._skip(np.flatnonzero(illegal & ~ended))
        self._taken[self._hand_numbers, chosen] = 1
        self._taken[_decision_begins(self._hands.action_mask) | over] = 0
        given, obs = self._info(), self._observation(self._hands._obs)
        if self._is_next_step:
            self._waits = over.copy()
            obs[over] = 0
        elif over.any():
            mask = np.zeros((self.num_envs, STEPS), dtype=np.bool_)
            given["final_obs"] = self._seen(np.zeros(self._shape, dtype=np.uint8), mask)
            given["_final_obs"] = over.copy()
        return self._seen(obs, self._hands.action_mask), rewards, over, truncations.copy(), given

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which steps are legal: `bool`, `(n, STEPS)`."""
        return self._hands.action_mask.copy()

    def render(self) -> tuple[str, ...] | tuple[_Row, ...] | None:
        """The text or the picture of each table, as `render_mode` says; else `None`."""
        if self.render_mode is None:
            return None
        views = [self._hands.hand(number).view() for number in range(self.num_envs)]
        if self.render_mode == "rgb_array":
            return tuple(framed(self.game, view) for view in views)
        masks = self._hands.action_mask
        rows = zip(views, self._taken, masks, strict=True)
        texts = tuple(said(view, taken.nonzero()[0], mask.nonzero()[0]) for view, taken, mask in rows)
        if self.render_mode == "human":
            print("\n".join(texts), end="", flush=True)
            return None
        return texts

    def _illegal(self, actions: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
        """Which steps are illegal, if they have a reward; else the tables refuse them."""
        fits = self._illegal_reward is not None and actions.shape == (self.num_envs,) and actions.dtype.kind in "iu"
        if not fits or ((actions < 0) | (actions >= STEPS)).any():
            return np.zeros(self.num_envs, dtype=np.bool_)
        illegal: npt.NDArray[np.bool_] = ~self._hands.action_mask[self._hand_numbers, actions]
        return illegal

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._hands.action_mask.copy(), "seat": self._hands.seat.copy()}

    def close_extras(self, **kwargs: object) -> None:
        """Closes the tables; every later call is a `RuntimeError`."""
        # After a failed start there are none.
        if hasattr(self, "_hands"):
            self._hands.close()

    def _seen(self, rows: _Row, mask: npt.NDArray[np.bool_]) -> Any:
        """Observations, with the masks if they belong there."""
        return {"observation": rows, "action_mask": mask.copy()} if self._in_observation else rows

    def _observation(self, inputs: _Row) -> _Row:
        rows = aligned(self._shape, np.dtype(np.uint8)) if self._obs is None else self._obs
        rows[:, :-STEPS] = inputs
        rows[:, -STEPS:] = self._taken
        return rows


def _decision_begins(mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Whether a new decision begins: only its first step may play a card or pass."""
    begins: npt.NDArray[np.bool_] = mask[..., :52].any(axis=-1) | mask[..., STEPS - 1]
    return begins


if "spariglio/Seat-v0" not in gymnasium.registry:
    gymnasium.register(
        "spariglio/Seat-v0", entry_point="spariglio.gym:SeatEnv", vector_entry_point="spariglio.gym:SeatVecEnv"
    )
