"""Self-play, learning, arenas of hands and of matches, and ladders on a Ray cluster, with the results of one machine.

A part of self-play, of an arena or of a ladder depends only on its request, so any node makes the same bytes. If a node
is lost, its parts are made again elsewhere. Results are written as they arrive, and a
stopped run continues from its results. A node that would not make the same bytes (another version of Spariglio, other
decisions, other network files) is refused before work. `ray.init` selects the cluster; if it was not called, a local
cluster is started.

`python -m spariglio.ray selfplay|learn|arena|ladder` does the same from a shell.

Needs `pip install 'spariglio[ray]'`.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

try:
    import ray  # noqa: F401
except ImportError as error:
    raise ImportError("spariglio.ray needs Ray: pip install 'spariglio[ray]'") from error

from spariglio import _core, _program
from spariglio import learn as _learn
from spariglio import selfplay as _selfplay
from spariglio._arguments import Rules, game_of
from spariglio._data.remote import is_remote, written
from spariglio._ray.helpers import helpers
from spariglio._ray.jobs import Files, Ladders, Parts, Shards, facts_of, pickled
from spariglio._ray.spread import own_facts, spread, tell_of, write_whole
from spariglio._ray.store import PartFiles, Store
from spariglio.agents import AgentLike
from spariglio.contest import ArenaResult, MatchesResult

__all__ = ["arena", "ladder", "learn", "matches", "selfplay"]

Progress = Callable[[int, int], None]


def selfplay(
    config: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    audit: float = 0.0,
    threads: int = 1,
    progress: Progress | bool = False,
) -> Path:
    """Plays a configuration (configs/selfplay/) on the cluster, into a run directory of this machine. Returns the
    directory. It has the same bytes as the one of `spariglio.selfplay.run`, which checks it in the end.

    Args:
        config: The configuration. If it names networks, every node reads them from the same place.
        out: The run directory. Existing shards are kept.
        audit: The share of the shards that a second node makes too, if there is one; `0.01` is one in a hundred.
        threads: Cores per shard.
        progress: Called with the number of finished shards and of all shards; `True` writes a line to standard error.

    Raises:
        ValueError: An agent has a time budget, so its shards are not reproducible.
        RuntimeError: A node differs from this machine, a shard cannot be made, or an audit found other bytes (the
            message names both machines).
    """
    if is_remote(out):
        with written(out) as folder:
            return selfplay(config, folder, audit=audit, threads=threads, progress=progress)
    _check(audit, threads)
    tell = tell_of("shard", progress)
    plan = json.loads(_core.selfplay_plan(config, out))
    _check_untimed(plan["timed"])
    root = Path(out)

    def keep(_: int, files: Files) -> None:
        # Rows last: if they exist, the records and games exist too.
        for path in sorted(files, key=lambda path: Path(path).parent.name == "rows"):
            write_whole(root / path, files[path])

    job = Shards(plan["config"], plan["shards"], threads)
    expected = own_facts(facts_of(plan))
    spread(job, plan["missing"], expected, keep, threads=threads, audit=audit, tell=tell, of=plan["shards"])
    return _selfplay.run(config, out)


def learn(
    config: str | os.PathLike[str],
    out: str | os.PathLike[str],
    *,
    workers: int | None = None,
    threads: int = 1,
    seed: int | None = None,
) -> Path:
    """Runs a configuration (configs/learn/) in a run directory of this machine. Returns the directory.

    Workers on the cluster help: they compute shards of each step, if the step is large enough to pay for sending the
    weights. The networks have the same bytes as those of `spariglio.learn.run`, for any number of workers, also if
    workers are killed or join late. Progress, checkpoints and resuming are the same too. If a worker's first shard
    differs from that of this machine, the worker is not used, and a line says so.

    Args:
        config: The configuration. An agent of `gradient.against` reads its files on every node.
        out: The run directory. A stopped run is resumed.
        workers: Number of workers; `None`: as many as the cluster has room for now. Workers without room start when
            nodes come.
        threads: Cores of each worker, and of this machine.
        seed: Seed of the run, instead of the configuration's.

    Raises:
        RuntimeError: The run failed; standard error says why.
    """
    _check(0.0, threads)
    with helpers(workers, threads) as leader:
        return _learn.run(config, out, seed=seed, threads=threads, listen=leader["address"], token=leader["token"])


def arena(
    game: Rules,
    agents: Sequence[AgentLike],
    *,
    hands: int,
    parts: int,
    seed: int = 0,
    out: str | os.PathLike[str] | None = None,
    audit: float = 0.0,
    threads: int = 1,
    partners_open: bool = False,
    unpaired: bool = False,
    progress: Progress | bool = False,
) -> ArenaResult:
    """Plays every pair of `agents` on the cluster: the result of `spariglio.arena`.

    Args:
        game: A `Game`, the name of a preset, or the path of a rule set file.
        agents: Two or more: specifications (docs/explanation/agents.md), or other agents of `spariglio.arena` if Ray
            can pickle them. Their name and version are checked on every node.
        hands: Hands per pair, rounded up to whole sets.
        parts: Number of parts of the deals; a few per core of the cluster.
        seed: Decides the deals and the agents' seeds.
        out: A folder for the parts, and for their sum so far, `arena.json`. The next call continues from the parts.
        audit: The share of the parts that a second node plays too, if there is one; `0.01` is one in a hundred.
        threads: Cores per part.
        partners_open: Partners see each other's hand cards.
        unpaired: Every deal is played once only.
        progress: Called with the number of finished parts and of all parts; `True` writes a line to standard error.

    Raises:
        TypeError: An agent cannot be pickled.
        ValueError: The arena cannot be played (the message says why), an agent has a time budget, or `out` holds
            another contest.
        RuntimeError: A node differs from this machine, a Python agent raised an exception, or an audit found other
            figures (the message names both machines).
    """
    settings = {"hands": hands, "seed": seed, "partners_open": partners_open, "unpaired": unpaired}
    result = _contest("hands", game, agents, settings, parts, out, audit, threads, progress)
    assert isinstance(result, ArenaResult)
    return result


def matches(
    game: Rules,
    agents: Sequence[AgentLike],
    *,
    matches: int,
    parts: int,
    seed: int = 0,
    out: str | os.PathLike[str] | None = None,
    audit: float = 0.0,
    threads: int = 1,
    partners_open: bool = False,
    progress: Progress | bool = False,
) -> MatchesResult:
    """Plays whole matches of every pair of `agents` on the cluster: the result of `spariglio.matches`.

    Args:
        game: A `Game`, the name of a preset, or the path of a rule set file.
        agents: As in `arena`.
        matches: Matches per pair, rounded up to whole sets.
        parts: Number of parts of the sets; a few per core of the cluster.
        seed: Decides the deals and the agents' seeds.
        out: As in `arena`; the result is `matches.json`.
        audit: As in `arena`.
        threads: Cores per part.
        partners_open: Partners see each other's hand cards.
        progress: As in `arena`.

    Raises:
        TypeError, ValueError, RuntimeError: As in `arena`.
    """
    settings = {"matches": matches, "seed": seed, "partners_open": partners_open}
    result = _contest("matches", game, agents, settings, parts, out, audit, threads, progress)
    assert isinstance(result, MatchesResult)
    return result


def ladder(
    files: Sequence[str | os.PathLike[str]],
    out: str | os.PathLike[str],
    *,
    parts: int = 64,
    only: str | None = None,
    hands_scale: float | None = None,
    audit: float = 0.0,
    threads: int = 1,
    progress: Progress | bool = False,
) -> list[Path]:
    """Plays ladders (configs/arena/ladder_*.toml) on the cluster: the pairs that `out` does not have yet, as
    `spariglio ladder` does. Returns the paths of the results, which differ from those of one machine in times only.

    Args:
        files: The ladders. Every node reads them and their networks from the same place.
        out: The folder of the results. No other process may play there meanwhile. The next call continues from the
            finished parts in it.
        parts: Number of parts of each pair's deals; a few per core of the cluster.
        only: Play only the rows whose "ladder: row" contains this text.
        hands_scale: Factor for all numbers of hands.
        audit: The share of the parts that a second node plays too, if there is one.
        threads: Cores per part.
        progress: Called with the number of finished parts and of all parts; `True` writes a line to standard error.

    Raises:
        ValueError: A ladder cannot be played (the message says why), or an agent has a time budget.
        RuntimeError: A node differs from this machine, a part cannot be played, or an audit found other figures.
    """
    if isinstance(files, str | os.PathLike):
        raise TypeError(f"files is {files!r}: expected a list of ladders")
    _check(audit, threads)
    tell = tell_of("part", progress)
    words, root = [os.fspath(file) for file in files], Path(out)
    settings = {"only": only, "hands_scale": hands_scale}
    plan = json.loads(_core.ladder_plan(words, out, only=only, hands_scale=hands_scale))
    _check_untimed(plan["timed"])
    if plan["pairs"]:
        results = [path for path in _results(files, out) if path.exists()]
        paths = tuple(os.fspath(Path(word).resolve()) for word in words)
        known = tuple((path.name, path.read_bytes()) for path in results)
        job = Ladders(paths, known, tuple(settings.items()), parts, threads)
        store = PartFiles(root, {"pairs": plan["pairs"], "parts": parts})
        numbers = [number for number in range(1, parts + 1) if number not in store.finished]
        facts = own_facts({"pairs": plan["pairs"]})
        spread(job, numbers, facts, store.keep, threads=threads, audit=audit, tell=tell, of=parts)
    options = {"--only": only, "--hands-scale": hands_scale}
    given = [word for name, value in options.items() if value is not None for word in (name, str(value))]
    _program.run("ladder", *words, "--out", os.fspath(out), *given)
    (root / PartFiles.NAME).unlink(missing_ok=True)
    return _results(files, out)


def _results(files: Sequence[str | os.PathLike[str]], out: str | os.PathLike[str]) -> list[Path]:
    """The results of ladders."""
    return [Path(out) / f"{Path(file).stem}.json" for file in files]


def _contest(
    kind: str,
    game: Rules,
    agents: Sequence[AgentLike],
    settings: dict[str, Any],
    parts: int,
    out: str | os.PathLike[str] | None,
    audit: float,
    threads: int,
    progress: Progress | bool,
) -> ArenaResult | MatchesResult:
    """Plays the parts of an arena, and adds them up."""
    _check(audit, threads)
    if isinstance(agents, str):
        raise TypeError(f"agents is {agents!r}: expected a list of agents")
    job = Parts(kind, game_of(game).to_toml(), pickled(list(agents)), tuple(settings.items()), parts, threads)
    plan = job.plan()
    _check_untimed(plan["timed"])
    store = Store(job, plan["arena"]["figures"]["fingerprint"], None if out is None else Path(out))
    tell = tell_of("part", progress, store.figures)
    numbers = [number for number in range(1, parts + 1) if number not in store.finished]
    spread(job, numbers, own_facts(job.facts()), store.keep, threads=threads, audit=audit, tell=tell, of=parts)
    return store.merged()


def _check(audit: float, threads: int) -> None:
    if not 0 <= audit <= 1:
        raise ValueError(f"audit is {audit}: expected a share from 0 to 1")
    if threads < 1:
        raise ValueError(f"threads is {threads}: expected a number from 1")


def _check_untimed(timed: list[str]) -> None:
    if timed:
        raise ValueError(
            f"agent {timed[0]} has a budget of time or learns who the others are: expected agents that play the same "
            "again, with a budget of `simulations`"
        )


if __name__ == "__main__":
    # Ray pickles objects of __main__ by value, but the nodes find `spariglio.ray` by its name.
    from spariglio._ray.command import main

    sys.exit(main())
