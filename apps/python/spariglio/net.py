"""The network of Spariglio as a PyTorch module, with the same tensors as its files, and tools of learners.

A folder written by `save` is available as an agent: `net:net=FOLDER`, `net-search:net=FOLDER`.

>>> import torch
>>> from spariglio import Game, NetSearch
>>> net = PolicyNet.new("scopone", width=32)
>>> view = Game("scopone").deal(seed=1).view()
>>> len(net(net.encode([view]))) == len(view.actions)
True

It plays many hands at once, with batches of `VecEnv(..., obs="sparse")`:

>>> from spariglio.vector import VecEnv
>>> env = VecEnv("scopone", 16, obs="sparse", state=True)
>>> batch = lists(env.reset()[0])
>>> choice = sample(net(batch), batch.starts)
>>> log_prob(net(batch), batch.starts, choice).shape, net.value(batch).shape
(torch.Size([16]), torch.Size([16]))
>>> next_batch, rewards, done, _, info = env.step(choice.numpy())

It also evaluates batches, for the Rust search or for your own agent:

>>> search = NetSearch(net.evaluator(), simulations=16)
>>> search.search([view])[0].action in view.actions
True

Needs `pip install 'spariglio[torch]'`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

from spariglio._arguments import Rules, game_of, integer
from spariglio._core import INPUTS_VERSION, Batch, Inputs, View, check_network
from spariglio._data.extra import need
from spariglio._data.remote import fetched, is_network, written
from spariglio._net.ragged import Lists, Ragged, join, lists, log_policy, log_prob, per_row, ragged, rows_of, sample
from spariglio._net.returns import returns
from spariglio._net.sums import sums
from spariglio.agents import Evaluator

if TYPE_CHECKING:
    import torch  # type: ignore[import-not-found,unused-ignore]
    from torch import Tensor, nn

    from spariglio._data.loader import RowBatch
else:
    torch = need("torch", "torch")
    from torch import nn

__all__ = [
    "Critic",
    "Lists",
    "NetEvaluator",
    "PolicyNet",
    "Ragged",
    "SparseNet",
    "join",
    "lists",
    "log_policy",
    "log_prob",
    "per_row",
    "ragged",
    "returns",
    "rows_of",
    "sample",
]

Folder = str | PathLike[str]
_Tensors = dict[str, Any]
_Value = TypeVar("_Value")


class SparseNet(nn.Module):  # type: ignore[misc,unused-ignore]
    """A layer over inputs that are 0 or 1, residual blocks, and one output. docs/reference/inputs.md lists the rows
    of weights.

    Adding the sums of parts of the inputs gives the sum of all: a policy adds those of a view to those of each action.
    """

    def __init__(self, weights: Tensor, blocks: int = 0) -> None:
        super().__init__()
        self.blocks = blocks
        self.weights = nn.Parameter(weights.float())

    @classmethod
    def new(cls, inputs: int, width: int, blocks: int = 0) -> SparseNet:
        """A network whose first layer is random. Its output is 0, and its blocks pass their input on."""
        weights = torch.zeros(inputs + 1 + blocks * (width + 1) + 2, width)
        nn.init.uniform_(weights[:inputs], -0.1, 0.1)
        return cls(weights, blocks)

    def sums(self, inputs: Ragged) -> Tensor:
        """The sum of the first layer's rows for each list of inputs: `(lists, width)`."""
        return sums(self.weights, inputs.values, inputs.starts)

    def output(self, sums: Tensor) -> Tensor:
        """The outputs for sums of the first layer's rows, without the bias of the output: `(lists,)`."""
        weights = self.weights
        rows, width = weights.shape
        bias = rows - 3 - self.blocks * (width + 1)
        hidden = (sums + weights[bias]).relu()
        for first in range(bias + 1, rows - 2, width + 1):
            hidden = (hidden + weights[first + width] + hidden @ weights[first : first + width]).relu()
        return hidden @ weights[-2]


class Critic(SparseNet):
    """Expects margins in worlds, where all cards are seen."""

    def forward(self, world: Ragged) -> Tensor:
        """The margin still to come, in points for the side of the seat to act, from the inputs of view and world."""
        return self.output(self.sums(world)) + self.weights[-1, 0]


class PolicyNet(nn.Module):  # type: ignore[misc,unused-ignore]
    """The network: a policy over the actions of a view, and a critic of worlds (docs/reference/inputs.md).

    `meta` is the content of its `meta.json`; `save` writes it back.
    """

    FORMAT = 2

    def __init__(self, meta: dict[str, Any], policy: SparseNet, critic: Critic) -> None:
        super().__init__()
        self.meta = meta
        self.policy = policy
        self.critic = critic

    @classmethod
    def new(
        cls,
        rules: Rules,
        *,
        width: int = 96,
        critic_width: int = 32,
        blocks: int = 0,
        critic_blocks: int = 0,
        deviation: float = 3.0,
    ) -> PolicyNet:
        """A network for a game. The rows of its inputs are random and its outputs are 0, so it plays like the formula.

        Policy and critic have `blocks` and `critic_blocks` residual blocks with weights 0, so they pass their input on.
        `deviation` is the standard deviation of the margin of a hand in points; `net-search` flattens priors by it.

        Raises `ValueError` if no agent would play such a network: a width that the forward pass has no code for, or
        more than 16 blocks. `save` raises it if outputs could be infinite.
        """
        game = game_of(rules)
        inputs = Inputs(game)
        sizes = {"width": width, "critic_width": critic_width, "blocks": blocks, "critic_blocks": critic_blocks}
        sizes = {name: integer(name, size, 1 << 16) for name, size in sizes.items()}
        meta = {
            "format": cls.FORMAT,
            "rules": game.name,
            "rules_fingerprint": f"{game.hand_fingerprint:016x}",
            "inputs_version": INPUTS_VERSION,
            "residual": "formula",
            "margin_deviation": deviation,
            "decisions": 0,
            "seed": 0,
        }
        meta |= {name: size for name, size in sizes.items() if size > 0 or "width" in name}
        _check(meta)
        policy = SparseNet.new(inputs.policy_len, width, blocks)
        critic = Critic.new(inputs.critic_len, critic_width, critic_blocks)
        return cls(meta, policy, critic)  # type: ignore[arg-type,unused-ignore]

    @classmethod
    def load(cls, folder: Folder, rules: Rules | None = None) -> PolicyNet:
        """The network of a folder, or the best one of a run directory.

        Some networks read their rules, such as agents/nets/scopone_house. `rules` says which ones: the network loaded
        plays these alone. Without them it plays the rules that its `meta.json` names.
        """
        meta, tensors = _read(folder, cls.FORMAT)
        _expect(folder, "inputs_version", INPUTS_VERSION, meta["inputs_version"])
        if deal := meta.pop("deal", None):
            game = game_of(meta["rules"] if rules is None else rules)
            inputs = Inputs(game)
            _expect(folder, "deal", inputs.deal, deal)
            meta |= {"rules": game.name, "rules_fingerprint": f"{game.hand_fingerprint:016x}"}
            _fix_rules(tensors, inputs)
        elif "policy_rules" in tensors:
            raise ValueError(f"{folder}: meta.json: expected `deal`, as there are rows of rules, found none")
        elif rules is not None:
            raise ValueError("rules: expected a network that reads its rules, found one of a single rule set")
        policy = SparseNet(tensors["policy"], meta.get("blocks", 0))
        return cls(meta, policy, Critic(tensors["critic"], meta.get("critic_blocks", 0)))

    def save(self, folder: Folder) -> None:
        """Writes `model.safetensors` (16-bit numbers) and `meta.json` for Rust."""
        tensors = {"policy": self.policy.weights, "critic": self.critic.weights}
        _write(folder, self.meta, tensors, torch.float16)

    def forward(self, batch: Lists | Batch | RowBatch) -> Tensor:
        """The logits of the legal actions of all rows, `(m,)`; those of row `i` are at `starts[i]:starts[i + 1]`.

        A batch of decisions or of rows goes to the network's device. It has the inputs of the formula's scores, so the
        network's residual must be `"formula"`.
        """
        if not isinstance(batch, Lists):
            if self.meta["residual"] != "formula":
                raise ValueError("batches have inputs of the formula's scores: expected a network with that residual")
            batch = lists(batch, self.policy.weights.device)
        sums = self.policy.sums(batch.view)[rows_of(batch.starts)] + self.policy.sums(batch.actions)
        return batch.residual + self.policy.output(sums)

    def value(self, batch: Lists) -> Tensor:
        """The expected margin of the hand in each row, in points for the side of the seat to act: `(n,)`. Fails if the
        batch has no worlds."""
        if batch.world is None or batch.scored is None:
            raise ValueError("the batch has no worlds: expected VecEnv(..., obs='sparse', state=True)")
        margin: Tensor = batch.scored + self.critic(batch.world)
        return margin

    def evaluator(self, value: Callable[[Batch], npt.ArrayLike] | None = None) -> NetEvaluator:
        """The policy as an evaluator for the Rust search: `NetSearch(net.evaluator())`.

        Its critic evaluates worlds, but the search needs values of views. `value(batch)` returns these, in tenths of a
        point per row; if `value` is `None`, they are 0.
        """
        return NetEvaluator(self, value)

    def encode(self, views: Sequence[View]) -> Lists:
        """A batch of views of one game. Fails if a view's seat is not to act."""
        inputs = Inputs(views[0].game)
        own, actions, residuals = [], [], []
        for view in views:
            seen, (values, starts), residual = inputs.view(view, self.meta["residual"])
            own.append(seen)
            actions += np.split(values, starts[1:-1])
            residuals.append(residual)
        starts = torch.tensor(np.cumsum([0, *map(len, residuals)]))
        return Lists(ragged(own), ragged(actions), starts, torch.from_numpy(np.concatenate(residuals)))


class NetEvaluator(Evaluator):
    """The policy of a network for `NetSearch`, with the user's own value function."""

    def __init__(self, net: PolicyNet, value: Callable[[Batch], npt.ArrayLike] | None = None) -> None:
        self.net = net.eval()
        self.value = value

    def evaluate(self, batch: Batch) -> tuple[npt.ArrayLike, npt.ArrayLike]:
        """Values and logits of a batch."""
        with torch.inference_mode():
            logits = self.net(batch).cpu().numpy()
        return np.zeros(len(batch), np.float32) if self.value is None else self.value(batch), logits


def _fix_rules(tensors: _Tensors, inputs: Inputs) -> None:
    """Adds the rows of the game's rules to the biases, as if their inputs were always 1."""
    for name, length in (("policy", inputs.policy_len), ("critic", inputs.critic_len)):
        if len(tensors[name]) != length + 3:
            raise ValueError(f"tensor {name}: expected {length + 3} rows, found {len(tensors[name])}")
        tensors[name] = tensors[name].float()
        tensors[name][length] += tensors[f"{name}_rules"].float()[inputs.rules].sum(0)


def _read(folder: Folder, expected: int) -> tuple[dict[str, Any], _Tensors]:
    """Metadata and tensors of a network's folder. Fails if the hash of the weights is not the stated one."""
    place = _network_folder(fetched(folder, is_network))
    meta: dict[str, Any] = json.loads((place / "meta.json").read_text(encoding="utf-8"))
    _expect(place, "format", expected, meta["format"])
    model = (place / "model.safetensors").read_bytes()
    _expect(place, "hash of model.safetensors", meta.pop("model_sha256"), hashlib.sha256(_bare(model)).hexdigest())
    return meta, need("safetensors.torch", "torch").load(model)


def _network_folder(folder: Path) -> Path:
    """The folder itself, or, if it is a run directory, the folder of its best network (or its last, if no best is
    stated)."""
    if (folder / "meta.json").is_file():
        return folder
    best = folder / "nets" / "best.json"
    if best.is_file():
        return folder / str(json.loads(best.read_text(encoding="utf-8"))["path"])
    finished = [path.parent for path in folder.glob("nets/gen-*/meta.json")]
    if not finished:
        raise FileNotFoundError(f"{folder}: expected the folder of a network (meta.json) or a run directory (nets/)")
    return max(finished)


def _expect(folder: Folder, what: str, expected: _Value, found: _Value) -> None:
    if expected != found:
        raise ValueError(f"{folder}: {what}: expected {expected}, found {found}")


def _check(meta: dict[str, Any], *weights: Tensor) -> None:
    """Fails if no agent would play a network: here, and not after the training."""
    policy, critic = [one.float().flatten().numpy() for one in weights] or [np.zeros(0, np.float32)] * 2
    check_network(json.dumps({**meta, "model_sha256": ""}), policy, critic)


def _write(folder: Folder, meta: dict[str, Any], tensors: _Tensors, kind: Any) -> None:
    """Writes a network's folder. `meta.json`, which states the hash of the weights, is written last."""
    rounded = {name: tensor.detach().to("cpu", kind).contiguous() for name, tensor in tensors.items()}
    for name, tensor in rounded.items():
        if not tensor.isfinite().all():
            raise ValueError(f"{folder}: tensor `{name}` has numbers that are not finite as {kind}")
    _check(meta, *rounded.values())
    save = need("safetensors.torch", "torch").save
    stated = {**meta, "model_sha256": hashlib.sha256(save(rounded)).hexdigest()}
    text = json.dumps(stated, indent=2) + "\n"
    with written(folder) as place:
        place.mkdir(parents=True, exist_ok=True)
        _write_whole(place / "model.safetensors", save(rounded, {"spariglio": text}))
        _write_whole(place / "meta.json", text.encode())


def _bare(model: bytes) -> bytes:
    """A file of weights as it would be without the description in its header."""
    length = int.from_bytes(model[:8], "little")
    header = json.loads(model[8 : 8 + length])
    if header.pop("__metadata__", None) is None:
        return model
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text + model[8 + length :]


def _write_whole(file: Path, content: bytes) -> None:
    temporary = file.with_name(f"{file.name}.tmp")
    temporary.write_bytes(content)
    temporary.replace(file)
