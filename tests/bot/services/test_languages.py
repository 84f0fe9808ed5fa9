"""Each reader's language: a person reads their own, a channel reads that of its crew."""

import re
from dataclasses import replace

import pytest

from bot.cli.run import find_locale
from bot.library.lesson_book import LessonBook
from bot.messages.boards.lobby import make_lobby
from bot.messages.help import make_help
from bot.messages.parts.table_words import words_of
from bot.ports import DONE, Button, Location, Requester
from bot.store.books import crews
from bot.store.people import preferences
from bot.tables.aggregate import name_table
from bot.tables.process_settings import LESSONS
from bot.tally.books import crew_settings
from bot.wording import ENGLISH, Language, Words
from bot.wording.translations import name_language
from bot.wording.words import PUBLIC
from games.core import Level
from tests.bot.harness.room import BEAR, BULL, HERE, NED, WALLY, Room, message_of
from tests.bot.nights.evenings import plan_night
from tests.left_out import MORE_CASES, MORE_GAMES, mark_thorough
from tests.pseudo import PSEUDO, find_english, speak_pseudo
from tests.refuses import refuses

DUO = "duo-dominoes"
PORTUGUESE = Language("pt-BR")
THERE = HERE._replace(language=PSEUDO)
"""The main channel of a server that speaks the language for tests."""
NAMES = frozenset(("Bear", "Bull", "Duo", "Dominoes", "Lombardy", "Bones", "Pussers", "Bonedoneskis"))


async def open_at(room: Room, where: Location, who: Requester = BEAR) -> int:
    """Open a table of Duo Dominoes."""
    reply = message_of(await room.lobby.open(room.request(who, where), DUO, "live"))
    return reply.table


async def test_a_table_speaks_the_language_of_its_server(room: Room) -> None:
    with speak_pseudo():
        present = await room.get(await open_at(room, THERE))
        assert words_of(present).language == PSEUDO
        crew = await room.read(crews.find_crew, present.row.crew)
        assert crew is not None
        assert crew_settings.language_of(crew) == PSEUDO


async def test_a_table_speaks_as_its_opener_and_then_as_most_who_are_seated(room: Room) -> None:
    """A server without Community says "en-US" whatever its people speak."""
    bear, bull = replace(BEAR, language=PORTUGUESE), replace(BULL, language=PORTUGUESE)
    for person in (bear, bull, WALLY):
        await room.me.set_language(room.request(person))
    table = await open_at(room, HERE, bear)
    assert words_of(await room.get(table)).language == PORTUGUESE
    english = await open_at(room, HERE._replace(channel=HERE.channel + 1), WALLY)
    assert words_of(await room.get(english)).language == ENGLISH
    for person in (bear, bull):
        present = await room.get(english)
        await room.lobby.join(present, room.request(person))
    present = await room.get(english)
    await room.lobby.add_robot(present, room.request(WALLY), Level.OLD_HAND)
    await room.lobby.start(present, room.request(WALLY))
    present = await room.get(english)
    assert words_of(present).language == PORTUGUESE
    crew = await room.read(crews.find_crew, present.row.crew)
    assert crew is not None and crew_settings.language_of(crew) == PORTUGUESE
    await room.settle()
    said = [message.text for message in room.at(present.place)]
    name = name_language(PORTUGUESE)
    assert sum(name in text for text in said) == 1, "the books say once what they have learned"
    admin = replace(BEAR, admin=True)
    assert name in str(await room.services.tally.change_settings({}, room.request(admin))), "the settings say so too"
    shown = await room.services.tally.change_settings({"language": "server"}, room.request(admin))
    assert "English" in str(shown) and name not in str(shown), "the server's own was chosen"
    chosen = await open_at(room, HERE._replace(channel=HERE.channel + 2), bear)
    assert words_of(await room.get(chosen)).language == ENGLISH
    await room.lobby.join(await room.get(chosen), room.request(bull))
    await room.ask(room.lobby.set_house_rule, chosen, BEAR, "language", "people")
    for _ in range(2):
        await room.lobby.add_robot(await room.get(chosen), room.request(bear), Level.OLD_HAND)
    await room.lobby.start(await room.get(chosen), room.request(bear))
    assert words_of(await room.get(chosen)).language == ENGLISH, "an admin's choice comes before what most speak"
    shown = await room.services.tally.change_settings({}, room.request(admin))
    assert name not in str(shown), "nothing is learned over it"


@pytest.mark.parametrize(
    ("heard", "spoken"),
    mark_thorough(
        [
            (("es-419", "pt-BR", "pt-BR", "es-ES"), "es-419"),
            (("pt-BR", "es-419", "es-ES", "en"), "es-419"),
            (("en", "pt-BR", "pt-BR", "en"), "en"),
            (("pt-BR", "es-ES", "es-419", "es-419"), "es-419"),
        ],
        MORE_CASES,
        but=[(("es-419", "pt-BR", "pt-BR", "es-ES"), "es-419"), (("en", "pt-BR", "pt-BR", "en"), "en")],
    ),
)
async def test_a_mexican_and_a_spaniard_speak_one_language(room: Room, heard: tuple[str, ...], spoken: str) -> None:
    """Two Brazilians had outvoted them."""
    people = [replace(who, language=Language(code)) for who, code in zip((BEAR, BULL, WALLY, NED), heard, strict=True)]
    for person in people:
        await room.me.set_language(room.request(person))
    table = await open_at(room, HERE, people[0])
    for person in people[1:]:
        await room.lobby.join(await room.get(table), room.request(person))
    present = await room.get(table)
    reply = await room.lobby.start(present, room.request(people[0], about=present))
    assert words_of(await room.get(table)).language == spoken
    told = "" if spoken == heard[0] else name_language(spoken)
    assert (told in str(reply)) and (reply == DONE) is not bool(told), "the opener reads what the table speaks now"


async def test_an_admins_choice_is_kept_and_the_opener_is_told_what_the_table_speaks(room: Room) -> None:
    with speak_pseudo():
        admin, wally = replace(BEAR, admin=True), replace(WALLY, language=Language("pt-BR"))
        await room.services.tally.change_settings({"language": "English"}, room.request(admin))
        reply = message_of(await room.lobby.open(room.request(wally), DUO, "live"))
        assert "A mesa fala English" in reply.text
        lobby = await room.get(reply.table)
        assert words_of(lobby).language == ENGLISH


async def test_a_crew_may_choose_another_language(room: Room) -> None:
    admin = replace(BEAR, admin=True)
    with speak_pseudo():
        reply = await room.services.tally.change_settings({"language": "en"}, room.request(admin, THERE))
        assert "English" in str(reply.message)
        await room.settle()
        (announced,) = [message.text for message in room.at(THERE.channel)]
        assert "“Language in channels”" in announced, "announced in the new language"
        await room.services.tally.change_settings({"group": "Quay"}, room.request(admin, THERE))
        assert words_of(await room.get(await open_at(room, THERE))).language == ENGLISH, "a new group speaks it too"
    with refuses():
        await room.services.tally.change_settings({"language": "Klingon"}, room.request(admin, THERE))


async def test_open_tables_and_planned_nights_follow_a_new_language(room: Room) -> None:
    admin = replace(BEAR, admin=True)
    lobby = await open_at(room, HERE)
    table = await room.start_table(DUO, thread=True)
    await plan_night(room, where=HERE)
    changing = room.request(admin)
    told = await room.services.tally.change_settings({"language": "pt-BR"}, changing)
    await room.lobby.speak(changing)
    assert told.message is not None and Words(ENGLISH).say("tally/language_followed") in told.message.text
    await room.settle()
    for number in (lobby, table):
        present = await room.get(number)
        assert words_of(present).language == PORTUGUESE
        assert not present.consent.awaited, "nobody has to agree to a language"
    shown = [message.text for message in room.at(HERE.channel)]
    portuguese = Words(PORTUGUESE)
    assert any(portuguese.say("night/promise") in text for text in shown)
    assert any("são precisas 4" in text for text in shown)


async def test_anyone_at_a_table_chooses_its_language(room: Room) -> None:
    table = await room.start_table(DUO, people=(BEAR, BULL), robots=2)
    await room.ask(room.lobby.set_house_rule, table, BULL, "language", "portugues")
    assert words_of(await room.get(table)).language == PORTUGUESE
    with refuses("not_seated"):
        await room.ask(room.lobby.set_house_rule, table, WALLY, "language", "English")
    await room.ask(room.lobby.set_house_rule, table, BEAR, "language", "people")
    assert words_of(await room.get(table)).language == ENGLISH


async def test_the_language_of_somebodys_discord_is_noted_once(room: Room) -> None:
    with speak_pseudo():
        speaker = replace(BEAR, language=PSEUDO)
        for _ in range(2):
            request = room.request(speaker)
            await room.me.set_language(request)
            assert request.requester.language == PSEUDO
        kept = await room.read(preferences.read_preferences, BEAR.user)
        assert (kept.heard, kept.language) == (PSEUDO, "")


async def test_a_choice_comes_before_the_language_of_discord(room: Room) -> None:
    with speak_pseudo():
        request = room.request(replace(BEAR, language=PSEUDO))
        await room.me.change(request, "language", "English")
        assert request.requester.language == ENGLISH
        await room.me.change(request, "language", "discord")
        assert (await room.read(preferences.read_preferences, BEAR.user)).language == ""
    with refuses():
        await room.me.change(room.request(BULL), "language", "Klingon")


async def test_a_hand_speaks_to_its_player_and_the_board_to_everybody(room: Room) -> None:
    with speak_pseudo():
        table = await room.start_table(DUO)
        await room.me.set_language(room.request(replace(BEAR, language=PSEUDO)))
        present = await room.get(table)
        shown = message_of(await room.services.hand.show(present, room.request(BEAR, about=present)))
        named = [words_of(present).label("hand.show"), name_table(table), *(seat.name for seat in present.seats)]
        assert find_english(shown.text, NAMES.union(" ".join(named).split())) == []
        assert words_of(present).language == ENGLISH


async def test_a_private_answer_names_the_buttons_of_the_lobby_as_they_stand_there(room: Room) -> None:
    reader = replace(BEAR, language=PORTUGUESE)
    lobby = await room.get(await open_at(room, HERE, WALLY))
    words = room.request(reader, about=lobby).words
    shown = make_help(lobby, None, words, may_run=True)
    labels = {control.label for row in make_lobby(lobby).rows for control in row if isinstance(control, Button)}
    named = set(re.findall(r"\*\*([^*]+)\*\*", shown.text))
    assert {"Join", "Add robot", "House rules"} <= named & labels
    assert named.isdisjoint(map(words.label, PUBLIC))


async def test_a_piece_without_a_verb_is_laid(room: Room) -> None:
    """People type what they would say at a table: "6-4 A" is enough, and "pass" is a knock in either domino game."""
    present = await room.get(await room.start_table(DUO))
    seat = present.seat_of(BEAR.user)
    assert seat is not None
    read, request = room.play.read_move, room.request(BEAR, about=present)
    assert read(present, request, "pass") == ("knock", "")
    if seat in present.public_view.to_act:
        assert read(present, request, "6-6 A") == ("play", "6-6 A")
    assert read(present, request, "play 6-4") == ("play", "6-4")


@pytest.mark.parametrize(("language", "typed"), [("en", "Six four"), ("pt-BR", "sena e quadra"), ("es-ES", "el 6-4 A")])
@pytest.mark.parametrize("game", mark_thorough([DUO, "lombardy-bones"], MORE_GAMES, but=[DUO]))
async def test_a_piece_without_a_verb_is_understood_out_of_turn(
    room: Room, language: str, typed: str, game: str
) -> None:
    present = await room.get(await room.start_table(game, people=(BEAR, BULL), robots=2))
    while len(present.public_view.to_act) != 1:
        await room.tick()
        room.forward(1_000)
        present = await room.get(present.id)
    waiting = next(who for who in (BEAR, BULL) if present.seat_of(who.user) not in present.public_view.to_act)
    verb, _ = room.play.read_move(
        present, room.request(replace(waiting, language=Language(language)), about=present), typed
    )
    assert verb == "play"


@pytest.mark.parametrize(
    ("language", "title", "remark"),
    [
        ("pt-BR", "Jogo fechado: pontos", "O livro de regras está em inglês"),
        ("es-ES", "Cierre: tantos", "El reglamento está en inglés"),
    ],
)
async def test_a_rule_is_read_in_the_language_of_its_reader(room: Room, language: str, title: str, remark: str) -> None:
    async def read(game: str, rule: str) -> str:
        asked = message_of(
            await room.services.reference.look_up(room.request(replace(BEAR, language=Language(language))), game, rule)
        )
        return asked.text

    words = Words(Language(language))
    own, english = await read(DUO, "DD-32"), await read("pussers-bones", "PB-45")
    assert title in own and remark not in own
    assert "Deadlines" in english and remark in english
    assert words.say("guide/guide_in_english") in await read("pussers-bones", "")
    assert words.say("guide/guide_in_english") not in await read(DUO, "")


async def test_a_lesson_that_is_not_translated_is_listed_by_its_number_and_speaks_one_language(room: Room) -> None:
    reader = replace(BEAR, language=Language("pt-BR"))
    lessons, english = room.services.lessons, LessonBook(LESSONS).list_of_game("pussers-bones")[0]
    listed = message_of(await lessons.learn(room.request(reader)))
    assert "Lição 1, em inglês" in listed.text and english.title not in listed.text
    page = message_of(await lessons.go_on(room.request(reader, Location(0, 77)), english.path))
    labels = [control.label for row in page.rows for control in row if isinstance(control, Button)]
    assert labels[-1] == Words(ENGLISH).label("learn.list")


@pytest.mark.parametrize(
    ("language", "locale"),
    [("pt_BR.UTF-8", "pt-BR"), ("pt_PT", "pt-BR"), ("es_ES", "es-ES"), ("es_MX", "es-419"), ("C", "")],
)
def test_a_household_is_spoken_to_in_the_language_of_its_computer(language: str, locale: str) -> None:
    assert find_locale({"LANG": language}) == locale
