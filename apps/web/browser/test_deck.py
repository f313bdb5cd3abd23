"""The deck: one of three styles, chosen by keyboard or touch, remembered, and drawn on all pages at once."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

STYLES = ["regional", "french", "plain"]
# All that a page loads before it can be played, in bytes.
FIRST_LOAD = 430_000


@pytest.fixture
def context(new_context: Callable[..., BrowserContext]) -> BrowserContext:
    return new_context()


def opened(context: BrowserContext, base: str, path: str = "/") -> Page:
    page = context.new_page()
    page.goto(base + path)
    expect(page.locator("#deck svg")).to_be_attached()
    expect(page.locator("main")).to_be_attached()
    return page


def drawn(page: Page) -> str:
    """The pips of the seven of cups."""
    return page.locator("#card-7c").inner_html()


def menu(page: Page) -> None:
    page.locator(".deck summary").click()
    expect(page.locator(".deck img")).to_have_count(len(STYLES))


def test_a_style_is_chosen_by_keys_and_remembered(context: BrowserContext, server) -> None:
    page = opened(context, server.base)
    faces = {drawn(page)}
    page.locator(".deck summary").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("radio", name="Regional")).to_be_checked()
    page.keyboard.press("Tab")
    expect(page.get_by_role("radio", name="Regional")).to_be_focused()
    for style in ("French", "Plain and large"):
        before = drawn(page)
        page.keyboard.press("ArrowDown")
        expect(page.get_by_role("radio", name=style)).to_be_checked()
        page.wait_for_function("before => document.querySelector('#card-7c').innerHTML !== before", arg=before)
        faces.add(drawn(page))
    assert len(faces) == len(STYLES)
    page.keyboard.press("Escape")
    expect(page.locator(".deck fieldset")).to_have_count(0)
    expect(page.locator(".deck summary")).to_be_focused()
    plain = drawn(page)
    page.goto(f"{server.base}/review?lang=it")
    expect(page.locator("#index-C")).to_be_attached()
    assert drawn(page) == plain


def test_other_pages_of_the_browser_follow(context: BrowserContext, server) -> None:
    first, second = (opened(context, server.base) for _ in range(2))
    before = drawn(second)
    menu(first)
    first.get_by_role("radio", name="French").click()
    second.wait_for_function("before => document.querySelector('#card-7c').innerHTML !== before", arg=before)
    menu(second)
    expect(second.get_by_role("radio", name="French")).to_be_checked()


def test_samples_are_drawn(context: BrowserContext, server) -> None:
    page = opened(context, server.base)
    menu(page)
    for image in page.locator(".deck img").all():
        image.evaluate("image => image.decode()")
    pictures = [image.screenshot() for image in page.locator(".deck img").all()]
    assert len(set(pictures)) == len(STYLES)


def test_the_menu_fits_on_a_phone_and_closes_when_focus_leaves(new_context, server) -> None:
    page = opened(new_context(viewport={"width": 320, "height": 640}, has_touch=True), server.base)
    menu(page)
    box = page.locator(".deck fieldset").bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= 320
    for label in page.locator(".deck label").all():
        size = label.bounding_box()
        assert size and size["height"] >= 44
    page.get_by_role("radio", name="Regional").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    expect(page.locator(".deck fieldset")).to_have_count(0)


@pytest.mark.parametrize("path", ["/", "/play/none", "/review", "/review/none", "/practice/none"])
def test_one_deck_is_loaded_and_the_first_load_is_small(context: BrowserContext, server, path: str) -> None:
    page, sizes = context.new_page(), {}
    page.on("response", lambda answer: sizes.update({answer.url: len(answer.body())}))
    page.goto(server.base + path)
    page.wait_for_load_state("networkidle")
    decks = [url for url in sizes if re.search(r"/cards-\w+-\w+\.svg", url)]
    assert len(decks) == 1 and decks[0].endswith("cards-regional-en.svg")
    assert sum(sizes.values()) < FIRST_LOAD, sum(sizes.values())


def test_a_deck_that_did_not_come_is_asked_for_again(context: BrowserContext, server) -> None:
    asked: list[str] = []

    def fail_once(route: Route) -> None:
        asked.append(route.request.url)
        route.abort() if len(asked) == 1 else route.fallback()

    context.route("**/cards-*.svg", fail_once)
    page = opened(context, server.base)
    assert len(asked) == 2 and drawn(page)


def test_colours_forced_by_the_system_leave_the_cards_as_they_are(new_context, server) -> None:
    shots = []
    for forced in ("none", "active"):
        page = opened(new_context(forced_colors=forced), server.base)
        page.evaluate(
            """() => {
              const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
              svg.setAttribute('width', '112');
              svg.setAttribute('height', '200');
              svg.id = 'shown';
              svg.innerHTML = '<use href="#card-Kc"/>';
              document.querySelector('main').prepend(svg);
            }"""
        )
        # Without the round corners, behind which the page has other colours.
        box = page.locator("#shown").bounding_box()
        assert box
        shots.append(page.screenshot(clip={"x": box["x"] + 10, "y": box["y"] + 10, "width": 90, "height": 180}))
    assert shots[0] == shots[1]
