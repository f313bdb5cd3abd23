#!/usr/bin/env python3
"""Writes the address of the repository, which Cargo.toml states, into the other files that need it.

With `--check` it writes nothing, and fails if a file has another one.
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# The files, each with the text before the address; a quotation mark ends it.
PLACES = {
    "CITATION.cff": 'repository-code: "',
    "apps/bot/npm/package.json": '"repository": "',
    "apps/python/pyproject.toml": 'Repository = "',
}


def main():
    """Writes or checks the address; exit status 1 if a file has no place for it, or another one."""
    cargo = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))
    address = cargo["workspace"]["package"]["repository"]
    status = 0
    for name, before in PLACES.items():
        path = ROOT / name
        text = path.read_text(encoding="utf-8")
        new, count = re.subn(rf'({re.escape(before)})[^"]*', rf"\g<1>{address}", text)
        if count != 1 or ("--check" in sys.argv and new != text):
            print(f"error: {name}: {before}...: expected {address}; run tools/address.py", file=sys.stderr)
            status = 1
        elif new != text:
            path.write_text(new, encoding="utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main())
