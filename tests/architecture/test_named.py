"""Documents, docstrings and comments name only files, folders, modules, functions and variables that exist."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.architecture.tree import ROOT, texts

RULEBOOKS = ("docs/rules/", "docs/rules-index.md")
"""Files that are not checked: the rulebooks name their sources, and the index repeats their headings."""
SELF = "tests/architecture/test_named.py"
PATH = re.compile(r"`((?:bot|docs|games|harbour|migrations|render|requirements|tests|\.ci)/[\w./-]*)(?::\d+)?`")
NAME = re.compile(r"`((?:bot|games|migrations|render|tests)(?:\.\w+)+)(?:\(\))?`")
OWN = re.compile(r"`(?:[A-Z]\w*\.)?([a-z]\w*_\w+|(?<=\.)\w+)(?:\(\))?`")
"""A function, field or variable of the code: "`find_wait`", "`Limits.tables`"."""


def find_missing(name: str, text: str) -> Iterator[str]:
    """Each file, folder, module or name inside a module that a document mentions although it does not exist."""
    for number, line in enumerate(text.splitlines(), start=1):
        for path in PATH.findall(line):
            if not (ROOT / path).exists():
                yield f"{name}:{number}: {path}"
        for dotted in NAME.findall(line):
            if not _exists(dotted.split(".")):
                yield f"{name}:{number}: {dotted}"


def _exists(parts: list[str]) -> bool:
    for length in range(len(parts), 0, -1):
        place = ROOT.joinpath(*parts[:length])
        source = place.with_suffix(".py") if place.with_suffix(".py").exists() else place / "__init__.py"
        if source.exists() or place.is_dir():
            rest = parts[length : length + 1]
            return not rest or (source.exists() and re.search(rf"\b{rest[0]}\b", source.read_text()) is not None)
    return False


def find_unknown(named: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Each function, field or variable that a Python file names in backquotes although no Python file has it."""
    files = [(name, text) for name, text in named if name.endswith(".py")]
    known = {Path(name).stem for name, _ in files}
    for _, text in files:
        known.update(re.findall(r"\w+", re.sub(r"`[^`\n]*`", "", text)))
    for name, text in files:
        for number, line in enumerate(text.splitlines(), start=1):
            if "`" in line:
                yield from (f"{name}:{number}: {word}" for word in OWN.findall(line) if word not in known)


def test_documents_and_code_name_what_exists() -> None:
    named = [(str(path.relative_to(ROOT)), text) for path, text in texts(".md", ".py")]
    unread = (*RULEBOOKS, SELF)
    read = [(name, text) for name, text in named if not name.startswith(unread)]
    wrong = [*(line for name, text in read for line in find_missing(name, text)), *find_unknown(read)]
    assert not wrong, f"these name what does not exist: {wrong}"


def test_a_name_that_does_not_exist_is_found() -> None:
    text = "`bot/config.py` and `bot/nowhere.py`, `bot.config.read`, `bot.config.destroy`, `games.registry`\n"
    assert list(find_missing("a.md", text)) == ["a.md:1: bot/nowhere.py", "a.md:1: bot.config.destroy"]


def test_a_function_that_was_renamed_is_found_where_its_old_name_stands() -> None:
    files = [
        ("a.py", '"""See `find_it` and `Shelf.books`, once `look_up` and `Shelf.tomes()`."""\n'),
        ("b.py", "def find_it(shelf: Shelf) -> Book:\n    return shelf.books[0]\n"),
        ("c.md", "`look_up`\n"),
    ]
    assert list(find_unknown(files)) == ["a.py:1: look_up", "a.py:1: tomes"]
