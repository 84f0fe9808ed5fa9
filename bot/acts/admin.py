"""The admin's acts: the checkup of everything that the bot needs, the channels of tables, and the crew's settings."""

import asyncio

import discord

from bot.acts.me import suggest_quiet
from bot.acts.tally import suggest_by
from bot.edge import checkup
from bot.edge.acts import Act, Heading, by
from bot.edge.checkup import SeenPlace
from bot.edge.client import ShardedClient, SingleClient
from bot.edge.discord_commands import Kind, Option
from bot.edge.interactions import InteractionRequest
from bot.messages.findings import describe_findings
from bot.messages.kept_away_page import BACK, PAGE
from bot.ports import Grade, Message, Reply, Requester, Suggested
from bot.services.books import setting_changes, suggestions
from bot.services.checkup import check_held_back, check_players_reached
from bot.services.services import Cost, Services
from bot.tally.books import crew_settings
from bot.wording.translations import list_choices
from games.core import Refused


async def check_up(services: Services, request: InteractionRequest) -> Reply:
    """Check what the bot needs in this server and on its machine, and report the findings to the requester.

    A person who manages only this channel reads nothing about other channels or other people.
    """
    words, here, checks, client = request.words, request.location, services.checkup, request.client
    is_host = checks.is_host(request.user)
    sees_all = request.requester.admin or is_host
    facts = await checks.read_facts(here.guild)
    seen = SeenPlace(f"<#{here.channel}>", request.allowed, bool(here.parent), request.slow_mode)
    found = checkup.check_places([seen], (), words)
    guild = client.get_guild(here.guild) if client is not None else None
    if guild is not None and sees_all:
        others = [place for place in facts.places[here.guild] if place.channel != here.channel]
        tally = [(checkup.see_place(guild, channel), why) for channel, why in facts.tally[here.guild].items()]
        findings = checkup.check_places([checkup.see_place(guild, *place) for place in others], tally, words)
        found += [finding for finding in findings if finding.grade is not Grade.WELL]
        numbers = (place.channel for place in others)
        found += checkup.check_other_channels(guild, {here.channel, here.parent, *numbers}, words)
    if sees_all:
        refused = [refusal for refusal in facts.refused if is_host or refusal.guild == here.guild]
        found += check_held_back(refused, request.at, words)
    found.append(await checks.check_direct_messages(request))
    found.append(check_players_reached(facts.closed_dms, words, named=sees_all))
    if isinstance(client, SingleClient | ShardedClient):
        found += checkup.check_application(client, words)
        found.append(checkup.check_clock(client, words))
        found += await checkup.check_emojis(client, facts, request.at, words)
        if names := client.registration.wanted:
            found.append(await checkup.check_commands(client, names, words))
    found += await checks.check_machine(facts, words)
    return Reply(Message(describe_findings(found, is_host, words)))


async def change_settings(services: Services, request: InteractionRequest) -> Reply:
    """Change the crew's settings, and show all. Open tables and planned nights follow a new language."""
    reply = await services.tally.change_settings(dict(request.options), request)
    if "language" in request.options:
        await services.lobby.speak(request)
    return reply


async def suggest_languages(services: Services, request: InteractionRequest) -> Suggested:
    """Suggest the languages that the bot speaks, and the server's own language."""
    usual = ("server", request.words.say("tally/language_of_server"))
    return await asyncio.to_thread(list_choices, request.read_text("language"), usual)


async def keep_away(services: Services, request: InteractionRequest) -> Reply:
    """Keep a person away, let them come back, or list those who are kept away. Raises Refused."""
    person, everywhere = request.find_person("player"), bool(request.options.get("everywhere"))
    is_host = _must_have_right(services, request, everywhere)
    if person is None:
        return await services.kept_away.show(request, is_host)
    change = services.kept_away.welcome if request.options.get("back") else services.kept_away.keep_away
    return await change(request, person, everywhere)


async def let_back(services: Services, request: InteractionRequest) -> Reply:
    """Let a person on the list come back, and show the list again. Raises Refused."""
    everywhere = request.facts["scope"] == "all"
    is_host = _must_have_right(services, request, everywhere)
    start, user = request.facts["start"], request.facts["user"]
    reply = await services.kept_away.welcome(request, Requester(user, f"<@{user}>"), everywhere)
    return await services.kept_away.show(request, is_host, start, "" if reply.message is None else reply.message.text)


async def show_page(services: Services, request: InteractionRequest) -> Reply:
    """Show the page of the list that a button names. Raises Refused."""
    is_host = _must_have_right(services, request, everywhere=False)
    return await services.kept_away.show(request, is_host, request.facts["start"])


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


async def suggest_weights(services: Services, request: InteractionRequest) -> Suggested:
    """Suggest weights of games. Even weights are worked out from the games, which may have to be loaded first."""
    return await asyncio.to_thread(setting_changes.suggest_weights, request.read_text("weights"), request.words)


_SUGGEST = {
    "group": suggest_by(suggestions.suggest_groups),
    "call_quiet": suggest_quiet,
    "language": suggest_languages,
    "weights": suggest_weights,
}
"""By name of a crew's setting, the function that suggests its values."""

HEADINGS = {"boneyard": Heading(needs=discord.Permissions(manage_guild=True))}

ACTS = (
    Act(
        command="boneyard doctor",
        cost=Cost.PICTURE,
        use=check_up,
    ),
    Act(
        command="boneyard channels",
        options=(Option("only", most=700, keywords=("all",)),),
        cost=Cost.ANNOUNCEMENT,
        use=by(lambda services: services.lobby.choose_channels, "only"),
    ),
    Act(
        command="boneyard keepaway",
        options=(
            Option("player", Kind.PERSON),
            Option("back", Kind.YES_NO),
            Option("everywhere", Kind.YES_NO),
        ),
        cost=Cost.CHANGE,
        use=keep_away,
    ),
    Act(controls=(BACK,), cost=Cost.CHANGE, use=let_back),
    Act(controls=(PAGE,), cost=Cost.PRESS, use=show_page),
    Act(
        command="boneyard settings",
        options=(
            *(
                Option(
                    setting.name,
                    Kind[setting.kind],
                    choices=setting.choices,
                    suggest=_SUGGEST.get(setting.name),
                    most=setting.most,
                    keywords=setting.keywords,
                )
                for setting in setting_changes.SETTINGS
            ),
            *(
                Option(
                    option.name,
                    choices=tuple(map(str, option.values)),
                    most=10,
                    description=option.description[:100],
                )
                for option in crew_settings.TABLE_OPTIONS
            ),
        ),
        cost=Cost.ANNOUNCEMENT,
        use=change_settings,
    ),
)
