"""Acts of game nights, planned once or for every week."""

from bot.acts.games import list_levels, list_titles
from bot.acts.table import PRESET, must_be_able_to_post
from bot.edge.acts import Act, Heading
from bot.edge.discord_commands import Kind, Option
from bot.edge.interactions import InteractionRequest
from bot.ports.requests import Reply
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


async def suggest_date(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    """Suggest meanings of the typed day and time: once, or every week."""
    return await services.me.suggest_time(request, request.read_text("when"), MOST_DAYS, weekly=True)


async def suggest_new_time(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    """Suggest meanings of the typed day and time: once only."""
    return await services.me.suggest_time(request, request.read_text("when"), MOST_DAYS)


async def suggest_nights(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
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
        use=lambda services, request: services.nights.show(request),
    ),
    Act(
        command="night move",
        options=(Option("when", required=True, suggest=suggest_new_time, most=60), _NIGHT),
        cost=Cost.ANNOUNCEMENT,
        use=lambda services, request: services.nights.move(
            request, request.read_text("night"), request.read_text("when")
        ),
    ),
    Act(
        command="night skip",
        options=(_NIGHT,),
        cost=Cost.ANNOUNCEMENT,
        use=lambda services, request: services.nights.skip(request, request.read_text("night")),
    ),
    Act(
        command="night cancel",
        options=(_NIGHT,),
        cost=Cost.ANNOUNCEMENT,
        use=lambda services, request: services.nights.cancel(request, request.read_text("night")),
    ),
    Act(
        controls=(ANSWER,),
        cost=Cost.PRESS,
        use=lambda services, request: services.nights.answer(request, **request.facts),
    ),
)
