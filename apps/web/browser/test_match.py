"""Clocks, matches that are given up, the list of seen cards, and what is told of bonuses."""

from __future__ import annotations

from playwright.sync_api import expect
from records import RANKS, SUITS, WORDS, position
from table import Table, declare

SEATS = ["person", "greedy"]
# The dealer takes the first table, which makes fifteen; forehand has a bonus without an ace.
FIFTEEN = position("cirulla", hand="2d 3c 4s", table="3d 5c 6s Ab")
BONUSES = """{"rules": "cirullone", "dealer": 3, "hands": ["Ac Ad 2c 2d 2s 5b Jc Kc Ks", "7d 6b 6c 6d 5s 5c 5d 4b 4s",
 "4c 4d 3b 3s 3c 3d 2b Ab As", "Kd Qb Qc Qd Jb Js 7b 7s 7c"], "table": "6s Qs Kb Jd", "stock": "", "turns": []}"""
# The signs in the list of seen cards, by suit.
SIGNS = "rows => rows.map(row => [...row.cells].slice(1).map(cell => cell.firstElementChild.textContent))"


def words(key: str, n: int = 1, **values: object) -> str:
    """A text of the page; `n` picks its form."""
    forms = WORDS[key].split("|")
    return forms[-1 if n > 1 else 0].format(n=n, **values)


def settings(table: Table) -> None:
    table.page.get_by_text(WORDS["sitting.title"]).click()


def test_bonuses_and_the_dealers_bonus_are_told_by_their_names(sit) -> None:
    table = sit(SEATS, record=FIFTEEN, auto_declare=True)
    table.turn()
    told = " ".join(table.page.evaluate("window.told"))
    log = table.page.locator(".log, .opening")
    for name in (words("said.bonus_poor_mans", n=3), "Dealer's bonus: 1 point."):
        assert name in told, told
        expect(log.filter(has_text=name)).to_have_count(1)


def test_bonuses_are_declared_in_any_order(sit) -> None:
    table = sit(["person", "greedy", "greedy", "greedy"], record=BONUSES.replace("\n", ""), auto_declare=False)
    table.turn()
    # The first one of the best set is offered; another one is chosen.
    button = table.page.locator(".declare.primary")
    expect(button).to_contain_text(words("declare.button", n=3))
    expect(table.page.locator(".hand .barred")).to_have_count(3)
    declare(table, "declare 2d 2c 2s")
    table.turn()
    declare(table, "declare Ad Ac 5b")
    table.turn()
    # Cards that have to wait say so.
    expect(table.page.locator(".hand .barred")).to_have_count(3)
    table.click("[data-hand='Kc']")
    expect(table.message).to_contain_text("declared cards come first")
    assert [entry["action"] for entry in table.told()["log"]] == ["declare 2d 2c 2s", "declare Ad Ac 5b"]
    assert table.told()["view"]["tallies"][0]["tens"] == 1
    expect(table.page.locator(".declare")).to_have_count(0)
    table.page.goto(f"{table.api.base}/rules/cirullone")
    expect(table.page.locator("main")).to_contain_text("Several declarations are made in any order.")


def test_the_switch_works_where_the_rules_are_automatic(sit) -> None:
    record = position("cirulla_platform", hand="Ad 2s 3c", table="4s 6d 7c Kb")
    table = sit(SEATS, record=record, auto_declare=False)
    assert table.turn()["legal"] == ["declare Ad 2s 3c", "pass"]
    settings(table)
    table.page.get_by_label(WORDS["sitting.auto_declare"]).check()
    table.turn()
    assert table.last() == "declare Ad 2s 3c"


def test_a_clock_counts_down_and_its_end_loses_the_match(sit) -> None:
    table = sit(SEATS, rules="scopa", seed=4, dealer=1, match=True, clock={"move_seconds": 4})
    clock = table.page.locator(".clock")
    expect(clock).to_contain_text(WORDS["clock.move"])
    expect(clock).to_contain_text("0:02")
    expect(table.page.locator(".after")).to_contain_text(words("forfeit.you_move_time"))
    expect(table.page.locator(".after")).to_contain_text(words("win.match_one", side="Ugo", score="0\N{EN DASH}0"))
    expect(table.page.locator(".award")).to_contain_text("Ugo 14")
    expect(clock).to_have_count(0)
    assert words("clock.left", n=10) in table.page.evaluate("window.told")


def test_a_match_is_given_up_after_a_question(sit) -> None:
    table = sit(SEATS, rules="scopa", seed=4, dealer=1, match=True)
    table.turn()
    settings(table)

    def button(key: str) -> None:
        table.page.get_by_role("button", name=WORDS[key], exact=True).click()

    button("sitting.give_up")
    button("sitting.give_up_no")
    assert table.told()["phase"] == "play"
    button("sitting.give_up")
    expect(table.page.get_by_text(WORDS["sitting.give_up_what"])).to_be_visible()
    button("sitting.give_up_yes")
    expect(table.page.locator(".after")).to_contain_text(words("forfeit.you_left"))
    assert table.told()["match"]["award"]["vp"] == [0, 14]
    expect(table.page.get_by_role("button", name=WORDS["sitting.give_up"], exact=True)).to_have_count(0)


def test_seen_cards_are_a_choice_of_the_table(sit, page) -> None:
    panel = page.get_by_text(WORDS["seen.title"])
    for wishes, count in [({"match": True}, 0), ({"match": True, "seen_cards": True}, 1), ({}, 1)]:
        sit(SEATS, rules="scopa", seed=4, **wishes).turn()
        expect(panel).to_have_count(count)


def test_the_list_of_seen_cards_says_where_they_are(sit, page) -> None:
    table = sit(SEATS, rules="scopa", seed=4, dealer=1)
    for _ in range(4):
        table.turn()
        table.act(0)
    table.turn()
    page.get_by_text(WORDS["seen.title"]).click()
    view = table.told()["view"]
    signs = {"✓": view["hand"], "▢": view["table"], "\N{MULTIPLICATION SIGN}": " ".join(view["piles"])}
    rows = page.locator("table.seen tbody tr").evaluate_all(SIGNS)
    places = [rank + suit for suit in SUITS for rank in RANKS]
    shown = dict(zip(places, [sign for row in rows for sign in row], strict=True))
    wanted = {card: sign for sign, cards in signs.items() for card in cards.split()}
    assert shown == dict.fromkeys(places, "") | wanted


def test_the_last_hand_is_open_where_seen_cards_are_shown(sit) -> None:
    table = sit(SEATS, rules="scopa", seed=4, dealer=1)
    while (shown := table.turn()) and table.told()["view"]["stock_cards"]:
        assert table.told()["hands"] is None
        table.act(0)
    assert len(shown["hand"]) == 3
    other = table.told()["hands"][1].split()
    assert not {*other} & {*shown["hand"]}
    expect(table.page.locator('[data-place="seat-1"] .fan .minis > *')).to_have_count(len(other))
