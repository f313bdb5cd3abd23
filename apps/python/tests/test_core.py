"""Games, hands, views, search: their results and their errors."""

import copy
import doctest
import json
import pickle
import threading
import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import spariglio
import spariglio as sp
from spariglio import _core

PRESETS = sp.Game.presets()


def played(game: sp.Game, seed: int) -> sp.Hand:
    """A hand in which every seat plays its first legal action."""
    hand = game.deal(seed=seed, dealer=seed % game.players)
    while not hand.over:
        hand.play(0)
    return hand


@pytest.mark.parametrize("rules", PRESETS)
def test_hands_come_back_from_records_and_pickles(rules: str) -> None:
    game = sp.Game(rules)
    hand = played(game, 3)
    line = hand.record()
    again = sp.Hand.from_record(line)
    assert again.record() == line
    assert again.over
    assert pickle.loads(pickle.dumps(hand)).record() == line
    assert pickle.loads(pickle.dumps(game)) == game
    assert sp.Game.from_toml(game.to_toml()) == game
    score = hand.score()
    assert [sum(kinds.values()) for kinds in score.kinds] == score.points or score.shutout is not None
    if game.sides == 2:
        assert sum(score.margins) == 0
    assert sum(len(hand.pile(side)) for side in range(game.sides)) <= len(game.cards)


@pytest.mark.parametrize("rules", PRESETS)
def test_steps_lead_to_the_same_hand_as_actions(rules: str) -> None:
    game = sp.Game(rules)
    by_actions = game.deal(seed=5)
    by_steps = by_actions.copy()
    turn = 0
    while not by_actions.over:
        turn += 1
        choice = by_actions.actions[turn % len(by_actions.actions)]
        path = by_steps.steps_of(choice)
        for number, step in enumerate(path):
            assert step in by_steps.legal_steps
            assert by_steps.steps_taken == path[:number]
            assert by_steps.take(step) == (number == len(path) - 1)
        by_actions.play(choice)
        assert by_steps.history == by_actions.history
    assert by_steps.over
    assert by_steps.legal_steps == []


@pytest.mark.parametrize("rules", PRESETS)
def test_a_view_is_read_from_json_and_from_a_record_with_unknown_cards(rules: str) -> None:
    for seed in range(6):
        hand = sp.Game(rules).deal(seed=seed)
        for _ in range(seed * 3):
            if len(hand.actions) > 0:
                hand.play(len(hand.actions) // 2)
        if hand.over:
            continue
        view = hand.view()
        assert sp.View.read(view.json(), rules) == view
        assert sp.View.read(view.record()) == view
        hidden = view.sample(seed=9).view()
        assert (hidden.json(), hidden.record()) == (view.json(), view.record())
        wrong = json.dumps(json.loads(view.json()) | {"stock_cards": 99})
        with pytest.raises(ValueError, match=r"stock_cards: expected \d+, found 99"):
            sp.View.read(wrong, rules)
    with pytest.raises(ValueError, match="all cards"):
        sp.Hand.from_record(sp.Game(rules).deal(seed=1).view().record())


def test_a_view_from_an_app_is_decided_as_by_the_engine() -> None:
    questions = Path(__file__).parents[3] / "dist/bot/questions.jsonl"
    if not questions.exists():
        pytest.skip("the questions are not here: tools/bot.sh makes them")
    agents: dict[tuple[str, str], sp.Thinker] = {}
    for line in questions.read_text().splitlines():
        question, answer = json.loads(line).values()
        rules, text = question["rules"], question["agent"]
        agent = agents.setdefault((rules, text), sp.Thinker(rules, text))
        view = sp.View.read(json.dumps(question["view"]), rules)
        decision = agent.decide(view, seed=question["seed"])
        assert str(decision.action) == answer["action"], question
        policy = {one["action"]: one["policy"] for one in answer["actions"]}
        told = dict(zip(map(str, decision.actions), decision.policy, strict=True))
        assert told == pytest.approx(policy), question


def test_a_view_does_not_depend_on_hidden_cards() -> None:
    for rules in PRESETS:
        hand = sp.Game(rules).deal(seed=2)
        for _ in range(5):
            hand.play(0)
        view = hand.view()
        for seed in range(5):
            other = view.sample(seed).view()
            assert other.information_state() == view.information_state(), rules
            assert (other.bits() == view.bits()).all()
            assert (other.inputs() == view.inputs()).all()
            assert [str(action) for action in other.actions] == [str(action) for action in view.actions]


def test_a_copy_goes_on_alone() -> None:
    hand = sp.Game("scopa").deal(seed=1)
    twin, deep = copy.copy(hand), copy.deepcopy(hand)
    hand.play(0)
    assert (hand.ply, twin.ply, deep.ply, hand.copy().ply) == (1, 0, 0, 1)


def test_cards_and_actions_have_names_and_an_order() -> None:
    game = sp.Game("scopone")
    assert str(game.card("7d")) == "7d"
    assert game.card("7d") == game.card("7d") and game.card("Ad") < game.card("7d")
    assert (game.card("Kd").rank, game.card("Kd").value, game.card("Kd").suit) == (10, 10, "d")
    assert [card.index for card in game.cards] == list(range(40))
    hand = game.deal(seed=4)
    action = hand.actions[0]
    assert action == hand.actions[0] and hash(action) == hash(hand.actions[0])
    assert action.kind == "play" and action.card is not None
    hand.play(str(action))
    assert hand.history == [(1, action)]


def test_search_gives_a_policy_and_is_repeatable() -> None:
    view = sp.Game("scopone").deal(seed=9).view()
    first = sp.search(view, "ismcts:simulations=300", seed=4)
    again = sp.search(view, "ismcts:simulations=300", seed=4)
    assert (first.action, first.policy) == (again.action, again.policy)
    assert first.simulations == 300
    assert sum(first.policy) == pytest.approx(1, abs=1e-5)
    assert first.actions == view.actions
    assert sp.search(view, "greedy").points is None
    assert sp.search(view, "ismcts", simulations=20).simulations == 20


def test_a_solution_that_would_take_hours_is_refused() -> None:
    hand = sp.Game("scopone").deal(seed=1)
    refused(ValueError, "36 cards are left to play: expected at most 26; most=36 solves it", sp.solve, hand)
    while hand.ply < 30:
        hand.play(0)
    with pytest.raises(ValueError, match="6 cards are left to play: expected at most 5"):
        sp.solve(hand, most=5)


def test_a_place_has_the_range_of_the_game() -> None:
    game = sp.Game("scopone")
    hand = game.deal(seed=1)
    for number in (4, 7, -1, 1 << 70):
        for call in (lambda seat: game.deal(dealer=seat), game.side, hand.view, hand.cards, hand.view().known):
            with pytest.raises(IndexError, match=r"(seat|dealer) .*: expected a number from 0 to 3"):
                call(number)
        for call in (hand.pile, hand.view().pile, hand.view().sweeps):
            with pytest.raises(IndexError, match=r"side .*: expected a number from 0 to 1"):
                call(number)
    with pytest.raises(IndexError, match="dealer 2: expected a number from 0 to 1"):
        sp.efg(sp.Game("mini_scopa"), dealer=2)


def test_solve_gives_the_outcome_of_open_cards() -> None:
    hand = sp.Game("scopone_scientifico").deal(seed=6)
    while hand.ply < 34:
        hand.play(0)
    side = hand.side
    values = dict(sp.solve(hand))
    best = max(values, key=lambda action: values[action])
    while not hand.over:
        values_here = dict(sp.solve(hand))
        hand.play(max(values_here, key=lambda action: values_here[action]))
    assert hand.score().margins[side] == values[best]


def test_threads_may_use_different_objects_at_once() -> None:
    lines: list[str] = []

    def work(seed: int) -> None:
        lines.append(played(sp.Game("cirulla"), seed).record())

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(lines) == sorted(played(sp.Game("cirulla"), seed).record() for seed in range(8))


def test_a_hand_that_is_in_a_call_is_not_pickled() -> None:
    hand = sp.Game("scopa").deal(seed=1)

    class Place:
        def __index__(self) -> int:
            refused(RuntimeError, "mutably borrowed", pickle.dumps, hand)
            return 0

    hand.play(Place())
    assert hand.ply == 1


def refused(kind: type[Exception], words: str, call: object, *args: object, **kwargs: object) -> None:
    assert callable(call)
    with pytest.raises(kind, match=words):
        call(*args, **kwargs)


def test_bad_input_is_named(tmp_path: Path) -> None:
    game = sp.Game("scopa")
    hand = game.deal(seed=1)
    refused(ValueError, "`nope` not found: expected a preset or a TOML file", sp.Game, "nope")
    refused(TypeError, "PathLike", sp.Game, 3)
    refused(ValueError, "plyers", sp.Game.from_toml, "base = 'scopa'\nplyers = 2")
    (tmp_path / "mine.toml").write_text("base = 'scopa'\nname = 'mine'\nplayers = 99\n")
    refused(ValueError, "mine.toml.*players", sp.Game, tmp_path / "mine.toml")
    refused(IndexError, "dealer 2: expected a number from 0 to 1", game.deal, dealer=2)
    refused(ValueError, "cards", game.deal, cards=game.cards[:39])
    refused(ValueError, "twice", game.deal, cards=[game.cards[0]] * 40)
    refused(ValueError, "not a card of the 40-card deck", game.card, "9d")
    refused(IndexError, "action 99: expected a number from 0 to", hand.play, 99)
    refused(IndexError, "action -1", hand.play, -1)
    refused(TypeError, "expected an Action, its text, or its place", hand.play, 1.5)
    refused(TypeError, "expected an Action, its text, or its place", hand.play, None)
    refused(ValueError, "is not legal for seat 1: expected one of", hand.play, "Kd x As")
    refused(ValueError, "expected `CARD`", hand.play, "7d y")
    refused(ValueError, "step 168 is not legal", hand.take, 168)
    refused(IndexError, "side 2", hand.pile, 2)
    refused(IndexError, "seat 7", hand.view, 7)
    refused(ValueError, "not over", hand.score)
    refused(ValueError, "unknown agent type `nobody`", sp.search, hand.view(), "nobody")
    refused(ValueError, "seat 0 is not to act", sp.search, hand.view(0), "greedy")
    refused(ValueError, "seat 0 is not to act", hand.view(0).inputs)
    refused(ValueError, "line 1", sp.Hand.from_record, "{}")
    over = played(game, 1)
    refused(ValueError, "the hand is over", over.play, 0)
    refused(ValueError, "the hand is over", sp.solve, over)
    refused(ValueError, "the hand is over", sp.search, over.view(), "greedy")
    refused(ValueError, "more than 1000 nodes", _core.efg, game, most=1000)


def test_an_action_of_another_deck_is_refused_by_its_own_text() -> None:
    other = sp.Game("cicera").deal(seed=1)
    king = next(action for action in other.actions if action.card is not None and action.card.rank == 13)
    hand = sp.Game("scopa").deal(seed=1)
    for call in (hand.play, hand.steps_of):
        refused(ValueError, f"`{king}` is not legal for seat 1: expected one of", call, king)


@pytest.mark.parametrize("wrong", [-1, 2**64, 10**6000, np.int64(-1)], ids=["low", "high", "huge", "numpy"])
def test_integers_out_of_range_are_named_with_their_range(wrong: int) -> None:
    game = sp.Game("scopa")
    hand = game.deal(seed=1)
    view = hand.view()
    search = sp.NetSearch(Zeros())
    numbers = {
        "seed": [
            game.deal,
            view.sample,
            lambda seed: sp.search(view, "greedy", seed),
            lambda s: search.search([view], s),
        ],
        "simulations": [lambda few: sp.search(view, "greedy", simulations=few), lambda few: _core.Searcher(0, few, 1)],
        "millis": [lambda few: sp.Thinker(game, "greedy").decide(view, millis=few)],
        "leaves": [lambda few: _core.Searcher(0, 1, few)],
        "hands": [lambda few: sp.arena(game, ["greedy", "random"], hands=few)],
        "threads": [lambda few: sp.arena(game, ["greedy", "random"], threads=few)],
        "width": [lambda few: sp.NetSearch(Zeros(), width=few)],
        "most": [lambda few: _core.efg(game, most=few)],
    }
    for name, calls in numbers.items():
        for call in calls:
            refused(ValueError, rf"{name} is .*: expected an integer from \d+ to \d+", call, wrong)
    places = {
        "dealer": [lambda seat: game.deal(dealer=seat)],
        "seat": [game.side, hand.cards, hand.view, view.known, view.played],
        "side": [hand.pile, view.pile, view.sweeps],
        "step": [game.step_text, hand.take],
        "action": [hand.play, hand.steps_of],
    }
    for name, calls in places.items():
        for call in calls:
            refused(IndexError, rf"{name} .*: expected a number from 0 to \d+", call, wrong)


def test_integers_of_numpy_are_integers_and_flags_are_none() -> None:
    game = sp.Game("scopa")
    hand = game.deal(seed=np.uint64(2**64 - 1), dealer=np.int8(1))
    assert hand.record() == game.deal(2**64 - 1, 1).record()
    view = hand.view(np.int32(0))
    assert view.hand == hand.cards(np.array(0))  # type: ignore[arg-type]
    assert hand.pile(np.int64(0)) == view.pile(np.int16(0))
    hand.take(np.uint8(hand.legal_steps[0]))
    hand.play(np.int64(0))
    assert sp.search(hand.view(), "greedy", np.int64(3), np.int32(4), np.uint8(5)).simulations == 0
    for call in (game.deal, hand.cards, hand.take, view.sample):
        refused(TypeError, "is True: expected an integer", call, True)
        refused(TypeError, "is '0': expected an integer", call, "0")
    refused(ValueError, "simulations is 0: expected an integer from 1 to", sp.search, view, "greedy", simulations=0)


@pytest.mark.parametrize("name", sp.Game.presets())
def test_what_is_shown_can_be_pickled_and_copied(name: str) -> None:
    game = sp.Game(name)
    hand = game.deal(seed=5)
    while not hand.over:
        view = hand.view()
        for one in (view.hand, view.actions, view.actions[0]):
            again = pickle.loads(pickle.dumps(one))
            assert again == copy.deepcopy(one) == one
            assert str(again) == str(one)
        hand.play(len(hand.actions) // 2)
    score = pickle.loads(pickle.dumps(hand.score()))
    assert score == hand.score() and score.points == hand.score().points


def test_decisions_can_be_pickled() -> None:
    decision = sp.search(sp.Game("cirulla").deal(seed=1).view(), "ismcts:simulations=20")
    again = pickle.loads(pickle.dumps(decision))
    for field in ("action", "actions", "policy", "points", "simulations", "millis"):
        assert getattr(again, field) == getattr(decision, field)


@pytest.mark.parametrize("name", sp.Game.presets())
def test_a_pickled_view_tells_what_its_seat_knows_and_no_more(name: str) -> None:
    hand = sp.Game(name).deal(seed=7)
    while not hand.over:
        for partners_open in (False, True):
            view = hand.view(hand.seat, partners_open)
            sent = pickle.dumps(view)
            again = pickle.loads(sent)
            assert again.information_state() == view.information_state()
            assert (again.bits() == view.bits()).all() and again.actions == view.actions
            assert again.partners_open == partners_open
            # The bytes must not depend on the hidden cards.
            other = view.sample(3).view(view.seat, partners_open)
            assert pickle.dumps(other) == sent
            assert copy.copy(view) is copy.deepcopy(view) is view
        hand.play(len(hand.actions) // 2)


def test_a_thinker_takes_what_names_a_game(tmp_path: Path) -> None:
    view = sp.Game("scopa").deal().view()
    path = tmp_path / "mine.toml"
    path.write_text(sp.Game("scopa").to_toml())
    found = {sp.Thinker(rules, "greedy").decide(view).action for rules in ("scopa", sp.Game("scopa"), path, str(path))}
    assert len(found) == 1
    refused(ValueError, "expected a preset or a TOML file", sp.Thinker, "poker", "greedy")
    refused(TypeError, "PathLike", sp.Thinker, 3, "greedy")


class Zeros(sp.Evaluator):
    """An evaluator that returns zeros."""

    def evaluate(self, batch: sp.Batch) -> tuple[Any, Any]:
        return np.zeros(len(batch)), np.zeros(len(batch.actions))


def test_examples_in_docstrings() -> None:
    for module in (spariglio,):
        assert doctest.testmod(module).failed == 0


def test_the_package_has_no_names_by_accident() -> None:
    """What is public is listed; all else is a module."""
    public = {name for name, value in vars(sp).items() if name[0] != "_" and not isinstance(value, types.ModuleType)}
    assert public == set(sp.__all__)
    assert public | {"__version__", "vector"} <= set(dir(sp))
    assert sp.__version__ == _core.VERSION


@pytest.mark.parametrize(("kind", "other"), [(sp.ArenaResult, sp.MatchesResult), (sp.MatchesResult, sp.ArenaResult)])
def test_a_changed_figure_of_a_file_has_no_effect_and_a_changed_sum_is_refused(
    kind: Any, other: Any, tmp_path: Path
) -> None:
    agents, file = ["greedy", "random"], tmp_path / "result.json"
    result = sp.arena("scopa", agents, hands=40) if kind is sp.ArenaResult else sp.matches("scopa", agents, matches=16)
    result.save(file)
    assert kind.load(file).data == result.data
    with pytest.raises(ValueError, match=r"result\.json: expected a result of"):
        other.load(file)
    data = json.loads(file.read_text())
    data["pairs"][0]["figures"]["margin"]["mean"] = 99.0
    file.write_text(json.dumps(data))
    assert kind.load(file).pairs == result.pairs
    data["pairs"][0]["sums"]["tally"]["loss"] = {"count": 1, "sum": 1, "squares": 1}
    file.write_text(json.dumps(data))
    with pytest.raises(ValueError, match=r"result\.json: seal: found"):
        kind.load(file)
