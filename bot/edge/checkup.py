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
from bot.ports import Finding, Grade
from bot.services.checkup import Facts
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
    "gateway_guild_members": "members",
    "gateway_message_content": "contents",
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
        found = [Finding("token", Grade.FAULT, words.say("doctor/token_elsewhere"))]
    flags = dict(application.flags)
    allowed = (intent for flag, intent in PRIVILEGED.items() if flags[flag] or flags[f"{flag}_limited"])
    names = sorted(words.say(f"doctor/intent/{intent}") for intent in allowed)
    if names:
        text = words.say("doctor/intents_more", names=names)
        return [*found, Finding("intents", Grade.NOTE, text)]
    return [*found, Finding("intents", Grade.WELL, words.say("doctor/intents_well"))]


async def check_emojis(client: discord.Client, facts: Facts, now: int, words: Words) -> list[Finding]:
    """Check that every piece has its emoji, and that no emoji is the mark of a copy that the database does not know."""
    try:
        async with asyncio.timeout(ANSWERED_WITHIN):
            emojis = await client.fetch_application_emojis()
    except FAILURES as error:
        text = words.say("doctor/emojis_unknown", detail=describe_refusal(error))
        return [Finding(topic, Grade.NOTE, text) for topic in ("emojis", "copies")]
    lacking, wanted = set(facts.emojis) - {emoji.name for emoji in emojis}, len(facts.emojis)
    grade, key = Grade.NOTE, "doctor/emojis_lacking" if wanted else "doctor/emojis_new"
    if wanted and not lacking:
        grade, key = Grade.WELL, "doctor/emojis_well"
    found = Finding("emojis", grade, words.say(key, count=len(lacking) or wanted, all=wanted))
    others = [mark.emoji.name for mark in judge(list_marks(emojis), facts.marks, now).others if mark.is_live(now)]
    grade, key = (Grade.FAULT, "doctor/copies_others") if others else (Grade.WELL, "doctor/copies_well")
    return [found, Finding("copies", grade, words.say(key, names=others))]


async def check_commands(client: Client, wanted: frozenset[tuple[int, str]], words: Words) -> Finding:
    """Compare the commands that Discord has with the `wanted` ones, as (type, name)."""
    if refusal := client.registration.refusal:
        return Finding("commands", Grade.FAULT, words.say("doctor/commands_refused", detail=refusal))
    try:
        async with asyncio.timeout(ANSWERED_WITHIN):
            registered: list[Any] = await client.http.get_global_commands(client.application_id or 0)
    except FAILURES as error:
        detail = describe_refusal(error)
        return Finding("commands", Grade.NOTE, words.say("doctor/commands_unknown", detail=detail))
    if (found := name_commands(registered)) != wanted:
        key = "doctor/commands_others" if found else "doctor/commands_new"
        return Finding("commands", Grade.NOTE, words.say(key))
    return Finding("commands", Grade.WELL, words.say("doctor/commands_well", count=len(wanted)))


def check_clock(client: Client, words: Words) -> Finding:
    """Compare the machine's clock with the dates of Discord's answers."""
    drift = None if client.clock is None else client.clock.measure_drift()
    if drift is None or abs(drift) < CLOCK_OFF:
        return Finding("clock", Grade.WELL, words.say("doctor/clock_unknown" if drift is None else "doctor/clock_well"))
    way = words.say("doctor/clock_ahead" if drift > 0 else "doctor/clock_behind")
    return Finding("clock", Grade.NOTE, words.say("doctor/clock_off", seconds=abs(drift) // 1000, way=way))


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


def check_places(
    places: Sequence[SeenPlace], tally: Iterable[tuple[SeenPlace, str]], words: Words, plain: bool = False
) -> list[Finding]:
    """Check tables' places: the bot's permissions, and slow mode, which may refuse people's commands and presses.

    Also report each channel in which the tally's changes cannot be announced. It comes with the reason of the last
    refusal ("" for none).
    """
    found = [check_place(place, words, plain) for place in places]
    for name, seconds in {place.name: place.slow for place in places}.items():
        if seconds:
            found.append(Finding(TOPIC, Grade.NOTE, words.say("doctor/slow_mode", place=name, seconds=seconds)))
    for place, refusal in tally:
        lacking = () if place.allowed is None else list_missing(place.allowed, NEEDED[:4])
        reason = ", ".join(words.say(f"permission/{name}") for name in lacking) or refusal
        if place.allowed is None or reason:
            key = "doctor/tally_gone" if place.allowed is None else "doctor/tally_refused"
            found.append(Finding("tally", Grade.FAULT, words.say(key, place=place.name, reason=reason)))
    return found


async def check_servers(client: discord.Client, facts: Facts, words: Words) -> list[Finding]:
    """Check tables' places and the tally's channels by requests, without a gateway connection."""
    found = []
    for number, wanted in facts.places.items():
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
        seen = {
            channel.id: SeenPlace(
                f"{guild.name}, #{channel.name}", channel.permissions_for(bot_member), slow=_find_slow_mode(channel)
            )
            for channel in channels
        }
        places = [_find_seen(seen, guild.name, *place) for place in wanted]
        tally = [(_find_seen(seen, guild.name, place), refusal) for place, refusal in facts.tally[number].items()]
        found += check_places(places, tally, words, plain=True)
    return found


def _find_seen(seen: Mapping[int, SeenPlace], server: str, place: int, parent: int = 0) -> SeenPlace:
    found = seen.get(parent or place, SeenPlace(f"{server}, channel {place}", None))
    return found._replace(thread=bool(parent))
