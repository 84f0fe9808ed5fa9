"""Dealing dominoes that a seat has not seen to the places where they may lie."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.core.chance import Chance
from games.pieces.dominoes import in_mask

_TRIES: Final = 12
"""Deals that are tried piece by piece before one is put right by exchanges."""


class Place(NamedTuple):
    """A place that takes so many dominoes of a mask."""

    room: int
    may_hold: int


def deal_unseen(unseen: int, places: Sequence[Place], chance: Chance) -> list[int] | None:
    """Deal a mask of dominoes to the places, as many as they have room for; None if that cannot be.

    Dominoes with few places are dealt first. Each goes to a place by the room left there, so that deals are nearly
    equally likely.
    """
    mixed: tuple[int, ...] = chance.shuffled(in_mask(unseen))
    homes: dict[int, list[int]] = {
        piece: [at for at, place in enumerate(places) if place.may_hold >> piece & 1] for piece in mixed
    }
    if any(not home for home in homes.values()) or len(mixed) != sum(place.room for place in places):
        return None
    order = sorted(mixed, key=lambda piece: len(homes[piece]))
    for _ in range(_TRIES):
        dealt, room = [0] * len(places), [place.room for place in places]
        for piece in order:
            free = sum(room[at] for at in homes[piece])
            if not free:
                break
            drawn = chance.below(free)
            for at in homes[piece]:
                if drawn < room[at]:
                    break
                drawn -= room[at]
            dealt[at] |= 1 << piece
            room[at] -= 1
        else:
            return dealt
    return _by_exchange(order, homes, places)


def _by_exchange(order: Sequence[int], homes: dict[int, list[int]], places: Sequence[Place]) -> list[int] | None:
    """A deal in which each domino may push another out of a full place."""
    held: list[list[int]] = [[] for _ in places]

    def settle(piece: int, tried: set[int]) -> bool:
        for at in homes[piece]:
            if at in tried:
                continue
            tried.add(at)
            if len(held[at]) < places[at].room:
                held[at].append(piece)
                return True
            for number, other in enumerate(held[at]):
                if settle(other, tried):
                    held[at][number] = piece
                    return True
        return False

    for piece in order:
        if not settle(piece, set()):
            return None
    return [sum(1 << piece for piece in pieces) for pieces in held]
