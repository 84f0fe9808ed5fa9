"""The pages of a log hold each line once and in order, wherever the bot is killed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.messages import log
from bot.ports.messenger import Place
from bot.ports.ui import Message
from bot.store.store import Store
from bot.store.tables import events
from bot.tables.history.entries import entries
from tests.bot.harness.players import step, step_or_wait
from tests.bot.harness.room import BEAR, BULL, CHANNEL, NED, WALLY, Room, settings

PEOPLE = (BEAR, BULL, WALLY, NED)


def moves_of(text: str) -> list[str]:
    """The lines of the log, and the moves that stand in runs, one by one."""
    return [part for line in text.split("\n") for part in line.removeprefix("-# ").split(" · ")]


class Killed(Exception):
    """The bot was killed before its request reached Discord."""


@pytest.mark.parametrize("killed_at", range(8))
async def test_no_line_is_lost_or_repeated_if_an_edit_of_the_log_never_reached_discord(
    store: Store, killed_at: int
) -> None:
    """The row already tells which lines the edit was to show. A full page is edited again before the next begins."""
    room = Room(store, replace(settings(), log_length=160))
    await room.start()
    table = await room.started("duo-dominoes", PEOPLE, 0)
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
    room = await room.again()
    for person in PEOPLE:
        await step(room, table, person)
    await room.settled()
    present = await room.tables.get(table)
    known = log.more(present, log.LogLines(0, 0, ()), 0, entries(await store.read(events.read, table)))
    told = [line.text if line.short is None else line.short for line in known.lines]
    texts = [message.text for message in room.messenger.at(CHANNEL) if not message.rows]
    pages = [text for text in texts if "goes into it" not in text]  # without the seal of the shuffle
    assert len(pages) > 1
    assert moves_of("\n".join(pages)) == moves_of("\n".join(told))
    await room.stop()
