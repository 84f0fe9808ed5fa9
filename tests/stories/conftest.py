"""The browser of the stories that look at the page."""

from collections.abc import Iterator

import pytest

from tests.harbour.browser import Browser


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser as wide as a phone."""
    browser = Browser.open(tmp_path_factory.mktemp("browser"))
    yield browser
    browser.close()
