"""Trials: everything that the bot does at Discord, tried once in one channel by requests alone, and deleted again."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final, NamedTuple

import discord

from bot.edge.client import Client
from bot.edge.discord_answers import FAILURES
from bot.edge.messenger import Brake, DiscordMessenger
from bot.ports import (
    HOUR,
    Accent,
    Clock,
    DeliveryError,
    ErrorKind,
    Finding,
    Fixture,
    Grade,
    Message,
    Place,
    ScheduledEvent,
    SoughtMessage,
    Text,
    digest_text,
    lay_out,
    make_message_link,
)
from bot.wording import Words
from render import pieces
from render.base.picture import Picture
from render.style import Style

ANSWERED_WITHIN: Final = 20.0
"""Seconds that a trial, or the deletion of one thing, may take."""
NEAR: Final = 20
"""The number of the channel's messages, from around the start of a thread, among which Discord's notice is sought."""


class _Post(NamedTuple):
    """A message that was sent, or may have been."""

    place: Place
    text: str


class Trials:
    """The trials in one text channel, with a direct message to a user. Call `clean_up` after `run`."""

    def __init__(self, client: Client, channel: discord.TextChannel, user: int, clock: Clock, words: Words) -> None:
        self._client = client
        self._messenger = DiscordMessenger(client, lambda _: None, lambda _: None, Brake())
        self._channel = channel
        self._place = Place(channel.id, channel.guild.id)
        self._user = user
        self._clock = clock
        self._words = words
        self._token = secrets.token_hex(4)
        self._title = f"Boneyard doctor {self._token}"
        self._posts: dict[_Post, int] = {}
        """The id of each message, or 0 until Discord has given it one."""
        self._threads: set[int] = set()
        self._tried_to_schedule = False

    async def run(self, stop: asyncio.Event) -> AsyncIterator[Finding]:
        """Try everything in turn, even if one trial fails, until `stop` is set."""
        trials: tuple[tuple[str, Callable[[], Awaitable[None]]], ...] = (
            ("picture", self._post_picture),
            ("edit", self._edit),
            ("history", self._read_history),
            ("layout", self._post_layout),
            ("thread", self._open_thread),
            ("event", self._schedule),
            ("direct message", self._write_to_user),
        )
        for topic, attempt in trials:
            if stop.is_set():
                return
            key = f"trial/{topic.replace(' ', '_')}"
            try:
                async with asyncio.timeout(ANSWERED_WITHIN):
                    await attempt()
                yield Finding(topic, Grade.WELL, self._words.say(key))
            except TimeoutError:
                yield Finding(topic, Grade.FAULT, self._words.say("trial/silent", seconds=round(ANSWERED_WITHIN)))
            except DeliveryError as error:
                reason = error.detail or error.kind
                yield Finding(topic, Grade.FAULT, self._words.say(f"{key}_refused", reason=reason, user=self._user))

    async def _post_picture(self) -> None:
        await self._post(self._place, Message(self._write_text(), (await self._draw(),)))

    async def _edit(self) -> None:
        post, number = self._find_first()
        await self._messenger.edit(self._place, number, Message(post.text, (await self._draw(),)))

    async def _read_history(self) -> None:
        post, number = self._find_first()
        if await self._find(post, number) != number:
            raise DeliveryError(ErrorKind.FORBIDDEN, "the message is missing")

    def _find_first(self) -> tuple[_Post, int]:
        """The message with the picture. Raises DeliveryError without one."""
        for post, number in self._posts.items():
            return post, number
        raise DeliveryError(ErrorKind.GONE, self._words.say("trial/no_message"))

    async def _post_layout(self) -> None:
        parts = (Fixture.PICTURES, Fixture.LINE, Text(self._write_text()))
        await self._post(self._place, lay_out(Accent.LOBBY, parts, (await self._draw(),)))

    async def _open_thread(self) -> None:
        thread = await self._messenger.open_thread(self._place, self._title)
        self._threads.add(thread.channel)
        await self._post(thread, Message(self._write_text()))

    async def _schedule(self) -> None:
        self._tried_to_schedule = True
        now = self._clock()
        event = ScheduledEvent(
            self._title, self._write_text(), f"#{self._channel.name}", now + HOUR, now + 2 * HOUR, self._channel.id,
            planner=0,
        )  # fmt: skip
        await self._messenger.create_event(self._place.guild, event)

    async def _write_to_user(self) -> None:
        await self._post(await self._messenger.open_dm(self._user), Message(self._write_text()))

    async def _post(self, place: Place, message: Message) -> None:
        """Post a message. Note it before sending, so that `clean_up` finds it even if Discord's answer is lost."""
        post = _Post(place, message.text)
        self._posts[post] = 0
        try:
            self._posts[post] = await self._messenger.send(place, message, f"doctor:{self._token}:{len(self._posts)}")
        except DeliveryError:
            del self._posts[post]
            raise

    async def _draw(self) -> Picture:
        return await asyncio.to_thread(
            pieces.draw, [[(("R1", "WE", "DG", "N4"), "")]], self._words.say("trial/alt"), Style()
        )

    def _write_text(self) -> str:
        """Write a text that no other message has."""
        return self._words.say("trial/text", title=self._title, number=len(self._posts) + 1)

    async def _find(self, post: _Post, number: int) -> int | None:
        after, since = (number - 1, 0) if number else (0, self._clock() - HOUR)
        return await self._messenger.find_message(post.place, SoughtMessage(0, digest_text(post.text), after, since))

    async def clean_up(self) -> Finding:
        """Delete everything that the trials made, even if Discord's answer was lost or another deletion fails."""
        self._threads |= {thread.id for thread in await self._list_threads() if thread.name == self._title}
        left = [
            make_message_link(post.place.guild, post.place.channel, number)
            for post, number in self._posts.items()
            if not await _succeeds(self._delete(post, number))
        ]
        left += [self._link(thread) for thread in self._threads if not await _succeeds(self._end(thread))]
        if self._tried_to_schedule and not await _succeeds(self._unschedule()):
            left.append(self._title)
        if left:
            return Finding("cleanup", Grade.FAULT, self._words.say("trial/left", things=left))
        kept = [thread for thread in self._threads if not await self._is_gone(thread)]
        if kept:
            return Finding("cleanup", Grade.NOTE, self._words.say("trial/archived", link=self._link(kept[0])))
        return Finding("cleanup", Grade.WELL, self._words.say("trial/deleted"))

    async def _list_threads(self) -> list[discord.Thread]:
        """The channel's open threads, or none if Discord does not list them."""
        try:
            async with asyncio.timeout(ANSWERED_WITHIN):
                return await self._channel.guild.active_threads()
        except FAILURES:
            return []

    async def _delete(self, post: _Post, number: int) -> None:
        sent = number or await self._find(post, number)
        if sent is None:
            raise DeliveryError(ErrorKind.GONE, "it may be there, but the channel's history does not have it")
        await self._messenger.delete(post.place, sent)

    async def _end(self, thread: int) -> None:
        """End a thread, and delete the notice of it that Discord posted in the channel, in the bot's name."""
        await self._messenger.end_thread(Place(thread, self._place.guild))
        for found in await self._client.http.logs_from(self._channel.id, NEAR, around=thread):
            is_notice = found["type"] == discord.MessageType.thread_created.value
            if is_notice and found.get("message_reference", {}).get("channel_id") == str(thread):
                await self._messenger.delete(self._place, int(found["id"]))

    async def _is_gone(self, thread: int) -> bool:
        try:
            return not await self._messenger.has_place(Place(thread, self._place.guild))
        except DeliveryError:
            return False

    async def _unschedule(self) -> None:
        guild = self._place.guild
        for event in await self._client.http.get_scheduled_events(guild, False):
            if event["name"] == self._title:
                await self._messenger.unschedule(guild, int(event["id"]))

    def _link(self, thread: int) -> str:
        return make_message_link(self._place.guild, thread)


async def _succeeds(work: Awaitable[None]) -> bool:
    try:
        async with asyncio.timeout(ANSWERED_WITHIN):
            await work
    except (DeliveryError, *FAILURES):
        return False
    return True


def find_application_owner(client: Client) -> int:
    """Find the owner of the application, or of the team that owns it; 0 if Discord has not said."""
    application = client.application
    if application is None:
        return 0
    return application.owner.id if application.team is None else application.team.owner_id or 0


async def find_text_channel(client: Client, number: int, words: Words) -> discord.TextChannel | Finding:
    """Ask for a text channel by its id. If the bot sees none, return a finding that advises what to do."""
    try:
        async with asyncio.timeout(ANSWERED_WITHIN):
            found = await client.fetch_channel(number)
    except FAILURES:
        return Finding("channel", Grade.FAULT, words.say("trial/channel_gone", channel=number))
    if isinstance(found, discord.TextChannel):
        return found
    return Finding("channel", Grade.FAULT, words.say("trial/channel_other", channel=number))
