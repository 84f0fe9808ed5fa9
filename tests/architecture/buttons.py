"""The labels of all buttons, as docs/buttons.md lists them, and their names in the documents that people write.

Documents are read as they are, so they hold labels and no references to buttons. `make docs` knows from docs/buttons.md
which labels they were written with, and renames a button in them when its label has changed.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from bot.wording import ENGLISH
from bot.wording.languages import catalogue_of
from games.registry import NAMES
from tests.architecture.tree import ROOT

PAGE = "docs/buttons.md"
_PREFIX = "button/"
_ROW = re.compile(r"^\| `(?P<button>[^`]+)` \| (?P<labels>.+) \|$", re.MULTILINE)
_WRITTEN = re.compile(r"(?<!\*)(\*\*?)([^*\n]+)\1(?!\*)")
"""A pattern for words in italics or bold, as documents write a label."""

Labels = Mapping[str, str]
"""Labels by button. Where a game has its own label for a button, the key is the game and the button."""


def list_labels() -> dict[str, str]:
    """Every label that holds no placeholder such as `{name}`."""
    shared = _labels_of("")
    found = dict(shared)
    for game in NAMES:
        found |= {
            f"{game} {button}": label for button, label in _labels_of(game).items() if shared.get(button) != label
        }
    return found


def _labels_of(game: str) -> dict[str, str]:
    return {
        key.removeprefix(_PREFIX): text
        for key, text in catalogue_of(ENGLISH, game, "").items()
        if key.startswith(_PREFIX) and "{" not in text
    }


def read_labels(page: str) -> dict[str, str]:
    """The labels that a version of docs/buttons.md lists."""
    return {row["button"]: row["labels"] for row in _ROW.finditer(page)}


def find_renamed(before: Labels, now: Labels) -> dict[str, str]:
    """The labels that have changed, with the new ones.

    Raises ValueError if several buttons shared a label and now have different ones: a document does not say which of
    the buttons it means.
    """
    renamed: dict[str, str] = {}
    for label in {label for button, label in before.items() if button in now and now[button] != label}:
        found = {now[button] for button, known in before.items() if known == label and button in now}
        if len(found) > 1:
            raise ValueError(f"several buttons were called “{label}”, and are now called {', '.join(sorted(found))}")
        renamed[label] = found.pop()
    return renamed


def rename(text: str, renamed: Labels) -> str:
    """Write the new labels into a document."""
    return _WRITTEN.sub(lambda found: f"{found[1]}{renamed.get(found[2], found[2])}{found[1]}", text)


def documents() -> Iterator[Path]:
    """The documents that people write, without the rulebooks, which name no buttons."""
    yield ROOT / "README.md"
    yield from (path for path in sorted((ROOT / "docs").rglob("*.md")) if "rules" not in path.parts)


def rename_in_documents() -> None:
    """Update all documents to the labels that have changed since docs/buttons.md was last written."""
    page = ROOT / PAGE
    renamed = find_renamed(read_labels(page.read_text("utf-8")), list_labels()) if page.exists() else {}
    for path in documents() if renamed else ():
        text = path.read_text("utf-8")
        if (new := rename(text, renamed)) != text:
            path.write_text(new, encoding="utf-8")
            print(f"renamed buttons in {path.relative_to(ROOT)}")
