"""The first minutes: a game in one touch, levels, a table of one's own, the rules in words, the lesson."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from api import Api
from conftest import Server
from driver import lacks
from playwright.sync_api import Page, expect
from test_screens import WIDTHS

ASSETS = Path(__file__).parents[1] / "assets"
WORDS = {lang: json.loads((ASSETS / f"{lang}.json").read_text()) for lang in ("en", "it")}
LEVELS = ["beginner", "club", "expert", "champion"]


def told(page: Page, api: Api) -> dict[str, Any]:
    """The table that the page shows, according to the server. It is closed after the test."""
    page.wait_for_selector("[data-hand]")
    name = page.url.split("/play/")[1].split("?")[0]
    key = page.evaluate("name => JSON.parse(localStorage.getItem(`spariglio.keys.${name}`))[0]", name)
    api.tables.append((name, key))
    return api.get(f"/api/tables/{name}?seat=0", key)


def players(table: dict[str, Any]) -> list[str]:
    return [seat["name"] if seat["kind"] == "agent" else seat["kind"] for seat in table["seats"]]


def by_mouse(page: Page) -> None:
    page.locator("[data-game=scopa]").click()


def by_keys(page: Page) -> None:
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.game === 'scopa'"):
            return page.keyboard.press("Enter")
    raise AssertionError("Scopa cannot be reached by the keyboard")


@pytest.mark.parametrize("touch", [by_mouse, by_keys])
def test_one_touch_starts_a_match(page: Page, api: Api, server: Server, touch) -> None:
    page.goto(server.base)
    page.wait_for_selector(".tiles")
    touch(page)
    table = told(page, api)
    assert (table["rules"]["name"], players(table)) == ("scopa", ["person", "club"])
    assert table["match"]["is_match"] and table["match"]["limit"] == 11


@lacks("touch")
def test_a_finger_starts_a_match(new_context, server: Server) -> None:
    context = new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page, api = context.new_page(), Api(context.request, server.base)
    page.goto(server.base)
    page.locator("[data-game=scopone]").tap()
    table = told(page, api)
    assert (table["rules"]["name"], players(table)) == ("scopone", ["person", "club", "club", "club"])
    api.leave()


@pytest.mark.parametrize("lang", ["en", "it"])
def test_levels_say_how_strong_they_are_and_are_kept(page: Page, api: Api, server: Server, lang: str) -> None:
    words = WORDS[lang]
    names = [words[f"level.{level}"] for level in LEVELS]
    page.goto(f"{server.base}/?lang={lang}")
    labels = page.locator(".choices label")
    expect(labels).to_have_text(names)
    labels.nth(3).click()
    measured = api.get("/api/agents")[3]["strength"][0]
    line = page.locator(".levels p")
    for part in (names[3], names[2], round(100 * measured["won"]), round(100 * measured["lost"])):
        expect(line).to_contain_text(str(part))
    page.reload()
    expect(labels.nth(3)).to_have_class("chosen")
    page.locator("[data-game=cicera]").click()
    assert players(told(page, api)) == ["person", *["champion"] * 3]
    expect(page.locator(".plate .level").first).to_have_text(names[3])
    # The open table comes first on the start page.
    page.goto(f"{server.base}/?lang={lang}")
    expect(page.locator(".continue a.primary")).to_contain_text("Cicera")


def test_a_table_of_ones_own(page: Page, api: Api, server: Server) -> None:
    page.goto(server.base)
    page.locator(".own summary").first.click()
    page.locator("#rules").select_option("scopa")
    page.locator("#players").select_option("4")
    page.locator("#length").select_option("limit 21")
    page.get_by_label("Cappotto").check()
    page.get_by_role("textbox", name="Name of the person at South").fill("Anna")
    page.locator(".sitters select").nth(2).select_option("person")
    page.get_by_role("textbox", name="Name of the person at North").fill("Bruno")
    page.locator(".gameform .primary").click()
    table = told(page, api)
    assert (table["rules"]["players"], table["match"]["limit"]) == (4, 21)
    assert [seat["name"] for seat in table["seats"]] == ["Anna", "club", "Bruno", "club"]
    # The name is kept.
    page.goto(server.base)
    page.locator(".own summary").first.click()
    expect(page.get_by_role("textbox", name="Name of the person at South")).to_have_value("Anna")


def test_other_games_have_their_names_and_small_ones_are_apart(page: Page, server: Server) -> None:
    page.goto(server.base)
    page.get_by_text("More games").first.click()
    expect(page.get_by_role("button", name="Scopa d'assi")).to_be_visible()
    small = page.locator(".names").last.locator("button")
    assert all(name.startswith("mini_") for name in small.evaluate_all("all => all.map(one => one.dataset.game)"))
    assert "_" not in page.locator("main").inner_text()
    assert page.title().startswith(WORDS["en"]["home.title"]) and page.title().count("Spariglio") == 1


def test_the_first_glance_has_no_jargon(page: Page, server: Server) -> None:
    for lang in ("en", "it"):
        page.goto(f"{server.base}/?lang={lang}")
        page.wait_for_selector(".tiles")
        text = page.locator("body").inner_text().split("Spariglio 0")[0].lower()
        assert not [word for word in ("ismcts", "toml", "seed", "jsonl", "greedy", "net-search") if word in text]


@pytest.mark.parametrize("size", [(320, 640), (390, 844), (844, 390), (1280, 900), (2560, 1300)])
def test_the_first_game_is_in_sight(page: Page, server: Server, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for path in ("/", "/learn", "/rules/cirulla"):
        page.goto(server.base + path)
        page.wait_for_selector(".tiles, .try")
        wide, screen = page.evaluate(WIDTHS)
        assert wide <= screen == size[0], path
    page.goto(server.base)
    box = page.locator("[data-game=scopa]").bounding_box()
    assert box and box["y"] < size[1] * 0.7
    tops = page.locator("header.site :is(.brand, nav a)").evaluate_all("all => all.map(one => one.offsetTop)")
    assert len(set(tops)) == 1, "one line"


def test_rules_are_told_in_words_and_tried(page: Page, sit, server: Server) -> None:
    table = sit(["person", "club"], rules="scopa", seed=5)
    table.turn()
    page.get_by_role("link", name="Rules").last.click()
    expect(page.locator("h1")).to_contain_text("Scopa")
    expect(page.locator(".text")).to_contain_text("settebello")
    expect(page.locator("[data-try=equal]")).to_be_visible()
    page.locator("[data-hand='5d']").click()
    expect(page.locator("[data-table='5c']")).to_have_class(re.compile(r"\blit\b"))
    page.locator("[data-table='5c']").click()
    expect(page.locator(".verdict")).to_contain_text(WORDS["en"]["position.equal_why"])
    page.get_by_role("link", name="Back to the table").click()
    page.wait_for_selector("[data-hand]")
    assert table.name in page.url


def test_a_wrong_answer_is_allowed_and_told(page: Page, server: Server) -> None:
    page.goto(f"{server.base}/learn?lesson=2")
    page.locator("[data-hand='7s']").click()
    page.locator("[data-table='7c']").click()
    expect(page.locator(".verdict")).to_contain_text(WORDS["en"]["try.other"])
    page.get_by_role("button", name="Again").click()
    page.locator("[data-hand='7s']").click()
    page.locator("[data-table='7d']").click()
    expect(page.locator(".verdict")).to_contain_text(WORDS["en"]["position.settebello_why"])


@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_lesson_from_the_start_page_to_the_points(page: Page, api: Api, server: Server, lang: str) -> None:
    words = WORDS[lang]
    page.goto(f"{server.base}/?lang={lang}")
    page.get_by_role("link", name=words["home.learn"]).click()
    for _ in range(6):
        page.wait_for_selector("[data-try]")
        page.get_by_role("button", name=words["try.skip"]).click()
    page.get_by_role("button", name=words["lesson.play"]).click()
    table = told(page, api)
    assert (len(table["view"]["hand"].split()), players(table)) == (3, ["person", "beginner"])
    coach = page.locator(".coach")
    api.pace(*[(name, 0, False, key) for name, key in api.tables][-1])
    for _ in range(20):
        page.wait_for_selector(".actions .action, .coach ul", state="attached")
        if coach.locator("ul").count():
            break
        page.keyboard.press("1")
        page.wait_for_timeout(300)
    expect(coach).to_contain_text(words["lesson.over"])
    expect(coach.locator("li")).to_have_count(5)
    coach.get_by_role("link", name=words["lesson.next"]).click()
    expect(page.locator("h1")).to_contain_text(words["lesson.title_2"])


def test_a_rematch_has_the_same_people_and_the_next_dealer(page: Page, sit) -> None:
    table = sit(["person", "beginner"], rules="mini_scopa", seed=5, match=True, hands=1)
    dealer = table.told()["view"]["dealer"]
    table.play_out(lambda one, action, shown: one.page.keyboard.press("1"))
    page.get_by_role("button", name=WORDS["en"]["result.rematch"]).click()
    page.wait_for_selector("[data-hand]")
    told = table.told()
    assert told["phase"] == "play" and told["view"]["dealer"] == 1 - dealer
    assert told["match"]["scores"] == [0, 0] and players(told) == ["person", "beginner"]


# Least distance between the words of the links at the top, in pixels.
APART = """() => {
  const words = [...document.querySelectorAll('header.site > .brand, header.site nav > a')].map(link => {
    const range = document.createRange();
    range.selectNodeContents(link.firstChild);
    return range.getBoundingClientRect();
  });
  return Math.min(...words.slice(1).map((word, at) => word.left - words[at].right));
}"""


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("width", [320, 390])
def test_the_links_at_the_top_are_apart(lang: str, width: int, page: Page, server: Server) -> None:
    page.set_viewport_size({"width": width, "height": 640})
    page.goto(f"{server.base}/?lang={lang}")
    page.wait_for_selector("[data-game=scopa]")
    assert page.evaluate(APART) >= 4
    assert page.evaluate("document.documentElement.scrollWidth") == width
