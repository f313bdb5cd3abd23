"""Games and views in words, and answers read back."""

from __future__ import annotations

import random

import pytest

import spariglio as sp

PRESETS = sp.Game.presets()


def positions(name: str, hands: int = 2) -> list[sp.View]:
    game, rng, views = sp.Game(name), random.Random(1), []
    for seed in range(hands):
        hand = game.deal(seed=seed)
        while not hand.over:
            views.append(hand.view())
            hand.play(rng.choice(hand.view().actions))
    return views


@pytest.mark.parametrize("name", PRESETS)
def test_every_legal_action_is_read_back(name: str) -> None:
    for view in positions(name):
        for words in ({}, {"language": "it", "cards": "names"}, {"cards": "symbols"}, {"obfuscate": 3}):
            wording = sp.Wording(view.game, **words)
            for action in view.actions:
                reading = wording.read(view, f"I think.\nAction: {wording.action(action)}")
                assert reading.action == action and reading.question is None and not reading.illegal
                assert view.parse(wording.action(action), **words).action == action
            listed = wording.view(view).split("\n- ")[-len(view.actions) :]
            assert [text.strip() for text in listed] == [wording.action(action) for action in view.actions]


def test_texts_are_those_of_the_view_and_the_rules() -> None:
    game = sp.Game("cirulla")
    view = game.deal(seed=1).view()
    wording = sp.Wording(game)
    assert view.text() == wording.view(view) and game.rules_text() == wording.rules()
    assert "Fifteen: a card takes" in game.rules_text() and "Quindici: una carta" in game.rules_text(language="it")
    assert "Legal actions:" in view.text() and "Legal actions:" not in view.text(legal=False)
    assert game.rules_text() in wording.briefing() and wording.request() in wording.briefing()
    assert "cirulla" not in game.rules_text(obfuscate=1)


def test_an_answer_that_is_no_action_is_a_question() -> None:
    view = sp.Game("scopa").deal(seed=1).view()
    unclear = view.parse("I am not sure.")
    assert unclear.action is None and not unclear.illegal and "no action" in (unclear.question or "")
    illegal = view.parse("Action: Kd x Ad 2d 3d 4d")
    assert illegal.action is None and illegal.illegal and "not legal" in (illegal.question or "")
    assert "Reading(None" in repr(illegal)


def test_wrong_arguments_are_named() -> None:
    game = sp.Game("scopa")
    with pytest.raises(ValueError, match='language is "fr": expected `en` or `it`'):
        sp.Wording(game, language="fr")
    with pytest.raises(ValueError, match='cards is "x": expected `letters`, `names` or `symbols`'):
        game.rules_text(cards="x")
    with pytest.raises(ValueError, match="view is of scopone: expected one of scopa"):
        sp.Wording(game).view(sp.Game("scopone").deal().view())
    hand = game.deal()
    with pytest.raises(ValueError, match="not to act"):
        hand.view(seat=hand.dealer).parse("7d")
