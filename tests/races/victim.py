"""A bot in one or more processes at a harbour, which tests kill and start again while people play.

`test_killed` kills it at chosen moments, `chaos` at random moments.
"""

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from bot.cli.run import find_button
from bot.store import Store
from bot.store.tables import commits as stored_events
from bot.tables.aggregate import Table
from bot.tables.repository import TableRepository
from bot.tables.timing.deadlines import is_waiting_for_next_hand
from games import registry
from games.bonedoneskis.state import State as StudTable
from games.core import Seat
from games.duo.state import State as DuoTable
from games.lombardy.state import State as LombardyTable
from games.pieces.bones import FULL_SET
from games.pieces.dominoes import mask
from harbour import Harbour, InteractionResponse, Message, Person
from tests.games.pussers.test_properties import bones_at
from tests.harbour.description import load_description, reused_nonces
from tests.races.bot_process import PATIENCE, BotProcess
from tests.races.process import SEED
from tests.stories.evening import NAMES, find_command, words_for
from tests.stories.table_messages import rack_messages, wait_until_shown

LOOK_AGAIN = 1.0
"""Seconds after which a player without a move looks at the table again."""


def has_every_domino_once(table: DuoTable | LombardyTable) -> bool:
    """True if every domino is in exactly one place."""
    drawn_from = table.boneyard if isinstance(table, LombardyTable) else ()
    parts = [*table.holdings, mask(drawn_from), table.line.on_table]
    return sum(part.bit_count() for part in parts) == 28 and sum(parts) == (1 << 28) - 1


def has_every_card_once(table: StudTable) -> bool:
    """True if every card is in exactly one place."""
    lying = [placed & 63 for line in table.lines for placed in line]
    return sorted([*table.deck, *table.muck, *lying]) == list(range(52))


@dataclass(frozen=True)
class Evening:
    """The players, house rules and kills of an evening of one game."""

    has_all_pieces: Callable[[Any], bool]
    """A check that a state has every piece exactly once."""
    house: dict[str, str] = field(default_factory=dict)
    names: tuple[str, ...] = NAMES
    kills: tuple[int, ...] = (0, 1, 2, 4)
    """For each kill, the number of requests to Discord that a test waits for after a move.

    At 0 the bot has not answered yet; later it has acknowledged the move, or is sending the messages that show it.
    """


EVENINGS = {
    "duo-dominoes": Evening(has_every_domino_once),
    "lombardy-bones": Evening(has_every_domino_once, {"call_mode": "everyone-decides", "decide_timeout_s": "0"}),
    "pussers-bones": Evening(
        lambda table: table.hand == 0 or bones_at(table) == sorted(FULL_SET),
        {"call_mode": "everyone-decides", "decide_timeout_s": "0"},
        kills=(0, 1, 2) * 2,
    ),
    "bonedoneskis": Evening(
        has_every_card_once, {"max_seats": "8"}, (*NAMES, "Tug", "Nosey", "Sharkey", "Dusty"), kills=(0, 1, 2) * 2
    ),
}
FIRST = next(iter(registry.NAMES))


@dataclass
class Victim:
    """A bot that tests kill and start again."""

    harbour: Harbour
    folder: Path
    store: Store | None = None
    people: list[Person] = field(default_factory=list)
    processes: list[BotProcess] = field(default_factory=list)
    table: int = 0
    game: str = FIRST
    url: str = ""
    """The URL of the bot's database; if empty, a file in `folder`."""
    at_once: int = 1
    """Processes that run side by side."""
    connections: int = 1
    """Connections to Discord. Each process holds every third of them if there are three processes, and so on."""
    parts: dict[BotProcess, int] = field(default_factory=dict)
    """The number of each process, from 0, which gives its part of the connections."""
    ports: dict[BotProcess, int] = field(default_factory=dict)
    """The port at which each process answers for its health."""

    def __post_init__(self) -> None:
        """Set the URL of the database if none is given."""
        self.url = self.url or f"sqlite:///{self.folder / 'boneyard.db'}"

    async def start(self) -> None:
        """Start the missing processes; wait until all connections are there.

        Raises AssertionError with the stderr of a process that ends.
        """
        self.launch_missing()
        ended = [asyncio.create_task(process.end()) for process in self.processes]
        ready = asyncio.create_task(self.wait_until_served())
        await asyncio.wait({*ended, ready}, return_when=asyncio.FIRST_COMPLETED)
        for task in ended:
            task.cancel()
        if not ready.done():
            ready.cancel()
            errors = [await process.end() for process in self.processes if process.returncode is not None]
            raise AssertionError(f"the bot ended by itself: {''.join(errors)}")
        await ready

    def launch_missing(self) -> None:
        """Start the missing processes, without waiting for them."""
        for part in sorted({*range(self.at_once)} - {self.parts[process] for process in self.processes}):
            with socket.create_server(("127.0.0.1", 0)) as free:
                port = free.getsockname()[1]
            self.processes.append(process := self._launch(part, port))
            self.parts[process], self.ports[process] = part, port

    def find(self, part: int) -> BotProcess:
        """Find the process with this number."""
        return next(process for process in self.processes if self.parts[process] == part)

    @property
    def home(self) -> int:
        """The number of the process that serves the crew's server."""
        return (int(self.harbour.guild.id) >> 22) % self.at_once

    def _launch(self, part: int, port: int) -> BotProcess:
        harbour = self.harbour
        environment = {
            **os.environ,
            "DISCORD_TOKEN": harbour.token,
            "DISCORD_API_BASE": harbour.api_base,
            "DISCORD_GATEWAY": harbour.gateway_url,
            "DISCORD_CDN": harbour.cdn_base,
            "SHARDS": str(self.connections),
            "DATABASE_URL": self.url,
            "BONEYARD_DATA": str(self.folder),
            "LOG_LEVEL": "WARNING",
            "HEALTH_PORT": str(port),
            SEED: "killed",
        }
        if self.at_once > 1:
            environment["SHARD_IDS"] = ",".join(map(str, range(part, self.connections, self.at_once)))
        return BotProcess(self.folder, environment)

    async def wait_until_served(self) -> None:
        """Wait until all connections are there."""
        gateway = self.harbour.gateway
        await self.harbour.state.signal.wait_until(
            lambda: len(gateway.connected) == self.connections, PATIENCE, "all connections"
        )

    async def kill(self, number: int = 0) -> str:
        """Kill a process with SIGKILL; return its stderr. Raises AssertionError with it if the process has ended."""
        process = self.processes.pop(number)
        lines = len(self.harbour.gateway.connected)
        ended = process.returncode is not None
        if not ended:
            process.send_signal(signal.SIGKILL)
        errors = await process.end()
        assert not ended, f"the bot ended by itself with status {process.returncode}: {errors}"
        if lines:
            own = len(range(self.parts[process], self.connections, self.at_once))
            await self.harbour.state.signal.wait_until(
                lambda: len(self.harbour.gateway.connected) <= lines - own, PATIENCE, "the dead lines"
            )
        return errors

    async def stop(self) -> list[int | None]:
        """End the bot with SIGTERM; return the exit statuses. Prints the stderr of processes that failed."""
        ending, self.processes = self.processes, []
        for process in ending:
            process.send_signal(signal.SIGTERM)
        outputs = await asyncio.gather(*(process.end() for process in ending))
        for process, errors in zip(ending, outputs, strict=True):
            if process.returncode:
                print(f"status {process.returncode}: {errors}", file=sys.stderr)
        return [process.returncode for process in ending]

    async def close(self) -> None:
        """Kill all processes that still run, and close the database."""
        try:
            while self.processes:
                await self.kill()
        finally:
            if self.store is not None:
                await self.store.close()

    async def load_table(self) -> Table:
        """Load the table as it is on disk."""
        assert self.store is not None
        return await TableRepository(self.store, registry.game, lambda user: None).get(self.table)

    async def causes(self) -> list[str]:
        """The causes ("i:" and an id) of the game's events in order, each only once for events in a row."""
        assert self.store is not None
        found: list[str] = []
        for row in await self.store.read(stored_events.read, self.table):
            cause = row.cause or ""
            if (
                row.kind.startswith(f"{registry.game(self.game).EVENT_PREFIX}.")
                and cause.startswith("i:")
                and found[-1:] != [cause]
            ):
                found.append(cause)
        return found

    async def wait_until_shown(self) -> Table:
        """Wait until one board, and one rack for each person, show the table as it is on disk; returns that table.

        The table's own clock may move it on meanwhile. Raises a TimeoutError that names the wrong message.
        """
        return await wait_until_shown(self.harbour, self.people, self.load_table, PATIENCE)


@contextlib.asynccontextmanager
async def open_victim(
    folder: Path, url: str = "", at_once: int = 1, connections: int | None = None
) -> AsyncIterator[Victim]:
    """Start a bot at a harbour that waits `PATIENCE` for acknowledgements; fail if the harbour reports a failure.

    The bot has one connection for each process, unless `connections` is given.
    """
    async with Harbour(acknowledge_within_s=PATIENCE) as harbour:
        made = Victim(harbour, folder, url=url, at_once=at_once, connections=connections or at_once)
        try:
            await made.start()
            await harbour.wait_for_commands(PATIENCE)
            yield made
        finally:
            await made.close()
        assert harbour.failures == []
        assert load_description().differences(harbour.requests) == []
        assert reused_nonces(harbour.requests) == []


async def sit_down(victim: Victim, game: str, robots: int = 0) -> None:
    """Open a table of the game, seat people and then robots, and start it."""
    lobby = await take_seats(victim, game, robots)
    first = victim.people[0]
    await acknowledged(first.press(lobby, find_button(lobby, "lobby.start")))
    await first.wait_for(lambda person: rack_messages(person) or None, PATIENCE, "the first rack")
    await victim.wait_until_shown()


async def acknowledged(saying: Awaitable[InteractionResponse]) -> InteractionResponse:
    """Say something, and wait until it is acknowledged. Raises TimeoutError."""
    answer = await saying
    await answer.wait_for_acknowledgement(PATIENCE)
    return answer


async def take_seats(victim: Victim, game: str, robots: int = 0) -> Message:
    """Open a table of the game, seat people and then robots; return its lobby."""
    evening = EVENINGS[game]
    names = evening.names[: len(evening.names) - robots]
    victim.game, victim.people = game, [victim.harbour.add_user(name) for name in names]
    first, *others = victim.people
    await acknowledged(first.slash("table open", options={"game": game}))
    lobby = await first.wait_for_message(lambda message: find_button(message, "lobby.join"), timeout=PATIENCE)
    victim.table = int(find_button(lobby, "lobby.join").split(":")[1])
    for rule, value in evening.house.items():
        options = {"rule": rule, "value": value}
        await (await first.slash("table house", options=options)).message(PATIENCE)
    for place, person in enumerate(others, 2):
        await acknowledged(person.press(lobby, find_button(lobby, "lobby.join")))
        seated = partial(lambda line: line in lobby.text, f"{place}. {person.name}")
        await victim.harbour.state.signal.wait_until(seated, PATIENCE, f"{person.name} at the table")
    for place in range(len(victim.people) + 1, len(evening.names) + 1):
        await acknowledged(first.press(lobby, find_button(lobby, "lobby.robot+")))
        seated = partial(lambda free: "(robot" in lobby.text and free not in lobby.text, f"\n{place}. free")
        await victim.harbour.state.signal.wait_until(seated, PATIENCE, f"a robot in seat {place}")
    may_start = lambda: bool(find_button(lobby, "lobby.start"))  # noqa: E731
    await victim.harbour.state.signal.wait_until(may_start, PATIENCE, "everyone at the table")
    victim.store = await Store.open(victim.url)
    return lobby


async def speak(victim: Victim) -> InteractionResponse:
    """Type the move of the player to act; wait while the table waits for its own clock.

    Looks again after each request of the bot, or after a second, since the courtesy after a bone (LB-81) ends without a
    request. Raises TimeoutError if nobody has a move for `PATIENCE` seconds.
    """
    async with asyncio.timeout(PATIENCE):
        while True:
            made = len(victim.harbour.requests)
            table = await victim.load_table()
            for seat, person in enumerate(victim.people):
                words = None if is_waiting_for_next_hand(table) and seat else words_for(table, Seat(seat))
                if words is not None:
                    verb, _, argument = words.partition(" ")
                    return await find_command(person, verb, argument)()
            with contextlib.suppress(TimeoutError):
                await wait_for_requests(victim.harbour, made + 1, LOOK_AGAIN)


async def move(victim: Victim) -> None:
    """Make a move without a kill. If it is refused because the table's clock moved first, move again.

    Raises TimeoutError if a command gets no answer.
    """
    accepted = False
    while not accepted:
        answer = await speak(victim)
        answered = partial(has_answered, victim.harbour, answer.interaction.token)
        await victim.harbour.state.signal.wait_until(answered, PATIENCE, "an answer")
        accepted = f"i:{answer.id}" in await victim.causes()
    await victim.wait_until_shown()


def has_answered(harbour: Harbour, token: str) -> bool:
    """True if a command was answered: its "thinking…" was deleted, or has become a refusal."""
    return any(token in request.path and request.path.endswith("@original") for request in harbour.requests)


async def wait_until_not_thinking(victim: Victim, answer: InteractionResponse) -> None:
    """Wait until the "thinking…" of a command is gone, if it was acknowledged. Raises TimeoutError."""
    shown = answer.interaction
    settled = lambda: shown.acknowledged is None or shown.settled  # noqa: E731
    await victim.harbour.state.signal.wait_until(settled, PATIENCE, "the end of a command's thinking")


async def wait_for_requests(harbour: Harbour, count: int, patience: float = PATIENCE) -> None:
    """Wait until the bot has made this number of requests in all. Raises TimeoutError after `patience` seconds."""
    await harbour.state.signal.wait_until(lambda: len(harbour.requests) >= count, patience, "the bot's requests")
