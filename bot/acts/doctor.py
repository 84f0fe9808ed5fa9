"""The act of checking everything that the bot needs, and of saying how to mend faults."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from bot.edge import checkup
from bot.edge.acts import Act
from bot.edge.client import Sharded, Single
from bot.edge.interactions import InteractionRequest
from bot.ports.checkup import Finding, Grade
from bot.ports.requests import Reply
from bot.ports.ui import Message
from bot.services.quotas import Cost
from bot.services.services import Services
from bot.wording import Words

MOST_TEXT: Final = 2_000
ORDER: Final = (Grade.FAULT, Grade.NOTE, Grade.WELL)


async def doctor(services: Services, request: InteractionRequest) -> Reply:
    """Check the server for its admins, and also the bot's machine for its host.

    A person who manages only this channel reads nothing about other channels or other people.
    """
    words = request.words()
    here = request.location
    whole = request.requester.admin or services.checkup.is_host(request.user)
    found = [checkup.channel(f"<#{here.channel}>", request.allowed, words, thread=bool(here.parent))]
    client = request.client
    guild = client.get_guild(here.guild) if client is not None else None
    if guild is not None and whole:
        places = [place for place in await services.checkup.places(here.guild) if place.channel != here.channel]
        found += [place for place in checkup.places_in(guild, places, words) if place.grade is not Grade.WELL]
        found += checkup.tally_channels(guild, await services.checkup.tally_channels(here.guild), words)
        found += checkup.other_channels(guild, {here.channel, here.parent, *(place.channel for place in places)}, words)
    if guild is not None:
        used = [place.channel for place in await services.checkup.places(here.guild)] if whole else []
        found += checkup.slow_mode(guild, (here.channel, *used), words)
    found += await services.checkup.direct_messages(request, named=whole)
    if isinstance(client, Single | Sharded):
        wanted = await services.checkup.emojis()
        found += [
            *checkup.application(client, words),
            checkup.clock(client, words),
            await checkup.emojis(client, wanted, words),
        ]
    found += await services.checkup.of_host(request.words())
    return Reply(Message(describe_findings(found, services.checkup.is_host(request.user), words)))


def describe_findings(found: Sequence[Finding], to_host: bool, words: Words) -> str:
    """Word the findings, the worst first. Findings about the machine are for the host; others read what to ask them."""
    lines = [
        _line(finding, words)
        for grade in ORDER
        for finding in found
        if finding.grade is grade and (to_host or not finding.of_host)
    ]
    if not to_host:
        look = [finding.topic for finding in found if finding.of_host and finding.grade is not Grade.WELL]
        lines.append(words.say("doctor/host_look", topics=", ".join(look)) if look else words.say("doctor/host_well"))
    while sum(map(len, lines)) + len(lines) > MOST_TEXT:
        lines.pop()
    return "\n".join(lines)


def _line(one: Finding, words: Words) -> str:
    return words.say("doctor/line", mark=words.say(f"doctor/mark/{one.grade}"), topic=one.topic, text=one.text)


ACTS = (
    Act(
        command="doctor",
        plain="What the bot needs and lacks here, and what to do about it",
        needs=discord.Permissions(manage_guild=True),
        cost=Cost.PICTURE,
        use=doctor,
    ),
)
