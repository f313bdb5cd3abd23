"""Learning without libtorch: policy gradient in self-play, and expert iteration on top (docs/learning.md)."""

import os
import tomllib
from pathlib import Path

from spariglio import _program

__all__ = ["run"]


def run(
    config: str | os.PathLike[str], out: str | os.PathLike[str], *, seed: int | None = None, threads: int = 0
) -> Path:
    """Learns what a configuration with a table `[gradient]` (configs/learn/) asks for, in a run directory, which it
    gives: its best network plays wherever an agent is named, `net:net=OUT`.

    A run that was stopped goes on.

    Args:
        config: The configuration.
        out: The run directory.
        seed: Seed of the run, instead of the configuration's.
        threads: Threads; 0: one a core.

    Raises:
        ValueError: The configuration has no table `[gradient]`: a loop of generations needs libtorch, which the wheel
        does not have; the program `spariglio` of a checkout runs it.
        RuntimeError: It could not be done; standard error says why.
    """
    with Path(config).open("rb") as file:
        tables = tomllib.load(file)
    if "gradient" not in tables:
        found = ", ".join(f"[{name}]" for name, value in tables.items() if isinstance(value, dict)) or "no table"
        raise ValueError(
            f"{os.fspath(config)}: expected a table [gradient], found {found}; a loop of generations needs libtorch: "
            "`spariglio learn` of a checkout, after `make setup`"
        )
    words = ["learn", os.fspath(config), "--out", os.fspath(out), "--threads", str(threads)]
    _program.run(*words, *([] if seed is None else ["--seed", str(seed)]))
    return Path(out)
