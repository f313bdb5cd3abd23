"""Draws the pictures of docs/how-to/serve.md: every page, on a desktop and a phone, and a film of a capture.

SPARIGLIO=target/release/spariglio .venv/bin/python apps/web/browser/pictures.py
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from api import Api
from conftest import ROOT, Server
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from records import position
from table import Table

OUT = ROOT / "docs/images"
DESKTOP = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB"}
PHONE = {"viewport": {"width": 390, "height": 844}, "locale": "en-GB", "has_touch": True, "is_mobile": True}
# Colours of a picture; more do not show, and cost bytes.
COLOURS = 128
# Frames of the film, the time between them in milliseconds, and how much slower than usual cards move meanwhile.
FRAMES, STEP, SLOWER = 8, 1200, 20


def keep(picture: Image.Image, name: str) -> None:
    """Writes a picture with few colours."""
    picture.convert("RGB").quantize(COLOURS).save(OUT / f"serve_{name}.png", optimize=True)


def shot(page: Page) -> Image.Image:
    return Image.open(BytesIO(page.screenshot()))


def beside(pictures: list[Image.Image], gap: int = 12) -> Image.Image:
    """Pictures in a row."""
    width = sum(one.width for one in pictures) + gap * (len(pictures) - 1)
    row = Image.new("RGB", (width, max(one.height for one in pictures)), "white")
    at = 0
    for one in pictures:
        row.paste(one, (at, 0))
        at += one.width + gap
    return row


def settled(page: Page) -> Page:
    # The page of a table never stops to listen to the server.
    page.wait_for_load_state()
    page.wait_for_timeout(1500)
    return page


def pages(context: BrowserContext, api: Api) -> None:
    """The pages without a hand."""
    for name, path in [("start", "/"), ("rules", "/rules/scopa"), ("lesson", "/learn")]:
        page = context.new_page()
        page.goto(f"{api.base}{path}")
        keep(shot(settled(page)), name)
        page.close()


def hand(context: BrowserContext, api: Api) -> str:
    """A hand of Scopa: its end, then its review and practice. Returns the hand's record."""
    page = context.new_page()
    table = Table.open(page, api, ["person", "club"], rules="scopa", seed=8)
    while not table.turn()["isOver"]:
        page.keyboard.press("1")
    page.wait_for_timeout(2500)
    keep(shot(page), "over")
    record = context.request.get(f"{api.base}/api/tables/{table.name}/record").text()
    page.close()
    return record


def hint(context: BrowserContext, api: Api) -> None:
    """A hand of Scopone after a hint."""
    page = context.new_page()
    table = Table.open(page, api, ["person", "club", "expert", "champion"], rules="scopone", seed=8, match=True)
    for _ in range(3):
        table.turn()
        table.act(0)
    table.turn()
    page.locator("button.hint").click()
    page.locator(".advice").wait_for(timeout=60_000)
    keep(shot(settled(page)), "hint")
    page.close()


def review(context: BrowserContext, api: Api, record: str) -> None:
    name = api.review(record)
    for kind in ["review", "practice"]:
        page = context.new_page()
        page.goto(f"{api.base}/{kind}/{name}")
        keep(shot(settled(page)), kind)
        page.close()


def tournament(context: BrowserContext, api: Api) -> None:
    """A tournament in play, as one of its persons sees it."""
    page = context.new_page()
    name = api.tournament({"format": "round_robin", "limit": 11}, ["club", "beginner", "expert"])
    for entrant in ["Bruno", "Carla", "Anna"]:
        context.clear_cookies(name=f"spariglio-entrant-{name}")
        page.goto(api.base + api.get(f"/api/tournaments/{name}")["link"])
        page.locator("#entrant").fill(entrant)
        page.locator(".entrants ~ form button, form.buttons button").first.click()
        page.get_by_text(entrant, exact=True).wait_for()
    api.post(f"/api/tournaments/{name}/start", {})
    page.locator(".due").wait_for()
    page.locator(".matches li").first.wait_for()
    page.wait_for_timeout(600)
    keep(shot(page), "tournament")
    page.close()


def phones(context: BrowserContext, api: Api) -> None:
    """Start page, table and hint on a phone, side by side."""
    page = context.new_page()
    page.goto(f"{api.base}/")
    pictures = [shot(settled(page))]
    table = Table.open(page, api, ["person", "club"], rules="cirulla", seed=3)
    table.turn()
    pictures.append(shot(settled(page)))
    page.locator(".hint").click()
    page.wait_for_timeout(3000)
    pictures.append(shot(page))
    keep(beside(pictures), "phone")


def film(browser: Browser, server: Server) -> None:
    """The frames of a capture, by rows."""
    context = browser.new_context(
        **DESKTOP | {"viewport": {"width": 900, "height": 640}, "reduced_motion": "no-preference"}
    )
    context.request.get(server.url)
    api = Api(context.request, server.base)
    page = context.new_page()
    record = position("scopa", hand="7d 2s 3c", table="4s 3d 6c Kb")
    table = Table.open(page, api, ["person", "club"], record=record, millis=700)
    table.turn()
    api.pace(table.name, 700, paused=True, key=table.key)
    settled(page)
    tools = context.new_cdp_session(page)
    tools.send("Animation.enable")
    tools.send("Animation.setPlaybackRate", {"playbackRate": 1 / SLOWER})
    page.locator("[data-hand='7d']").click()
    page.locator("[data-table='4s']").click()
    frames = []
    for _ in range(FRAMES):
        frames.append(shot(page).resize((450, 320)))
        page.wait_for_timeout(STEP)
    half = FRAMES // 2
    rows = [beside(frames[:half], 6), beside(frames[half:], 6)]
    whole = Image.new("RGB", (rows[0].width, 2 * rows[0].height + 6), "white")
    whole.paste(rows[0], (0, 0))
    whole.paste(rows[1], (0, rows[0].height + 6))
    keep(whole, "film")
    api.leave()
    context.close()


def main() -> None:
    with TemporaryDirectory() as state, sync_playwright() as playwright:
        server = Server(Path(state))
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=["--no-sandbox"])
        for kind in [DESKTOP, PHONE]:
            context = browser.new_context(**kind, reduced_motion="reduce")
            context.request.get(server.url)
            api = Api(context.request, server.base)
            if kind is DESKTOP:
                pages(context, api)
                hint(context, api)
                review(context, api, hand(context, api))
                tournament(context, api)
            else:
                phones(context, api)
            api.leave()
            context.close()
        film(browser, server)
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
