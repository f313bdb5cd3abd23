"""`serve`, killed between and during requests. No action may be lost if the server has answered it, and the hand must
end like an undisturbed one."""

from __future__ import annotations

import json
import random
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

from bench import Finding
from program import Program, Run

WORDS = ["serve", "--port", "0", "--state", "ROOT/state", "--threads", "1"]
TABLE = {"rules": "scopa", "seats": ["person", "greedy"], "seed": 3, "match": False, "auto_declare": False}
PATIENCE = 30
Faults = list[dict[str, object]]


class Gone(Exception):
    """The server does not answer."""


class ServerBench:
    """A hand at a table of a server, always the same."""

    def __init__(self, program: Program, folder: Path) -> None:
        self.program, self.folder, self.number, self.lock = program, folder / "serve", 0, threading.Lock()
        self.folder.mkdir()
        hand = Hand(self, self.root())
        self.whole = hand.play()
        self.moves = hand.moves
        hand.stop()

    def root(self) -> Path:
        with self.lock:
            self.number += 1
            root = self.folder / f"run{self.number}"
        root.mkdir()
        return root

    def chain(self, rng: random.Random) -> tuple[int, Finding | None]:
        """A hand at a server that is killed several times."""
        root, kills, faults = self.root(), rng.randint(1, 4), []
        hand = Hand(self, root)
        try:
            for _ in range(kills):
                fault: dict[str, object] = {"move": rng.randint(0, self.moves), "after": rng.uniform(0, 0.01)}
                faults.append(fault)
                hand.kill_during(int(str(fault["move"])), float(str(fault["after"])))
                hand.start()
            found = hand.play()
        except (AssertionError, Gone) as error:
            return kills, Finding("serve", str(error) or "gone", faults, root)
        finally:
            hand.stop()
        if found != self.whole:
            return kills, Finding("serve", "another hand", faults, root)
        return kills, None


class Hand:
    """A hand played by a person who always takes the first legal action."""

    def __init__(self, bench: ServerBench, root: Path) -> None:
        self.bench, self.root = bench, root
        self.table, self.key, self.done, self.moves = "", "", 0, 0
        self.start()

    def start(self) -> None:
        """Starts the server. All actions that it answered before must still be there."""
        self.run: Run = self.bench.program.start(WORDS, self.root, {})
        assert self.run.process.stderr is not None
        for line in self.run.process.stderr:
            if line.startswith(b"open "):
                url = line.decode().removeprefix("open ").strip()
                break
        else:
            raise Gone("the server does not start")
        threading.Thread(target=self.run.process.stderr.read, daemon=True).start()
        self.base, token = url.split("/?token=")
        self.headers = {"Origin": self.base, "Cookie": f"spariglio={token}"}
        if self.table:
            shown = self.shown()
            assert len(shown["log"]) >= self.done, f"{self.done} actions were answered, {len(shown['log'])} are left"

    def ask(self, path: str, body: object = None) -> bytes:
        headers = self.headers | {"X-Seat-Key": self.key, "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        try:
            with urllib.request.urlopen(
                urllib.request.Request(self.base + path, data, headers), timeout=PATIENCE
            ) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{path}: {error.read().decode()}") from None
        except OSError as error:
            raise Gone(str(error)) from None

    def shown(self) -> dict:
        return json.loads(self.ask(f"/api/tables/{self.table}?seat=0"))

    def open(self) -> None:
        made = json.loads(self.ask("/api/tables", TABLE))
        self.table, self.key = made["id"], made["seat_keys"]["0"]
        self.ask(f"/api/tables/{self.table}/pace", {"millis": 0, "paused": False, "step": False})

    def move(self) -> bool:
        """Plays the next action; returns false if the hand is over."""
        until = time.monotonic() + PATIENCE
        while not (shown := self.shown())["legal"]:
            if shown["phase"] != "play":
                return False
            assert time.monotonic() < until, "the agents do not act"
            time.sleep(0.001)
        body = {"seat": 0, "version": shown["version"], "action": shown["legal"][0]}
        self.ask(f"/api/tables/{self.table}/actions", body)
        self.done = len(shown["log"]) + 1
        return True

    def play(self) -> bytes:
        """Plays the hand to its end and returns its record."""
        if not self.table:
            self.open()
        while self.move():
            self.moves += 1
        return self.ask(f"/api/tables/{self.table}/record")

    def kill_during(self, moves: int, after: float) -> None:
        """Plays `moves` actions and kills the server `after` seconds into the next ones."""
        if not self.table:
            self.open()
        for _ in range(moves):
            self.move()
        killer = threading.Timer(after, self.run.process.kill)
        killer.start()
        try:
            while self.move():
                pass
        except Gone:
            pass
        killer.join()
        self.run.process.wait()

    def stop(self) -> None:
        self.run.process.kill()
        self.run.process.wait()
