"""/practice from a server: a table with robots in the player's DM, a hint, a restart, typed moves, the end."""

from __future__ import annotations

from pathlib import Path

from bot.cli.run import find_button
from harbour import Message, Person
from tests.chance import SeededChance
from tests.stories.dealt_evenings import private_answer
from tests.stories.evening import Evening, evening, type_move, words_for


def table_of(person: Person) -> Message:
    """The only message in a person's DM that belongs to a table."""
    posted = [message for message in person.dm() if message.controls() and not message.ephemeral]
    (found,) = [message for message in posted if not str(message.controls()[0]["custom_id"]).startswith("by:0:")]
    return found


async def turn(night: Evening) -> str:
    """Let the robots play until the person can move; returns the move that a robot would make."""
    for _ in range(50):
        table = await night.now()
        words = words_for(table, table.people[0])
        if words is not None:
            return words
        await night.pass_time(3)
    raise AssertionError("the turn never came")


async def play(night: Evening, person: Person) -> None:
    """Make a move by its button, or by typing in the DM if it has none."""
    words = await turn(night)
    verb, _, argument = words.partition(" ")
    board = table_of(person)
    pressed = find_button(board, f"{verb}.{argument}" if argument else verb)
    if pressed:
        await night.settle(await person.press(board, pressed))
    else:
        command, options = type_move(verb, argument)
        await night.settle(await person.slash(command, channel=person.dm_channel, options=options))


async def test_practice_from_a_server_a_hint_a_restart_and_the_end(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("practice")) as night:
        bear, bull = night.people[:2]
        before = len(bull.collect_seen())
        told = await bear.slash("practice", options={"game": "duo-dominoes", "level": "deckhand"})
        await night.settle(told)
        assert "is in your DM" in (await private_answer(told)).content
        board = table_of(bear)
        assert len(board.attachments) == 1
        assert len(bull.collect_seen()) == before
        night.table = int(find_button(board, "hint").split(":")[1])

        await play(night, bear)
        await night.restart()
        for _ in range(2):
            await play(night, bear)
        await turn(night)
        board = table_of(bear)
        hint = await bear.press(board, find_button(board, "hint"))
        await night.settle(hint)
        assert "An old hand would say" in (await hint.followup()).content
        await play(night, bear)
        await bear.wait_for(
            lambda _: not bear.ephemerals(bear.dm_channel), awaited="the end of the hint after the move"
        )

        asked = await bear.slash("practice", channel=bear.dm_channel, options={"game": "lombardy-bones"})
        await night.settle(asked)
        question = await private_answer(asked)
        assert "Continue there, or close it" in question.content
        await night.settle(await bear.press(question, find_button(question, "practice.close")))
        assert (await night.now()).status == "closed"
        assert find_button(table_of(bear), "practice.new.duo-dominoes.deckhand")
