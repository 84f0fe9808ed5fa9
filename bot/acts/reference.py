"""Acts of asking and learning: help, rules, reasons, lessons, practice and hints."""

from collections.abc import Awaitable

from bot.acts.games import WHICH_GAME, list_levels
from bot.edge.acts import About, Act, TableAct, by
from bot.edge.discord_commands import Option, Reach
from bot.edge.interactions import InteractionRequest
from bot.messages.front_door import DOOR, LESSONS
from bot.messages.hands.daily import SHOW
from bot.messages.hands.practice import BEGIN, CLOSE, FIRST, HINT, NEW, PREPARED
from bot.messages.parts.table_words import talk_of
from bot.ports import Reply, Suggested, fill_rows, make_button
from bot.services.lessons import GO, LIST, PICK, SAY, STEP
from bot.services.reference import GAME, MENUS, OPEN, make_guide_buttons
from bot.services.services import Cost, Services
from bot.tables.aggregate import Table
from games import registry
from games.core import Refused


async def show_help(services: Services, request: InteractionRequest) -> Reply:
    """Tell the requester what they can do now at this table. Without a table, show them the games."""
    table = await services.lookup.find(request)
    return await (show_games(services, request) if table is None else services.reference.help(request, table))


async def show_games(services: Services, request: InteractionRequest) -> Reply:
    """Show the front door: every way into every game, the lessons, and the hand of the day."""
    words = request.words
    below = fill_rows([*make_guide_buttons(), make_button(LIST, words), make_button(SHOW, words)])
    head = words.say("help/games", count=len(registry.NAMES))
    return Reply(await services.door.make(words, head, below, request.user), in_place=False)


async def show_rules(services: Services, request: InteractionRequest) -> Reply:
    """Open or search the guide of the named game, or of the game that is played here."""
    game, talk = await _find_game(services, request)
    return await services.reference.look_up(request, game, request.read_text("about"), talk)


async def suggest_pages(services: Services, request: InteractionRequest) -> Suggested:
    """Suggest pages of the guide and the rulebook by their titles."""
    game = request.read_text("game") or (await _find_game(services, request))[0]
    return services.reference.suggest(game, request.read_text("about"), request.words)


async def _find_game(services: Services, request: InteractionRequest) -> tuple[str | None, str | None]:
    """Find the named game, or else the game that is played here; None if there is neither. With it comes the talk of
    its table, or None away from its tables."""
    named = request.read_text("game") or None
    try:
        table = await services.lookup.find(request)
    except Refused:  # such as for a damaged table, which a named game doesn't need
        if named is None:
            raise
        return named, None
    if table is None or named not in (None, table.row.game):
        request.about = None
        return named, None
    return _name_game(table)


def _name_game(table: Table) -> tuple[str, str]:
    """The name of a table's game, and the table's talk."""
    return table.row.game, talk_of(table.game, table.row.options)


async def answer_in_post(
    services: Services, table: Table, request: InteractionRequest, answer: Awaitable[Reply]
) -> Reply:
    """Answer in the requester's own message, if its button was pressed in their DM; elsewhere, as a message."""
    reply = await answer
    in_post = request.in_dm and bool(request.control_name)
    return await services.hand.answer(table, request, reply) if in_post else reply


ACTS = (
    Act(
        command="help",
        reach=Reach.USER_INSTALL,
        cost=Cost.PRESS,
        use=show_help,
    ),
    Act(
        command="me games",
        controls=(DOOR,),
        cost=Cost.PRESS,
        use=show_games,
    ),
    Act(
        command="learn",
        for_newcomers=True,
        options=(WHICH_GAME,),
        reach=Reach.USER_INSTALL,
        cost=Cost.PICTURE,
        use=by(lambda services: services.lessons.learn, "game"),
    ),
    TableAct(
        controls=("learn",),
        cost=Cost.PICTURE,
        use=lambda services, table, request: services.lessons.begin(request, *_name_game(table)),
    ),
    Act(
        controls=(LIST,),
        cost=Cost.PICTURE,
        use=by(lambda services: services.lessons.learn),
    ),
    Act(
        controls=(GO, PICK),
        cost=Cost.PICTURE,
        use=lambda services, request: services.lessons.go_on(request, request.facts.get("path") or request.given_words),
    ),
    Act(
        controls=(LESSONS,),
        cost=Cost.PICTURE,
        use=by(lambda services: services.lessons.begin),
    ),
    Act(
        controls=(STEP, SAY),
        cost=Cost.PICTURE,
        use=by(lambda services: services.lessons.turn),
    ),
    Act(
        command="practice",
        for_newcomers=True,
        options=(
            WHICH_GAME,
            Option("level", choices=list_levels),
        ),
        reach=Reach.EVERYWHERE,
        cost=Cost.OPENING,
        use=by(lambda services: services.practice.begin, "game", "level"),
    ),
    Act(
        controls=(BEGIN,),
        cost=Cost.OPENING,
        use=by(lambda services: services.practice.begin_as_usual),
    ),
    Act(
        controls=(FIRST,),
        cost=Cost.OPENING,
        use=lambda services, request: services.practice.begin(request, level=PREPARED, **request.facts),
    ),
    Act(
        controls=(NEW,),
        cost=Cost.OPENING,
        # The board of an earlier table asks first, since a second tap would close the next table.
        use=lambda services, request: services.practice.begin(request, instead=not request.table, **request.facts),
    ),
    Act(
        controls=(CLOSE,),
        cost=Cost.PRESS,
        use=lambda services, request: services.practice.close(request, request.table),
    ),
    TableAct(
        controls=(HINT,),
        cost=Cost.HEAVY,
        use=lambda services, table, request: answer_in_post(
            services, table, request, services.practice.give_hint(table, request)
        ),
    ),
    TableAct(
        command="why",
        reach=Reach.USER_INSTALL,
        controls=("why",),
        about=About.OVER,
        cost=Cost.PRESS,
        use=lambda services, table, request: answer_in_post(
            services, table, request, services.explanations.explain(table, request)
        ),
    ),
    Act(
        command="rules",
        for_newcomers=True,
        options=(
            Option("about", suggest=suggest_pages, most=100),
            WHICH_GAME,
        ),
        reach=Reach.USER_INSTALL,
        cost=Cost.PICTURE,
        use=show_rules,
    ),
    TableAct(
        controls=("rules",),
        cost=Cost.PICTURE,
        use=lambda services, table, request: services.reference.open(request, *_name_game(table)),
    ),
    Act(
        controls=(GAME,),
        cost=Cost.PICTURE,
        use=by(lambda services: services.reference.open),
    ),
    Act(
        controls=(OPEN, *MENUS),
        cost=Cost.PICTURE,
        use=lambda services, request: services.reference.turn(
            request, request.facts.get("page") or request.given_words
        ),
    ),
)
