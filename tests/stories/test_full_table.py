"""A full table: people wait in the queue, a free seat is offered to each in turn, and the same people play again."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli.run import find_button
from harbour import Message, Person
from harbour.state.permissions import Permission
from tests.chance import SeededChance
from tests.left_out import LONGER, MORE_CASES
from tests.stories.evening import Evening, evening, offer_button

GAME = "duo-dominoes"
HOUR = 3_600


def texts(night: Evening) -> list[str]:
    """The messages in the channel now."""
    return [message.words for message in night.harbour.channel.history()]


async def join(night: Evening, person: Person) -> Message:
    """Press *Join*; returns the answer."""
    answer = await person.press(night.board(), find_button(night.board(), "lobby.join"))
    await night.settle(answer)
    return await answer.followup()


@pytest.mark.thorough(LONGER)
async def test_a_fifth_player_waits_takes_a_seat_and_plays_again(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("full")) as night:
        bear, _, wally, _ = night.people
        ned, sal = (night.harbour.add_user(name) for name in ("Ned", "Sal"))
        await night.open(GAME)
        told = [await join(night, person) for person in (ned, sal)]
        assert [f"number {place} in the queue" in reply.content for place, reply in enumerate(told, 1)] == [True, True]
        assert all(reply.only_for is not None for reply in told)
        assert "Waiting for a seat: Ned and Sal" in night.board().words
        await night.settle(await sal.press(told[1], find_button(told[1], "queue.leave")))
        assert "Waiting for a seat: Ned" in night.board().words
        await night.restart()
        await night.settle(await wally.press(night.board(), find_button(night.board(), "lobby.leave")))
        asked = night.harbour.channel.history()[-1]
        assert asked.content.startswith(f"{ned.mention}, a seat at Duo Dominoes is free")
        refused = await sal.press(asked, offer_button(asked, "yes"))
        await night.settle(refused)
        assert (await refused.followup()).content == "The seat was offered to Ned; only they can answer."
        await night.settle(await ned.press(asked, offer_button(asked, "yes")))
        assert (await night.now()).names == ("Bear", "Bull", "Normie", "Ned")
        night.people[2:] = [night.people[3], ned]

        await night.start()
        await night.close()
        over = [posted for posted in night.harbour.channel.history() if find_button(posted, "table.again")]
        assert len(over) == 2, "the board and the sheet"
        assert over[1].words.endswith("-# The last game was broken off, so it adds nothing to the tally.")
        for person, message in ((ned, over[0]), (bear, over[1])):
            answer = await person.press(message, find_button(message, "table.again"))
            await night.settle(answer)
            assert "A table of Duo Dominoes is open" in (await answer.followup()).content
        lobbies = [posted for posted in night.harbour.channel.history() if find_button(posted, "lobby.join")]
        assert len(lobbies) == 1
        night.table = int(find_button(lobbies[0], "lobby.join").split(":")[1])
        assert set((await night.now()).names) == {"Ned", "Bear"}
        for person in night.people[1:3]:
            begins = f"{person.mention}, Ned"
            (asked,) = (posted for posted in night.harbour.channel.history() if posted.content.startswith(begins))
            await night.settle(await person.press(asked, offer_button(asked, "yes")))
        assert set((await night.now()).names) == {"Bear", "Bull", "Normie", "Ned"}
        await night.start()
        assert (await night.now()).hand_open


async def test_removing_a_robot_makes_room_for_a_waiting_person(tmp_path: Path) -> None:
    async with evening(tmp_path, ("Bear", "Bull", "Wally"), chance=SeededChance("room")) as night:
        bear, *_ = night.people
        ned = night.harbour.add_user("Ned")
        await night.open(GAME)
        await night.settle(await bear.press(night.board(), find_button(night.board(), "lobby.robot+")))
        told = await join(night, ned)
        assert "Under More, Remove robot makes room for whoever waits." in night.board().words.replace("*", "")
        assert "anyone at the table can make room for you with **Remove robot**" in told.content
        more = await night.more(bear)
        await night.settle(await bear.press(more, find_button(more, "lobby.robot-")))
        asked = night.harbour.channel.history()[-1]
        await night.settle(await ned.press(asked, offer_button(asked, "yes")))
        assert (await night.now()).names == ("Bear", "Bull", "Wally", "Ned")
        assert asked.content == "-# Ned has the seat now."


@pytest.mark.thorough(MORE_CASES)
async def test_an_offered_seat_goes_to_the_next_after_two_minutes_of_silence(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("silence")) as night:
        wally = night.people[2]
        ned, sal = (night.harbour.add_user(name) for name in ("Ned", "Sal"))
        await night.open(GAME)
        for person in (ned, sal):
            await night.settle(await person.slash("table join"))
        await night.settle(await wally.slash("table leave"))
        assert "4. held for Ned" in night.board().words
        told = await join(night, wally)
        assert told.content.startswith("The free seat is held for Ned; you are number 2 in the queue.")
        await night.pass_time(119)
        assert not any(sal.mention in text for text in texts(night))
        await night.restart()
        await night.pass_time(1)
        asked = night.harbour.channel.history()[-1]
        assert asked.content.startswith(f"{sal.mention}, a seat at Duo Dominoes is free")
        await night.settle(await sal.press(asked, offer_button(asked, "yes")))
        assert "Sal" in (await night.now()).names


@pytest.mark.thorough(MORE_CASES)
async def test_a_lobby_calls_the_role_that_an_admin_chose(tmp_path: Path) -> None:
    async with evening(tmp_path, ("Bear", "Bull"), chance=SeededChance("call")) as night:
        bear, bull = night.people
        role = night.harbour.state.add_role(night.harbour.guild, "Players", Permission(0))
        await night.open(GAME)

        async def call() -> str:
            more = await night.more(bear)
            answer = await bear.press(more, find_button(more, "lobby.call"))
            await night.settle(answer)
            return (await answer.followup()).content

        assert "No role is set up for calls" in await call()
        night.harbour.give_command("boneyard", bull.user)
        set_up = await bull.slash("boneyard settings", options={"call_role": role.id})
        await night.settle(set_up)
        assert "admin" in (await set_up.message()).content
        await night.settle(await night.harbour.owner.slash("boneyard settings", options={"call_role": role.id}))
        assert await call() == "The call is posted."
        assert "less than an hour ago" in await call()
        called = f"<@&{role.id}>: players are wanted for Duo Dominoes. **Join** in the lobby takes a seat."
        assert texts(night).count(called) == 1
        posted = [
            request.body
            for request in night.harbour.requests
            if isinstance(request.body, dict) and request.method == "POST"
        ]
        (allowed,) = [body["allowed_mentions"] for body in posted if body.get("content") == called]
        assert isinstance(allowed, dict)
        assert (allowed["roles"], allowed["parse"], allowed.get("users", [])) == ([int(role.id)], [], [])
        await night.restart()
        await night.pass_time(HOUR)
        assert await call() == "The call is posted."
        assert texts(night).count(called) == 1, "the newest call alone stands"
