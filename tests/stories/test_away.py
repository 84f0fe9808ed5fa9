"""A table by correspondence waits for a player who is away, as he and the others read it in Discord."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.cli.run import button
from bot.tables.pacing import CORRESPONDENCE, HOUR
from games.core.seats import Seat
from games.pieces.dominoes import code
from harbour import Message, Person
from tests.stories.evening import AT, SETTINGS, Evening, evening, fix_secrets

SLOW = replace(SETTINGS, correspondence=replace(CORRESPONDENCE, robot=0, order=0))
FIRST, SECOND, VOTE = CORRESPONDENCE.nudges


async def _by_post(night: Evening) -> None:
    """Three people and a robot at a table of dominoes, in the middle of a hand; it is Bear's turn since `AT`."""
    bear, *others = night.people
    await night.still(
        await bear.slash("table open", options={"game": "duo-dominoes", "pace": "correspondence"}),
    )
    lobby = await bear.wait_for_message(lambda message: button(message, "lobby.join"))
    night.table = int(button(lobby, "lobby.join").split(":")[1])
    for person in others:
        await night.still(await person.press(lobby, button(lobby, "lobby.join")))
    await night.still(await bear.press(lobby, button(lobby, "lobby.robot+")))
    await night.start()
    await night.until(lambda table: table.crowd.to_act == (0,) and len(table.crowd.plays) > 2)
    assert night.harbour.clock.now() == AT


def _public(night: Evening) -> list[Message]:
    return [one for one in night.harbour.channel.history() if one.only_for is None]


def _shown(*messages: Message) -> list[tuple[str, str, int | None]]:
    return [(one.id, one.content, one.edited_ms) for one in messages]


def _dm(person: Person) -> Message:
    (message,) = person.dm()
    return message


def _moment(after: int) -> str:
    return f"<t:{(AT + after) // 1000}:f>"


async def test_a_player_is_away_for_two_days_and_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reminded once alone, then before all; a vote is open, nobody votes, a robot plays; he takes his seat back."""
    fix_secrets(monkeypatch, "away")
    async with evening(tmp_path, ("Bear", "Bull", "Wally"), SLOW) as night:
        bear, bull, wally = night.people
        await _by_post(night)
        public, private = _shown(*_public(night)), _shown(_dm(bull), _dm(wally))
        turn = _dm(bear)
        since = f"he table has waited for you since {_moment(0)}."
        coming = (
            f"From {_moment(VOTE)} on the others may vote for a robot to play your seat; "
            f"without a vote, one will from {_moment(CORRESPONDENCE.stand_in)} on."
        )

        await night.pass_time(FIRST / 1000)
        assert _dm(bear).id != turn.id
        assert f"-# T{since} {coming}" in _dm(bear).content.splitlines()
        assert _shown(*_public(night)) == public
        assert _shown(_dm(bull), _dm(wally)) == private

        await night.pass_time((SECOND - FIRST) / 1000)
        assert _public(night)[-1].content == f"{bear.mention}, t{since} {coming}"
        assert _shown(*_public(night)[:-1]) == public
        assert _shown(_dm(bull), _dm(wally)) == private

        await night.pass_time((VOTE - SECOND) / 1000)
        asked = [one for one in _public(night) if bear.mention in one.content]
        assert [one.content for one in asked] == [
            f"{bear.mention}, t{since} The others may now vote for a robot to play your seat; without a vote, one "
            f"will from {_moment(CORRESPONDENCE.stand_in)} on. You can take it back at any time with **My hand**."
        ]
        assert button(night.board(), "vote.0")
        assert night.board() == _public(night)[-1]

        held = (await night.now()).view(Seat(0)).holding
        await night.pass_time((CORRESPONDENCE.stand_in - VOTE) / 1000)
        table = await night.now()
        assert table.seats[0].stand_in is not None
        assert len(table.view(Seat(0)).holding) == len(held) - 1
        log = [line for one in _public(night) for line in one.content.splitlines()]
        assert "A robot plays for Bear until Bear is back." in log
        assert _shown(*_public(night))[0] == public[0], "an old page of the log is left alone"
        assert "-# The table does not wait for Bear any more." in log
        assert not button(night.board(), "vote.0")
        assert _dm(bear).content.startswith(
            "A robot plays your seat; **My hand** at the table gives it back to you.\n-# Duo Dominoes"
        )
        assert not any(bear.mention in one.content for one in _public(night))

        answer = await bear.press(night.board(), button(night.board(), "hand.show"))
        await night.still(answer)
        shown = await answer.followup()
        assert shown.only_for == bear.id
        table = await night.now()
        assert table.seats[0].stand_in is None
        for message in (shown, _dm(bear)):
            assert "robot" not in message.content
            (picture,) = message.attachments
            assert all(code(piece) in (picture.description or "") for piece in table.view(Seat(0)).holding)
        assert "Bear is back." in [line for one in _public(night) for line in one.content.splitlines()]
        await night.until(lambda now: now.crowd.to_act == (0,))
        before = len((await night.now()).view(Seat(0)).holding)
        await night.move(bear)
        assert len((await night.now()).view(Seat(0)).holding) == before - 1


async def test_a_table_that_is_closed_takes_its_reminder_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fix_secrets(monkeypatch, "away")
    async with evening(tmp_path, ("Bear", "Bull", "Wally"), SLOW) as night:
        bear = night.people[0]
        await _by_post(night)
        for step in (FIRST, SECOND - FIRST, VOTE - SECOND):
            await night.pass_time(step / 1000)
        assert any(bear.mention in one.content for one in _public(night))
        await night.still(await bear.slash("table close"))
        told = [one.content for one in _public(night)]
        assert not any(bear.mention in one for one in told)
        assert "-# The table does not wait for Bear any more." in told


async def test_alone_among_robots_nobody_can_vote(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fix_secrets(monkeypatch, "away")
    async with evening(tmp_path, ("Bear",), SLOW) as night:
        (bear,) = night.people
        await night.still(
            await bear.slash("table open", options={"game": "duo-dominoes", "pace": "correspondence"}),
        )
        lobby = await bear.wait_for_message(lambda message: button(message, "lobby.join"))
        night.table = int(button(lobby, "lobby.join").split(":")[1])
        for _ in range(3):
            await night.still(await bear.press(lobby, button(lobby, "lobby.robot+")))
        await night.start()
        table = await night.until(lambda now: now.crowd.to_act == (0,))
        waiting = table.subject_at
        for at in (FIRST, SECOND, VOTE):
            await night.pass_time((waiting + at - night.harbour.clock.now()) / 1000)
        (asked,) = [one for one in _public(night) if bear.mention in one.content]
        stand_in = (waiting + CORRESPONDENCE.stand_in) // 1000
        assert asked.content.endswith(
            f"From <t:{stand_in}:f> on a robot plays your seat; you can take it back at any time with **My hand**."
        )
        assert CORRESPONDENCE.stand_in == 48 * HOUR
