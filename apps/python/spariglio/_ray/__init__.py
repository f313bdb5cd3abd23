"""The parts of `spariglio.ray`."""
