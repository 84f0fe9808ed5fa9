"""Acts of hands that were played at a real table and stand in the crew's books."""

from __future__ import annotations

from bot.edge.acts import Act
from bot.edge.interactions import InteractionRequest
from bot.ports.requests import Reply
from bot.services.quotas import Cost
from bot.services.real_hands import TOLD
from bot.services.services import Services
from bot.tally.real_receipts import CONTROL


async def enter_real_hands(services: Services, request: InteractionRequest) -> Reply:
    """Enter the hands that the form holds."""
    seats, hands, preset = (*request.values, "", "", "")[:3]
    return await services.real_hands.enter(request.last, seats, preset, hands, request)


ACTS = (
    Act(
        command="tally hand",
        plain="Enter hands that you played at a real table, with real bones, dominoes or cards",
        controls=(CONTROL,),
        cost=Cost.PRESS,
        use=lambda services, request: services.real_hands.show(request),
    ),
    Act(
        controls=(f"{CONTROL}.*",),
        opens_form=True,
        cost=Cost.PRESS,
        use=lambda services, request: services.real_hands.ask(request.last, request),
    ),
    Act(controls=(f"{TOLD}.*",), cost=Cost.ANNOUNCEMENT | Cost.HEAVY, use=enter_real_hands),
)
