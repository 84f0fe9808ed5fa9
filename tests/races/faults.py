"""Runs of the bot, each with one fault of Discord's: `make chaos ARGS="--faults 200"`.

In every run somebody corrects the books and somebody moves at a table in a thread, while Discord fails in one way that
is drawn from `FAULTS`. When the fault is over, every announcement must stand exactly once, somewhere in the server, and
the table must have exactly one board, which shows its present state. The runs set the bot's clock forward, so they need
not wait for the slow clock. The same seed draws the same faults.
"""

import random
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from bot.cli.run import find_button
from harbour import Channel, Message
from harbour.actions import threads
from tests.admin import invite_bot
from tests.chance import SeededChance
from tests.injected_faults import Fault, inject_fault, injector_of
from tests.stories.evening import Evening, evening
from tests.stories.table_messages import board_alt
from tests.stories.test_places import kick

POSTS: Final = "/channels/[0-9]+/messages.*"
SLOW: Final = 130
"""Seconds in which the slow clock tries a refused message twice."""
LASTING: Final = 1_000
"""More requests than a run makes: a fault with this number of `times` lasts until it is lifted."""

Lift = Callable[[], Awaitable[None]]


@dataclass
class Runs:
    """The runs of one evening, and their results so far."""

    night: Evening
    home: Channel
    """The channel in which tables are opened, and the books are corrected."""
    books: Channel
    """The channel of the tally's announcements."""
    made: int = 0
    drawn: Counter[str] = field(default_factory=Counter)
    """The number of runs with each fault."""
    idle: int = 0
    """Runs whose fault met no request."""
    lost: list[str] = field(default_factory=list)
    """Announcements that stand nowhere."""
    doubled: list[str] = field(default_factory=list)
    boards: list[str] = field(default_factory=list)
    """Boards that are missing, outdated or too many."""


def _spoil(**how: Any) -> Callable[[Runs], Awaitable[Lift]]:
    """Let posts and edits fail in this way."""

    async def begin(runs: Runs) -> Lift:
        fault = inject_fault(runs.night.harbour, Fault("POST|PATCH", POSTS, **how))

        async def lift() -> None:
            runs.idle += not fault.hits
            if fault in (faults := injector_of(runs.night.harbour).faults):
                faults.remove(fault)

        return lift

    return begin


async def _do_nothing() -> None:
    """End a fault that is over by itself."""


async def _archive_thread(runs: Runs) -> Lift:
    threads.set_archived(runs.night.harbour.state, runs.night.harbour.channel, True)
    return _do_nothing


async def _delete_books(runs: Runs) -> Lift:
    harbour = runs.night.harbour
    harbour.state.delete_channel(runs.books)

    async def lift() -> None:
        runs.books = harbour.state.add_channel(harbour.guild, "books")
        await runs.night.settle(await harbour.owner.slash("boneyard settings", options={"channel": runs.books.id}))

    return lift


async def _drop_lines(runs: Runs) -> Lift:
    await runs.night.harbour.gateway.drop(forget=True)
    await runs.night.harbour.wait_for_bot()
    return _do_nothing


async def _kick(runs: Runs) -> Lift:
    kick(runs.night)

    async def lift() -> None:
        invite_bot(runs.night.harbour)

    return lift


FAULTS: Final[dict[str, Callable[[Runs], Awaitable[Lift]]]] = {
    "refused by Discord's network (403, 40333)": _spoil(status=403, code=40333, times=2),
    "refused in HTML": _spoil(status=403, times=2, edge=True),
    "refused with 500": _spoil(status=500),
    "answered with 502 after its effect": _spoil(status=502, after_effect=True),
    "cut": _spoil(cut=True, times=2),
    "cut after its effect": _spoil(cut=True, after_effect=True),
    "limited everywhere": _spoil(status=429, everywhere=True),
    "limited by Discord's edge": _spoil(status=429, edge=True),
    "a missing permission": _spoil(status=403, code=50013, times=LASTING),
    "a thread that sleeps": _archive_thread,
    "the tally's channel deleted": _delete_books,
    "the connection dropped": _drop_lines,
    "a kick of a minute": _kick,
}
"""The ways in which Discord may fail, each with its beginning."""


def _boards(thread: Channel) -> list[Message]:
    return [message for message in thread.history() if find_button(message, "why") and message.attachments]


async def _open(runs: Runs) -> None:
    """Let the one person open a table by correspondence in a thread, and start it with robots."""
    night, harbour = runs.night, runs.night.harbour
    (bear,) = night.people
    options: dict[str, Any] = {"game": "duo-dominoes", "thread": True, "pace": "correspondence"}
    await night.settle(await bear.slash("table open", channel=runs.home, options=options))
    harbour.channel = bear.threads()[-1]
    for control in ("lobby.robot+", "lobby.robot+", "lobby.robot+", "lobby.start"):
        lobby = [message for message in harbour.channel.history() if find_button(message, control)][-1]
        night.table = int(find_button(lobby, control).split(":")[1])
        await night.settle(await bear.press(lobby, find_button(lobby, control)))


async def run_once(runs: Runs, name: str) -> None:
    """Let the books change and the table move during one fault, then check the announcements and the board."""
    night, harbour = runs.night, runs.night.harbour
    runs.made += 1
    runs.drawn[name] += 1
    reason = f"correction {runs.made} of many"
    options: dict[str, Any] = {"from": "Bear", "to": "Bull", "amount": 1, "reason": reason}
    begin = FAULTS[name]
    lift: Lift = _do_nothing
    starts_late = begin is _kick  # nobody can use a command of a bot that is out of the server
    if not starts_late:
        lift = await begin(runs)
    answer = await harbour.owner.slash("books adjust", channel=runs.home, options=options)
    await answer.wait_for_acknowledgement()
    if starts_late:
        lift = await begin(runs)
    else:
        await night.move()
    await night.settle()
    await lift()
    for _ in range(2):
        await night.pass_time(SLOW)
    while await night.move() is None:
        await night.pass_time(60)
    await night.settle()
    texts = [message.words for channel in harbour.state.channels.values() for message in channel.history()]
    count = sum(reason in text for text in texts)
    if count != 1:
        (runs.doubled if count else runs.lost).append(f"{runs.made}: {name}: {count}")
    table = await night.now()
    if table.status == "closed":
        await _open(runs)
        return
    shown = [message.attachments[0].description for message in _boards(harbour.channel)]
    if shown != [board_alt(table)]:
        runs.boards.append(f"{runs.made}: {name}: {len(shown)} boards, lost={table.lost} {table.status}")


async def run(count: int, seed: int, names: Sequence[str] = tuple(FAULTS)) -> Runs:
    """Make these runs, and print a line for every tenth."""
    dice = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="boneyard-faults-") as folder:
        async with evening(Path(folder), ["Bear"], chance=SeededChance("faults")) as night:
            books = night.harbour.state.add_channel(night.harbour.guild, "books")
            for player in ("Bear", "Bull"):
                await night.settle(await night.harbour.owner.slash("books guests", options={"name": player}))
            options = {"channel": books.id}
            await night.settle(await night.harbour.owner.slash("boneyard settings", options=options))
            runs = Runs(night, night.harbour.channel, books)
            await _open(runs)
            for number in range(count):
                name = names[number] if len(names) == count else dice.choice(names)
                await run_once(runs, name)
                if runs.made % 10 == 0:
                    print(f"{runs.made:>4} of {count} faults", flush=True)
            return runs


def describe(runs: Runs) -> str:
    """Say what the runs found, a line for each kind of harm."""
    lines = [f"{runs.made} runs with one fault each, of {len(runs.drawn)} kinds; {runs.idle} met no request."]
    lines += [f"{len(found)} {harm}{''.join(f'{chr(10)}  {case}' for case in found)}" for harm, found in (
        ("announcements lost", runs.lost), ("announcements doubled", runs.doubled),
        ("boards missing, outdated or too many", runs.boards),
    )]  # fmt: skip
    return "\n".join(lines)
