"""Acts of the scorer, who keeps the crew's books: corrections, people and their names, old papers and moved books."""

import discord

from bot.acts.tally import ENTRY, REASON, change_by, make_player_option, suggest_by, suggest_players
from bot.edge.acts import Act, Heading, by
from bot.edge.discord_commands import Kind, Option
from bot.edge.interactions import GivenFile, InteractionRequest
from bot.messages.books.paper_page import ENTER, ORDER
from bot.ports import Reply
from bot.services.books import suggestions
from bot.services.books.tally import PASTE, make_form
from bot.services.services import Cost, Services
from bot.tally.books import NamedTransfer
from bot.tally.books.money_words import MOST_OF_PERSON
from bot.tally.changes import joining, ledger, members
from bot.tally.changes.announcements import CLAIM, JOIN, REFUSE
from bot.tally.changes.ledger import MOST_UNITS
from bot.tally.papers import books_file
from bot.tally.papers.paper_check import GivenPaper
from games.core import Refused


async def enter_guest(services: Services, request: InteractionRequest) -> Reply:
    """Add a guest, link a guest to a user, or take a guest out of the books. Raises Refused."""
    person = request.find_person("person")
    if request.options.get("out"):
        return await services.tally.changes.make(request, members.remove_guest, request.read_text("name"))
    return await services.tally.add_guest(request.read_text("name"), person, request)


async def give_name(services: Services, request: InteractionRequest) -> Reply:
    """Give a player another name, take one away again, or set their name in the books."""
    player, name, out = request.read_text("player"), request.read_text("name"), bool(request.options.get("out"))
    if request.options.get("main"):
        return await services.tally.changes.make(request, members.rename, player, name, out)
    return await services.tally.changes.make(request, members.remove_alias if out else members.add_alias, player, name)


async def answer_join(services: Services, request: InteractionRequest, agrees: bool) -> Reply:
    """Answer the question whether two rows are one person."""
    gone, kept = request.facts["gone"], request.facts.get("kept")
    return await services.tally.changes.make_about("member", kept or gone, request, joining.answer, gone, kept, agrees)


async def import_paper(services: Services, request: InteractionRequest) -> Reply:
    """Read a paper tally from a file, and show it for a check. Without a file, offer the form for pasting one."""
    file = request.files.get("file")
    if file is None:
        return services.tally.ask_for_paper(request.words)
    return await _read_file(services, file, request.read_text("season"), request)


async def _read_file(services: Services, file: GivenFile, season: str, request: InteractionRequest) -> Reply:
    """Read a paper, or books that move here, from a file, and show them for a check. Raises Refused."""
    if file.size > books_file.MOST_BYTES:
        raise Refused("TALLY", "paper_size", most=books_file.MOST_BYTES // 1_000_000)
    try:
        body = await file.read()
    except discord.DiscordException:
        raise Refused("TALLY", "paper_fetch") from None
    return await services.tally.check_file(body, season, request)


async def open_paste_form(services: Services, request: InteractionRequest) -> Reply:
    """Open the form into which a paper is pasted."""
    return Reply(form=make_form(request.words))


async def read_pasted(services: Services, request: InteractionRequest) -> Reply:
    """Read a paper from the form, and show it for a check. A file takes precedence over pasted text."""
    text, season = (*request.values, "", "")[:2]
    file = request.files.get("file")
    if file is not None:
        return await _read_file(services, file, season, request)
    return await services.tally.check_paper(GivenPaper(text, season), request)


HEADINGS = {"books": Heading(needs=discord.Permissions(manage_guild=True))}

ACTS = (
    Act(
        command="books adjust",
        options=(
            make_player_option("from", required=True),
            make_player_option("to", required=True),
            Option("amount", Kind.NUMBER, required=True, least=1, most=MOST_UNITS),
            REASON,
        ),
        cost=Cost.ANNOUNCEMENT,
        use=lambda services, request: services.tally.changes.make(
            request,
            ledger.adjust,
            NamedTransfer(request.read_text("from"), request.read_text("to"), int(request.options["amount"])),
            request.read_text("reason"),
        ),
    ),
    Act(
        command="books undo",
        options=(ENTRY, REASON),
        cost=Cost.ANNOUNCEMENT,
        use=by(lambda services: services.tally.undo, "entry", "reason"),
    ),
    Act(
        command="books guests",
        options=(
            Option("name", required=True, suggest=suggest_players, most=MOST_OF_PERSON),
            Option("person", Kind.PERSON),
            Option("out", Kind.YES_NO),
        ),
        cost=Cost.ANNOUNCEMENT,
        use=enter_guest,
    ),
    Act(
        command="books join",
        options=(
            make_player_option("player", required=True),
            make_player_option("other", required=True),
        ),
        cost=Cost.ANNOUNCEMENT,
        use=change_by(joining.propose, "player", "other"),
    ),
    Act(
        controls=(JOIN, CLAIM),
        cost=Cost.ANNOUNCEMENT,
        use=lambda services, request: answer_join(services, request, True),
    ),
    Act(
        controls=(REFUSE,),
        cost=Cost.ANNOUNCEMENT,
        use=lambda services, request: answer_join(services, request, False),
    ),
    Act(
        command="books part",
        options=(make_player_option("player", required=True),),
        cost=Cost.ANNOUNCEMENT,
        use=change_by(joining.part, "player"),
    ),
    Act(
        command="books names",
        options=(
            make_player_option("player", required=True),
            Option("name", required=True, most=MOST_OF_PERSON),
            Option("out", Kind.YES_NO),
            Option("main", Kind.YES_NO),
        ),
        cost=Cost.ANNOUNCEMENT,
        use=give_name,
    ),
    Act(
        command="books import",
        options=(
            Option("file", Kind.FILE),
            Option("season", suggest=suggest_by(suggestions.suggest_sheets), most=40),
        ),
        cost=Cost.HEAVY,
        use=import_paper,
    ),
    Act(controls=(PASTE,), opens_form=True, cost=Cost.PRESS, use=open_paste_form),
    Act(controls=("tally.pasted",), cost=Cost.UPLOAD | Cost.HEAVY, use=read_pasted),
    Act(
        controls=(ENTER,),
        cost=Cost.ANNOUNCEMENT | Cost.HEAVY,
        use=lambda services, request: services.tally.enter_paper(
            request.facts["digest"], request, everything=request.facts["which"] == "all"
        ),
    ),
    Act(
        controls=(ORDER,),
        cost=Cost.HEAVY,
        use=lambda services, request: services.tally.choose_order(
            request.facts["digest"], request.given_words, request
        ),
    ),
    Act(
        controls=("tally.paper.leave",),
        cost=Cost.PRESS,
        use=by(lambda services: services.tally.drop_paper),
    ),
    Act(
        command="books bar",
        options=(
            make_player_option("player", required=True),
            Option("out", Kind.YES_NO),
        ),
        cost=Cost.ANNOUNCEMENT,
        use=lambda services, request: services.tally.changes.make(
            request, members.set_crossed, request.read_text("player"), not request.options.get("out")
        ),
    ),
)
