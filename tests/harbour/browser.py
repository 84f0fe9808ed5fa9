"""A real headless Chromium at the width of a phone, driven from asyncio without blocking it."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from selenium import webdriver
from selenium.common.exceptions import ElementClickInterceptedException, StaleElementReferenceException
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from harbour.base.signal import DEFAULT_TIMEOUT_S

T = TypeVar("T")
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = [
    "headless",
    "no-sandbox",
    "disable-gpu",
    "disable-quic",
    "no-first-run",
    "disable-background-networking",
    "disable-component-update",
    "disable-sync",
]
MOVED = (ElementClickInterceptedException, StaleElementReferenceException)
"""Errors if the page changes between finding and using an element; the search is then repeated."""
FIND_VISIBLE = """
const [css, text] = arguments;
const fits = (element) => element.checkVisibility({ visibilityProperty: true }) && element.innerText.includes(text);
return [...document.querySelectorAll(css)].find(fits) ?? null;
"""
"""A script that finds a visible element in one call, since the page of a long evening has hundreds of buttons."""
WIDTH, HEIGHT = 390, 844
SILENT = ("InlineTextBox", "MenuListPopup", "generic", "none")
"""Roles of the accessibility tree that no screen reader mentions."""


def find_chromium() -> str | None:
    """Find the browser: `CHROMIUM` if set, otherwise the first of the usual names on the PATH, or None."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class Browser:
    """A browser window. Its methods do not block the event loop, in which the harbour runs."""

    def __init__(self, driver: webdriver.Chrome) -> None:
        self.driver = driver

    @classmethod
    def open(cls, profile: Path, *, scheme: str = "dark", width: int = WIDTH) -> Browser:
        """Open a browser with a new profile, by default as wide as a phone."""
        options = webdriver.ChromeOptions()
        options.binary_location = find_chromium() or ""
        for flag in FLAGS:
            options.add_argument(f"--{flag}")
        options.add_argument(f"--user-data-dir={profile}")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        service = webdriver.ChromeService(shutil.which("chromedriver"))
        driver = webdriver.Chrome(options=options, service=service)
        _set_size(driver, width, HEIGHT)
        _set_theme(driver, scheme)
        return cls(driver)

    async def set_theme(self, scheme: str) -> None:
        """Make the system's preferred theme "dark" or "light"."""
        await asyncio.to_thread(_set_theme, self.driver, scheme)

    async def resize(self, width: int, height: int) -> None:
        """Give the page this many pixels, as when somebody turns a phone or makes its letters larger."""
        await asyncio.to_thread(_set_size, self.driver, width, height)

    async def set_touch(self, enabled: bool) -> None:
        """Say if the reader touches the page, as on a phone."""
        touch = {"enabled": enabled}
        await asyncio.to_thread(self.driver.execute_cdp_cmd, "Emulation.setTouchEmulationEnabled", touch)

    def renew(self) -> None:
        """Forget cookies and complaints, and be a dark phone again that nobody touches."""
        self.driver.get("about:blank")
        self.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
        _set_size(self.driver, WIDTH, HEIGHT)
        _set_theme(self.driver, "dark")
        self.driver.get_log("browser")  # type: ignore[no-untyped-call]

    def close(self) -> None:
        self.driver.quit()

    async def go(self, address: str) -> None:
        await asyncio.to_thread(self.driver.get, address)

    async def until(self, found: Callable[[], T | None], awaited: str) -> T:
        """Call `found` until its result is truthy, and return that. Raises an error at the timeout."""
        from selenium.webdriver.support.ui import WebDriverWait  # it takes longer than an import of the bot

        def wait() -> T:
            waiting = WebDriverWait(self.driver, DEFAULT_TIMEOUT_S, poll_frequency=0.02, ignored_exceptions=MOVED)
            return waiting.until(lambda _: found() or False, f"never seen: {awaited}")

        return await asyncio.to_thread(wait)

    def _visible(self, css: str, text: str) -> WebElement | None:
        found = self.driver.execute_script(FIND_VISIBLE, css, text)
        assert found is None or isinstance(found, WebElement)
        return found

    async def see(self, css: str, text: str = "") -> WebElement:
        """Wait for a visible element that matches the selector and contains the text."""
        return await self.until(lambda: self._visible(css, text), f"{css} with {text!r}")

    async def see_name(self, name: str) -> None:
        """Wait until the page knows the name of its reader, which a phone has no room to show."""
        script = "return document.getElementById('me')?.textContent"
        await self.until(lambda: self.driver.execute_script(script) == name, f"the page of {name}")

    async def wait_until_gone(self, css: str, text: str = "") -> None:
        await self.until(lambda: self._visible(css, text) is None, f"the end of {css} with {text!r}")

    async def press(self, css: str, text: str = "") -> None:
        def click() -> bool:
            element = self._visible(css, text)
            if element is not None:
                element.click()
            return element is not None

        await self.until(click, f"{css} with {text!r}")

    async def type(self, *keys: str) -> None:
        """Type into the focused element."""
        await asyncio.to_thread(lambda: self.driver.switch_to.active_element.send_keys(*keys))

    async def enter(self) -> None:
        await self.type(Keys.ENTER)

    async def run(self, script: str, *arguments: object) -> object:
        """Run a script and return its result."""
        return await asyncio.to_thread(self.driver.execute_script, script, *arguments)

    async def complaints(self) -> list[str]:
        """Messages of the browser's console: errors, blocked resources, policy violations."""
        entries = await asyncio.to_thread(self.driver.get_log, "browser")
        return [entry["message"] for entry in entries]

    async def list_spoken(self) -> list[tuple[str, str]]:
        """List everything that a screen reader meets, in order: role and name, as in ("button", "Pass")."""
        tree = await asyncio.to_thread(self.driver.execute_cdp_cmd, "Accessibility.getFullAXTree", {})
        by_id = {node["nodeId"]: node for node in tree["nodes"]}
        found: list[tuple[str, str]] = []
        waiting = [tree["nodes"][0]]
        while waiting:
            node = waiting.pop()
            waiting += [by_id[child] for child in reversed(node.get("childIds", [])) if child in by_id]
            if not node["ignored"] and node["role"]["value"] not in SILENT:
                found.append((node["role"]["value"], node.get("name", {}).get("value", "")))
        return found

    async def save_screenshot(self, path: Path) -> None:
        await asyncio.to_thread(self.driver.save_screenshot, str(path))


def _set_size(driver: webdriver.Chrome, width: int, height: int) -> None:
    size = {"width": width, "height": height, "deviceScaleFactor": 2, "mobile": width < 500}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def _set_theme(driver: webdriver.Chrome, scheme: str) -> None:
    media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
