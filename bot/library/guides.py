"""Reads the players' guides: sections with pictures and examples (`docs/guide/<game>.md`), tips in the crew's voice
(`docs/guide/tips/<game>.md`), and a table of words (`docs/guide/words/<game>.md`, or at the end of the guide).

A section begins with `## Title`. A comment `<!-- asked: ...; ... -->` below it lists other words in which players ask
for the section; `<!-- refused: PB-51/not_a_hand -->` lists the refusals that its picture explains. A line made only of
code such as `R5 R5 R5: pair` is a picture of those pieces. A quotation that begins with "**Example.**" is a worked
example. The section `Words` is the glossary, a table of four columns: the word, its meaning, its names elsewhere
(parted by ";"), and how it looks.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from bot.library.rulebooks import cells_of, join_lines
from bot.ports import PieceGroup
from bot.wording.letters import simplify

WORDS: Final = "Words"
"""The section that is the glossary."""
MOST_KEY: Final = 40
"""The most characters of a key."""

_ASKED: Final = re.compile(r"<!-- asked: (.*?) -->", re.DOTALL)
_REFUSED: Final = re.compile(r"<!-- refused: (.*?) -->", re.DOTALL)
_SPAN: Final = re.compile(r"`([^`:]+)(?:: ([^`]*))?`")
_DRAWN: Final = re.compile(r"(?:`[^`]+`\s*)+")
_EXAMPLE: Final = re.compile(r"> \*\*\w+\.\*\*")
RULE_ID: Final = re.compile(r"\b(?:[A-Z]{2}-\d+[a-z]?|R\d+)\b")
"""Matches the id of a rule."""


_CITATION: Final = re.compile(rf" \((?:{RULE_ID.pattern})(?:(?:,| to) (?:{RULE_ID.pattern}))*\)")
"""Matches a citation of rules in brackets, with the space before it."""


class GuideSection(NamedTuple):
    """A section of a guide, a word of its glossary, or a rule of a rulebook."""

    title: str
    text: str
    """The text for a message, examples included."""
    phrases: tuple[str, ...] = ()
    """Other words in which players ask for the section."""
    picture: tuple[tuple[PieceGroup, ...], ...] = ()
    """Rows of pieces."""
    examples: tuple[str, ...] = ()
    refusals: tuple[str, ...] = ()
    """The keys of the refusals that its picture explains."""

    @property
    def key(self) -> str:
        """The name of the section in custom ids."""
        return _join_words(simplify(self.title))

    @property
    def former_key(self) -> str:
        """The name of the section in custom ids of older releases. It leaves out letters with accents."""
        return _join_words(self.title.lower())

    @property
    def cited_rules(self) -> tuple[str, ...]:
        """The ids of the rules that the section cites, each once."""
        return tuple(dict.fromkeys(RULE_ID.findall(self.text)))


def _join_words(title: str) -> str:
    return "-".join(re.findall(r"[a-z0-9]+", title))[:MOST_KEY]


class Guide(NamedTuple):
    """The guide of one game."""

    sections: tuple[GuideSection, ...]
    words: tuple[GuideSection, ...]


def read_guide_file(path: Path) -> Guide:
    """Read the guide in a file, with its tips and words from the folders beside it if they are there."""
    files = (path, *(path.parent / folder / path.name for folder in ("tips", "words")))
    guides = [read_guide(file.read_text(encoding="utf-8")) for file in files if file.is_file()]
    return Guide(
        tuple(section for guide in guides for section in guide.sections),
        tuple(word for guide in guides for word in guide.words),
    )


def list_tips(section: GuideSection) -> list[str]:
    """List the points of a section, each a line by itself, without the rules that they cite."""
    points = (line[2:].strip() for line in section.text.splitlines() if line.startswith(("- ", "• ")))
    return [_CITATION.sub("", point) for point in points]


def read_guide(text: str) -> Guide:
    """Parse a guide."""
    sections: list[GuideSection] = []
    words: tuple[GuideSection, ...] = ()
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        title, _, body = part.partition("\n")
        if title.strip() == WORDS:
            words = tuple(_read_words(body))
        else:
            sections.append(_read_section(title.strip(), body))
    return Guide(tuple(sections), words)


def _read_section(title: str, body: str) -> GuideSection:
    asked, refused = (
        tuple(phrase.strip() for found in comment.findall(body) for phrase in found.split(";"))
        for comment in (_ASKED, _REFUSED)
    )
    visible = _REFUSED.sub("", _ASKED.sub("", body))
    texts, picture = read_paragraphs(visible)
    examples = tuple(filter(_EXAMPLE.match, texts))
    return GuideSection(title, "\n\n".join(texts), asked, picture, examples, refused)


def _read_words(body: str) -> Iterator[GuideSection]:
    rows = [cells_of(line) for line in body.splitlines() if line.startswith("|")]
    for word, meaning, elsewhere, looks in rows[2:]:
        asked = tuple(phrase.strip() for phrase in elsewhere.split(";") if phrase.strip())
        yield GuideSection(word, meaning, asked, (_read_groups(looks),) if looks else ())


def read_paragraphs(text: str) -> tuple[list[str], tuple[tuple[PieceGroup, ...], ...]]:
    """Read a text: its paragraphs for a message, and rows of pieces from the paragraphs that are pictures. Those are
    made only of code, in which each code span is a group of pieces."""
    texts: list[str] = []
    picture: list[tuple[PieceGroup, ...]] = []
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        lines = paragraph.splitlines()
        if all(_DRAWN.fullmatch(line.strip()) for line in lines):
            picture += map(_read_groups, lines)
        else:
            quoted = "> " if paragraph.startswith(">") else ""
            texts.append(quoted + join_lines([line.removeprefix(">") for line in lines]))
    return texts, tuple(picture)


def _read_groups(line: str) -> tuple[PieceGroup, ...]:
    """Parse the groups of a line: "`R5 R5 R5: pair` `R7 R7`"."""
    return tuple(PieceGroup(tuple(codes.split()), caption or "") for codes, caption in _SPAN.findall(line))
