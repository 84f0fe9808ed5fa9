"""The wall as a line with two ends (PB-10 to PB-17)."""

from functools import cache
from typing import Final

from games.core.chance import Chance
from games.core.seats import Seat, list_seats_from
from games.pieces.bones import Bone
from games.pussers.options import House
from games.pussers.state import State, Wall
from games.pussers.view import side_of

PLACES: Final = 144
EVEN_WALLS: Final = (18, 18, 18, 18)
"""The stacks of each wall in a house with even walls (PB-10)."""
_DIFFERENCES: Final = (2, 3, 4)
"""The numbers of stacks by which one wall may be longer than 18, and another shorter."""
_STACKS: Final = tuple(range(72))
_BOX: Final = 14
"""The number of bones kept for replacements in a house with a box (option `loose`)."""
TAIL: Final = tuple(place for top in range(142, -1, -2) for place in (top, top + 1))
"""The places in the order in which the Loose is taken: stack by stack from the far end, top before bottom (PB-12)."""


def build_walls(house: House, chance: Chance) -> tuple[int, ...]:
    """Draw the number of stacks in each seat's wall. One wall is shorter than 18, and another longer by as many.

    Empty in a house with even walls (option `walls`).
    """
    if house.walls == "even":
        return ()
    lengths = list(EVEN_WALLS)
    short_wall, steps, difference = chance.below(4), chance.below(3), _DIFFERENCES[chance.below(len(_DIFFERENCES))]
    lengths[short_wall] -= difference
    lengths[(short_wall + 1 + steps) % 4] += difference
    return tuple(lengths)


def list_walls_from_eddie(walls: tuple[int, ...], eddie: Seat, chairs: int, house: House) -> tuple[int, ...]:
    """The stacks in each wall, clockwise from Eddie's. `walls` has them by seat (PB-2, PB-9, PB-11)."""
    if walls == EVEN_WALLS:
        return walls
    by_breeze = (*(walls[(eddie + breeze) % chairs] for breeze in range(chairs)), *walls[chairs:])
    return tuple(by_breeze[side_of(side, house)] for side in range(4))


def list_places_from_break(stack: int) -> tuple[int, ...]:
    """The places in the order in which they leave the head of a wall broken at `stack` (PB-12)."""
    return (*range(2 * stack, PLACES), *range(2 * stack))


def line_up(wall: tuple[Bone, ...], stack: int) -> tuple[Bone, ...]:
    """Line up the bones of a wall broken at `stack`, in the order in which they leave its head (PB-12)."""
    return wall[2 * stack :] + wall[: 2 * stack]


def find_stack(wall: Wall, place: int) -> int:
    """The stack, clockwise from Eddie's wall, that a place of the line belongs to (PB-11)."""
    return ((wall.broken_at or 0) * 2 + place) % PLACES // 2


def list_shares(players: int, eddie: Seat) -> tuple[tuple[Seat, int], ...]:
    """The deal in order, as (seat, number of bones): three rounds of four, then one each (PB-15, PB-16)."""
    order = list_seats_from(eddie, players)
    return (*((seat, 4) for _ in range(3) for seat in order), *((seat, 1) for seat in order))


def find_own_wall_breaks(players: int, house: House, own: int = 18) -> frozenset[int]:
    """The stacks at which a break makes Eddie take bones of their own wall (PB-14). `own` is the length of that wall.

    Empty if chance breaks the wall.
    """
    if house.break_choice == "random":
        return frozenset()
    return _find_taking_breaks(players, house.own_wall_scope == "break_only", own)


@cache
def _find_taking_breaks(players: int, break_only: bool, own: int) -> frozenset[int]:
    taken: list[int] = []
    place = 0
    for seat, bones in list_shares(players, Seat(0)):
        if seat == 0:
            taken += range(place, place + bones)
        place += bones
    counted = taken[:4] if break_only else taken
    return frozenset(stack for stack in range(72) if any((2 * stack + place) % PLACES < 2 * own for place in counted))


def list_breaks(players: int, house: House, own: int = 18) -> tuple[int, ...]:
    """The stacks at which Eddie may break: at a guarded table only those that cost nothing (PB-14, PB-80)."""
    return list_clean_breaks(players, house, own) if house.guarded else _STACKS


def list_clean_breaks(players: int, house: House, own: int) -> tuple[int, ...]:
    """The stacks at which a break spares Eddie's own wall, which has `own` stacks (PB-14).

    All stacks if no break spares that wall, or if bones of it cost nothing.
    """
    taking = find_own_wall_breaks(players, house, own) if house.own_wall_a_bit else frozenset()
    clean = tuple([stack for stack in _STACKS if stack not in taking])
    return clean or _STACKS


def find_box(state: State) -> int:
    """The mask of the places kept for replacements; 0 without a box (option `loose`) or with too few bones left."""
    boxed = state.house.loose == "box" and state.wall.left > _BOX
    return sum(1 << place for place in state.wall.tail[:_BOX]) if boxed else 0


def find_next_place(state: State, end: str) -> int | None:
    """The place in the line of the next bone from `end` ("wall" or "loose"), or None if that end is empty."""
    wall, barred = state.wall, state.wall.boxed
    places = wall.tail if end == "loose" else range(wall.head, len(wall.line))
    if barred and end == "loose":
        barred = ~barred
    barred |= wall.gone
    for place in places:
        if not barred >> place & 1:
            return place
    return None


def has_bone(state: State, end: str) -> bool:
    """True if a bone can be taken from `end`."""
    return find_next_place(state, end) is not None if state.wall.boxed else state.wall.left > 0


def is_exhausted(state: State) -> bool:
    """True if the wall is empty. In a house with a box (option `loose`), one empty part is enough (PB-49)."""
    if not state.wall.boxed:
        return not state.wall.left
    return find_next_place(state, "wall") is None or find_next_place(state, "loose") is None
