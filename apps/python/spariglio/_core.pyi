"""
The compiled part of `spariglio`.
"""

import collections.abc
import numpy
import numpy.typing
import os
import typing
from _typeshed import Incomplete
from collections.abc import Sequence
from os import PathLike
from typing import Any, Final, SupportsFloat, SupportsIndex, final

__all__ = ["INPUTS_VERSION", "KINDS", "STEPS", "VERSION", "WORDS", "Action", "Batch", "Card", "Decision", "Entrant", "Game", "Hand", "Hands", "Inputs", "Score", "Searcher", "Thinker", "View", "arena", "arena_plan", "decisions_fingerprint", "efg", "exploitability", "input_blocks", "leave", "main", "merge", "search", "selfplay_plan", "selfplay_shard", "solve", "word_blocks"]

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
Number of steps that a decision may be made of.
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
    A decision of a seat: a card is played, cards are declared, or the seat passes. `str(action)` is its text in a record.
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
        The action that pickle kept.
        """
    @property
    def bits(self, /) -> int:
        """
        The action as one number of 64 bits, as in shards (docs/formats.md): the captured or declared cards in bits 0 to 51, the
        played card or the value of 7c in bits 52 to 57, the kind above.
        """
    @property
    def captured(self, /) -> list[Card]:
        """
        The table cards that are captured, in canonical order; empty for a lay, a declaration and a pass.
        """
    @property
    def card(self, /) -> Card | None:
        """
        The card that is played, or `None`.
        """
    @property
    def declared(self, /) -> list[Card]:
        """
        The three cards that are declared; empty for a play and a pass.
        """
    @property
    def kind(self, /) -> str:
        """
        `"play"`, `"declare"` or `"pass"`.
        """
    @property
    def matta(self, /) -> int:
        """
        The value that 7c takes in the declaration; 0 where it is not declared.
        """

@final
class Batch:
    """
    Decisions that are wanted at once, a row for each: what `BatchAgent.act` and `Evaluator.evaluate` are given.

    Lists of different lengths stand one after the other in one array; `..._starts` say where each begins, and end with the length
    of the array. The last five arrays are `None` unless `obs` of the agent is `"inputs"`.
    """
    def __len__(self, /) -> int: ...
    @property
    def action_input_starts(self, /) -> Incomplete | None:
        """
        Where the inputs of each action begin: `uint32`, shape `(len(actions) + 1,)`.
        """
    @property
    def action_inputs(self, /) -> Incomplete | None:
        """
        The inputs of all legal actions that are 1, action by action: `uint16`.
        """
    @property
    def actions(self, /) -> Incomplete:
        """
        The legal actions of all rows one after the other, as numbers (`Action.bits`): `uint64`.
        """
    @property
    def input_starts(self, /) -> Incomplete | None:
        """
        Where the inputs of each row begin: `uint32`, shape `(n + 1,)`.
        """
    @property
    def inputs(self, /) -> Incomplete | None:
        """
        The inputs of the views of all rows that are 1, by their number (docs/inputs.md): `uint16`.
        """
    @property
    def n_legal(self, /) -> Incomplete:
        """
        How many legal actions each row has: `uint16`, shape `(n,)`.
        """
    @property
    def obs(self, /) -> Any:
        """
        What the seat to act knows, as `obs` of the agent asks: `inputs`, `uint8`, shape `(n, Game.view_inputs)`, 1 for each input
        that is 1; `bits`, `uint64`, shape `(n, WORDS)`; or `None`.
        """
    @property
    def residual(self, /) -> Incomplete | None:
        """
        The logit that the formula gives each action, the largest of a row 0: `float32`, shape `(len(actions),)`.
        """
    @property
    def seeds(self, /) -> Incomplete:
        """
        A seed for each row, from which an agent draws what is random in its decision: `uint64`, shape `(n,)`. For evaluators 0.
        """
    @property
    def starts(self, /) -> Incomplete:
        """
        Where the actions of each row begin: `uint32`, shape `(n + 1,)`.
        """

@final
class Card:
    """
    A card of a deck. Made by `Game.card`, and by everything that shows cards.
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
        The card that pickle kept.
        """
    @property
    def index(self, /) -> int:
        """
        Its place in the canonical order, 0 to 51: by rank, then by suit.
        """
    @property
    def rank(self, /) -> int:
        """
        Its rank: 1 (ace) to 10, or to 13 in the pack of 52 cards.
        """
    @property
    def suit(self, /) -> str:
        """
        The letter of its suit.
        """
    @property
    def value(self, /) -> int:
        """
        What it counts in sums.
        """

@final
class Decision:
    """
    What an agent decided.
    """
    def __reduce__(self, /) -> tuple[Any, tuple[Action, list[Action], list[float], float | None, int, float]]: ...
    def __repr__(self, /) -> str: ...
    @staticmethod
    def _of(action: Action, actions: Sequence[Action], policy: Sequence[SupportsFloat | SupportsIndex], points: SupportsFloat | SupportsIndex | None, simulations: SupportsIndex, millis: SupportsFloat | SupportsIndex) -> Decision:
        """
        The decision that pickle kept.
        """
    @property
    def action(self, /) -> Action:
        """
        The action it chose.
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
        The points of the hand that it expects for its side, less those of the best other side; `None` from an agent without an
        opinion.
        """
    @property
    def policy(self, /) -> list[float]:
        """
        A probability for each of `actions`; the sum is 1.
        """
    @property
    def simulations(self, /) -> int:
        """
        Simulations that were run; 0 from an agent that does not search.
        """

@final
class Entrant:
    """
    An agent that takes part: one of Spariglio or one of Python.
    """
    def __str__(self, /) -> str: ...
    @staticmethod
    def batched(name: str, version: str, make: Any, width: "typing.SupportsIndex", obs: str) -> Entrant:
        """
        An agent that decides many rows at once: `make()` gives an object for each thread, with `wave(batch)`, an `int64` array of
        places in the rows' lists of actions. `width` hands are played at once, `obs` is what the batch shows.
        """
    @property
    def name(self, /) -> str:
        """
        Its name in tables; of an agent of Spariglio its specification.
        """
    @staticmethod
    def named(text: str) -> Entrant:
        """
        An agent of Spariglio (docs/agents.md).
        """
    @staticmethod
    def single(name: str, version: str, make: Any) -> Entrant:
        """
        An agent that decides one view at a time: `make()` gives an object for each seat, with `start_hand(seed)` and
        `act(view)`.
        """

@final
class Game:
    """
    A rule set, ready to play: `Game("scopone")` is a preset, `Game("mine.toml")` a file of rules (docs/rule_sets.md).

    Two games are equal where their rules are; games can be pickled.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, rules: str | PathLike[str]) -> Game: ...
    def __reduce__(self, /) -> tuple[Any, tuple[str]]: ...
    def __repr__(self, /) -> str: ...
    def card(self, /, text: str) -> Card:
        """
        The card of a text such as `"7d"`.
        """
    @property
    def cards(self, /) -> list[Card]:
        """
        The cards of the pack, in canonical order.
        """
    def deal(self, /, seed: "typing.SupportsIndex" = 0, dealer: "typing.SupportsIndex" = 0, cards: Sequence[Card] | None = None) -> Hand:
        """
        A new hand: the deal of a seed, or of `cards`, which are then all cards of the pack in the order in which they are dealt
        (docs/records.md). Deals that the rules annul are not dealt.
        """
    @property
    def deal_rounds(self, /) -> int:
        """
        Rounds in which hand cards are dealt.
        """
    @property
    def fingerprint(self, /) -> int:
        """
        A number that two games share only if their rules are the same.
        """
    @staticmethod
    def from_toml(text: str) -> Game:
        """
        The game of rules that are written as TOML (docs/rule_sets.md).
        """
    @property
    def hand_fingerprint(self, /) -> int:
        """
        A number that two games share only if their rules of a hand are the same; when a match ends does not matter. Networks are
        made for it.
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
        Cards that are played in a hand.
        """
    @staticmethod
    def presets() -> list[str]:
        """
        The names of the games that come with Spariglio.
        """
    def side(self, /, seat: "typing.SupportsIndex") -> int:
        """
        The side of a seat.
        """
    @property
    def sides(self, /) -> int:
        """
        Number of sides: partners are one side.
        """
    def step_text(self, /, step: "typing.SupportsIndex") -> str:
        """
        What a step (`Hand.take`) says, such as `"play 7d"`.
        """
    def to_toml(self, /) -> str:
        """
        All rules as TOML.
        """
    @property
    def view_inputs(self, /) -> int:
        """
        Number of inputs of views: the length of an observation of inputs (docs/inputs.md).
        """

@final
class Hand:
    """
    A hand in progress or over, with all cards open. What a seat may know of it is a `View`; agents are given views only.

    Made by `Game.deal`, `Hand.from_record` and `View.sample`.
    """
    def __copy__(self, /) -> Hand: ...
    def __deepcopy__(self, /, _memo: Any) -> Hand: ...
    def __reduce__(self, /) -> tuple[Any, tuple[str], list[int]]: ...
    def __repr__(self, /) -> str: ...
    def __setstate__(self, /, taken: Sequence[SupportsIndex]) -> None:
        """
        Takes the steps of the decision in progress of a pickled hand.
        """
    @property
    def actions(self, /) -> list[Action]:
        """
        The legal actions in canonical order; empty where the hand is over.
        """
    def cards(self, /, seat: "typing.SupportsIndex") -> list[Card]:
        """
        The hand cards of a seat.
        """
    def copy(self, /) -> Hand:
        """
        A hand of its own that goes on from here.
        """
    @property
    def deal(self, /) -> list[Card]:
        """
        All cards of the pack in the order in which they are dealt (docs/records.md).
        """
    @property
    def deal_round(self, /) -> int:
        """
        The round of dealing, from 0.
        """
    @property
    def dealer(self, /) -> int:
        """
        The seat of the dealer.
        """
    @staticmethod
    def from_record(line: str) -> Hand:
        """
        The hand of a record (one line of docs/records.md) after its last turn; every field of the record is checked.
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
        The steps by which the decision of the seat to act may go on, in ascending order; empty where the hand is over. Every
        action of every game is a few steps out of `STEPS`: the card that is played (0 to 51), the next captured card (52 to 103),
        nothing more is captured (104), the next declared card (105 to 156), the value of 7c (157 to 167), pass (168). What all
        actions that are left share is passed over.
        """
    @property
    def over(self, /) -> bool:
        """
        Whether the hand is over.
        """
    def pile(self, /, side: "typing.SupportsIndex") -> list[Card]:
        """
        What a side has captured.
        """
    def play(self, /, action: "Action | str | typing.SupportsIndex") -> None:
        """
        Plays a legal action for the seat to act: an `Action`, its text in a record such as `"7d x 3c 4b"`, or its place in
        `actions`.
        """
    @property
    def ply(self, /) -> int:
        """
        Cards played so far.
        """
    def record(self, /) -> str:
        """
        The hand as one line of a record file (docs/records.md).
        """
    def score(self, /) -> Score:
        """
        The points of a hand that is over.
        """
    @property
    def seat(self, /) -> int:
        """
        The seat to act; in a hand that is over, the seat that would be next.
        """
    @property
    def side(self, /) -> int:
        """
        The side of the seat to act.
        """
    def steps_of(self, /, action: "Action | str | typing.SupportsIndex") -> list[int]:
        """
        The steps that make up a legal action, from the beginning of the decision.
        """
    @property
    def steps_taken(self, /) -> list[int]:
        """
        The steps of the decision in progress so far; what they are is public once the action is played.
        """
    @property
    def table(self, /) -> list[Card]:
        """
        The cards on the table.
        """
    def take(self, /, step: "typing.SupportsIndex") -> bool:
        """
        Takes a step of the decision of the seat to act; true where it completes an action, which is then played.
        """
    def view(self, /, seat: "typing.SupportsIndex | None" = None, partners_open: bool = False) -> View:
        """
        What a seat may know: the seat to act, or another one. With `partners_open` partners see each other's hand cards.
        """

@final
class Hands:
    """
    Hands that are stepped side by side. The arrays are made once, and every step overwrites them; `spariglio.vector.VecEnv` says
    what they hold.
    """
    def __new__(cls, /, game: Game, n: "typing.SupportsIndex", seed: "typing.SupportsIndex" = 0, obs: str = "none", in_steps: bool = False, opponents: Sequence[str] | None = None, own_seat: "typing.SupportsIndex | None" = None) -> Hands:
        """
        `n` hands of `game`. `obs` is `"none"`, `"bits"` or `"inputs"`; `in_steps` says whether decisions are made in steps.
        With `opponents`, a specification for each seat, they play all seats but `own_seat` (without it another in each hand).
        """
    @property
    def bits(self, /) -> Incomplete: ...
    @property
    def done(self, /) -> Incomplete: ...
    @property
    def inputs(self, /) -> Incomplete: ...
    def legal_actions(self, /) -> "tuple[numpy.typing.NDArray[numpy.uint64], numpy.typing.NDArray[numpy.uint32]]":
        """
        The legal actions of all hands: their numbers one after the other (`uint64`), and where those of each hand begin
        (`uint32`, one more than hands).
        """
    @property
    def mask(self, /) -> Incomplete: ...
    @property
    def n_legal(self, /) -> Incomplete: ...
    def reset(self, /, seed: "typing.SupportsIndex") -> None:
        """
        Deals all hands anew from `seed`.
        """
    @property
    def rewards(self, /) -> Incomplete: ...
    def run(self, /, rounds: "typing.SupportsIndex") -> int:
        """
        Steps all hands `rounds` times by random choices without Python: what a bench compares with. The steps that were made.
        """
    @property
    def seat(self, /) -> Incomplete: ...
    def step(self, /, choices: "numpy.typing.NDArray[numpy.uint16]") -> None:
        """
        Every hand plays the legal action at its place in `choices`, or takes that step. Where a choice is not legal, nothing is
        played at all.
        """
    def texts(self, /, hand: "typing.SupportsIndex") -> list[str]:
        """
        The texts of the legal actions of one hand.
        """

@final
class Inputs:
    """
    What the networks of a game are told (docs/inputs.md lists the inputs).
    """
    def __new__(cls, /, game: Game) -> Inputs: ...
    @property
    def critic_len(self, /) -> int:
        """
        Number of inputs of a critic: those of views and of worlds.
        """
    @property
    def policy_len(self, /) -> int:
        """
        Number of inputs of a policy: those of views and of actions.
        """
    def view(self, /, view: View, formula: bool = True) -> "tuple[numpy.typing.NDArray[numpy.uint16], tuple[numpy.typing.NDArray[numpy.uint16], numpy.typing.NDArray[numpy.uint32]], numpy.typing.NDArray[numpy.float32]]":
        """
        For the seat of a view, which is to act: the inputs of the view, those of each legal action, and the formula's logits of
        the actions (`float32`), which a network with `"residual": "formula"` adds its own to. Without `formula` the logits are 0,
        and the inputs of the formula's scores are left out.
        """
    @property
    def view_len(self, /) -> int:
        """
        Number of inputs of views; those of actions and of worlds begin here.
        """
    def world(self, /, hand: Hand) -> "numpy.typing.NDArray[numpy.uint16]":
        """
        The inputs of a critic: those of the view of the seat to act, and of the world.
        """

@final
class Score:
    """
    The points of a hand that is over.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __reduce__(self, /) -> tuple[Any, tuple[list[int], list[int], list[dict[str, int]], int | None, int | None]]: ...
    def __repr__(self, /) -> str: ...
    @staticmethod
    def _of(points: Sequence[SupportsIndex], margins: Sequence[SupportsIndex], kinds: Sequence[dict[str, SupportsIndex]], shutout: SupportsIndex | None, last_capture: SupportsIndex | None) -> Score:
        """
        The score that pickle kept.
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
        By side: its points less those of the best other side.
        """
    @property
    def points(self, /) -> list[int]:
        """
        Points by side. A shutout (cappotto) counts as the glossary says.
        """
    @property
    def shutout(self, /) -> int | None:
        """
        The side that made a shutout, or `None`.
        """

@final
class Searcher:
    """
    The search of Rust with an evaluator of Python: an object with `outputs(batch)`.
    """
    def __new__(cls, /, evaluator: Any, simulations: "typing.SupportsIndex", leaves: "typing.SupportsIndex") -> Searcher: ...
    def entrant(self, /, name: str, version: str, width: "typing.SupportsIndex") -> Entrant:
        """
        It as an agent; `width` hands are played at once on each thread.
        """
    def search(self, /, views: Sequence[View], seed: "typing.SupportsIndex") -> list[Decision]:
        """
        Decisions for all `views` at once, each from its own view and `seed` alone. They are of one game, and of seats that are to
        act.
        """

@final
class Thinker:
    """
    An agent of Spariglio, made once for a game: what it decides for any view of that game. It thinks on a thread of its own.
    """
    def __new__(cls, /, game: "Game | str | os.PathLike[str]", agent: str) -> Thinker:
        """
        The agent of a specification such as `"ismcts:simulations=4000"` (docs/agents.md), for a game, the name of a preset, or
        the path of a rule set file.
        """
    def __repr__(self, /) -> str: ...
    def decide(self, /, view: View, seed: "typing.SupportsIndex" = 0, simulations: "typing.SupportsIndex | None" = None, millis: "typing.SupportsIndex | None" = None) -> Decision:
        """
        What it decides for the seat of `view`, which must be to act. `simulations` or `millis` replace the agent's own budget;
        decisions in a budget of simulations are the same for the same `seed`.
        """

@final
class View:
    """
    What one seat may know of a hand, at one moment: its own cards, the table, the piles, and all that was public. Nothing
    hidden can be read through it.
    """
    def __copy__(self, /) -> View: ...
    def __deepcopy__(self, /, _memo: Any) -> View: ...
    def __reduce__(self, /) -> tuple[Any, tuple[Hand, int, bool]]:
        """
        Pickle keeps a world that looks the same from the seat and is drawn from what it knows: nothing hidden goes along.
        """
    def __repr__(self, /) -> str: ...
    @property
    def actions(self, /) -> list[Action]:
        """
        The legal actions of the seat to act in canonical order; empty for another seat, and where the hand is over.
        """
    def bits(self, /) -> "numpy.typing.NDArray[numpy.uint64]":
        """
        What it knows as sets of cards and packed numbers: `uint64`, shape `(WORDS,)`; `spariglio.vector.WORD_NAMES` tells which
        is what.
        """
    @property
    def deal_round(self, /) -> int:
        """
        The round of dealing, from 0.
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
        Its hand cards.
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
        Everything that the seat knows, as one text: two views of a game have the same text only where their seats cannot
        tell them apart. It holds the seat, the dealer, the first table, the cards dealt to the seat so far (and to open
        partners), the cards that a seat shows because the rules declare for it, and all actions.
        """
    def inputs(self, /) -> "numpy.typing.NDArray[numpy.uint8]":
        """
        The inputs of a network: `uint8`, shape `(Game.view_inputs,)`, 1 for each input that is 1 (docs/inputs.md). The seat must be
        to act. `Inputs` has those of the actions too, and is faster for many views.
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
        The value that was declared for 7c; 0 where it is a plain seven.
        """
    @property
    def over(self, /) -> bool:
        """
        Whether the hand is over.
        """
    @property
    def partners_open(self, /) -> bool:
        """
        Whether partners see each other's hand cards.
        """
    def pile(self, /, side: "typing.SupportsIndex") -> list[Card]:
        """
        What a side has captured.
        """
    def played(self, /, seat: "typing.SupportsIndex") -> list[Card]:
        """
        The cards that a seat has played in this round of dealing.
        """
    @property
    def ply(self, /) -> int:
        """
        Cards played so far.
        """
    def sample(self, /, seed: "typing.SupportsIndex" = 0) -> Hand:
        """
        A hand that may be the true one: the cards that the seat cannot place are drawn by chance (declarations are heeded),
        all else is as here.
        """
    @property
    def seat(self, /) -> int:
        """
        The seat that looks.
        """
    @property
    def side(self, /) -> int:
        """
        Its side.
        """
    @property
    def stock(self, /) -> int:
        """
        Cards that have not been dealt.
        """
    def sweeps(self, /, side: "typing.SupportsIndex") -> int:
        """
        The sweeps of a side so far.
        """
    @property
    def table(self, /) -> list[Card]:
        """
        The cards on the table.
        """
    @property
    def to_act(self, /) -> int:
        """
        The seat to act.
        """
    @property
    def unseen(self, /) -> list[Card]:
        """
        The cards that it cannot place: hidden hand cards of others and the stock.
        """

def arena(game: Game, entrants: Sequence[Entrant], *, hands: "typing.SupportsIndex", seed: "typing.SupportsIndex", threads: "typing.SupportsIndex", partners_open: bool, unpaired: bool, part: str, kept: str | None = None, progress: Any | None = None) -> str:
    """
    Plays all pairs of `entrants` and gives the result as JSON (docs/arena.md). `kept` is the JSON of an earlier result to go on
    from; `progress(names, played, of, mean, standard_error)` is called now and then;
    what it raises ends the run.
    """

def arena_plan(game: Game, entrants: Sequence[Entrant], *, hands: "typing.SupportsIndex", seed: "typing.SupportsIndex", partners_open: bool, unpaired: bool, part: str) -> str:
    """
    What an arena asks for, as JSON: its result before anything was played, and those of its agents that have a budget of time.
    """

def decisions_fingerprint() -> int:
    """
    The fingerprint of decisions of `spariglio bench`: the same on every machine that decides alike.
    """

def efg(game: Game, dealer: "typing.SupportsIndex" = 0, most: "typing.SupportsIndex" = 5000000) -> tuple[str, int, int, int]:
    """
    A small game as an extensive-form game in the text format of Gambit, which OpenSpiel reads too: the text, and how many
    decisions, ends and information sets it has. The root is the deal, each with the
    same chance and named by its cards (`Game.deal`); plays without a choice are no
    nodes; players are seats, payoffs margins in points. A game of more than `most` nodes (100 million at most) is refused.
    """

def exploitability(game: Game, agent: str) -> tuple[float, float, float]:
    """
    What best responses win against the policy that an agent states, in points per hand: as the dealer, as the other seat, and
    the mean of both (`spariglio exploit`). For games of two seats with few cards.
    """

def input_blocks(game: "Game | str | os.PathLike[str]") -> list[tuple[str, str, int, int, str]]:
    """
    The blocks of the inputs of a game: part (`view`, `action` or `world`), name, first input, number of inputs, meaning. The inputs
    of actions and of worlds begin at the same number.
    """

def leave() -> None:
    """
    Python ends: no thread of Rust calls it from now on, and for some seconds those are waited for that are in a call.
    """

def main(arguments: Sequence[str]) -> int:
    """
    Runs a command line of `spariglio`, its program first, and gives its exit status.
    """

def merge(first: str, second: str) -> str:
    """
    Adds up two results of different parts of the same contest, both as JSON.
    """

def search(view: View, agent: str, seed: "typing.SupportsIndex" = 0, simulations: "typing.SupportsIndex | None" = None, millis: "typing.SupportsIndex | None" = None) -> Decision:
    """
    What `agent` (a specification such as `"ismcts:simulations=4000"`, docs/agents.md) decides for the seat of `view`, which must
    be to act; for many views of a game, a `Thinker` is made once only. `simulations` or `millis` replace the agent's own budget;
    decisions in a budget of simulations are the same for the same `seed`.
    """

def selfplay_plan(config: str | PathLike[str], out: str | PathLike[str], generation: "typing.SupportsIndex | None" = None) -> str:
    """
    What a configuration of self-play asks for in the run directory `out`, which is made where it is not there; as JSON: the
    configuration with its rules written out, and its seed; the number of shards of its generation, and those that are missing; the fingerprint of its
    rules; its agents, with hashes of their networks; those of them that have a budget of time.
    """

def selfplay_shard(config: str | PathLike[str], out: str | PathLike[str], number: "typing.SupportsIndex", generation: "typing.SupportsIndex | None" = None, threads: "typing.SupportsIndex" = 0) -> None:
    """
    Makes a shard of a configuration of self-play in the run directory `out`.
    """

def solve(hand: Hand) -> list[tuple[Action, int]]:
    """
    The exact outcome of a hand of two sides with all cards open: for each legal action of the seat to act, the points of its side
    less those of the other when both play best from there. The time grows fast with the cards that are left; Ctrl-C ends it.
    """

def word_blocks() -> list[tuple[str, int, int, str]]:
    """
    The blocks of a row of words: name, first word, number of words, meaning.
    """
