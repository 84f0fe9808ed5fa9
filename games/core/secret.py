"""Visibility of event fields: marks on each field, and events as one seat sees them.

A field that holds pieces carries exactly one mark: ``bone: Annotated[Bone, Only("seat")]``. Events are stored whole;
logs, replays and exports show them as `view_event` returns them.
"""

from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Annotated, Final, TypeVar, get_args, get_origin, get_type_hints

from games.core.seats import Seat

E = TypeVar("E", bound=object)


class Unknown:
    """Replaces a value that the viewer may not see; equal only to itself."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = Unknown()


@dataclass(frozen=True, slots=True)
class Only:
    """Visible only to the seat named by the event's field `field`."""

    field: str


@dataclass(frozen=True, slots=True)
class Each:
    """A tuple whose item *i* is visible only to seat *i*."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """Visible to nobody until the hand is over: the order of a wall, a stock or a deck."""


@dataclass(frozen=True, slots=True)
class Public:
    """Face up: visible to everybody. `briefly`: the piece is turned down again at once, so that no view shows it."""

    briefly: bool = False


Mark = Only | Each | Hidden | Public


@cache
def marks_of(kind: type) -> dict[str, Mark]:
    """The marks of an event class by field name."""
    found: dict[str, Mark] = {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        if get_origin(hint) is Annotated:
            for note in get_args(hint)[1:]:
                if isinstance(note, Only | Each | Hidden | Public):
                    found[name] = note
    return found


def view_event(event: E, viewer: Seat | None) -> E:
    """Copy `event` as `viewer` (None: the crowd) may see it, with `UNKNOWN` in place of the rest."""
    replaced: dict[str, object] = {}
    kind: type = type(event)
    for name, mark in marks_of(kind).items():
        value = getattr(event, name)
        if isinstance(mark, Hidden) or (isinstance(mark, Only) and getattr(event, mark.field) != viewer):
            replaced[name] = UNKNOWN
        elif isinstance(mark, Each):
            replaced[name] = tuple(item if seat == viewer else UNKNOWN for seat, item in enumerate(value))
    return replace(event, **replaced) if replaced else event  # type: ignore[type-var]


def seat_of(event: object) -> Seat | None:
    """The seat that an event is about, as its field `seat` says; None if it names none."""
    seat = getattr(event, "seat", None)
    return Seat(seat) if isinstance(seat, int) else None


def is_unnoticed(event: object) -> bool:
    """True if at most one seat learns that the event happened, because no field of the event is open to others."""
    kind: type = type(event)
    return _hides_all(kind)


@cache
def _hides_all(kind: type) -> bool:
    hidden = [mark for mark in marks_of(kind).values() if isinstance(mark, Only | Hidden)]
    return bool(hidden) and len(hidden) == len(fields(kind))


def values_of(event: object) -> dict[str, object]:
    """The values of an event's fields, by name."""
    return {field.name: getattr(event, field.name) for field in fields(event)}  # type: ignore[arg-type]


def is_whole(event: object) -> bool:
    """True if no field of the event is hidden."""
    return all(value is not UNKNOWN for value in values_of(event).values())
