"""An environment for OpenEnv: the action is the model's answer, the observation the next prompt.

>>> from spariglio.minds.openenv import Answer, HandEnvironment
>>> env = HandEnvironment("scopa", reward="margin")
>>> observation = env.reset(seed=1)
>>> "Legal actions:" in observation.message
True
>>> observation = env.step(Answer(message="I am not sure."))
>>> observation.done, observation.reward, observation.faults["unreadable"]
(False, 0.0, 1)

A server: `openenv.core.env_server.create_app(lambda: HandEnvironment("scopa"), Answer, Prompt)`.

Needs `pip install spariglio[openenv]`.
"""

from __future__ import annotations

import random
import uuid
from typing import Any

from spariglio._arguments import Rules, game_of
from spariglio.minds.case import Case
from spariglio.minds.episode import Episode
from spariglio.minds.reward import Kind, earned

try:
    from openenv.core.env_server.interfaces import Environment
    from openenv.core.env_server.types import Action, Observation, State
    from pydantic import Field
except ImportError as error:
    raise ImportError("spariglio.minds.openenv needs OpenEnv: pip install 'spariglio[openenv]'") from error

import spariglio as sp

__all__ = ["Answer", "HandEnvironment", "Prompt", "Table"]


class Answer(Action):
    """The model's answer, whole."""

    message: str = Field(description="The answer of the model.")
    cut_off: bool = Field(default=False, description="Whether a limit of tokens ended the answer.")


class Prompt(Observation):
    """The next prompt, with the `reward` of the last answer in points, and whether the episode is over (`done`)."""

    message: str = Field(default="", description="The next message to the model; empty if the episode is over.")
    faults: dict[str, int] = Field(default_factory=dict, description="Faults of the episode so far, by kind.")


class Table(State):
    """The episode so far. `step_count` counts answers."""

    seat: int | None = Field(default=None, description="The seat of the model.")
    record: str | None = Field(default=None, description="The hand as a record, once the episode is over.")


class HandEnvironment(Environment[Answer, Prompt, Table]):
    """One seat of a hand, or one recorded decision; agents play the other seats.

    Parameters:

    - `game`: a `Game`, the name of a preset, or the path of a rule set file.
    - `reward`: `"regret"`, `"exact"` or `"margin"` (`spariglio.minds.reward`): the reward of each answer.
    - `reviewer`: finds the regret; by default a `Reviewer()` of its own. Several environments may share one.
    - `options`: as for `Episode`, such as `opponents`, `retries` and `language`.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(
        self, game: Rules = "scopa", *, reward: Kind = "regret", reviewer: sp.Reviewer | None = None, **options: Any
    ) -> None:
        super().__init__()
        if reward not in ("margin", "regret", "exact"):
            raise ValueError(f'reward is {reward!r}: expected "margin", "regret" or "exact"')
        self._game, self._reward, self._options = game_of(game), reward, options
        self._reviewer = sp.Reviewer() if reviewer is None and reward == "regret" else reviewer
        self._episode: Episode | None = None
        self._state = Table()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        record: str | None = None,
        turn: int | None = None,
        seat: int | None = None,
        **kwargs: Any,
    ) -> Prompt:
        """Begins an episode. A `seed` draws deal, dealer and seat, and the same seed gives the same ones.

        With a `record`, its decision at `turn` is asked; without a `turn` the hand is played on by `seat`.
        """
        rng = random.Random(seed)
        drawn = rng.getrandbits(63), rng.randrange(self._game.players), rng.randrange(self._game.players)
        if record is None:
            case = Case(self._game.deal(*drawn[:2]).record(), drawn[2] if seat is None else seat, seed=drawn[0])
        else:
            case = Case(record, seat, turn, drawn[0])
        self._episode = Episode(case, **self._options)
        self._state = Table(episode_id=episode_id or str(uuid.uuid4()), seat=self._episode.seat)
        return self._prompt(None)

    def step(self, action: Answer, timeout_s: float | None = None, **kwargs: Any) -> Prompt:
        """Reads an answer. Raises `RuntimeError` if no episode is in progress."""
        if self._episode is None:
            raise RuntimeError("no episode is in progress: call reset() first")
        outcome = self._episode.answer(action.message, cut_off=action.cut_off)
        result = self._episode.result()
        self._state.step_count += 1
        if self._episode.over:
            self._state.record = result.record
        return self._prompt(earned(self._reward, result, outcome, self._reviewer))

    @property
    def state(self) -> Table:
        """The episode so far."""
        return self._state

    def _prompt(self, reward: float | None) -> Prompt:
        assert self._episode is not None
        episode = self._episode
        return Prompt(message=episode.prompt(), faults=episode.faults, done=episode.over, reward=reward)
