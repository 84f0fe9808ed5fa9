"""Acts of the hand of the day: showing its page, playing it, and the crew's daily."""

from bot.acts.table import must_be_able_to_post
from bot.edge.acts import Act, TableAct, by
from bot.edge.discord_commands import Reach
from bot.edge.interactions import InteractionRequest
from bot.messages.hands.daily import BACK, CHECK, HERE, JOIN, LEAVE, LEAVE_NOW, PLAY, QUIT, SHARE, SHOW
from bot.ports import Reply
from bot.services.services import Cost, Services


async def join(services: Services, request: InteractionRequest) -> Reply:
    """Join the crew's daily. Raises Refused first if the bot may not post in this channel."""
    must_be_able_to_post(request)
    return await services.daily.join_daily(request)


async def post_here(services: Services, request: InteractionRequest) -> Reply:
    """Have the results posted in this channel. Raises Refused first if the bot may not post here."""
    must_be_able_to_post(request)
    return await services.daily.post_here(request)


ACTS = (
    Act(
        command="daily",
        for_newcomers=True,
        controls=(SHOW,),
        reach=Reach.EVERYWHERE,
        cost=Cost.PRESS,
        use=by(lambda services: services.daily.show),
    ),
    Act(
        controls=(PLAY,),
        cost=Cost.OPENING,
        use=lambda services, request: services.daily.play(
            request, request.facts["day"], request.facts["way"] == "instead"
        ),
    ),
    Act(controls=(JOIN,), cost=Cost.CHANGE, use=join),
    Act(controls=(QUIT,), cost=Cost.CHANGE, use=by(lambda services: services.daily.leave_daily)),
    Act(controls=(HERE,), cost=Cost.CHANGE, use=post_here),
    Act(controls=(CHECK,), cost=Cost.PRESS, use=by(lambda services: services.daily.show_commitments)),
    Act(
        controls=(SHARE,),
        cost=Cost.PRESS,
        use=by(lambda services: services.daily.share),
    ),
    Act(controls=(BACK,), cost=Cost.PICTURE, use=by(lambda services: services.daily.look_back)),
    TableAct(
        controls=(LEAVE,),
        cost=Cost.PRESS,
        use=by(lambda services: services.daily.ask_to_leave_hand),
    ),
    TableAct(
        controls=(LEAVE_NOW,),
        cost=Cost.CHANGE,
        use=by(lambda services: services.daily.leave_hand),
    ),
)
