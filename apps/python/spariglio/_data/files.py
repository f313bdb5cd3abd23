"""Finds the shards of a source."""

from __future__ import annotations

import atexit
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from os import PathLike
from pathlib import Path, PurePosixPath

from spariglio._data.remote import fetched

Source = str | PathLike[str] | Sequence[str | PathLike[str]]
"""A run directory, a folder of shards, a shard, a file of hand records, or several of them, perhaps in an object
store."""

_MAGIC = b"PAR1"
_LOGS = (".jsonl", ".jsonl.zst")


_TABLES = {"rows": "file", "games": "games_sha256"}
"""The tables of a generation, with the field of a shard in the manifest that tells whether it is there."""


def shards(
    source: Source,
    *,
    table: str = "rows",
    inputs: bool = False,
    partners_open: bool = False,
    folder: str | PathLike[str] | None = None,
) -> list[Path]:
    """The files of a table of a source, in order; fails if one is incomplete. Converts hand records to shards in
    `folder`, or, if it is `None`, in a temporary folder that is removed when Python ends."""
    named = [source] if isinstance(source, str | PathLike) else list(source)
    if "" in named:
        raise ValueError("source is '': expected a run directory, a folder, a shard or a file of records")
    paths = [fetched(one, lambda name: _is_of(name, table)) for one in named]
    if not paths:
        raise ValueError("no source is given: expected at least one run directory, folder, shard or file of records")
    for path in paths:
        if not path.exists():
            raise FileNotFoundError(f"{path}: no such file or folder")
    logs = [path for path in paths if path.name.endswith(_LOGS)]
    found = [shard for path in paths if path not in logs for shard in _shards_of(path, table)]
    if logs:
        out = Path(_temporary() if folder is None else folder)
        flags = {"--inputs": inputs, "--partners-open": partners_open, "--games": table == "games"}
        _export(logs, out, [flag for flag, wanted in flags.items() if wanted])
        found += _shards_of(out, table)
    for shard in found:
        _check_whole(shard)
    return found


def _is_of(name: str, table: str) -> bool:
    """Whether a file in a source is needed to read a table. The name of a source that is a file is empty."""
    path = PurePosixPath(name)
    is_shard = path.suffix == ".parquet" and path.parent.name not in _TABLES.keys() - {table}
    return not name or is_shard or path.name in {"manifest.json", "README.md"}


def _shards_of(path: Path, table: str) -> list[Path]:
    if path.is_file():
        return [path]
    generations = sorted((path / "data" if (path / "data").is_dir() else path).glob("gen-*"))
    found = [*sorted(path.glob("*.parquet"))]
    found += [shard for folder in [path, *generations] for shard in _listed(folder, table)]
    if not found:
        raise FileNotFoundError(
            f"{path}: no {table} found: expected *.parquet, or {table}/*.parquet in it, in gen-NNNN or in data/gen-NNNN"
        )
    return found


def _listed(folder: Path, table: str) -> Iterator[Path]:
    """The files of a table in the manifest of a generation. If there is no manifest, all files in their folder."""
    manifest = folder / "manifest.json"
    if not manifest.is_file():
        yield from sorted((folder / table).glob("*.parquet"))
        return
    for entry in json.loads(manifest.read_text(encoding="utf-8"))["shards"]:
        if _TABLES[table] not in entry:
            continue
        shard = folder / table / Path(entry["file"]).name
        if not shard.is_file():
            raise FileNotFoundError(f"{shard}: missing, though {manifest} lists it")
        size = shard.stat().st_size
        if table == "rows" and size != entry["bytes"]:
            raise ValueError(f"{shard}: expected {entry['bytes']} bytes, as {manifest} says, found {size}")
        yield shard


def _check_whole(shard: Path) -> None:
    """Fails if a Parquet file was cut short. A whole file ends with its metadata, their length, and the letters it
    begins with."""
    with shard.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - 8))
        end = file.read()
        file.seek(0)
        start = file.read(4)
    if size < 12 or start != _MAGIC or end[4:] != _MAGIC or int.from_bytes(end[:4], "little") > size - 12:
        raise ValueError(f"{shard}: not a whole Parquet file: it was cut short, or is none")


def _export(logs: Sequence[Path], out: Path, flags: Sequence[str]) -> None:
    """Writes the rows of hand records to a run directory."""
    command = [sys.executable, "-m", "spariglio", "export", *map(str, logs), "--out", str(out), *flags]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise ValueError(done.stderr.strip())


def _temporary() -> str:
    folder = tempfile.mkdtemp(prefix="spariglio-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
