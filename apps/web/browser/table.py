"""The page of a table, played by keyboard or mouse as a person does."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from api import Api
from driver import double_click
from playwright.sync_api import Locator, Page
from records import cards_of

# The page's state in the current turn.
SHOWN = """() => {
  const all = (selector, field) => [...document.querySelectorAll(selector)].map(one => one.dataset[field]);
  const active = document.activeElement;
  return {
    legal: [...document.querySelectorAll('.actions .action')].map(button => button.title),
    hand: all('[data-hand]', 'hand'), table: all('[data-table]', 'table'),
    isOver: document.querySelector('.after') !== null,
    focus: active === document.body ? 'body' : active.dataset.hand ?? active.dataset.table ?? active.className,
    group: active.dataset.hand ? 'hand' : active.hasAttribute('data-rove') ? 'table' : null,
  };
}"""
# Waits until the page shows the person's next decision or the end of the hand. Gives null if that takes more than ten
# seconds.
TURN = f"""before => new Promise(resolve => {{
  const shown = {SHOWN};
  const end = found => {{
    observer.disconnect();
    clearTimeout(timer);
    // The page settles after it has drawn.
    requestAnimationFrame(() => setTimeout(() => resolve(found)));
  }};
  const look = () => {{
    const found = shown();
    const now = JSON.stringify([found.legal, found.hand]);
    if (found.isOver || found.legal.length && now !== before) end({{ ...found, now }});
  }};
  const observer = new MutationObserver(look);
  const timer = setTimeout(() => end(null), 10_000);
  observer.observe(document, {{ childList: true, subtree: true, attributes: true }});
  look();
}})"""
# The middle of an element after it is scrolled into view, and whether a click there hits the element.
POINT = """selector => {
  const element = document.querySelector(selector);
  element.scrollIntoView({ block: 'nearest' });
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return [x, y, element.contains(document.elementFromPoint(x, y))];
}"""
# Counts how often a change of the page loses the focus, and records all announcements to screen readers.
WITNESS = """
let had = false;
Object.assign(window, { lost: 0, told: [] });
document.addEventListener('focusin', () => { had = true; });
new MutationObserver(changes => {
  for (const { target, addedNodes } of changes)
    if (target.id === 'live') for (const line of addedNodes) window.told.push(line.textContent);
  setTimeout(() => { window.lost += had && document.activeElement === document.body; });
}).observe(document, { childList: true, subtree: true });
"""

# Gives a browser the keys of seats.
KEYS = "([id, keys]) => localStorage.setItem(`spariglio.keys.${id}`, JSON.stringify(keys))"


class Table:
    """A page of one seat."""

    def __init__(self, page: Page, api: Api, name: str, seat: int, key: str) -> None:
        self.page, self.api, self.name, self.seat, self.key = page, api, name, seat, key
        self.path = f"/api/tables/{name}"
        self.now, self.played = "", ""

    @classmethod
    def open(cls, page: Page, api: Api, seats: list[str], lang: str = "en", **wishes: object) -> Table:
        name, keys = api.open(seats, **wishes)
        seat, key = next(iter(keys.items()))
        table = cls(page, api, name, int(seat), key)
        page.add_init_script(WITNESS)
        page.goto(f"{table.address}&lang={lang}#key={key}")
        return table

    @property
    def address(self) -> str:
        return f"{self.api.base}/play/{self.name}?seat={self.seat}"

    def told(self) -> Any:
        """The server's answer for the seat."""
        return self.api.get(f"{self.path}?seat={self.seat}", self.key)

    def act(self, number: int) -> None:
        """Plays through the server, without the page."""
        told = self.told()
        body = {"seat": self.seat, "version": told["version"], "action": told["legal"][number]}
        self.api.post(f"{self.path}/actions", body, self.key)

    def shown(self) -> dict[str, Any]:
        """The state of the page."""
        return self.page.evaluate(SHOWN)

    def turn(self) -> dict[str, Any]:
        """Waits for the person's next decision or the end of the hand."""
        shown = self.page.evaluate(TURN, self.now)
        assert shown, f"no turn after {self.played}; the page shows {self.shown()}"
        self.now = shown["now"]
        return shown

    def now_legal(self) -> list[str]:
        """The legal actions that the page shows."""
        return self.shown()["legal"]

    def hand(self, card: str) -> Locator:
        return self.page.locator(f"[data-hand='{card}']")

    def card(self, card: str) -> Locator:
        return self.page.locator(f"[data-table='{card}']")

    @property
    def ghost(self) -> Locator:
        return self.page.locator(".ghost")

    @property
    def confirm(self) -> Locator:
        return self.page.locator(".bar .primary")

    @property
    def message(self) -> Locator:
        return self.page.locator(".message")

    def point(self, selector: str) -> tuple[float, float]:
        """The position of an element for the mouse. Fails if something covers it."""
        x, y, is_free = self.page.evaluate(POINT, selector)
        assert is_free, f"{selector} is covered"
        return x, y

    def click(self, selector: str) -> None:
        self.page.mouse.click(*self.point(selector))

    def drag(self, card: str, target: str, is_dropped: bool = True) -> None:
        """Drags a hand card to the middle of an element."""
        mouse = self.page.mouse
        mouse.move(*self.point(f"[data-hand='{card}']"))
        mouse.down()
        mouse.move(*self.point(target))
        if is_dropped:
            mouse.up()

    def last(self) -> str:
        """The person's last play, according to the server."""
        return [entry["action"] for entry in self.told()["log"] if entry["seat"] == self.seat][-1]

    def play_out(self, play: Callable[[Table, str, dict[str, Any]], None], seed: int = 1) -> None:
        """Plays random actions to the end of the hand."""
        random = Random(seed)
        while not (shown := self.turn())["isOver"]:
            self.played = random.choice(shown["legal"])
            play(self, self.played, shown)


def is_play(action: str) -> bool:
    return action != "pass" and not action.startswith("declare")


def first(table: Table, action: str, shown: dict[str, Any]) -> None:
    """Plays the first action."""
    for digit in "01" if len(shown["legal"]) > 9 else "1":
        table.page.keyboard.press(digit)


def by_keys(table: Table, action: str, shown: dict[str, Any]) -> None:
    """Plays only by keyboard: with arrows, Enter and Tab, or by the number of the action."""
    keyboard, legal = table.page.keyboard, shown["legal"]
    number = legal.index(action) + 1
    if not is_play(action) or number % 2 == 0:
        for digit in f"{number:02}" if len(legal) > 9 else str(number):
            keyboard.press(digit)
        return None
    card, *takes = cards_of(action)
    reach(table, "hand", card)
    keyboard.press("Enter")
    others = [other for other in legal if is_play(other) and cards_of(other)[0] == card]
    if not takes:
        keyboard.press("Enter")
        if len(others) > 1:
            reach(table, "table", "ghost")
            keyboard.press("Enter")
        return None
    chosen: list[str] = []
    for take in takes:
        reach(table, "table", take)
        keyboard.press("Enter")
        chosen.append(take)
        still = [other for other in others if set(chosen) <= set(cards_of(other)[1:])]
        if still == [action]:
            return None
    keyboard.press("Tab")
    keyboard.press("Enter")
    return None


def reach(table: Table, group: str, card: str) -> None:
    """Moves the focus to a card by Tab and arrows."""
    keyboard = table.page.keyboard
    for _ in range(60):
        shown = table.shown()
        if shown["group"] is None:
            keyboard.press("Tab")
        elif shown["group"] != group:
            keyboard.press("ArrowDown" if group == "hand" else "ArrowUp")
        else:
            cards = shown["hand"] if group == "hand" else [*shown["table"], "ghost"]
            here = "ghost" if "ghost" in shown["focus"] else shown["focus"]
            steps = cards.index(card) - cards.index(here)
            for _ in range(abs(steps)):
                keyboard.press("ArrowRight" if steps > 0 else "ArrowLeft")
            return
    raise AssertionError(f"{card} cannot be reached by the keyboard")


def declare(table: Table, action: str) -> None:
    """Declares with the mouse: chooses the cards, then the button."""
    page, button = table.page, f".declare[data-action='{action}']"
    if not page.locator(button).count():
        while page.locator(".hand .chosen").count():
            table.click(".hand .chosen")
        for card in action.split()[1:]:
            table.click(f"[data-hand='{card.split('=')[0]}']")
    table.click(button)


def by_mouse(table: Table, action: str, shown: dict[str, Any]) -> None:
    """Plays only by mouse: by clicks on cards, by dragging, or in the list of actions."""
    legal = shown["legal"]
    if not is_play(action):
        return declare(table, action)
    card, *takes = cards_of(action)
    others = [other for other in legal if is_play(other) and cards_of(other)[0] == card]
    hand = f"[data-hand='{card}']"
    if len(others) == 1 and len(shown["hand"]) % 2:
        return table.drag(card, "[data-felt]")
    if not takes and len(others) == 1:
        return double_click(table.page.locator(hand))
    table.click(hand)
    if not takes:
        return table.click(".ghost")
    chosen: list[str] = []
    for take in takes:
        table.click(f"[data-table='{take}']")
        chosen.append(take)
        if [other for other in others if set(chosen) <= set(cards_of(other)[1:])] == [action]:
            return None
    return table.click(".bar .primary")
