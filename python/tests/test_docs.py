"""Every example of docs/python.md runs as it stands."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "python.md"
EXAMPLES = re.findall(
    r"^## ([^\n]*)\n(?:(?!^## ).)*?^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.M | re.S
)


def test_all_examples_are_found() -> None:
    assert len(EXAMPLES) == PAGE.read_text(encoding="utf-8").count("```python")


@pytest.mark.parametrize(("title", "code"), EXAMPLES, ids=[title for title, _ in EXAMPLES])
def test_example(title: str, code: str, tmp_path: Path) -> None:
    run = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, f"{title}: {done.stderr}"
