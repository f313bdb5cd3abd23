"""The review as a single file, opened without a network."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from conftest import USUAL, run
from driver import lacks
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


@lacks("requests of files")
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


@lacks("pages without script")
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


PLACES = "all => all.map(one => [Number(one.dataset.hand), Number(one.dataset.turn)])"


def place(row: dict) -> tuple[int, int]:
    return row["line"], row["turn"]


def here(page: Page) -> tuple[int, ...]:
    """The decision that the keys have opened, the only open one."""
    decision = page.locator("details.decision[open]")
    expect(decision).to_have_count(1)
    expect(decision.locator("summary").first).to_be_focused()
    return tuple(int(decision.get_attribute(f"data-{field}")) for field in ("hand", "turn"))


def by_size(rows: list[dict]) -> list[tuple[int, int]]:
    chosen = [row for row in rows if row["method"] != "forced"]
    return [place(row) for row in sorted(chosen, key=lambda row: -row["loss"])]


def test_arrows_and_brackets_go_through_the_list_in_its_order(page: Page, rows) -> None:
    listed = by_size(rows)
    marked = [one for one in listed if one in {place(row) for row in rows if row["mark"]}]
    found = []
    for _ in listed[1:4]:
        page.keyboard.press("ArrowRight")
        found.append(here(page))
    assert found == listed[1:4], "the first one is open from the start"
    page.keyboard.press("ArrowLeft")
    assert here(page) == listed[2]
    page.keyboard.press("]")
    assert here(page) in marked
    page.keyboard.press("[")
    assert here(page) == listed[2] or listed[2] not in marked


def test_the_buttons_go_from_mistake_to_mistake_also_in_order_of_turn(page: Page, rows) -> None:
    marked = {place(row) for row in rows if row["mark"]}
    order, buttons = page.get_by_label("Order"), [f"{way} mistake" for way in ("Next", "Previous")]
    for chosen, listed in (("size", [one for one in by_size(rows) if one in marked]), ("turn", sorted(marked))):
        order.select_option(chosen)
        shown = page.locator("details.decision").evaluate_all(PLACES)
        assert [one for one in map(tuple, shown) if one in marked] == listed
        for button, way in zip(buttons, (listed, listed[::-1]), strict=True):
            found = []
            for _ in listed:
                page.get_by_role("button", name=button).click()
                if page.locator("form.filter output").inner_text() == "There is no other one.":
                    break
                found.append(here(page))
            else:
                raise AssertionError("it does not end")
            assert found == way[len(way) - len(found) :], "to the end, in order"


def test_filters_hide_decisions_and_the_keys_pass_them_over(page: Page, rows) -> None:
    decisions = page.locator("details.decision:visible")
    page.get_by_label("Player").select_option("1")
    expect(decisions).to_have_count(sum(row["seat"] == 1 and row["method"] != "forced" for row in rows))
    page.get_by_label("Mark").select_option("1")
    marked = [row for row in rows if row["seat"] == 1 and row["mark"]]
    expect(decisions).to_have_count(len(marked))
    page.keyboard.press("]")
    assert here(page) in {place(row) for row in marked}


def test_focus_and_buttons_have_the_page_style(page: Page) -> None:
    button = page.get_by_role("button", name="Next mistake")
    page.get_by_role("button", name="Previous mistake").focus()
    page.keyboard.press("Tab")
    expect(button).to_be_focused()
    expect(button).to_have_css("outline-style", "solid")
    expect(button).to_have_css("outline-width", "3px")
    expect(button).to_have_css("border-radius", "10px")
    assert button.bounding_box()["height"] >= 44


def test_no_screen_is_too_narrow(browser: Browser, file: Path) -> None:
    for width in (320, 390, 1280):
        context = browser.new_context(viewport={"width": width, "height": 844})
        page = show(context, file)
        for decision in page.locator("details.decision").all()[:4]:
            decision.evaluate("one => { one.open = true; }")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        context.close()


@lacks("the media of print")
def test_it_is_printed_with_every_decision(page: Page) -> None:
    printed = page.pdf()
    assert printed.startswith(b"%PDF") and len(re.findall(rb"/Type\s*/Page\b", printed)) > 1
    page.emulate_media(media="print")
    tables = page.locator("details.decision > div > .scroll table")
    assert tables.count() > 20
    assert all(one.is_visible() for one in tables.all())
    expect(page.locator("details.decision details:visible, form.filter:visible")).to_have_count(0)
