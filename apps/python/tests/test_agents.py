"""Python agents in the arena and in the search: the same figures as from Rust, and errors with deal, seed and seat."""

import json
import os
import random
import sys
from typing import Any

import numpy as np
import pytest

import spariglio as sp
from spariglio import contest


class Greedy(sp.Agent):
    """Plays like `greedy`."""

    thinker: sp.Thinker | None = None

    def act(self, view: sp.View) -> sp.Action:
        self.thinker = self.thinker or sp.Thinker(view.game, "greedy")
        return self.thinker.decide(view).action


class Chance(sp.Agent):
    """A random action, drawn from the seed of the hand."""

    def start_hand(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def act(self, view: sp.View) -> int:
        return self.rng.randrange(len(view.actions))


class Last(sp.Agent):
    """The last legal action, by its text."""

    def act(self, view: sp.View) -> str:
        return str(view.actions[-1])


class LastOfMany(sp.BatchAgent):
    """The same agent, many rows at a time."""

    name = "Last"
    obs = "none"
    width = 7

    def act(self, batch: sp.Batch) -> Any:
        return batch.n_legal.astype(np.int64) - 1


class Wide(LastOfMany):
    width = 1000


def figures(result: sp.ArenaResult) -> list[Any]:
    return [(pair.hands, pair.mean, pair.standard_error, pair.interval, pair.win) for pair in result.pairs]


def test_a_copy_of_an_agent_of_rust_has_its_figures() -> None:
    for rules in ("scopone", "cirulla"):
        own = sp.arena(rules, [Greedy, "formula"], hands=60, seed=3)
        rust = sp.arena(rules, ["greedy", "formula"], hands=60, seed=3)
        assert figures(own) == figures(rust)


@pytest.mark.parametrize("rules", ["scopone", "scopa", "cirulla", "cicera"])
def test_figures_depend_neither_on_threads_nor_on_how_many_at_once(rules: str) -> None:
    results = [
        sp.arena(rules, [agent, "greedy"], hands=200, seed=5, threads=threads)
        for agent in (Last, LastOfMany, Wide)
        for threads in (1, 2)
    ]
    assert all(figures(result) == figures(results[0]) for result in results)
    both = [sp.arena(rules, [agent, Chance], hands=100, threads=threads) for agent, threads in ((Last, 1), (Wide, 2))]
    assert figures(both[0]) == figures(both[1])


def test_parts_make_the_whole_and_more_hands_go_on() -> None:
    whole = sp.arena("scopone", [Last, "greedy"], hands=400, seed=2)
    parts = [sp.arena("scopone", [Last, "greedy"], hands=400, seed=2, part=f"{part}/2") for part in (1, 2)]
    assert figures(parts[0].merge(parts[1])) == figures(whole)
    first = sp.arena("scopone", [Last, "greedy"], hands=100, seed=2)
    assert figures(sp.arena("scopone", [Last, "greedy"], hands=400, seed=2, resume=first)) == figures(whole)


def test_name_and_version_are_in_the_fingerprint() -> None:
    class Other(Last):
        name = "Last"
        version = "2"

    first = sp.arena("scopone", [Last, "greedy"], hands=20)
    assert first.names == ["Last", "greedy"]
    with pytest.raises(ValueError, match="version"):
        sp.arena("scopone", [Other, "greedy"], hands=40, resume=first)


def test_an_exception_ends_the_run_and_says_where() -> None:
    class Fails(sp.Agent):
        def act(self, view: sp.View) -> int:
            if view.ply > 10:
                raise LookupError("no idea")
            return 0

    with pytest.raises(RuntimeError, match=r"LookupError: no idea \(deal \d+ of seed 4, seat \d\)") as found:
        sp.arena("scopone", [Fails, "greedy"], hands=20, seed=4)
    assert isinstance(found.value.__cause__, LookupError)


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        (99, "action 99: expected a number from 0 to"),
        ("7d x 3c", "is not legal|is not an action"),
        (None, "expected an Action"),
    ],
)
def test_a_choice_that_is_none_is_named(choice: Any, words: str) -> None:
    class Wrong(sp.Agent):
        def act(self, view: sp.View) -> Any:
            return choice

    with pytest.raises(RuntimeError, match=words):
        sp.arena("scopone", [Wrong, "greedy"], hands=4)


@pytest.mark.parametrize(
    ("places", "words"),
    [
        ([0], "expected"),
        (np.zeros(3), "expected whole numbers"),
        (np.full(1 << 12, 500), "expected"),
        ("x", "expected whole numbers"),
    ],
)
def test_places_that_are_none_are_named(places: Any, words: str) -> None:
    class Wrong(sp.BatchAgent):
        def act(self, batch: sp.Batch) -> Any:
            return places

    with pytest.raises(RuntimeError, match=words):
        sp.arena("scopone", [Wrong, "greedy"], hands=4000, threads=1)


class Judge(sp.Evaluator):
    """A value from the number of own cards; logits from the actions' numbers."""

    calls = 0

    def evaluate(self, batch: sp.Batch) -> tuple[Any, Any]:
        self.calls += 1
        values = batch.obs[:, :52].sum(axis=1) / 40 - 0.1
        return values, (batch.actions % 97) / 50


def test_the_search_asks_for_many_leaves_at_once() -> None:
    judge = Judge()
    views = [sp.Game("scopone").deal(seed=seed).view() for seed in range(32)]
    together = sp.NetSearch(judge, simulations=40).search(views, seed=3)
    calls = judge.calls
    assert calls < 32 * 40
    alone = [sp.NetSearch(judge, simulations=40).search([view], seed=3)[0] for view in views]
    assert [(one.action, one.policy, one.points) for one in together] == [
        (one.action, one.policy, one.points) for one in alone
    ]
    assert judge.calls - calls > calls


def test_a_search_with_an_evaluator_takes_part() -> None:
    results = [
        sp.arena("scopone", [sp.NetSearch(Judge(), simulations=20, width=width), "random"], hands=40, threads=threads)
        for width, threads in ((1, 1), (64, 2))
    ]
    assert figures(results[0]) == figures(results[1])
    assert results[0].names == ["Judge", "random"]


@pytest.mark.parametrize("wrong", [np.float32("nan"), np.float32("inf")])
def test_outputs_that_are_not_finite_are_named(wrong: Any) -> None:
    class Broken(sp.Evaluator):
        def evaluate(self, batch: sp.Batch) -> tuple[Any, Any]:
            return np.full(len(batch), wrong), np.zeros(len(batch.actions))

    with pytest.raises(RuntimeError, match="expected finite numbers"):
        sp.NetSearch(Broken()).search([sp.Game("scopone").deal().view()])


def test_outputs_of_another_length_are_named() -> None:
    class Broken(sp.Evaluator):
        def evaluate(self, batch: sp.Batch) -> tuple[Any, Any]:
            return np.zeros(len(batch)), np.zeros(len(batch))

    with pytest.raises(RuntimeError, match=r"logits of shape \(1,\).*: expected numbers of shape \(\d+,\)"):
        sp.NetSearch(Broken()).search([sp.Game("scopone").deal().view()])


def test_what_is_no_agent_is_named() -> None:
    for wrong, words in [(3, "expected an agent"), (Last(), "expected its class"), (lambda: 3, "expected an Agent")]:
        with pytest.raises(TypeError, match=words):
            sp.arena("scopone", [wrong, "greedy"], hands=4)
    with pytest.raises(ValueError, match="unknown agent type"):
        sp.arena("scopone", ["nobody", "greedy"], hands=4)
    with pytest.raises(ValueError, match="hands"):
        sp.arena("scopone", ["greedy", "random"], hands=0)
    with pytest.raises(ValueError, match="threads is 1000000: expected"):
        sp.arena("scopone", ["greedy", "random"], threads=1_000_000)
    with pytest.raises(ValueError, match="1/2"):
        sp.arena("scopone", ["greedy", "random"], part="3/2")


def test_a_plain_function_is_an_agent() -> None:
    def last(view: sp.View) -> str:
        return str(view.actions[-1])

    own, plain = (sp.arena("scopa", [agent, "greedy"], hands=40, seed=1) for agent in (Last, last))
    assert figures(own) == figures(plain) and plain.names == ["last", "greedy"]
    assert sp.arena("scopa", [lambda view: 0, "greedy"], hands=4).complete
    with pytest.raises(RuntimeError, match="action 99: expected a number from 0 to"):
        sp.arena("scopa", [lambda view: 99, "greedy"], hands=4)

    class Needs(Last):
        def __init__(self, depth: int) -> None:
            self.depth = depth

    for wrong in (Needs, lambda view, depth: 0):
        with pytest.raises(TypeError, match="needs arguments: expected a function without any that makes the agent"):
            sp.arena("scopa", [wrong, "greedy"], hands=4)


def test_a_pool_takes_a_list() -> None:
    assert sp.Pool(["greedy", "formula", "greedy"]).shares == {"greedy": 2, "formula": 1}
    for wrong in ("greedy", 3):
        with pytest.raises(TypeError, match="expected agents with their weights, or a list"):
            sp.Pool(wrong)


def test_two_agents_of_one_name_are_refused_unless_they_are_the_same() -> None:
    def other() -> Last:
        return Last()

    for pair in ([Last, LastOfMany], [Last, other], [sp.NetSearch(Judge()), sp.NetSearch(Judge())]):
        with pytest.raises(ValueError, match=r"two agents are named '(Last|Judge)': expected a name of its own"):
            sp.arena("scopa", pair, hands=4)
    search = sp.NetSearch(Judge(), simulations=2)
    for same in ([Last, Last], [search, search], ["greedy", "greedy"]):
        assert sp.arena("scopa", same, hands=4).pair(0, 1).hands == 4


def test_a_result_that_is_not_complete_says_so() -> None:
    whole = sp.arena("scopa", ["greedy", "random"], hands=40)
    assert whole.complete and "not complete" not in repr(whole) + whole._repr_html_()
    cut = sp.ArenaResult(json.dumps({**whole.data, "complete": False}))
    assert not cut.complete
    assert "not complete" in repr(cut) and "not complete" in cut._repr_html_()


def test_progress_is_told() -> None:
    told: list[Any] = []
    sp.arena("scopone", ["greedy", "random"], hands=20_000, progress=lambda *news: told.append(news))
    assert told and told[-1][0] == ("greedy", "random")


def test_a_long_run_shows_its_progress_where_somebody_looks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def shown(**options: Any) -> str:
        sp.arena("scopa", ["greedy", "random"], hands=4000, **options)
        return capsys.readouterr().err

    assert not shown()
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    # A short run shows nothing.
    monkeypatch.setattr(contest, "_PATIENCE", 1000.0)
    assert not shown()
    monkeypatch.setattr(contest, "_PATIENCE", 0.0)
    assert "greedy against random: 4000 of 4000 hands" in shown()
    assert not shown(progress=False)
    monkeypatch.undo()
    monkeypatch.setattr(contest, "_PATIENCE", 0.0)
    monkeypatch.setitem(sys.modules, "ipykernel", sys)
    assert "4000 of 4000" in shown()


def test_what_progress_raises_ends_the_run() -> None:
    def progress(*news: object) -> None:
        raise LookupError("no bar")

    with pytest.raises(LookupError, match="no bar"):
        sp.arena("scopone", ["greedy", "random"], hands=20_000, progress=progress)
    with pytest.raises(TypeError, match="expected a function"):
        sp.arena("scopone", ["greedy", "random"], progress=3)


def test_a_thinker_of_another_process_is_refused() -> None:
    thinker, view = sp.Thinker(sp.Game("scopa"), "greedy"), sp.Game("scopa").deal().view()
    child = os.fork()
    if child == 0:
        try:
            thinker.decide(view)
        except RuntimeError:
            os._exit(7)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
