"""The channels where tables may be opened: chosen by admins, named by the refusal elsewhere."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.ports.requests import Location, Request
from bot.tables.lobby import table_channels
from bot.wording import ENGLISH, Words
from games.core.refused import Refused
from tests.bot.harness.room import BEAR, BULL, GUILD, HERE, Room

ADMIN = replace(BEAR, admin=True)
OTHER = Location(GUILD, 900)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("<#11> <#12>", (11, 12)), ("<#11>,<#11>", (11,)), (" All ", ()), ("everywhere", ())],
)
def test_channels_are_read_as_discord_writes_them(typed: str, meant: tuple[int, ...]) -> None:
    assert table_channels.read(typed) == meant


@pytest.mark.parametrize("typed", ["bones", "<#11> and bones", "<@11>", " ".join(f"<#{n}>" for n in range(1, 40))])
def test_words_that_are_no_channels_are_refused(typed: str) -> None:
    with pytest.raises(Refused, match="TABLE/channels"):
        table_channels.read(typed)


async def choose_channels(room: Room, only: str, who: object = ADMIN) -> str:
    """Use `/boneyard channels`; returns the text of the answer."""
    request = replace(room.request(BEAR), requester=who)  # type: ignore[arg-type]
    reply = await room.services.lobby.choose_channels(request, only)
    assert reply.message is not None
    return reply.message.text


async def test_tables_open_in_the_chosen_channels_and_are_refused_elsewhere(room: Room) -> None:
    assert await choose_channels(room, "", BULL) == "Tables may be opened in every channel."
    with pytest.raises(Refused, match="not_admin"):
        await choose_channels(room, "<#900>", BULL)
    assert await choose_channels(room, "<#900> <#901>") == "Tables may be opened in <#900> and <#901>."
    with pytest.raises(Refused, match="other_channels") as refused:
        await room.open("duo-dominoes")
    assert Words(ENGLISH).word_refusal(refused.value) == "No table may be opened here; open it in <#900> and <#901>."
    thread = Location(GUILD, 77, parent=900)
    for where in (OTHER, thread):
        reply = await room.services.lobby.open(Request(BEAR, where, room.stamp()), "duo-dominoes")
        assert reply.message is not None
        assert reply.message.table
    assert await choose_channels(room, "all") == "Tables may be opened in every channel."
    assert await room.open("duo-dominoes")
    texts = [message.text for message in room.messenger.at(HERE.channel)]
    assert any("chose where tables may be opened" in text for text in texts)


async def test_same_again_is_refused_outside_the_chosen_channels_too(room: Room) -> None:
    table = await room.open("duo-dominoes")
    for rule, value in (("match_games", "1"), ("game_points", "1")):
        await room.press(table, "lobby.house.set", BEAR, rule, value)
    for _ in range(3):
        await room.press(table, "lobby.robot+", BEAR)
    await room.press(table, "lobby.start", BEAR)
    await room.settle()
    await room.press(table, "table.close", BEAR)
    await choose_channels(room, "<#900>")
    with pytest.raises(Refused, match="other_channels"):
        await room.press(table, "table.again", BEAR)
