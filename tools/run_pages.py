#!/usr/bin/env python3
"""Runs the commands of the README, the tutorials and the page for apps, page by page, each page in a folder of its own.

A page passes if all its blocks succeed, in order: `sh` by bash, `python` by this Python. If a fence names its
file (title="house.toml"), the block is written to it and not run. Comments before a block change its check:

    <!-- check: skip, REASON -->   it does not run; the end lists it with the reason
    <!-- check: OLD => NEW -->     it runs with NEW for OLD, such as fewer hands
    <!-- check: background -->     it runs to the end of the page; the next block waits for its first line
    <!-- check: same -->           the last block printed these lines in this order; `...` stands for gaps
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = ["README.md", "docs/tutorials/*.md", "docs/reference/bot.md"]
# The folders of the repository that pages read; each page gets a copy.
FOLDERS = ["configs", "notebooks/examples"]
# The most seconds of a block, and the lines of its output that a fault shows.
PATIENCE, SHOWN = 400, 15

MARK = re.compile(r"<!-- check: (.*?) -->$")
FENCE = re.compile(r"```(\w*)(?: title=\"([^\"]+)\")?$")
# Bash tells the line and the command that fails, in a file of its own.
TRAP = 'set -eE; trap \'printf "%s %s\\n" "$LINENO" "$BASH_COMMAND" >"$FAILED"\' ERR\n'


class Fault(Exception):
    """A block that fails: its line in the page and the reason."""


@dataclass
class Block:
    """A fenced block of a page: the number of its first line, its language, its file, its text and its marks."""

    line: int
    language: str
    title: str | None
    text: str = ""
    marks: list = field(default_factory=list)

    def reason(self):
        """The reason to skip it, or None."""
        return next((mark.removeprefix("skip, ") for mark in self.marks if mark.startswith("skip, ")), None)

    def shortened(self):
        """Its text with all replacements. A replacement without effect is a fault of the page."""
        text = self.text
        for old, new in (mark.split(" => ") for mark in self.marks if " => " in mark):
            if old not in text:
                raise Fault(self.line, f"the text to replace is missing: {old}")
            text = text.replace(old, new)
        return text


def main():
    """Runs all pages; exit status 1 if one fails."""
    options = arguments()
    pages = options.page or [path for pattern in PAGES for path in sorted(ROOT.glob(pattern))]
    programs = [str(options.spariglio.resolve().parent), str(Path(sys.executable).parent)]
    os.environ["PATH"] = os.pathsep.join([*programs, os.environ["PATH"]])
    passed = [Page(path.resolve()).passes() for path in pages]
    print(f"{sum(passed)} of {len(passed)} pages pass")
    return 0 if all(passed) else 1


def arguments():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--spariglio", type=Path, default=ROOT / "target" / "release" / "spariglio", help="the binary")
    parser.add_argument("page", type=Path, nargs="*", help="pages to run [default: README and tutorials]")
    return parser.parse_args()


def blocks_of(text):
    """The blocks of a page in order."""
    blocks, marks, block = [], [], None
    for number, line in enumerate(text.splitlines(), 1):
        if block:
            if line == "```":
                blocks.append(block)
                block, marks = None, []
            else:
                block.text += f"{line}\n"
        elif mark := MARK.match(line):
            marks.append(mark[1])
        elif fence := FENCE.match(line):
            block = Block(number + 1, fence[1], fence[2], marks=marks)
    return blocks


class Page:
    """A page while it runs: its folder, the output of its last block, and its processes in the background."""

    def __init__(self, path):
        self.path, self.printed, self.background = path, "", []

    def passes(self):
        """Runs all blocks. If one fails, prints the reason and returns false."""
        name, started = self.path.relative_to(ROOT), time.monotonic()
        blocks = blocks_of(self.path.read_text(encoding="utf-8"))
        with tempfile.TemporaryDirectory(prefix="spariglio-page-") as folder:
            self.folder = Path(folder) / "page"
            for copied in FOLDERS:
                shutil.copytree(ROOT / copied, self.folder / copied)
            try:
                ran = sum(self.check(block) for block in blocks)
            except Fault as fault:
                line, reason = fault.args
                print(f"{name}:{line}: {reason}", file=sys.stderr)
                return False
            finally:
                for process in self.background:
                    os.killpg(process.pid, signal.SIGTERM)
                    process.wait()
        skipped = [(block.line, block.reason()) for block in blocks if block.reason()]
        print(f"{name}: {ran} blocks in {time.monotonic() - started:.0f} s, {len(skipped)} skipped")
        for line, reason in skipped:
            print(f"  {name}:{line}: {reason}")
        return True

    def check(self, block):
        """Does with a block as its language and marks say; whether it was run."""
        if block.reason():
            return False
        if block.title:
            path = self.folder / block.title
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.shortened(), encoding="utf-8")
        elif "same" in block.marks:
            self.compare(block)
        elif block.language in ("sh", "python"):
            self.run(block)
            return True
        return False

    def run(self, block):
        """Runs a block in the folder of the page."""
        failed = self.folder.parent / "failed"
        failed.write_text("")
        text = block.shortened()
        command = ["bash", "-c", TRAP + text] if block.language == "sh" else [sys.executable, "-c", text]
        place = {"cwd": self.folder, "env": {**os.environ, "FAILED": str(failed)}, "stdin": subprocess.DEVNULL}
        output = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "errors": "replace"}
        process = subprocess.Popen(command, start_new_session=True, **place, **output)
        if "background" in block.marks:
            self.background.append(process)
            self.printed = process.stdout.readline()
            return
        try:
            self.printed, _ = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            self.printed, _ = process.communicate()
            self.printed += f"stopped after {PATIENCE} s\n"
        if process.returncode:
            number, _, command = failed.read_text().partition(" ")
            line = block.line + int(number) - 2 if number else block.line
            last = "".join(f"  {shown}\n" for shown in self.printed.splitlines()[-SHOWN:])
            raise Fault(line, f"exit status {process.returncode}: {command.strip() or block.language}\n{last}")

    def compare(self, block):
        """Compares a block of output with the last block's. Spaces at the ends of lines do not count."""
        printed = iter([line.strip() for line in self.printed.splitlines()])
        for number, line in enumerate(block.text.splitlines(), block.line):
            begin, left_out, _ = line.strip().partition("...")
            found = (shown.startswith(begin) if left_out else shown == begin for shown in printed)
            if begin and not any(found):
                raise Fault(number, f"not printed, or not in this place: {line}\n{self.printed}")


if __name__ == "__main__":
    sys.exit(main())
