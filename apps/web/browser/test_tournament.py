"""A tournament of four persons, each with a browser of its own, and four agents. The server is killed twice."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import Server, run, signed_in
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect
from records import WORDS
from test_screens import AXE, VIOLATIONS, WIDTHS

NAMES = ["Anna", "Bruno", "Carla", "Dino"]
SCREENS = [(1280, 900), (390, 844), (844, 390), (320, 640)]
# The first action of the person's turn, or what the page leads to next.
STEP = """() => {
  const visible = selector => [...document.querySelectorAll(selector)].find(one => one.offsetParent !== null);
  if (visible('.due button')) return 'sit';
  if (visible('.after a.button[href*="/tournament/"].primary')) return 'back';
  return visible('[data-hand]') && document.querySelector('.actions .action') ? 'play' : 'wait';
}"""


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "state")
    yield server
    server.stop()


def fits(page: Page) -> None:
    """Nothing is wider than the screen, and axe finds nothing."""
    wide, width = page.evaluate(WIDTHS)
    assert wide <= width
    page.evaluate(AXE)
    assert page.evaluate(VIOLATIONS, {}) == []


def opened(owner: Page, server: Server) -> str:
    """Opens a tournament by the form. Returns the link for everybody."""
    owner.goto(f"{server.base}/")
    owner.get_by_role("link", name=WORDS["tournament.title"], exact=True).click()
    owner.locator("#cup-name").fill("Friday cup")
    owner.locator("#cup-format").select_option("swiss")
    owner.locator("#cup-rounds").select_option("2")
    owner.locator("#cup-length").select_option("hands 1")
    owner.locator("#cup-clock").select_option("match_seconds 900")
    owner.locator("#cup-break").select_option("0")
    for _ in range(4):
        owner.get_by_role("button", name=WORDS["tournament.add"]).click()
    fits(owner)
    owner.get_by_role("button", name=WORDS["tournament.open"]).click()
    expect(owner.locator("h1")).to_contain_text("Friday cup")
    return owner.get_by_label(WORDS["tournament.link"]).input_value()


def enter(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.locator("#entrant").fill(name)
    assert "enter=" not in page.url
    page.get_by_role("button", name=WORDS["tournament.enter"]).click()
    expect(page.locator(".entrants")).to_contain_text(name)
    fits(page)


def step(page: Page) -> bool:
    """Does what the page leads to. Says whether a card was played."""
    try:
        what = page.evaluate(STEP)
    except Error as error:
        # The page leads to another one at this moment.
        assert "navigation" in str(error)
        return False
    if what == "sit":
        page.locator(".due button").click()
    elif what == "back":
        page.locator(".after a.primary").click()
    elif what == "play":
        page.keyboard.press("1")
    return what == "play"


def test_four_persons_and_four_agents_over_two_kills(
    browser: Browser, stranger: Callable[..., BrowserContext], own_server: Server
) -> None:
    errors: list[str] = []
    context = signed_in(browser, own_server, errors)
    owner = context.new_page()
    link = opened(owner, own_server)
    pages = [stranger(viewport={"width": w, "height": h}).new_page() for w, h in SCREENS]
    for page, name in zip(pages, NAMES, strict=True):
        enter(page, link, name)
    expect(owner.locator(".entrants li")).to_have_count(8)
    owner.get_by_role("button", name=WORDS["tournament.start"]).click()
    headline, plays, kills = owner.locator(".headline"), 0, [15, 40]
    until = time.monotonic() + 300
    while not headline.count():
        assert time.monotonic() < until, [page.locator("main").inner_text() for page in pages]
        for page in pages:
            plays += step(page)
        if kills and plays >= kills[0]:
            kills.pop(0)
            own_server.kill()
            own_server.start()
        owner.wait_for_timeout(100)
    assert not kills
    fits(owner)
    folder = next((own_server.state / "tournaments").iterdir())
    run("report", folder)
    assert "Friday cup" in (folder / "report.html").read_text()
    records = sorted((folder / "records").glob("*.jsonl"))
    assert len(records) == 8
    run("replay", *records)
    for page in pages:
        expect(page.locator(".after a.primary, .headline").first).to_be_visible()
        step(page)
        expect(page.locator(".headline")).to_be_visible()
        fits(page)
    assert not errors, errors
    context.close()
