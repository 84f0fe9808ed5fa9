"""One random fault of Discord's at a time: no announcement is lost, and one board remains."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from bot.ports import HOUR, DeliveryError, ErrorKind, Message, Outcome, Place
from bot.store import Store
from tests.bot.harness.memory_messenger import RecordingMessenger
from tests.bot.harness.players import play_until_turn, words_for
from tests.bot.harness.room import BEAR, CHANNEL, Room, settings
from tests.bot.harness.word_scenes import board_alt
from tests.bot.tally.crew import ADMIN, TALLY, Crew
from tests.effort import rounds

REQUESTS = ("send", "edit", "delete", "find")
KINDS = tuple(kind for kind in ErrorKind if kind not in (ErrorKind.BUSY, ErrorKind.NOWHERE, ErrorKind.EXPIRED))
"""The failures that are drawn. The others are a busy Discord, a deleted channel and an expired interaction."""


@dataclass
class Fault:
    """A failure of some successive requests of one kind in one channel."""

    kind: ErrorKind
    what: str
    after: int
    """The number of requests of that kind that are taken first."""
    times: int
    channel: int
    lost: bool
    """True if Discord carries out the first of the failing requests, and only its answer is lost."""
    hits: int = field(default=0)

    def __str__(self) -> str:
        lost = ", taken and lost" if self.lost else ""
        return f"{self.kind} for {self.what} {self.after + 1} to {self.after + self.times}{lost}"


def draw_fault(dice: random.Random, channel: int) -> Fault:
    """Draw a fault by chance."""
    kind = dice.choice(KINDS)
    lost = kind is ErrorKind.BLOCKED and dice.random() < 0.5
    return Fault(kind, dice.choice(REQUESTS), dice.randrange(3), dice.choice((1, 2, 6)), channel, lost)


def inject(messenger: RecordingMessenger, fault: Fault) -> Callable[[], None]:
    """Let the fault happen. Returns a function that ends it."""

    async def lose_the_answer() -> None:
        raise DeliveryError(fault.kind, "the reason")

    def fail(what: str, place: Place, message: Message | None) -> None:
        if what != fault.what or place.channel != fault.channel:
            return
        fault.hits += 1
        number = fault.hits - fault.after
        if 1 <= number <= fault.times:
            if fault.lost and number == 1:
                messenger.meanwhile = lose_the_answer
            else:
                raise DeliveryError(fault.kind, "the reason")

    def end() -> None:
        messenger.fail = lambda what, place, message: None

    messenger.fail = fail
    return end


def test_the_drawn_faults_have_every_outcome() -> None:
    assert {kind.outcome for kind in KINDS} == set(Outcome)


@pytest.fixture
def kind() -> str:
    """Run on SQLite only: delivery is the same on both databases."""
    return "sqlite"


async def test_no_announcement_is_lost_or_said_twice(store: Store) -> None:
    dice = random.Random(29)
    crew = Crew(store)
    await crew.add_people("Bear", "Bull")
    await crew.tally.change_settings({"channel": TALLY}, crew.request(ADMIN))
    await crew.announcements()
    for run in range(rounds(5, 40, 200)):
        fault = draw_fault(dice, TALLY)
        end = inject(crew.messenger, fault)
        reasons = [f"mistake {run}.{number}" for number in range(3)]
        for words in reasons:
            await crew.adjust(ADMIN, "Bear", "Bull", 1, words)
            await crew.announcements()
        await crew.enter_hand({"Bear": 4, "Bull": -4}, wait=60_000)
        end()
        for _ in range(3):
            crew.clock.forward(5 * HOUR)
            await crew.announcements()
        texts = [sent.message.text for sent in crew.messenger.messages.values()]
        found = [sum(words in text for text in texts) for words in reasons]
        assert found == [1, 1, 1], f"{fault}: {found}"
        pending = [sent for sent in crew.messenger.messages.values() if sent.message.rows]
        assert pending == [], f"{fault}: an entry that counts still has buttons"


async def test_one_board_remains_and_shows_the_table(store: Store) -> None:
    dice = random.Random(30)
    for run in range(rounds(1, 4, 40)):
        room = Room(store, settings(), clock=None, messenger=None)
        await room.start()
        table = await room.start_table("duo-dominoes")
        fault = draw_fault(dice, CHANNEL)
        end = inject(room.messenger, fault)
        for _ in range(3):
            present = await play_until_turn(room, table, BEAR)
            if (words := words_for(present, BEAR)) is not None:
                await room.say(table, words, BEAR)
            await room.settle()
            room.host.workers.refresh(await room.get(table), repost_board=True)
        end()
        for minutes in (1, 4, 30):
            room.forward(minutes * 60_000)
            await room.settle()
        present = await room.get(table)
        boards = [message for message in room.at(CHANNEL) if message.pictures and message.rows]
        shown = [board.pictures[0].alt == board_alt(present) for board in boards]
        assert shown == [True], f"run {run}, {fault}: {shown}"
        await room.close(table)
        await room.stop()
