"""Acts of game nights, planned once or for every week."""

from functools import partial

from bot.acts.games import list_levels, list_titles
from bot.acts.table import PRESET, must_be_able_to_post
from bot.edge.acts import Act, Heading, by
from bot.edge.discord_commands import Kind, Option
from bot.edge.interactions import InteractionRequest
from bot.ports import Reply, Suggested
from bot.services.nights import ANSWER, MOST_DAYS
from bot.services.services import Cost, Services
from bot.wording.letters import select_matching


async def plan(services: Services, request: InteractionRequest) -> Reply:
    """Plan a night. Raises Refused first if the bot may not post in this channel."""
    must_be_able_to_post(request)
    return await services.nights.plan(
        request,
        request.read_text("game"),
        request.read_text("when"),
        bool(request.options.get("weekly", False)),
        request.read_text("robots"),
        request.read_text("preset"),
    )


suggest_date = by(lambda services: partial(services.me.suggest_time, days=MOST_DAYS, weekly=True), "when")
"""Suggests meanings of the typed day and time: once, or every week."""
suggest_new_time = by(lambda services: partial(services.me.suggest_time, days=MOST_DAYS), "when")
"""Suggests meanings of the typed day and time: once only."""


async def suggest_nights(services: Services, request: InteractionRequest) -> Suggested:
    """Suggest the nights that match the typed text."""
    return select_matching(request.read_text("night"), await services.nights.suggest_nights(request))


_NIGHT = Option("night", suggest=suggest_nights, most=20)

HEADINGS = {"night": Heading()}

ACTS = (
    Act(
        command="night plan",
        options=(
            Option("game", required=True, choices=list_titles),
            Option("when", required=True, suggest=suggest_date, most=60),
            Option("weekly", Kind.YES_NO),
            Option("robots", choices=list_levels),
            PRESET,
        ),
        cost=Cost.ANNOUNCEMENT,
        use=plan,
    ),
    Act(
        command="night list",
        cost=Cost.PRESS,
        use=by(lambda services: services.nights.show),
    ),
    Act(
        command="night move",
        options=(Option("when", required=True, suggest=suggest_new_time, most=60), _NIGHT),
        cost=Cost.ANNOUNCEMENT,
        use=by(lambda services: services.nights.move, "night", "when"),
    ),
    Act(
        command="night skip",
        options=(_NIGHT,),
        cost=Cost.ANNOUNCEMENT,
        use=by(lambda services: services.nights.skip, "night"),
    ),
    Act(
        command="night cancel",
        options=(_NIGHT,),
        cost=Cost.ANNOUNCEMENT,
        use=by(lambda services: services.nights.cancel, "night"),
    ),
    Act(
        controls=(ANSWER,),
        cost=Cost.PRESS,
        use=by(lambda services: services.nights.answer),
    ),
)
