"""The pluck for Eddie, wall, break, deal, sorting and First Pretty (PB-6 to PB-24)."""

from collections.abc import Mapping, Sequence

from games.core.chance import Chance
from games.core.options import Options
from games.core.refused import Refused
from games.core.seats import Seat, after, order_from
from games.pieces.bones import FULL_SET, Bone, is_numbered, is_pretty, number
from games.pussers.aftermath import hand_over
from games.pussers.draft import Draft
from games.pussers.events import (
    AllOfSetOut,
    Broken,
    EddieFound,
    Event,
    FirstPretty,
    Plucked,
    PrettySetOut,
    SessionBegan,
    ShownForEddie,
    Sorted,
    WallBuilt,
)
from games.pussers.moves import Break, Pass, Pluck
from games.pussers.options import House
from games.pussers.scoring import payment, squints
from games.pussers.wall import breaks_into_own_wall, clean_breaks, exhausted, next_place, shares

_OTHER_WALLS = 108


def begin(players: int, options: Options, at: int, chance: Chance) -> Sequence[Event]:
    """Three or four sit down and the first wall is built (PB-1, PB-6). Raises Refused for another number."""
    if players not in (3, 4):
        raise Refused("PB-1", "players", players=players)
    House.of(options)
    given = {name: dict(value) if isinstance(value, Mapping) else value for name, value in options.items()}
    return SessionBegan(players, given | {"players": players}, at), WallBuilt(1, chance.shuffled(FULL_SET))


def pluck_for_eddie(draft: Draft, seat: Seat, move: Pluck, at: int, chance: Chance) -> None:
    """One bone from a wall that he did not build, shown and put back (PB-6)."""
    table = draft.table
    if seat not in table.again:
        raise Refused("PB-8", "not_you", again=tuple(map(int, table.again)))
    place = chance.below(_OTHER_WALLS)
    bone = table.line[place if place < 36 * seat else place + 36]
    shown = list(table.numbers)
    shown[seat] = number(bone) if is_numbered(bone) else 0
    again = pluck_again(shown, table.house)
    draft.add(ShownForEddie(seat, bone, again))
    if not again:
        draft.add(EddieFound(Seat(shown.index(max(shown)))))
        break_by_chance(draft, at, chance)


def pluck_again(shown: Sequence[int], house: House) -> tuple[Seat, ...]:
    """Who must pluck now, by what each seat shows: a number, 0 for none yet, -1 for one who is out of it.

    PB-7: whoever has no number; PB-8: those tied for highest (`eddie_repluck`).
    """
    without = tuple(Seat(seat) for seat, value in enumerate(shown) if value == 0)
    if without:
        return without
    highest = tuple(Seat(seat) for seat, value in enumerate(shown) if value == max(shown))
    if len(highest) == 1:
        return ()
    return highest if house.eddie_repluck == "tied_only" else tuple(Seat(seat) for seat in range(len(shown)))


def break_wall(draft: Draft, seat: Seat, move: Break, at: int, chance: Chance) -> None:
    """Eddie breaks the wall; everybody gets his thirteen and sorts (PB-13 to PB-24)."""
    table = draft.table
    if seat != table.eddie:
        raise Refused("PB-13", "not_eddie", seat=table.eddie)
    if type(move.stack) is not int or not 0 <= move.stack < 72:
        raise Refused("PB-13", "no_such_stack", least=0, most=71)
    clean = clean_breaks(table.players, table.house)
    if move.stack not in clean:
        raise Refused("PB-14", "own_wall", least=clean[0], most=clean[-1])
    _deal(draft, move.stack, at)


def break_by_chance(draft: Draft, at: int, chance: Chance) -> None:
    """Where the house leaves the break to chance (D4 of the rulings), it happens by itself."""
    if draft.table.house.break_choice == "random":
        _deal(draft, chance.below(72), at)


def _deal(draft: Draft, stack: int, at: int) -> None:
    table = draft.table
    house, players, eddie = table.house, table.players, table.eddie or Seat(0)
    racks: list[list[Bone]] = [[] for _ in range(players)]
    place = 2 * stack
    for seat, bones in shares(players, eddie):
        for _ in range(bones):
            racks[seat].append(table.line[place % 144])
            place += 1
    own_wall = bool(house.own_wall_a_bit) and breaks_into_own_wall(stack, players, house)
    draft.add(Broken(stack, own_wall, tuple(tuple(rack) for rack in racks)))
    if own_wall and house.own_wall_due == "at_once":  # PB-14
        draft.add(payment(eddie, players, "own_wall", "PB-14", house.own_wall_a_bit, penalty=True))
    if not house.forgetting:
        if draft.table.early:
            draft.add(FirstPretty(None))
        else:
            singles = (seat for seat in order_from(eddie, players) if is_pretty(racks[seat][12]))
            for seat in singles:
                _earn_first_pretty(draft, seat)
                break
    if house.sorts_by_hand:
        sort(draft, eddie, racks[eddie])
        return
    for seat in order_from(eddie, players):  # PB-20
        sort(draft, seat, racks[seat])
    _sorted(draft, Seat((eddie - 1) % players), at)


def _earn_first_pretty(draft: Draft, seat: Seat) -> None:
    """PB-24."""
    table = draft.table
    draft.add(FirstPretty(seat))
    if table.house.first_pretty_a_bit:
        draft.add(payment(seat, table.players, "first_pretty", "PB-24", table.house.first_pretty_a_bit))


def set_out_pretty(draft: Draft, seat: Seat, bone: Bone) -> None:
    """A pretty goes on the tray, with what it earns there and then (PB-21, PB-24; `squints_due`)."""
    table = draft.table
    before = dict(squints(table.pretties[seat], table.house))
    draft.add(PrettySetOut(seat, bone))
    if table.first_pretty_open:
        if table.early:
            draft.add(FirstPretty(None))
        else:
            _earn_first_pretty(draft, seat)
    if table.house.squints_due == "on_completion":
        gained = dict(squints(table.pretties[seat], table.house))
        for name, amount in before.items():
            known = name if name in gained else "double_squints"
            gained[known] = gained.get(known, 0) - amount
        for name, amount in gained.items():
            if amount > 0:
                draft.add(payment(seat, table.players, name, "PB-67", amount))


def sort(draft: Draft, seat: Seat, dealt: Sequence[Bone] = ()) -> None:
    """What the bot sets out for a seat that sorts, with the bones off the Loose for it (PB-20 to PB-22)."""
    house = draft.table.house
    if house.forgetting:
        return
    while True:
        rack = draft.table.racks[seat]
        order = sorted(range(34, 42), key=lambda kind: dealt.index(Bone(kind)) if kind in dealt else len(dealt))
        pretties = [Bone(kind) for kind in order if rack[kind]]
        all_ofs = [Bone(kind) for kind in range(34) if rack[kind] == 4] if house.all_of_mandatory else []
        for bone in pretties:
            set_out_pretty(draft, seat, bone)
        for bone in all_ofs:
            draft.add(AllOfSetOut(seat, bone))
        plucked = False
        while draft.table.owed[seat] and (place := next_place(draft.table, "loose")) is not None:
            draft.add(Plucked(seat, draft.table.line[place], "loose"))
            plucked = True
        if not plucked:
            return


def finish_sorting(draft: Draft, seat: Seat, move: Pass, at: int, chance: Chance) -> None:
    """Where racks are sorted by hand, a seat says that it has finished (PB-20)."""
    table = draft.table
    if seat != table.sorter:
        raise Refused("PB-20", "not_yet", seat=table.sorter)
    _sorted(draft, seat, at)
    if table.phase == "sorting":
        sort(draft, after(seat, table.players))


def _sorted(draft: Draft, seat: Seat, at: int) -> None:
    table = draft.table
    eddie = table.eddie or Seat(0)
    last = after(seat, table.players) == eddie
    draft.add(Sorted(seat, eddie if last else None))
    if last and exhausted(table):  # PB-49
        hand_over(draft, "wash_out", None, at)
