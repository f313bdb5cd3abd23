"""Files of one or several games as one frame."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from spariglio._data.extra import need

if TYPE_CHECKING:
    import polars  # type: ignore[import-not-found,unused-ignore]


def joined(files: Sequence[Path]) -> polars.LazyFrame:
    """All rows of the files, in order. Columns of arrays become lists if their lengths differ."""
    pl = need("polars", "data")
    groups: list[list[Path]] = []
    schemas = [pl.read_parquet_schema(file) for file in files]
    for place, file in enumerate(files):
        if place and schemas[place] == schemas[place - 1]:
            groups[-1].append(file)
        else:
            groups.append([file])
    frames = [pl.scan_parquet(group) for group in groups]
    if len(frames) == 1:
        frame: polars.LazyFrame = frames[0]
        return frame
    types = {name: {schema[name] for schema in schemas if name in schema} for schema in schemas for name in schema}
    uneven = [name for name, found in types.items() if len(found) > 1]
    evened = []
    for frame in frames:
        here = frame.collect_schema()
        evened.append(frame.with_columns(pl.col(name).arr.to_list() for name in uneven if name in here))
    frame = pl.concat(evened, how="diagonal")
    return frame
