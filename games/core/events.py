"""Events, the permanent record of a table: registration, conversion to and from JSON, and upgrades of old versions.

``@event("pussers.called", 1)`` makes a class a frozen dataclass. Its fields are ints, strings, bools, None, enums,
tuples, frozensets, dicts with string or int keys, and frozen dataclasses of these. A changed event gets the next
version and an `upcast` from the version before, so that a session stored by any release folds to the same state.

The bot's notes are read and written by the same `to_json` and `from_json`. A named tuple is a list in JSON.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, NamedTuple, TypeAlias, TypeVar, dataclass_transform

T = TypeVar("T")
Json: TypeAlias = Any
"""A JSON value, as `json.loads` returns it."""
Body = dict[str, Json]


class Stored(NamedTuple):
    """An event as the store keeps it: its kind, its version, and a JSON object."""

    kind: str
    version: int
    body: Body


def variant_of(event: object) -> str:
    """The variant of an event's log line: the end of its wording key ("out" in "log/duo.hand_ended/out"), or "".

    An event with more than one log line has the property `variant`, which may depend only on public facts.
    """
    return getattr(event, "variant", "")


class UnknownEvent(Exception):
    """A stored event of a kind or version that this release does not know, because a newer release wrote it."""


_KINDS: dict[str, tuple[type, int]] = {}
_NAMES: dict[type, tuple[str, int]] = {}
_UPCASTS: dict[tuple[str, int], Callable[[Body], Body]] = {}


@dataclass_transform(frozen_default=True)
def event(kind: str, version: int) -> Callable[[type[T]], type[T]]:
    """Make a class a frozen dataclass, and register it as the current `version` of the event `kind` ("game.event").

    Raises ValueError if the kind is taken.
    """

    def register(cls: type[T]) -> type[T]:
        if kind in _KINDS:
            raise ValueError(f"two events are called {kind}")
        made = dataclass(frozen=True, slots=True)(cls)
        _KINDS[kind] = (made, version)
        _NAMES[made] = (kind, version)
        return made

    return register


def upcast(kind: str, version: int) -> Callable[[Callable[[Body], Body]], Callable[[Body], Body]]:
    """Register a function that turns a body of `kind` at `version` into a body of `version + 1`."""

    def register(function: Callable[[Body], Body]) -> Callable[[Body], Body]:
        _UPCASTS[kind, version] = function
        return function

    return register


def kind_of(happened: object) -> str:
    """The registered kind of an event ("pussers.called")."""
    return _NAMES[type(happened)][0]


def list_kinds(game: str) -> dict[str, type]:
    """All registered kinds that begin with `game` and a dot, with their classes."""
    return {kind: cls for kind, (cls, _) in _KINDS.items() if kind.startswith(game + ".")}


def encode(happened: object) -> Stored:
    """Convert an event to its kind, version and JSON object."""
    kind, version = _NAMES[type(happened)]
    return Stored(kind, version, to_json(happened))


def decode(stored: Stored) -> Any:
    """Restore a stored event, upgraded to the current version; unknown fields are dropped.

    Raises UnknownEvent for a kind or a version that this release does not know.
    """
    kind, _, body = upgrade(stored)
    return from_json(_KINDS[kind][0], body)


def upgrade(stored: Stored) -> Stored:
    """Bring a stored event to the current version of its kind. Raises UnknownEvent as `decode` does."""
    kind, version, body = stored
    if kind not in _KINDS or version > _KINDS[kind][1]:
        raise UnknownEvent(f"{kind} version {version} was written by a newer release; update boneyard")
    while version < _KINDS[kind][1]:
        body = _UPCASTS[kind, version](body)
        version += 1
    return Stored(kind, version, body)


def added_later(default: T) -> T:
    """Declare a field of a stored dataclass that the first release did not have. JSON leaves it out at its default."""
    made: T = field(default=default, metadata={"late": True})
    return made


@cache
def _find_convert() -> Callable[..., Any]:
    """The function of msgspec. It's imported when it's first needed, so that the command line can start without
    packages, and say that they're missing."""
    from msgspec import convert

    return convert


def to_json(value: object) -> Json:
    """Convert a value of the types listed at the top of this module to plain JSON data."""
    if is_dataclass(value):
        held = {field: getattr(value, field.name) for field in fields(value)}
        return {field.name: to_json(item) for field, item in held.items()
                if "late" not in field.metadata or item != field.default}  # fmt: skip
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {str(key): to_json(item) for key, item in value.items()}
    if isinstance(value, tuple | list | frozenset | set):
        return [to_json(item) for item in (sorted(value) if isinstance(value, frozenset | set) else value)]
    return value


def from_json(hint: Any, data: Json) -> Any:
    """Convert plain JSON data to a value of the type `hint`; the inverse of `to_json`. Unknown fields are dropped.

    Raises ValueError for data that is no such value, such as more items than a named tuple has.
    """
    return _find_convert()(data, hint, str_keys=True)
