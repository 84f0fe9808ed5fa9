"""A game night from its plan to its table: announcement, answers, reminders and opening, with a restart in between."""

from pathlib import Path

import pytest

from bot.cli.run import find_button
from bot.services.nights import GATHERED
from harbour import Message, Permission
from harbour.base.signal import DEFAULT_TIMEOUT_S
from tests.chance import SeededChance
from tests.left_out import LONGER
from tests.stories.evening import Evening, evening

HOUR = 3_600


def announces(message: Message) -> bool:
    return "game night" in message.words and bool(message.controls())


@pytest.mark.thorough(LONGER)
async def test_a_night_from_its_plan_to_its_table(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("night")) as night:
        people_and_bot_may_create_events(night)
        message = await bear_plans_a_weekly_night(night)
        await the_calendar_shows_it(night)
        await everybody_answers(night, message)
        await those_who_are_in_are_reminded_once_despite_a_restart(night)
        lobby = await the_table_opens_for_those_who_are_in(night, message)
        await only_bear_ends_the_nights(night)
        await night.settle(await night.people[0].press(lobby, find_button(lobby, "lobby.start")))
        assert (await night.now()).public_view.hand == 1


def people_and_bot_may_create_events(night: Evening) -> None:
    """Let the bot's role and everybody create events in the server's calendar."""
    guild = night.harbour.guild
    own = next(role for role in guild.roles.values() if role.managed)
    for role in (own, guild.roles[guild.id]):
        night.harbour.state.set_role_permissions(guild, role, role.permissions | Permission.CREATE_EVENTS)


async def bear_plans_a_weekly_night(night: Evening) -> Message:
    """The night begins in three hours. Returns its announcement."""
    bear = night.people[0]
    planned = await bear.slash(
        "night plan", options={"game": "duo-dominoes", "when": "in 3h", "robots": "old_hand", "weekly": True}
    )
    await night.settle(planned)
    assert "Game night 1 is planned: Duo Dominoes" in (await planned.message()).words
    return await bear.wait_for_message(announces)


async def the_calendar_shows_it(night: Evening) -> None:
    """The server's calendar has an event at the hour of the night."""
    harbour = night.harbour
    kept = await harbour.state.signal.wait_until(lambda: harbour.guild.scheduled, DEFAULT_TIMEOUT_S, "an event")
    (event,) = kept.values()
    assert (event.name, event.begins_ms) == ("Duo Dominoes: game night", harbour.clock.now() + HOUR * 3_000)


async def everybody_answers(night: Evening, message: Message) -> None:
    """Bear and Bull are in, Wally may come, Normie does not."""
    bear, bull, wally, normie = night.people
    for person, label in ((bear, "In: keep me a seat"), (bull, "In: keep me a seat"), (wally, "Maybe")):
        await night.settle(await person.press(message, label))
    await night.pass_time(GATHERED // 1_000)
    assert "**In** (2): Bear and Bull\n**Maybe** (1): Wally" in message.words
    await night.settle(await normie.press(message, "Out"))
    listed = await wally.slash("night list")
    assert "2 in" in (await listed.message()).words


async def those_who_are_in_are_reminded_once_despite_a_restart(night: Evening) -> None:
    """An hour before the night, by direct message."""
    await night.pass_time(2 * HOUR)
    await night.restart()
    for person, times in zip(night.people, (1, 1, 0, 0), strict=True):
        assert len([note for note in person.dm() if "so you have a seat" in note.words]) == times


async def the_table_opens_for_those_who_are_in(night: Evening, message: Message) -> Message:
    """Robots fill it up, the announcement closes, and a message mentions the two people. Returns the lobby."""
    bear, bull, _, _ = night.people
    await night.pass_time(HOUR)
    lobby = await bear.wait_for_message(lambda posted: find_button(posted, "lobby.start"))
    night.table = int(find_button(lobby, "lobby.start").split(":")[1])
    assert (await night.now()).names[:2] == ("Bear", "Bull")
    assert len((await night.now()).seats) == 4
    assert message.controls() == []
    channel = night.harbour.channel
    assert f"The table is open in <#{channel.id}>." in message.words
    (call,) = [posted for posted in channel.history() if "is open. You have a seat there" in posted.words]
    assert {user.id for user in call.mentions} == {bear.id, bull.id}
    return lobby


async def only_bear_ends_the_nights(night: Evening) -> None:
    """Wally may not skip the next date; Bear, who planned it, cancels it."""
    bear, _, wally, _ = night.people
    late = await wally.slash("night skip")
    await night.settle(late)
    assert "Only the person who planned" in (await late.message()).words
    cancelled = await bear.slash("night cancel")
    await night.settle(cancelled)
    assert "is cancelled" in (await cancelled.message()).words


async def test_a_night_in_a_hidden_channel_looks_as_if_it_did_not_exist(tmp_path: Path) -> None:
    async with evening(tmp_path, ("Bear", "Bull"), chance=SeededChance("night")) as night:
        bear, bull = night.people
        hidden = night.harbour.add_channel("hidden")
        night.harbour.forbid(bull.user, Permission.VIEW_CHANNEL, hidden)

        async def ask(command: str, **options: str) -> str:
            answer = await bull.slash(f"night {command}", options=options)
            await night.settle(answer)
            return (await answer.message()).words

        before = [await ask("list"), await ask("skip"), await ask("cancel")]
        options: dict[str, str | bool] = {"game": "duo-dominoes", "when": "in 3h", "weekly": True}
        await night.settle(await bear.slash("night plan", options=options, channel=hidden))
        assert [await ask("list"), await ask("skip"), await ask("cancel")] == before
        for command in ("skip", "cancel"):
            assert await ask(command, night="1") == await ask(command, night="4000")
            assert await bull.autocomplete(f"night {command}", "night", "") == []
