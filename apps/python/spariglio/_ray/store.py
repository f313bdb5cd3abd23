"""The finished parts of an arena or of ladders, kept on the machine that leads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from spariglio._ray.jobs import KINDS, Files, Parts
from spariglio._ray.spread import write_whole
from spariglio.contest import ArenaResult, MatchesResult


def _remove_left(folder: Path) -> None:
    """Removes what a killed run left."""
    for left in folder.glob("*.tmp"):
        left.unlink()


class Store:
    """The finished parts of an arena, in memory and in a folder."""

    def __init__(self, job: Parts, fingerprint: str, folder: Path | None) -> None:
        self._job = job
        self._folder = folder
        self._result = KINDS[job.kind][2]
        self.finished: set[int] = set()
        """The numbers of the parts so far."""
        self._sum: Any = None
        """Their sum, which is exact: the same in any order."""
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            _remove_left(folder)
            number = dict(job.settings)[job.kind]
            self._claim(folder, {"fingerprint": fingerprint, job.kind: number, "parts": job.parts})
            self._load(folder)

    def keep(self, number: int, files: Files) -> None:
        """Keeps a part, and writes the sum so far."""
        (data,) = files.values()
        self._add(number, self._result(data.decode()))
        if self._folder is not None:
            write_whole(self._folder / self._job.file(number), data)
            # Parts without a gap are complete; the contest is not.
            is_whole = len(self.finished) == self._job.parts
            self._write(self._folder, self._sum if is_whole else self._sum._stopped())

    def merged(self) -> ArenaResult | MatchesResult:
        """The sum of all parts."""
        whole: ArenaResult | MatchesResult = self._sum
        if self._folder is not None:
            self._write(self._folder, whole)
        return whole

    def figures(self) -> str:
        """The figures so far of the first pairs."""
        lines = repr(self._sum).splitlines()[: len(self._sum.pairs)]
        return "".join(f"; {line}" for line in lines[:2])

    def _add(self, number: int, result: Any) -> None:
        self.finished.add(number)
        self._sum = result if self._sum is None else self._sum.merge(result)

    def _write(self, folder: Path, result: ArenaResult | MatchesResult) -> None:
        name = "arena.json" if self._job.kind == "hands" else "matches.json"
        write_whole(folder / name, f"{result._text}\n".encode())

    def _claim(self, folder: Path, wanted: dict[str, Any]) -> None:
        """Writes the identity of the contest to the folder. Fails if the folder holds another contest."""
        path = folder / "parts.json"
        if not path.exists():
            write_whole(path, json.dumps(wanted).encode())
            return
        there = json.loads(path.read_text(encoding="utf-8"))
        for name, value in wanted.items():
            if there.get(name) != value:
                raise ValueError(f"{folder} holds another contest: its `{name}` is {there.get(name)}, expected {value}")

    def _load(self, folder: Path) -> None:
        for number in range(1, self._job.parts + 1):
            path = folder / self._job.file(number)
            if path.exists():
                self._add(number, self._result.load(path))


class PartFiles:
    """The finished parts of ladders: files in the folder of the results, and a list of them."""

    NAME = "ladder-parts.json"
    """The file of the list."""

    def __init__(self, folder: Path, wanted: dict[str, Any]) -> None:
        """`wanted` says what is played in parts. The parts of anything else are made again."""
        _remove_left(folder)
        self._path = folder / self.NAME
        self._wanted = wanted
        self.finished: list[int] = []
        """The numbers of the parts so far."""
        if self._path.exists():
            there = json.loads(self._path.read_text(encoding="utf-8"))
            if there == {**wanted, "finished": there.get("finished")}:
                self.finished = there["finished"]

    def keep(self, number: int, files: Files) -> None:
        """Keeps the files of a part."""
        for name, data in files.items():
            write_whole(self._path.parent / name, data)
        self.finished.append(number)
        write_whole(self._path, json.dumps({**self._wanted, "finished": self.finished}).encode())
