"""The page opens by itself only where a person sits at a desktop."""

import asyncio
import webbrowser

import pytest

from bot.cli import browser

LINUX = {"DISPLAY": ":0"}


@pytest.mark.parametrize(
    ("environment", "platform", "terminal", "opens"),
    [
        (LINUX, "linux", True, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True, True),
        ({}, "darwin", True, True),
        ({}, "win32", True, True),
        ({}, "linux", True, False),
        (LINUX, "linux", False, False),
        ({**LINUX, "CI": "true"}, "linux", True, False),
        ({"CI": "1"}, "darwin", True, False),
        ({**LINUX, "SSH_CONNECTION": "10.0.0.2 5 10.0.0.1 22"}, "linux", True, False),
    ],
)
def test_a_desktop_is_a_terminal_with_a_display_that_is_near(
    environment: dict[str, str], platform: str, terminal: bool, opens: bool
) -> None:
    assert browser.has_desktop(environment, platform, terminal) is opens


@pytest.mark.parametrize("desktop", [True, False])
def test_the_page_is_opened_only_at_a_desktop(monkeypatch: pytest.MonkeyPatch, desktop: bool) -> None:
    opened: list[str] = []
    monkeypatch.setattr(browser, "has_desktop", lambda *_: desktop)
    monkeypatch.setattr(webbrowser, "open", opened.append)
    asyncio.run(browser.open_page("http://127.0.0.1:8420/?as=x"))
    assert opened == (["http://127.0.0.1:8420/?as=x"] if desktop else [])


def test_a_browser_that_fails_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(address: str) -> None:
        raise webbrowser.Error(f"no browser for {address}")

    monkeypatch.setattr(browser, "has_desktop", lambda *_: True)
    monkeypatch.setattr(webbrowser, "open", fail)
    asyncio.run(browser.open_page("http://127.0.0.1:8420/?as=x"))
