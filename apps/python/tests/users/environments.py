"""A user's environments: many hands in each form, a seat for Gymnasium, seats for PettingZoo."""

from typing import assert_type

import numpy as np
import numpy.typing as npt

import spariglio as sp
from spariglio.gym import SeatEnv, SeatVecEnv
from spariglio.pettingzoo import env
from spariglio.vector import Padded, VecEnv, unpack

ones = VecEnv("scopa", 2, opponents="greedy", seat=0)
obs, info = ones.reset(seed=1)
assert_type(obs, npt.NDArray[np.uint8])
obs, rewards, over, cut, info = ones.step(info["n_legal"] - 1)
assert_type(rewards[np.arange(2), info["side"]].astype(np.float64), npt.NDArray[np.float64])
assert_type(over, npt.NDArray[np.bool_])

bits, info = VecEnv("scopa", 2, obs="bits").reset()
assert_type(unpack(bits)["hand"], npt.NDArray[np.uint8])
sparse, info = VecEnv("scopa", 2, obs="sparse").reset()
assert_type(sparse, sp.Batch)
padded, info = VecEnv("scopa", 2, obs="padded", state=True).reset()
assert_type(padded, Padded)
steps = VecEnv("scopa", 2, actions="steps")
steps.step(steps.reset()[1]["action_mask"].argmax(axis=1))


def first(many: VecEnv[npt.NDArray[np.uint8]]) -> sp.Hand:
    return many.hand(0)


seat = SeatEnv("scopa", opponents=sp.Pool({"greedy": 1.0}), render_mode="ansi")
row, told = seat.reset(seed=1)
assert_type(row, npt.NDArray[np.uint8])
row, reward, ended, truncated, told = seat.step(seat.action_space.sample(seat.action_masks()))
assert_type(reward, float)
masked, told = SeatEnv("scopa", mask="observation").reset()
assert_type(masked["action_mask"], npt.NDArray[np.bool_])
tables = SeatVecEnv("scopa", 2, mask="observation", copy=False)
shown, told = tables.reset()
assert_type(shown["observation"], npt.NDArray[np.uint8])
tables.step(tables.action_masks().argmax(axis=1))

table = env("scopa")
table.reset(seed=1)
