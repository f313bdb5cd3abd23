"""A task, a solver and a scorer for Inspect AI.

>>> from inspect_ai import eval
>>> from spariglio.minds.inspect import card_hands
>>> logs = eval(card_hands("scopa", hands=4), model="openai/MODEL")     # doctest: +SKIP

Needs `pip install spariglio[inspect]`.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Literal

from spariglio.minds import case as cases
from spariglio.minds.episode import FAULTS, Episode, Result
from spariglio.minds.reward import regrets, rewards

try:
    from anyio import to_thread
    from inspect_ai import Task, task
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import ChatMessageUser
    from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
    from inspect_ai.solver import Generate, Solver, TaskState, solver
except ImportError as error:
    raise ImportError("spariglio.minds.inspect needs Inspect AI: pip install 'spariglio[inspect]'") from error

import spariglio as sp

__all__ = ["card_hands", "player", "points"]

_NAMES = ("margin", "regret", "exact", *FAULTS)


@task
def card_hands(
    game: str = "scopa",
    hands: int = 10,
    records: str | None = None,
    seed: int = 0,
    level: Literal["quick", "deep"] = "quick",
    options: Mapping[str, Any] | None = None,
) -> Task:
    """Hands, or the decisions of recorded hands.

    Args:
        game: The name of a preset, or the path of a rule set file.
        hands: How many hands are dealt.
        records: A file of records: then their decisions are the samples, one by one, instead of whole hands.
        seed: The seed of the first hand.
        level: How long the reviewer searches.
        options: As for `Episode`, such as `opponents`, `retries` and `language`.
    """
    if records is None:
        played = cases.hands(game, hands, seed)
    else:
        played = cases.positions(Path(records).read_text(encoding="utf-8").splitlines(), seed)
    # The solver replaces the input by the first prompt.
    samples = [Sample(input=case.record, metadata=dataclasses.asdict(case)) for case in played]
    return Task(dataset=MemoryDataset(samples), solver=player(**(options or {})), scorer=points(level))


@solver
def player(**options: Any) -> Solver:
    """Plays the sample's case. If a limit ends the sample early, the decision is forfeited.

    Args:
        options: As for `Episode`.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        case = cases.Case(**state.metadata)
        episode = await to_thread.run_sync(partial(Episode, case, **options))
        state.messages = []
        try:
            while not episode.over:
                state.messages.append(ChatMessageUser(content=episode.prompt()))
                state = await generate(state)
                cut_off = state.output.stop_reason in ("max_tokens", "model_length")
                answer = partial(episode.answer, state.output.completion, cut_off=cut_off)
                await to_thread.run_sync(answer)
        finally:
            episode.forfeit()
            state.store.set("result", dataclasses.asdict(episode.result()))
        return state

    return solve


@scorer(metrics={name: [mean(), stderr()] for name in _NAMES})
def points(level: Literal["quick", "deep"] = "quick") -> Scorer:
    """The rewards of an episode in points, and its faults. The metadata have the regret of each decision (`regrets`).

    `exact` is not a number where nothing was solved.

    Args:
        level: How long the reviewer searches.
    """

    async def score(state: TaskState, target: Target) -> Score:
        result = Result(**state.store.get("result"))
        lost = await to_thread.run_sync(regrets, result, sp.Reviewer(level=level))
        found = rewards(result, lost)
        known = {name: math.nan if value is None else value for name, value in found.items()}
        values = {name: known.get(name, result.faults.get(name, 0)) for name in _NAMES}
        own = {"regrets": [dataclasses.asdict(one) for one in lost], **dataclasses.asdict(result)}
        return Score(value=values, metadata={**known, **own})

    return score
