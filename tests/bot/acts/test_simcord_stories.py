"""Layouts, game nights and Discord's own menus, in an independent fake of Discord and with the whole bot."""

import discord
import pytest

from bot.services.nights import GATHERED
from bot.wording import ENGLISH, Words
from harbour.base.signal import DEFAULT_TIMEOUT_S
from tests.bot.acts.simcord_town import Town, bot, is_layout, read_words, simcord_bot, town
from tests.left_out import LONGER

__all__ = ["bot", "simcord_bot", "town"]

pytestmark = pytest.mark.simcord(settle_timeout=DEFAULT_TIMEOUT_S)
HOUR = 3_600_000


async def open_lobby(town: Town) -> discord.Message:
    """Open a table for Bear; return its lobby."""
    bear = town.people[0]
    await town.run_command(bear, "table open", game="duo-dominoes")
    return next(
        message for message in town.list_messages(bear) if "Duo Dominoes" in read_words(message) and is_layout(message)
    )


async def test_a_lobby_is_joined_and_left_by_its_buttons(town: Town) -> None:
    bull = town.people[1]
    lobby = await open_lobby(town)
    await town.press(bull, lobby, "Join")
    assert "2. **Bull**" in read_words(town.reload(lobby)) or "2. Bull" in read_words(town.reload(lobby))
    leave = [button["custom_id"] for button in _buttons(town.reload(lobby)) if "lobby.leave" in button["custom_id"]]
    await bull.click(town.reload(lobby), custom_id=leave[-1])
    await town.settle()
    assert "Bull" not in read_words(town.reload(lobby)) and is_layout(town.reload(lobby))


def _buttons(message: discord.Message) -> list[dict[str, str]]:
    found: list[dict[str, str]] = []
    left = [component.to_dict() for component in message.components]
    while left:
        part: dict[str, object] = left.pop(0)  # type: ignore[assignment]
        if part["type"] == 2:
            found.append(part)  # type: ignore[arg-type]
        left += [*part.get("components", ()), *filter(None, [part.get("accessory")])]  # type: ignore[misc,list-item]
    return found


async def test_a_lesson_leads_to_the_guide_and_back_in_one_message_of_the_dm(town: Town) -> None:
    bear = town.people[0]
    answer = await town.run_command(bear, "learn", game="duo-dominoes")
    assert answer.content.startswith("Your lesson is in your DM")
    (page,) = town.dm(bear)
    assert is_layout(page) and page.attachments
    listed = page
    await town.press(bear, page, "All lessons")
    assert is_layout(town.reload(listed)) and "Lessons" in read_words(town.reload(listed))
    await town.run_command(bear, "me text", value="on")
    await town.press(bear, town.reload(page), "Continue: Follow, and block")
    reloaded = town.reload(page)
    assert is_layout(reloaded) and not reloaded.attachments, (
        "the message stays a layout, with words instead of the picture"
    )
    await town.run_command(bear, "learn", game="duo-dominoes")
    plain = town.dm(bear)[-1]
    assert not is_layout(plain) and plain.content == read_words(reloaded)
    assert town.env.errors == []


async def test_the_menus_on_people_and_messages(town: Town) -> None:
    """Everybody may use *Tally* and *Head to head*. *Offer my seat* needs a seat, and *Why?* a message by the bot."""
    bear, bull, wally = town.people
    for person in (bear, bull):
        await town.run_command(town.admin, "books guests", name=person.name)
        await town.run_command(town.admin, "books guests", name=person.name, person=person)
    await town.run_command(town.admin, "books adjust", **{"from": "Bear", "to": "Bull", "amount": 5, "reason": "a bet"})
    own = await town.choose(bear, "Tally", bull)
    assert is_layout(own) and read_words(own).startswith("**Bull**") and "+5" in read_words(own)
    both = await town.choose(bull, "Head to head", bear)
    assert is_layout(both) and read_words(both).startswith("**Bull and Bear**")
    assert "isn't in the books yet" in (await town.choose(bear, "Tally", wally)).content
    lobby = await open_lobby(town)
    assert (await town.choose(bear, "Offer my seat", bull)).content == Words(ENGLISH).say("TABLE/not_started")
    assert (await town.choose(wally, "Offer my seat", bull)).content == Words(ENGLISH).say("TABLE/not_seated")
    why = await town.choose(bull, "Why?", lobby)
    assert "**Duo Dominoes** hasn't begun" in why.content
    quoted = await bull.send(town.channel, "Good hand!")
    assert "only explain my own messages" in (await town.choose(bear, "Why?", quoted)).content
    assert town.env.errors == []


async def test_pages_of_the_tally_are_layouts_for_one_and_for_all(town: Town) -> None:
    bear = town.people[0]
    await town.run_command(town.admin, "books adjust", **{"from": "Bear", "to": "Bull", "amount": 5, "reason": "a bet"})
    for page in ("show", "sheet", "chart", "settle", "records", "partners", "card"):
        assert is_layout(await town.run_command(bear, f"tally {page}")), page
    assert is_layout(await town.run_command(town.admin, "boneyard settings"))
    assert (await town.run_command(bear, "tally show", share=True)).content == "Posted in this channel."
    posted = next(
        message
        for message in town.list_messages(bear)
        if read_words(message).startswith("**Tally**") and not message.flags.ephemeral
    )
    assert is_layout(posted)
    assert town.env.errors == []


@pytest.mark.thorough(LONGER)
async def test_a_night_is_planned_answered_and_opened(town: Town) -> None:
    bear, bull, wally = town.people
    planned = await town.run_command(bear, "night plan", game="duo-dominoes", when="in 3h", robots="old_hand")
    assert "Game night 1 is planned" in planned.content
    message = next(seen for seen in town.list_messages(bear) if "game night" in seen.content and seen.components)
    for person, label in ((bear, "In: keep me a seat"), (bull, "In: keep me a seat"), (wally, "Maybe")):
        await town.press(person, message, label)
    await town.pass_time(GATHERED)
    assert "**Maybe** (1): Wally" in town.reload(message).content
    assert "2 in" in (await town.run_command(wally, "night list")).content
    assert "Only the person who planned" in (await town.run_command(wally, "night cancel")).content
    await town.pass_time(3 * HOUR)
    lobby = next(seen for seen in town.list_messages(bear) if is_layout(seen))
    assert "Bull" in read_words(lobby)
    again = await town.run_command(bear, "night plan", game="duo-dominoes", when="in 5h", weekly=True)
    assert "planned" in again.content
    assert "I've skipped" in (await town.run_command(bear, "night skip")).content
    assert "is cancelled" in (await town.run_command(bear, "night cancel")).content
    assert town.env.errors == []
