"""Self-play: data sets from a configuration, whole or shard by shard on many machines.

A shard follows from the configuration and its number alone: the same bytes on any machine, with any number of threads.
"""

import os
import tempfile
from pathlib import Path

from spariglio import _core

__all__ = ["run", "shard"]

Config = str | os.PathLike[str]


def run(config: Config, out: str | os.PathLike[str], *, threads: int = 0) -> Path:
    """Plays what a configuration (configs/selfplay/) asks for into a run directory, which it gives.

    A run that was stopped goes on; shards that are there, made here or elsewhere, are checked and kept.

    Raises:
        RuntimeError: It could not be done; standard error says why.
    """
    _command("selfplay", os.fspath(config), "--out", os.fspath(out), "--threads", str(threads))
    return Path(out)


def shard(config: Config, number: int, *, generation: int | None = None, threads: int = 0) -> tuple[str, bytes]:
    """The name and the bytes of one shard of a configuration, whose agents play by simulations (a budget of time would
    not give the same bytes again).

    Put the shards of all machines into `OUT/data/gen-NNNN/`, then `run(config, OUT)` checks them and writes the
    manifest.

    Raises:
        RuntimeError: It could not be made; standard error says why.
    """
    with tempfile.TemporaryDirectory() as folder:
        words = ["selfplay", os.fspath(config), "--out", folder, "--only-shards", str(number)]
        words += ["--threads", str(threads)]
        if generation is not None:
            words += ["--generation", str(generation)]
        _command(*words)
        (made,) = Path(folder).glob("data/gen-*/*.parquet")
        return made.name, made.read_bytes()


def _command(*words: str) -> None:
    status = _core.main(["spariglio", *words])
    if status != 0:
        raise RuntimeError(f"`spariglio {' '.join(words)}` ended with {status}; standard error says why")
