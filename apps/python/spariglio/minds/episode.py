"""One seat is played by text: prompts go out, answers come in. Needs no kit.

>>> from spariglio.minds import Episode, hands
>>> episode = Episode(hands("scopa", 1)[0], opponents="greedy")
>>> while not episode.over:
...     listed = episode.prompt().split("Legal actions:\\n- ")[1]
...     outcome = episode.answer("Action: " + listed.splitlines()[0])
>>> episode.result().turns[:2]
[1, 3]
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from spariglio._arguments import integer
from spariglio._core import Action, Game, Hand, Thinker, View, Wording
from spariglio.agents import Agent
from spariglio.minds.case import Case

__all__ = ["FAULTS", "Episode", "Opponent", "Outcome", "Result"]

FAULTS: Final = ("unreadable", "illegal", "cut_off", "random", "forfeit")
"""What is counted: answers without one clear action, with an illegal action, and cut off by a limit of tokens; then
decisions that were made at random or forfeited."""

Opponent: TypeAlias = str | type[Agent] | Callable[[], Agent]
"""An opponent: a specification (docs/explanation/agents.md), or a class or function that makes an `Agent`."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an answer.

    - `kind`: `"played"`; `"asked"` if the question is asked again; `"random"` or `"forfeit"` after the last try.
    - `turn`: the place of the decision among the turns of the hand, if an action was played.
    - `fault`: `"unreadable"`, `"illegal"` or `"cut_off"`; `None` if the answer was played.
    """

    kind: Literal["played", "asked", "random", "forfeit"]
    turn: int | None = None
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """All that rewards need. All fields are values of JSON: `Result(**dataclasses.asdict(result))` is the same.

    - `record`: the hand so far (docs/reference/records.md), with all cards.
    - `seat`: the seat of the model.
    - `turns`: the places of its decisions among the turns of the hand.
    - `forfeited`: whether the last decision was forfeited; it is not among `turns`.
    - `faults`: the number of each of `FAULTS`.
    """

    record: str
    seat: int
    turns: list[int]
    forfeited: bool
    faults: dict[str, int]


class Episode:
    """A case in play: agents play the other seats.

    The first prompt holds the rules, the task and all turns so far. Later prompts tell the turns since the seat's last
    one, so the model must see the whole `transcript`. An answer is never guessed: without one clear legal action the
    question is asked again. After `retries` questions the decision is forfeited, which ends the episode, or random.

    Parameters:

    - `case`: the hand or the decision.
    - `opponents`: an agent for all other seats, or a list with one per seat; the one of the own seat is not used.
    - `retries`: how often a decision is asked again.
    - `illegal`: `"forfeit"` or `"random"`: what follows the last answer without a legal action.
    - `legal`: whether prompts list the legal actions.
    - `language`, `cards`, `obfuscate`, `score`: as in `Wording`.

    Raises `ValueError` if the seat has nothing to decide.
    """

    def __init__(
        self,
        case: Case,
        *,
        opponents: Opponent | Sequence[Opponent] = "formula",
        retries: int = 2,
        illegal: Literal["forfeit", "random"] = "forfeit",
        legal: bool = True,
        language: str = "en",
        cards: str = "letters",
        obfuscate: int | None = None,
        score: bool = False,
    ) -> None:
        if illegal not in ("forfeit", "random"):
            raise ValueError(f'illegal is {illegal!r}: expected "forfeit" or "random"')
        self._hand = case.hand()
        game = self._hand.game
        if case.seat is None and case.turn is None:
            raise ValueError("seat is None: expected a seat, as the case has no turn")
        self.seat: Final = self._hand.seat if case.turn is not None else integer("seat", case.seat, game.players)
        self.wording: Final = Wording(game, language=language, cards=cards, obfuscate=obfuscate, score=score)
        self._retries, self._illegal, self._legal = integer("retries", retries, 1 << 32), illegal, legal
        self._is_decision = case.turn is not None
        self._rng = random.Random(case.seed)
        self._agents = {} if self._is_decision else _seated(opponents, game, self.seat, self._rng)
        self._turns: list[int] = []
        self._tries = 0
        self.faults: Final = dict.fromkeys(FAULTS, 0)
        self.over = False
        """Whether no answer is expected any more."""
        self.transcript: Final[list[dict[str, str]]] = []
        """The conversation: `{"role": "user" or "assistant", "content": text}`. If the episode is not over, the last
        one is the prompt."""
        self._go_on()
        if self.over:
            raise ValueError(f"seat {self.seat} has nothing to decide: expected a hand in which it is to act")

    @property
    def hand(self) -> Hand:
        """A copy of the hand, all cards open."""
        return self._hand.copy()

    def prompt(self) -> str:
        """What the model is to answer now; empty if the episode is over."""
        return "" if self.over else self.transcript[-1]["content"]

    def answer(self, text: str, *, cut_off: bool = False) -> Outcome:
        """Reads an answer and plays it, and the opponents up to the next decision.

        `cut_off`: whether a limit of tokens ended the answer; then it is a fault whatever it says. Raises
        `RuntimeError` if the episode is over.
        """
        if self.over:
            raise RuntimeError("the episode is over: expected no answer")
        self.transcript.append({"role": "assistant", "content": text})
        view = self._hand.view()
        reading = None if cut_off else self.wording.read(view, text)
        if reading is not None and reading.action is not None:
            return Outcome("played", self._play(reading.action))
        fault = "cut_off" if reading is None else "illegal" if reading.illegal else "unreadable"
        self.faults[fault] += 1
        if self._tries < self._retries:
            self._tries += 1
            question = self.wording.shorter() if reading is None else reading.question
            self._say(question or self.wording.request())
            return Outcome("asked", fault=fault)
        if self._illegal == "random":
            self.faults["random"] += 1
            return Outcome("random", self._play(self._rng.choice(view.actions)), fault)
        self.forfeit()
        return Outcome("forfeit", fault=fault)

    def forfeit(self) -> None:
        """Ends the episode: the decision is forfeited."""
        if not self.over:
            self.faults["forfeit"] += 1
            self.over = True

    def result(self) -> Result:
        """The episode so far."""
        forfeited = self.faults["forfeit"] > 0
        return Result(self._hand.record(), self.seat, list(self._turns), forfeited, dict(self.faults))

    def _play(self, action: Action) -> int:
        turn = len(self._hand.history)
        self._hand.play(action)
        self._turns.append(turn)
        self._tries = 0
        self._go_on()
        return turn

    def _go_on(self) -> None:
        """Plays the other seats, then asks for the next decision, if there is one."""
        self.over = self._is_decision and bool(self._turns)
        while not (self.over or self._hand.over) and self._hand.seat != self.seat:
            self._hand.play(self._agents[self._hand.seat](self._hand.view()))
        self.over = self.over or self._hand.over
        if not self.over:
            view, is_first = self._hand.view(), not self._turns
            told = self.wording.view(view, legal=self._legal, whole_hand=is_first)
            briefing = [self.wording.briefing()] if is_first else []
            self._say("\n".join([*briefing, told, self.wording.request()]))

    def _say(self, text: str) -> None:
        self.transcript.append({"role": "user", "content": text})


_Chooses: TypeAlias = Callable[[View], Action | str | int]


def _seated(opponents: Opponent | Sequence[Opponent], game: Game, own: int, rng: random.Random) -> dict[int, _Chooses]:
    """The agents of the other seats."""
    each = [opponents] * game.players if isinstance(opponents, str) or callable(opponents) else list(opponents)
    if len(each) != game.players:
        raise ValueError(f"opponents are {len(each)}: expected one, or one for each of {game.players} seats")
    return {seat: _chooses(agent, game, rng) for seat, agent in enumerate(each) if seat != own}


def _chooses(opponent: Opponent, game: Game, rng: random.Random) -> _Chooses:
    if isinstance(opponent, str):
        thinker = Thinker(game, opponent)
        return lambda view: thinker.decide(view, rng.getrandbits(63)).action
    agent = opponent()
    agent.start_hand(rng.getrandbits(63))
    return agent.act
