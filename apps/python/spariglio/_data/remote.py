"""Files of object stores (`s3://`, `gs://`, `hf://` and others of fsspec), by copies in a folder of this machine.

The copies are in `spariglio` in the user's folder for caches (`XDG_CACHE_HOME`, or `~/.cache`). A file is copied again
if the store has changed it. fsspec takes keys and addresses from its own configuration and from the environment.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any

from spariglio._data.extra import need

_KEYS = "keys.json"
_URL = re.compile(r"[a-z][a-z0-9+.-]*://[^\s:'\"]+")


def is_remote(path: str | PathLike[str]) -> bool:
    """Whether a path is one of an object store."""
    return isinstance(path, str) and _URL.match(path) is not None


def fetched(path: str | PathLike[str], wanted: Callable[[str], bool] = lambda name: True) -> Path:
    """A local path as it is; of a file or folder of an object store, its copy. Of a folder, only the files whose names
    in it are `wanted` are copied.

    Raises:
        FileNotFoundError: The store has no such file or folder.
    """
    if not is_remote(path):
        return Path(path)
    place = _copy(str(path), wanted)
    if place is None:
        raise FileNotFoundError(f"{path}: no such file or folder")
    return place


@contextmanager
def written(path: str | PathLike[str]) -> Iterator[Path]:
    """A local path as it is; of a file or folder of an object store, its copy, which may be changed. The changes are
    copied to the store if nothing fails, the file that was written last after all others."""
    if not is_remote(path):
        yield Path(path)
        return
    store, root = _store(str(path))
    copied = _copy(str(path), lambda name: True)
    place = _place(str(path))
    place.parent.mkdir(parents=True, exist_ok=True)
    before = {file: _stamp(file) for file in _files(place)} if copied else {}
    known = _keys(place)
    yield place
    changed = [file for file in _files(place) if _name(file, place) not in known or before.get(file) != _stamp(file)]
    changed.sort(key=lambda file: file.stat().st_mtime_ns)
    there = [f"{root}/{_name(file, place)}".rstrip("/") for file in changed]
    for part in (slice(0, -1), slice(-1, None)):
        if changed[part]:
            store.put([str(file) for file in changed[part]], there[part])
    now = _listed(store, root)
    _keep(place, _keys(place) | {name: now[name] for name in (_name(file, place) for file in changed)})


def local_networks(agent: str) -> str:
    """The specification of an agent, with copies of its networks that are in an object store."""
    return re.sub(f"(?<==)(['\"]?)({_URL.pattern})\\1", lambda found: f"'{fetched(found[2], is_network)}'", agent)


def is_network(name: str) -> bool:
    """Whether a file of a run directory belongs to its networks."""
    return not name.startswith("data/")


def _store(path: str) -> tuple[Any, str]:
    """The file system of a path, and the path in it."""
    store, root = need("fsspec.core", "remote").url_to_fs(path)
    return store, root.rstrip("/")


def _listed(store: Any, root: str) -> dict[str, str]:
    """The files of a folder by their names in it (of a file ""), with a hash of what the store says of each."""
    # It remembers what it listed before.
    store.invalidate_cache()
    found = store.find(root, detail=True)
    return {
        file[len(root) :].lstrip("/"): hashlib.sha256(str(about).encode()).hexdigest() for file, about in found.items()
    }


def _place(path: str) -> Path:
    """The place of the copy of a path."""
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    path = path.rstrip("/")
    return Path(caches, "spariglio", hashlib.sha256(path.encode()).hexdigest()[:16], "copy", path.rsplit("/", 1)[1])


def _copy(path: str, wanted: Callable[[str], bool]) -> Path | None:
    """Copies what the store has changed. Returns the place of the copy; `None` if the store has nothing there."""
    store, root = _store(path)
    listed = _listed(store, root)
    if not listed:
        return None
    place = _place(path)
    known = _keys(place)
    for gone in known.keys() - listed.keys():
        (place / gone).unlink(missing_ok=True)
    keys = {name: key for name, key in known.items() if name in listed}
    keys |= {name: key for name, key in listed.items() if wanted(name)}
    new = [name for name in keys if known.get(name) != keys[name] or not (place / name).is_file()]
    if new:
        targets = [place / name for name in new]
        # Other processes may copy the same files.
        parts = [target.with_name(f"{target.name}.{os.getpid()}.tmp") for target in targets]
        for target in targets:
            target.parent.mkdir(parents=True, exist_ok=True)
        store.get([f"{root}/{name}".rstrip("/") for name in new], [str(part) for part in parts])
        for part, target in zip(parts, targets, strict=True):
            part.replace(target)
        _keep(place, keys)
    return place


def _keys(place: Path) -> dict[str, str]:
    """The copied files by their names in the folder (of a file ""), with what the store said to identify them."""
    file = place.parent.with_name(_KEYS)
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def _keep(place: Path, keys: dict[str, str]) -> None:
    file = place.parent.with_name(_KEYS)
    part = file.with_name(f"{file.name}.{os.getpid()}.tmp")
    part.write_text(json.dumps(keys), encoding="utf-8")
    part.replace(file)


def _files(place: Path) -> list[Path]:
    return [file for file in [place, *place.rglob("*")] if file.is_file() and file.suffix != ".tmp"]


def _name(file: Path, place: Path) -> str:
    return "" if file == place else file.relative_to(place).as_posix()


def _stamp(file: Path) -> tuple[int, int]:
    stat = file.stat()
    return stat.st_mtime_ns, stat.st_size
