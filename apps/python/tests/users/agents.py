"""A user's agents: one decision at a time, many at a time, a function, and a model in the search."""

from typing import assert_type

import numpy as np
import numpy.typing as npt

import spariglio as sp


class Mine(sp.Agent):
    def start_hand(self, seed: int) -> None:
        self.seed = seed

    def act(self, view: sp.View) -> sp.Action:
        captures = [action for action in view.actions if action.captured]
        return (captures or view.actions)[self.seed % 2 - 1]


class Many(sp.BatchAgent):
    obs = "bits"

    def act(self, batch: sp.Batch) -> npt.NDArray[np.int64]:
        assert_type(batch.n_legal, npt.NDArray[np.int64])
        return batch.seeds % batch.n_legal


class Net(sp.Evaluator):
    def evaluate(self, batch: sp.Batch) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        assert_type(batch.residual, npt.NDArray[np.float32])
        held = batch.obs[:, :52].astype(np.float32).sum(axis=1)
        return held / np.float32(100), batch.residual


def last(view: sp.View) -> int:
    return len(view.actions) - 1


search = sp.NetSearch(Net(), simulations=4)
result = sp.arena("scopa", [Mine, Many, last, search, "greedy"], hands=4, threads=1, progress=False)
assert_type(result.pair(0, 4).mean, float)
assert_type(sp.matches("mini_scopa", [Mine, "random"], matches=2).pair(0, 1).score, float)
pool = sp.Pool([Mine, "greedy"])
