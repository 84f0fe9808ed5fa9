"""The dispatcher of the outbox: sends each waiting message once. The slow clock tries refused messages again.

Each kind of message has a teller, which makes it from its stored payload at the moment of sending. Messages of one lane
are sent in order; lanes do not wait for each other. `say_now` sends a message for which somebody waits, at once.
"""

import asyncio
import logging
import zlib
from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from msgspec import Struct, field

from bot.outbox.posting import BEGUN, BegunPost, Post, nonce_of, nonce_of_try, post_once
from bot.periodic import Lanes
from bot.ports import (
    DAY,
    Clock,
    DeliveryError,
    ErrorKind,
    Fault,
    Message,
    Messenger,
    Outcome,
    Place,
    RefusedRequest,
    find_wait,
)
from bot.store import Connection, NewMessage, ShardSet, Store, StoreUnavailable, WaitingMessage
from bot.store.messages import outbox, refusals
from bot.store.messages.refusals import Refusal
from bot.store.processes.shards import WHOLE
from bot.wording import HOST, Words

log = logging.getLogger(__name__)

LOOK_EVERY: Final = 30.0
"""The most seconds between two looks. Other processes write to the outbox too."""
PATIENCE: Final = 60.0
"""The most seconds for one message. One that takes longer is put off."""
AT_ONCE: Final = 200
"""The most messages that are taken at a time."""
MOST_OF_LANE: Final = 20
"""The most messages of one lane that are taken at a time."""
KEPT: Final = 14 * DAY
"""Milliseconds for which a sent message is remembered, so that it is not sent again, and for which a refused message is
tried again."""
SLOW: Final = "slow"
BUG: Final = "bug"
OWN_ERRORS: Final = frozenset(
    {SLOW, BUG, *(kind for kind in ErrorKind if kind.outcome in (Outcome.PASSING, Outcome.REFUSED))}
)
"""The errors after which a message counts as late for the bot's host. After other errors, somebody has to change
something in Discord, such as a permission, and the checkup says so."""
POSTED: Final = "said"
"""The key of the message's place and id, in the note about a message that was sent at once."""
CAUSE: Final = "cause"
"""The key of the cause for which such a message was sent, in the same note."""


class MessageToSend(NamedTuple):
    """A waiting message as it would be sent now."""

    place: Place | None
    """Its place; None for a DM to `user`."""
    message: Message
    user: int = 0
    to_edit: int | None = None
    """The id of the message to edit; None to post a new one."""


class Teller(ABC):
    """Makes the messages of one kind."""

    kind: ClassVar[str]
    lane: ClassVar[str] = ""
    """The fact in a payload that divides the messages of this kind into lanes, or "user" for their readers; "" for one
    lane."""

    def find_lane(self, waiting: WaitingMessage) -> Hashable:
        """The lane of a message. Messages of one lane are sent in order."""
        if not self.lane:
            return self.kind
        return self.kind, waiting.user_id if self.lane == "user" else waiting.payload[self.lane]

    @abstractmethod
    async def make(self, waiting: WaitingMessage, now: int) -> MessageToSend | None:
        """Make the message. None if there is nothing to say any more."""

    async def find_other_place(
        self, waiting: WaitingMessage, to_send: MessageToSend, error: DeliveryError, now: int
    ) -> MessageToSend | None:
        """Find another place for a message that was refused. If this returns None, the slow clock tries again."""
        return None

    async def note_sent(
        self, waiting: WaitingMessage, to_send: MessageToSend, place: Place, number: int, now: int
    ) -> None:
        """Note the message that was sent or edited. A crash may repeat this."""
        return

    def finish(self, connection: Connection, waiting: WaitingMessage, now: int) -> None:
        """Do what belongs to the end of a message, in the transaction that marks it as sent."""
        return


class Outbox(Struct):
    """Sends what is in the outbox. Call `wake` after writing to it."""

    store: Store
    messenger: Messenger
    clock: Clock
    lanes: Lanes
    share: ShardSet = WHOLE
    tellers: dict[str, Teller] = field(default_factory=dict)
    """By kind, the tellers of its messages."""
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def add_tellers(self, *tellers: Teller) -> None:
        """Let these kinds of messages be sent."""
        self.tellers |= {teller.kind: teller for teller in tellers}

    def wake(self) -> None:
        """Look at the outbox now."""
        self.lanes.woken.set()

    async def say_now(
        self, kind: str, name: str, to_send: MessageToSend, cause: str = "", table: int | None = None
    ) -> tuple[Place, int]:
        """Send a message for which somebody waits, and return its place and id.

        A message is sent once for each cause. `name` identifies the message. If a crash has interrupted an earlier call
        with the same name, whatever its cause, and Discord took that message, it is edited and returned. The slow clock
        does not try such a message again; only another call does. Raises DeliveryError, StoreUnavailable.
        """
        key = nonce_of(name)
        noted = await self.store.read(outbox.find_noted, key)
        if POSTED in noted and noted.get(CAUSE, "") == cause:
            channel, guild, number = noted[POSTED]
            return Place(channel, guild), number

        async def begin(begun: BegunPost) -> None:
            facts = {BEGUN: begun.to_json(), CAUSE: cause}
            await self.store.write(
                outbox.begin_now, NewMessage(kind, facts, key, begun.at, table, to_send.user or None)
            )

        place = await self._find_place(to_send)
        post = Post(place, to_send.message, nonce_of(f"{name}:{cause}") if cause else key)
        posted = await post_once(self.messenger, post, self.clock(), noted.get(BEGUN), begin)
        (channel, guild), number = posted
        await self.store.write(outbox.note_said, key, {POSTED: [channel, guild, number], CAUSE: cause})
        return posted

    async def tell_hosts(self, text: str, about: str) -> None:
        """Write a letter to everybody who runs the bot, as `write_letter` does."""
        for host in self.messenger.hosts:
            await self.store.write(write_letter, host, text, about, self.clock())
        self.wake()

    async def note_refused(self, refused: RefusedRequest, error: DeliveryError | None) -> int:
        """Note a refused request for the checkup; without an error, that it is refused no more. Return the time of the
        next try by the slow clock, or 0."""
        if error is None:
            await self.forget_refused(refused)
            return 0
        refusal = await self.store.write(refusals.note, refused, str(error), self.clock())
        await self.tell_own_fault(refusal)
        return refusal.retry_at

    async def forget_refused(self, refused: RefusedRequest) -> bool:
        """Forget a request, since Discord has taken it or nobody wants it any more. True if it was noted."""
        return await self.store.write(refusals.forget, refused)

    async def tell_own_fault(self, refusal: Refusal) -> None:
        """Tell the bot's hosts of a refusal that is a fault of the bot, at most once a day for each kind."""
        kind = ErrorKind(refusal.kind)
        if kind.fault is Fault.BOT:
            text = HOST.say(
                "host/refused" if refusal.retry_at else "host/refused_asked", detail=refusal.detail,
                reason=HOST.say(f"refused/{kind}"), what=name_refused(refusal, HOST),
                who="" if refusal.user is None else f" (<@{refusal.user}>)",
                since=refusal.since // 1000, next=refusal.retry_at // 1000,
            )  # fmt: skip
            await self.tell_hosts(text, f"own:{kind}:{self.clock() // DAY}")

    async def _find_place(self, to_send: MessageToSend) -> Place:
        return to_send.place if to_send.place is not None else await self.messenger.open_dm(to_send.user)

    async def tick(self) -> None:
        """Send everything that is due. Raises StoreUnavailable."""
        while await self._begin() or self.lanes.busy:
            await self.lanes.wait()

    async def look(self) -> float | None:
        """Begin to send what is due. Return the seconds until something else is due, or None.

        Raises StoreUnavailable.
        """
        await self._begin()
        due_at = await self.store.read(outbox.find_next, self.clock())
        return None if due_at is None else (due_at - self.clock()) / 1000

    async def _begin(self) -> bool:
        """Start to send what is due, except in lanes that are busy. True if anything was started."""
        async with self._lock:
            now = self.clock()
            by_lane = await self.store.read(take_due, now, self.tellers, frozenset(self.lanes.busy), self.share)
            for lane, messages in by_lane.items():
                self.lanes.start(lane, self._send_all(messages))
            return bool(by_lane)

    async def _send_all(self, messages: list[WaitingMessage]) -> None:
        for waiting in messages:
            if waiting.payload is None:
                log.error("message %s of the outbox (%s) is damaged, and set aside", waiting.id, waiting.kind)
                await self.store.write(outbox.set_aside, waiting.id)
            else:
                await self._send(waiting, self.tellers[waiting.kind])

    async def _send(self, waiting: WaitingMessage, teller: Teller) -> None:
        """Send a message. One that fails is tried again by the slow clock, until it has been refused for too long."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._say(waiting, teller)
        except StoreUnavailable:
            raise
        except DeliveryError as trouble:
            log.info("a message of the outbox (%s) was refused (%s)", waiting.kind, trouble)
            failure = str(trouble)
        except TimeoutError:
            log.warning("a message of the outbox (%s) took too long", waiting.kind)
            failure = SLOW
        except Exception:
            log.exception("a message of the outbox (%s) could not be made", waiting.kind)
            failure = BUG
        else:
            return
        now = self.clock()
        retry_at = now + find_wait(waiting.attempts // 2 + 1)
        await self.store.write(
            outbox.mark_failed, waiting.id, failure, retry_at if now < waiting.created_at + KEPT else None
        )

    async def _say(self, waiting: WaitingMessage, teller: Teller) -> None:
        now = self.clock()
        to_send = await teller.make(waiting, now)
        if to_send is not None:
            try:
                delivered = await self._deliver(waiting, to_send, now)
            except DeliveryError as trouble:
                other = await teller.find_other_place(waiting, to_send, trouble, now)
                if other is None:
                    raise
                to_send, delivered = other, await self._deliver(waiting, other, now, elsewhere=True)
            if delivered is not None:
                await teller.note_sent(waiting, to_send, *delivered, now)
        await self.store.write(_finish, teller, waiting, now)

    async def _deliver(
        self, waiting: WaitingMessage, to_send: MessageToSend, now: int, elsewhere: bool = False
    ) -> tuple[Place, int] | None:
        """Send or edit a message. Return its place and id; None if the message to edit is gone."""
        place = await self._find_place(to_send)
        if to_send.to_edit is not None:
            try:
                await self.messenger.edit(place, to_send.to_edit, to_send.message)
            except DeliveryError as trouble:
                if trouble.kind in (ErrorKind.GONE, ErrorKind.NOWHERE):
                    return None
                raise
            return place, to_send.to_edit

        async def begin(begun: BegunPost) -> None:
            await self.store.write(outbox.mark_begun, waiting.id, {**waiting.payload, BEGUN: begun.to_json()})

        nonce = nonce_of_try(nonce_of(f"{waiting.nonce}:elsewhere") if elsewhere else waiting.nonce, waiting.attempts)
        earlier = None if elsewhere else waiting.payload.get(BEGUN)
        return await post_once(self.messenger, Post(place, to_send.message, nonce), now, earlier, begin)


def take_due(
    connection: Connection, now: int, tellers: Mapping[str, Teller], busy: Collection[Hashable], share: ShardSet = WHOLE
) -> dict[Hashable, list[WaitingMessage]]:
    """The messages that are due in a share of the servers, by lane. Those for no server are divided by lane. Only a few
    messages of each lane are taken, and none of a busy lane, so that no lane holds up another."""
    by_lane: dict[Hashable, list[WaitingMessage]] = {}

    def take(waiting: WaitingMessage) -> bool:
        teller = tellers.get(waiting.kind)
        payload = waiting.payload
        if teller is None:
            return False
        lane = outbox.DAMAGED if payload is None else teller.find_lane(waiting)
        if not share.serves(0 if payload is None else payload.get("guild", 0), zlib.crc32(repr(lane).encode())):
            return False
        if lane in busy or len(by_lane.get(lane, ())) == MOST_OF_LANE:
            return False
        by_lane.setdefault(lane, []).append(waiting)
        return True

    outbox.list_due(connection, now, AT_ONCE, take)
    return by_lane


def _finish(connection: Connection, teller: Teller, waiting: WaitingMessage, now: int) -> None:
    teller.finish(connection, waiting, now)
    outbox.mark_sent(connection, waiting.id)
    outbox.delete_finished(connection, now - KEPT)


def name_refused(refusal: Refusal, words: Words) -> str:
    """Name what Discord refuses: "board of table 3"."""
    named = words.say("doctor/held_table", what=refusal.what, table=refusal.table)
    return named if refusal.table else refusal.what


def write_letter(connection: Connection, user: int, text: str, about: str, now: int) -> None:
    """Write a letter, which is sent later. `about` is its name: a person gets one letter of each name."""
    nonce = nonce_of(f"letter:{user}:{about}")
    outbox.add(connection, NewMessage(Letters.kind, {"text": text}, nonce, now, user_id=user))


@dataclass(frozen=True, slots=True)
class Letters(Teller):
    """Makes letters from their stored text."""

    kind: ClassVar[str] = "letter"
    lane: ClassVar[str] = "user"

    async def make(self, waiting: WaitingMessage, now: int) -> MessageToSend | None:
        return MessageToSend(None, Message(waiting.payload["text"]), waiting.user_id or 0)
