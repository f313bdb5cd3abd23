"""Limits that a person can meet: too many tables, agents that think long or break the rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from api import Api
from conftest import Server
from playwright.sync_api import Page, expect
from records import WORDS
from table import KEYS

SLOW = "mo-ismcts:simulations=1000000000"


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server for this test only."""
    server = Server(tmp_path)
    yield server
    server.stop()


def test_one_of_too_many_tables_is_closed_on_the_spot(own: Server, new_context) -> None:
    context = new_context(own)
    api = Api(context.request, own.base)
    page = context.new_page()
    page.goto(own.base)
    for _ in range(32):
        name, keys = api.open(["person", "greedy"], rules="scopa")
        page.evaluate(KEYS, [name, keys])
    refused = api.send("/api/tables", {"rules": "scopa", "seats": ["person", "greedy"]})
    assert refused.status == 429 and refused.json()["error"]["code"] == "tables"
    page.evaluate("document.querySelector('main form button[type=submit], main button.primary').click()")
    dialog = page.locator("dialog.full")
    expect(dialog.locator("li")).to_have_count(32)
    dialog.get_by_role("button", name=WORDS["home.close"]).first.click()
    expect(dialog.locator("li")).to_have_count(31)
    dialog.get_by_role("button", name=WORDS["full.done"]).click()
    expect(dialog).to_have_count(0)
    assert api.send("/api/tables", {"rules": "scopa", "seats": ["person", "greedy"]}).status == 201


def test_after_an_offence_another_agent_goes_on(page: Page, api) -> None:
    name, _ = api.open(["hangs", "greedy"], rules="scopa", seed=2)
    api.wait(f"/api/tables/{name}", lambda table: table["phase"] == "stopped")
    page.goto(f"{api.base}/watch/{name}")
    panel = page.locator(".after")
    expect(panel).to_contain_text(WORDS["offence.timeout"].format(who="Rosa", n=500))
    panel.get_by_label(WORDS["offence.agent"]).select_option("greedy")
    panel.get_by_role("button", name=WORDS["offence.replace"]).click()
    over = api.wait(f"/api/tables/{name}", lambda table: table["phase"] == "over")
    assert over["seats"][0]["name"] == "greedy" and len(over["log"]) == 36
    expect(page.locator("#after-title")).to_be_visible()


def test_an_agent_that_thinks_long_moves_now(sit) -> None:
    table = sit(["person", SLOW], rules="scopa", seed=4, dealer=1)
    table.turn()
    table.page.keyboard.press("1")
    thinking = table.page.locator(".thinking")
    expect(thinking).to_contain_text("2")
    thinking.get_by_role("button", name=WORDS["thinking.now"]).click()
    table.turn()
    expect(thinking).to_have_count(0)
