"""People whom the admins of a server, or the bot's host, keep away."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import pytest

from bot.edge.custom_ids import Control
from bot.edge.interactions import InteractionRequest, NamedUser, Value
from bot.edge.responder import FileReply
from bot.ports import Button, Location, Menu, Message, Reply, Requester
from bot.store import key_values
from bot.store.people import erasure, kept_away, personal_data as stored_people
from bot.store.people.kept_away import EVERYWHERE, KeptAway
from bot.store.tables import days, nights
from bot.tables.aggregate.offers import offers_of
from bot.tables.seats.queue import queue_of
from tests.bot.harness.offers import racks
from tests.bot.harness.room import ACTS, BEAR, BULL, GUILD, HERE, NED, WALLY, Room
from tests.refuses import refuses

GAME = "duo-dominoes"
ADMIN = replace(NED, user=9, name="Ann", admin=True)
DM = Location(0, 7)
ELSEWHERE = Location(GUILD + 1, 900)
AWAY = "boneyard keepaway"


async def carry_out(
    room: Room,
    words: str,
    who: Requester,
    person: Requester | None = None,
    where: Location = HERE,
    options: Mapping[str, Value] = MappingProxyType({}),
) -> Reply | FileReply:
    """Carry out a command by the register of acts."""
    people = {} if person is None else {"player": NamedUser(person.user, person.name)}
    path = tuple(words.split())
    request = InteractionRequest(who, where, room.stamp(), path=path, options=options, people=people)
    return await ACTS.carry_out(room.services, ACTS.find(request), request)


async def use_keepaway(room: Room, who: Requester, person: Requester | None = None, **options: Value) -> str:
    """Use `/boneyard keepaway`; returns the text of the answer."""
    reply = await carry_out(room, AWAY, who, person, options=options)
    assert isinstance(reply, Reply)
    assert reply.message is not None
    return reply.message.text


async def open_list(room: Room, who: Requester, pressed: Button | Menu | None = None) -> Message:
    """Open the list of those who are kept away, by the command or by a button of the list."""
    if pressed is None:
        reply = await carry_out(room, AWAY, who)
    else:
        request = InteractionRequest(who, HERE, room.stamp(), control=Control(0, pressed.name, 0))
        reply = await ACTS.carry_out(room.services, ACTS.find(request), request)
    assert isinstance(reply, Reply)
    assert reply.message is not None
    return reply.message


async def test_somebody_kept_away_is_let_in_elsewhere_and_once_they_are_let_back(room: Room) -> None:
    table = await room.open(GAME)
    assert "Nobody is banned from games" in await use_keepaway(room, ADMIN)
    assert "is banned from games in this server" in await use_keepaway(room, ADMIN, BULL)
    assert f"<@{BULL.user}>" in await use_keepaway(room, ADMIN)
    with refuses("TABLE/kept_away"):
        await room.press(table, "lobby.join", BULL)
    assert await carry_out(room, "table mine", BULL, where=ELSEWHERE)  # another server does not keep them away
    assert await carry_out(room, "me show", BULL, where=DM)
    await use_keepaway(room, ADMIN, BULL, back=True)
    await room.press(table, "lobby.join", BULL)


async def test_the_seat_of_somebody_kept_away_goes_to_a_robot_and_their_result_stays_theirs(room: Room) -> None:
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    await room.settle()
    assert len(racks(room, BULL)) == 1
    await use_keepaway(room, ADMIN, BULL)
    await room.settle()
    assert racks(room, BULL) == [], "their hand is taken back"
    present = await room.get(table)
    assert present.seat_of(BULL.user) is None
    assert [note.user for note in present.row.settings.handed.values()] == [BULL.user]
    with refuses("kept_away_other"):
        await room.ask(room.seats.substitute, table, BEAR, None, BULL)
    assert not offers_of(await room.get(table))


async def test_an_admin_keeps_no_opponent_away_while_their_game_is_open(room: Room) -> None:
    """Being the host too does not help. The admin may keep away anybody who does not play at that table, and once they
    have left the table, also their opponent."""
    room.messenger.hosts = (BEAR.user,)
    playing = replace(BEAR, admin=True)
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    for everywhere in (False, True):
        with refuses("keep_opponent") as refused:
            await use_keepaway(room, playing, BULL, everywhere=everywhere)
        assert refused.value.facts["places"] == (f"<#{HERE.channel}>",)
    assert (await room.get(table)).seat_of(BULL.user) is not None
    assert await room.read(kept_away.list_kept_away, GUILD, EVERYWHERE) == []
    await use_keepaway(room, playing, WALLY)  # somebody else, who does not sit there
    await room.press(table, "table.leave.yes", playing)
    await use_keepaway(room, playing, BULL)
    present = await room.get(table)
    assert sorted(note.user or 0 for note in present.row.settings.handed.values()) == sorted((BEAR.user, BULL.user))


async def test_each_person_on_the_list_is_let_back_by_a_button(room: Room) -> None:
    """The host's list also has people who are kept away from all servers. An admin can neither see them nor let them
    back."""
    host = replace(BEAR, admin=True)
    room.messenger.hosts = (host.user,)
    many = [Requester(10**17 + number, f"Player {number}") for number in range(11)]
    for person in many:
        room.clock.now += 1_000
        await use_keepaway(room, ADMIN, person)
    await use_keepaway(room, host, BULL, everywhere=True)
    page = await open_list(room, ADMIN)
    assert f"<@{BULL.user}>" not in page.text
    assert f"<@{many[0].user}>" not in page.text
    page = await open_list(room, ADMIN, page.rows[-1][0])  # to the second page
    assert f"<@{many[0].user}>" in page.text
    page = await open_list(room, ADMIN, page.rows[0][0])
    assert f"<@{many[0].user}> may play again" in page.text
    assert "10 people" in page.text
    page = await open_list(room, host)
    button = page.rows[0][0]
    assert f"<@{BULL.user}>, from **all servers**" in page.text
    for who, reason in ((ADMIN, "keep_host"), (WALLY, "not_admin")):
        with refuses(reason):
            await open_list(room, who, button)
    page = await open_list(room, host, button)
    assert f"<@{BULL.user}> may play again" in page.text
    assert not await room.read(kept_away.list_kept_away, EVERYWHERE)
    for forged in ("keepaway.back.here", "keepaway.back.here.x.0", f"keepaway.back.all.{2**63}.0", "keepaway.page.9"):
        with refuses("no_button"):
            await open_list(room, host, Button(forged, ""))


async def test_a_crash_leaves_nobody_who_is_kept_away_at_a_table(room: Room) -> None:
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    leaving = KeptAway(GUILD, BULL.user, "i:1", room.clock.now)
    await room.write(kept_away.keep_away, leaving, ADMIN.user)
    other = await room.crash_and_restart()
    await other.services.kept_away.finish_all()  # as every start does
    assert await other.read(kept_away.list_leaving) == []
    assert (await other.get(table)).seat_of(BULL.user) is None
    assert [kept.user for kept in await other.read(kept_away.list_kept_away, GUILD)] == [BULL.user]
    await use_keepaway(other, ADMIN, BULL, back=True)
    await other.write(kept_away.end, leaving)  # as a slower process does
    assert await other.read(kept_away.list_kept_away, GUILD) == []


async def test_somebody_kept_away_leaves_lobbies_and_queues(room: Room) -> None:
    lobby = await room.open(GAME)
    for who in (BULL, WALLY, NED):
        await room.press(lobby, "lobby.join", who)
    late = Requester(21, "Late")
    await room.press(lobby, "lobby.join", late)
    assert [waiter.user for waiter in queue_of(await room.get(lobby))] == [late.user]
    for who in (late, BULL):
        await use_keepaway(room, ADMIN, who)
    present = await room.get(lobby)
    assert not queue_of(present)
    assert present.seat_of(BULL.user) is None
    assert len(present.seats) == 3


async def test_the_answers_to_nights_of_somebody_kept_away_end(room: Room) -> None:
    def plan(connection: object) -> int:
        new = nights.NewPlan(GUILD, 100, BEAR.user, GAME, "", "", "UTC", "2030-03-17T17:46", True, 0, "en")
        night = nights.add(connection, new)  # type: ignore[arg-type]
        nights.add_date(connection, (night, 0), 1_900_000_000_000, "open", 1_900_000_000_000)  # type: ignore[arg-type]
        nights.put_answer(connection, (night, 0), nights.NightAnswer(BULL.user, "Bull", nights.IN, 1, True))  # type: ignore[arg-type]
        nights.put_answer(connection, (night, 0), nights.NightAnswer(BEAR.user, "Bear", nights.IN, 2, False))  # type: ignore[arg-type]
        return night

    night = await room.write(plan)
    await use_keepaway(room, ADMIN, BULL)
    assert [given.user for given in await room.read(nights.list_coming, (night, 0))] == [BEAR.user]
    assert await room.read(days.crews_of, BULL.user) == []


@pytest.mark.parametrize(
    ("who", "person", "options", "reason"),
    [
        (BEAR, BULL, {}, "not_admin"),
        (ADMIN, ADMIN, {}, "keep_self"),
        (ADMIN, BULL, {"everywhere": True}, "keep_host"),
    ],
)
async def test_only_an_admin_keeps_others_away_and_only_the_host_from_all_servers(
    room: Room, who: Requester, person: Requester, options: dict[str, Value], reason: str
) -> None:
    with refuses(reason):
        await use_keepaway(room, who, person, **options)


async def test_the_host_keeps_somebody_away_from_all_servers(room: Room) -> None:
    room.messenger.hosts = (ADMIN.user,)
    await use_keepaway(room, ADMIN, BULL, everywhere=True)
    for where in (HERE, ELSEWHERE, DM):
        with refuses("TABLE/kept_away"):
            await carry_out(room, "table mine", BULL, where=where)
        assert await carry_out(room, "me export", BULL, where=where)


async def test_an_admin_cannot_let_back_somebody_whom_the_host_keeps_away(room: Room) -> None:
    room.messenger.hosts = (ADMIN.user,)
    await use_keepaway(room, ADMIN, BULL, everywhere=True)
    with refuses("kept_away_other"):
        await use_keepaway(room, replace(BEAR, admin=True), BULL, back=True)
    assert "may play again" in await use_keepaway(room, ADMIN, BULL, everywhere=True, back=True)


async def test_the_note_is_exported_and_outlasts_an_erasure(room: Room) -> None:
    await use_keepaway(room, ADMIN, BULL)
    found = await room.read(stored_people.export, BULL.user)
    assert [note["guild_id"] for note in found["kept_away_from"]] == [GUILD]
    for user in (BULL.user, ADMIN.user):
        await room.write(erasure.erase, user)
    assert [kept.user for kept in await room.read(kept_away.list_kept_away, GUILD)] == [BULL.user]


async def test_a_note_with_a_damaged_key_keeps_nobody_away(room: Room) -> None:
    for key in (
        "kept away:",
        "kept away:x:7",
        "kept away:1:2:3",
        f"kept away:{GUILD}:",
        f"kept away:{GUILD}:{BULL.user}",
    ):
        await room.write(key_values.put, key, {}, room.clock.now)
    kept = [await room.read(kept_away.is_kept_away, GUILD, who.user) for who in (BULL, BEAR)]
    assert kept == [True, False]
    assert [note.user for note in await room.read(kept_away.list_kept_away, GUILD)] == [BULL.user]
    assert await room.read(kept_away.list_leaving) == []
