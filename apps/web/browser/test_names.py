"""Names are shown as text, even if they contain markup."""

from __future__ import annotations

from pathlib import Path

from conftest import EVIL
from playwright.sync_api import Page, expect
from records import SMALL

RULES = SMALL.replace('"small"', f"'{EVIL}'")


def check_text(page: Page) -> None:
    """Checks that the name is shown and that its markup has no effect."""
    expect(page.locator("body")).to_contain_text(EVIL[:30])
    assert page.locator("img, #app script").count() == 0
    assert page.title() not in ("1", "2")


def test_rules_and_agents_with_tags_in_their_names_stay_text(page: Page, api, sit, server) -> None:
    page.goto(server.base)
    page.locator(".own summary").first.click()
    page.get_by_role("textbox", name="Name of the person at South").fill(EVIL[:20])
    page.locator(".sitters select").nth(1).select_option(EVIL)
    page.locator("#length").select_option("single")
    page.locator(".own .more summary").click()
    page.get_by_label("Own rules").check()
    page.locator("#toml").fill(RULES)
    check_text(page)
    page.locator(".gameform .primary").click()
    page.wait_for_selector("[data-hand]")
    check_text(page)
    expect(page.locator("h1")).to_contain_text(EVIL[1:20])
    page.goto(server.base)
    page.get_by_role("button", name="Close this table").click()


def test_they_stay_text_after_the_hand_and_in_its_review(page: Page, api, server, tmp_path: Path) -> None:
    name, _ = api.open([EVIL, "random"], rules=RULES, seed=3)
    api.wait(f"/api/tables/{name}", lambda table: table["phase"] == "over")
    page.goto(f"{server.base}/watch/{name}")
    page.wait_for_selector(".after")
    check_text(page)
    records = api.text(f"/api/tables/{name}/record")
    assert "<script>" in records
    review = api.review(records)
    page.goto(f"{server.base}/practice/{review}")
    page.wait_for_selector(".heading")
    page.goto(f"{server.base}/review/{review}")
    page.wait_for_selector("#decision")
    page.get_by_text("More: values").click()
    assert page.locator("img, #app script").count() == 0
    # The page as a file, without its policy.
    text = api.text(f"/api/reviews/{review}/page")
    (tmp_path / "page.html").write_text(text.replace("Content-Security-Policy", "x"))
    page.goto(f"file://{tmp_path}/page.html")
    expect(page.locator("body")).to_contain_text(EVIL[:30])
    assert page.locator("img").count() == 0
    assert page.title() != "1"
