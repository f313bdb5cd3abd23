"""Hidden cards stay hidden: no answer of the server names a card that the seat cannot know yet."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Response
from table import by_keys

CARD = re.compile(r"\b[A2-7JQK][dcsb]\b")
# A test cannot read the stream of events to its end, so the page records them.
EVENTS = """
window.heard = [];
window.EventSource = class extends EventSource {
  addEventListener(name, ...rest) {
    super.addEventListener(name, event => window.heard.push(event.data));
    super.addEventListener(name, ...rest);
  }
};
"""


def seen_by(record: dict[str, Any], turns: int, seat: int) -> set[str]:
    """The cards that a seat knows after some turns: the table, its own cards, and the played ones."""
    hands, stock = [hand.split() for hand in record["hands"]], record["stock"].split()
    players = len(hands)
    seen, left = {*record["table"].split(), *hands[seat]}, [len(hand) for hand in hands]
    rounds = len(hands[seat])
    for turn in record["turns"][:turns]:
        seen |= set(CARD.findall(turn["action"]))
        if not turn["action"].startswith("declare") and turn["action"] != "pass":
            left[turn["seat"]] -= 1
        if not any(left) and stock:
            dealt, stock = stock[: players * rounds], stock[players * rounds :]
            seen |= set(dealt[(seat - record["dealer"] - 1) % players :: players])
            left = [rounds] * players
    return seen


@pytest.mark.parametrize("rules", ["scopone", "cirulla"])
def test_no_hidden_card_is_named_before_it_is_played(rules: str, sit, page, api) -> None:
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.add_init_script(EVENTS)
    # With the list of seen cards, the last hand of two players is open.
    opponents = ["greedy"] * (3 if rules == "scopone" else 1)
    table = sit(["person", *opponents], rules=rules, seed=6, seen_cards=False)
    table.play_out(by_keys)
    record = json.loads(api.text(f"{table.path}/record"))
    # A page may ask for the record of a finished hand.
    asked = [answer for answer in answers if "/api/" in answer.url and not answer.url.endswith(("/events", "/record"))]
    bodies = [answer.text() for answer in asked]
    bodies = [body.replace(table.name, "ID") for body in bodies]
    tables = [json.loads(body) for body in bodies if '"view"' in body]
    assert len(tables) > 8
    for told in tables:
        if told["phase"] != "play":
            continue
        # The rules name the cards that score by themselves.
        named = set(CARD.findall(json.dumps({field: value for field, value in told.items() if field != "rules"})))
        assert named <= seen_by(record, len(told["log"]), 0), f"after {len(told['log'])} turns"
        assert set(told["view"]["hand"].split()) <= named
    others = [body for body in bodies if '"view"' not in body and '"toml"' not in body]
    heard = page.evaluate("window.heard")
    assert heard
    assert not CARD.findall(" ".join([*others, *heard]))
