"""Agents of Python, waves and pools of them at the other seats of environments."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

import spariglio as sp
from spariglio.vector import VecEnv


class First(sp.Agent):
    """Plays the first legal action."""

    def act(self, view: sp.View) -> int:
        return 0


class Firsts(sp.BatchAgent):
    """The same, many rows at a time."""

    obs = "sparse"
    calls = 0

    def act(self, batch: sp.Batch) -> Any:
        Firsts.calls += 1
        assert not hasattr(batch, "obs") and len(batch.inputs)
        return np.zeros(len(batch), dtype=int)


class Last(sp.BatchAgent):
    """Plays the last legal action."""

    obs = "none"

    def act(self, batch: sp.Batch) -> Any:
        return batch.n_legal - 1


class Drawn(sp.Agent):
    """Plays at random, by the seed of its hand."""

    def start_hand(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def act(self, view: sp.View) -> int:
        return self.rng.randrange(len(view.actions))


class Broken(sp.Agent):
    """Raises an exception in its third decision."""

    def act(self, view: sp.View) -> int:
        if view.ply > 8:
            raise RuntimeError("out of ideas")
        return 0


def played(opponents: Any, *, n: int = 5, steps: int = 60, **more: Any) -> list[bytes]:
    """All that an environment shows while the caller plays its first actions."""
    env = VecEnv("cirulla_4", n, seed=7, opponents=opponents, **more)
    obs, info = env.reset()
    shown = [obs.tobytes()]
    for _ in range(steps):
        obs, rewards, over, _, info = env.step(np.zeros(n, dtype=int))
        shown += [array.tobytes() for array in (obs, rewards, over, info["seat"], info["n_legal"])]
    return shown


def test_one_at_a_time_and_in_waves_is_the_same() -> None:
    Firsts.calls = 0
    expected = played(First)
    assert played(Firsts) == played(Firsts()) == expected
    # A wave for all hands: at most one question for each of the three other seats, and each deal-round.
    assert Firsts.calls < 2 * 60 * 6
    assert played([First, Firsts, "random", First], seat=2) == played([First] * 2 + ["random", Firsts], seat=2)
    assert played(Last) != expected


def test_other_seats_play_what_their_agent_plays() -> None:
    env = VecEnv("scopone", 4, seed=3, opponents=Last, seat=1)
    env.reset()
    for _ in range(7):
        env.step(np.zeros(4, dtype=int))
    for number in range(4):
        hand = env.hand(number)
        again = sp.Hand.from_record(hand.record())
        assert again == hand and hand.seat == 1
        replayed = VecEnv("scopone", 4, seed=3).hand(number)
        for seat, action in hand.history:
            assert replayed.seat == seat
            assert action == replayed.actions[0 if seat == 1 else -1]
            replayed.play(action)


def test_a_caller_plays_his_whole_side() -> None:
    env = VecEnv("cirulla_4", 12, seed=5, opponents=Last, whole_side=True)
    _, info = env.reset()
    own = info["side"].copy()
    assert set(own) == {0, 1}
    for _ in range(6):
        *_, info = env.step(np.zeros(12, dtype=int))
        assert (info["side"] == own).all()
    for number in range(12):
        replayed = VecEnv("cirulla_4", 12, seed=5).hand(number)
        for seat, action in env.hand(number).history:
            assert action == replayed.actions[0 if seat % 2 == own[number] else -1]
            replayed.play(action)
    with pytest.raises(ValueError, match="whole_side is True without opponents"):
        VecEnv("scopone", 2, whole_side=True)


def test_random_opponents_follow_their_seeds() -> None:
    assert played(Drawn) == played(Drawn)
    assert played(Drawn) != played("random")


def test_each_hand_draws_from_the_pool() -> None:
    both = VecEnv("scopone", 400, seed=1, obs="none", opponents=sp.Pool({First: 3.0, Last: 1.0}), seat=0)
    alone = [VecEnv("scopone", 400, seed=1, obs="none", opponents=agent, seat=0) for agent in (First, Last)]
    shown = []
    for env in (both, *alone):
        env.reset()
        for _ in range(9):
            env.step(np.zeros(400, dtype=int))
        shown.append([env.hand(number).record() for number in range(400)])
    first, last = (np.array([a == b for a, b in zip(shown[0], other, strict=True)]) for other in shown[1:])
    assert (first | last).all()
    assert 0.65 < (first & ~last).mean() + (first & last).mean() / 2 < 0.85


def test_a_pool_says_what_it_expects() -> None:
    for shares in ({}, {"formula": 0}, {"formula": -1.0}, {"formula": float("inf")}):
        with pytest.raises(ValueError, match="expected agents with finite weights above 0"):
            sp.Pool(shares)
    with pytest.raises(ValueError, match="3 opponents: expected one for each of the 4 seats"):
        VecEnv("scopone", 2, opponents=["formula"] * 3)
    with pytest.raises(TypeError, match="an object of First: expected its class"):
        VecEnv("scopone", 2, opponents=First())


@pytest.mark.parametrize("opponents", [Last, sp.Pool({First: 1, "greedy": 1, Last: 1})])
def test_copies_go_on_alike(opponents: Any) -> None:
    env = VecEnv("cirulla", 4, seed=3, opponents=opponents)
    env.reset()
    for _ in range(33):
        env.step(np.zeros(4, dtype=int))
    shown = []
    for one in (copy.deepcopy(env), pickle.loads(pickle.dumps(env)), env):
        steps = [one.step(np.zeros(4, dtype=int)) for _ in range(30)]
        shown.append([array.tobytes() for step in steps for array in step[:3]])
    assert shown[0] == shown[1] == shown[2]


def test_an_exception_of_an_opponent_is_the_cause() -> None:
    env = VecEnv("scopone", 3, opponents=Broken, seat=0)
    env.reset(seed=1)
    with pytest.raises(RuntimeError, match="out of ideas") as raised:
        for _ in range(20):
            env.step(np.zeros(3, dtype=int))
    assert isinstance(raised.value.__cause__, RuntimeError)
    with pytest.raises(RuntimeError, match="call reset"):
        env.step(np.zeros(3, dtype=int))
    env.reset(seed=1)
    env.step(np.zeros(3, dtype=int))


def test_a_search_of_python_is_an_opponent() -> None:
    class Flat(sp.Evaluator):
        def evaluate(self, batch: sp.Batch) -> tuple[Any, Any]:
            return np.zeros(len(batch)), batch.residual

    search = sp.NetSearch(Flat(), simulations=8)
    assert played(search, n=2, steps=4) == played(search, n=2, steps=4)


@pytest.mark.parametrize("opponents", [First, Last, sp.Pool({"formula": 0.5, Last: 0.5}), ["formula", First] * 2])
def test_gymnasium_takes_them_too(opponents: Any) -> None:
    gym = pytest.importorskip("spariglio.gym")
    for env in (gym.SeatEnv(opponents=opponents), gym.SeatVecEnv(num_envs=2, opponents=opponents)):
        env.reset(seed=1)
        for _ in range(60):
            masks = np.atleast_2d(env.action_masks())
            step = masks.argmax(axis=1)
            over = env.step(step if len(masks) > 1 else int(step[0]))[2]
            if np.ndim(over) == 0 and over:
                env.reset()
