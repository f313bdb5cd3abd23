"""A server that dies in the middle of a hand."""

from __future__ import annotations

from pathlib import Path

from api import Api
from conftest import Server
from playwright.sync_api import expect
from records import WORDS
from table import Table, by_keys


def test_the_page_says_that_the_server_is_gone_and_goes_on_when_it_is_back(tmp_path: Path, new_context) -> None:
    server = Server(tmp_path)
    context = new_context(server)
    api = Api(context.request, server.base)
    table = Table.open(context.new_page(), api, ["person", "greedy"], rules="scopa", seed=4)
    gone = table.page.locator(".gone[class~=warning]")
    for _ in range(2):
        by_keys(table, table.turn()["legal"][-1], table.shown())
    before = table.turn()
    server.kill()
    expect(gone).to_have_text(WORDS["page.gone"])
    assert table.shown()["hand"] == before["hand"]
    server.start()
    expect(gone).to_have_count(0)
    assert table.shown()["hand"] == before["hand"]
    table.now = ""
    table.play_out(by_keys)
    assert len(table.told()["log"]) == 36
    assert WORDS["page.back"] in table.page.evaluate("window.told")
    server.stop()
