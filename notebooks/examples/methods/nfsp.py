"""Neural fictitious self-play (Heinrich and Silver 2016, arXiv 1603.01121).

A seat plays the best response that Q-learning finds in a tenth of its hands. In the others it plays the average policy,
which imitates these best responses and is the result. Many hands are played at once: OpenSpiel's agents
(open_spiel_nfsp.py) play one hand after the other.
"""

import copy

import numpy as np
import numpy.typing as npt
import torch
from network import Network
from small_game import END, Shares, SmallGame, TreePolicy
from torch import nn

HANDS, BATCH, UPDATES = 128, 128, 4
RATE, RESPONSE, CURIOSITY = 3e-3, 0.1, 0.06
WINDOW, SAMPLE = 200_000, 1_000_000
"""Decisions from which the response and the average policy learn: the newest, and a random sample of all."""
COPY = 20
"""Rounds of hands between copies of the Q-network."""


class Memory:
    """Rows of numbers: the newest, or with `reservoir` a random sample of all (Vitter 1985)."""

    def __init__(self, size: int, width: int, random: np.random.Generator, reservoir: bool = False) -> None:
        self.rows = np.zeros((size, width), np.float32)
        self.random, self.reservoir, self.seen = random, reservoir, 0

    def add(self, rows: npt.NDArray[np.float64]) -> None:
        """Adds rows, shape (rows, width)."""
        places = self.seen + np.arange(len(rows))
        self.seen += len(rows)
        if self.reservoir:
            chances = (self.random.random(len(rows)) * (places + 1)).astype(np.int64)
            places = np.where(places < len(self.rows), places, chances)
            rows, places = rows[places < len(self.rows)], places[places < len(self.rows)]
        self.rows[places % len(self.rows)] = rows

    def draw(self, count: int) -> list[torch.Tensor]:
        """Columns of random rows."""
        places = self.random.integers(min(self.seen, len(self.rows)), size=count)
        return list(torch.from_numpy(self.rows[places]).T)


class Response:
    """The action that the Q-network likes most, but sometimes a random one."""

    def __init__(self, game: SmallGame, worth: Network, curiosity: float) -> None:
        self.game, self.worth, self.curiosity = game, worth, curiosity

    @torch.no_grad()
    def __call__(self, sets: npt.NDArray[np.int64]) -> Shares:
        actions = self.worth.masked(torch.from_numpy(sets)).argmax(1).numpy()
        shares = self.curiosity * self.game.uniform(sets)
        shares[np.arange(len(sets)), actions] += 1 - self.curiosity
        return shares


def learn(game: SmallGame, budget: int, seed: int) -> tuple[TreePolicy, int]:
    """Learns for a number of decisions. Returns the policy and the decisions."""
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    worth, mean = (Network(game, game.legal.shape[1]) for _ in range(2))
    target = copy.deepcopy(worth)
    optimisers = [torch.optim.Adam(one.parameters(), lr=RATE, fused=True) for one in (worth, mean)]
    window, sample = Memory(WINDOW, 4, random), Memory(SAMPLE, 2, random, reservoir=True)
    decisions, rounds = 0, 0
    while decisions < budget:
        if rounds % COPY == 0:
            target = copy.deepcopy(worth)
        rounds += 1
        seats = (random.random((2, HANDS)) < RESPONSE).astype(np.int64)
        curiosity = CURIOSITY * (1 - decisions / budget)
        hands = game.play([mean.play, Response(game, worth, curiosity)], seats, random)
        decisions += hands.sets.size
        owner = game.seats[hands.sets]
        successors = np.concatenate([hands.sets[2:], np.full((2, HANDS), END)])
        points = (1 - 2 * owner) * hands.margins * (successors == END)
        window.add(np.stack([hands.sets, hands.actions, successors, points], axis=-1).reshape(-1, 4))
        responses = seats[owner, np.arange(HANDS)] == 1
        sample.add(np.stack([hands.sets[responses], hands.actions[responses]], axis=-1))
        for _ in range(UPDATES):
            update(worth, target, mean, optimisers, window, sample)
    return game.policy(mean.play), decisions


def update(
    worth: Network,
    target: Network,
    mean: Network,
    optimisers: list[torch.optim.Adam],
    window: Memory,
    sample: Memory,
) -> None:
    """One step of both networks."""
    sets, actions, successors, points = window.draw(BATCH)
    with torch.no_grad():
        ends = successors == END
        top = target.masked(successors.long().clamp(min=0)).amax(1)
        goal = torch.where(ends, points, top)
    value = worth(sets.long()).gather(1, actions.long()[:, None])[:, 0]
    error = (value - goal).square().mean()
    sets, actions = sample.draw(BATCH)
    loss = nn.functional.cross_entropy(mean.masked(sets.long()), actions.long())
    for optimiser, cost in zip(optimisers, (error, loss), strict=True):
        optimiser.zero_grad()
        cost.backward()
        optimiser.step()
