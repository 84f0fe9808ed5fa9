"""Guides and lessons in another language, English ones where a translation lacks, and search without accents."""

from pathlib import Path

import pytest

from bot.library.lesson_book import LessonBook
from bot.library.library import Library
from bot.library.rulebooks import Rulebooks
from bot.library.search import words_of
from bot.wording import ENGLISH, Language, translations
from bot.wording.languages import catalogue_of
from games.registry import NAMES
from tests.bot.library.questions_in_other_languages import QUESTIONS

ROOT = Path(__file__).resolve().parents[3] / "docs"
PORTUGUESE = Language("pt-BR")
GUIDE = """# Duo Dominoes

## Como se joga
<!-- asked: regras do dominó; como jogar -->

Cada um recebe sete pedras e joga na sua vez (DD-20).

## Fechar o jogo

O jogo fecha quando ninguém tem pedra que sirva.
"""
LESSON = """# Duo Dominoes

## As pedras
<!-- lesson: tiles, 5 minutes -->

### O dominó

`6-6`

São vinte e oito pedras.
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A language with a guide and a lesson of Duo Dominoes."""
    catalogue_of(PORTUGUESE, "", "")  # the language's real sentences are loaded first, and stay loaded
    for game in NAMES:
        catalogue_of(PORTUGUESE, game, "")
    for kind, text in (("guide", GUIDE), ("lessons", LESSON)):
        path = tmp_path / PORTUGUESE / kind / "duo-dominoes.md"
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.setattr(translations, "FOLDER", tmp_path)
    return tmp_path


def make_library() -> Library:
    """Make the library of the repository's own guides and rulebooks."""
    return Library(ROOT / "guide", books=Rulebooks(ROOT / "rules"))


def test_words_lose_their_accents() -> None:
    assert words_of("Dominó, peça; NÃO!") == ["domino", "peca", "nao"]


@pytest.mark.parametrize("query", ["fechar o jogo", "fechou", "dominó", "dominó como jogar", "domino"])
def test_a_guide_is_searched_in_its_language(folder: Path, query: str) -> None:
    found = make_library().read_in(PORTUGUESE).search(query, "duo-dominoes")
    assert found[0].content.title in ("Como se joga", "Fechar o jogo")


def test_english_guides_take_the_place_of_those_that_are_not_translated(folder: Path) -> None:
    own = make_library()
    other = own.read_in(PORTUGUESE)
    assert [section.content.title for section in other.list_sections("duo-dominoes")] == [
        "Como se joga",
        "Fechar o jogo",
    ]
    assert other.list_sections("lombardy-bones") == own.list_sections("lombardy-bones")
    assert {listed.game for listed in other.suggest("")} == {"duo-dominoes"}, "translated guides come first"
    assert {listed.game for listed in other.suggest("", "lombardy-bones")} == {"lombardy-bones"}
    assert own.read_in(ENGLISH) is own
    assert own.read_in(Language("it")) is own, "a language without guides"


def test_lessons_are_read_in_their_language(folder: Path) -> None:
    book = LessonBook(ROOT / "lessons")
    assert book.read_in(PORTUGUESE).list_of_game("duo-dominoes")[0].title == "As pedras"
    assert book.read_in(PORTUGUESE).list_of_game("lombardy-bones") == book.list_of_game("lombardy-bones")


@pytest.mark.parametrize("language", QUESTIONS)
def test_a_newcomer_finds_the_answer_in_their_language(language: str) -> None:
    own = make_library().read_in(Language(language))
    asked = [(game, *pair) for game, pairs in QUESTIONS[language].items() for pair in pairs]
    assert len(asked) == 40
    found = {question: (own.search(question, game)[:1], pages.split()) for game, question, pages in asked}
    lost = {question: [page.key for page in first] for question, (first, pages) in found.items()
            if not first or first[0].key not in pages}  # fmt: skip
    assert lost == {}


def test_a_page_is_found_by_its_key_and_by_that_of_older_releases() -> None:
    own = make_library().read_in(PORTUGUESE)
    page = own.find_page("duo-dominoes/para-comecar")
    assert page is not None and page.content.title == "Para começar"
    assert own.find_page("duo-dominoes/para-come-ar") == page and page.path == "duo-dominoes/para-comecar"


def test_a_rule_is_read_in_its_language(folder: Path) -> None:
    book = make_library().books
    own, other = (book.read_in(language).find_rule("DD-30") for language in (ENGLISH, PORTUGUESE))
    assert own is not None and own.title == "Out" and other == own, "the folder has no rulebook yet"
    (folder / PORTUGUESE / "rules").mkdir()
    file = folder / PORTUGUESE / "rules" / "duo-dominoes.md"
    file.write_text("- **DD-30 Batida.** Conforme `match_games`.\n", encoding="utf-8")
    book = make_library().books.read_in(PORTUGUESE)
    rule = book.find_rule("DD-30")
    assert rule is not None and (rule.title, rule.text) == ("Batida", "Conforme “Partidas para vencer a disputa”.")
    assert book.has_translated("duo-dominoes") and not book.has_translated("lombardy-bones")


def test_every_language_with_a_guide_has_questions() -> None:
    guides = {path.parent.parent.name for path in translations.FOLDER.glob("*/guide/*.md")}
    assert QUESTIONS.keys() == guides
