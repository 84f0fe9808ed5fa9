"""Acts that enter hands from a real table in the crew's books."""

from bot.edge.acts import Act, by
from bot.edge.interactions import InteractionRequest
from bot.messages.books.real_pad import AGAIN, ENTER, PAD, SEAT, STEP, WRITE
from bot.ports import Reply
from bot.services.real_hands import FORM, GAME
from bot.services.services import Cost, Services
from bot.tally.books.real_receipts import REAL_TABLE
from games.core import Refused, parse_written


async def enter_real_hands(services: Services, request: InteractionRequest) -> Reply:
    """Enter the hands that the form holds."""
    seats, hands, preset = (*request.values, "", "", "")[:3]
    return await services.real_hands.enter(request.facts["game"], seats, preset, hands, request)


async def seat_somebody(services: Services, request: InteractionRequest) -> Reply:
    """Seat a member whom a button or a menu names."""
    member = request.facts["member"] if not request.values else parse_written(request.values[0])
    if member is None:
        raise Refused("TABLE", "no_button")
    return await services.real_hands.seat_member(member, request)


ACTS = (
    Act(
        command="tally hand",
        controls=(REAL_TABLE,),
        cost=Cost.PRESS,
        use=by(lambda services: services.real_hands.show),
    ),
    Act(
        controls=(GAME,),
        cost=Cost.PRESS,
        use=by(lambda services: services.real_hands.show_buttons),
    ),
    Act(
        controls=(WRITE,),
        opens_form=True,
        cost=Cost.PRESS,
        use=by(lambda services: services.real_hands.show_form),
    ),
    Act(controls=(SEAT,), cost=Cost.PRESS, use=seat_somebody),
    Act(
        controls=(PAD,),
        cost=Cost.PRESS,
        use=lambda services, request: services.real_hands.add_taps(request.values or (request.facts["tap"],), request),
    ),
    Act(
        controls=(STEP,),
        cost=Cost.PRESS,
        use=by(lambda services: services.real_hands.take_step),
    ),
    Act(
        controls=(AGAIN,),
        cost=Cost.PRESS,
        use=by(lambda services: services.real_hands.begin_again),
    ),
    Act(
        controls=(ENTER,),
        cost=Cost.ANNOUNCEMENT | Cost.HEAVY,
        use=by(lambda services: services.real_hands.enter_draft),
    ),
    Act(controls=(FORM,), cost=Cost.ANNOUNCEMENT | Cost.HEAVY, use=enter_real_hands),
)
