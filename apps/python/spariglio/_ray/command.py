"""`python -m spariglio.ray`: the command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

import ray

import spariglio.ray as on_ray
from spariglio import _core
from spariglio.contest import ArenaResult, MatchesResult


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line (of this process, if `arguments` is `None`) and returns the exit status."""
    options = _options(arguments)
    ray.init(address=options.address, log_to_driver=False)
    try:
        _run(options)
    except (OSError, RuntimeError, TypeError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


def _run(options: argparse.Namespace) -> None:
    if options.verb == "learn":
        words = {name: getattr(options, name) for name in ("workers", "threads", "seed")}
        on_ray.learn(options.config, options.out, **words)
        return
    shared: dict[str, Any] = {"audit": options.audit, "threads": options.threads, "progress": True}
    if options.verb == "selfplay":
        on_ray.selfplay(options.config, options.out, **shared)
    elif options.verb == "ladder":
        words = {"only": options.only, "hands_scale": options.hands_scale, "parts": options.parts}
        on_ray.ladder(options.files, options.out, **words, **shared)
    else:
        print(_arena(options, shared))


def _arena(options: argparse.Namespace, shared: dict[str, Any]) -> ArenaResult | MatchesResult:
    agents = [agent for agents in options.agents for agent in _core.agent_texts(agents)]
    words = {name: getattr(options, name) for name in ("parts", "seed", "out", "partners_open")}
    if options.matches is not None:
        if options.unpaired:
            raise ValueError("--unpaired: expected --hands with it, found --matches")
        return on_ray.matches(options.rules, agents, matches=options.matches, **words, **shared)
    return on_ray.arena(options.rules, agents, hands=options.hands, unpaired=options.unpaired, **words, **shared)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m spariglio.ray",
        description="Self-play, learning, arenas and ladders on a Ray cluster, with the results of one machine.",
    )
    cluster = argparse.ArgumentParser(add_help=False)
    cluster.add_argument("--threads", type=int, default=1, metavar="N", help="cores per part or worker [default: 1]")
    cluster.add_argument(
        "--address", help="the cluster: auto, or HOST:PORT of its head [default: one that runs here, or a new one]"
    )
    shared = argparse.ArgumentParser(add_help=False, parents=[cluster])
    shared.add_argument(
        "--audit", type=_share, default=0.0, metavar="SHARE", help="make this share again on another node, such as 1%%"
    )
    verbs = parser.add_subparsers(dest="verb", required=True)
    learn = verbs.add_parser("learn", parents=[cluster], help="learn, with workers on the cluster")
    learn.add_argument("config", metavar="CONFIG", help="a configuration (configs/learn/)")
    learn.add_argument("--out", required=True, metavar="DIR", help="run directory; a stopped run is resumed")
    learn.add_argument("--workers", type=int, metavar="N", help="workers [default: as many as there is room for]")
    learn.add_argument("--seed", type=int, metavar="N", help="seed of the run [default: the configuration's]")
    play = verbs.add_parser("selfplay", parents=[shared], help="play the shards of a configuration")
    play.add_argument("config", metavar="CONFIG", help="a configuration (configs/selfplay/)")
    play.add_argument("--out", required=True, metavar="DIR", help="run directory")
    _add_arena(verbs.add_parser("arena", parents=[shared], help="play the parts of an arena and merge them"))
    rows = verbs.add_parser("ladder", parents=[shared], help="play the missing pairs of ladders")
    rows.add_argument("files", nargs="+", metavar="FILE", help="ladders (configs/arena/ladder_*.toml)")
    rows.add_argument("--only", metavar="TEXT", help='play only the rows whose "ladder: row" contains this text')
    rows.add_argument("--hands-scale", type=float, metavar="X", help="factor for all numbers of hands")
    rows.add_argument("--parts", type=int, default=64, metavar="N", help="number of parts of the deals [default: 64]")
    rows.add_argument("--out", required=True, metavar="DIR", help="folder of the results")
    return parser.parse_args(arguments)


def _add_arena(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rules", required=True, metavar="NAME|FILE", help="a preset's name, or a TOML file of rules")
    parser.add_argument(
        "--agents",
        required=True,
        action="append",
        metavar="A,B,...",
        help="agents separated by commas (docs/explanation/agents.md); if given again, adds agents",
    )
    number = parser.add_mutually_exclusive_group(required=True)
    number.add_argument("--hands", type=_whole, metavar="N", help="hands per pair, such as 100000 or 1e5")
    number.add_argument("--matches", type=_whole, metavar="N", help="whole matches per pair instead of hands")
    parser.add_argument("--parts", required=True, type=int, metavar="N", help="number of parts of the deals")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of deals and agents [default: 1]")
    parser.add_argument(
        "--out", metavar="DIR", help="keep the parts and their sum here; the same command continues from them"
    )
    parser.add_argument("--partners-open", action="store_true", help="partners see each other's hand cards")
    parser.add_argument("--unpaired", action="store_true", help="play every deal once only")


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
