"""The command line as a separate process. Ctrl-C ends it, and its output goes to standard error at once."""

import os
import subprocess
import sys


def run(*words: str, **variables: str) -> None:
    """Runs a command of `spariglio` to its end, with variables of the environment.

    Raises:
        RuntimeError: The command failed; standard error says why.
    """
    command = [sys.executable, "-m", "spariglio", *words]
    status = subprocess.run(command, env=os.environ | variables, check=False).returncode
    if status != 0:
        raise RuntimeError(f"`spariglio {' '.join(words)}` ended with {status}; standard error says why")
