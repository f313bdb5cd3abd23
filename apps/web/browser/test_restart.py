"""A server that is killed during a hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from api import Api
from conftest import Server
from playwright.sync_api import expect
from records import WORDS
from table import Table, by_keys


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server for this test only."""
    server = Server(tmp_path)
    yield server
    server.stop()


def test_the_page_says_that_the_server_is_gone_and_goes_on_when_it_is_back(mortal: Server, new_context) -> None:
    context = new_context(mortal)
    api = Api(context.request, mortal.base)
    table = Table.open(context.new_page(), api, ["person", "greedy"], rules="scopa", seed=4)
    gone = table.page.locator(".gone[class~=warning]")
    for _ in range(2):
        by_keys(table, table.turn()["legal"][-1], table.shown())
    before = table.turn()
    mortal.kill()
    expect(gone).to_have_text(WORDS["page.gone"])
    assert table.shown()["hand"] == before["hand"]
    mortal.start()
    expect(gone).to_have_count(0)
    assert table.shown()["hand"] == before["hand"]
    table.now = ""
    table.play_out(by_keys)
    assert len(table.told()["log"]) == 36
    assert WORDS["page.back"] in table.page.evaluate("window.told")
