"""The places of shown pieces in the shuffled orders they came from, so that each piece can be proved by itself."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Annotated, Final, Generic, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

from games.core.secret import Public, marks_of

E_co = TypeVar("E_co", covariant=True)
"""An event."""
_PIECES: Final = "games.pieces."
"""The prefix of the modules that define the types of pieces."""


@dataclass(frozen=True, slots=True)
class ShuffledDecision(Generic[E_co]):
    """A decision of a hand: the orders that it shuffled, first to last, and its events."""

    orders: tuple[tuple[int, ...], ...]
    events: tuple[E_co, ...]


ShownPlaces = Sequence[frozenset[int]]
"""For each order of a hand, first to last, the places of the pieces that everybody was shown."""


def make_shown_places(
    laid: tuple[type, ...], aside: tuple[type, ...] = ()
) -> Callable[[object, Iterable[ShuffledDecision[object]]], ShownPlaces]:
    """Make the `shown_places` of a game in which no two pieces are alike.

    `laid` and `aside` are classes of events. Each such event takes the next order that its decision shuffled. The order
    of an `aside` event serves that event alone, and all pieces that the event shows are from it. The order of a `laid`
    event stays in play. Every other shown piece is from the latest order in play that contains it.
    """

    def shown_places(before: object, decisions: Iterable[ShuffledDecision[object]]) -> ShownPlaces:
        orders: list[tuple[int, ...]] = []
        found: list[set[int]] = []
        in_play: list[int] = []
        for decision in decisions:
            following = iter(decision.orders)
            for event in decision.events:
                sources = in_play
                if isinstance(event, (*laid, *aside)):
                    orders.append(next(following))
                    found.append(set())
                    if isinstance(event, laid):
                        in_play.append(len(orders) - 1)
                    else:
                        sources = [len(orders) - 1]
                for piece in list_public_pieces(event):
                    source = next((number for number in reversed(sources) if piece in orders[number]), None)
                    if source is not None:
                        found[source].add(orders[source].index(piece))
        return [frozenset(places) for places in found]

    return shown_places


def list_public_pieces(event: object) -> Iterator[int]:
    """Every piece that an event shows to everybody."""
    kind: type = type(event)
    for name, mark in marks_of(kind).items():
        if isinstance(mark, Public):
            yield from _list_pieces(_find_hints(kind)[name], getattr(event, name))


@cache
def _find_hints(kind: type) -> dict[str, object]:
    return get_type_hints(kind, include_extras=True)


def _list_pieces(hint: object, value: object) -> Iterator[int]:
    """The pieces in a field's value, found by the field's type."""
    if value is None:
        return
    if isinstance(hint, NewType):
        if isinstance(value, int) and hint.__module__.startswith(_PIECES):
            yield value
    elif get_origin(hint) in (Union, UnionType):
        for part in get_args(hint):
            yield from _list_pieces(part, value)
    elif get_origin(hint) is Annotated:
        yield from _list_pieces(get_args(hint)[0], value)
    elif is_dataclass(value):
        kind: type = type(value)
        for field in fields(value):
            yield from _list_pieces(_find_hints(kind)[field.name], getattr(value, field.name))
    elif isinstance(value, tuple | list | frozenset):
        inner = [part for part in get_args(hint) if part is not Ellipsis]
        for place, item in enumerate(value):
            for part in inner if len(inner) != len(value) else inner[place : place + 1]:
                yield from _list_pieces(part, item)
