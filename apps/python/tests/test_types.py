"""Programs of users pass mypy --strict and pyright, and run."""

from __future__ import annotations

import inspect
import pydoc
import subprocess
import sys
import typing
from pathlib import Path

import pytest
from skips import skipped

import spariglio as sp
import spariglio.gym
import spariglio.net
import spariglio.pettingzoo
import spariglio.vector

USERS = sorted((Path(__file__).parent / "users").glob("*.py"))
PYRIGHT = ["npx", "--yes", "--package", "pyright@1.1.414", "pyright"]


def passes(*command: str | Path, folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy_is_content(tmp_path: Path) -> None:
    passes(sys.executable, "-P", "-m", "mypy", "--strict", "--ignore-missing-imports", *USERS, folder=tmp_path)


def test_pyright_is_content(tmp_path: Path) -> None:
    try:
        subprocess.run([*PYRIGHT, "--version"], capture_output=True, timeout=120, check=True)
    except (OSError, subprocess.SubprocessError):
        skipped("pyright", "npx cannot fetch it")
        pytest.skip("npx cannot fetch pyright")
    passes(*PYRIGHT, "--pythonpath", sys.executable, *USERS, folder=tmp_path)


@pytest.mark.parametrize("program", USERS, ids=lambda path: path.stem)
def test_a_program_runs(program: Path, tmp_path: Path) -> None:
    passes(sys.executable, "-P", "-W", "error", program, folder=tmp_path)


@pytest.mark.parametrize("module", [sp, sp.vector, sp.gym, sp.net, sp.pettingzoo, sp.show, sp.selfplay])
def test_no_public_result_is_any(module: typing.Any) -> None:
    """Except where Gymnasium and PettingZoo say it."""
    found = []
    for name in module.__all__:
        one = getattr(module, name)
        members = vars(one).items() if inspect.isclass(one) else [(name, one)]
        for of, member in members:
            function = getattr(member, "fget", None) or getattr(member, "__func__", member)
            if (inspect.isfunction(function) and not of.startswith("_")) or of == "__init__":
                told = getattr(function, "__annotations__", {})
                found += [f"{name}.{of}: {what}" for what, kind in told.items() if kind in ("Any", typing.Any)]
    assert not found


def test_help_shows_types() -> None:
    text = pydoc.plain(pydoc.render_doc(sp.Hand))
    assert "play(action: Action | str | int) -> None" in text and "history: list[tuple[int, Action]]" in text
    assert "n_legal: NDArray[int64]" in (sp.Batch.__doc__ or "")


def test_the_stub_has_no_any() -> None:
    stub = Path(spariglio.__file__).with_name("_core.pyi").read_text(encoding="utf-8")
    assert "Incomplete" not in stub.split("__all__")[1]
