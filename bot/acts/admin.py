"""The admin's acts: the checkup of everything that the bot needs, the channels of tables, and the crew's settings."""

import asyncio
from collections.abc import Sequence
from typing import Final

import discord

from bot.acts.me import suggest_quiet
from bot.edge import checkup
from bot.edge.acts import Act, Heading
from bot.edge.client import ShardedClient, SingleClient
from bot.edge.discord_commands import Kind, Option
from bot.edge.interactions import InteractionRequest
from bot.messages.kept_away_page import ALL, BACK, PAGE
from bot.ports.checkup import Finding, Grade
from bot.ports.requests import Reply, Requester
from bot.ports.ui import Message
from bot.services.quotas import Cost
from bot.services.services import Services
from bot.tally import crew_settings, setting_changes
from bot.wording import Words
from bot.wording.translations import list_choices
from games.core.refused import Refused

MOST_TEXT: Final = 2_000
"""The most characters of a message (Discord's limit)."""


async def check_up(services: Services, request: InteractionRequest) -> Reply:
    """Check what the bot needs in this server and on its machine, and report the findings to the requester.

    A person who manages only this channel reads nothing about other channels or other people.
    """
    words = request.words()
    here = request.location
    sees_all = request.requester.admin or services.checkup.is_host(request.user)
    found = [checkup.check_channel(f"<#{here.channel}>", request.allowed, words, thread=bool(here.parent))]
    client = request.client
    guild = client.get_guild(here.guild) if client is not None else None
    if guild is not None:
        places = await services.checkup.list_places(here.guild) if sees_all else []
        others = [place for place in places if place.channel != here.channel]
        numbers = [place.channel for place in others]
        if sees_all:
            findings = checkup.check_places(guild, others, words)
            found += [finding for finding in findings if finding.grade is not Grade.WELL]
            found += checkup.check_tally_channels(guild, await services.checkup.list_tally_channels(here.guild), words)
            found += checkup.check_other_channels(guild, {here.channel, here.parent, *numbers}, words)
        found += checkup.check_slow_mode(guild, (here.channel, *numbers), words)
    found += await services.checkup.check_direct_messages(request, named=sees_all)
    if isinstance(client, SingleClient | ShardedClient):
        found += checkup.check_application(client, words)
        found.append(checkup.check_clock(client, words))
        found.append(await checkup.check_emojis(client, await services.checkup.list_emojis(), words))
        if names := client.registration.wanted:
            found.append(await checkup.check_commands(client, names, words))
    found += await services.checkup.check_machine(words)
    return Reply(Message(describe_findings(found, services.checkup.is_host(request.user), words)))


async def suggest_languages(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    """Suggest the languages that the bot speaks, and the server's own language."""
    usual = ("server", request.words().say("tally/language_of_server"))
    return await asyncio.to_thread(list_choices, request.read_text("language"), usual)


def describe_findings(found: Sequence[Finding], to_host: bool, words: Words) -> str:
    """Word the findings, the worst first. If they are too long for one message, leave out the last ones.

    Only the host reads the findings for the host, such as those about the machine. Anybody else reads just the topics
    of the bad ones among them, in the first line, which is never left out.
    """
    lines = [
        _describe_finding(finding, words)
        for grade in (Grade.FAULT, Grade.NOTE, Grade.WELL)
        for finding in found
        if finding.grade is grade and (to_host or not finding.of_host)
    ]
    if not to_host:
        troubles = [finding for finding in found if finding.of_host and finding.grade is not Grade.WELL]
        topics = ", ".join(_name_topic(finding, words) for finding in troubles)
        if topics:
            lines.insert(0, words.say("doctor/host_look", topics=topics))
        else:
            lines.append(words.say("doctor/host_well"))
    while sum(map(len, lines)) + len(lines) > MOST_TEXT:
        lines.pop()
    return "\n".join(lines)


def _describe_finding(finding: Finding, words: Words) -> str:
    mark = words.say(f"doctor/mark/{finding.grade}")
    return words.say("doctor/line", mark=mark, topic=_name_topic(finding, words), text=finding.text)


def _name_topic(finding: Finding, words: Words) -> str:
    return words.say(f"doctor/topic/{finding.topic}")


async def keep_away(services: Services, request: InteractionRequest) -> Reply:
    """Keep a person away, let them come back, or list those who are kept away. Raises Refused."""
    person, everywhere = request.people.get("player"), bool(request.options.get("everywhere"))
    is_host = _must_have_right(services, request, everywhere)
    if person is None:
        return await services.kept_away.show(request, is_host)
    if person.bot:
        raise Refused("TABLE", "not_a_person", name=person.name)
    change = services.kept_away.welcome if request.options.get("back") else services.kept_away.keep_away
    return await change(request, Requester(person.user, person.name), everywhere)


async def let_back(services: Services, request: InteractionRequest) -> Reply:
    """Let a person on the list come back, and show the list again. Raises Refused."""
    everywhere = request.control_name.startswith(f"{BACK}.{ALL}.")
    is_host = _must_have_right(services, request, everywhere)
    start, user = request.read_number(4, 5), request.read_id(3, 5)
    reply = await services.kept_away.welcome(request, Requester(user, f"<@{user}>"), everywhere)
    return await services.kept_away.show(request, is_host, start, "" if reply.message is None else reply.message.text)


async def show_page(services: Services, request: InteractionRequest) -> Reply:
    """Show the page of the list that a button names. Raises Refused."""
    is_host = _must_have_right(services, request, everywhere=False)
    return await services.kept_away.show(request, is_host, request.read_number(2, 4))


def _must_have_right(services: Services, request: InteractionRequest, everywhere: bool) -> bool:
    """Raise Refused unless the requester may keep people away from this server, or with `everywhere` from all servers.

    Return True for the bot's host.
    """
    if request.in_dm:
        raise Refused("TABLE", "server_only")
    if not request.requester.admin:
        raise Refused("TALLY", "not_admin")
    is_host = services.checkup.is_host(request.user)
    if everywhere and not is_host:
        raise Refused("TABLE", "keep_host")
    return is_host


async def suggest_weights(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    """Suggest weights of games. Even weights are worked out from the games, which may have to be loaded first."""
    return await asyncio.to_thread(setting_changes.suggest_weights, request.read_text("weights"), request.words())


async def suggest_groups(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    """Suggest the groups of this server that have books of their own."""
    return await services.tally.suggestions.suggest_groups(request.read_text("group"), request)


ROBOTS = (("apart: shown, and in no balance", "apart"), ("people: between the people alone", "people"))

HEADINGS = {
    "boneyard": Heading(
        "For admins: the crew's settings, the channels of tables, and what the bot lacks",
        needs=discord.Permissions(manage_guild=True),
    )
}

ACTS = (
    Act(
        command="boneyard doctor",
        description="What the bot needs and lacks here, and what to do about it",
        cost=Cost.PICTURE,
        use=check_up,
    ),
    Act(
        command="boneyard channels",
        description="The channels where tables may be opened; without options, show them",
        options=(Option("only", "Channels, such as #bones #games; all: every channel", most=700, keywords=("all",)),),
        cost=Cost.ANNOUNCEMENT,
        use=lambda services, request: services.lobby.choose_channels(request, request.read_text("only")),
    ),
    Act(
        command="boneyard keepaway",
        description="Keep somebody away from all games here; without options, show who is kept away",
        options=(
            Option("player", "Who must stay away", Kind.PERSON),
            Option("back", "Yes: they may come back", Kind.YES_NO),
            Option("everywhere", "Yes: in all servers; only for the bot's host", Kind.YES_NO),
        ),
        cost=Cost.CHANGE,
        use=keep_away,
    ),
    Act(controls=(f"{BACK}.*",), cost=Cost.CHANGE, use=let_back),
    Act(controls=(f"{PAGE}.*",), cost=Cost.PRESS, use=show_page),
    Act(
        command="boneyard settings",
        description="The unit, channel and scorer of the tally, and more; without options, show them",
        options=(
            Option("unit", "What is counted: paper clip, paper clips", most=60),
            Option("channel", "Where every change of the books is announced", Kind.CHANNEL),
            Option("scorer", "The role that keeps the books", Kind.ROLE),
            Option(
                "confirm",
                "Minutes in which a hand can be disputed; 0: it counts at once",
                Kind.NUMBER,
                most=crew_settings.MOST_MINUTES,
            ),
            Option(
                "group",
                "This channel's group in the server, with books of its own; none: no group",
                suggest=suggest_groups,
                most=40,
                keywords=("none",),
            ),
            Option("call_role", "The role that a lobby may call for players; @everyone: none", Kind.ROLE),
            Option(
                "call_quiet",
                "Hours, in your time zone, in which nobody is called: 22-7, or off",
                suggest=suggest_quiet,
                most=30,
                keywords=("off",),
            ),
            Option(
                "language",
                "What the bot speaks in channels; server: the language of the server",
                suggest=suggest_languages,
                most=30,
                keywords=("server",),
            ),
            Option(
                "weights",
                "How a game counts: its name and a factor (1/100); even: all games alike; none: as they are",
                suggest=suggest_weights,
                most=120,
                keywords=("even", "none"),
            ),
            Option("robots", "What hands with robots count for", choices=ROBOTS, most=10),
            Option(
                "memories",
                "Tell here each evening, in your time zone, what happened on this day in earlier years",
                Kind.YES_NO,
            ),
            *(
                Option(
                    option.name,
                    option.description[:100],
                    choices=tuple((str(v), str(v)) for v in option.values),
                    most=10,
                )
                for option in crew_settings.TABLE_OPTIONS
            ),
        ),
        cost=Cost.ANNOUNCEMENT,
        use=lambda services, request: services.tally.change_settings(dict(request.options), request),
    ),
)
