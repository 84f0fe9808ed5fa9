"""The opening of a hand: pluck for Eddie, wall, break, deal, sorting and First Pretty (PB-6 to PB-24)."""

from collections.abc import Sequence

from games.core.refused import Refused
from games.core.seats import FIRST, Seat, find_next_seat, list_seats_from
from games.pieces.bones import FULL_SET, KINDS, Bone, is_numbered, is_pretty, number
from games.pussers.decisions.aftermath import end_hand
from games.pussers.events import (
    AllOfSetOut,
    Broken,
    EddieFound,
    FirstPretty,
    Plucked,
    PrettySetOut,
    ShownForEddie,
    Sorted,
    WallBuilt,
)
from games.pussers.evolve import Unfolding
from games.pussers.moves import Break, Next, Pass, Pluck
from games.pussers.options import House
from games.pussers.scoring import list_squints_at_once, make_payment
from games.pussers.view import Phase, breeze_of_stack, side_of
from games.pussers.wall import (
    PLACES,
    build_walls,
    find_next_place,
    find_own_wall_breaks,
    is_exhausted,
    line_up,
    list_breaks,
    list_shares,
    list_walls_from_eddie,
)


def pluck_for_eddie(unfolding: Unfolding, seat: Seat, move: Pluck) -> None:
    """Pluck a bone from another seat's wall, show it and put it back (PB-6)."""
    state = unfolding.state
    if seat not in state.eddie_draw.plucking:
        raise Refused("PB-8", "not_you", again=tuple(map(int, state.eddie_draw.plucking)))
    side = side_of(seat, state.house)
    own, before = (
        2 * state.wall.built[seat],
        2 * sum(list_walls_from_eddie(state.wall.built, FIRST, 4, state.house)[:side]),
    )
    place = unfolding.chance.below(PLACES - own)  # among the places outside the seat's own wall
    bone = state.wall.line[place if place < before else place + own]
    numbers = list(state.eddie_draw.numbers)
    numbers[seat] = number(bone) if is_numbered(bone) else 0
    again = find_next_to_pluck(numbers, state.house)
    unfolding.add(ShownForEddie(seat, bone, again))
    if not again:
        unfolding.add(EddieFound(Seat(numbers.index(max(numbers)))))
        break_by_chance(unfolding)


def find_next_to_pluck(numbers: Sequence[int], house: House) -> tuple[Seat, ...]:
    """The seats that must pluck now. `numbers` has one for each seat: 0 for none yet, -1 if it can no longer be Eddie.

    Seats without a number pluck first (PB-7), then those tied for highest (PB-8, `eddie_repluck`).
    """
    unnumbered = tuple(Seat(seat) for seat, value in enumerate(numbers) if value == 0)
    if unnumbered:
        return unnumbered
    highest = tuple(Seat(seat) for seat, value in enumerate(numbers) if value == max(numbers))
    if len(highest) == 1:
        return ()
    return highest if house.eddie_repluck == "tied_only" else tuple(Seat(seat) for seat in range(len(numbers)))


def break_wall(unfolding: Unfolding, seat: Seat, move: Break) -> None:
    """Break the wall as Eddie; every seat gets its thirteen and sorts (PB-13 to PB-24)."""
    state = unfolding.state
    if seat != state.eddie:
        raise Refused("PB-13", "not_eddie", seat=state.eddie)
    if not 0 <= move.stack < 72:
        raise Refused("PB-13", "no_such_stack", least=0, most=71)
    allowed = list_breaks(state.players, state.house, state.own_wall_stacks)
    if move.stack not in allowed:
        raise Refused("PB-14", "own_wall", least=allowed[0], most=allowed[-1])
    _deal(unfolding, move.stack)


def throw_dice(unfolding: Unfolding) -> None:
    """Name the first Eddie by dice: all seats are equally likely (D1 of the rulings, `eddie_by`)."""
    players = unfolding.state.players
    unfolding.add(EddieFound(Seat(unfolding.chance.below(players)), dice=True))
    break_by_chance(unfolding)


def break_by_chance(unfolding: Unfolding) -> None:
    """Break the wall at random, if the house leaves it to chance (D4 of the rulings)."""
    if unfolding.state.house.break_choice == "random":
        _deal(unfolding, unfolding.chance.below(72))


def begin_next_hand(unfolding: Unfolding, seat: Seat, move: Next) -> None:
    """Build the walls of the next hand (PB-71), and break them if the house leaves it to chance."""
    wall = unfolding.chance.shuffle(FULL_SET)
    unfolding.add(WallBuilt(unfolding.state.hand + 1, wall, build_walls(unfolding.state.house, unfolding.chance)))
    break_by_chance(unfolding)


def _deal(unfolding: Unfolding, stack: int) -> None:
    state = unfolding.state
    house, players, eddie = state.house, state.players, state.eddie or Seat(0)
    racks: list[list[Bone]] = [[] for _ in range(players)]
    line = line_up(state.wall.line, stack)
    place = 0
    for seat, bones in list_shares(players, eddie):
        racks[seat] += line[place : place + bones]
        place += bones
    own_wall = bool(house.own_wall_a_bit) and stack in find_own_wall_breaks(players, house, state.own_wall_stacks)
    breeze = breeze_of_stack(stack, list_walls_from_eddie(state.wall.built, eddie, state.chair_count, house), house)
    wall_seat = (eddie + breeze) % state.chair_count if breeze < state.chair_count else players
    dealt = tuple(tuple(rack) for rack in racks)
    unfolding.add(Broken(stack, own_wall, dealt, Seat(wall_seat) if wall_seat < players else None))  # PB-9
    if own_wall and house.own_wall_due == "at_once":  # PB-14
        unfolding.add(make_payment(eddie, players, "own_wall", "PB-14", house.own_wall_a_bit, penalty=True))
    if not house.can_forget:
        if unfolding.state.first_pretty.early:
            unfolding.add(FirstPretty(None))
        else:
            first = next((seat for seat in list_seats_from(eddie, players) if is_pretty(racks[seat][12])), None)
            if first is not None:
                _award_first_pretty(unfolding, first)
    if house.sorts_by_hand:
        set_out_while_sorting(unfolding, eddie, racks[eddie])
        return
    for seat in list_seats_from(eddie, players):  # PB-20
        set_out_while_sorting(unfolding, seat, racks[seat])
    _end_sorting(unfolding, Seat((eddie - 1) % players))


def _award_first_pretty(unfolding: Unfolding, seat: Seat) -> None:
    """Give the First Pretty to the seat, with its payment (PB-24)."""
    state = unfolding.state
    unfolding.add(FirstPretty(seat))
    if state.house.first_pretty_a_bit:
        unfolding.add(make_payment(seat, state.players, "first_pretty", "PB-24", state.house.first_pretty_a_bit))


def set_out_pretty(unfolding: Unfolding, seat: Seat, bone: Bone) -> None:
    """Put a pretty on the tray, and pay the seat anything it earns at once (PB-21, PB-24; `squints_due`)."""
    state = unfolding.state
    before = state.racks.pretties[seat]
    unfolding.add(PrettySetOut(seat, bone))
    if state.first_pretty.open:
        if state.first_pretty.early:
            unfolding.add(FirstPretty(None))
        else:
            _award_first_pretty(unfolding, seat)
    for name, amount in list_squints_at_once(before, state.racks.pretties[seat], state.house):
        unfolding.add(make_payment(seat, state.players, name, "PB-67", amount))


def set_out_while_sorting(unfolding: Unfolding, seat: Seat, dealt: Sequence[Bone] = ()) -> None:
    """Set out the seat's pretties and All-Ofs while it sorts, and take their replacements (PB-20 to PB-22).

    Pretties go in the order of `dealt`. Nothing happens at a table where players may forget to set out.
    """
    house = unfolding.state.house
    if house.can_forget:
        return
    while True:
        rack = unfolding.state.racks.counts[seat]
        pretties = [Bone(kind) for kind in range(34, KINDS) if rack[kind]]
        pretties.sort(key=lambda pretty: dealt.index(pretty) if pretty in dealt else len(dealt))
        all_ofs = [Bone(kind) for kind in range(34) if rack[kind] == 4] if house.all_of_mandatory and 4 in rack else []
        for bone in pretties:
            set_out_pretty(unfolding, seat, bone)
        for bone in all_ofs:
            unfolding.add(AllOfSetOut(seat, bone))
        plucked = False
        while unfolding.state.racks.owed[seat] and (place := find_next_place(unfolding.state, "loose")) is not None:
            unfolding.add(Plucked(seat, unfolding.state.wall.line[place], "loose"))
            plucked = True
        if not plucked:
            return


def finish_sorting(unfolding: Unfolding, seat: Seat, move: Pass) -> None:
    """End a seat's sorting, at tables that sort by hand (PB-20)."""
    state = unfolding.state
    if seat != state.sorter:
        raise Refused("PB-20", "not_yet", seat=state.sorter)
    _end_sorting(unfolding, seat)
    if state.phase == Phase.SORTING:
        set_out_while_sorting(unfolding, find_next_seat(seat, state.players))


def _end_sorting(unfolding: Unfolding, seat: Seat) -> None:
    state = unfolding.state
    eddie = state.eddie or Seat(0)
    last = find_next_seat(seat, state.players) == eddie
    unfolding.add(Sorted(seat, eddie if last else None))
    if last and is_exhausted(state):  # PB-49
        end_hand(unfolding, "wash_out", None)
