"""Self-play and arenas on a Ray cluster, with the results of one machine.

A shard of self-play and a part of an arena depend only on their request, so any node makes the same bytes. If a node is
lost, its pieces are made again elsewhere. Results are written as they arrive, and a stopped run continues from its
results. A node that would not make the same bytes (another version of Spariglio, other decisions, other network files)
is refused before work. `ray.init` selects the cluster; if it was not called, a local cluster is started.

`python -m spariglio.ray selfplay CONFIG --out DIR` and `python -m spariglio.ray arena ...` do the same from a shell.

Needs `pip install 'spariglio[ray]'`.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from functools import reduce
from pathlib import Path
from typing import Any

try:
    import ray
except ImportError as error:
    raise ImportError("spariglio.ray needs Ray: pip install 'spariglio[ray]'") from error

from spariglio import _core
from spariglio import selfplay as _selfplay
from spariglio._arguments import Rules, game_of
from spariglio._ray.jobs import Files, Parts, Shards, facts_of, pickled
from spariglio._ray.spread import own_facts, spread, tell_of, write_whole
from spariglio.agents import AgentLike
from spariglio.contest import ArenaResult

__all__ = ["arena", "selfplay"]

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
    _check(audit, threads)
    tell = tell_of("shard", progress)
    plan = json.loads(_core.selfplay_plan(config, out))
    _check_untimed(plan["timed"])
    root = Path(out)

    def keep(_: int, files: Files) -> None:
        # Rows last: if they exist, the records exist too.
        for path, data in sorted(files.items(), reverse=True):
            write_whole(root / path, data)

    job = Shards(plan["config"], threads)
    expected = own_facts(facts_of(plan))
    spread(job, plan["missing"], expected, keep, threads=threads, audit=audit, tell=tell, of=plan["shards"])
    return _selfplay.run(config, out)


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
        agents: Two or more: specifications (docs/agents.md), or other agents of `spariglio.arena` if Ray can pickle
            them. Their name and version are checked on every node.
        hands: Hands per pair, rounded up to whole sets.
        parts: Number of parts of the deals; a few per core of the cluster.
        seed: Decides the deals and the agents' seeds.
        out: A folder for the parts, and for `arena.json` in the end. The next call continues from them.
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
    _check(audit, threads)
    tell = tell_of("part", progress)
    if isinstance(agents, str):
        raise TypeError(f"agents is {agents!r}: expected a list of agents")
    rules = game_of(game).to_toml()
    job = Parts(rules, pickled(list(agents)), hands, seed, parts, partners_open, unpaired, threads)
    plan = job.plan()
    _check_untimed(plan["timed"])
    store = _Store(job, plan["arena"]["fingerprint"], None if out is None else Path(out))
    numbers = [number for number in range(1, parts + 1) if number not in store.results]
    spread(job, numbers, own_facts(job.facts()), store.keep, threads=threads, audit=audit, tell=tell, of=parts)
    return store.merged()


class _Store:
    """The finished parts of an arena, in memory and in a folder."""

    def __init__(self, job: Parts, fingerprint: str, folder: Path | None) -> None:
        self._job = job
        self._folder = folder
        self.results: dict[int, ArenaResult] = {}
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            self._claim(folder, {"fingerprint": fingerprint, "hands": job.hands, "parts": job.parts})
            self._load(folder)

    def keep(self, number: int, files: Files) -> None:
        """Keeps a part."""
        (data,) = files.values()
        self.results[number] = ArenaResult(data.decode())
        if self._folder is not None:
            write_whole(self._folder / self._job.file(number), data)

    def merged(self) -> ArenaResult:
        """The sum of all parts."""
        whole = reduce(ArenaResult.merge, (result for _, result in sorted(self.results.items())))
        if self._folder is not None:
            whole.save(self._folder / "arena.json")
        return whole

    def _claim(self, folder: Path, wanted: dict[str, Any]) -> None:
        """Writes the identity of the contest to the folder. Fails if the folder holds another contest."""
        path = folder / "parts.json"
        if not path.exists():
            write_whole(path, json.dumps(wanted).encode())
            return
        there = json.loads(path.read_text(encoding="utf-8"))
        for name, value in wanted.items():
            if there.get(name) != value:
                raise ValueError(f"{folder} holds another contest: its `{name}` is {there.get(name)}, expected {value}")

    def _load(self, folder: Path) -> None:
        for number in range(1, self._job.parts + 1):
            path = folder / self._job.file(number)
            if path.exists():
                self.results[number] = ArenaResult.load(path)


def _check(audit: float, threads: int) -> None:
    if not 0 <= audit <= 1:
        raise ValueError(f"audit is {audit}: expected a share from 0 to 1")
    if threads < 1:
        raise ValueError(f"threads is {threads}: expected a number from 1")


def _check_untimed(timed: list[str]) -> None:
    if timed:
        raise ValueError(
            f"agent {timed[0]} has a budget of time: expected agents that play the same again, with a budget of "
            "`simulations`"
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line (of this process, if `arguments` is `None`) and returns the exit status."""
    options = _options(arguments)
    ray.init(address=options.address, log_to_driver=False)
    try:
        if options.verb == "selfplay":
            selfplay(options.config, options.out, audit=options.audit, threads=options.threads, progress=True)
        else:
            print(_arena(options))
    except (OSError, RuntimeError, TypeError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


def _arena(options: argparse.Namespace) -> ArenaResult:
    return arena(
        options.rules,
        [agent for agents in options.agents for agent in _core.agent_texts(agents)],
        hands=options.hands,
        parts=options.parts,
        seed=options.seed,
        out=options.out,
        audit=options.audit,
        threads=options.threads,
        partners_open=options.partners_open,
        unpaired=options.unpaired,
        progress=True,
    )


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m spariglio.ray",
        description="Self-play and arenas on a Ray cluster, with the results of one machine.",
    )
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument(
        "--audit", type=_share, default=0.0, metavar="SHARE", help="make this share again on another node, such as 1%%"
    )
    shared.add_argument("--threads", type=int, default=1, metavar="N", help="cores per piece [default: 1]")
    shared.add_argument(
        "--address", help="the cluster: auto, or HOST:PORT of its head [default: one that runs here, or a new one]"
    )
    verbs = parser.add_subparsers(dest="verb", required=True)
    play = verbs.add_parser("selfplay", parents=[shared], help="play the shards of a configuration")
    play.add_argument("config", metavar="CONFIG", help="a configuration (configs/selfplay/)")
    play.add_argument("--out", required=True, metavar="DIR", help="run directory")
    match = verbs.add_parser("arena", parents=[shared], help="play the parts of an arena and merge them")
    match.add_argument("--rules", required=True, metavar="NAME|FILE", help="a preset's name, or a TOML file of rules")
    match.add_argument(
        "--agents",
        required=True,
        action="append",
        metavar="A,B,...",
        help="agents separated by commas (docs/agents.md); if given again, adds agents",
    )
    match.add_argument("--hands", required=True, type=_whole, metavar="N", help="hands per pair, such as 100000 or 1e5")
    match.add_argument("--parts", required=True, type=int, metavar="N", help="number of parts of the deals")
    match.add_argument("--seed", type=int, default=1, metavar="N", help="seed of deals and agents [default: 1]")
    match.add_argument(
        "--out", metavar="DIR", help="keep the parts and arena.json here; the same command continues from them"
    )
    match.add_argument("--partners-open", action="store_true", help="partners see each other's hand cards")
    match.add_argument("--unpaired", action="store_true", help="play every deal once only")
    return parser.parse_args(arguments)


def _share(text: str) -> float:
    """A share: `1%` or `0.01`."""
    try:
        return float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text}: expected a share such as 1% or 0.01") from None


def _whole(text: str) -> int:
    """A whole number, also as `1e6`."""
    try:
        number = float(text)
        if number.is_integer():
            return int(number)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"{text}: expected a whole number such as 100000 or 1e5")


if __name__ == "__main__":
    # Ray pickles objects of __main__ by value, but the nodes find this module by its name.
    from spariglio.ray import main as named

    sys.exit(named())
