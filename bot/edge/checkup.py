"""The part of a checkup that asks Discord: the application, permissions in channels, emojis, and the time."""

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

import aiohttp
import discord

from bot.edge.client import Client
from bot.edge.sync import name_commands
from bot.ports.checkup import Finding, Grade
from bot.wording import Words

NEEDED: Final = (
    "view_channel",
    "send_messages",
    "attach_files",
    "read_message_history",
    "create_public_threads",
    "create_private_threads",
    "send_messages_in_threads",
)
"""Every permission that the bot uses, by its name in discord.py. The sentence ``doctor/<name>`` gives its purpose.

Tables need the first four; the others are for threads.
"""
IN_THREADS: Final = ("view_channel", "attach_files", "read_message_history", "send_messages_in_threads")
"""The permissions that the bot uses in a thread."""

INVITATION: Final = discord.Permissions(**dict.fromkeys(NEEDED, True))

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
REFUSALS: Final = (discord.DiscordException, aiohttp.ClientError, OSError)
"""The exceptions of a request that Discord refuses or does not answer. `TimeoutError` is an `OSError`."""
MOST_NAMED: Final = 15
"""The most channels that one finding names."""
TOPIC: Final = "permissions"


def list_missing(allowed: discord.Permissions, needed: Iterable[str] = NEEDED) -> tuple[str, ...]:
    """List the permissions that the bot needs and lacks."""
    return tuple(name for name in needed if not discord.Permissions(**{name: True}) <= allowed)


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
    except REFUSALS as error:
        detail = describe_refusal(error)
        return Finding("emojis", Grade.NOTE, words.say("doctor/emojis_unknown", detail=detail), of_host=True)
    lacking = [name for name in wanted if name not in present]
    if lacking:
        text = words.say("doctor/emojis_lacking", count=len(lacking), all=len(wanted))
        return Finding("emojis", Grade.NOTE, text, of_host=True)
    return Finding("emojis", Grade.WELL, words.say("doctor/emojis_well", count=len(wanted)))


async def check_commands(client: Client, wanted: frozenset[tuple[int, str]], words: Words) -> Finding:
    """Compare the commands that Discord has with the `wanted` ones, as (type, name)."""
    if refusal := client.registration.refusal:
        return Finding("commands", Grade.FAULT, words.say("doctor/commands_refused", detail=refusal), of_host=True)
    try:
        async with asyncio.timeout(ANSWERED_WITHIN):
            registered: list[Any] = await client.http.get_global_commands(client.application_id or 0)
    except REFUSALS as error:
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


def check_channel(
    place: str, allowed: discord.Permissions, words: Words, thread: bool = False, plain: bool = False
) -> Finding:
    """Report the permissions that the bot lacks in a channel, with the purpose of each. `plain` omits Markdown."""
    lacking = list_missing(allowed, IN_THREADS if thread else NEEDED)
    if not lacking:
        return Finding(TOPIC, Grade.WELL, words.say("doctor/channel_well", place=place))
    key = "doctor/lack_plain" if plain else "doctor/lack"
    reasons = ", ".join(
        words.say(key, name=words.say(f"permission/{name}"), why=words.say(f"doctor/{name}")) for name in lacking
    )
    grave = IN_THREADS if thread else NEEDED[:4]
    grade = Grade.FAULT if any(name in grave for name in lacking) else Grade.NOTE
    return Finding(TOPIC, grade, words.say("doctor/channel_lacks", place=place, reasons=reasons))


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


def check_places(guild: discord.Guild, places: Iterable[tuple[int, int]], words: Words) -> list[Finding]:
    """Check the permissions in tables' channels and threads, given as (id, parent). Makes no requests."""
    found = []
    for number, parent in places:
        channel = guild.get_channel_or_thread(number) or guild.get_channel(parent)
        if channel is None:
            found.append(Finding(TOPIC, Grade.FAULT, words.say("doctor/channel_gone", place=f"<#{number}>")))
        else:
            thread = isinstance(channel, discord.Thread) or bool(parent)
            found.append(check_channel(f"<#{number}>", channel.permissions_for(guild.me), words, thread))
    return found


def check_tally_channels(guild: discord.Guild, channels: Mapping[int, str], words: Words) -> list[Finding]:
    """Report the channels in which the tally's changes cannot be announced.

    `channels` are given by id, each with the reason of the last refusal ("" for none).
    """
    found = []
    for number, refusal in channels.items():
        channel = guild.get_channel_or_thread(number)
        allowed = None if channel is None else channel.permissions_for(guild.me)
        found += _check_tally_channel(f"<#{number}>", allowed, refusal, words)
    return found


def _check_tally_channel(place: str, allowed: discord.Permissions | None, refusal: str, words: Words) -> list[Finding]:
    """Report a channel in which the tally cannot write; `allowed` is None if the channel is gone."""
    if allowed is None:
        return [Finding("tally", Grade.FAULT, words.say("doctor/tally_gone", place=place))]
    lacking = list_missing(allowed, NEEDED[:4])
    if not (lacking or refusal):
        return []
    reasons = ", ".join(words.say(f"permission/{name}") for name in lacking) or refusal
    return [Finding("tally", Grade.FAULT, words.say("doctor/tally_refused", place=place, reason=reasons))]


def check_slow_mode(guild: discord.Guild, places: Iterable[int], words: Words) -> list[Finding]:
    """Report which of these channels and threads have slow mode. It may refuse people's commands and presses."""
    return [
        Finding(TOPIC, Grade.NOTE, words.say("doctor/slow_mode", place=f"<#{number}>", seconds=seconds))
        for number in dict.fromkeys(places)
        if (seconds := find_slow_mode(guild.get_channel_or_thread(number)))
    ]


def find_slow_mode(channel: object) -> int:
    """The seconds of a channel's slow mode; 0 for none."""
    return int(getattr(channel, "slowmode_delay", 0) or 0)


async def check_servers(
    client: discord.Client,
    places: Mapping[int, Iterable[tuple[int, int]]],
    tally: Mapping[int, Mapping[int, str]],
    words: Words,
) -> list[Finding]:
    """Check tables' places and the tally's channels by requests, without a gateway connection.

    Both are given by server. The tally's channels come with the reason of the last refusal ("" for none).
    """
    found = []
    for number, wanted in places.items():
        try:
            async with asyncio.timeout(ANSWERED_WITHIN):
                guild = await client.fetch_guild(number, with_counts=False)
                bot_member = await guild.fetch_member(client.user.id if client.user is not None else 0)
                channels = {channel.id: channel for channel in await guild.fetch_channels()}
        except (discord.NotFound, discord.Forbidden):
            found.append(Finding(TOPIC, Grade.FAULT, words.say("doctor/server_gone", place=number)))
            continue
        except REFUSALS as error:
            # Requests about the other servers would fail too, and each would wait as long.
            text = words.say("doctor/channels_unknown", place=number, detail=describe_refusal(error))
            return [*found, Finding(TOPIC, Grade.NOTE, text)]
        names = {place: f"{guild.name}, #{channel.name}" for place, channel in channels.items()}
        slow = {}
        for place, parent in wanted:
            channel = channels.get(parent or place)
            if channel is None:
                name = f"{guild.name}, channel {place}"
                found.append(Finding(TOPIC, Grade.FAULT, words.say("doctor/channel_gone", place=name)))
            else:
                name = names[channel.id]
                found.append(check_channel(name, channel.permissions_for(bot_member), words, bool(parent), plain=True))
                slow[name] = find_slow_mode(channel)
        found += [
            Finding(TOPIC, Grade.NOTE, words.say("doctor/slow_mode", place=name, seconds=seconds))
            for name, seconds in slow.items()
            if seconds
        ]
        for place, refusal in tally.get(number, {}).items():
            allowed = channels[place].permissions_for(bot_member) if place in channels else None
            name = names.get(place, f"{guild.name}, channel {place}")
            found += _check_tally_channel(name, allowed, refusal, words)
    return found
