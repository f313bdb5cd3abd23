"""Models of tests: they answer by a script."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import spariglio as sp
from spariglio import minds
from spariglio.minds import Case, Episode, Result


def first(prompt: str) -> str:
    """A model that plays the first action that the prompt lists."""
    listed = prompt.rsplit("Legal actions:\n- ", 1)[1]
    return "I think.\nAction: " + listed.splitlines()[0]


class Faulty:
    """A model that gives an unreadable, then an illegal answer before its first action, and then plays `first`."""

    def __init__(self, *faults: str) -> None:
        self.faults = list(faults)
        self.prompt = ""

    def __call__(self, prompt: str) -> str:
        if "Legal actions:" in prompt:
            self.prompt = prompt
        return self.faults.pop(0) if self.faults else first(self.prompt)


FAULTS = ("I am not sure.", "Action: Kd x Ad 2d 3d")


def play(case: Case, model: Callable[[str], str] = first, **options: Any) -> Episode:
    episode = Episode(case, **options)
    while not episode.over:
        episode.answer(model(episode.prompt()))
    return episode


def recorded(game: str, seed: int = 3) -> str:
    hand = sp.Game(game).deal(seed=seed)
    while not hand.over:
        hand.play(sp.search(hand.view(), "greedy", seed=1).action)
    return hand.record()


def judged(result: Result, reviewer: sp.Reviewer) -> dict[str, float | None]:
    """The rewards of an episode, with regrets."""
    return minds.rewards(result, minds.regrets(result, reviewer))


def agree(regrets: list[dict[str, Any]], record: str, turns: list[int], reviewer: sp.Reviewer) -> bool:
    """Whether an environment's regrets are the losses of these turns by a review of the whole hand."""
    rows = {row["turn"]: row for row in reviewer.hand(record)[1]}
    lost = [(one["turn"], -one["points"], one["method"]) for one in regrets]
    return lost == [(turn, rows[turn]["loss"], rows[turn]["method"]) for turn in turns]


def summed(rows: list[dict[str, Any]]) -> float:
    return sum(row["loss"] for row in rows)
