"""Choosing a play card by card, as in other card programs."""

from __future__ import annotations

from driver import double_click
from playwright.sync_api import expect
from records import WORDS, position
from table import Table

FIFTEEN = position("cirulla", hand="4b Qs Kd", table="2c 4s 7d Kb")
KING = position("scopa", hand="6s Jc Kd", table="2b 3s 5d 5c")
DECLARED = position("cirulla", hand="Ad 2s 3c", table="4s 6d 7c Kb")
SEATS = ["person", "greedy"]


def nothing_was_played(table: Table) -> bool:
    return table.told()["log"] == []


def test_a_capture_waits_for_a_word_where_a_larger_one_is_open(sit) -> None:
    table = sit(SEATS, record=FIFTEEN)
    table.hand("4b").click()
    expect(table.confirm).to_be_hidden()
    table.card("4s").click()
    expect(table.confirm).to_have_text(WORDS["pick.confirm"])
    assert nothing_was_played(table)
    table.confirm.click()
    table.turn()
    assert table.last() == "4b x 4s"


def test_the_larger_capture_happens_with_its_last_card(sit) -> None:
    table = sit(SEATS, record=FIFTEEN)
    table.turn()
    table.hand("4b").click()
    table.card("4s").click()
    table.card("7d").click()
    table.turn()
    assert table.last() == "4b x 4s 7d"


def test_a_capture_that_is_the_only_one_left_happens_at_once(sit) -> None:
    table = sit(SEATS, record=FIFTEEN)
    table.turn()
    table.hand("4b").click()
    table.card("7d").click()
    table.turn()
    assert table.last() == "4b x 4s 7d"


def test_no_guess_is_made_between_captures(sit) -> None:
    table = sit(SEATS, record=KING)
    table.turn()
    table.hand("Kd").click()
    table.card("5c").click()
    expect(table.card("5c")).to_have_attribute("aria-pressed", "true")
    expect(table.confirm).to_be_hidden()
    assert nothing_was_played(table)
    table.card("5d").click()
    table.turn()
    assert table.last() == "Kd x 5d 5c"


def test_a_double_click_does_not_lay_what_must_capture(sit) -> None:
    table = sit(SEATS, record=KING)
    double_click(table.hand("Kd"))
    expect(table.message).to_contain_text("cannot be laid")
    assert nothing_was_played(table)


def test_a_double_click_lays_what_takes_nothing(sit) -> None:
    table = sit(SEATS, record=KING)
    table.turn()
    double_click(table.hand("6s"))
    table.turn()
    assert table.last() == "6s"


def test_the_translucent_card_lays(sit) -> None:
    table = sit(SEATS, record=KING)
    table.turn()
    table.hand("Kd").click()
    expect(table.ghost).to_be_hidden()
    table.hand("6s").click()
    table.ghost.click()
    table.turn()
    assert table.last() == "6s"


def test_a_dragged_card_shows_the_capture_that_it_makes(sit) -> None:
    table = sit(SEATS, record=position("scopa", hand="4b 6s Kd", table="2c 4s 7d Qb"))
    table.turn()
    table.drag("4b", "[data-felt]", is_dropped=False)
    lit = table.page.locator("[data-table].lit")
    expect(lit).to_have_count(1)
    expect(lit).to_have_attribute("data-table", "4s")
    table.page.mouse.up()
    table.turn()
    assert table.last() == "4b x 4s"


def test_a_card_that_is_dropped_off_the_table_stays(sit) -> None:
    table = sit(SEATS, record=KING)
    table.turn()
    table.drag("6s", "h1")
    expect(table.page.locator(".dragged")).to_be_hidden()
    assert nothing_was_played(table)


def test_declarations_are_made_by_themselves(sit) -> None:
    table = sit(SEATS, record=DECLARED, auto_declare=True)
    shown = table.turn()
    assert not any(action.startswith("declare") for action in shown["legal"])
    assert table.last() == "declare Ad 2s 3c"
    expect(table.page.locator(".log")).to_contain_text(WORDS["said.bonus_three"].split("|")[1].format(n=3))


def test_declarations_are_chosen_on_the_hand_where_that_is_off(sit) -> None:
    table = sit(SEATS, record=DECLARED, auto_declare=False)
    table.turn()
    assert nothing_was_played(table)
    chosen = table.page.locator(".hand .chosen")
    expect(chosen).to_have_count(3)
    button = table.page.locator(".declare.primary")
    expect(button).to_contain_text(WORDS["declare.button"].split("|")[1].format(n=3))
    table.hand("Ad").click()
    expect(chosen).to_have_count(2)
    expect(button).to_have_count(0)
    table.hand("Ad").click()
    button.click()
    table.turn()
    assert table.last() == "declare Ad 2s 3c"


def test_the_switch_is_at_the_table(sit) -> None:
    table = sit(SEATS, record=DECLARED, auto_declare=False)
    table.turn()
    table.page.get_by_text(WORDS["sitting.title"]).click()
    table.page.get_by_label(WORDS["sitting.auto_declare"]).check()
    table.turn()
    assert table.last() == "declare Ad 2s 3c"
