"""The parts of `spariglio.net`."""
