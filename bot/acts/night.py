"""Acts of game nights, planned once or for every week."""

from bot.acts.games import list_levels, list_titles
from bot.acts.table import must_be_able_to_post, suggest_presets
from bot.edge.acts import Act, Heading
from bot.edge.discord_commands import Kind, Option
from bot.edge.interactions import InteractionRequest
from bot.ports.requests import Reply
from bot.services.nights import MOST_DAYS, PREFIX
from bot.services.quotas import Cost
from bot.services.services import Services
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


_NIGHT = Option("night", "Which one, if there are several", suggest=suggest_nights, most=20)

HEADINGS = {"night": Heading("Game nights: a date, who is in, and a table that opens by itself")}

ACTS = (
    Act(
        command="night plan",
        description="Plan a game night in this channel, once or every week",
        options=(
            Option("game", "What is played", required=True, choices=list_titles),
            Option(
                "when",
                "Day and time in your zone: fri 8pm, every friday 8pm, 24 dec 18:00",
                required=True,
                suggest=suggest_date,
                most=60,
            ),
            Option("weekly", "Every week at this hour", Kind.YES_NO),
            Option("robots", "Robots take the seats that stay free", choices=list_levels),
            Option("preset", "A bundle of house rules", suggest=suggest_presets, most=60),
        ),
        cost=Cost.ANNOUNCEMENT,
        use=plan,
    ),
    Act(
        command="night list",
        description="Show the game nights of this channel; to an admin, of the server",
        cost=Cost.PRESS,
        use=lambda services, request: services.nights.show(request),
    ),
    Act(
        command="night move",
        description="Move the next date of a night; its answers stay",
        options=(
            Option(
                "when",
                "The new day and time in your zone: sat 8pm, 26 dec 18:00",
                required=True,
                suggest=suggest_new_time,
                most=60,
            ),
            _NIGHT,
        ),
        cost=Cost.ANNOUNCEMENT,
        use=lambda services, request: services.nights.move(
            request, request.read_text("night"), request.read_text("when")
        ),
    ),
    Act(
        command="night skip",
        description="Leave out the next date of a weekly night",
        options=(_NIGHT,),
        cost=Cost.ANNOUNCEMENT,
        use=lambda services, request: services.nights.skip(request, request.read_text("night")),
    ),
    Act(
        command="night cancel",
        description="Cancel a night and all its dates",
        options=(_NIGHT,),
        cost=Cost.ANNOUNCEMENT,
        use=lambda services, request: services.nights.cancel(request, request.read_text("night")),
    ),
    Act(
        controls=(f"{PREFIX}*",),
        cost=Cost.PRESS,
        use=lambda services, request: services.nights.press(request, request.control_name),
    ),
)
