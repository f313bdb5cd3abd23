"""Shards that are made apart are those of one run."""

from pathlib import Path

import pytest

from spariglio import selfplay

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
    apart.mkdir(parents=True)
    for number in reversed(range(3)):
        name, data = selfplay.shard(config, number, threads=1 + number % 2)
        (apart / name).write_bytes(data)
    selfplay.run(config, tmp_path / "apart")
    assert {file.name: file.read_bytes() for file in apart.iterdir()} == {
        file.name: file.read_bytes() for file in whole.iterdir()
    }


def test_a_shard_that_there_is_not_is_refused(config: Path) -> None:
    with pytest.raises(RuntimeError, match="ended with 2"):
        selfplay.shard(config, 3)
