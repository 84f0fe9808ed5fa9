"""Acts of play: a command for each verb that players shout (`/yes`, `/raise`), and `/move` for all verbs.

A game declares a `Verb` once. Its command, its button, its suggestions and its typed form all follow from that. Discord
has one list of commands for all games, so a verb that several games shout is one command. The command's description
joins those of the games. Its option suits all these games, and is required only if every game requires it.
"""

from bot.acts.games import list_covers
from bot.edge.acts import About, TableAct
from bot.edge.discord_commands import Option, Reach, Suggest
from bot.edge.interactions import InteractionRequest
from bot.ports import Reply, Suggested
from bot.services.services import Cost, Services
from bot.services.typed_moves import split_move
from bot.tables.aggregate import Table
from bot.wording.translations import COMMANDS, read_english
from bot.wording.typed import read_typed
from games.core import Refused, Unreadable
from games.core.moves import Verb

MOST_CHARACTERS = 200
"""The most characters that may be typed after a verb."""

_OPTION_NAMES = {"amount": "amount", "text": "words", "what": "what"}


def list_acts() -> list[TableAct]:
    """List `/move`, and an act for each verb that the games' players shout."""
    found: dict[str, list[Verb]] = {}
    nouns: dict[str, str] = {}
    for game in list_covers():
        for verb in game.VERBS:
            if verb.shouted:
                found.setdefault(verb.name, []).append(verb)
                if verb.takes == "piece":
                    nouns.setdefault(verb.name, game.NOUN)
    return [MOVE, *(make_verb_act(verbs, nouns.get(name, "")) for name, verbs in sorted(found.items()))]


async def make_move(services: Services, table: Table, request: InteractionRequest) -> Reply:
    """Make the move that was typed: a verb and its argument."""
    return await _play_verb(services, table, request, *services.play.read_move(table, request, _read_typed(request)))


async def suggest_moves(services: Services, request: InteractionRequest) -> Suggested:
    """Suggest the moves that the requester's buttons offer."""
    typed = request.read_text("words")
    try:
        table = await services.lookup.find_for_words(request, split_move(typed)[0])
    except Refused:
        return []
    return services.play.suggest_moves(table, request, typed)


MOVE = TableAct(
    command="move",
    options=(Option("words", required=True, suggest=suggest_moves, most=MOST_CHARACTERS),),
    reach=Reach.USER_INSTALL,
    about=About.MOVE,
    takes_seat_back=True,
    cost=Cost.PRESS,
    use=make_move,
)


def make_verb_act(verbs: list[Verb], noun: str) -> TableAct:
    """Make the act of a verb from its declarations in all games. `noun` names the option that takes a piece."""
    name = verbs[0].name

    async def use(services: Services, table: Table, request: InteractionRequest) -> Reply:
        typed = read_typed(_read_typed(request), request.words)
        return await _play_verb(services, table, request, name, typed)

    async def suggest(services: Services, request: InteractionRequest) -> Suggested:
        try:
            table = await services.lookup.find_for_words(request, name)
        except Refused:
            return []
        return services.play.suggest(table, request, name, request.read_text(request.focused))

    return TableAct(
        command=name,
        description=_join_descriptions(verbs),
        options=_make_options(verbs, noun, suggest),
        reach=Reach.USER_INSTALL,
        about=About.MOVE,
        verb=name,
        takes_seat_back=True,
        cost=Cost.PRESS,
        use=use,
    )


def _read_typed(request: InteractionRequest) -> str:
    return " ".join(str(value).strip() for value in request.options.values())


async def _play_verb(services: Services, table: Table, request: InteractionRequest, verb: str, words: str) -> Reply:
    """Make the move of a verb. Raises Refused for a verb of another game. Errors quote what was typed."""
    try:
        return await services.play.make_move(table, request, verb, words)
    except Unreadable as error:
        error.words = _read_typed(request) or verb
        if verb in {known.name for known in table.game.VERBS}:
            raise
        raise Refused("TABLE", "other_game", words=error.words[:80], title=table.game.TITLE) from None


def _make_options(verbs: list[Verb], noun: str, suggest: Suggest) -> tuple[Option, ...]:
    kinds = {verb.takes for verb in verbs if verb.takes}
    if not kinds:
        return ()
    kind = kinds.pop() if len(kinds) == 1 else "what"
    required = all(verb.takes and not verb.optional for verb in verbs)
    return (
        Option(
            _OPTION_NAMES.get(kind, noun),
            required=required,
            suggest=suggest,
            most=MOST_CHARACTERS,
            description=read_english(COMMANDS)[f"verb/{kind}"],
        ),
    )


def _join_descriptions(verbs: list[Verb]) -> str:
    """Join the games' descriptions of the verb, as far as they fit into 100 characters."""
    parts: list[str] = []
    for verb in verbs:
        if verb.description not in parts and len(" / ".join([*parts, verb.description])) <= 100:
            parts.append(verb.description)
    return " / ".join(parts) or verbs[0].description[:99] + "…"
