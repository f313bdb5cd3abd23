"""A real cluster on this machine: the results are those of one machine, even if nodes are lost."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import spariglio as sp
from spariglio import _core, learn, selfplay

os.environ |= {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}

ray = pytest.importorskip("ray")

from ray.cluster_utils import Cluster  # noqa: E402

import spariglio.ray as on_ray  # noqa: E402
from spariglio._ray.command import main as command  # noqa: E402

CONFIG = """
rules = "scopa"
seed = 3
[data]
agents = ["ismcts:simulations=50", "formula"]
shards = 8
hands_per_shard = 12
records = true
"""

# Lost nodes are noticed soon, and slow nodes are waited for. Workers run at normal priority.
QUICK = {
    "health_check_initial_delay_ms": 500,
    "health_check_period_ms": 500,
    "health_check_failure_threshold": 3,
    "worker_niceness": 0,
}


class Nodes:
    """A cluster with a head that plays nothing."""

    def __init__(self) -> None:
        head = {"num_cpus": 0, "include_dashboard": False, "object_store_memory": 80_000_000, "_system_config": QUICK}
        self.cluster = Cluster(initialize_head=True, head_node_args=head)
        self.nodes = [self.add() for _ in range(2)]
        ray.init(address=self.cluster.address, log_to_driver=False)

    def add(self, **variables: str) -> Any:
        return self.cluster.add_node(num_cpus=1, object_store_memory=80_000_000, env_vars=variables or None)

    def kill(self, node: Any) -> None:
        self.cluster.remove_node(node, allow_graceful=False)

    def close(self) -> None:
        ray.shutdown()
        self.cluster.shutdown()


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    nodes = Nodes()
    yield nodes
    nodes.close()


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "config.toml"
    path.write_text(CONFIG)
    return path


ODD = """
from pathlib import Path
from spariglio import _core

plan = _core.selfplay_plan

def odd(*arguments):
    exec(Path({file!r}).read_text(), {{"_core": _core}})
    return plan(*arguments)

_core.selfplay_plan = odd
"""


@pytest.fixture(scope="module")
def odd(nodes: Nodes, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Adds a node that runs the Python code in this file before it reports its facts."""
    folder = tmp_path_factory.mktemp("odd")
    (folder / "sitecustomize.py").write_text(ODD.format(file=str(folder / "odd")))
    nodes.add(PYTHONPATH=os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]))
    return folder / "odd"


def contents(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*.*") if path.is_file()}


def at(count: int, do: Callable[[], None]) -> Callable[[int, int], None]:
    """A progress function that calls `do` after `count` pieces."""

    def progress(done: int, of: int) -> None:
        if done == count:
            do()

    return progress


def same(one: sp.ArenaResult | sp.MatchesResult, other: sp.ArenaResult | sp.MatchesResult) -> bool:
    either = {"command": None, "seal": None}
    return {**one.data, **either} == {**other.data, **either}


TIMES = {"time", "clocked", "seal"}
"""The fields of a result that depend on the clock."""


def timeless(root: Path) -> dict[str, Any]:
    """The contents of a folder without the times of decisions."""

    def without(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: without(below) for key, below in value.items() if key not in TIMES}
        return [without(below) for below in value] if isinstance(value, list) else value

    read = {name: data.decode() for name, data in contents(root).items() if not name.endswith(".lock")}
    return {name: without(json.loads(data)) if name.endswith(".json") else data for name, data in read.items()}


def test_shards_are_those_of_one_machine_though_a_node_is_killed(nodes: Nodes, config: Path, tmp_path: Path) -> None:
    whole = selfplay.run(config, tmp_path / "whole")
    third = nodes.add()
    made = on_ray.selfplay(config, tmp_path / "made", audit=0.3, progress=at(2, lambda: nodes.kill(third)))
    assert contents(made) == contents(whole)
    assert len(list(made.glob("data/*/records/*"))) == 8


def test_a_run_goes_on_from_what_is_there(nodes: Nodes, config: Path, tmp_path: Path) -> None:
    whole = selfplay.run(config, tmp_path / "whole")
    expected = contents(whole)
    lost, cut = sorted(whole.glob("data/*/rows/*.parquet"))[2:4]
    lost.unlink()
    cut.write_bytes(cut.read_bytes()[:100])
    told: list[tuple[int, int]] = []
    on_ray.selfplay(config, whole, progress=lambda *news: told.append(news))
    assert told == [(7, 8), (8, 8)]
    assert contents(whole) == expected


def test_parts_are_those_of_one_machine_though_a_node_is_killed(nodes: Nodes, tmp_path: Path) -> None:
    agents = ["ismcts:simulations=30", "formula", "random"]
    so_far: list[sp.ArenaResult] = []

    def kill(done: int, of: int) -> None:
        so_far.append(sp.ArenaResult.load(tmp_path / "made" / "arena.json"))
        if done == 1:
            nodes.kill(nodes.nodes.pop())

    made = on_ray.arena("scopa", agents, hands=120, parts=6, seed=2, out=tmp_path / "made", progress=kill)
    assert same(made, sp.arena("scopa", agents, hands=120, seed=2))
    assert same(sp.ArenaResult.load(tmp_path / "made" / "arena.json"), made)
    assert [result.complete for result in so_far] == [False] * 5 + [True]
    assert [result.pairs[0].hands for result in so_far] == [20 * part for part in range(1, 7)]
    (tmp_path / "made" / "part-00003.json").unlink()
    told: list[tuple[int, int]] = []
    on_ray.arena("scopa", agents, hands=120, parts=6, seed=2, out=tmp_path / "made", progress=lambda *n: told.append(n))
    assert told == [(6, 6)]
    with pytest.raises(ValueError, match="made holds another contest: its `parts` is 6, expected 5"):
        on_ray.arena("scopa", agents, hands=120, parts=5, seed=2, out=tmp_path / "made")


def test_matches_are_those_of_one_machine(nodes: Nodes, tmp_path: Path) -> None:
    agents = ["formula", "greedy", "random"]
    made = on_ray.matches("scopa", agents, matches=24, parts=4, seed=2, out=tmp_path / "made", audit=0.5)
    assert same(made, sp.matches("scopa", agents, matches=24, seed=2))
    assert same(sp.MatchesResult.load(tmp_path / "made" / "matches.json"), made)


LADDER = """
title = "A ladder"
rules = "scopa"
seed = 4
[[row]]
name = "first"
agents = ["greedy", "random", "ismcts:simulations=20"]
hands = 120
[[row]]
name = "second"
agents = ["greedy", "formula"]
rules = "scopone"
hands = 100
"""


def test_a_ladder_has_the_figures_of_one_machine_though_a_node_is_killed(nodes: Nodes, tmp_path: Path) -> None:
    file = tmp_path / "ladder_x.toml"
    file.write_text(LADDER)
    run("ladder", str(file), "--out", str(tmp_path / "whole"))
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "ladder-parts.json.7.tmp").write_text("a killed process left it")
    third = nodes.add()
    kill = at(2, lambda: nodes.kill(third))
    (made,) = on_ray.ladder([file], tmp_path / "made", parts=4, audit=0.3, progress=kill)
    assert timeless(tmp_path / "made") == timeless(tmp_path / "whole")
    assert made == tmp_path / "made" / "ladder_x.json"


def run(*words: str) -> None:
    subprocess.run([sys.executable, "-m", "spariglio", *words], check=True, capture_output=True)


ARENA = "arena --rules scopa --agents ismcts:simulations=20,greedy --parts 12 --out made"


@pytest.mark.parametrize(
    ("words", "started"),
    [
        (f"{ARENA} --hands 600", "part-*.json"),
        (f"{ARENA} --matches 48", "part-*.json"),
        ("ladder ladder_x.toml --hands-scale 5 --parts 12 --out made", "*.part"),
    ],
)
def test_a_killed_driver_resumes_and_ends_the_same(nodes: Nodes, tmp_path: Path, words: str, started: str) -> None:
    trees = []
    for name in ("killed", "whole"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "ladder_x.toml").write_text(LADDER)
        driver = [sys.executable, "-m", "spariglio.ray", *words.split(), "--address", nodes.cluster.address]
        if name == "killed":
            with subprocess.Popen(driver, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as first:
                wait_for(folder / "made", started, first)
                first.send_signal(signal.SIGKILL)
        done = subprocess.run(driver, capture_output=True, text=True, check=False, cwd=folder)
        assert done.returncode == 0, done.stderr
        trees.append(timeless(folder / "made"))
    assert trees[0] == trees[1]


def wait_for(folder: Path, pattern: str, process: subprocess.Popen[bytes]) -> None:
    """Waits for a file, while the process runs."""
    while not any(folder.glob(pattern)):
        assert process.poll() is None, process.stderr and process.stderr.read()
        time.sleep(0.05)


def last() -> type[sp.Agent]:
    class Last(sp.Agent):
        """Nodes cannot import this class, so it is sent."""

        def act(self, view: sp.View) -> int:
            return len(view.actions) - 1

    return Last


def search() -> sp.NetSearch:
    class Zeros(sp.Evaluator):
        def evaluate(self, batch: sp.Batch) -> tuple[Any, Any]:
            return np.zeros(len(batch)), np.zeros(len(batch.actions))

    return sp.NetSearch(Zeros(), simulations=6, leaves=2, version="7")


def test_agents_of_python_are_sent_and_every_part_is_audited(nodes: Nodes) -> None:
    agents = [last(), search(), "greedy"]
    made = on_ray.arena("scopone", agents, hands=60, parts=3, audit=1.0)
    assert same(made, sp.arena("scopone", agents, hands=60))


def test_agents_that_no_node_can_have_are_named(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere: Any = ModuleType("nowhere")
    nowhere.Last = last()
    nowhere.Last.__module__, nowhere.Last.__qualname__ = "nowhere", "Last"
    monkeypatch.setitem(sys.modules, "nowhere", nowhere)
    with pytest.raises(RuntimeError, match=r"\(node \w{8}\) cannot take part: ModuleNotFoundError"):
        on_ray.arena("scopone", [nowhere.Last, "greedy"], hands=60, parts=3)
    lock = Lock()
    with pytest.raises(TypeError, match=r"agents\[1\] is .*: expected an agent that can be pickled"):
        on_ray.arena("scopone", ["greedy", lambda: lock], hands=60, parts=3)


def test_an_exception_of_an_agent_names_its_part(nodes: Nodes) -> None:
    class Fails(sp.Agent):
        def act(self, view: sp.View) -> int:
            raise LookupError("no idea")

    with pytest.raises(RuntimeError, match=r"part \d: .*LookupError: no idea \(deal \d+ of seed 4, seat \d\)"):
        on_ray.arena("scopone", [Fails, "greedy"], hands=20, parts=2, seed=4)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("_core.VERSION = '0.0.9'", rf"its `version` is 0\.0\.9, expected {sp.__version__}"),
        (
            f"_core.VERSION, _core.decisions_fingerprint = {sp.__version__!r}, lambda: 7",
            r"its `decisions` is 7, expected",
        ),
    ],
)
def test_a_node_that_is_not_alike_is_refused(odd: Path, config: Path, tmp_path: Path, code: str, words: str) -> None:
    odd.write_text(code)
    with pytest.raises(RuntimeError, match=rf"\(node \w{{8}}\) is not like .*, which leads: {words}"):
        on_ray.selfplay(config, tmp_path / "made")
    assert not list((tmp_path / "made").rglob("*.parquet"))


FLIPS = f"""
from spariglio import selfplay
_core.VERSION, _core.decisions_fingerprint = {sp.__version__!r}, lambda: {_core.decisions_fingerprint()}
files = selfplay.files
selfplay.files = lambda *a, **b: {{path: data[:-1] + bytes([data[-1] ^ 1]) for path, data in files(*a, **b).items()}}
"""


def test_an_audit_that_finds_other_bytes_stops_and_names_both(odd: Path, config: Path, tmp_path: Path) -> None:
    odd.write_text(FLIPS)
    words = (
        r"shard \d of (.*) \(node (\w{8})\) \(SHA-256 \w{16}\) is not that of \1 \(node (?!\2)\w{8}\) "
        r"\(SHA-256 \w{16}\): one of them computes wrongly"
    )
    with pytest.raises(RuntimeError, match=words):
        on_ray.selfplay(config, tmp_path / "made", audit=1.0)
    assert not list((tmp_path / "made").rglob("*.parquet"))


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ({"audit": 2.0}, "audit is 2.0: expected a share from 0 to 1"),
        ({"threads": 0}, "threads is 0: expected a number from 1"),
        ({"parts": 50}, "part 1/50: expected at least one deal"),
        ({"parts": 0}, "1/0"),
        ({"agents": ["ismcts:millis=2", "random"]}, "agent ismcts:.*millis=2.* has a budget of time"),
    ],
)
def test_what_cannot_be_played_is_named(nodes: Nodes, words: dict[str, Any], found: str) -> None:
    asked = {"agents": ["greedy", "random"], "hands": 40, "parts": 2, **words}
    with pytest.raises(ValueError, match=found):
        on_ray.arena("scopa", **asked)


def test_types_that_are_wrong_are_named(nodes: Nodes, config: Path, tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="agents is 'greedy': expected a list"):
        on_ray.arena("scopa", "greedy", hands=40, parts=2)
    with pytest.raises(TypeError, match="progress is 3: expected a function"):
        on_ray.selfplay(config, tmp_path / "made", progress=3)  # type: ignore[arg-type]
    with pytest.raises(RuntimeError, match=r"threads is 64: expected a node with as many CPUs, found \[.*1\.0"):
        on_ray.arena("scopa", ["greedy", "random"], hands=40, parts=2, threads=64)
    config.write_text(CONFIG.replace("ismcts:simulations=50", "ismcts:millis=3"))
    with pytest.raises(ValueError, match="has a budget of time"):
        on_ray.selfplay(config, tmp_path / "made")


def test_the_command_line(nodes: Nodes, tmp_path: Path) -> None:
    words = "arena --rules scopa --agents greedy,random --hands 4e1 --parts 2 --audit 50% --address"
    driver = [sys.executable, "-m", "spariglio.ray", *words.split(), nodes.cluster.address]
    done = subprocess.run(driver, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("greedy against random: ")
    assert "parts: 2 of 2; greedy against random: " in done.stderr
    driver[driver.index("--hands")] = "--matches"
    wrong = subprocess.run([*driver, "--unpaired"], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (wrong.returncode, wrong.stderr.splitlines()[-1]) == (
        2,
        "error: --unpaired: expected --hands with it, found --matches",
    )


def test_arguments_that_are_wrong_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    for words, found in [
        ("arena --rules scopa --agents greedy --parts 1 --hands 1.5", "--hands: 1.5: expected a whole number"),
        ("selfplay c.toml --out made --audit 2x", "--audit: 2x: expected a share such as 1% or 0.01"),
        ("selfplay c.toml", "required: --out"),
    ]:
        with pytest.raises(SystemExit):
            command(words.split())
        assert found in capsys.readouterr().err


LEARN = """
rules = "scopa"
seed = 3
[gradient]
decisions = 400_000
batch = [2048, 8192]
shards = 8
width = 32
critic_width = 32
[evaluation]
opponents = ["formula"]
hands = 100
every = 400_000
"""


def learnt(run: Path) -> list[bytes]:
    return [path.read_bytes() for path in [*sorted(run.glob("nets/gen-*/*")), run / "checkpoint.safetensors"]]


def kill_helpers(stop: threading.Event) -> None:
    """Kills a process that helps, twice a second."""
    while not stop.wait(0.5):
        found = subprocess.run(["pgrep", "-f", "ray::_Helper"], capture_output=True, text=True, check=False)
        if found.stdout:
            os.kill(int(random.choice(found.stdout.split())), signal.SIGKILL)


def test_learning_is_that_of_one_machine(nodes: Nodes, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "learn.toml"
    config.write_text(LEARN)
    alone = learn.run(config, tmp_path / "alone", threads=1)
    stop = threading.Event()
    killer = threading.Thread(target=kill_helpers, args=(stop,))
    killer.start()
    try:
        helped = on_ray.learn(config, tmp_path / "helped", workers=2)
    finally:
        stop.set()
        killer.join()
    assert learnt(helped) == learnt(alone)
    assert " joins with 1 threads" in capfd.readouterr().err
