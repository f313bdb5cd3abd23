"""The command line as a separate process. Ctrl-C ends it, and its output goes to standard error at once."""

import subprocess
import sys


def run(*words: str) -> None:
    """Runs a command of `spariglio` to its end.

    Raises:
        RuntimeError: The command failed; standard error says why.
    """
    status = subprocess.run([sys.executable, "-m", "spariglio", *words], check=False).returncode
    if status != 0:
        raise RuntimeError(f"`spariglio {' '.join(words)}` ended with {status}; standard error says why")
