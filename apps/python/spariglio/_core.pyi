"""
The compiled part of `spariglio`.
"""

import collections.abc
import numpy
import numpy.typing
import os
import typing
from _typeshed import SupportsGetItem
from collections.abc import Sequence
from numpy import bool_, float32, int32, int64, int8, uint64, uint8
from numpy.typing import NDArray
from os import PathLike
from pathlib import Path
from typing import Any, Final, SupportsFloat, SupportsIndex, final

__all__ = ["INPUTS_VERSION", "KINDS", "STEPS", "VERSION", "WORDS", "Action", "Arrays", "Batch", "Card", "Decision", "Entrant", "Game", "Hand", "Hands", "Inputs", "Reading", "Reviewer", "Score", "Searcher", "Thinker", "View", "Wording", "agent_texts", "arena", "arena_plan", "card_symbols", "check_network", "checked", "decisions_fingerprint", "efg", "exploitability", "input_blocks", "ladder_part", "ladder_plan", "learn_help", "leave", "main", "matches", "matches_plan", "merge", "png", "raster", "search", "selfplay_part", "selfplay_plan", "solve", "word_blocks"]

INPUTS_VERSION: Final[int]
"""
Version of the inputs of networks.
"""

KINDS: Final[int]
"""
Kinds of points.
"""

STEPS: Final[int]
"""
Number of different steps.
"""

VERSION: Final[str]
"""
The version of Spariglio.
"""

WORDS: Final[int]
"""
Words in a row of bits.
"""

@final
class Action:
    """
    A decision of a seat: a play, a declaration or a pass. `str(action)` is its text in a record.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __reduce__(self, /) -> tuple[Any, tuple[tuple[int, str, str], str]]: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    @staticmethod
    def _of(deck: tuple[SupportsIndex, str, str], text: str) -> Action:
        """
        Restores a pickled action.
        """
    @property
    def bits(self, /) -> int:
        """
        The action as a 64-bit number, as in shards (docs/reference/data_set.md). Bits 0 to 51 hold the captured or
        declared cards, bits 52 to 57 the played card or the value of 7c, the bits above the kind.
        """
    @property
    def captured(self, /) -> list[Card]:
        """
        The captured table cards, in canonical order; empty for a lay, a declaration and a pass.
        """
    @property
    def card(self, /) -> Card | None:
        """
        The played card, or `None`.
        """
    @property
    def declared(self, /) -> list[Card]:
        """
        The three declared cards; empty for a play and a pass.
        """
    @property
    def kind(self, /) -> str:
        """
        `"play"`, `"declare"` or `"pass"`.
        """
    @property
    def matta(self, /) -> int:
        """
        The value of 7c in the declaration, 0 if 7c is not declared.
        """

@final
class Arrays:
    """
    The layout of the arrays of an observer of OpenSpiel. They share one flat array. With `recall` they hold all that a
    seat remembers, of at most `turns` turns; else the current moment. `public` and `private` say which information.
    """
    def __new__(cls, /, game: Game, recall: bool, public: bool, private: bool, turns: "typing.SupportsIndex") -> Arrays: ...
    def fill(self, /, tensor: "numpy.typing.NDArray[numpy.float32]", hand: "Hand | None", seat: "typing.SupportsIndex") -> None:
        """
        Fills the arrays, concatenated in `tensor`, with the knowledge of a seat. `hand` is `None` during the deal.
        """
    def shapes(self, /) -> list[tuple[str, list[int]]]:
        """
        The name and the shape of each array, in their order.
        """

@final
class Batch:
    """
    Decisions to make at once, one per row: the argument of `BatchAgent.act` and `Evaluator.evaluate`.

    Lists of different lengths are concatenated in one array. The matching `..._starts` hold the start of each list and
    end with the length of the array. The lists of inputs and their starts are `int32`, as `embedding_bag` of PyTorch
    wants them. An array that the batch lacks is an `AttributeError` that says which `obs` has it.
    """
    def __len__(self, /) -> int: ...
    @property
    def action_input_starts(self, /) -> NDArray[int32]:
        """
        The start of each action's inputs: `int32`, shape `(len(actions) + 1,)`.
        """
    @property
    def action_inputs(self, /) -> NDArray[int32]:
        """
        The indices of the action inputs that are 1, action by action: `int32`.
        """
    @property
    def actions(self, /) -> NDArray[int64]:
        """
        The legal actions of all rows, concatenated, as numbers (`Action.bits`): `int64`.
        """
    @property
    def input_starts(self, /) -> NDArray[int32]:
        """
        The start of each row's inputs: `int32`, shape `(n + 1,)`.
        """
    @property
    def inputs(self, /) -> NDArray[int32]:
        """
        The indices of the view inputs that are 1, row by row (docs/reference/inputs.md): `int32`.
        """
    @property
    def n_legal(self, /) -> NDArray[int64]:
        """
        Number of legal actions of each row: `int64`, shape `(n,)`.
        """
    @property
    def obs(self, /) -> NDArray[uint8 | uint64]:
        """
        The knowledge of the seat to act, in the form that the agent's `obs` asks for. `inputs`: `uint8`, shape `(n,
        Game.view_inputs)`, 1 for each input that is 1; `bits`: `uint64`, shape `(n, WORDS)`.
        """
    @property
    def residual(self, /) -> NDArray[float32]:
        """
        The formula's logit of each action; the largest of a row is 0. `float32`, shape `(len(actions),)`.
        """
    @property
    def scored(self, /) -> NDArray[float32]:
        """
        The margin scored in play so far, in points for the side of the seat to act: `float32`, shape `(n,)`. A critic
        tells the margin still to come.
        """
    @property
    def seeds(self, /) -> NDArray[int64]:
        """
        A seed for each row, for agents that decide at random: `int64`, at least 0, shape `(n,)`. 0 if the batch is for
        an evaluator.
        """
    @property
    def starts(self, /) -> NDArray[int64]:
        """
        The start of each row's actions: `int64`, shape `(n + 1,)`.
        """
    @property
    def world_inputs(self, /) -> NDArray[int32]:
        """
        The inputs of a critic, which sees all cards: those of the view and of the world, row by row: `int32`. Only
        batches of `VecEnv(..., obs="sparse", state=True)` have them and the next two.
        """
    @property
    def world_starts(self, /) -> NDArray[int32]:
        """
        The start of each row's world inputs: `int32`, shape `(n + 1,)`.
        """

@final
class Card:
    """
    A card of a deck, made by `Game.card` and by every property that shows cards.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __ge__(self, value: object, /) -> bool: ...
    def __gt__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __le__(self, value: object, /) -> bool: ...
    def __lt__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __reduce__(self, /) -> tuple[Any, tuple[tuple[int, str, str], str]]: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    @staticmethod
    def _of(deck: tuple[SupportsIndex, str, str], text: str) -> Card:
        """
        Restores a pickled card.
        """
    @property
    def index(self, /) -> int:
        """
        The place in the canonical order, 0 to 51: by rank, then by suit.
        """
    @property
    def rank(self, /) -> int:
        """
        The rank: 1 (ace) to 10, or to 13 in the pack of 52 cards.
        """
    @property
    def suit(self, /) -> str:
        """
        The letter of the suit.
        """
    @property
    def value(self, /) -> int:
        """
        The value of the card in sums.
        """

@final
class Decision:
    """
    A decision of an agent.
    """
    def __eq__(self, other: object, /) -> bool:
        """
        Decisions are equal if all but their time is.
        """
    def __hash__(self, /) -> int: ...
    def __reduce__(self, /) -> tuple[Any, tuple[Action, list[Action], list[float], float | None, int, float]]: ...
    def __repr__(self, /) -> str: ...
    @staticmethod
    def _of(action: Action, actions: Sequence[Action], policy: Sequence[SupportsFloat | SupportsIndex], points: SupportsFloat | SupportsIndex | None, simulations: SupportsIndex, millis: SupportsFloat | SupportsIndex) -> Decision:
        """
        Restores a pickled decision.
        """
    @property
    def action(self, /) -> Action:
        """
        The chosen action.
        """
    @property
    def actions(self, /) -> list[Action]:
        """
        All legal actions, in canonical order.
        """
    @property
    def millis(self, /) -> float:
        """
        Processor time in milliseconds.
        """
    @property
    def points(self, /) -> float | None:
        """
        The expected margin of the agent's side in points, or `None` if the agent does not estimate it.
        """
    @property
    def policy(self, /) -> list[float]:
        """
        A probability for each of `actions`; the sum is 1.
        """
    @property
    def simulations(self, /) -> int:
        """
        Number of simulations; 0 if the agent does not search.
        """

@final
class Entrant:
    """
    An agent of a run, from Spariglio or from Python.
    """
    def __str__(self, /) -> str: ...
    @staticmethod
    def batched(name: str, version: str, make: Any, width: "typing.SupportsIndex", obs: str) -> Entrant:
        """
        An agent that decides many rows at once. `make()` returns an object for each thread. Its method `wave(batch)`
        returns an `int64` array of places in the rows' lists of actions. `width` hands are played at once; `obs`
        selects the observations of the batch.
        """
    @property
    def name(self, /) -> str:
        """
        The name in tables; for an agent of Spariglio, its specification.
        """
    @staticmethod
    def named(text: str) -> Entrant:
        """
        An agent of Spariglio (docs/explanation/agents.md).
        """
    @staticmethod
    def single(name: str, version: str, make: Any) -> Entrant:
        """
        An agent that decides one view at a time. `make()` returns an object for each seat, with the methods
        `start_hand(seed)` and `act(view)`.
        """

@final
class Game:
    """
    A rule set, ready to play: `Game("scopone")` is a preset, `Game("mine.toml")` a file of rules
    (docs/reference/rule_sets.md).

    Two games are equal if their rules are equal. Games can be pickled.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, rules: str | PathLike[str]) -> Game: ...
    def __reduce__(self, /) -> tuple[Any, tuple[str]]: ...
    def __repr__(self, /) -> str: ...
    def action(self, /, bits: SupportsIndex) -> Action:
        """
        The action of a number (`Action.bits`), as data sets have them.
        """
    def card(self, /, text: str) -> Card:
        """
        The card with a text such as `"7d"`.
        """
    @property
    def cards(self, /) -> list[Card]:
        """
        The cards of the deck, in canonical order.
        """
    def cards_of(self, /, bits: SupportsIndex) -> list[Card]:
        """
        The cards of a card set, a number with bit `Card.index` set for each card, as data sets have them.
        """
    def deal(self, /, seed: "typing.SupportsIndex" = 0, dealer: "typing.SupportsIndex" = 0, cards: Sequence[Card] | None = None) -> Hand:
        """
        A new hand. Deals from `seed`, or deals `cards` if they are given: all cards of the deck in the order of dealing
        (docs/reference/records.md). A seed never gives a deal that the rules annul.
        """
    @property
    def deal_rounds(self, /) -> int:
        """
        Number of deal-rounds.
        """
    @property
    def fingerprint(self, /) -> int:
        """
        A fingerprint that two games share only if their rules are the same.
        """
    @staticmethod
    def from_toml(text: str) -> Game:
        """
        Makes a game from rules in TOML (docs/reference/rule_sets.md).
        """
    @property
    def hand_fingerprint(self, /) -> int:
        """
        A fingerprint that two games share only if their rules of a hand are the same; the end of a match does not
        matter. A network is made for one hand fingerprint.
        """
    @property
    def name(self, /) -> str:
        """
        The name of the rule set.
        """
    @property
    def players(self, /) -> int:
        """
        Number of seats.
        """
    @property
    def plies(self, /) -> int:
        """
        Number of cards played in a hand.
        """
    @staticmethod
    def presets() -> list[str]:
        """
        The names of the presets.
        """
    def rules_text(self, /, *, language: str = "en", cards: str = "letters", obfuscate: "typing.SupportsIndex | None" = None) -> str:
        """
        The rules in words, one sentence per line; the arguments are those of `Wording`.
        """
    def side(self, /, seat: "typing.SupportsIndex") -> int:
        """
        The side of a seat.
        """
    @property
    def sides(self, /) -> int:
        """
        Number of sides. Partners are one side.
        """
    def step_text(self, /, step: "typing.SupportsIndex") -> str:
        """
        The text of a step (`Hand.take`), such as `"play 7d"`.
        """
    def to_toml(self, /) -> str:
        """
        All rules as TOML.
        """
    @property
    def view_inputs(self, /) -> int:
        """
        Number of inputs of views: the length of an `"inputs"` observation (docs/reference/inputs.md).
        """

@final
class Hand:
    """
    A hand in progress or over, with all cards open. A `View` holds the knowledge of one seat; agents receive views
    only.

    Made by `Game.deal`, `Hand.from_record` and `View.sample`.
    """
    def __copy__(self, /) -> Hand: ...
    def __deepcopy__(self, /, _memo: Any) -> Hand: ...
    def __eq__(self, other: object, /) -> bool:
        """
        Hands are equal if their games, deals, actions and steps taken are. A hand that is played on has another hash.
        """
    def __hash__(self, /) -> int: ...
    def __reduce__(self, /) -> tuple[Any, tuple[str], list[int]]: ...
    def __repr__(self, /) -> str: ...
    def __setstate__(self, /, taken: Sequence[SupportsIndex]) -> None:
        """
        Takes the steps of the decision in progress of a pickled hand.
        """
    def _repr_svg_(self, /) -> str:
        """
        The whole hand as a picture, for notebooks.
        """
    @property
    def actions(self, /) -> list[Action]:
        """
        The legal actions in canonical order; empty if the hand is over.
        """
    def cards(self, /, seat: "typing.SupportsIndex") -> list[Card]:
        """
        The hand cards of a seat.
        """
    def copy(self, /) -> Hand:
        """
        An independent copy of the hand.
        """
    @property
    def deal(self, /) -> list[Card]:
        """
        All cards of the deck in the order of dealing (docs/reference/records.md).
        """
    @property
    def deal_round(self, /) -> int:
        """
        The index of the deal-round, from 0.
        """
    @property
    def dealer(self, /) -> int:
        """
        The seat of the dealer.
        """
    @staticmethod
    def from_record(line: str) -> Hand:
        """
        The hand of a record (one line of docs/reference/records.md) after its last turn. Checks every field of the
        record.
        """
    @property
    def game(self, /) -> Game:
        """
        The game.
        """
    @property
    def history(self, /) -> list[tuple[int, Action]]:
        """
        All actions so far, each with its seat.
        """
    @property
    def legal_steps(self, /) -> list[int]:
        """
        The legal next steps of the decision of the seat to act, in ascending order; empty if the hand is over. Every
        action of every game is a few of `STEPS` steps: the played card (0 to 51), the next captured card (52 to 103),
        the end of the captured cards (104), the next declared card (105 to 156), the value of 7c (157 to 167), pass
        (168). A step is skipped if all remaining actions share it.
        """
    @property
    def over(self, /) -> bool:
        """
        Whether the hand is over.
        """
    def pile(self, /, side: "typing.SupportsIndex") -> list[Card]:
        """
        The pile of a side.
        """
    def play(self, /, action: "Action | str | typing.SupportsIndex") -> None:
        """
        Plays a legal action for the seat to act: an `Action`, its text in a record such as `"7d x 3c 4b"`, or its place
        in `actions`.
        """
    @property
    def ply(self, /) -> int:
        """
        Number of cards played so far.
        """
    def positions(self, /) -> list[Hand]:
        """
        The hand before each of its actions, in order; the end is not among them. So `zip(hand.positions(), hand.history)`
        gives every position of a record with what was done there.
        """
    def record(self, /) -> str:
        """
        The hand as one line of a record file (docs/reference/records.md).
        """
    def score(self, /) -> Score:
        """
        The points of a finished hand. Fails if the hand is not over.
        """
    @property
    def seat(self, /) -> int:
        """
        The seat to act; if the hand is over, the seat that would be next.
        """
    @property
    def side(self, /) -> int:
        """
        The side of the seat to act.
        """
    def steps_of(self, /, action: "Action | str | typing.SupportsIndex") -> list[int]:
        """
        The steps of a legal action, from the beginning of the decision.
        """
    @property
    def steps_taken(self, /) -> list[int]:
        """
        The steps taken so far in the current decision. They become public when the action is played.
        """
    @property
    def table(self, /) -> list[Card]:
        """
        The table cards.
        """
    def take(self, /, step: "typing.SupportsIndex") -> bool:
        """
        Takes a step of the decision of the seat to act. If the step completes an action, plays it and returns `True`.
        """
    def view(self, /, seat: "typing.SupportsIndex | None" = None, partners_open: bool = False) -> View:
        """
        The view of a seat: the seat to act, if `seat` is `None`. With `partners_open` partners see each other's hand
        cards.
        """

@final
class Hands:
    """
    Hands that are stepped together. The arrays are allocated once, and every step overwrites them;
    `spariglio.vector.VecEnv` documents their contents.
    """
    def __new__(cls, /, game: Game, num_envs: "typing.SupportsIndex", seed: "typing.SupportsIndex" = 0, obs: str = "none", in_steps: bool = False, state: bool = False, opponents: "tuple[list[Entrant], list[tuple[float, list[int]]]] | None" = None, own_seat: "typing.SupportsIndex | None" = None, whole_side: bool = False) -> Hands:
        """
        `num_envs` hands of `game`. `obs` is `"none"`, `"bits"`, `"inputs"` or `"sparse"`; `in_steps` says whether decisions are
        made in steps, `state` whether a sparse batch has the inputs of worlds. If `opponents` are given, they play all
        seats but `own_seat`: a list of agents, and line-ups, each with its weight and the agent's place for each seat.
        If `own_seat` is `None`, the caller gets a different seat in each hand; with `whole_side`, its whole side.
        """
    def batch(self, /) -> Batch:
        """
        The decisions of all hands, if `obs` is `"sparse"`: new arrays.
        """
    @property
    def bits(self, /) -> NDArray[uint64]: ...
    @property
    def done(self, /) -> NDArray[bool_]: ...
    def hand(self, /, hand: "typing.SupportsIndex") -> Hand:
        """
        A hand in progress, with all cards and the turns so far.
        """
    @property
    def inputs(self, /) -> NDArray[uint8]: ...
    def legal_actions(self, /) -> "tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int64]]":
        """
        The legal actions of all hands: their concatenated numbers (`int64`), and the start of each hand's actions
        (`int64`, one more than hands).
        """
    @property
    def mask(self, /) -> NDArray[int8]: ...
    @property
    def n_legal(self, /) -> NDArray[int64]: ...
    def place(self, /) -> tuple[int, list[int], list[list[int]]]:
        """
        All that the hands have become since they were made: the seed, and for each hand the number of hands begun and
        the choices of the hand in progress.
        """
    def reset(self, /, seed: "typing.SupportsIndex") -> None:
        """
        Deals all hands again from `seed`.
        """
    def restore(self, /, seed: "typing.SupportsIndex", begun: SupportsGetItem[int, SupportsIndex], choices: SupportsGetItem[int, SupportsGetItem[int, SupportsIndex]]) -> None:
        """
        Goes to the place of hands that were made with the same arguments. Their rewards are not shown again.
        """
    @property
    def rewards(self, /) -> NDArray[float32]: ...
    def run(self, /, rounds: "typing.SupportsIndex") -> int:
        """
        Steps all hands `rounds` times by random choices without Python, as a baseline for benchmarks. Returns the
        number of steps.
        """
    @property
    def seat(self, /) -> NDArray[int64]: ...
    def skip(self, /, hands: SupportsGetItem[int, SupportsIndex]) -> None:
        """
        Begins the next hand in place of some hands in progress; their rewards are 0.
        """
    def step(self, /, choices: "numpy.typing.NDArray[numpy.uint16]", waits: "numpy.typing.NDArray[numpy.bool_] | None" = None) -> None:
        """
        Plays the legal action at its place in `choices` in every hand, or takes that step. If a choice is not legal,
        nothing is played. Hands whose place in `waits` is true do nothing, whatever their choice.
        """
    def texts(self, /, hand: "typing.SupportsIndex") -> list[str]:
        """
        The texts of the legal actions of one hand.
        """

@final
class Inputs:
    """
    The inputs of the networks of a game (docs/reference/inputs.md lists them).
    """
    def __new__(cls, /, game: Game) -> Inputs: ...
    @property
    def critic_len(self, /) -> int:
        """
        Number of inputs of a critic: those of views and of worlds.
        """
    @property
    def deal(self, /) -> str:
        """
        The deck, the seats, the cards dealt, and whether declarations have points. A network that reads rules plays this
        game if `deal` in its `meta.json` is the same.
        """
    @property
    def policy_len(self, /) -> int:
        """
        Number of inputs of a policy: those of views and of actions.
        """
    @property
    def rules(self, /) -> list[int]:
        """
        The rows of the game's rules in the tensors `policy_rules` and `critic_rules` of a network that reads rules.
        """
    def view(self, /, view: View, residual: str = "formula") -> "tuple[numpy.typing.NDArray[numpy.uint16], tuple[numpy.typing.NDArray[numpy.uint16], numpy.typing.NDArray[numpy.uint32]], numpy.typing.NDArray[numpy.float32]]":
        """
        Encodes the view of a seat that is to act: the inputs of the view, the inputs of each legal action, and the
        residual's logits of the actions (`float32`), to which a network adds its own. `residual` is that of the network's
        `meta.json`: "formula", "lookahead" or "none". With "none" the logits are 0, and the inputs of the book's scores
        are left out.
        """
    @property
    def view_len(self, /) -> int:
        """
        Number of inputs of views. The inputs of actions and of worlds begin at this index.
        """
    def world(self, /, hand: Hand) -> "numpy.typing.NDArray[numpy.uint16]":
        """
        The inputs of a critic: the view of the seat to act, and the world.
        """

@final
class Reading:
    """
    The meaning of an answer in words.
    """
    def __repr__(self, /) -> str: ...
    @property
    def action(self, /) -> Action | None:
        """
        The legal action, or `None`.
        """
    @property
    def illegal(self, /) -> bool:
        """
        Whether the answer names an action that is not legal.
        """
    @property
    def question(self, /) -> str | None:
        """
        The question to ask back if there is no action; it names the action that was understood.
        """

@final
class Reviewer:
    """
    Judges decisions of recorded hands, as `spariglio review` does (docs/how-to/review.md). Its figures depend on the
    seed, not on the threads.

    `agent`: the search that judges; `None` for the strongest quick one of each game. `level`: `"quick"` or `"deep"`.
    `threads`: 0 for one per core.
    """
    def __new__(cls, /, agent: "str | None" = None, *, level: str = "quick", seed: "typing.SupportsIndex" = 1, threads: "typing.SupportsIndex" = 0, partners_open: bool = False) -> Reviewer: ...
    def hand(self, /, record: str) -> "tuple[dict[str, typing.Any], list[dict[str, typing.Any]]]":
        """
        The review of a whole hand: its row `hand` of docs/reference/review_rows.md, and the rows of its decisions in order.
        """
    def turn(self, /, record: str, turn: "typing.SupportsIndex") -> "dict[str, typing.Any]":
        """
        The review of one decision of a record (`Hand.record`): the row `decision` of docs/reference/review_rows.md. `turn`:
        the place of the decision among the turns of the hand, from 0. `open_loss` needs a whole hand and is `None`;
        `before` is absent.
        """

@final
class Score:
    """
    The points of a hand that is over.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __reduce__(self, /) -> tuple[Any, tuple[list[int], list[int], list[dict[str, int]], int | None, int | None]]: ...
    def __repr__(self, /) -> str: ...
    @staticmethod
    def _of(points: Sequence[SupportsIndex], margins: Sequence[SupportsIndex], kinds: Sequence[dict[str, SupportsIndex]], shutout: SupportsIndex | None, last_capture: SupportsIndex | None) -> Score:
        """
        Restores a pickled score.
        """
    @property
    def kinds(self, /) -> list[dict[str, int]]:
        """
        By side: the points of each kind that is not 0, such as `{"cards": 1, "single": 1}`.
        """
    @property
    def last_capture(self, /) -> int | None:
        """
        The side that captured last, or `None`.
        """
    @property
    def margins(self, /) -> list[int]:
        """
        By side: its points minus those of the best other side.
        """
    @property
    def points(self, /) -> list[int]:
        """
        Points by side. For a shutout (cappotto) see docs/reference/glossary.md.
        """
    @property
    def shutout(self, /) -> int | None:
        """
        The side that made a shutout, or `None`.
        """

@final
class Searcher:
    """
    The Rust search with a Python evaluator, an object with `outputs(batch)`.
    """
    def __new__(cls, /, evaluator: Any, simulations: "typing.SupportsIndex", leaves: "typing.SupportsIndex") -> Searcher: ...
    def entrant(self, /, name: str, version: str, width: "typing.SupportsIndex") -> Entrant:
        """
        The search as an agent. Each thread plays `width` hands at once.
        """
    def search(self, /, views: Sequence[View], seed: "typing.SupportsIndex") -> list[Decision]:
        """
        Decides for all `views` at once. A decision depends only on its own view and `seed`. Fails if the views are of
        different games, or if a view's seat is not to act.
        """

@final
class Thinker:
    """
    An agent of Spariglio, made once for a game. It decides for any view of that game, on its own thread.
    """
    def __new__(cls, /, game: "Game | str | os.PathLike[str]", agent: str) -> Thinker:
        """
        Makes an agent from a specification such as `"ismcts:simulations=4000"` (docs/explanation/agents.md). The game
        is a `Game`, the name of a preset, or the path of a rule set file.
        """
    def __reduce__(self, /) -> tuple[Any, tuple[Game, str]]:
        """
        An agent with the same specification, which is all of its state between decisions.
        """
    def __repr__(self, /) -> str: ...
    def decide(self, /, view: View, seed: "typing.SupportsIndex" = 0, simulations: "typing.SupportsIndex | None" = None, millis: "typing.SupportsIndex | None" = None) -> Decision:
        """
        Decides for the seat of `view`. Fails if this seat is not to act. `simulations` or `millis`, if given, replace
        the agent's own budget. With a budget of simulations, the same `seed` gives the same decision.
        """

@final
class View:
    """
    The knowledge of one seat at one moment of a hand: its own cards, the table, the piles, and all public events. It
    never reveals hidden cards.
    """
    def __copy__(self, /) -> View: ...
    def __deepcopy__(self, /, _memo: Any) -> View: ...
    def __eq__(self, other: object, /) -> bool:
        """
        Views are equal if their seats know the same.
        """
    def __hash__(self, /) -> int: ...
    def __reduce__(self, /) -> tuple[Any, tuple[Hand, int, bool]]:
        """
        Pickles a sampled world that looks the same from the seat, so that nothing hidden is stored.
        """
    def __repr__(self, /) -> str: ...
    def _repr_svg_(self, /) -> str:
        """
        What the seat knows as a picture, for notebooks.
        """
    @property
    def actions(self, /) -> list[Action]:
        """
        The legal actions in canonical order; empty if another seat is to act or the hand is over.
        """
    def bits(self, /) -> "numpy.typing.NDArray[numpy.uint64]":
        """
        The view as sets of cards and packed numbers: `uint64`, shape `(WORDS,)`. `spariglio.vector.WORD_NAMES` names
        the words.
        """
    @property
    def deal_round(self, /) -> int:
        """
        The index of the deal-round, from 0.
        """
    @property
    def dealer(self, /) -> int:
        """
        The seat of the dealer.
        """
    @property
    def declaring(self, /) -> bool:
        """
        Whether the seat to act decides on a declaration.
        """
    @property
    def game(self, /) -> Game:
        """
        The game.
        """
    @property
    def hand(self, /) -> list[Card]:
        """
        The hand cards of the seat.
        """
    @property
    def hand_sizes(self, /) -> list[int]:
        """
        Number of hand cards by seat.
        """
    @property
    def history(self, /) -> list[tuple[int, Action]]:
        """
        All actions so far, each with its seat.
        """
    def information_state(self, /) -> str:
        """
        The complete knowledge of the seat as a text. Two views of a game have the same text only if their seats cannot
        tell them apart. It holds the seat, the dealer, the first table, the cards dealt to the seat so far (and to open
        partners), the cards that a seat shows if the rules declare for it, and all actions.
        """
    def inputs(self, /) -> "numpy.typing.NDArray[numpy.uint8]":
        """
        The inputs of a network: `uint8`, shape `(Game.view_inputs,)`, 1 for each input that is 1
        (docs/reference/inputs.md). Fails if the seat is not to act. `Inputs` encodes the actions too, and is faster for
        many views.
        """
    def json(self, /) -> str:
        """
        The view as JSON, in the fields of docs/reference/protocol.md. Fails if the seat is not to act.
        """
    def known(self, /, seat: "typing.SupportsIndex") -> list[Card]:
        """
        The cards that are known to be in a seat's hand: its own, an open partner's, declared ones.
        """
    @property
    def last_capture(self, /) -> int | None:
        """
        The side that captured last, or `None`.
        """
    @property
    def matta(self, /) -> int:
        """
        The value declared for 7c; 0 if it is a plain seven.
        """
    @property
    def over(self, /) -> bool:
        """
        Whether the hand is over.
        """
    def parse(self, /, answer: str, *, language: str = "en", cards: str = "letters", obfuscate: "typing.SupportsIndex | None" = None) -> Reading:
        """
        Reads an answer in words, as `Wording.read` does.
        """
    @property
    def partners_open(self, /) -> bool:
        """
        Whether partners see each other's hand cards.
        """
    def pile(self, /, side: "typing.SupportsIndex") -> list[Card]:
        """
        The pile of a side.
        """
    def played(self, /, seat: "typing.SupportsIndex") -> list[Card]:
        """
        The cards that a seat has played in this deal-round.
        """
    @property
    def ply(self, /) -> int:
        """
        Number of cards played so far.
        """
    @staticmethod
    def read(text: str, game: "Game | str | None" = None, partners_open: bool = False) -> View:
        """
        The view of a text: with `game`, JSON in the fields of docs/reference/protocol.md; without it, a record in which
        `?` stands for cards that the seat to act has not seen (docs/reference/records.md). Checks every field. If
        `partners_open`, the seat of a record sees its partners' hand cards; JSON tells that by itself.
        """
    def record(self, /) -> str:
        """
        The hand as a record in which `?` stands for cards that the seat has not seen. Fails if the seat is not to act.
        """
    def sample(self, /, seed: "typing.SupportsIndex" = 0) -> Hand:
        """
        A hand that may be the true one. Draws the cards that the seat cannot locate at random (consistent with
        declarations); all else stays the same.
        """
    @property
    def seat(self, /) -> int:
        """
        The seat of the view.
        """
    @property
    def shown(self, /) -> list[tuple[int, int, list[Card]]]:
        """
        The cards that seats have shown so far because the rules declare for them. No action tells of them: the
        deal-round, the seat and its cards.
        """
    @property
    def side(self, /) -> int:
        """
        The side of the seat.
        """
    @property
    def stock(self, /) -> int:
        """
        Number of cards not yet dealt.
        """
    def sweeps(self, /, side: "typing.SupportsIndex") -> int:
        """
        Number of sweeps of a side so far.
        """
    @property
    def table(self, /) -> list[Card]:
        """
        The table cards.
        """
    def text(self, /, *, language: str = "en", cards: str = "letters", obfuscate: "typing.SupportsIndex | None" = None, legal: bool = True, whole_hand: bool = True) -> str:
        """
        Everything that the view shows, in words; the arguments are those of `Wording` and of `Wording.view`.
        """
    @property
    def to_act(self, /) -> int:
        """
        The seat to act.
        """
    @property
    def unseen(self, /) -> list[Card]:
        """
        The cards that the seat cannot locate: hidden hand cards of others and the stock.
        """

@final
class Wording:
    """
    How the texts of a game are written.

    `language`: `"en"` or `"it"`. `cards`: `"letters"` (7d), `"names"` (7 of coins) or `"symbols"` (7♦). `obfuscate`: a
    seed of invented names for cards, suits and the game; `None` for the real ones. `score`: whether a view tells the score so
    far.
    """
    def __new__(cls, /, game: Game, *, language: str = "en", cards: str = "letters", obfuscate: "typing.SupportsIndex | None" = None, score: bool = False) -> Wording: ...
    def __repr__(self, /) -> str: ...
    def action(self, /, action: Action) -> str:
        """
        An action, as answers should give it.
        """
    def briefing(self, /) -> str:
        """
        The rules and the task, for the start of a conversation.
        """
    def read(self, /, view: View, answer: str) -> Reading:
        """
        Reads an answer of the seat to act: in either language, in any spelling, as an action, in JSON or in a sentence.
        It is never guessed: it is one legal action or a question.
        """
    def request(self, /) -> str:
        """
        The request to end an answer with the action in a line of its own.
        """
    def rules(self, /) -> str:
        """
        The rules of the game, one sentence per line.
        """
    def shorter(self, /) -> str:
        """
        The request for a shorter answer, after one that a limit of tokens cut off.
        """
    def view(self, /, view: View, *, legal: bool = True, whole_hand: bool = True) -> str:
        """
        Everything that a view shows. `legal`: whether the legal actions are listed. `whole_hand`: whether all turns of
        the hand are told, or those from the seat's last turn on.
        """

def agent_texts(agents: str) -> list[str]:
    """
    The texts of agents separated by commas. Commas within quotes separate nothing.
    """

def arena(game: Game, entrants: Sequence[Entrant], *, hands: "typing.SupportsIndex", seed: "typing.SupportsIndex", threads: "typing.SupportsIndex", in_flight: "typing.SupportsIndex", partners_open: bool, unpaired: bool, part: str, kept: str | None = None, progress: Any | None = None) -> str:
    """
    Plays all pairs of `entrants` and returns the result as JSON (docs/how-to/arena.md). If `kept` (the JSON of an
    earlier result) is given, the arena continues it. Calls `progress(names, played, of, mean, standard_error)` from
    time to time; an exception from it ends the run.
    """

def arena_plan(game: Game, entrants: Sequence[Entrant], *, hands: "typing.SupportsIndex", seed: "typing.SupportsIndex", partners_open: bool, unpaired: bool, part: str) -> str:
    """
    Plans an arena. Returns JSON: its result before any play, and its agents with a time budget.
    """

def card_symbols(cards: Sequence[Card], style: str) -> str:
    """
    The drawings of cards in a style, `regional`, `french` or `plain`: a hidden `<svg>` with the symbols `card-7d`, ... and
    `card-back`.
    """

def check_network(meta: str, policy: "numpy.typing.NDArray[numpy.float32]", critic: "numpy.typing.NDArray[numpy.float32]") -> None:
    """
    Fails if no agent would play a network: `meta` is the content of its `meta.json`; `policy` and `critic` are its
    weights, row after row.
    """

def checked(kind: str, path: str, text: str, *, stopped: bool = False) -> str:
    """
    Checks the result in the JSON `text` of the file `path`, and computes all figures from its sums; returns JSON. `kind`
    is "arena" or "matches". A `stopped` result counts as stopped before its end.
    """

def decisions_fingerprint() -> int:
    """
    The fingerprint of decisions of `spariglio bench`. Machines that decide alike have the same one.
    """

def efg(game: Game, dealer: "typing.SupportsIndex" = 0, most: "typing.SupportsIndex" = 5000000) -> tuple[str, int, int, int]:
    """
    Writes a small game as an extensive-form game in the text format of Gambit, which OpenSpiel reads too. Returns the
    text and the numbers of decisions, ends and information sets. The root is the deal: every deal has the same chance
    and is named by its cards (`Game.deal`). A play without a choice has no node. Players are seats; payoffs are margins
    in points. Fails if the game has more than `most` nodes (100 million at most).
    """

def exploitability(game: Game, agent: str) -> tuple[float, float, float]:
    """
    The gain of best responses against the policy of an agent, in points per hand: as the dealer, as the other seat, and
    the mean of both (`spariglio exploit`). Works for games of two seats with few cards.
    """

def input_blocks(game: "Game | str | os.PathLike[str]") -> list[tuple[str, str, int, int, str]]:
    """
    The blocks of the inputs of a game: part (`view`, `action` or `world`), name, first input, number of inputs,
    meaning. The inputs of actions and of worlds begin at the same index.
    """

def ladder_part(files: Sequence[str | PathLike[str]], out: str | PathLike[str], part: str, *, only: str | None = None, hands_scale: SupportsFloat | SupportsIndex | None = None, threads: "typing.SupportsIndex" = 0) -> list[Path]:
    """
    Plays a part, such as `2/8`, of the deals of the missing pairs of ladders. Returns the files with its sums.
    """

def ladder_plan(files: Sequence[str | PathLike[str]], out: str | PathLike[str], *, only: str | None = None, hands_scale: SupportsFloat | SupportsIndex | None = None) -> str:
    """
    Plans ladders with the results of the folder `out`, which is created if it does not exist. Returns JSON: the
    fingerprints of the missing pairs, and the agents in them that have a time budget.
    """

def learn_help(address: str, token: str, *, threads: "typing.SupportsIndex" = 0) -> None:
    """
    Computes shards of learning for the run at an address, such as `10.0.0.1:7000`, until it ends. `token` is the secret
    word of the run.
    """

def leave() -> None:
    """
    Called when Python shuts down. Rust threads call Python no more, and calls in progress get some seconds to end.
    """

def main(arguments: Sequence[str]) -> int:
    """
    Runs a command line of `spariglio`, its program name first, and returns the exit status.
    """

def matches(game: Game, entrants: Sequence[Entrant], *, matches: "typing.SupportsIndex", seed: "typing.SupportsIndex", threads: "typing.SupportsIndex", in_flight: "typing.SupportsIndex", partners_open: bool, part: str, kept: str | None = None, progress: Any | None = None) -> str:
    """
    Plays whole matches of all pairs of `entrants` and returns the result as JSON (docs/how-to/matches.md). Continues
    `kept` and calls `progress` as `arena` does; the mean is the percentage of matches won.
    """

def matches_plan(game: Game, entrants: Sequence[Entrant], *, matches: "typing.SupportsIndex", seed: "typing.SupportsIndex", partners_open: bool, part: str) -> str:
    """
    Plans an arena of matches. Returns JSON: its result before any play, and its agents with a time budget.
    """

def merge(first: str, second: str) -> str:
    """
    Adds up two results of different parts of the same arena, of hands or of matches. Both are JSON.
    """

def png(svg: str) -> bytes:
    """
    The PNG file of an SVG document, at twice its size.
    """

def raster(svg: str) -> tuple[int, int, bytes]:
    """
    The pixels of an SVG document: width, height, and red, green, blue and opacity of each pixel, row by
    row.
    """

def search(view: View, agent: str, seed: "typing.SupportsIndex" = 0, simulations: "typing.SupportsIndex | None" = None, millis: "typing.SupportsIndex | None" = None) -> Decision:
    """
    Decides as `agent` (a specification such as `"ismcts:simulations=4000"`, docs/explanation/agents.md) for the seat of
    `view`. Fails if this seat is not to act. A `Thinker` is faster for many views of a game, as it is made once.
    `simulations` or `millis`, if given, replace the agent's own budget. With a budget of simulations, the same `seed`
    gives the same decision.
    """

def selfplay_part(config: str | PathLike[str], out: str | PathLike[str], part: str, generation: "typing.SupportsIndex | None" = None, threads: "typing.SupportsIndex" = 0) -> None:
    """
    Makes the shards of a part, such as `2/8`, of a configuration of self-play in the run directory `out`.
    """

def selfplay_plan(config: str | PathLike[str], out: str | PathLike[str], generation: "typing.SupportsIndex | None" = None) -> str:
    """
    Plans a configuration of self-play in the run directory `out`, which is created if it does not exist. Returns JSON:
    the configuration with its rules written out, and its seed; the number of shards of its generation, and the missing
    ones; the fingerprint of its rules; its agents, with hashes of their networks; the agents with a time budget.
    """

def solve(hand: Hand, *, most: "typing.SupportsIndex" = 26) -> list[tuple[Action, int]]:
    """
    The exact outcome of a hand of two sides with all cards open. For each legal action of the seat to act, returns the
    margin of its side if both sides play best afterwards. The time grows fast with the number of cards left to play: about
    10 s for 26, and three times as long for each more. Fails if more than `most` are left; Ctrl-C ends it.
    """

def word_blocks() -> list[tuple[str, int, int, str]]:
    """
    The blocks of a row of words: name, first word, number of words, meaning.
    """
