"""The rulebooks' ids: their definitions, the code that cites them, and the tests that name them.

The games come from `games.registry`, the ids from the books. A rule is a list item that begins with its id in bold
(`- **PB-45 Too late.**`). The prefixes of a book are the prefixes of the ids that it defines.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from games import registry
from tests.architecture.tree import ROOT, Module, folder_of, modules

RULEBOOKS = ROOT / "docs" / "rules"
ITEM = re.compile(r"^[-*] \*\*.*$", re.MULTILINE)
RULE = re.compile(r"[-*] \*\*(([A-Z]{2,})-\d+[a-z]?|([A-Z])\d+)(?: ([^*]*?)\.?)?\*\*")
RULING = re.compile(r"^\| ((Q)-\d+[a-z]?) \|", re.MULTILINE)


class NotARule(ValueError):
    """A list item of a rulebook begins in bold like a rule, but not with a rule's id."""


@dataclass(frozen=True)
class Book:
    """One rulebook. `name` is the stem of its file and its game's name; `package` is the game's folder in games/."""

    name: str
    package: str
    folder: Path = RULEBOOKS

    @property
    def path(self) -> Path:
        """The file of the book."""
        return self.folder / f"{self.name}.md"

    @cached_property
    def text(self) -> str:
        """The text of the whole book."""
        return self.path.read_text("utf-8")

    @cached_property
    def rules(self) -> dict[str, str]:
        """Rule id -> its heading, in the book's order; the heading is empty where a rule has none. Raises NotARule."""
        return {match[1]: (match[4] or "").strip() for match in self._items()}

    @cached_property
    def prefixes(self) -> frozenset[str]:
        """The beginnings of the book's ids: {"BD", "HE", "R", ...}."""
        own = {match[2] or match[3] for match in self._items()}
        return frozenset(own | {match[2] for match in RULING.finditer(self.text)})

    @cached_property
    def rulings(self) -> frozenset[str]:
        """The ids in the book's table of ambiguities, which code may cite as well."""
        return frozenset(match[1] for match in RULING.finditer(self.text))

    def _items(self) -> Iterator[re.Match[str]]:
        for item in ITEM.finditer(self.text):
            match = RULE.match(item[0])
            if match is None:
                raise NotARule(f'{self.path.name}: write "- **XY-1 Heading.** ..." instead of {item[0][:60]!r}')
            yield match

    def cited(self, text: str, whole_game: bool) -> set[str]:
        """The ids of this book that `text` cites. Ids without a hyphen (R12) count only if `whole_game` is true."""
        found = {name for prefix, name in _find_ids(text) if prefix in self.prefixes}
        for letter in self._bare() if whole_game else ():
            found |= {name for name in re.findall(rf"\b{letter}[1-9]\d?\b", text) if name in self.rules}
        return found

    def named(self, text: str, whole_game: bool) -> set[str]:
        """The ids of this book that `text` cites, or has in a function's name such as test_pb_45_... or test_r12_..."""
        found = self.cited(text, whole_game)
        prefixes = self.prefixes - self._bare()
        found |= {f"{prefix}-{number}" for prefix, number in _find_parts(text) if prefix in prefixes}
        for letter in self._bare() if whole_game else ():
            numbers = re.findall(rf"(?<![a-z\d]){letter.lower()}_?(\d{{1,2}})(?![a-z\d])", text)
            found |= {f"{letter}{int(number)}" for number in numbers}
        return found

    def _bare(self) -> frozenset[str]:
        return frozenset(prefix for prefix in self.prefixes if len(prefix) == 1 and f"{prefix}1" in self.rules)

    def code(self) -> Iterator[Module]:
        """The modules of this game's package."""
        yield from modules(f"games/{self.package}")

    def tests(self) -> Iterator[tuple[Module, bool]]:
        """Every test module, with True if this game is its only topic."""
        for module in modules("tests"):
            if module.parts[1:2] != ("architecture",):
                yield module, self.package in str(module.path.relative_to(ROOT)).replace("-", "_")


@cache
def _find_ids(text: str) -> frozenset[tuple[str, str]]:
    """Everything in a text that looks like an id with a hyphen, with its prefix: ("PB", "PB-45")."""
    return frozenset((match[1], match[0]) for match in re.finditer(r"\b([A-Z]{2,}|Q)-\d+[a-z]?\b", text))


@cache
def _find_parts(text: str) -> frozenset[tuple[str, str]]:
    """Everything in a text that looks like the id in a function's name, as prefix and number: ("PB", "45")."""
    found = re.finditer(r"(?<![a-z])([a-z]+)_?(\d+[a-z]?)(?![a-z\d])", text)
    return frozenset((match[1].upper(), match[2]) for match in found)


BOOKS = tuple(Book(game, folder_of(game).rpartition("/")[2]) for game in registry.NAMES)


def sort_key(rule: str) -> tuple[str, int, str]:
    """A key that sorts rule ids by number: PB-9 before PB-10."""
    match = re.fullmatch(r"([A-Z]+)-?(\d+)(.*)", rule)
    return (match[1], int(match[2]), match[3]) if match else (rule, 0, "")
