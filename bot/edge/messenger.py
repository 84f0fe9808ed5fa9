"""The messenger port over Discord. Moves never wait for its requests."""

import asyncio
import contextlib
import hashlib
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final, Literal, TypeVar

import discord
from discord.http import handle_message_parameters
from msgspec import Struct, field

from bot.edge import components
from bot.edge.custom_ids import list_components, parse_custom_id
from bot.edge.discord_answers import FAILURES, read_answer
from bot.edge.message_bodies import make_body
from bot.edge.presses import Presses, edit_original
from bot.ports.last_stored import LastStored
from bot.ports.messenger import (
    DeliveryError,
    ErrorKind,
    NotAllowed,
    Outcome,
    Place,
    ScheduledEvent,
    SoughtMessage,
    digest_text,
)
from bot.ports.ui import Message

log = logging.getLogger(__name__)

T = TypeVar("T")

NONCE_MOST: Final = 25
"""The most characters of a nonce (Discord's limit)."""
FIRST_WAIT: Final = 0.5
"""Seconds before the second try of a request. Each further wait is twice as long."""
LONGEST_WAIT: Final = 60.0
"""The most seconds between two tries."""
INVALID_WITHIN: Final = 600.0
"""Seconds over which invalid requests are counted."""
INVALID_MOST: Final = 2_000
"""The most invalid requests in that time before the bot pauses. Discord bans an address after 10,000. Each process of a
fleet makes its part of these, so it does not matter which of them share an address."""

BLOCKED_TRIES: Final = 8
"""The tries of a request that Discord's edge refuses. They take about a minute.

After that, the slow clock tries again.
"""

THREAD_ASLEEP_AFTER: Final = 1_440
"""Minutes without a message after which Discord archives a thread."""
SLOW_THREAD_ASLEEP_AFTER: Final = 10_080
"""The same for the thread of a game by correspondence."""

PAGE: Final = 100
"""The most messages that Discord lists at a time (Discord's limit)."""
MOST_PAGES: Final = 50
"""The most pages of a channel's history that are searched for a message."""


class Brake:
    """Says how long to pause: after too many invalid requests, or while Discord wants no request."""

    def __init__(self, read_time: Callable[[], float] = time.monotonic, most: int = INVALID_MOST) -> None:
        self._read_time = read_time
        self._most = most
        self._times: deque[float] = deque()
        self._stopped_until = 0.0

    def count_invalid(self) -> None:
        """Count a request that Discord called invalid."""
        self._times.append(self._read_time())

    def pause(self, seconds: float) -> None:
        """Let all requests wait for so many seconds."""
        self._stopped_until = max(self._stopped_until, self._read_time() + seconds)

    @property
    def remaining_wait(self) -> float:
        """Seconds to wait before the next request."""
        while self._times and self._times[0] <= self._read_time() - INVALID_WITHIN:
            self._times.popleft()
        stopped = max(0.0, self._stopped_until - self._read_time())
        if len(self._times) < self._most:
            return stopped
        return max(stopped, self._times[0] + INVALID_WITHIN - self._read_time())


MOST_KEPT: Final = 20_000
"""The most people whose DM channel is kept in memory, and the most channels whose last message is kept."""


class DiscordMessenger(Struct):
    """`bot.ports.messenger.Messenger` over a discord.py client. Temporary failures are retried until the bot stops."""

    client: discord.Client
    find_emoji: components.FindEmoji
    count: Callable[[str], None]
    """Called with each outcome: "sent", "edited", "again", "forbidden", ..."""
    brake: Brake
    """Says when no request may be made."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    """Waits (seconds) before the next try."""
    presses: Presses = field(default_factory=Presses)
    """The last press on each message."""
    doubt_emojis: Callable[[], bool] = lambda: False
    """Called when Discord refuses an emoji. Returns True if the next try does without emojis."""
    note_token_refused: Callable[[], object] = lambda: None
    """Called when Discord refuses the bot's token."""
    _last_posted: LastStored[int, int] = field(default_factory=lambda: LastStored(MOST_KEPT))
    """By channel, the last message that was posted there."""
    _dms: LastStored[int, Place] = field(default_factory=lambda: LastStored(MOST_KEPT))
    """By user, their DM channel."""
    _retries: int = 0

    async def send(self, place: Place, message: Message, nonce: str) -> int:
        """See `Messenger.send`."""
        channel = self._make_channel(place)

        async def ask() -> discord.Message:
            body = make_body(message, self.find_emoji, fresh=True)
            return await channel.send(nonce=shorten_nonce(nonce), silent=not message.loud, **body)

        try:
            sent = await self._do("sent", ask, place)
        except DeliveryError as trouble:
            if trouble.kind is ErrorKind.NOWHERE and not place.guild:
                self._dms = LastStored(MOST_KEPT)  # Discord does not know the channel: open DMs anew
            raise
        self._last_posted[place.channel] = sent.id
        return sent.id

    async def has_place(self, place: Place) -> bool:
        """See `Messenger.has_place`."""
        return await self._find_refusal(lambda: self.client.http.get_channel(place.channel)) is not ErrorKind.NOWHERE

    async def may_see(self, place: Place) -> bool:
        """See `Messenger.may_see`."""
        return await self._find_refusal(lambda: self.client.http.get_channel(place.channel)) is None

    async def _find_refusal(self, ask: Callable[[], Awaitable[object]]) -> ErrorKind | None:
        """Ask Discord for something. Return the cause of its refusal, or None."""
        try:
            await self._do("looked", ask)
        except DeliveryError as trouble:
            return trouble.kind
        return None

    async def find_message(self, place: Place, sought: SoughtMessage) -> int | None:
        """See `Messenger.find_message`. Needs the permission to read the channel's history."""
        after = max(sought.after, max(0, sought.since - discord.utils.DISCORD_EPOCH) << 22)
        own_id = self.client.user.id if self.client.user is not None else self.client.application_id
        for _ in range(MOST_PAGES):
            page = {int(found["id"]): found for found in await self._list_after(place, after, PAGE)}
            for number, found in sorted(page.items()):
                if int(found["author"]["id"]) == own_id and _is_sought(found, sought):
                    return number
            if len(page) < PAGE:
                return None
            after = max(page)
        return None

    async def count_after(self, place: Place, message_id: int, most: int) -> int:
        """See `Messenger.count_after`."""
        return len(await self._list_after(place, message_id, most))

    async def _list_after(self, place: Place, after: int, most: int) -> list[Any]:
        """List at most so many messages after the id `after`."""
        return await self._do("looked", lambda: self.client.http.logs_from(place.channel, most, after=after))

    async def edit(self, place: Place, message_id: int, message: Message, keep_pictures: bool = False) -> None:
        """See `Messenger.edit`. Discord's answer describes the message and is not read, since nothing needs it."""
        if await self._edit_by_press(message_id, message, keep_pictures):
            return
        http = self.client.http

        async def ask() -> None:
            with handle_message_parameters(**self._make_edit(message, keep_pictures)) as params:
                await http.edit_message(place.channel, message_id, params=params)

        await self._do("edited", ask, place)

    async def _edit_by_press(self, message_id: int, message: Message, keep_pictures: bool) -> bool:
        """Edit a message by the token of its last press. Return False if there is none, or Discord refuses it."""

        def ask(token: str) -> Awaitable[None]:
            make = partial(self._make_edit, message, keep_pictures)
            return self._do("edited_by_press", lambda: edit_original(self.client, token, make()))

        return await self.presses.edit(message_id, ask)

    def find_last(self, place: Place) -> int:
        """See `Messenger.find_last`."""
        return self._last_posted.get(place.channel) or 0

    def edits_freely(self, message_id: int) -> bool:
        """See `Messenger.edits_freely`."""
        return self.presses.find(message_id) is not None

    async def delete(self, place: Place, message_id: int) -> None:
        """See `Messenger.delete`."""
        message = self._make_channel(place).get_partial_message(message_id)
        with _accept_absence():
            await self._do("deleted", lambda: message.delete(), place)

    async def open_dm(self, user: int) -> Place:
        """See `Messenger.open_dm`."""
        place = self._dms.get(user)
        if place is None:
            opened = await self._do("opened", lambda: self.client.http.start_private_message(user))
            place = Place(int(opened["id"]))
            self._dms[user] = place
        return place

    @property
    def hosts(self) -> tuple[int, ...]:
        """See `Messenger.hosts`."""
        application = self.client.application
        if application is None:
            return ()
        team = application.team
        return (application.owner.id,) if team is None else tuple(member.id for member in team.members)

    def find_owner(self, guild: int) -> int | None:
        """See `Messenger.find_owner`."""
        server = self.client.get_guild(guild)
        return None if server is None else server.owner_id

    async def open_thread(self, parent: Place, name: str, members: tuple[int, ...] = (), slow: bool = False) -> Place:
        """See `Messenger.open_thread`."""
        channel = self.client.get_channel(parent.channel)
        kind: Literal[10, 11] = 10 if isinstance(channel, discord.TextChannel) and channel.is_news() else 11
        opened = await self._do(
            "thread",
            lambda: self.client.http.start_thread_without_message(
                parent.channel,
                name=name[:100],
                auto_archive_duration=SLOW_THREAD_ASLEEP_AFTER if slow else THREAD_ASLEEP_AFTER,
                type=kind,  # Discord's numbers; 10 in an announcement channel
                invitable=False,
            ),
        )
        place = Place(int(opened["id"]), parent.guild)
        try:
            for user in members:
                await self._do("added", partial(self.client.http.add_user_to_thread, place.channel, user), place)
        except DeliveryError:  # without all its members, the thread is of no use
            await self.end_thread(place)
            raise
        return place

    async def end_thread(self, thread: Place) -> None:
        """See `Messenger.end_thread`. Without the right to delete the thread, the bot archives it."""
        http = self.client.http
        with _accept_absence():
            try:
                await self._do("thread_deleted", lambda: http.delete_channel(thread.channel))
            except DeliveryError as trouble:
                if trouble.kind is not ErrorKind.FORBIDDEN:
                    raise
                await self._do("thread_archived", lambda: http.edit_channel(thread.channel, archived=True))

    async def schedule(self, guild: int, event: ScheduledEvent) -> int:
        """See `Messenger.schedule`. Makes no request if the bot's roles lack *Create Events*."""
        server = self.client.get_guild(guild)
        if server is None or not server.me.guild_permissions.create_events:
            raise NotAllowed(ErrorKind.FORBIDDEN, "Create Events is missing")
        channel = server.get_channel(event.channel)
        if channel is None or not channel.permissions_for(server.default_role).view_channel:
            raise NotAllowed(ErrorKind.FORBIDDEN, "not everybody sees the channel")
        planner = await self._find_member(server, event.planner)
        if planner is None or not planner.guild_permissions.create_events:
            raise NotAllowed(ErrorKind.FORBIDDEN, "the planner lacks Create Events")
        return await self.create_event(guild, event)

    async def create_event(self, guild: int, event: ScheduledEvent) -> int:
        """Put an event into a server's calendar. Returns its id. Raises DeliveryError."""
        created = await self._do(
            "scheduled",
            lambda: self.client.http.create_guild_scheduled_event(
                guild,
                name=event.name[:100],
                description=event.description[:1000],
                privacy_level=discord.PrivacyLevel.guild_only.value,
                entity_type=discord.EntityType.external.value,
                entity_metadata={"location": event.location[:100]},
                scheduled_start_time=_format_time(event.begins),
                scheduled_end_time=_format_time(event.ends),
            ),
        )
        return int(created["id"])

    async def find_event(self, guild: int, event: ScheduledEvent) -> int | None:
        """See `Messenger.find_event`."""
        listed = await self._do("looked", lambda: self.client.http.get_scheduled_events(guild, False))
        own_id = str(self.client.application_id)
        for found in listed:
            begins = datetime.fromisoformat(found["scheduled_start_time"]).timestamp() * 1000
            details: Any = found["entity_metadata"] or {}
            place = details.get("location")
            if str(found.get("creator_id")) == own_id and (place, begins) == (event.location[:100], event.begins):
                return int(found["id"])
        return None

    async def unschedule(self, guild: int, event: int) -> None:
        """See `Messenger.unschedule`."""
        with _accept_absence():
            await self._do("unscheduled", lambda: self.client.http.delete_scheduled_event(guild, event))

    async def find_members(self, guild: int, users: tuple[int, ...]) -> frozenset[int]:
        """See `Messenger.find_members`."""
        server = self.client.get_guild(guild)
        if server is None:
            return frozenset(users)
        found = [await self._find_member(server, user) for user in users]
        return frozenset(member.id for member in found if member is not None)

    async def _find_member(self, guild: discord.Guild, user: int) -> discord.Member | None:
        """Find a member of a server, with their roles. None if the user is not in the server."""
        try:
            return await self._do("looked_up", lambda: guild.fetch_member(user))
        except DeliveryError as error:
            if error.kind is not ErrorKind.GONE:
                raise
            return None

    def _make_channel(self, place: Place) -> discord.PartialMessageable:
        return self.client.get_partial_messageable(place.channel, guild_id=place.guild or None)

    def _make_edit(self, message: Message, keep_pictures: bool) -> Mapping[str, Any]:
        """Make the arguments of an edit. Without "attachments", the message keeps its pictures."""
        if not keep_pictures:
            return make_body(message, self.find_emoji, fresh=False)
        body = make_body(replace(message, pictures=()), self.find_emoji, fresh=False)
        del body["attachments"]
        return body

    async def _do(self, outcome: str, ask: Callable[[], Awaitable[T]], place: Place | None = None) -> T:
        """Make a request by calling `ask`, and return its result. `outcome` is counted when it succeeds.

        A request that fails for a passing reason is tried again. So is a request at an archived thread (`place`), once
        the bot has opened the thread.
        """
        wait, blocked = FIRST_WAIT, 0
        while True:
            if self.brake.remaining_wait:
                self.count("braked")
                await self.sleep(self.brake.remaining_wait)
            try:
                result = await ask()
            except FAILURES as error:
                answer = read_answer(error)
                assert answer is not None
                if answer.invalid:
                    self.brake.count_invalid()
                if answer.stops_all:
                    self.brake.pause(max(answer.wait, wait))
                if answer.kind is ErrorKind.TOKEN:
                    self.note_token_refused()
                if answer.names_emoji and self.doubt_emojis():
                    continue
                blocked += answer.kind is ErrorKind.BLOCKED
                asleep = answer.outcome is Outcome.ASLEEP and place is not None
                if not asleep and (answer.outcome is not Outcome.PASSING or blocked >= BLOCKED_TRIES):
                    self.count(answer.kind)
                    raise answer.to_error() from error
            else:
                self.count(outcome)
                return result
            self.count("again")
            if asleep and place is not None:
                await self._wake(place)
                place = None
                continue
            wait = max(wait, answer.wait)
            log.info("Discord did not accept the request (%s); trying again in %.1f s", answer.detail, wait)
            self._retries += 1  # requests that failed together wait 0.8 to 1.2 times as long, and so spread out
            await self.sleep(wait * (0.8 + 0.4 * (self._retries * 7 % 16) / 15))
            wait = min(wait * 2, LONGEST_WAIT)

    async def _wake(self, thread: Place) -> None:
        """Open an archived thread again. Raises `DeliveryError` (ASLEEP) if only others may do that."""
        try:
            await self._do("woken", lambda: self.client.http.edit_channel(thread.channel, archived=False))
        except DeliveryError as trouble:
            kind = ErrorKind.ASLEEP if trouble.kind is ErrorKind.FORBIDDEN else trouble.kind
            raise DeliveryError(kind, trouble.detail) from trouble


@contextlib.contextmanager
def _accept_absence() -> Iterator[None]:
    """Ignore the error if something to be deleted, or its place, is gone already."""
    try:
        yield
    except DeliveryError as trouble:
        if trouble.kind not in (ErrorKind.GONE, ErrorKind.NOWHERE):
            raise


def _format_time(at: int) -> str:
    """Format a time (milliseconds since 1970) as Discord does."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat()


def _is_sought(found: Any, sought: SoughtMessage) -> bool:
    """True if a message, in Discord's JSON, has the text and the table that are sought."""
    parts = list(list_components(found.get("components", ())))
    tables = {
        control.table
        for control in map(parse_custom_id, (part.get("custom_id", "") for part in parts))
        if control is not None
    }
    text = found["content"] or "\n".join(part["content"] for part in parts if "content" in part)
    return digest_text(text) == sought.digest and tables <= {sought.table}


def shorten_nonce(nonce: str) -> str:
    """Shorten a nonce to the 25 characters that Discord allows."""
    return nonce if len(nonce) <= NONCE_MOST else hashlib.sha256(nonce.encode()).hexdigest()[:NONCE_MOST]
