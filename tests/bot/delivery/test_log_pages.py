"""The pages of a log hold each line once and in order, wherever the bot is killed."""

import pytest

from bot.ports import Message, Place
from bot.store import Store
from bot.store.tables import commits
from bot.tables.history.entries import decode_entries
from tests.bot.harness.log_text import list_told_lines, page_of, split_runs
from tests.bot.harness.players import step, step_or_wait
from tests.bot.harness.room import BEAR, BULL, CHANNEL, NED, WALLY, Room, settings
from tests.left_out import MORE_CASES, mark_thorough

PEOPLE = (BEAR, BULL, WALLY, NED)


class Killed(Exception):
    """The bot was killed before its request reached Discord."""


@pytest.mark.parametrize("killed_at", mark_thorough(range(8), MORE_CASES, but=[3]))
async def test_no_line_is_lost_or_repeated_if_an_edit_of_the_log_never_reached_discord(
    store: Store, killed_at: int
) -> None:
    """The row already names the lines of the lost edit. A full page is edited again before the next begins."""
    room = Room(store, settings(log_length=160))
    await room.start()
    table = await room.start_table("duo-dominoes", PEOPLE, 0)
    edits = 0

    def fail(what: str, place: Place, message: Message | None) -> None:
        nonlocal edits
        if what == "edit" and place.channel == CHANNEL and message is not None and not message.rows:
            edits += 1
            if edits == killed_at + 1:
                raise Killed

    room.messenger.fail = fail
    for _ in range(60):
        if edits > killed_at:
            break
        await step_or_wait(room, table, *PEOPLE)
    assert edits > killed_at
    room.messenger.fail = lambda what, place, message: None
    room = await room.crash_and_restart()
    for person in PEOPLE:
        await step(room, table, person)
    await room.settle()
    present = await room.get(table)
    told = list_told_lines(present, decode_entries(await store.read(commits.read, table)))
    texts = [message.text for message in room.at(CHANNEL) if not message.rows]
    pages = [text for text in texts if "goes into it" not in text]  # without the seal of the shuffle
    assert len(pages) > 1
    assert split_runs("\n".join(pages)) == page_of(told)
    await room.stop()
