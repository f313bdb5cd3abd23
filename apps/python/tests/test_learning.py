"""The parts of a learner in `spariglio.net`: ragged batches, samples, returns, and the example that learns."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from batches import batch_without_inputs

import spariglio as sp
from spariglio import _core
from spariglio.vector import VecEnv

torch = pytest.importorskip("torch")
pytest.importorskip("safetensors")

from torch.nn.functional import embedding_bag  # noqa: E402

from spariglio import net  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]


def batches(name: str, hands: int, steps: int) -> list[net.Lists]:
    """The batches of some steps of many hands."""
    env = VecEnv(name, hands, seed=1, obs="sparse", state=True)
    obs, _ = env.reset()
    found = [net.lists(obs)]
    for _ in range(steps):
        found.append(net.lists(env.step(env.n_legal // 2)[0]))
    return found


def model_of(name: str) -> net.PolicyNet:
    torch.manual_seed(1)
    model = net.PolicyNet.new(name, width=32, critic_width=32, blocks=1)
    for tensor in model.parameters():
        tensor.data += 0.1 * torch.randn(tensor.shape)
    return model


@pytest.mark.parametrize("name", ["scopone", "cirulla", "cicera_six"])
def test_rows_are_joined_and_taken(name: str) -> None:
    model, parts = model_of(name), batches(name, 6, 4)
    joined = net.join(parts)
    logits, values = model(joined), model.value(joined)
    assert torch.cat([model(part) for part in parts]).allclose(logits, atol=1e-5)
    assert torch.cat([model.value(part) for part in parts]).allclose(values, atol=1e-5)
    rows = torch.tensor([7, 3, 29, 3])
    some = joined.take(rows)
    assert model.value(some).allclose(values[rows], atol=1e-5)
    expected = torch.cat([logits[joined.starts[row] : joined.starts[row + 1]] for row in rows])
    assert model(some).allclose(expected, atol=1e-5)


def test_a_batch_without_worlds_has_no_values() -> None:
    obs, _ = VecEnv("scopa", 3, obs="sparse").reset()
    with pytest.raises(ValueError, match="the batch has no worlds"):
        model_of("scopa").value(net.lists(obs))
    with pytest.raises(ValueError, match='expected obs="inputs" or obs="sparse"'):
        net.lists(batch_without_inputs())


def test_gradients_are_those_of_pytorch() -> None:
    batch = net.join(batches("cirulla", 8, 3))
    weights = torch.randn(3000, 16, requires_grad=True)
    factors = torch.randn(len(batch.view.starts) - 1, 16)
    layer = net.SparseNet(weights.detach())
    (layer.sums(batch.view) * factors).sum().backward()
    given = embedding_bag(batch.view.values, weights, batch.view.starts, mode="sum", include_last_offset=True)
    (given * factors).sum().backward()
    assert weights.grad is not None and layer.weights.grad is not None
    assert layer.weights.grad.allclose(weights.grad, atol=1e-5)
    assert weights.grad.abs().sum() > 0


def test_samples_have_the_probabilities_of_the_policy() -> None:
    logits = torch.tensor([0.0, 1.0, 2.0, 5.0, -1.0, 0.0]).repeat(20_000)
    starts = torch.tensor([0, 3, 4, 6])
    starts = torch.cat([torch.zeros(1, dtype=torch.int64), (starts[1:] + 6 * torch.arange(20_000)[:, None]).flatten()])
    choice = net.sample(logits, starts, torch.Generator().manual_seed(1)).reshape(-1, 3)
    assert (choice[:, 1] == 0).all()
    shares = torch.bincount(choice[:, 0], minlength=3) / len(choice)
    assert shares.numpy() == pytest.approx(torch.tensor([0.0, 1.0, 2.0]).softmax(0).numpy(), abs=0.015)
    logs = net.log_prob(logits, starts, choice.flatten()).reshape(-1, 3)
    assert logs[:, 2].exp().mean().item() == pytest.approx(0.269**2 + 0.731**2, abs=0.01)
    assert net.per_row(net.log_policy(logits, starts).exp(), starts).allclose(torch.ones(60_000))


@pytest.mark.parametrize("sides", [2, 3])
def test_returns_are_sums_of_later_values(sides: int) -> None:
    steps, n, weight = 12, 5, 0.8
    generator = torch.Generator().manual_seed(3)
    values = torch.randn(steps + 1, n, generator=generator)
    acting = torch.randint(0, sides, (steps + 1, n), generator=generator)
    done = torch.rand(steps, n, generator=generator) < 0.2
    rewards = torch.randn(steps, n, sides, generator=generator)
    if sides == 2:
        rewards[..., 1] = -rewards[..., 0]
    rewards *= done.unsqueeze(-1)
    found = net.returns(values, acting, rewards, done, discount=weight)
    for step in range(steps):
        for hand in range(n):
            expected = later(values, acting, rewards, done, weight, step, hand)
            assert found[step, hand].item() == pytest.approx(expected, abs=1e-5)


def later(values: Any, acting: Any, rewards: Any, done: Any, weight: float, step: int, hand: int) -> float:
    """The return of one decision, by its definition."""
    steps, _, sides = rewards.shape
    own, total, left = int(acting[step, hand]), 0.0, 1.0
    for at in range(step, steps):
        if done[at, hand]:
            return total + left * float(rewards[at, hand, own])
        side = int(acting[at + 1, hand])
        value = float(values[at + 1, hand])
        if at + 1 == steps:
            return total + left * (value if side == own else -value / (sides - 1))
        if side == own or sides == 2:
            total += left * (1 - weight) * (value if side == own else -value)
            left *= weight
    raise AssertionError


def test_returns_say_which_shapes_they_expect() -> None:
    with pytest.raises(ValueError, match=r"expected \(4, 2\) twice, and \(3, 2\)"):
        net.returns(torch.zeros(3, 2), torch.zeros(4, 2), torch.zeros(3, 2, 2), torch.zeros(3, 2))


EXAMPLES = ROOT / "notebooks" / "examples"
SMALL = ["--rules", "mini_scopone", "--hands", "128", "--width", "32", "--critic-width", "32", "--arena-hands", "2000"]


def run(name: str, *given: str) -> str:
    """The output of an example."""
    command = [sys.executable, str(EXAMPLES / f"{name}.py"), *given]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_example_learns_by_self_play(tmp_path: Path) -> None:
    told = run("ppo_selfplay", *SMALL, "--minutes", "0.15", "--out", str(tmp_path))
    assert "against formula:" in told
    result = sp.arena("mini_scopone", [f"net:net={tmp_path}", "random"], hands=2000)
    assert result.pair(0, 1).interval[0] > 0


def test_an_example_plays_a_league(tmp_path: Path) -> None:
    told = run("league", *SMALL, "--minutes", "0.05", "--rounds", "2", "--out", str(tmp_path))
    assert f"net:net={tmp_path}/round-1" in told
    assert sum(int(share) for share in re.findall(r"^ *(\d+)%  ", told, re.M)[:3]) in range(98, 103)


def test_an_example_imitates_rows(tmp_path: Path) -> None:
    size = ["--shards", "1", "--hands-per-shard", "300", "--inputs", "--agents", "formula"]
    rows = str(tmp_path / "rows")
    assert _core.main(["spariglio", "selfplay", "--rules", "mini_scopone", *size, "--out", rows]) == 0
    told = run("imitate", rows, "--rules", "mini_scopone", "--out", str(tmp_path / "net"), "--arena-hands", "500")
    first, second = (float(loss) for loss in re.findall(r"cross-entropy ([\d.]+) nats", told))
    assert second < first


def test_an_example_searches_with_a_transformer() -> None:
    told = run(
        "transformer", "--rules", "mini_scopone", "--minutes", "0.05", "--simulations", "4", "--arena-hands", "10"
    )
    assert "transformer against formula:" in told


def test_an_example_has_actors_on_ray(tmp_path: Path) -> None:
    told = run("ppo_ray", *SMALL, "--minutes", "0.1", "--actors", "1", "--out", str(tmp_path))
    assert "us to play" in told and "against formula:" in told
    assert net.PolicyNet.load(tmp_path).meta["decisions"] > 0
