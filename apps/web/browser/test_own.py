"""Own hands: kept when they end, reviewed, their losses over time, practice of all mistakes."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect
from records import WORDS
from table import Table

HANDS = "JSON.parse(localStorage['spariglio.hands'] ?? '[]')"


def first(table: Table, action: str, shown: dict) -> None:
    table.page.keyboard.press("1")


def play(sit, seed: int) -> Table:
    table = sit(["person", "greedy"], rules="mini_scopa", seed=seed)
    table.play_out(first)
    return table


def test_own_hands_are_kept_and_reviewed_together(page: Page, server, api, sit) -> None:
    for count, seed in enumerate((5, 6), 1):
        table = play(sit, seed)
        page.wait_for_function(f"count => {HANDS}.length === count", arg=count)
    kept = page.evaluate(HANDS)
    assert [hand["seat"] for hand in kept] == [0, 0]
    record = json.loads(api.text(f"{table.path}/record").splitlines()[-1])
    assert [turn["action"] for turn in json.loads(kept[1]["record"])["turns"]] == [
        turn["action"] for turn in record["turns"]
    ]
    page.goto(f"{server.base}/review")
    expect(page.locator(".own")).to_contain_text("2 hands are kept")
    page.get_by_role("button", name=WORDS["own.review"].split("|")[1].format(n=2)).click()
    page.wait_for_url("**/review/*")
    expect(page.locator("h1")).to_contain_text("2 hands", timeout=60_000)
    expect(page.locator(".headline .own")).to_contain_text(WORDS["seat.you"])
    review = page.url.split("/review/")[1].split("#")[0].split("?")[0]
    rows = [json.loads(line) for line in api.text(f"/api/reviews/{review}/rows").splitlines()]
    own = [row for row in rows if row["kind"] == "decision" and row["seat"] == 0 and len(row["actions"]) > 1]
    page.goto(f"{server.base}/review")
    mean = max(0, sum(row["loss"] for row in own) / len(own))
    expect(page.locator(".own .big")).to_contain_text(f"{mean:.2f} points lost a decision")
    expect(page.locator(".own svg circle")).to_have_count(2)
    expect(page.locator(".kept li")).not_to_have_count(0)
    page.get_by_role("link", name=WORDS["own.practice"]).click()
    page.wait_for_url("**/practice/own")
    marked = sum(bool(row["mark"]) for row in own)
    expect(page.locator(".facts")).to_contain_text(f"0 of {marked} solved")


def test_nothing_is_kept_if_the_person_does_not_wish_it(page: Page, server, sit) -> None:
    page.goto(f"{server.base}/review")
    page.get_by_label(WORDS["own.keep"]).uncheck()
    play(sit, 5)
    page.wait_for_timeout(300)
    assert page.evaluate(HANDS) == []


def test_practice_takes_the_mistakes_of_all_kept_reviews(page: Page, server, api, review, records) -> None:
    other = api.review(records.splitlines()[0] + "\n")
    marked = 0
    for label in api.get("/api/reviews"):
        rows = map(json.loads, api.text(f"/api/reviews/{label['id']}/rows").splitlines())
        seats = [0, 1] if label["seat"] is None else [label["seat"]]
        marked += sum(row["kind"] == "decision" and bool(row["mark"]) and row["seat"] in seats for row in rows)
    assert marked > 5 and other != review
    page.goto(f"{server.base}/practice/all")
    expect(page.locator("h1")).to_contain_text(re.compile(rf"Position \d+ of {marked}\b"))


@pytest.mark.parametrize("seats, is_there", [(["person", "greedy"], True), (["person", "person"], False)])
def test_teach_mode_is_for_one_person(page: Page, sit, seats, is_there) -> None:
    sit(seats, rules="scopa", seed=3)
    page.get_by_text(WORDS["sitting.title"]).click()
    expect(page.get_by_text(WORDS["teach.set"])).to_have_count(int(is_there))
