"""Twins: two sessions that look the same to one seat and differ in facts hidden from it.

A session follows from its events, and every field of an event declares who may see it. So a twin can be made for any
game: the pieces that a seat has not seen in this hand are swapped in all events, and the events are folded again. The
seat's view, its moves and its refusals must then be the same.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Annotated, Any, NewType, get_args, get_origin, get_type_hints

from games.core import Refused, Seat, view_event
from games.core.game import Game
from games.core.secret import UNKNOWN


def holds_pieces(hint: Any) -> bool:
    """True if a type is or contains one of the kinds of pieces in `games.pieces`."""
    if isinstance(hint, NewType):
        return hint.__module__.startswith("games.pieces.") or hint.__module__.startswith("tests.contract.")
    return any(holds_pieces(part) for part in get_args(hint))


_PIECE_FIELDS: dict[type, tuple[str, ...]] = {}


def piece_fields(kind: type) -> tuple[str, ...]:
    """The fields of an event class that hold pieces."""
    if kind not in _PIECE_FIELDS:
        hints = get_type_hints(kind, include_extras=True)
        _PIECE_FIELDS[kind] = tuple(
            name
            for name, hint in hints.items()
            if holds_pieces(get_args(hint)[0] if get_origin(hint) is Annotated else hint)
        )
    return _PIECE_FIELDS[kind]


def pieces_in(value: Any) -> set[int]:
    """Every piece in the value of a field that holds pieces."""
    if type(value) is int:
        return {value}
    if isinstance(value, dict):
        return set().union(*map(pieces_in, value.values()))
    if isinstance(value, tuple | list | frozenset):
        return set().union(*map(pieces_in, value))
    return set()


def rename_pieces(value: Any, names: dict[int, int]) -> Any:
    """Return the value with its pieces replaced as `names` says."""
    if type(value) is int:
        return names.get(value, value)
    if isinstance(value, dict):
        return {key: rename_pieces(item, names) for key, item in value.items()}
    if isinstance(value, tuple | list | frozenset):
        return type(value)(rename_pieces(item, names) for item in value)
    return value


def twin(hand: Sequence[Any], seat: Seat | None, luck: random.Random) -> list[Any]:
    """The events of a hand, in which the pieces that `seat` has not seen are swapped with each other."""
    seen: set[int] = set()
    hidden: set[int] = set()
    for event in hand:
        names_of_pieces = piece_fields(type(event))
        shown = view_event(event, seat) if names_of_pieces else event
        for name in names_of_pieces:
            seen |= pieces_in(getattr(shown, name))
            if getattr(shown, name) is UNKNOWN or UNKNOWN in _flat(getattr(shown, name)):
                hidden |= pieces_in(getattr(event, name))
    unseen = sorted(hidden - seen)
    names = dict(zip(unseen, luck.sample(unseen, len(unseen)), strict=True))
    return [_rename_pieces_of(event, names) for event in hand]


def _flat(value: Any) -> list[Any]:
    return [part for item in value for part in _flat(item)] if isinstance(value, tuple | list) else [value]


def _rename_pieces_of(event: Any, names: dict[int, int]) -> Any:
    old = {name: getattr(event, name) for name in piece_fields(type(event))}
    cut = {name: new for name, value in old.items() if (new := rename_pieces(value, names)) != value}
    return replace(event, **cut) if cut else event


def find_refusal(game: Game, state: Any, seat: Seat | None, move: Any, at: int, chance: Callable[[], Any]) -> Any:
    """The key and facts of a move's refusal; None if the move is legal."""
    try:
        game.decide(state, seat, move, at, chance())
    except Refused as refused:
        return refused.key, refused.facts
    return None


def find_leaks(
    game: Game, states: tuple[Any, Any], seat: Seat | None, moves: Sequence[Any], at: int, chance: Callable[[], Any]
) -> list[str]:
    """The differences by which a seat can tell the two states apart; empty if there are none."""
    one, two = states
    views = game.view(one, seat), game.view(two, seat)
    found = [
        f"view.{name}: {getattr(views[0], name)!r} or {getattr(views[1], name)!r}"
        for name in type(views[0]).__annotations__
        if getattr(views[0], name) != getattr(views[1], name)
    ]
    if game.choices(views[0]) != game.choices(views[1]):
        found.append("choices")
    if game.deadline(one) != game.deadline(two):
        found.append("deadline")
    if seat is not None:
        for move in moves:
            refusals = [find_refusal(game, state, seat, move, at, chance) for state in states]
            if refusals[0] != refusals[1]:
                found.append(f"{move}: {refusals[0]} or {refusals[1]}")
    return found
