"""The browser of the stories that look at the page."""

from tests.harbour.conftest import browser

__all__ = ["browser"]
