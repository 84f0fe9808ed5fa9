"""Acts of asking and learning: help, rules, reasons, lessons, practice and hints."""

from bot.acts.games import list_levels, list_titles
from bot.edge.acts import About, Act, TableAct
from bot.edge.discord_commands import Option, Reach
from bot.edge.interactions import InteractionRequest
from bot.messages.practice import BEGIN, CLOSE, FIRST, HINT, NEW
from bot.ports.requests import Reply
from bot.ports.ui import MOST_IN_ROW, Button
from bot.services.lessons import LEARN, LIST
from bot.services.quotas import Cost
from bot.services.reference import GUIDE, make_games_rows
from bot.services.services import Services
from games import registry


async def show_help(services: Services, request: InteractionRequest) -> Reply:
    """Tell the requester what they can do now at this table. Without a table, show them the games."""
    table = await services.lookup.find(request)
    if table is not None:
        return await services.reference.help(request, table)
    words = request.words()
    *full, last = make_games_rows()
    lessons = Button(LIST, words.label(LIST))
    below = (*full, (*last, lessons)) if len(last) < MOST_IN_ROW else (*full, last, (lessons,))
    head = words.say("help/games", count=len(registry.NAMES))
    return Reply(await services.door.make(words, head, below, request.user))


async def show_rules(services: Services, request: InteractionRequest) -> Reply:
    """Open or search the guide of the named game, or of the game that is played here."""
    return await services.reference.look_up(request, await _find_game(services, request), request.read_text("about"))


async def suggest_pages(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    """Suggest pages of the guide and the rulebook by their titles."""
    return services.reference.suggest(await _find_game(services, request), request.read_text("about"), request.words())


async def _find_game(services: Services, request: InteractionRequest) -> str | None:
    """Find the named game, or else the game that is played here; None if there is neither."""
    if named := request.read_text("game"):
        return named
    table = await services.lookup.find(request)
    return None if table is None else table.row.game


async def press_practice(services: Services, request: InteractionRequest) -> Reply:
    """Open or close a practice table by a control."""
    return await services.practice.press(request, request.control_name, request.control.table if request.control else 0)


ACTS = (
    Act(
        command="help",
        description="What you can do at this moment, or how to begin",
        reach=Reach.USER_INSTALL,
        cost=Cost.PRESS,
        use=show_help,
    ),
    Act(
        command="learn",
        description="Lessons of five to ten minutes, from the pieces to a first scored hand",
        for_newcomers=True,
        options=(Option("game", "Which game; leave it out for the list of all lessons", choices=list_titles),),
        reach=Reach.USER_INSTALL,
        cost=Cost.PICTURE,
        use=lambda services, request: services.lessons.learn(request, request.read_text("game")),
    ),
    TableAct(
        controls=("learn",),
        cost=Cost.PICTURE,
        use=lambda services, table, request: services.lessons.begin(request, table.row.game),
    ),
    Act(
        controls=(f"{LEARN}*",),
        cost=Cost.PICTURE,
        use=lambda services, request: services.lessons.press(request, request.control_name, request.values),
    ),
    Act(
        command="practice",
        description="A table with robots in your DM, with hints; nothing counts",
        for_newcomers=True,
        options=(
            Option("game", "Which game; leave it out to find your open practice table", choices=list_titles),
            Option("level", "How well the robots play (old hand if you do not say)", choices=list_levels),
        ),
        reach=Reach.EVERYWHERE,
        cost=Cost.OPENING,
        use=lambda services, request: services.practice.begin(
            request, request.read_text("game"), request.read_text("level")
        ),
    ),
    Act(controls=(f"{BEGIN}.*", f"{FIRST}.*", f"{NEW}.*"), cost=Cost.OPENING, use=press_practice),
    Act(controls=(CLOSE,), cost=Cost.PRESS, use=press_practice),
    TableAct(
        controls=(HINT,),
        cost=Cost.PRESS,
        use=lambda services, table, request: services.practice.give_hint(table, request),
    ),
    TableAct(
        command="why",
        description="Explain the last score or refusal, line by line",
        reach=Reach.USER_INSTALL,
        controls=("why",),
        about=About.OVER,
        cost=Cost.PRESS,
        use=lambda services, table, request: services.explanations.explain(table, request),
    ),
    Act(
        command="rules",
        description="Read the guide to a game, or look something up",
        for_newcomers=True,
        options=(
            Option("about", "A question, a word, or a rule's number such as PB-45", suggest=suggest_pages, most=100),
            Option("game", "Which game; without it, this table's", choices=list_titles),
        ),
        reach=Reach.USER_INSTALL,
        cost=Cost.PICTURE,
        use=show_rules,
    ),
    TableAct(
        controls=("rules",),
        cost=Cost.PICTURE,
        use=lambda services, table, request: services.reference.open(request, table.row.game),
    ),
    Act(
        controls=(f"{GUIDE}*",),
        cost=Cost.PICTURE,
        use=lambda services, request: services.reference.press(request, request.control_name, request.values),
    ),
)
