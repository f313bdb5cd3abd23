#!/usr/bin/env python3
"""Executes every notebook with the package that is installed.

A notebook passes if no cell fails and if it is stored without outputs. Nothing is written outside a temporary folder.
"""

import argparse
import os
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from skips import skipped

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = ROOT / "notebooks"

# The most seconds of a cell, at scale 1.
PATIENCE = 240
# Notebooks that run at the same time.
AT_ONCE = 2


def main():
    """Runs all notebooks; exit status 1 if one fails."""
    options = arguments()
    notebooks = options.notebook or sorted(NOTEBOOKS.glob("*.ipynb"))
    if not notebooks:
        print(f"error: no notebooks in {NOTEBOOKS}", file=sys.stderr)
        return 1
    if options.new:
        notebooks = [notebook for notebook in notebooks if not is_executed(notebook, options.new / notebook.name)]
    if not notebooks:
        return 0
    keep = options.new or options.keep
    with tempfile.TemporaryDirectory(prefix="spariglio-notebooks-") as folder:
        work = Path(folder)
        os.environ.update(quiet_places(work), SPARIGLIO_SCALE=str(options.scale))
        patience = PATIENCE * max(1, options.scale)
        with ThreadPoolExecutor(AT_ONCE) as pool:
            passed = list(pool.map(lambda notebook: run(notebook, keep, patience), notebooks))
    return 0 if all(passed) else 1


def arguments():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--keep", type=Path, metavar="DIR", help="write the executed notebooks here")
    parser.add_argument("--new", type=Path, metavar="DIR", help="as --keep, and run only notebooks missing in DIR")
    parser.add_argument("--scale", type=float, default=1, metavar="N", help="play N times as many hands [default: 1]")
    parser.add_argument("notebook", type=Path, nargs="*", help="notebooks to run [default: all]")
    return parser.parse_args()


def quiet_places(work):
    """Variables that keep Jupyter and matplotlib inside the temporary folder."""
    names = ["IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "MPLCONFIGDIR"]
    return {name: str(work / name.lower()) for name in names} | {"PYDEVD_DISABLE_FILE_VALIDATION": "1"}


def is_executed(path, kept):
    """Whether a kept notebook is this one, executed to its end without an error."""
    if not kept.is_file():
        return False
    cells, done = (nbformat.read(one, as_version=4).cells for one in (path, kept))
    ran = [cell for cell in done if cell.cell_type == "code"]
    return (
        [(cell.cell_type, cell.source) for cell in cells] == [(cell.cell_type, cell.source) for cell in done]
        and all(cell.execution_count for cell in ran)
        and not any(output.output_type == "error" for cell in ran for output in cell.outputs)
    )


def lacking(notebook):
    """The output lines in which an executed notebook says that packages are not installed."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    lines = [line for output in outputs for line in output.get("text", "").splitlines()]
    return [line for line in lines if "not installed" in line]


def run(path, keep, patience):
    """Executes one notebook. If it fails, prints the reason and returns false."""
    started = time.monotonic()
    notebook = nbformat.read(path, as_version=4)
    if any(cell.get("outputs") or cell.get("execution_count") for cell in notebook.cells):
        print(f"{path.name}: kept with outputs, expected none: clear them", file=sys.stderr)
        return False
    place = {"metadata": {"path": NOTEBOOKS}}
    # Warnings of the kernel about its own ports do not matter in a test.
    quiet = ["--log-level=ERROR"]
    client = NotebookClient(
        notebook,
        timeout=patience,
        startup_timeout=PATIENCE,
        kernel_name="python3",
        resources=place,
        extra_arguments=quiet,
    )
    try:
        client.execute()
    except (CellExecutionError, TimeoutError, RuntimeError) as error:
        print(f"{path.name}: does not run\n{error}", file=sys.stderr)
        return False
    finally:
        if keep:
            keep.mkdir(parents=True, exist_ok=True)
            nbformat.write(notebook, keep / path.name)
    for reason in lacking(notebook):
        skipped(path.name, reason)
    print(f"{path.name}: {len(notebook.cells)} cells in {time.monotonic() - started:.0f} s")
    return True


if __name__ == "__main__":
    sys.exit(main())
