"""Each reader's language: a person reads their own, a channel reads that of its crew."""

from dataclasses import replace

import pytest

from bot.library.lesson_book import LessonBook
from bot.messages.table_words import words_of
from bot.ports.requests import Location, Requester
from bot.ports.ui import Button
from bot.store.books import crews
from bot.store.people import preferences
from bot.tables.process_settings import LESSONS
from bot.tally import crew_settings
from bot.wording import ENGLISH, Language, Words
from games.core.refused import Refused
from tests.bot.harness.room import BEAR, BULL, HERE, Room
from tests.pseudo import PSEUDO, find_english, speak_pseudo

DUO = "duo-dominoes"
THERE = HERE._replace(language=PSEUDO)
"""The main channel of a server that speaks the language for tests."""
NAMES = frozenset(("Bear", "Bull", "Duo", "Dominoes", "Lombardy", "Bones", "Pussers", "Bonedoneskis"))


async def open_at(room: Room, where: Location, who: Requester = BEAR) -> int:
    """Open a table of Duo Dominoes."""
    reply = await room.services.lobby.open(room.request(who, where), DUO, "live")
    assert reply.message is not None
    return reply.message.table


async def test_a_table_speaks_the_language_of_its_server(room: Room) -> None:
    with speak_pseudo():
        present = await room.tables.get(await open_at(room, THERE))
        assert words_of(present).language == PSEUDO
        crew = await room.store.read(crews.find_crew, present.row.crew)
        assert crew is not None
        assert crew_settings.language_of(crew) == PSEUDO


async def test_a_crew_may_choose_another_language(room: Room) -> None:
    admin = replace(BEAR, admin=True)
    with speak_pseudo():
        reply = await room.services.tally.change_settings({"language": "en"}, room.request(admin, THERE))
        assert "English" in str(reply.message)
        await room.settle()
        (announced,) = [message.text for message in room.messenger.at(THERE.channel)]
        assert "“Language in channels”" in announced, "announced in the new language"
        await room.services.tally.change_settings({"group": "Quay"}, room.request(admin, THERE))
        assert words_of(await room.tables.get(await open_at(room, THERE))).language == ENGLISH, (
            "a new group speaks it too"
        )
    with pytest.raises(Refused):
        await room.services.tally.change_settings({"language": "Klingon"}, room.request(admin, THERE))


async def test_the_language_of_somebodys_discord_is_noted_once(room: Room) -> None:
    with speak_pseudo():
        speaker = replace(BEAR, language=PSEUDO)
        for _ in range(2):
            request = room.request(speaker)
            await room.services.me.set_language(request)
            assert request.requester.language == PSEUDO
        kept = await room.store.read(preferences.read_preferences, BEAR.user)
        assert (kept.heard, kept.language) == (PSEUDO, "")


async def test_a_choice_comes_before_the_language_of_discord(room: Room) -> None:
    with speak_pseudo():
        request = room.request(replace(BEAR, language=PSEUDO))
        await room.services.me.change(request, "language", "English")
        assert request.requester.language == ENGLISH
        await room.services.me.change(request, "language", "discord")
        assert (await room.store.read(preferences.read_preferences, BEAR.user)).language == ""
    with pytest.raises(Refused):
        await room.services.me.change(room.request(BULL), "language", "Klingon")


async def test_a_hand_speaks_to_its_player_and_the_board_to_everybody(room: Room) -> None:
    with speak_pseudo():
        table = await room.start_table(DUO)
        await room.services.me.set_language(room.request(replace(BEAR, language=PSEUDO)))
        present = await room.tables.get(table)
        shown = await room.services.hand.show(present, room.request(BEAR))
        assert shown.message is not None
        assert find_english(shown.message.text, NAMES) == []
        assert words_of(present).language == ENGLISH


async def test_a_piece_without_a_verb_is_laid(room: Room) -> None:
    """People type what they would say at a table: "6-4 A" is enough, and "pass" is a knock in either domino game."""
    present = await room.tables.get(await room.start_table(DUO))
    seat = present.seat_of(BEAR.user)
    assert seat is not None
    read = room.services.play.read_move
    assert read(present, room.request(BEAR), "pass") == ("knock", "")
    if seat in present.public_view.to_act:
        assert read(present, room.request(BEAR), "6-6 A") == ("play", "6-6 A")
    assert read(present, room.request(BEAR), "play 6-4") == ("play", "6-4")


@pytest.mark.parametrize(
    ("language", "title", "remark"),
    [
        ("pt-BR", "Jogo fechado: pontos", "O livro de regras está em inglês"),
        ("es-ES", "Cierre: tantos", "El reglamento está en inglés"),
    ],
)
async def test_a_rule_is_read_in_the_language_of_its_reader(room: Room, language: str, title: str, remark: str) -> None:
    async def read(game: str, rule: str) -> str:
        asked = await room.services.reference.look_up(
            room.request(replace(BEAR, language=Language(language))), game, rule
        )
        assert asked.message is not None
        return asked.message.text

    words = Words(Language(language))
    own, english = await read(DUO, "DD-32"), await read("pussers-bones", "PB-45")
    assert title in own and remark not in own
    assert "Deadlines" in english and remark in english
    assert words.say("guide/guide_in_english") in await read("pussers-bones", "")
    assert words.say("guide/guide_in_english") not in await read(DUO, "")


async def test_a_lesson_that_is_not_translated_is_listed_by_its_number_and_speaks_one_language(room: Room) -> None:
    reader = replace(BEAR, language=Language("pt-BR"))
    lessons, english = room.services.lessons, LessonBook(LESSONS).list_of_game("pussers-bones")[0]
    listed = (await lessons.press(room.request(reader), "learn.list", ())).message
    assert listed is not None
    assert "Lição 1, em inglês" in listed.text and english.title not in listed.text
    page = (await lessons.press(room.request(reader, Location(0, 77)), f"learn.go.{english.path}", ())).message
    assert page is not None
    labels = [control.label for row in page.rows for control in row if isinstance(control, Button)]
    assert labels[-1] == Words(ENGLISH).label("learn.list")
