"""Rows of shards as NumPy arrays."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from spariglio._core import KINDS, Game
from spariglio._data.extra import need
from spariglio._data.replay import encoded

_SCHEMA = "6"
_REPLAYED = ["hand", "ply", "seat", "table_cards", "piles", "oracle_hands"]
_INPUTS = ["inputs", "action_inputs", "action_ends", "residual"]
_FIELDS = ["hand", "actions", "policy", "action", "root_value", "full_search", "points", "shutout", "utility"]

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Rows:
    """Rows, one array per column; `spariglio.data.RowBatch` documents them."""

    hand: Array
    inputs: Array
    input_starts: Array
    action_inputs: Array
    action_input_starts: Array
    residual: Array
    actions: Array
    starts: Array
    policy: Array
    action: Array
    root_value: Array
    full_search: Array
    points: Array
    shutout: Array
    utility: Array

    def __len__(self) -> int:
        return len(self.hand)

    def take(self, chosen: Array) -> Rows:
        """The rows with these numbers, in this order."""
        input_starts, of_inputs = _lists(self.input_starts, chosen)
        starts, of_actions = _lists(self.starts, chosen)
        action_input_starts, of_action_inputs = _lists(self.action_input_starts, of_actions)
        ragged = {
            "inputs": self.inputs[of_inputs],
            "input_starts": input_starts,
            "action_inputs": self.action_inputs[of_action_inputs],
            "action_input_starts": action_input_starts,
            "starts": starts,
            **{name: getattr(self, name)[of_actions] for name in ("residual", "actions", "policy")},
        }
        plain = {one.name: getattr(self, one.name)[chosen] for one in fields(self) if one.name not in ragged}
        return Rows(**ragged, **plain)


def joined(parts: Sequence[Rows]) -> Rows:
    """The rows of all parts, concatenated."""
    if len(parts) == 1:
        return parts[0]
    columns = {one.name: np.concatenate([getattr(part, one.name) for part in parts]) for one in fields(Rows)}
    for name in ("input_starts", "action_input_starts", "starts"):
        columns[name] = _starts(np.concatenate([np.diff(getattr(part, name)) for part in parts]))
    return Rows(**columns)


def _lists(starts: Array, chosen: Array) -> tuple[Array, Array]:
    """Selects lists from concatenated lists that begin at `starts`. Returns their new starts and the old places of
    their items."""
    counts = np.diff(starts)[chosen]
    # A running count of all items, shifted in each list from its new start to its old one.
    begin = _starts(counts)
    return begin, np.arange(begin[-1]) + np.repeat(starts[chosen] - begin[:-1], counts)


def count(shard: Path) -> int:
    """The number of rows of a shard. Fails if its columns are of another version."""
    return int(_opened(shard).metadata.num_rows)


def _opened(shard: Path) -> Any:
    """A shard as a `ParquetFile`, which reads without threads: they would not survive a fork."""
    file = need("pyarrow.parquet", "torch").ParquetFile(shard)
    version = _metadata(file).get("spariglio.schema_version")
    if version != _SCHEMA:
        raise ValueError(f"{shard}: expected a shard of schema version {_SCHEMA}, found {version or 'none'}")
    return file


def _metadata(file: Any) -> dict[str, str]:
    return {key.decode(): text.decode() for key, text in (file.metadata.metadata or {}).items()}


def read(shard: Path, game: Game | None, partners_open: bool) -> Rows:
    """All rows of a shard. `game` and `partners_open` are used if the shard has no inputs."""
    file = _opened(shard)
    with_inputs = "inputs" in file.schema_arrow.names
    more = _INPUTS if with_inputs else [*_REPLAYED, "oracle_stock"]
    table = file.read(list(dict.fromkeys([*_FIELDS, *more])), use_threads=False)
    columns = {name: column.combine_chunks() for name, column in zip(table.column_names, table.columns, strict=True)}
    actions, starts = _list(columns["actions"])
    places = _places(shard, actions, starts, _flat(columns["action"]))
    if with_inputs:
        inputs = _stored(shard, columns, starts)
    else:
        inputs = _replayed(shard, columns, places, _game(shard, _metadata(file), game), partners_open)
    plain = {name: _flat(columns[name]) for name in ("hand", "root_value", "full_search", "shutout", "utility")}
    return Rows(
        **inputs,
        actions=actions.view(np.int64),
        starts=starts,
        policy=_list(columns["policy"])[0],
        action=places,
        points=_flat(columns["points"]).reshape(-1, columns["points"].type.list_size // KINDS, KINDS),
        **{**plain, "hand": plain["hand"].view(np.int64)},
    )


def _starts(counts: Array) -> Array:
    return np.concatenate([[0], np.cumsum(counts)])


def _places(shard: Path, actions: Array, starts: Array, played: Array) -> Array:
    """The place of the played action in each row's list."""
    at = np.flatnonzero(actions == np.repeat(played, np.diff(starts)))
    row = np.searchsorted(starts, at, side="right") - 1
    if not np.array_equal(row, np.arange(len(played))):
        raise ValueError(f"{shard}: a row's action is not one of its legal actions")
    return at - starts[:-1]


def _stored(shard: Path, columns: dict[str, Any], starts: Array) -> dict[str, Array]:
    """The stored inputs of a shard. `starts` are those of each row's legal actions."""
    ends, residual = (_list(columns[name]) for name in ("action_ends", "residual"))
    for name, (_, found) in (("action_ends", ends), ("residual", residual)):
        if not np.array_equal(found, starts):
            raise ValueError(f"{shard}: `{name}`: expected a number for each legal action")
    inputs, input_starts = _list(columns["inputs"])
    action_inputs, rows = _list(columns["action_inputs"])
    # `action_ends` count from the start of their row.
    return {
        "inputs": inputs,
        "input_starts": input_starts,
        "action_inputs": action_inputs,
        "action_input_starts": np.concatenate([[0], ends[0] + np.repeat(rows[:-1], np.diff(starts))]),
        "residual": residual[0],
    }


def _list(column: Any) -> tuple[Array, Array]:
    """The items of a column of lists, and the start of each row's list."""
    return _flat(column), column.offsets.to_numpy().astype(np.int64) - column.offsets[0].as_py()


def _flat(column: Any) -> Array:
    """The values of a column, or the items of all its lists. Nulls are NaN."""
    array: Array = (column.flatten() if hasattr(column, "flatten") else column).to_numpy(zero_copy_only=False)
    return array


def _replayed(shard: Path, columns: dict[str, Any], places: Array, game: Game, partners_open: bool) -> dict[str, Array]:
    rows = {name: _flat(columns[name]) for name in _REPLAYED}
    for name in ("piles", "oracle_hands"):
        rows[name] = rows[name].reshape(-1, columns[name].type.list_size)
    try:
        return encoded(game, rows, columns["oracle_stock"].to_pylist(), places, partners_open)
    except ValueError as error:
        raise ValueError(
            f"{shard}: it has no inputs, and its hands cannot be played again: {error}. Write the rows with "
            "inputs: `spariglio selfplay --inputs`, or `spariglio export --inputs` of hand records"
        ) from error


def _game(shard: Path, metadata: dict[str, str], game: Game | None) -> Game:
    """The game of a shard: the given one, otherwise the preset of the shard's rule set."""
    stated = json.loads(metadata["spariglio.fingerprint"])
    name = stated["rules"]
    if game is None and name not in Game.presets():
        raise ValueError(f"{shard}: it has no inputs, and its rule set `{name}` is no preset: give `game`")
    found = game or Game(name)
    if f"{found.fingerprint:016x}" != stated["rules_hash"]:
        raise ValueError(f"{shard}: it has no inputs, and its rules `{name}` are not those of {found}: give `game`")
    return found
