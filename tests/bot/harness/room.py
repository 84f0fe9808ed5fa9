"""The bot in memory, and people who use it: a store, a manual clock, a recording messenger, pictures of words."""

from __future__ import annotations

import hashlib
import pickle
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from dataclasses import fields
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar, cast

from bot.acts import register
from bot.automation.thinkers import Thinkers
from bot.edge.custom_ids import Control
from bot.edge.interactions import InteractionRequest
from bot.messages.parts.pictures import Scenes
from bot.messages.replays.replay import ReplayMessages
from bot.messages.replays.replay_steps import FoundStep, Look, find_step
from bot.outbox.outbox import Outbox
from bot.ports import Location, Message, Reply, Requester, RequestId
from bot.services.request import TableRequest
from bot.serving.build import build
from bot.store import Store
from bot.store.database.engine import find_sqlite_path
from bot.tables.aggregate import Table, Waits
from bot.tables.aggregate.offers import offers_of
from bot.tables.aggregate.pacing import CORRESPONDENCE, LIVE, Pacing
from bot.tables.fairness.chance import ChanceSource
from bot.tables.fairness.sealing import Sealer
from bot.tables.lobby import alone
from bot.tables.process_settings import ProcessSettings
from tests.bot.harness.manual_clock import ManualClock
from tests.bot.harness.memory_messenger import RecordingMessenger, dm
from tests.bot.harness.settling import settle, tick
from tests.bot.harness.word_scenes import WordScenes
from tests.chance import FixedSeals, SeededChance
from tests.fixed_secrets import current
from tests.run_folder import once

T = TypeVar("T")

ACTS = register()
"""The register of acts, by which presses and typed moves are carried out."""
GUILD = 1
CHANNEL = 100
NO_PAUSE = Pacing(0, 0, 20_000, LIVE.nudges, LIVE.stand_in, LIVE.close)
NO_PAUSE_BY_POST = Pacing(0, 0, None, CORRESPONDENCE.nudges, CORRESPONDENCE.stand_in, CORRESPONDENCE.close)

BEAR, BULL, WALLY, NED = (Requester(user, name) for user, name in ((1, "Bear"), (2, "Bull"), (3, "Wal"), (4, "Ned")))
HERE = Location(GUILD, CHANNEL)
WAITS = frozenset(field.name for field in fields(Waits))


def settings(**changed: Any) -> ProcessSettings:
    """Settings for tests, some settings or waits changed. By default robots do not pause, and nothing is too old."""
    usual: dict[str, Any] = {"live": NO_PAUSE, "correspondence": NO_PAUSE_BY_POST, "confirm_after": 0}
    own = {name: value for name, value in changed.items() if name not in WAITS}
    waits = {name: value for name, value in changed.items() if name in WAITS}
    return ProcessSettings(Waits(**{**usual, **waits}), **own)


def in_dm(who: Requester) -> Location:
    """The place of a person's DM."""
    return Location(0, dm(who.user).channel)


def message_of(reply: Reply) -> Message:
    """The message of a reply that has one."""
    assert reply.message is not None
    return reply.message


def list_controls(message: Message) -> list[str]:
    """The names of a message's controls."""
    return [control.name for row in message.rows for control in row]


class Room:
    """The parts of one bot process, and people who use it. Each request has an interaction id of its own.

    Two rooms on one store, messenger and clock are two processes.
    """

    running: ClassVar[list[Room]] = []
    """Every room that the present test has made; the fixture `store` stops them before it closes."""
    apart: ClassVar[bool] = False
    """True if the present test shares no started table: it patches something, or needs what only the process that
    opened a table has in memory."""

    def __init__(self, store: Store, chosen: ProcessSettings, messenger: RecordingMessenger | None = None,
                 clock: ManualClock | None = None, scenes: Scenes | None = None,
                 chance: ChanceSource | None = None,
                 sealer: Callable[[Outbox], Sealer] = FixedSeals) -> None:  # fmt: skip
        self.store = store
        self.clock = clock or ManualClock()
        self.messenger = messenger or RecordingMessenger()
        self.settings = chosen
        self.scenes = scenes or WordScenes()
        self.chance = chance or SeededChance("crowd")
        self.sealer = sealer
        self.spoken = 0
        self._begun = 0
        self._build()
        self.running.append(self)

    def _build(self) -> None:
        self.parts = build(self.store, self.messenger, self.clock, self.scenes, self.settings, self.chance, self.sealer)
        self.services = self.parts.services
        self.tables = self.parts.tables
        self.people = self.parts.people
        self.host = self.parts.host
        self.read, self.write = self.store.read, self.store.write
        self.at, self.forward = self.messenger.at, self.clock.forward
        self.lobby, self.seats = self.services.lobby, self.services.seats
        self.me, self.nights = self.services.me, self.services.nights
        self.play, self.daily = self.services.play, self.services.daily
        self.fairness, self.practice = self.services.fairness, self.services.practice
        self.tally = self.parts.tally
        self.pictures = self.parts.pictures
        self.orders = self.parts.orders
        self.replays = ReplayMessages(self.store, self.pictures, self.chance, Thinkers(0).think_again)

    async def find_step(self, table: Table, look: Look) -> FoundStep | None:
        """Find the step of a look at a finished hand; None if the hand is not over."""
        return await self.store.read(find_step, table, look, self.replays.hands, self.chance)

    async def start(self) -> None:
        """Start the bot: it takes up every open table of the store. Only its clocks run by themselves; what its other
        loops look at is done by `tick` and `settle`."""
        is_new = self._count_written() == 0
        await self.host.start()
        self._begun = self._count_written() if is_new else 0

    async def stop(self) -> None:
        """Stop the bot as a shutdown does."""
        await self.parts.stop()

    async def restart(self, meanwhile: Callable[[], object]) -> None:
        """Shut down, call `meanwhile`, and start anew."""
        await self.stop()
        meanwhile()
        self._build()
        await self.start()

    async def get(self, table: int) -> Table:
        """The table as it is now, also if the room restarts while the number is awaited."""
        return await self.tables.get(table)

    async def find_alone(self, who: Requester) -> Table:
        """Find the table at which a person plays alone with robots."""
        row = await self.read(alone.find_of_person, who.user)
        assert row is not None
        return await self.get(row.id)

    async def tick(self) -> None:
        """Do everything that is due now."""
        await tick(self.parts)

    def dm(self, who: Requester) -> list[Message]:
        """The messages in a person's DM, in order."""
        return self.at(dm(who.user).channel)

    async def settle(self) -> None:
        """Let everything that is due happen, and wait until every message is up to date."""
        await settle(self.parts)

    def stamp(self, at: int | None = None) -> RequestId:
        """Make the id of a new interaction, now or at a given time."""
        self.spoken += 1
        return RequestId(self.clock.now if at is None else at, f"i:{self.clock.now}:{self.spoken}")

    def request(
        self, who: Requester, where: Location = HERE, id: RequestId | None = None, about: Table | None = None
    ) -> TableRequest:
        """Make a request, of a new interaction unless it repeats the interaction `id`."""
        return TableRequest(who, where, id or self.stamp(), about)

    async def ask(self, use_case: Callable[..., Awaitable[Reply]], table: int, who: Requester, *arguments: Any,
                  where: Location = HERE, id: RequestId | None = None) -> Reply:  # fmt: skip
        """Call a use case of `services` at a table, such as `room.ask(room.seats.pause, table, BEAR)`."""
        present = await self.tables.get(table)
        return await use_case(present, self.request(who, where, id, present), *arguments)

    async def open(self, game: str, pace: str = "live", preset: str = "", thread: bool = False) -> int:
        """Let Bear open a table. Returns its id."""
        reply = message_of(await self.services.lobby.open(self.request(BEAR), game, pace, preset, thread))
        return reply.table

    async def table_at(self, where: Location, who: Requester) -> int | None:
        """Find the table that a person's request would be about at this place. Returns its id."""
        table = await self.services.lookup.find(self.request(who, where))
        return None if table is None else table.id

    async def press(self, table: int, what: str, who: Requester, *values: str, seq: int | None = None,
                    where: Location | None = None, stamp: RequestId | None = None) -> Reply:  # fmt: skip
        """Press a control at the table's place, on a message that shows event `seq`, by default the last one."""
        known = await self.tables.get(table)
        shown = known.sequence if seq is None else seq
        place = Location(known.row.guild, known.place, known.row.channel if known.row.thread else 0)
        return await self.press_at(Control(table, what, shown), who, place if where is None else where, *values,
                                   stamp=stamp)  # fmt: skip

    async def press_at(self, control: Control, who: Requester, where: Location, *values: str,
                       stamp: RequestId | None = None) -> Reply:  # fmt: skip
        """Press a control at any place. The table of the control is 0 if its message belongs to no table."""
        request = InteractionRequest(who, where, stamp or self.stamp(), control=control, values=values)
        reply = await ACTS.carry_out(self.services, ACTS.find(request), request)
        assert isinstance(reply, Reply)
        return reply

    async def say(self, table: int, words: str, who: Requester, at: int | None = None) -> Reply:
        """Let somebody type a move."""
        verb, _, rest = words.partition(" ")
        request = self.request(who, id=self.stamp(at), about=await self.tables.get(table))
        present = await self.services.take_seat_back(await self.tables.get(table), request)
        return await self.services.play.make_move(present, request, verb, rest)

    async def add_robots(self, table: int, number: int) -> None:
        """Let Bear add robots in a lobby."""
        for _ in range(number):
            await self.press(table, "lobby.robot+", BEAR)

    async def begin(self, table: int) -> None:
        """Let Bear start the game."""
        await self.press(table, "lobby.start", BEAR)
        await self.settle()

    async def start_table(
        self,
        game: str,
        people: tuple[Requester, ...] = (BEAR,),
        robots: int = 3,
        house: Mapping[str, str] = MappingProxyType({}),
        **how: Any,
    ) -> int:
        """Open a table with these people (Bear first), robots and house rules, and start the game.

        A run of the suite starts equal tables once (`play_once`), if they are the first thing that happens in a room.
        """

        async def start() -> int:
            table = await self.open(game, **how)
            for who in people[1:]:
                await self.press(table, "lobby.join", who)
            await self.add_robots(table, robots)
            for rule, value in house.items():
                await self.ask(self.services.lobby.set_house_rule, table, BEAR, rule, value)
            await self.begin(table)
            return table

        key = (game, people, robots, tuple(house.items()), tuple(how.items()))
        return await (self.play_once(key, start) if self.is_untouched else start())

    @property
    def is_untouched(self) -> bool:
        """True if nothing has happened here yet, and everything that may happen follows from what `play_once` knows."""
        return (
            self.running == [self]
            and not self.apart
            and not (self.spoken or self.messenger.calls or self.messenger.is_prepared)
            and isinstance(self.chance, SeededChance)
            and self.chance.is_usual
            and 0 < self._begun == self._count_written()
        )

    def _count_written(self) -> int:
        """The bytes of everything that was written since the store was made; 0 if no SQLite file counts them."""
        return log.stat().st_size if (log := Path(f"{find_sqlite_path(self.store.engine.url)}-wal")).exists() else 0

    async def play_once(self, key: object, play: Callable[[], Awaitable[T]]) -> T:
        """Let `play` change a room in which nothing has happened yet, and return what `play` returned.

        `key` names the play. Only the first test plays. Each later one with an equal room and key gets a copy.
        """
        chance, scenes = self.chance, getattr(self.scenes, "__name__", type(self.scenes).__name__)
        assert isinstance(chance, SeededChance)
        assert chance.is_usual
        equal = (key, scenes, self.sealer.__qualname__, chance.seed, self.settings, self.clock.now)
        name = hashlib.sha256(repr(equal).encode()).hexdigest()[:32]
        file = find_sqlite_path(self.store.engine.url)
        with once(f"{name}.pickle") as (kept, missing):
            if missing:
                with current.follow(name):
                    returned = await play()
                    await self.settle()
                    await self.restart(lambda: _copy(file, kept.with_suffix(".db")))
                state = (returned, self.clock.now, self.spoken, chance.made, self.messenger.memory())
                kept.write_bytes(pickle.dumps(state))
        result, self.clock.now, self.spoken, chance.made, memory = pickle.loads(kept.read_bytes())

        def take() -> None:
            _copy(kept.with_suffix(".db"), file)
            self.messenger.remember(memory)

        await self.restart(take)
        return cast(T, result)

    async def close(self, table: int) -> Reply:
        """Let an admin who does not play close a table. (In the middle of play a host has to ask the others.)"""
        return await self.press(table, "table.close", Requester(900, "Admiral", admin=True))

    async def wait_for_lost_answer(self) -> None:
        """Wait until `messenger.crash_after` has lost an answer of Discord's."""
        await self.messenger.hung.wait()
        self.messenger.hung.clear()

    async def hand_over(self, table: int, giver: Requester, user: int | None, new: Requester) -> Reply:
        """Let `giver` offer a seat (that of `user`, or a robot's) to somebody, who accepts."""
        await self.ask(self.services.seats.substitute, table, giver, user, new)
        (offer,) = [made for made in offers_of(await self.tables.get(table)) if made.user == new.user]
        return await self.press(table, f"offer.yes.{offer.number}", new)

    async def crash_and_restart(self) -> Room:
        """Drop this process as a crash does, and start another on the same store and the same Discord."""
        self.parts.drop()
        other = Room(self.store, self.settings, self.messenger, self.clock, chance=self.chance, sealer=self.sealer)
        other.spoken = self.spoken
        self.messenger.crash_after = None
        await other.start()
        return other


def _copy(source: Path, target: Path) -> None:
    """Copy a database. Both may be open."""
    with closing(sqlite3.connect(source)) as read, closing(sqlite3.connect(target)) as write:
        write.execute("PRAGMA synchronous = OFF")
        read.backup(write)
