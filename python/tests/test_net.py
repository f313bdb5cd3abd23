"""`spariglio.net`: the tensors of the documentation, the numbers of Rust, files that Rust plays."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import spariglio as sp
from spariglio import _core

torch = pytest.importorskip("torch")
pytest.importorskip("safetensors")

from spariglio import data, net  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = sorted(path.parent.name for path in (ROOT / "nets").glob("*/meta.json"))
CLOSE = 1e-5


def random_net(name: str) -> net.DenseNet:
    """A network whose every tensor matters."""
    torch.manual_seed(1)
    made = net.DenseNet.new(name, hidden=48, blocks=2, action_dim=24, value_hidden=16)
    for tensor in made.parameters():
        tensor.data += 0.1 * torch.randn(tensor.shape)
    return made


def views_of(name: str, hands: int) -> list[sp.View]:
    """Views of hands that are played by turns at the first, second, ... legal action."""
    game, views = sp.Game(name), []
    for seed in range(hands):
        hand = game.deal(seed)
        while not hand.over:
            views.append(hand.view())
            hand.play((seed + hand.ply) % len(hand.actions))
    return views


def outputs(model: net.DenseNet, views: list[sp.View]) -> tuple[net.Outputs, Any]:
    """What the network says of views, and where their actions start."""
    lists = [[action.bits for action in view.actions] for view in views]
    starts = torch.tensor(np.cumsum([0, *map(len, lists)]))
    features = torch.from_numpy(np.stack([view.features() for view in views]))
    with torch.no_grad():
        return model(features, torch.tensor(list(chain(*lists))), starts), starts


def selfplay(out: Path, *more: str) -> Path:
    size = ["--shards", "2", "--hands-per-shard", "60"]
    assert _core.main(["spariglio", "selfplay", *size, *more, "--out", str(out)]) == 0
    return out


def test_examples() -> None:
    assert doctest.testmod(net).failed == 0


def test_the_example_of_the_documentation_runs(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"^```py\n(.*?)^```", page, re.M | re.S)
    run = [sys.executable, "-W", "error", "-c", code]
    selfplay(tmp_path / "runs" / "a", "--rules", "scopone", "--agent", "formula", "--features")
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_tensors_are_the_documented_ones() -> None:
    page = (ROOT / "docs" / "inputs.md").read_text(encoding="utf-8").split("The tensors of a dense network", 1)[1]
    documented = re.findall(r"^\| `([\w.]+)` \| ([\dx ]+) \|$", page, re.M)
    tensors = net.DenseNet.new("scopone").state_dict()
    assert [(name, " x ".join(map(str, tensor.shape))) for name, tensor in tensors.items()] == documented


@pytest.mark.parametrize("name", ["scopone", "cirulla", "cirullone", "cicera_six", "scopa_d_assi"])
def test_a_saved_network_says_in_rust_what_it_says_here(name: str, tmp_path: Path) -> None:
    model = random_net(name)
    model.save(tmp_path)
    views = views_of(name, 3)
    out, starts = outputs(net.DenseNet.load(tmp_path), views)
    logs = net.log_policy(out.logits, starts).numpy()
    assert np.ptp(logs) > 1
    thinker = sp.Thinker(sp.Game(name), f"net:net={tmp_path}:exact=0:hidden=0")
    for row, view in enumerate(views):
        decision = thinker.decide(view)
        assert np.abs(np.exp(logs[starts[row] : starts[row + 1]]) - decision.policy).max() < CLOSE
        assert np.abs(logs[starts[row] : starts[row + 1]] - np.log(decision.policy)).max() < CLOSE
        assert decision.points is not None
        assert abs(out.value[row].item() - decision.points / 10) < CLOSE


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    model = random_net("scopa")
    model.generation = 3
    run = tmp_path / "run"
    model.save(run / "nets" / "gen-0003")
    random_net("cirulla").save(run / "nets" / "gen-0002")
    loaded = net.DenseNet.load(run)
    assert (loaded.shape, loaded.rules, loaded.generation) == (model.shape, "scopa", 3)
    for name, tensor in loaded.state_dict().items():
        assert tensor.equal(model.state_dict()[name])
    (run / "nets" / "best.json").write_text('{"generation": 2, "path": "nets/gen-0002"}')
    assert net.DenseNet.load(run).rules == "cirulla"


def test_damaged_and_foreign_folders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=re.escape(str(tmp_path))):
        net.DenseNet.load(tmp_path)
    random_net("scopa").save(tmp_path)
    with pytest.raises(ValueError, match=r"format \(of a sparse network\): expected 2, found 3"):
        net.PolicyNet.load(tmp_path)
    model = tmp_path / "model.safetensors"
    content = bytearray(model.read_bytes())
    content[-1] ^= 1
    model.write_bytes(content)
    with pytest.raises(ValueError, match=r"hash of model\.safetensors: expected"):
        net.DenseNet.load(tmp_path)


def test_numbers_that_are_not_finite_are_not_written(tmp_path: Path) -> None:
    model = random_net("scopa")
    model.points.bias.data[3] = float("nan")
    with pytest.raises(ValueError, match=r"tensor `points\.bias`"):
        model.save(tmp_path / "dense")
    sparse = net.PolicyNet.load(ROOT / "nets" / "scopa")
    sparse.critic.data[0, 0] = 1e5
    with pytest.raises(ValueError, match="tensor `critic`"):
        sparse.save(tmp_path / "sparse")
    assert list(tmp_path.iterdir()) == []


def test_the_search_asks_it_as_it_asks_the_file(tmp_path: Path) -> None:
    model = random_net("scopone")
    model.save(tmp_path)
    views = views_of("scopone", 1)[:6]
    found = sp.NetSearch(model.evaluator(), simulations=64, leaves=1).search(views, seed=5)
    for view, decision in zip(views, found, strict=True):
        expected = sp.search(view, f"net-search:net={tmp_path}:batch=1", seed=5, simulations=64)
        # Logits differ in their last digits, which may turn a simulation.
        assert np.abs(np.array(decision.policy) - expected.policy).max() <= 2 / 64
        assert decision.points == pytest.approx(expected.points, abs=0.05)


def test_it_learns(tmp_path: Path) -> None:
    batches = data.torch(selfplay(tmp_path, "--rules", "scopone", "--agent", "formula", "--features"), batch=512)
    torch.manual_seed(1)
    model = net.DenseNet.new("scopone", hidden=32, blocks=1)
    optimiser = torch.optim.Adam(model.parameters(), lr=3e-3)
    losses = []
    for _ in range(4):
        for batch in batches:
            out = model(batch.features, batch.actions, batch.starts)
            policy = -(batch.policy * net.log_policy(out.logits, batch.starts)).sum() / len(batch)
            value = (out.value - batch.utility).square().mean()
            points = (out.points[:, :2] - batch.points / 10).square().mean()
            loss = policy + value + points
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            losses.append(loss.item())
    assert np.mean(losses[-5:]) < 0.85 * np.mean(losses[:5])


def example(name: str, seed: int) -> dict[str, Any]:
    """A decision with its inputs, and the logits of the network that ships."""
    command = [sys.executable, "-m", "spariglio", "inputs", "--rules", name, "--example", "--seed", str(seed)]
    found: dict[str, Any] = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return found


def ragged(lists: list[list[int]]) -> net.Ragged:
    return net.Ragged(torch.tensor(list(chain(*lists))), torch.tensor(np.cumsum([0, *map(len, lists)])))


@pytest.mark.parametrize("name", SHIPPED)
def test_a_network_that_ships_says_what_it_says_in_rust(name: str) -> None:
    model = net.PolicyNet.load(ROOT / "nets" / name)
    examples = [example(name, seed) for seed in range(3)]
    actions = [action for one in examples for action in one["actions"]]
    starts = torch.tensor(np.cumsum([0, *(len(one["actions"]) for one in examples)]))
    residual = torch.tensor([action["residual"] for action in actions])
    views, inputs = ragged([one["view"] for one in examples]), ragged([action["inputs"] for action in actions])
    logits = model(views, inputs, starts, residual)
    expected = torch.tensor([action["logit"] for action in actions])
    assert logits.detach().numpy() == pytest.approx(expected.numpy(), rel=CLOSE, abs=CLOSE)
    assert model.margin(views).shape == (3,)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_network_that_ships_is_written_as_it_was(name: str, tmp_path: Path) -> None:
    folder = ROOT / "nets" / name
    net.PolicyNet.load(folder).save(tmp_path)
    view = sp.Game(name).deal(1).view()
    assert sp.search(view, f"net:net={tmp_path}").policy == sp.search(view, "net").policy
    written, shipped = (json.loads((place / "meta.json").read_text()) for place in (tmp_path, folder))
    assert written.keys() == shipped.keys()
    assert net.DenseNet.new(name).rules_fingerprint == shipped["rules_fingerprint"]
