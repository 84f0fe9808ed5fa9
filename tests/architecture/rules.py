"""The rulebooks' ids: where they are defined, cited in code and named by tests."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tests.architecture.tree import ROOT, Module, modules

_RULE = re.compile(r"^- \*\*((?:PB|LB|DD|BD|HE|SM)-\d+[a-z]?|R\d+)(?: ([^*]*?)\.?)?\*\*", re.MULTILINE)
_RULING = re.compile(r"^\| ((?:Q-)?[A-Z]?\d*[a-z]?) \|", re.MULTILINE)
_CITED = re.compile(r"\b(?:PB|LB|DD|BD|HE|SM|Q)-\d+[a-z]?\b")
_CITED_SPECIAL = re.compile(r"\bR(?:[12]\d|[1-9])\b")


@dataclass(frozen=True)
class Book:
    """One rulebook. `package` is its game's directory in games/, `name` the stem of its file."""

    name: str
    package: str
    prefixes: tuple[str, ...]

    @property
    def path(self) -> Path:
        return ROOT / "docs" / "rules" / f"{self.name}.md"

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
        if whole_game and "R" in self.prefixes:
            found |= set(_CITED_SPECIAL.findall(text))
        return found

    def named(self, text: str, whole_game: bool) -> set[str]:
        """As `cited`, where names of functions count too: test_pb_45_..., test_r12_..."""
        found = self.cited(text, whole_game)
        for prefix, number in re.findall(r"(?<![a-z])(pb|lb|dd|bd|he|sm)_?(\d+[a-z]?)(?![a-z\d])", text):
            if prefix.upper() in self.prefixes:
                found.add(f"{prefix.upper()}-{number}")
        if whole_game and "R" in self.prefixes:
            found |= {f"R{int(number)}" for number in re.findall(r"(?<![a-z\d])r_?(\d{1,2})(?![a-z\d])", text)}
        return found

    def code(self) -> Iterator[Module]:
        """The modules that are about this game alone."""
        yield from modules(f"games/{self.package}")

    def tests(self) -> Iterator[tuple[Module, bool]]:
        """Every test module, and whether this game alone is its topic."""
        for module in modules("tests"):
            if module.parts[1:2] != ("architecture",):
                yield module, self.package in str(module.path.relative_to(ROOT)).replace("-", "_")


BOOKS = (
    Book("pussers-bones", "pussers", ("PB",)),
    Book("lombardy-bones", "lombardy", ("LB",)),
    Book("duo-dominoes", "duo", ("DD",)),
    Book("bonedoneskis", "bonedoneskis", ("BD", "HE", "SM", "R", "Q")),
)


def sort_key(rule: str) -> tuple[str, int, str]:
    """Rules in the order of their numbers: PB-9 before PB-10."""
    match = re.fullmatch(r"([A-Z]+)-?(\d+)(.*)", rule)
    return (match[1], int(match[2]), match[3]) if match else (rule, 0, "")
