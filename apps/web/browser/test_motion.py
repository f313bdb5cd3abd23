"""What moves at a table, the end of a hand, and sounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from api import Api
from conftest import Server, signed_in
from driver import IS_FIREFOX, double_click
from playwright.sync_api import Browser, BrowserContext, Page, expect
from records import WORDS, cards_of, position
from table import Table

SEATS = ["person", "greedy"]
SWEEP = position("scopa", hand="7b 6s Kd", table="Ad Ac 2d 3s")
CAPTURE = position("scopa", hand="4b 6s Kd", table="2c 4s 7d Qb")
# Counts what the page animates and slows it down on demand. Records the largest number of cards on the layer, brooms
# and sounds.
WATCH = """
Object.assign(window, { slow: 1, moves: 0, flying: 0, brooms: 0, sounds: 0 });
const { animate } = Element.prototype;
Element.prototype.animate = function (frames, { duration, delay, ...rest }) {
  window.moves += 1;
  return animate.call(this, frames, { duration: duration * window.slow, delay: delay * window.slow, ...rest });
};
new MutationObserver(() => {
  window.flying = Math.max(window.flying, document.querySelectorAll('.layer .flying').length);
  window.brooms = Math.max(window.brooms, document.querySelectorAll('.layer .broom').length);
}).observe(document, { childList: true, subtree: true });
const { start } = AudioBufferSourceNode.prototype;
AudioBufferSourceNode.prototype.start = function (...rest) {
  window.sounds += 1;
  return start.apply(this, rest);
};
"""
REST = "document.getAnimations().filter(one => !(one instanceof CSSTransition)).length"
IN_WINDOW = """selector => [...document.querySelectorAll(selector)].map(one => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const isFree = one.contains(document.elementFromPoint(x, y)) || one.matches('.felt');
  return isFree && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
})"""


@pytest.fixture(scope="module")
def heard() -> list[str]:
    return []


@pytest.fixture(scope="module")
def lively(browser: Browser, server: Server, heard: list[str]) -> Iterator[BrowserContext]:
    """A context of somebody who wants motion."""
    if IS_FIREFOX:
        pytest.skip("Firefox is told at its start that nothing should move")
    context = signed_in(browser, server, heard, reduced_motion="no-preference")
    yield context
    context.close()


@pytest.fixture
def live(lively: BrowserContext, heard: list[str]) -> Iterator[Page]:
    heard.clear()
    page = lively.new_page()
    page.add_init_script(WATCH)
    yield page
    page.evaluate("localStorage.clear()")
    page.close()
    assert not heard


@pytest.fixture
def calls(lively: BrowserContext, server: Server) -> Iterator[Api]:
    api = Api(lively.request, server.base)
    yield api
    api.leave()


def seen(page: Page, what: str) -> Any:
    return page.evaluate(f"window.{what}")


def step(table: Table, millis: int = 700) -> None:
    """Lets the agent of a paused table play once."""
    table.api.post(f"/api/tables/{table.name}/pace", {"millis": millis, "paused": True, "step": True}, table.key)


def open_table(page: Page, api: Api, millis: int = 700, **wishes: object) -> Table:
    """A table whose agents wait, after the deal has come to rest."""
    table = Table.open(page, api, SEATS, millis=millis, **wishes)
    api.pace(table.name, millis, paused=True, key=table.key)
    page.wait_for_selector(".hand [data-hand]")
    at_rest(page)
    page.evaluate("window.flying = 0")
    return table


def finish(page: Page) -> None:
    """Lets everything come to rest at once, after it was slowed down."""
    page.evaluate("window.slow = 1; document.getAnimations().forEach(one => one.finish())")
    at_rest(page)


def at_rest(page: Page) -> None:
    """Waits until nothing moves. Nothing that moved is left."""
    expect(page.locator(".layer")).to_have_count(0)
    assert page.evaluate(REST) == 0


def play(table: Table, card: str, *takes: str) -> None:
    table.hand(card).click()
    for take in takes:
        table.card(take).click()


def plays(page: Page, count: int) -> None:
    """Waits until the page shows so many plays."""
    expect(page.locator(".log li")).to_have_count(count)


def test_a_capture_is_seen_before_it_goes(live: Page, calls: Api) -> None:
    table = open_table(live, calls, record=CAPTURE)
    felt = live.locator(".felt").bounding_box()
    live.evaluate("window.slow = 100")
    play(table, "4b", "4s")
    layer = live.locator(".layer .flying")
    expect(layer).to_have_count(2)
    expect(table.card("4s")).to_have_count(0)
    # Both cards lie on the felt while their rings are shown.
    live.evaluate("document.getAnimations().forEach(one => { one.currentTime = 30_000; })")
    for card in layer.all():
        box = card.bounding_box()
        assert felt["x"] < box["x"] < felt["x"] + felt["width"] and felt["y"] < box["y"] < felt["y"] + felt["height"]
    finish(live)
    assert table.last() == "4b x 4s"


def test_a_sweep_is_swept(live: Page, calls: Api) -> None:
    table = open_table(live, calls, record=SWEEP)
    play(table, "7b", "3s")
    plays(live, 1)
    at_rest(live)
    assert seen(live, "flying") == 5 and seen(live, "brooms") == 1


def test_a_play_of_another_seat_flies_too(live: Page, calls: Api) -> None:
    table = open_table(live, calls, record=CAPTURE)
    double_click(table.hand("Kd"))
    plays(live, 1)
    at_rest(live)
    live.evaluate("window.flying = 0")
    step(table)
    plays(live, 2)
    at_rest(live)
    assert seen(live, "flying") >= 1


def test_a_dropped_card_starts_where_it_was_dropped(live: Page, calls: Api) -> None:
    table = open_table(live, calls, record=CAPTURE)
    live.evaluate("window.slow = 100")
    table.drag("4b", "[data-table='4s']")
    expect(live.locator(".layer .flying")).to_have_count(2)
    finish(live)
    assert table.last() == "4b x 4s"


def test_what_moves_does_not_stop_anybody(live: Page, calls: Api) -> None:
    """The next card is chosen, and played, while the last play still moves."""
    table = open_table(live, calls, record=CAPTURE)
    live.evaluate("window.slow = 100")
    layer = live.locator(".layer")
    play(table, "4b", "4s")
    step(table)
    plays(live, 2)
    expect(layer).to_have_count(1)
    table.click("[data-hand='Kd']")
    expect(table.hand("Kd")).to_have_attribute("aria-pressed", "true")
    live.keyboard.press("Escape")
    table.now = ""
    legal = table.turn()["legal"]
    live.keyboard.press("1")
    plays(live, 3)
    assert table.last() == legal[0]
    expect(layer).to_have_count(1)
    finish(live)


def test_a_new_state_ends_what_still_moves(live: Page, calls: Api) -> None:
    table = open_table(live, calls, record=CAPTURE)
    live.evaluate("window.slow = 100")
    play(table, "4b", "4s")
    plays(live, 1)
    expect(live.locator(".layer .flying")).to_have_count(2)
    step(table)
    plays(live, 2)
    expect(live.locator(".layer")).to_have_count(1)
    finish(live)
    told = table.told()["view"]["table"].split()
    assert live.locator("[data-table]").evaluate_all("all => all.map(one => one.dataset.table)") == told


def test_taking_back_and_looking_back_move_nothing(live: Page, calls: Api) -> None:
    table = open_table(live, calls, record=CAPTURE)
    play(table, "4b", "4s")
    step(table)
    plays(live, 2)
    at_rest(live)
    live.evaluate("window.moves = 0")
    for key in (",", ",", "."):
        live.keyboard.press(key)
        expect(live.locator(".looking")).to_be_visible()
    live.locator(".looking .primary").click()
    live.keyboard.press("u")
    plays(live, 0)
    assert seen(live, "moves") == 0


def choose(request: pytest.FixtureRequest, is_calm: bool, *millis: int) -> tuple[Page, Api, int]:
    """A page with reduced motion or one without."""
    page, api = map(request.getfixturevalue, ("page", "api") if is_calm else ("live", "calls"))
    page.add_init_script(WATCH)
    page.bring_to_front()
    return page, api, millis[not is_calm]


@pytest.mark.parametrize("why", ["reduced motion", "at once"])
def test_nothing_moves_if_that_is_not_wanted(why: str, request: pytest.FixtureRequest) -> None:
    page, api, millis = choose(request, why == "reduced motion", 700, 0)
    table = open_table(page, api, millis=millis, record=CAPTURE)
    play(table, "4b", "4s")
    step(table, millis)
    plays(page, 2)
    assert seen(page, "moves") == 0


def to_last_play(page: Page, api: Api, **wishes: object) -> Table:
    """A table before the person's last play, which is the last one of the hand."""
    table = open_table(page, api, millis=0, rules="scopa", seed=11, **wishes)
    api.pace(table.name, 0, key=table.key)
    while len(table.turn()["hand"]) > 1 or table.told()["view"]["plies_left"] > 1:
        page.keyboard.press("1")
    api.pace(table.name, 300, key=table.key)
    return table


@pytest.mark.parametrize("is_calm", [False, True])
def test_the_last_table_stays_then_the_points_are_counted(is_calm: bool, request: pytest.FixtureRequest) -> None:
    page, api, _ = choose(request, is_calm, 0, 0)
    table = to_last_play(page, api, match=True)
    page.keyboard.press("1")
    after = page.locator(".after")
    felt = page.locator("[data-place=felt] [data-card]")
    plays(page, 36)
    expect(after).to_have_count(0)
    assert felt.count() > 0
    if not is_calm:
        expect(page.locator(".spoken")).to_have_text(WORDS["end.rest_yours"].split("|")[1])
    expect(after).to_be_visible()
    at_rest(page)
    totals = after.locator("tfoot b")
    sides = table.told()["result"]["sides"]
    expect(totals).to_have_text([str(side["total"]) for side in sides])
    expect(page.locator("button:focus")).to_have_text(WORDS["result.next"])
    headline = after.locator("h2").inner_text()
    best = max(range(2), key=lambda side: sides[side]["total"])
    assert headline.endswith(f"{sides[best]['total']}\N{EN DASH}{sides[1 - best]['total']}")
    assert sum(headline in line for line in seen(page, "told")) == 1
    page.keyboard.press("Enter")
    expect(page.locator(".hand [data-hand]")).to_have_count(3)


def test_the_sheet_has_the_rows_of_the_rules(page: Page, api: Api) -> None:
    table = Table.open(page, api, SEATS, rules="mini_scopa", seed=5)
    table.play_out(lambda table, action, shown: table.page.keyboard.press("1"))
    rows = page.locator("table.result tbody th").all_inner_texts()
    assert WORDS["kind.prime"] not in rows and len(rows) == len(set(rows)) > 0


def test_the_last_capture_is_shown_again(sit) -> None:
    table = sit(SEATS, record=CAPTURE)
    table.turn()
    trick = table.page.locator(".trick")
    table.page.keyboard.press("l")
    expect(trick).to_have_count(0)
    play(table, "4b", "4s")
    table.turn()
    while len(takes := [entry["action"] for entry in table.told()["log"] if " x " in entry["action"]]) < 2:
        table.act(0)
        table.turn()
    table.page.keyboard.press("l")
    cards = trick.locator("[data-card]").evaluate_all("all => all.map(one => one.dataset.card)")
    assert cards == cards_of(takes[-1]) != cards_of(takes[0])
    table.page.keyboard.press("Escape")
    expect(trick).to_have_count(0)
    table.page.get_by_role("button", name=WORDS["trick.button"]).click()
    expect(trick).to_be_visible()


def test_sounds_are_off_until_they_are_switched_on(live: Page, calls: Api) -> None:
    table = open_table(live, calls, record=CAPTURE)
    double_click(table.hand("Kd"))
    plays(live, 1)
    at_rest(live)
    assert seen(live, "sounds") == 0
    live.get_by_text(WORDS["sitting.title"]).click()
    live.get_by_label(WORDS["sound.on"]).check()
    live.reload()
    live.get_by_text(WORDS["sitting.title"]).click()
    expect(live.get_by_label(WORDS["sound.on"])).to_be_checked()
    step(table)
    plays(live, 2)
    at_rest(live)
    live.mouse.click(2, 2)
    play(table, "4b", "4s")
    plays(live, 3)
    at_rest(live)
    assert seen(live, "sounds") >= 2


HINTED = position("scopa", hand="7b 6s Kd", table="2c 4s 7d Qb")


@pytest.mark.parametrize("screen", [(1280, 900), (390, 844), (320, 640), (844, 390)])
def test_a_hint_is_seen_on_the_cards(screen: tuple[int, int], sit, page: Page) -> None:
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    table = sit(SEATS, record=HINTED)
    table.turn()
    hand = page.locator(".hand")
    before = hand.bounding_box()
    page.locator("button.hint").click()
    words = page.locator(".advice span")
    expect(words).to_contain_text("Take the seven of coins with the seven of batons: it is the settebello.")
    expect(page.locator("[data-hand='7b'].advised")).to_have_count(1)
    expect(page.locator("[data-table='7d'].advised")).to_have_count(1)
    expect(page.locator(".advised")).to_have_count(2)
    expect(page.locator(".hand .loss")).to_have_count(2)
    assert page.evaluate(IN_WINDOW, ".advised, .advice, .hand [data-hand]") == [True] * 5
    assert hand.bounding_box() == before
    assert "±" not in page.locator("main").inner_text()
    page.locator(".advice button").click()
    expect(page.locator(".numbers .why")).to_contain_text("±")


def test_a_long_hint_stays_above_the_cards_that_it_raises(sit, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    table = sit(SEATS, record=position("cirulla", hand="Ad 3b 5c", table="4s 6d 5s Kb"))
    table.turn()
    page.locator("button.hint").click()
    words, card = page.locator(".advice span"), page.locator(".hand .advised").first
    expect(words).to_contain_text("Declare the ace of coins, the three of batons, and the five of cups")
    below, above = words.bounding_box(), card.bounding_box()
    assert below["y"] + below["height"] <= above["y"]


def test_a_hint_to_lay_shows_the_felt(sit, page: Page) -> None:
    table = sit(SEATS, record=position("scopa", hand="6s Js Kd", table="2c 2s 2b Qb"))
    table.turn()
    page.keyboard.press("h")
    expect(page.locator(".advice")).to_be_visible(timeout=30_000)
    best = page.locator(".hand .advised")
    takes = page.locator("[data-table].advised").count()
    expect(best).to_have_count(1)
    assert (page.locator(".ghost.advised").count() == 1) == (takes == 0)
    assert page.evaluate("window.told").count(page.locator(".advice span").inner_text()) == 1
    page.keyboard.press("1")
    expect(page.locator(".advised, .loss")).to_have_count(0)
