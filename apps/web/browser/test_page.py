"""The review as a single file, opened without a network."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from conftest import USUAL, run
from playwright.sync_api import Browser, BrowserContext, Page, expect


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory, records: str) -> Path:
    folder = tmp_path_factory.mktemp("review")
    (folder / "hands.jsonl").write_text(records)
    run("review", folder / "hands.jsonl", "--out", folder / "review.html", "--threads", "2")
    rows = run("review", folder / "hands.jsonl", "--json", "--threads", "2")
    (folder / "rows.jsonl").write_text(rows)
    return folder / "review.html"


@pytest.fixture
def rows(file: Path) -> list[dict]:
    rows = [json.loads(line) for line in file.with_name("rows.jsonl").read_text().splitlines()]
    return [row for row in rows if row["kind"] == "decision"]


def show(context: BrowserContext, file: Path) -> Page:
    context.set_offline(True)
    page = context.new_page()
    page.goto(f"file://{file}")
    return page


@pytest.fixture
def page(browser: Browser, file: Path):
    context = browser.new_context(**USUAL)
    page = show(context, file)
    yield page
    context.close()


def test_it_asks_for_nothing_and_reports_no_error(browser: Browser, file: Path) -> None:
    context = browser.new_context(**USUAL)
    asked, errors = [], []
    context.on("request", lambda request: asked.append(request.url))
    context.on("console", lambda line: errors.append(line.text) if line.type in ("error", "warning") else None)
    context.on("weberror", lambda error: errors.append(str(error.error)))
    page = show(context, file)
    page.keyboard.press("]")
    page.wait_for_load_state("networkidle")
    assert [url for url in asked if not url.startswith("data:")] == [f"file://{file}"] and not errors
    context.close()


def test_all_decisions_can_be_read_without_script(browser: Browser, file: Path, rows) -> None:
    context = browser.new_context(**USUAL, java_script_enabled=False)
    page = show(context, file)
    decisions = page.locator("details.decision")
    chosen = [row for row in rows if row["method"] != "forced"]
    expect(decisions).to_have_count(len(chosen))
    expect(page.locator("form.filter")).to_be_hidden()
    for decision in decisions.all():
        if decision.get_attribute("open") is None:
            decision.locator("summary").first.click()
    for decision in decisions.all():
        expect(decision.locator("table").first).to_be_visible()
    context.close()


def test_brackets_go_through_the_marked_decisions_in_order_of_turn(page: Page, rows) -> None:
    marked = sorted((row["line"], row["turn"]) for row in rows if row["mark"])
    found = []
    for _ in marked:
        page.keyboard.press("]")
        decision = page.locator("details.decision[open]:has(summary:focus)")
        found.append(tuple(int(decision.get_attribute(f"data-{field}")) for field in ("hand", "turn")))
    assert found == marked
    page.keyboard.press("[")
    expect(page.locator("form.filter output")).to_have_text(f"{len(marked) - 1} / {len(marked)}")


def test_it_is_printed_with_every_decision(page: Page) -> None:
    printed = page.pdf()
    assert printed.startswith(b"%PDF") and len(re.findall(rb"/Type\s*/Page\b", printed)) > 1
    page.emulate_media(media="print")
    tables = page.locator("details.decision table")
    assert tables.count() > 20
    assert all(one.is_visible() for one in tables.all())
