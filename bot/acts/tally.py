"""Acts of the crew's books. Answers are private, unless the requester chooses to share them."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.acts.games import list_titles
from bot.edge.acts import Act, Heading
from bot.edge.discord_commands import Kind, Option
from bot.edge.interactions import InteractionRequest
from bot.edge.responder import FileReply
from bot.ports.requests import Reply, Request
from bot.ports.ui import Message
from bot.services.quotas import Cost
from bot.services.services import Services
from bot.tally import export as exports
from bot.tally import season_pages
from bot.tally.book import TallyFilters
from bot.tally.debt_page import NO, PAY, YES
from bot.tally.debt_page import TURN as TURN_DEBTS
from bot.tally.ledger import MOST_UNITS
from bot.tally.reports import Reports
from bot.tally.settle import DebtTransfer
from bot.tally.turning import TURN

Report = Callable[[Reports, TallyFilters, Request], Awaitable[Message]]


def _read_filters(request: InteractionRequest) -> TallyFilters:
    season, game, player = request.read_text("season"), request.read_text("game"), request.read_text("player")
    return TallyFilters(season, game, request.read_text("since"), request.read_text("until"), player)


def _read_filters_and_person(request: InteractionRequest) -> TallyFilters:
    """Read the filters of the request. If no player is named, a chosen member of the server takes that place."""
    person, filters = request.people.get("person"), _read_filters(request)
    if person is None or filters.player:
        return filters
    return filters._replace(player=f"<@{person.user}>", mention=person.name)


async def _answer(services: Services, request: InteractionRequest, message: Message) -> Reply:
    """Answer the requester privately, or in the channel if they chose to share the answer."""
    if request.options.get("share"):
        return await services.tally.share(message, request)
    return Reply(message)


async def compare(services: Services, request: InteractionRequest) -> Reply:
    """Compare two players in the hands that both played."""
    message = await services.tally.reports.compare_players(_read_filters(request), request.read_text("other"), request)
    return await _answer(services, request, message)


async def show_records(services: Services, request: InteractionRequest) -> Reply:
    """Show the records, or the top ten of one feat."""
    message = await services.tally.reports.show_records(_read_filters(request), request, request.read_text("feat"))
    return await _answer(services, request, message)


async def turn_page(services: Services, request: InteractionRequest) -> Reply:
    """Show the page that a button or the menu of another page names."""
    parts = request.control_name.split(".")[2:]
    return Reply(await services.tally.reports.turn(parts, request.values, request))


async def rule_off(services: Services, request: InteractionRequest) -> Reply:
    """End the season, or vote for ending it. A button ends only the season that it names."""
    season = request.read_number(2, 3) if request.control else None
    return await services.tally.rule_off(request.read_text("name"), request, season)


async def show_debts(services: Services, request: InteractionRequest) -> Reply:
    """Show who owes whom."""
    return await _answer(services, request, await services.tally.paying.show_debts(request))


async def enter_payment(services: Services, request: InteractionRequest) -> Reply:
    """Enter a payment, or forgive a debt. If no giver or no taker is named, the requester is meant."""
    return await services.tally.paying.enter(
        request.read_text("from"),
        request.read_text("to"),
        int(request.options["amount"]),
        bool(request.options.get("forgive")),
        request,
    )


async def turn_debt_page(services: Services, request: InteractionRequest) -> Reply:
    """Show the page of debts that a button names."""
    start, crew = request.read_number(2, 5), request.read_number(4, 5)
    return Reply(await services.tally.paying.show_debts(request, start, crew))


async def press_payment(services: Services, request: InteractionRequest) -> Reply:
    """Enter the payment that a button on the page of debts names."""
    giver, taker, amount, newest = (request.read_number(place, 6) for place in range(2, 6))
    return await services.tally.paying.press(DebtTransfer(giver, taker, amount), newest, request)


async def export_books(services: Services, request: InteractionRequest) -> FileReply:
    """Give the requester the books as a file."""
    exported = await services.tally.reports.export(
        _read_filters(request), request.read_text("format") or "csv", request
    )
    return FileReply(request.words().say("tally/exported"), exported.name, exported.body)


async def suggest_players(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    """Suggest members by name."""
    return await services.tally.suggestions.suggest_members(request.read_text(request.focused), request)


async def suggest_seasons(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    """Suggest seasons."""
    return await services.tally.suggestions.suggest_seasons(request.read_text("season"), request)


async def suggest_days(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    """Suggest the day that the typed text means, and the first days of seasons."""
    return await services.tally.suggestions.suggest_days(request.read_text(request.focused), request)


async def suggest_feats(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    """Suggest the feats of the chosen game."""
    return services.tally.suggestions.suggest_feats(
        request.read_text("feat"), request.read_text("game"), request.words()
    )


async def suggest_entries(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    """Suggest entries. For a confirmation or a dispute, suggest only pending entries."""
    only_pending = request.path[-1] in ("confirm", "dispute")
    return await services.tally.suggestions.suggest_entries(request.read_text("entry"), only_pending, request)


def make_player_option(name: str, description: str, required: bool = False) -> Option:
    return Option(name, description, required=required, suggest=suggest_players, most=60)


SEASON = Option(
    "season", "Which season, or all; without it, the open season", suggest=suggest_seasons, most=60, keywords=("all",)
)
GAME = Option("game", "Only this game", choices=list_titles)
DATES = (
    Option("since", "From this day on: 2024-03-01", suggest=suggest_days, most=20),
    Option("until", "Up to this day", suggest=suggest_days, most=20),
)
SHARE = Option("share", "Show it to everybody in this channel", Kind.YES_NO)
ENTRY = Option("entry", "Which entry: its number, or choose", required=True, suggest=suggest_entries, most=60)
REASON = Option("reason", "Why", required=True, most=100)
FILTERS = (SEASON, GAME, *DATES)


def _make_report_act(word: str, description: str, report: Report, options: tuple[Option, ...]) -> Act:
    """Make the act of one report."""

    async def use(services: Services, request: InteractionRequest) -> Reply:
        message = await report(services.tally.reports, _read_filters_and_person(request), request)
        return await _answer(services, request, message)

    return Act(command=f"tally {word}", description=description, options=(*options, SHARE), cost=Cost.PICTURE, use=use)


HEADINGS = {"tally": Heading("The crew's score sheet, over the years and all games")}

ACTS = (
    replace(
        _make_report_act(
            "show",
            "Where everybody stands",
            Reports.show_standings,
            (*FILTERS, make_player_option("player", "Only this player")),
        ),
        for_newcomers=True,
    ),
    _make_report_act(
        "player",
        "One player: results, hands, wins, averages, runs",
        Reports.show_player,
        (
            make_player_option("player", "Who; without it, you"),
            Option("person", "Who, if you would rather choose a member of the server", Kind.PERSON),
            *FILTERS,
        ),
    ),
    _make_report_act(
        "sheet",
        "The last entries on lined paper, with totals",
        Reports.show_sheet,
        (*FILTERS, make_player_option("player", "Only entries with this player")),
    ),
    _make_report_act(
        "chart",
        "Lines of the tally over time",
        Reports.show_chart,
        (*FILTERS, make_player_option("player", "Only this player's line")),
    ),
    _make_report_act(
        "partners",
        "Partners, and how often they win",
        Reports.show_partners,
        (make_player_option("player", "Only this player's partners"), *FILTERS),
    ),
    _make_report_act(
        "card", "A season at a glance: its champion, and who holds what", season_pages.show_card, (SEASON,)
    ),
    _make_report_act(
        "champions", "The wall of champions: every season's winner and wooden spoon", season_pages.show_champions, ()
    ),
    Act(
        command="tally settle",
        description="Who owes whom, with the fewest hand-overs",
        options=(SHARE,),
        cost=Cost.PICTURE,
        use=show_debts,
    ),
    Act(
        command="tally paid",
        description="Say that something owed was handed over; the other side confirms it",
        options=(
            Option("amount", "How many", Kind.NUMBER, required=True, least=1, most=MOST_UNITS),
            make_player_option("from", "Who handed it over; without it, you"),
            make_player_option("to", "Who got it; without it, you"),
            Option("forgive", "Nothing was handed over: whoever is owed does without", Kind.YES_NO),
        ),
        cost=Cost.ANNOUNCEMENT,
        use=enter_payment,
    ),
    Act(controls=(f"{TURN_DEBTS}.*",), cost=Cost.PICTURE, use=turn_debt_page),
    Act(controls=(f"{PAY}.*",), cost=Cost.ANNOUNCEMENT, use=press_payment),
    Act(
        controls=(f"{YES}.*", f"{NO}.*"),
        cost=Cost.ANNOUNCEMENT,
        use=lambda services, request: services.tally.paying.answer(
            request.read_number(3, 4), request.control_name.startswith(f"{YES}."), request
        ),
    ),
    Act(
        command="tally versus",
        description="Compare two players in the hands that both played",
        options=(
            make_player_option("other", "Against whom", required=True),
            make_player_option("player", "Who; without it, you"),
            *FILTERS,
            SHARE,
        ),
        cost=Cost.PICTURE,
        use=compare,
    ),
    Act(
        command="tally records",
        description="The records, or the top ten of one feat",
        options=(Option("feat", "The top ten of this feat", suggest=suggest_feats, most=60), *FILTERS, SHARE),
        cost=Cost.PICTURE,
        use=show_records,
    ),
    Act(controls=(f"{TURN}.*",), cost=Cost.PICTURE, use=turn_page),
    Act(
        command="tally season",
        description="Close the season and open the next sheet; a vote, unless you are the scorer",
        options=(Option("name", "What the next season is called", most=40),),
        controls=("tally.ruleoff.*",),
        cost=Cost.ANNOUNCEMENT,
        use=rule_off,
    ),
    Act(
        command="tally confirm",
        description="Say that a hand is right, so that it counts",
        options=(ENTRY,),
        cost=Cost.ANNOUNCEMENT,
        use=lambda services, request: services.tally.confirm(request.read_text("entry"), request),
    ),
    Act(
        controls=("tally.confirm.*",),
        cost=Cost.ANNOUNCEMENT,
        use=lambda services, request: services.tally.confirm_numbered(request.read_number(2, 3), request),
    ),
    Act(
        command="tally dispute",
        description="Say that a hand is wrong, before it counts",
        options=(ENTRY, REASON),
        cost=Cost.ANNOUNCEMENT,
        use=lambda services, request: services.tally.dispute(
            request.read_text("entry"), request.read_text("reason"), request
        ),
    ),
    Act(
        controls=("tally.dispute.*",),
        cost=Cost.ANNOUNCEMENT,
        use=lambda services, request: services.tally.dispute_numbered(request.read_number(2, 3), request),
    ),
    Act(
        command="tally export",
        description="The books as a file",
        options=(
            Option(
                "format",
                "Which format; without it, CSV; books: everything, to move house",
                choices=tuple((name, name) for name in (*exports.FORMATS, exports.BOOKS)),
            ),
            *FILTERS,
            make_player_option("player", "Only entries with this player"),
        ),
        cost=Cost.PICTURE | Cost.HEAVY,
        use=export_books,
    ),
)
