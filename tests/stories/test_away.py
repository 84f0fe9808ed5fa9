"""A table by correspondence waits for a player who is away: the messages that this player and the others see."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from bot.cli.run import find_button
from bot.tables.aggregate.pacing import CORRESPONDENCE
from games.core.seats import Seat
from games.pieces.dominoes import code
from harbour import Message, Person
from tests.chance import SeededChance
from tests.left_out import LONGER
from tests.stories.evening import AT, SETTINGS, Evening, evening
from tests.views import own_view

SLOW = replace(SETTINGS, waits=replace(SETTINGS.waits, correspondence=replace(CORRESPONDENCE, robot=0, order=0)))
FIRST, SECOND, VOTE = CORRESPONDENCE.nudges


async def _start_by_post(night: Evening, robots: int) -> None:
    """Start a table of dominoes by correspondence with everyone and this many robots."""
    bear, *others = night.people
    await night.settle(
        await bear.slash("table open", options={"game": "duo-dominoes", "pace": "correspondence"}),
    )
    lobby = await bear.wait_for_message(lambda message: find_button(message, "lobby.join"))
    night.table = int(find_button(lobby, "lobby.join").split(":")[1])
    for person in others:
        await night.settle(await person.press(lobby, find_button(lobby, "lobby.join")))
    for _ in range(robots):
        await night.settle(await bear.press(lobby, find_button(lobby, "lobby.robot+")))
    await night.start()


async def _play_until_bears_turn(night: Evening) -> None:
    """Let three people and a robot play into the middle of a hand, until it is Bear's turn at `AT`."""
    await _start_by_post(night, robots=1)
    await night.until(lambda table: table.public_view.to_act == (0,) and len(own_view(table).steps) > 2)
    assert night.harbour.clock.now() == AT


def _public(night: Evening) -> list[Message]:
    return [message for message in night.harbour.channel.history() if message.only_for is None]


def _take_snapshot(*messages: Message) -> list[tuple[str, str, int | None]]:
    return [(message.id, message.words, message.edited_ms) for message in messages]


def _dm(person: Person) -> Message:
    (message,) = person.dm()
    return message


def _moment(after: int) -> str:
    return f"<t:{(AT + after) // 1000}:f>"


SINCE = f"table started waiting for you on {_moment(0)}."


COMING = (
    f"A vote to let a robot play your seat opens on {_moment(VOTE)}. "
    f"Without a vote, a robot takes over on {_moment(CORRESPONDENCE.stand_in)}."
)


PLAYED_FOR = "A robot is playing for Bear; **My hand** gives them their seat back."


def _log(night: Evening) -> list[str]:
    return [line for message in _public(night) for line in message.words.splitlines()]


@dataclass
class Wait:
    """The wait for Bear, with all messages as they were when it began."""

    night: Evening
    public: list[tuple[str, str, int | None]]
    private: list[tuple[str, str, int | None]]

    @classmethod
    def begin(cls, night: Evening) -> Wait:
        """Note every message before the first reminder."""
        return cls(night, _take_snapshot(*_public(night)), _take_snapshot(*map(_dm, night.people[1:])))

    def leaves_others_alone(self) -> bool:
        """True if the private messages of the others are as they were at the beginning."""
        return _take_snapshot(*map(_dm, self.night.people[1:])) == self.private

    async def reminds_bear_alone(self) -> None:
        """The first reminder is a new private message; the channel stays as it was."""
        bear = self.night.people[0]
        turn = _dm(bear)
        await self.night.pass_time(FIRST / 1000)
        assert _dm(bear).id != turn.id
        assert f"-# The {SINCE} {COMING}" in _dm(bear).words.splitlines()
        assert _take_snapshot(*_public(self.night)) == self.public
        assert self.leaves_others_alone()

    async def reminds_bear_in_the_channel(self) -> None:
        """The second reminder mentions Bear in the channel, where everyone reads it."""
        bear = self.night.people[0]
        await self.night.pass_time((SECOND - FIRST) / 1000)
        assert _public(self.night)[-1].words == f"{bear.mention}, the {SINCE} {COMING}"
        assert _take_snapshot(*_public(self.night)[:-1]) == self.public
        assert self.leaves_others_alone()

    async def opens_a_vote(self) -> None:
        """The third reminder replaces the second and stands above the board with the vote."""
        bear = self.night.people[0]
        await self.night.pass_time((VOTE - SECOND) / 1000)
        asked = [message.words for message in _public(self.night) if bear.mention in message.words]
        assert asked == [
            f"{bear.mention}, the {SINCE} The others can vote now to let a robot play your seat. Without a vote, "
            f"a robot takes over on {_moment(CORRESPONDENCE.stand_in)}. "
            "**My hand** gives you your seat back at any time."
        ]
        assert find_button(self.night.board(), "vote.0")
        assert self.night.board() == _public(self.night)[-1]

    async def ends_with_a_robot(self) -> None:
        """Nobody has voted, so a robot takes the seat and plays; the reminder is deleted."""
        bear = self.night.people[0]
        held = own_view(await self.night.now(), Seat(0)).holding
        await self.night.pass_time((CORRESPONDENCE.stand_in - VOTE) / 1000)
        table = await self.night.now()
        assert table.seats[0].stand_in is not None
        assert len(own_view(table, Seat(0)).holding) == len(held) - 1
        assert "A robot is playing for Bear until they return." in _log(self.night)
        assert _take_snapshot(*_public(self.night))[0] == self.public[0], "an old page of the log is left alone"
        assert "-# A robot is playing for Bear now; **My hand** gives them their seat back." in _log(self.night)
        assert PLAYED_FOR in self.night.board().words
        assert not find_button(self.night.board(), "vote.0")
        assert "A robot is playing your seat; press **Take it back** to return." in _dm(bear).words.splitlines()
        assert not any(bear.mention in message.words for message in _public(self.night))


async def _takes_the_seat_back(night: Evening, bear: Person) -> None:
    """A press on *My hand* returns the seat, and both messages show the whole hand again."""
    answer = await bear.press(night.board(), find_button(night.board(), "hand.show"))
    await night.settle(answer)
    shown = await answer.followup()
    assert shown.only_for == bear.id
    await _has_the_seat_again(night, shown, _dm(bear))


async def _has_the_seat_again(night: Evening, *shown: Message) -> None:
    """No robot plays the first seat, and these messages show its whole hand."""
    table = await night.now()
    assert table.seats[0].stand_in is None
    for message in shown:
        assert "robot" not in message.words
        (picture,) = message.attachments
        assert all(code(piece) in (picture.description or "") for piece in own_view(table, Seat(0)).holding)
    assert "Bear is back." in _log(night)
    assert PLAYED_FOR not in night.board().words


async def _plays_again(night: Evening, bear: Person) -> None:
    """The next move is Bear's own."""
    await night.until(lambda present: present.public_view.to_act == (0,))
    before = len(own_view(await night.now(), Seat(0)).holding)
    await night.move(bear)
    assert len(own_view(await night.now(), Seat(0)).holding) == before - 1


@pytest.mark.thorough(LONGER)
async def test_a_player_is_away_for_two_days_and_comes_back(tmp_path: Path) -> None:
    """Two reminders, a vote that nobody casts, a robot, and the player's return."""
    async with evening(tmp_path, ("Bear", "Bull", "Wally"), SLOW, chance=SeededChance("away")) as night:
        bear = night.people[0]
        await _play_until_bears_turn(night)
        wait = Wait.begin(night)
        await wait.reminds_bear_alone()
        await wait.reminds_bear_in_the_channel()
        await wait.opens_a_vote()
        await wait.ends_with_a_robot()
        await _takes_the_seat_back(night, bear)
        assert "-# The table is no longer waiting for Bear." in _log(night)
        await _plays_again(night, bear)
