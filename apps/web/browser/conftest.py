"""A server of the program under test, a browser for it, and common fixtures for tests of its pages.

The browser is Chromium, or Firefox if `SPARIGLIO_BROWSER` is "firefox".
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from api import Api
from driver import IS_FIREFOX, is_ours
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from records import SMALL
from table import Table

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = Path(os.environ.get("SPARIGLIO", ROOT / "target/release/spariglio")).resolve()
BOT = Path(__file__).with_name("bot.py")
BROWSERS = ["firefox-esr", "firefox"] if IS_FIREFOX else ["chromium-headless-shell", "chromium"]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# A name that would run as a script if a page put it into its markup.
EVIL = "<script>a=1</script><img src=x onerror=document.title=1>"
USUAL = {"locale": "en-GB", "viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"}
POLICY = "Content Security Policy"
AGENTS = [
    "ismcts:simulations=50",
    "mo-ismcts:simulations=1000000000",
    *(f"external:command=python3 {BOT} {kind}:name={kind}:millis=500" for kind in ("thinks", "silent", "hangs")),
    f"external:command=python3 {BOT} silent:name={EVIL}",
]


class Server:
    """A server that can be killed and started again at the same address."""

    def __init__(self, state: Path) -> None:
        self.state, self.port = state, 0
        self.start()

    def start(self) -> None:
        options = ["--port", str(self.port), "--state", self.state, "--threads", "2", "--agents", ",".join(AGENTS)]
        # During development, pages are read from a folder.
        if assets := os.environ.get("SPARIGLIO_ASSETS"):
            options += ["--assets", assets]
        self.process = subprocess.Popen([PROGRAM, "serve", *options], stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        lines = []
        for line in self.process.stderr:
            lines.append(line)
            if line.startswith("open "):
                break
        else:
            pytest.fail(f"the server did not start: {''.join(lines)}")
        self.url = lines[-1].removeprefix("open ").strip()
        self.base = self.url.split("/?")[0]
        self.port = int(self.base.rsplit(":", 1)[1])

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=10)


def run(*words: str | Path) -> str:
    """The program's output."""
    return subprocess.run([PROGRAM, *words], check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert path, f"no browser: install one of {', '.join(BROWSERS)}"
    with sync_playwright() as playwright:
        if IS_FIREFOX:
            # The browser as it ships, by WebDriver BiDi. It cannot be told of reduced motion for each page. Scrollbars
            # take no room, as on a phone.
            prefs = {"ui.prefersReducedMotion": 1, "ui.useOverlayScrollbars": 1}
            browser = playwright.firefox.launch(channel="moz-firefox", executable_path=path, firefox_user_prefs=prefs)
        else:
            browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("state"))
    yield server
    server.stop()


def signed_in(browser: Browser, server: Server, errors: list[str], **options: object) -> BrowserContext:
    """A context with access to the server. `errors` collects the errors of its pages and of the security policy."""
    context = browser.new_context(**USUAL | options)
    context.set_default_timeout(15_000)

    def note(error: str) -> None:
        if is_ours(error):
            errors.append(error)

    context.on("weberror", lambda error: note(str(error.error)))
    context.on("console", lambda line: note(f"{line.location}: {line.text}") if POLICY in line.text else None)
    context.request.get(server.url)
    return context


@pytest.fixture
def new_context(browser: Browser, server: Server) -> Iterator[Callable[..., BrowserContext]]:
    """Makes contexts for other persons, other screens or another server."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def make(other: Server = server, **options: object) -> BrowserContext:
        contexts.append(signed_in(browser, other, errors, **options))
        return contexts[-1]

    yield make
    for context in contexts:
        context.close()
    assert not errors


@pytest.fixture(scope="session")
def errors() -> list[str]:
    return []


@pytest.fixture(scope="session")
def context(browser: Browser, server: Server, errors: list[str]) -> Iterator[BrowserContext]:
    """One context for most tests, so that the browser's cache is filled once."""
    context = signed_in(browser, server, errors)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext, server: Server, errors: list[str]) -> Iterator[Page]:
    """A page of a browser without stored tables."""
    errors.clear()
    page = context.new_page()
    yield page
    if page.url.startswith(server.base):
        page.evaluate("localStorage.clear()")
    page.close()
    assert not errors


@pytest.fixture
def api(context: BrowserContext, server: Server) -> Iterator[Api]:
    """The server without a page; its tables are closed after the test."""
    api = Api(context.request, server.base)
    yield api
    api.leave()


@pytest.fixture
def sit(page: Page, api: Api) -> Callable[..., Table]:
    """Opens a table and a page of its first person."""

    def open_table(seats: list[str], **wishes: object) -> Table:
        return Table.open(page, api, seats, **wishes)

    return open_table


@pytest.fixture(scope="session")
def records(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Three short hands of an agent that plays at random, as records."""
    folder = tmp_path_factory.mktemp("records")
    (folder / "small.toml").write_text(SMALL)
    wishes = ["--rules", folder / "small.toml", "--agents", "random", "--seed", "3", "--threads", "1"]
    run("selfplay", *wishes, "--shards", "1", "--hands-per-shard", "3", "--with-records", "--out", folder / "run")
    return run("replay", "--fill", *(folder / "run/data").glob("*/records/*"))


@pytest.fixture(scope="session")
def review(context: BrowserContext, server: Server, records: str) -> str:
    """The name of a finished review of the records."""
    return Api(context.request, server.base).review(records)


@pytest.fixture
def stranger(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Makes browsers that never saw the printed address."""
    contexts: list[BrowserContext] = []

    def make(**options: object) -> BrowserContext:
        contexts.append(browser.new_context(**USUAL | options))
        contexts[-1].set_default_timeout(15_000)
        return contexts[-1]

    yield make
    for context in contexts:
        context.close()
