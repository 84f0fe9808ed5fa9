"""Practice tables: robots in one's own DM, with hints; nothing there counts."""

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.edge.custom_ids import Control
from bot.ports import (
    MOST_COMPONENTS,
    Accent,
    Button,
    DeliveryError,
    ErrorKind,
    Fixture,
    Location,
    Menu,
    Reply,
    Requester,
    Text,
)
from bot.services.places import Server
from bot.store import Status, Store
from bot.store.books import postings
from bot.store.tables import commits as stored_events
from bot.tables.aggregate import Table
from bot.tables.aggregate.pacing import LIVE
from bot.tables.aggregate.table import Playing
from bot.tables.history.entries import decode_entries, is_of_game
from bot.tables.lobby import alone
from bot.tables.play.robots import advise
from games import registry
from games.core import MadeMove, Refused, Seat
from games.lombardy.view import View as LombardyView
from tests.bot.harness.memory_messenger import closed_dms
from tests.bot.harness.players import words_for
from tests.bot.harness.room import BEAR, BULL, HERE, Room, in_dm, list_controls, message_of, settings
from tests.contract.exposure import pieces_of
from tests.contract.twins import twin
from tests.fifth_game import NAME as FIFTH, registered
from tests.left_out import LONGER, MORE_CASES, MORE_GAMES, mark_thorough
from tests.refuses import refuses

DM = in_dm(BEAR)
HINTS = 7
"""The number of hints that a test asks for in a hand."""
APART = 3
"""The number of moves between two hints."""


async def begin(room: Room, game: str = "duo-dominoes", level: str = "", where: Location = HERE) -> Reply:
    """Let Bear use `/practice`."""
    reply = await room.practice.begin(room.request(BEAR, where), game, level)
    await room.settle()
    return reply


async def open_practice(room: Room, game: str = "duo-dominoes", level: str = "") -> Table:
    """Open a practice table for Bear."""
    await begin(room, game, level)
    return await room.find_alone(BEAR)


async def press(room: Room, what: str, table: int = 0, where: Location = DM, who: Requester = BEAR) -> Reply:
    shown = (await room.get(table)).sequence if table else 0
    reply = await room.press_at(Control(table, what, shown), who, where)
    await room.settle()
    return reply


def text_of(reply: Reply) -> str:
    return "" if reply.message is None else reply.message.text


async def play(room: Room, moves: int) -> Table:
    """Let Bear make this many moves at the practice table, or fewer if it ends."""
    for _ in range(moves):
        table = await room.find_alone(BEAR)
        words = words_for(table, BEAR)
        if words is None:
            room.forward(9_000)
            await room.settle()
            continue
        verb, _, rest = words.partition(" ")
        await room.play.make_move(table, room.request(BEAR, DM, about=table), verb, rest)
        await room.settle()
    return await room.find_alone(BEAR)


async def test_pussers_bones_is_practised_by_the_rules_for_newcomers_without_a_clock(room: Room) -> None:
    await begin(room, "pussers-bones")
    options = (await room.find_alone(BEAR)).row.options
    assert (options["suits"], options["call_mode"], options["decide_timeout_s"]) == ("any", "everyone-decides", 0)


@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_one_message_in_the_dm_holds_the_board_the_hand_and_every_button(room: Room, game: str) -> None:
    reply = await begin(room, game)
    assert text_of(reply).endswith(f"is in your DM: https://discord.com/channels/@me/{DM.channel}"), "its last message"
    table = await room.find_alone(BEAR)
    assert (table.status, table.place, len(table.people)) == (Status.LIVE, DM.channel, 1)
    (board,) = [message for message in room.at(DM.channel) if message.rows]
    assert [picture.alt for picture in board.pictures] == [f"both {table.view(Seat(0))!r}"]
    assert {"hint", "practice.close", "why"} <= set(list_controls(board))
    assert room.at(HERE.channel) == []
    told = "\n".join(message.text for message in room.at(DM.channel))
    assert "huffle" not in told and "is in your DM" not in told, "nobody here has to be convinced of a shuffle"


@pytest.mark.parametrize("taps", mark_thorough(["buttons", "menus"], MORE_CASES, but=["buttons"]))
@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_the_message_is_a_layout_with_any_number_of_buttons(room: Room, game: str, taps: str) -> None:
    await room.people.choose(BEAR.user, "taps", taps, room.clock.now)
    await open_practice(room, game)
    for _ in range(3):
        (board,) = [message for message in room.at(DM.channel) if message.rows]
        assert board.layout is not None and board.layout.size <= MOST_COMPONENTS
        assert board.layout.accent in (Accent.PLAYING, Accent.CALL)
        head, pictures, *told = board.layout.parts[: -len(board.rows)]
        assert isinstance(head, Text) and pictures is Fixture.PICTURES
        question = told[-1]
        assert isinstance(question, Text) and question.text.startswith("**"), "directly above the buttons"
        assert board.layout.parts[-len(board.rows) :] == board.rows and all(0 < len(row) <= 5 for row in board.rows)
        await play(room, 1)


async def test_the_message_is_posted_anew_in_words_and_edited_back_to_a_layout(room: Room) -> None:
    table = await open_practice(room)
    for value, posted in (("on", 1), ("off", 0)):
        room.messenger.calls.clear()
        await room.me.change(room.request(BEAR, DM), "text_only", value)
        await room.settle()
        (board,) = [message for message in room.at(DM.channel) if message.rows]
        assert Counter(what for what, _ in room.messenger.calls)["send"] == posted
        assert (board.layout is None) == (value == "on") == (not board.pictures)
        assert table.game.TITLE in board.text


@pytest.mark.parametrize("taps", ["buttons", "menus"])
async def test_the_hand_is_tapped_as_its_player_prefers(room: Room, taps: str) -> None:
    await room.people.choose(BEAR.user, "taps", taps, room.clock.now)
    await open_practice(room, "pussers-bones")
    board = room.at(DM.channel)[-1]
    while not any(what.startswith("discard") for what in list_controls(board)):
        await play(room, 1)
        board = [message for message in room.at(DM.channel) if message.rows][-1]
    assert (taps == "menus") == any(isinstance(menu, Menu) for row in board.rows for menu in row)


async def test_a_covered_practice_hand_names_no_piece_until_it_is_tapped(room: Room) -> None:
    await room.people.choose(BEAR.user, "spoiler", "on", room.clock.now)
    await open_practice(room)
    (board,) = [message for message in room.at(DM.channel) if message.rows]
    assert board.spoiler
    assert not [
        button for row in board.rows for button in row if isinstance(button, Button) and button.name.startswith("play")
    ]


async def test_the_table_is_used_only_from_the_dm(room: Room) -> None:
    assert text_of(await begin(room, where=DM)) == ""
    table = await room.find_alone(BEAR)
    assert await room.table_at(DM, BEAR) == table.id
    assert await room.table_at(HERE, BEAR) is None
    with refuses("elsewhere"):
        await press(room, "why", table.id, HERE)
    with refuses("not_seated"):
        await press(room, "hint", table.id, in_dm(BULL), BULL)


async def test_a_new_practice_table_asks_before_it_closes_the_last(room: Room) -> None:
    first = await open_practice(room)
    asked = message_of(await begin(room, "lombardy-bones", "deckhand"))
    assert "a practice table for Duo Dominoes open" in asked.text
    assert (await room.find_alone(BEAR)).id == first.id
    instead, close = list_controls(asked)
    opened = await press(room, instead, where=HERE)
    assert text_of(opened).startswith("Your practice table for Lombardy Bones")
    assert opened.in_place, "the button is gone before a second tap could close the new table"
    second = await room.find_alone(BEAR)
    assert (second.row.game, second.seats[1].robot) == ("lombardy-bones", "deckhand")
    assert (await room.get(first.id)).status == Status.CLOSED
    told = message_of(await begin(room, ""))
    assert list_controls(told) == [close]
    assert text_of(await press(room, close, where=HERE)) == "Your practice table is closed."
    assert (await room.get(second.id)).status == Status.CLOSED
    with refuses("practice_none"):
        await begin(room, "")


async def test_buttons_offer_the_rules_during_a_hand_and_the_replay_after_it(room: Room) -> None:
    await open_practice(room)
    offered: dict[tuple[int, bool], set[str]] = {}
    for _ in range(400):
        present = await play(room, 1)
        (board,) = [message for message in room.at(DM.channel) if message.rows]
        offered[present.public_view.hand, present.hand_open] = set(list_controls(board))
        if (2, True) in offered:
            break
    assert "rules" in offered[1, True] & offered[2, True]
    assert "replay.1.1.open" in offered[1, False]
    assert "replay.1.1.open" not in offered[2, True]
    assert ["hint" in offered[when] for when in ((1, True), (1, False), (2, True))] == [True, False, True]


async def test_the_close_button_of_a_practice_table_offers_the_same_again(room: Room) -> None:
    table = await open_practice(room, level="deckhand")
    await press(room, "practice.close", table.id)
    board = [message for message in room.at(DM.channel) if message.rows][-1]
    assert list_controls(board) == ["sheet", "practice.new.duo-dominoes.deckhand", "daily.show"]
    assert "Bear + Baker 0, Able + Charlie 0" in board.text, "one tap ends it, so the sum stands there"
    await press(room, "practice.new.duo-dominoes.deckhand", table.id)
    again = await room.find_alone(BEAR)
    assert (again.id != table.id, again.seats[1].robot) == (True, "deckhand")
    asked = message_of(await press(room, "practice.new.duo-dominoes.deckhand", table.id))
    assert "You already have a practice table" in asked.text, "a second tap closes nothing"
    assert (await room.find_alone(BEAR)).id == again.id
    with refuses("practice_none"):
        await press(room, "practice.close", table.id)
    with refuses("practice_again"):
        await press(room, "table.again", table.id)


@pytest.mark.parametrize("what", ["practice.new.duo-dominoes", "practice.new.whist.deckhand", "practice.new.duo.a.b"])
async def test_a_forged_control_opens_nothing(room: Room, what: str) -> None:
    with refuses():
        await press(room, what)
    assert await room.read(alone.find_of_person, BEAR.user) is None


async def test_closed_dms_open_no_table_and_close_an_open_one(room: Room) -> None:
    room.messenger.fail = closed_dms(BEAR.user)
    with refuses("practice_dm"):
        await begin(room)
    assert await room.read(alone.find_of_person, BEAR.user) is None
    room.messenger.fail = lambda *call: None
    table = await open_practice(room)

    def close_dms(what: str, *call: object) -> None:
        raise DeliveryError(ErrorKind.DMS_CLOSED)

    room.messenger.fail = close_dms
    await room.ask(room.services.hand.show, table.id, BEAR, where=DM)
    await room.settle()
    assert (await room.get(table.id)).status == Status.CLOSED


async def test_a_practice_table_survives_a_restart_and_the_gateways_list_of_servers(room: Room) -> None:
    table = await open_practice(room)
    other = await room.crash_and_restart()
    await other.parts.places.survey({1: Server((100,), (100,))}, lambda guild: True)
    await other.settle()
    assert (await other.find_alone(BEAR)).status == Status.LIVE
    before = (await other.find_alone(BEAR)).sequence
    assert (await play(other, 3)).sequence > before
    boards = [message for message in other.at(DM.channel) if message.rows]
    assert [board.table for board in boards] == [table.id]


async def test_nobody_is_reminded_and_an_idle_table_closes(room: Room) -> None:
    table = await open_practice(room)
    room.forward(3_600_000)
    await room.settle()
    present = await room.get(table.id)
    assert (present.absences.nudged, present.is_present(Seat(0)), present.status) == ({}, True, Status.LIVE)
    room.forward(room.settings.waits.live.close)
    await room.settle()
    assert (await room.get(table.id)).status == Status.CLOSED


@pytest.mark.thorough(LONGER)
async def test_the_next_hand_waits_until_its_player_asks_for_it(room: Room) -> None:
    """A newcomer needs time to read the end of a hand."""
    await open_practice(room, "lombardy-bones")
    for _ in range(200):
        if (await play(room, 1)).shuffle.last_finished:
            break
    over = await room.find_alone(BEAR)
    assert over.shuffle.last_finished
    room.forward(3_600_000)
    await room.settle()
    assert (await room.find_alone(BEAR)).sequence == over.sequence
    await play(room, 1)
    assert (await room.find_alone(BEAR)).hand_open


async def test_help_names_exactly_the_buttons_of_a_practice_table(room: Room) -> None:
    table = await open_practice(room)
    told = message_of(await room.services.reference.help(room.request(BEAR, DM), table))
    assert all(f"**{name}**" in told.text for name in ("Hint", "Why?", "Rules", "Close"))
    assert "My hand" not in told.text
    assert list_controls(told) == ["rules", "front.door"]
    for _ in range(200):
        if (await play(room, 1)).shuffle.last_finished:
            break
    told = message_of(await room.services.reference.help(room.request(BEAR, DM), await room.find_alone(BEAR)))
    assert "**Hint**" not in told.text


async def test_help_in_a_dm_says_where_the_table_is(room: Room) -> None:
    table = await room.get(await room.open("duo-dominoes"))
    told = message_of(await room.services.reference.help(room.request(BEAR, DM), table))
    assert told.text.startswith(f"-# Your Duo Dominoes table is in <#{table.place}>.\n")
    told = message_of(await room.services.reference.help(room.request(BEAR), table))
    assert "table is in" not in told.text


async def test_nothing_counts_in_the_books(store: Store, room: Room) -> None:
    """A hand of stud moves chips at the table, and changes no books."""
    await open_practice(room, "bonedoneskis")
    for _ in range(200):
        if (await play(room, 1)).shuffle.last_finished:
            break
    assert (await room.find_alone(BEAR)).shuffle.last_finished
    assert any((await room.find_alone(BEAR)).public_view.scores)

    assert await store.read(postings.list_transfers) == []


async def test_hand_show_brings_the_message_to_the_end_of_the_dm(room: Room) -> None:
    table = await open_practice(room)
    await room.ask(room.services.hand.show, table.id, BEAR, where=DM)
    await room.settle()
    assert list_controls(room.at(DM.channel)[-1])
    assert len([message for message in room.at(DM.channel) if message.rows]) == 1
    with refuses("practice_hide"):
        await room.ask(room.services.hand.hide, table.id, BEAR, where=DM)


# Hints.


@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_a_hint_depends_only_on_the_players_view(room: Room, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hint names only pieces in that view, and stays the same if the hidden pieces change."""

    async def tell_none(name: str, choices: Sequence[MadeMove]) -> None:
        """What the judges find depends on the view alone, as another test shows."""

    monkeypatch.setattr(room.services.replays.dearest, "appraise", tell_none)
    await open_practice(room, game)
    luck, given = random.Random(game), 0
    for _ in range(HINTS):
        table = await play(room, APART)
        told = text_of(await press(room, "hint", table.id))
        assert told
        found = decode_entries(await room.read(stored_events.read, table.id))
        happened = [row.event for row in found if is_of_game(row.event)]
        state = table.game.fold(twin(happened, Seat(0), luck))
        other = replace(table, playing=Playing.of(table.game, state))
        if other.view(Seat(0)) == table.view(Seat(0)):
            given += 1
            assert advise(other, Seat(0)) == advise(table, Seat(0))
        thought = advise(table, Seat(0))
        if thought is not None:
            assert set(pieces_of(thought.move)) <= set(pieces_of(table.view(Seat(0))))
        if table.shuffle.last_finished:
            break
    assert given


async def test_a_hint_is_the_move_of_an_old_hand(store: Store) -> None:
    """A hint is that move even if the table's robots are deckhands, or if the player can only wait."""
    room = Room(store, settings(live=LIVE))
    await room.start()
    table = await open_practice(room, "pussers-bones", "deckhand")
    while Seat(0) not in table.public_view.to_act:
        assert "an old hand would wait" in text_of(await press(room, "hint", table.id))
        table = await play(room, 1)
    told = await press(room, "hint", table.id)
    assert told.in_place and told.message is not None and told.message.pictures, "a hint does not bury the hand"
    assert "A sharp-eyed robot would say: “" in told.message.text and list_controls(told.message)
    shown = next(message.text for message in reversed(room.at(DM.channel)) if list_controls(message))
    for line in ("You plucked", " short."):
        assert line in shown and line not in told.message.text, "a phone shows the hand above the hint"
    await press(room, "practice.close", table.id)
    with refuses("closed"):
        await press(room, "hint", table.id)


async def test_a_hint_is_refused_at_a_table_of_people(room: Room) -> None:
    """The press has a forged custom id; it is refused even to somebody who plays alone with robots."""
    table = await room.start_table("duo-dominoes")
    for where in (HERE, DM):
        with refuses("practice_hint"):
            await press(room, "hint", table, where)
    assert all("hint" not in list_controls(message) for place in (HERE, DM) for message in room.at(place.channel))


async def test_a_level_that_the_game_lacks_is_refused_before_a_table_opens(room: Room) -> None:
    with registered():
        with refuses("no_level"):
            await begin(room, FIFTH, "shellback")
        with refuses("no_level"):
            await press(room, f"practice.new.{FIFTH}.shellback")
    assert await room.read(alone.find_of_person, BEAR.user) is None
    table = await open_practice(room, "duo-dominoes", "shellback")
    assert {seat.robot for seat in table.seats if seat.user_id is None} == {"shellback"}


async def test_simultaneous_requests_open_one_table_with_one_greeting(room: Room) -> None:
    """Otherwise each request would post a greeting in the DM before all but one of them are refused."""
    begun = [room.practice.begin(room.request(BEAR, HERE), "duo-dominoes") for _ in range(4)]
    told = await asyncio.gather(*begun, return_exceptions=True)
    assert [str(answer) for answer in told if isinstance(answer, Refused)] == ["TABLE/practice_taken"] * 3
    assert len(room.at(DM.channel)) == 1


async def test_lb_81_a_hint_waits_for_nobody(room: Room) -> None:
    """Robots leave the last bone alone for a while, so that its player can call. A beginner may ask and lay at once."""
    table = await open_practice(room, "lombardy-bones")

    def waits() -> bool:
        view = table.view(Seat(0))
        return isinstance(view, LombardyView) and view.quiet and view.turn == 0 != view.last and not view.waits

    while not waits():
        if words_for(table, BEAR) is None:
            room.forward(200)
            await room.tick()
            await room.settle()
            table = await room.get(table.id)
        else:
            table = await play(room, 1)
    assert "A sharp-eyed robot would say" in text_of(await press(room, "hint", table.id, DM))
