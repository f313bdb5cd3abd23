"""The three functions of a harness of Kaggle Game Arena, for the OpenSpiel game `python_spariglio`.

The module is a harness itself: `kaggle_environments.core_harness.create_agent_fn(game_arena)` makes an agent of it.

A decision of Spariglio is one step of OpenSpiel or a few (`Hand.legal_steps`). The model is always asked for a whole
action. If that takes several steps, it is asked again, and only actions that go on with the steps taken are listed.
Prompts hold the rules and the whole hand, so a model needs no memory of earlier ones.

Needs `pip install spariglio[openspiel]`; `kaggle-environments` is needed to run an agent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import spariglio.openspiel  # noqa: F401 - registers the game, and says if OpenSpiel is missing
from spariglio._core import Action, Hand, View, Wording

__all__ = ["Parsed", "generate_prompt", "get_legal_moves", "make_prompt", "parse_response"]


@dataclass(frozen=True, slots=True)
class Parsed:
    """What an answer means; a `ParseResult` of Kaggle's harness.

    `legal_action` is a text of `get_legal_moves`, or `None` if the answer is no legal action. `raw_action` is what the
    answer tried to play, or `None` if it names no action.
    """

    legal_action: str | None = None
    raw_action: str | None = None
    submission: None = None
    thoughts: str | None = None


def get_legal_moves(observation: Mapping[str, Any]) -> dict[int, str]:
    """The legal steps and their texts, such as `"play 7d"`; empty for the observation before the deal."""
    if not observation.get("serializedGameAndState"):
        return {}
    hand = _hand(observation)
    return {step: hand.game.step_text(step) for step in hand.legal_steps}


def generate_prompt(
    observation: Mapping[str, Any],
    move_history: Sequence[str],
    previous_response: str | None = None,
    previous_action: str | None = None,
) -> str:
    """The rules, all that the seat knows, its legal actions, and what was wrong with a previous answer.

    `move_history` is not used: the view tells all turns of all seats.
    """
    hand = _hand(observation)
    view, wording = hand.view(), Wording(hand.game)
    parts = [wording.briefing(), wording.view(view, legal=not hand.steps_taken)]
    if hand.steps_taken:
        begun = ", ".join(hand.game.step_text(step) for step in hand.steps_taken)
        listed = "".join(f"\n- {wording.action(action)}" for action in _open(hand, view))
        parts.append(f"You have begun: {begun}.\nLegal actions:{listed}\n")
    question = None if previous_response is None else wording.read(view, previous_response).question
    return "\n".join([*parts, question or wording.request()])


make_prompt = generate_prompt
"""The name of `generate_prompt` in `kaggle_environments.core_harness.GameHarness`."""


def parse_response(
    response: str, legal_action_strings: Sequence[str] | None, *, observation: Mapping[str, Any]
) -> Parsed:
    """The next step of the action that the answer names. It is never guessed."""
    hand = _hand(observation)
    view = hand.view()
    reading = Wording(hand.game).read(view, response)
    if reading.action is None:
        return Parsed(raw_action=response.strip().splitlines()[-1] if reading.illegal else None)
    named = str(reading.action)
    if reading.action not in _open(hand, view):
        return Parsed(raw_action=named)
    step = hand.steps_of(reading.action)[len(hand.steps_taken)]
    return Parsed(hand.game.step_text(step), named, thoughts=response)


def _open(hand: Hand, view: View) -> list[Action]:
    """The legal actions that go on with the steps taken."""
    taken = hand.steps_taken
    return [action for action in view.actions if hand.steps_of(action)[: len(taken)] == taken]


def _hand(observation: Mapping[str, Any]) -> Hand:
    """The hand of an observation of Kaggle's environment."""
    import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]

    _, state = pyspiel.deserialize_game_and_state(observation["serializedGameAndState"])
    hand: Hand | None = state.hand
    if hand is None:
        raise ValueError(f"observation is of the deal `{state}`: expected one of a hand")
    return hand
