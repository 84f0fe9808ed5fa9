"""Injected faults, as a real client experiences them."""

import asyncio

import aiohttp
import discord
import pytest

from harbour import Harbour, Person
from harbour.base.signal import DEFAULT_TIMEOUT_S
from tests.harbour.conftest import Start
from tests.injected_faults import Fault, inject_fault

SEND = r"/channels/\d+/messages"


async def channel(bot: discord.Client, harbour: Harbour) -> discord.PartialMessageable:
    return bot.get_partial_messageable(int(harbour.channel.id), guild_id=int(harbour.guild.id))


def statuses(harbour: Harbour) -> list[int]:
    return [r.status for r in harbour.requests if r.method == "POST" and r.path.endswith("/messages")]


async def test_a_429_is_retried(harbour: Harbour, start: Start, bear: Person) -> None:
    bot = await start()
    inject_fault(harbour, Fault("POST", SEND, 429, retry_after_s=0.01))
    await (await channel(bot, harbour)).send("once")
    assert statuses(harbour) == [429, 200] and len(bear.messages()) == 1


async def test_a_nonce_prevents_a_duplicate_after_a_lost_response(harbour: Harbour, start: Start, bear: Person) -> None:
    bot = await start()
    inject_fault(harbour, Fault("POST", SEND, 502, after_effect=True))
    await (await channel(bot, harbour)).send("receipt", nonce="n1")
    assert statuses(harbour) == [502, 200] and [m.content for m in bear.messages()] == ["receipt"]


async def test_a_chosen_error_is_returned(harbour: Harbour, start: Start) -> None:
    bot = await start()
    fault = inject_fault(
        harbour, Fault("POST", SEND, 403, code=50007, message="Cannot send messages to this user", times=2)
    )
    for _ in range(2):
        with pytest.raises(discord.Forbidden) as refused:
            await (await channel(bot, harbour)).send("x")
        assert refused.value.code == 50007
    await (await channel(bot, harbour)).send("x")
    assert fault.hits == 2 and fault.times == 0


async def test_a_held_request_waits_until_it_is_released(harbour: Harbour, start: Start, bear: Person) -> None:
    bot = await start()
    place = await channel(bot, harbour)
    await place.send("first")  # from its response the client learns that the bucket allows more requests
    fault = inject_fault(harbour, Fault("POST", SEND, hold=True))
    held = asyncio.create_task(place.send("held"))
    await harbour.state.signal.wait_until(lambda: fault.hits, DEFAULT_TIMEOUT_S, "the held request")
    await place.send("overtakes")
    assert [m.content for m in bear.messages()] == ["first", "overtakes"]
    fault.release()
    await held
    assert [m.content for m in bear.messages()] == ["first", "overtakes", "held"]


async def test_unsupported_requests_are_refused_and_recorded(harbour: Harbour, start: Start) -> None:
    bot = await start()
    with pytest.raises(discord.NotFound, match="The harbour does not support"):
        await (bot.get_guild(int(harbour.guild.id)) or await bot.fetch_guild(1)).fetch_emojis()
    assert harbour.unsupported == [f"GET /guilds/{harbour.guild.id}/emojis"]


def test_a_fault_matches_its_pattern_a_limited_number_of_times() -> None:
    fault = Fault("POST", "/a/.*", 500, times=1)
    assert not fault.match_and_count("GET", "/a/b") and not fault.match_and_count("POST", "/b")
    assert fault.match_and_count("POST", "/a/b") and not fault.match_and_count("POST", "/a/b")


@pytest.mark.parametrize("after_effect", [False, True])
async def test_a_cut_connection_gives_no_response(
    harbour: Harbour, start: Start, bear: Person, after_effect: bool
) -> None:
    bot = await start()
    inject_fault(harbour, Fault("POST", SEND, cut=True, after_effect=after_effect))
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await (await channel(bot, harbour)).send("x")
    assert [m.content for m in bear.messages()] == (["x"] if after_effect else [])
