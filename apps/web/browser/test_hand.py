"""Whole hands of every game, played only by keyboard or only by mouse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import run
from driver import offered
from records import WORDS
from table import Table, by_keys, by_mouse

BY_KEYS = ["scopa", "scopone", "scopone_messina", "asso_piglia_tutto", "napoli", "cirulla_4", "cirilla", "cirullone",
           "mini_scopone", "mini_primiera"]  # fmt: skip
BY_MOUSE = ["scopone_trentino", "re_bello", "calabrese", "scopa_di_quindici", "cirulla_platform", "cicera_six",
            "mini_scopa", "mini_napoli"]  # fmt: skip
BOTH = ["scopone_scientifico", "cirulla", "cicera", "scopa_d_assi"]
# The text of the cells in rows: the points, without the count beside them.
CELLS = """rows => rows.map(row => [...row.cells].map(
  cell => (cell.querySelector('.point, b') ?? cell.firstChild)?.textContent ?? ''))"""
LARGE = {f"{players} players": f'base = "scopa"\nplayers = {players}\n' for players in (3, 5, 6)}


def check_result(table: Table, folder: Path) -> None:
    """Checks that the page's record is valid, and that the page shows its points."""
    page = table.page
    page.locator(".after .more summary").click()
    record = json.loads(offered(page, WORDS["result.record"]))
    bare = folder / "hand.jsonl"
    bare.write_text(json.dumps({field: value for field, value in record.items() if field != "result"}) + "\n")
    filled = json.loads(run("replay", "--fill", bare))
    (folder / "whole.jsonl").write_text(json.dumps(record) + "\n")
    run("replay", folder / "whole.jsonl")
    assert record["result"] == filled["result"]
    rows = page.locator("table.result tr").evaluate_all(CELLS)
    shown = {row[0]: row[1:] for row in rows[1:]}
    sides = filled["result"]["sides"]
    totals = page.locator("table.result tfoot b").all_inner_texts()
    assert totals == [str(side["total"]) for side in sides]
    rules = table.told()["rules"]
    words = {"suit": WORDS[f"suit.{rules['suit']}"]}
    if rules["single"] == ["7d"]:
        words["single"] = WORDS["kind.settebello"]
    for kind in {kind for side in sides for kind in side["points"]}:
        word = words.get(kind) or WORDS[f"kind.{kind}"]
        assert [int(text.strip() or 0) for text in shown[word]] == [side["points"].get(kind, 0) for side in sides]


def seats(players: int) -> list[str]:
    return ["person", *["greedy"] * (players - 1)]


def test_every_preset_is_played_here(api) -> None:
    assert sorted(BY_KEYS + BY_MOUSE + BOTH) == sorted(preset["name"] for preset in api.get("/api/rules"))


@pytest.mark.parametrize("rules", BY_KEYS + BOTH + ["5 players"])
def test_a_hand_is_played_by_the_keyboard_alone(rules: str, sit, page, api, tmp_path: Path) -> None:
    page.set_viewport_size({"width": 640, "height": 480})
    table = sit(seats(count(api, rules)), rules=LARGE.get(rules, rules), seed=5)
    table.play_out(by_keys)
    assert table.page.evaluate("window.lost") == 0, "the focus was lost"
    check_result(table, tmp_path)


@pytest.mark.parametrize("rules", BY_MOUSE + BOTH + ["3 players", "6 players"])
def test_a_hand_is_played_by_the_mouse_alone(rules: str, sit, page, api, tmp_path: Path) -> None:
    page.set_viewport_size({"width": 880, "height": 800})
    table = sit(seats(count(api, rules)), rules=LARGE.get(rules, rules), seed=5)
    table.play_out(by_mouse)
    check_result(table, tmp_path)


def count(api, rules: str) -> int:
    if rules in LARGE:
        return int(rules[0])
    return next(preset["players"] for preset in api.get("/api/rules") if preset["name"] == rules)
