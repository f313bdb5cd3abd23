"""`spariglio.net`: the same numbers as in Rust, and files that Rust can play."""

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
from batches import batch_of

import spariglio as sp
from spariglio import _core

torch = pytest.importorskip("torch")
pytest.importorskip("safetensors")

from spariglio import data, net  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]
SHIPPED = sorted(path.parent.name for path in (ROOT / "agents" / "nets").glob("*/meta.json"))
CLOSE = 1e-5


def rules_of(name: str) -> str:
    """The rule set of a network that ships."""
    meta = json.loads((ROOT / "agents" / "nets" / name / "meta.json").read_text())
    return str(meta["rules"])


def random_net(name: str) -> net.PolicyNet:
    """A network with random weights everywhere, rounded as in its file."""
    torch.manual_seed(1)
    made = net.PolicyNet.new(name, width=32, blocks=1, critic_blocks=2)
    for tensor in made.parameters():
        tensor.data += 0.1 * torch.randn(tensor.shape)
        tensor.data = tensor.data.half().float()
    return made


def views_of(name: str, hands: int) -> list[sp.View]:
    """Views of hands in which the seats play their first, second, ... legal actions."""
    game, views = sp.Game(name), []
    for seed in range(hands):
        hand = game.deal(seed)
        while not hand.over:
            views.append(hand.view())
            hand.play((seed + hand.ply) % len(hand.actions))
    return views


def selfplay(out: Path, *more: str) -> Path:
    size = ["--shards", "2", "--hands-per-shard", "60"]
    assert _core.main(["spariglio", "selfplay", *size, *more, "--out", str(out)]) == 0
    return out


def test_examples() -> None:
    assert doctest.testmod(net).failed == 0


def test_the_example_of_the_documentation_runs(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "how-to" / "python.md").read_text(encoding="utf-8")
    code = re.findall(r"^```py\n(.*?)^```", page.partition("## Networks")[2], re.M | re.S)[0]
    run = [sys.executable, "-W", "error", "-c", code]
    selfplay(tmp_path / "runs" / "a", "--rules", "scopone", "--agents", "formula", "--inputs")
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["scopone", "cirulla", "cirullone", "cicera_six", "scopa_d_assi"])
def test_a_saved_network_says_in_rust_what_it_says_here(name: str, tmp_path: Path) -> None:
    random_net(name).save(tmp_path)
    views = views_of(name, 3)
    loaded = net.PolicyNet.load(tmp_path)
    made = loaded.encode(views)
    logs = net.log_policy(loaded(made), made.starts).detach().numpy()
    assert np.ptp(logs) > 1
    thinker = sp.Thinker(sp.Game(name), f"net:net={tmp_path}:exact=0:hidden=0")
    for row, view in enumerate(views):
        expected = thinker.decide(view).policy
        assert np.abs(np.exp(logs[made.starts[row] : made.starts[row + 1]]) - expected).max() < 1e-4


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    model = random_net("scopa")
    run = tmp_path / "run"
    model.save(run / "nets" / "gen-0003")
    random_net("cirulla").save(run / "nets" / "gen-0002")
    loaded = net.PolicyNet.load(run)
    assert loaded.meta == model.meta
    for name, tensor in loaded.state_dict().items():
        assert tensor.equal(model.state_dict()[name])
    (run / "nets" / "best.json").write_text('{"generation": 2, "path": "nets/gen-0002"}')
    assert net.PolicyNet.load(run).meta["rules"] == "cirulla"


def test_a_network_may_be_in_an_object_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("fsspec")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    saved = net.PolicyNet.new("scopa", width=32)
    saved.save(f"memory://{tmp_path.name}/mine")
    loaded = net.PolicyNet.load(f"memory://{tmp_path.name}/mine")
    assert torch.allclose(loaded.policy.weights, saved.policy.weights, atol=1e-3)
    with pytest.raises(FileNotFoundError, match="none: no such file or folder"):
        net.PolicyNet.load(f"memory://{tmp_path.name}/none")


@pytest.mark.parametrize("change", ['capture.ace = "takes_all"', "score.suit_points = 0"])
def test_a_network_that_reads_rules_says_in_rust_what_it_says_here(change: str, tmp_path: Path) -> None:
    rules = tmp_path / "house.toml"
    rules.write_text(f'base = "scopone"\nname = "house"\n{change}\n')
    game = sp.Game(rules)
    folder = ROOT / "agents" / "nets" / "scopone_house"
    model = net.PolicyNet.load(folder, game)
    views = [game.deal(seed).view() for seed in range(4)]
    made = model.encode(views)
    logs = net.log_policy(model(made), made.starts).detach().numpy()
    model.save(tmp_path)
    for thinker in [sp.Thinker(game, f"net:net={place}:exact=0:hidden=0") for place in (folder, tmp_path)]:
        for row, view in enumerate(views):
            policy = np.exp(logs[made.starts[row] : made.starts[row + 1]])
            assert np.abs(policy - thinker.decide(view).policy).max() < 1e-2
    assert net.PolicyNet.load(tmp_path).meta["rules"] == "house"
    with pytest.raises(ValueError, match="reads its rules"):
        net.PolicyNet.load(tmp_path, game)
    with pytest.raises(ValueError, match=r"deal: expected .*rounds of \[10\]"):
        net.PolicyNet.load(folder, "scopone_scientifico")


def test_damaged_and_foreign_folders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=re.escape(str(tmp_path))):
        net.PolicyNet.load(tmp_path)
    random_net("scopa").save(tmp_path)
    model = tmp_path / "model.safetensors"
    content = bytearray(model.read_bytes())
    content[-1] ^= 1
    model.write_bytes(content)
    with pytest.raises(ValueError, match=r"hash of model\.safetensors: expected"):
        net.PolicyNet.load(tmp_path)
    meta = json.loads((tmp_path / "meta.json").read_text())
    (tmp_path / "meta.json").write_text(json.dumps({**meta, "format": 99}))
    with pytest.raises(ValueError, match=rf"format: expected {net.PolicyNet.FORMAT}, found 99"):
        net.PolicyNet.load(tmp_path)


def test_numbers_that_are_not_finite_are_not_written(tmp_path: Path) -> None:
    for wrong in (float("nan"), 1e5):
        model = random_net("scopa")
        model.critic.weights.data[0, 0] = wrong
        with pytest.raises(ValueError, match="tensor `critic`"):
            model.save(tmp_path / "net")
    assert list(tmp_path.iterdir()) == []


def test_a_batch_is_as_its_views() -> None:
    model, views = random_net("cirulla"), views_of("cirulla", 2)
    expected = model(model.encode(views))
    assert model(batch_of(views)).equal(expected)
    model.meta["residual"] = "none"
    with pytest.raises(ValueError, match="expected a network with that residual"):
        model(batch_of(views))


def test_the_search_asks_for_its_policy_and_a_value_of_the_user() -> None:
    model, views = random_net("scopone"), views_of("scopone", 1)[:6]
    found = sp.NetSearch(model.evaluator(), simulations=1).search(views)
    made = model.encode(views)
    logs = net.log_policy(model(made), made.starts).detach().numpy()
    assert len(found) == 6 and np.ptp(logs) > 1

    def value(batch: sp.Batch) -> Any:
        return batch.obs.sum(axis=1) / 100

    search = sp.NetSearch(model.evaluator(value), simulations=32)
    assert search.search(views, seed=2) != sp.NetSearch(model.evaluator(), simulations=32).search(views, seed=2)


def test_it_learns(tmp_path: Path) -> None:
    batches = data.torch(selfplay(tmp_path, "--rules", "scopone", "--agents", "formula", "--inputs"), batch=512)
    torch.manual_seed(1)
    model = net.PolicyNet.new("scopone", width=32)
    optimiser = torch.optim.Adam(model.parameters(), lr=3e-3)
    losses = []
    for _ in range(4):
        for batch in batches:
            logs = net.log_policy(model(batch), batch.starts)
            loss = -(batch.policy * logs).sum() / len(batch)
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


@pytest.mark.parametrize("name", [name for name in SHIPPED if rules_of(name) == name])
def test_a_network_that_ships_says_what_it_says_in_rust(name: str) -> None:
    model = net.PolicyNet.load(ROOT / "agents" / "nets" / name)
    examples = [example(name, seed) for seed in range(3)]
    actions = [action for one in examples for action in one["actions"]]
    starts = torch.tensor(np.cumsum([0, *(len(one["actions"]) for one in examples)]))
    residual = torch.tensor([action["residual"] for action in actions])
    views, inputs = ragged([one["inputs"] for one in examples]), ragged([action["inputs"] for action in actions])
    logits = model(net.Lists(views, inputs, starts, residual))
    expected = torch.tensor([action["logit"] for action in actions])
    assert logits.detach().numpy() == pytest.approx(expected.numpy(), rel=CLOSE, abs=CLOSE)
    assert model.critic(views).shape == (3,)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_network_that_ships_is_written_as_it_was(name: str, tmp_path: Path) -> None:
    folder = ROOT / "agents" / "nets" / name
    net.PolicyNet.load(folder).save(tmp_path)
    rules = rules_of(name)
    view = sp.Game(rules).deal(1).view()
    written, shipped = (json.loads((place / "meta.json").read_text()) for place in (tmp_path, folder))
    # The rows of rules join the bias, which is rounded when it is written.
    close = 1e-3 if "deal" in shipped else 0
    policies = [sp.search(view, f"net:net={place}").policy for place in (tmp_path, folder)]
    assert policies[0] == pytest.approx(policies[1], rel=0, abs=close)
    assert written.keys() == shipped.keys() - {"deal"}
    assert net.PolicyNet.new(rules).meta["rules_fingerprint"] == shipped["rules_fingerprint"]


@pytest.mark.parametrize(
    ("sizes", "words"),
    [
        ({"width": 100}, r"`width` is 100, expected one of \[32, "),
        ({"critic_width": 16}, r"`critic_width` is 16, expected one of \[32, "),
        ({"blocks": 17}, "`blocks` is 17, expected at most 16"),
        ({"critic_blocks": 60_000}, "`critic_blocks` is 60000, expected at most 16"),
        ({"deviation": 0.0}, "`margin_deviation` is 0, expected at least"),
        ({"width": -1}, "width is -1: expected an integer"),
    ],
)
def test_a_network_that_no_agent_would_play_is_refused_when_it_is_made(sizes: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        net.PolicyNet.new("mini_scopone", **sizes)


def test_a_network_whose_outputs_may_be_infinite_is_not_saved(tmp_path: Path) -> None:
    model = net.PolicyNet.new("mini_scopone", width=32, blocks=16)
    model.save(tmp_path / "net")
    before = (tmp_path / "net" / "meta.json").read_bytes()
    with torch.no_grad():
        model.policy.weights.fill_(1000.0)
    with pytest.raises(ValueError, match="weights whose outputs stay below 1e30"):
        model.save(tmp_path / "net")
    assert (tmp_path / "net" / "meta.json").read_bytes() == before
