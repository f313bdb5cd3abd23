"""PettingZoo environment (AEC): every seat is an agent, for every rule set.

>>> import spariglio.pettingzoo
>>> env = spariglio.pettingzoo.env("cirulla")
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

Needs `pip install spariglio[pettingzoo]`.
"""

from __future__ import annotations

import sys
import warnings
from typing import Any, ClassVar, Final, Literal

import numpy as np
import numpy.typing as npt

from spariglio._arguments import Rules, game_of, integer, keywords, mask_of, not_legal, step_of
from spariglio._core import STEPS, Game, Hand
from spariglio._render import framed, render_mode_of
from spariglio.vector import FLAT, flat

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv  # type: ignore[import-untyped]
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # type: ignore[import-untyped]

    from spariglio._spaces import Steps, space_of
except ImportError as error:
    raise ImportError("spariglio.pettingzoo needs PettingZoo: pip install 'spariglio[pettingzoo]'") from error

__all__ = ["LAYOUT", "env", "raw_env"]

_LENGTH: Final = FLAT["rounds_left"].stop + 6 + STEPS

LAYOUT: Final = {
    **FLAT,
    "to_act": slice(FLAT["rounds_left"].stop, _LENGTH - STEPS),
    "steps": slice(_LENGTH - STEPS, _LENGTH),
}
"""The parts of an observation by place. `spariglio.vector.unpack` explains all parts but two. `to_act` is 1 at the seat
to act, counted from the observer in the order of play; it is all 0 if the hand is over. `steps` is 1 for each step that
the observer has taken in its current decision."""

_Observation = npt.NDArray[np.uint8] | dict[str, Any]


@keywords
def env(
    game: Rules = "scopone",
    *,
    mask: Literal["info", "observation"] = "observation",
    render_mode: str | None = None,
) -> AECEnv:
    """`raw_env` in the PettingZoo wrapper that refuses calls before `reset`. For parameters see `raw_env`."""
    return OrderEnforcingWrapper(raw_env(game, mask=mask, render_mode=render_mode))


class raw_env(AECEnv):  # type: ignore[misc]
    """A hand of any rule set; the agents are the seats, `"seat_0"`, `"seat_1"` and so on.

    - **Observation** of any agent, at any time: `uint8`, `(1380,)`, the knowledge of its seat; `LAYOUT` lists the
      parts. If an agent is not to act, it sees its own cards and all public information. Only the agent itself sees the
      steps of an incomplete decision.
    - **Action**: a step, `Discrete(STEPS)`, as `Hand.legal_steps` explains; the same agent continues until its decision
      is complete.
    - **Mask**: `bool`, `(STEPS,)`, true for each legal step; all false if the agent is not to act: in
      `infos[agent]["action_mask"]`, and, if `mask="observation"`, in the observation, which is then a dict of
      `observation` and `action_mask`.
    - **Reward**: at the end of the hand, the margin of each agent's side: its points minus those of the best other
      side; 0 before the end. With two sides the margins add up to 0; partners get the same reward.
    - An **illegal step** is a `ValueError` that names it, and nothing changes; a step that is not an integer is a
      `TypeError`. Wrap `raw_env` in PettingZoo's `TerminateIllegalWrapper` for learners without masks.

    Parameters:

    - `game`: a `Game`, the name of a preset, or the path of a rule set file.
    - `mask`: `"observation"` or `"info"`, see above.
    - `render_mode`: what `render()` shows of the whole table, all cards open: `"ansi"` returns a text, `"rgb_array"` a
      picture (`uint8`, the same shape at any time), `"human"` prints the text; or `None`.

    `reset(seed=...)` makes everything after it reproducible; `reset()` continues with the random numbers of the seed.
    `options` may have `"dealer"` (a seat; if missing, it is random) or `"hand"` (a `Hand` of the same game that is not
    over; a copy is continued).
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "spariglio_v0",
        "render_modes": ["ansi", "human", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    @keywords
    def __init__(
        self,
        game: Rules = "scopone",
        *,
        mask: Literal["info", "observation"] = "observation",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._in_observation = mask_of(mask)
        if not self._in_observation and "tianshou" in sys.modules:
            warnings.warn("Tianshou finds no masks in infos: expected mask='observation'", stacklevel=2)
        self.game: Final[Game] = game_of(game)
        self.render_mode = render_mode_of(render_mode)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {
            agent: space_of(_LENGTH, 255, self._in_observation) for agent in self.possible_agents
        }
        self._action_spaces = {agent: Steps() for agent in self.possible_agents}
        self._rng: np.random.Generator | None = None
        self._hand: Hand | None = None
        self._closed = False

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations, the same object each time."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's steps, the same object each time."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a hand. The class lists the `options`; others are ignored."""
        self._open()
        hand = self._begin(seed, options or {})
        self._hand = hand
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[hand.seat]
        self._show_masks()

    def observe(self, agent: str) -> _Observation:
        """The current observation of an agent."""
        row = self._row(agent)
        return {"observation": row, "action_mask": self._mask(agent)} if self._in_observation else row

    def _row(self, agent: str) -> npt.NDArray[np.uint8]:
        hand = self._playing()
        seat = self._seats[agent]
        players = self.game.players
        row = np.zeros(_LENGTH, dtype=np.uint8)
        row[: LAYOUT["to_act"].start] = flat(hand.view(seat).bits())
        if not hand.over:
            row[LAYOUT["to_act"]][(hand.seat - seat) % players] = 1
            if hand.seat == seat:
                row[LAYOUT["steps"]][hand.steps_taken] = 1
        return row

    @property
    def state_space(self) -> spaces.Box:
        """The space of `state()`."""
        return spaces.Box(0, 255, (len(self.possible_agents) * _LENGTH,), np.uint8)

    def state(self) -> npt.NDArray[np.uint8]:
        """The knowledge of all seats, for critics: their observations without masks, seat 0 first. The order of the
        stock is not in it."""
        return np.concatenate([self._row(agent) for agent in self.possible_agents])

    def step(self, action: int | np.integer[Any] | None) -> None:
        """Takes a step of the selected agent; `None` if its hand is over."""
        hand = self._playing()
        if not self.agents:
            raise ValueError("the hand is over and all agents have left: call reset()")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        seat = self._seats[agent]
        if action is None:
            raise TypeError(f"{agent} is to act: expected a step, found None")
        step = step_of(action)
        legal = hand.legal_steps
        if step not in legal:
            raise not_legal(self.game, step, seat, legal)
        hand.take(step)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if hand.over:
            margins = hand.score().margins
            for one, place in self._seats.items():
                self.rewards[one] = float(margins[self.game.side(place)])
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[hand.seat]
        self._show_masks()
        self._accumulate_rewards()
        if hand.over:
            self._deads_step_first()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The table, all cards open: a text or pixels, as `render_mode` says; else `None`."""
        if self.render_mode is None:
            return None
        hand = self._playing()
        if self.render_mode == "rgb_array":
            return framed(self.game, hand)
        if self.render_mode == "human":
            print(self._said(hand), end="", flush=True)
            return None
        return self._said(hand)

    def _said(self, hand: Hand) -> str:
        """The table as text."""
        lines = [
            f"{self.game.name}, dealer seat_{hand.dealer}, ply {hand.ply} of {self.game.plies}",
            f"table: {_text(hand.table)}",
        ]
        for agent, seat in self._seats.items():
            acts = " (to act)" if not hand.over and seat == hand.seat else ""
            lines.append(f"{agent}: {_text(hand.cards(seat))}{acts}")
        for side in range(self.game.sides):
            lines.append(f"pile of side {side}: {_text(hand.pile(side))}")
        if hand.steps_taken:
            lines.append("taken: " + ", ".join(self.game.step_text(step) for step in hand.steps_taken))
        if hand.over:
            lines.append("points: " + " : ".join(str(points) for points in hand.score().points))
        return "\n".join(lines) + "\n"

    def close(self) -> None:
        """Closes the environment. Every later call but this one raises `RuntimeError`."""
        self._hand = None
        self._closed = True

    def _begin(self, seed: int | None, options: dict[str, Any]) -> Hand:
        if seed is not None:
            self._rng, _ = seeding.np_random(integer("seed", seed, 1 << 64))
        elif self._rng is None:
            self._rng, _ = seeding.np_random()
        # Both are drawn always, so that the random numbers do not depend on the options.
        deal_seed = int(self._rng.integers(1 << 63))
        dealer = int(self._rng.integers(self.game.players))
        if "hand" in options:
            hand = options["hand"]
            if not isinstance(hand, Hand):
                raise TypeError(f'options["hand"] is {hand!r}: expected a Hand')
            if hand.game != self.game or hand.over:
                raise ValueError(f'options["hand"] is {hand!r}: expected a hand of {self.game!r} that is not over')
            return hand.copy()
        if "dealer" in options:
            dealer = integer('options["dealer"]', options["dealer"], self.game.players)
        return self.game.deal(deal_seed, dealer)

    def _open(self) -> None:
        if self._closed:
            raise RuntimeError("the environment is closed")

    def _playing(self) -> Hand:
        self._open()
        if self._hand is None:
            raise RuntimeError("there is no hand: call reset() first")
        return self._hand

    def _mask(self, agent: str) -> npt.NDArray[np.bool_]:
        hand = self._playing()
        mask = np.zeros(STEPS, dtype=np.bool_)
        if not hand.over and self._seats[agent] == hand.seat:
            mask[hand.legal_steps] = True
        return mask

    def _show_masks(self) -> None:
        self.infos: dict[str, dict[str, Any]] = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}


def _text(cards: list[Any]) -> str:
    return " ".join(str(card) for card in cards) or "-"
