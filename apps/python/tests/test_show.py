"""Pictures: valid SVG, every card, words for screen readers, and no cards that a seat does not know."""

import doctest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import spariglio as sp
from spariglio import show

PRESETS = sp.Game.presets()
SPACE = "{http://www.w3.org/2000/svg}"


def read(picture: show.Svg) -> ElementTree.Element:
    """The root of a picture. Fails if it is not valid XML that begins with a title and a description."""
    root = ElementTree.fromstring(str(picture))
    assert root.tag == f"{SPACE}svg" and root.get("role") == "img"
    assert [child.tag for child in root[:2]] == [f"{SPACE}title", f"{SPACE}desc"]
    assert root[0].text == picture.title and root[1].text
    width, height = root.get("width"), root.get("height")
    assert root.get("viewBox") == f"0 0 {width} {height}"
    return root


def names(picture: show.Svg) -> list[str]:
    """The names of the shown cards, in their order."""
    return [str(title.text) for title in read(picture).iter(f"{SPACE}title")][1:]


def middle(rules: str, seed: int = 3) -> sp.Hand:
    """A hand half played."""
    hand = sp.Game(rules).deal(seed=seed)
    while hand.ply < hand.game.plies // 2:
        hand.play(len(hand.actions) - 1)
    return hand


@pytest.mark.parametrize("rules", PRESETS)
def test_every_card_has_a_picture_of_its_own(rules: str) -> None:
    cards = sp.Game(rules).cards
    pictures = [show.card(card) for card in cards]
    shown = [names(picture) for picture in pictures]
    assert len({one for (one,) in shown}) == len({str(picture) for picture in pictures}) == len(cards)
    assert names(show.cards(cards)) == [one for (one,) in shown]


STYLES = ["regional", "french", "plain"]


@pytest.mark.parametrize("style", STYLES)
def test_the_style_of_the_cards_can_be_chosen(style: str) -> None:
    hand = middle("scopa")
    card = hand.table[0]
    for picture in (show.hand(hand, style), show.view(hand.view(), style), show.cards(hand.table, style)):
        text = str(picture)
        assert f'href="#{style}-card-{card}"' in text and f'<symbol id="{style}-card-{card}"' in text
        # One page may have pictures in several styles.
        assert text.count(' id="') == text.count(f' id="{style}-')
        assert text.count('href="#') == text.count(f'href="#{style}-')


def test_an_unknown_style_is_refused() -> None:
    with pytest.raises(ValueError, match='style is "napoli": expected `regional`, `french` or `plain`'):
        show.hand(middle("scopa"), "napoli")


def test_styles_have_pixels_of_their_own() -> None:
    ace = sp.Game("scopa").cards[0]
    shots = [show.card(ace, style).pixels() for style in STYLES]
    colours = [len({tuple(pixel) for pixel in shot.reshape(-1, 3).tolist()}) for shot in shots]
    assert min(colours) > 20
    assert len({shot.tobytes() for shot in shots}) == len(STYLES)


@pytest.mark.parametrize("rules", PRESETS)
def test_a_view_shows_only_what_its_seat_knows(rules: str) -> None:
    hand = middle(rules)
    for seat in range(hand.game.players):
        for partners_open in (False, True):
            view = hand.view(seat, partners_open)
            picture = show.view(view)
            shown = set(names(picture))
            known = {card for other in range(hand.game.players) for card in view.known(other)}
            assert shown == {show._name(card) for card in {*view.hand, *view.table, *known}}
            assert not any(show._name(card) in str(picture) for card in view.unseen)
            for seed in range(5):
                assert show.view(view.sample(seed).view(seat, partners_open)) == picture


def test_a_view_says_who_deals_who_acts_and_how_many_cards_there_are() -> None:
    view = sp.Game("scopa").deal(seed=1, dealer=1).view()
    said = read(show.view(view))[1].text
    assert said is not None
    assert "seat 1 (deals): 3 hidden cards." in said
    assert "seat 0 (is to act), own hand: " in said
    assert "pile of side 0: 0 cards, 0 sweeps. pile of side 1: 0 cards, 0 sweeps. stock: 30 cards." in said
    assert str(show.view(view)).count('href="#regional-card-back"') == 3


@pytest.mark.parametrize("rules", PRESETS)
def test_a_hand_shows_all_cards(rules: str) -> None:
    hand = middle(rules)
    held = [card for seat in range(hand.game.players) for card in hand.cards(seat)]
    assert names(show.hand(hand)) == [show._name(card) for card in [*held, *hand.table]]
    while not hand.over:
        hand.play(0)
    assert "points: " in str(show.hand(hand)) and "is to act" not in str(show.hand(hand))
    read(show.view(hand.view(0)))


def test_names_of_games_are_escaped() -> None:
    game = sp.Game.from_toml("base = 'scopa'\nname = 'a <b> & \"c\"'")
    assert read(show.view(game.deal().view()))[0].text == 'a <b> & "c", as seat 1 sees it'


def test_pictures_are_saved_and_shown(tmp_path: Path) -> None:
    picture = show.cards([])
    read(picture)
    assert repr(picture) == "Svg('0 cards')" and picture._repr_svg_() == str(picture)
    picture.save(tmp_path / "none.svg")
    assert (tmp_path / "none.svg").read_text(encoding="utf-8") == f"{picture}\n"
    with pytest.raises(TypeError, match="'7d': expected a Card"):
        show.cards(["7d"])  # type: ignore[list-item]


def test_examples_in_docstrings() -> None:
    assert doctest.testmod(show).failed == 0


def test_hands_and_views_are_pictures_in_notebooks() -> None:
    hand = sp.Game("scopone").deal(seed=1)
    view = hand.view()
    assert hand._repr_svg_() == str(show.hand(hand)) and view._repr_svg_() == str(show.view(view))
    held, table = (" ".join(map(str, cards)) for cards in (view.hand, view.table))
    assert repr(view) == f'View("scopone", seat {view.seat}, ply 0, hand {held}, table {table})'
    assert repr(hand) == f'Hand("scopone", ply 0 of 36, seat {hand.seat} to act, table {table})'
    while not hand.over:
        hand.play(0)
    assert repr(hand) == 'Hand("scopone", ply 36 of 36, over)'
