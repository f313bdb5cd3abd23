"""The command line in the wheel."""

import subprocess
import sys


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "spariglio", *arguments], capture_output=True, text=True, check=False)


def test_the_command_line_is_that_of_the_program() -> None:
    assert "scopone_scientifico" in run("rules").stdout
    assert run("--version").stdout.startswith("spariglio ")
    wrong = run("arena", "--agents", "greedy")
    assert wrong.returncode == 2
    assert "error" in wrong.stderr


def test_torch_is_said_to_be_elsewhere() -> None:
    told = run("train", "--rules", "scopa", "--device", "cpu", "--data", "x", "--out", "y")
    assert told.returncode == 2
    assert "device: expected plain" in told.stderr and "libtorch" in told.stderr
    assert sys.executable not in told.stderr
