"""Acts that enter hands from a real table in the crew's books."""

from bot.edge.acts import Act
from bot.edge.interactions import InteractionRequest
from bot.messages.real_pad import AGAIN, ENTER, PAD, SEAT, STEP, WRITE
from bot.ports.requests import Reply
from bot.services.quotas import Cost
from bot.services.real_hands import FORM
from bot.services.services import Services
from bot.tally.real_receipts import REAL_TABLE
from games.core.numbers import parse_written
from games.core.refused import Refused


async def enter_real_hands(services: Services, request: InteractionRequest) -> Reply:
    """Enter the hands that the form holds."""
    seats, hands, preset = (*request.values, "", "", "")[:3]
    return await services.real_hands.enter(request.last_part, seats, preset, hands, request)


async def seat_somebody(services: Services, request: InteractionRequest) -> Reply:
    """Seat a member whom a button or a menu names."""
    member = parse_written((*request.values, request.last_part)[0])
    if member is None:
        raise Refused("TABLE", "no_button")
    return await services.real_hands.seat_member(member, request)


ACTS = (
    Act(
        command="tally hand",
        description="Enter hands that you played at a real table, with real bones, dominoes or cards",
        controls=(REAL_TABLE,),
        cost=Cost.PRESS,
        use=lambda services, request: services.real_hands.show(request),
    ),
    Act(
        controls=(f"{REAL_TABLE}.*",),
        cost=Cost.PRESS,
        use=lambda services, request: services.real_hands.show_buttons(request.last_part, request),
    ),
    Act(
        controls=(WRITE,),
        opens_form=True,
        cost=Cost.PRESS,
        use=lambda services, request: services.real_hands.show_form("", request),
    ),
    Act(controls=(SEAT, f"{SEAT}.*"), cost=Cost.PRESS, use=seat_somebody),
    Act(
        controls=(f"{PAD}.*",),
        cost=Cost.PRESS,
        use=lambda services, request: services.real_hands.add_taps(
            request.values or (request.control_name.removeprefix(f"{PAD}."),), request
        ),
    ),
    Act(
        controls=(f"{STEP}.*",),
        cost=Cost.PRESS,
        use=lambda services, request: services.real_hands.take_step(request.last_part, request),
    ),
    Act(
        controls=(f"{AGAIN}.*",),
        cost=Cost.PRESS,
        use=lambda services, request: services.real_hands.begin_again(request.read_number(2, 3), request),
    ),
    Act(
        controls=(ENTER,),
        cost=Cost.ANNOUNCEMENT | Cost.HEAVY,
        use=lambda services, request: services.real_hands.enter_draft(request),
    ),
    Act(controls=(f"{FORM}.*",), cost=Cost.ANNOUNCEMENT | Cost.HEAVY, use=enter_real_hands),
)
