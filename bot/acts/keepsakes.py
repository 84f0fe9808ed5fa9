"""Acts of keepsakes: keeping a hand or a message, and the gallery of what the crew keeps."""

from bot.acts.games import list_titles
from bot.acts.tally import suggest_players
from bot.edge.acts import Act, TableAct
from bot.edge.discord_commands import Kind, Option, Target
from bot.edge.interactions import InteractionRequest, read_stamp
from bot.messages.keepsakes import DROP, GALLERY, HAND, MESSAGE, PAGES, POST
from bot.ports.requests import Reply
from bot.services.quotas import Cost
from bot.services.services import Services
from bot.tally.book import TallyFilters
from bot.tally.memories import OPEN
from games import registry
from games.core.numbers import parse_written
from games.core.refused import Refused

MOST_TEXT = 24
"""The most characters of a text to search for. It must be short, because the buttons to other pages carry it."""
YEARS = (1970, 2200)
"""The first and the last year that can be asked for."""


async def ask_about_message(services: Services, request: InteractionRequest) -> Reply:
    """Ask why the crew should remember a message: the menu entry *Remember this*."""
    message = request.message
    if message is None:
        raise Refused("TABLE", "no_button")
    return await services.keepsakes.ask_about_message(message.number, message.author, message.private, request)


async def keep_message(services: Services, request: InteractionRequest) -> Reply:
    """Keep a link to the message for which the form was shown."""
    message, author = request.read_id(2, 4), request.read_id(3, 4)
    return await services.keepsakes.keep_message(message, author, read_stamp(message), request.given_words, request)


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
    before_part, game, year_part, member_part, text = [*request.control_name.split(".", 6)[2:], "", "", "", ""][:5]
    before, year, member = (_read_number(part or "0") for part in (before_part, year_part, member_part))
    if (game and game not in registry.NAMES) or (year and not YEARS[0] <= year <= YEARS[1]):
        raise Refused("TABLE", "no_button")
    return await services.keepsakes.show_gallery(TallyFilters(game=game, member=member), text, year, before, request)


def _read_number(text: str) -> int:
    """Read a number from a control or a menu. Raises Refused."""
    number = parse_written(text)
    if number is None:
        raise Refused("TABLE", "no_button")
    return number


ACTS = (
    TableAct(
        controls=(f"{HAND}.*",),
        looks_back=True,
        slow=True,
        cost=Cost.PICTURE | Cost.CHANGE | Cost.HEAVY,
        use=lambda services, table, request: services.keepsakes.keep_hand(
            table, request.read_number(2, 3), request.given_words, request
        ),
    ),
    Act(command="Remember this", menu=Target.MESSAGE, opens_form=True, cost=Cost.PRESS, use=ask_about_message),
    Act(controls=(f"{MESSAGE}.*",), slow=True, cost=Cost.CHANGE, use=keep_message),
    Act(
        command="tally remember",
        description="What the crew keeps to remember: hands that move, and messages",
        options=(
            Option("text", "What the line about it says", most=MOST_TEXT),
            Option("player", "Who was there, wrote it or kept it", suggest=suggest_players, most=60),
            Option("game", "Only this game", choices=list_titles),
            Option("year", "Only this year", Kind.NUMBER, suggest=suggest_years, least=YEARS[0], most=YEARS[1]),
        ),
        controls=(GALLERY,),
        cost=Cost.PICTURE,
        use=show_gallery,
    ),
    Act(controls=tuple(f"{name}.*" for name in PAGES), cost=Cost.PICTURE, use=turn_gallery),
    Act(
        controls=(OPEN,),
        slow=True,
        cost=Cost.PICTURE | Cost.HEAVY,
        use=lambda services, request: services.keepsakes.open(_read_number(request.given_words), request),
    ),
    Act(
        controls=(f"{POST}.*",),
        slow=True,
        cost=Cost.PICTURE | Cost.ANNOUNCEMENT | Cost.HEAVY,
        use=lambda services, request: services.keepsakes.post(request.read_number(2, 3), request),
    ),
    Act(
        controls=(f"{DROP}.*",),
        cost=Cost.CHANGE,
        use=lambda services, request: services.keepsakes.let_go(request.read_number(2, 3), request),
    ),
)
