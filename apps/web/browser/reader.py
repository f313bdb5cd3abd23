"""A reader of a table's page: what can be seen there, and what the server says of it."""

from __future__ import annotations

import json
from typing import Any

from records import ASSETS, cards_of

PLAYERS = ["Rosa", "Ugo", "Lia", "Nino", "Ada", "Gino"]
# Kinds of points with a row of their own in the score sheet.
PLACED = ("cards", "suit", "prime", "single", "sweeps")
# What is visible: texts, and the cards that are drawn. Nothing else of the page is read.
DRAWN = """inside => [...inside.querySelectorAll('use')].filter(one => one.checkVisibility())
  .map(one => one.getAttribute('href').replace(/^#\\w+-/, '')).filter(card => card !== 'back')"""
VISIBLE = f"""() => {{
  const all = (selector, inside = document) =>
    [...inside.querySelectorAll(selector)].filter(one => one.checkVisibility());
  const text = one => one?.innerText.trim() ?? null;
  const drawn = {DRAWN};
  const cards = selector => all(selector).map(drawn).flat();
  const cells = row => [...row.cells].map(cell => ({{ text: text(cell), cards: drawn(cell) }}));
  const rows = selector => all(selector).map(cells);
  const plate = one => ({{
    who: text(one.querySelector('.who b')), level: text(one.querySelector('.level')),
    dealer: one.querySelector('.dealer') !== null, acting: one.classList.contains('acting'),
    count: text(one.querySelector('.fan .count')), known: all('.fan', one).map(drawn).flat(),
    last: all('.last', one).map(drawn).flat(), pile: text(one.querySelector('.pile > b')),
    sweeps: one.querySelectorAll('.pile .across').length,
  }});
  const play = row => ({{
    turn: text(row.querySelector('.turn')), who: text(row.querySelector('.seat')), cards: drawn(row),
    marks: [...row.querySelectorAll('.marks')].map(text).filter(Boolean),
  }});
  return {{
    language: document.documentElement.lang,
    hand: cards('.hand .card'), table: cards('.felt .card:not(.ghost)'),
    plates: Object.fromEntries(all('.plate').map(one => [one.dataset.place.slice(5), plate(one)])),
    stock: text(document.querySelector('.stock > b')), log: all('.log button').map(play),
    actions: all('.actions .action').map(drawn),
    head: rows('.score-strip thead tr')[0]?.map(cell => cell.text), strip: rows('.score-strip tbody tr'),
    scores: all('.top .scores b').map(text), status: text(document.querySelector('.bar .status')),
    title: text(document.querySelector('#after-title')), sheet: rows('table.result tr'),
  }};
}}"""
# What a hint draws and says.
ADVICE = f"""() => {{
  const drawn = {DRAWN};
  const cards = selector => [...document.querySelectorAll(selector)].map(drawn).flat();
  const judged = [...document.querySelectorAll('.hand .card:has(.loss)')];
  return {{
    hand: cards('.hand .advised'), table: cards('.felt .advised'),
    losses: Object.fromEntries(judged.map(one => [drawn(one)[0], one.querySelector('.loss').innerText])),
    words: document.querySelector('.advice > span').innerText,
  }};
}}"""


class Reader:
    """Knows what the page has to show of a table, from the answer of the server and the texts of the language."""

    def __init__(self, told: dict[str, Any], lang: str) -> None:
        self.told, self.lang = told, lang
        self.words = json.loads((ASSETS / f"{lang}.json").read_text())
        self.rules, self.view, self.seat = told["rules"], told["view"], told["seat"]
        seats = range(self.rules["players"])
        self.names = [self.words["seat.you"] if seat == self.seat else PLAYERS[seat] for seat in seats]
        sides = self.rules["sides"]
        own = self.seat % sides
        # The seats beside which a pile lies: the first one of each side, from the own one on.
        order = [(self.seat + step) % len(seats) for step in seats]
        self.keepers = {next(seat for seat in order if seat % sides == side) for side in range(sides)}
        self.order = [own, *(side for side in range(sides) if side != own)]
        teams = [[self.names[seat] for seat in seats if seat % sides == side] for side in range(sides)]
        self.sides = ["\N{EN DASH}".join(team) for team in teams]

    def the(self, card: str) -> str:
        """A card in a sentence."""
        return self.words["card.name"].format(
            rank=self.words[f"rank.the_{card[0]}"], suit=self.words[f"suit.{card[1]}"]
        )

    def kind(self, kind: str) -> str:
        """The name of a kind of points."""
        if kind == "suit":
            return self.words[f"suit.{self.rules['suit']}"]
        return self.words["kind.settebello" if kind == "single" and self.rules["single"] == ["7d"] else f"kind.{kind}"]

    def mark(self, mark: str) -> str:
        """The words for a special event."""
        word, _, what = mark.partition(" ")
        if word in ("three", "poor_mans", "ten"):
            return self.words[f"said.bonus_{word}"].split("|")[int(what) != 1].format(n=what)
        return self.words["said.single"].format(card=self.the(what)) if what else self.words[f"said.{word}"]

    def play(self, entry: dict[str, Any]) -> list[str]:
        """The cards of an action."""
        return [card.split("=")[0] for card in cards_of(entry["action"]) if card not in ("declare", "pass")]

    def plate(self, seat: int) -> dict[str, Any]:
        """What the plate of a seat shows."""
        side = seat % self.rules["sides"]
        is_own, is_due, is_keeper = seat == self.seat, seat == self.told["to_act"], seat in self.keepers
        name = self.told["seats"][seat]["name"]
        known = self.told["hands"][seat] if self.told["hands"] else self.view["known"][seat]
        plays = [entry for entry in self.told["log"] if entry["seat"] == seat]
        return {
            "who": self.names[seat],
            "level": self.words["table.to_act"] if is_due else name if is_own else self.words[f"level.{name}"],
            "dealer": self.view["dealer"] == seat,
            "acting": is_due,
            "count": None if is_own else str(self.view["hand_cards"][seat]),
            "known": [] if is_own else known.split(),
            # A played card and at most three that it takes; at most six sweeps.
            "last": self.play(plays[-1])[:4] if plays else [],
            "pile": str(len(self.view["piles"][side].split())) if is_keeper else None,
            "sweeps": min(6, self.view["tallies"][side]["sweeps"]) if is_keeper else 0,
        }

    def log(self) -> list[dict[str, Any]]:
        """The rows of the log."""
        return [
            {"turn": str(turn), "who": self.names[entry["seat"]], "cards": self.play(entry),
             "marks": [" ".join(self.mark(mark) for mark in entry["marks"])] if entry["marks"] else []}
            for turn, entry in enumerate(self.told["log"], 1)
        ]  # fmt: skip

    def check_strip(self, seen: dict[str, Any]) -> None:
        """The score sheet beside the game."""
        assert seen["head"][1:] == [self.sides[side] for side in self.order]
        rows = {row[0]["text"].split("\n")[0]: row[1:] for row in seen["strip"]}
        for kind in ("cards", "suit", "prime"):
            if kind in self.rules["counted"]:
                shown = [cell["text"].split("\n")[0].rstrip("✓") for cell in rows[self.kind(kind)]]
                counts = [self.told["so_far"][side].get(kind) for side in self.order]
                assert shown == ["\N{EN DASH}" if count is None else str(count) for count in counts], kind
        if "single" in self.rules["counted"]:
            piles = [self.view["piles"][side].split() for side in self.order]
            own = [[card for card in self.rules["single"] if card in pile] for pile in piles]
            assert [cell["cards"] for cell in rows[self.kind("single")]] == own
        if "sweeps" in self.rules["counted"]:
            sweeps = [cell["text"].split("\n")[-1] for cell in rows[self.kind("sweeps")]]
            assert sweeps == [str(self.view["tallies"][side]["sweeps"]) for side in self.order]
        for kind in {kind for side in self.told["so_far"] for kind in side["points"]} - {*PLACED}:
            points = [self.told["so_far"][side]["points"].get(kind, 0) for side in self.order]
            if any(points):
                assert [cell["text"].lstrip("+") for cell in rows[self.kind(kind)]] == [str(n) for n in points], kind

    def check_turn(self, seen: dict[str, Any]) -> None:
        """Everything at a decision of the person."""
        assert seen["language"] == self.lang
        assert sorted(seen["hand"]) == sorted(self.view["hand"].split())
        assert sorted(seen["table"]) == sorted(self.view["table"].split())
        for seat in range(self.rules["players"]):
            assert seen["plates"][str(seat)] == self.plate(seat)
        assert seen["stock"] == (str(self.view["stock_cards"]) if self.rules["stock_cards"] else None)
        assert seen["log"] == self.log()
        legal = [self.play({"action": action}) for action in self.told["legal"]]
        assert seen["actions"] == legal
        if not self.told["legal"][0].startswith("declare"):
            assert seen["status"] == self.words["table.your_turn"]
        self.check_strip(seen)

    def check_advice(self, hint: dict[str, Any], shown: dict[str, Any]) -> None:
        """The ring, the badges and the sentence of a hint."""
        best, *takes = self.play({"action": hint["best"]})
        losses: dict[str, float] = {}
        for one in hint["actions"]:
            card = self.play({"action": one["action"]})[0]
            loss = 0 if one["solves"] or one["behind"] < 0.05 else one["behind"]
            if card != best:
                losses[card] = min(loss, losses.get(card, loss))
        assert shown["hand"] == [best]
        # A card that is laid is drawn where it would lie.
        assert sorted(shown["table"]) == sorted(takes or [best])
        assert shown["losses"].keys() == losses.keys()
        for card, loss in losses.items():
            badge = shown["losses"][card].replace(",", ".").replace("\N{MINUS SIGN}", "").replace("≈", "0")
            # The badge has one decimal.
            assert abs(float(badge) - loss) <= 0.051, card
        assert all(self.the(card).lower() in shown["words"].lower() for card in [best, *takes]), shown["words"]

    def check_end(self, seen: dict[str, Any], record: dict[str, Any]) -> None:
        """Headline, sheet, score of the match and record."""
        assert seen["log"] == self.log()
        totals = [side["total"] for side in record["result"]["sides"]]
        assert [row["action"] for row in record["turns"]] == [entry["action"] for entry in self.told["log"]]
        assert [cell["text"] for cell in seen["sheet"][0]][1:] == self.sides
        rows = {row[0]["text"]: [cell["text"] for cell in row[1:]] for row in seen["sheet"]}
        assert rows[self.words["result.total"]] == [str(total) for total in totals]
        scores = [str(score) for score in self.told["match"]["scores"]]
        assert rows[self.words["result.match"]] == seen["scores"] == scores
        best = [side for side, total in enumerate(totals) if total == max(totals)]
        if self.told["match"]["end"] or record["result"]["shutout"] is not None:
            return
        if len(best) > 1:
            assert seen["title"] == self.words["win.hand_level"].format(n=max(totals))
            return
        winners = {*self.sides[best[0]].split("\N{EN DASH}")} - {self.words["seat.you"]}
        assert {name for name in PLAYERS if name in seen["title"]} == winners
        score = f"{max(totals)}\N{EN DASH}{min(totals)}" if len(totals) == 2 else f"{max(totals)}"
        assert seen["title"].endswith(f" {score}")
