"""A small game in arrays: its tree, and the inputs of its information sets.

Node 0 is the deal. A node with a choice belongs to an information set, and each end has a margin. Actions are those of
`spariglio.openspiel.tree`, and exploitability is measured there.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyspiel

import spariglio.openspiel as so

END = -1
"""The information set of a node without a choice."""

Shares = npt.NDArray[np.float32]
"""Probabilities of actions in some information sets, shape (sets, actions)."""

Player = Callable[[npt.NDArray[np.int64]], Shares]
"""A policy: from numbers of information sets to probabilities."""


@dataclass
class Hands:
    """The decisions of many hands, which all have the same number of them, and their margins."""

    sets: npt.NDArray[np.int64]
    """Shape (decisions, hands)."""
    actions: npt.NDArray[np.int64]
    """Shape (decisions, hands)."""
    margins: npt.NDArray[np.float32]
    """Points of seat 0, shape (hands,)."""


class SmallGame:
    """The tree, the inputs and the legal actions of a preset with few cards and two seats."""

    def __init__(self, rules: str) -> None:
        self.rules = rules
        self.tree = so.tree(rules)
        rows = list(so.information_sets(rules))
        self.names = [name for name, _, _ in rows]
        inputs = np.array([view.inputs() for _, _, view in rows])
        self.inputs = inputs[:, inputs.any(axis=0)].astype(np.float32)
        """Shape (sets, inputs): those inputs of the product's networks that are ever 1."""
        self.seats = np.array([view.seat for _, _, view in rows])
        """The seat of each set."""
        self.legal = np.zeros((len(rows), 1 + max(max(actions) for _, actions, _ in rows)), bool)
        """Shape (sets, actions)."""
        for number, (_, actions, _) in enumerate(rows):
            self.legal[number, actions] = True
        self._list_nodes()

    def _list_nodes(self) -> None:
        """Lists the nodes: the deal first, then each before those below it."""
        numbers = {name: number for number, name in enumerate(self.names)}
        root = self.tree.new_initial_state()
        states, sets, margins, links = [root], [], [], []
        for node, state in enumerate(states):
            sets.append(numbers[state.information_state_string()] if state.is_player_node() else END)
            margins.append(state.returns()[0] if state.is_terminal() else 0.0)
            if not state.is_terminal():
                links += [(node, action, len(states) + place) for place, action in enumerate(state.legal_actions())]
                states += [state.child(action) for action in state.legal_actions()]
        self.deals = len(root.legal_actions())
        """Number of deals, each as likely as any other: nodes 1 and on."""
        self.sets = np.array(sets)
        """The set of each node, or `END`."""
        last_states = dict(zip(sets, states, strict=True))
        self.states = [last_states[number] for number in range(len(self.names))]
        """A state of each set, for OpenSpiel."""
        self.margins = np.array(margins, np.float32)
        """Points of seat 0 at each node that is an end."""
        self.children = np.zeros((len(states), self.legal.shape[1]), np.int64)
        """Shape (nodes, actions): the next node."""
        nodes, actions, targets = np.array(links[self.deals :]).T
        self.children[nodes, actions] = targets

    @property
    def decisions(self) -> int:
        """Nodes with a choice in the whole tree."""
        return int((self.sets != END).sum())

    def uniform(self, sets: npt.NDArray[np.int64]) -> Shares:
        """Random play."""
        legal = self.legal[sets].astype(np.float32)
        return legal / legal.sum(axis=1, keepdims=True)

    def play(self, players: list[Player], seats: npt.NDArray[np.int64], random: np.random.Generator) -> Hands:
        """Plays hands: `seats`, shape (2, hands), has the place in `players` of each seat."""
        hands = np.arange(seats.shape[1])
        nodes = 1 + random.integers(self.deals, size=len(hands))
        sets, actions = [], []
        while (current := self.sets[nodes])[0] != END:
            shares = np.array([player(current) for player in players])[seats[self.seats[current], hands], hands]
            choices = draw(shares, random)
            sets.append(current)
            actions.append(choices)
            nodes = self.children[nodes, choices]
        if (current != END).any():
            raise ValueError(f"hands of {self.rules} differ in their number of decisions")
        return Hands(np.array(sets), np.array(actions), self.margins[nodes])

    def self_play(self, player: Player, hands: int, random: np.random.Generator) -> Hands:
        """Plays hands of one policy."""
        return self.play([player], np.zeros((2, hands), np.int64), random)

    def policy(self, player: Player) -> "TreePolicy":
        """A policy on the tree."""
        shares = player(np.arange(len(self.names))).astype(np.float64)
        shares /= shares.sum(axis=1, keepdims=True)
        rows = zip(self.names, self.legal, shares, strict=True)
        table = {name: [(action, row[action]) for action in np.flatnonzero(legal)] for name, legal, row in rows}
        return TreePolicy(self, pyspiel.TabularPolicy(table))


@dataclass
class TreePolicy:
    """A policy of OpenSpiel on the tree of a game."""

    game: SmallGame
    policy: pyspiel.Policy

    def exploitability(self) -> float:
        """What a best response wins: points per hand, the mean of both seats. Exact, by OpenSpiel."""
        return float(pyspiel.exploitability(self.game.tree, self.policy))


def draw(shares: Shares, random: np.random.Generator) -> npt.NDArray[np.int64]:
    """An action for each row of probabilities."""
    sums = shares.cumsum(axis=1)
    return (sums > random.random((len(sums), 1)) * sums[:, -1:]).argmax(axis=1)
