"""Two processes on one PostgreSQL at a Discord with its limits: a hundred tables in two servers, 25 moves a second.

Four people play Duo Dominoes at each table, by the buttons below their hands. So every press arrives at connection 0,
and half of the tables are the other process's. Each table moves at its own steady pace, once its player's screen shows
the last move. The harbour answers 429 to the 51st request within a second and to the sixth edit of a channel within
five, and notes when connections identify. Everybody moves a few times first, which is not counted. Some tables move
more often then than others, so that a hundred tables do not all deal in the same seconds.

`python -m tests.bench fleet` plays for ten minutes, a quick run for seconds, with fewer tables at the same pace each.
"""

import asyncio
import os
import tempfile
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, Final

from aiohttp import web

from bot.cli.run import find_button
from bot.serving.fleet import IDENTIFIED_EVERY
from bot.store import Store
from bot.store.tables import commits as stored_events
from games import registry
from games.core import find_dealing_verb
from harbour import Harbour, InteractionResponse, Message, Person
from harbour.rest.api import CarryOut, Exchange
from harbour.state import permissions
from harbour.state.model import Guild
from harbour.state.server_state import Event
from tests import databases, postgres
from tests.bench.alone import read_processor_seconds
from tests.bench.presses import Party
from tests.bench.rows import Row, at_most, find_percentile
from tests.injected_faults import injector_of
from tests.races.bot_process import breathe
from tests.races.process import IDENTIFY_EVERY
from tests.races.victim import Victim
from tests.stories.evening import NAMES
from tests.stories.table_messages import rack_messages

GAME: Final = "duo-dominoes"
EVERY: Final = 4.0
"""Seconds between two moves at a table."""
TABLES, QUICK_TABLES = 100, 4
LASTS, QUICK_LASTS = 600.0, 12.0
"""Seconds of play that are counted."""
WARM: Final = 4
"""The fewest moves at a table before that: everybody presses once."""
HAND: Final = 24
"""The usual moves of a hand. Tables begin to count at different moves of it."""
MOST_SHOWN: Final = 1.0
"""The most seconds from a press to the board, and to the screen of whoever pressed, for 99 of 100."""
MOST_REQUESTS: Final = 3.0
"""The most requests of a move with the bot's own token; those through presses count for nobody."""
MOST_GROWN: Final = 1.1
"""The most by which a process may grow."""
PATIENCE: Final = 120.0
VERBS: Final = frozenset({"play", "knock", find_dealing_verb(registry.game(GAME)).name})


@dataclass
class Measured:
    """What was measured: seconds from each press, and what went wrong."""

    acknowledged: list[float] = field(default_factory=list)
    board: list[float] = field(default_factory=list)
    screen: list[float] = field(default_factory=list)
    answers: list[tuple[int, InteractionResponse]] = field(default_factory=list)
    """Each press, with its table."""
    counted: int = 0
    """The requests that count among the fifty a second."""
    over: int = 0
    """The requests that were one too many, for a second or for a channel."""
    identified: list[float] = field(default_factory=list)
    lost: int = 0
    """The presses that neither moved a table nor were answered."""
    processor: float = 0.0
    """The seconds of processor that both processes used."""
    grown: float = 0.0
    """The largest ratio of a process's memory at the end to that after the first half."""


@dataclass
class Night:
    """A fleet at a harbour with limits, and what was measured there."""

    victim: Victim
    measured: Measured = field(default_factory=Measured)
    _expected: dict[str, list[asyncio.Future[float]]] = field(default_factory=dict)
    _changed: dict[str, asyncio.Event] = field(default_factory=dict)
    """By channel, what is set whenever a message of its party changes."""

    @property
    def harbour(self) -> Harbour:
        return self.victim.harbour

    def limit(self) -> None:
        """Set Discord's limits, and count what goes beyond them."""
        injector, gateway = injector_of(self.harbour), self.harbour.gateway
        injector.limits.per_second, injector.limits.edits = 50, 5
        identify, measured = gateway._identify, self.measured

        async def count(exchange: Exchange, request: web.Request, carry_out: CarryOut) -> None:
            await injector(exchange, request, carry_out)
            measured.over += exchange.status == 429
            measured.counted += not exchange.path.startswith(("/interactions/", "/webhooks/"))

        def note_identify(connection: Any, data: Any) -> None:
            measured.identified.append(asyncio.get_running_loop().time())
            identify(connection, data)

        self.harbour.api.around = count
        setattr(gateway, "_identify", note_identify)  # noqa: B010  (no method is assigned)
        self.harbour.state.subscribers.append(self._hear)

    def expect(self, channel: str) -> asyncio.Future[float]:
        """The time at which the next picture appears in a channel."""
        shown: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._expected.setdefault(channel, []).append(shown)
        return shown

    def _hear(self, event: Event) -> None:
        if event.name in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and event.data["channel_id"] in self._changed:
            self._changed[event.data["channel_id"]].set()
            for shown in self._expected.pop(event.data["channel_id"], ()) if event.data.get("attachments") else ():
                if not shown.done():
                    shown.set_result(asyncio.get_running_loop().time())

    async def seat(self, guild: Guild, number: int, seating: asyncio.Semaphore) -> Party:
        """Open a table in a channel of its own, and start it."""
        state = self.harbour.state
        async with seating:
            channel = state.add_channel(guild, f"table-{number}")
            people = [self.harbour.add_user(f"{name}{number}", member=False) for name in NAMES]
            for person in people:
                state.add_member(guild, person.user)
            first, *others = people
            await first.slash("table open", channel=channel, options={"game": GAME})

            def find_lobby(button: str) -> Message | None:
                return next((found for found in channel.messages.values() if find_button(found, button)), None)

            lobby = await state.signal.wait_until(lambda: find_lobby("lobby.join"), PATIENCE, "a lobby")
            for place, person in enumerate(others, 2):
                await person.press(lobby, find_button(lobby, "lobby.join"))
                line = f"{place}. {person.name}"
                await state.signal.wait_until(partial(lambda line: line in lobby.text, line), PATIENCE, line)
            await state.signal.wait_until(lambda: find_lobby("lobby.start"), PATIENCE, "Start")
            start = find_button(lobby, "lobby.start")
            await first.press(lobby, start)
            for person in people:
                await state.signal.wait_until(partial(rack_messages, person), PATIENCE, f"the hand of {person.name}")
            return Party(channel, people, int(start.split(":")[1]))

    async def play(self, party: Party, moves: int | None, until: float, measured: Measured) -> None:
        """Make moves at a table at a steady pace: so many, or until a time."""
        loop = asyncio.get_running_loop()
        due = loop.time()
        while (moves is None or moves > 0) and loop.time() < until:
            person, message, button = await self.find_move(party)
            board, screen = self.expect(party.channel.id), self.expect(message.channel_id)
            began = loop.time()
            answer = await person.press(message, button)
            measured.answers.append((party.table, answer))
            await answer.wait_for_acknowledgement(PATIENCE)
            measured.acknowledged.append(loop.time() - began)
            async with asyncio.timeout(PATIENCE):
                measured.board.append(await board - began)
                measured.screen.append(await screen - began)
            moves = None if moves is None else moves - 1
            due = max(due + EVERY, loop.time())
            await breathe(due - loop.time())

    async def find_move(self, party: Party) -> tuple[Person, Message, str]:
        """Wait until somebody can move. Only messages of the party wake it, so waiting tables cost nothing."""
        channels = [party.channel.id, *(rack_messages(person)[-1].channel_id for person in party.people)]
        changed = self._changed.setdefault(party.channel.id, asyncio.Event())
        self._changed |= dict.fromkeys(channels, changed)
        async with asyncio.timeout(PATIENCE):
            while (found := find_move(party)) is None:
                changed.clear()
                await changed.wait()
        return found

    def read_processor(self) -> float:
        """The seconds of processor that both processes have used so far, their painters included."""
        return sum(read_processor_seconds(process.pid) for process in self.victim.processes)

    def read_memory(self) -> list[int]:
        """The kilobytes that each process holds."""
        lines = (Path(f"/proc/{process.pid}/status").read_text() for process in self.victim.processes)
        return [int(text.partition("VmRSS:")[2].split()[0]) for text in lines]


def find_move(party: Party) -> tuple[Person, Message, str] | None:
    """Whoever has a button that moves, below their hand or the board, and that button."""
    for person in party.people:
        for message in rack_messages(person)[-1:]:
            for control in message.buttons():
                verb = str(control.get("custom_id", "")).split(":")[2:3]
                if verb and verb[0].partition(".")[0] in VERBS and not control.get("disabled"):
                    return person, message, str(control["custom_id"])
    return None


async def count_lost(url: str, answers: list[tuple[int, InteractionResponse]]) -> int:
    """Count the presses that neither moved their table nor were answered."""
    lost = 0
    async with await Store.open(url) as store:
        for table, answer in answers:
            moved = await store.read(stored_events.find_commit, table, f"i:{answer.id}")
            lost += moved is None and not answer.interaction.followups
    return lost


async def play_night(folder: Path, url: str, tables: int, lasts: float) -> tuple[Measured, float]:
    """Play, and return what was measured with the seconds that it took."""
    async with Harbour(acknowledge_within_s=PATIENCE, remember=False) as harbour:
        state, guilds = harbour.state, {int(harbour.guild.id) >> 22 & 1: harbour.guild}
        while len(guilds) < 2:
            await breathe(0.001)  # the id says when it was made
            guild = state.add_guild("Other deck", harbour.owner.user, permissions.BOT_DEFAULT)
            guilds.setdefault(int(guild.id) >> 22 & 1, guild)
        victim = Victim(harbour, folder, url=url, at_once=2, connections=2)
        night, loop = Night(victim), asyncio.get_running_loop()
        night.limit()
        try:
            await victim.start()
            await harbour.wait_for_commands(PATIENCE)
            seating = asyncio.Semaphore(4)
            seated = (night.seat(guilds[number % 2], number, seating) for number in range(tables))
            parties = await asyncio.gather(*seated)
            warming = (
                night.play(party, WARM + at % HAND, loop.time() + PATIENCE * 10, Measured())
                for at, party in enumerate(parties)
            )
            await asyncio.gather(*warming)
            began, measured = loop.time(), night.measured
            measured.counted = measured.over = 0
            measured.processor = -night.read_processor()
            playing = [asyncio.create_task(_play_later(night, party, at, lasts)) for at, party in enumerate(parties)]
            await breathe(lasts / 2)
            memory = night.read_memory()
            await asyncio.gather(*playing)
            took = loop.time() - began
            measured.processor += night.read_processor()
            measured.grown = max(after / before for before, after in zip(memory, night.read_memory(), strict=True))
        finally:
            await victim.close()
        assert harbour.failures == []
    measured.lost = await count_lost(url, measured.answers)
    return measured, took


async def _play_later(night: Night, party: Party, number: int, lasts: float) -> None:
    """Play at a table whose moves lie between those of the others."""
    await breathe(number * EVERY / TABLES % EVERY)
    await night.play(party, None, asyncio.get_running_loop().time() + lasts, night.measured)


def none_at_all(name: str, count: int) -> Row:
    """A count that must be 0."""
    return Row(name, count, 0.0, float(count == 0), 1.0)


def measure(quick: bool) -> list[Row]:
    """Rows of (name, ours, aim, ratio, at least)."""
    tables, lasts = (QUICK_TABLES, QUICK_LASTS) if quick else (TABLES, LASTS)
    os.environ[IDENTIFY_EVERY] = str(IDENTIFIED_EVERY)
    url = postgres.server().create(databases.migrated_postgres())
    with tempfile.TemporaryDirectory(prefix="boneyard-bench-") as folder:
        found, took = asyncio.run(play_night(Path(folder), url, tables, lasts))
    apart = [later - first for first, later in zip(found.identified, found.identified[1:], strict=False)]
    return [
        Row(f"a fleet of two, {tables} tables: moves a second", len(found.board) / took),
        Row("processor of both processes, ms a move", found.processor / len(found.board) * 1000),
        Row("requests that count, a second (Discord allows 50)", found.counted / took),
        at_most("requests that count, a move / aim", found.counted / len(found.board), MOST_REQUESTS),
        at_most("acknowledged, 99 of 100 (s) / aim", find_percentile(found.acknowledged, 99), 1.0),
        at_most("the board, median (s) / aim", median(found.board), MOST_SHOWN),
        at_most("the board, 99 of 100 (s) / aim", find_percentile(found.board, 99), MOST_SHOWN),
        at_most("the presser's screen, median (s) / aim", median(found.screen), MOST_SHOWN),
        at_most("the presser's screen, 99 of 100 (s) / aim", find_percentile(found.screen, 99), MOST_SHOWN),
        none_at_all("requests over a limit", found.over),
        none_at_all("connections that identified within five seconds of another", sum(gap < 5 for gap in apart)),
        none_at_all("presses lost", found.lost),
        at_most("memory of a process, growth (ratio) / aim", found.grown, MOST_GROWN),
    ]
