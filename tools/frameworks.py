#!/usr/bin/env python3
"""Runs the examples of other projects' frameworks, each in a fresh environment, and writes docs/results/frameworks.md.

An example of notebooks/examples/ names its packages at its top, as PEP 723 says, and its last line is JSON. Its
environment has the wheel and the newest versions of these packages. uv makes it, as environments share the files of
packages then. Rows of examples that did not run are kept. Fails if an example does, or if its points against `greedy`
are not above 0.
"""

import argparse
import json
import re
import resource
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "notebooks" / "examples"
PAGE = ROOT / "docs" / "results" / "frameworks.md"
# The most seconds of an example.
PATIENCE = 3600

HEADER = re.compile(r"^# /// script\n((?:#.*\n)+?)# ///\n", re.M)
ROW = re.compile(r"^\| \[(\w+)\].*$", re.M)
VERSIONS = "import sys; from importlib.metadata import version; print(*map(version, sys.argv[1:]))"
TEXT = """# Frameworks

Each example of `notebooks/examples/` in this table ran alone in a fresh environment, with the newest versions of its
packages on that day. An asterisk marks an environment that was there before. `python tools/frameworks.py` makes
the table, and `ONLY=frameworks make soak` calls it. Points in bold are won from `greedy` per hand, on duplicate deals,
with the 95 % interval. Processor time is that of all cores.

| example | packages | minutes | processor minutes | decisions | result |
|---|---|---|---|---|---|
"""


def main():
    """Runs the examples. Exit status 1 if one fails."""
    headers = {path.stem: HEADER.search(path.read_text(encoding="utf-8")) for path in sorted(EXAMPLES.glob("*.py"))}
    names = [name for name, header in headers.items() if header]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name", nargs="*", choices=[[], *names], help="examples to run [default: all]")
    parser.add_argument("--wheel", type=Path, default=ROOT / "dist", help="the wheel, or its folder [default: dist]")
    parser.add_argument("--python", help="run in the environment of this Python, which has all packages")
    options = parser.parse_args()
    wheel = options.wheel if options.wheel.is_file() else next(options.wheel.glob("spariglio-*.whl"), None)
    if not options.python and not wheel:
        parser.error(f"no wheel in {options.wheel}: run tools/wheel.sh first")
    kept = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    rows = {found[1]: found[0] for found in ROW.finditer(kept) if found[1] in names}
    failed = []
    with tempfile.TemporaryDirectory(prefix="spariglio-frameworks-") as folder:
        if not options.python:
            subprocess.run([sys.executable, "-m", "venv", f"{folder}/tool"], check=True)
            pip = [f"{folder}/tool/bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "uv"]
            subprocess.run(pip, check=True)
        for name in options.name or names:
            code = "".join(line.removeprefix("#").removeprefix(" ") for line in headers[name][1].splitlines(True))
            packages = tomllib.loads(code)["dependencies"]
            print(f"== {name}", file=sys.stderr, flush=True)
            try:
                python = options.python or fresh(packages, wheel, folder)
                rows[name], above = measured(name, packages, python, "*" if options.python else "")
            except (subprocess.SubprocessError, ValueError, LookupError) as error:
                print(f"{name}: {error}", file=sys.stderr)
                above = False
            if not above:
                failed.append(name)
            PAGE.write_text(TEXT + "".join(f"{rows[one]}\n" for one in sorted(rows)), encoding="utf-8")
    if failed:
        print(f"error: failed: {', '.join(failed)}", file=sys.stderr)
    return bool(failed)


def fresh(packages, wheel, folder):
    """The Python of a new environment with these packages."""
    uv = [f"{folder}/tool/bin/uv", "--quiet", "--cache-dir", f"{folder}/cache"]
    python = f"{folder}/fresh/bin/python"
    subprocess.run([*uv, "venv", "--clear", "--python", sys.executable, f"{folder}/fresh"], check=True)
    # The wheel is found beside the index of PyPI.
    find = ["--find-links", str(wheel.resolve().parent)]
    subprocess.run([*uv, "pip", "install", "--python", python, *find, str(wheel), *packages], check=True)
    return python


def measured(name, packages, python, mark):
    """The row of an example, and whether it ends above `greedy` or needs not."""
    with tempfile.TemporaryDirectory(prefix="spariglio-frameworks-") as folder:
        began, before = time.monotonic(), processor()
        run = [python, "-P", str(EXAMPLES / f"{name}.py")]
        told = subprocess.run(run, cwd=folder, stdout=subprocess.PIPE, text=True, check=True, timeout=PATIENCE).stdout
        minutes, cores = (time.monotonic() - began) / 60, (processor() - before) / 60
        others = [found for found in map(base, packages) if found != "spariglio"]
        versions = subprocess.run([python, "-c", VERSIONS, *others], stdout=subprocess.PIPE, text=True, check=True)
    found = json.loads(told.splitlines()[-1])
    decisions = f"{found.pop('decisions'):,}" if "decisions" in found else ""
    above = True
    if "points" in found:
        low, high = found["interval"]
        above = low > 0
        result = f"**{found['points']:+.2f}** ({low:+.2f} to {high:+.2f})"
    else:
        result = ", ".join(f"{what} {figure}" for what, figure in found.items())
    named = ", ".join(f"{one} {number}" for one, number in zip(others, versions.stdout.split(), strict=True)) + mark
    link = f"[{name}](../../notebooks/examples/{name}.py)"
    return f"| {link} | {named} | {minutes:.1f} | {cores:.1f} | {decisions} | {result} |", above


def base(package):
    """The name of a package without extras and versions."""
    return re.match(r"[\w.-]+", package)[0]


def processor():
    """Seconds of the processor of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    sys.exit(main())
