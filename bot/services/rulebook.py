"""Finds rules in the rulebooks by id or by words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

RULE = re.compile(r"^\s*(?:[-*]\s+)?\*\*((?:[A-Z]{1,3}-)?[A-Z]{0,2}-?\d+[a-z]?)\b[ .:]*([^*]*)\*\*(.*)$")
"""Matches the first line of a rule: its id in bold, an optional title, and its text."""

_WORD = re.compile(r"[a-z0-9]+")
MOST_SHOWN = 900
"""Characters of a quoted rule."""


class Rule(NamedTuple):
    """One rule of a game's rulebook. Its title may be empty."""

    game: str
    id: str
    title: str
    text: str

    def quoted(self) -> str:
        """Quote the rule in an answer."""
        head = f"**{self.id}** {self.title}".strip()
        body = self.text if len(self.text) <= MOST_SHOWN else self.text[: MOST_SHOWN - 1].rstrip() + "…"
        return f"{head}\n> " + body.replace("\n", "\n> ")


@dataclass(slots=True)
class Rulebooks:
    """The rules of every rulebook in a folder (`<game>.md`)."""

    folder: Path
    _rules: list[Rule] = field(default_factory=list)

    def rules(self) -> list[Rule]:
        """Return all rules; the books are read at the first use."""
        if not self._rules and self.folder.is_dir():
            for path in sorted(self.folder.glob("*.md")):
                self._rules += rules_in(path.stem, path.read_text(encoding="utf-8"))
        return self._rules

    def rule(self, name: str, game: str | None = None) -> Rule | None:
        """Return the rule with this id, of any game or of one; None if there is none."""
        wanted = name.strip().upper()
        return next((rule for rule in self.rules() if rule.id.upper() == wanted and game in (None, rule.game)), None)

    def search(self, query: str, game: str | None = None, most: int = 3) -> list[Rule]:
        """Find the best matches by id, or else by words. Rarer words count more."""
        exact = self.rule(query, game)
        if exact is not None:
            return [exact]
        wanted = set(_words(query))
        pool = [rule for rule in self.rules() if game in (None, rule.game)]
        if not wanted or not pool:
            return []
        having = {word: sum(1 for rule in pool if word in _bag(rule)) for word in wanted}
        scored = [
            (sum((1 + 2 * (word in _words(rule.title))) / having[word] for word in wanted & _bag(rule)), rule)
            for rule in pool
        ]
        best = sorted((pair for pair in scored if pair[0] > 0), key=lambda pair: -pair[0])
        return [rule for _, rule in best[:most]]


def _bag(rule: Rule) -> set[str]:
    return {*_words(rule.title), *_words(rule.text)}


def _words(text: str) -> list[str]:
    return [word.rstrip("s") if len(word) > 3 else word for word in _WORD.findall(text.lower())]


def rules_in(game: str, text: str) -> Iterator[Rule]:
    """Parse one rulebook. A rule ends at the next rule, heading or table."""
    found: list[str] | None = None
    head: tuple[str, str] = ("", "")
    for line in (*text.splitlines(), "#"):
        match = RULE.match(line)
        ends = match is not None or line.startswith(("#", "|"))
        if found is not None and ends:
            yield Rule(game, *head, " ".join(part for part in (text_line.strip() for text_line in found) if part))
            found = None
        if match is not None:
            head = (match[1], match[2].strip(" .:"))
            found = [match[3]]
        elif found is not None:
            found.append(line)
