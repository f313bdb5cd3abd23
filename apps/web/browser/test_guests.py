"""Persons without the printed address: what they are told, and links that seat them."""

from __future__ import annotations

import json
import time

import pytest
from api import Api
from conftest import ROOT, Server
from playwright.sync_api import Page, expect
from records import WORDS
from table import KEYS

ITALIAN = json.loads((ROOT / "apps/web/assets/it.json").read_text())
SEATS = ["person", "person"]


@pytest.mark.parametrize("width", [1280, 320])
def test_a_refused_address_says_what_to_do(stranger, server: Server, width: int) -> None:
    for locale, words, lang in (("en-GB", WORDS, "en"), ("it-IT", ITALIAN, "it")):
        page = stranger(locale=locale, viewport={"width": width, "height": 700}).new_page()
        for path, code in (
            ("/", "cookie"),
            ("/play/x?seat=1", "cookie"),
            ("/?token=0", "token"),
            ("/play/x?guest=0", "guest_link"),
        ):
            page.goto(server.base + path)
            expect(page.locator("main")).to_contain_text(words[f"error.{code}"])
            expect(page.locator("h1")).to_have_text(words["error.title"])
            assert page.locator("html").get_attribute("lang") == lang
            # It is styled, and fits.
            assert page.evaluate("getComputedStyle(document.body).marginTop") == "0px"
            assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_an_unknown_address_leads_to_the_start_page(page: Page, server: Server) -> None:
    page.goto(f"{server.base}/nothing?lang=it")
    expect(page.locator("main")).to_contain_text(ITALIAN["error.path"])
    page.get_by_role("link", name=ITALIAN["error.to_start"]).click()
    expect(page.locator("h1")).to_be_visible()
    assert page.url.rstrip("/") == server.base


class Host:
    """A person who opened a table for two and holds the keys of both seats."""

    def __init__(self, page: Page, api: Api) -> None:
        self.page, self.api = page, api
        self.name, self.keys = api.open(SEATS, rules="scopa", seed=1)
        page.goto(api.base)
        page.evaluate(KEYS, [self.name, self.keys])
        page.goto(f"{api.base}/play/{self.name}?seat=0")

    def told(self, seat: int = 0) -> dict:
        return self.api.get(f"/api/tables/{self.name}?seat={seat}", self.keys[str(seat)])

    def play(self) -> None:
        """Plays for the seat to act, without a page."""
        seat = self.told()["to_act"]
        told = self.told(seat)
        body = {"seat": seat, "version": told["version"], "action": told["legal"][0]}
        self.api.post(f"/api/tables/{self.name}/actions", body, self.keys[str(seat)])

    def link(self) -> str:
        """Makes a link to the other seat."""
        self.page.get_by_text(WORDS["sitting.title"]).click()
        label = WORDS["sitting.link"].format(who="North")
        self.page.get_by_role("button", name=label).click()
        return self.page.get_by_label(label).input_value()


def test_a_link_seats_another_person_who_plays(page: Page, api: Api, stranger, server: Server) -> None:
    host = Host(page, api)
    link = host.link()
    guest = stranger().new_page()
    guest.goto(link)
    hand = guest.locator("[data-hand]")
    expect(hand).to_have_count(3)
    assert "key" not in guest.url and "guest" not in guest.url
    guest.reload()
    expect(hand).to_have_count(3)
    for path in ("/", "/review"):
        guest.goto(server.base + path)
        expect(guest.locator("main")).to_contain_text(WORDS["error.guest"])
    guest.get_by_role("link", name=WORDS["error.to_table"]).click()
    expect(hand).to_have_count(3)
    # Both play, each in turn.
    for count in range(2):
        player = (page, guest)[host.told()["to_act"]]
        expect(player.locator(".actions .action").first).to_be_attached()
        player.keyboard.press("1")
        api.wait(f"/api/tables/{host.name}?seat=0", lambda now, count=count: len(now["log"]) > count, host.keys["0"])
    # A second browser cannot use it.
    other = stranger().new_page()
    other.goto(link)
    expect(other.locator("main")).to_contain_text(WORDS["error.guest_link"])


def test_who_watches_a_table_of_persons_gets_no_dead_button(page: Page, api, server: Server) -> None:
    name, _ = api.open(SEATS, rules="scopa", seed=1)
    for path in (f"/play/{name}", f"/watch/{name}"):
        page.goto(server.base + path)
        expect(page.locator("main > .warning")).to_have_text(WORDS["error.persons"])
        expect(page.locator("main a.button")).to_have_count(1)


def test_what_ifs_wait_while_others_play(page: Page, api: Api) -> None:
    host = Host(page, api)
    host.play()
    expect(page.locator(".log li")).to_have_count(1)
    button = page.get_by_role("button", name=WORDS["log.fork"])
    until = time.monotonic() + 15
    # A key does nothing while the play still moves. More steps back than turns change nothing.
    while not button.count():
        assert time.monotonic() < until
        page.keyboard.press(",")
        page.wait_for_timeout(50)
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(page.get_by_text(WORDS["log.fork_later"]).first).to_be_visible()


def test_a_what_if_says_so_and_leads_back(sit) -> None:
    table = sit(["person", "greedy"], rules="scopa", seed=4)
    table.turn()
    table.page.keyboard.press("1")
    table.turn()
    table.page.keyboard.press(",")
    table.page.get_by_role("button", name=WORDS["log.fork"]).click()
    banner = table.page.locator(".whatif")
    expect(banner).to_contain_text(WORDS["whatif.title"])
    assert table.name not in table.page.url
    table.page.goto(table.api.base)
    expect(table.page.locator(".tables li")).to_have_count(1)
    table.page.go_back()
    banner.get_by_role("link", name=WORDS["whatif.back"]).click()
    expect(table.page.locator("[data-hand]")).to_have_count(2)
    expect(banner).to_have_count(0)
    assert table.name in table.page.url
