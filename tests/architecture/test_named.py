"""Documents, docstrings and comments name files, folders and names in modules that exist."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.tree import ROOT, texts

RULEBOOKS = ("docs/rules/", "docs/rules-index.md")
"""Not checked for existing names: the rulebooks name their sources, and the index repeats their headings."""
SELF = "tests/architecture/test_named.py"
PATH = re.compile(r"`((?:bot|docs|games|harbour|migrations|render|requirements|tests|\.ci)/[\w./-]*)(?::\d+)?`")
NAME = re.compile(r"`((?:bot|games|migrations|render|tests)(?:\.\w+)+)(?:\(\))?`")


def missing(name: str, text: str, root: Path = ROOT) -> Iterator[str]:
    """Each file, folder, module or name in a module that a document mentions and that does not exist."""
    for number, line in enumerate(text.splitlines(), start=1):
        for path in PATH.findall(line):
            if not (root / path).exists():
                yield f"{name}:{number}: {path}"
        for dotted in NAME.findall(line):
            if not _exists(root, dotted.split(".")):
                yield f"{name}:{number}: {dotted}"


def _exists(root: Path, parts: list[str]) -> bool:
    for length in range(len(parts), 0, -1):
        place = root.joinpath(*parts[:length])
        source = place.with_suffix(".py") if place.with_suffix(".py").exists() else place / "__init__.py"
        if source.exists() or place.is_dir():
            rest = parts[length : length + 1]
            return not rest or (source.exists() and re.search(rf"\b{rest[0]}\b", source.read_text()) is not None)
    return False


def test_documents_and_code_name_what_exists() -> None:
    named = [(str(path.relative_to(ROOT)), text) for path, text in texts(".md", ".py")]
    unread = (*RULEBOOKS, SELF)
    wrong = [line for name, text in named if not name.startswith(unread) for line in missing(name, text)]
    assert not wrong, f"these name what does not exist: {wrong}"


def test_a_name_of_nothing_is_found() -> None:
    text = "`bot/config.py` and `bot/nowhere.py`, `bot.config.read`, `bot.config.destroy`, `games.registry`\n"
    assert list(missing("a.md", text)) == ["a.md:1: bot/nowhere.py", "a.md:1: bot.config.destroy"]
