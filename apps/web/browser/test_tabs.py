"""Several pages at once, and pages that are out of date."""

from __future__ import annotations

import time

from driver import lacks
from playwright.sync_api import BrowserContext, Page, Route, expect
from records import WORDS
from table import SHOWN, Table

SEATS = ["person", "greedy"]
# Simulates a background tab.
HIDE = """isHidden => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event('visibilitychange'));
}"""

CARDS = f"""() => {{
  const {{ legal, hand, table, isOver }} = ({SHOWN})();
  return JSON.stringify([legal, hand, table, isOver]);
}}"""


def agree(first: Page, second: Page) -> None:
    """Waits until both pages show the same state."""
    # Polls from here: the page's policy forbids functions that it would have to evaluate.
    until = time.monotonic() + 30
    while (found := second.evaluate(CARDS)) != (shown := first.evaluate(CARDS)):
        assert time.monotonic() < until, f"{found}, expected {shown}"
        second.wait_for_timeout(10)


def test_two_tabs_of_a_table_agree(sit, context: BrowserContext) -> None:
    table = sit(SEATS, rules="scopa", seed=4)
    other = context.new_page()
    other.goto(table.address)
    for page in (table.page, other, table.page):
        table.turn()
        agree(table.page, other)
        page.keyboard.press("1")
    table.turn()
    agree(table.page, other)
    assert len(table.shown()["hand"]) == 3
    other.close()


def test_seven_pages_in_sight_all_work(api, context: BrowserContext) -> None:
    """If each page held a connection, they would exceed the browser's limit of six per server."""
    tables = [Table.open(context.new_page(), api, SEATS, rules="scopa", seed=seed) for seed in range(7)]
    for table in reversed(tables):
        table.turn()
        table.page.keyboard.press("1")
        table.turn()
    for table in tables:
        assert len(table.told()["log"]) >= 2
    # The last page has no stream, but still learns of news.
    tables[-1].act(0)
    tables[-1].turn()
    for table in tables:
        table.page.close()


def test_a_tab_that_was_hidden_shows_what_happened_meanwhile(sit) -> None:
    table = sit(SEATS, rules="scopa", seed=4)
    table.turn()
    table.page.evaluate(HIDE, True)
    table.act(0)
    table.page.evaluate(HIDE, False)
    table.turn()
    assert len(table.shown()["hand"]) == 2


@lacks("requests of routes")
def test_a_page_that_is_behind_says_so_and_catches_up(page: Page, sit) -> None:
    """Another page plays while this one's play is pending."""
    statuses: list[int] = []

    def overtake(route: Route) -> None:
        if statuses:
            return route.continue_()
        table.act(-1)
        answer = route.fetch()
        statuses.append(answer.status)
        return route.fulfill(response=answer)

    # Routed for the page's whole life: if routing starts or stops in between, a pending request may get lost.
    page.route("**/actions", overtake)
    table = sit(SEATS, rules="scopa", seed=4)
    legal = table.turn()["legal"]
    page.keyboard.press("1")
    warning = page.locator("main > .warning")
    expect(warning).to_have_text(WORDS["table.stale"])
    assert statuses == [409] and table.last() == legal[-1]
    before = table.turn()
    assert len(before["hand"]) == 2
    expect(warning).to_have_text(WORDS["table.stale"])
    page.keyboard.press("1")
    table.turn()
    assert table.last() == before["legal"][0]
    expect(warning).to_have_count(0)
