"""All pages on screens of five sizes, in both languages, light and dark."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from api import Api
from axe_playwright_python.sync_playwright import Axe
from conftest import Server, signed_in
from playwright.sync_api import Browser, BrowserContext, Page, expect
from records import position
from table import Table, first

PAGES = [
    "home",
    "own rules",
    "start",
    "rules",
    "learn",
    "lesson",
    "play",
    "hint",
    "declare",
    "six",
    "over",
    "watch",
    "review",
    "practice",
    "file",
    "cups",
    "entries",
    "cup",
    "gone",
]
TELEPHONES = [(320, 640), (390, 844)]
SIZES = [*TELEPHONES, (844, 390), (1280, 800), (3840, 2160)]
# Interactive elements smaller than 44 pixels. Links in running text are exempt (WCAG 2.5.8). If a box has a label, both
# are one target.
TARGETS = "a[href], button, input, select, textarea, summary"
SMALL_TARGETS = """targets => [...document.querySelectorAll(targets)].map(one => {
  const target = one.matches('[type=checkbox], [type=radio]') ? one.closest('label') ?? one : one;
  const { width, height } = target.getBoundingClientRect();
  const isAlone = one.parentElement.textContent.trim() === one.textContent.trim();
  const isInText = getComputedStyle(one).display === 'inline' && !isAlone;
  const isShown = one.checkVisibility() && width > 0 && !one.closest('.skip');
  const isSmall = isShown && !isInText && Math.min(width, height) < 43.99;
  return isSmall ? `${one.outerHTML.slice(0, 120)}: ${width} x ${height}` : null;
}).filter(Boolean)"""
WIDTHS = "(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(document.documentElement)"
AXE = Axe().axe_script
VIOLATIONS = """async rules => {
  const { violations } = await axe.run(document, { resultTypes: ['violations'], ...rules });
  return violations.map(one => [one.id, one.nodes.slice(0, 5).map(node => node.html.slice(0, 200))]);
}"""


def show(page: Page, api: Api, kind: str, lang: str, review: str) -> None:
    """Opens a page and unfolds all its parts."""
    base, four = api.base, ["person", "greedy", "greedy", "greedy"]
    if kind == "home":
        page.goto(f"{base}/?lang={lang}")
        page.wait_for_selector(".tiles")
    elif kind == "own rules":
        page.goto(f"{base}/?lang={lang}")
        page.locator(".own summary").first.click()
        page.locator(".own .more summary").click()
        page.locator(".own .more [type=checkbox]").last.check()
    elif kind == "rules":
        page.goto(f"{base}/rules/cirulla?lang={lang}")
        page.wait_for_selector(".try")
    elif kind == "learn":
        page.goto(f"{base}/learn?lesson=2&lang={lang}")
        page.wait_for_selector(".try")
        page.locator("[data-hand]").click()
        page.locator("[data-table]").first.click()
        page.wait_for_selector(".verdict")
    elif kind == "lesson":
        table = Table.open(page, api, ["person", "beginner"], lang, rules="scopa", seed=5)
        page.goto(f"{table.address}&lang={lang}&lesson=1#key={table.key}")
        expect(page.locator(".advice")).to_be_visible(timeout=30_000)
    elif kind == "start":
        page.goto(f"{base}/review?lang={lang}")
        page.wait_for_selector(".drop")
    elif kind in ("play", "hint"):
        table = Table.open(page, api, four, lang, rules="scopone_scientifico", seed=5)
        table.turn()
        first(table, "", table.shown())
        table.turn()
        page.locator(".hint").click()
        expect(page.locator(".advice")).to_be_visible(timeout=30_000)
        if kind == "hint":
            return
        page.locator(".advice button").click()
        expect(page.locator(".numbers .why")).to_be_visible()
        page.keyboard.press("Escape")
        table.hand(table.shown()["hand"][0]).click()
        page.locator(".menu").click()
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
        page.locator(".menu").click()
        page.wait_for_selector(".thought")
    elif kind in ("review", "practice"):
        page.goto(f"{base}/{kind}/{review}?lang={lang}")
        page.wait_for_selector(".columns")
    elif kind == "file":
        # The policy is removed, because axe would violate it.
        page.set_content(api.text(f"/api/reviews/{review}/page?lang={lang}").replace("Content-Security-Policy", "x"))
    elif kind in ("cups", "entries", "cup"):
        name = api.tournament({"format": "swiss", "rounds": 3, "hands": 1}, ["greedy", "club", "greedy", "random"])
        path = f"/api/tournaments/{name}"
        page.goto(base + api.get(path)["link"])
        page.locator("#entrant").fill("Bartolomeo di Castelfranco")
        page.locator(".entrants ~ form button").click()
        expect(page.locator(".entrants li")).to_have_count(5)
        if kind == "cup":
            api.post(f"{path}/start", {})
            expect(page.locator(".due")).to_be_visible()
            expect(page.locator(".matches b")).to_have_count(1)
        page.goto(f"{base}/tournament{'' if kind == 'cups' else f'/{name}'}?lang={lang}")
        if kind == "cups":
            page.locator(".add").click()
        else:
            page.wait_for_selector(".standings" if kind == "cup" else ".entrants")
    else:
        page.goto(f"{base}/play/0?lang={lang}")
        page.wait_for_selector(".warning")
    # If many elements are alike, a few are enough.
    page.evaluate("document.querySelectorAll('.decision:nth-of-type(n + 5)').forEach(one => one.remove())")
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    # Waits with a locator: the page's policy forbids functions that it would have to evaluate.
    expect(page.locator("details:not([open]), details:not(:has(> :nth-child(2)))")).to_have_count(0, timeout=30_000)


@pytest.fixture(scope="module")
def heard() -> list[str]:
    return []


@pytest.fixture(scope="module")
def telephone(browser: Browser, server: Server, heard: list[str]) -> Iterator[BrowserContext]:
    telephone = signed_in(browser, server, heard, viewport={"width": 390, "height": 844}, has_touch=True)
    yield telephone
    telephone.close()


@pytest.fixture(scope="module", params=[f"{kind}, {lang}" for kind in PAGES for lang in ("en", "it")])
def shown(
    request: pytest.FixtureRequest, telephone: BrowserContext, heard: list[str], server: Server, review: str
) -> Iterator[Page]:
    """A page on a telephone."""
    kind, lang = request.param.split(", ")
    api = Api(telephone.request, server.base)
    page = telephone.new_page()
    heard.clear()
    show(page, api, kind, lang, review)
    yield page
    assert not heard
    page.close()
    api.leave()


def test_no_page_scrolls_sideways(shown: Page) -> None:
    for width, height in SIZES:
        shown.set_viewport_size({"width": width, "height": height})
        wide, screen = shown.evaluate(WIDTHS)
        assert wide <= screen <= width


def test_fingers_find_all_targets(shown: Page) -> None:
    for width, height in TELEPHONES:
        shown.set_viewport_size({"width": width, "height": height})
        assert shown.evaluate(SMALL_TARGETS, TARGETS) == [], width


def test_axe_finds_nothing(shown: Page) -> None:
    # Drawings are hidden from screen readers. If they are removed, axe runs much faster.
    shown.evaluate("document.querySelectorAll('symbol').forEach(drawing => drawing.replaceChildren())")
    shown.evaluate(AXE)
    # Colours are the same in both languages, and only colours change in dark mode.
    checks = [("light", {}), ("dark", {"runOnly": ["color-contrast"]})]
    if shown.evaluate("document.documentElement.lang") == "it":
        checks = [("light", {"rules": {"color-contrast": {"enabled": False}}})]
    for scheme, rules in checks:
        shown.emulate_media(color_scheme=scheme)
        assert shown.evaluate(VIOLATIONS, rules) == [], scheme
