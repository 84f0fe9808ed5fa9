"""Topics: the pieces and actions that the latest events at a table are about. Standing orders name them."""

from collections.abc import Iterator
from dataclasses import replace

from bot.automation.order_language import matches
from bot.messages.table_words import words_of
from bot.tables.aggregate.table import Table
from bot.wording import Words, facts_of, label_words
from bot.wording.pieces import tell
from games.core import events
from games.core.events import kind_of
from games.core.game import AnyGame
from games.core.moves import Unreadable
from games.core.seats import Seat


def current_topics(table: Table, seat: Seat) -> tuple[str, ...]:
    """The present topics for a seat, in lower case.

    These are the pieces and actions of the last public events, and the actions of other seats since this seat acted: a
    "raise" stays a topic even if someone has called since. Players' names are left out, since a player may have the
    name of a piece.
    """
    words = replace(_usual_words(table), names=("",) * table.public_view.players)
    found: list[str] = []
    for event in table.visibility.last_seen:
        found.append(_action(kind_of(event)))
        found += _texts(list(facts_of(event, words).values()))
    seats = list(table.visibility.last_public)
    since = seats[seats.index(seat) + 1 :] if seat in seats else seats
    for other in since:
        found += _texts(facts_of(table.visibility.last_public[other], words).get("how"))
    return tuple(text.lower() for text in found)


def resolve_topic(table: Table, seat: Seat, named: str) -> str:
    """The topic that a player named, by the beginning of a topic or by any name of a piece that the game reads.

    Raises Unreadable if no such topic can ever come up in the game.
    """
    words = _usual_words(table)
    if any(matches(named, piece) for piece in _every_piece(table.game, words.talk)):
        return named
    verb = next((verb.name for verb in table.game.VERBS if verb.takes == "piece" and not verb.optional), "")
    try:
        piece = table.game.write(table.game.read(table.view(seat), verb, named)).split(" ")[1]
    except Unreadable as unreadable:
        if any(matches(named, action) for action in _every_action(table.game)):
            return named
        raise Unreadable(named, unreadable.expected, **unreadable.facts) from None
    return label_words(piece, words).lower()


def _usual_words(table: Table) -> Words:
    """The wording of a table without its nicknames. Orders are stored and compared by the usual names."""
    return replace(words_of(table), nicknames=())


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list):
        for part in value:
            yield from _texts(part)


def _every_piece(game: AnyGame, talk: str) -> Iterator[str]:
    """Every piece of a game, as a topic."""
    for piece in game.PIECES.every:
        yield tell(game.PIECES, piece, talk).lower()


def _every_action(game: AnyGame) -> Iterator[str]:
    """Everything that can be done or happen in a game, as a topic."""
    for verb in game.VERBS:
        yield verb.name
    for kind in events.kinds(game.EVENTS):
        yield _action(kind)


def _action(kind: str) -> str:
    """The topic for a kind of event: "hand over" for the kind "hand_over" of any game."""
    return kind.partition(".")[2].replace("_", " ")
