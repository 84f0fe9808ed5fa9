"""Acts of keepsakes: keeping a hand, and the gallery of what the crew keeps."""

from bot.acts.games import WHICH_GAME
from bot.acts.tally import PLAYER
from bot.edge.acts import Act, TableAct, by
from bot.edge.discord_commands import Kind, Option
from bot.edge.interactions import InteractionRequest
from bot.messages.books.keepsakes import DROP, GALLERY, HAND, OPEN, POST, TURN
from bot.ports import Reply
from bot.services.services import Cost, Services
from bot.tally.books import TallyFilters
from games import registry
from games.core import Refused, parse_written

MOST_SEARCHED = 24
"""The most characters of a text to search for. It must be short, because the buttons to other pages carry it."""
YEARS = (1970, 2200)
"""The first and the last year that can be asked for."""


async def show_gallery(services: Services, request: InteractionRequest) -> Reply:
    """Show what the crew keeps, filtered by text, person, game and year."""
    year = int(request.options.get("year", 0))
    filters = TallyFilters(game=request.read_text("game"), player=request.read_text("player"))
    return await services.keepsakes.show_gallery(filters, request.read_text("text"), year, 0, request)


async def suggest_years(services: Services, request: InteractionRequest) -> list[tuple[str, int]]:
    """Suggest the years of the crew's keepsakes, the newest first."""
    typed = request.read_text("year")
    return [(str(year), year) for year in await services.keepsakes.list_years(request) if str(year).startswith(typed)]


async def turn_gallery(services: Services, request: InteractionRequest) -> Reply:
    """Show the page of the gallery that a button names."""
    game, year, facts = request.facts["game"], request.facts["year"], request.facts
    if (game and game not in registry.NAMES) or (year and not YEARS[0] <= year <= YEARS[1]):
        raise Refused("TABLE", "no_button")
    return await services.keepsakes.show_gallery(
        TallyFilters(game=game, member=facts["member"]), facts["text"], year, facts["before"], request
    )


def _read_number(text: str) -> int:
    """Read a number from a control or a menu. Raises Refused."""
    number = parse_written(text)
    if number is None:
        raise Refused("TABLE", "no_button")
    return number


ACTS = (
    TableAct(
        controls=(HAND,),
        looks_back=True,
        slow=True,
        cost=Cost.PICTURE | Cost.CHANGE | Cost.HEAVY,
        use=lambda services, table, request: services.keepsakes.keep_hand(
            table, request.facts["hand"], request.given_words, request
        ),
    ),
    Act(
        command="tally remember",
        options=(
            Option("text", most=MOST_SEARCHED),
            PLAYER,
            WHICH_GAME,
            Option("year", Kind.NUMBER, suggest=suggest_years, least=YEARS[0], most=YEARS[1]),
        ),
        controls=(GALLERY,),
        cost=Cost.PICTURE,
        use=show_gallery,
    ),
    Act(controls=(TURN,), cost=Cost.PICTURE, use=turn_gallery),
    Act(
        controls=(OPEN,),
        slow=True,
        cost=Cost.PICTURE | Cost.HEAVY,
        use=lambda services, request: services.keepsakes.open(_read_number(request.given_words), request),
    ),
    Act(
        controls=(POST,),
        slow=True,
        cost=Cost.PICTURE | Cost.ANNOUNCEMENT | Cost.HEAVY,
        use=by(lambda services: services.keepsakes.post),
    ),
    Act(
        controls=(DROP,),
        cost=Cost.CHANGE,
        use=by(lambda services: services.keepsakes.let_go),
    ),
)
