"""An environment in the form of Kaggle's: a specification and three functions. It needs no kit.

>>> import kaggle_environments                                                   # doctest: +SKIP
>>> from spariglio.minds import kaggle
>>> kaggle_environments.register("spariglio", kaggle.environment)                # doctest: +SKIP
>>> env = kaggle_environments.make("spariglio", {"game": "scopa", "seed": 5})    # doctest: +SKIP
>>> steps = env.run(["random", "random"])                                        # doctest: +SKIP

One agent plays each seat. Its observation has the `prompt` (rules, view, task) and the texts of its `legal` actions.
Its action is an answer in words. An answer without a legal action is asked again, `retries` times. Then it is invalid,
which ends the hand. If the reward is `regret`, `info` has the regret of each decision (`regrets`).
"""

from __future__ import annotations

import random
from dataclasses import asdict
from functools import cache
from typing import Any, Final

from spariglio._core import Game, Hand, Wording
from spariglio.minds.reward import margin, regret

__all__ = ["agents", "environment", "html_renderer", "interpreter", "renderer", "specification"]


def _field(description: str, kind: str, default: object) -> dict[str, Any]:
    return {"description": description, "type": kind, "default": default}


specification: Final[dict[str, Any]] = {
    "name": "spariglio",
    "title": "Spariglio",
    "description": "A hand of a card game of the Scopa family, played by text.",
    "version": "1.0.0",
    "agents": [2, 3, 4, 5, 6],
    "configuration": {
        "episodeSteps": _field("Most answers of an episode, questions included.", "integer", 1000),
        "game": _field("The name of a preset, or the path of a rule set file.", "string", "scopa"),
        "seed": _field("Seed of the deal and of the dealer.", "integer", 0),
        "reward": _field("`margin`: at the end; `regret`: minus the points lost by each decision.", "string", "margin"),
        "retries": _field("How often a decision is asked again.", "integer", 2),
        "language": _field("`en` or `it`.", "string", "en"),
        "cards": _field("`letters`, `names` or `symbols`.", "string", "letters"),
        "obfuscate": _field("Seed of invented names; 0: the real ones.", "integer", 0),
    },
    "reward": {"description": "Points of the seat's side.", "type": "number", "default": 0},
    "observation": {
        "prompt": _field("The next message to the agent; empty if it is not to act.", "string", ""),
        "legal": _field("Its legal actions, as answers should give them.", "array", []),
    },
    "action": {"description": "The answer, whole.", "type": ["string", "null"], "default": None},
    "status": {"default": "INACTIVE"},
}
"""The fields of the environment."""


def interpreter(state: list[Any], env: Any) -> list[Any]:
    """Reads the answer of the seat to act. If no hand is in progress, one begins."""
    options = env.configuration
    if env.done:
        _deal(state, env)
    else:
        _answer(state, env)
    hand = Hand.from_record(env.info["record"])
    is_over = hand.over or any(seat.status in ("INVALID", "ERROR", "TIMEOUT") for seat in state)
    view, wording = hand.view(), _wording(hand, options)
    question = env.info["question"]
    if not is_over and not question:
        question = "\n".join([wording.briefing(), wording.view(view), wording.request()])
    for place, seat in enumerate(state):
        acts = not is_over and place == hand.seat
        if is_over and seat.status in ("ACTIVE", "INACTIVE"):
            seat.status = "DONE"
        elif not is_over:
            seat.status = "ACTIVE" if acts else "INACTIVE"
        if hand.over and options.reward == "margin":
            seat.reward = margin(hand, place)
        seat.observation.prompt = question if acts else ""
        seat.observation.legal = [wording.action(action) for action in view.actions] if acts else []
    return state


def renderer(state: list[Any], env: Any) -> str:
    """The view of the seat to act, or the score of the hand."""
    hand = Hand.from_record(env.info["record"])
    if hand.over:
        return f"Margins of the sides: {', '.join(str(points) for points in hand.score().margins)}\n"
    return _wording(hand, env.configuration).view(hand.view())


def html_renderer() -> str:
    """A function of JavaScript that shows the prompt of a step."""
    return """function renderer({ parent, environment, step }) {
  const shown = document.createElement("pre");
  shown.textContent = environment.steps[step].map((seat) => seat.observation.prompt || seat.status).join("\\n\\n");
  parent.replaceChildren(shown);
}"""


def _random(observation: Any) -> str:
    """Plays at random."""
    return random.choice(observation.legal) if observation.legal else ""


agents: Final = {"random": _random}
"""Agents that play by name."""

environment: Final[dict[str, Any]] = {
    "specification": specification,
    "interpreter": interpreter,
    "renderer": renderer,
    "html_renderer": html_renderer,
    "agents": agents,
}
"""All of it, as `kaggle_environments.register` takes it."""


def _deal(state: list[Any], env: Any) -> None:
    options = env.configuration
    if options.reward not in ("margin", "regret"):
        raise ValueError(f'reward is {options.reward!r}: expected "margin" or "regret"')
    game = Game(options.game)
    if len(state) != game.players:
        raise ValueError(f"agents are {len(state)}: expected {game.players}, one for each seat of {options.game}")
    dealer = random.Random(options.seed).randrange(game.players)
    # A dictionary of its own: environments may share the one that they begin with.
    env.info = {"record": game.deal(options.seed, dealer).record(), "question": "", "tries": 0, "regrets": []}
    for seat in state:
        seat.reward = 0


def _answer(state: list[Any], env: Any) -> None:
    options, info = env.configuration, env.info
    hand = Hand.from_record(info["record"])
    turn, own = len(hand.history), state[hand.seat]
    if own.status != "ACTIVE":
        return
    reading = _wording(hand, options).read(hand.view(), own.action or "")
    if reading.action is not None:
        hand.play(reading.action)
        if options.reward == "regret":
            lost = regret(hand.record(), turn, _reviewer())
            own.reward += lost.points
            info["regrets"].append(asdict(lost))
        info.update(record=hand.record(), question="", tries=0)
    elif info["tries"] < options.retries:
        info.update(question=reading.question, tries=info["tries"] + 1)
    else:
        own.status = "INVALID"


def _wording(hand: Hand, options: Any) -> Wording:
    return Wording(hand.game, language=options.language, cards=options.cards, obfuscate=options.obfuscate or None)


@cache
def _reviewer() -> Any:
    from spariglio import Reviewer

    return Reviewer()
