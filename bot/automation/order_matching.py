"""What a table is talking about: the names in what everybody saw last, for standing orders."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from bot.automation.standing_orders import same
from bot.messages.board import words_of
from bot.tables.table import Table
from bot.wording import facts_of, label_words
from bot.wording.pieces import tell
from games.core import events
from games.core.events import kind_of
from games.core.game import AnyGame
from games.core.moves import Unreadable
from games.core.seats import Seat


def subject(table: Table, seat: Seat) -> tuple[str, ...]:
    """Pieces by spoken name and code, and what was done with them, from the last public events; and how the others have
    acted since `seat` did ("raise"), which stands though another has called since. In lower case. Not by whom: a player
    may be called as a piece is."""
    words = replace(words_of(table), names=("",) * table.crowd.players)
    found: list[str] = []
    for seen in table.last_seen:
        found.append(kind_of(seen).partition(".")[2].replace("_", " "))
        found += _texts(list(facts_of(seen, words).values()))
    movers = list(table.acted)
    since = movers[movers.index(seat) + 1 :] if seat in movers else movers
    found += [getattr(table.acted[other], "how", "") for other in since]
    return tuple(text.lower() for text in found)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _texts(one)


def named(table: Table, seat: Seat, about: str) -> str:
    """What somebody's words for pieces or for deeds are in the table's `subject`: a beginning of their names there, or
    a piece by any name that the game understands. Raises Unreadable."""
    words = words_of(table)
    if any(same(about, name) for name in _pieces(table.game, words.talk)):
        return about
    verb = next((verb.name for verb in table.game.VERBS if verb.takes == "piece" and not verb.optional), "")
    try:
        piece = table.game.write(table.game.read(table.view(seat), verb, about)).split(" ")[1]
    except Unreadable as unreadable:
        if any(same(about, name) for name in _deeds(table.game)):
            return about
        raise Unreadable(about, f"a word of the game, or {unreadable.expected}") from None
    return label_words(piece, words).lower()


def _pieces(game: AnyGame, talk: str) -> Iterator[str]:
    """Every piece of a game as `subject` would name it."""
    for piece in game.PIECES.every:
        yield tell(game.PIECES, piece, talk).lower()


def _deeds(game: AnyGame) -> Iterator[str]:
    """What can be done or happen in a game, as `subject` would name it."""
    for verb in game.VERBS:
        yield verb.name
    for kind in events.kinds(game.EVENTS):
        yield kind.partition(".")[2].replace("_", " ")
