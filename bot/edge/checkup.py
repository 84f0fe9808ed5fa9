"""The part of a checkup that asks Discord: the application, permissions in channels, emojis, and the time."""

import asyncio
import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import discord

from bot.edge.client import Client
from bot.edge.discord_answers import FAILURES
from bot.edge.marks import judge, list_marks
from bot.edge.sync import name_commands
from bot.ports.checkup import Finding, Grade
from bot.wording import Words

log = logging.getLogger(__name__)

NEEDED: Final = (
    "view_channel",
    "send_messages",
    "attach_files",
    "read_message_history",
    "create_public_threads",
    "send_messages_in_threads",
)
"""Every permission that the bot uses, by its name in discord.py. The sentence ``doctor/<name>`` gives its purpose.

Tables need the first four; the others are for threads.
"""
IN_THREADS: Final = ("view_channel", "attach_files", "read_message_history", "send_messages_in_threads")
"""The permissions that the bot uses in a thread."""

INVITATION: Final = discord.Permissions(**dict.fromkeys(NEEDED, True))
"""The permissions for which the invitation to a server asks."""

PRIVILEGED: Final = {
    "gateway_presence": "presences",
    "gateway_presence_limited": "presences",
    "gateway_guild_members": "members",
    "gateway_guild_members_limited": "members",
    "gateway_message_content": "contents",
    "gateway_message_content_limited": "contents",
}
"""By flag of an application, the privileged intent that it allows, as named by ``doctor/intent/<name>``."""

CLOCK_OFF: Final = 5_000
"""The smallest difference between the machine's clock and Discord's that is reported, in milliseconds."""
ANSWERED_WITHIN: Final = 10.0
"""Seconds that Discord may take for the answer to one request."""
MOST_NAMED: Final = 15
"""The most channels, or servers, that one sentence names."""
TOPIC: Final = "permissions"


def list_missing(allowed: discord.Permissions, needed: Iterable[str] = NEEDED) -> tuple[str, ...]:
    """List the permissions that the bot needs and lacks."""
    return tuple(name for name in needed if not discord.Permissions(**{name: True}) <= allowed)


def find_invitation(client: discord.Client) -> str:
    """Find the address at which the application of a client that is logged in is invited to a server."""
    return discord.utils.oauth_url(
        client.application_id or 0, permissions=INVITATION, scopes=("bot", "applications.commands")
    )


async def say_where(client: discord.Client) -> None:
    """Log the servers that the connection knows, and the address that invites the bot to one."""
    await client.wait_until_ready()
    if names := [guild.name for guild in client.guilds[:MOST_NAMED]]:
        more = len(client.guilds) - len(names)
        log.info("Boneyard is in %s%s. Another server invites it at %s", ", ".join(names),
                 f" and {more} others" if more else "", find_invitation(client))  # fmt: skip
    else:
        log.info("No server has invited Boneyard yet, and it waits. Open this address and choose a server: %s",
                 find_invitation(client))  # fmt: skip


def describe_refusal(error: BaseException) -> str:
    """Say in a few words why Discord has not answered."""
    return "no answer in time" if isinstance(error, TimeoutError) else str(error)[:80] or type(error).__name__


def check_application(client: discord.Client, words: Words) -> list[Finding]:
    """Check the token and the intents of a client that is logged in."""
    application = client.application
    found = [Finding("token", Grade.WELL, words.say("doctor/token_well", name=client.user))]
    if application is None:
        return found
    if application.interactions_endpoint_url:
        found = [Finding("token", Grade.FAULT, words.say("doctor/token_elsewhere"), of_host=True)]
    flags = dict(application.flags)
    names = sorted({words.say(f"doctor/intent/{intent}") for flag, intent in PRIVILEGED.items() if flags[flag]})
    if names:
        text = words.say("doctor/intents_more", names=names)
        return [*found, Finding("intents", Grade.NOTE, text, of_host=True)]
    return [*found, Finding("intents", Grade.WELL, words.say("doctor/intents_well"))]


async def check_emojis(client: discord.Client, wanted: Sequence[str], words: Words) -> Finding:
    """Check that the emojis with the `wanted` names exist."""
    if not wanted:
        return Finding("emojis", Grade.NOTE, words.say("doctor/emojis_new"), of_host=True)
    try:
        async with asyncio.timeout(ANSWERED_WITHIN):
            present = {emoji.name for emoji in await client.fetch_application_emojis()}
    except FAILURES as error:
        return _describe_unlisted("emojis", error, words)
    lacking = [name for name in wanted if name not in present]
    if lacking:
        text = words.say("doctor/emojis_lacking", count=len(lacking), all=len(wanted))
        return Finding("emojis", Grade.NOTE, text, of_host=True)
    return Finding("emojis", Grade.WELL, words.say("doctor/emojis_well", count=len(wanted)))


async def check_copies(client: discord.Client, known: Collection[str], now: int, words: Words) -> Finding:
    """Look for marks of copies whose words this database does not know."""
    try:
        async with asyncio.timeout(ANSWERED_WITHIN):
            sight = judge(await list_marks(client), known, now)
    except FAILURES as error:
        return _describe_unlisted("copies", error, words)
    if names := [mark.emoji.name for mark in sight.others if mark.is_live(now)]:
        return Finding("copies", Grade.FAULT, words.say("doctor/copies_others", names=names), of_host=True)
    return Finding("copies", Grade.WELL, words.say("doctor/copies_well"), of_host=True)


def _describe_unlisted(topic: str, error: Exception, words: Words) -> Finding:
    text = words.say("doctor/emojis_unknown", detail=describe_refusal(error))
    return Finding(topic, Grade.NOTE, text, of_host=True)


async def check_commands(client: Client, wanted: frozenset[tuple[int, str]], words: Words) -> Finding:
    """Compare the commands that Discord has with the `wanted` ones, as (type, name)."""
    if refusal := client.registration.refusal:
        return Finding("commands", Grade.FAULT, words.say("doctor/commands_refused", detail=refusal), of_host=True)
    try:
        async with asyncio.timeout(ANSWERED_WITHIN):
            registered: list[Any] = await client.http.get_global_commands(client.application_id or 0)
    except FAILURES as error:
        detail = describe_refusal(error)
        return Finding("commands", Grade.NOTE, words.say("doctor/commands_unknown", detail=detail), of_host=True)
    if (found := name_commands(registered)) != wanted:
        key = "doctor/commands_others" if found else "doctor/commands_new"
        return Finding("commands", Grade.NOTE, words.say(key), of_host=True)
    return Finding("commands", Grade.WELL, words.say("doctor/commands_well", count=len(wanted)))


def check_clock(client: Client, words: Words) -> Finding:
    """Compare the machine's clock with the dates of Discord's answers."""
    drift = None if client.clock is None else client.clock.measure_drift()
    if drift is None:
        return Finding("clock", Grade.WELL, words.say("doctor/clock_unknown"), of_host=True)
    if abs(drift) < CLOCK_OFF:
        return Finding("clock", Grade.WELL, words.say("doctor/clock_well"), of_host=True)
    way = words.say("doctor/clock_ahead" if drift > 0 else "doctor/clock_behind")
    return Finding(
        "clock", Grade.NOTE, words.say("doctor/clock_off", seconds=abs(drift) // 1000, way=way), of_host=True
    )


class SeenPlace(NamedTuple):
    """A channel or a thread, as the bot sees it."""

    name: str
    """Its link, or its name if the reader sees no links."""
    allowed: discord.Permissions | None
    """The bot's permissions there; None if the place is gone."""
    thread: bool = False
    slow: int = 0
    """The seconds of its slow mode; 0 for none."""


def see_place(guild: discord.Guild, number: int, parent: int = 0) -> SeenPlace:
    """Look at a channel, or at a thread below the channel `parent`, without a request."""
    own = guild.get_channel_or_thread(number)
    channel = own or guild.get_channel(parent)
    allowed = None if channel is None else channel.permissions_for(guild.me)
    return SeenPlace(f"<#{number}>", allowed, isinstance(channel, discord.Thread) or bool(parent), _find_slow_mode(own))


def _find_slow_mode(channel: object) -> int:
    return int(getattr(channel, "slowmode_delay", 0) or 0)


def check_place(place: SeenPlace, words: Words, plain: bool = False) -> Finding:
    """Report the permissions that the bot lacks in a place, with the purpose of each. `plain` omits Markdown."""
    if place.allowed is None:
        return Finding(TOPIC, Grade.FAULT, words.say("doctor/channel_gone", place=place.name))
    lacking = list_missing(place.allowed, IN_THREADS if place.thread else NEEDED)
    if not lacking:
        return Finding(TOPIC, Grade.WELL, words.say("doctor/channel_well", place=place.name))
    key = "doctor/lack_plain" if plain else "doctor/lack"
    reasons = ", ".join(
        words.say(key, name=words.say(f"permission/{name}"), why=words.say(f"doctor/{name}")) for name in lacking
    )
    grave = IN_THREADS if place.thread else NEEDED[:4]
    grade = Grade.FAULT if any(name in grave for name in lacking) else Grade.NOTE
    return Finding(TOPIC, grade, words.say("doctor/channel_lacks", place=place.name, reasons=reasons))


def check_other_channels(guild: discord.Guild, checked: Collection[int], words: Words) -> list[Finding]:
    """Report the text channels that the bot can see but lacks a permission in, except those `checked` already."""
    lacking = [
        f"<#{channel.id}>"
        for channel in guild.text_channels
        if channel.id not in checked
        and (allowed := channel.permissions_for(guild.me)).view_channel
        and list_missing(allowed)
    ]
    if not lacking:
        return []
    more = ", ..." if len(lacking) > MOST_NAMED else ""
    text = words.say("doctor/channels_other", places=", ".join(lacking[:MOST_NAMED]) + more)
    return [Finding(TOPIC, Grade.NOTE, text)]


def check_tally_channel(place: SeenPlace, refusal: str, words: Words) -> list[Finding]:
    """Report a channel in which the tally's changes cannot be announced. `refusal` is the reason of the last refusal
    ("" for none)."""
    if place.allowed is None:
        return [Finding("tally", Grade.FAULT, words.say("doctor/tally_gone", place=place.name))]
    lacking = list_missing(place.allowed, NEEDED[:4])
    if not (lacking or refusal):
        return []
    reasons = ", ".join(words.say(f"permission/{name}") for name in lacking) or refusal
    return [Finding("tally", Grade.FAULT, words.say("doctor/tally_refused", place=place.name, reason=reasons))]


def check_slow_mode(places: Iterable[SeenPlace], words: Words) -> list[Finding]:
    """Report the slow mode of places, once for each name. It may refuse people's commands and presses."""
    return [
        Finding(TOPIC, Grade.NOTE, words.say("doctor/slow_mode", place=name, seconds=seconds))
        for name, seconds in {place.name: place.slow for place in places}.items()
        if seconds
    ]


async def check_servers(
    client: discord.Client,
    places: Mapping[int, Collection[tuple[int, int]]],
    tally: Mapping[int, Mapping[int, str]],
    words: Words,
) -> list[Finding]:
    """Check tables' places, as (id, parent), and the tally's channels by requests, without a gateway connection.

    Both are given by server. The tally's channels come with the reason of the last refusal ("" for none).
    """
    found = []
    for number, wanted in places.items():
        try:
            async with asyncio.timeout(ANSWERED_WITHIN):
                guild = await client.fetch_guild(number, with_counts=False)
                bot_member = await guild.fetch_member(client.user.id if client.user is not None else 0)
                channels = await guild.fetch_channels()
        except (discord.NotFound, discord.Forbidden):
            found.append(Finding(TOPIC, Grade.FAULT, words.say("doctor/server_gone", place=number)))
            continue
        except FAILURES as error:
            # Requests about the other servers would fail too, and each would wait as long.
            text = words.say("doctor/channels_unknown", place=number, detail=describe_refusal(error))
            return [*found, Finding(TOPIC, Grade.NOTE, text)]
        present = {
            channel.id: SeenPlace(
                f"{guild.name}, #{channel.name}", channel.permissions_for(bot_member), slow=_find_slow_mode(channel)
            )
            for channel in channels
        }
        own = tally.get(number, {})
        gone = {place: SeenPlace(f"{guild.name}, channel {place}", None) for place in (*dict(wanted), *own)}
        seen = [present.get(parent or place, gone[place])._replace(thread=bool(parent)) for place, parent in wanted]
        found += [check_place(place, words, plain=True) for place in seen]
        found += check_slow_mode(seen, words)
        for place, refusal in own.items():
            found += check_tally_channel(present.get(place, gone[place]), refusal, words)
    return found
