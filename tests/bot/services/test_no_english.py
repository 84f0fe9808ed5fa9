"""Screens in another language: every word comes from the catalogue of that language, and none is English."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.edge import checkup
from bot.library.lesson_book import LessonBook
from bot.library.library import Library, PageKind
from bot.library.rulebooks import Rulebooks
from bot.messages.parts import house_rules
from bot.messages.parts.piece_pictures import in_words
from bot.messages.parts.table_words import words_of
from bot.messages.replays.replay_steps import Look
from bot.people.preferences import PREFERENCES
from bot.ports import Button, Form, Location, Menu, Message, PieceGroup, Reply
from bot.services import checkup as own_checkup
from bot.services.books.reports import Reports
from bot.services.books.season_pages import show_card
from bot.store import Store
from bot.tables.aggregate import name_table
from bot.tables.process_settings import GUIDES, LESSONS, RULEBOOKS
from bot.tally.books import UNNAMED, NamedTransfer, TallyFilters
from bot.tally.changes import ledger
from bot.wording import ENGLISH, THEMES, Language, Words, word_refusal, word_unreadable
from bot.wording.translations import list_offered, name_language
from games import registry
from games.core import Refused, Unreadable
from games.core.moves import Ambiguous
from render import scenes
from tests.bot.harness.players import step
from tests.bot.harness.room import BEAR, BULL, HERE, Room, message_of, settings
from tests.bot.harness.shuffles import verify_with
from tests.left_out import MORE_GAMES, mark_thorough
from tests.pseudo import PSEUDO, disguise_lessons, disguise_library, find_english, speak_pseudo

NAMES = frozenset(
    (
        "Bear",
        "Bull",
        "Able",
        "Charlie",
        "Baker",
        *(word for name in registry.NAMES for word in re.findall(r"\w+", registry.cover(name).TITLE)),
        *(word for code in ("en", *list_offered()) for word in re.findall(r"\w+", name_language(code))),
        "Boneyard",
        "Discord",
        "UTC",
    )
)
"""Names, which are the same in every language."""
GAMES = ("duo-dominoes", "lombardy-bones")
THERE = HERE._replace(language=PSEUDO)
PEOPLE = tuple(replace(who, language=PSEUDO) for who in (BEAR, BULL))


def list_texts(shown: Message | Form | None) -> Iterable[str]:
    """Every text that a person reads in a message or a form."""
    if shown is None:
        return
    if isinstance(shown, Form):
        yield shown.title
        for asked in shown.fields:
            yield from (asked.label, asked.value, asked.placeholder)
        return
    yield shown.text
    for picture in shown.pictures:
        yield picture.alt
    for row in shown.rows:
        for control in row:
            if isinstance(control, Button):
                yield control.label
            elif isinstance(control, Menu):
                yield control.placeholder
                for item in control.items:
                    yield from (item.label, item.description or "")


@pytest_asyncio.fixture
async def abroad(store: Store) -> AsyncIterator[Room]:
    """A room with real pictures, whose people and server speak the language for tests."""
    with speak_pseudo():
        room = Room(store, settings(), scenes=scenes)
        await room.start()
        for who in PEOPLE:
            await room.me.set_language(room.request(who, THERE))
        yield room
        await room.stop()


def list_messages(room: Room) -> list[Message]:
    """Every message that was posted or edited."""
    return [shown for sent in room.messenger.messages.values() for shown in (*sent.history, sent.message)]


def find_too_long(shown: Iterable[Message | Form | None]) -> list[str]:
    """The labels of buttons over 80 characters, whose end Discord would not show."""
    controls = (control for page in shown if isinstance(page, Message) for row in page.rows for control in row)
    return [control.label for control in controls if isinstance(control, Button) and len(control.label) > 80]


def find_english_texts(shown: Iterable[Message | Form | None], table: int | None = None) -> dict[str, list[str]]:
    """The English texts of messages, each with its English words, but for the whole name of a table.

    A table has one name in every language, so that its people can speak of it. The words of the name stay English
    words anywhere else.
    """
    name = "" if table is None else name_table(table)
    texts = (text for page in shown for text in list_texts(page))
    return {text: words for text in texts if (words := find_english(text.replace(name, "") if name else text, NAMES))}


async def visit(room: Room, table: int) -> list[Message | Form | None]:
    """Ask everything that two players can ask at a table under way, and collect the answers."""
    services = room.services
    asked: list[Reply | None] = []
    for who in PEOPLE:
        present = await room.get(table)
        request = room.request(who, THERE, about=present)
        for use in (
            services.explanations.explain, services.hand.show, services.replays.show_sheet, services.seats.show_panel,
            services.lobby.show_crew_rules, verify_with(services),
        ):  # fmt: skip
            asked.append(await use(present, request))
        asked.append(await services.reference.help(request, present))
        asked.append(await services.me.show(room.request(who, THERE)))
        asked.append(await services.lobby.show_house_rules(present, room.request(who, THERE, about=present)))
        for theme in THEMES:
            asked.append(house_rules.ask_rule(present, (f"{house_rules.THEME}{theme}",), words_of(present, PSEUDO)))
        for option in house_rules.rules_of(present):
            asked.append(house_rules.ask_rule(present, (option.name,), words_of(present, PSEUDO)))
    pages: list[Message | Form | None] = []
    for reply in asked:
        pages += [] if reply is None else [reply.message, reply.form]
    return pages


async def type_nonsense(room: Room, table: int) -> list[Message]:
    """Type nonsense wherever a player can type, and collect the answers."""
    services, present = room.services, await room.get(table)
    request = room.request(PEOPLE[0], THERE, about=present)
    asked = [services.play.make_move(present, request, verb.name, "§") for verb in present.game.VERBS if verb.takes]
    words = words_of(present, PSEUDO)
    knock, unless, until = (
        words.say(key).partition(";")[0] for key in ("typed/knock", "ordered/unless", "ordered/until")
    )
    orders = ("§", f"{knock} §", f"{knock} {unless}", f"{knock} {unless} §", f"{knock} {until} §")
    asked += [services.orders.give(present, request, order) for order in orders]
    asked += [services.lobby.start_at(present, request, "§")]
    asked += [services.me.change(request, preference.name, "§") for preference in PREFERENCES]
    asked += [
        services.lobby.set_house_rule(present, request, option.name, "§") for option in house_rules.rules_of(present)
    ]
    asked += [services.lobby.set_house_rule(present, request, "§", "§")]
    asked += [services.lobby.open(request, present.row.game, "live", "§")]
    told: list[Message] = []
    for answer in asked:
        try:
            await answer
        except Refused as refused:
            told.append(Message(word_refusal(refused, words)))
        except Unreadable as unread:
            told.append(Message(word_unreadable(unread, words)))
    return told


@pytest.mark.parametrize("game", mark_thorough(GAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_a_table_in_another_language_shows_no_english(abroad: Room, game: str) -> None:
    room = abroad
    reply = message_of(await room.lobby.open(room.request(PEOPLE[0], THERE), game, "live"))
    table = reply.table
    await room.press(table, "lobby.join", PEOPLE[1], where=THERE)
    for _ in range(2):
        await room.press(table, "lobby.robot+", PEOPLE[0], where=THERE)
    await room.settle()
    shown: list[Message | Form | None] = [reply]
    present = await room.get(table)
    shown += [(await room.services.reference.help(room.request(PEOPLE[0], THERE, about=present), present)).message]
    shown += await type_nonsense(room, table)
    await room.press(table, "lobby.start", PEOPLE[0], where=THERE)
    await room.settle()
    shown += await visit(room, table)
    shown += await type_nonsense(room, table)
    for _ in range(60):
        if not await step(room, table, *PEOPLE):
            break
        if not (await room.get(table)).hand_open:
            break
    shown += await visit(room, table)
    present = await room.get(table)
    if not present.hand_open:
        for at in range(1, 12):
            with suppress(Refused):
                found = await room.services.replays.show(
                    present, room.request(PEOPLE[0], THERE, about=present), Look(1, at)
                )
                shown.append(found.message)
    shown += list_messages(room)
    assert find_english_texts(shown, table) == {}
    assert find_too_long(shown) == []


async def test_the_books_nights_and_practice_show_no_english(abroad: Room) -> None:
    room, who = abroad, PEOPLE[0]
    services, reports = room.services, room.services.tally.reports
    asked: list[Reply | None] = []

    def request() -> Any:
        return room.request(who, THERE)

    async def keep_books() -> None:
        """Enter two guests, an entry without a reason as a paper has it, and a payment."""
        scorer = room.request(replace(who, admin=True), THERE)
        for name in ("Baker", "Able"):
            asked.append(await services.tally.add_guest(name, None, scorer))
        asked.append(
            await services.tally.changes.make(scorer, ledger.adjust, NamedTransfer("Baker", "Able", 5), UNNAMED)
        )
        asked.append(await services.tally.paying.enter("Able", "Baker", 1, False, scorer))

    asked.append(await services.tally.change_settings({}, request()))
    await keep_books()
    asked.append(Reply(await services.tally.paying.show_debts(room.request(who, THERE))))
    for page in (
        Reports.show_standings,
        Reports.show_player,
        Reports.show_sheet,
        Reports.show_chart,
        Reports.show_partners,
        show_card,
    ):
        with suppress(Refused):
            asked.append(Reply(await page(reports, TallyFilters(), room.request(who, THERE))))

    asked.append(await services.nights.show(request()))
    asked.append(await services.nights.plan(request(), "duo-dominoes", "tomorrow 8pm", True, "", ""))
    asked.append(await services.nights.show(request()))
    for game in GAMES:
        asked.append(await services.practice.begin(room.request(who, make_dm()), game))
    await room.settle()
    asked.append(await services.me.show_privacy(request()))
    pages = [reply.message for reply in asked if reply is not None]
    assert find_english_texts([*pages, *list_messages(room)]) == {}
    assert find_too_long([*pages, *list_messages(room)]) == []


async def test_lessons_show_no_english(abroad: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    book, who = disguise_lessons(LessonBook(LESSONS)), PEOPLE[0]
    monkeypatch.setattr(LessonBook, "read_in", lambda english, language: book if language == PSEUDO else english)
    lessons, shown = abroad.services.lessons, list[Message | Form | None]()

    async def show(give: Callable[..., Awaitable[Reply]], *facts: object) -> None:
        shown.append((await give(abroad.request(who, make_dm()), *facts)).message)

    await show(lessons.learn)
    for lesson in (book.list_of_game(game)[0] for game in GAMES):
        for number, known in enumerate(lesson.steps, 1):
            for place, _ in sorted(enumerate(known.answers), key=lambda found: found[1].right):
                await show(lessons.turn, lesson.path, number, None, place)
        await show(lessons.turn, lesson.path, len(lesson.steps) + 1)
    await show(lessons.learn)
    pages = [*shown, *list_messages(abroad)]
    assert len([page for page in pages if isinstance(page, Message)]) > 12
    assert find_english_texts(pages) == {}
    assert find_too_long(pages) == []


async def test_guides_rulebooks_and_tips_show_no_english(abroad: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    own = Library(GUIDES, books=Rulebooks(RULEBOOKS))
    library, pages = disguise_library(own), tuple(own.read())
    monkeypatch.setattr(Library, "read_in", lambda english, language: library if language == PSEUDO else english)
    reference, who, shown = abroad.services.reference, PEOPLE[0], list[Message | Form | None]()
    for game in GAMES:
        first = library.list_sections(game)[0].content.title
        for about in ("", "§", first, first.split()[-1]):
            shown.append((await reference.look_up(abroad.request(who, THERE), game, about)).message)
        for kind, count in ((PageKind.SECTION, 99), (PageKind.WORD, 5), (PageKind.RULE, 5)):
            for listed in [listed for listed in pages if (listed.game, listed.kind) == (game, kind)][:count]:
                shown.append((await reference.turn(abroad.request(who, make_dm()), listed.path)).message)
        suggested = reference.suggest(game, first[:3], Words(PSEUDO))
        shown.append(Message("\n".join((*library.list_tips(game), *(label for label, _ in suggested)))))
    assert len(shown) > 40
    assert find_english_texts(shown) == {}
    assert find_too_long(shown) == []


def make_dm() -> Location:
    """The location of a direct message."""
    return Location(0, 77, language=PSEUDO)


def test_a_move_that_could_be_several_is_named_as_its_player_would_type_it() -> None:
    several = Ambiguous("6-4", ("play 6-4 A", "play 6-4 B"))
    text = word_unreadable(several, Words(Language("pt-BR"), "duo-dominoes"))
    assert text.endswith("jogar 6-4 A / jogar 6-4 B")
    assert word_unreadable(several, Words(ENGLISH, "duo-dominoes")).endswith("play 6-4 A / play 6-4 B")


def test_every_topic_and_permission_of_a_checkup_has_words() -> None:
    sources = "".join(Path(str(module.__file__)).read_text(encoding="utf-8") for module in (checkup, own_checkup))
    topics = {checkup.TOPIC, *re.findall(r'Finding\(\s*"([^"]+)"', sources)}
    keys = [f"doctor/topic/{topic}" for topic in topics] + [f"permission/{name}" for name in checkup.NEEDED]
    keys += [f"doctor/intent/{intent}" for intent in checkup.PRIVILEGED.values()]
    assert len(topics) > 15
    assert [key for key in keys if not Words(ENGLISH).knows(key)] == []


def test_pieces_in_the_words_for_a_picture_are_named_in_the_readers_language() -> None:
    tiles, cards = ((PieceGroup(("6-4", "5-5", "5-5"), ""),),), ((PieceGroup(("Kd", "9c"), ""),),)
    with speak_pseudo():
        for game in GAMES:
            assert find_english(in_words(tiles, Words(PSEUDO, game))) == []
        assert in_words(cards, Words(PSEUDO).about("bonedoneskis")) == "K♦, 9♣", (
            "the catalogue for tests has no names of cards"
        )
    assert in_words(tiles, Words(Language("pt-BR"), "duo-dominoes")) == "sena e quadra, 2 × bucha de quina"
    assert in_words(tiles, Words(ENGLISH, "duo-dominoes")) == "six four, 2 × double five"
