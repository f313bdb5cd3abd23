"""Whole hands of every game: what can be seen on the page agrees with the server at every turn, in both languages.

`SPARIGLIO_HANDS` is the number of hands of each game, one by default.
"""

from __future__ import annotations

import json
import os

import pytest
from api import Api
from playwright.sync_api import Page
from reader import ADVICE, VISIBLE, Reader
from table import Table
from test_layout import CUT, GAMES

HANDS = int(os.environ.get("SPARIGLIO_HANDS", "1"))
LEVELS = ["beginner", "club", "beginner"]
PERSON = "Anna"
# The decision of a hand at which a hint is asked for.
HINT = 3


def check_hand(page: Page, table: Table, lang: str) -> None:
    """Compares at each decision of a hand; at one of them there is a hint."""
    for number in range(99):
        shown = table.turn()
        told = table.told()
        reader = Reader(told, lang)
        seen = page.evaluate(VISIBLE)
        if shown["isOver"]:
            record = table.api.text(f"{table.path}/record").splitlines()[-1]
            reader.check_end(seen, json.loads(record))
            break
        reader.check_turn(seen)
        if number == HINT and not told["legal"][0].startswith("declare"):
            page.locator("button.hint").click()
            page.locator(".advice").wait_for()
            hint = table.api.post(f"{table.path}/hints", {"seat": 0, "version": told["version"]}, table.key)
            reader.check_advice(hint, page.evaluate(ADVICE))
        assert page.evaluate(CUT) == []
        table.act(shown["legal"].index(max(shown["legal"], key=len)))


@pytest.mark.parametrize("rules", GAMES)
def test_all_that_is_visible_agrees(rules: str, page: Page, api: Api) -> None:
    players = next(one["players"] for one in api.get("/api/rules") if one["name"] == rules)
    seats = ["person", *LEVELS[: players - 1]]
    for number in range(HANDS):
        lang = ["en", "it"][(number + GAMES.index(rules)) % 2]
        wishes = {"rules": rules, "seed": number, "match": True, "seen_cards": False, "names": [PERSON]}
        table = Table.open(page, api, seats, lang=lang, auto_declare=number % 4 < 3, **wishes)
        page.locator(".actions summary").click()
        check_hand(page, table, lang)
        api.leave()
