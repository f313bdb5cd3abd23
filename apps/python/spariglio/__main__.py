"""The command line: `spariglio`, or `python -m spariglio`."""

import signal
import sys

from spariglio import _core


def main() -> int:
    """Runs the command line with the arguments of this process and returns its exit status."""
    # Ctrl-C is handled by the program itself; Python would only note it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _core.main(["spariglio", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
