"""Topics: the pieces and actions that a table is talking about, as standing orders name them."""

from __future__ import annotations

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
    """The topics for a seat now, in lower case.

    These are the pieces and actions of the last public events, and how others have acted since the seat did: a "raise"
    stays a topic even if someone has called since. Players' names are left out, since one may equal a piece's name.
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
    """The topic that a player's words name: the beginning of a topic, or a piece by any name that the game reads.

    Raises Unreadable for words that can never be a topic of the game.
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
        raise Unreadable(named, f"a word of the game, or {unreadable.expected}") from None
    return label_words(piece, words).lower()


def _usual_words(table: Table) -> Words:
    """The wording of a table without its nicknames: orders are kept and compared with the usual names."""
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
    """The kind of an event as a topic: any game's "hand_over" is "hand over"."""
    return kind.partition(".")[2].replace("_", " ")
