"""`/tally`: the crew's books. What is asked is answered to the asker alone, or to all with `share`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord

from bot import wording
from bot.commands.games import titles
from bot.edge.command_tree import Command, Group, Kind, Option
from bot.edge.interactions import InteractionRequest
from bot.edge.responder import FileReply
from bot.ports.requests import Reply, Requester
from bot.ports.ui import Message
from bot.services.desk import Desk
from bot.tally import crew_settings, csv_import
from bot.tally import export as exports
from bot.tally.book import Ask
from bot.tally.ledger import MOST_UNITS, Act
from games.core.refused import Refused

Asked = Callable[[Desk, InteractionRequest, Ask], Awaitable[Message]]


def _ask(call: InteractionRequest) -> Ask:
    return Ask(call.text("season"), call.text("game"), call.text("since"), call.text("until"), call.text("player"))


def _act(call: InteractionRequest) -> Act:
    return Act(call.who, call.where, call.stamp)


def _asked(answer: Asked) -> Callable[[Desk, InteractionRequest], Awaitable[Reply]]:
    async def run(desk: Desk, call: InteractionRequest) -> Reply:
        message = await answer(desk, call, _ask(call))
        if call.options.get("share"):
            return await desk.tally.share(message, call.where, call.stamp)
        return Reply(message)

    return run


show = _asked(lambda desk, call, ask: desk.tally.pages.show(ask, call.who, call.where, call.stamp.at))
player = _asked(lambda desk, call, ask: desk.tally.pages.player(ask, call.who, call.where, call.stamp.at))
sheet = _asked(lambda desk, call, ask: desk.tally.pages.sheet(ask, call.who, call.where, call.stamp.at))
chart = _asked(lambda desk, call, ask: desk.tally.pages.chart(ask, call.who, call.where, call.stamp.at))
records = _asked(lambda desk, call, ask: desk.tally.pages.records(ask, call.who, call.where, call.stamp.at))
settle = _asked(lambda desk, call, ask: desk.tally.pages.settle(ask, call.who, call.where, call.stamp.at))
head_to_head = _asked(
    lambda desk, call, ask: desk.tally.pages.head_to_head(ask, call.text("other"), call.who, call.where, call.stamp.at)
)


async def rule_off(desk: Desk, call: InteractionRequest) -> Reply:
    """`/tally rule-off`: end the season, by the scorer's word or by a vote."""
    return await desk.tally.rule_off(call.text("name"), _act(call))


async def adjust(desk: Desk, call: InteractionRequest) -> Reply:
    """`/tally adjust`: move units from one to another."""
    return await desk.tally.adjust(
        call.text("from"), call.text("to"), int(call.options["amount"]), call.text("reason"), _act(call)
    )


async def undo(desk: Desk, call: InteractionRequest) -> Reply:
    """`/tally undo`: take an entry back with an opposite one."""
    return await desk.tally.undo(call.text("entry"), call.text("reason"), _act(call))


async def confirm(desk: Desk, call: InteractionRequest) -> Reply:
    """`/tally confirm`: say that a hand is right."""
    return await desk.tally.confirm(call.text("entry"), _act(call))


async def dispute(desk: Desk, call: InteractionRequest) -> Reply:
    """`/tally dispute`: say that a hand is wrong."""
    return await desk.tally.dispute(call.text("entry"), call.text("reason"), _act(call))


async def guest(desk: Desk, call: InteractionRequest) -> Reply:
    """`/tally guest`: enter a guest, or say who a guest is."""
    person = call.people.get("person")
    if person is not None and person.bot:
        raise Refused("TABLE", "not_a_person", name=person.name)
    return await desk.tally.guest(
        call.text("name"), None if person is None else Requester(person.user, person.name), _act(call)
    )


async def alias(desk: Desk, call: InteractionRequest) -> Reply:
    """`/tally alias`: give somebody another name."""
    return await desk.tally.alias(call.text("player"), call.text("name"), _act(call))


async def import_(desk: Desk, call: InteractionRequest) -> Reply:
    """`/tally import`: a dry run of an old paper tally, from a file or pasted lines."""
    file = call.files.get("file")
    if file is None:
        return desk.tally.ask_for_paper()
    if file.size > csv_import.MOST_BYTES:
        raise Refused("TALLY", "paper_size", most=csv_import.MOST_BYTES // 1_000_000)
    try:
        body = await file.read()
    except discord.DiscordException:
        raise Refused("TALLY", "paper_fetch") from None
    return await desk.tally.paper(csv_import.decoded(body), call.text("season"), _act(call))


async def export(desk: Desk, call: InteractionRequest) -> FileReply:
    """`/tally export`: the books as a file."""
    form = call.text("format") or "csv"
    made = await desk.tally.pages.export(_ask(call), form, call.who, call.where, call.stamp.at)
    return FileReply(wording.say("tally/exported"), made.name, made.body)


async def set_(desk: Desk, call: InteractionRequest) -> Reply:
    """`/tally set`: what the crew has settled; shown without options."""
    return await desk.tally.set(dict(call.options), _act(call))


async def _players(desk: Desk, call: InteractionRequest) -> list[tuple[str, str]]:
    return await desk.tally.pages.names(call.text(call.focused), call.where, call.stamp.at)


async def _seasons(desk: Desk, call: InteractionRequest) -> list[tuple[str, str]]:
    return await desk.tally.pages.seasons(call.text("season"), call.where, call.stamp.at)


async def _entries(desk: Desk, call: InteractionRequest) -> list[tuple[str, str]]:
    waiting = call.path[-1] in ("confirm", "dispute")
    return await desk.tally.pages.entries(call.text("entry"), waiting, call.where, call.stamp.at)


def _player(name: str, plain: str, required: bool = False) -> Option:
    return Option(name, plain, required=required, suggest=_players, most=60)


SEASON = Option("season", "Which season, or all; the open one, if you do not say", suggest=_seasons, most=60)
GAME = Option("game", "Only this game", choices=titles)
DATES = (Option("since", "From this day on: 2024-03-01", most=20), Option("until", "Up to this day", most=20))
SHARE = Option("share", "Show it to everybody in this channel", Kind.YES_NO)
ENTRY = Option("entry", "Which entry: its number, or choose", required=True, suggest=_entries, most=60)
REASON = Option("reason", "Why", required=True, most=100)
FILTERS = (SEASON, GAME, *DATES)

COMMANDS = (
    Group(
        "tally",
        "The crew's score sheet, over the years and all games",
        (
            Command("show", "Where everybody stands", show, (*FILTERS, _player("player", "Only this player"), SHARE)),
            Command(
                "player", "One player", player, (_player("player", "Who; you, if you do not say"), *FILTERS, SHARE)
            ),
            Command(
                "sheet",
                "The lined paper: the last entries, and what all come to",
                sheet,
                (*FILTERS, _player("player", "Only entries with this player"), SHARE),
            ),
            Command(
                "chart",
                "Lines of the tally over time",
                chart,
                (*FILTERS, _player("player", "Only this player's line"), SHARE),
            ),
            Command(
                "head-to-head",
                "Two players in the same hands",
                head_to_head,
                (
                    _player("other", "Against whom", required=True),
                    _player("player", "Who; you, if you do not say"),
                    *FILTERS,
                    SHARE,
                ),
            ),
            Command("records", "The most of everything", records, (*FILTERS, SHARE)),
            Command("settle", "Who owes whom, with the fewest hand-overs", settle, (SEASON, GAME, SHARE)),
            Command(
                "rule-off",
                "End the season and open the next sheet; a vote, unless you are the scorer",
                rule_off,
                (Option("name", "What the next season is called", most=40),),
            ),
            Command(
                "adjust",
                "Scorer: move units from one to another",
                adjust,
                (
                    _player("from", "Who gives", required=True),
                    _player("to", "Who gets", required=True),
                    Option("amount", "How many", Kind.NUMBER, required=True, least=1, most=MOST_UNITS),
                    REASON,
                ),
            ),
            Command("undo", "Scorer: take an entry back; a new one reverses it", undo, (ENTRY, REASON)),
            Command("confirm", "Say that a hand is right, so that it counts", confirm, (ENTRY,)),
            Command("dispute", "Say that a hand is wrong, before it counts", dispute, (ENTRY, REASON)),
            Command(
                "guest",
                "Enter somebody who is not on Discord; or, as the scorer, say who a guest is",
                guest,
                (
                    Option("name", "The guest's name", required=True, suggest=_players, most=32),
                    Option("person", "Who the guest is", Kind.PERSON),
                ),
            ),
            Command(
                "alias",
                "Another name for somebody, understood in papers too",
                alias,
                (_player("player", "Whose", required=True), Option("name", "The name", required=True, most=32)),
            ),
            Command(
                "import",
                "Scorer: enter an old paper tally; first you see how it is understood",
                import_,
                (
                    Option("file", "A CSV file: date, entry, a column a player", Kind.FILE),
                    Option("season", "Put it on a sheet of its own, of this name", most=40),
                ),
            ),
            Command(
                "export",
                "The books as a file",
                export,
                (
                    Option("format", "CSV, if you do not say", choices=tuple((one, one) for one in exports.FORMATS)),
                    *FILTERS,
                    _player("player", "Only entries with this player"),
                ),
            ),
            Command(
                "set",
                "Admin: unit, channel, scorer and more; without anything, show them",
                set_,
                (
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
                        "group", "This channel's group in the server, with books of its own; none: no group", most=40
                    ),
                    *(
                        Option(one.name, one.plain[:100], choices=tuple((str(v), str(v)) for v in one.values), most=10)
                        for one in crew_settings.TABLE_OPTIONS
                    ),
                ),
            ),
        ),
    ),
)
