#!/usr/bin/env python3
"""Writes the address of the repository and the version, which Cargo.toml states, into the other files that need them.

With `--check` it writes nothing, and fails if a file has others.
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# Each place: the file, the text before it, its value. A quotation mark, brace, comma or new line ends it.
PLACES = [
    ("CITATION.cff", '\nurl: "', "{address}"),
    ("CITATION.cff", 'repository-code: "', "{address}"),
    ("CITATION.cff", "\nversion: ", "{version}"),
    ("README.md", "this is version ", "{version}"),
    ("apps/bot/npm/package.json", '"homepage": "', "{address}"),
    ("apps/bot/npm/package.json", '"bugs": "', "{address}/issues"),
    ("apps/bot/npm/package.json", '"url": "', "git+{address}.git"),
    ("apps/bot/npm/package.json", '"version": "', "{version}"),
    ("apps/python/pyproject.toml", 'Homepage = "', "{address}"),
    ("apps/python/pyproject.toml", 'Documentation = "', "{address}/tree/main/docs"),
    ("apps/python/pyproject.toml", 'Repository = "', "{address}"),
    ("apps/python/pyproject.toml", 'Issues = "', "{address}/issues"),
    ("apps/python/pyproject.toml", 'Changelog = "', "{address}/blob/main/CHANGELOG.md"),
    ("docs/project/cite.md", "url     = {", "{address}"),
    ("docs/project/cite.md", "version = {", "{version}"),
]


def main():
    """Writes or checks the values; exit status 1 if a file has no place for one, or another one."""
    package = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]["package"]
    status = 0
    for name, before, form in PLACES:
        value = form.format(address=package["repository"], version=package["version"])
        path = ROOT / name
        text = path.read_text(encoding="utf-8")
        new, count = re.subn(rf'({re.escape(before)})[^"}},\n]*', rf"\g<1>{value}", text)
        if count != 1 or ("--check" in sys.argv and new != text):
            print(f"error: {name}: {before.strip()}...: expected {value}; run tools/address.py", file=sys.stderr)
            status = 1
        elif new != text:
            path.write_text(new, encoding="utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main())
