# /// script
# requires-python = ">=3.11"
# dependencies = ["spariglio[openspiel,torch]", "matplotlib", "scipy"]
# ///
"""Compares methods in small games: how far is the policy of each from an equilibrium, after how many decisions?

    python notebooks/examples/methods --out runs/methods

A decision is a visit to a place in the tree of a hand with a choice, whether it is played or followed by a solver. Each
cell of the table has a file. So the same command resumes a stopped run. The page is `methods.md`.

To add a method, write a file with its `learn`, and add it to `METHODS` (cell.py) and `STYLES` (picture.py).
"""

import argparse
import itertools
import multiprocessing
import sys
import time
from functools import partial
from pathlib import Path

import page
from cell import METHODS, Cell, fill, read


def main() -> int:
    """Fills the missing cells, and writes the page."""
    options = arguments()
    (options.out / "cells").mkdir(parents=True, exist_ok=True)
    cells = all_cells(options)
    gaps = [cell for cell in cells if read(cell, options.out) is None]
    print(f"{len(cells)} cells, {len(gaps)} of them missing", flush=True)
    started = time.monotonic()
    if gaps:
        with multiprocessing.get_context("spawn").Pool(min(options.processes, len(gaps))) as pool:
            rows = pool.imap_unordered(partial(fill, folder=options.out), gaps)
            for number, row in enumerate(rows, start=1):
                print(f"{number}/{len(gaps)}, {time.monotonic() - started:.0f} s: {row}", flush=True)
    finished = [row for cell in cells if (row := read(cell, options.out))]
    print(f"page: {page.write(finished, options.out)}")
    return 0


def arguments() -> argparse.Namespace:
    """The options."""
    about = (__doc__ or "").splitlines()[0]
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    add = parser.add_argument
    add("--out", type=Path, default=Path("runs/methods"), help="folder of the cells and of the page")
    add("--games", nargs="+", default=["mini_scopone", "mini_scopa"], help="presets with two seats and few cards")
    add("--methods", nargs="+", default=list(METHODS), choices=list(METHODS), help="methods")
    add(
        "--budgets",
        nargs="+",
        type=int,
        default=[10_000, 100_000, 1_000_000, 4_000_000],
        help="decisions of each method; a method whose hands are played in Python stops at a million",
    )
    add("--seeds", type=int, default=5, help="seeds of each cell, from 1 on")
    add("--processes", type=int, default=2, help="cells at once, each on one core")
    return parser.parse_args()


def all_cells(options: argparse.Namespace) -> list[Cell]:
    """All cells, those of small budgets first."""
    finished = []
    for budget, seed, game, name in itertools.product(
        sorted(options.budgets), range(1, options.seeds + 1), options.games, options.methods
    ):
        method = METHODS[name]
        if budget <= method.most and (method.chance or seed == 1):
            finished.append(Cell(name, game, budget, seed))
    return finished


if __name__ == "__main__":
    sys.exit(main())
