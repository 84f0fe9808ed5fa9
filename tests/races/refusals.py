"""Every refusal at every place: 32 of Discord's answers of 4xx, each for everything that the bot asks of Discord.

In each cell Discord refuses one kind of request with one answer. Within a minute somebody who can act must be told the
cause; the doctor must list Discord's code and the next try; once Discord takes the request, the next try must arrive,
and the doctor's list be empty; and meanwhile few requests are made. At tables, the other person's hand, the turn and
the clock stay as they are. `python -m tests.races.refusals` tries all cells and prints them as a table.
"""

import asyncio
import logging
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, NamedTuple, cast

import discord

from bot.edge.custom_ids import Control
from bot.edge.discord_answers import DiscordAnswer, read_answer
from bot.edge.interactions import InteractionRequest
from bot.edge.private_copies import PrivateCopies
from bot.edge.repeating import DeliveryResult, Repeater
from bot.edge.responder import Responder
from bot.ports import HOUR, MINUTE, Message, Outcome, Place, Reply, RequestId
from bot.services.checkup import check_held_back
from bot.store import Store
from bot.wording import ENGLISH, HOST, Words
from games.core import Refused
from render.base.picture import Picture
from tests.bot.harness.memory_messenger import dm
from tests.bot.harness.players import play_until_turn, step
from tests.bot.harness.room import BEAR, BULL, CHANNEL, HERE, NED, Room, settings
from tests.bot.nights.evenings import pass_time, plan_night, press, table_of
from tests.databases import copy_migrated

GAME: Final = "duo-dominoes"
CODES: Final = {
    10004: 404, 10013: 404, 10014: 400, 10060: 404, 20009: 400, 20012: 403, 30030: 400, 30038: 400, 40001: 403,
    40002: 403, 40003: 403, 40005: 413, 40007: 403, 40032: 400, 40041: 400, 50001: 403, 50005: 403, 50007: 403,
    50008: 400, 50009: 403, 50013: 403, 50016: 400, 50019: 400, 50033: 400, 50035: 400, 50045: 400, 50046: 400,
    50068: 400, 50109: 400, 50278: 403, 200000: 400, 99999: 400,
}  # fmt: skip
"""The codes, each with its HTTP status: those that concern messages, people, files and servers, and an unknown one."""
MOST_REQUESTS: Final = 8
"""The most refused requests in a cell. A few messages are tried twice within the minute."""


class Cell(NamedTuple):
    """One of Discord's answers at one place."""

    place: str
    code: int


def make_error(code: int) -> discord.HTTPException:
    """Make discord.py's error for an answer with this code."""
    headers = {"Content-Type": "application/json", "Via": "1.1 google"}
    response = cast(Any, SimpleNamespace(status=CODES[code], reason="refused", headers=headers))
    return discord.HTTPException(response, {"code": code, "message": f"reason {code}"})


async def _list_held_back(room: Room) -> list[str]:
    """The doctor's sentences about everything that Discord refuses."""
    facts = await room.services.checkup.read_facts(0)
    return [finding.text for finding in check_held_back(facts.refused, room.clock.now, HOST)]


async def _find_wrong(room: Room, cell: Cell, told: bool, refused: int) -> list[str]:
    """Find what is wrong while Discord refuses: somebody must be told, the doctor list it, and few requests be made."""
    found = await _list_held_back(room)
    listed = any(f" {cell.code} reason" in text and ("next try" in text or "tries again" in text) for text in found)
    wrong = {"nobody is told": not told, f"the doctor lists {found}": not listed,
             f"{refused} requests": not 0 < refused <= MOST_REQUESTS}  # fmt: skip
    return [f"{cell}: {what}" for what, is_wrong in wrong.items() if is_wrong]


async def _find_left(room: Room, cell: Cell, arrived: bool) -> list[str]:
    """Find what is wrong after Discord has taken the request: it must have arrived, and the doctor list nothing."""
    left = await _list_held_back(room)
    wrong = [] if arrived else [f"{cell}: no next try"]
    return [*wrong, *(f"{cell}: still listed: {text}" for text in left)]


class _Refusing:
    """Refuses the requests of a cell until it is lifted, and counts them."""

    def __init__(self, room: Room, cell: Cell) -> None:
        self.room, self.cell, self.count = room, cell, 0
        self.answer = _read(cell.code)

    def begin(self) -> None:
        self.room.messenger.fail = self.fail

    def fail(self, what: str, place: Place, message: Message | None) -> None:
        name = self.cell.place
        if PLACES[name](what, place, message) if name in PLACES else what == ASKED[name]:
            self.count += 1
            raise self.answer.to_error()

    async def lift(self) -> None:
        """Take everything from now on, and let the slow clock pass a few minutes."""
        self.room.messenger.fail = lambda what, place, message: None
        for _ in range(4):
            await pass_time(self.room, MINUTE)


async def try_message(room: Room, cell: Cell) -> list[str]:
    """Play a table with two people while Discord refuses one kind of message."""
    room.messenger.hosts = (NED.user,)
    refusing = _Refusing(room, cell)
    if cell.place in ("an edit", "a board", "a log"):
        table = await room.start_table(GAME, (BEAR, BULL), 2)
        await play_until_turn(room, table, BEAR, BULL)
        refusing.begin()
        await step(room, table, BEAR)
    else:
        refusing.begin()
        table = await room.start_table(GAME, (BEAR, BULL), 2)
    await room.settle()
    before = await room.get(table)
    if cell.place == "an edit" and refusing.answer.outcome is Outcome.GONE and _has_hand(room, BULL.user):
        return []  # it was posted again
    wrong = await _find_wrong(room, cell, _is_told(room, cell.code), refusing.count)
    if not _has_hand(room, BEAR.user):
        wrong.append(f"{cell}: the other person has no hand")
    await refusing.lift()
    wrong += await _find_left(room, cell, _has_hand(room, BULL.user) or bool(room.messenger.deleted))
    after = await room.get(table)
    if after.sequence < before.sequence or after.seat_of(BULL.user) is None:
        wrong.append(f"{cell}: the table is not as it was")
    return wrong


def _is_told(room: Room, code: int) -> bool:
    """True if the reader is told in the channel or in words, or a host or planner in a letter."""
    line = any(f"<@{BULL.user}>" in message.text for message in room.at(CHANNEL))
    words = any(not message.pictures for message in room.dm(BULL))
    letters = (*room.dm(BEAR), *room.dm(NED))
    return line or words or any(f"reason {code}" in message.text for message in letters)


def _has_hand(room: Room, user: int) -> bool:
    return any(message.rows for message in room.at(dm(user).channel))


async def try_thread(room: Room, cell: Cell) -> list[str]:
    """Refuse a table's own thread. Whoever asked for it is told why, no table is left, and they may ask again."""
    refusing = _Refusing(room, cell)
    refusing.begin()
    try:
        await room.open(GAME, thread=True)
    except Refused as refused:
        told = refused.facts["why"] == Words(ENGLISH).say(f"refused/{refusing.answer.kind}")
    else:
        told = False
    wrong = await _find_wrong(room, cell, told, refusing.count)
    await refusing.lift()
    await room.open(GAME, thread=True)
    return [*wrong, *await _find_left(room, cell, True)]


async def try_night(room: Room, cell: Cell) -> list[str]:
    """Refuse the message of a night or its event. Its planner is told why."""
    refusing = _Refusing(room, cell)
    refusing.begin()
    await plan_night(room)
    wrong = await _find_wrong(room, cell, _is_told(room, cell.code), refusing.count)
    await refusing.lift()
    return [*wrong, *await _find_left(room, cell, len(room.messenger.scheduled) == 1)]


async def try_thread_of_night(room: Room, cell: Cell) -> list[str]:
    """Refuse the thread that a night needs while another table is in its channel."""
    await room.open(GAME)
    night, refusing = await plan_night(room), _Refusing(room, cell)
    await press(room, night, "in", BEAR)
    refusing.begin()
    await pass_time(room, 3 * HOUR)
    wrong = await _find_wrong(room, cell, _is_told(room, cell.code), refusing.count)
    await refusing.lift()
    return [*wrong, *await _find_left(room, cell, (await table_of(room, night)).row.thread is not None)]


class Asked:
    """Somebody who gives a command, or presses a control, whose answer may be refused."""

    def __init__(self, room: Room, cell: Cell) -> None:
        self.cell, self.said = cell, list[str]()
        self.plain_too = False
        """True if Discord refuses plain sentences too."""
        self.refused = 0
        self._lifted = False
        repeater = Repeater()
        self._notes = list[Awaitable[object]]()
        note_refused = room.parts.outbox.note_refused
        self._responder = Responder(lambda code: None, repeater, PrivateCopies(repeater))
        self._responder.note_refused = lambda refused, error: self._notes.append(note_refused(refused, error))

    async def _take(self, content: str = "", **body: object) -> object:
        if not self._lifted and (self.plain_too or body.get("attachments") or body.get("files")):
            self.refused += 1
            raise make_error(self.cell.code)
        self.said.append(content)
        return SimpleNamespace(id=1, edit=self._take, delete=self._take)

    async def ask(self) -> DeliveryResult:
        """Ask for a hand. Returns how the answer was delivered."""
        take = self._take
        interaction = cast(Any, SimpleNamespace(
            edit_original_response=take, delete_original_response=take, followup=SimpleNamespace(send=take),
            channel_id=1,
        ))  # fmt: skip
        is_press = self.cell.place == "a follow-up"
        request = InteractionRequest(BEAR, HERE, RequestId(0, "i:1"), path=() if is_press else ("hand", "show"))
        request.control = Control(1, "hand.show", 0) if is_press else None
        shown = Message("Here.", (Picture(b"png", "a hand"),), table=1)
        result = await self._responder.answer(interaction, request, Reply(shown, in_place=False))
        while self._notes:
            await self._notes.pop()
        return result

    def lift(self) -> None:
        """Take everything from now on."""
        self._lifted = True


async def try_answer(room: Room, cell: Cell) -> list[str]:
    """Refuse the answer to a command or a press. A plain sentence says why, and they may ask again."""
    bear = Asked(room, cell)
    result = await bear.ask()
    told = result is DeliveryResult.TAKEN and [f"reason {cell.code}" in text for text in bear.said] == [True]
    wrong = await _find_wrong(room, cell, told, bear.refused)
    bear.lift()
    await bear.ask()
    return [*wrong, *await _find_left(room, cell, bear.said[-1] == "Here.")]


def _in_dm(place: Place) -> bool:
    return place.channel == dm(BULL.user).channel


PLACES: Final[dict[str, Callable[[str, Place, Message | None], bool]]] = {
    "opening a DM": lambda what, place, message: what == "open" and _in_dm(place),
    "a message": lambda what, place, message: what == "send" and _in_dm(place),
    "a picture": lambda what, place, message: _in_dm(place) and message is not None and bool(message.pictures),
    "an edit": lambda what, place, message: what == "edit" and _in_dm(place),
    "a board": lambda what, place, message: place.channel == CHANNEL and message is not None and bool(message.pictures),
    "a log": lambda what, place, message: (
        place.channel == CHANNEL and message is not None and not message.pictures and not message.rows
    ),
    "a night's message": lambda what, place, message: what == "send" and place.channel == CHANNEL,
}
"""By place of a message, a function that says if a request is one to be refused."""
ASKED: Final = {"a thread": "thread", "a night's thread": "thread", "a calendar": "schedule"}
"""By place of another request, what is asked of Discord."""
TRIALS: Final[dict[str, Callable[[Room, Cell], Awaitable[list[str]]]]] = {
    **dict.fromkeys(("opening a DM", "a message", "a picture", "an edit", "a board", "a log"), try_message),
    "an answer": try_answer,
    "a follow-up": try_answer,
    "a thread": try_thread,
    "a night's thread": try_thread_of_night,
    "a night's message": try_night,
    "a calendar": try_night,
}
"""By place, the function that tries a cell of it. Returns what is wrong."""


def _read(code: int) -> DiscordAnswer:
    answer = read_answer(make_error(code))
    assert answer is not None
    return answer


async def _try_all() -> int:
    """Try every cell in a room of its own, and print the table. Returns the number of cells that fail."""
    failed = dict.fromkeys(TRIALS, 0)
    print("code  ", *(f"{place:>17}" for place in TRIALS))
    for code, status in CODES.items():
        cells = []
        for place, attempt in TRIALS.items():
            with tempfile.TemporaryDirectory() as folder:
                async with await Store.open(copy_migrated(Path(folder) / "boneyard.db")) as store:
                    room = Room(store, settings())
                    await room.start()
                    wrong = await attempt(room, Cell(place, code))
                    await room.stop()
            print(*wrong, sep="\n", file=sys.stderr, end="\n" * bool(wrong))
            failed[place] += bool(wrong)
            cells.append("FAILS" if wrong else "well")
        print(f"{status} {code:>6}", *(f"{cell:>17}" for cell in cells), flush=True)
    print("well      ", *(f"{len(CODES) - count:>11} of {len(CODES)}" for count in failed.values()))
    return sum(failed.values())


if __name__ == "__main__":
    logging.disable()
    sys.exit(bool(asyncio.run(_try_all())))
