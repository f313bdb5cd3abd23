"""Ctrl-C and the end of Python while Rust works. Each test runs in its own process, which must end in time and by
itself."""

import subprocess
import sys

import pytest

HEAD = """
import os
import signal
import threading
import time

import numpy as np
import spariglio as sp
from spariglio.gym import SeatEnv
from spariglio.vector import VecEnv


class Slow(sp.Evaluator):
    def evaluate(self, batch):
        time.sleep(0.2)
        return np.zeros(len(batch)), np.zeros(len(batch.actions))


class Sleeper(sp.Agent):
    def act(self, view):
        time.sleep(0.2)
        return 0


class Late:
    # Delays the end of Python, so that threads may return to it.

    def __del__(self, sleep=time.sleep):
        sleep(0.5)


late = Late()


def interrupted(call, seconds=0.5):
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    began = time.monotonic()
    try:
        call()
    except KeyboardInterrupt:
        took = time.monotonic() - began
        assert took < seconds + 3, f"it took {took} s"
        return
    raise SystemExit("it was not interrupted")


views = [sp.Game("scopone").deal(seed=seed).view() for seed in range(8)]
"""

FOREVER = "ismcts:simulations=1000000000"

SCRIPTS: dict[str, str] = {
    "a search is interrupted": "interrupted(lambda: sp.NetSearch(Slow(), simulations=1000).search(views))",
    "a search on a thread that is left alone": """
searching = threading.Thread(target=lambda: sp.NetSearch(Slow(), simulations=1000).search(views), daemon=True)
searching.start()
time.sleep(0.5)
""",
    "an arena on a thread that is left alone": """
playing = threading.Thread(target=lambda: sp.arena("scopone", [Sleeper, "greedy"], hands=10**6), daemon=True)
playing.start()
time.sleep(0.5)
""",
    "an arena of a search of Python": """
search = sp.NetSearch(Slow(), simulations=1000, width=64)
interrupted(lambda: sp.arena("scopone", [search, "greedy"], hands=1000, threads=1))
""",
    "an arena of an agent of Python": """
interrupted(lambda: sp.arena("scopone", [Sleeper, "greedy"], hands=1000, threads=2))
""",
    "opponents that search": f"""
env = VecEnv("scopa", 1, opponents="{FOREVER}", seat=1)
env.reset()
interrupted(lambda: env.step([0]))
for call in (lambda: env.step([0]), env.legal_actions):
    try:
        call()
    except RuntimeError as error:
        assert "call reset()" in str(error)
    else:
        raise SystemExit("the hands were not lost")
env.reset(seed=2)
assert len(env.texts(0)) == env.n_legal[0]
""",
    "opponents that search at the beginning": f"""
interrupted(lambda: VecEnv("scopa", 1, opponents="{FOREVER}", seat=0))
""",
    "a seat among opponents that search": f"""
def acts_first(seed):
    quick = SeatEnv("scopa", opponents="random", seat=1)
    quick.reset(seed=seed)
    return quick._hands.hand(0).ply == 0


first = next(seed for seed in range(99) if acts_first(seed))
env = SeatEnv("scopa", opponents="{FOREVER}", seat=1)
obs, info = env.reset(seed=first)
interrupted(lambda: env.step(int(env.action_masks().argmax())))
assert not env.action_masks().any()
again, info = env.reset(seed=first)
assert (again == obs).all() and env.action_masks().any()
""",
    "steps without Python": """
interrupted(lambda: sp._core.Hands(sp.Game("scopa"), 100).run(10**9))
""",
}


@pytest.mark.parametrize("code", SCRIPTS.values(), ids=SCRIPTS)
def test_a_process_ends_in_time_and_by_itself(code: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", HEAD + code], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
