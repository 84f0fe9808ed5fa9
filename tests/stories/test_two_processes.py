"""Two processes on one PostgreSQL: a press in a DM arrives at the first, and the second, which shows the table, edits
the presser's screen by its token."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import pytest

from bot.cli.run import find_button, make_harbour_settings
from bot.config import Settings
from bot.serving import fleet
from bot.serving.app import App
from bot.serving.settings import shards_of
from bot.store import Store
from bot.store.processes.leases import hold_lease
from games.core import Seat
from harbour import Harbour, Message, Person
from tests.chance import FixedSeals, SeededChance
from tests.databases import migrated_url
from tests.stories.evening import NAMES, SETTINGS, Evening, words_for
from tests.stories.table_messages import rack_messages

__all__ = ["migrated_url"]

PATIENCE = 30.0


@pytest.fixture
def kind() -> str:
    """Several processes need PostgreSQL."""
    return "postgresql"


@dataclass
class TwoApps:
    """The process that gets all DMs, and the one that serves the server."""

    harbour: Harbour
    first: App
    home: App

    def list_edits(self, message: Message) -> list[bool]:
        """The edits of a message so far: True for one by a press, False for one that Discord counts."""
        found = []
        for request in self.harbour.requests:
            answer = request.answer if isinstance(request.answer, dict) else {}
            if request.method == "PATCH" and request.status == 200 and answer.get("id") == message.id:
                found.append(request.path.startswith("/webhooks/"))
        return found


@contextlib.asynccontextmanager
async def run_app(harbour: Harbour, url: str, folder: Path, connections: str, count: int) -> AsyncIterator[App]:
    """Run a process with these connections."""
    settings = replace(
        make_harbour_settings(Settings(), harbour),
        shards=count,
        shard_ids=connections,
        database_url=url,
        boneyard_data=str(folder),
    )
    async with await Store.open(url) as store, hold_lease(store.engine, shards_of(settings)) as lease:
        store.writer.fence = lease.check
        app = App(settings, store, SETTINGS, harbour.clock.now, dict, SeededChance("two"), FixedSeals, lease=lease)
        stop, ready = asyncio.Event(), asyncio.Event()
        running = asyncio.create_task(app.run(stop, ready))
        waiting = asyncio.create_task(ready.wait())
        await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
        try:
            yield app
        finally:
            waiting.cancel()
            stop.set()
            await running


@contextlib.asynccontextmanager
async def open_two(url: str, folder: Path) -> AsyncIterator[TwoApps]:
    """Run two processes: one with connection 0, which gets the DMs, and one with that of the harbour's server."""
    async with Harbour() as harbour:
        stamp = int(harbour.guild.id) >> 22
        count = next(count for count in range(2, 99) if stamp % count)
        async with (
            run_app(harbour, url, folder, "0", count) as first,
            run_app(harbour, url, folder, str(stamp % count), count) as home,
        ):
            await harbour.wait_for_commands(PATIENCE)
            yield TwoApps(harbour, first, home)
        assert harbour.failures == []


async def start_duo(two: TwoApps) -> tuple[list[Person], int]:
    """Let four people start Duo Dominoes. Returns them by seat, and the table."""
    people = [two.harbour.add_user(name) for name in NAMES]
    first, *others = people
    await (await first.slash("table open", options={"game": "duo-dominoes"})).message(PATIENCE)
    lobby = await first.wait_for_message(lambda message: find_button(message, "lobby.join"), timeout=PATIENCE)
    for place, person in enumerate(others, 2):
        await person.press(lobby, find_button(lobby, "lobby.join"))
        seated = partial(lambda line: line in lobby.text, f"{place}. {person.name}")
        await two.harbour.state.signal.wait_until(seated, PATIENCE, f"{person.name} at the table")
    await two.harbour.state.signal.wait_until(lambda: find_button(lobby, "lobby.start"), PATIENCE, "Start")
    await first.press(lobby, find_button(lobby, "lobby.start"))
    for person in people:
        await person.wait_for(lambda person: rack_messages(person) or None, PATIENCE, "a hand")
    return people, int(find_button(lobby, "lobby.start").split(":")[1])


async def test_a_press_in_a_dm_edits_the_pressers_screen_from_the_process_of_the_table(
    tmp_path: Path, migrated_url: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    monkeypatch.setattr(fleet, "IDENTIFIED_EVERY", 0.0)
    async with open_two(migrated_url, tmp_path) as two:
        people, number = await start_duo(two)
        assert two.home.parts is not None
        night = Evening(two.harbour, two.home, two.home.store, people, number)
        tokens = []
        for _ in range(2):  # a third player's screen would wait for its pace
            table = await two.home.parts.tables.read_fresh(number)
            moves = ((person, words_for(table, Seat(seat))) for seat, person in enumerate(people))
            person, words = next((person, words) for person, words in moves if words is not None)
            (rack,) = rack_messages(person)
            find_press = partial(night.find_press, person, rack, *words.partition(" ")[::2])
            await two.harbour.state.signal.wait_until(find_press, PATIENCE, f"{words} below the hand")
            press = find_press()
            assert press is not None
            before, alt = two.list_edits(rack), rack.attachments[0].description
            answer = await press()
            tokens.append(answer.interaction.token)
            shown = partial(lambda rack, alt: rack.attachments[0].description != alt, rack, alt)
            await two.harbour.state.signal.wait_until(shown, PATIENCE, "the move on the screen of whoever made it")
            assert two.list_edits(rack)[len(before) :] == [True]
        assert [record for record in caplog.messages for token in tokens if token in record] == []
