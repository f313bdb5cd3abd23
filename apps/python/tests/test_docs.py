"""Every example in docs/how-to/python.md, docs/how-to/machines.md and docs/how-to/language_models.md runs."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[3] / "docs" / "how-to"
TEXT = "".join((DOCS / page).read_text(encoding="utf-8") for page in ("python.md", "machines.md", "language_models.md"))
EXAMPLES = re.findall(r"^## ([^\n]*)\n(?:(?!^## ).)*?^```python\n(.*?)^```", TEXT, re.M | re.S)


def test_all_examples_are_found() -> None:
    assert len(EXAMPLES) == TEXT.count("```python")


@pytest.mark.parametrize(("title", "code"), EXAMPLES, ids=[title for title, _ in EXAMPLES])
def test_example(title: str, code: str, tmp_path: Path) -> None:
    for package in re.findall(r"^import (ray|jax)", code, re.M):
        pytest.importorskip(package)
    # Ray Data warns of settings of its own.
    warnings = "default" if "ray.data" in code else "error"
    run = [sys.executable, "-W", warnings, "-c", code]
    # A separate cluster, as other tests may have one at the same time.
    quiet = {**os.environ, "RAY_USAGE_STATS_ENABLED": "0", "RAY_ADDRESS": "local"}
    done = subprocess.run(run, env=quiet, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, f"{title}: {done.stderr}"
