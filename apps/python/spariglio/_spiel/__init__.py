"""The parts of `spariglio.openspiel`."""
