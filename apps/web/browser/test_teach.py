"""Teach mode: the page asks whether to take a bad play back."""

from __future__ import annotations

import pytest
from driver import lacks
from playwright.sync_api import Page, expect
from records import WORDS, position
from table import Table

SEATS = ["person", "greedy"]
# Laying the five leaves the sevens to the other side.
GOOD, BAD = "7d x 7c", "5s"
RECORD = position("scopa", hand="7d 5s 3c", table="Kc Ks Qb 7c")


@pytest.fixture
def table(page: Page, server, sit) -> Table:
    """A table in teach mode, after the search has judged the first decision."""
    page.goto(server.base)
    page.evaluate("localStorage['spariglio.teach'] = '1'")
    with page.expect_response("**/hints", timeout=30_000):
        return sit(SEATS, record=RECORD)


def press(table: Table, action: str) -> None:
    table.now = ""
    table.page.keyboard.press(str(table.turn()["legal"].index(action) + 1))


def test_a_bad_play_is_asked_about_before_it_is_made(page: Page, table: Table) -> None:
    asked = page.locator(".teach")
    press(table, BAD)
    expect(asked).to_contain_text("take it back?")
    expect(page.get_by_role("button", name=WORDS["teach.back"])).to_be_focused()
    page.keyboard.press("Enter")
    expect(asked).to_have_count(0)
    assert table.told()["log"] == []
    press(table, BAD)
    page.get_by_role("button", name=WORDS["teach.on"]).click()
    expect(asked).to_have_count(0)
    table.turn()
    assert table.told()["log"][0]["action"] == BAD


@lacks("requests of routes")
def test_a_late_answer_takes_the_play_back(page: Page, server, sit) -> None:
    held = []
    page.route("**/hints", lambda route: held.append((route, route.fetch())))
    page.goto(server.base)
    page.evaluate("localStorage['spariglio.teach'] = '1'")
    table = sit(SEATS, record=RECORD)
    table.turn()
    while not held:
        page.wait_for_timeout(50)
    press(table, BAD)
    expect(page.locator(".actions .action")).to_have_count(2)
    route, answer = held[0]
    route.fulfill(response=answer)
    page.get_by_role("button", name=WORDS["teach.back"]).click()
    expect(page.locator(".hand [data-hand]")).to_have_count(3)
    assert table.told()["log"] == []


def test_a_good_play_is_not_asked_about(page: Page, table: Table) -> None:
    press(table, GOOD)
    table.turn()
    assert table.told()["log"][0]["action"] == GOOD
    expect(page.locator(".teach")).to_have_count(0)
