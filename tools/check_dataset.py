#!/usr/bin/env python3
"""Checks data sets of self-play before they are published: files, rows, splits, sizes. Prints what it checked."""

import argparse
import hashlib
import json
import re
import sys
from pathlib import Path

import polars as pl
import pyarrow.parquet as pq
from skips import skipped

from spariglio import data

# Viewers of hubs give up at row groups above this.
MOST_GROUP_BYTES = 286 << 20
SPLITS = {"8": "validation", "9": "test"}
SAMPLE = 100


def main():
    """Checks all data sets; exit status 1 at the first fault."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runs", type=Path, nargs="+", help="run directories of self-play with games and records")
    parser.add_argument("--sample", type=int, default=SAMPLE, help="hands per data set whose rows are replayed")
    arguments = parser.parse_args()
    try:
        for run in arguments.runs:
            for folder in sorted((run / "data").glob("gen-*")):
                print(f"{run.name}: {'; '.join(checks(folder, arguments.sample))}", flush=True)
        check_unique(arguments.runs)
    except Fault as fault:
        print(f"error: {fault}", file=sys.stderr)
        return 1
    print(f"{len(arguments.runs)} data sets; (run, hand) is unique over all of them")
    return 0


class Fault(Exception):
    """A data set that should not be published."""


def need(holds, fault):
    """Fails unless something holds."""
    if not holds:
        raise Fault(fault)


def checks(folder, sample):
    """Checks a generation; gives what was checked."""
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    yield check_files(folder, manifest)
    yield check_splits(folder)
    yield check_rows(folder, sample)
    yield check_sizes(folder)
    yield check_croissant(folder)


def check_files(folder, manifest):
    """Every file has the hash that the manifest states, and the card and the vocabulary are there."""
    count = 0
    for shard in manifest["shards"]:
        stem = Path(shard["file"]).stem
        files = {
            shard["file"]: shard["sha256"],
            f"records/{stem}.jsonl.zst": shard.get("records_sha256"),
            f"games/{stem}.parquet": shard.get("games_sha256"),
        }
        for name, stated in files.items():
            if stated:
                found = hashlib.sha256((folder / name).read_bytes()).hexdigest()
                need(found == stated, f"{folder / name}: expected SHA-256 {stated}, found {found}")
                count += 1
    for name in ("README.md", "croissant.json", "vocabulary.json"):
        need((folder / name).is_file(), f"{folder / name}: not there")
    return f"{count} files as the manifest says"


def split_of(file):
    """The split of a shard, as the card has it."""
    return SPLITS.get(file.stem[-1], "train")


def check_splits(folder):
    """No deal is in two splits, or twice in one."""
    splits, counts = {}, dict.fromkeys(("train", "validation", "test"), 0)
    for file in sorted(folder.glob("games/*.parquet")):
        for dealer, deal in pl.read_parquet(file, columns=["dealer", "deal"]).iter_rows():
            key = (dealer, tuple(deal))
            need(key not in splits, f"{file}: a deal of {splits.get(key)} again")
            splits[key] = split_of(file)
            counts[splits[key]] += 1
    need(all(counts.values()), f"{folder}: expected hands in every split, found {counts}")
    told = ", ".join(f"{count} {split}" for split, count in counts.items())
    return f"deals: {told}, none twice"


def check_rows(folder, sample):
    """Rows of some hands are what the engine says of the replayed hand: cards, actions, points."""
    games = data.games(folder).collect()
    games = games.sample(min(sample, len(games)), seed=1)
    rows = data.scan(folder).filter(pl.col("hand").is_in(games["hand"].implode())).collect()
    decode = program_of(folder / "README.md")
    by_hand = rows.partition_by("hand", as_dict=True)
    count = 0
    for played in games.iter_rows(named=True):
        hand = data.hand(played)
        need(hand.over, f"{folder}: hand {played['hand']} has no end")
        turns = list(zip(hand.positions(), hand.history, strict=True))
        of_hand = by_hand[(played["hand"],)]
        need(len(turns) == len(of_hand), f"{folder}: hand {played['hand']} lacks rows")
        for row, turn in zip(of_hand.iter_rows(named=True), turns, strict=True):
            check_row(f"{folder}: hand {row['hand']}, ply {row['ply']}", row, turn, hand.score(), decode)
            count += 1
    return f"{count} rows of {len(games)} hands replayed"


def program_of(card):
    """The names that the program of a card defines: it decodes rows with nothing but what the card says."""
    blocks = re.findall(r"```python\n(.*?)```", card.read_text(encoding="utf-8"), re.DOTALL)
    names = {}
    exec(next(block for block in blocks if "def tell" in block), names)
    return names


def check_row(place, row, turn, score, decode):
    """A row against the engine. `decode` is the program of the card."""
    position, (seat, action) = turn
    game = position.game
    need(row["seat"] == seat and row["action"] == action.bits, f"{place}: another turn")
    need(game.cards_of(row["table_cards"]) == position.table, f"{place}: another table")
    need(row["actions"] == [legal.bits for legal in position.actions], f"{place}: other legal actions")
    need(abs(sum(row["policy"]) - 1) < 1e-3, f"{place}: a policy that does not add up to 1")
    need(not row["full_search"] or len(row["visits"]) == len(row["actions"]), f"{place}: a search without visits")
    expected = [score.kinds[(game.side(seat) + number) % game.sides] for number in range(game.sides)]
    told = decode["points"](row)
    need(told == expected, f"{place}: expected the points {expected}, found {told}")
    need(decode["action"](row["action"]) == str(action), f"{place}: the card decodes another action")


def check_sizes(folder):
    """Row groups are within the limits of viewers."""
    sizes = [0]
    for file in folder.glob("*/*.parquet"):
        end = pq.read_metadata(file)
        sizes += [end.row_group(number).total_byte_size for number in range(end.num_row_groups)]
    need(max(sizes) < MOST_GROUP_BYTES, f"{folder}: a row group of {max(sizes):,} bytes, most is {MOST_GROUP_BYTES:,}")
    return f"{len(sizes) - 1} row groups, the largest {max(sizes):,} bytes"


def check_croissant(folder):
    """The package of Croissant accepts the metadata, and reads the rows and the games by them."""
    try:
        import mlcroissant
    except ImportError:
        skipped("Croissant metadata", "mlcroissant is missing; tools/soak.sh installs it")
        return "Croissant metadata not checked"
    try:
        made = mlcroissant.Dataset(str(folder / "croissant.json"))
    except mlcroissant.ValidationError as error:
        raise Fault(f"{folder / 'croissant.json'}: {error}") from error
    for table in ("rows", "games"):
        file = min(folder.glob(f"{table}/*.parquet"))
        expected = pl.read_parquet(file).row(0, named=True)
        found = next(iter(made.records(table)))
        found = {name.removeprefix(f"{table}/"): found[name] for name in found}
        need(found.keys() == expected.keys(), f"{folder}: Croissant has other columns of {table}: {', '.join(found)}")
        for name in expected:
            need(told(found[name]) == told(expected[name]), f"{folder}: Croissant reads another {name} of {table}")
    return "Croissant metadata of two tables"


def told(value):
    """A value of a row as text, with bytes as text and numbers without their width."""
    if isinstance(value, bytes):
        return value.decode()
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list):
        return str([told(one) for one in value])
    return str(None if value != value else value)


def check_unique(runs):
    """Run and hand name a hand among those of all data sets."""
    games = data.games(runs).select("run", "hand").collect()
    need(games.is_unique().all(), "a run and a hand name two hands")


if __name__ == "__main__":
    sys.exit(main())
