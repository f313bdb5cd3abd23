"""`spariglio.vector`: hands stepped together are the same as hands played one by one."""

from __future__ import annotations

import doctest
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import spariglio.vector
from spariglio import STEPS, Action, Card, Game, Hand, Inputs, input_blocks
from spariglio.vector import COUNT_NAMES, FLAT, WORD_NAMES, WORDS, VecEnv, flat, unpack

PRESETS = Game.presets()


def test_examples() -> None:
    assert doctest.testmod(spariglio.vector).failed == 0


@dataclass
class Played:
    """A hand as a vector environment showed it."""

    dealer: int
    seats: list[int] = field(default_factory=list)
    n_legal: list[int] = field(default_factory=list)
    rows: list[np.ndarray] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    numbers: list[list[int]] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)


def play(game: Game, n: int, hands: int, seed: int) -> list[Played]:
    """The first `hands` hands of each of the `n`, played by random indices."""
    env = VecEnv(game, n, seed=seed, obs="bits")
    rng = np.random.default_rng(seed)
    bits, _ = env.reset()
    done: list[Played] = []
    playing = [Played(dealer=i % game.players) for i in range(n)]
    begun = [1] * n
    while min(begun) <= hands:
        choice = (rng.random(n) * env.n_legal).astype(np.uint16)
        actions, starts = env.legal_actions()
        for i, hand in enumerate(playing):
            hand.seats.append(int(env.seat[i]))
            hand.n_legal.append(int(env.n_legal[i]))
            hand.rows.append(bits[i].copy())
            hand.actions.append(int(choice[i]))
            hand.numbers.append(actions[starts[i] : starts[i + 1]].tolist())
        bits, rewards, over, cut, _ = env.step(choice)
        assert not cut.any()
        assert not rewards[~over].any()
        for i in np.flatnonzero(over):
            playing[i].rewards = rewards[i].tolist()
            if begun[i] <= hands:
                done.append(playing[i])
            playing[i] = Played(dealer=(i + begun[i]) % game.players)
            begun[i] += 1
    return done


def deal_of(game: Game, played: Played) -> Hand:
    """The deal of a played hand, reconstructed from the views of its seats."""
    # The places of the cards in a deal, from any hand of this game with this dealer.
    model = game.deal(1, played.dealer)
    place = {card: i for i, card in enumerate(model.deal)}
    # The dealer's bonus may have taken table cards before the first observation.
    shown = [[*model.table, *(card for side in range(game.sides) for card in model.pile(side))]]
    rounds = game.deal_rounds
    for number in range(rounds):
        while model.deal_round < number:
            model.play(0)
        shown += [model.cards(seat) for seat in range(game.players)]
    places = [sorted(place[card] for card in cards) for cards in shown]
    # A seat's cards of a round are known when it is the first to act in it; the first table is known at the start.
    cards_of = {card.index: card for card in game.cards}

    def cards(plane: np.ndarray) -> list[Card]:
        return [cards_of[int(index)] for index in plane.nonzero()[0]]

    first = unpack(played.rows[0])
    seen: list[list[Card]] = [cards(first["table"] | first["piles"].max(axis=0))] + [
        [] for _ in range(rounds * game.players)
    ]
    for seat, row in zip(played.seats, played.rows, strict=True):
        planes = unpack(row)
        slot = 1 + (rounds - 1 - int(planes["rounds_left"])) * game.players + seat
        if not seen[slot]:
            seen[slot] = cards(planes["hand"])
    deal: list[Card | None] = [None] * len(game.cards)
    for where, what in zip(places, seen, strict=True):
        for index, card in zip(where, what, strict=True):
            deal[index] = card
    rest = iter(sorted(set(game.cards) - {card for card in deal if card is not None}))
    return game.deal(dealer=played.dealer, cards=[card if card is not None else next(rest) for card in deal])


def replay(game: Game, played: Played) -> Iterator[tuple[Hand, int]]:
    """The hand before each of its actions, and the action. After the last one, the hand is over."""
    hand = deal_of(game, played)
    for action in played.actions:
        yield hand, action
        hand.play(action)
    assert hand.over


@pytest.mark.parametrize("name", PRESETS)
def test_hands_side_by_side_are_single_hands(name: str) -> None:
    game = Game(name)
    for played in play(game, n=3, hands=2, seed=5):
        last = None
        for turn, (hand, _) in enumerate(replay(game, played)):
            last = hand
            assert hand.seat == played.seats[turn]
            assert len(hand.actions) == played.n_legal[turn]
            assert [action.bits for action in hand.actions] == played.numbers[turn]
            assert (hand.view().bits() == played.rows[turn]).all()
        assert last is not None
        assert last.score().margins == played.rewards


@pytest.mark.parametrize("name", PRESETS)
def test_steps_are_the_same_hands(name: str) -> None:
    game = Game(name)
    n = 2
    by_dealer = {played.dealer: played for played in play(game, n, hands=1, seed=9)}
    # Each hand as its steps, with the legal steps before each.
    plans: list[list[tuple[int, list[int], int]]] = []
    for i in range(n):
        played = by_dealer[i % game.players]
        plan = []
        for hand, action in replay(game, played):
            other = hand.copy()
            for step in hand.steps_of(action):
                plan.append((step, other.legal_steps, len(hand.actions)))
                other.take(step)
        plans.append(plan)
    env = VecEnv(game, n, seed=9, obs="none", actions="steps")
    obs, info = env.reset()
    assert obs.shape == (n, 0) and env.num_actions == STEPS
    for turn in range(max(map(len, plans))):
        mask = info["action_mask"]
        assert mask.shape == (n, STEPS) and mask.dtype == np.bool_
        choice = mask.argmax(axis=1)
        for i, plan in enumerate(plans):
            if turn < len(plan):
                step, legal, n_legal = plan[turn]
                assert mask[i].nonzero()[0].tolist() == legal
                assert env.n_legal[i] == n_legal
                choice[i] = step
        _, rewards, over, _, info = env.step(choice)
        for i, plan in enumerate(plans):
            if turn + 1 == len(plan):
                assert over[i]
                assert rewards[i].tolist() == by_dealer[i % game.players].rewards
            elif turn < len(plan):
                assert not over[i]


@pytest.mark.parametrize("name", PRESETS)
def test_inputs_show_the_seat_to_act(name: str) -> None:
    game = Game(name)
    played = play(game, n=1, hands=1, seed=4)[0]
    env = VecEnv(game, 1, seed=4)
    obs, _ = env.reset()
    assert (env.observation_shape, env.observation_dtype) == ((game.view_inputs,), np.dtype(np.uint8))
    assert env.num_actions is None
    for hand, action in replay(game, played):
        assert (obs[0] == hand.view().inputs()).all()
        obs, *_ = env.step([action])


@pytest.mark.parametrize("name", PRESETS)
def test_words_say_what_views_say(name: str) -> None:
    game = Game(name)

    def plane(cards: list[Card]) -> np.ndarray:
        out = np.zeros(52, dtype=np.uint8)
        out[[card.index for card in cards]] = 1
        return out

    rng = np.random.default_rng(2)
    hand = game.deal(seed=2)
    while True:
        for seat in range(game.players):
            view = hand.view(seat)
            bits = view.bits()
            planes = unpack(bits)
            assert all(array.dtype == np.uint8 for array in planes.values())
            assert (planes["hand"] == plane(view.hand)).all()
            assert (planes["table"] == plane(view.table)).all()
            assert (planes["unseen"] == plane(view.unseen)).all()
            for j in range(game.players):
                other = (seat + j) % game.players
                assert (planes["played"][j] == plane(view.played(other))).all()
                assert planes["hand_sizes"][j] == view.hand_sizes[other]
                if j > 0:
                    assert (planes["known"][j] == plane(view.known(other))).all()
            for j in range(game.sides):
                side = (view.side + j) % game.sides
                assert (planes["piles"][j] == plane(view.pile(side))).all()
                assert planes["counts"][j, COUNT_NAMES.index("sweeps")] == view.sweeps(side)
            assert (seat + planes["dealer"]) % game.players == view.dealer
            capture = view.last_capture
            assert planes["last_capture"] == (6 if capture is None else (capture - view.side) % game.sides)
            assert planes["matta"] == view.matta and planes["declaring"] == view.declaring
            assert planes["stock"] == view.stock and planes["plies_left"] == game.plies - view.ply
            assert planes["rounds_left"] == game.deal_rounds - 1 - view.deal_round
            if seat == hand.seat and not hand.over:
                # The inputs begin with the same planes.
                slots = input_blocks(game)[0][3]
                row = np.concatenate([planes["hand"][:slots], planes["table"][:slots], planes["piles"][0, :slots]])
                assert (view.inputs()[: len(row)] == row).all()
        if hand.over:
            break
        hand.play(int(rng.integers(len(hand.actions))))


def test_a_pass_shows() -> None:
    passed = 0
    for seed in range(60):
        hand = Game("cirullone").deal(seed)
        while not hand.over:
            texts = [str(action) for action in hand.actions]
            seat, passes = hand.seat, "pass" in texts
            hand.play("pass" if passes else 0)
            if passes:
                passed += 1
                assert [unpack(hand.view(seat).bits())["passed"][j] for j in range(2)] == [1, 0]
                break
    assert passed > 0


def test_words_have_names() -> None:
    places = [place for words in WORD_NAMES.values() for place in range(words.start, words.stop)]
    assert places == list(range(WORDS))
    rows = np.random.default_rng(0).integers(1 << 64, size=(3, 2, WORDS), dtype=np.uint64)
    planes = unpack(rows)
    assert planes["piles"].shape == (3, 2, 6, 52) and planes["stock"].shape == (3, 2)
    row = flat(rows)
    assert row.shape == (3, 2, 1205)
    for name, array in planes.items():
        assert (row[..., FLAT[name]].reshape(array.shape) == array).all()
    assert (unpack(rows[1, 0])["known"] == planes["known"][1, 0]).all()
    assert (unpack(rows[::-1, ::-1])["known"] == planes["known"][::-1, ::-1]).all()
    assert unpack(rows[:0])["hand"].shape == (0, 2, 52)


@pytest.mark.parametrize(
    ("bits", "error"),
    [
        (np.zeros(WORDS, dtype=np.int64), TypeError),
        (np.zeros(WORDS, dtype=np.float64), TypeError),
        (np.zeros(WORDS + 1, dtype=np.uint64), ValueError),
        (np.uint64(3), ValueError),
    ],
)
def test_words_of_another_kind_are_refused(bits: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        unpack(bits)


@pytest.mark.parametrize("name", PRESETS)
def test_hidden_cards_do_not_show(name: str) -> None:
    game = Game(name)
    rng = np.random.default_rng(6)
    hand = game.deal(seed=6)
    others = 0
    while not hand.over:
        for seat in range(game.players):
            view = hand.view(seat)
            for seed in range(4):
                world = view.sample(seed)
                others += world.deal != hand.deal
                assert (world.view(seat).bits() == view.bits()).all()
                if seat == hand.seat:
                    assert (world.view(seat).inputs() == view.inputs()).all()
                    assert world.legal_steps == hand.legal_steps
        hand.play(int(rng.integers(len(hand.actions))))
    assert others > 0


def run(env: VecEnv, steps: int) -> list[np.ndarray]:
    """All data that an environment shows if the actions depend only on it."""
    shown = [np.copy(env.reset()[0])]
    for _ in range(steps):
        given = env.step(env.n_legal // 2)
        shown += [np.copy(array) for array in (*given[:3], env.n_legal, env.seat)]
    return shown


def same(a: list[np.ndarray], b: list[np.ndarray]) -> bool:
    return all(np.array_equal(x, y) for x, y in zip(a, b, strict=True))


def test_seeds() -> None:
    first = run(VecEnv("cirulla", 5, seed=3), 60)
    assert same(first, run(VecEnv(Game("cirulla"), 5, seed=3), 60))
    assert not same(first, run(VecEnv("cirulla", 5, seed=4), 60))
    env = VecEnv("cirulla", 5, seed=4)
    env.reset(seed=3)
    # The reset with a seed counted as the first one.
    again, _ = env.reset(seed=3)
    assert np.array_equal(again, first[0])
    second = env.reset()[0].copy()
    assert not np.array_equal(second, first[0])
    env.reset(seed=3)
    assert np.array_equal(env.reset()[0], second)
    VecEnv("cirulla", 1, seed=2**64 - 1)


def test_a_hand_does_not_depend_on_the_others() -> None:
    one, many = VecEnv("scopone", 1, seed=8), VecEnv("scopone", 7, seed=8)
    one.reset(), many.reset()
    for _ in range(80):
        shown, all_shown = one.step([0]), many.step([0] * 7)
        for array, arrays in zip(shown[:3], all_shown[:3], strict=True):
            assert (array[0] == arrays[0]).all()


def test_arrays_are_overwritten_or_copied() -> None:
    env = VecEnv("scopone", 3, copy=False)
    obs, info = env.reset()
    with pytest.raises(ValueError, match="read-only"):
        obs[0] = 1
    again, rewards, over, cut, other = env.step([0, 0, 0])
    assert again is obs and other["seat"] is info["seat"] is env.seat
    later = env.step([0, 0, 0])
    assert later[1] is rewards and later[2] is over and later[3] is cut
    env = VecEnv("scopone", 3, actions="steps")
    obs, info = env.reset()
    before = [obs.copy(), info["action_mask"].copy(), info["seat"].copy()]
    obs2, *_ = env.step(info["action_mask"].argmax(axis=1))
    assert not np.shares_memory(obs, obs2) and not np.shares_memory(env.seat, env.seat)
    assert same(before, [obs, info["action_mask"], info["seat"]])
    assert not same(before, [obs2, env.action_mask, env.seat])


@pytest.mark.parametrize("name", ["scopone", "cirulla", "cicera_six"])
def test_lists_are_those_of_views_and_worlds(name: str) -> None:
    game = Game(name)
    env = VecEnv(game, 3, seed=2, obs="sparse", state=True)
    ones = VecEnv(game, 3, seed=2)
    inputs = Inputs(game)
    batch, info = env.reset()
    rows, _ = ones.reset()
    hand = ones.hand(0)
    rng = np.random.default_rng(0)
    for _ in range(60):
        bits, starts = env.legal_actions()
        assert (batch.actions == bits).all() and (batch.starts == starts).all()
        assert (info["side"] == [game.side(int(seat)) for seat in info["seat"]]).all()
        for row in range(3):
            listed = batch.inputs[batch.input_starts[row] : batch.input_starts[row + 1]]
            assert sorted(listed) == rows[row].nonzero()[0].tolist()
        if not hand.over:
            own, (actions, ends), residual = inputs.view(hand.view())
            world = inputs.world(hand)
            assert (batch.inputs[: batch.input_starts[1]] == own).all()
            assert (batch.action_inputs[: len(actions)] == actions).all()
            assert (batch.action_input_starts[: len(ends)] == ends).all()
            assert (batch.residual[: batch.starts[1]] == residual).all()
            assert (batch.world_inputs[: batch.world_starts[1]] == world).all()
        choice = (rng.random(3) * env.n_legal).astype(np.uint16)
        if not hand.over:
            hand.play(int(choice[0]))
        batch, rewards, over, _, info = env.step(choice)
        rows, others, *_ = ones.step(choice)
        assert (rewards == others).all()
        assert over[0] or hand.over or hand == ones.hand(0)
    assert not hasattr(batch, "obs") and batch.scored.dtype == np.float32
    assert {array.dtype.name for array in (batch.inputs, batch.input_starts, batch.world_inputs)} == {"int32"}


def test_worlds_need_lists() -> None:
    with pytest.raises(ValueError, match=r'state is True with obs=.inputs.: expected obs="sparse"'):
        VecEnv("scopa", 2, state=True)
    with pytest.raises(AttributeError, match=r'no world_inputs: expected VecEnv\(..., obs="sparse", state=True\)'):
        _ = VecEnv("scopa", 2, obs="sparse").reset()[0].world_inputs


@pytest.mark.parametrize("state", [False, True])
def test_padded_lists_are_those_of_the_batch(state: bool) -> None:
    sparse, padded = (VecEnv("cirulla", 40, obs=obs, state=state) for obs in ("sparse", "padded"))
    rng = np.random.default_rng(0)
    batch, shown = sparse.reset()[0], padded.reset()[0]
    shapes = set()
    for _ in range(80):
        shapes.add(tuple(None if array is None else array.shape for array in shown))
        for name, array in zip(shown._fields, shown, strict=True):
            if array is None:
                assert not state and name in ("world_inputs", "world_starts", "scored")
                continue
            values = getattr(batch, name)
            assert (array[: len(values)] == values).all() and array.dtype in (np.int32, np.float32)
            # No row has the items at the end.
            assert (array[len(values) :] == (values[-1] if name.endswith("starts") else 0)).all()
        choice = (rng.random(40) * sparse.n_legal).astype(int)
        batch, shown = sparse.step(choice)[0], padded.step(choice)[0]
    assert len(shapes) <= 2


def test_arrays_are_those_that_pytorch_and_jax_take() -> None:
    for obs in ("inputs", "bits", "padded"):
        env = VecEnv("scopa", 100, obs=obs, actions="steps")
        shown, info = env.reset()
        _, rewards, over, _, _ = env.step(info["action_mask"].argmax(axis=1))
        # JAX shares arrays that begin there.
        arrays = [info["action_mask"], *([shown] if obs != "padded" else shown[:6])]
        assert all(array.ctypes.data % 64 == 0 for array in arrays)
        assert (rewards.dtype, over.dtype) == (np.float32, np.bool_)
        assert {name: array.dtype.name for name, array in info.items()} == {
            "n_legal": "int64",
            "seat": "int64",
            "side": "int64",
            "action_mask": "bool",
        }


def test_opponents_play_the_other_seats() -> None:
    env = VecEnv("scopone", 4, opponents="greedy", seat=2)
    env.reset()
    ends = 0
    for _ in range(45):
        assert (env.seat == 2).all()
        _, rewards, over, _, _ = env.step(np.zeros(4, dtype=np.uint16))
        ends += int(over.sum())
        assert (rewards.sum(axis=1) == 0).all()
    # Each hand has nine decisions of this seat.
    assert ends == 4 * 5
    env = VecEnv("scopone", 1, opponents=["greedy", "random", "greedy", "formula"])
    env.reset()
    seats = []
    for _ in range(4):
        seats.append(int(env.seat[0]))
        for _ in range(9):
            assert env.seat[0] == seats[-1]
            over = env.step([0])[2]
        assert over[0]
    assert sorted(seats) == [0, 1, 2, 3]
    assert same(run(VecEnv("cirulla", 3, opponents="formula"), 40), run(VecEnv("cirulla", 3, opponents="formula"), 40))


def test_rule_set_files(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(Game("mini_scopa").to_toml())
    assert same(run(VecEnv(path, 3), 30), run(VecEnv("mini_scopa", 3), 30))
    assert same(run(VecEnv(str(path), 3), 30), run(VecEnv("mini_scopa", 3), 30))


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint16, ">u2", ">i4", np.int32, np.int64, np.uint64])
def test_integers_of_any_type_are_actions(dtype: Any) -> None:
    env, twin = VecEnv("cicera", 6, seed=1), VecEnv("cicera", 6, seed=1)
    env.reset(), twin.reset()
    for _ in range(30):
        choice = env.n_legal - 1
        wide = np.zeros(12, dtype=dtype)
        wide[::2] = choice
        assert np.array_equal(twin.step(wide[::2])[0], env.step(choice)[0])
    env.step([0] * 6)
    env.step((0,) * 6)


def test_without_steps_there_is_no_mask() -> None:
    env = VecEnv("scopa", 2)
    assert not hasattr(env, "action_mask") and "action_mask" not in env.reset()[1]


def test_texts_and_numbers_of_actions() -> None:
    env = VecEnv("scopa", 2)
    bits, starts = env.legal_actions()
    assert (bits.dtype, starts.dtype) == (np.int64, np.int64)
    assert [len(env.texts(i)) for i in range(2)] == env.n_legal.tolist()
    for hand, error in ((2, ValueError), (-1, ValueError), ("0", TypeError)):
        with pytest.raises(error):
            env.texts(hand)  # type: ignore[arg-type]
    assert isinstance(Game("scopa").deal().actions[0], Action)
