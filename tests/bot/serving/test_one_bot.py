"""Two copies of the bot with one token and a database each: the one that came later stops, and both hosts are told."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.cli.run import find_button, make_harbour_settings
from bot.config import Misconfigured, Settings, Unavailable
from bot.edge.marks import DEAD_AFTER
from bot.edge.steady_clock import SteadyClock
from bot.serving import one_bot
from bot.serving.app import App
from bot.store import Store
from bot.store.processes import marks
from bot.store.processes.leases import Lease
from harbour import Harbour, Person
from tests.chance import FixedSeals, SeededChance
from tests.databases import copy_migrated
from tests.injected_faults import Fault, inject_fault
from tests.left_out import LONGER, MORE_CASES, mark_thorough
from tests.stories.table_messages import board_messages

PATIENCE = 60.0
OUTAGE = DEAD_AFTER / 1000 + 60
"""Seconds after which the mark of a copy that does not run is dead."""
EMOJIS = "/applications/.*/emojis"


@dataclass
class Copy:
    """A copy of the bot: in these tests a task with a database of its own."""

    harbour: Harbour
    store: Store
    lease: Lease = field(default_factory=Lease)
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    running: asyncio.Task[None] | None = None

    def begin(self) -> asyncio.Task[None]:
        """Start the copy."""
        settings = make_harbour_settings(Settings(), self.harbour)
        app = App(settings, self.store, clock=SteadyClock(), pieces=dict, chance=SeededChance("copies"),
                  sealer=FixedSeals, lease=self.lease)  # fmt: skip
        self.running = asyncio.create_task(app.run(self.stop, self.ready))
        return self.running

    async def serve(self) -> None:
        """Start the copy, and wait until it serves. Raises the error with which it ends."""
        running, waiting = self.begin(), asyncio.create_task(self.ready.wait())
        await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            waiting.cancel()
            await running

    async def end(self) -> None:
        """Stop the copy as its host does."""
        self.stop.set()
        if self.running is not None:
            await asyncio.gather(self.running, return_exceptions=True)


@dataclass
class Hosts:
    """A harbour, and the copies that were made."""

    harbour: Harbour
    folder: Path
    stack: contextlib.AsyncExitStack

    async def make(self, name: str) -> Copy:
        """Make a copy with a database of this name; one that exists is taken up."""
        file = self.folder / f"{name}.db"
        store = await Store.open(f"sqlite:///{file}" if file.exists() else copy_migrated(file))
        await self.stack.enter_async_context(store)
        copy = Copy(self.harbour, store)
        self.stack.push_async_callback(copy.end)
        return copy

    async def wait_until_told(self) -> None:
        """Wait until the host of the copy that stayed has read of the others."""
        told = lambda: sum("Another copy" in message.content for message in self.harbour.owner.dm()) == 1  # noqa: E731
        await self.harbour.state.signal.wait_until(told, PATIENCE, "a letter to the host")

    def list_marks(self) -> list[str]:
        """The names of the marks at Discord."""
        return [emoji.name for emoji in self.harbour.state.emojis.values() if emoji.name.startswith("Boneyard_")]


@pytest.fixture
async def hosts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Hosts]:
    """Copies that look for others twenty times a second."""
    monkeypatch.setattr(one_bot, "LOOK_EVERY", 0.05)
    monkeypatch.setattr(one_bot, "AGAIN_AFTER", 0.05)
    async with contextlib.AsyncExitStack() as stack:
        harbour = await stack.enter_async_context(Harbour(acknowledge_within_s=PATIENCE))
        yield Hosts(harbour, tmp_path, stack)


async def open_table(harbour: Harbour) -> Person:
    """Let Bear open a table; returns Bear once its lobby is there."""
    await harbour.wait_for_commands(PATIENCE)
    bear = next((person for person in harbour.people if person.name == "Bear"), None) or harbour.add_user("Bear")
    await (await bear.slash("table open", options={"game": "duo-dominoes"})).message(PATIENCE)
    await bear.wait_for_message(lambda message: find_button(message, "lobby.join"), timeout=PATIENCE)
    return bear


async def test_a_copy_that_is_started_later_stops_before_it_serves(hosts: Hosts) -> None:
    first, second = await hosts.make("server"), await hosts.make("laptop")
    await first.serve()
    made = len(hosts.harbour.requests)
    with pytest.raises(Misconfigured, match=r"Boneyard_[0-9a-f]{8}_[0-9a-f]{8} among the application's emojis"):
        await second.serve()
    assert not second.ready.is_set()
    channel = f"/channels/{hosts.harbour.channel.id}"  # the first may tell its host meanwhile, by a direct message
    assert not any(channel in request.path for request in hosts.harbour.requests[made:])
    await hosts.wait_until_told()
    with pytest.raises(Misconfigured):  # a container engine starts it again
        await Copy(hosts.harbour, second.store).serve()
    await hosts.harbour.state.signal.wait_until(lambda: len(hosts.list_marks()) == 1, PATIENCE, "the end of its sign")
    await open_table(hosts.harbour)
    await hosts.wait_until_told()
    assert len(board_messages(hosts.harbour)) == 1
    assert not first.lease.lost.is_set()


@pytest.mark.parametrize("held", mark_thorough(["GET", "POST"], MORE_CASES, but=["POST"]))
async def test_of_two_copies_that_begin_at_once_one_serves(hosts: Hosts, held: str) -> None:
    """Both find no mark, or both show theirs, before either looks again."""
    copies = [await hosts.make("server"), await hosts.make("laptop")]
    waiting = inject_fault(hosts.harbour, Fault(held, EMOJIS, hold=True, times=2))
    serving = [asyncio.create_task(copy.serve()) for copy in copies]
    await hosts.harbour.state.signal.wait_until(lambda: waiting.hits == 2, PATIENCE, "two starts")
    waiting.release()
    ended = await asyncio.gather(*serving, return_exceptions=True)
    assert {type(end) for end in ended} == {Misconfigured, type(None)}
    await hosts.wait_until_told()
    await open_table(hosts.harbour)
    assert len(board_messages(hosts.harbour)) == 1


@pytest.mark.thorough(MORE_CASES)
async def test_a_copy_that_comes_back_after_an_outage_does_not_serve(hosts: Hosts) -> None:
    first = await hosts.make("server")
    await first.serve()
    first.lease.lose()  # it sends nothing more, as a machine that lost its power
    with pytest.raises(Unavailable):
        assert first.running is not None
        await first.running
    hosts.harbour.clock.advance(OUTAGE)
    second = await hosts.make("laptop")
    await second.serve()
    back = Copy(hosts.harbour, first.store)
    with pytest.raises(Misconfigured, match="Another copy"):
        await back.serve()
    await hosts.wait_until_told()
    assert not second.lease.lost.is_set()


@pytest.mark.thorough(MORE_CASES)
async def test_a_copy_that_slept_looks_before_it_sends(hosts: Hosts, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bear's command wakes it. The copy that was started meanwhile opens the table."""
    with monkeypatch.context() as asleep:
        asleep.setattr(one_bot, "LOOK_EVERY", 1e6)
        first = await hosts.make("laptop")
        await first.serve()
    await hosts.harbour.wait_for_commands(PATIENCE)
    hosts.harbour.clock.advance(OUTAGE)
    second = await hosts.make("server")
    await second.serve()
    bear = await open_table(hosts.harbour)
    assert first.running is not None
    with pytest.raises(Misconfigured, match="Another copy"):
        await first.running
    await hosts.wait_until_told()
    assert len(board_messages(hosts.harbour)) == 1
    assert len(hosts.list_marks()) == 1
    assert bear.name == "Bear"


@pytest.mark.thorough(LONGER)
async def test_a_restart_and_a_fleet_are_no_other_copy(hosts: Hosts) -> None:
    """They know the words of one database, and share one mark."""
    first = await hosts.make("server")
    await first.serve()
    (mark,) = hosts.list_marks()
    await first.end()
    for store in (first.store, first.store):
        copy = Copy(hosts.harbour, store)
        hosts.stack.push_async_callback(copy.end)
        await copy.serve()
    assert hosts.list_marks() == [mark]
    assert not any("Another copy" in message.content for message in hosts.harbour.owner.dm())


async def test_a_mark_gets_a_new_word_every_minute_and_old_words_are_forgotten(hosts: Hosts) -> None:
    """So the database of a server that was copied to a laptop does not know the server's next mark."""
    first = await hosts.make("server")
    await first.serve()
    before = hosts.list_marks()
    hosts.harbour.clock.advance(60)
    await open_table(hosts.harbour)  # its answers tell the bot the time
    await hosts.harbour.state.signal.wait_until(lambda: hosts.list_marks() != before, PATIENCE, "another name")
    old = await first.store.read(marks.list_known)
    assert len(old) > 1
    await first.store.write(marks.note, "0" * 8, SteadyClock()() + 2 * marks.KEPT_FOR)
    known = await first.store.read(marks.list_known)  # perhaps with a word that the bot has just noted
    assert "0" * 8 in known and not old & known


@pytest.mark.thorough(MORE_CASES)
@pytest.mark.parametrize("status", [403, 404])
async def test_the_bot_serves_without_a_mark_if_discord_refuses_marks(hosts: Hosts, status: int) -> None:
    inject_fault(hosts.harbour, Fault("GET", EMOJIS, status=status, times=10_000))
    copy = await hosts.make("server")
    await copy.serve()
    await open_table(hosts.harbour)


@pytest.mark.thorough(MORE_CASES)
async def test_a_start_waits_for_discord_to_list_marks(hosts: Hosts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_bot, "ANSWERED_WITHIN", 1.0)
    inject_fault(hosts.harbour, Fault("GET", EMOJIS, hold=True, times=10_000))
    copy = await hosts.make("server")
    with pytest.raises(Unavailable, match="another copy"):
        await copy.serve()
