"""Looking back at tables of other channels: a reader finds those of channels that they see, and their own."""

from dataclasses import replace
from itertools import combinations

import pytest

from bot.acts.replay import suggest_hands, suggest_tables
from bot.edge.custom_ids import Control
from bot.edge.interactions import InteractionRequest
from bot.edge.responder import FileReply
from bot.messages.books.replaying import REPLAY
from bot.ports import Location, Requester
from bot.wording import word_refusal
from games.core import Refused
from tests.bot.harness.room import ACTS, BULL, CHANNEL, GUILD, HERE, Room, message_of
from tests.left_out import MORE_CASES

DECK, CABIN = Location(GUILD, 555), Location(GUILD, 777)
GUEST = Requester(99, "Guest")
NO_TABLE = 40
"""A number that no table has."""


async def play(room: Room, where: Location) -> int:
    """Bull plays a game with robots in a channel, and the table closes."""
    reply = message_of(await room.lobby.open(room.request(BULL, where), "duo-dominoes", "live", "", False))
    table = reply.table
    for _ in range(3):
        await room.press(table, "lobby.robot+", BULL)
    for rule, value in (("match_games", "1"), ("game_points", "15")):
        await room.ask(room.lobby.set_house_rule, table, BULL, rule, value, where=where)
    await room.press(table, "lobby.start", BULL)
    await room.settle()
    await room.close(table)
    await room.settle()
    return table


async def ask(room: Room, who: Requester, what: str, **options: object) -> str:
    """Use a command in the crew's main channel; returns the text of the answer."""
    request = InteractionRequest(who, HERE, room.stamp(), path=tuple(what.split()), options=options)  # type: ignore[arg-type]
    return await read_answer(room, request)


async def read_answer(room: Room, request: InteractionRequest) -> str:
    try:
        reply = await ACTS.carry_out(room.services, ACTS.find(request), request)
    except Refused as refused:
        return word_refusal(refused, request.words)
    assert not isinstance(reply, FileReply) and reply.message is not None
    return reply.message.text


async def choose(room: Room, who: Requester, what: str, value: str) -> str:
    """Choose from a menu that belongs to no table, or press a control of a replay of table `value`."""
    control = Control(0, what, 0) if what == REPLAY else Control(int(value), what, 0)
    return await read_answer(room, InteractionRequest(who, HERE, room.stamp(), control=control, values=(value,)))


async def list_offered_tables(room: Room, who: Requester) -> set[int]:
    request = InteractionRequest(who, HERE, room.stamp(), path=("replay", "show"), focused="table")
    return {number for _, number in await suggest_tables(room.services, request)}


async def list_offered_hands(room: Room, who: Requester, number: int) -> list[tuple[str, int]] | None:
    request = InteractionRequest(who, HERE, room.stamp(), path=("replay", "show"), options={"table": number})
    try:
        return await suggest_hands(room.services, request)
    except Refused:
        return None


@pytest.mark.thorough(MORE_CASES)
async def test_a_table_that_the_reader_cannot_see_is_as_if_it_were_not_there(room: Room) -> None:
    """For every set of channels that the reader sees, each way to a table opens the tables of those channels. About any
    other table it answers as about a number that no table has."""
    tables = {where.channel: await play(room, where) for where in (HERE, DECK, CABIN)}
    for count in range(3):
        for seen in combinations((DECK.channel, CABIN.channel), count):
            reader = replace(GUEST, may_see=frozenset(seen).__contains__)
            open_to = {tables[channel] for channel in (CHANNEL, *seen)}
            assert await list_offered_tables(room, reader) == open_to
            for number in (*tables.values(), NO_TABLE):
                answers = {
                    await ask(room, reader, "replay show", table=number),
                    await choose(room, reader, REPLAY, f"{number}.1"),
                    await choose(room, reader, "replay.1.2.on", str(number)),
                }
                if number in open_to:
                    assert all("Hand 1, step " in answer for answer in answers)
                    assert await list_offered_hands(room, reader, number) is not None
                else:
                    nothing = await ask(room, reader, "replay show", table=NO_TABLE)
                    assert answers == {nothing.replace(str(NO_TABLE), str(number))}
                    assert await list_offered_hands(room, reader, number) is None


async def test_players_look_back_at_their_table_from_every_channel(room: Room) -> None:
    table = await play(room, CABIN)
    assert await list_offered_tables(room, BULL) == {table}
    assert "Hand 1, step 1" in await ask(room, BULL, "replay show", table=table)
    assert await list_offered_hands(room, BULL, table) is not None
