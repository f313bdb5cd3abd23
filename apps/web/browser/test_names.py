"""Names of persons and of invented players: one each everywhere, as text, without words of the laboratory."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import EVIL
from playwright.sync_api import Page, expect
from records import SMALL, WORDS
from table import Table, first

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


# The text of a page without that of choices, which may have players of the laboratory.
TEXT = """() => {
  document.querySelectorAll('details').forEach(one => { one.open = true; });
  const choices = [...document.querySelectorAll('select, textarea')].map(one => one.innerText);
  return choices.reduce((text, choice) => text.replace(choice, ''), document.body.innerText).toLowerCase();
}"""
LABORATORY = re.compile(r"\b(agents?|agent[ei]|seats?|ismcts\S*|toml|jsonl|seed|millis)\b")


def portrait(page: Page, place: str) -> str:
    return page.locator(f"{place} .portrait").inner_html()


def test_a_player_has_one_name_and_portrait_everywhere(page: Page, sit) -> None:
    """Also if a person has the name of the invented player."""
    table = sit(["person", "beginner"], names=["Ugo"], rules="mini_scopa", seed=5)
    you, other = WORDS["seat.you"], "Gino"
    plate = page.locator("[data-place='seat-1']")
    expect(plate.locator(".who")).to_contain_text(other)
    expect(plate.locator(".level")).to_contain_text(WORDS["level.beginner"])
    face = portrait(page, "[data-place='seat-1']")
    assert "<svg" in face and portrait(page, "[data-place='seat-0']") == you[0]
    heads = page.locator(".score-strip thead th")
    expect(heads).to_have_text([you, other])
    table.play_out(first)
    whose = page.locator(".log .seat").all_inner_texts()
    assert whose == [[you, other][entry["seat"]] for entry in table.told()["log"]]
    expect(page.locator("table.result thead th")).to_have_text([WORDS["result.points"], you, other])
    page.get_by_role("button", name=WORDS["result.review"]).click()
    expect(page.locator(".headline .who b")).to_have_text([you, other], timeout=60_000)
    expect(page.locator(".headline .who small")).to_have_text([WORDS["level.beginner"]])
    expect(page.locator(".sitter .who b")).to_have_text([other, you])
    assert portrait(page, ".rivals .sitter") == face == portrait(page, ".headline li:last-child")


@pytest.mark.parametrize("lang", ["en", "it"])
def test_players_meet_no_words_of_the_laboratory(page: Page, sit, server, lang: str) -> None:
    table = sit(["person", "club"], lang=lang, rules="mini_scopa", seed=5)
    page.locator(".plate.own").wait_for()
    texts = [page.evaluate(TEXT)]
    table.play_out(first)
    page.locator(".after .next").wait_for()
    texts.append(page.evaluate(TEXT))
    page.locator(".after .next button").last.click()
    page.locator(".headline .rate").first.wait_for(timeout=60_000)
    texts.append(page.evaluate(TEXT))
    page.goto(f"{server.base}/?lang={lang}")
    page.locator(".tiles").wait_for()
    texts.append(page.evaluate(TEXT))
    assert [LABORATORY.findall(text) for text in texts] == [[]] * 4


def test_persons_without_a_name_have_one_beside_invented_players(page: Page, api) -> None:
    Table.open(page, api, ["person", "club", "person", "expert"], rules="scopone", seed=2)
    expect(page.locator(".plate .who b")).to_have_count(4)
    names = [page.locator(f"[data-place='seat-{seat}'] .who b").inner_text() for seat in range(4)]
    player = WORDS["seat.player_number"]
    assert names == [WORDS["seat.you"], "Ugo", player.format(n=2), "Nino"]
    assert page.locator(".plate.own .level").inner_text() != player.format(n=1), "a name that nobody chose"
