"""Acts on a player's own hand: showing, sorting and hiding it, and giving standing orders."""

from bot.edge.acts import About, Heading, TableAct, by
from bot.edge.discord_commands import Option, Reach
from bot.edge.interactions import InteractionRequest
from bot.messages.parts.controls import UNTIL
from bot.ports import Field, Form, Reply
from bot.services.services import Cost, Services
from bot.tables.aggregate import Table


async def give_or_show_orders(services: Services, table: Table, request: InteractionRequest) -> Reply:
    """Add a standing order, or show the requester's standing orders."""
    if words := request.read_text("words") or request.given_words:
        return await services.orders.give(table, request, words)
    return await services.orders.show(table, request)


async def hide_hand(services: Services, table: Table, request: InteractionRequest) -> Reply:
    """Blank the requester's hand. Raises Refused for a tap that comes right after a move."""
    services.play.refuse_slip(table, request)
    return await services.hand.hide(table, request)


async def hide_or_show_count(services: Services, table: Table, request: InteractionRequest) -> Reply:
    """Tell the requester no more what they are building, or again."""
    return await services.hand.tell_building(table, request, "usual" if request.control_name == "hand.count" else "off")


async def open_form(services: Services, table: Table, request: InteractionRequest) -> Reply:
    """Open the form of *Orders* or *Salt*. When it is completed, it arrives as a press of the control with its name."""
    topic, words = request.control_name, request.words
    example = words.say("form/orders_example") if topic == "orders" else ""
    field = Field("words", words.say(f"form/{topic}_field"), placeholder=example, most=200 if example else 64)
    return Reply(form=Form(f"{topic}.give", words.say(f"form/{topic}"), (field,)))


HEADINGS = {"hand": Heading(Reach.USER_INSTALL)}

ACTS = (
    TableAct(
        command="hand show",
        controls=("hand.show",),
        about=About.LATEST,
        takes_seat_back=True,
        cost=Cost.PICTURE,
        use=by(lambda services: services.hand.show),
    ),
    TableAct(
        command="hand sort",
        controls=("hand.sort",),
        about=About.LATEST,
        takes_seat_back=True,
        cost=Cost.PICTURE,
        use=by(lambda services: services.hand.sort),
    ),
    TableAct(
        controls=("hand.building", "hand.count"),
        takes_seat_back=True,
        cost=Cost.PICTURE,
        use=hide_or_show_count,
    ),
    TableAct(
        command="hand hide",
        controls=("hand.hide",),
        about=About.LATEST,
        takes_seat_back=True,
        cost=Cost.PICTURE,
        use=hide_hand,
    ),
    TableAct(controls=("orders",), opens_form=True, cost=Cost.PRESS, use=open_form),
    TableAct(
        command="hand orders",
        options=(Option("words", most=300),),
        controls=("orders.give",),
        about=About.MOVE,
        takes_seat_back=True,
        cost=Cost.PRESS,
        use=give_or_show_orders,
    ),
    TableAct(
        controls=(UNTIL,),
        takes_seat_back=True,
        cost=Cost.PRESS,
        use=by(lambda services: services.orders.add_until_turn),
    ),
)
