"""All pages on telephones, in both languages, light and dark: nothing scrolls sideways, fingers find everything, axe finds nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import signed_in
from playwright.sync_api import Page
from records import position
from table import Table

from api import Api

PAGES = ["home", "own rules", "start", "play", "declare", "six", "over", "watch", "review", "practice", "file", "gone"]
SIZES = [(320, 640), (390, 844)]
# What can be pressed and is smaller than 44 pixels. Links in running text may be (WCAG 2.5.8), and a box with its label counts as one.
SMALL = """() => [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].map(one => {
  const target = one.matches('input[type=checkbox], input[type=radio]') ? one.closest('label') ?? one : one;
  const { width, height } = target.getBoundingClientRect();
  const isInline = one.matches('a') && getComputedStyle(one).display === 'inline' && one.parentElement.textContent.trim() !== one.textContent.trim();
  const isShown = one.checkVisibility() && width > 0 && !one.closest('.skip');
  return isShown && !isInline && (width < 43.99 || height < 43.99) ? `${one.outerHTML.slice(0, 120)}: ${width} x ${height}` : null;
}).filter(Boolean)"""
WIDE = """() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth > clientWidth ? `${scrollWidth} in ${clientWidth}` : null;
}"""
AXE = Axe()


def show(page: Page, api: Api, kind: str, lang: str, review: str) -> None:
    """Opens a page and all that can be unfolded on it."""
    base, four = api.base, ["person", "greedy", "greedy", "greedy"]
    if kind == "home":
        page.goto(f"{base}/?lang={lang}")
        page.wait_for_selector(".sitters")
    elif kind == "own rules":
        page.goto(f"{base}/?lang={lang}")
        page.locator("#rules").select_option("")
    elif kind == "start":
        page.goto(f"{base}/review?lang={lang}")
        page.wait_for_selector(".drop")
    elif kind == "play":
        table = Table.open(page, api, four, lang, rules="scopone_scientifico", seed=5)
        table.turn()
        page.keyboard.press("1")
        table.turn()
        page.locator(".hint").click()
        page.wait_for_selector(".judged")
        table.hand(table.shown()["hand"][0]).click()
    elif kind == "declare":
        record = position("cirulla", hand="Ad 2s 3c", table="4s 6d 7c Kb")
        Table.open(page, api, ["person", "greedy"], lang, record=record).turn()
    elif kind == "six":
        Table.open(page, api, [*four, "greedy", "greedy"], lang, rules='base = "scopa"\nplayers = 6\n', seed=5).turn()
    elif kind == "over":
        Table.open(page, api, ["person", "greedy"], lang, rules="mini_scopa", seed=5, match=True).play_out(first)
    elif kind == "watch":
        name, _ = api.open(["thinks", "ismcts:simulations=50"], rules="scopa", seed=5)
        api.wait(f"/api/tables/{name}", lambda table: len(table["log"]) > 20)
        page.goto(f"{base}/watch/{name}?lang={lang}")
        page.wait_for_selector(".thought")
    elif kind in ("review", "practice"):
        page.goto(f"{base}/{kind}/{review}?lang={lang}")
        page.wait_for_selector("h1 + .facts")
        page.wait_for_selector(".columns")
    elif kind == "file":
        page.set_content(api.text(f"/api/reviews/{review}/page?lang={lang}"))
    else:
        page.goto(f"{base}/play/0?lang={lang}")
        page.wait_for_selector(".warning")
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    page.wait_for_function("[...document.querySelectorAll('details')].every(one => one.open && one.children.length > 1)")


def first(table: Table, action: str, shown: dict) -> None:
    table.page.keyboard.press("1")


@pytest.fixture(scope="module", params=[f"{kind}, {lang}" for kind in PAGES for lang in ("en", "it")])
def shown(request, browser, server, review) -> Iterator[Page]:
    """A page on a telephone."""
    errors: list[str] = []
    kind, lang = request.param.split(", ")
    context = signed_in(browser, server, errors, viewport={"width": 390, "height": 844}, has_touch=True)
    api = Api(context.request, server.base)
    page = context.new_page()
    show(page, api, kind, lang, review)
    yield page
    api.leave()
    context.close()
    assert not errors


def test_no_page_scrolls_sideways(shown: Page) -> None:
    for width, height in SIZES:
        shown.set_viewport_size({"width": width, "height": height})
        assert shown.evaluate(WIDE) is None, (width, height)


def test_fingers_find_all_targets(shown: Page) -> None:
    for width, height in SIZES:
        shown.set_viewport_size({"width": width, "height": height})
        assert shown.evaluate(SMALL) == [], (width, height)


def test_axe_finds_nothing(shown: Page) -> None:
    for scheme in ("light", "dark"):
        shown.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found = AXE.run(shown).response["violations"]
        assert not found, json.dumps([[one["id"], [node["html"][:200] for node in one["nodes"]]] for one in found])
