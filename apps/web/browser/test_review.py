"""A review in the browser: giving records, going through losses, trying other actions, sharing."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect
from records import WORDS

CARD = re.compile(r"(?<![0-9A-Za-z])[A2-7JQK][dcsb](?![0-9A-Za-z])")

DROPPED = """text => {
  const data = new DataTransfer();
  data.items.add(new File([text], 'hands.jsonl'));
  return data;
}"""


@pytest.fixture
def rows(api, review) -> list[dict]:
    """The decisions with a choice."""
    lines = map(json.loads, api.text(f"/api/reviews/{review}/rows").splitlines())
    return [row for row in lines if row["kind"] == "decision" and row["method"] != "forced"]


def show(page: Page, server, review: str) -> Page:
    page.goto(f"{server.base}/review/{review}")
    page.wait_for_selector("#decision")
    return page


def place(page: Page) -> tuple[int, int]:
    """The hand and the turn of the displayed decision."""
    hand, turn = re.match(r"Hand (\d+), turn (\d+)", page.locator("#decision-title").inner_text()).groups()
    return int(hand), int(turn)


def test_a_dropped_file_is_reviewed(page: Page, server, records: str) -> None:
    page.goto(server.base)
    file = page.evaluate_handle(DROPPED, records)
    page.locator(".drop").dispatch_event("drop", {"dataTransfer": file})
    expect(page.locator(".drop")).to_contain_text("3 lines")
    page.get_by_role("button", name=WORDS["drop.review"], exact=True).click()
    page.wait_for_selector("#decision")
    expect(page.locator("h1")).to_contain_text("3 hands")
    expect(page.locator(".list")).to_contain_text("24 decisions")


def test_a_file_that_holds_no_records_is_refused_in_words(page: Page, server) -> None:
    page.goto(f"{server.base}/review")
    page.locator(".drop textarea").fill('{"rules": "scopa"}')
    page.get_by_role("button", name=WORDS["drop.review"], exact=True).click()
    expect(page.locator(".drop .warning")).to_contain_text("line 1")


def test_brackets_go_through_the_marked_decisions_in_order_of_turn(page: Page, server, review: str, rows) -> None:
    show(page, server, review)
    marked = sorted((row["line"], row["turn"]) for row in rows if row["mark"])
    assert len(marked) > 4
    # The page starts at the biggest loss; the key moves on from there, then wraps around to the start.
    at = marked.index(place(page))
    for key, ahead in (("]", marked[at + 1 :]), ("[", marked[:-1][::-1]), ("]", marked[1:])):
        for hand, turn in ahead:
            page.keyboard.press(key)
            expect(page.locator("#decision-title")).to_contain_text(f"Hand {hand}, turn {turn},")
    page.keyboard.press("]")
    assert place(page) == marked[-1]


def test_the_biggest_losses_come_first(page: Page, server, review: str, rows) -> None:
    show(page, server, review)
    listed = page.locator(".decisions .where")
    by_turn = sorted(rows, key=lambda row: (row["line"], row["turn"]))
    by_size = sorted(by_turn, key=lambda row: -row["loss"])
    for wish, order in (("size", by_size), ("turn", by_turn)):
        page.locator(".filters select").first.select_option(wish)
        expect(listed).to_have_text([re.compile(rf"^{row['line']}\.{row['turn']} ") for row in order])


def test_trying_it_otherwise_keeps_all_that_went_before(page: Page, server, api, review, records, rows) -> None:
    row = max((row for row in rows if row["turn"] > 3), key=lambda row: row["loss"])
    record = json.loads(records.splitlines()[row["line"] - 1])
    page.goto(f"{server.base}/review/{review}#at={row['line']}.{row['turn']}")
    page.locator(".try .primary").click()
    page.wait_for_url("**/play/**")
    shown = page.locator(".action")
    expect(shown.first).to_be_visible()
    titles = shown.evaluate_all("all => all.map(one => one.title)")
    assert sorted(titles) == sorted(one["action"] for one in row["actions"])
    name = page.url.split("/play/")[1].split("?")[0]
    key = page.evaluate("id => Object.values(JSON.parse(localStorage['spariglio.keys.' + id]))[0]", name)
    api.tables.append((name, key))
    told = api.get(f"/api/tables/{name}?seat={row['seat']}", key)
    before = [{"seat": turn["seat"], "action": turn["action"]} for turn in record["turns"][: row["turn"]]]
    assert told["view"]["history"] == before and before
    assert told["view"]["hand"] == row["hand"] and told["view"]["table"] == row["table"]


def test_a_shared_link_opens_the_same_review_and_tells_no_server_of_cards(new_context, server, review) -> None:
    requested: list[str] = []
    asked = show(new_context().new_page(), server, review)
    fresh = new_context().new_page()
    for page in (asked, fresh):
        page.on("request", lambda request: requested.append(request.url))
    asked.get_by_role("button", name=WORDS["review.share_all"]).click()
    link = asked.locator("main > .copy input").input_value()
    fresh.goto(link)
    fresh.wait_for_selector("#decision")
    expect(fresh.locator("main")).to_contain_text(WORDS["review.done"].format(done=36, of=36))
    for part in (".decisions", "#decision table.values", ".list .muted"):
        expect(fresh.locator(part)).to_have_text(asked.locator(part).inner_text(), use_inner_text=True)
    code = link.split("#d=")[1]
    assert len(requested) > 5
    for url in requested:
        assert code[:20] not in url and not CARD.search(url.replace("%20", " ").replace("+", " ")), url


def test_practice_takes_every_action_that_solves_and_no_other(page: Page, server, review: str, rows) -> None:
    exercises = sorted((row for row in rows if row["mark"]), key=lambda row: (-row["loss"], row["line"], row["turn"]))
    page.goto(f"{server.base}/practice/{review}")
    page.wait_for_selector(".action")
    solved = page.locator(".solved")
    both = set()
    for at, row in enumerate(exercises):
        expect(page.locator("h1")).to_contain_text(f"Position {at + 1} of {len(exercises)}")
        expect(page.locator(".hand [data-hand]")).to_have_count(len(row["hand"].split()))
        solves = {one["action"]: one["solves"] for one in row["actions"]}
        titles = page.locator(".action").evaluate_all("all => all.map(one => one.title)")
        assert sorted(titles) == sorted(solves)
        expect(page.locator(".answer")).to_have_count(0)
        for number, action in enumerate(titles, 1):
            page.keyboard.press(str(number))
            if solves[action]:
                expect(solved).to_be_visible()
                page.get_by_role("button", name=WORDS["practice.retry"]).click()
            else:
                expect(page.locator(".missed").last).to_contain_text(WORDS["practice.wrong"])
            expect(solved).to_have_count(0)
            both.add(solves[action])
        page.keyboard.press("]")
    assert both == {True, False}


def test_the_record_is_given_back_as_it_was(page: Page, server, review: str, records: str) -> None:
    show(page, server, review)
    with page.expect_download() as download:
        page.get_by_role("button", name=WORDS["review.records"]).click()
    saved, given = (
        [[turn["action"] for turn in json.loads(line)["turns"]] for line in text.splitlines()]
        for text in (download.value.path().read_text(), records)
    )
    assert saved == given
