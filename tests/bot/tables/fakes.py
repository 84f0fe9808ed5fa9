"""A Discord made of dictionaries, a clock that is turned by hand, and pictures made of words."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from bot.app import build
from bot.ports.messenger import DeliveryError, ErrorKind, Place
from bot.ports.requests import Location, Reply, Requester, RequestId
from bot.ports.ui import Message
from bot.store.store import Store
from bot.tables.pacing import CORRESPONDENCE, LIVE, Pace, TableSettings
from render.picture import Picture

GUILD = 1
CHANNEL = 100
NO_PAUSE = Pace(0, 0, 20_000, LIVE.nudges, LIVE.stand_in, LIVE.close)
NO_PAUSE_BY_POST = Pace(0, 0, None, CORRESPONDENCE.nudges, CORRESPONDENCE.stand_in, CORRESPONDENCE.close)


class HandClock:
    """Time that moves only when told to."""

    def __init__(self, now: int = 1_700_000_000_000) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now

    def forward(self, by: int) -> int:
        self.now += by
        return self.now


class WordScenes:
    """Scenes that write views down instead of drawing them."""

    @staticmethod
    def board(view: Any, names: tuple[str, ...] = (), style: object = None) -> Picture:
        return Picture(f"board {view!r}".encode(), f"board {view!r}")

    @staticmethod
    def hand(view: Any, names: tuple[str, ...] = (), style: object = None, hidden: bool = False) -> Picture:
        told = "hidden" if hidden else repr(view)
        return Picture(f"rack {told}".encode(), f"rack {told}")

    @staticmethod
    def sheet(view: Any, names: tuple[str, ...] = (), style: object = None) -> Picture:
        return Picture(b"sheet", f"sheet {view.scores}")

    @staticmethod
    def receipt(view: Any, names: tuple[str, ...] = (), style: object = None) -> Picture:
        return Picture(b"receipt", f"receipt {view.scores}")

    @staticmethod
    def words(view: Any, names: tuple[str, ...] = ()) -> str:
        return repr(view)

    @staticmethod
    def mark_closed(view: Any) -> Any:
        return replace(view, phase="closed", to_act=())


@dataclass
class Sent:
    """A message as it stands in a channel, and everything that it has shown."""

    place: Place
    message: Message
    history: list[Message] = field(default_factory=list)


class RecordingPostbox:
    """Keeps every message. `fail` may raise for a call ("send", place, message); `lose_replies` posts and then fails
    as a lost line does."""

    def __init__(self) -> None:
        self.messages: dict[int, Sent] = {}
        self.deleted: list[int] = []
        self.by_nonce: dict[str, int] = {}
        self.calls: list[tuple[str, int]] = []
        self.fail: Callable[[str, Place, Message | None], None] = lambda what, place, message: None
        self.crash_after: int | None = None
        self._next = 1_000

    def _called(self, what: str, place: Place, message: Message | None) -> None:
        self.calls.append((what, place.channel))
        self.fail(what, place, message)

    async def _line(self) -> None:
        """The time in which a reply travels: others get their turn, and a crash may lose it."""
        await asyncio.sleep(0)
        if self.crash_after is not None:
            self.crash_after -= 1
            if self.crash_after < 0:
                await asyncio.Event().wait()

    async def send(self, place: Place, message: Message, nonce: str) -> int:
        assert len(nonce) <= 25
        assert len(message.text) <= 2_000
        assert len(message.rows) <= 5
        assert all(len(row) <= 5 for row in message.rows)
        self._called("send", place, message)
        if nonce not in self.by_nonce:
            self._next += 1
            self.by_nonce[nonce] = self._next
            self.messages[self._next] = Sent(place, message, [message])
        sent = self.by_nonce[nonce]
        await self._line()
        return sent

    async def edit(self, place: Place, message_id: int, message: Message) -> None:
        self._called("edit", place, message)
        if message_id not in self.messages:
            raise DeliveryError(ErrorKind.GONE)
        sent = self.messages[message_id]
        assert sent.place.channel == place.channel
        sent.message = message
        sent.history.append(message)
        await self._line()

    async def delete(self, place: Place, message_id: int) -> None:
        self._called("delete", place, None)
        if self.messages.pop(message_id, None) is not None:
            self.deleted.append(message_id)
        await self._line()

    async def direct(self, user: int) -> Place:
        await self._line()
        return dm(user)

    async def thread(self, parent: Place, name: str, private: bool, members: tuple[int, ...]) -> Place:
        self._called("thread", parent, None)
        self._next += 1
        await self._line()
        return Place(self._next, parent.guild)

    def at(self, channel: int) -> list[Message]:
        """The messages that stand in a channel, in order."""
        return [sent.message for _, sent in sorted(self.messages.items()) if sent.place.channel == channel]

    def everything_at(self, channel: int) -> list[Message]:
        """All that was ever to be seen in a channel."""
        return [one for sent in self.messages.values() if sent.place.channel == channel for one in sent.history]


def dm(user: int) -> Place:
    """The DM channel of a user."""
    return Place(1_000_000 + user)


def closed_dms(*users: int) -> Callable[[str, Place, Message | None], None]:
    """A failure: these users take no direct messages."""
    channels = {dm(user).channel for user in users}

    def fail(what: str, place: Place, message: Message | None) -> None:
        if what == "send" and place.channel in channels:
            raise DeliveryError(ErrorKind.DMS_CLOSED)

    return fail


BEAR, BULL, WALLY, NED = (Requester(user, name) for user, name in ((1, "Bear"), (2, "Bull"), (3, "Wal"), (4, "Ned")))
HERE = Location(GUILD, CHANNEL)


def settings(**changed: Any) -> TableSettings:
    """Settings for tests: robots do not pause, nothing is too old."""
    usual: dict[str, Any] = {"live": NO_PAUSE, "correspondence": NO_PAUSE_BY_POST, "confirm_after": 0}
    return TableSettings(**{**usual, **changed})


class Crowd:
    """A desk with what it stands on, and people who speak to it: each word has its own interaction id."""

    def __init__(self, store: Store, chosen: TableSettings, postbox: RecordingPostbox | None = None,
                 clock: HandClock | None = None) -> None:  # fmt: skip
        self.store = store
        self.clock = clock or HandClock()
        self.postbox = postbox or RecordingPostbox()
        self.settings = chosen
        self.desk = build(store, self.postbox, self.clock, WordScenes(), chosen).desk
        self.spoken = 0

    def stamp(self, at: int | None = None) -> RequestId:
        """A new interaction, now or at a given time."""
        self.spoken += 1
        return RequestId(self.clock.now if at is None else at, f"i:{self.clock.now}:{self.spoken}")

    async def open(self, game: str, pace: str = "live", preset: str = "", thread: bool = False) -> int:
        """Bear opens a table; its id."""
        reply = await self.desk.open(game, pace, preset, thread, BEAR, HERE, self.stamp())
        assert reply.message is not None
        return reply.message.table

    async def press(self, table: int, what: str, who: Requester, *values: str, seq: int | None = None,
                    where: Location = HERE, stamp: RequestId | None = None) -> Reply:  # fmt: skip
        """A press on the panel that shows event `seq`, by default the last one."""
        shown = (await self.desk.tables.get(table)).sequence if seq is None else seq
        return await self.desk.press(table, what, values, shown, who, where, stamp or self.stamp())

    async def say(self, table: int, words: str, who: Requester, at: int | None = None) -> Reply:
        """A typed command."""
        verb, _, rest = words.partition(" ")
        return await self.desk.say(table, verb, rest, who, self.stamp(at))

    async def settled(self) -> None:
        """Everything that is due has happened and is shown."""
        await self.desk.settled()

    async def started(self, game: str, people: tuple[Requester, ...] = (BEAR,), robots: int = 3, **how: Any) -> int:
        """A table with these people (Bear first) and robots, begun."""
        table = await self.open(game, **how)
        for who in people[1:]:
            await self.press(table, "lobby.join", who)
        for _ in range(robots):
            await self.press(table, "lobby.robot+", BEAR)
        await self.press(table, "lobby.start", BEAR)
        await self.settled()
        return table

    async def again(self) -> Crowd:
        """The desk dropped as in a crash, and a new one on the same store and the same Discord."""
        self.desk.keeper.drop()
        other = Crowd(self.store, self.settings, self.postbox, self.clock)
        other.spoken = self.spoken
        self.postbox.crash_after = None
        await other.desk.start()
        return other
