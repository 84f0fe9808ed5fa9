"""The acts that are entries in Discord's menus on a person and on a message."""

from bot.edge.acts import About, Act, TableAct
from bot.edge.discord_commands import Reach, Target
from bot.edge.interactions import InteractionRequest, NamedUser
from bot.ports import Reply, Requester
from bot.services.services import Cost, Services
from bot.tables.aggregate import Table
from bot.tally.books import TallyFilters
from games.core import Refused


def _find_person(request: InteractionRequest) -> NamedUser:
    """Find the person whose menu was used. Raises Refused for a bot, or if nobody is named."""
    if request.target is None:
        raise Refused("TABLE", "nobody_there")
    if request.target.bot:
        raise Refused("TABLE", "menu_of_bot", name=request.target.name)
    return request.target


async def show_player(services: Services, request: InteractionRequest) -> Reply:
    """*Tally* on a person: their page of the tally."""
    chosen = _find_person(request)
    filters = TallyFilters(player=f"<@{chosen.user}>", mention=chosen.name)
    return Reply(await services.tally.reports.show_player(filters, request))


async def compare(services: Services, request: InteractionRequest) -> Reply:
    """*Head to head* on a person: the hands in which both they and the requester played."""
    other = _find_person(request)
    return Reply(await services.tally.reports.compare_players(TallyFilters(), request, f"<@{other.user}>", other.name))


async def offer_seat(services: Services, table: Table, request: InteractionRequest) -> Reply:
    """*Offer my seat* on a person: the requester's own seat at the table here."""
    chosen = _find_person(request)
    return await services.seats.substitute(table, request, request.user, Requester(chosen.user, chosen.name))


async def explain(services: Services, request: InteractionRequest) -> Reply:
    """*Why?* on a message: explain the last score or refusal at its table, or what the table waits for."""
    message = request.message
    if message is None or not message.own:
        raise Refused("TABLE", "menu_of_another")
    if message.table:
        return await services.explanations.explain(await services.lookup.find_numbered(message.table, request), request)
    return await services.explanations.explain(await services.lookup.find_here_or_closed(request), request)


ACTS = (
    Act(command="Tally", menu=Target.PERSON, cost=Cost.PICTURE, use=show_player),
    Act(command="Head to head", menu=Target.PERSON, cost=Cost.PICTURE, use=compare),
    TableAct(
        command="Offer my seat",
        menu=Target.PERSON,
        about=About.LATEST,
        takes_seat_back=True,
        cost=Cost.CHANGE,
        use=offer_seat,
    ),
    Act(command="Why?", menu=Target.MESSAGE, reach=Reach.USER_INSTALL, cost=Cost.PRESS, use=explain),
)
