"""Learning in plain Rust: policy gradient in self-play, and expert iteration on top (docs/explanation/learning.md)."""

import os
from pathlib import Path

from spariglio import _program
from spariglio._data.remote import written

__all__ = ["run"]


def run(
    config: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    seed: int | None = None,
    threads: int = 0,
    listen: str | None = None,
    token: str = "",
) -> Path:
    """Runs a configuration (configs/learn/) in a run directory and returns its path. If it is in an object store
    (`s3://...`), that is the path of its copy.

    The best network of the run is available as the agent `net:net=OUT`. A stopped run is resumed.

    Args:
        config: The configuration.
        out: The run directory.
        seed: Seed of the run, instead of the configuration's.
        threads: Threads; 0: one per core.
        listen: An address of this machine, such as `"0.0.0.0:7000"`, where helpers may join
            (docs/how-to/machines.md). `spariglio.ray.learn` starts them.
        token: A secret word that helpers must know. If it is empty, it is that of the variable `SPARIGLIO_TOKEN`.

    Raises:
        RuntimeError: The run failed; standard error says why.
    """
    with written(out) as folder:
        words = ["learn", os.fspath(config), "--out", str(folder), "--threads", str(threads)]
        options = {"--seed": seed, "--listen": listen}
        words += [word for name, value in options.items() if value is not None for word in (name, str(value))]
        _program.run(*words, **({"SPARIGLIO_TOKEN": token} if token else {}))
    return folder
