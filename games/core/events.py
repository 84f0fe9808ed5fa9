"""Events, the permanent record of a table: registration, conversion to and from JSON, and upgrades of old versions.

``@event("pussers.called", 1)`` makes a class a frozen dataclass. Its fields are ints, strings, bools, None, enums,
tuples, frozensets, dicts with string or int keys, and frozen dataclasses of these. A changed event gets the next
version and an `upcast` from the version before, so that a session stored by any release folds to the same state.

The bot's notes are read and written by the same `to_json` and `from_json`. A named tuple is a list in JSON.
"""

import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import (
    Annotated,
    Any,
    NamedTuple,
    TypeAlias,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

T = TypeVar("T")
Json: TypeAlias = Any
"""A JSON value, as `json.loads` returns it."""
Body = dict[str, Json]
_Reader: TypeAlias = Callable[[Json], Any]


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
    return _read_dataclass(_KINDS[kind][0], body)


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

    Raises TypeError, ValueError, KeyError or AttributeError for data that is no such value.
    """
    return _make_reader(hint)(data)


def _make_reader(hint: Any) -> _Reader:
    """Make a function that reads values of the type `hint`."""
    origin = get_origin(hint)
    if origin is Annotated:
        return _make_reader(get_args(hint)[0])
    if origin in (Union, types.UnionType):
        return _make_union_reader([kind for kind in get_args(hint) if kind is not type(None)])
    if origin is not None:
        return _make_container_reader(origin, get_args(hint))
    if hasattr(hint, "__supertype__"):
        return _make_reader(hint.__supertype__)
    return _make_class_reader(hint) if isinstance(hint, type) else _keep


def _keep(data: Json) -> Any:
    return data


def _make_union_reader(kinds: list[Any]) -> _Reader:
    """Read a value of one of these types, or None."""
    first = _make_reader(kinds[0])
    tuples = next((_make_reader(kind) for kind in kinds if get_origin(kind) is tuple), first)

    def read(data: Json) -> Any:
        if data is None or type(data) in kinds:
            return data
        return (tuples if isinstance(data, list) else first)(data)

    return read


def _make_container_reader(origin: Any, inner: tuple[Any, ...]) -> _Reader:
    """Read a tuple, a set or a mapping whose items have the types `inner`; any other data stays as it is."""
    if origin is tuple and inner[1:] != (Ellipsis,):
        readers = [_make_reader(kind) for kind in inner]
        return lambda data: tuple([read(item) for read, item in zip(readers, data, strict=True)])
    if origin in (tuple, frozenset):
        read_item = _make_reader(inner[0])
        return lambda data: origin(map(read_item, data))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        read_name, read_value = map(_make_reader, inner)
        return lambda data: {read_name(name): read_value(item) for name, item in data.items()}
    return _keep


@cache
def _find_readers(cls: type) -> Mapping[str, _Reader]:
    """The readers of a class's fields, by name."""
    return {name: _make_reader(hint) for name, hint in get_type_hints(cls).items()}


def _make_class_reader(cls: type) -> _Reader:
    """Read a named tuple, a dataclass, a value of an enum, or a plain value."""
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        return lambda data: cls(*[read(item) for read, item in zip(_find_readers(cls).values(), data, strict=False)])
    if is_dataclass(cls):
        return lambda data: _read_dataclass(cls, data)
    if issubclass(cls, Enum):
        return cls

    def read(data: Json) -> Any:
        if cls is int and isinstance(data, str):
            return int(data)
        if not isinstance(data, cls):
            raise TypeError(f"{data!r} is no {cls.__name__}")
        return data

    return read if cls in (int, str, bool) else _keep


def _read_dataclass(cls: type, data: Json) -> Any:
    readers = _find_readers(cls)
    return cls(**{name: readers[name](item) for name, item in data.items() if name in readers})
