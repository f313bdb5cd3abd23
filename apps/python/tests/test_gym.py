"""`spariglio.gym`: Gymnasium's own checks pass, and a seat among agents plays the correct game."""

from __future__ import annotations

import doctest
import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import spariglio.gym
from spariglio import STEPS, Game
from spariglio.gym import SeatEnv, SeatVecEnv, StepAgent, observation_length
from spariglio.vector import VecEnv

PRESETS = Game.presets()


def test_examples() -> None:
    assert doctest.testmod(spariglio.gym).failed == 0


@pytest.mark.parametrize("name", PRESETS)
def test_gymnasium_finds_no_fault(name: str) -> None:
    env = gymnasium.make("spariglio/Seat-v0", game=name, opponents="greedy", illegal_reward=-20)
    check_env(env.unwrapped)


def hand_of(env: SeatEnv, rng: np.random.Generator) -> list[tuple[int, np.ndarray, float]]:
    """A hand by random legal steps: each step, the observation after it and the reward."""
    turns = []
    over = False
    while not over:
        step = int(rng.choice(env.action_masks().nonzero()[0]))
        obs, reward, over, cut, info = env.step(step)
        assert not cut and obs in env.observation_space
        assert (info["action_mask"] == env.action_masks()).all()
        turns.append((step, obs, reward))
    return turns


@pytest.mark.parametrize("name", PRESETS)
def test_an_episode_is_a_hand(name: str) -> None:
    env = SeatEnv(name, opponents="greedy")
    rng = np.random.default_rng(1)
    twin = VecEnv(name, 1, opponents="greedy", actions="steps", copy=False)
    twin_obs, _ = twin.reset()
    for hand in range(3):
        obs, info = env.reset(seed=5 if hand == 0 else None)
        if hand == 0:
            drawn = np.random.default_rng(5)
            twin._begin_at(int(drawn.integers(1 << 63)), drawn.integers(twin.game.players**2, size=1))
        seat = int(twin.seat[0])
        assert info["seat"] == seat
        assert (obs[:-STEPS] == twin_obs[0]).all() and not obs[-STEPS:].any()
        turns = hand_of(env, rng)
        taken: list[int] = []
        for number, (step, obs, reward) in enumerate(turns):
            n_legal = int(twin.action_mask[0].sum())
            _, rewards, over, _, _ = twin.step([step])
            last = number + 1 == len(turns)
            assert over[0] == last and n_legal > 0
            if last:
                assert reward == rewards[0, env.game.side(seat)]
                assert not obs.any()
            else:
                assert reward == 0
                assert (obs[:-STEPS] == twin_obs[0]).all()
                # The steps of the decision so far. A decision begins if a card may be played or a pass is legal.
                begins = twin.action_mask[0, :52].any() or twin.action_mask[0, 168]
                taken = [] if begins else [*taken, step]
                assert obs[-STEPS:].nonzero()[0].tolist() == sorted(taken)
        assert not env.action_masks().any()


def test_steps_of_a_decision_are_seen() -> None:
    env = SeatEnv("cicera", opponents="greedy")
    rng = np.random.default_rng(1)
    env.reset(seed=1)
    seen = 0
    for _ in range(4):
        for _, obs, _ in hand_of(env, rng):
            steps = obs[-STEPS:].nonzero()[0]
            seen += len(steps)
            if len(steps):
                # The first step is the played card.
                assert steps[0] < 52 <= steps[1:].min(initial=52)
        env.reset()
    assert seen > 0


def test_seats_and_dealers_change() -> None:
    env = SeatEnv("scopone", opponents="random")
    rng = np.random.default_rng(0)
    _, info = env.reset(seed=0)
    seats = []
    for hand in range(8):
        seats.append(info["seat"])
        if hand % 3 == 1:
            # Even if a hand is reset in the middle, the next hand has the next seat.
            env.step(int(env.action_masks().argmax()))
        else:
            hand_of(env, rng)
        _, info = env.reset()
    assert sorted(seats[:4]) == sorted(seats[4:]) == [0, 1, 2, 3]
    # Even if no step is taken, each hand is a different one.
    assert len({env.reset()[0].tobytes() for _ in range(6)}) == 6
    env = SeatEnv("scopone", opponents="random", seat=3)
    assert env.reset(seed=1)[1]["seat"] == env.reset()[1]["seat"] == 3


def test_seeds() -> None:
    def shown(env: SeatEnv, seed: int) -> list[np.ndarray]:
        rng = np.random.default_rng(7)
        rows = [env.reset(seed=seed)[0]]
        for _ in range(3):
            rows += [obs for _, obs, _ in hand_of(env, rng)]
            rows.append(env.reset()[0])
        return rows

    env = SeatEnv("cirulla", opponents="formula")
    first = shown(env, 3)
    for other in (env, SeatEnv("cirulla", opponents="formula")):
        again = shown(other, 3)
        assert len(first) == len(again) and all((a == b).all() for a, b in zip(first, again, strict=True))
    assert (shown(env, 4)[0] != first[0]).any()
    with pytest.raises(gymnasium.error.Error):
        env.reset(seed=-1)
    # If no seed is given, hands differ between environments.
    firsts = {SeatEnv("cirulla").reset()[0].tobytes() for _ in range(4)}
    assert len(firsts) > 1


def test_rule_set_files(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(Game("mini_napoli").to_toml())
    assert (SeatEnv(path).reset(seed=1)[0] == SeatEnv("mini_napoli").reset(seed=1)[0]).all()


def test_an_illegal_step_is_an_error_or_an_end() -> None:
    env = SeatEnv("scopone", seat=0)
    obs, info = env.reset(seed=1)
    bad = int(np.flatnonzero(info["action_mask"][:52] == 0)[0])
    with pytest.raises(ValueError, match=rf"step {bad} \(play .+\) is not legal for seat 0: expected one of"):
        env.step(bad)
    assert (env.action_masks() == info["action_mask"]).all()
    for step, error in ((-1, ValueError), (STEPS, ValueError), (1 << 70, ValueError), (1.0, TypeError)):
        with pytest.raises(error):
            env.step(step)  # type: ignore[arg-type]
    for step in (None, "3", True, [3], np.zeros(2, dtype=np.int64)):
        with pytest.raises(TypeError):
            env.step(step)  # type: ignore[arg-type]
    assert env.step(np.int64(info["action_mask"].argmax()))[2] is False

    env = SeatEnv("scopone", seat=0, illegal_reward=-7.5)
    env.reset(seed=1)
    obs, reward, over, cut, info = env.step(bad)
    assert (reward, over, cut) == (-7.5, True, False)
    assert not obs.any() and not info["action_mask"].any() and not env.action_masks().any()
    with pytest.raises(ResetNeeded):
        env.step(bad)
    again, _ = env.reset()
    assert again.any() and (again != SeatEnv("scopone", seat=0).reset(seed=1)[0]).any()


def test_order_of_calls() -> None:
    env = SeatEnv("mini_scopa", render_mode="ansi")
    with pytest.raises(ResetNeeded):
        env.step(0)
    assert not env.action_masks().any()
    assert "no hand" in str(env.render())
    env.reset(seed=2)
    hand_of(env, np.random.default_rng(0))
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.close()
    env.close()
    for use in (env.reset, env.action_masks, env.render, lambda: env.step(0)):
        with pytest.raises(RuntimeError, match="closed"):
            use()


def test_what_is_rendered_is_what_the_seat_sees() -> None:
    env = SeatEnv("cirulla", opponents="greedy", render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text is not None and text.startswith("cirulla, seat 0\ntable: ")
    assert "steps: " in text
    assert SeatEnv("cirulla").render() is None


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"game": "poker"}, ValueError),
        ({"opponents": "nobody"}, ValueError),
        ({"opponents": None}, TypeError),
        ({"opponents": ["greedy"]}, ValueError),
        ({"seat": 4}, ValueError),
        ({"seat": -1}, ValueError),
        ({"seat": 1.0}, TypeError),
    ],
)
@pytest.mark.parametrize("kind", [SeatEnv, SeatVecEnv])
def test_other_arguments_are_refused(changes: dict[str, Any], error: type[Exception], kind: Any) -> None:
    with pytest.raises(error):
        kind(**({"game": "scopone"} | changes))


def test_other_render_modes_and_rewards_are_refused() -> None:
    with pytest.raises(ValueError, match="render_mode"):
        SeatEnv(render_mode="gif")
    with pytest.raises(ValueError, match="illegal_reward"):
        SeatEnv(illegal_reward=float("nan"))
    with pytest.raises(TypeError):
        SeatEnv(illegal_reward="much")  # type: ignore[arg-type]


def test_many_tables() -> None:
    n = 5
    env = gymnasium.make_vec(
        "spariglio/Seat-v0",
        num_envs=n,
        vectorization_mode="vector_entry_point",
        game="cicera",
        opponents="greedy",
    )
    assert isinstance(env, SeatVecEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert env.single_action_space == gymnasium.spaces.Discrete(STEPS)
    twin = VecEnv("cicera", n, opponents="greedy", actions="steps")
    obs, info = env.reset(seed=3)
    drawn = np.random.default_rng(3)
    twin._begin_at(int(drawn.integers(1 << 63)), drawn.integers(twin.game.players**2, size=n))
    rng = np.random.default_rng(0)
    taken: list[list[int]] = [[] for _ in range(n)]
    kept = []
    ends = 0
    for _ in range(120):
        assert obs in env.observation_space
        assert (env.action_masks() == info["action_mask"]).all()
        steps = np.array([rng.choice(mask.nonzero()[0]) for mask in env.action_masks()])
        seats = twin.seat.copy()
        assert (info["seat"] == seats).all()
        obs, rewards, over, cut, info = env.step(steps)
        inputs, margins, twin_over, _, _ = twin.step(steps)
        assert (over == twin_over).all() and not cut.any()
        assert rewards.dtype == np.float32 and rewards.shape == (n,)
        for i in range(n):
            assert rewards[i] == margins[i, env.game.side(seats[i])]
            begins = twin.action_mask[i, :52].any() or twin.action_mask[i, 168]
            taken[i] = [] if begins else [*taken[i], int(steps[i])]
            assert obs[i, -STEPS:].nonzero()[0].tolist() == sorted(taken[i])
        assert (obs[:, :-STEPS] == inputs).all()
        assert ("final_obs" in info) == over.any()
        if over.any():
            ends += 1
            assert info["final_obs"].shape == (n, observation_length("cicera")) and not info["final_obs"].any()
            assert (info["_final_obs"] == over).all()
        kept.append((obs, obs.copy()))
    assert ends > 0
    # If observations are copied, later steps do not change them.
    assert all((row == copy).all() for row, copy in kept)
    env.close()
    for use in (env.reset, env.action_masks, lambda: env.step(steps)):
        with pytest.raises(RuntimeError, match="closed"):
            use()


def test_a_step_before_the_first_reset_is_an_error() -> None:
    with pytest.raises(ResetNeeded, match="call reset"):
        SeatEnv("scopa").step(0)
    with pytest.raises(ResetNeeded, match="call reset"):
        SeatVecEnv("scopa", 2).step([0, 0])


@pytest.mark.parametrize("name", PRESETS)
def test_one_table_of_many_is_a_table(name: str) -> None:
    env, many = SeatEnv(name, opponents="greedy"), SeatVecEnv(name, 1, opponents="greedy", copy=False)
    rng = np.random.default_rng(1)
    obs, info = env.reset(seed=2)
    rows, infos = many.reset(seed=2)
    for _ in range(60):
        assert (obs == rows[0]).all() and (info["action_mask"] == infos["action_mask"][0]).all()
        step = int(rng.choice(info["action_mask"].nonzero()[0]))
        obs, reward, over, _, info = env.step(step)
        rows, rewards, ends, _, infos = many.step([step])
        assert reward == rewards[0] and over == ends[0]
        if over:
            obs, info = env.reset()


@pytest.mark.parametrize("opponents", ["greedy", "ismcts:simulations=2"])
def test_a_hand_that_ends_may_wait_for_the_next_step(opponents: str) -> None:
    n = 6
    same = SeatVecEnv("scopa", n, opponents=opponents, illegal_reward=-9.0)
    following = SeatVecEnv("scopa", n, opponents=opponents, illegal_reward=-9.0, autoreset_mode=AutoresetMode.NEXT_STEP)
    assert following.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    # Each table makes the same choices in both modes; one of them waits after a hand.
    left = [np.random.default_rng(table) for table in range(n)]
    right = [np.random.default_rng(table) for table in range(n)]
    told: list[list[list[Any]]] = [[[] for _ in range(n)] for _ in range(2)]
    obs, info = same.reset(seed=1)
    rows, infos = following.reset(seed=1)
    waits = np.zeros(n, dtype=bool)
    for _ in range(100):
        steps = np.array([rng.choice(mask.nonzero()[0]) for rng, mask in zip(left, info["action_mask"], strict=True)])
        obs, rewards, over, _, info = same.step(steps)
        for table in range(n):
            told[0][table].append([rewards[table], over[table], b"" if over[table] else obs[table].tobytes()])
        steps = np.array(
            [
                1 << 20 if wait else rng.choice(mask.nonzero()[0])
                for rng, mask, wait in zip(right, infos["action_mask"], waits, strict=True)
            ]
        )
        rows, rewards, over, _, infos = following.step(steps)
        assert not (over & waits).any() and not rewards[waits].any() and not rows[over].any()
        assert all(row.any() for row in rows[waits])
        for table in np.flatnonzero(~waits):
            told[1][table].append([rewards[table], over[table], b"" if over[table] else rows[table].tobytes()])
        waits = over
    for one, other in zip(*told, strict=True):
        assert sum(over for _, over, _ in other) > 3
        assert one[: len(other)] == other


@pytest.mark.parametrize("wrapper", ["NormalizeObservation", "FlattenObservation", "RecordEpisodeStatistics"])
def test_wrappers_of_gymnasium_that_need_the_next_step(wrapper: str) -> None:
    made = gymnasium.make_vec(
        "spariglio/Seat-v0",
        num_envs=3,
        vectorization_mode="vector_entry_point",
        autoreset_mode="NextStep",
        illegal_reward=-1.0,
    )
    env = getattr(gymnasium.wrappers.vector, wrapper)(made)
    obs, _ = env.reset(seed=1)
    for _ in range(40):
        obs, _, _, _, _ = env.step(env.action_space.sample())
        assert np.isfinite(obs).all()


def test_one_id_has_one_set_of_keywords() -> None:
    one, many = (set(inspect.signature(kind).parameters) for kind in (SeatEnv, SeatVecEnv))
    # Gymnasium itself has these for many tables.
    assert many - one == {"num_envs", "autoreset_mode", "copy"} and one < many


@pytest.mark.parametrize("mode", ["vector_entry_point", "sync"])
def test_masks_are_in_the_observations_of_many_tables(mode: str) -> None:
    made = gymnasium.make_vec(
        "spariglio/Seat-v0", num_envs=3, vectorization_mode=mode, mask="observation", opponents="greedy"
    )
    obs, info = made.reset(seed=1)
    ends = 0
    for _ in range(60):
        assert made.observation_space.contains(obs) and obs["action_mask"].dtype == np.bool_
        steps = np.where(obs["action_mask"].any(axis=1), obs["action_mask"].argmax(axis=1), 0)
        obs, _, over, _, info = made.step(steps)
        ends += over.sum()
        if mode == "vector_entry_point":
            assert (obs["action_mask"] == info["action_mask"]).all()
            assert not over.any() or not info["final_obs"]["observation"].any()
    assert ends > 0
    made.close()


def test_a_failed_start_makes_no_noise() -> None:
    script = (
        "import spariglio.gym as g\ntry: g.SeatVecEnv('scopa', 2, masks=1)\nexcept TypeError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout == "SeatVecEnv: unexpected keyword argument 'masks': expected mask\n" and not done.stderr


def test_a_space_draws_by_either_mask() -> None:
    env = SeatEnv("scopa")
    _, info = env.reset(seed=1)
    for mask in (info["action_mask"], info["action_mask"].astype(np.int8)):
        assert info["action_mask"][env.action_space.sample(mask)]
    assert env.action_space.sample() in env.action_space == gymnasium.spaces.Discrete(STEPS)


@pytest.mark.parametrize("name", PRESETS)
def test_an_agent_of_steps_sees_what_the_table_shows(name: str) -> None:
    class Fixed(StepAgent):
        def __init__(self) -> None:
            self.seen: list[tuple[bytes, bytes]] = []

        def step(self, observation: np.ndarray, mask: np.ndarray) -> int:
            self.seen.append((observation.tobytes(), mask.tobytes()))
            legal = np.flatnonzero(mask)
            return int(legal[int(observation.sum()) % len(legal)])

    agent, learner, env = Fixed(), Fixed(), SeatEnv(name, opponents="greedy")
    obs, _ = env.reset(seed=1)
    for _ in range(100):
        if not obs[-STEPS:].any():
            agent.act(env._hands.hand(0).view())
        obs, _, over, _, _ = env.step(learner.step(obs, env.action_masks()))
        if over:
            obs, _ = env.reset()
    assert agent.seen[:100] == learner.seen


def test_a_mode_that_never_deals_again_is_refused() -> None:
    with pytest.raises(ValueError, match="expected SAME_STEP or NEXT_STEP"):
        SeatVecEnv("scopa", 1, autoreset_mode="Disabled")


def test_many_tables_refuse_what_one_refuses() -> None:
    env = SeatVecEnv("scopone", 2, seat=0)
    obs, info = env.reset(seed=1)
    for actions, error in (
        ([104, 104], ValueError),
        ([0], ValueError),
        ([0.0, 1.0], TypeError),
        ([-1, 0], ValueError),
        ([STEPS, 0], ValueError),
    ):
        with pytest.raises(error):
            env.step(actions)
    env.step(info["action_mask"].argmax(axis=1).astype(np.uint64))
    for seed, error in ((-1, ValueError), (1 << 64, ValueError), ([1, -2], ValueError), ([1, "2"], TypeError)):
        with pytest.raises(error):
            env.reset(seed=seed)  # type: ignore[arg-type]
    assert (env.reset(seed=1)[0] == obs).all()
