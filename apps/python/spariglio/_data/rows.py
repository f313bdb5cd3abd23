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

_SCHEMA = "5"
_REPLAYED = ["hand", "ply", "seat", "table", "piles", "oracle_hands"]
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


def read(shard: Path, game: Game | None, partners_open: bool) -> Rows:
    """All rows of a shard. `game` and `partners_open` are used if the shard has no inputs."""
    pl = need("polars", "data")
    metadata = pl.read_parquet_metadata(shard)
    version = metadata.get("spariglio.schema_version")
    if version != _SCHEMA:
        raise ValueError(f"{shard}: expected a shard of schema version {_SCHEMA}, found {version or 'none'}")
    with_inputs = "inputs" in pl.read_parquet_schema(shard)
    more = _INPUTS if with_inputs else [*_REPLAYED, "oracle_stock"]
    frame = pl.read_parquet(shard, columns=list(dict.fromkeys([*_FIELDS, *more])))
    counts = frame["actions"].list.len().to_numpy().astype(np.int64)
    actions, starts = frame["actions"].explode().to_numpy(), _starts(counts)
    places = _places(shard, actions, starts, frame["action"].to_numpy())
    if with_inputs:
        inputs = _stored(shard, frame, counts)
    else:
        inputs = _replayed(shard, frame, places, _game(shard, metadata, game), partners_open)
    return Rows(
        hand=frame["hand"].to_numpy().view(np.int64),
        **inputs,
        actions=actions.view(np.int64),
        starts=starts,
        policy=frame["policy"].explode().to_numpy(),
        action=places,
        root_value=frame["root_value"].to_numpy(),
        full_search=frame["full_search"].to_numpy(),
        points=frame["points"].to_numpy().reshape(len(frame), -1, KINDS),
        shutout=frame["shutout"].to_numpy(),
        utility=frame["utility"].to_numpy(),
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


def _stored(shard: Path, frame: Any, actions: Array) -> dict[str, Array]:
    """The stored inputs of a shard. `actions` are the numbers of legal actions per row."""
    ends, residual = (_list(frame[name]) for name in ("action_ends", "residual"))
    for name, (_, starts) in (("action_ends", ends), ("residual", residual)):
        if not np.array_equal(np.diff(starts), actions):
            raise ValueError(f"{shard}: `{name}`: expected a number for each legal action")
    inputs, input_starts = _list(frame["inputs"])
    action_inputs, rows = _list(frame["action_inputs"])
    # `action_ends` count from the start of their row.
    return {
        "inputs": inputs,
        "input_starts": input_starts,
        "action_inputs": action_inputs,
        "action_input_starts": np.concatenate([[0], ends[0] + np.repeat(rows[:-1], actions)]),
        "residual": residual[0],
    }


def _list(column: Any) -> tuple[Array, Array]:
    """The items of a column of lists, and the start of each row's list."""
    return column.explode().to_numpy(), _starts(column.list.len().to_numpy().astype(np.int64))


def _replayed(shard: Path, frame: Any, places: Array, game: Game, partners_open: bool) -> dict[str, Array]:
    columns = {name: frame[name].to_numpy() for name in _REPLAYED}
    try:
        return encoded(game, columns, frame["oracle_stock"].to_list(), places, partners_open)
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
