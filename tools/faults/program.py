"""The program under test: one run of a command, with or without a fault, and its outcome."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from works import Work

# Seconds. A run of a work takes one or two. If it takes this long, it hangs, even on a busy machine.
PATIENCE = 900
SHIM = Path(__file__).with_name("shim.c")


@dataclass(frozen=True)
class Outcome:
    """The end of a run."""

    status: int
    errors: str
    # The call that the fault hit, and its file.
    hit: tuple[str, str] | None
    # The number of calls of each kind, if the run ended by itself.
    counts: dict[str, int]

    @property
    def was_killed(self) -> bool:
        return self.status == -signal.SIGKILL


class Program:
    """The program with the library that injects the faults."""

    def __init__(self, path: Path, folder: Path) -> None:
        self.path, self.shim = path, folder / "shim.so"
        words = [
            "cc",
            "-std=c11",
            "-O1",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-shared",
            "-fPIC",
            "-o",
            self.shim,
            SHIM,
            "-ldl",
        ]
        subprocess.run(words, check=True)

    def start(self, words: list[str], root: Path, faults: dict[str, object], memory: int = 0) -> Run:
        return Run(self, [word.replace("ROOT", str(root)) for word in words], root, faults, memory)

    def run(self, work: Work, root: Path, faults: dict[str, object] | None = None, memory: int = 0) -> Outcome:
        """Runs the command of a work to its end."""
        clock = {} if work.rate == 1 else {"CLOCK": f"{work.rate}:0:0:0"}
        return self.start(work.words, root, clock | (faults or {}), memory).finish()

    def prepare(self, work: Work, root: Path) -> None:
        """Makes a new folder with all inputs of the command."""
        shutil.rmtree(root, ignore_errors=True)
        root.mkdir(parents=True)
        for name, text in work.files.items():
            (root / name).write_text(text)
        for words in work.before:
            outcome = self.start(words, root, {}).finish()
            if outcome.status != 0:
                sys.exit(f"error: {' '.join(words)}: {outcome.errors}")


class Run:
    """A run in progress. Faults are settings of the library, without `FAULT_`."""

    def __init__(
        self, program: Program, words: list[str], root: Path, faults: dict[str, object], memory: int = 0
    ) -> None:
        self.report, self.spare = root.with_name(root.name + ".report"), root.with_name(root.name + ".spare")
        self.report.unlink(missing_ok=True)
        if faults.get("DO") == "cut":
            self.spare.mkdir()
        settings = {"ROOT": root, "REPORT": self.report, "SPARE": self.spare} | faults
        environment = {"PATH": os.environ["PATH"], "LD_PRELOAD": str(program.shim), "LANG": "C.UTF-8"}
        environment["SOURCE_DATE_EPOCH"] = "0"  # the date in results
        environment |= {f"FAULT_{name}": str(value) for name, value in settings.items()}

        def limit() -> None:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

        self.process = subprocess.Popen(
            [program.path, *words],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            preexec_fn=limit if memory else None,
        )

    def finish(self) -> Outcome:
        """Waits for the end."""
        try:
            errors = self.process.communicate(timeout=PATIENCE)[1]
        except subprocess.TimeoutExpired:
            self.process.kill()
            errors = self.process.communicate()[1] + f"\nit hangs: no end after {PATIENCE} s".encode()
            return Outcome(-signal.SIGALRM, errors.decode(errors="replace"), None, {})
        hit, counts = None, {}
        for line in self.report.read_text().splitlines() if self.report.exists() else []:
            word, number, text = line.split(" ", 2)
            if word == "count":
                counts[text] = int(number)
            elif hit is None:
                hit = (word, text)
        shutil.rmtree(self.spare, ignore_errors=True)
        return Outcome(self.process.returncode, errors.decode(errors="replace"), hit, counts)
