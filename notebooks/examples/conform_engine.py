"""A program that answers `spariglio conform` by the package itself; `--fault NAME` makes a mistake that engines make.

    spariglio conform --only scopa -- python3 notebooks/examples/conform_engine.py --fault equal_first

An engine of your own takes the place of `sp.Hand`: docs/how-to/conform.md has the protocol.
"""

import argparse
import json
import sys
from itertools import combinations

import spariglio as sp

FAULTS = ["equal_first", "lay_anyway", "no_large_sums", "last_sweep", "leftovers"]
FAULTS += ["settebello", "prime_sevens", "level_cards", "suit", "seat"]


def legal(view, fault):
    """The texts of all legal actions of a view."""
    texts = [str(action) for action in view.actions]
    if fault == "equal_first":  # sums although an equal card lies on the table
        for card in view.hand:
            for size in range(2, len(view.table) + 1):
                for some in combinations(sorted(view.table), size):
                    if sum(one.rank for one in some) == card.rank:
                        texts.append(f"{card} x {' '.join(map(str, some))}")
    if fault == "lay_anyway":  # a card that captures may be laid too
        texts += [str(card) for card in view.hand]
    if fault == "no_large_sums":  # sums of two cards only
        texts = [text for text in texts if len(text.split()) < 5]
    return sorted(set(texts))


def spoil(result, hand, last, fault):
    """Plants a fault in the result; `last` is the table before the last card and that card's action."""
    table, action = last
    last_capture = result["last_capture"]
    for place, side in enumerate(result["sides"]):
        points = side["points"]
        if fault == "last_sweep" and place == last_capture and table and len(action.captured) == len(table):
            points["sweeps"] = points.get("sweeps", 0) + 1
        if fault == "leftovers" and place == last_capture:
            side["cards"] -= len(table) + 1 if not action.captured else len(table) - len(action.captured)
        if fault == "settebello":
            points.pop("single", None)
        if fault == "prime_sevens" and side["prime"]:  # a seven worth 20 instead of 21
            side["prime"] -= 1
        if fault == "level_cards" and 2 * side["cards"] == len(hand.deal):
            points["cards"] = 1
        if fault == "suit":  # the majority of another suit
            points["suit"] = 1 - points.get("suit", 0)
        side["total"] = sum(points.values())


def answer(question, fault):
    """The whole record of a question."""
    start = {name: value for name, value in question.items() if name != "match"}
    hand = sp.Hand.from_record(json.dumps(start | {"turns": []}))
    turns, last = [], None
    for turn in question["turns"]:
        view = hand.view()
        seat = (view.seat + 1) % hand.game.players if fault == "seat" else view.seat
        turns.append({"seat": seat, "action": turn["action"], "legal": legal(view, fault)})
        action = next(action for action in view.actions if str(action) == turn["action"])
        last = (view.table, action)
        hand.play(action)
    record = question | {"turns": turns}
    if hand.over:
        record["result"] = json.loads(hand.record())["result"]
        spoil(record["result"], hand, last, fault)
    return record


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fault", choices=FAULTS)
    fault = parser.parse_args().fault
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line), fault)), flush=True)
