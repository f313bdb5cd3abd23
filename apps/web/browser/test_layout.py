"""The table page as an object: it fills the window, nothing moves during a hand, nothing covers a card."""

from __future__ import annotations

import json
from typing import Any

import pytest
from api import Api
from conftest import ROOT
from playwright.sync_api import Page
from records import WORDS, position
from table import Table, by_keys, first

TWO = ["person", "greedy"]
FOUR = [*TWO, "greedy", "greedy"]
SIX = 'base = "scopa"\nplayers = 6\n'
WINDOWS = [
    (1280, 900),
    (390, 844),
    (320, 640),
    (844, 390),
    (667, 331),
    (901, 600),
    (1024, 768),
    (1366, 625),
    (880, 800),
    (2560, 1440),
]
# The places of an element and of the cards in it.
PLACES = """selector => {
  const place = element => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left, top, width, height].map(Math.round).join(' ');
  };
  const box = document.querySelector(selector);
  const cards = [...box.querySelectorAll('[data-hand]')].map(card => [card.dataset.hand, place(card)]);
  return [place(box), Object.fromEntries(cards)];
}"""
# Parts of the game that are not whole in the window.
OUTSIDE = """selectors => selectors.flatMap(selector => [...document.querySelectorAll(selector)]).filter(element => {
  if (!element.checkVisibility()) return false;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1 || right - left < 20;
}).map(element => element.outerHTML.slice(0, 100))"""
# Cards that something else than a card covers in the middle or near a corner. Cards of a fan overlap.
COVERED = """() => [...document.querySelectorAll('.felt .card, .hand .card:not(.hole)')].filter(card => {
  const { left, top, right, bottom } = card.getBoundingClientRect();
  const points = [[(left + right) / 2, (top + bottom) / 2], [left + 8, top + 8], [right - 8, bottom - 8]];
  return points.some(([x, y]) => !document.elementFromPoint(x, y)?.closest('.card'));
}).map(card => card.outerHTML.slice(0, 100))"""
# Writes down every place that the hand ever has.
WATCH = """() => {
  window.hands = new Set();
  const look = () => {
    const { left, top, width, height } = document.querySelector('.hand')?.getBoundingClientRect() ?? {};
    if (width) window.hands.add([left, top, width, height].map(Math.round).join(' '));
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
}"""
SCROLLS = "(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)(document.documentElement)"
NONE = "\N{EN DASH}"
# What is written in the parts of the game, and the names of what is drawn in it.
TEXTS = """() => {
  const all = selector => [...document.querySelectorAll(selector)];
  const texts = all('.others, .felt, .hand, .plate.own, .score-strip').map(part => part.innerText);
  return [texts, all('.stage [aria-label]:not(.looking)').map(one => one.ariaLabel).sort()];
}"""
GAME = [".felt", ".hand", ".felt .card", ".hand .card", ".score-strip", ".plate", ".tools button"]


def resize(page: Page, window: tuple[int, int]) -> None:
    page.set_viewport_size({"width": window[0], "height": window[1]})
    page.wait_for_timeout(100)


@pytest.mark.parametrize("window", [(390, 844), (320, 640), (844, 390), (1280, 900)])
def test_nothing_moves_during_a_hand(window: tuple[int, int], sit, page: Page) -> None:
    resize(page, window)
    table = sit(FOUR, rules="cirulla_4", seed=6, auto_declare=False)
    table.turn()
    table.now = ""
    page.evaluate(WATCH)

    def play(table: Table, action: str, shown: dict[str, Any]) -> None:
        # With the own turn, the gaps of the hand are closed.
        assert page.locator(".hole").count() == 0
        by_keys(table, action, shown)

    table.play_out(play)
    hands = page.evaluate("[...window.hands]")
    assert len(table.told()["log"]) >= 36 and len(hands) == 1, hands


@pytest.mark.parametrize("rules", ["scopone_scientifico", "cirulla_4", SIX])
def test_the_whole_game_is_in_view_in_every_window(rules: str, sit, page: Page) -> None:
    table = sit([*FOUR, *(["greedy"] * 2 if rules == SIX else [])], rules=rules, seed=5, match=True)
    table.turn()
    for window in WINDOWS:
        resize(page, window)
        assert not page.evaluate(SCROLLS), window
        assert page.evaluate(OUTSIDE, GAME) == [], window
        assert page.evaluate(COVERED) == [], window


def test_buttons_of_a_declaration_cover_no_card_and_push_no_hand(sit, page: Page) -> None:
    table = sit(TWO, record=position("cirulla", hand="Ad 2s 7c", table="4s 6d 5c Kb"))
    table.turn()
    before = {}
    for window in WINDOWS:
        resize(page, window)
        assert page.evaluate(COVERED) == [], window
        assert page.evaluate(OUTSIDE, [".declare"]) == [], window
        tops = {one.bounding_box()["y"] for one in page.locator(".values .declare").all()}
        assert len(tops) == 1, f"the values are in one row at {window}"
        inside = page.locator(".hand").bounding_box()["y"]
        assert max(tops) + 44 <= inside + 1, window
        before[window] = page.evaluate(PLACES, ".hand")[0]
    page.locator(".values .declare", has_text="3").click()
    table.turn()
    assert "7c=3" in table.last()
    for window in WINDOWS:
        resize(page, window)
        assert page.evaluate(PLACES, ".hand")[0] == before[window]


def test_the_matta_shows_its_value(sit, page: Page) -> None:
    table = sit(TWO, record=position("cirulla", hand="Ad 2s 7c", table="4s 6d 5c Kb"))
    table.turn()
    page.locator(".values .declare", has_text="3").click()
    table.turn()
    badge = table.hand("7c").locator(".badge")
    assert badge.inner_text() == "= 3"
    assert WORDS["card.matta"].split(",")[1].format(n=3) in table.hand("7c").get_attribute("aria-label")
    assert "7c" not in page.locator("main").inner_text()


def test_large_screens_are_used(sit, page: Page) -> None:
    sit(FOUR, rules="scopone_scientifico", seed=5).turn()
    widths = {}
    for window in ((1280, 900), (2560, 1440), (3840, 2160)):
        resize(page, window)
        box = page.locator("[data-hand]").first.bounding_box()
        felt, side = page.locator(".felt").bounding_box(), page.locator(".side").bounding_box()
        widths[window[0]] = box["width"]
        assert felt["width"] * felt["height"] > 0.22 * window[0] * window[1]
        assert side["x"] + side["width"] > 0.99 * window[0]
        table = page.locator("[data-table]").first.bounding_box()
        assert box["width"] >= 1.25 * table["width"]
    assert widths[2560] > 1.4 * widths[1280] and widths[3840] > 2.1 * widths[1280], widths


def test_there_are_no_keys_on_touch_screens(new_context, server) -> None:
    context = new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    table = Table.open(context.new_page(), Api(context.request, server.base), TWO, rules="scopa", seed=4)
    table.turn()
    table.page.locator(".menu").click()
    is_hidden = "() => [...document.querySelectorAll('kbd')].every(key => !key.checkVisibility())"
    is_touch = table.page.evaluate("matchMedia('(hover: none)').matches")
    assert table.page.locator("kbd").count() > 2
    assert not is_touch or table.page.evaluate(is_hidden)


def test_panels_are_a_sheet_on_telephones(sit, page: Page) -> None:
    resize(page, (390, 844))
    table = sit(TWO, rules="scopa", seed=4)
    table.turn()
    assert not page.locator(".actions").is_visible()
    page.locator(".menu").click()
    page.locator(".actions summary").click()
    assert page.locator(".actions").is_visible() and page.locator(".side .close").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator(".actions").is_visible()
    assert page.evaluate("document.activeElement.className") == "menu"
    page.locator(".menu").click()
    page.locator(".action").first.click()
    table.turn()
    assert len(table.told()["log"]) >= 2


def test_more_than_nine_actions_have_two_digits(sit, page: Page) -> None:
    table = sit(FOUR, rules="scopone_scientifico", seed=5)
    legal = table.turn()["legal"]
    keys = page.locator(".action kbd").all_text_contents()
    assert len(legal) > 9 and keys == [f"{number:02}" for number in range(1, len(legal) + 1)]
    page.keyboard.press("1")
    page.keyboard.press("0")
    table.turn()
    assert table.last() == legal[9]


def test_rows_are_those_of_the_rules(sit, page: Page) -> None:
    """A game without a prime has no row for it."""
    table = sit(TWO, rules="mini_scopa", seed=5)
    assert "prime" not in table.told()["rules"]["counted"]
    strip = page.locator(".score-strip").inner_text
    page.wait_for_selector(".score-strip")
    assert WORDS["kind.cards"] in strip() and WORDS["kind.prime"] not in strip()
    table.play_out(first)
    heads = page.locator("table.result th[scope=row]").all_inner_texts()
    assert WORDS["kind.prime"] not in heads and WORDS["kind.cards"] in heads


def test_the_strip_counts(sit, page: Page) -> None:
    table = sit(FOUR, rules="cirulla_4", seed=6)
    settebello, rows = False, ["cards", "coins", "prime", "settebello", "sweeps"]
    for _ in range(7):
        shown = table.turn()
        if shown["isOver"]:
            break
        told = table.told()
        for side in (0, 1):
            count = told["so_far"][side]
            cells = {row: page.locator(".score-strip tr", has_text=row).locator("td").nth(side) for row in rows}
            won = ["", "✓"]
            assert cells["cards"].inner_text().split("\n")[0] == f"{count['cards']}{won[count['cards'] > 20]}"
            assert cells["coins"].inner_text().split("\n")[0] == f"{count['suit']}{won[count['suit'] > 5]}"
            assert cells["prime"].inner_text() == f"{count['prime'] or NONE}"
            has = "7d" in told["view"]["piles"][side].split()
            assert cells["settebello"].locator(".minis").count() == int(has)
            settebello |= has
            sweeps = told["view"]["tallies"][side]["sweeps"]
            assert cells["sweeps"].locator("[aria-hidden]").inner_text() == (
                "●" * sweeps if 0 < sweeps < 4 else str(sweeps)
            )
            pile = page.locator(f"[data-place='pile-{side}']")
            assert pile.locator("b").inner_text() == str(count["cards"])
            assert pile.locator(".across").count() == sweeps
        table.act(shown["legal"].index(max(shown["legal"], key=len)))
    assert settebello


# Texts of the game that are not whole: their box, or one around it that does not scroll, cuts them.
CUT = """() => [...document.querySelectorAll('.play :is(p, th, td, h1, h2, b, small, span, button)')].filter(one => {
  if (!one.checkVisibility() || !one.innerText?.trim() || one.closest('.unseen, .side, .card, nav')) return false;
  const cuts = box => ['hidden', 'clip'].includes(getComputedStyle(box).overflowX);
  if (cuts(one) && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 3)) return true;
  const { left, right, width } = one.getBoundingClientRect();
  let box = one.parentElement;
  while (box && getComputedStyle(box).overflowX === 'visible') box = box.parentElement;
  const frame = box?.getBoundingClientRect();
  return width > 1 && frame && (right > frame.right + 1 || left < frame.left - 1);
}).map(one => one.outerHTML.slice(0, 160))"""
GAMES = sorted(file.stem for file in (ROOT / "engine/rules").glob("*.toml") if not file.stem.startswith("mini_"))


@pytest.mark.parametrize("rules", GAMES)
def test_no_text_is_cut_in_any_game(rules: str, page: Page, api: Api) -> None:
    """Neither in the middle nor at the end of a hand, in both languages."""
    players = next(one["players"] for one in api.get("/api/rules") if one["name"] == rules)
    seats = ["person", *["greedy"] * (players - 1)]
    table = Table.open(page, api, seats, rules=rules, seed=8, match=True, auto_declare=True)
    for number in range(99):
        shown = table.turn()
        if shown["isOver"]:
            break
        if number == 5:
            assert_whole(page, rules)
        table.act(shown["legal"].index(max(shown["legal"], key=len)))
    for lang in ("en", "it"):
        page.goto(f"{table.address}&lang={lang}#key={table.key}")
        page.locator(".after .result").wait_for()
        assert_whole(page, f"{rules}, {lang}")


def assert_whole(page: Page, what: str) -> None:
    for window in [(320, 640), (390, 844), (844, 390), (1280, 800)]:
        resize(page, window)
        assert page.evaluate(CUT) == [], (what, window)
        assert page.evaluate(OUTSIDE, [".score-strip", ".plate", ".tools button", ".after"]) == [], (what, window)


@pytest.mark.parametrize("width", [390, 480])
def test_nothing_is_cut_on_telephones(width: int, sit, page: Page) -> None:
    """Neither the points of a declaration, nor a last play, nor a message over a chosen card, nor cards that glide."""
    page.set_viewport_size({"width": width, "height": 844})
    table = sit(TWO, record=position("cirulla", hand="Ad 2s 7c", table="4s 6d 5c Kb"))
    shown = table.turn()
    table.act(next(at for at, action in enumerate(shown["legal"]) if action.startswith("declare")))
    for _ in range(4):
        shown = table.turn()
        assert page.evaluate(CUT) == []
        bar, frame = page.locator(".bar").bounding_box(), page.locator(".felt > .cards").bounding_box()
        assert bar["y"] - 16 < frame["y"] + frame["height"] <= bar["y"] + 1
        card = page.locator("[data-hand]").first
        card.click()
        page.wait_for_timeout(200)
        message, chosen = page.locator(".bar .message").bounding_box(), card.bounding_box()
        # The ring is five pixels wide.
        assert message["y"] + message["height"] <= chosen["y"] - 5
        page.keyboard.press("Escape")
        table.act(shown["legal"].index(max(shown["legal"], key=len)))


@pytest.mark.parametrize("window", WINDOWS[:5])
@pytest.mark.parametrize("players", [2, 4])
def test_a_capture_of_a_whole_table_is_seen_whole(players: int, window: tuple[int, int], sit, page: Page) -> None:
    rounds = {2: [3] * 5, 4: [7]}[players]
    rules = {"base": "asso_piglia_tutto", "players": players, "sides": 2, "deal": {"table": 40 - players * sum(rounds)}}
    rules["deal"]["rounds"] = rounds
    hand = ["Ad", "2s", "3s", "4s", "5s", "6s", "7s"][: rounds[0]]
    table = ["2d", "3d", "4d", "5d", "6d", "7d", "Jd", "Qd", "Kd", "2c", "3c", "4c"][: rules["deal"]["table"]]
    record = position(rules, hand=" ".join(hand), table=" ".join(table), players=players)
    table = sit(["person", *["greedy"] * (players - 1)], record=record)
    legal = table.turn()["legal"]
    table.act(legal.index(max(legal, key=len)))
    table.turn()
    resize(page, window)
    assert page.locator(".plate.own .last .drawn > small").count() == 1
    assert page.evaluate(CUT) == []


def test_looking_back_shows_one_moment(sit, page: Page) -> None:
    """Everything of the game is as it was, not only the cards."""
    table = sit(FOUR, rules="cirulla_4", seed=6)
    moments = {}
    for _ in range(6):
        shown = table.turn()
        moments[len(table.told()["log"])] = page.evaluate(TEXTS)
        table.act(shown["legal"].index(max(shown["legal"], key=len)))
    table.turn()
    for turn, moment in moments.items():
        page.locator(".log button").nth(turn).click()
        page.get_by_role("group", name=WORDS["log.looking"].format(turn=turn + 1)).wait_for()
        assert page.evaluate(TEXTS) == moment
        assert page.locator(".status").count() == 0
    page.keyboard.press(".")
    page.get_by_role("group", name=WORDS["log.looking"].format(turn=turn + 2)).wait_for()
    page.keyboard.press(",")
    page.keyboard.press(",")
    page.get_by_role("group", name=WORDS["log.looking"].format(turn=turn)).wait_for()
    # A page that is opened later, and has seen none of it, shows the same.
    page.reload()
    page.locator(".log button").nth(min(moments)).click()
    page.get_by_role("group", name=WORDS["log.looking"].format(turn=min(moments) + 1)).wait_for()
    assert page.evaluate(TEXTS) == moments[min(moments)]


def test_a_declaration_leaves_the_last_play_of_the_opponent(sit, page: Page) -> None:
    record = json.loads(position("cirulla", hand="4b Qs Kd", table="2c 4s 7d Kb"))
    # The second seat gets cards that it can declare, and the stock those that it had.
    deal = ["Ad", "2s", "3c"]
    stock = record["stock"]
    for mine, other in zip(deal, record["hands"][1].split(), strict=True):
        stock = stock.replace(mine, other)
    record |= {"hands": [record["hands"][0], " ".join(deal)], "stock": stock}
    table = sit(["greedy", "person"], record=json.dumps(record))
    table.turn()
    last = page.locator("[data-place='seat-0'] .last")
    shown = last.inner_text(), last.locator(".face").count()
    assert shown[1] > 0
    page.locator(".declare").first.click()
    table.turn()
    assert table.last().startswith("declare")
    assert (last.inner_text(), last.locator(".face").count()) == shown
    assert page.locator(".plate.own .last .face").count() == len(deal)


def test_seats_and_turns_count_from_one(sit, page: Page) -> None:
    table = sit(["person"] * 6, rules=SIX, seed=5, dealer=5)
    table.turn()
    table.act(0)
    page.locator(".log .turn").first.wait_for()
    numbers = [name.split()[-1] for name in page.locator(".others .who b").all_inner_texts()]
    assert sorted(numbers) == ["2", "3", "4", "5", "6"]
    assert page.locator(".plate.own .who b").inner_text() == WORDS["seat.you"]
    assert page.locator(".log .turn").first.inner_text() == "1"
