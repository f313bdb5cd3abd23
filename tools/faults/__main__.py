"""Kills and faults: disturbs every command that writes files in all ways that this folder knows. If the command is then
run to its end, its bytes must be those of an undisturbed run.

    python3 tools/faults --spariglio target/release/spariglio --kills 1000 --faults 100000

Prints a line per finding and a summary at the end; exit status 1 if there are findings. The printed seed reproduces the
kills and faults, except those that depend on time. The folders of findings are kept.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bench import Bench, Finding
from conditions import clock_jump, little_memory, two_at_once
from injections import faults, inject, starts
from kills import cut_at_end, kill_chain
from program import Program
from server import ServerBench
from works import TRAINED, WORKS

sys.path.append(str(Path(__file__).resolve().parents[1]))
from skips import skipped

CONDITIONS = {"clock jumps": clock_jump, "runs short of memory": little_memory, "second processes": two_at_once}


class Soak:
    """The counts and findings so far."""

    def __init__(self, arguments: argparse.Namespace, folder: Path) -> None:
        self.arguments, self.counts, self.findings = arguments, Counter[str](), list[Finding]()
        self.until = time.monotonic() + 60 * arguments.minutes if arguments.minutes else None
        program = Program(arguments.spariglio.resolve(), folder)
        works = [work for work in [*WORKS, *(TRAINED if arguments.train else [])] if self.is_wanted(work.name)]
        self.benches = [Bench(program, work, folder) for work in works]
        self.servers = [ServerBench(program, folder)] if self.is_wanted("serve") else []

    def is_wanted(self, name: str) -> bool:
        return not self.arguments.only or name in self.arguments.only

    def is_over(self) -> bool:
        return self.until is not None and time.monotonic() > self.until

    def note(self, kind: str, count: int, finding: Finding | None) -> None:
        self.counts[kind] += count
        if finding is not None:
            self.findings.append(finding)
            told = "; ".join(str(fault) for fault in finding.faults)
            print(f"FOUND {finding.work}: {finding.what}\n  after {told}\n  in {finding.folder}", flush=True)

    def kill(self, seed: str) -> None:
        """A share of the kills; works that resume and the server get more of them."""
        rng = random.Random(seed)
        targets = [bench for bench in self.benches if bench.work.resumes] * 2 + self.benches + self.servers * 3
        while targets and self.counts["kills"] < self.arguments.kills and not self.is_over():
            bench = rng.choice(targets)
            chain = bench.chain if isinstance(bench, ServerBench) else lambda rng, bench=bench: kill_chain(bench, rng)
            self.note("kills", *chain(rng))

    def fail(self, seed: str, pool: ThreadPoolExecutor) -> None:
        """Failing calls: all possible ones, or as many as requested."""
        rng = random.Random(seed)
        plan = []
        for bench in self.benches:
            for start, counts in starts(bench, rng):
                plan += [(bench, start, fault) for fault in faults(counts)]
        self.counts["possible faults"] = len(plan)
        rng.shuffle(plan)

        def do(each: tuple) -> None:
            if not self.is_over():
                met, finding = inject(*each)
                self.note("faults", int(met), finding)

        list(pool.map(do, plan[: self.arguments.faults]))

    def trouble(self, seed: str, pool: ThreadPoolExecutor) -> None:
        """Power cuts at the end, and a machine in trouble."""
        rng = random.Random(seed)
        for bench in self.benches:
            self.note("cuts after the end", 1, cut_at_end(bench))

        def do(each: tuple) -> None:
            kind, bench, seed = each
            self.note(kind, 1, CONDITIONS[kind](bench, random.Random(seed)))

        plan = [(kind, bench, rng.random()) for kind in CONDITIONS for bench in self.benches] * self.arguments.rounds
        list(pool.map(do, [(kind, bench, rng.random()) for kind, bench, _ in plan if not self.is_over()]))

    def run(self, seed: int) -> None:
        with ThreadPoolExecutor(self.arguments.jobs) as pool:
            list(pool.map(self.kill, [f"{seed} kill {job}" for job in range(self.arguments.jobs)]))
            self.trouble(f"{seed} trouble", pool)
            self.fail(f"{seed} fail", pool)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--spariglio", type=Path, default=Path("target/release/spariglio"), help="the program")
    parser.add_argument("--train", action="store_true", help="the program has torch")
    parser.add_argument("--kills", type=int, default=20, help="kills in all")
    parser.add_argument("--faults", type=int, default=100, help="most failing calls in all, drawn at random")
    parser.add_argument(
        "--rounds", type=int, default=1, help="clock jumps, runs short of memory, second processes per command"
    )
    parser.add_argument("--minutes", type=float, help="begin nothing after this time")
    parser.add_argument("--only", action="append", help="only this work")
    parser.add_argument("--seed", type=int, help="a seed that was printed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="runs at the same time")
    return parser.parse_args()


def main() -> int:
    arguments = parse()
    if sys.platform != "linux" or shutil.which("cc") is None:
        skipped("kills and faults", "they need Linux and a C compiler (cc)")
        return 0
    seed = random.SystemRandom().getrandbits(32) if arguments.seed is None else arguments.seed
    print(f"kills and faults: --seed {seed}", flush=True)
    folder, began = Path(tempfile.mkdtemp(prefix="spariglio-faults-")), time.monotonic()
    soak = Soak(arguments, folder)
    soak.run(seed)
    figures = ", ".join(f"{count} {kind}" for kind, count in soak.counts.items())
    print(f"{figures}; {len(soak.findings)} findings in {time.monotonic() - began:.0f} s (seed {seed})")
    if not soak.findings:
        shutil.rmtree(folder)
    return min(1, len(soak.findings))


sys.exit(main())
