"""Paths of object stores: sources, networks and results are copied in and out, and only if they changed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import spariglio as sp
from spariglio import data, selfplay
from spariglio._data.remote import fetched

fsspec = pytest.importorskip("fsspec")
pytest.importorskip("polars")

NETS = Path(__file__).parents[3] / "agents" / "nets"
CONFIG = """
rules = "scopa"
seed = 3
[data]
agents = ["formula"]
shards = 2
hands_per_shard = 5
games = true
records = true
"""


@pytest.fixture(params=["memory", "s3"])
def store(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of an empty store."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    if request.param == "memory":
        yield f"memory://{tmp_path.name}"
        return
    pytest.importorskip("s3fs")
    server = pytest.importorskip("moto.server").ThreadedMotoServer(port=0)
    server.start()
    host, port = server.get_host_and_port()
    conf = {"endpoint_url": f"http://{host}:{port}", "key": "x", "secret": "x"}
    monkeypatch.setitem(fsspec.config.conf, "s3", conf)
    fsspec.get_filesystem_class("s3").clear_instance_cache()
    fsspec.filesystem("s3").makedirs("bucket", exist_ok=True)
    yield f"s3://bucket/{tmp_path.name}"
    server.stop()


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "config.toml"
    path.write_text(CONFIG)
    return path


def copies(tmp_path: Path) -> dict[str, int]:
    """The names of all copied files, with the times of the copies."""
    files = (tmp_path / "caches").rglob("*.*")
    return {file.name: file.stat().st_mtime_ns for file in files if file.is_file() and file.name != "keys.json"}


def test_rows_games_and_records_are_read(store: str, config: Path, tmp_path: Path) -> None:
    run = selfplay.run(config, tmp_path / "run")
    files, root = fsspec.url_to_fs(store)
    files.put(str(run), f"{root}/run", recursive=True)
    rows = data.scan(run).collect()
    assert data.scan(f"{store}/run").collect().equals(rows)
    found = copies(tmp_path)
    assert set(found) == {"manifest.json", "README.md", "shard-00000.parquet", "shard-00001.parquet"}
    assert data.scan(f"{store}/run/").collect().equals(rows)
    assert copies(tmp_path) == found
    folder = "data/gen-0000"
    assert data.games(f"{store}/run").collect().equals(data.games(run).collect())
    shard = data.scan(f"{store}/run/{folder}/rows/shard-00001.parquet").collect()
    assert shard.equals(rows[-len(shard) :])
    records = data.scan(f"{store}/run/{folder}/records/shard-00000.jsonl.zst").collect()
    assert records["action"].equals(rows["action"][: len(records)])
    with pytest.raises(FileNotFoundError, match=r"nowhere: no such file or folder"):
        data.scan(f"{store}/nowhere")


def test_what_the_store_changed_is_copied_again(store: str, tmp_path: Path) -> None:
    files, root = fsspec.url_to_fs(store)
    files.pipe({f"{root}/folder/one": b"1", f"{root}/folder/two": b"2"})
    place = fetched(f"{store}/folder")
    assert {file.name: file.read_text() for file in place.iterdir()} == {"one": "1", "two": "2"}
    files.pipe({f"{root}/folder/two": b"3", f"{root}/folder/three": b"4"})
    files.rm(f"{root}/folder/one")
    assert fetched(f"{store}/folder") == place
    assert {file.name: file.read_text() for file in place.iterdir()} == {"two": "3", "three": "4"}


def test_a_run_is_written_and_continued(
    store: str, config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = f"{store}/run"
    first = selfplay.run(config, out)
    files, root = fsspec.url_to_fs(store)
    stored = {name: files.cat(name) for name in files.find(root)}
    assert f"{root}/run/data/gen-0000/manifest.json" in stored
    plain = selfplay.run(config, tmp_path / "plain")
    assert {name.removeprefix(f"{root}/run/"): content for name, content in stored.items()} == {
        file.relative_to(plain).as_posix(): file.read_bytes() for file in plain.rglob("*") if file.is_file()
    }
    before = copies(tmp_path)
    assert len(data.scan(out).collect()) == len(data.scan(plain).collect())
    assert copies(tmp_path) == before
    # Another machine, on which a shard is missing.
    files.rm(f"{root}/run/data/gen-0000/rows/shard-00001.parquet")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "others"))
    assert selfplay.run(config, out) != first
    assert {name: files.cat(name) for name in files.find(root)} == stored


def test_a_run_that_fails_writes_nothing(store: str, tmp_path: Path) -> None:
    (tmp_path / "wrong.toml").write_text("rules = 'none'")
    with pytest.raises(RuntimeError):
        selfplay.run(tmp_path / "wrong.toml", f"{store}/run")
    files, root = fsspec.url_to_fs(store)
    assert not files.find(root)


def test_results_and_networks_are_read_and_written(store: str) -> None:
    files, root = fsspec.url_to_fs(store)
    files.put(str(NETS / "scopa"), f"{root}/net", recursive=True)
    result = sp.arena("scopa", [f"net:net={store}/net:exact=0", "random"], hands=20)
    result.save(f"{store}/results/arena.json")
    again = sp.ArenaResult.load(f"{store}/results/arena.json")
    assert again.data["pairs"] == result.data["pairs"]
    local = sp.arena("scopa", [f"net:net={NETS / 'scopa'}:exact=0", "random"], hands=20)
    assert result.pair(0, 1).mean == local.pair(0, 1).mean


def test_the_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "fsspec.core", None)
    with pytest.raises(ImportError, match=r"pip install 'spariglio\[remote\]'"):
        data.scan("memory://x")


def test_local_paths_stay(tmp_path: Path) -> None:
    paths: list[Any] = ["a/b", Path("a/b"), os.fspath(tmp_path)]
    assert [fetched(path) for path in paths] == [Path(path) for path in paths]
