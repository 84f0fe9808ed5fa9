"""Looking things up: questions find their page, with SQLite's FTS5 and without it."""

import logging
import shutil
import sqlite3
from collections.abc import Iterator
from functools import partial

import pytest

from bot.library.library import Library, PageKind
from bot.library.rulebooks import Rulebooks
from bot.library.search import Doc, PlainWords, build_index
from bot.tables.process_settings import GUIDES, RULEBOOKS
from bot.wording import ENGLISH, Words
from bot.wording.game_wording import find_wording
from games import registry
from games.bonedoneskis.rulebook import BY_NAME
from tests.bot.library.phrases import PHRASES
from tests.bot.library.questions import BUTTONS, QUESTIONS
from tests.fifth_game import FOLDER, NAME, NAMES, registered


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """The books of every game, and of a fifth game made for the tests."""
    folder = tmp_path_factory.mktemp("books")
    shutil.copytree(RULEBOOKS, folder / "rules")
    shutil.copytree(GUIDES, folder / "guide")
    shutil.copy(FOLDER / f"{NAME}.md", folder / "rules")
    shutil.copy(FOLDER / "guide" / f"{NAME}.md", folder / "guide")
    with registered():
        yield Library(folder / "guide", books=Rulebooks(folder / "rules"))


@pytest.mark.parametrize(
    ("game", "question", "expected"), [(game, *pair) for game, asked in QUESTIONS.items() for pair in asked]
)
def test_a_question_finds_its_page(library: Library, game: str, question: str, expected: str) -> None:
    assert [entry.key for entry in library.search(question, game)][:1] == [expected]


def test_the_phrases_of_the_oldest_descriptions_find_their_pages(library: Library) -> None:
    asked = [
        (game, page, phrase) for game, pages in PHRASES.items() for page, every in pages.items() for phrase in every
    ]
    assert len(asked) >= 200
    found = {(game, phrase): library.search(phrase, game) for game, _, phrase in asked}
    assert {(game, phrase): page for game, page, phrase in asked
            if not found[game, phrase] or found[game, phrase][0].key != page} == {}  # fmt: skip


@pytest.mark.parametrize("game", ["pussers-bones", "bonedoneskis"])
def test_every_name_that_an_end_can_print_finds_a_page(library: Library, game: str) -> None:
    printed = ("scene/kind/", "receipt/", "scene/fired/", "scene/value/", "scene/mark/")
    names = [text for key, text in find_wording(game).sentences.items() if key.startswith(printed) and "{" not in text]
    assert len(names) > 25
    assert [name for name in names if not library.search(name, game)] == []


def test_a_phrase_of_one_game_alone_finds_nothing_in_another(library: Library) -> None:
    assert not library.search("kill 4", "pussers-bones")


def test_a_number_alone_finds_no_page_for_words_of_another_game(library: Library) -> None:
    """Killer 4 is a card of Bonedoneskis; PB-4 of Pussers Bones is about the sheet."""
    assert library.search("kill 4", "pussers-bones") == []
    assert "=killer-4" in [entry.key for entry in library.search("kill 4", "bonedoneskis")]
    assert library.search("PB 4", "pussers-bones")[0].key == "PB-4"


@pytest.mark.parametrize(
    ("query", "game"),
    [
        ("tie up on shit", "lombardy-bones"),
        ("what does tie up on shit mean", "duo-dominoes"),
        ("hand of ricks", "bonedoneskis"),
        ("wild sevens", "pussers-bones"),
        ("when does the spinner open", "bonedoneskis"),
        ("can I tell my partner what I have", "lombardy-bones"),
    ],
)
def test_a_saying_of_another_game_finds_no_page_by_its_everyday_words(library: Library, query: str, game: str) -> None:
    assert library.search(query, game) == []


def test_questions_are_kept_for_every_game() -> None:
    assert QUESTIONS.keys() == set(NAMES), "add questions of the game to QUESTIONS in tests/bot/library/questions.py"
    for name in registry.NAMES - {NAME}:
        lacking = {verb.name for verb in registry.cover(name).VERBS} - BUTTONS.get(name, {}).keys()
        assert not lacking, f"add to BUTTONS of {name} in tests/bot/library/questions.py: {', '.join(sorted(lacking))}"
    assert sum(len(asked) for game, asked in QUESTIONS.items() if game in registry.NAMES) >= 60


@pytest.mark.parametrize(
    ("game", "verb"), [(name, verb.name) for name in registry.NAMES for verb in registry.game(name).VERBS]
)
def test_the_label_of_a_button_finds_its_page(library: Library, game: str, verb: str) -> None:
    """Labels in each talk do, such as "Draw" for *Pluck*."""
    for talk in ("", *find_wording(game).talks):
        found = library.search(Words(ENGLISH, game, talk=talk).label(verb), game)[0].key
        assert found == BUTTONS.get(game, {}).get(verb)


@pytest.mark.parametrize("claim", BY_NAME)
def test_the_label_of_a_claim_finds_its_rule(library: Library, claim: str) -> None:
    """The label finds the rule with its number behind it, as the menu shows it, and without the number."""
    shown = Words(ENGLISH, "bonedoneskis").say(f"choice/{claim}")
    for typed in (shown, shown.partition(" (")[0]):
        entry = library.search(typed, "bonedoneskis")[0]
        assert entry.kind is PageKind.WORD
        assert entry.content.cited_rules[0] == BY_NAME[claim].id


@pytest.mark.parametrize("game", NAMES)
def test_how_to_win_and_to_start_is_answered_by_a_section(library: Library, game: str) -> None:
    for question in ("how do I win", "how do I start", "what do I do on my turn"):
        assert library.search(question, game)[0].kind is PageKind.SECTION, f"{game}: {question}"


def test_without_a_game_every_game_answers(library: Library) -> None:
    assert {entry.game for entry in library.search("how do I win")[: len(NAMES)]} == set(NAMES)
    assert library.search("wild sevens")[0].game == "bonedoneskis"
    assert library.search("xyzzy") == []


def test_a_path_or_a_rule_id_finds_one_page_in_any_game(library: Library) -> None:
    for name, game in (("PB-45", "duo-dominoes"), ("pussers-bones/PB-45", None), ("pb-45", None)):
        assert [entry.path for entry in library.search(name, game)] == ["pussers-bones/PB-45"]
    assert [entry.key for entry in library.search("pussers-bones/=pair")] == ["=pair"]


def test_typed_text_is_completed_with_titles_and_words_of_other_games(library: Library) -> None:
    assert [entry.key for entry in library.suggest("work", "pussers-bones")][:1] == ["=working-bone"]
    assert "=pair" in [entry.key for entry in library.suggest("pung", "pussers-bones")]
    assert [entry.key for entry in library.suggest("pb-4", "pussers-bones")][:1] == ["PB-4"]
    assert [entry.content.title for entry in library.suggest("", "duo-dominoes")][:2] == ["In short", "Getting started"]
    assert "how-a-hand-is-won" in [entry.key for entry in library.suggest("how can I ever lose", "duo-dominoes")]


def test_stems_are_known_to_the_full_text_search(library: Library) -> None:
    assert library.search("sorting pretties", "pussers-bones")[0].key == "setting-out"
    assert library.search("reneging players", "lombardy-bones")[0].key in ("reneges", "=renege")


def test_without_fts5_whole_words_are_searched_and_the_log_says_so(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Old(sqlite3.Connection):
        def execute(self, *arguments: object) -> sqlite3.Cursor:
            raise sqlite3.OperationalError("no such module: fts5")

    docs = [Doc("duo", "Pass", "knock", "Lay nothing."), Doc("duo", "Out", "", "Knock on wood, out of tiles.")]
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Old))
    with caplog.at_level(logging.WARNING):
        index = build_index(docs)
    assert isinstance(index, PlainWords)
    assert [record.getMessage() for record in caplog.records] == [
        "The SQLite of this Python has no FTS5: /rules finds whole words only, not other forms of them "
        "(no such module: fts5)."
    ]
    assert [number for _, number in index.rank(["knock"], "duo")] == [0, 1]
    assert index.rank(["knock"], "other") == []
    assert index.rank(["wood"], None)[0][1] == 1
