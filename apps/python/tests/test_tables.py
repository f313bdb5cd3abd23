"""What others do with a generation: its folders read by other programs, its card, its games, several runs at once."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import spariglio as sp
from spariglio import _core, data

pl = pytest.importorskip("polars")


def command(verb: str, *words: object) -> list[str]:
    return [verb, *map(str, words)]


def selfplay(out: Path, rules: object, *flags: object, shards: int = 2, hands: int = 5) -> Path:
    size = ["--shards", shards, "--hands-per-shard", hands, "--seed", 3]
    assert _core.main(["spariglio", *command("selfplay", "--rules", rules, *flags, *size, "--out", out)]) == 0
    return out / "data" / "gen-0000"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A generation with all tables, in ten shards."""
    out = tmp_path_factory.mktemp("run") / "cirulla"
    agents = ("--agents", "ismcts:simulations=8,greedy")
    return selfplay(out, "cirulla", *agents, "--inputs", "--games", "--with-records", shards=10, hands=2)


def pandas(folder: Path) -> int:
    return len(import_module("pandas").read_parquet(folder))


def pyarrow(folder: Path) -> int:
    return len(import_module("pyarrow.dataset").dataset(folder).to_table())


def polars(folder: Path) -> int:
    return len(pl.read_parquet(folder))


def duckdb(folder: Path) -> int:
    names = ", ".join(pl.read_parquet_schema(next(folder.iterdir())))
    return len(import_module("duckdb").sql(f"select {names} from '{folder}/*.parquet'").fetchall())


def datasets(folder: Path) -> int:
    return len(import_module("datasets").load_dataset(str(folder), split="train"))


@pytest.mark.parametrize("read", [pandas, pyarrow, polars, duckdb, datasets])
@pytest.mark.parametrize("table", ["rows", "games"])
def test_a_folder_of_a_table_is_read_as_a_folder(read: Any, table: str, made: Path) -> None:
    pytest.importorskip(read.__name__)
    expected = data.scan(made) if table == "rows" else data.games(made)
    assert read(made / table) == len(expected.collect())


def test_a_generation_is_a_data_set_with_splits(made: Path, tmp_path: Path) -> None:
    hub = pytest.importorskip("datasets")
    games = data.games(made).collect()
    for name, whole in (("rows", data.scan(made).collect()), ("games", games)):
        splits = hub.load_dataset(str(made), name, cache_dir=str(tmp_path))
        assert {split: len(rows) for split, rows in splits.items()}.keys() == {"train", "validation", "test"}
        assert sum(map(len, splits.values())) == len(whole)
        hands = {split: set(rows["hand"]) for split, rows in splits.items()}
        assert len(hands["test"]) == len(hands["validation"]) == 2
        assert sum(map(len, hands.values())) == len(games)


@pytest.mark.parametrize("form", ["numpy", "torch"])
def test_a_format_loses_nothing(form: str, made: Path) -> None:
    pytest.importorskip("datasets")
    pytest.importorskip(form)
    rows = data.scan(made).collect()
    formed = data.huggingface(made).with_format(form)
    for number in random.Random(1).sample(range(len(rows)), 30):
        expected, found = rows.row(number, named=True), formed[number]
        for name in (
            "inputs",
            "action_inputs",
            "action_ends",
            "residual",
            "policy",
            "visits",
            "action_values",
            "points",
        ):
            assert found[name].tolist() == list(expected[name]), name
        for name in ("table_cards", "action", "hand"):
            assert int(found[name]) == expected[name]


@pytest.mark.parametrize("rules", ["cirulla", "scopone", "cicera", "mini_scopa"])
def test_the_card_alone_decodes_rows(rules: str, tmp_path: Path) -> None:
    folder = selfplay(tmp_path, rules, "--agents", "ismcts:simulations=8", "--with-records", "--games")
    card = (folder / "README.md").read_text()
    (program,) = (block for block in re.findall(r"```python\n(.*?)```", card, re.S) if "def tell" in block)
    known: dict[str, Any] = {}
    exec(program, known)
    rows = data.scan(folder).collect()
    hands = [data.hand(row) for row in data.games(folder).collect().iter_rows(named=True)]
    turns = [turn for hand in hands for turn in zip(hand.positions(), hand.history, strict=True)]
    assert len(turns) == len(rows)
    for number in random.Random(1).sample(range(len(rows)), 60):
        told, (position, (seat, action)) = known["tell"](rows.row(number, named=True)), turns[number]
        assert told["seat"] == seat == position.seat
        assert told["holds"] == [str(card) for card in position.cards(seat)]
        assert told["table"] == [str(card) for card in position.table]
        assert list(told["actions"]) == [str(legal) for legal in position.actions]
        assert told["played"] == str(action)
        own = position.game.side(seat)
        sides = [(own + place) % position.game.sides for place in range(position.game.sides)]
        assert told["piles"] == [[str(card) for card in position.pile(side)] for side in sides]
        row = rows.row(number, named=True)
        if row["shutout"] < 0:
            totals = [sum(side.values()) for side in told["points"]]
            assert told["final margin"] == pytest.approx(totals[0] - max(totals[1:]), abs=1e-4)


@pytest.mark.parametrize("rules", sp.Game.presets())
def test_tokens_are_the_records_again(rules: str, tmp_path: Path) -> None:
    folder = selfplay(tmp_path, rules, "--agents", "random", "--games", "--with-records")
    words = command("replay", "--fill", *sorted(folder.glob("records/*")))
    lines = subprocess.run([sys.executable, "-m", "spariglio", *words], capture_output=True, text=True, check=True)
    records = [sp.Hand.from_record(line) for line in lines.stdout.splitlines()]
    rows = data.games(folder).collect()
    assert len(rows) == len(records) == 10
    texts = data.vocabulary(rules)
    for row, record in zip(rows.iter_rows(named=True), records, strict=True):
        assert data.hand(row) == record
        assert row["agents"] == ["random"] * record.game.players
        told = [texts[token] for token in row["tokens"]]
        assert told[:2] == ["start", f"dealer {record.dealer}"] and told[-1] == "end"
        assert [f"seat {seat}" for seat, _ in record.history] == [text for text in told if text.startswith("seat")]
        masked = [token for token, learn in zip(row["tokens"], row["loss_mask"], strict=True) if learn]
        assert all(token < sp.STEPS for token in masked) and 0 < len(masked) < len(row["tokens"])
    stored = json.loads((folder / "vocabulary.json").read_text())
    assert stored["tokens"] == texts
    named = {"pad": "pad", "start": "start", "end": "end", "first_dealer": "dealer 0", "first_seat": "seat 0"}
    assert {name: texts[stored[name]] for name in named} == named


def test_runs_of_several_games_are_one_frame(tmp_path: Path) -> None:
    flags = ("--agents", "greedy", "--games")
    runs = [selfplay(tmp_path / name, name, *flags) for name in ("scopa", "scopone", "scopone_messina")]
    runs.append(selfplay(tmp_path / "inputs", "scopa", *flags, "--inputs"))
    rows = data.scan(runs).collect()
    assert len(rows) == sum(len(data.scan(run).collect()) for run in runs)
    hands = rows.select("run", "hand").unique()
    assert len(hands) == 40
    assert len(rows.select("hand").unique()) == 10
    assert rows.filter(pl.col("rules") == "scopone")["oracle_hands"].list.len().unique().to_list() == [4]
    assert len(data.games(runs).collect()) == 40


# Runs a command and prints its largest memory in KiB. A child of pytest would count pytest's own.
MEASURE = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
_, status, used = os.wait4(process.pid, 0)
print(used.ru_maxrss)
sys.exit(status != 0)
"""


def memory(*words: object) -> int:
    command = [sys.executable, "-c", MEASURE, sys.executable, "-m", "spariglio", *map(str, words), "--threads", "2"]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured in KiB on Linux only")
def test_the_hands_of_a_shard_are_not_in_memory(tmp_path: Path) -> None:
    out, size = tmp_path / "run", ("--hands-per-shard", 6000, "--inputs")
    flags = ("--rules", "scopone", "--agents", "formula", "--shards", 1, "--with-records")
    assert memory("selfplay", *flags, *size, "--out", out) < 300 * 1024
    (records,) = out.glob("data/gen-0000/records/*")
    assert memory("export", records, *size, "--out", tmp_path / "again") < 300 * 1024


class TestDecode:
    """Numbers of data sets as objects."""

    def test_cards_and_actions_come_back(self) -> None:
        game = sp.Game("cirulla")
        hand = game.deal(seed=4)
        assert game.cards_of(sum(1 << card.index for card in hand.table)) == hand.table
        for action in hand.actions:
            assert game.action(action.bits) == action

    @pytest.mark.parametrize("bits", [1 << 40, 1 << 60])
    def test_cards_of_no_deck_are_refused(self, bits: int) -> None:
        with pytest.raises(ValueError, match=f"bits is {bits:#x}: expected a set of cards of scopa"):
            sp.Game("scopa").cards_of(bits)

    @pytest.mark.parametrize("bits", [3 << 58, 45 << 52, 1 << 45])
    def test_numbers_of_no_action_are_refused(self, bits: int) -> None:
        with pytest.raises(ValueError, match=f"bits is {bits:#x}: expected the number of an action of scopa"):
            sp.Game("scopa").action(bits)

    def test_positions_lead_to_the_end(self) -> None:
        hand = sp.Game("cirulla").deal(seed=1)
        while not hand.over:
            hand.play(0)
        positions = hand.positions()
        assert positions[0] == hand.game.deal(seed=1)
        for position, later in zip(positions, [*positions[1:], hand], strict=True):
            position.play(hand.history[len(position.history)][1])
            assert position == later
