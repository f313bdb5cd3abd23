"""The first hour of a newcomer: keys, copies, pictures, seeds and the usual one-liners."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from batches import batch_of

import spariglio as sp
from spariglio import show
from spariglio.vector import VecEnv

gymnasium = pytest.importorskip("gymnasium")

from spariglio.gym import SeatEnv, SeatVecEnv  # noqa: E402


def test_views_that_know_the_same_are_one_key() -> None:
    game = sp.Game("scopone")
    table = {game.deal(seed=seed % 3).view(): seed for seed in range(30)}
    assert len(table) == 3
    hand = game.deal(seed=1)
    view = hand.view()
    assert view == hand.view() and hash(view) == hash(hand.view())
    assert view != hand.view((hand.seat + 1) % 4) and view != hand.view(partners_open=True)
    assert view != sp.Game("scopa").deal(seed=1).view()
    assert view != "a view"


def test_views_do_not_tell_worlds_apart() -> None:
    hand = sp.Game("cirulla").deal(seed=5)
    while not hand.over:
        view = hand.view()
        others = [view.sample(seed) for seed in range(5)]
        assert {other.view(view.seat) for other in others} == {view}
        assert pickle.loads(pickle.dumps(view)) == view
        hand.play(0)


def test_hands_compare_by_deal_turns_and_steps() -> None:
    hand = sp.Game("scopone").deal(seed=1)
    twin = hand.copy()
    assert hand == twin and hash(hand) == hash(twin)
    twin.take(twin.legal_steps[0])
    assert hand != twin
    assert hand != sp.Game("scopone").deal(seed=2)
    assert pickle.loads(pickle.dumps(twin)) == twin


def test_decisions_and_scores_are_keys() -> None:
    hand = sp.Game("scopa").deal(seed=1)
    first, again = (sp.search(hand.view(), "ismcts:simulations=20", seed=3) for _ in range(2))
    assert first == again and len({first, again}) == 1
    while not hand.over:
        hand.play(0)
    assert len({hand.score(), hand.copy().score()}) == 1


def test_a_thinker_is_copied() -> None:
    view = sp.Game("scopa").deal(seed=1).view()
    thinker = sp.Thinker("scopa", "ismcts:simulations=30")
    for other in (copy.deepcopy(thinker), pickle.loads(pickle.dumps(thinker))):
        assert other.decide(view, seed=2) == thinker.decide(view, seed=2)


@pytest.mark.parametrize("actions", ["index", "steps"])
@pytest.mark.parametrize("opponents", [None, "formula"])
def test_copies_of_many_hands_go_on_alike(actions: Any, opponents: str | None) -> None:
    env = VecEnv("cirulla", 6, seed=3, actions=actions, opponents=opponents)
    env.reset()
    rng = np.random.default_rng(0)
    for _ in range(150):
        env.step(choices(env, rng))
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert futures(other) == futures(copy.deepcopy(env))
    futures(env)
    env.reset()
    assert futures(copy.deepcopy(env)) == futures(env)
    env.close()
    with pytest.raises(RuntimeError, match="closed"):
        copy.deepcopy(env).step(np.zeros(6, dtype=np.uint16))


def choices(env: VecEnv, rng: np.random.Generator) -> Any:
    if env.num_actions is None:
        return (rng.random(env.num_envs) * env.n_legal).astype(np.uint16)
    return np.array([rng.choice(row.nonzero()[0]) for row in env.action_mask], dtype=np.uint16)


def futures(env: VecEnv) -> list[bytes]:
    """All that an environment shows over 60 steps."""
    rng = np.random.default_rng(1)
    shown = [env._obs.tobytes()]
    for _ in range(60):
        obs, rewards, over, _, info = env.step(choices(env, rng))
        shown += [array.tobytes() for array in (obs, rewards, over, *info.values())]
    return shown


@pytest.mark.parametrize("kind", [SeatEnv, SeatVecEnv])
def test_copies_of_tables_go_on_alike(kind: Any) -> None:
    env = kind("cirulla", opponents="formula")
    env.reset(seed=4)
    play(env, 37, seed=0)
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert play(other, 60, seed=1) == play(copy.deepcopy(env), 60, seed=1)


def play(env: Any, steps: int, *, seed: int) -> list[Any]:
    rng = np.random.default_rng(seed)
    shown = []
    for _ in range(steps):
        masks = np.atleast_2d(env.action_masks())
        step = np.array([rng.choice(mask.nonzero()[0]) for mask in masks])
        obs, reward, over, _, info = env.step(step if isinstance(env, SeatVecEnv) else int(step[0]))
        shown.append((obs.tobytes(), float(np.sum(reward)), info["action_mask"].tobytes()))
        if isinstance(env, SeatEnv) and over:
            env.reset()
    return shown


def test_a_seed_draws_the_seat_and_the_dealer() -> None:
    env, many = SeatEnv("scopone", opponents="greedy"), SeatVecEnv("scopone", 1, opponents="greedy")
    found, found_many = set(), set()
    for seed in range(120):
        found.add((env.reset(seed=seed)[1]["seat"], env._hands.hand(0).dealer))
        found_many.add((int(many.reset(seed=seed)[1]["seat"][0]), many._hands.hand(0).dealer))
    every = {(seat, dealer) for seat in range(4) for dealer in range(4)}
    assert found == found_many == every
    fixed = {SeatEnv("scopone", seat=2).reset(seed=seed)[1]["seat"] for seed in range(9)}
    assert fixed == {2}


def test_the_usual_one_liners() -> None:
    env = gymnasium.make("spariglio/Seat-v0", illegal_reward=-1.0, render_mode="rgb_array")
    env.reset(seed=1)
    shape = env.render().shape
    over = False
    while not over:
        step = int(env.unwrapped.action_masks().argmax())
        _, _, over, _, _ = env.step(step)
        frame = env.render()
        assert frame.shape == shape and frame.dtype == np.uint8
    many = gymnasium.make_vec("spariglio/Seat-v0", num_envs=3, illegal_reward=-7.0, render_mode="rgb_array")
    first, _ = many.reset(seed=[1, 2, 3])
    again, _ = many.reset(seed=[1, 2, 3])
    assert (first == again).all() and (many.reset(seed=[1, 2, 4])[0] != first).any()
    assert [frame.shape for frame in many.render()] == [shape] * 3
    with_mask = gymnasium.make("spariglio/Seat-v0", mask="observation")
    obs, info = with_mask.reset(seed=1)
    assert (obs["action_mask"] == info["action_mask"]).all() and with_mask.observation_space.contains(obs)


def test_an_illegal_step_ends_one_hand_of_many() -> None:
    env, twin = (SeatVecEnv("scopone", 3, opponents="greedy", illegal_reward=-7.0) for _ in range(2))
    env.reset(seed=1)
    _, info = twin.reset(seed=1)
    step = info["action_mask"].argmax(axis=1)
    wrong = step.copy()
    wrong[1] = int(np.flatnonzero(info["action_mask"][1] == 0)[0])
    obs, rewards, over, _, _ = env.step(wrong)
    assert rewards.tolist() == [0.0, -7.0, 0.0] and over.tolist() == [False, True, False]
    seen = twin.step(step)[0]
    assert (obs[[0, 2]] == seen[[0, 2]]).all() and (obs[1] != seen[1]).any()


def test_gymnasium_imports_the_module_in_the_name() -> None:
    script = "import gymnasium; print(gymnasium.make('spariglio.gym:spariglio/Seat-v0').reset(seed=1)[0].shape)"
    done = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout == "(1003,)\n", done.stderr


def test_human_tables_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    env = SeatEnv("scopa", render_mode="human")
    env.reset(seed=1)
    env.step(int(env.action_masks().argmax()))
    assert capsys.readouterr().out.count("table: ") == 2
    with pytest.raises(ValueError, match="render_mode is 'gif': expected one of 'ansi', 'human', 'rgb_array', or None"):
        SeatEnv(render_mode="gif")


def test_pictures_have_the_format_of_their_name(tmp_path: Path) -> None:
    picture = show.view(sp.Game("scopone").deal(seed=1).view())
    picture.save(tmp_path / "x.png")
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")
    picture.save(tmp_path / "x.svg")
    assert (tmp_path / "x.svg").read_text().startswith("<svg")
    with pytest.raises(ValueError, match=r"x\.gif: expected a name that ends in \.svg or \.png"):
        picture.save(tmp_path / "x.gif")


@pytest.mark.parametrize("preset", ["scopa", "scopone_scientifico", "cirulla_4", "cicera", "scopone_messina"])
def test_every_table_fits_in_the_frame(preset: str) -> None:
    game = sp.Game(preset)
    for seed in range(4):
        hand = game.deal(seed=seed)
        while not hand.over:
            for picture in (show.view(hand.view()), show.hand(hand)):
                height = int(picture.text.split('height="')[1].split('"')[0])
                assert height <= show.tallest(game)
            hand.play(0)


def test_modules_appear_when_they_are_used() -> None:
    script = "import spariglio as sp; print('gym' in dir(sp), sp.vector.VecEnv('scopa', 2).num_envs, hasattr(sp, 'x'))"
    done = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout == "True 2 False\n", done.stderr
    assert not hasattr(sp, "atexit")


def test_numbers_are_those_of_pytorch() -> None:
    env = VecEnv("scopone", 8)
    env.reset()
    bits, starts = env.legal_actions()
    assert (bits.dtype, starts.dtype) == (np.int64, np.int64)
    view = sp.Game("scopone").deal(seed=1).view()
    assert [action.bits for action in view.actions] == [int(one) for one in batch_of([view]).actions]
    assert batch_of([view]).starts.dtype == np.int64
