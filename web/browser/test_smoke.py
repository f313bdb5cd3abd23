from playwright.sync_api import Page


def test_the_first_page_says_what_it_is(page: Page) -> None:
    assert "Spariglio" in page.title()
