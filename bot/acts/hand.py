"""Acts with one's own hand: showing, sorting and hiding it, and giving standing orders."""

from bot.edge.acts import About, Heading, TableAct
from bot.edge.discord_commands import Option, Reach
from bot.edge.interactions import InteractionRequest
from bot.messages.forms import open_form
from bot.ports.requests import Reply
from bot.services.quotas import Cost
from bot.services.services import Services
from bot.tables.aggregate.table import Table


async def give_or_show_orders(services: Services, table: Table, request: InteractionRequest) -> Reply:
    """Add a standing order, or show the requester's standing orders."""
    if words := request.read_text("words") or request.given_words:
        return await services.orders.give(table, request, words)
    return await services.orders.show(table, request)


async def hide_hand(services: Services, table: Table, request: InteractionRequest) -> Reply:
    """Blank the requester's hand. Raises Refused for a tap that comes right after a move."""
    services.play.refuse_slip(table, request)
    return await services.hand.hide(table, request)


async def open_orders_form(services: Services, table: Table, request: InteractionRequest) -> Reply:
    """Open the form for standing orders."""
    return open_form("orders", request.words())


HEADINGS = {"hand": Heading("Your own pieces, for your eyes alone", Reach.USER_INSTALL)}

ACTS = (
    TableAct(
        command="hand show",
        description="Show your hand, with its buttons",
        controls=("hand.show",),
        about=About.LATEST,
        takes_seat_back=True,
        cost=Cost.PICTURE,
        use=lambda services, table, request: services.hand.show(table, request),
    ),
    TableAct(
        command="hand sort",
        description="Sort your hand another way",
        controls=("hand.sort",),
        about=About.LATEST,
        takes_seat_back=True,
        cost=Cost.PICTURE,
        use=lambda services, table, request: services.hand.sort(table, request),
    ),
    TableAct(
        command="hand hide",
        description="Blank your hand until you show it again",
        controls=("hand.hide",),
        about=About.LATEST,
        takes_seat_back=True,
        cost=Cost.PICTURE,
        use=hide_hand,
    ),
    TableAct(
        controls=("hand.thread",),
        cost=Cost.PRESS,
        use=lambda services, table, request: services.hand.explain_thread(table, request),
    ),
    TableAct(
        controls=("hand.thread.open",),
        takes_seat_back=True,
        cost=Cost.PICTURE,
        use=lambda services, table, request: services.hand.use_thread(table, request),
    ),
    TableAct(controls=("orders",), opens_form=True, cost=Cost.PRESS, use=open_orders_form),
    TableAct(
        command="hand orders",
        description="Your standing orders for this hand: show them, or give new ones",
        options=(Option("words", 'For example: pass unless R1. "off" drops them', most=300),),
        controls=("orders.give",),
        about=About.MOVE,
        takes_seat_back=True,
        cost=Cost.PRESS,
        use=give_or_show_orders,
    ),
    TableAct(
        controls=("orders.until.*",),
        takes_seat_back=True,
        cost=Cost.PRESS,
        use=lambda services, table, request: services.orders.add_until_turn(table, request, request.last_part),
    ),
)
