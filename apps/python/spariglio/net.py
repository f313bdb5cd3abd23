"""The network of Spariglio as a PyTorch module, with the same tensors as its files.

A folder written by `save` is available as an agent: `net:net=FOLDER`, `net-search:net=FOLDER`.

>>> import torch
>>> from spariglio import Game, NetSearch
>>> net = PolicyNet.new("scopone", width=32)
>>> view = Game("scopone").deal(seed=1).view()
>>> len(net(*net.encode([view]))) == len(view.actions)
True

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
    """Concatenated lists of numbers of different lengths."""

    values: Tensor
    starts: Tensor
    """The start of each list, and the end of the last one."""


def ragged(lists: Sequence[npt.NDArray[np.uint16]]) -> Ragged:
    """Concatenates lists of numbers from `Inputs`."""
    starts = np.cumsum([0, *map(len, lists)])
    return Ragged(torch.from_numpy(np.concatenate(lists).astype(np.int64)), torch.from_numpy(starts))


def rows_of(starts: Tensor) -> Tensor:
    """The row of each action. `starts` holds the start of each row's actions, in integers of any type."""
    starts = starts.long()
    return torch.repeat_interleave(torch.arange(len(starts) - 1, device=starts.device), starts.diff())


def log_policy(logits: Tensor, starts: Tensor) -> Tensor:
    """The logarithm of each action's probability: the log-softmax of the logits of its row."""
    # The largest logit of each row is subtracted first, so that `exp` cannot overflow.
    row = rows_of(starts)
    least = torch.full((len(starts) - 1,), -torch.inf, device=logits.device)
    most = least.scatter_reduce(0, row, logits.detach(), "amax")
    shifted = logits - most[row]
    sums = torch.zeros_like(most).index_add(0, row, shifted.exp())
    return shifted - sums.log()[row]


class Lists(NamedTuple):
    """A batch for `PolicyNet`: `n` rows with `m` legal actions in total."""

    view: Ragged
    """The inputs of each row's view."""
    actions: Ragged
    """The inputs of each action."""
    starts: Tensor
    """The start of each row's actions. `(n + 1,)`"""
    residual: Tensor
    """The formula's logit of each action. `(m,)`"""


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

    `meta` is the content of its `meta.json`; `save` writes it back.
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
        """A network for a game. The rows of its inputs are random and its outputs are 0, so it plays like the formula.

        Policy and critic have `blocks` and `critic_blocks` residual blocks with weights 0, so they pass their input on.
        `deviation` is the standard deviation of the margin of a hand in points; `net-search` flattens priors by it.
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
        """Writes `model.safetensors` (16-bit numbers) and `meta.json` for Rust."""
        _write(folder, self.meta, self.state_dict(), torch.float16)

    def forward(self, view: Ragged, actions: Ragged, starts: Tensor, residual: Tensor) -> Tensor:
        """The logits of the actions of rows: `view` holds the inputs of each row, `actions` and `residual` those of
        each action. The actions of row `i` are at `starts[i]:starts[i + 1]`."""
        sums = _sums(self.policy, view)[rows_of(starts)] + _sums(self.policy, actions)
        return residual + _output(self.policy, sums, self.meta.get("blocks", 0))

    def logits(self, batch: Batch | RowBatch) -> Tensor:
        """The logits of the actions of a batch, on the network's device. Fails if its residual is not `"formula"`."""
        if self.meta["residual"] != "formula":
            raise ValueError("batches have the inputs of the formula's scores: expected a network with that residual")
        return self(*lists(batch, self.policy.device))

    def evaluator(self, value: Callable[[Batch], npt.ArrayLike] | None = None) -> NetEvaluator:
        """The policy as an evaluator for the Rust search: `NetSearch(net.evaluator())`.

        Its critic evaluates worlds, but the search needs values of views. `value(batch)` returns these, in tenths of a
        point per row; if `value` is `None`, they are 0.
        """
        return NetEvaluator(self, value)

    def encode(self, views: Sequence[View]) -> Lists:
        """The arguments of `forward` for views of one game. Fails if a view's seat is not to act."""
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
        """The expected final margin in worlds, in points, from the inputs of each row's view and world."""
        return _output(self.critic, _sums(self.critic, world), self.meta.get("critic_blocks", 0)) + self.critic[-1, 0]


class NetEvaluator(Evaluator):
    """The policy of a network for `NetSearch`, with the user's own value function."""

    def __init__(self, net: PolicyNet, value: Callable[[Batch], npt.ArrayLike] | None = None) -> None:
        self.net = net.eval()
        self.value = value

    def evaluate(self, batch: Batch) -> tuple[npt.ArrayLike, npt.ArrayLike]:
        """Values and logits of a batch."""
        with torch.inference_mode():
            logits = self.net.logits(batch).cpu().numpy()
        return np.zeros(len(batch), np.float32) if self.value is None else self.value(batch), logits


def _output(weights: Tensor, sums: Tensor, blocks: int) -> Tensor:
    """The output of the network without its bias, from the sums of the input rows."""
    rows, width = weights.shape
    bias = rows - 3 - blocks * (width + 1)
    hidden = (sums + weights[bias]).relu()
    for first in range(bias + 1, rows - 2, width + 1):
        hidden = (hidden + weights[first + width] + hidden @ weights[first : first + width]).relu()
    return hidden @ weights[-2]


def _sums(weights: Tensor, inputs: Ragged) -> Tensor:
    """The sum of the rows of each list of inputs."""
    return embedding_bag(inputs.values, weights, inputs.starts, mode="sum", include_last_offset=True)


def _read(folder: Folder, expected: int) -> tuple[dict[str, Any], _Tensors]:
    """Metadata and tensors of a network's folder. Fails if the hash of the weights is not the stated one."""
    place = _network_folder(Path(folder))
    meta: dict[str, Any] = json.loads((place / "meta.json").read_text(encoding="utf-8"))
    _expect(place, "format", expected, meta["format"])
    model = (place / "model.safetensors").read_bytes()
    _expect(place, "hash of model.safetensors", meta.pop("model_sha256"), hashlib.sha256(model).hexdigest())
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


def _write(folder: Folder, meta: dict[str, Any], tensors: _Tensors, kind: Any) -> None:
    """Writes a network's folder. `meta.json`, which states the hash of the weights, is written last."""
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
