"""Data sets: the rows of self-play and of hand records, for analysis and for training.

A source is a run directory, the folder of a generation or of its shards, a shard (`.parquet`), a file of hand records
(`.jsonl`, `.jsonl.zst`), or a list of them. docs/reference/data_set.md documents the columns.

`scan` and `games` need `pip install 'spariglio[data]'`, `torch` the extra `torch`, `huggingface` the extra
`huggingface`.
"""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any

from spariglio._arguments import Rules, game_of, integer, seed_of
from spariglio._core import STEPS, Hand
from spariglio._data.extra import need
from spariglio._data.files import Source, shards
from spariglio._data.frames import joined
from spariglio._data.rows import count

if TYPE_CHECKING:
    import datasets  # type: ignore[import-not-found,import-untyped,unused-ignore]
    import polars  # type: ignore[import-not-found,unused-ignore]

    from spariglio._data.loader import Batches as Batches
    from spariglio._data.loader import RowBatch as RowBatch

__all__ = ["Source", "games", "hand", "huggingface", "scan", "torch", "vocabulary"]

_MOST = 1 << 31
_MOST_SEATS = 6


def scan(
    source: Source,
    *,
    inputs: bool = False,
    partners_open: bool = False,
    folder: str | PathLike[str] | None = None,
) -> polars.LazyFrame:
    """The rows of a source as a polars LazyFrame.

    The last three arguments apply to hand records, which are converted to rows first: whether to write inputs, whether
    partners saw each other's hand cards, and the run directory for the rows. If `folder` is `None`, a temporary folder
    is used and removed when Python ends. Shards have inputs if self-play wrote them; with `inputs`, shards without
    inputs are an error.

    Sources of several games are one frame: columns whose lengths or names differ between them become lists, and nulls
    where a source does not have them. `run` and `hand` name a hand among those of all runs.

    Errors name the file: it does not exist, a folder has no shards, a shard was cut short, or a record is wrong.
    """
    pl = need("polars", "data")
    files = shards(source, inputs=inputs, partners_open=partners_open, folder=folder)
    for file in files if inputs else ():
        if "inputs" not in pl.read_parquet_schema(file):
            raise ValueError(
                f"{file}: its rows have no inputs: expected rows of `spariglio selfplay --inputs` or hand records"
                " (`data.torch` gives inputs to all rows)"
            )
    return joined(files)


def games(source: Source, *, folder: str | PathLike[str] | None = None) -> polars.LazyFrame:
    """The games of a source as a polars LazyFrame, one hand per row; `hand` makes a `Hand` of such a row.

    `spariglio selfplay --games` and `spariglio export --games` write games. Hand records are converted first: into
    `folder`, or into a temporary folder that is removed when Python ends.
    """
    return joined(shards(source, table="games", folder=folder))


def vocabulary(game: Rules) -> list[str]:
    """The texts of all tokens of games: the steps (`Hand.steps_of`), then `pad`, `start`, `end`, the dealers and the
    seats."""
    rules = game_of(game)
    others = ["pad", "start", "end", *(f"{word} {seat}" for word in ("dealer", "seat") for seat in range(_MOST_SEATS))]
    return [*map(rules.step_text, range(STEPS)), *others]


def hand(row: Mapping[str, Any], game: Rules | None = None) -> Hand:
    """The hand of a row of `games` after its last action. `game` is needed if its rules are not a preset.

    Raises:
        ValueError: The deal or a token does not fit the rules.
    """
    rules = game_of(row["rules"] if game is None else game)
    cards = {card.index: card for card in rules.cards}
    dealt = rules.deal(dealer=row["dealer"], cards=[cards[number] for number in row["deal"]])
    for token in row["tokens"]:
        if token < STEPS:
            dealt.take(token)
    return dealt


def torch(
    source: Source,
    batch: int = 4096,
    shuffle: int = 1,
    seed: int = 0,
    device: Any = "cpu",
    workers: int = 0,
    *,
    game: Rules | None = None,
    partners_open: bool = False,
) -> Batches:
    """The rows of a source as batches of PyTorch tensors (`RowBatch`), which can be iterated repeatedly.

    Inputs are lists of the indices of those that are 1, the format of `torch.nn.EmbeddingBag` and `net.PolicyNet`.

    Args:
        source: The source, read one shard at a time.
        batch: Most rows of a batch. The rows are shared out evenly, so batches differ by at most one row.
        shuffle: The window: the number of shards whose rows are mixed. The order of the shards is mixed too. A window
            is in memory, with about 1 kB per row. 0 keeps everything in order.
        seed: Decides the order. The batches are the same for the same source, `batch`, `shuffle` and `seed`; each pass
            is mixed differently.
        device: The device of the tensors.
        workers: Processes that read; each takes its share of the batches. They change only the order of the batches.
            They are spawned, so a script needs `if __name__ == "__main__"`.
        game: The rules of rows without inputs, if they are not a preset.
        partners_open: Whether partners saw each other's hand cards, for rows without inputs and hand records.

    If `torch.distributed` is initialised (also by Lightning or Accelerate), each rank reads its own share of the rows,
    in as many batches as the others.

    If rows have no inputs, their hands are played again to compute them, which is slower than reading.
    """
    need("torch", "torch")
    from spariglio._data.loader import Batches, Plan

    found = shards(source, inputs=True, partners_open=partners_open)
    plan = Plan(
        found,
        [count(shard) for shard in found],
        _batch_of(batch),
        integer("shuffle", shuffle, _MOST),
        seed_of(seed),
        None if game is None else game_of(game),
        partners_open,
    )
    return Batches(plan, device, integer("workers", workers, _MOST))


def huggingface(source: Source, *, cache: str | PathLike[str] | None = None) -> datasets.Dataset:
    """The rows of a source as a Hugging Face Dataset. If its folder has a card (README.md), the card is its
    description.

    `cache` is the folder for the package's copy of the rows, if not the usual one.
    """
    package = need("datasets", "huggingface")
    files = shards(source)
    made: datasets.Dataset = package.Dataset.from_parquet([str(file) for file in files], cache_dir=cache)
    cards = dict.fromkeys(file.parent.parent / "README.md" for file in files)
    made.info.description = "\n".join(card.read_text(encoding="utf-8") for card in cards if card.is_file())
    return made


def _batch_of(batch: int) -> int:
    if integer("batch", batch, _MOST) == 0:
        raise ValueError("batch is 0: expected at least one row")
    return batch


def __getattr__(name: str) -> Any:
    """Makes `RowBatch` and `Batches` available if PyTorch is installed."""
    if name in {"RowBatch", "Batches"}:
        from spariglio._data import loader

        return getattr(loader, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
