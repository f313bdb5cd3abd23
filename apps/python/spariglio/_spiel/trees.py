"""Small games as trees, and agents as policies on them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]

from spariglio._arguments import Rules, game_of
from spariglio._core import Game, Hand, Thinker, View, efg

_LABEL = re.compile(r'"([^"]+)"')


def tree(game: Rules, dealer: int = 0, most: int = 5_000_000) -> Any:
    """A small game as an OpenSpiel game, held in memory as a tree.

    OpenSpiel's C++ algorithms are hundreds of times faster on it than on the Python game. The root is the deal. A
    decision is one node, with the texts of its actions; a play without a choice has no node. Players are seats, returns
    are margins in points. Fails if the game has more than `most` nodes.

    >>> solver = pyspiel.CFRPlusSolver(tree("mini_scopone"))
    >>> solver.evaluate_and_update_policy()
    """
    return pyspiel.load_efg_game(efg(game_of(game), dealer, most)[0])


def policy(game: Rules, agent: str | Sequence[str], dealer: int = 0, seed: int = 0) -> Any:
    """The behaviour of agents on the `tree` of a small game, as a `pyspiel.TabularPolicy`.

    `agent` is one specification for all seats, or a list with one per seat. An agent is asked once per information set,
    and its `Decision.policy` is used. This is the shares of visits if the agent searches, and the played action if it
    follows a book.
    """
    game = game_of(game)
    return _policy(game, agent, dealer, seed, efg(game, dealer)[0])


def values(game: Rules, agent: str | Sequence[str], dealer: int = 0, seed: int = 0) -> list[float]:
    """The exact expected margin of each seat if the agents of `policy` play."""
    game = game_of(game)
    text = efg(game, dealer)[0]
    root = pyspiel.load_efg_game(text).new_initial_state()
    found: list[float] = pyspiel.expected_returns(root, _policy(game, agent, dealer, seed, text), -1, True)
    return found


def exploitability(game: Rules, agent: str, dealer: int = 0, seed: int = 0) -> float:
    """The gain of a best response against an agent in a small game of two seats.

    Points per hand, the mean of both seats; 0 for an equilibrium.
    """
    game = game_of(game)
    if game.players != 2:
        raise ValueError(f"{game.name} has {game.players} seats: expected a game of two")
    text = efg(game, dealer)[0]
    return float(pyspiel.exploitability(pyspiel.load_efg_game(text), _policy(game, agent, dealer, seed, text)))


def _policy(game: Game, agent: str | Sequence[str], dealer: int, seed: int, text: str) -> Any:
    agents = [agent] * game.players if isinstance(agent, str) else list(agent)
    if len(agents) != game.players:
        raise ValueError(f"{len(agents)} agents: expected one, or one for each of {game.players} seats")
    thinkers = [Thinker(game, agent) for agent in agents]
    table = {}
    for name, actions, view in _information_sets(game, dealer, text):
        shares = thinkers[view.seat].decide(view, seed).policy
        total = sum(shares)
        table[name] = [(action, share / total) for action, share in zip(actions, shares, strict=True)]
    return pyspiel.TabularPolicy(table)


def information_sets(game: Rules, dealer: int = 0) -> Iterator[tuple[str, list[int], View]]:
    """The information sets of the `tree` of a small game: the name in OpenSpiel, the actions there, and a view."""
    game = game_of(game)
    return _information_sets(game, dealer, efg(game, dealer)[0])


def _information_sets(game: Game, dealer: int, text: str) -> Iterator[tuple[str, list[int], View]]:
    """Reads the lines of the tree in `text` together with the hands that they represent.

    Fails if seats, actions or payoffs differ.
    """
    _, root, *nodes = text.splitlines()
    lines = iter(nodes)
    numbers: dict[str, int] = {}
    met: set[str] = set()

    def follow(hand: Hand) -> Iterator[tuple[str, list[int], View]]:
        while len(hand.actions) == 1:
            hand.play(0)
        line = next(lines)
        if hand.over:
            margins = hand.score().margins
            payoffs = ", ".join(str(margins[game.side(seat)]) for seat in range(game.players))
            _check(line.startswith("t ") and line.endswith(f"{{ {payoffs} }}"), line)
            return
        labels = _LABEL.findall(line, line.index("{"))
        seat = hand.seat
        _check(line.startswith(f'p "" {seat + 1} ') and labels == [str(action) for action in hand.actions], line)
        name = f"{seat}-{seat}-{line.split(maxsplit=4)[3]}-"
        # OpenSpiel numbers labels as they first appear, and sorts the numbers of a node but not its labels.
        actions = sorted([numbers.setdefault(label, len(numbers)) for label in labels])
        if name not in met:
            met.add(name)
            yield name, actions, hand.view()
        for place in range(len(actions)):
            after = hand.copy()
            after.play(place)
            yield from follow(after)

    for deal in _LABEL.findall(root, root.index("{")):
        yield from follow(game.deal(dealer=dealer, cards=[game.card(card) for card in deal.split()]))


def _check(same: bool, line: str) -> None:
    if not same:
        raise RuntimeError(f"the tree does not fit the game: `{line}`")
