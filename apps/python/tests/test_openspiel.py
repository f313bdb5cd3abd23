"""OpenSpiel: its own tests on all presets, playthroughs, and the values of small games."""

from __future__ import annotations

import copy
import hashlib
import importlib.metadata
import json
import math
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pytest

import spariglio as sp
from spariglio import _core

pyspiel = pytest.importorskip("pyspiel")
so = pytest.importorskip("spariglio.openspiel")
cfr = pytest.importorskip("open_spiel.python.algorithms.cfr")
from spariglio._spiel.plan import Plan  # noqa: E402

PRESETS = sp.Game.presets()
PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
OPEN_SPIEL = importlib.metadata.version("open_spiel")


def load(rules: object, dealer: int = 0) -> Any:
    return pyspiel.load_game("python_spariglio", {"rules": str(rules), "dealer": dealer})


def states(game: Any, seed: int) -> Iterator[Any]:
    """The states of a random play after the deal."""
    rng = np.random.default_rng(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(actions, p=chances))
        else:
            yield state.clone()
            state.apply_action(rng.choice(state.legal_actions()))
    yield state


def in_a_decision(game: Any) -> Any:
    """A state in the middle of a decision."""
    found = (state for seed in range(100) for state in states(game, seed) if state.hand.steps_taken)
    return next(found)


# OpenSpiel's test suites.


@pytest.mark.parametrize("name", PRESETS)
def test_random_simulation(name: str) -> None:
    game = load(name, dealer=1)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False, mask_test=True)


def folded(lines: list[str]) -> list[str]:
    """A shortened playthrough: unreadable parts of a state are replaced by a digest, and long lines are cut."""
    read = ("game:", "GameType", "NumP", "MinU", "MaxU", "MaxG", "MaxC", "UtilityS", "ToString", "# State", "# Apply")
    read += ("action:", "CurrentPlayer", "StringLegal", "Returns")
    out: list[str] = []
    rest = hashlib.sha256()
    for line in [*lines, "# State"]:
        if line.startswith("# State"):
            out.append(f"All else: {rest.hexdigest()[:16]}")
        rest.update(line.encode() + b"\n")
        if line.startswith(read):
            out.append(line if len(line) <= 120 else f"{line[:120]}...")
    return out[:-1]


def playthrough(name: str) -> str:
    from open_spiel.python.algorithms import generate_playthrough as kit

    texts: dict[bytes, str] = {}

    def format_vec(row: Any, whole: Any = kit._format_vec) -> str:
        """As in OpenSpiel, with a cache, because it is slow and most rows occur often."""
        key = row.tobytes()
        if key not in texts:
            texts[key] = whole(row)
        return texts[key]

    with mock.patch.object(kit, "_format_vec", format_vec):
        lines = "\n".join(kit.playthrough_lines(f"python_spariglio(rules={name})", seed=1)).split("\n")
    return "\n".join(folded(lines)) + "\n"


@pytest.mark.skipif(not OPEN_SPIEL.startswith("2."), reason="written with OpenSpiel 2")
@pytest.mark.parametrize("name", PRESETS)
def test_playthrough(name: str) -> None:
    """The play must not change. If a change is intended, `python tests/test_openspiel.py` writes the files again."""
    assert playthrough(name) == (PLAYTHROUGHS / f"{name}.txt").read_text(encoding="utf-8")


# Games and chance.


def test_parameters() -> None:
    game = pyspiel.load_game("python_spariglio(rules=cirulla,dealer=1)")
    assert game.rules == sp.Game("cirulla")
    assert game.get_parameters() == {"rules": "cirulla", "dealer": 1}
    assert next(states(game, 0)).current_player() == 0
    with pytest.raises(ValueError, match="dealer is 2: expected a seat from 0 to 1"):
        load("cirulla", dealer=2)
    with pytest.raises(ValueError, match="no_such_rules"):
        load("no_such_rules")


@pytest.mark.parametrize(("name", "total"), [("scopone", 0.0), ("cirulla", 0.0), ("scopone_messina", None)])
def test_returns_are_margins_of_sides(name: str, total: float | None) -> None:
    game = load(name)
    assert game.utility_sum() == total
    sums = set()
    for seed in range(6):
        *_, last = states(game, seed)
        margins = last.hand.score().margins
        assert last.returns() == [margins[game.rules.side(seat)] for seat in range(game.num_players())]
        sums.add(sum(last.returns()))
    assert sums == {0.0} if total == 0.0 else len(sums) > 1


def test_a_file_of_rules(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('base = "scopa"\nname = "mine"\nplayers = 6\nsides = 3\n[deal]\ntable = 4\nrounds = [3, 3]\n')
    game = load(file)
    assert (game.num_players(), game.utility_sum()) == (6, None)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "most"), [("scopone", 2), ("cirulla", 1)])
def test_valid_deals_are_equally_likely(name: str, most: int) -> None:
    game = load(name)
    tables = sum(math.comb(4, few) * math.comb(36, 4 - few) for few in range(most + 1))
    valid = tables * math.factorial(4) * math.factorial(36)
    watched = {10: 36, 1: 0}[10 if most == 2 else 1]
    for seed in range(4):
        rng = np.random.default_rng(seed)
        state = game.new_initial_state()
        chance = 1.0
        while state.is_chance_node():
            outcomes = dict(state.chance_outcomes())
            assert math.isclose(sum(outcomes.values()), 1.0)
            rank = [card for card in outcomes if watched <= card < watched + 4]
            card = rank[0] if rank and seed == 0 else int(rng.choice(list(outcomes)))
            chance *= outcomes[card]
            state.apply_action(card)
        assert math.isclose(chance * valid, 1.0)


def test_small_games_deal_no_misdeal() -> None:
    rules = sp.Game("mini_scopa").to_toml().replace("table = 0", "table = 2").replace("[2, 2]", "[2]")
    plan = Plan(sp.Game.from_toml(rules.replace('misdeal = "none"', 'misdeal = "two_aces"')), 0)
    tables = plan.chance(b"")
    assert len(tables) == math.comb(8, 2) - 1
    assert {len(plan.drawn(outcome)) for outcome, _ in tables} == {2}
    assert plan.outcome([0, 1]) not in dict(tables)
    assert math.isclose(sum(chance for _, chance in tables), 1.0)


# States.


def test_steps_in_words() -> None:
    game = load("cirulla")
    words = set()
    for seed in range(8):
        for state in states(game, seed):
            for action in state.legal_actions():
                text = state.action_to_string(action)
                assert state.string_to_action(text) == action
                words.add(text.split()[0])
    assert {"play", "take", "declare", "pass"} <= words
    assert game.new_initial_state().action_to_string(0) == "deal Ad"


@pytest.mark.parametrize("name", ["cicera", "cirilla", "mini_scopa"])
def test_copies_and_pickles(name: str) -> None:
    """Also during the deal and in the middle of a decision."""
    game = load(name)
    found = [game.new_initial_state(), game.new_initial_state()]
    found[1].apply_action(found[1].legal_actions()[-1])
    found += list(states(game, 1))[::7]
    found += [in_a_decision(game)] if name == "cicera" else []
    for state in found:
        text = pyspiel.serialize_game_and_state(game, state)
        copies = [state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
        for other in [*copies, pyspiel.deserialize_game_and_state(text)[1]]:
            assert (str(other), other.history()) == (str(state), state.history())
            for seat in range(game.num_players()):
                assert other.information_state_string(seat) == state.information_state_string(seat)
                assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
                assert other.observation_tensor(seat) == state.observation_tensor(seat)
            assert other.legal_actions() == state.legal_actions()
            if not state.is_terminal():
                other.apply_action(other.legal_actions()[0])
                assert str(other) != str(state)


@pytest.mark.parametrize("name", ["scopone", "cirulla", "cirilla", "cirullone", "cicera_six", "mini_scopa"])
def test_resampled_states_look_the_same(name: str) -> None:
    game = load(name)
    rng = np.random.default_rng(0)
    others = 0
    for state in list(states(game, 5))[::5] + ([in_a_decision(game)] if name == "cicera_six" else []):
        for seat in range(game.num_players()):
            other = state.resample_from_infostate(seat, rng.random)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            others += str(other) != str(state)
    assert others > 0


@pytest.mark.parametrize("name", ["cirulla", "cirilla", "mini_scopa"])
def test_tensors_tell_what_texts_tell(name: str) -> None:
    game = load(name)
    for what in ("information_state", "observation"):
        pairs = set()
        for seed in range(4):
            for state in states(game, seed):
                for seat in range(game.num_players()):
                    text = getattr(state, f"{what}_string")(seat)
                    tensor = np.array(getattr(state, f"{what}_tensor")(seat)).tobytes()
                    pairs.add((text, tensor))
        texts, tensors = zip(*pairs, strict=True)
        assert len(pairs) == len(set(texts)) == len(set(tensors)) > 50


def test_steps_of_a_decision_are_private() -> None:
    state = in_a_decision(load("cicera"))
    seat = state.current_player()
    texts = [state.information_state_string(seat) for seat in range(4)]
    assert [text.count("; play") for text in texts] == [int(other == seat) for other in range(4)]
    assert "; play" in state.observation_string(seat)


def test_automatic_declarations_are_remembered() -> None:
    """No action shows these declarations. The other seats saw the cards, whichever seat showed them, and still know
    them at the end."""
    game = load("cirilla")
    showing = set()
    for seed in range(30):
        *_, last = states(game, seed)
        for deal_round, seat, cards in last.hand.view(0).shown:
            assert cards == game.plan.hand_cards(last.hand, deal_round, seat)
            text = f"seat {seat} shows {game.plan.text(cards)}"
            assert all(text in last.information_state_string(observer) for observer in range(2))
            showing.add(seat)
    assert showing == {0, 1}


def test_observations_of_the_moment() -> None:
    game = load("cirulla_4")
    observer = game.make_py_observer()
    for state in states(game, 2):
        hand = state.hand
        for seat in range(4):
            observer.set_from(state, seat)
            shown = {name: array.tolist() for name, array in observer.dict.items()}
            own = {card.index for card in hand.cards(seat)}
            assert {place for place, there in enumerate(shown["hand"]) if there} == own
            assert {place for place, there in enumerate(shown["table"]) if there} == {c.index for c in hand.table}
            assert shown["hand_sizes"] == [len(hand.cards((seat + ahead) % 4)) for ahead in range(4)]
            assert shown["dealer"].index(1) == -seat % 4
            if not hand.over:
                assert shown["to_act"].index(1) == (hand.seat - seat) % 4


@pytest.mark.parametrize("name", ["scopone", "cirulla_4", "cirilla", "cirullone", "cicera_six", "mini_scopa"])
def test_information_states_hold_the_hand(name: str) -> None:
    """The arrays with perfect recall are what the seat was dealt and what happened since, and two of them are equal
    only if the views are."""
    game = load(name, dealer=1)
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    views: dict[bytes, set[sp.View]] = {}
    ends = np.cumsum([game.num_players(), len(game.rules.cards), len(game.rules.cards)])

    def cards(row: np.ndarray) -> list[sp.Card]:
        return [card for card, there in zip(game.rules.cards, row, strict=True) if there]

    for seed in range(3):
        for state in states(game, seed):
            hand, seat = state.hand, seed % game.num_players()
            view = hand.view(seat)
            observer.set_from(state, seat)
            views.setdefault(observer.tensor.tobytes(), set()).add(view)
            shown = observer.dict
            assert (shown["player"].argmax(), shown["dealer"].argmax()) == (seat, 1)
            assert cards(shown["first_table"]) == game.plan.first_table(hand)
            for deal_round, row in enumerate(shown["dealt"]):
                dealt = game.plan.hand_cards(hand, deal_round, seat) if deal_round <= hand.deal_round else []
                assert cards(row) == dealt
            steps = hand.steps_taken if hand.seat == seat and not hand.over else []
            assert shown["steps"].nonzero()[0].tolist() == sorted(steps)
            assert int(shown["turns"].any(axis=1).sum()) == len(hand.history)
            for row, (actor, action) in zip(shown["turns"], hand.history, strict=False):
                seats, played, others, rest = np.split(row, ends)
                assert (seats.argmax(), cards(others)) == (actor, sorted(action.captured + action.declared))
                assert cards(played) == ([action.card] if action.card else [])
                assert rest[-1] == (action.kind == "pass")
            if name == "cirilla":
                found = [(*place, cards(shown["shown"][tuple(place)])) for place in np.argwhere(shown["shown"].any(2))]
                assert sorted(found) == sorted(view.shown)
    assert len(views) > 20 and all(len(alike) == 1 for alike in views.values())


def test_arrays_that_do_not_fit_are_refused() -> None:
    arrays = _core.Arrays(sp.Game("scopa"), recall=False, public=True, private=True, turns=0)
    tensor = np.zeros(sum(math.prod(shape) for _, shape in arrays.shapes()), np.float32)
    arrays.fill(tensor, None, 1)
    assert tensor[:2].tolist() == [0, 1] and tensor.sum() == 1
    with pytest.raises(ValueError, match=f"tensor has 3 numbers: expected {len(tensor)}"):
        arrays.fill(tensor[:3], None, 0)
    with pytest.raises(ValueError, match="hand is one of `scopone`: expected one of `scopa`"):
        arrays.fill(tensor, sp.Game("scopone").deal(), 0)
    with pytest.raises(IndexError, match="seat 2"):
        arrays.fill(tensor, None, 2)


def test_public_and_private_information() -> None:
    game = load("scopone")
    state = list(states(game, 3))[12]
    nobody, single = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER
    for recall in (False, True):
        kind = pyspiel.IIGObservationType(public_info=True, perfect_recall=recall, private_info=nobody)
        public = game.make_py_observer(kind)
        kind = pyspiel.IIGObservationType(public_info=False, perfect_recall=recall, private_info=single)
        private = game.make_py_observer(kind)
        both = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=recall))
        assert set(public.dict) | set(private.dict) == set(both.dict)
        assert set(public.dict) & set(private.dict) == {"player"}
        hidden = {str(card) for card in state.hand.cards(1)}
        assert hidden & set(private.string_from(state, 1).replace(";", "").split()) == hidden
        assert not hidden & set(public.string_from(state, 1).replace(";", "").split())
    with pytest.raises(ValueError, match="ALL_PLAYERS"):
        everybody = pyspiel.PrivateInfoType.ALL_PLAYERS
        game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, private_info=everybody))
    with pytest.raises(ValueError, match="expected none"):
        game.make_py_observer(None, {"size": 1})


# Agents.


def test_an_agent_as_a_policy() -> None:
    """The product of the steps' probabilities is the probability of the action."""
    game = load("cicera")
    policy = so.AgentPolicy(game, "random")
    start = next(state for state in states(game, 0) if max(len(state.hand.steps_of(a)) for a in state.hand.actions) > 2)
    actions = start.hand.actions
    for action in actions:
        chance, at = 1.0, start.clone()
        for step in start.hand.steps_of(action):
            shares = policy.action_probabilities(at)
            assert sorted(shares) == at.legal_actions() and math.isclose(sum(shares.values()), 1.0)
            chance *= shares[step]
            at.apply_action(step)
        assert math.isclose(chance, 1 / len(actions), rel_tol=1e-5)
    with pytest.raises(ValueError, match="expected the seat to act"):
        policy.action_probabilities(start, (start.current_player() + 1) % 4)


def test_information_set_search_of_open_spiel() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game = load("mini_scopa")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 30, random_state=np.random.RandomState(1))
    state = next(states(game, 1))
    assert bot.step(state) in state.legal_actions()


# Small games.


def test_the_tree_is_the_game() -> None:
    """Information sets with a choice, decisions, ends and the value of random play are those of the Python game."""
    counts = {"decisions": 0, "ends": 0}
    sets = set()

    def value(state: Any) -> float:
        if state.is_terminal():
            counts["ends"] += 1
            return float(state.returns()[0])
        if state.is_chance_node():
            return math.fsum(chance * value(state.child(outcome)) for outcome, chance in state.chance_outcomes())
        hand = state.progress.hand
        legal, taken = hand.legal_steps, hand.steps_taken
        if len(legal) == 1:
            return value(state.child(legal[0]))
        if not taken:
            counts["decisions"] += 1
            sets.add(state.information_state_string())
        paths = [path for path in map(hand.steps_of, hand.actions) if path[: len(taken)] == taken]
        following = [path[len(taken)] for path in paths]
        return math.fsum(following.count(step) * value(state.child(step)) for step in legal) / len(paths)

    random = value(load("mini_scopone").new_initial_state())
    decisions, ends, information_sets = sp.efg(sp.Game("mini_scopone"))[1:]
    assert {"decisions": decisions, "ends": ends} == counts
    assert information_sets == len(sets)
    tree = so.tree("mini_scopone")
    assert {name for name, _, _ in so.information_sets("mini_scopone")} == set(
        pyspiel.CFRSolver(tree).tabular_average_policy().policy_table()
    )
    uniform = pyspiel.UniformRandomPolicy(tree)
    values = pyspiel.expected_returns(tree.new_initial_state(), uniform, -1, True)
    assert values == pytest.approx([random, -random], abs=1e-9)


def drop_rounding(nodes: dict[str, Any]) -> None:
    """Sets regrets to 0 if they differ from 0 only by rounding, so that rounding does not decide."""
    for node in nodes.values():
        for action, regret in node.cumulative_regret.items():
            node.cumulative_regret[action] = regret if regret > 1e-12 else 0.0


def test_counterfactual_regret_minimisation() -> None:
    """After each iteration, `exploit --solve` is as far from an equilibrium as OpenSpiel's CFR+."""
    tree = so.tree("mini_scopone")
    for iterations in (1, 2, 5):
        with mock.patch.object(cfr, "_apply_regret_matching_plus_reset", drop_rounding):
            solver = cfr.CFRPlusSolver(tree)
            for _ in range(iterations):
                solver.evaluate_and_update_policy()
        average = pyspiel.TabularPolicy(solver.average_policy().to_dict())
        expected = pyspiel.exploitability(tree, average)
        arguments = ["exploit", "--rules", "mini_scopone", "--solve", str(iterations), "--json"]
        command = [sys.executable, "-m", "spariglio", *arguments]
        lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
        assert json.loads(lines[-1])["exploitability"] == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("name", ["mini_scopone", "mini_scopa"])
@pytest.mark.parametrize("agent", ["greedy", "random", "pimc:worlds=4", "ismcts:simulations=30"])
def test_exploitability_of_agents(name: str, agent: str) -> None:
    """OpenSpiel and Rust find the same exploitability for the table of an agent."""
    exact = sp.exploitability(sp.Game(name), agent)[2]
    assert so.exploitability(name, agent) == pytest.approx(exact, abs=1e-9)


def test_an_agent_for_each_seat() -> None:
    """Seat 0 plays at random, seat 1 does not."""
    policy = so.policy("mini_scopone", ["random", "greedy"]).policy_table()
    shares = {seat: [dict(found).values() for name, found in policy.items() if name[0] == seat] for seat in "01"}
    assert all(len(set(found)) == 1 for found in shares["0"])
    assert all(set(found) == {0.0, 1.0} for found in shares["1"])
    with pytest.raises(ValueError, match="3 agents: expected one, or one for each of 2 seats"):
        so.policy("mini_scopone", ["random"] * 3)
    with pytest.raises(ValueError, match="expected a game of two"):
        so.exploitability("scopone", "random")
    with pytest.raises(ValueError, match="nodes"):
        so.tree("scopa")


def test_an_outcome_that_is_not_possible_is_refused() -> None:
    state = pyspiel.load_game("python_spariglio(rules=scopa)").new_initial_state()
    state.apply_action(0)
    for wrong in (0, 40, 9999):
        with pytest.raises(ValueError, match=f"outcome {wrong} is not possible"):
            state.apply_action(wrong)


if __name__ == "__main__":
    PLAYTHROUGHS.mkdir(exist_ok=True)
    for preset in PRESETS:
        (PLAYTHROUGHS / f"{preset}.txt").write_text(playthrough(preset), encoding="utf-8")
