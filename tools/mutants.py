"""Faults put in by hand: each goes into a copy of the sources, the copy is built, and `tools/faults` must find it.

    python3 tools/mutants.py

The program without a fault must give no finding. Prints a line per fault; exit status 1 if one was not found. The copy
and its build are in target/mutants.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from skips import skipped

ROOT = Path(__file__).resolve().parents[1]
PLACE = ROOT / "target" / "mutants"
DISTURBED = ["--kills", "60", "--faults", "40", "--seed", "1"]


class Mutant(NamedTuple):
    """A fault: a text in a source file, and its replacement."""

    name: str
    file: str
    right: str
    wrong: str

    def text(self) -> str:
        text = (ROOT / self.file).read_text(encoding="utf-8")
        if text.count(self.right) != 1:
            sys.exit(f"error: {self.file}: expected once: {self.right!r}, found {text.count(self.right)} times")
        return text.replace(self.right, self.wrong)


# The control: nothing is replaced.
CONTROL = Mutant("no fault", "files/src/whole.rs", "pub fn write_whole(", "pub fn write_whole(")
MUTANTS = [
    Mutant(
        "a file is written, and its folder is not synced",
        "files/src/whole/pieces.rs",
        "File::open(folder).and_then(|folder| folder.sync_all());",
        "File::open(folder).map(|_| ());",
    ),
    Mutant(
        "a resumed arena takes the first deal that is missing for played",
        "arena/src/pairs/duel.rs",
        "in totals.deals.missing(config.deals(game)) {\n",
        "in totals.deals.missing(config.deals(game)) {\n"
        "        let skipped = u64::from(!totals.deals.spans().is_empty());\n"
        "        let _ = totals.deals.add(deals.start..deals.start + skipped);\n"
        "        let deals = deals.start + skipped..deals.end;\n",
    ),
    Mutant(
        "the step of which the policy gradient's seeds come is not taken from the checkpoint",
        "train/src/checkpoint.rs",
        "learner.position = position;",
        "learner.position = crate::learner::Position { step: 0, ..position };",
    ),
]


def copy_sources(mutant: Mutant) -> Path:
    """A copy of the sources with the fault. Unchanged files are not touched, so that only changes are built again."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    copy, names = PLACE / "source", set(filter(None, listed.split("\0")))
    for new in [path for path in copy.rglob("*") if path.is_file()]:
        if str(new.relative_to(copy)) not in names:
            new.unlink()
    for name in names:
        old, new = ROOT / name, copy / name
        wanted = mutant.text().encode() if name == mutant.file else old.read_bytes()
        if not new.exists() or new.read_bytes() != wanted:
            new.parent.mkdir(parents=True, exist_ok=True)
            new.write_bytes(wanted)
            shutil.copymode(old, new)
    return copy


def findings(program: Path) -> list[str]:
    """The findings of the kills and faults in a program."""
    folder = PLACE / "runs"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    command = [sys.executable, ROOT / "tools" / "faults", "--spariglio", program, *DISTURBED]
    told = subprocess.run(command, env={**os.environ, "TMPDIR": str(folder)}, stdout=subprocess.PIPE, text=True)
    if told.returncode not in (0, 1):
        sys.exit(f"error: tools/faults ended with status {told.returncode}")
    return [line for line in told.stdout.splitlines() if line.startswith("FOUND")]


def is_found(mutant: Mutant) -> bool:
    built = PLACE / "target"
    build = ["cargo", "build", "--locked", "--release", "--package", "spariglio-cli"]
    environment = {**os.environ, "CARGO_TARGET_DIR": str(built)}
    subprocess.run(build, cwd=copy_sources(mutant), env=environment, check=True)
    began = time.monotonic()
    found = findings(built / "release" / "spariglio")
    print(f"{mutant.name}: {len(found)} findings in {time.monotonic() - began:.0f} s", flush=True)
    for line in found[:3]:
        print(f"  {line}", flush=True)
    return bool(found)


def main() -> int:
    if sys.platform != "linux" or shutil.which("cc") is None:
        skipped("faults put in by hand", "they need Linux and a C compiler (cc)")
        return 0
    for mutant in MUTANTS:
        mutant.text()
    if is_found(CONTROL):
        return 1
    found = [is_found(mutant) for mutant in MUTANTS]
    return 0 if all(found) else 1


sys.exit(main())
