"""`/tally`: the crew's books. Answers are private, unless the requester chooses to share them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord

from bot import wording
from bot.commands.games import titles
from bot.edge.command_tree import Command, Group, Kind, Option
from bot.edge.interactions import InteractionRequest
from bot.edge.responder import FileReply
from bot.ports.requests import Location, Reply, Requester
from bot.ports.ui import Message
from bot.services.services import Services
from bot.tally import crew_settings, csv_import
from bot.tally import export as exports
from bot.tally.book import Ask
from bot.tally.ledger import MOST_UNITS
from bot.tally.reports import Reports
from games.core.refused import Refused

Report = Callable[[Reports, Ask, Requester, Location, int], Awaitable[Message]]


def _ask(request: InteractionRequest) -> Ask:
    season, game, player = request.text("season"), request.text("game"), request.text("player")
    return Ask(season, game, request.text("since"), request.text("until"), player)


def _about_person(request: InteractionRequest) -> Ask:
    """The filters of the request, including the named person, if any."""
    person, ask = request.people.get("person"), _ask(request)
    if person is None or ask.player:
        return ask
    return ask._replace(player=f"<@{person.user}>", called=person.name)


def _report(report: Report) -> Callable[[Services, InteractionRequest], Awaitable[Reply]]:
    async def run(services: Services, request: InteractionRequest) -> Reply:
        made = report(services.tally.reports, _about_person(request), request.requester, request.location, request.at)
        return await _reply(services, request, await made)

    return run


async def _reply(services: Services, request: InteractionRequest, message: Message) -> Reply:
    """Answer the requester, or post the answer in the channel if they chose to share it."""
    if request.options.get("share"):
        return await services.tally.share(message, request)
    return Reply(message)


show = _report(Reports.show)
player = _report(Reports.player)
sheet = _report(Reports.sheet)
chart = _report(Reports.chart)
partners = _report(Reports.partners)
card = _report(Reports.card)
settle = _report(Reports.settle)


async def head_to_head(services: Services, request: InteractionRequest) -> Reply:
    """`/tally head-to-head`: compare two players in the hands that both played."""
    other = request.text("other")
    message = await services.tally.reports.head_to_head(
        _ask(request), other, request.requester, request.location, request.at
    )
    return await _reply(services, request, message)


async def records(services: Services, request: InteractionRequest) -> Reply:
    """`/tally records`: the records, or the top ten of one feat."""
    message = await services.tally.reports.records(
        _ask(request), request.requester, request.location, request.at, request.text("feat")
    )
    return await _reply(services, request, message)


async def rule_off(services: Services, request: InteractionRequest) -> Reply:
    """`/tally rule-off`: end the season, or vote for it."""
    return await services.tally.rule_off(request.text("name"), request)


async def adjust(services: Services, request: InteractionRequest) -> Reply:
    """`/tally adjust`: move units from one player to another."""
    return await services.tally.adjust(
        request.text("from"), request.text("to"), int(request.options["amount"]), request.text("reason"), request
    )


async def undo(services: Services, request: InteractionRequest) -> Reply:
    """`/tally undo`: reverse an entry with an opposite one."""
    return await services.tally.undo(request.text("entry"), request.text("reason"), request)


async def confirm(services: Services, request: InteractionRequest) -> Reply:
    """`/tally confirm`: say that a hand is right."""
    return await services.tally.confirm(request.text("entry"), request)


async def dispute(services: Services, request: InteractionRequest) -> Reply:
    """`/tally dispute`: say that a hand is wrong."""
    return await services.tally.dispute(request.text("entry"), request.text("reason"), request)


async def guest(services: Services, request: InteractionRequest) -> Reply:
    """`/tally guest`: add a guest, or link a guest to a user."""
    person = request.people.get("person")
    if person is not None and person.bot:
        raise Refused("TABLE", "not_a_person", name=person.name)
    known = None if person is None else Requester(person.user, person.name)
    return await services.tally.guest(request.text("name"), known, request, bool(request.options.get("out")))


async def alias(services: Services, request: InteractionRequest) -> Reply:
    """`/tally alias`: give a player another name."""
    return await services.tally.alias(
        request.text("player"), request.text("name"), request, bool(request.options.get("out"))
    )


async def import_(services: Services, request: InteractionRequest) -> Reply:
    """`/tally import`: read a paper tally from a file, and show it for a check; or offer the form for pasting it."""
    file = request.files.get("file")
    if file is None:
        return services.tally.ask_for_paper()
    if file.size > csv_import.MOST_BYTES:
        raise Refused("TALLY", "paper_size", most=csv_import.MOST_BYTES // 1_000_000)
    try:
        body = await file.read()
    except discord.DiscordException:
        raise Refused("TALLY", "paper_fetch") from None
    return await services.tally.paper(csv_import.decode(body), request.text("season"), request)


async def export(services: Services, request: InteractionRequest) -> FileReply:
    """`/tally export`: the books as a file."""
    form = request.text("format") or "csv"
    made = await services.tally.reports.export(_ask(request), form, request.location, request.at)
    return FileReply(wording.say("tally/exported"), made.name, made.body)


async def set_(services: Services, request: InteractionRequest) -> Reply:
    """`/tally set`: change the crew's settings, or show them if no option is given."""
    return await services.tally.set(dict(request.options), request)


async def _players(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    return await services.tally.reports.names(request.text(request.focused), request.location, request.at)


async def _seasons(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    return await services.tally.reports.seasons(request.text("season"), request.location, request.at)


async def _feats(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    return services.tally.reports.achievements(request.text("feat"), request.text("game"))


async def _entries(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    waiting = request.path[-1] in ("confirm", "dispute")
    return await services.tally.reports.entries(request.text("entry"), waiting, request.location, request.at)


def _player(name: str, plain: str, required: bool = False) -> Option:
    return Option(name, plain, required=required, suggest=_players, most=60)


SEASON = Option("season", "Which season, or all; without it, the open season", suggest=_seasons, most=60)
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
            Command(
                "show",
                "Where everybody stands",
                show,
                (*FILTERS, _player("player", "Only this player"), SHARE),
            ),
            Command(
                "player",
                "One player: results, hands, wins, averages, runs",
                player,
                (
                    _player("player", "Who; without it, you"),
                    Option("person", "Who, if you would rather choose a member of the server", Kind.PERSON),
                    *FILTERS,
                    SHARE,
                ),
            ),
            Command(
                "sheet",
                "The last entries on lined paper, with totals",
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
                    _player("player", "Who; without it, you"),
                    *FILTERS,
                    SHARE,
                ),
            ),
            Command(
                "records",
                "The records, or the top ten of one feat",
                records,
                (Option("feat", "The top ten of this feat", suggest=_feats, most=60), *FILTERS, SHARE),
            ),
            Command(
                "partners",
                "Partners, and how often they win",
                partners,
                (_player("player", "Only this player's partners"), *FILTERS, SHARE),
            ),
            Command("card", "A season at a glance: its champion, and who holds what", card, (SEASON, SHARE)),
            Command("settle", "Who owes whom, with the fewest hand-overs", settle, (SEASON, GAME, SHARE)),
            Command(
                "rule-off",
                "Close the season and open the next sheet; a vote, unless you are the scorer",
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
                "Enter somebody who is not on Discord; the scorer also enters members, and says who a guest is",
                guest,
                (
                    Option("name", "The guest's name", required=True, suggest=_players, most=32),
                    Option("person", "Who the guest is", Kind.PERSON),
                    Option("out", "Take out a guest who stands in no entry", Kind.YES_NO),
                ),
            ),
            Command(
                "alias",
                "Another name for somebody, understood in papers too",
                alias,
                (
                    _player("player", "Whose", required=True),
                    Option("name", "The name", required=True, most=32),
                    Option("out", "Take the name away again", Kind.YES_NO),
                ),
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
                    Option(
                        "format",
                        "Which format; without it, CSV",
                        choices=tuple((name, name) for name in exports.FORMATS),
                    ),
                    *FILTERS,
                    _player("player", "Only entries with this player"),
                ),
            ),
            Command(
                "set",
                "Admin: unit, channel, scorer and more; without options, show them",
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
                    Option("call_role", "The role that a lobby may call for players; @everyone: none", Kind.ROLE),
                    Option("call_quiet", "Hours, in your time zone, in which nobody is called: 22-7, or off", most=20),
                    Option(
                        "weights",
                        "How a game counts: its name and a factor (1/100); even: all games alike; none: as they are",
                        most=120,
                    ),
                    *(
                        Option(
                            option.name,
                            option.plain[:100],
                            choices=tuple((str(v), str(v)) for v in option.values),
                            most=10,
                        )
                        for option in crew_settings.TABLE_OPTIONS
                    ),
                ),
            ),
        ),
    ),
)
