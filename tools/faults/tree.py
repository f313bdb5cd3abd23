"""The files below a folder, and the difference between those of two runs."""

from __future__ import annotations

import json
from pathlib import Path

from works import Work

Tree = dict[str, bytes]


def tree(work: Work, root: Path) -> Tree:
    """The bytes of every result file of a run, by path. Lock files are ignored, and so are temporary files if the
    command does not resume."""
    files = {}
    for path in sorted(root.rglob("*")):
        name = str(path.relative_to(root))
        is_leftover = path.suffix == ".tmp" and not work.resumes
        if path.is_file() and path.name != "lock" and path.suffix != ".lock" and not is_leftover:
            files[name] = b"" if path.name.endswith(work.timed_files or ("//",)) else content(work, path)
    return files


def content(work: Work, path: Path) -> bytes:
    """The bytes of a file without the fields that measure time."""
    if not work.times or path.suffix not in (".json", ".jsonl", ".part"):
        return path.read_bytes()
    text = path.read_text()
    values = [text] if path.suffix == ".json" else text.splitlines()
    return json.dumps([timeless(json.loads(value), work.times) for value in values]).encode()


def timeless(value: object, times: frozenset[str]) -> object:
    """A value of JSON without the fields that measure time."""
    if isinstance(value, dict):
        return {key: timeless(below, times) for key, below in value.items() if key not in times}
    return [timeless(below, times) for below in value] if isinstance(value, list) else value


def difference(expected: Tree, found: Tree) -> str | None:
    """The first difference in words; `None` if there is none."""
    for name in sorted(expected.keys() | found.keys()):
        if name not in found:
            return f"{name} is missing"
        if name not in expected:
            return f"{name} is left over"
        if expected[name] != found[name]:
            return f"{name} has other bytes"
    return None
