"""A check of the secrecy marks of events against the views, which are built without these marks.

A piece that an event shows to a seat must be in that seat's view: just before the event, just after it, or after the
whole move. If none of these views contains the piece, the event's mark shows too much. A piece that comes into a seat's
view by an event must be shown to that seat by the event, or the event's mark hides too much.
"""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from games.core import Seat, view_event
from games.core.game import Game
from games.core.secret import Public, marks_of
from tests.contract.driver import Step
from tests.contract.twins import holds_pieces, piece_fields, pieces_in


def find_overexposed(game: Game, step: Step, seats: list[Seat]) -> list[str]:
    """A sentence for each piece that an event of this move shows to a seat whose view does not contain it."""
    states = _states(game, step)
    found = []
    for viewer in [None, *seats]:
        for place, event in enumerate(step.events):
            for name, pieces in _find_shown(event, viewer):
                for state in (states[-1], states[place + 1], states[place]):
                    pieces -= frozenset(pieces_of(game.view(state, viewer))) if pieces else pieces
                if pieces:
                    found.append(
                        f"the mark of {type(event).__name__}.{name} shows too much: {_name(viewer)} is told of "
                        f"{sorted(pieces)}, which the view for {_name(viewer)} does not contain"
                    )
    return found


def find_underexposed(game: Game, step: Step, seats: list[Seat]) -> list[str]:
    """A sentence for each piece that an event of this move brings into a seat's view, but hides from that seat."""
    states = _states(game, step)
    found = []
    for viewer in [None, *seats]:
        for place, event in enumerate(step.events):
            shown = frozenset[int]().union(*(pieces for _, pieces in _find_shown(event, viewer)))
            for name in piece_fields(type(event)):
                pieces = pieces_in(getattr(event, name)) - shown
                if not pieces:
                    continue
                before, after = (frozenset(pieces_of(game.view(states[at], viewer))) for at in (place, place + 1))
                if pieces := pieces & (after - before):
                    found.append(
                        f"the mark of {type(event).__name__}.{name} hides too much: {_name(viewer)} is not told of "
                        f"{sorted(pieces)}, which this event brings into the view for {_name(viewer)}"
                    )
    return found


def _states(game: Game, step: Step) -> list[Any]:
    """The state before a move, and after each of its events."""
    states = [step.before]
    for event in step.events:
        states.append(game.evolve(states[-1], event))
    return states


def _name(viewer: Seat | None) -> str:
    return "the crowd" if viewer is None else f"seat {viewer}"


def _find_shown(event: Any, viewer: Seat | None) -> Iterator[tuple[str, frozenset[int]]]:
    """The pieces that an event shows to a viewer, by field; fields whose pieces are shown only briefly are left out."""
    kind: type = type(event)
    seen = view_event(event, viewer) if piece_fields(kind) else event
    for name in piece_fields(kind):
        mark = marks_of(kind).get(name)
        if not (isinstance(mark, Public) and mark.briefly):
            yield name, frozenset(pieces_in(getattr(seen, name)))


def pieces_of(value: Any) -> Iterator[int]:
    """Every piece in a record, found by the types of its fields."""
    kind: type = type(value)
    for name, hint in _fields_with_pieces(kind):
        yield from _find_pieces(hint, getattr(value, name))


@cache
def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    if is_dataclass(kind):
        names = {field.name for field in fields(kind) if field.name[0] != "_"}
        return {name: hint for name, hint in hints.items() if name in names}
    return {name: hints[name] for name in getattr(kind, "_fields", ())}


@cache
def _fields_with_pieces(kind: type) -> tuple[tuple[str, Any], ...]:
    return tuple((name, hint) for name, hint in _hints(kind).items() if _may_hold(hint))


@cache
def _may_hold(hint: Any) -> bool:
    """False for a type that holds no piece at any depth. Most fields of a view have such types and are skipped."""
    if isinstance(hint, NewType):
        return holds_pieces(hint)
    parts = _parts(hint)
    if parts:
        return any(_may_hold(part) for part in parts)
    return hint not in (int, str, bool, bytes, float, type(None), Ellipsis) and get_origin(hint) is not Literal


@cache
def _parts(hint: Any) -> tuple[Any, ...]:
    """The members of a union, the first argument of `Annotated`, or the types of a collection's items."""
    if get_origin(hint) is Literal:
        return ()
    return get_args(hint)[:1] if get_origin(hint) is Annotated else get_args(hint)


@cache
def _is_open(hint: Any) -> bool:
    """True for a union or an annotated type, whose values are values of one of its parts."""
    return get_origin(hint) in (Union, UnionType, Annotated)


def _find_pieces(hint: Any, value: Any) -> Iterator[int]:
    if value is None:
        return
    if isinstance(hint, NewType):
        if isinstance(value, int) and holds_pieces(hint):
            yield value
    elif _is_open(hint):
        for part in _parts(hint):
            yield from _find_pieces(part, value)
    elif hasattr(value, "_fields") or is_dataclass(value):
        yield from pieces_of(value)
    elif isinstance(value, tuple | list | frozenset):
        inner = [part for part in _parts(hint) if part is not Ellipsis and _may_hold(part)]
        if len(_parts(hint)) == len(value) and Ellipsis not in _parts(hint):
            for part, item in zip(_parts(hint), value, strict=True):
                yield from _find_pieces(part, item)
        elif inner:
            for item in value:
                for part in inner:
                    yield from _find_pieces(part, item)
