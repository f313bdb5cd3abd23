"""Random calls to the whole package, with arguments that are right, nearly right and absurd.

A call may return or raise an ordinary exception. It must never panic, end the process or hang.
"""

import contextlib
import faulthandler
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from fuzz.calls import HEAVY, LIGHT, PLAIN
from fuzz.world import World

import spariglio as sp
from spariglio import _core

CALLS = int(os.environ.get("SPARIGLIO_FUZZ_CALLS", "20000"))
SEED = int(os.environ.get("SPARIGLIO_FUZZ_SEED", "0"))
LOG = os.environ.get("SPARIGLIO_FUZZ_LOG")

ROUND = 400
"""Calls of a seed."""
HANG = 300
"""If 50 calls take more seconds than this, they count as a hang."""


def play_round(seed: int, calls: int) -> None:
    """Calls of one seed."""
    world = World(seed, PLAIN + LIGHT * 3, Path(LOG) if LOG else None)
    for number in range(calls):
        if number % 50 == 0:
            faulthandler.dump_traceback_later(HANG, exit=True)
        chance = world.rng.random()
        if chance < 0.03:
            world.pair()
        else:
            lists = [PLAIN, LIGHT, HEAVY]
            world.call(world.rng.choice(world.rng.choices(lists, [2, 5, 2])[0]))


@pytest.mark.filterwarnings("ignore")
def test_no_call_panics_ends_the_process_or_hangs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    try:
        for number in range(0, CALLS, ROUND):
            seed = SEED + number // ROUND
            play_round(seed, min(ROUND, CALLS - number))
            assert "panicked at" not in capfd.readouterr().err, f"round {seed}"
    finally:
        faulthandler.cancel_dump_traceback_later()


COMMANDS: list[list[Any]] = [
    [],
    [""],
    ["spariglio", ""],
    ["spariglio", "-" * 1000],
    ["spariglio", "report", "none.json"],
    ["spariglio", "arena", "\udcff"],
    ["spariglio", "analyse", "\0"],
    ["spariglio", *["--help"] * 300],
    ["spariglio", "exploit", "--rules", "scopone", "--agents", "nobody"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=range(len(COMMANDS)))
def test_command_lines_without_sense_give_a_status(
    command: list[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert _core.main(command) in (0, 1, 2)
    assert "panicked at" not in capfd.readouterr().err
    assert not list(tmp_path.iterdir())


HEAD = """
import os
import signal

import numpy as np
import spariglio as sp
from spariglio._core import Hands, Searcher, main


def forked(work):
    child = os.fork()
    if not child:
        signal.alarm(5)
        work()
    if os.waitpid(child, 0)[1]:
        raise SystemExit("the child hung")


game = sp.Game("scopone")
view, thinker, hands = game.deal().view(), sp.Thinker(game, "greedy"), Hands(game, 4000, obs="bits")
try:
    {}
except Exception:
    pass
"""

ABSURD: dict[str, str] = {
    "an array that was made smaller": "hands.bits.resize((0, 0), refcheck=False); hands.reset(1)",
    "an array whose type was changed": "hands.rewards.dtype = np.uint8; hands.reset(1)",
    "a thinker in a fork": "forked(lambda: (thinker.decide(view), os._exit(0)))",
    "a deal that is huge": "game.deal(cards=range(1 << 40))",
    "a deal that is larger than memory can be": "game.deal(cards=range(1 << 62))",
    "views": "Searcher(object(), 1, 1).search(range(1 << 40), 0)",
    "opponents": "Hands(game, 1, opponents=range(1 << 40))",
    "steps": "game.deal().__setstate__(range(1 << 40))",
    "a command line": "main(range(1 << 40))",
}
"""Calls that once ended the process or hung: resized arrays, a fork, sequences that claim to be huge."""


def run_alone(code: str, folder: Path) -> None:
    """Runs a call in its own process, which must survive it."""
    run = [sys.executable, "-W", "ignore", "-c", HEAD.format(code)]
    home = {**os.environ, "PYTHONPATH": str(Path(sp.__file__).parents[1])}
    with subprocess.Popen(run, cwd=folder, env=home, stderr=subprocess.DEVNULL, start_new_session=True) as child:
        try:
            assert child.wait(timeout=60) == 0
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)


@pytest.mark.parametrize("code", ABSURD.values(), ids=ABSURD)
def test_a_process_goes_on_after_absurd_calls(code: str, tmp_path: Path) -> None:
    run_alone(code, tmp_path)
