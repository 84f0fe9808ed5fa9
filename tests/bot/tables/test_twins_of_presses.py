"""Twin worlds of presses: no edit that a press causes tells anybody of a secret answer.

A message whose reader presses a button is edited by the answer to that press. Discord does not count this edit as a
request of the bot, so it has another pace. A press on a message of several readers may be a secret answer.
"""

from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.delivery.edit_pacing import EditPacing
from bot.delivery.message_rows import MessageRows
from bot.delivery.projector import MessageSync
from bot.ports import Requester
from bot.store.messages import projections
from bot.tables.aggregate import Table
from tests.bot.delivery.test_projector import NoHandling
from tests.bot.harness.memory_messenger import dm
from tests.bot.harness.room import BEAR, BULL, CHANNEL, WALLY
from tests.bot.harness.twin_worlds import World, play
from tests.bot.tables.test_twins_in_time import PEOPLE, PIECES, Story, _check_alike, _play_story
from tests.left_out import MORE_CASES, mark_thorough
from tests.views import own_view

Paces = list[tuple[str, bool]]
Answers = Sequence[tuple[Requester, str]]


async def list_paces(here: World, table: int) -> Paces:
    """List the messages that Bear can read, each with True if its edits are counted apart from its channel's."""
    sync = MessageSync(MessageRows(here.store), here.recorder, here.clock, NoHandling(), EditPacing())
    shown = await here.read(projections.list_of_table, table)
    seen = [row for row in shown if row.channel in (CHANNEL, dm(BEAR.user).channel)]
    return sorted((str(row.key), sync.find_bucket(row) != (row.channel, False)) for row in seen)


def _is_bears_bone_callable(table: Table) -> bool:
    discards = own_view(table).discards
    return table.public_view.phase == "calling" and bool(discards) and discards[-1].seat == table.seat_of(BEAR.user)


def _answer_story(answers: Answers, paces: list[Paces]) -> Story:
    """Answer a window in secret, by presses on the board and on own messages, and let the window close."""

    async def story(here: World, table: int) -> None:
        await play(here, table, PEOPLE, _is_bears_bone_callable)
        for row in await here.read(projections.list_of_table, table):
            if row.message is not None and row.channel == dm(BEAR.user).channel:
                here.recorder.pressed.add(row.message)  # Bear threw a bone by a press
        await here.pass_time(1_000)
        for who, words in answers:
            for row in await here.read(projections.list_of_table, table):
                if row.message is not None and row.channel in (CHANNEL, dm(who.user).channel):
                    here.recorder.pressed.add(row.message)
            await here.say(table, words, who)
            await here.settle()
            paces.append(await list_paces(here, table))
        await here.pass_time(5_000)
        paces.append(await list_paces(here, table))

    return story


@pytest.mark.parametrize(
    "answers", mark_thorough([[(BULL, "pass")], [(BULL, "pass"), (WALLY, "pass")]], MORE_CASES, but=[[(BULL, "pass")]])
)
async def test_a_press_in_secret_changes_no_edit_and_no_pace_of_others(tmp_path: Path, answers: Answers) -> None:
    """PB-47: nobody sees who has answered."""
    paces: tuple[list[Paces], list[Paces]] = ([], [])
    one, _, _ = await _play_story(
        tmp_path / "one", "pussers-bones", PIECES["pussers-bones"], _answer_story([], paces[0]), call_mode="courtesy"
    )
    two, _, _ = await _play_story(
        tmp_path / "two",
        "pussers-bones",
        PIECES["pussers-bones"],
        _answer_story(answers, paces[1]),
        call_mode="courtesy",
    )
    _check_alike(one, two)
    (silent,) = paces[0]
    assert any(free for _, free in silent), "Bear's own post is edited by Bear's press"
    assert all(there == silent for there in paces[1])
