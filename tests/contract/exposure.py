"""Checks the secrecy marks of events against the views, which are built without them.

A piece that an event shows to a seat must be somewhere in that seat's view: just before the event, just after it, or
after the whole move. A mark that shows too much is caught by a piece that no view of that seat contains.
"""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Annotated, Any, NewType, Union, get_args, get_origin, get_type_hints

from games.core.game import Game
from games.core.seats import Seat
from games.core.secret import Public, marks, seen_by
from tests.contract.driver import Step
from tests.contract.twins import holds_pieces, piece_fields, pieces_in


def overexposed(game: Game, step: Step, seats: list[Seat]) -> list[str]:
    """Each piece that an event of this move shows to a seat whose view does not contain it."""
    states = [step.before]
    for event in step.events:
        states.append(game.evolve(states[-1], event))
    found = []
    for viewer in [None, *seats]:
        for place, event in enumerate(step.events):
            for name, pieces in _shown(event, viewer):
                for state in (states[-1], states[place + 1], states[place]):
                    pieces -= frozenset(pieces_of(game.view(state, viewer))) if pieces else pieces
                if pieces:
                    found.append(f"{type(event).__name__}.{name} shows {sorted(pieces)} to {viewer}")
    return found


def _shown(event: Any, viewer: Seat | None) -> Iterator[tuple[str, frozenset[int]]]:
    kind: type = type(event)
    seen = seen_by(event, viewer) if piece_fields(kind) else event
    for name in piece_fields(kind):
        mark = marks(kind).get(name)
        if not (isinstance(mark, Public) and mark.briefly):
            yield name, frozenset(pieces_in(getattr(seen, name)))


def pieces_of(value: Any) -> Iterator[int]:
    """Every piece in a record, found by the types of its fields."""
    kind: type = type(value)
    for name, hint in _hints(kind).items():
        yield from _found(hint, getattr(value, name))


@cache
def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    if is_dataclass(kind):
        names = {field.name for field in fields(kind) if field.name[0] != "_"}
        return {name: hint for name, hint in hints.items() if name in names}
    return {name: hints[name] for name in getattr(kind, "_fields", ())}


def _found(hint: Any, value: Any) -> Iterator[int]:
    if value is None:
        return
    if isinstance(hint, NewType):
        if holds_pieces(hint) and isinstance(value, int):
            yield value
    elif get_origin(hint) in (Union, UnionType):
        for part in get_args(hint):
            yield from _found(part, value)
    elif get_origin(hint) is Annotated:
        yield from _found(get_args(hint)[0], value)
    elif is_dataclass(value) or hasattr(value, "_fields"):
        yield from pieces_of(value)
    elif isinstance(value, tuple | list | frozenset):
        inner = [part for part in get_args(hint) if part is not Ellipsis]
        for place, item in enumerate(value):
            for part in inner if len(inner) != len(value) else inner[place : place + 1]:
                yield from _found(part, item)
