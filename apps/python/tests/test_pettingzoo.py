"""`spariglio.pettingzoo`: PettingZoo's own tests pass, and its agents play the hands of the engine."""

from __future__ import annotations

import copy
import doctest
import pickle
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

import spariglio.pettingzoo
from spariglio import STEPS, Game, Hand
from spariglio.pettingzoo import LAYOUT, env, raw_env
from spariglio.vector import unpack

PRESETS = Game.presets()


def bare(game: Any) -> raw_env:
    """A table whose observations are arrays; the masks are in `infos`."""
    return raw_env(game, mask="info")


def test_examples() -> None:
    assert doctest.testmod(spariglio.pettingzoo).failed == 0


@pytest.mark.parametrize("name", PRESETS)
def test_pettingzoo_finds_no_fault(name: str) -> None:
    api_test(env(name, mask="info", render_mode="ansi"), num_cycles=60)
    seed_test(lambda: env(name, mask="info"), num_cycles=60)


@pytest.mark.parametrize("name", PRESETS)
def test_masks_in_observations_warn_of_dicts_alone(name: str) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(env(name, mask="observation"), num_cycles=60)
        seed_test(lambda: env(name, mask="observation"), num_cycles=60)
    texts = {str(warning.message) for warning in caught}
    assert texts <= {
        "Observation is not a NumPy array",
        "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    }


def steps_of(zoo: raw_env, rng: np.random.Generator, most: int = 1000) -> list[tuple[str, int]]:
    """Plays random legal steps to the end of the hand, or `most` steps if that is less."""
    steps: list[tuple[str, int]] = []
    while len(steps) < most and not zoo.terminations[zoo.agent_selection]:
        agent = zoo.agent_selection
        mask = zoo.infos[agent]["action_mask"]
        step = int(rng.choice(mask.nonzero()[0]))
        steps.append((agent, step))
        zoo.step(step)
    return steps


@pytest.mark.parametrize("name", PRESETS)
def test_a_hand_is_that_of_the_engine(name: str) -> None:
    game = Game(name)
    zoo = bare(game)
    hand = game.deal(seed=3, dealer=1)
    zoo.reset(seed=0, options={"hand": hand})
    rng = np.random.default_rng(0)
    while not hand.over:
        agent = zoo.agent_selection
        assert agent == f"seat_{hand.seat}"
        for other in zoo.agents:
            mask = zoo.infos[other]["action_mask"]
            assert mask.dtype == np.bool_ and mask.shape == (STEPS,)
            assert mask.nonzero()[0].tolist() == (hand.legal_steps if other == agent else [])
            assert zoo.rewards[other] == 0 and not zoo.terminations[other]
            row = zoo.observe(other)
            assert row in zoo.observation_space(other)
            seat = int(other[5:])
            for part, array in unpack(hand.view(seat).bits()).items():
                assert (row[LAYOUT[part]] == array.ravel()).all()
            assert row[LAYOUT["to_act"]].nonzero()[0].tolist() == [(hand.seat - seat) % game.players]
            taken = sorted(hand.steps_taken) if other == agent else []
            assert row[LAYOUT["steps"]].nonzero()[0].tolist() == taken
        step = int(rng.choice(hand.legal_steps))
        hand.take(step)
        zoo.step(step)
    margins = hand.score().margins
    for seat, agent in enumerate(zoo.possible_agents):
        assert zoo.rewards[agent] == zoo._cumulative_rewards[agent] == margins[game.side(seat)]
        assert zoo.terminations[agent] and not zoo.truncations[agent]
        row = zoo.observe(agent)
        assert not row[LAYOUT["to_act"]].any() and not row[LAYOUT["steps"]].any()
        assert row[: LAYOUT["to_act"].start].any()
        assert not zoo.infos[agent]["action_mask"].any()
    if game.sides == 2:
        assert sum({game.side(seat): zoo.rewards[f"seat_{seat}"] for seat in range(game.players)}.values()) == 0
    # All agents leave, each by a `None` step.
    for left in range(game.players, 0, -1):
        assert len(zoo.agents) == left
        with pytest.raises(ValueError, match="None"):
            zoo.step(0)
        zoo.step(None)
    assert zoo.agents == []
    with pytest.raises(ValueError, match="call reset"):
        zoo.step(None)


@pytest.mark.parametrize("name", PRESETS)
def test_observations_do_not_show_hidden_cards(name: str) -> None:
    game = Game(name)
    rng = np.random.default_rng(1)
    zoo, other = bare(game), bare(game)
    hand = game.deal(seed=2)
    changed = 0
    while not hand.over:
        for seat in range(game.players):
            world = hand.view(seat).sample(int(rng.integers(1 << 63)))
            changed += world.deal != hand.deal
            zoo.reset(options={"hand": hand})
            other.reset(options={"hand": world})
            agent = f"seat_{seat}"
            assert (zoo.observe(agent) == other.observe(agent)).all()
            assert (zoo.infos[agent]["action_mask"] == other.infos[agent]["action_mask"]).all()
        hand.play(int(rng.integers(len(hand.actions))))
    assert changed > 0


def test_steps_of_others_are_hidden_until_they_are_played() -> None:
    game = Game("cicera")
    zoo = bare(game)
    rng = np.random.default_rng(0)
    midway = 0
    for seed in range(4):
        zoo.reset(seed=seed)
        before: dict[str, np.ndarray] = {}
        actor = ""
        while not zoo.terminations[zoo.agent_selection]:
            agent = zoo.agent_selection
            shown = {one: zoo.observe(one) for one in zoo.agents}
            if shown[agent][LAYOUT["steps"]].any():
                midway += 1
                assert agent == actor
                for one in zoo.agents:
                    assert (shown[one] == before[one]).all() == (one != agent)
            before, actor = shown, agent
            steps_of(zoo, rng, most=1)
    assert midway > 0


def test_seeds() -> None:
    def play(zoo: raw_env, seed: int | None) -> list[Any]:
        rng = np.random.default_rng(3)
        zoo.reset(seed=seed)
        first = zoo.observe("seat_0").tolist()
        steps = steps_of(zoo, rng)
        zoo.reset()
        return [first, steps, zoo.observe("seat_1").tolist(), steps_of(zoo, rng)]

    zoo = bare("cirulla_4")
    assert play(zoo, 1) == play(bare("cirulla_4"), 1) == play(zoo, 1)
    assert play(zoo, 1) != play(zoo, 2)
    assert play(zoo, None) != play(zoo, None)
    dealers = set()
    for seed in range(20):
        zoo.reset(seed=seed)
        dealers.add(zoo.agent_selection)
    assert dealers == set(zoo.possible_agents)
    for bad, error in ((-1, ValueError), (1 << 64, ValueError), (1.5, TypeError), ("1", TypeError)):
        with pytest.raises(error):
            zoo.reset(seed=bad)  # type: ignore[arg-type]


def test_options() -> None:
    zoo = bare("scopone")
    for dealer in range(4):
        zoo.reset(options={"dealer": dealer})
        assert zoo.agent_selection == f"seat_{(dealer + 1) % 4}"
    hand = Game("scopone").deal(seed=1)
    zoo.reset(options={"hand": hand})
    zoo.step(hand.legal_steps[0])
    # The given hand does not change.
    assert hand.ply == 0 and hand.steps_taken == []
    over = hand.copy()
    while not over.over:
        over.play(0)
    for options, error in (
        ({"dealer": 4}, ValueError),
        ({"dealer": -1}, ValueError),
        ({"dealer": "0"}, TypeError),
        ({"hand": over}, ValueError),
        ({"hand": Game("scopa").deal()}, ValueError),
        ({"hand": "scopone"}, TypeError),
    ):
        with pytest.raises(error):
            zoo.reset(options=options)


def test_rule_set_files(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(Game("mini_primiera").to_toml())
    api_test(env(path, mask="info"), num_cycles=30)
    zoo, twin = bare(str(path)), bare("mini_primiera")
    zoo.reset(seed=1)
    twin.reset(seed=1)
    assert (zoo.observe("seat_0") == twin.observe("seat_0")).all()


@pytest.mark.parametrize("mask", ["info", "observation"])
def test_an_illegal_step_changes_nothing(mask: Any) -> None:
    zoo = env("scopone", mask=mask)
    zoo.reset(seed=1)
    agent = zoo.agent_selection
    before = zoo.unwrapped._hand.copy()
    bad = next(step for step in range(52) if step not in before.legal_steps and step in {c.index for c in before.deal})
    with pytest.raises(ValueError, match=rf"step {bad} \(play \w+\) is not legal for seat {agent[5:]}: expected one"):
        zoo.step(bad)
    for step, error in (
        (104, ValueError),
        (168, ValueError),
        (STEPS, ValueError),
        (-1, ValueError),
        (1 << 80, ValueError),
        (1.0, TypeError),
        (True, TypeError),
        ("0", TypeError),
        (None, TypeError),
        ([0], TypeError),
        (np.zeros(2, dtype=np.int64), TypeError),
    ):
        with pytest.raises(error):
            zoo.step(step)
    hand: Hand = zoo.unwrapped._hand
    assert hand.record() == before.record() and hand.steps_taken == []
    assert zoo.agent_selection == agent
    zoo.step(np.int32(hand.legal_steps[0]))
    assert hand.ply == 1 or hand.steps_taken


def test_the_wrapper_of_pettingzoo_ends_the_hand_at_an_illegal_step() -> None:
    zoo = TerminateIllegalWrapper(raw_env("scopone"), illegal_reward=-20)
    zoo.reset(seed=1)
    agent = zoo.agent_selection
    zoo.step(168)
    assert all(zoo.terminations.values())
    assert zoo.rewards[agent] == -20


def test_spaces_stay_the_same_objects() -> None:
    for mask in ("info", "observation"):
        zoo = env("scopa", mask=mask)
        for agent in zoo.possible_agents:
            assert zoo.observation_space(agent) is zoo.observation_space(agent)
            assert zoo.action_space(agent) is zoo.action_space(agent)
        zoo.reset(seed=1)
        for agent in zoo.agents:
            assert zoo.observe(agent) in zoo.observation_space(agent)
        with pytest.raises(KeyError):
            zoo.observe("seat_9")


def test_layout() -> None:
    places = [place for part in LAYOUT.values() for place in range(part.start, part.stop)]
    space = env("scopa", mask="info").observation_space("seat_0")
    assert places == list(range(space.shape[0]))


def test_order_of_calls() -> None:
    zoo = bare("scopa")
    for use in (lambda: zoo.observe("seat_0"), lambda: zoo.step(0)):
        with pytest.raises(RuntimeError, match="reset"):
            use()
    assert zoo.render() is None
    zoo.reset()
    zoo.close()
    zoo.close()
    for use in (lambda: zoo.observe("seat_0"), lambda: zoo.step(0), lambda: zoo.last(), zoo.reset):
        with pytest.raises(RuntimeError, match="closed"):
            use()


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"game": "poker"}, ValueError),
        ({"game": 3}, TypeError),
        ({"mask": "none"}, ValueError),
        ({"render_mode": "gif"}, ValueError),
    ],
)
def test_other_arguments_are_refused(changes: dict[str, Any], error: type[Exception]) -> None:
    for make in (env, raw_env):
        with pytest.raises(error):
            make(**changes)


def test_copies_go_their_own_way() -> None:
    zoo = bare("scopone")
    zoo.reset(seed=2)
    steps_of(zoo, np.random.default_rng(0), most=5)
    for twin in (copy.deepcopy(zoo), pickle.loads(pickle.dumps(zoo))):
        assert (twin.observe("seat_1") == zoo.observe("seat_1")).all()
        before = zoo.observe("seat_1")
        assert steps_of(twin, np.random.default_rng(1))
        assert (zoo.observe("seat_1") == before).all()


def test_all_cards_are_rendered() -> None:
    zoo = env("scopone", mask="info", render_mode="ansi")
    zoo.reset(seed=1)
    text = zoo.render()
    assert all(str(card) in text for card in Game("scopone").cards)
    assert text.count("(to act)") == 1
    steps_of(zoo.unwrapped, np.random.default_rng(0))
    assert "points: " in zoo.render()


def test_the_state_is_what_all_seats_know() -> None:
    zoo = env("cirulla_4")
    zoo.reset(seed=4)
    state = zoo.state()
    rows = [zoo.observe(agent)["observation"] for agent in zoo.agents]
    assert (state == np.concatenate(rows)).all() and zoo.state_space.contains(state)


def test_tianshou_is_told_where_the_masks_are(monkeypatch: pytest.MonkeyPatch) -> None:
    raw_env("scopa", mask="info")
    monkeypatch.setitem(sys.modules, "tianshou", sys)
    raw_env("scopa")
    with pytest.warns(UserWarning, match="expected mask='observation'"):
        env("scopa", mask="info")
