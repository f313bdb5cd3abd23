"""Data sets: the rows of self-play and of hand records, for analysis and for training.

A source is a run directory, a folder of shards, a shard (`.parquet`), a file of hand records (`.jsonl`, `.jsonl.zst`),
or a list of them. docs/formats.md says what the columns mean.

`scan` needs `pip install 'spariglio[data]'`, `torch` the extra `torch`, `huggingface` the extra `huggingface`.
"""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING, Any

from spariglio._arguments import Rules, game_of, integer, seed_of
from spariglio._data.extra import need
from spariglio._data.files import Source, shards

if TYPE_CHECKING:
    import datasets  # type: ignore[import-not-found,import-untyped,unused-ignore]
    import polars  # type: ignore[import-not-found,unused-ignore]

    from spariglio._data.loader import Batch as Batch
    from spariglio._data.loader import Batches as Batches

__all__ = ["Source", "huggingface", "scan", "torch"]

_MOST = 1 << 31


def scan(
    source: Source,
    *,
    inputs: bool = False,
    partners_open: bool = False,
    folder: str | PathLike[str] | None = None,
) -> polars.LazyFrame:
    """The rows of a source as a LazyFrame of polars.

    The last three arguments are for hand records, which become rows first: with `inputs` or without, whether partners
    saw each other's hand cards, and in this run directory (else in a temporary folder, which is removed when Python
    ends). Shards have inputs if self-play was asked for them; with `inputs` it is an error if they have none.

    Errors name the file: nothing is there, a folder has no shards, a shard was cut short, a record is wrong.
    """
    pl = need("polars", "data")
    files = shards(source, inputs=inputs, partners_open=partners_open, folder=folder)
    for file in files if inputs else ():
        if "inputs" not in pl.read_parquet_schema(file):
            raise ValueError(
                f"{file}: its rows have no inputs: expected rows of `spariglio selfplay --inputs` or hand records"
                " (`data.torch` gives inputs to all rows)"
            )
    frame: polars.LazyFrame = pl.scan_parquet(files)
    return frame


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
    """The rows of a source as batches of tensors of PyTorch (`Batch`), to be iterated as often as wanted.

    Inputs are lists of the numbers of those that are 1: what `torch.nn.EmbeddingBag` and `net.PolicyNet` take.

    Args:
        source: What is read, a shard at a time.
        batch: Most rows of a batch. The rows of a window are shared out evenly, so its batches differ by one row.
        shuffle: The window: the rows of so many shards are mixed, and so is the order of the shards. A window is in
            memory, with about 1 kB per row. 0 keeps all in order.
        seed: Decides the order. The batches are the same for the same source, `batch`, `shuffle` and `seed`; each pass
            mixes anew.
        device: Where the tensors go.
        workers: Processes that read; each takes its share of the windows. They change the order of the batches, and
            nothing else. They are spawned, so a script needs `if __name__ == "__main__"`.
        game: The rules of rows without inputs, if they are no preset.
        partners_open: Whether partners saw each other's hand cards, for rows without inputs and hand records.

    Rows without inputs are given them: their hands are played again, which is slower than reading.
    """
    need("polars", "data")
    need("torch", "torch")
    from spariglio._data.loader import Batches, Plan

    plan = Plan(
        shards(source, inputs=True, partners_open=partners_open, folder=None),
        _batch_of(batch),
        integer("shuffle", shuffle, _MOST),
        seed_of(seed),
        None if game is None else game_of(game),
        partners_open,
    )
    return Batches(plan, device, integer("workers", workers, _MOST))


def huggingface(source: Source, *, cache: str | PathLike[str] | None = None) -> datasets.Dataset:
    """The rows of a source as a Dataset of Hugging Face. Where its folder has a card (README.md), the card is its
    description.

    `cache` is where the package keeps its copy of the rows, if not in its usual place.
    """
    package = need("datasets", "huggingface")
    files = shards(source, inputs=False, partners_open=False, folder=None)
    made: datasets.Dataset = package.Dataset.from_parquet([str(file) for file in files], cache_dir=cache)
    cards = dict.fromkeys(file.parent / "README.md" for file in files)
    made.info.description = "\n".join(card.read_text(encoding="utf-8") for card in cards if card.is_file())
    return made


def _batch_of(batch: int) -> int:
    if integer("batch", batch, _MOST) == 0:
        raise ValueError("batch is 0: expected at least one row")
    return batch


def __getattr__(name: str) -> Any:
    """`Batch` and `Batches` are there as soon as PyTorch is."""
    if name in {"Batch", "Batches"}:
        from spariglio._data import loader

        return getattr(loader, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
