"""Watching programs play: their thoughts, if they state them, and a program that hangs."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from records import WORDS

# Whether the last row of the log lies inside the part of it that is shown.
IN_VIEW = """() => {
  const box = document.querySelector('.log').getBoundingClientRect();
  const row = document.querySelector('.log li:last-child').getBoundingClientRect();
  return row.top >= box.top - 1 && row.bottom <= box.bottom + 1;
}"""


def watch(page: Page, api, seats: list[str], phase: str) -> None:
    """Opens a page of a paused table and lets it run to the end."""
    name, _ = api.open(seats, rules="scopa", seed=2)
    page.goto(f"{api.base}/watch/{name}")
    page.wait_for_selector(".log li >> nth=3")
    api.wait(f"/api/tables/{name}", lambda table: table["phase"] == phase)
    page.wait_for_selector(".after")


def test_a_program_that_thinks_is_seen_thinking(page: Page, api) -> None:
    watch(page, api, ["thinks", "silent"], "over")
    expect(page.locator("table.result")).to_be_visible()
    thought = page.locator(".thought")
    turns = page.locator(".log button")
    expect(turns).to_have_count(36)
    # Turns of both agents in the last deal-round.
    for turn in (30, 31):
        turns.nth(turn).click()
        expect(thought).to_contain_text(f"turn {turn + 1}")
        expects = WORDS["thoughts.value"].format(value="+1.50")
        if "Rosa" in thought.inner_text():
            expect(thought).to_contain_text(expects)
            expect(thought.locator(".policy li").first).to_be_visible()
        else:
            expect(thought).not_to_contain_text(expects)
            expect(thought.locator(".belief")).to_have_count(0)


def test_its_belief_stands_beside_the_table(page: Page, api) -> None:
    name, _ = api.open(["thinks", "silent"], rules="scopa", seed=2)
    api.wait(f"/api/tables/{name}", lambda table: table["phase"] == "over")
    table = api.get(f"/api/tables/{name}")
    turn = next(one["turn"] for one in table["thoughts"] if one["belief"])
    page.goto(f"{api.base}/watch/{name}")
    page.locator(".log button").nth(turn).click()
    expect(page.locator(".thought .belief")).to_contain_text("75%")


def test_the_newest_play_is_in_view(page: Page, api) -> None:
    name, _ = api.open(["greedy", "greedy"], millis=700, rules="scopa", seed=2)
    api.pace(name, 0, paused=True)
    page.goto(f"{api.base}/watch/{name}")
    # The page hears keys as soon as it shows the table.
    expect(page.locator(".felt [data-card]")).to_have_count(4)
    rows = page.locator(".log li")
    for count in range(3, 20, 4):
        while rows.count() < count:
            before = rows.count()
            page.keyboard.press(".")
            expect(rows).to_have_count(before + 1)
        assert page.evaluate(IN_VIEW), count
    # A list that is opened later shows it too.
    title = page.locator("summary", has_text=WORDS["log.title"])
    title.click()
    expect(rows).to_have_count(0)
    title.click()
    expect(rows.last).to_be_visible()
    assert page.evaluate(IN_VIEW)


def test_a_program_that_hangs_has_broken_the_rules_and_the_page_goes_on(page: Page, api) -> None:
    watch(page, api, ["hangs", "greedy"], "stopped")
    expect(page.locator(".after")).to_contain_text(WORDS["offence.timeout"].format(who="Rosa", n=500))
    page.locator(".log button").first.click()
    expect(page.locator(".looking")).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator("dialog")).to_be_visible()


def test_a_table_waits_and_goes_on_step_by_step(page: Page, api) -> None:
    name, _ = api.open(["greedy", "greedy"], millis=700, rules="scopa", seed=2)
    api.pace(name, 0, paused=True)
    page.goto(f"{api.base}/watch/{name}")
    log = page.locator(".log li")
    page.wait_for_selector(".pace")
    count = log.count()
    assert count < 36
    page.get_by_role("button", name=WORDS["pace.step"]).click()
    expect(log).to_have_count(count + 1)
    page.keyboard.press(".")
    expect(log).to_have_count(count + 2)
    page.keyboard.press("p")
    page.wait_for_selector(".after")
