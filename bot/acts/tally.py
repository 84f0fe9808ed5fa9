"""Acts of the crew's books. Answers are private, unless the requester chooses to share them."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.acts.games import WHICH_GAME
from bot.edge.acts import Act, Heading, UseCase, by
from bot.edge.discord_commands import Kind, Option, Suggest
from bot.edge.interactions import InteractionRequest
from bot.edge.responder import FileReply
from bot.messages.books.debt_page import ANSWER, PAY, TURN as TURN_DEBTS
from bot.messages.books.turning import TURN
from bot.ports import Message, Reply, Suggested
from bot.services.books import season_pages, suggestions
from bot.services.books.reports import Reports
from bot.services.services import Cost, Services
from bot.tally.books import DebtTransfer, TallyFilters, export as exports
from bot.tally.changes import ledger
from bot.tally.changes.announcements import CONFIRM, DISPUTE, KEEP, VOTE
from bot.tally.changes.ledger import MOST_UNITS

Report = Callable[[Reports, TallyFilters, InteractionRequest], Awaitable[Message]]


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


async def turn_page(services: Services, request: InteractionRequest) -> Reply:
    """Show the page that a button or the menu of another page names."""
    return Reply(await services.tally.reports.turn(request.facts, request.given_words, request))


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
    return Reply(await services.tally.paying.show_debts(request, request.facts["start"], request.facts["crew"]))


async def press_payment(services: Services, request: InteractionRequest) -> Reply:
    """Enter the payment that a button on the page of debts names."""
    newest, facts = request.facts["newest"], {**request.facts}
    del facts["newest"]
    return await services.tally.paying.press(DebtTransfer(**facts), newest, request)


async def export_books(services: Services, request: InteractionRequest) -> FileReply:
    """Give the requester the books as a file."""
    first, *more = await services.tally.reports.export(
        _read_filters(request), request.read_text("format") or "csv", request
    )
    return FileReply(request.words.say("tally/exported"), *first, more)


def change_by(write: Callable[..., Reply], *texts: str) -> UseCase:
    """Make the use case that changes the crew's books by `write`, with these options of its command."""
    return lambda services, request: services.tally.changes.make(request, write, *map(request.read_text, texts))


def suggest_by(suggest: suggestions.Suggest) -> Suggest:
    """Make the function that suggests values for the option that is typed."""

    async def use(services: Services, request: InteractionRequest) -> Suggested:
        return await services.tally.reports.read(request, suggest, request.read_text(request.focused))

    return use


suggest_players = suggest_by(suggestions.suggest_members)


async def suggest_feats(services: Services, request: InteractionRequest) -> Suggested:
    """Suggest the feats of the chosen game."""
    return suggestions.suggest_feats(request.read_text("feat"), request.read_text("game"), request.words)


async def suggest_entries(services: Services, request: InteractionRequest) -> Suggested:
    """Suggest entries. For a confirmation or a dispute, suggest only pending entries."""
    only_pending = request.path[-1] in ("confirm", "dispute")
    typed = request.read_text("entry")
    return await services.tally.reports.read(request, suggestions.suggest_entries, typed, only_pending)


def make_player_option(name: str, required: bool = False) -> Option:
    return Option(name, required=required, suggest=suggest_players, most=60)


PLAYER = make_player_option("player")
SEASON = Option(
    "season",
    suggest=suggest_by(suggestions.suggest_seasons),
    most=60,
    keywords=("all",),
)
suggest_days = suggest_by(suggestions.suggest_days)
DATES = (
    Option("since", suggest=suggest_days, most=20),
    Option("until", suggest=suggest_days, most=20),
)
SHARE = Option("share", Kind.YES_NO)
ENTRY = Option("entry", required=True, suggest=suggest_entries, most=60)
REASON = Option("reason", required=True, most=100)
FILTERS = (SEASON, WHICH_GAME, *DATES)


def _make_report_act(word: str, report: Report, options: tuple[Option, ...]) -> Act:
    """Make the act of one report."""

    async def use(services: Services, request: InteractionRequest) -> Reply:
        message = await report(services.tally.reports, _read_filters_and_person(request), request)
        return await _answer(services, request, message)

    return Act(command=f"tally {word}", options=(*options, SHARE), cost=Cost.PICTURE, use=use)


HEADINGS = {"tally": Heading()}

ACTS = (
    replace(_make_report_act("show", Reports.show_standings, (*FILTERS, PLAYER)), for_newcomers=True),
    _make_report_act("player", Reports.show_player, (PLAYER, Option("person", Kind.PERSON), *FILTERS)),
    _make_report_act("sheet", Reports.show_sheet, (*FILTERS, PLAYER)),
    _make_report_act("chart", Reports.show_chart, (*FILTERS, PLAYER)),
    _make_report_act("partners", Reports.show_partners, (PLAYER, *FILTERS)),
    _make_report_act("card", season_pages.show_card, (SEASON,)),
    _make_report_act("champions", season_pages.show_champions, ()),
    Act(
        command="tally settle",
        options=(SHARE,),
        cost=Cost.PICTURE,
        use=show_debts,
    ),
    Act(
        command="tally paid",
        options=(
            Option("amount", Kind.NUMBER, required=True, least=1, most=MOST_UNITS),
            make_player_option("from"),
            make_player_option("to"),
            Option("forgive", Kind.YES_NO),
        ),
        cost=Cost.ANNOUNCEMENT,
        use=enter_payment,
    ),
    Act(controls=(TURN_DEBTS,), cost=Cost.PICTURE, use=turn_debt_page),
    Act(controls=(PAY,), cost=Cost.ANNOUNCEMENT, use=press_payment),
    Act(
        controls=(ANSWER,),
        cost=Cost.ANNOUNCEMENT,
        use=by(lambda services: services.tally.paying.answer),
    ),
    _make_report_act(
        "versus",
        lambda reports, filters, request: reports.compare_players(filters, request, request.read_text("other")),
        (make_player_option("other", required=True), PLAYER, *FILTERS),
    ),
    _make_report_act(
        "records",
        lambda reports, filters, request: reports.show_records(filters, request, request.read_text("feat")),
        (Option("feat", suggest=suggest_feats, most=60), *FILTERS),
    ),
    Act(controls=(TURN,), cost=Cost.PICTURE, use=turn_page),
    Act(
        command="tally season",
        options=(Option("name", most=40),),
        controls=(VOTE,),
        cost=Cost.ANNOUNCEMENT,
        use=by(lambda services: services.tally.rule_off, "name"),
    ),
    Act(
        controls=(KEEP,),
        cost=Cost.ANNOUNCEMENT,
        use=by(lambda services: services.tally.say_no),
    ),
    Act(
        command="tally confirm",
        options=(ENTRY,),
        cost=Cost.ANNOUNCEMENT,
        use=change_by(ledger.confirm, "entry"),
    ),
    Act(
        controls=(CONFIRM,),
        cost=Cost.ANNOUNCEMENT,
        use=lambda services, request: services.tally.changes.make_about(
            "entry", request.facts["entry"], request, ledger.confirm, str(request.facts["entry"])
        ),
    ),
    Act(
        command="tally dispute",
        options=(ENTRY, REASON),
        cost=Cost.ANNOUNCEMENT,
        use=change_by(ledger.dispute, "entry", "reason"),
    ),
    Act(
        controls=(DISPUTE,),
        cost=Cost.ANNOUNCEMENT,
        use=lambda services, request: services.tally.changes.make_about(
            "entry", request.facts["entry"], request, ledger.dispute, str(request.facts["entry"]), None
        ),
    ),
    Act(
        command="tally export",
        options=(
            Option("format", choices=(*exports.FORMATS, exports.BOOKS)),
            *FILTERS,
            PLAYER,
        ),
        cost=Cost.PICTURE | Cost.HEAVY,
        use=export_books,
    ),
)
