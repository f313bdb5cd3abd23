# /// script
# requires-python = ">=3.11"
# dependencies = ["spariglio[gym]", "jax", "optax"]
# ///
"""PPO in JAX learns a seat of `mini_napoli` against `greedy`: arrays of fixed shapes, so each function compiles once.

The last line is JSON: decisions, and points per hand against `greedy` with their 95 % interval.
"""

import json
from functools import partial

import jax
import numpy as np
import optax
from jax import numpy as jnp

import spariglio as sp
from spariglio.gym import SeatVecEnv, StepAgent, observation_length

RULES, TABLES, STEPS, UPDATES, BATCH, WIDTH, UNIT, WEIGHT = "mini_napoli", 128, 16, 100, 256, 128, 3, 0.95


def new(key, *sizes):
    """Layers of random weights; the last one is 0."""
    pairs = zip(jax.random.split(key, len(sizes) - 1), sizes[:-1], sizes[1:], strict=True)
    layers = [(jax.random.normal(one, (m, n)) * (2 / m) ** 0.5, jnp.zeros(n)) for one, m, n in pairs]
    return [*layers[:-1], (layers[-1][0] * 0, layers[-1][1])]


def forward(layers, x):
    *hidden, (weights, bias) = layers
    for w, b in hidden:
        x = jax.nn.relu(x @ w + b)
    return x @ weights + bias


def policy(nets, obs, mask):
    """The logarithms of the probabilities of all steps."""
    return jax.nn.log_softmax(jnp.where(mask, forward(nets["actor"], obs.astype(jnp.float32)), -1e9))


def value(nets, obs):
    return forward(nets["critic"], obs.astype(jnp.float32))[..., 0]


@jax.jit
def decide(nets, obs, mask, key):
    logs = policy(nets, obs, mask)
    step = jax.random.categorical(key, logs)
    return step, jnp.take_along_axis(logs, step[:, None], 1)[:, 0], value(nets, obs)


@jax.jit
def advantages(values, rewards, done):
    """Generalised advantages; `values` have a row more."""

    def earlier(later, row):
        now, after, reward, over = row
        found = reward + jnp.where(over, 0, after + WEIGHT * later) - now
        return found, found

    return jax.lax.scan(earlier, jnp.zeros(TABLES), (values[:-1], values[1:], rewards, done), reverse=True)[1]


def loss(nets, obs, mask, step, log, gain, target):
    logs = policy(nets, obs, mask)
    ratio = jnp.exp(jnp.take_along_axis(logs, step[:, None], 1)[:, 0] - log)
    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
    clipped = jnp.minimum(ratio * gain, ratio.clip(0.8, 1.2) * gain).mean()
    entropy = -(jnp.exp(logs) * jnp.where(mask, logs, 0)).sum(-1).mean()
    return 0.5 * jnp.square(value(nets, obs) - target).mean() - clipped - 0.01 * entropy


@partial(jax.jit, donate_argnums=(0, 1))
def learn(nets, state, rollout, key):
    """Four passes over the decisions, in batches."""
    orders = [jax.random.permutation(one, TABLES * STEPS) for one in jax.random.split(key, 4)]

    def batch(carry, rows):
        nets, state = carry
        grads = jax.grad(loss)(nets, *(array[rows] for array in rollout))
        updates, state = optimiser.update(grads, state)
        return (optax.apply_updates(nets, updates), state), None

    return jax.lax.scan(batch, (nets, state), jnp.concatenate(orders).reshape(-1, BATCH))[0]


env = SeatVecEnv(RULES, TABLES, opponents="greedy")
key, *keys = jax.random.split(jax.random.key(1), 3)
length = observation_length(RULES)
nets = {"actor": new(keys[0], length, WIDTH, WIDTH, sp.STEPS), "critic": new(keys[1], length, WIDTH, WIDTH, 1)}
rate = optax.linear_schedule(1e-3, 0, UPDATES * 4 * TABLES * STEPS // BATCH)
optimiser = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(rate))
state = optimiser.init(nets)
obs, info = env.reset(seed=1)
for _ in range(UPDATES):
    rows = []
    for _ in range(STEPS):
        mask, (key, one) = info["action_mask"].astype(bool), jax.random.split(key)
        step, log, seen = decide(nets, obs, mask, one)
        after, reward, over, _, info = env.step(np.asarray(step))
        rows.append((obs, mask, step, log, seen, reward / UNIT, over))
        obs = after
    inputs, masks, steps, logs, values, rewards, done = (np.stack(part) for part in zip(*rows, strict=True))
    gains = advantages(np.concatenate([values, value(nets, obs)[None]]), rewards, done)
    parts = (inputs, masks, steps, logs, gains, gains + values)
    key, one = jax.random.split(key)
    nets, state = learn(nets, state, [part.reshape(TABLES * STEPS, *part.shape[2:]) for part in parts], one)
assert decide._cache_size() == learn._cache_size() == 1
best = jax.jit(lambda obs, mask: policy(nets, obs, mask).argmax())


class Learnt(StepAgent):
    """The policy, at its likeliest steps."""

    def step(self, observation, mask):
        return int(best(observation, mask))


pair = sp.arena(RULES, [Learnt, "greedy"], hands=2000, seed=1).pair(0, 1)
print(json.dumps({"decisions": UPDATES * TABLES * STEPS, "points": pair.mean, "interval": pair.interval}))
