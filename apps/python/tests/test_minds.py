"""Language models at the table: a scripted model plays, in each kit and without one."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import asdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import spariglio as sp
from spariglio import minds
from spariglio.minds import Case, Episode, Result

ISSUED_BY_KITS = pytest.mark.filterwarnings("ignore")


def first(prompt: str) -> str:
    """A model that plays the first action that the prompt lists."""
    listed = prompt.rsplit("Legal actions:\n- ", 1)[1]
    return "I think.\nAction: " + listed.splitlines()[0]


class Faulty:
    """A model that gives an unreadable, then an illegal answer before its first action, and then plays `first`."""

    def __init__(self, *faults: str) -> None:
        self.faults = list(faults)
        self.prompt = ""

    def __call__(self, prompt: str) -> str:
        if "Legal actions:" in prompt:
            self.prompt = prompt
        return self.faults.pop(0) if self.faults else first(self.prompt)


FAULTS = ("I am not sure.", "Action: Kd x Ad 2d 3d")


def play(case: Case, model: Callable[[str], str] = first, **options: Any) -> Episode:
    episode = Episode(case, **options)
    while not episode.over:
        episode.answer(model(episode.prompt()))
    return episode


def recorded(game: str, seed: int = 3) -> str:
    hand = sp.Game(game).deal(seed=seed)
    while not hand.over:
        hand.play(sp.search(hand.view(), "greedy", seed=1).action)
    return hand.record()


def summed(rows: list[dict[str, Any]]) -> float:
    return sum(row["loss"] for row in rows)


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
    found = minds.rewards(result, reviewer)
    assert found["margin"] == hand.score().margins[hand.game.side(case.seat or 0)]
    rows = [row for row in reviewer.hand(result.record)[1] if row["turn"] in result.turns]
    assert found["regret"] == pytest.approx(-summed(rows))
    assert found["regret_error"] == pytest.approx(sum((row["error"] or 0) ** 2 for row in rows) ** 0.5)
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
    found = minds.rewards(episode.result(), reviewer)[kind]
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
    found = minds.rewards(result, reviewer)
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


# Kaggle Game Arena.


def test_game_arena_functions() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    arena = minds.game_arena
    assert arena.get_legal_moves({"step": 0}) == {}
    game = pyspiel.load_game("python_spariglio(rules=scopa_d_assi)")
    state = game.new_initial_state()
    again = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.legal_actions()[-1])
            continue
        seen = {"serializedGameAndState": pyspiel.serialize_game_and_state(game, state)}
        moves = arena.get_legal_moves(seen)
        assert list(moves) == state.legal_actions() and moves == {step: state.action_to_string(step) for step in moves}
        prompt = arena.generate_prompt(seen, [])
        again += "You have begun: play" in prompt
        assert arena.parse_response(FAULTS[0], [*moves.values()], observation=seen) == arena.Parsed()
        illegal = arena.parse_response(FAULTS[1], [*moves.values()], observation=seen)
        assert illegal.legal_action is None and illegal.raw_action == FAULTS[1]
        assert "which is not legal" in arena.generate_prompt(seen, [], FAULTS[1], illegal.raw_action)
        step = arena.parse_response(first(prompt), [*moves.values()], observation=seen).legal_action
        state.apply_action({text: step for step, text in moves.items()}[step])
    hand = state.hand
    assert again and hand.over
    turns = zip(hand.history, hand.positions(), strict=True)
    assert all(action == position.actions[0] for (_, action), position in turns)


@pytest.fixture
def arena_env() -> Any:
    """An environment of Kaggle with a game of this project."""
    pytest.importorskip("pyspiel")
    kaggle = pytest.importorskip("kaggle_environments")
    from kaggle_environments.envs.open_spiel_env import open_spiel_env

    import spariglio.openspiel  # noqa: F401 - registers the game

    kaggle.register("minds", open_spiel_env._build_env("python_spariglio(rules=scopa_d_assi,dealer=1)"))
    return kaggle.make("minds", configuration={"seed": 5})


def arena_agent(model: Callable[[str], str], monkeypatch: pytest.MonkeyPatch) -> Any:
    from kaggle_environments import core_harness

    details = {f"{kind}_tokens": 0 for kind in ("prompt", "generation", "reasoning", "total")}
    called = {**details, "finish_reason": "stop", "duration_secs": 0.0}
    monkeypatch.setattr(core_harness, "_call_llm", lambda prompt, *_: (model(prompt), called))
    return core_harness.create_agent_fn(minds.game_arena, model_override=("scripted", {}))


@ISSUED_BY_KITS
def test_game_arena_plays_a_hand(arena_env: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    prompts: list[str] = []

    def model(prompt: str) -> str:
        prompts.append(prompt)
        return first(prompt)

    arena_env.run([arena_agent(model, monkeypatch) for _ in range(2)])
    hand = arena_env.os_state.hand
    assert hand.over and [state.status for state in arena_env.state] == ["DONE", "DONE"]
    assert [state.reward for state in arena_env.state] == hand.score().margins
    assert all(action == before.actions[0] for (_, action), before in zip(hand.history, hand.positions(), strict=True))
    steps = [before.steps_of(action) for (_, action), before in zip(hand.history, hand.positions(), strict=True)]
    assert len(prompts) == sum(map(len, steps)) > len(steps)
    assert any("You have begun: play" in prompt for prompt in prompts)


@ISSUED_BY_KITS
def test_game_arena_asks_again_then_forfeits(arena_env: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    prompts: list[str] = []

    def model(prompt: str) -> str:
        prompts.append(prompt)
        return FAULTS[len(prompts) % 2]

    arena_env.run([arena_agent(model, monkeypatch) for _ in range(2)])
    assert sorted(state.reward for state in arena_env.state) == [-1, 1]
    assert len(prompts) == 2 and "which is not legal" in prompts[1] and "Legal actions:" in prompts[1]


# OpenEnv.


@ISSUED_BY_KITS
@pytest.mark.parametrize("reward", ["margin", "regret", "exact"])
def test_openenv_plays_a_hand(reward: minds.Kind) -> None:
    pytest.importorskip("openenv.core")
    reviewer = sp.Reviewer(threads=1)
    env = minds.openenv.HandEnvironment("scopa", reward=reward, reviewer=reviewer, opponents="greedy")
    model, earned = Faulty(*FAULTS), 0.0
    seen = env.reset(seed=4, episode_id="one")
    while not seen.done:
        assert env.state.record is None
        seen = env.step(minds.openenv.Answer(message=model(seen.message)))
        earned += seen.reward or 0.0
    assert seen.faults["unreadable"] == seen.faults["illegal"] == 1
    record, seat = env.state.record, env.state.seat
    hand = sp.Hand.from_record(record)
    turns = [turn for turn, (who, _) in enumerate(hand.history) if who == seat]
    assert env.state.episode_id == "one" and env.state.step_count == len(turns) + 2
    found = minds.rewards(Result(record, seat, turns, False, {}), reviewer)
    assert earned == pytest.approx(found[reward] or 0.0)
    assert env.reset(seed=4).message == env.reset(seed=4).message != env.reset(seed=5).message


@ISSUED_BY_KITS
def test_openenv_serves_and_forfeits() -> None:
    pytest.importorskip("openenv.core")
    uvicorn = pytest.importorskip("uvicorn")
    from openenv.core import GenericEnvClient
    from openenv.core.env_server import create_app

    openenv = minds.openenv
    app = create_app(lambda: openenv.HandEnvironment("scopa", reward="margin"), openenv.Answer, openenv.Prompt)
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", ws="websockets-sansio"))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
        port = server.servers[0].sockets[0].getsockname()[1]
        with GenericEnvClient(base_url=f"http://127.0.0.1:{port}").sync() as client:
            seen = client.reset(record=recorded("scopa"), turn=4)
            assert "Legal actions:" in seen.observation["message"] and not seen.done
            for answer in FAULTS:
                seen = client.step({"message": answer})
                assert seen.reward == 0 and not seen.done
            seen = client.step({"message": "Action: 7d", "cut_off": True})
            assert seen.done and seen.reward == -11 and seen.observation["faults"]["cut_off"] == 1
    finally:
        server.should_exit = True
        thread.join()


# verifiers.


@pytest.fixture
def endpoint() -> Iterator[Any]:
    """An OpenAI-compatible endpoint whose `model` answers the last message."""

    class Handler(BaseHTTPRequestHandler):
        server: Any

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            text = self.server.model(body["messages"][-1]["content"])
            choice = {
                "index": 0,
                "finish_reason": self.server.reason,
                "message": {"role": "assistant", "content": text},
            }
            usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
            reply = {"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
            payload = json.dumps({**reply, "usage": usage}).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(payload)))
            self.end_headers()
            self.wfile.write(payload)

        def log_message(self, *_: Any) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.reason = "stop"  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def conversation_harness() -> ModuleType:
    """As the harness `null` of verifiers, but in this process: that one installs its packages when it starts."""
    import httpx
    import verifiers.v1 as vf

    class Conversation(vf.Harness[vf.HarnessConfig]):
        SUPPORTS_RESUME, EXECUTES_CODE, NEEDS_CONTAINER = True, False, False

        async def launch(
            self, ctx: Any, trace: Any, runtime: Any, endpoint: str, secret: str, mcp_urls: Any, data: Any
        ) -> Any:
            messages = [{"role": message.role, "content": message.content} for message in data.prompt]
            body = {"model": ctx.model, "messages": messages}
            async with httpx.AsyncClient(timeout=60) as client:
                headers = {"authorization": f"Bearer {secret}"}
                reply = await client.post(f"{endpoint}/chat/completions", json=body, headers=headers)
            failed = 0 if reply.status_code == 200 else 1
            return vf.ProgramResult(exit_code=failed, stdout="", stderr=reply.text)

    module = ModuleType("conversation_harness")
    module.__dict__.update(Conversation=Conversation, __all__=["Conversation"])
    return module


def verified(endpoint: Any, case: dict[str, Any], folder: Path, **player: Any) -> tuple[Case, Any]:
    """The first case of a taskset, and the trace of the endpoint's model."""
    import verifiers.v1 as vf

    lines = "from spariglio.minds.verifiers import *\nfrom spariglio.minds.verifiers import __all__\n"
    (folder / "scopa_hands.py").write_text(lines)
    config = minds.verifiers.HandEnvConfig(
        taskset={"id": "scopa-hands", "hands": 2, **case},
        player={"harness": {"id": "conversation-harness"}, **player},
        options={"opponents": "greedy"},
        weights={"regret": 0.5, "margin": 2},
    )

    async def run() -> tuple[Any, Any]:
        env = vf.load_environment(config)
        client = vf.EvalClientConfig(base_url=f"http://127.0.0.1:{endpoint.server_port}/v1", api_key_var="MINDS_KEY")
        context = vf.ModelContext(client=client, model="scripted", sampling=vf.SamplingConfig())
        task = next(iter(env.taskset))
        async with env.serving():
            return task.data, await env.run_slot(env.slots(task)[0], context)

    data, episode = asyncio.run(run())
    assert episode.ok, episode.errors or episode.traces[0].errors
    return Case(data.record, data.seat, data.turn, data.seed), episode.traces[0]


@pytest.fixture
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which modules are found, beside the harness."""
    pytest.importorskip("verifiers.v1")
    monkeypatch.setitem(sys.modules, "conversation_harness", conversation_harness())
    monkeypatch.setitem(sys.modules, "scopa_hands", ModuleType("scopa_hands"))
    del sys.modules["scopa_hands"]  # It is imported anew, and forgotten after the test.
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("MINDS_KEY", "none")
    return tmp_path


@ISSUED_BY_KITS
@pytest.mark.parametrize("faults", [(), FAULTS, ("Hm.",) * 3], ids=["no faults", "asked again", "forfeit"])
@pytest.mark.parametrize("whole", [True, False], ids=["hand", "position"])
def test_verifiers(faults: tuple[str, ...], whole: bool, endpoint: Any, plugins: Path) -> None:
    (plugins / "records.jsonl").write_text(recorded("scopa"))
    endpoint.model = Faulty(*faults)
    case, trace = verified(endpoint, {} if whole else {"records": plugins / "records.jsonl"}, plugins)
    assert (case.turn is None) == whole
    result = Result(**trace.info["result"])
    assert result == play(case, Faulty(*faults), opponents="greedy").result()
    found = minds.rewards(result, sp.Reviewer(threads=1))
    for name, weight in (("regret", 0.5), ("margin", 2)):
        assert trace.rewards[name].score == pytest.approx(found[name]) and trace.rewards[name].weight == weight
    assert trace.metrics["forfeit"] == result.forfeited == (len(faults) == 3)
    assert trace.metrics["unreadable"] == result.faults["unreadable"] == faults.count("Hm.") + faults.count(FAULTS[0])


@ISSUED_BY_KITS
def test_verifiers_forfeits_at_a_limit(endpoint: Any, plugins: Path) -> None:
    endpoint.model, endpoint.reason = Faulty(), "length"
    _, trace = verified(endpoint, {}, plugins, max_turns=2)
    assert trace.metrics["cut_off"] == 2 and trace.metrics["forfeit"] == 1
    assert trace.rewards["regret"].score == trace.rewards["margin"].score == -11


# Inspect AI.


def inspected(task: Any, model: Callable[[list[Any]], str], log_dir: Path, **options: Any) -> Any:
    """The log of a task played by a scripted model."""
    import inspect_ai
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    def answer(messages: list[Any], *_: Any) -> Any:
        output = ModelOutput.from_content("mockllm/model", model(messages), stop_reason=options.get("reason", "stop"))
        output.usage = ModelUsage()  # Else the kit counts tokens, for which it downloads an encoding.
        return output

    scripted = get_model("mockllm/model", custom_outputs=answer)
    limit = options.get("message_limit")
    (log,) = inspect_ai.eval(
        task, model=scripted, log_dir=str(log_dir), display="none", max_samples=1, message_limit=limit
    )
    assert log.status == "success", log.error
    return log


@ISSUED_BY_KITS
@pytest.mark.parametrize("whole", [True, False], ids=["hand", "position"])
def test_inspect(whole: bool, tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai")
    models: dict[str, Faulty] = {}

    def model(messages: list[Any]) -> str:
        faults = () if models else FAULTS
        return models.setdefault(messages[0].text, Faulty(*faults))(messages[-1].text)

    (tmp_path / "records.jsonl").write_text(recorded("scopa"))
    records = None if whole else str(tmp_path / "records.jsonl")
    task = minds.inspect.card_hands("scopa", hands=2, records=records, options={"opponents": "greedy"})
    log = inspected(task, model, tmp_path)
    cases = minds.hands("scopa", 2) if whole else minds.positions([recorded("scopa")])
    assert len(log.samples) == len(cases)
    reviewer, margins = sp.Reviewer(threads=1), []
    for case, sample in zip(cases, log.samples, strict=True):
        played = play(case, opponents="greedy").result()
        score, found = sample.scores["points"], minds.rewards(played, reviewer)
        assert score.metadata["record"] == played.record
        for name in ("margin", "regret", "exact"):
            expected = float("nan") if found[name] is None else found[name]
            assert score.value[name] == pytest.approx(expected, nan_ok=True)
        margins.append(found["margin"] or 0.0)
    assert [sample.scores["points"].value["illegal"] for sample in log.samples] == [1] + [0] * (len(cases) - 1)
    means = {score.name: score.metrics["mean"].value for score in log.results.scores}
    assert means["margin"] == pytest.approx(sum(margins) / len(margins))


@ISSUED_BY_KITS
@pytest.mark.parametrize(("retries", "message_limit"), [(1, None), (9, 5)], ids=["retries", "messages"])
def test_inspect_forfeits(retries: int, message_limit: int | None, tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai")
    task = minds.inspect.card_hands("scopa", hands=1, options={"retries": retries})
    log = inspected(task, lambda messages: "7d", tmp_path, reason="max_tokens", message_limit=message_limit)
    value = log.samples[0].scores["points"].value
    assert value["forfeit"] == 1 and value["cut_off"] == 2
    assert value["margin"] == value["regret"] == value["exact"] == -11


PAGE = Path(__file__).resolve().parents[3] / "docs" / "language_models.md"
EXAMPLE = re.compile(r"^\*\*(\w+)[^\n]*\n(?:(?!^\*\*).)*?^```py\n(.*?)^```", re.M | re.S)
EXAMPLES = EXAMPLE.findall(PAGE.read_text(encoding="utf-8"))


def test_all_examples_of_the_page_are_found() -> None:
    assert [kit for kit, _ in EXAMPLES] == ["OpenEnv", "verifiers", "Inspect"]


@pytest.mark.parametrize(("kit", "code"), EXAMPLES, ids=[kit for kit, _ in EXAMPLES])
def test_example_of_the_page(kit: str, code: str, tmp_path: Path) -> None:
    pytest.importorskip({"OpenEnv": "openenv.core", "verifiers": "verifiers.v1", "Inspect": "inspect_ai"}[kit])
    run = [sys.executable, "-c", code]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0 and done.stdout, f"{kit}: {done.stderr}"
