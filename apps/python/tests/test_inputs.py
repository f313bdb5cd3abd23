"""The inputs of the networks: with the weights of a network that ships, they reproduce its policy."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import spariglio as sp
from spariglio._core import INPUTS_VERSION, Inputs

NETS = Path(__file__).resolve().parents[3] / "agents" / "nets"
NAMES = sorted(folder.name for folder in NETS.iterdir() if (folder / "meta.json").exists())


def weights(name: str, tensor: str = "policy") -> Any:
    """A tensor of a network. The policy has a row for each input, then the bias and the output's weights."""
    data = (NETS / name / "model.safetensors").read_bytes()
    length = int.from_bytes(data[:8], "little")
    place = json.loads(data[8 : 8 + length])[tensor]
    begin, end = place["data_offsets"]
    values = np.frombuffer(data[8 + length + begin : 8 + length + end], dtype=np.float16)
    return values.astype(np.float32).reshape(place["shape"])


@pytest.mark.parametrize("name", NAMES)
def test_they_give_the_policy_of_the_network_that_ships(name: str) -> None:
    meta = json.loads((NETS / name / "meta.json").read_text())
    assert meta["inputs_version"] == INPUTS_VERSION
    game, policy = sp.Game(meta["rules"]), weights(name)
    inputs = Inputs(game)
    if "deal" in meta:
        policy[-3] += weights(name, "policy_rules")[inputs.rules].sum(0)
    thinker = sp.Thinker(game, f"net:net={NETS / name}:hidden=0:exact=0")
    hand = game.deal(seed=11)
    compared = 0
    while not hand.over:
        view = hand.view()
        own, (values, starts), residual = inputs.view(view, meta["residual"])
        assert max(own.max(), values.max()) < inputs.policy_len
        lists = np.split(values, starts[1:-1])
        hidden = np.stack([policy[own].sum(0) + policy[of].sum(0) for of in lists]) + policy[-3]
        logits = residual + np.maximum(hidden, 0) @ policy[-2]
        shares = np.exp(logits - logits.max())
        decision = thinker.decide(view)
        assert np.allclose(shares / shares.sum(), decision.policy, atol=1e-5)
        compared += len(view.actions) > 1
        hand.play(decision.action)
    assert compared > 10


def test_the_inputs_of_a_world_hold_those_of_the_view() -> None:
    game = sp.Game("scopone")
    inputs, hand = Inputs(game), game.deal(seed=2)
    own, _, residual = inputs.view(hand.view(), "none")
    world = inputs.world(hand)
    assert (world[: len(own)] == own).all() and len(world) > len(own)
    assert world.max() < inputs.critic_len
    assert not residual.any()
    other = inputs.world(hand.view().sample(3))
    assert (other[: len(own)] == own).all() and list(other) != list(world)


@pytest.mark.parametrize("name", sp.Game.presets())
def test_blocks_list_all_inputs(name: str) -> None:
    game = sp.Game(name)
    inputs, blocks = Inputs(game), sp.input_blocks(game)
    assert blocks == sp.input_blocks(name)
    ends = {"view": 0, "action": inputs.view_len, "world": inputs.view_len}
    for part, _, start, width, meaning in blocks:
        assert start == ends[part] and meaning
        ends[part] += width
    assert ends == {"view": inputs.view_len, "action": inputs.policy_len, "world": inputs.critic_len}
    assert game.view_inputs == inputs.view_len == len(game.deal().view().inputs())


def test_a_batch_has_the_inputs_of_its_views() -> None:
    class Looks(sp.BatchAgent):
        obs = "inputs"
        width = 8

        def act(self, batch: sp.Batch) -> Any:
            assert batch.inputs is not None and batch.input_starts is not None
            assert batch.action_inputs is not None and batch.action_input_starts is not None
            assert batch.residual is not None
            assert batch.obs.shape == (len(batch), game.view_inputs)
            for row, own in enumerate(np.split(batch.inputs, batch.input_starts[1:-1])):
                assert sorted(own) == batch.obs[row].nonzero()[0].tolist()
            assert len(batch.action_input_starts) == len(batch.actions) + 1 == len(batch.residual) + 1
            assert batch.action_input_starts[-1] == len(batch.action_inputs)
            assert batch.action_inputs.min() >= game.view_inputs
            # The formula's choice.
            return np.array([row.argmax() for row in np.split(batch.residual, batch.starts[1:-1])])

    game = sp.Game("scopone")
    result = sp.arena(game, [Looks, "formula"], hands=40, threads=1)
    assert result.pair(0, 1).mean == 0


def test_hands_of_other_rules_are_refused() -> None:
    with pytest.raises(ValueError, match="a hand of `scopa`: expected one of `scopone`"):
        Inputs(sp.Game("scopone")).view(sp.Game("scopa").deal().view())


@pytest.mark.parametrize("residual", ["lookahead", "greedy"])
def test_a_residual_that_does_not_fit_is_refused(residual: str) -> None:
    game = sp.Game("scopone")
    with pytest.raises(ValueError, match=f'residual: expected .* found "{residual}"'):
        Inputs(game).view(game.deal(seed=2).view(), residual)
