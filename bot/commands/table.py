"""`/table`: opening and closing a table, who sits, house rules, pauses, taking back, salts."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable

from bot.commands.games import titles
from bot.commands.here import table_here
from bot.edge.command_tree import Command, Group, Kind, Option
from bot.edge.interactions import InteractionRequest
from bot.messages.house_rules import few, named, rules_of
from bot.ports.requests import Reply, Requester
from bot.services.desk import Desk
from games.core import registry
from games.core.refused import Refused

PACES = (("live: everyone is here now", "live"), ("correspondence: a move now and then", "correspondence"))


async def presets(desk: Desk, call: InteractionRequest) -> list[tuple[str, str]]:
    """The house-rule bundles of the game that was chosen already."""
    typed = call.text("preset").lower()
    chosen = call.text("game")
    bundles = registry.game(chosen).PRESETS if chosen in registry.NAMES else ()
    found = [(f"{one.name}: {one.plain}", one.name) for one in bundles]
    return [(label, value) for label, value in found if typed in label.lower()]


async def open_(desk: Desk, call: InteractionRequest) -> Reply:
    """`/table open`"""
    return await desk.open(
        call.text("game"),
        call.text("pace") or "live",
        call.text("preset"),
        bool(call.options.get("thread", False)),
        call.who,
        call.where,
        call.stamp,
        call.text("at"),
    )


async def start(desk: Desk, call: InteractionRequest) -> Reply:
    """`/table start`: now, or by itself at a time."""
    table = await table_here(desk, call)
    if when := call.text("at"):
        return await desk.start_at(table, when, call.who, call.stamp)
    return await desk.table("start", table, call.who, call.stamp)


def _action(action: str) -> Callable[[Desk, InteractionRequest], Awaitable[Reply]]:
    async def run(desk: Desk, call: InteractionRequest) -> Reply:
        return await desk.table(action, await table_here(desk, call), call.who, call.stamp)

    return run


async def sub(desk: Desk, call: InteractionRequest) -> Reply:
    """`/table sub`: a seat goes to somebody else, or to a robot, with its hand."""
    player, to = call.people.get("player"), call.people.get("to")
    if to is not None and to.bot:
        raise Refused("TABLE", "not_a_person", name=to.name)
    new = None if to is None else Requester(to.user, to.name)
    user = None if player is None else player.user
    return await desk.sub(await table_here(desk, call), user, new, call.who, call.stamp)


async def house(desk: Desk, call: InteractionRequest) -> Reply:
    """`/table house`: show the house rules, or set one before the first hand."""
    option, value = named(call.text("rule")) or None, call.text("value") or None
    return await desk.house(await table_here(desk, call), option, value, call.who, call.stamp)


async def house_rules(desk: Desk, call: InteractionRequest) -> list[tuple[str, str]]:
    """The house rules of the table here that hold what was typed."""
    table = await desk.table_at(call.where, call.who)
    if table is None:
        return []
    present = await desk.tables.get(table)
    typed = call.text("rule").lower()
    found = [(f"{one.name.replace('_', ' ')}: {one.plain}", one.name) for one in rules_of(present)]
    return [(label, name) for label, name in found if typed in label.lower() or typed in name]


async def house_values(desk: Desk, call: InteractionRequest) -> list[tuple[str, str]]:
    """What the house rule that was chosen already may be, where that is one of a few."""
    table = await desk.table_at(call.where, call.who)
    if table is None:
        return []
    name, typed = named(call.text("rule")), call.text("value").lower()
    values = [value for one in rules_of(await desk.tables.get(table)) if one.name == name for value in few(one)]
    return [(value, value) for value in values if typed in value.lower()]


async def undo(desk: Desk, call: InteractionRequest) -> Reply:
    """`/table undo`: ask everybody to take the last move back, or answer one who asks."""
    return await desk.undo(await table_here(desk, call), call.text("answer") or "ask", call.who, call.stamp)


async def salt(desk: Desk, call: InteractionRequest) -> Reply:
    """`/table salt`: put words of one's own into the next shuffle; without any, random ones."""
    words = call.text("words") or secrets.token_hex(8)
    return await desk.salt(await table_here(desk, call), words, call.who, call.stamp)


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
            Command("show", "Show the table afresh at the bottom of the channel", _action("show")),
            Command(
                "start",
                "Deal the first hand",
                start,
                (Option("at", "Now, if you do not say: 20:30, tomorrow 8pm, in 2h, or off", most=60),),
            ),
            Command("pause", "Stop all clocks", _action("pause")),
            Command("resume", "Let the clocks go on", _action("resume")),
            Command(
                "sub",
                "Hand a seat over with its hand: from or to a robot, where you name nobody",
                sub,
                (
                    Option("player", "Whose seat; a robot's, if you name nobody", Kind.PERSON),
                    Option("to", "Who takes it; a robot, if you name nobody", Kind.PERSON),
                ),
            ),
            Command("close", "Close the table", _action("close")),
            Command("ruleoff", "Rule off the score sheet after this hand", _action("ruleoff")),
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
        ),
    ),
)
