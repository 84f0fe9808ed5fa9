"""Every game has a guide for players that is whole: its pages fit, its rules exist, its pictures can be drawn."""

from pathlib import Path

import pytest

from bot.services.guide import Guide, Section, read_guide
from bot.services.rulebook import Rulebooks
from games.core import registry
from render import pieces as piece_rows
from render.style import Style
from tests.architecture.tree import ROOT
from tests.fifth_game import FOLDER, NAME, NAMES, registered

GUIDES = ROOT / "docs" / "guide"
MOST = 1_700
"""Characters of a section: a page, with its title and its place."""


def path_of(name: str) -> Path:
    """The guide of a game."""
    return (FOLDER / "guide" if name == NAME else GUIDES) / f"{name}.md"


def guide_of(name: str) -> Guide:
    """The guide of a game, as the bot reads it."""
    return read_guide(path_of(name).read_text(encoding="utf-8"))


def pages(guide: Guide) -> tuple[Section, ...]:
    """Sections and words."""
    return (*guide.sections, *guide.words)


def test_every_game_has_a_guide_and_every_guide_a_game() -> None:
    assert {path.stem for path in GUIDES.glob("*.md")} == set(registry.NAMES), "write docs/guide/<game>.md"


@pytest.mark.parametrize("name", NAMES)
def test_a_guide_is_a_few_short_sections_and_its_words(name: str) -> None:
    guide = guide_of(name)
    assert 4 <= len(guide.sections) <= 12
    assert guide.words, "a guide ends with a section called Words"
    keys = [one.key for one in guide.sections]
    assert len(keys) == len(set(keys))
    keys = [one.key for one in guide.words]
    assert len(keys) == len(set(keys))
    for one in guide.sections:
        assert len(one.text) <= MOST, f"{one.title}: {len(one.text)} characters"
        assert one.asked, f"{one.title}: add a comment with the words in which players ask for it"
        assert one.text[-1] in ".)", one.title
    assert any(one.examples for one in guide.sections), "no worked example"


@pytest.mark.parametrize("name", NAMES)
def test_a_guide_cites_rules_of_its_own_book(name: str) -> None:
    book = Rulebooks(FOLDER if name == NAME else ROOT / "docs" / "rules")
    known = {rule.id for rule in book.rules() if rule.game == name}
    unknown = {(one.title, id) for one in pages(guide_of(name)) for id in one.cited if id not in known}
    assert unknown == set()
    assert [one.title for one in guide_of(name).words if not one.cited] == [], "words without a rule"


@pytest.mark.parametrize("name", NAMES)
def test_every_picture_of_a_guide_shows_pieces_of_its_game(name: str) -> None:
    with registered():
        pieces = registry.game(name).PIECES
    drawn = [one for one in pages(guide_of(name)) if one.picture]
    assert drawn
    for one in drawn:
        for code in (code for row in one.picture for group in row for code in group.codes):
            assert pieces.code(pieces.from_code(code)) == code, f"{one.title}: {code}"
    picture = piece_rows.draw(drawn[0].picture, "words", Style())
    assert picture.png.startswith(b"\x89PNG")
    assert picture.alt == "words"
