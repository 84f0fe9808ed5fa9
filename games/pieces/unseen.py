"""Deals the dominoes that a seat has not seen, each into a place where it may lie."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from games.core.chance import Chance
from games.pieces.dominoes import Domino, dominoes_of

_TRIES: Final = 12
"""The most attempts to deal piece by piece. If all fail, a deal is made by exchanges (`_deal_by_exchange`)."""


class HiddenPlace(NamedTuple):
    """A place for as many dominoes as `room` says. `may_hold` is the mask of the dominoes that may lie there."""

    room: int
    may_hold: int


def make_unseen_dealer(unseen: int, places: Sequence[HiddenPlace]) -> Callable[[Chance], list[int] | None]:
    """Make a function that deals the dominoes of the mask `unseen` to the places; each call makes a new deal.

    It returns a mask for each place, or None if there is no such deal. Dominoes with few possible places are dealt
    first. A place with more room left is more likely, so that all deals are nearly equally likely.
    """
    homes = {
        piece: [at for at, place in enumerate(places) if place.may_hold >> piece & 1] for piece in dominoes_of(unseen)
    }
    order = [(1 << piece, homes[piece]) for piece in sorted(homes, key=lambda piece: len(homes[piece]))]
    rooms = [place.room for place in places]
    if not all(homes.values()) or len(homes) != sum(rooms):
        return lambda chance: None

    def deal(chance: Chance) -> list[int] | None:
        for _ in range(_TRIES):
            dealt, room = [0] * len(rooms), rooms[:]
            for bit, possible in order:
                free = sum([room[at] for at in possible])
                if not free:
                    break
                drawn = chance.below(free) if len(possible) > 1 else 0
                for at in possible:
                    if drawn < room[at]:
                        break
                    drawn -= room[at]
                dealt[at] |= bit
                room[at] -= 1
            else:
                return dealt
        mixed = sorted(chance.shuffle(homes), key=lambda piece: len(homes[piece]))
        return _deal_by_exchange(mixed, homes, places)

    return deal


def _deal_by_exchange(
    order: Sequence[Domino], homes: Mapping[Domino, list[int]], places: Sequence[HiddenPlace]
) -> list[int] | None:
    """A deal found by moving dominoes from full places to others; None if no deal is possible."""
    held: list[list[Domino]] = [[] for _ in places]

    def settle(piece: Domino, tried: set[int]) -> bool:
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
