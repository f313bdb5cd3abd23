"""The command line as a process of its own: Ctrl-C ends it, and what it says goes to standard error as it is said."""

import subprocess
import sys


def run(*words: str) -> None:
    """Runs a command of `spariglio` to its end.

    Raises:
        RuntimeError: It could not do it; standard error says why.
    """
    status = subprocess.run([sys.executable, "-m", "spariglio", *words], check=False).returncode
    if status != 0:
        raise RuntimeError(f"`spariglio {' '.join(words)}` ended with {status}; standard error says why")
