"""Acts of the scorer, who keeps the crew's books: corrections, people and their names, old papers and moved books."""

import discord

from bot.acts.tally import ENTRY, REASON, make_player_option, suggest_players
from bot.edge.acts import Act, Heading
from bot.edge.discord_commands import Kind, Option
from bot.edge.interactions import GivenFile, InteractionRequest
from bot.ports.requests import Reply, Requester
from bot.services.quotas import Cost
from bot.services.services import Services
from bot.tally import books_file, csv_import
from bot.tally.ledger import MOST_UNITS
from bot.tally.paper_page import ORDER
from bot.tally.tally import PASTE, make_form
from games.core.refused import Refused


async def adjust(services: Services, request: InteractionRequest) -> Reply:
    """Move units from one player to another."""
    return await services.tally.adjust(
        request.read_text("from"),
        request.read_text("to"),
        int(request.options["amount"]),
        request.read_text("reason"),
        request,
    )


async def enter_guest(services: Services, request: InteractionRequest) -> Reply:
    """Add a guest, link a guest to a user, or take a guest out of the books. Raises Refused."""
    person = request.people.get("person")
    if person is not None and person.bot:
        raise Refused("TABLE", "not_a_person", name=person.name)
    user = None if person is None else Requester(person.user, person.name)
    if request.options.get("out"):
        return await services.tally.remove_guest(request.read_text("name"), request)
    return await services.tally.add_guest(request.read_text("name"), user, request)


async def give_name(services: Services, request: InteractionRequest) -> Reply:
    """Give a player another name, take one away again, or set their name in the books."""
    change = services.tally.rename if request.options.get("main") else services.tally.change_alias
    return await change(
        request.read_text("player"), request.read_text("name"), request, bool(request.options.get("out"))
    )


async def suggest_sheets(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    """Suggest the sheets of earlier papers, to which a paper may be added."""
    return await services.tally.suggestions.suggest_sheets(request.read_text("season"), request)


async def import_paper(services: Services, request: InteractionRequest) -> Reply:
    """Read a paper tally from a file, and show it for a check. Without a file, offer the form for pasting one."""
    file = request.files.get("file")
    if file is None:
        return services.tally.ask_for_paper(request.words())
    return await _read_file(services, file, request.read_text("season"), request)


async def _read_file(services: Services, file: GivenFile, season: str, request: InteractionRequest) -> Reply:
    """Read a paper, or books that move here, from a file, and show them for a check. Raises Refused."""
    if file.size > books_file.MOST_BYTES:
        raise Refused("TALLY", "paper_size", most=books_file.MOST_BYTES // 1_000_000)
    try:
        body = await file.read()
    except discord.DiscordException:
        raise Refused("TALLY", "paper_fetch") from None
    if books_file.is_packed(body):
        return await services.tally.check_books(body, request)
    if len(body) > csv_import.MOST_BYTES:
        raise Refused("TALLY", "paper_size", most=csv_import.MOST_BYTES // 1_000_000)
    return await services.tally.check_paper(csv_import.decode(body), season, request)


async def open_paste_form(services: Services, request: InteractionRequest) -> Reply:
    """Open the form into which a paper is pasted."""
    return Reply(form=make_form(request.words()))


async def read_pasted(services: Services, request: InteractionRequest) -> Reply:
    """Read a paper from the form, and show it for a check. A file takes precedence over pasted text."""
    text, season = (*request.values, "", "")[:2]
    file = request.files.get("file")
    if file is not None:
        return await _read_file(services, file, season, request)
    return await services.tally.check_paper(text, season, request)


async def mark_crossed(services: Services, request: InteractionRequest) -> Reply:
    """Mark a member who has died, or take the mark away."""
    return await services.tally.set_crossed(request.read_text("player"), not request.options.get("out"), request)


HEADINGS = {
    "books": Heading(
        "The scorer's: corrections, names, guests and old papers", needs=discord.Permissions(manage_guild=True)
    ),
}

ACTS = (
    Act(
        command="books adjust",
        description="Move units from one player to another",
        options=(
            make_player_option("from", "Who gives", required=True),
            make_player_option("to", "Who gets", required=True),
            Option("amount", "How many", Kind.NUMBER, required=True, least=1, most=MOST_UNITS),
            REASON,
        ),
        cost=Cost.ANNOUNCEMENT,
        use=adjust,
    ),
    Act(
        command="books undo",
        description="Take an entry back; a new one reverses it",
        options=(ENTRY, REASON),
        cost=Cost.ANNOUNCEMENT,
        use=lambda services, request: services.tally.undo(
            request.read_text("entry"), request.read_text("reason"), request
        ),
    ),
    Act(
        command="books guests",
        description="Enter a guest or a member who is not in the books, or say who a guest is",
        options=(
            Option("name", "The guest's name", required=True, suggest=suggest_players, most=32),
            Option("person", "Who the guest is", Kind.PERSON),
            Option("out", "Take a guest who has no entry out of the books", Kind.YES_NO),
        ),
        cost=Cost.ANNOUNCEMENT,
        use=enter_guest,
    ),
    Act(
        controls=("tally.me.*",),
        cost=Cost.ANNOUNCEMENT,
        use=lambda services, request: services.tally.joining.restore_member(request.read_number(2, 3), request),
    ),
    Act(
        command="books join",
        description="Join two rows of one person, with the word of that person or of two others",
        options=(
            make_player_option("player", "Whose row", required=True),
            make_player_option("other", "The other row", required=True),
        ),
        cost=Cost.ANNOUNCEMENT,
        use=lambda services, request: services.tally.joining.join(
            request.read_text("player"), request.read_text("other"), request
        ),
    ),
    Act(
        controls=("tally.join.*",),
        cost=Cost.ANNOUNCEMENT,
        use=lambda services, request: services.tally.joining.agree(
            request.read_number(2, 4), request.read_number(3, 4), request
        ),
    ),
    Act(
        command="books part",
        description="Part a row again that was joined to somebody by mistake",
        options=(make_player_option("player", "The name of the row before it was joined", required=True),),
        cost=Cost.ANNOUNCEMENT,
        use=lambda services, request: services.tally.joining.part(request.read_text("player"), request),
    ),
    Act(
        command="books names",
        description="Another name for somebody, understood in papers too",
        options=(
            make_player_option("player", "Whose", required=True),
            Option("name", "The name", required=True, most=32),
            Option("out", "Take the name away again", Kind.YES_NO),
            Option("main", "The scorer's: make it their name in the books; with out, follow Discord's", Kind.YES_NO),
        ),
        cost=Cost.ANNOUNCEMENT,
        use=give_name,
    ),
    Act(
        command="books import",
        description="Enter an old paper tally, or an export of other books; first you see how it is understood",
        options=(
            Option("file", "A CSV file (date, entry, a column a player), or an export", Kind.FILE),
            Option("season", "Put it on a sheet of its own, of this name", suggest=suggest_sheets, most=40),
        ),
        cost=Cost.HEAVY,
        use=import_paper,
    ),
    Act(controls=(PASTE,), opens_form=True, cost=Cost.PRESS, use=open_paste_form),
    Act(controls=("tally.pasted",), cost=Cost.UPLOAD | Cost.HEAVY, use=read_pasted),
    Act(
        controls=("tally.paper.enter.*", "tally.paper.all.*"),
        cost=Cost.ANNOUNCEMENT | Cost.HEAVY,
        use=lambda services, request: services.tally.enter_paper(
            request.last_part, request, everything=request.control_name.startswith("tally.paper.all.")
        ),
    ),
    Act(
        controls=(f"{ORDER}.*",),
        cost=Cost.HEAVY,
        use=lambda services, request: services.tally.choose_order(request.last_part, request.given_words, request),
    ),
    Act(
        controls=("tally.paper.leave",),
        cost=Cost.PRESS,
        use=lambda services, request: services.tally.drop_paper(request),
    ),
    Act(
        command="books bar",
        description="Somebody has crossed the bar: their row, name and records stay with honour",
        options=(
            make_player_option("player", "Who", required=True),
            Option("out", "It was a mistake: take the mark away", Kind.YES_NO),
        ),
        cost=Cost.ANNOUNCEMENT,
        use=mark_crossed,
    ),
)
