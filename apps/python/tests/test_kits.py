"""`spariglio.minds` in the kits of trainers and evaluators, with scripted models."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from models import FAULTS, Faulty, agree, first, judged, play, recorded

import spariglio as sp
from spariglio import minds
from spariglio.minds import Case, Result

ISSUED_BY_KITS = pytest.mark.filterwarnings("ignore")


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
    model, steps = Faulty(*FAULTS), []
    seen = env.reset(seed=4, episode_id="one")
    while not seen.done:
        assert env.state.record is None
        seen = env.step(minds.openenv.Answer(message=model(seen.message)))
        steps.append(seen.reward or 0.0)
    assert seen.faults["unreadable"] == seen.faults["illegal"] == 1
    record, seat = env.state.record, env.state.seat
    hand = sp.Hand.from_record(record)
    turns = [turn for turn, (who, _) in enumerate(hand.history) if who == seat]
    assert env.state.episode_id == "one" and env.state.step_count == len(turns) + 2
    found = judged(Result(record, seat, turns, False, {}), reviewer)
    assert sum(steps) == pytest.approx(found[reward] or 0.0)
    if reward == "regret":  # Two answers had faults.
        rows = reviewer.hand(record)[1]
        assert steps == [0.0, 0.0, *(-row["loss"] for row in rows if row["seat"] == seat)]
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
    reviewer = sp.Reviewer(threads=1)
    found = judged(result, reviewer)
    assert agree(trace.info["regrets"], result.record, result.turns, reviewer)
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
        score, found = sample.scores["points"], judged(played, reviewer)
        assert score.metadata["record"] == played.record
        assert agree(score.metadata["regrets"], played.record, played.turns, reviewer)
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


PAGE = Path(__file__).resolve().parents[3] / "docs" / "how-to" / "language_models.md"
RUN = {
    # As in verifiers 0.3. Its harness downloads packages when it plays.
    "vf-eval scopa-hands": "env eval scopa-hands --dry-run True",
    "inspect eval": "inspect eval",
}
COMMAND = re.compile(r"^```sh\n(export .*?)^```", re.M | re.S)
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


@ISSUED_BY_KITS
@pytest.mark.parametrize(("program", "kit"), [("vf-eval scopa-hands", "verifiers.v1"), ("inspect eval", "inspect_ai")])
def test_commands_of_the_page_reach_an_own_endpoint(program: str, kit: str, endpoint: Any, tmp_path: Path) -> None:
    pytest.importorskip(kit)
    (text,) = [text for text in COMMAND.findall(PAGE.read_text(encoding="utf-8")) if f"\n{program} " in text]
    text = text.replace(program, RUN[program]).replace("127.0.0.1:8000", f"127.0.0.1:{endpoint.server_port}")
    lines = "from spariglio.minds.verifiers import *\nfrom spariglio.minds.verifiers import __all__\n"
    (tmp_path / "scopa_hands.py").write_text(lines)
    endpoint.model = Faulty()
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-ec", text],
        cwd=tmp_path,
        env={**os.environ, "PATH": path, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    if kit == "verifiers.v1":
        (config,) = tmp_path.glob("outputs/*/configs/resolved/eval.json")
        assert json.loads(config.read_text())["client"]["base_url"].endswith(f":{endpoint.server_port}/v1")
    else:
        from inspect_ai.log import read_eval_log

        (log,) = map(read_eval_log, map(str, tmp_path.glob("logs/*.eval")))
        assert log.status == "success" and len(log.samples or []) == 4
