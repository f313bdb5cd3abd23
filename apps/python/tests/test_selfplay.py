"""If shards are made separately, they equal those of one run."""

import json
from pathlib import Path

import pytest

from spariglio import _core, selfplay

CONFIG = """
rules = "scopa"
seed = 3
[data]
agents = ["formula"]
shards = 3
hands_per_shard = 10
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "config.toml"
    path.write_text(CONFIG)
    return path


def test_shards_made_apart_are_those_of_one_run(config: Path, tmp_path: Path) -> None:
    whole = selfplay.run(config, tmp_path / "whole") / "data" / "gen-0000"
    apart = tmp_path / "apart" / "data" / "gen-0000"
    for number in reversed(range(1, 4)):
        for path, data in selfplay.files(config, f"{number}/3", threads=1 + number % 2).items():
            (tmp_path / "apart" / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "apart" / path).write_bytes(data)
    selfplay.run(config, tmp_path / "apart")
    files = [{file.name: file.read_bytes() for file in folder.rglob("*.*")} for folder in (apart, whole)]
    assert files[0] == files[1] and len(files[0]) == 6


def test_a_part_that_there_is_not_is_refused(config: Path) -> None:
    with pytest.raises(RuntimeError, match="part 1/4: expected at least one of the 3 shards"):
        selfplay.files(config, "1/4")
    with pytest.raises(ValueError, match='"4/3": expected a part such as 1/2'):
        selfplay.files(config, "4/3")


def test_a_shard_has_its_records_where_they_are_asked_for(config: Path) -> None:
    entry, rows = ("data/gen-0000/written/shard-00001.json", "data/gen-0000/rows/shard-00001.parquet")
    assert list(selfplay.files(config, "2/3")) == [entry, rows]
    config.write_text(CONFIG + "records = true\n")
    assert list(selfplay.files(config, "2/3", generation=7)) == [
        "data/gen-0007/written/shard-00001.json",
        "data/gen-0007/rows/shard-00001.parquet",
        "data/gen-0007/records/shard-00001.jsonl.zst",
    ]


def test_arguments_that_are_wrong_are_named(config: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="threads is 2000: expected an integer from 0 to 1024"):
        selfplay.files(config, "1/3", threads=2000)
    with pytest.raises(RuntimeError, match=r"none\.toml"):
        selfplay.files(tmp_path / "none.toml", "1/3")
    with pytest.raises(RuntimeError, match="ended with 2; standard error says why"):
        selfplay.run(tmp_path / "none.toml", tmp_path / "out")


def test_a_plan_names_networks_and_budgets_of_time(config: Path, tmp_path: Path) -> None:
    config.write_text(CONFIG.replace('"formula"', '"net", "ismcts:millis=2"'))
    plan = json.loads(_core.selfplay_plan(config, tmp_path / "out"))
    assert plan["agents"][0].startswith("net (weights ")
    assert plan["timed"] == ["ismcts:millis=2"]
    assert (plan["shards"], plan["missing"], plan["generation"]) == (3, [0, 1, 2], 0)
