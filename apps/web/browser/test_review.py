"""A review in the browser: giving records, going through losses, trying other actions, sharing."""

from __future__ import annotations

import json
import re

import pytest
from driver import lacks, offered
from playwright.sync_api import Page, expect
from records import ASSETS, WORDS, cards_of

CARD = re.compile(r"(?<![0-9A-Za-z])[A2-7JQK][dcsb](?![0-9A-Za-z])")

DROPPED = """text => {
  const data = new DataTransfer();
  data.items.add(new File([text], 'hands.jsonl'));
  return data;
}"""


@pytest.fixture
def rows(api, review) -> list[dict]:
    """The decisions with a choice."""
    lines = map(json.loads, api.text(f"/api/reviews/{review}/rows").splitlines())
    return [row for row in lines if row["kind"] == "decision" and row["method"] != "forced"]


def show(page: Page, server, review: str, at: str = "") -> Page:
    page.goto(f"{server.base}/review/{review}{at and f'#at={at}'}")
    page.wait_for_selector("#decision")
    return page


def place(page: Page) -> tuple[int, int]:
    """The hand and the turn of the displayed play, from 0."""
    hand, turn = re.match(r"Hand (\d+), turn (\d+) of", page.locator("#decision-title").inner_text()).groups()
    return int(hand), int(turn) - 1


def open_files(page: Page) -> None:
    page.get_by_text(WORDS["review.files"]).click()


def test_a_dropped_file_is_reviewed(page: Page, server, records: str) -> None:
    page.goto(f"{server.base}/review")
    file = page.evaluate_handle(DROPPED, records)
    page.locator(".drop").dispatch_event("drop", {"dataTransfer": file})
    expect(page.locator(".drop")).to_contain_text("3 lines")
    page.get_by_role("button", name=WORDS["drop.review"], exact=True).click()
    page.wait_for_selector("#decision")
    expect(page.locator("h1")).to_contain_text("3 hands")
    expect(page.locator(".list")).to_contain_text("24 decisions")


def test_a_file_that_holds_no_records_is_refused_in_words(page: Page, server) -> None:
    page.goto(f"{server.base}/review")
    page.locator(".drop textarea").fill('{"rules": "scopa"}')
    page.get_by_role("button", name=WORDS["drop.review"], exact=True).click()
    expect(page.locator(".drop .warning")).to_contain_text("line 1")


def test_brackets_go_round_the_marked_decisions_in_order_of_turn(page: Page, server, review: str, rows) -> None:
    show(page, server, review)
    marked = sorted((row["line"], row["turn"]) for row in rows if row["mark"])
    assert len(marked) > 4
    # The page starts at the biggest loss. Every key press shows something.
    at = marked.index(place(page))
    for key, step in (("]", 1), ("[", -1)):
        for _ in range(len(marked) + 1):
            page.keyboard.press(key)
            at = (at + step) % len(marked)
            hand, turn = marked[at]
            expect(page.locator("#decision-title")).to_contain_text(f"Hand {hand}, turn {turn + 1} of")
            round_words = {1: "review.round", -1: "review.round_back"}[step]
            is_round = at == (0 if step == 1 else len(marked) - 1)
            expect(page.locator(".note")).to_have_text(WORDS[round_words] if is_round else "")


def test_the_biggest_losses_come_first(page: Page, server, review: str, rows) -> None:
    show(page, server, review)
    listed = page.locator(".decisions .where")
    by_turn = sorted(rows, key=lambda row: (row["line"], row["turn"]))
    by_size = sorted(by_turn, key=lambda row: -row["loss"])
    for wish, order in (("size", by_size), ("turn", by_turn)):
        page.locator(".filters select").first.select_option(wish)
        words = [rf"^hand {row['line']}, turn {row['turn'] + 1} " for row in order]
        expect(listed).to_have_text([re.compile(one) for one in words])


def test_a_colour_stands_for_one_mark(page: Page, server, review: str, rows) -> None:
    show(page, server, review)
    found = page.locator(".decisions button").evaluate_all(
        "all => all.map(one => [one.querySelector('.sign').textContent,"
        " getComputedStyle(one.querySelector('.value')).color])"
    )
    assert {sign for sign, _ in found} >= {"", "??"}
    # One colour for each mark, and one mark for each colour.
    assert len(set(map(tuple, found))) == len({sign for sign, _ in found}) == len({colour for _, colour in found})


def table_before(record: dict, turn: int) -> dict:
    """Hands, table and piles before a turn of a two-handed record, by the texts of its actions only."""
    hands, stock = [cards.split() for cards in record["hands"]], record["stock"].split()
    table, piles, last = record["table"].split(), [[], []], None
    deal = len(hands[0])
    for done, entry in enumerate(record["turns"][:turn], 1):
        card, *takes = cards_of(entry["action"])
        hands[entry["seat"]].remove(card)
        if takes:
            last = entry["seat"]
            piles[last] += [card, *takes]
            table = [one for one in table if one not in takes]
        else:
            table.append(card)
        if not any(hands) and done < len(record["turns"]):
            dealt, stock = stock[: 2 * deal], stock[2 * deal :]
            forehand = 1 - record["dealer"]
            hands[forehand], hands[1 - forehand] = dealt[0::2], dealt[1::2]
    if turn == len(record["turns"]) and last is not None:
        piles[last], table = piles[last] + table, []
    return {"hands": hands, "table": table, "piles": piles}


SHOWN = """() => {
  const cards = (root, selector) => [...root.querySelectorAll(selector)].map(one => one.getAttribute('href').slice(-2));
  const seat = one => cards(one, '.held use');
  return {
    seats: Object.fromEntries([...document.querySelectorAll('.sitter')].map(one => [one.ariaLabel, seat(one)])),
    table: cards(document.querySelector('.replay .felt'), '.card:not(.ghost) use'),
    ghosts: cards(document.querySelector('.replay .felt'), '.ghost use'),
    played: cards(document, '.replay :is(.played, .both) use'), best: cards(document, '.replay :is(.best, .both) use'),
    piles: [...document.querySelectorAll('.counts > .heap > span:first-of-type')].map(one => parseInt(one.textContent)),
  };
}"""


def test_every_play_is_shown_with_hands_and_piles_as_they_were(page: Page, server, review, records, rows) -> None:
    record = json.loads(records.splitlines()[1])
    show(page, server, review, "2.0")
    count = len(record["turns"])
    expect(page.locator(".playstrip .cell")).to_have_count(count + 1)
    choices = {row["turn"]: row for row in rows if row["line"] == 2}
    for turn in range(count + 1):
        expect(page.locator(".steps .now")).to_have_text(
            f"{turn + 1} of {count}" if turn < count else WORDS["review.end"]
        )
        shown, real = page.evaluate(SHOWN), table_before(record, turn)
        assert {name: sorted(cards) for name, cards in shown["seats"].items()} == {
            "South": sorted(real["hands"][0]),
            "North": sorted(real["hands"][1]),
        }, turn
        assert sorted(shown["table"]) == sorted(real["table"]), turn
        assert shown["piles"][:2] == [len(pile) for pile in real["piles"]], turn
        if turn < count:
            row = choices.get(turn)
            wanted = {record["turns"][turn]["action"], *([row["best"]] if row else [])}
            assert sorted(shown["ghosts"]) == sorted(cards_of(action)[0] for action in wanted), turn
            assert {*shown["played"]} == {*cards_of(record["turns"][turn]["action"])}, turn
            assert not row or {*shown["best"]} == {*cards_of(row["best"])}, turn
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".steps .now")).to_have_text(f"{count} of {count}")


def test_the_curve_and_the_strip_lead_to_a_play(page: Page, server, review, records) -> None:
    count = len(json.loads(records.splitlines()[0])["turns"])
    show(page, server, review, "1.0")
    page.locator(".playstrip .cell").nth(4).click()
    expect(page.locator(".steps .now")).to_have_text(f"5 of {count}")
    plot = page.locator(".margin svg")
    box = plot.bounding_box()
    # The axis of turns ends 8 pixels before the edge.
    plot.click(position={"x": box["width"] - 9, "y": 60})
    expect(page.locator(".steps .now")).to_have_text(WORDS["review.end"])
    curve, width = page.locator(".margin").bounding_box(), page.viewport_size["width"]
    assert box["width"] == pytest.approx(curve["width"], abs=1) and curve["width"] > 0.9 * width


def test_the_headline_gives_each_player_a_number(page: Page, server, review: str, rows) -> None:
    page.goto(f"{server.base}/review/{review}?seat=1")
    players = page.locator(".headline li")
    expect(players).to_have_count(2)
    expect(players.first).to_contain_text(WORDS["seat.you"])
    own = [row for row in rows if row["seat"] == 1]
    mean = sum(row["loss"] for row in own) / len(own)
    expect(players.first).to_contain_text(f"{mean:.2f} points lost a decision, 95 %")
    mistakes = sum(row["mark"] == "?" for row in own)
    assert mistakes > 1
    expect(players.first).to_contain_text(f"{mistakes} mistakes")


def test_the_reply_that_follows_and_the_reason_are_told(page: Page, server, review: str, rows) -> None:
    row = max(rows, key=lambda row: row["loss"])
    show(page, server, review, f"{row['line']}.{row['turn']}")
    told = page.locator("#decision .why")
    expect(told).to_contain_text(f"about {row['loss']:.1f} points")
    replies = page.locator(".follow").first.locator("li")
    shares = [reply["share"] for reply in row["follows"]["played"]]
    rare = next((at for at, share in enumerate(shares) if share < 0.2), len(shares))
    expect(replies).to_have_count(rare)
    assert all("%" not in text for text in page.locator(".follow").all_inner_texts())


def test_in_a_match_the_chance_to_win_is_told(page: Page, server, api, records: str, rows) -> None:
    assert all(row["chances"] is None for row in rows)
    record = json.loads(records.splitlines()[0])
    record["match"] = {"id": "friday", "hand": 3, "scores": [8, 6]}
    review = api.review(json.dumps(record) + "\n")
    lines = map(json.loads, api.text(f"/api/reviews/{review}/rows").splitlines())
    row = max((row for row in lines if row["kind"] == "decision"), key=lambda row: row["loss"])
    best, played = row["chances"]
    assert 0 < played < best < 1
    show(page, server, review, f"1.{row['turn']}")
    words = WORDS["review.chances"].format(best=f"{best:.0%}", played=f"{played:.0%}")
    expect(page.locator("#decision")).to_contain_text(words)


@lacks("touch")
def test_a_tap_on_the_list_brings_the_board_into_view(new_context, server, review: str) -> None:
    page = new_context(viewport={"width": 390, "height": 844}, has_touch=True).new_page()
    show(page, server, review)
    page.get_by_role("heading", name=WORDS["review.decisions"]).tap()
    entry = page.locator(".decisions button").nth(3)
    entry.scroll_into_view_if_needed()
    entry.tap()
    expect(page.locator(".replay .felt")).to_be_in_viewport(ratio=0.9)
    expect(entry).to_have_attribute("aria-pressed", "true")


def test_a_running_review_counts_decisions(page: Page, server, review: str) -> None:
    told = {"id": review, "state": "running", "done": 3, "of": 36, "hands": 0, "error": None, "reviewer": "x"}
    page.route(f"**/api/reviews/{review}", lambda route: route.fulfill(json=told))
    page.route(f"**/api/reviews/{review}/rows", lambda route: route.fulfill(body=""))
    page.route(f"**/api/reviews/{review}/events", lambda route: route.abort())
    page.goto(f"{server.base}/review/{review}")
    expect(page.locator("h1")).to_contain_text("36 decisions…")
    expect(page.locator("h1")).not_to_contain_text("hands")


@pytest.mark.parametrize("kind", ["review", "practice"])
def test_a_review_that_is_gone_is_told_in_words(page: Page, server, kind: str) -> None:
    page.goto(f"{server.base}/{kind}/{'0' * 32}?lang=it")
    words = json.loads((ASSETS / "it.json").read_text())
    expect(page.locator("h1")).to_contain_text(words["review.gone"])
    expect(page.locator("main")).to_contain_text(words["review.gone_what"])
    expect(page.locator(".drop")).to_be_visible()
    expect(page.get_by_role("button", name=words["review.records"])).to_have_count(0)


def test_trying_it_otherwise_keeps_all_that_went_before(page: Page, server, api, review, records, rows) -> None:
    row = max((row for row in rows if row["turn"] > 3), key=lambda row: row["loss"])
    record = json.loads(records.splitlines()[row["line"] - 1])
    page.goto(f"{server.base}/review/{review}#at={row['line']}.{row['turn']}")
    page.locator(".try .primary").click()
    page.wait_for_url("**/play/**")
    shown = page.locator(".action")
    expect(shown.first).to_be_attached()
    titles = shown.evaluate_all("all => all.map(one => one.title)")
    assert sorted(titles) == sorted(one["action"] for one in row["actions"])
    name = page.url.split("/play/")[1].split("?")[0]
    key = page.evaluate("id => Object.values(JSON.parse(localStorage['spariglio.keys.' + id]))[0]", name)
    api.tables.append((name, key))
    told = api.get(f"/api/tables/{name}?seat={row['seat']}", key)
    before = [{"seat": turn["seat"], "action": turn["action"]} for turn in record["turns"][: row["turn"]]]
    assert told["view"]["history"] == before and before
    assert told["view"]["hand"] == row["hand"] and told["view"]["table"] == row["table"]


def test_a_shared_link_opens_the_same_review_and_tells_no_server_of_cards(new_context, server, review) -> None:
    requested: list[str] = []
    asked = show(new_context().new_page(), server, review)
    fresh = new_context().new_page()
    for page in (asked, fresh):
        page.on("request", lambda request: requested.append(request.url))
    open_files(asked)
    asked.get_by_role("button", name=WORDS["review.share_all"]).click()
    link = asked.locator("main > .panel > .copy input").input_value()
    fresh.goto(link)
    fresh.wait_for_selector("#decision")
    expect(fresh.locator("progress")).to_have_count(0)
    for part in (".decisions", "#decision .big", ".list .muted"):
        expect(fresh.locator(part)).to_have_text(asked.locator(part).inner_text(), use_inner_text=True)
    code = link.split("#d=")[1]
    assert len(requested) > 5
    for url in requested:
        assert code[:20] not in url and not CARD.search(url.replace("%20", " ").replace("+", " ")), url


def test_practice_takes_every_action_that_solves_and_no_other(page: Page, server, review: str, rows) -> None:
    exercises = sorted((row for row in rows if row["mark"]), key=lambda row: (-row["loss"], row["line"], row["turn"]))
    page.goto(f"{server.base}/practice/{review}")
    page.wait_for_selector(".action", state="attached")
    solved = page.locator(".solved")
    both = set()
    for at, row in enumerate(exercises):
        expect(page.locator("h1")).to_contain_text(f"Position {at + 1} of {len(exercises)}")
        expect(page.locator(".hand [data-hand]")).to_have_count(len(row["hand"].split()))
        solves = {one["action"]: one["solves"] or one["behind"] < 0.05 for one in row["actions"]}
        titles = page.locator(".action").evaluate_all("all => all.map(one => one.title)")
        assert sorted(titles) == sorted(solves)
        expect(page.locator(".answer")).to_have_count(0)
        for number, action in enumerate(titles, 1):
            page.keyboard.press(str(number))
            if solves[action]:
                expect(solved).to_be_visible()
                page.get_by_role("button", name=WORDS["practice.retry"]).click()
            else:
                expect(page.locator(".missed").last).to_contain_text(WORDS["practice.wrong"])
            expect(solved).to_have_count(0)
            both.add(solves[action])
        page.keyboard.press("]")
    assert both == {True, False}
    # The progress is kept in the browser.
    count = page.locator(".facts")
    expect(count).to_contain_text(f"{len(exercises)} of {len(exercises)} solved")
    page.reload()
    expect(count).to_contain_text(f"{len(exercises)} of {len(exercises)} solved")


def test_the_record_is_given_back_as_it_was(page: Page, server, review: str, records: str) -> None:
    show(page, server, review)
    open_files(page)
    saved, given = (
        [[turn["action"] for turn in json.loads(line)["turns"]] for line in text.splitlines()]
        for text in (offered(page, WORDS["review.records"]), records)
    )
    assert saved == given
