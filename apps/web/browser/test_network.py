"""Requests that fail: the page says so, and goes on by itself."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import pytest
from api import Api
from conftest import Server
from playwright.sync_api import Page, Route, expect
from records import WORDS
from table import Table

SEATS = ["person", "greedy"]
FAILURES = ["503", "429", "dropped", "cut short"]
# A stream that opens and then is silent.
SILENT = """
window.EventSource = class {
  constructor() { setTimeout(() => this.onopen?.()); }
  addEventListener() {}
  close() {}
};
"""
# Makes the first answer to `path` that the test accepts break off in the middle.
CUT = """
const whole = window.fetch;
let isCut = false;
window.fetch = async (path, wishes) => {
  const answer = await whole(path, wishes);
  if (isCut || wishes?.method !== 'GET' || !(await answer.clone().text()).includes(PART)) return answer;
  isCut = true;
  window.cuts = 1;
  const stream = new ReadableStream({ start: control => control.error(new TypeError('network error')) });
  return new Response(stream, { status: 200 });
};
"""


def fail(page: Page, failure: str, part: str) -> Callable[[], int]:
    """Lets the first answer with `part` in it fail. Returns a function that counts the failures."""
    if failure == "cut short":
        page.add_init_script(CUT.replace("PART", json.dumps(part)))
        return lambda: page.evaluate("window.cuts ?? 0")
    failed: list[str] = []

    def answer(route: Route) -> None:
        if failed or route.request.method != "GET":
            return route.continue_()
        found = route.fetch()
        text = found.text()
        # Another answer may have failed while this one came.
        if failed or part not in text:
            return route.fulfill(response=found)
        failed.append(found.url)
        if failure == "dropped":
            return route.abort("connectionreset")
        return route.fulfill(status=int(failure), json={"error": {"field": "x", "expected": "y", "found": "z"}})

    page.route(lambda url: "/api/" in url and not url.endswith("/events"), answer)
    return lambda: len(failed)


@pytest.mark.parametrize("failure", FAILURES)
def test_a_failed_request_while_an_agent_thinks_does_not_stop_the_table(failure: str, sit, page: Page) -> None:
    # The first answer after the next two plays: the one that gives the turn back.
    count = fail(page, failure, '"ply":3,')
    table = sit(SEATS, rules="scopa", seed=4)
    table.turn()
    page.keyboard.press("1")
    start = time.monotonic()
    assert len(table.turn()["hand"]) == 2
    assert time.monotonic() - start < 4
    assert count() == 1
    expect(page.locator(".warning")).to_have_count(0)


def test_a_table_survives_that_the_network_is_away_for_three_seconds(new_context, server: Server) -> None:
    context = new_context()
    api = Api(context.request, server.base)
    table = Table.open(context.new_page(), api, SEATS, rules="scopa", seed=4)
    table.turn()
    api.pace(table.name, 400, key=table.key)
    table.page.keyboard.press("1")
    table.page.wait_for_timeout(100)
    context.set_offline(True)
    table.page.wait_for_timeout(3000)
    context.set_offline(False)
    start = time.monotonic()
    assert len(table.turn()["hand"]) == 2
    assert time.monotonic() - start < 4
    expect(table.page.locator(".warning")).to_have_count(0)
    api.leave()


def test_a_table_goes_on_although_its_stream_is_silent(sit, page: Page) -> None:
    page.add_init_script(SILENT)
    table = sit(SEATS, rules="scopa", seed=4)
    table.turn()
    table.act(0)
    assert len(table.turn()["hand"]) == 2


def test_a_play_that_meets_a_busy_server_is_sent_again(sit, page: Page) -> None:
    busy: list[str] = []

    def refuse(route: Route) -> None:
        if busy:
            return route.continue_()
        busy.append(route.request.url)
        return route.fulfill(status=503, json={"error": {"field": "x", "expected": "y", "found": "z"}})

    page.route("**/actions", refuse)
    table = sit(SEATS, rules="scopa", seed=4)
    legal = table.turn()["legal"]
    page.keyboard.press("1")
    table.turn()
    assert busy and table.last() == legal[0]
    expect(page.locator(".warning")).to_have_count(0)


def test_a_warning_goes_when_the_server_is_back_and_moves_nothing(new_context, server: Server) -> None:
    context = new_context()
    api = Api(context.request, server.base)
    table = Table.open(context.new_page(), api, SEATS, rules="scopa", seed=4)
    table.turn()
    felt = table.page.locator(".felt")
    before = felt.bounding_box()
    context.set_offline(True)
    table.page.keyboard.press("1")
    warnings = table.page.locator(".warning")
    expect(warnings.filter(has_text=WORDS["error.0"])).to_be_visible()
    expect(warnings.filter(has_text=WORDS["page.gone"])).to_be_visible()
    assert felt.bounding_box() == before
    context.set_offline(False)
    expect(warnings).to_have_count(0)
    assert [entry["seat"] for entry in table.told()["log"]] == [1]
    api.leave()


@pytest.mark.parametrize("failure", FAILURES)
def test_a_failed_request_does_not_stop_a_review(failure: str, page: Page, server: Server, api, records: str) -> None:
    count = fail(page, failure, '"kind":"summary"')
    name = api.post("/api/reviews", records)["id"]
    page.goto(f"{server.base}/review/{name}")
    page.get_by_text(WORDS["review.numbers"]).click()
    expect(page.locator("main")).to_contain_text(WORDS["summary.title"], timeout=20_000)
    assert count() == 1
    expect(page.locator(".warning")).to_have_count(0)


@pytest.mark.parametrize("part", ["/record", "/agents", "/rows"])
def test_every_part_of_a_review_is_asked_again(part: str, page: Page, server: Server, review: str) -> None:
    failed: list[str] = []

    def drop(route: Route) -> None:
        if failed:
            return route.continue_()
        failed.append(route.request.url)
        return route.abort("connectionreset")

    page.route(f"**/api/**{part}", drop)
    page.goto(f"{server.base}/review/{review}")
    expect(page.locator("#decision .try .primary")).to_be_visible()
    page.locator("#decision .try .primary").click()
    page.wait_for_url("**/play/**")
    assert failed


def test_a_play_that_finds_no_answer_is_told_until_the_next_one(page: Page, api: Api) -> None:
    table = Table.open(page, api, SEATS, rules="scopa", seed=3)
    told = table.turn()
    page.route("**/actions", lambda route: route.abort())
    page.locator(".actions summary").click()
    page.locator(".actions .action").first.click()
    notice = page.locator(".warning.notice")
    expect(notice).to_have_text(WORDS["error.0"])
    # Longer than the page waits between its own requests.
    page.wait_for_timeout(3000)
    expect(notice).to_be_visible()
    box = notice.bounding_box()
    assert box and abs(2 * box["x"] + box["width"] - 1280) < 2
    page.unroute("**/actions")
    page.locator(".actions .action").first.click()
    expect(notice).to_have_count(0)
    assert table.turn()["hand"] != told["hand"]
