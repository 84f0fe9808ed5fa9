"""Reads the rulebooks: each rule with its id, its title and its whole text."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar, Final, NamedTuple

from bot.library.editions import Edition
from bot.wording import ENGLISH, Language, Words, list_house_rules, name_house_rule
from bot.wording.pieces import find_piece
from games import registry

_TOKEN: Final = re.compile(r"(?<![\w-])[0-9A-Z][0-9A-Za-z](?![\w-])")
"""A word that may be the code of a piece."""
_SEVERAL: Final = re.compile(r"(?:two|three|four|five|black|red|the|codependent)(?: face-up)? $", re.IGNORECASE)
"""The words before a plural: in "three 2s", "2s" is not the two of spades."""
_AND_SEVERAL: Final = re.compile(r"(?:two|three|the)(?: face-up)? \d+s and $", re.IGNORECASE)
_LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_LINKED_PAGE: Final = re.compile(r"\[[^\]]*\.md\]\([^)]*\)(?:[;,] )?")
"""A link to a document of the repository. It would not work in a message."""


def word_rule(text: str, words: Words) -> str:
    """Word a rule as the players of the game (`words.game`) would write it."""
    plain = _LINK.sub(r"\1", _LINKED_PAGE.sub("", text)).replace(" -> ", " → ")
    return _with_sums(_with_pieces(plain, words.game), words)


def _with_pieces(text: str, game: str) -> str:
    """Replace codes of pieces by symbols such as "J♠", or by names such as "Jimmy Rick" where pieces have names."""

    def name_code(found: re.Match[str]) -> str:
        code, before = found[0], text[: found.start()]
        found_piece = find_piece(game, code)
        if found_piece is None or found_piece[0].code(found_piece[1]) != code:
            return code
        pieces, piece = found_piece
        if code[:1].isdigit() and code[1:] == "s" and (_SEVERAL.search(before) or _AND_SEVERAL.search(before)):
            return code
        return pieces.name(piece, "") if pieces.by_name else pieces.symbol(piece)

    return _TOKEN.sub(name_code, text)


def _with_sums(text: str, words: Words) -> str:
    """Write the sum after the name of a house rule as players do: “Ante” (50) becomes “Ante” (0.50)."""
    options = registry.game(words.game).OPTIONS if words.game in registry.NAMES else ()
    for name in (name_house_rule(option.name, words) for option in options if option.hundredths):
        text = re.sub(rf"(“{re.escape(name)}” \(?)(\d+)\b", lambda found: f"{found[1]}{int(found[2]) / 100:.2f}", text)
    return text


RULE: Final = re.compile(r"^\s*(?:[-*]\s+)?\*\*((?:[A-Z]{1,3}-)?[A-Z]{0,2}-?\d+[a-z]?)\b[ .:]*([^*]*)\*\*(.*)$")
"""Matches the first line of a rule: its id in bold, an optional title, and its text."""
_ENDS: Final = re.compile(r"[.!?:;][)\"”*]*(?=\s)|\n")
_OPTION: Final = re.compile(r" ?\(`[a-z_]+`(?:,? (?:or )?`[a-z_]+`)*\)|(?<=\w)(?: \(`[a-z_]+: [^`]*`\))")
"""Matches the name of a house option in brackets, which means nothing to a player."""
_CODE: Final = re.compile(r"`([^`]*)`")
_FOR_PROGRAMMERS: Final = ("Name in vectors", "Identifier", "Ranks")
"""The heads of columns that only programmers need, in the rulebooks' tables."""
_IDENTIFIER: Final = re.compile(r"(?<=[a-z])_(?=[a-z])")
_WORD: Final = re.compile(r"\b\w+\b")
_LISTED: Final = re.compile(r"(?:(\d+)\.|[-*]) ")
MOST_QUOTED: Final = 1_700
"""The most characters of a quoted rule."""


class Rule(NamedTuple):
    """One rule of a game's rulebook. Its title may be empty."""

    game: str
    id: str
    title: str
    text: str

    def quote(self) -> str:
        """Quote the rule in an answer: whole, or as many whole sentences as fit."""
        head = f"**{self.id}** {self.title}".strip()
        return f"{head}\n> " + split_text(self.text, MOST_QUOTED)[0].replace("\n", "\n> ")


@dataclass(eq=False)
class Rulebooks(Edition):
    """The rules of every rulebook in a folder (`<game>.md`), for readers of a language."""

    _rules: list[Rule] = field(default_factory=list)

    kind: ClassVar[str] = "rules"

    def list_rules(self) -> list[Rule]:
        """Return all rules; the books are read at the first use."""
        if not self._rules:
            for path in self.list_files():
                text = self.find_file(path).read_text(encoding="utf-8")
                self._rules += read_rules(path.stem, text, self.language if self.has_translated(path.stem) else ENGLISH)
        return self._rules

    def find_rule(self, name: str, game: str | None = None) -> Rule | None:
        """Return the rule with this id, or None. Without a `game`, search the rulebooks of all games."""
        wanted = name.strip().upper()
        return next(
            (rule for rule in self.list_rules() if rule.id.upper() == wanted and game in (None, rule.game)), None
        )


def read_rules(game: str, text: str, language: Language = ENGLISH) -> Iterator[Rule]:
    """Parse one rulebook. A rule ends at the next rule or heading, or at a paragraph that is not indented."""
    found: list[str] | None = None
    head: tuple[str, str] = ("", "")
    blank = False
    for line in (*text.splitlines(), "#"):
        match = RULE.match(line)
        outside = blank and line[:1] not in ("", " ", "|")
        if found is not None and (match is not None or outside or line.startswith("#")):
            words = Words(language, game)
            yield Rule(game, *head, word_rule(join_lines(found, partial(_name_options, words)), words))
            found = None
        if match is not None:
            head = (match[1], match[2].strip(" .:"))
            whole = match[2].rstrip().endswith((".", ":")) or not head[1]  # otherwise the bold words begin the text
            found = [match[3] if whole else match[2] + match[3]]
        elif found is not None:
            found.append(line)
        blank = not line.strip()


def _speak_code(code: re.Match[str]) -> str:
    """Remove the backticks around an identifier with an underscore; other code keeps them."""
    return code[1] if "_" in code[1] else code[0]


def _name_options(words: Words, code: re.Match[str]) -> str:
    """Replace identifiers of house rules by their names, such as “Seconds to decide”. Put other code in italics."""
    identifiers = list_house_rules(words)
    named = _WORD.sub(
        lambda word: f"“{name_house_rule(word[0], words)}”" if word[0] in identifiers else word[0], code[1]
    )
    return f"*{code[1]}*" if named == code[1] else named


def join_lines(lines: list[str], word_code: Callable[[re.Match[str]], str] = _speak_code) -> str:
    """Join the lines of a Markdown text into lines for a message. Items and rows of tables keep lines of their own.

    Options in brackets are left out. `word_code` puts each other piece of code into words.
    """
    texts: list[str] = []
    joins = False
    heads: list[str] = []
    for number, line in enumerate(lines):
        stripped = line.strip()
        if stripped.startswith("|"):
            after = lines[number + 1].strip() if number + 1 < len(lines) else ""
            if after.startswith("|--"):
                heads = cells_of(stripped)
            elif not stripped.startswith("|--"):
                texts.append(f"· {_word_row(heads, cells_of(stripped))}")
            joins = False
        elif not stripped:
            joins = False
        elif joins and not _begins_item(stripped, texts):
            texts[-1] = f"{texts[-1]} {stripped}"
        else:
            texts.append(stripped)
            joins = True
    return _IDENTIFIER.sub(" ", _CODE.sub(word_code, _OPTION.sub("", "\n".join(texts))))


def _begins_item(line: str, above: list[str]) -> bool:
    """True for a line that begins an item of a list. A numbered line begins one only if its number is 1,
    or one more than that of the item above. Any other number may be the end of a sentence."""
    found = _LISTED.match(line)
    if found is None or found[1] is None:
        return found is not None
    before = _LISTED.match(above[-1])
    return found[1] == "1" or (before is not None and before[1] == str(int(found[1]) - 1))


def cells_of(line: str) -> list[str]:
    """Return the cells of a row of a table."""
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _word_row(heads: list[str], cells: list[str]) -> str:
    """Word a row of a table without the columns for programmers."""
    spoken = [cell for head, cell in zip(heads, cells, strict=False) if cell and head not in _FOR_PROGRAMMERS]
    return f"{spoken[0]}: {', '.join(spoken[1:])}" if len(spoken) > 1 else "".join(spoken)


def split_text(text: str, most: int) -> list[str]:
    """Cut a text into parts of at most `most` characters, if possible at the end of a line or sentence."""
    parts: list[str] = []
    rest = text.strip()
    while len(rest) > most:
        ends = [match.end() for match in _ENDS.finditer(rest, 0, most)]
        end = ends[-1] if ends else rest.rfind(" ", 0, most)
        end = end if end > 0 else most
        parts.append(rest[:end].rstrip())
        rest = rest[end:].lstrip()
    return [*parts, rest]
