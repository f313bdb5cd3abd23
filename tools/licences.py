#!/usr/bin/env python3
"""Writes docs/project/licences.md: the crates of the programs, with versions and licences, from `cargo`."""

import argparse
import json
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "project" / "licences.md"
HEAD = """# Licences of what is compiled in

Spariglio is under MIT or Apache-2.0, as you choose. Its programs and its Python package hold the crates below; those
of the last column are only in what its name says. `apps/web/assets/VENDORED.md` names the two files of other projects
in this repository: a script (MIT, Apache-2.0) and a font (OFL-1.1). `deny.toml` says which licences are allowed, and
`cargo deny check` checks it.

`python3 tools/licences.py` makes this page, for all systems; `make check` fails if it is out of date. If you
distribute a program, include the texts of these licences: they are in the packages of the crates. `tools/archive.py`
puts them into each archive.

| crate | version | licence | only in |
|---|---|---|---|
"""
# Uses of crates, and the packages that need them. The default programs come first: if they need a crate, no other use
# counts.
USES = {
    "": ["spariglio-cli", "spariglio-python"],
    "torch": ["spariglio-torch"],
    "fuzzing": ["spariglio-fuzz"],
}

# Names of files with licence texts, and the words for a package that has none.
TEXT = re.compile(r"(licen[cs]e|copying|copyright|notice|unlicense)", re.IGNORECASE)
NO_TEXT = "No text in the package. Its licence is the one in brackets; other crates here have the text."


def metadata():
    """The metadata of all packages."""
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--all-features"]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)


def needed(nodes, start, passed):
    """All packages that `start` needs, except for tests. Does not go through the packages in `passed`."""
    found, left = set(), list(start)
    while left:
        package = left.pop()
        if package in found:
            continue
        found.add(package)
        for dependency in nodes[package]["deps"]:
            is_built = any(kind["kind"] != "dev" for kind in dependency["dep_kinds"])
            if is_built and dependency["pkg"] not in passed:
                left.append(dependency["pkg"])
    return found


def crates():
    """All crates from elsewhere, each with its use: one of `USES`, or `tests`."""
    known = metadata()
    packages = {package["id"]: package for package in known["packages"]}
    nodes = {node["id"]: node for node in known["resolve"]["nodes"]}
    named = {packages[member]["name"]: member for member in known["workspace_members"]}
    optional = {named[name] for use, names in USES.items() if use for name in names}
    rows = defaultdict(lambda: "tests")
    for use, names in reversed(USES.items()):
        passed = set() if use else optional
        for package in needed(nodes, [named[name] for name in names], passed):
            rows[package] = use
    return [(package, rows[package["id"]]) for package in packages.values() if package["source"] is not None]


def licence(package):
    """The licence that a package states."""
    return (package["license"] or "none stated").replace("/", " OR ")


def page():
    """The text of the page."""
    lines = [f"| {of['name']} | {of['version']} | {licence(of)} | {use} |\n" for of, use in crates()]
    return HEAD + "".join(sorted(lines))


def texts():
    """The licence texts of all crates in the default programs, each text once, under the names of its crates."""
    owners = defaultdict(list)
    for package, use in crates():
        if use:
            continue
        title = f"{package['name']} {package['version']} ({licence(package)})"
        folder = Path(package["manifest_path"]).parent
        files = sorted(file for file in folder.iterdir() if file.is_file() and TEXT.match(file.name))
        for text in {file.read_text(encoding="utf-8", errors="replace").strip() for file in files} or {NO_TEXT}:
            owners[text].append(title)
    line = "=" * 120
    parts = [f"{line}\n{chr(10).join(sorted(of))}\n{line}\n\n{text}\n" for text, of in owners.items()]
    return "\n".join(sorted(parts))


def main():
    """Writes the page, or with `--check` compares it; exit status 1 if it differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the page is not up to date")
    arguments = parser.parse_args()
    text = page()
    if arguments.check:
        if PAGE.read_text(encoding="utf-8") != text:
            name = PAGE.relative_to(ROOT)
            print(f"error: {name}: differs from Cargo.lock; run python3 tools/licences.py", file=sys.stderr)
            return 1
        return 0
    PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
