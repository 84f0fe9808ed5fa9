"""The channels where tables may be opened: chosen by admins, named by the refusal elsewhere."""

from dataclasses import replace

import pytest

from bot.ports import Location, Request
from bot.tables.lobby import table_channels
from bot.wording import ENGLISH, Words, word_refusal
from tests.bot.harness.room import BEAR, BULL, GUILD, HERE, Room, message_of
from tests.refuses import refuses

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
    with refuses("TABLE/channels"):
        table_channels.read(typed)


async def choose_channels(room: Room, only: str, who: object = ADMIN) -> str:
    """Use `/boneyard channels`; returns the text of the answer."""
    request = replace(room.request(BEAR), requester=who)  # type: ignore[arg-type]
    reply = message_of(await room.lobby.choose_channels(request, only))
    return reply.text


async def test_tables_open_in_the_chosen_channels_and_are_refused_elsewhere(room: Room) -> None:
    assert await choose_channels(room, "", BULL) == "You can open tables in any channel."
    with refuses("not_admin"):
        await choose_channels(room, "<#900>", BULL)
    assert await choose_channels(room, "<#900> <#901>") == "You can open tables in <#900> and <#901>."
    with refuses("other_channels") as refused:
        await room.open("duo-dominoes")
    assert word_refusal(refused.value, Words(ENGLISH)) == "You can't open tables here; open yours in <#900> and <#901>."
    thread = Location(GUILD, 77, parent=900)
    for where in (OTHER, thread):
        reply = message_of(await room.lobby.open(Request(BEAR, where, room.stamp()), "duo-dominoes"))
        assert reply.table
    assert await choose_channels(room, "all") == "You can open tables in any channel."
    assert await room.open("duo-dominoes")
    await room.settle()
    texts = [message.text for message in room.at(HERE.channel)]
    assert any("chose where you can open tables" in text for text in texts)
