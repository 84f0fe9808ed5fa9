"""The self-test: everything that the bot does at Discord, tried once in one channel, and deleted afterwards."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

import discord

from bot.edge import checkup
from bot.edge.client import Client
from bot.edge.discord_answers import FAILURES, read_answer
from bot.ports.checkup import Grade
from bot.ports.clock import Clock
from bot.ports.markup import make_message_link
from bot.ports.messenger import DeliveryError, ErrorKind, Messenger, Place, ScheduledEvent, SoughtMessage, digest_text
from bot.ports.ui import Accent, Fixture, Layout, Message, Text, lay_out
from bot.wording import Words
from render import pieces
from render.base.picture import Picture
from render.style import Style

T = TypeVar("T")

NAME: Final = "Boneyard self-test"
ANSWERED_WITHIN: Final = 20.0
"""Seconds that a step, or the deletion of one thing, may take."""
SERVERS_WITHIN: Final = 10.0
"""Seconds in which Discord should have described the bot's servers, once the connection is up."""
HOUR: Final = 3_600_000
NEAR: Final = 20
"""The number of the channel's messages, from around the start of a thread, among which Discord's notice is sought."""


class StepResult(NamedTuple):
    """The result of one step."""

    topic: str
    trouble: str = ""
    """A sentence that advises what to do; "" if the step passed."""
    note: str = ""
    """A remark about a step that passed."""


@dataclass(slots=True, eq=False)
class _Post:
    """A message of the test."""

    place: Place
    text: str
    id: int = 0
    """0 until Discord has given the message an id."""


class SelfTest:
    """The steps of one self-test in a text channel, with a direct message to a user. Call `clean_up` after them."""

    def __init__(
        self,
        client: Client,
        messenger: Messenger,
        channel: discord.TextChannel,
        user: int,
        clock: Clock,
        words: Words,
    ) -> None:
        self._client = client
        self._messenger = messenger
        self._channel = channel
        self._place = Place(channel.id, channel.guild.id)
        self._user = user
        self._clock = clock
        self._words = words
        self._token = secrets.token_hex(4)
        self._title = f"{NAME} {self._token}"
        self._picture: Picture | None = None
        self._first: _Post | None = None
        self._posts: list[_Post] = []
        self._threads: set[int] = set()
        self._events: set[int] = set()
        self._tried_to_schedule = False

    async def run(self, stop: asyncio.Event) -> AsyncIterator[StepResult]:
        """Take all steps in turn, even if one fails, until `stop` is set."""
        steps: tuple[tuple[str, Callable[[], Awaitable[str]]], ...] = (
            ("permissions", self._look_at_permissions),
            ("picture", self._post_picture),
            ("edit", self._edit),
            ("history", self._read_history),
            ("layout", self._post_layout),
            ("thread", self._open_thread),
            ("event", self._schedule),
            ("direct message", self._write_to_user),
        )
        for topic, take in steps:
            if stop.is_set():
                return
            yield StepResult(topic, await self._take_step(topic, take))

    async def _take_step(self, topic: str, take: Callable[[], Awaitable[str]]) -> str:
        """Take a step. If it fails, return a sentence that advises what to do, otherwise ""."""
        try:
            async with asyncio.timeout(ANSWERED_WITHIN):
                return await take()
        except TimeoutError:
            return self._words.say("selftest/silent", seconds=round(ANSWERED_WITHIN))
        except DeliveryError as error:
            key = f"selftest/{topic.replace(' ', '_')}_refused"
            return self._words.say(key, reason=error.detail or error.kind, user=self._user)

    async def _look_at_permissions(self) -> str:
        allowed = self._channel.permissions_for(self._channel.guild.me)
        found = checkup.check_channel(f"#{self._channel.name}", allowed, self._words, plain=True)
        return "" if found.grade is Grade.WELL else found.text

    async def _post_picture(self) -> str:
        self._first = await self._post(self._place, Message(self._say("text"), (await self._draw(),)))
        return ""

    async def _edit(self) -> str:
        if self._first is None:
            return self._words.say("selftest/no_message")
        edited = Message(self._say("text_edited"), (await self._draw(),))
        await self._messenger.edit(self._place, self._first.id, edited, keep_pictures=True)
        self._first.text = edited.text
        return ""

    async def _read_history(self) -> str:
        if self._first is None:
            return self._words.say("selftest/no_message")
        found = await self._find(self._first)
        if found == self._first.id:
            return ""
        return self._words.say("selftest/history_missing")

    async def _post_layout(self) -> str:
        parts = (Text(self._title), Fixture.PICTURES, Fixture.LINE, Text(self._say("text_layout")))
        await self._post(self._place, lay_out(Layout(Accent.LOBBY, parts), (await self._draw(),)))
        return ""

    async def _open_thread(self) -> str:
        thread = await self._messenger.open_thread(self._place, self._title, private=False, members=())
        self._threads.add(thread.channel)
        await self._post(thread, Message(self._say("text_thread")))
        return ""

    async def _schedule(self) -> str:
        self._tried_to_schedule = True
        guild, now = self._place.guild, self._clock()
        planner = self._messenger.find_owner(guild) or 0  # the only person who is sure to be allowed to create events
        event = ScheduledEvent(
            self._title, self._say("text_event"), f"#{self._channel.name}", now + HOUR, now + 2 * HOUR,
            self._channel.id, planner,
        )  # fmt: skip
        self._events.add(await self._messenger.schedule(guild, event))
        return ""

    async def _write_to_user(self) -> str:
        await self._post(await self._messenger.open_dm(self._user), Message(self._say("text_dm")))
        return ""

    async def _post(self, place: Place, message: Message) -> _Post:
        """Post a message. Note it before sending, so that `clean_up` finds it even if Discord's answer is lost."""
        post = _Post(place, message.text)
        self._posts.append(post)
        try:
            post.id = await self._messenger.send(place, message, f"self:{self._token}:{len(self._posts)}")
        except DeliveryError:
            self._posts.remove(post)
            raise
        return post

    async def _draw(self) -> Picture:
        if self._picture is None:
            alt = self._words.say("selftest/alt")
            rows = [[(("R1", "WE", "DG", "N4"), "")]]
            self._picture = await asyncio.to_thread(pieces.draw, rows, alt, Style())
        return self._picture

    def _say(self, key: str) -> str:
        return self._words.say(f"selftest/{key}", title=self._title)

    async def _find(self, post: _Post) -> int | None:
        after, since = (post.id - 1, 0) if post.id else (0, self._clock() - HOUR)
        return await self._messenger.find_message(post.place, SoughtMessage(0, digest_text(post.text), after, since))

    async def clean_up(self) -> StepResult:
        """Delete everything that the steps made, even if Discord's answer was lost or another deletion fails."""
        left = [
            make_message_link(post.place.guild, post.place.channel, post.id)
            for post in self._posts
            if not await self._succeeds(self._delete, post)
        ]
        threads = self._threads | {thread.id for thread in self._channel.threads if thread.name == self._title}
        left += [self._link_thread(thread) for thread in threads if not await self._succeeds(self._end, thread)]
        if self._tried_to_schedule and not await self._succeeds(self._unschedule, self._place.guild):
            left.append(self._title)
        if left:
            return StepResult("cleanup", self._words.say("selftest/left", things=left))
        kept = [thread for thread in threads if await self._is_there(thread)]
        note = self._words.say("selftest/archived", link=self._link_thread(kept[0])) if kept else ""
        return StepResult("cleanup", note=note)

    async def _succeeds(self, work: Callable[[T], Awaitable[None]], target: T) -> bool:
        try:
            async with asyncio.timeout(ANSWERED_WITHIN):
                await work(target)
        except (DeliveryError, TimeoutError):
            return False
        return True

    async def _delete(self, post: _Post) -> None:
        number = post.id or await self._find(post)
        if number:
            await self._messenger.delete(post.place, number)
        elif not self._channel.permissions_for(self._channel.guild.me).read_message_history:
            raise DeliveryError(ErrorKind.FORBIDDEN, "the history cannot be read, so the message may be there")

    async def _end(self, thread: int) -> None:
        """End a thread, and delete the notice of it that Discord posted in the channel, in the bot's name."""
        await self._messenger.end_thread(Place(thread, self._place.guild))
        near = await _ask(self._client.http.logs_from(self._channel.id, NEAR, around=thread))
        for found in near:
            is_notice = found["type"] == discord.MessageType.thread_created.value
            if is_notice and found.get("message_reference", {}).get("channel_id") == str(thread):
                await self._messenger.delete(self._place, int(found["id"]))

    async def _is_there(self, thread: int) -> bool:
        try:
            return await self._messenger.has_place(Place(thread, self._place.guild))
        except DeliveryError:
            return True

    async def _unschedule(self, guild: int) -> None:
        listed = await _ask(self._client.http.get_scheduled_events(guild, False))
        named = {int(event["id"]) for event in listed if event["name"] == self._title}
        for event in self._events | named:
            await self._messenger.unschedule(guild, event)

    def _link_thread(self, thread: int) -> str:
        return make_message_link(self._place.guild, thread)


async def _ask(request: Awaitable[T]) -> T:
    """Return the answer to a request. Raises `DeliveryError` for a failure."""
    try:
        return await request
    except FAILURES as error:
        answer = read_answer(error)
        assert answer is not None
        raise answer.to_error() from error


async def find_channel(client: Client, number: int, words: Words) -> discord.TextChannel | str:
    """Find a text channel by its id, once Discord has described the servers.

    If the bot sees no such channel, return a sentence that advises what to do.
    """
    try:
        async with asyncio.timeout(SERVERS_WITHIN):
            while client.get_channel(number) is None and any(guild.unavailable for guild in client.guilds):
                await client.wait_for("guild_available")
    except TimeoutError:
        pass  # a server is unavailable at present, but it may be another one
    found = client.get_channel(number)
    if isinstance(found, discord.TextChannel):
        return found
    return words.say("selftest/channel_gone" if found is None else "selftest/channel_other", channel=number)


def find_owner(client: Client) -> int:
    """Find the owner of the application, or of the team that owns it; 0 if Discord has not said."""
    application = client.application
    if application is None:
        return 0
    return application.owner.id if application.team is None else application.team.owner_id or 0
