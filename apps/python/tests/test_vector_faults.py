"""`spariglio.vector`: it refuses invalid calls with a clear error, and without harm."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from spariglio.vector import VecEnv


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        (np.zeros(3), TypeError),
        (np.zeros(3, dtype=bool), TypeError),
        (np.zeros(3, dtype=object), TypeError),
        (np.zeros(3, dtype=complex), TypeError),
        (["0", "0", "0"], TypeError),
        (None, TypeError),
        ([0.0, 1.0, 0.0], TypeError),
        (np.zeros(2, dtype=np.uint16), ValueError),
        (np.zeros((3, 1), dtype=np.uint16), ValueError),
        (np.zeros((), dtype=np.uint16), ValueError),
        (0, ValueError),
        ([0, -1, 0], ValueError),
        ([0, 0, 99], ValueError),
        ([0, 0, 1 << 16], ValueError),
        (np.array([0, 1 << 16, 0], dtype=np.uint32), ValueError),
        (np.array([0, 0, (1 << 64) - 1], dtype=np.uint64), ValueError),
        (np.array([-(1 << 63), 0, 0], dtype=np.int64), ValueError),
        ([168, 168, 168], ValueError),
        ([169, 0, 0], ValueError),
    ],
)
@pytest.mark.parametrize("mode", ["index", "steps"])
def test_other_actions_are_refused_and_nothing_is_played(actions: Any, error: type[Exception], mode: Any) -> None:
    env = VecEnv("scopa", 3, seed=1, actions=mode)
    obs, _ = env.reset()
    before = [obs.copy(), env.n_legal.copy(), env.seat.copy(), env.legal_actions()[0]]
    with pytest.raises(error):
        env.step(actions)
    after = [obs, env.n_legal, env.seat, env.legal_actions()[0]]
    assert all(np.array_equal(x, y) for x, y in zip(before, after, strict=True))


def test_an_error_names_the_hand_and_the_action() -> None:
    env, in_steps = VecEnv("scopa", 3), VecEnv("scopa", 3, actions="steps")
    env.reset(), in_steps.reset()
    with pytest.raises(ValueError, match="hand 1: action 77"):
        env.step([0, 77, 0])
    with pytest.raises(ValueError, match="hand 2: action -5"):
        env.step([0, 0, -5])
    with pytest.raises(ValueError, match="hand 0: step 104"):
        in_steps.step([104, 0, 0])


def test_a_step_before_the_first_reset_is_an_error() -> None:
    env = VecEnv("scopa", 3)
    with pytest.raises(RuntimeError, match="call reset"):
        env.step([0, 0, 0])
    env.reset()
    env.step([0, 0, 0])


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"num_envs": 0}, ValueError),
        ({"num_envs": -1}, ValueError),
        ({"num_envs": 1 << 40}, ValueError),
        ({"num_envs": 1 << 70}, ValueError),
        ({"num_envs": 2.0}, TypeError),
        ({"num_envs": True}, TypeError),
        ({"num_envs": None}, TypeError),
        ({"seed": -1}, ValueError),
        ({"seed": 1 << 64}, ValueError),
        ({"seed": 1.5}, TypeError),
        ({"seed": "1"}, TypeError),
        ({"seed": None}, TypeError),
        ({"obs": "pixels"}, ValueError),
        ({"obs": 3}, TypeError),
        ({"actions": "cards"}, ValueError),
        ({"game": "poker"}, ValueError),
        ({"game": 3}, TypeError),
        ({"seat": 0}, ValueError),
        ({"seat": 4, "opponents": "greedy"}, ValueError),
        ({"seat": -1, "opponents": "greedy"}, ValueError),
        ({"opponents": "nobody"}, ValueError),
        ({"opponents": ["greedy"]}, ValueError),
        ({"opponents": []}, ValueError),
        ({"opponents": ["greedy"] * 5}, ValueError),
        ({"opponents": [1, 2, 3, 4]}, TypeError),
        ({"opponents": 5}, TypeError),
    ],
)
def test_other_arguments_are_refused(changes: dict[str, Any], error: type[Exception]) -> None:
    arguments = {"game": "scopone", "num_envs": 2} | changes
    with pytest.raises(error):
        VecEnv(**arguments)


@pytest.mark.parametrize(("seed", "error"), [(-1, ValueError), (1 << 64, ValueError), (0.5, TypeError)])
def test_other_seeds_are_refused(seed: Any, error: type[Exception]) -> None:
    env = VecEnv("scopa", 2, seed=1)
    before = env.reset()[0].copy()
    with pytest.raises(error):
        env.reset(seed=seed)
    assert np.array_equal(env.reset(seed=1)[0], before)


def test_a_closed_environment_is_an_error() -> None:
    env = VecEnv("scopa", 2, actions="steps")
    obs, _ = env.reset()
    env.close()
    env.close()
    uses = (
        env.reset,
        lambda: env.step([0, 0]),
        lambda: env.n_legal,
        lambda: env.seat,
        lambda: env.action_mask,
        env.legal_actions,
        lambda: env.texts(0),
    )
    for use in uses:
        with pytest.raises(RuntimeError, match="closed"):
            use()
    # Arrays remain valid if the environment is closed.
    assert obs.shape == (2, env.game.view_inputs)
    assert "closed" in repr(env)


def test_arrays_that_were_cut_are_named() -> None:
    env = VecEnv("scopa", 4, seed=1)
    env.reset()
    env._open().inputs.resize((1,), refcheck=False)
    with pytest.raises(ValueError, match="another length"):
        env.step(np.zeros(4, np.uint16))
