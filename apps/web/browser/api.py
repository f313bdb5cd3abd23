"""The server's interface for programs."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import APIRequestContext, APIResponse


class Api:
    """Requests with the cookie of a context."""

    def __init__(self, request: APIRequestContext, base: str) -> None:
        self.request, self.base = request, base
        self.tables: list[tuple[str, str]] = []
        self.tournaments: list[str] = []

    def get(self, path: str, key: str = "") -> Any:
        answer = self.request.get(self.base + path, headers={"X-Seat-Key": key})
        assert answer.ok, answer.text()
        return answer.json()

    def text(self, path: str) -> str:
        return self.request.get(self.base + path).text()

    def send(self, path: str, body: object, key: str = "") -> APIResponse:
        kind = "application/x-ndjson" if isinstance(body, str) else "application/json"
        headers = {"Origin": self.base, "X-Seat-Key": key, "Content-Type": kind}
        return self.request.post(self.base + path, data=body, headers=headers)

    def post(self, path: str, body: object, key: str = "") -> Any:
        answer = self.send(path, body, key)
        assert answer.ok, answer.text()
        return answer.json()

    def open(self, seats: list[str], millis: int = 0, **wishes: object) -> tuple[str, dict[str, str]]:
        """Opens a table. Returns its name and the keys of persons' seats. By default its agents do not wait, and seat 0
        deals."""
        usual = {} if "record" in wishes else {"dealer": 0}
        made = self.post("/api/tables", {"seats": seats, "match": False, "auto_declare": False} | usual | wishes)
        keys = made["seat_keys"]
        key = next(iter(keys.values()), "")
        self.tables.append((made["id"], key))
        self.pace(made["id"], millis, key=key)
        return made["id"], keys

    def pace(self, name: str, millis: int, paused: bool = False, key: str = "") -> None:
        self.post(f"/api/tables/{name}/pace", {"millis": millis, "paused": paused, "step": False}, key)

    def wait(self, path: str, test: Callable[[Any], bool], key: str = "") -> Any:
        """The answer at `path`, as soon as the test passes."""
        until = time.monotonic() + 30
        while not test(found := self.get(path, key)):
            assert time.monotonic() < until, found
            time.sleep(0.01)
        return found

    def review(self, records: str) -> str:
        """The name of a finished review of these records."""
        name = self.post("/api/reviews", records)["id"]
        done = self.wait(f"/api/reviews/{name}", lambda found: found["state"] in ("done", "failed"))
        assert done["state"] == "done", done
        return name

    def tournament(self, stage: dict[str, object], agents: list[str], **wishes: object) -> str:
        """Opens a tournament of Scopa. Returns its name."""
        body = {"name": "Friday cup", "rules": "scopa", "clock": {"move_seconds": 600}}
        made = self.post("/api/tournaments", body | {"stage": [stage], "agents": agents} | wishes)
        self.tournaments.append(made["id"])
        return made["id"]

    def leave(self) -> None:
        for name in self.tournaments:
            self.request.delete(f"{self.base}/api/tournaments/{name}", headers={"Origin": self.base})
        for name, key in self.tables:
            self.send(f"/api/tables/{name}/leave", {}, key)
