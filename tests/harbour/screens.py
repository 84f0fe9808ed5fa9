"""Finds faults of a page in a browser: parts that stick out, controls too small to tap, faint text."""

import os
import re
from pathlib import Path

from tests.harbour.browser import Browser

THEMES = ("dark", "light")
LEAST_CONTRAST = 4.5
"""The least contrast of text with its background (WCAG 2, level AA)."""
LEAST_TAP = 44
"""The least width and height of a control, in pixels."""
FAULTS = """
const [css, leastContrast, leastTap] = arguments;
const faults = [];
const roots = [...document.querySelectorAll(css)].filter((e) => e.checkVisibility({ visibilityProperty: true }));
const page = document.querySelector(".top");
if (!roots.length) faults.push(`nothing shown: ${css}`);
const all = document.documentElement;
if (all.scrollWidth > innerWidth) faults.push(`the page is ${all.scrollWidth} wide`);
const words = (e) => (e.innerText || e.ariaLabel || e.alt || "").slice(0, 40);
const named = (e) => `${e.tagName.toLowerCase()}.${e.className} "${words(e)}"`;
const colour = (text) => {
  const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number);
  return [r, g, b, a];
};
const over = ([r, g, b, a], under) => [r, g, b].map((value, n) => value * a + under[n] * (1 - a));
const ground = (e) => {
  const layers = [];
  for (let at = e; at; at = at.parentElement) layers.push(colour(getComputedStyle(at).backgroundColor));
  return layers.reverse().reduce((under, layer) => over(layer, under), [255, 255, 255]);
};
const light = (rgb) => {
  const [r, g, b] = rgb.map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (one, other) => {
  const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};
for (const root of [page, ...roots]) {
  for (const e of [root, ...root.querySelectorAll("*")]) {
    if (!e.checkVisibility({ visibilityProperty: true }) || e.closest(".hidden, option")) continue;
    const box = e.getBoundingClientRect();
    const style = getComputedStyle(e);
    const scrolls = e.closest("#places, pre");
    if (!scrolls && (box.right > innerWidth + 1 || box.left < -1)) faults.push(`sticks out: ${named(e)}`);
    if (style.overflowX === "hidden" && e.tagName !== "SELECT" && e.scrollWidth > e.clientWidth + 1)
      faults.push(`cut off: ${named(e)}`);
    if (e.matches("button, select, input, textarea") && (box.height < leastTap || box.width < leastTap))
      faults.push(`small: ${named(e)} ${Math.round(box.width)} by ${Math.round(box.height)}`);
    const described = e.alt || e.matches(".emoji");
    if (e.tagName === "IMG" && !(e.complete && e.naturalWidth && described)) faults.push(`picture: ${named(e)}`);
    const speaks = [...e.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!speaks || e.closest(":disabled")) continue;
    const under = ground(e);
    const seen = contrast(over(colour(style.color), under), under);
    if (seen < leastContrast) faults.push(`faint: ${named(e)} ${seen.toFixed(2)}`);
  }
}
return [...new Set(faults)];
"""
"""A script that lists faults of the header and of elements that match a selector. Disabled controls may be faint."""
PAINTED = "return [...document.querySelectorAll('#log img')].every((e) => e.complete)"


RAW = re.compile(r"\b[a-z]+:\w+:|:\w+:|\w_\w|\b\d{15,}\b")
"""A spelling for programs, such as a custom id ("by:2:call:28"), ":Two_Rick:", or the number of a message."""
NAMED = ("button", "link", "combobox", "option", "image", "textbox", "listbox", "dialog", "log", "navigation")
"""Roles that a screen reader calls by their names."""


async def list_faults_of_names(window: Browser) -> list[str]:
    """List what a screen reader could not say in words: parts without a name, and names that are made for programs."""
    spoken = await window.list_spoken()
    return [f"{role} {name!r}" for role, name in spoken if RAW.search(name) or (role in NAMED and not name.strip())]


class Screens:
    """Checks screens in both themes and collects their faults. Saves screenshots if `SCREENSHOTS` names a folder."""

    def __init__(self, window: Browser) -> None:
        self.window = window
        self.seen: list[str] = []
        self.faults: dict[str, object] = {}

    async def look(self, name: str, css: str) -> None:
        """Scroll to the last element that matches the selector, and check all matching elements."""
        window = self.window
        await window.see(css)
        await window.until(lambda: window.driver.execute_script(PAINTED), "all pictures")
        await window.run("[...document.querySelectorAll(arguments[0])].at(-1).scrollIntoView({block: 'end'})", css)
        self.seen.append(name)
        if unspoken := await list_faults_of_names(window):
            self.faults[f"{name}, spoken"] = unspoken
        for theme in THEMES:
            await window.set_theme(theme)
            if faults := await window.run(FAULTS, css, LEAST_CONTRAST, LEAST_TAP):
                self.faults[f"{name}, {theme}"] = faults
            if folder := os.environ.get("SCREENSHOTS"):
                await window.save_screenshot(Path(folder) / f"{len(self.seen):02}-{name}-{theme}.png")
