"""Self-play: data sets from a configuration, whole or in parts on many machines.

A shard depends only on the configuration and its number: it has the same bytes on any machine, with any number of
threads.
`spariglio.ray.selfplay` makes the shards on a cluster.
"""

import os
import tempfile
from pathlib import Path

from spariglio import _core, _program
from spariglio._data.remote import written

__all__ = ["files", "run"]

Config = str | os.PathLike[str]


def run(config: Config, out: str | os.PathLike[str], *, threads: int = 0) -> Path:
    """Plays a configuration (configs/selfplay/) into a run directory and returns its path. If it is in an object store
    (`s3://...`), that is the path of its copy.

    A stopped run continues. Existing shards, made here or elsewhere, are checked and kept.

    Raises:
        RuntimeError: The run failed; standard error says why.
    """
    with written(out) as folder:
        _program.run("selfplay", os.fspath(config), "--out", str(folder), "--threads", str(threads))
    return folder


def files(config: Config, part: str, *, generation: int | None = None, threads: int = 0) -> dict[str, bytes]:
    """All files of a part of the shards, such as `"2/8"`, by their paths in a run directory: the entry with its hashes,
    the rows, and the records and games if the configuration asks for them. The bytes are reproducible if the agents
    have budgets of simulations, not of time.

    Write the files of all parts into a folder `OUT`, then `run(config, OUT)` checks them and writes the manifest.

    Raises:
        RuntimeError: The shards could not be made; the message says why.
    """
    with tempfile.TemporaryDirectory() as folder:
        _core.selfplay_part(config, folder, part, generation, threads)
        root = Path(folder)
        made = root.glob("data/gen-*/*/shard-*")
        return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(made, reverse=True)}
