"""Every game has a complete guide: its pages fit in a message, its rules exist, and its pictures can be drawn."""

import re
from pathlib import Path

import pytest

from bot.library.guides import RULE_ID, Guide, GuideSection, read_guide, read_guide_file
from bot.library.rulebooks import Rulebooks
from bot.wording import ENGLISH, Words
from games import registry
from render import pieces as piece_rows
from render.style import Style
from tests.architecture.tree import ROOT
from tests.fifth_game import FOLDER, NAME, NAMES, registered

GUIDES = ROOT / "docs" / "guide"
OF_THE_BOT = ("deckhand", "old hand", "shellback", "takeback")
"""Words of the bot, such as its levels of robots, which no rulebook explains."""
MOST = 1_700
"""The most characters of a section: with its title and page number it must fit in a message."""
TWO_PAGES = 1_000
"""The most words of a guide: two pages on paper. Ids of rules and codes of pieces do not count."""


def path_of(name: str) -> Path:
    """The file with the guide of a game."""
    return (FOLDER / "guide" if name == NAME else GUIDES) / f"{name}.md"


def guide_of(name: str) -> Guide:
    """The guide of a game, as the bot reads it."""
    return read_guide_file(path_of(name))


def pages(guide: Guide) -> tuple[GuideSection, ...]:
    """The pages of a guide: its sections, and its words with their explanations."""
    return (*guide.sections, *guide.words)


def test_every_game_has_a_guide_and_every_guide_a_game() -> None:
    guides, games = {path.stem for path in GUIDES.glob("*.md")}, set(registry.NAMES)
    assert guides >= games, f"write docs/guide/<game>.md for {', '.join(sorted(games - guides))}"
    assert guides <= games, f"register the game of docs/guide/{sorted(guides - games)[0]}.md"


@pytest.mark.parametrize("name", NAMES)
def test_a_guide_is_a_few_short_sections_and_its_words(name: str) -> None:
    guide = guide_of(name)
    assert 4 <= len(guide.sections) <= 12, f"a guide has 4 to 12 sections, and this has {len(guide.sections)}"
    assert guide.words, f"write docs/guide/words/{name}.md, or end the guide with a section called Words"
    for entries in (guide.sections, guide.words):
        keys = [entry.key for entry in entries]
        assert len(keys) == len(set(keys)), f"give each a title of its own: {keys}"
    for section in guide.sections:
        assert len(section.text) <= MOST, f"{section.title}: {len(section.text)} characters"
        assert section.phrases, f"{section.title}: add a comment with the words in which players ask for it"
        assert section.text[-1] in ".)", f"{section.title}: end with a full stop"
        assert "# " not in section.text, f"{section.title}: a heading stands in the middle of the text"
    assert any(section.examples for section in guide.sections), "no worked example"


@pytest.mark.parametrize("name", NAMES)
def test_a_guide_fits_two_pages(name: str) -> None:
    sections = read_guide(path_of(name).read_text(encoding="utf-8")).sections
    captions = [group.caption for section in sections for row in section.picture for group in row]
    text = RULE_ID.sub("", " ".join([*(f"{section.title} {section.text}" for section in sections), *captions]))
    count = len(re.findall(r"\w[\w'’.,-]*", text))
    assert count <= TWO_PAGES, f"{path_of(name).name} has {count} words: cut it to {TWO_PAGES}"


@pytest.mark.parametrize("name", NAMES)
def test_a_guide_cites_rules_of_its_own_book(name: str) -> None:
    book = Rulebooks(FOLDER if name == NAME else ROOT / "docs" / "rules")
    known = {rule.id for rule in book.list_rules() if rule.game == name}
    unknown = {(page.title, id) for page in pages(guide_of(name)) for id in page.cited_rules if id not in known}
    assert not unknown, f"cite rules that docs/rules/{name}.md has: {unknown}"
    bare = [word.title for word in guide_of(name).words if word.title not in OF_THE_BOT and not word.cited_rules]
    assert not bare, f"cite a rule behind each of these words: {bare}"


@pytest.mark.parametrize("name", NAMES)
def test_a_page_that_explains_a_refusal_has_a_picture_and_the_refusal_has_a_sentence(name: str) -> None:
    for section in guide_of(name).sections:
        assert section.picture or not section.refusals, section.title
        unsaid = [key for key in section.refusals if not Words(ENGLISH, name).knows(key)]
        assert not unsaid, f"write a sentence for {unsaid}"
    assert name != "pussers-bones" or any("PB-51/not_a_hand" in section.refusals for section in guide_of(name).sections)


@pytest.mark.parametrize("name", NAMES)
def test_every_picture_of_a_guide_shows_pieces_of_its_game(name: str) -> None:
    with registered():
        pieces = registry.game(name).PIECES
    drawn = [page for page in pages(guide_of(name)) if page.picture]
    assert drawn
    for page in drawn:
        for code in (code for row in page.picture for group in row for code in group.codes):
            assert pieces.code(pieces.from_code(code)) == code, f"{page.title}: {code}"
    picture = piece_rows.draw(drawn[0].picture, "words", Style())
    assert picture.png.startswith(b"\x89PNG")
    assert picture.alt == "words"
