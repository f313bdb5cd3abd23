"""A server of the program under test, and a browser on it."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("SPARIGLIO", ROOT / "target/release/spariglio")).resolve()
BROWSERS = ["chromium-headless-shell", "chromium"]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


class Server:
    """A server that can be killed and started again at the same address."""

    def __init__(self, state: Path, *options: str) -> None:
        self.state, self.options, self.port = state, options, 0
        self.start()

    def start(self) -> None:
        command = [PROGRAM, "serve", "--port", str(self.port), "--state", self.state, *self.options]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if line.startswith("open "):
                self.url = line.removeprefix("open ").strip()
                break
        else:
            pytest.fail("the server did not start")
        self.base = self.url.split("/?")[0]
        self.port = int(self.base.rsplit(":", 1)[1])

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=10)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert path, f"no browser: install one of {', '.join(BROWSERS)}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("state"), "--agents", "ismcts:simulations=50", "--threads", "2")
    yield server
    server.stop()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(locale="en-GB")
    context.set_default_timeout(15_000)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext, server: Server) -> Page:
    """A page that is signed in; what it says to the console as an error fails the test."""
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"error of the page: {error}"))
    page.goto(server.url)
    return page
