"""The gateway: a real client resumes, identifies again or is refused. A minimal client checks the protocol."""

import asyncio
import json
from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest

from harbour import Harbour, Person
from harbour.base.json_types import Json, JsonValue
from harbour.base.signal import DEFAULT_TIMEOUT_S
from tests.harbour.conftest import Bot, Start, point_at

INTENTS = discord.Intents(guilds=True, guild_messages=True)


async def wait_for_messages(bot: Bot, *contents: str) -> None:
    await bot.signal.wait_until(
        lambda: [m.content for m in bot.messages] == list(contents), DEFAULT_TIMEOUT_S, f"{contents}"
    )


async def test_missed_events_are_replayed_once(harbour: Harbour, start: Start, bear: Person) -> None:
    bot = await start(Bot(intents=INTENTS))
    await bear.say("one")
    await wait_for_messages(bot, "one")
    await harbour.gateway.drop()
    await bear.say("two")
    await asyncio.wait_for(bot.resumed.wait(), DEFAULT_TIMEOUT_S)
    await bear.say("three")
    await wait_for_messages(bot, "one", "two", "three")
    assert len(harbour.gateway.sessions) == 1


async def test_a_forgotten_session_identifies_again(harbour: Harbour, start: Start, bear: Person) -> None:
    bot = await start(Bot(intents=INTENTS))
    before = set(harbour.gateway.sessions)
    await harbour.gateway.drop(forget=True)
    await harbour.wait_for_bot()
    assert not before & set(harbour.gateway.sessions)
    await bear.say("still there?")
    await wait_for_messages(bot, "still there?")


async def test_a_wrong_token_does_not_log_in(harbour: Harbour) -> None:
    point_at(harbour)
    bot = Bot()
    with pytest.raises(discord.LoginFailure):
        await bot.start("wrong")
    await bot.close()


class Wire:
    """A minimal gateway client."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket

    async def next(self) -> JsonValue:
        frame = await self.socket.receive(timeout=DEFAULT_TIMEOUT_S)
        if frame.type is aiohttp.WSMsgType.TEXT:
            return json.loads(frame.data)
        return self.socket.close_code

    async def say(self, op: int, d: JsonValue = None) -> None:
        await self.socket.send_json({"op": op, "d": d})


@pytest.fixture
async def wire(harbour: Harbour) -> AsyncIterator[Wire]:
    async with aiohttp.ClientSession() as session, session.ws_connect(harbour.gateway_url) as socket:
        yield Wire(socket)


@pytest.mark.parametrize(
    "op, data, code",
    [
        (2, {"token": "wrong", "intents": 1}, 4004),
        (6, {"token": "wrong", "session_id": "x", "seq": 1}, 4004),
        (2, {"intents": "all"}, 4004),
        (2, {"token": None, "intents": -1}, 4013),
        (2, {"token": None, "intents": 1, "shard": [2, 2]}, 4010),
        (2, {"token": None, "intents": 1, "shard": "x"}, 4010),
        (8, {}, 4003),
        (99, {}, 4001),
    ],
)
async def test_invalid_payloads_close_the_connection(
    harbour: Harbour, wire: Wire, op: int, data: Json, code: int
) -> None:
    await wire.next()
    if data.get("token", "") is None:
        data = {**data, "token": harbour.token}
    await wire.say(op, data)
    assert await wire.next() == code


@pytest.mark.parametrize("frame", ["", "{", "[]", "7", '"x"', "{}", "null"])
async def test_malformed_payloads_close_with_4002(wire: Wire, frame: str) -> None:
    await wire.next()
    await wire.socket.send_str(frame)
    assert await wire.next() == 4002


async def test_an_unknown_session_or_sequence_cannot_be_resumed(harbour: Harbour, wire: Wire) -> None:
    await wire.next()
    for session, seq in (("unknown", 1), ("unknown", None)):
        await wire.say(6, {"token": harbour.token, "session_id": session, "seq": seq})
        answer = await wire.next()
        assert (answer["op"], answer["d"]) == (9, False)


async def test_identifying_twice_closes_with_4005(harbour: Harbour, wire: Wire) -> None:
    await wire.next()
    await wire.say(2, {"token": harbour.token, "intents": 0})
    await wire.next()
    await wire.next()
    await wire.say(2, {"token": harbour.token, "intents": 0})
    assert await wire.next() == 4005


async def test_an_unsupported_operation_is_recorded(harbour: Harbour, wire: Wire) -> None:
    await wire.next()
    await wire.say(2, {"token": harbour.token, "intents": 1})
    await wire.next()
    await wire.next()
    await wire.say(4, {"guild_id": harbour.guild.id})
    await wire.say(1)
    assert (await wire.next())["op"] == 11 and harbour.unsupported == ["GATEWAY op 4"]
