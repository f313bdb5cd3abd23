"""The announcements to screen readers."""

from __future__ import annotations

from playwright.sync_api import expect
from records import cards_of, name
from table import by_keys


def test_every_play_is_told_in_order(sit) -> None:
    table = sit(["person", "greedy", "greedy", "greedy"], rules="scopone_scientifico", seed=8)
    table.play_out(by_keys)
    expect(table.page.locator("#after-title")).to_be_focused()
    told = iter(table.page.evaluate("window.told"))
    for entry in table.told()["log"]:
        names = [name(card) for card in cards_of(entry["action"])]
        assert any(all(word in line for word in names) for line in told), f"{entry} was not told"
    headline = table.page.locator("#after-title").inner_text()
    assert any(headline in line for line in told)
