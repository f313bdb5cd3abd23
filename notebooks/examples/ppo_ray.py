"""Self-play on a Ray cluster: actors play on all machines, one learner in PyTorch.

    python notebooks/examples/ppo_ray.py --rules scopone --minutes 3 --actors 8 --blocks 2 --width 256

An actor plays with the weights that were newest when it began; the clip of `ppo_selfplay` bounds what older weights do.
The end says whether a cluster pays for this size: the seconds to play a rollout, to move it, and to learn from it.

Needs `pip install 'spariglio[torch,ray]'`.
"""

import argparse
import copy
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import ray
import torch
from ppo_selfplay import Learner, Player, Rollout, arguments, contest

from spariglio import net


@ray.remote(num_cpus=1)
class Actor:
    """Plays hands of its own on some machine."""

    def __init__(self, options: argparse.Namespace, number: int) -> None:
        torch.set_num_threads(1)
        options = copy.copy(options)
        options.seed, options.device = options.seed + 1000 * number, "cpu"
        torch.manual_seed(options.seed)
        self.player, self.model = Player(options), Learner(options).model

    def play(self, weights: dict[str, torch.Tensor]) -> tuple[Rollout, float]:
        """A rollout by these weights, and its seconds."""
        began = time.monotonic()
        self.model.load_state_dict(weights)
        return self.player.play(self.model), time.monotonic() - began


def weights_of(model: net.PolicyNet) -> Any:
    """The weights in the cluster's store."""
    return ray.put({name: tensor.cpu().clone() for name, tensor in model.state_dict().items()})


def size_of(rollout: Rollout) -> int:
    """Bytes of a rollout."""
    batch = rollout.batch
    lists = [batch.view, batch.actions, *([batch.world] if batch.world else [])]
    tensors = [tensor for some in lists for tensor in some] + [batch.starts, batch.residual]
    return sum(tensor.numel() * tensor.element_size() for tensor in tensors)


def main() -> int:
    """Learns, saves, plays, and tells the cost of each part."""
    parser = arguments((__doc__ or "").splitlines()[0])
    parser.add_argument("--actors", type=int, default=2, help="actors, one core each")
    parser.add_argument("--address", help="address of the cluster; without one, this machine")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    ray.init(
        address=options.address,
        log_to_driver=False,
        runtime_env={"env_vars": {"PYTHONPATH": str(Path(__file__).resolve().parent)}},
    )
    learner = Learner(options)
    actors = [Actor.remote(options, number) for number in range(options.actors)]
    weights = weights_of(learner.model)
    playing = {actor.play.remote(weights): actor for actor in actors}
    began, decisions, seconds, bytes_moved = time.monotonic(), 0, np.zeros(3), 0
    while (share := (time.monotonic() - began) / (options.minutes * 60)) < 1:
        (ready,), _ = ray.wait(list(playing), num_returns=1)
        actor = playing.pop(ready)
        moving = time.monotonic()
        rollout, played = ray.get(ready)
        learning = time.monotonic()
        learner.learn(rollout, share)
        seconds += [played, learning - moving, time.monotonic() - learning]
        decisions, bytes_moved = decisions + len(rollout), bytes_moved + size_of(rollout)
        weights = weights_of(learner.model)
        playing[actor.play.remote(weights)] = actor
    ray.shutdown()
    learner.average.meta["decisions"] = decisions
    learner.average.save(options.out)
    play, move, learn = 1e6 * seconds / decisions
    size = sum(tensor.numel() for tensor in learner.model.parameters()) * 4
    print(f"saved: {options.out}; {decisions / 1e6:.2f} M decisions, {options.actors} actors")
    print(f"a decision: {play:.1f} us to play, {move:.1f} us to move, {learn:.1f} us to learn")
    print(f"bytes: {bytes_moved / decisions:,.0f} of a decision, {size:,} of the weights")
    contest(options, f"net:net={options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
