"""The networks of Spariglio as modules of PyTorch, with the tensors that their files have.

`DenseNet` is what `spariglio train` makes; `PolicyNet` is what policy gradient makes and what ships. A folder that
`save` writes plays wherever an agent is named: `net:net=FOLDER`, `net-search:net=FOLDER`.

>>> import torch
>>> from spariglio import Game, search
>>> net = DenseNet.new("scopone", hidden=32, blocks=1)
>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     net.save(folder)
...     decision = search(Game("scopone").deal(seed=1).view(), f"net:net={folder}")
>>> len(decision.policy) == len(decision.actions)
True

Needs `pip install 'spariglio[torch]'`.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from spariglio._arguments import Rules, game_of
from spariglio._core import (
    ACTION_FEATURES,
    FEATURE_VERSION,
    FEATURES,
    INPUTS_VERSION,
    KINDS,
    Batch,
    Inputs,
    View,
)
from spariglio._data.extra import need
from spariglio._data.loader import scales
from spariglio.agents import Evaluator

if TYPE_CHECKING:
    import torch  # type: ignore[import-not-found,unused-ignore]
    from torch import Tensor, nn
    from torch.nn.functional import embedding_bag  # type: ignore[import-not-found,unused-ignore]
else:
    torch = need("torch", "torch")
    from torch import nn
    from torch.nn.functional import embedding_bag

__all__ = [
    "ACTION_FEATURES",
    "DenseNet",
    "DenseShape",
    "NetEvaluator",
    "Outputs",
    "PolicyNet",
    "Ragged",
    "action_features",
    "log_policy",
    "ragged",
]

Folder = str | PathLike[str]
_Tensors = dict[str, Any]

_CARDS = 52
_SIZES = 4
_MATTA = 11
_SIDES = 6


class Ragged(NamedTuple):
    """Lists of numbers of different lengths, one after the other."""

    values: Tensor
    starts: Tensor
    """Where each list begins, and at last their end."""


def ragged(lists: Sequence[npt.NDArray[np.uint16]]) -> Ragged:
    """Lists of numbers as they come from `Inputs`."""
    starts = np.cumsum([0, *map(len, lists)])
    return Ragged(torch.from_numpy(np.concatenate(lists).astype(np.int64)), torch.from_numpy(starts))


def rows_of(starts: Tensor) -> Tensor:
    """The row of each action, where `starts` says where the actions of each row begin."""
    return torch.repeat_interleave(torch.arange(len(starts) - 1, device=starts.device), starts.diff())


def log_policy(logits: Tensor, starts: Tensor) -> Tensor:
    """The logarithm of each action's probability: the softmax of the logits of its row."""
    row = rows_of(starts)
    least = torch.full((len(starts) - 1,), -torch.inf, device=logits.device)
    most = least.scatter_reduce(0, row, logits.detach(), "amax")
    shifted = logits - most[row]
    sums = torch.zeros_like(most).index_add(0, row, shifted.exp())
    return shifted - sums.log()[row]


def action_features(actions: Tensor) -> Tensor:
    """The features of actions, given as numbers (`int64`): `float32 (m, ACTION_FEATURES)`, each 0 or 1."""
    numbers = actions[:, None]
    cards = numbers >> torch.arange(_CARDS, device=actions.device) & 1
    value, kind = numbers >> _CARDS & 63, numbers >> _CARDS + 6
    play, declaration, others = kind == 0, kind == 1, kind == 2
    size = cards.sum(1, keepdim=True)
    of = [
        play & _one_hot(value, _CARDS),
        play & (cards == 1),
        play & (size == 0),
        play & _one_hot(size.clamp(max=_SIZES) - 1, _SIZES),
        declaration & (cards == 1),
        declaration & _one_hot(value, _MATTA),
        others,
    ]
    return torch.cat(of, 1).float()


def _one_hot(numbers: Tensor, width: int) -> Tensor:
    return numbers == torch.arange(width, device=numbers.device)


class Outputs(NamedTuple):
    """What a dense network says of a batch: `n` rows with `m` actions in all."""

    logits: Tensor
    """For each action: the logarithm of its probability, up to a constant of its row (`log_policy`). `(m,)`"""
    value: Tensor
    """The margin that the side of the seat to act expects, in tenths of a point. `(n,)`"""
    points: Tensor
    """Its final points by side (the own one first) and kind, in tenths. `(n, 6, 12)`"""


@dataclass(frozen=True)
class DenseShape:
    """Widths and depth of a dense network."""

    hidden: int = 128
    blocks: int = 2
    action_dim: int = 64
    value_hidden: int = 64


class _Block(nn.Module):  # type: ignore[misc,unused-ignore]
    def __init__(self, width: int) -> None:
        super().__init__()
        self.fc1 = nn.Linear(width, width)
        self.fc2 = nn.Linear(width, width)

    def forward(self, h: Tensor) -> Tensor:
        out: Tensor = h + self.fc2(self.fc1(h).relu())
        return out


class DenseNet(nn.Module):  # type: ignore[misc,unused-ignore]
    """The dense network of policy, value and points (docs/inputs.md lists its tensors).

    `new` makes one, `load` reads one. `rules`, `rules_fingerprint` and `generation` are what its `meta.json` says.
    """

    FORMAT = 3
    scales: Tensor

    def __init__(self, shape: DenseShape, rules: str, rules_fingerprint: str, generation: int = 0) -> None:
        super().__init__()
        self.shape = shape
        self.rules = rules
        self.rules_fingerprint = rules_fingerprint
        self.generation = generation
        hidden = shape.hidden
        self.input = nn.Linear(FEATURES, hidden)
        self.blocks = nn.ModuleList(_Block(hidden) for _ in range(shape.blocks))
        self.policy = nn.ModuleDict(
            {
                "query": nn.Linear(hidden, shape.action_dim),
                "actions": nn.Embedding(ACTION_FEATURES, shape.action_dim),
                "out": nn.Linear(shape.action_dim, 1),
            }
        )
        self.value = nn.ModuleDict(
            {"fc1": nn.Linear(hidden, shape.value_hidden), "fc2": nn.Linear(shape.value_hidden, 1)}
        )
        self.points = nn.Linear(hidden, _SIDES * KINDS)
        self.register_buffer("scales", scales(), persistent=False)
        self._start()

    @classmethod
    def new(
        cls,
        rules: Rules,
        *,
        hidden: int = 128,
        blocks: int = 2,
        action_dim: int = 64,
        value_hidden: int = 64,
        generation: int = 0,
    ) -> DenseNet:
        """A network for a game, with random weights as `spariglio train` begins with."""
        game = game_of(rules)
        shape = DenseShape(hidden, blocks, action_dim, value_hidden)
        return cls(shape, game.name, f"{game.hand_fingerprint:016x}", generation)

    @classmethod
    def load(cls, folder: Folder) -> DenseNet:
        """The network of a folder, or the best one of a run directory."""
        meta, tensors = _read(folder, cls.FORMAT, "a dense network")
        _expect(folder, "feature_version", FEATURE_VERSION, meta["feature_version"])
        shape = DenseShape(meta["hidden"], meta["blocks"], meta["action_dim"], meta["value_hidden"])
        net = cls(shape, meta["rules"], meta["rules_fingerprint"], meta["generation"])
        net.load_state_dict(tensors)
        return net

    def save(self, folder: Folder) -> None:
        """Writes `model.safetensors` and `meta.json` for Rust."""
        meta = {
            "format": self.FORMAT,
            "rules": self.rules,
            "rules_fingerprint": self.rules_fingerprint,
            "feature_version": FEATURE_VERSION,
            "action_features": ACTION_FEATURES,
            **vars(self.shape),
            "generation": self.generation,
        }
        _write(folder, meta, self.state_dict(), torch.float32)

    def forward(self, features: Tensor, actions: Tensor, starts: Tensor) -> Outputs:
        """What it says of rows of features (bytes, `(n, FEATURES)`) with their legal `actions`, those of row `i` at
        `starts[i]:starts[i + 1]`: the tensors of these names of a `data.Batch`."""
        h = self.input(features.float() * self.scales).relu()
        for block in self.blocks:
            h = block(h)
        t = h.relu()
        query = self.policy["query"](t)[rows_of(starts)]
        embedding: Any = self.policy["actions"]
        met = (query + action_features(actions) @ embedding.weight).relu()
        return Outputs(
            logits=self.policy["out"](met)[:, 0],
            value=self.value["fc2"](self.value["fc1"](t).relu())[:, 0],
            points=self.points(t).view(-1, _SIDES, KINDS),
        )

    def evaluator(self) -> NetEvaluator:
        """The network as the evaluator of the search of Rust: `NetSearch(net.evaluator())`."""
        return NetEvaluator(self)

    def _start(self) -> None:
        """Weights of a width that keeps the size of what passes through: the second half of a block and the outputs
        start small, biases at 0."""
        for name, tensor in self.named_parameters():
            width = 0.0 if name.endswith("bias") else _width(name, tensor)
            nn.init.uniform_(tensor, -width, width)


def _width(name: str, tensor: Tensor) -> float:
    inputs = tensor.shape[1]
    match name:
        case "input.weight":  # Most features are 0 in any one view.
            return math.sqrt(24 / inputs)
        case "policy.actions.weight":  # An action has about four of its features.
            return 0.5
        case "policy.out.weight" | "points.weight":
            return 0.3 * math.sqrt(3 / inputs)
        case _ if name.endswith("fc2.weight"):
            return 0.3 * math.sqrt(3 / inputs)
        case _:
            return math.sqrt(6 / inputs)


class NetEvaluator(Evaluator):
    """A dense network for `NetSearch`."""

    def __init__(self, net: DenseNet) -> None:
        self.net = net.eval()

    def evaluate(self, batch: Batch) -> tuple[Any, Any]:
        """Its values and logits."""
        device = self.net.scales.device
        arrays = batch.obs, batch.actions.view(np.int64), batch.starts.astype(np.int64)
        with torch.inference_mode():
            out = self.net(*(torch.from_numpy(array).to(device) for array in arrays))
        return out.value.cpu().numpy(), out.logits.cpu().numpy()


class PolicyNet(nn.Module):  # type: ignore[misc,unused-ignore]
    """The sparse network: a policy over the actions of a view, and a critic of worlds (docs/inputs.md).

    `meta` is what its `meta.json` says; `save` writes it again.
    """

    FORMAT = 2

    def __init__(self, meta: dict[str, Any], policy: Tensor, critic: Tensor) -> None:
        super().__init__()
        self.meta = meta
        self.policy = nn.Parameter(policy.float())
        self.critic = nn.Parameter(critic.float())

    @classmethod
    def load(cls, folder: Folder) -> PolicyNet:
        """The network of a folder, or the best one of a run directory."""
        meta, tensors = _read(folder, cls.FORMAT, "a sparse network")
        _expect(folder, "inputs_version", INPUTS_VERSION, meta["inputs_version"])
        return cls(meta, tensors["policy"], tensors["critic"])

    def save(self, folder: Folder) -> None:
        """Writes `model.safetensors` (numbers of 16 bits) and `meta.json` for Rust."""
        _write(folder, self.meta, self.state_dict(), torch.float16)

    def forward(self, view: Ragged, actions: Ragged, starts: Tensor, residual: Tensor) -> Tensor:
        """The logits of the actions of rows: the inputs of each row's `view`, the inputs and the `residual` of each
        action; the actions of row `i` are those at `starts[i]:starts[i + 1]`."""
        sums = _sums(self.policy, view)[rows_of(starts)] + _sums(self.policy, actions)
        return residual + (sums + self.policy[-3]).relu() @ self.policy[-2]

    def encode(self, views: Sequence[View]) -> tuple[Ragged, Ragged, Tensor, Tensor]:
        """What `forward` takes, for the seats of views of one game; each is to act."""
        inputs = Inputs(views[0].game)
        own, actions, residuals = [], [], []
        for view in views:
            seen, (values, starts), residual = inputs.view(view, self.meta["residual"] == "formula")
            own.append(seen)
            actions += np.split(values, starts[1:-1])
            residuals.append(residual)
        starts = torch.tensor(np.cumsum([0, *map(len, residuals)]))
        return ragged(own), ragged(actions), starts, torch.from_numpy(np.concatenate(residuals))

    def margin(self, world: Ragged) -> Tensor:
        """The margin to come in worlds, in points: the inputs of each row's view and world."""
        return (_sums(self.critic, world) + self.critic[-3]).relu() @ self.critic[-2] + self.critic[-1, 0]


def _sums(weights: Tensor, inputs: Ragged) -> Tensor:
    """For each list of inputs, the sum of their rows."""
    return embedding_bag(inputs.values, weights, inputs.starts, mode="sum", include_last_offset=True)


def _read(folder: Folder, expected: int, what: str) -> tuple[dict[str, Any], _Tensors]:
    """Meta data and tensors of a network's folder; the hash of the weights must be the stated one."""
    place = _network_folder(Path(folder))
    meta: dict[str, Any] = json.loads((place / "meta.json").read_text(encoding="utf-8"))
    _expect(place, f"format (of {what})", expected, meta["format"])
    model = (place / "model.safetensors").read_bytes()
    _expect(place, "hash of model.safetensors", meta.pop("model_sha256"), hashlib.sha256(model).hexdigest())
    return meta, need("safetensors.torch", "torch").load(model)


def _network_folder(folder: Path) -> Path:
    """The folder itself, or that of the best or else last network of the run in it."""
    if (folder / "meta.json").is_file():
        return folder
    best = folder / "nets" / "best.json"
    if best.is_file():
        return folder / str(json.loads(best.read_text(encoding="utf-8"))["path"])
    finished = [path.parent for path in folder.glob("nets/gen-*/meta.json")]
    if not finished:
        raise FileNotFoundError(f"{folder}: expected the folder of a network (meta.json) or a run directory (nets/)")
    return max(finished)


_Value = TypeVar("_Value")


def _expect(folder: Folder, what: str, expected: _Value, found: _Value) -> None:
    if expected != found:
        raise ValueError(f"{folder}: {what}: expected {expected}, found {found}")


def _write(folder: Folder, meta: dict[str, Any], tensors: _Tensors, kind: Any) -> None:
    """Writes a network's folder; `meta.json`, which states the hash of the weights, comes last."""
    place = Path(folder)
    rounded = {name: tensor.detach().to("cpu", kind).contiguous() for name, tensor in tensors.items()}
    for name, tensor in rounded.items():
        if not tensor.isfinite().all():
            raise ValueError(f"{place}: tensor `{name}` has numbers that are not finite as {kind}")
    model = need("safetensors.torch", "torch").save(rounded)
    stated = {**meta, "model_sha256": hashlib.sha256(model).hexdigest()}
    place.mkdir(parents=True, exist_ok=True)
    _write_whole(place / "model.safetensors", model)
    _write_whole(place / "meta.json", (json.dumps(stated, indent=2) + "\n").encode())


def _write_whole(file: Path, content: bytes) -> None:
    temporary = file.with_name(f"{file.name}.tmp")
    temporary.write_bytes(content)
    temporary.replace(file)
