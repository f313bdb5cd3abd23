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
    """A small game as an OpenSpiel game that lies in memory as a tree.

    OpenSpiel's C++ algorithms are hundreds of times as fast there as on the Python game. The root is the deal. A
    decision is one node, with the texts of its actions; plays without a choice are no nodes. Players are seats, returns
    margins in points. Games of more than `most` nodes are refused.

    >>> solver = pyspiel.CFRPlusSolver(tree("mini_scopone"))
    >>> solver.evaluate_and_update_policy()
    """
    return pyspiel.load_efg_game(efg(game_of(game), dealer, most)[0])


def policy(game: Rules, agent: str | Sequence[str], dealer: int = 0, seed: int = 0) -> Any:
    """What agents do on the `tree` of a small game, as a `pyspiel.TabularPolicy`.

    `agent` is one for all seats, or a list with one for each. An agent is asked once for each information set. What
    counts is its `Decision.policy`: for searches the shares of visits, for players that follow a book the action that
    they play.
    """
    game = game_of(game)
    return _policy(game, agent, dealer, seed, efg(game, dealer)[0])


def values(game: Rules, agent: str | Sequence[str], dealer: int = 0, seed: int = 0) -> list[float]:
    """By seat: the expected margin where the agents of `policy` play, exactly."""
    game = game_of(game)
    text = efg(game, dealer)[0]
    root = pyspiel.load_efg_game(text).new_initial_state()
    found: list[float] = pyspiel.expected_returns(root, _policy(game, agent, dealer, seed, text), -1, True)
    return found


def exploitability(game: Rules, agent: str, dealer: int = 0, seed: int = 0) -> float:
    """What a best response wins against an agent in a small game of two seats.

    In points per hand, the mean of both seats; 0 for an equilibrium.
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
    for name, actions, view in information_sets(game, dealer, text):
        shares = thinkers[view.seat].decide(view, seed).policy
        total = sum(shares)
        table[name] = [(action, share / total) for action, share in zip(actions, shares, strict=True)]
    return pyspiel.TabularPolicy(table)


def information_sets(game: Game, dealer: int, text: str) -> Iterator[tuple[str, list[int], View]]:
    """For each information set of the tree that `text` is: its name in OpenSpiel, its actions there, and a view.

    The lines of the tree are read side by side with the hands that they stand for. That seats, actions and payoffs are
    the same is checked.
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
