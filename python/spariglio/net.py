"""The network of Spariglio as a module of PyTorch, with the tensors that its files have.

A folder that `save` writes plays wherever an agent is named: `net:net=FOLDER`, `net-search:net=FOLDER`.

>>> import torch
>>> from spariglio import Game, NetSearch
>>> net = PolicyNet.new("scopone", width=32)
>>> view = Game("scopone").deal(seed=1).view()
>>> len(net(*net.encode([view]))) == len(view.actions)
True

It also evaluates batches, for the search of Rust or for an agent of your own:

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
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from spariglio._arguments import Rules, game_of
from spariglio._core import INPUTS_VERSION, Batch, Inputs, View
from spariglio._data.extra import need
from spariglio.agents import Evaluator

if TYPE_CHECKING:
    import torch  # type: ignore[import-not-found,unused-ignore]
    from torch import Tensor, nn
    from torch.nn.functional import embedding_bag  # type: ignore[import-not-found,unused-ignore]

    from spariglio._data.loader import Batch as RowBatch
else:
    torch = need("torch", "torch")
    from torch import nn
    from torch.nn.functional import embedding_bag

__all__ = [
    "Lists",
    "NetEvaluator",
    "PolicyNet",
    "Ragged",
    "lists",
    "log_policy",
    "ragged",
    "rows_of",
]

Folder = str | PathLike[str]
_Tensors = dict[str, Any]
_Value = TypeVar("_Value")


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


class Lists(NamedTuple):
    """A batch as `PolicyNet` takes it: `n` rows, which have `m` legal actions in all."""

    view: Ragged
    """The inputs of the view of each row."""
    actions: Ragged
    """The inputs of each action."""
    starts: Tensor
    """Where the actions of each row begin. `(n + 1,)`"""
    residual: Tensor
    """The logit that the formula gives each action. `(m,)`"""


def lists(batch: Batch | RowBatch, device: Any = "cpu") -> Lists:
    """The lists of a batch of decisions with inputs (`spariglio.Batch`) or of rows (`data.Batch`)."""
    if batch.residual is None:
        raise ValueError('the batch has no inputs: expected an agent with obs = "inputs"')

    def tensor(values: Any) -> Tensor:
        if isinstance(values, np.ndarray):
            values = torch.from_numpy(values if values.dtype == np.float32 else values.astype(np.int64))
        made: Tensor = values.to(device)
        return made

    return Lists(
        Ragged(tensor(batch.inputs), tensor(batch.input_starts)),
        Ragged(tensor(batch.action_inputs), tensor(batch.action_input_starts)),
        tensor(batch.starts),
        tensor(batch.residual),
    )


class PolicyNet(nn.Module):  # type: ignore[misc,unused-ignore]
    """The network: a policy over the actions of a view, and a critic of worlds (docs/inputs.md).

    `meta` is what its `meta.json` says; `save` writes it again.
    """

    FORMAT = 2

    def __init__(self, meta: dict[str, Any], policy: Tensor, critic: Tensor) -> None:
        super().__init__()
        self.meta = meta
        self.policy = nn.Parameter(policy.float())
        self.critic = nn.Parameter(critic.float())

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
        """A network for a game, with random rows for the inputs and outputs of 0: it plays as the formula does.

        Policy and critic have `blocks` and `critic_blocks` residual blocks, whose weights are 0: they pass a layer on.
        `deviation` is the standard deviation of the margin of a hand in points, which `net-search` flattens priors by.
        """
        game = game_of(rules)
        inputs = Inputs(game)
        meta = {
            "format": cls.FORMAT,
            "rules": game.name,
            "rules_fingerprint": f"{game.hand_fingerprint:016x}",
            "inputs_version": INPUTS_VERSION,
            "width": width,
            "critic_width": critic_width,
            "residual": "formula",
            "margin_deviation": deviation,
            "decisions": 0,
            "seed": 0,
        }
        meta |= {name: n for name, n in (("blocks", blocks), ("critic_blocks", critic_blocks)) if n > 0}

        def rows(inputs: int, width: int, blocks: int) -> Tensor:
            tensor = torch.zeros(inputs + 1 + blocks * (width + 1) + 2, width)
            nn.init.uniform_(tensor[:inputs], -0.1, 0.1)
            return tensor

        policy = rows(inputs.policy_len, width, blocks)
        return cls(meta, policy, rows(inputs.critic_len, critic_width, critic_blocks))

    @classmethod
    def load(cls, folder: Folder) -> PolicyNet:
        """The network of a folder, or the best one of a run directory."""
        meta, tensors = _read(folder, cls.FORMAT)
        _expect(folder, "inputs_version", INPUTS_VERSION, meta["inputs_version"])
        return cls(meta, tensors["policy"], tensors["critic"])

    def save(self, folder: Folder) -> None:
        """Writes `model.safetensors` (numbers of 16 bits) and `meta.json` for Rust."""
        _write(folder, self.meta, self.state_dict(), torch.float16)

    def forward(self, view: Ragged, actions: Ragged, starts: Tensor, residual: Tensor) -> Tensor:
        """The logits of the actions of rows: the inputs of each row's `view`, the inputs and the `residual` of each
        action; the actions of row `i` are those at `starts[i]:starts[i + 1]`."""
        sums = _sums(self.policy, view)[rows_of(starts)] + _sums(self.policy, actions)
        return residual + _output(self.policy, sums, self.meta.get("blocks", 0))

    def logits(self, batch: Batch | RowBatch) -> Tensor:
        """The logits of the actions of a batch, on the device of the network."""
        if self.meta["residual"] != "formula":
            raise ValueError("batches have the inputs of the formula's scores: expected a network with that residual")
        return self(*lists(batch, self.policy.device))

    def evaluator(self, value: Callable[[Batch], npt.ArrayLike] | None = None) -> NetEvaluator:
        """The policy as the evaluator of the search of Rust: `NetSearch(net.evaluator())`.

        Its critic judges worlds, and the search asks for values of views: `value(batch)` gives those, in tenths of a
        point for each row; without it they are 0.
        """
        return NetEvaluator(self, value)

    def encode(self, views: Sequence[View]) -> Lists:
        """What `forward` takes, for the seats of views of one game; each is to act."""
        inputs = Inputs(views[0].game)
        own, actions, residuals = [], [], []
        for view in views:
            seen, (values, starts), residual = inputs.view(view, self.meta["residual"] == "formula")
            own.append(seen)
            actions += np.split(values, starts[1:-1])
            residuals.append(residual)
        starts = torch.tensor(np.cumsum([0, *map(len, residuals)]))
        return Lists(ragged(own), ragged(actions), starts, torch.from_numpy(np.concatenate(residuals)))

    def margin(self, world: Ragged) -> Tensor:
        """The margin to come in worlds, in points: the inputs of each row's view and world."""
        return _output(self.critic, _sums(self.critic, world), self.meta.get("critic_blocks", 0)) + self.critic[-1, 0]


class NetEvaluator(Evaluator):
    """The policy of a network for `NetSearch`, with a value of the user's own."""

    def __init__(self, net: PolicyNet, value: Callable[[Batch], npt.ArrayLike] | None = None) -> None:
        self.net = net.eval()
        self.value = value

    def evaluate(self, batch: Batch) -> tuple[npt.ArrayLike, npt.ArrayLike]:
        """Its values and logits."""
        with torch.inference_mode():
            logits = self.net.logits(batch).cpu().numpy()
        return np.zeros(len(batch), np.float32) if self.value is None else self.value(batch), logits


def _output(weights: Tensor, sums: Tensor, blocks: int) -> Tensor:
    """From the sums of the rows of the inputs to the output, without its bias."""
    rows, width = weights.shape
    bias = rows - 3 - blocks * (width + 1)
    hidden = (sums + weights[bias]).relu()
    for first in range(bias + 1, rows - 2, width + 1):
        hidden = (hidden + weights[first + width] + hidden @ weights[first : first + width]).relu()
    return hidden @ weights[-2]


def _sums(weights: Tensor, inputs: Ragged) -> Tensor:
    """For each list of inputs, the sum of their rows."""
    return embedding_bag(inputs.values, weights, inputs.starts, mode="sum", include_last_offset=True)


def _read(folder: Folder, expected: int) -> tuple[dict[str, Any], _Tensors]:
    """Meta data and tensors of a network's folder; the hash of the weights must be the stated one."""
    place = _network_folder(Path(folder))
    meta: dict[str, Any] = json.loads((place / "meta.json").read_text(encoding="utf-8"))
    _expect(place, "format", expected, meta["format"])
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
