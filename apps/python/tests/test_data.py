"""`spariglio.data`: rows match the decisions of their hands, replay restores inputs, batches hold all rows once."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import fields, replace
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import spariglio as sp
from spariglio import _core, data
from spariglio._data.rows import Rows, joined, read

pl = pytest.importorskip("polars")

SHARDS = 2
HANDS = 6


def spariglio(*arguments: object) -> str:
    command = [sys.executable, "-m", "spariglio", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def selfplay(out: Path, rules: object, *flags: str) -> Path:
    size = ["--shards", SHARDS, "--hands-per-shard", HANDS, "--seed", 3]
    command = ["spariglio", "selfplay", "--rules", rules, "--agents", "formula", *size, *flags, "--out", out]
    assert _core.main([str(word) for word in command]) == 0
    return out


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Self-play with inputs and records."""
    return selfplay(tmp_path_factory.mktemp("run") / "cirulla", "cirulla", "--inputs", "--with-records")


def record_files(run: Path) -> list[Path]:
    return sorted(run.glob("data/gen-0000/records/*.jsonl.zst"))


def decisions(run: Path) -> list[tuple[sp.Hand, sp.Action]]:
    """The decisions of all records: the hand before each, and the played action."""
    found = []
    for line in spariglio("replay", "--fill", *record_files(run)).splitlines():
        end = sp.Hand.from_record(line)
        hand = end.game.deal(dealer=end.dealer, cards=end.deal)
        for _, action in end.history:
            found.append((hand.copy(), action))
            hand.play(action)
    return found


def bits_of(cards: list[sp.Card]) -> int:
    return sum(1 << card.index for card in cards)


@pytest.mark.parametrize("name", ["cirulla", "scopone", "cirullone", "cicera_six", "mini_scopa"])
def test_rows_are_the_decisions_of_the_records(name: str, tmp_path: Path) -> None:
    run = selfplay(tmp_path, name, "--inputs", "--with-records")
    rows = data.scan(run).collect()
    expected = decisions(run)
    encoder = sp.Inputs(sp.Game(name))
    assert len(rows) == len(expected)
    for row, (hand, action) in zip(rows.iter_rows(named=True), expected, strict=True):
        assert (row["seat"], row["ply"], row["table_cards"]) == (hand.seat, hand.ply, bits_of(hand.table))
        assert row["actions"] == [legal.bits for legal in hand.actions]
        assert row["action"] == action.bits
        assert sorted(row["inputs"]) == hand.view().inputs().nonzero()[0].tolist()
        _, (inputs, starts), residual = encoder.view(hand.view())
        assert (row["action_inputs"], row["action_ends"]) == (inputs.tolist(), starts[1:].tolist())
        assert row["residual"] == residual.tolist()
        assert row["oracle_hands"] == [bits_of(hand.cards(seat)) for seat in range(hand.game.players)]


def same_inputs(one: Rows, other: Rows) -> bool:
    names = ("inputs", "input_starts", "action_inputs", "action_input_starts", "residual")
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in names)


@pytest.mark.parametrize("name", sp.Game.presets())
def test_inputs_come_back_by_replay(name: str, tmp_path: Path) -> None:
    stored = selfplay(tmp_path / "stored", name, "--inputs")
    bare = selfplay(tmp_path / "bare", name)
    for with_inputs, without in zip(
        *(sorted(run.glob("data/*/rows/*.parquet")) for run in (stored, bare)), strict=True
    ):
        expected, found = read(with_inputs, None, False), read(without, None, False)
        assert same_inputs(found, expected)
        assert (found.actions == expected.actions).all()


def test_inputs_come_back_if_partners_are_open(tmp_path: Path) -> None:
    stored = selfplay(tmp_path / "stored", "scopone", "--inputs", "--partners-open")
    bare = selfplay(tmp_path / "bare", "scopone", "--partners-open")
    shards = [next(run.glob("data/*/rows/*.parquet")) for run in (stored, bare)]
    expected = read(shards[0], None, False)
    assert same_inputs(read(shards[1], None, True), expected)
    assert not same_inputs(read(shards[1], None, False), expected)


def part(rows: Rows, name: str, number: int) -> Any:
    """The inputs of a row, or of an action."""
    return getattr(rows, f"{name}s")[slice(*getattr(rows, f"{name}_starts")[number : number + 2])]


def test_taken_rows_keep_their_actions(run: Path) -> None:
    rows = read(next(run.glob("data/*/rows/*.parquet")), None, False)
    chosen = np.array([5, 0, 17, 5])
    taken = rows.take(chosen)
    for place, row in enumerate(chosen):
        ours, theirs = (slice(*of.starts[at : at + 2]) for of, at in ((taken, place), (rows, row)))
        for column in ("actions", "policy", "residual"):
            assert (getattr(taken, column)[ours] == getattr(rows, column)[theirs]).all()
        assert (part(taken, "input", place) == part(rows, "input", row)).all()
        for action in range(ours.stop - ours.start):
            found = part(taken, "action_input", ours.start + action)
            assert (found == part(rows, "action_input", theirs.start + action)).all()
        played = taken.actions[taken.starts[place] + taken.action[place]]
        assert played == rows.actions[rows.starts[row] + rows.action[row]]


def test_every_kind_of_source_is_read(run: Path, tmp_path: Path) -> None:
    rows = data.scan(run).collect()
    folder = run / "data" / "gen-0000"
    shards = sorted(folder.glob("rows/*.parquet"))
    assert len(shards) == SHARDS
    for source in (str(run), run / "data", folder, folder / "rows", shards):
        assert data.scan(source).collect().equals(rows)
    assert len(data.scan(shards[0]).collect()) < len(rows)
    # Hands are numbered within their shard, and here there is only one.
    same = [name for name in rows.columns if name not in {"run", "hand", "policy", "root_value", "full_search"}]
    packed = data.scan(record_files(run), inputs=True, folder=tmp_path / "exported").collect()
    assert packed.select(same).equals(rows.select(same))
    assert (tmp_path / "exported" / "run.toml").is_file()
    plain = tmp_path / "hands.jsonl"
    plain.write_text(spariglio("replay", "--fill", *record_files(run)))
    others = ("run", "inputs", "action_inputs", "action_ends", "residual")
    assert data.scan(plain).collect().drop("run").equals(packed.drop(others))


def test_inputs_that_are_not_there_are_named(run: Path, tmp_path: Path) -> None:
    assert "residual" in data.scan(run, inputs=True).collect_schema()
    bare = selfplay(tmp_path / "bare", "cirulla")
    with pytest.raises(ValueError, match=r"\.parquet: its rows have no inputs: expected rows of"):
        data.scan([run, bare], inputs=True)


def test_what_is_no_source_is_named(run: Path, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere: no such file or folder"):
        data.scan(tmp_path / "nowhere")
    with pytest.raises(FileNotFoundError, match=r"no rows found: expected \*\.parquet"):
        data.scan(tmp_path)
    with pytest.raises(ValueError, match="no source is given"):
        data.scan([])
    for empty in ("", ["", run]):
        with pytest.raises(ValueError, match="source is '': expected a run directory"):
            data.scan(empty)
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text('{"rules": "scopa"}\n')
    with pytest.raises(ValueError, match=r"wrong\.jsonl.*1"):
        data.scan(wrong)


def test_a_shard_that_is_cut_short_is_named(run: Path, tmp_path: Path) -> None:
    whole = next(run.glob("data/*/rows/*.parquet"))
    content = whole.read_bytes()
    for size in (0, 3, 11, 100, len(content) - 1):
        cut = tmp_path / f"cut-{size}.parquet"
        cut.write_bytes(content[:size])
        with pytest.raises(ValueError, match=rf"cut-{size}\.parquet: not a whole Parquet file"):
            data.scan([whole, cut])


def test_a_manifest_is_believed(tmp_path: Path) -> None:
    run = selfplay(tmp_path, "scopa")
    shard = tmp_path / "data" / "gen-0000" / "rows" / "shard-00001.parquet"
    content = shard.read_bytes()
    shard.write_bytes(content[:-1])
    with pytest.raises(ValueError, match=rf"shard-00001\.parquet: expected {len(content)} bytes"):
        data.scan(run)
    shard.unlink()
    with pytest.raises(FileNotFoundError, match=r"shard-00001\.parquet: missing"):
        data.scan(run)


def test_rows_of_own_rules_are_replayed_with_their_game_only(tmp_path: Path) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text('base = "scopa"\nname = "mine"\n[score]\nsuit_points = 2\n')
    shard = next(selfplay(tmp_path / "run", rules).glob("data/*/rows/*.parquet"))
    with pytest.raises(ValueError, match="`mine` is no preset: give `game`"):
        read(shard, None, False)
    with pytest.raises(ValueError, match="are not those of"):
        read(shard, sp.Game("scopa"), False)
    assert read(shard, sp.Game(rules), False).inputs.max() < sp.Game(rules).view_inputs


def test_a_shard_may_be_empty_or_in_row_groups(run: Path, tmp_path: Path) -> None:
    shard = next(run.glob("data/*/rows/*.parquet"))
    rows = pl.read_parquet(shard)
    other = tmp_path / "other.parquet"
    for length in (0, 1, len(rows)):
        metadata = pl.read_parquet_metadata(shard)
        rows[:length].write_parquet(other, row_group_size=17, metadata=metadata)
        found, expected = read(other, None, False), read(shard, None, False).take(np.arange(length))
        for one in fields(Rows):
            np.testing.assert_array_equal(getattr(found, one.name), getattr(expected, one.name))


def test_rows_that_do_not_follow_each_other_ask_for_inputs(tmp_path: Path) -> None:
    shard = next(selfplay(tmp_path / "run", "scopa").glob("data/*/rows/*.parquet"))
    thinned = tmp_path / "thinned.parquet"
    pl.read_parquet(shard).gather_every(2).write_parquet(thinned, metadata=pl.read_parquet_metadata(shard))
    with pytest.raises(ValueError, match=r"row 1 does not follow.*--inputs"):
        read(thinned, None, False)
    foreign = tmp_path / "foreign.parquet"
    pl.DataFrame({"hand": [1]}).write_parquet(foreign)
    with pytest.raises(ValueError, match="expected a shard of schema version 6, found none"):
        read(foreign, None, False)


@pytest.mark.parametrize(
    ("package", "call", "extra"),
    [("polars", data.scan, "data"), ("torch", data.torch, "torch"), ("datasets", data.huggingface, "huggingface")],
)
def test_what_is_not_installed_is_named(
    package: str, call: Any, extra: str, run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ImportError, match=rf"pip install 'spariglio\[{extra}\]'"):
        call(run)


RANK = """
import json, pickle, sys
from itertools import pairwise
import numpy as np
import torch.distributed
from torch.utils.data import DataLoader
from spariglio import data

if __name__ == "__main__":
    run, out, rank = sys.argv[1:]
    data.scan(run).collect()
    batches = data.torch(run, batch=50)
    torch.distributed.init_process_group("gloo", init_method=f"file://{out}/ranks", rank=int(rank), world_size=2)
    next(iter(batches))
    loader = DataLoader(batches, batch_size=None, num_workers=4, multiprocessing_context="fork")
    found = list(loader)
    rows = [batch.inputs[a:b].tolist() for batch in found for a, b in pairwise(batch.input_starts.tolist())]
    np.save(f"{out}/{rank}.npy", [len(batch) for batch in found])
    with open(f"{out}/{rank}.json", "w") as file:
        json.dump(rows, file)
    spawned = pickle.dumps(batches)
    torch.distributed.destroy_process_group()
    assert sum(map(len, pickle.loads(spawned))) == len(rows)
"""
"""A rank of two, with four workers, after it has read rows with polars and a batch."""


def batches_of(run: Path, **options: Any) -> list[data.RowBatch]:
    return list(data.torch(run, batch=50, **options))


def contents(batches: list[data.RowBatch]) -> list[bytes]:
    return [batch.inputs.numpy().tobytes() + batch.actions.numpy().tobytes() for batch in batches]


def views(batches: list[data.RowBatch]) -> list[list[int]]:
    """The inputs of each row."""
    return [
        batch.inputs[start:end].tolist() for batch in batches for start, end in pairwise(batch.input_starts.tolist())
    ]


class TestTorch:
    """Batches of tensors."""

    @pytest.fixture(autouse=True)
    def _torch(self) -> None:
        pytest.importorskip("torch")

    def test_batches_in_order_are_the_rows(self, run: Path) -> None:
        rows = data.scan(run).collect()
        batches = batches_of(run, shuffle=0)
        assert {len(batch) for batch in batches} <= set(range(30, 51))
        at = 0
        for batch in batches:
            part = rows[at : at + len(batch)]
            at += len(batch)
            assert views([batch]) == part["inputs"].to_list()
            assert batch.action_inputs.tolist() == part["action_inputs"].explode().to_list()
            assert batch.residual.tolist() == part["residual"].explode().to_list()
            assert batch.action_input_starts[-1] == len(batch.action_inputs)
            assert len(batch.action_input_starts) == len(batch.actions) + 1
            np.testing.assert_array_equal(batch.root_value.numpy(), part["root_value"].to_numpy())
            for column in ("hand", "utility", "full_search", "shutout"):
                assert getattr(batch, column).tolist() == part[column].to_list()
            assert batch.points.flatten(1).tolist() == part["points"].to_list()
            bounds = batch.starts.tolist()
            for row, (start, end) in enumerate(pairwise(bounds)):
                assert batch.actions[start:end].tolist() == part["actions"][row].to_list()
                assert batch.policy[start:end].tolist() == part["policy"][row].to_list()
                assert batch.actions[start + batch.action[row]] == part["action"][row]
        assert at == len(rows)

    def test_shuffled_batches_hold_every_row_once(self, run: Path) -> None:
        ordered = batches_of(run, shuffle=0)
        for shuffle in (1, 2, 5):
            shuffled = batches_of(run, shuffle=shuffle)
            assert sorted(views(shuffled)) == sorted(views(ordered))
            assert contents(shuffled) != contents(ordered)

    def test_a_seed_decides_every_pass(self, run: Path) -> None:
        batches = data.torch(run, batch=50, seed=7)
        first, second = contents(list(batches)), contents(list(batches))
        assert first != second
        again = data.torch(run, batch=50, seed=7)
        assert [contents(list(again)), contents(list(again))] == [first, second]
        assert contents(batches_of(run, seed=8)) != first

    def test_workers_share_the_batches(self, run: Path) -> None:
        alone = contents(batches_of(run, seed=1))
        shared = contents(batches_of(run, seed=1, workers=2))
        assert sorted(shared) == sorted(alone)

    def test_ranks_and_their_forked_workers_share_the_rows(self, run: Path, tmp_path: Path) -> None:
        ranks = [
            subprocess.Popen([sys.executable, "-W", "ignore", "-c", RANK, str(run), str(tmp_path), str(rank)])
            for rank in range(2)
        ]
        assert [rank.wait(timeout=300) for rank in ranks] == [0, 0]
        found = [np.load(tmp_path / f"{rank}.npy") for rank in range(2)]
        assert len(found[0]) == len(found[1])
        assert abs(found[0].sum() - found[1].sum()) <= 1
        rows = [json.loads((tmp_path / f"{rank}.json").read_text()) for rank in range(2)]
        assert sorted(rows[0] + rows[1]) == sorted(views(batches_of(run)))
        assert rows[0] != sorted(rows[0])

    def test_batches_are_even_for_all_ranks_and_workers(self, run: Path) -> None:
        plan = data.torch(run)._plan
        total = sum(plan.rows)
        actions = joined(list(replace(plan, shuffle=0).batches([0], (0, 1), (0, 1)))).actions
        for batch, shuffle, ranks, workers in product((1, 50, 64, 4096), (0, 1, 2), (1, 2, 3, 7), (1, 2, 4)):
            of = replace(plan, batch=batch, shuffle=shuffle)
            shares = [
                [rows for worker in range(workers) for rows in of.batches([0], (rank, ranks), (worker, workers))]
                for rank in range(ranks)
            ]
            assert len({len(share) for share in shares}) == 1
            sizes = [sum(map(len, share)) for share in shares]
            assert sum(sizes) == total
            assert max(sizes) - min(sizes) <= 1
            assert all(max(map(len, share)) - min(map(len, share)) <= 1 for share in shares)
            assert max(len(rows) for share in shares for rows in share) <= (batch if batch > 1 else 2)
            if shuffle == 0:
                assert (joined([rows for share in shares for rows in share]).actions == actions).all()
        with pytest.raises(ValueError, match="one per rank"):
            list(plan.batches([0], (0, total + 1), (0, 1)))

    @pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
    def test_a_loader_mixes_every_pass(self, run: Path) -> None:
        from torch.utils.data import DataLoader

        for persistent in (False, True):
            batches = data.torch(run, batch=50)
            context = "fork"
            loader = DataLoader(
                batches,
                batch_size=None,
                num_workers=2,
                multiprocessing_context=context,
                persistent_workers=persistent,
            )
            assert contents(list(loader)) != contents(list(loader))

    def test_hand_records_and_rows_without_inputs_are_encoded(self, run: Path, tmp_path: Path) -> None:
        stored = contents(batches_of(run, shuffle=0))
        assert contents(batches_of(selfplay(tmp_path, "cirulla"), shuffle=0)) == stored
        logs: list[Any] = list(record_files(run))
        assert views(list(data.torch(logs, shuffle=0))) == data.scan(run).collect()["inputs"].to_list()

    @pytest.mark.parametrize("wrong", [{"batch": 0}, {"shuffle": -1}, {"workers": -1}, {"seed": -1}])
    def test_arguments_are_checked(self, run: Path, wrong: dict[str, int]) -> None:
        with pytest.raises(ValueError, match=next(iter(wrong))):
            data.torch(run, **wrong)


def test_a_dataset_has_its_rows_and_its_card(run: Path, tmp_path: Path) -> None:
    pytest.importorskip("datasets")
    rows = data.scan(run).collect()
    made = data.huggingface(run, cache=tmp_path)
    assert made.column_names == rows.columns
    assert made[3] == rows.row(3, named=True)
    assert len(made) == len(rows)
    assert made.info.description == (run / "data" / "gen-0000" / "README.md").read_text()
