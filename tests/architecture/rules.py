"""The rulebooks' ids: where they are defined, cited in code and named by tests."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from games.core import registry
from tests.architecture.tree import ROOT, Module, modules

_RULE = re.compile(r"^- \*\*([A-Z]{2,3}-\d+[a-z]?|[A-Z]\d+)(?: ([^*]*?)\.?)?\*\*", re.MULTILINE)
_RULING = re.compile(r"^\| ((?:Q-)?[A-Z]?\d*[a-z]?) \|", re.MULTILINE)
_CITED = re.compile(r"\b[A-Z]{1,3}-\d+[a-z]?\b")


@dataclass(frozen=True)
class Book:
    """The rulebook of a game: `<key>.md` in `folder`."""

    name: str
    """The key of its game."""
    folder: Path = ROOT / "docs" / "rules"

    @property
    def path(self) -> Path:
        return self.folder / f"{self.name}.md"

    @property
    def package(self) -> str:
        """The last part of the name of its game's package: "duo"."""
        return registry.PACKAGES[self.name].rpartition(".")[2]

    @cached_property
    def prefixes(self) -> frozenset[str]:
        """The beginnings of its ids: "DD"; "R" where there are bare ids such as R12; "Q" where rulings are numbered."""
        prefixes = {rule.partition("-")[0] if "-" in rule else rule[0] for rule in self.rules}
        return frozenset(prefixes | {ruling.partition("-")[0] for ruling in self.rulings})

    @cached_property
    def _letters(self) -> frozenset[str]:
        """The letters of ids without a dash (R12), which count only where this game is the topic."""
        return frozenset(rule[0] for rule in self.rules if "-" not in rule)

    @cached_property
    def rules(self) -> dict[str, str]:
        """Rule id -> its heading, in the book's order; the heading is empty where a rule has none."""
        return {match[1]: (match[2] or "").strip() for match in _RULE.finditer(self.path.read_text("utf-8"))}

    @cached_property
    def rulings(self) -> set[str]:
        """The ids of the rows of the table of ambiguities that code may cite."""
        found = {match[1] for match in _RULING.finditer(self.path.read_text("utf-8"))}
        return {name for name in found if name.startswith("Q-")}

    def cited(self, text: str, whole_game: bool) -> set[str]:
        """The ids of this book that `text` cites. The bare ids (R12) count only where `whole_game` is the topic."""
        found = {name for name in _CITED.findall(text) if name.partition("-")[0] in self.prefixes}
        if whole_game:
            for letter in self._letters:
                found |= set(re.findall(rf"\b{letter}(?:[12]\d|[1-9])\b", text))
        return found

    def named(self, text: str, whole_game: bool) -> set[str]:
        """As `cited`, where names of functions count too: test_pb_45_..., test_r12_..."""
        found = self.cited(text, whole_game)
        for prefix, number in re.findall(r"(?<![a-z])([a-z]{2,3})_?(\d+[a-z]?)(?![a-z\d])", text):
            if prefix.upper() in self.prefixes:
                found.add(f"{prefix.upper()}-{number}")
        if whole_game:
            for letter in self._letters:
                numbers = re.findall(rf"(?<![a-z\d]){letter.lower()}_?(\d{{1,2}})(?![a-z\d])", text)
                found |= {f"{letter}{int(number)}" for number in numbers}
        return found

    def code(self) -> Iterator[Module]:
        """The modules that are about this game alone."""
        yield from modules(registry.PACKAGES[self.name].replace(".", "/"))

    def tests(self) -> Iterator[tuple[Module, bool]]:
        """Every test module, and whether this game alone is its topic."""
        for module in modules("tests"):
            if module.parts[1:2] != ("architecture",):
                yield module, self.package in str(module.path.relative_to(ROOT)).replace("-", "_")


BOOKS = tuple(map(Book, registry.NAMES))


def sort_key(rule: str) -> tuple[str, int, str]:
    """Rules in the order of their numbers: PB-9 before PB-10."""
    match = re.fullmatch(r"([A-Z]+)-?(\d+)(.*)", rule)
    return (match[1], int(match[2]), match[3]) if match else (rule, 0, "")
