"""What users of other libraries type first works, or the error names the right call."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

import spariglio as sp
from spariglio import _names, show
from spariglio.vector import VecEnv

GAME = sp.Game("scopa")
HAND = GAME.deal(seed=1)
VIEW = HAND.view()

TRIED: dict[str, tuple[type[Exception], str, Callable[[], Any]]] = {
    "legal actions of OpenSpiel": (AttributeError, "expected actions", lambda: HAND.legal_actions()),
    "new_initial_state": (AttributeError, r"expected deal\(seed\)", lambda: GAME.new_initial_state()),
    "apply_action": (AttributeError, r"expected play\(action\)", lambda: HAND.apply_action(0)),
    "current_player": (AttributeError, "expected to_act", lambda: VIEW.current_player),
    "is_terminal": (AttributeError, "expected over", lambda: HAND.is_terminal()),
    "returns": (AttributeError, r"expected score\(\).margins", lambda: HAND.returns()),
    "step of Gymnasium": (AttributeError, r"expected play\(action\) or take\(step\)", lambda: HAND.step(0)),
    "a typing error": (AttributeError, "no attribute 'actoins'$", lambda: HAND.actoins),
    "a card by its text": (TypeError, r'expected Game.card, such as Game\("scopa"\).card', lambda: sp.Card("7d")),
    "a new hand": (TypeError, "expected Game.deal", lambda: sp.Hand()),
    "a new view": (TypeError, r"expected Hand.view\(seat\)", lambda: sp.View()),
    "a picture of a hand as a view": (TypeError, r"expected a View, such as hand.view\(\)", lambda: show.view(HAND)),
    "a picture of a view as a hand": (TypeError, "expected a Hand", lambda: show.hand(VIEW)),
    "n_envs": (
        TypeError,
        "unexpected keyword argument 'n_envs': expected num_envs$",
        lambda: VecEnv("scopa", n_envs=2),
    ),
    "1e4": (
        TypeError,
        "hands is 10000.0: expected an integer: 10000",
        lambda: sp.arena("scopa", ["greedy"] * 2, hands=1e4),
    ),
    "1e4 hands at once": (TypeError, "expected an integer: 10000", lambda: VecEnv("scopa", 1e4)),
    "n_hands": (
        TypeError,
        "unexpected keyword argument 'n_hands': expected hands$",
        lambda: sp.arena("scopa", ["greedy"] * 2, n_hands=4),
    ),
    "games": (
        TypeError,
        "unexpected keyword argument 'rounds': expected game, agents, hands",
        lambda: sp.arena("scopa", [], rounds=4),
    ),
    "VecEnv": (AttributeError, "expected spariglio.vector.VecEnv", lambda: sp.VecEnv),
    "make": (AttributeError, r'expected gymnasium.make\("spariglio.gym:spariglio/Seat-v0"', lambda: sp.make("scopa")),
    "a search of a hand": (
        TypeError,
        r"expected a View, such as hand.view\(\), found",
        lambda: sp.search(HAND, "greedy"),
    ),
    "a mean": (AttributeError, r"expected pair\(0, 1\).mean", lambda: sp.arena("scopa", ["greedy"] * 2, hands=4).mean),
    "games of the package": (AttributeError, r"expected Game.presets\(\)", lambda: sp.games),
    "players": (
        TypeError,
        "unexpected keyword argument 'players': expected game, mask, render_mode",
        lambda: sp.pettingzoo.env(players=4),
    ),
    "an agent's name as a list": (TypeError, "expected a list of agents", lambda: sp.arena("scopa", "greedy")),
}


@pytest.mark.parametrize("tried", TRIED)
def test_the_error_names_the_right_call(tried: str) -> None:
    error, words, call = TRIED[tried]
    with pytest.raises(error, match=words):
        call()


def test_a_pair_has_names() -> None:
    result = sp.arena("scopa", ["greedy", "random"], hands=20)
    assert result.pair("random", "greedy") == result.pair(1, 0)
    with pytest.raises(KeyError, match="expected two of 'greedy', 'random', or of 0 to 1"):
        result.pair("greedy", "formula")


@pytest.mark.parametrize("kind", _names._NAMES, ids=lambda kind: kind.__name__)
def test_names_are_missing_and_what_they_lead_to_is_there(kind: type) -> None:
    for name, here in _names._NAMES[kind].items():
        assert name not in dir(kind), name
        found = re.match(r"[\w.]+", here)
        assert found, here
        of = getattr(sp, found[0].split(".")[0].removeprefix("spariglio"), None)
        own = found[0].split(".")[0]
        assert own in dir(kind) or own in ("spariglio", "str") or isinstance(of, type), here
