"""The browser of the stories that look at the page."""

from tests.harbour.conftest import browser, one_browser

__all__ = ["browser", "one_browser"]
