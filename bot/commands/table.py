"""`/table`: opening and closing a table, seats, house rules, pauses, take-backs and salts."""

from __future__ import annotations

import secrets

from bot.commands.games import titles
from bot.edge.checkup import list_missing
from bot.edge.command_tree import Command, Group, Kind, Option, Reach
from bot.edge.interactions import InteractionRequest
from bot.messages.house_rules import few, format_typed, rules_of
from bot.ports.requests import Reply, Requester
from bot.services.services import Services
from bot.wording import house_identifier, house_name, house_value
from games import registry
from games.core.refused import Refused

PACES = (("live: everyone is here now", "live"), ("correspondence: a move now and then", "correspondence"))


async def presets(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    """Suggest the presets of the game that is already chosen."""
    typed = request.text("preset").lower()
    chosen = request.text("game")
    presets = registry.game(chosen).PRESETS if chosen in registry.NAMES else ()
    found = [(f"{preset.name}: {preset.plain}", preset.name) for preset in presets]
    return [(label, value) for label, value in found if typed in label.lower()]


async def open_(services: Services, request: InteractionRequest) -> Reply:
    """`/table open`. Raises Refused first if the bot may not post in this channel."""
    threaded = bool(request.options.get("thread", False))
    if not threaded:
        must_be_able_to_post(request)
    return await services.lobby.open(
        request,
        request.text("game"),
        request.text("pace") or "live",
        request.text("preset"),
        threaded,
        request.text("at"),
    )


def must_be_able_to_post(request: InteractionRequest) -> None:
    """Raise Refused if the bot lacks a permission here that a table's messages need."""
    lacking = () if request.in_dm else list_missing(request.allowed, _posting(request))
    if lacking:
        raise Refused("TABLE", "no_post", lacking=tuple(name.replace("_", " ") for name in lacking))


def _posting(request: InteractionRequest) -> tuple[str, ...]:
    return ("view_channel", "send_messages_in_threads" if request.location.parent else "send_messages", "attach_files")


async def show(services: Services, request: InteractionRequest) -> Reply:
    """`/table show`"""
    return await services.seats.show_again(await services.lookup.about_whole(request), request)


async def start(services: Services, request: InteractionRequest) -> Reply:
    """`/table start`: now, or by itself at a time."""
    table = await services.lookup.about_whole(request, begun=False)
    if when := request.text("at"):
        return await services.lobby.start_at(table, request, when)
    return await services.lobby.start(table, request)


async def join(services: Services, request: InteractionRequest) -> Reply:
    """`/table join`"""
    return await services.lobby.join(await services.lookup.about_whole(request, begun=False), request)


async def leave(services: Services, request: InteractionRequest) -> Reply:
    """`/table leave`"""
    return await services.lobby.leave(await services.lookup.about_whole(request, begun=False), request)


async def call(services: Services, request: InteractionRequest) -> Reply:
    """`/table call`"""
    return await services.gathering.call(await services.lookup.about_whole(request, begun=False), request)


async def pause(services: Services, request: InteractionRequest) -> Reply:
    """`/table pause`"""
    return await services.seats.pause(await services.lookup.about_whole(request, begun=True), request)


async def resume(services: Services, request: InteractionRequest) -> Reply:
    """`/table resume`"""
    return await services.seats.resume(await services.lookup.about_whole(request, begun=True), request)


async def close(services: Services, request: InteractionRequest) -> Reply:
    """`/table close`"""
    return await services.seats.close(await services.lookup.about_whole(request), request)


async def rule_off(services: Services, request: InteractionRequest) -> Reply:
    """`/table ruleoff`"""
    return await services.play.rule_off(await services.lookup.about_whole(request, begun=True), request)


async def sub(services: Services, request: InteractionRequest) -> Reply:
    """`/table sub`: offer a seat to a person, or leave it to a robot."""
    player, to = request.people.get("player"), request.people.get("to")
    if to is not None and to.bot:
        raise Refused("TABLE", "not_a_person", name=to.name)
    new = None if to is None else Requester(to.user, to.name)
    user = None if player is None else player.user
    return await services.seats.substitute(await services.lookup.about_whole(request), request, user, new)


async def house(services: Services, request: InteractionRequest) -> Reply:
    """`/table house`: show the house rules, or set one before the first hand."""
    table = await services.lookup.about_whole(request)
    rule, value = house_identifier(request.text("rule"), table.row.game) or None, request.text("value") or None
    return await services.lobby.house_rules(table, request, rule, value)


async def house_rules(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    """Suggest the house rules of the table here that match the typed text."""
    table = await services.lookup.find(request)
    if table is None:
        return []
    typed = request.text("rule").lower()
    found = [(f"{house_name(rule.name, table.row.game)}: {rule.plain}", rule.name) for rule in rules_of(table)]
    return [(label, name) for label, name in found if typed in label.lower() or typed in name]


async def house_values(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    """Suggest the values of the house rule that is already chosen, if they are few."""
    table = await services.lookup.find(request)
    if table is None:
        return []
    name, typed = house_identifier(request.text("rule"), table.row.game), request.text("value").lower()
    values = [value for rule in rules_of(table) if rule.name == name for value in few(rule)]
    named = [(house_value(name, value, table.row.game), format_typed(value)) for value in values]
    return [(label, value) for label, value in named if typed in label.lower() or typed in value.lower()]


async def undo(services: Services, request: InteractionRequest) -> Reply:
    """`/table undo`: ask everyone to take the requester's last move back, or answer another player's request."""
    table = await services.lookup.about_whole(request, begun=True)
    match request.text("answer"):
        case "yes":
            return await services.takebacks.agree(table, request)
        case "no":
            return await services.takebacks.refuse(table, request)
        case _:
            return await services.takebacks.ask(table, request)


async def salt(services: Services, request: InteractionRequest) -> Reply:
    """`/table salt`: put words into the next shuffle, or random ones if none are given."""
    words = request.text("words") or secrets.token_hex(8)
    return await services.fairness.salt(await services.lookup.about_whole(request), request, words)


async def channels(services: Services, request: InteractionRequest) -> Reply:
    """`/table channels`: set the channels in which tables may be opened, or show them."""
    return await services.table_channels.choose(request, request.text("only"))


UNDO = (("ask", "ask"), ("yes, take it back", "yes"), ("no", "no"))


COMMANDS = (
    Group(
        "table",
        "Open a table, and what concerns a whole table",
        (
            Command(
                "open",
                "Open a table in this channel",
                open_,
                (
                    Option("game", "What is played", required=True, choices=titles),
                    Option("pace", "How fast it goes (live if you do not say)", choices=PACES),
                    Option("preset", "A bundle of house rules", suggest=presets, most=60),
                    Option("thread", "Give the table a thread of its own", Kind.YES_NO),
                    Option("at", "When the game starts by itself: 20:30, tomorrow 8pm, in 2h", most=60),
                ),
            ),
            Command("show", "Show the table afresh at the bottom of the channel", show),
            Command(
                "start",
                "Deal the first hand",
                start,
                (Option("at", "Now, if you do not say: 20:30, tomorrow 8pm, in 2h, or off", most=60),),
            ),
            Command("join", "Take a seat before the game begins, or a place in the queue", join),
            Command("leave", "Leave your seat before the game begins, or the queue", leave),
            Command("call", "Call for players with the role that your server has for it", call),
            Command("pause", "Stop all clocks", pause),
            Command("resume", "Let the clocks go on", resume),
            Command(
                "sub",
                "Offer somebody a seat: your own, a robot's, or that of a player who is away",
                sub,
                (
                    Option(
                        "player",
                        "Whose seat: yours, or of a player who is away; a robot's, if you name nobody",
                        Kind.PERSON,
                    ),
                    Option("to", "Who is asked to take it; a robot, if you name nobody", Kind.PERSON),
                ),
            ),
            Command("close", "Close the table", close),
            Command("ruleoff", "Rule off the score sheet after this hand", rule_off),
            Command(
                "house",
                "Show the house rules, or set one before the first hand",
                house,
                (
                    Option("rule", "Which one", suggest=house_rules, most=60),
                    Option("value", "What it shall be", suggest=house_values, most=200),
                ),
            ),
            Command(
                "undo",
                "Ask everybody to take your last move back, or answer one who asks",
                undo,
                (Option("answer", "Ask, if you do not say", choices=UNDO),),
            ),
            Command(
                "salt",
                "Put words of your own into the next shuffle",
                salt,
                (Option("words", "Any words; none: random ones", most=64),),
            ),
            Command(
                "channels",
                "Admin: the channels where tables may be opened; without options, show them",
                channels,
                (Option("only", "Channels, such as #bones #games; all: every channel", most=700),),
            ),
        ),
        reach=Reach.SERVER_AND_DM,
    ),
)
