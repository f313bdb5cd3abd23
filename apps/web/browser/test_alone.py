"""The page without a server: the same pages, with the tables and the agents in a worker of the browser."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import PROGRAM, ROOT, USUAL
from playwright.sync_api import Browser, BrowserContext, Page, expect
from table import WITNESS, Table, first
from test_screens import SIZES, SMALL_TARGETS, TARGETS, VIOLATIONS, WIDTHS

BOT = ROOT / "dist/bot"
# The games of the tiles, in their order.
TILES = ["scopa", "scopone_scientifico", "cirulla", "cicera"]
# All tables are in this browser: nothing that a page says of one may need a server.
KEPT = "Object.keys(localStorage).filter(name => name.startsWith('spariglio.table.'))"

# Whether the browser has kept as many files: all but the one that keeps them, and the page under two names.
ALL_KEPT = """async files => {
  const [name] = await caches.keys();
  return name && (await (await caches.open(name)).keys()).length === files;
}"""


class Files(SimpleHTTPRequestHandler):
    """The files of a folder, without a log."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not (BOT / "play.wasm").exists():
        pytest.skip("the module of WebAssembly is not here: tools/bot.sh makes it")
    folder = tmp_path_factory.mktemp("alone") / "play"
    words = [sys.executable, ROOT / "tools/play_page.py", "--spariglio", PROGRAM, "--out", folder]
    subprocess.run(words, check=True)
    return folder


@pytest.fixture(scope="module")
def base(folder: Path) -> Iterator[str]:
    """The address of the page. Above it there is nothing, as on a site with other pages."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=folder.parent))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/play/"
    server.shutdown()


@pytest.fixture
def alone(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Makes contexts of new visitors. None of their pages may have an error."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def make(**options: object) -> BrowserContext:
        context = browser.new_context(**USUAL | options)
        context.set_default_timeout(15_000)
        context.on("weberror", lambda error: errors.append(str(error.error)))
        context.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()
    assert not errors


def begin(context: BrowserContext, base: str, game: int = 0, level: str = "club", lang: str = "en") -> Table:
    """Starts a game by its tile."""
    page = context.new_page()
    page.add_init_script(WITNESS)
    page.goto(f"{base}?lang={lang}")
    page.locator(f".levels [value={level}]").check(force=True)
    page.locator(".tiles button").nth(game).click()
    page.wait_for_url("**at=**play**")
    return seated(page)


def seated(page: Page) -> Table:
    """The table of a page."""
    page.wait_for_selector("[data-hand]")
    return Table(page, None, page.url, 0, "")  # type: ignore[arg-type]


@pytest.mark.parametrize("game", range(len(TILES)))
def test_a_hand_of_every_game_is_played_to_its_end(alone: Callable[..., BrowserContext], base: str, game: int) -> None:
    table = begin(alone(), base, game)
    table.play_out(first)
    expect(table.page.locator(".after .sheet, .after table").first).to_be_visible()
    table.page.locator(".after .next button").click()
    expect(table.page.locator(".after")).to_have_count(0)
    assert not table.turn()["isOver"]


def test_the_champion_plays_with_a_network(alone: Callable[..., BrowserContext], base: str) -> None:
    context = alone()
    loaded: list[str] = []
    context.on("request", lambda request: loaded.append(request.url.rsplit("/", 1)[1]))
    table = begin(context, base, level="champion")
    table.turn()
    first(table, "", table.shown())
    table.turn()
    assert "scopa.safetensors" in loaded


def test_a_hint_and_a_lesson(alone: Callable[..., BrowserContext], base: str) -> None:
    table = begin(alone(), base)
    table.turn()
    table.page.locator(".hint").click()
    expect(table.page.locator(".advice")).to_be_visible(timeout=30_000)
    table.page.locator(".advice button").click()
    expect(table.page.locator(".numbers .why li").first).to_be_visible()
    table.page.goto(f"{base}?at=/learn&lesson=3")
    table.page.locator(".whole .primary, .panel .large").first.click()
    expect(table.page.locator(".coach")).to_be_visible()
    expect(table.page.locator(".advice")).to_be_visible(timeout=30_000)


def test_a_play_is_taken_back_and_tried_otherwise(alone: Callable[..., BrowserContext], base: str) -> None:
    table = begin(alone(), base)
    hand = table.turn()["hand"]
    first(table, "", table.shown())
    table.turn()
    table.page.keyboard.press("u")
    table.page.wait_for_function("cards => document.querySelectorAll('[data-hand]').length === cards", arg=len(hand))
    assert table.shown()["hand"] == hand


def test_a_table_outlives_its_page(alone: Callable[..., BrowserContext], base: str) -> None:
    table = begin(alone(), base)
    table.turn()
    first(table, "", table.shown())
    shown = table.turn()
    table.page.reload()
    again = seated(table.page)
    assert again.turn()["hand"] == shown["hand"]
    table.page.goto(base)
    table.page.locator(".continue a").first.click()
    assert seated(table.page).turn()["hand"] == shown["hand"]
    table.page.goto(base)
    table.page.locator(".continue button").first.click()
    expect(table.page.locator(".continue")).to_have_count(0)
    assert table.page.evaluate(KEPT) == []


def test_a_match_is_given_up(alone: Callable[..., BrowserContext], base: str) -> None:
    table = begin(alone(), base)
    table.turn()
    page = table.page
    page.get_by_text("Players and settings").click()
    page.get_by_role("button", name="Give the match up").click()
    page.get_by_role("group", name="Give the match up").get_by_role("button").first.click()
    expect(page.locator(".after")).to_be_visible()
    page.reload()
    expect(page.locator(".after")).to_be_visible()


def test_a_damaged_table_harms_no_other(alone: Callable[..., BrowserContext], base: str) -> None:
    context = alone()
    page = context.new_page()
    page.goto(base)
    page.evaluate("""() => {
      localStorage.setItem('spariglio.table.x', '{');
      localStorage.setItem('spariglio.keys.x', '{"0": "k"}');
      localStorage.setItem('spariglio.last', 'null');
    }""")
    page.close()
    assert begin(context, base).turn()["hand"]


def test_two_windows_show_the_same_table(alone: Callable[..., BrowserContext], base: str) -> None:
    context = alone()
    table = begin(context, base)
    table.turn()
    other = context.new_page()
    other.goto(table.page.url)
    second = seated(other)
    second.turn()
    first(table, "", table.shown())
    shown = table.turn()
    other.wait_for_function(
        "cards => document.querySelectorAll('[data-hand]').length === cards", arg=len(shown["hand"])
    )
    assert second.shown()["hand"] == shown["hand"]
    assert second.shown()["legal"] == shown["legal"]


def test_it_plays_without_a_network(alone: Callable[..., BrowserContext], base: str, folder: Path) -> None:
    context = alone()
    page = context.new_page()
    page.goto(base)
    page.evaluate("navigator.serviceWorker.ready")
    # Networks are kept after everything else.
    page.wait_for_function(ALL_KEPT, arg=len([path for path in folder.rglob("*") if path.is_file()]), timeout=60_000)
    page.close()
    context.set_offline(True)
    table = begin(context, base, level="champion")
    table.turn()
    first(table, "", table.shown())
    table.turn()
    table.page.reload()
    seated(table.page).turn()


def test_agents_play_and_are_watched(alone: Callable[..., BrowserContext], base: str) -> None:
    page = alone().new_page()
    page.goto(base)
    page.locator(".own summary").first.click()
    for number in range(2):
        page.locator(".sitters select").nth(number).select_option("club")
    page.locator(".own [type=submit], .own .primary").last.click()
    page.wait_for_url("**at=**watch**")
    expect(page.locator(".after, .status").first).to_be_visible()


PAGES = {"home": "", "rules": "at=/rules/cirulla", "learn": "at=/learn&lesson=2", "play": "", "over": ""}


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("kind", PAGES)
def test_telephones_and_screen_readers(alone: Callable[..., BrowserContext], base: str, kind: str, lang: str) -> None:
    context = alone(viewport={"width": 390, "height": 844}, has_touch=True)
    if kind in ("play", "over"):
        table = begin(context, base, lang=lang)
        page = table.page
        table.play_out(first) if kind == "over" else table.turn()
    else:
        page = context.new_page()
        page.goto(f"{base}?{PAGES[kind]}&lang={lang}")
        page.wait_for_selector("h1")
        page.wait_for_selector(".tiles, .try")
    assert page.evaluate("document.documentElement.lang") == lang
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wide, screen = page.evaluate(WIDTHS)
        assert wide <= screen == width
        assert page.evaluate(SMALL_TARGETS, TARGETS) == [], width
    page.evaluate("document.querySelectorAll('symbol').forEach(drawing => drawing.replaceChildren())")
    page.evaluate(Axe().axe_script)
    assert page.evaluate(VIOLATIONS, {}) == []


def test_no_link_leads_out_of_the_page(alone: Callable[..., BrowserContext], base: str) -> None:
    page = alone().new_page()
    for path in ("", "?at=/rules/scopa", "?at=/learn"):
        page.goto(base + path)
        page.wait_for_selector("nav a")
        addresses: list[Any] = page.evaluate("[...document.querySelectorAll('a')].map(link => link.href)")
        assert addresses
        assert all(address.split("#")[0].split("?")[0] == base for address in addresses), addresses


# Asks the module in the page questions to `decide`.
ASKED = """async ([networks, questions]) => {
  const { Bot } = await import('./bot.js');
  const bot = await Bot.create(new URL('./play.wasm', location.href));
  for (const name of networks) await bot.load(new URL(`./networks/${name}.safetensors`, location.href));
  return questions.map(question => bot.ask('decide', question));
}"""


def test_the_module_answers_as_the_engine(alone: Callable[..., BrowserContext], base: str, folder: Path) -> None:
    """The questions of `tools/bot.sh`, with the answers of the engine mode."""
    lines = (BOT / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    kept = [json.loads(line) for line in lines]
    assert len(kept) >= 100
    page = alone().new_page()
    page.goto(base)
    networks = [name for name in json.loads((folder / "networks.json").read_text()) if not name.endswith("_house")]
    answers = page.evaluate(ASKED, [networks, [line["question"] for line in kept]])
    for line, answer in zip(kept, answers, strict=True):
        wanted = line["answer"]
        assert answer["action"] == wanted["action"], line["question"]
        policies = [{one["action"]: one["policy"] for one in told["actions"]} for told in (answer, wanted)]
        assert policies[0] == pytest.approx(policies[1], abs=1e-4), line["question"]
