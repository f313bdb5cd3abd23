"""Language models at the table: a scripted model plays without a kit."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from models import FAULTS, Faulty, agree, first, judged, play, recorded, summed

import spariglio as sp
from spariglio import minds
from spariglio.minds import Case, Episode, Result

# The core.


@pytest.mark.parametrize("name", ["scopa", "cirulla", "scopone", "mini_scopone", "cicera_six"])
def test_a_whole_hand_is_played_and_judged(name: str) -> None:
    case = minds.hands(name, 1, seed=7)[0]
    result = play(case, opponents="greedy").result()
    hand = sp.Hand.from_record(result.record)
    assert hand.over and result.faults == dict.fromkeys(minds.FAULTS, 0)
    assert result.turns == [turn for turn, (seat, _) in enumerate(hand.history) if seat == case.seat]
    assert all(hand.history[turn][1] == hand.positions()[turn].actions[0] for turn in result.turns)
    assert play(case, opponents="greedy").result() == result == Result(**json.loads(json.dumps(asdict(result))))
    reviewer = sp.Reviewer(threads=1)
    found = judged(result, reviewer)
    assert found["margin"] == hand.score().margins[hand.game.side(case.seat or 0)]
    rows = [row for row in reviewer.hand(result.record)[1] if row["turn"] in result.turns]
    assert found["regret"] == pytest.approx(-summed(rows))
    assert found["regret_standard_error"] == pytest.approx(sum(row["standard_error"] ** 2 for row in rows) ** 0.5)
    for row in rows:
        if row["method"] != "forced":
            solved = minds.exact(hand, row["turn"])
            assert solved == (pytest.approx(-row["loss"]) if row["method"] == "exact" else None)


def test_exact_play_loses_nothing() -> None:
    hand = sp.Game("scopa").deal(seed=5)
    lost = []
    while not hand.over:
        view, turn = hand.view(), len(hand.history)
        is_solved = view.stock == 0 and hand.game.plies - view.ply <= 6
        values = sp.solve(hand) if is_solved else [(view.actions[0], 0)]
        hand.play(max(values, key=lambda value: value[1])[0])
        assert (minds.exact(hand, turn) is not None) == is_solved
        lost.append(minds.exact(hand, turn) or 0.0)
    assert sum(lost) == 0
    worst = hand.positions()[-4]
    values = dict(sp.solve(worst))
    for action, value in values.items():
        after = worst.copy()
        after.play(action)
        assert minds.exact(after, len(worst.history)) == value - max(values.values())


@pytest.mark.parametrize("kind", ["margin", "regret", "exact"])
@pytest.mark.parametrize("illegal", ["forfeit", "random"])
def test_rewards_of_answers_add_up(kind: minds.Kind, illegal: Any) -> None:
    reviewer = sp.Reviewer(threads=1)
    episode = Episode(minds.hands("scopa", 1)[0], opponents="random", retries=0, illegal=illegal)
    earned = 0.0
    while not episode.over:
        fails = len(episode.result().turns) == 12
        outcome = episode.answer("Hm." if fails else first(episode.prompt()))
        assert outcome.kind == (illegal if fails else "played")
        earned += minds.earned(kind, episode.result(), outcome, reviewer) or 0.0
    found = judged(episode.result(), reviewer)[kind]
    assert earned == pytest.approx(found or 0.0)
    if illegal == "forfeit":
        assert episode.result().forfeited and minds.forfeit(episode.hand.game) == -11
        assert found is not None and found <= -11 + 1


def test_faults_are_asked_again_and_never_guessed() -> None:
    episode = Episode(minds.hands("scopa", 1)[0], retries=2)
    asked = episode.prompt()
    assert episode.wording.briefing() in asked and episode.wording.request() in asked
    assert episode.answer(FAULTS[0]) == minds.Outcome("asked", fault="unreadable")
    assert "no action" in episode.prompt()
    assert episode.answer(FAULTS[1]) == minds.Outcome("asked", fault="illegal")
    assert "not legal" in episode.prompt()
    assert not episode.result().turns
    assert episode.answer(first(asked)).kind == "played"
    assert episode.wording.rules() not in episode.prompt()
    assert episode.answer(first(episode.prompt()), cut_off=True).fault == "cut_off"
    assert [episode.answer("?").kind for _ in range(2)] == ["asked", "forfeit"]
    assert episode.over and not episode.hand.over and episode.prompt() == ""
    assert episode.faults == {"unreadable": 3, "illegal": 1, "cut_off": 1, "random": 0, "forfeit": 1}
    assert [turn["role"] for turn in episode.transcript] == ["user", "assistant"] * 6
    with pytest.raises(RuntimeError, match="the episode is over"):
        episode.answer("7d")


def test_one_recorded_decision() -> None:
    record = recorded("scopone")
    cases = minds.positions([record, "\n"])
    hands = sp.Hand.from_record(record).positions()
    assert [case.turn for case in cases] == [turn for turn, hand in enumerate(hands) if len(hand.actions) > 1]
    case = cases[-1]
    episode = play(case)
    result, before = episode.result(), hands[case.turn or 0]
    assert episode.seat == before.seat and result.turns == [case.turn]
    assert sp.Hand.from_record(result.record).history[:-1] == before.history
    reviewer = sp.Reviewer(threads=1)
    found = judged(result, reviewer)
    assert found["regret"] == pytest.approx(-reviewer.turn(result.record, case.turn or 0)["loss"])
    assert found["margin"] == 0


def test_opponents_of_all_kinds() -> None:
    class Last(sp.Agent):
        def act(self, view: sp.View) -> int:
            return len(view.actions) - 1

    case = minds.hands("scopone", 5)[4]
    played = play(case, opponents=["greedy", "formula", Last, "random"])
    hand = sp.Hand.from_record(played.result().record)
    own = {turn for turn, (seat, _) in enumerate(hand.history) if seat == 2}
    assert case.seat == 1
    assert all(hand.history[turn][1] == hand.positions()[turn].actions[-1] for turn in own)
    with pytest.raises(ValueError, match="opponents are 2: expected one, or one for each of 4 seats"):
        Episode(case, opponents=["greedy", "greedy"])


def test_dealers_and_seats_take_turns() -> None:
    cases = minds.hands("scopone", 16)
    assert {(sp.Hand.from_record(case.record).dealer, case.seat) for case in cases} == {
        (dealer, seat) for dealer in range(4) for seat in range(4)
    }


def test_words_and_wrong_arguments() -> None:
    case = minds.hands("scopa", 1)[0]
    episode = Episode(case, language="it", cards="names", obfuscate=4, legal=False)
    assert "Le tue carte" in episode.prompt() or "mano" in episode.prompt()
    assert "Giocate" not in episode.prompt().split(episode.wording.briefing())[1]
    with pytest.raises(ValueError, match="illegal is 'guess': expected"):
        Episode(case, illegal="guess")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="seat is None: expected a seat"):
        Episode(Case(case.record))
    with pytest.raises(ValueError, match="seat 0 has nothing to decide"):
        Episode(Case(recorded("scopa"), seat=0))
    with pytest.raises(IndexError, match="turn is 99: expected a turn of the hand, which has 36"):
        Episode(Case(recorded("scopa"), turn=99))
    with pytest.raises(ValueError, match="reviewer is None"):
        played = play(case)
        minds.earned("regret", played.result(), minds.Outcome("played", 0))


def test_no_kit_is_imported() -> None:
    kits = ("openenv", "verifiers", "inspect_ai", "pyspiel", "kaggle_environments")
    code = f"import sys, spariglio.minds; print([kit for kit in {kits} if kit in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_items_of_a_score_add_up(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "spariglio", "score", "greedy", "--suite", "trial", "--json", "--out", tmp_path]
    score = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    for source in (tmp_path, tmp_path / "score.json"):
        table = minds.items(source)
        for game in score["games"]:
            costs = [item["cost"] for item in table if (item["game"], item["kind"]) == (game["rules"], "position")]
            assert sum(costs) / len(costs) == game["positions"]["lost"]["mean"]
    for instance, item in zip(minds.instances(tmp_path), table, strict=True):
        lost = next(one["sum"] for one in instance["stats"] if one["name"]["name"] == "points_lost")
        assert (instance["instance_id"], lost) == (item["id"], item["lost"])
    other = tmp_path / "other.json"
    other.write_text('{"kind": "arena"}')
    with pytest.raises(ValueError, match="kind: expected"):
        minds.items(other)


# Several decisions, invented names, Kaggle's form.


def test_several_decisions_in_one_prompt() -> None:
    cases = minds.positions([recorded("scopa")])[:4]
    batch = minds.Batch(cases, obfuscate=3, score=True)
    prompt = batch.prompt()
    assert prompt.count(batch.episodes[0].wording.rules()) == 1
    assert prompt.count("Legal actions:") == prompt.count("Not won yet: ") == len(cases)
    assert "End your answer" not in prompt
    listed = [episode.prompt().rsplit("Legal actions:\n- ", 1)[1].splitlines()[0] for episode in batch.episodes]
    answer = f"1: {listed[1]}\nI thought again.\n1: {listed[0]}\n**2.** `{listed[1]}`\nPosition 3: no idea"
    outcomes = batch.answer(answer)
    assert [outcome.kind for _, outcome in outcomes] == ["played", "played", "forfeit", "forfeit"]
    assert [outcome.fault for _, outcome in outcomes] == [None, None, "unreadable", "unreadable"]
    alone = [play(case, obfuscate=3).result() for case in cases[:2]]
    assert [episode.result() for episode, _ in outcomes[:2]] == alone
    with pytest.raises(ValueError, match="cases are of 2 games"):
        minds.Batch([*cases, *minds.positions([recorded("cirulla")])[:1]])
    with pytest.raises(ValueError, match="cases: expected decisions"):
        minds.Batch(minds.hands("scopa", 1))
    italian = minds.Batch(cases[:2], language="it")
    assert "Posizione 2\n" in italian.prompt() and italian.prompt().endswith("come `1: GIOCATA`.")
    episode = italian.episodes[0]
    action = episode.wording.action(episode.hand.actions[0])
    assert [outcome.kind for _, outcome in italian.answer(f"Posizione 1: {action}")] == ["played", "forfeit"]


def test_a_reader_names_games_by_their_mechanics_and_not_new_ones(tmp_path: Path) -> None:
    """Names alone do not hide a game from a reader that knows all rules. A new game far from it does."""
    real = [sp.Wording(sp.Game(name), obfuscate=9).rules() for name in minds.reader.REAL]
    assert sum(minds.named(text) == name for text, name in zip(real, minds.reader.REAL, strict=True)) >= 14
    found = 0
    for name, seed in product(minds.reader.REAL, "123"):
        options = ["--like", name, "--distance", "20", "--seed", seed]
        command = [sys.executable, "-m", "spariglio", "rules", "random", *options]
        file = tmp_path / f"{name}.toml"
        file.write_text(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
        found += minds.named(sp.Wording(sp.Game(str(file)), obfuscate=9).rules()) == name
    assert found <= 2 * 3


class Struct(dict[str, Any]):
    """A dictionary whose keys are attributes, as Kaggle's are."""

    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__  # type: ignore[assignment]


class Bench:
    """Runs an environment as Kaggle's core does."""

    def __init__(self, **configuration: Any) -> None:
        fields = minds.kaggle.specification["configuration"]
        defaults = {name: field["default"] for name, field in fields.items()}
        self.configuration = Struct({**defaults, **configuration})
        self.info: dict[str, Any] = {}
        self.state: list[Struct] = []

    @property
    def done(self) -> bool:
        return all(seat.status != "ACTIVE" for seat in self.state)

    def run(self, agents: list[Any]) -> None:
        begin = {"status": "INACTIVE", "action": None, "reward": None}
        self.state = [Struct({**begin, "observation": Struct()}) for _ in agents]
        self.state = minds.kaggle.interpreter(self.state, self)
        while not self.done:
            for seat, agent in zip(self.state, agents, strict=True):
                seat.action = agent(seat.observation) if seat.status == "ACTIVE" else None
            self.state = minds.kaggle.interpreter(self.state, self)


@pytest.mark.parametrize("reward", ["margin", "regret"])
def test_kaggle_plays_a_hand_and_rewards_as_the_review(reward: str) -> None:
    bench = Bench(game="scopone", seed=4, reward=reward)
    faulty = [Faulty(*FAULTS), *(Faulty() for _ in range(3))]
    bench.run([lambda seen, model=model: model(seen.prompt) for model in faulty])
    hand = sp.Hand.from_record(bench.info["record"])
    assert hand.over and [seat.status for seat in bench.state] == ["DONE"] * 4
    reviewer = sp.Reviewer(threads=1)
    for place, seat in enumerate(bench.state):
        turns = [turn for turn, (who, _) in enumerate(hand.history) if who == place]
        found = judged(Result(hand.record(), place, turns, False, {}), reviewer)[reward]
        assert seat.reward == pytest.approx(found)
    regrets = bench.info["regrets"]
    turns = [turn for turn in range(len(hand.history)) if reward == "regret"]
    assert agree(regrets, hand.record(), turns, reviewer)
    assert "Margins of the sides" in minds.kaggle.renderer(bench.state, bench)


def test_kaggle_ends_after_the_last_try_and_names_wrong_options() -> None:
    bench = Bench(retries=1)
    asked: list[str] = []

    def silent(seen: Any) -> str:
        asked.append(seen.prompt)
        return "Hm."

    bench.run([silent, silent])
    assert sorted(seat.status for seat in bench.state) == ["DONE", "INVALID"]
    assert len(asked) == 2 and "found no action" in asked[1]
    assert "Legal actions:" in minds.kaggle.renderer(bench.state, bench)
    bench = Bench(seed=2)
    bench.run([minds.kaggle.agents["random"]] * 2)
    assert [seat.status for seat in bench.state] == ["DONE"] * 2
    with pytest.raises(ValueError, match="agents are 2: expected 4"):
        Bench(game="scopone").run([silent] * 2)
    with pytest.raises(ValueError, match="reward is 'points'"):
        Bench(reward="points").run([silent] * 2)


def test_kaggle_registers_it() -> None:
    kaggle = pytest.importorskip("kaggle_environments")
    kaggle.register("spariglio", minds.kaggle.environment)
    env = kaggle.make("spariglio", configuration={"seed": 5})
    env.run(["random", "random"])
    assert [seat.status for seat in env.state] == ["DONE", "DONE"]
    assert env.state[0].reward == -env.state[1].reward and "function renderer" in env.render(mode="html")
