"""Two worlds that differ in a secret: both play the same table, and record everything that people see, and when."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.ports import Button, Location, Menu, Message, Place, Reply, Requester, Section, Text
from bot.store import Store
from bot.store.database.engine import open_engine
from bot.tables.aggregate import Table
from bot.tables.fairness.chance import ChanceSource
from bot.tables.process_settings import ProcessSettings
from bot.tables.timing.deadlines import is_waiting_for_next_hand
from games.core import Refused, find_dealing_verb
from tests.bot.harness.manual_clock import ManualClock
from tests.bot.harness.memory_messenger import RecordingMessenger, dm
from tests.bot.harness.players import words_for
from tests.bot.harness.room import CHANNEL, Room
from tests.chance import Order, SeededChance

Seen = dict[str, Any]
STEP = 1_000
ROOT = re.compile(r"(?i)(root (?:[\d.]+ )?`?|fair\.copy\.)[0-9a-f]{64}")
"""The root of a shuffle, the only text that must differ between worlds: a hash that does not reveal the order."""


def remove_roots(message: Message) -> Message:
    """Remove the roots of shuffles from a message: from its text and from the ids of its buttons."""
    layout = message.layout
    if layout is not None:
        layout = replace(layout, parts=tuple(map(_remove_roots, layout.parts)))
    return replace(
        message, text=_remove_roots(message.text), layout=layout, rows=tuple(map(_remove_roots, message.rows))
    )


def _remove_roots(part: Any) -> Any:
    match part:
        case str():
            return ROOT.sub(r"\1", part)
        case Text():
            return Text(_remove_roots(part.text))
        case Button():
            return part._replace(name=_remove_roots(part.name))
        case Menu() | Section():
            return part
        case tuple():
            return tuple(map(_remove_roots, part))
    return part


class TimedMessenger(RecordingMessenger):
    """Also records the time at which each message was posted, edited or deleted, by channel."""

    def __init__(self, clock: ManualClock) -> None:
        super().__init__()
        self._clock = clock
        self.noted: dict[int, dict[int, list[tuple[Any, ...]]]] = {}

    def _note(self, place: Place, message_id: int, *what: Any) -> None:
        what = tuple(remove_roots(part) if isinstance(part, Message) else part for part in what)
        there = self.noted.setdefault(place.channel, {})
        there.setdefault(message_id, []).append((self._clock.now, *what))

    async def send(self, place: Place, message: Message, nonce: str) -> int:
        sent = await super().send(place, message, nonce)
        self._note(place, sent, "send", nonce, message)
        return sent

    async def edit(self, place: Place, message_id: int, message: Message, keep_pictures: bool = False) -> None:
        self._note(place, message_id, "edit", message)
        await super().edit(place, message_id, message, keep_pictures)

    async def delete(self, place: Place, message_id: int) -> None:
        self._note(place, message_id, "delete")
        await super().delete(place, message_id)


def _moments(history: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The last state at each time. Earlier states of the same millisecond depend on the order of tasks."""
    return list({what[0]: what[::2] if what[1] != "send" else (what[0], what[3]) for what in history}.items())


class World(Room):
    """A room that records every message and every reply, refusals included, with its time."""

    def __init__(self, store: Store, chosen: ProcessSettings, chance: ChanceSource) -> None:
        clock = ManualClock()
        self.recorder = TimedMessenger(clock)
        self.replies: dict[int, list[tuple[int, Any]]] = {}
        super().__init__(store, chosen, self.recorder, clock, chance=chance)

    async def record(self, who: Requester, doing: Callable[[], Awaitable[Reply]]) -> None:
        """Make a request for a person, and record the answer."""
        answer: Any
        try:
            answer = await doing()
            if answer.message is not None:
                answer = replace(answer, message=remove_roots(answer.message))
        except Refused as refused:
            answer = (refused.key, refused.facts)
        self.replies.setdefault(who.user, []).append((self.clock.now, answer))
        await self.settle()

    async def pass_time(self, by: int, step: int = STEP) -> None:
        """Move the clock in steps, and do everything that is due at each."""
        end = self.clock.now + by
        while self.clock.now < end:
            self.clock.forward(min(step, end - self.clock.now))
            await self.settle()

    def seen_by(self, who: Requester | None) -> Seen:
        """Everything that a person saw; None stands for a stranger who reads the channel."""
        channels = [CHANNEL] if who is None else [CHANNEL, dm(who.user).channel]
        noted = {
            channel: [
                _moments(notes)
                for notes in self.recorder.noted.get(channel, {}).values()
                if (notes[0][0], "delete") != notes[-1]
            ]
            for channel in channels
        }
        return {"messages": noted, "replies": [] if who is None else self.replies.get(who.user, [])}


def seed_of(public_events: int) -> str:
    """The seed for the random numbers of a decision: it depends on the number of public events, and on nothing secret.

    A draw is public, so whoever has to draw again gets another number, and no tie goes on for ever.
    """
    return f"after {public_events}"


def make_chance(order: Order) -> SeededChance:
    """Make a chance that gives every shuffle this order. Secrets, and so the robots' luck, are always the same."""
    return SeededChance("worlds", order, numbers=lambda table: seed_of(table.visibility.public_events))


def _copy_database(folder: Path, empty: bytes) -> None:
    folder.mkdir()
    (folder / "boneyard.db").write_bytes(empty)


@asynccontextmanager
async def world(folder: Path, empty: bytes, chosen: ProcessSettings, order: Order) -> AsyncIterator[World]:
    """A world with a store of its own (a copy of the migrated database `empty`) and the shuffle `order`."""
    _copy_database(folder, empty)
    async with Store.on(open_engine(f"sqlite:///{folder}/boneyard.db")) as store:
        made = World(store, chosen, make_chance(order))
        await made.start()
        try:
            yield made
        finally:
            await made.stop()


async def play(
    here: World, table: int, people: Sequence[Requester], stop: Callable[[Table], bool]
) -> list[tuple[int, Requester, str]]:
    """Let everyone move like a robot, in turn and a second apart, until `stop` is true of the table.

    Returns the moves with their times.
    """
    moves: list[tuple[int, Requester, str]] = []
    for _ in range(300):
        present = await here.get(table)
        if stop(present):
            return moves
        await here.pass_time(STEP)
        word = _word(await here.get(table), people)
        if word is not None:
            moves.append((here.clock.now, *word))
            await here.say(table, word[1], word[0])
            await here.settle()
    raise AssertionError("the table never reached the state to stop at")


async def say_again(here: World, table: int, script: Sequence[tuple[int, Requester, str]]) -> None:
    """Repeat the moves of the script at their times."""
    for at, who, words in script:
        await here.pass_time(at - here.clock.now)
        await here.say(table, words, who)
        await here.settle()


def _word(table: Table, people: Sequence[Requester]) -> tuple[Requester, str] | None:
    if is_waiting_for_next_hand(table):
        return people[0], find_dealing_verb(table.game).name
    return next(((who, words) for who in people if (words := words_for(table, who)) is not None), None)


WHERE_DM = Location(0, 0)
