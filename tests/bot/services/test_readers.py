"""Readers of sentences: each sentence has one, and only a few modules choose the language for that reader."""

import pytest

from bot.ports import Location, Request, Requester, RequestId
from bot.services.request import TableRequest
from bot.wording import ENGLISH, HOST, Language, Words, choose_language
from bot.wording.languages import LANGUAGES
from tests.architecture.tree import modules
from tests.bot.harness.room import Room

CHOOSE_A_LANGUAGE = {
    "bot.acts.me": "choices of an option, which Discord lists to everybody",
    "bot.acts.games": "choices of an option, which Discord lists to everybody",
    "bot.people.preferences": "a person",
    "bot.ports.requests": "the person and the server of a request",
    "bot.library.editions": "guides and lessons: English ones stand in for missing translations",
    "bot.library.rulebooks": "the rulebooks, which are in English",
    "bot.library.search": "the index, which knows English stems",
    "bot.services.reference": "a rule of the rulebooks, which are in English",
    "bot.tally.changes.speech": "the people at a table",
    "bot.tally.books.crew_settings": "a crew",
    "bot.tally.papers.books_file": "nobody: a receipt in a file is worded only to check that it can be",
}


def test_only_modules_that_know_the_reader_choose_a_language() -> None:
    found = {
        module.name
        for module in modules("bot")
        if not module.name.startswith("bot.wording") and "ENGLISH" in module.text
    }
    assert found == set(CHOOSE_A_LANGUAGE)


@pytest.mark.parametrize("locale", ["en-US", "en-GB", "en", "xx", ""])
def test_a_locale_without_catalogues_is_spoken_to_in_english(locale: str) -> None:
    assert choose_language(locale) == ENGLISH


def test_the_first_wish_that_has_catalogues_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LANGUAGES, Language("qq"), LANGUAGES[ENGLISH])
    assert choose_language("xx", "qq-QQ", "en") == "qq"


def test_a_request_is_answered_in_the_language_of_its_person_and_shown_in_that_of_its_server() -> None:
    person, server = Language("pt"), Language("es")
    asked = Request(Requester(1, "Bear", language=person), Location(1, 2, language=server), RequestId(1, "i:1"))
    assert (asked.words.language, asked.location.language) == (person, server)


async def test_a_request_about_a_table_is_answered_in_the_tables_words(room: Room) -> None:
    table = await room.get(await room.start_table("pussers-bones"))
    reader = Requester(1, "Bear", language=Language("pt"))
    asked = TableRequest(reader, Location(1, 2), RequestId(1, "i:1"), about=table)
    words = asked.words
    assert (words.language, words.game, words.names) == ("pt", "pussers-bones", table.names)


def test_words_about_another_game_keep_their_reader() -> None:
    words = Words(Language("pt"), "duo-dominoes", ("Bear",), "civvy")
    assert words.about("duo-dominoes") is words
    assert words.about("lombardy-bones") == Words(Language("pt"), "lombardy-bones")
    assert HOST.about("duo-dominoes").language == ENGLISH
