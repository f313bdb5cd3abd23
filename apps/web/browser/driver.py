"""What Firefox's driver cannot do, by other ways; a test that has none says so."""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import Locator, Page

IS_FIREFOX = os.environ.get("SPARIGLIO_BROWSER") == "firefox"

# Keeps the text of a file that a page offers.
KEEP = """() => {
  const make = URL.createObjectURL;
  URL.createObjectURL = blob => {
    window.offered = blob.text();
    return make.call(URL, blob);
  };
}"""

# Errors of Firefox that the pages do not cause: a font of a page that was left, a request that the test cut, the style
# with which the driver takes a picture.
NOT_OURS = re.compile("download failed|network error|establish a connection|style-src-elem")


def is_ours(error: str) -> bool:
    return not (IS_FIREFOX and NOT_OURS.search(error))


def lacks(ability: str) -> pytest.MarkDecorator:
    """Skips a test in Firefox."""
    return pytest.mark.skipif(IS_FIREFOX, reason=f"the driver of Firefox lacks {ability}")


def double_click(target: Locator) -> None:
    if not IS_FIREFOX:
        return target.dblclick()
    target.click()
    target.click()
    return target.dispatch_event("dblclick")


def offered(page: Page, button: str) -> str:
    """The text of the file that a button offers."""
    by_name = page.get_by_role("button", name=button)
    if IS_FIREFOX:
        page.evaluate(KEEP)
        by_name.click()
        return page.evaluate("() => window.offered")
    with page.expect_download() as download:
        by_name.click()
    return download.value.path().read_text()
