"""Registers the environments with Gymnasium, which calls this when it is imported (entry point `gymnasium.envs`)."""

from typing import Final

ENTRY_POINTS: Final = {"entry_point": "spariglio.gym:SeatEnv", "vector_entry_point": "spariglio.gym:SeatVecEnv"}


def register() -> None:
    """Registers `spariglio/Seat-v0`; Gymnasium adds the part before the slash."""
    from gymnasium.envs.registration import register as add

    add("Seat-v0", **ENTRY_POINTS)
