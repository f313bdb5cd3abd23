"""An agent of a policy over steps."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import numpy as np
import numpy.typing as npt

from spariglio._arguments import step_of
from spariglio._core import STEPS, Action, View
from spariglio.agents import Agent

_Row = npt.NDArray[np.uint8]


class StepAgent(Agent):
    """An agent that decides step by step, as `SeatEnv` shows decisions: the arena plays a learner's policy with it.

    >>> class First(StepAgent):
    ...     def step(self, observation, mask):
    ...         return mask.argmax()
    """

    @abstractmethod
    def step(self, observation: _Row, mask: npt.NDArray[np.bool_]) -> np.integer[Any] | int:
        """A legal step: an observation of `SeatEnv`, and `bool`, `(STEPS,)`, which steps are legal."""

    def act(self, view: View) -> Action:
        """The action of the steps."""
        # The legal steps depend on the seat's knowledge alone, so any world that fits it has the same.
        hand, complete = view.sample(), False
        inputs, taken = view.inputs(), np.zeros(STEPS, dtype=np.uint8)
        while not complete:
            mask = np.zeros(STEPS, dtype=np.bool_)
            mask[hand.legal_steps] = True
            step = step_of(self.step(np.concatenate([inputs, taken]), mask))
            complete = hand.take(step)
            taken[step] = 1
        return hand.history[-1][1]
