"""The words that a crew shouts: `/yes`, `/discard`, `/raise`. One declaration, a game's `Verb`, is the slash command,
the button, the completion and the text form.

Discord has one list of commands for all four games, so a word that several games have is one command: its help joins
theirs, and what follows it is asked for in the most general way that they need.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.commands.games import playable
from bot.commands.here import table_meant
from bot.edge.command_tree import Command, Option, Suggest
from bot.edge.interactions import InteractionRequest
from bot.ports.requests import Reply
from bot.services.desk import Desk
from games.core.game import Cover
from games.core.moves import Unreadable, Verb
from games.core.refused import Refused

MOST_WORDS = 200
"""Letters of what may be typed after a word."""

_PLAIN = {
    "piece": "Which one: start typing its name, or choose",
    "amount": "How many",
    "text": "What you say",
    "what": "Which one, or how many",
}
_NAMES = {"piece": "bone", "amount": "amount", "text": "words", "what": "what"}


def commands(taken: frozenset[str] = frozenset(), of: Iterable[Cover] | None = None) -> list[Command]:
    """A command for each word of the games; a word that is `taken` by another command stays a button and a text."""
    found: dict[str, list[Verb]] = {}
    for game in playable() if of is None else of:
        for verb in game.VERBS:
            if verb.name not in taken:
                found.setdefault(verb.name, []).append(verb)
    return [shout(verbs) for _, verbs in sorted(found.items())]


def shout(verbs: list[Verb]) -> Command:
    """One word as the games that have it declare it: the command that plays it."""
    name = verbs[0].name

    async def run(desk: Desk, call: InteractionRequest) -> Reply:
        words = " ".join(str(value).strip() for value in call.options.values())
        table = await table_meant(desk, call, name)
        try:
            return await desk.say(table, name, words, call.who, call.stamp)
        except Unreadable:
            game = (await desk.tables.get(table)).game
            if name in {verb.name for verb in game.VERBS}:
                raise
            raise Refused("TABLE", "other_game", word=name, title=game.TITLE) from None

    async def suggest(desk: Desk, call: InteractionRequest) -> list[tuple[str, str]]:
        try:
            table = await table_meant(desk, call, name)
        except Refused:
            return []
        return await desk.suggest(table, name, call.text(call.focused), call.who)

    return Command(name, _plain(verbs), run, _options(verbs, suggest), anywhere=True)


def _options(verbs: list[Verb], suggest: Suggest) -> tuple[Option, ...]:
    kinds = {verb.takes for verb in verbs if verb.takes}
    if not kinds:
        return ()
    kind = kinds.pop() if len(kinds) == 1 else "what"
    required = all(verb.takes and not verb.optional for verb in verbs)
    return (Option(_NAMES[kind], _PLAIN[kind], required=required, suggest=suggest, most=MOST_WORDS),)


def _plain(verbs: list[Verb]) -> str:
    """At most 100 letters: what each game says of the word, as far as it fits."""
    said: list[str] = []
    for verb in verbs:
        if verb.plain not in said and len(" / ".join([*said, verb.plain])) <= 100:
            said.append(verb.plain)
    return " / ".join(said) or verbs[0].plain[:99] + "…"
