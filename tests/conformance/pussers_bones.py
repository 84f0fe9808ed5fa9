"""The vectors of docs/rules/pussers-bones.md, played with the engine of the game: its judges, its events, its state.

Positions are laid out with the engine's own event. Vectors that show mistakes are played at tables that allow them.
"""

from games.core import Seat
from games.core.seats import find_next_seat
from games.pieces.bones import Bone, from_code, is_pretty
from games.pussers.events import Broken, EddieFound, Event, Plucked, WallBuilt
from games.pussers.evolve import evolve
from games.pussers.moves import Break, Discard, DoBone, Pass, Pluck, SetOut, Yes
from games.pussers.scoring import make_payment
from games.pussers.wall import TAIL, list_shares
from tests.conformance.pussers_calls import calls
from tests.conformance.pussers_table import (
    ALL_MISTAKES,
    BREEZES,
    NO_MISTAKES,
    SINGLES,
    Fields,
    PlayedTable,
    check_entry,
    codes,
    eddie_for,
    fillers,
    in_any_order,
    lay_out,
    options_of,
    read_bones,
    whole_wall,
)
from tests.conformance.runner import Section, only_named
from tests.games.handed_chance import HandedChance

_HOWS = ("concealed", "open", "added")


def _all_ofs(text: str) -> dict[str, str]:
    """Sort All-Ofs by the way they lie, from words such as "S5:open R1:added"."""
    found: dict[str, str] = dict.fromkeys(_HOWS, "")
    for all_of in text.split():
        bone, _, how = all_of.partition(":")
        if how not in found:
            raise ValueError(f"no All-Of lies {how}")
        found[how] += f" {bone}"
    return found


def hands(vector: Fields, document: Fields) -> Fields:
    """Play a "Do Bone!" with the Do bone plucked, taken off the Loose or thrown by a neighbour."""
    players = int(vector.get("players", 4))
    options = options_of(vector, ALL_MISTAKES, {"call_mode": "everyone-decides", "loose_after_discard": "allowed"})
    eddie = eddie_for(players, options, vector["seat"], vector["expect"].get("pay", {}))
    played = PlayedTable(players, options, EddieFound(eddie))
    seat = played.seat(vector["seat"])
    do, _, source = vector["do"].partition(" ")
    rack, tray = vector["rack"].split(), vector.get("open", "").split()
    claimed = do not in rack and source == "discard"  # PB-44: taken with "Yes!", then used to tie up
    if claimed:
        tray.remove(do)
        rack += [do, do]
    else:
        rack.remove(do)
    trays = {"concealed" if how == "concealed" else {"open": "claimed", "added": "added"}[how]: {seat: bones}
             for how, bones in _all_ofs(vector.get("all_of", "")).items()}  # fmt: skip
    thrower = Seat((seat - 1) % players)
    caller = source == "discard"
    last = bool(vector.get("last")) and not caller
    bone, more = read_bones(do), () if last else fillers(5)
    played.table = evolve(
        played.table,
        lay_out(
            players,
            thrower if caller else seat,
            {seat: " ".join(rack), **({thrower: do} if caller else {})},
            {"wall": bone + more, "loose": more + bone, "discard": fillers(5)}[source],
            eddie=eddie,
            plucked=source != "wall",
            owed={seat: 1} if source == "loose" else {},
            open={seat: " ".join(tray)},
            pretties={seat: vector.get("pretties", "")},
            **trays,
        ),
    )
    if caller:
        played.play(thrower, Discard(bone[0]))
        if claimed:
            played.say(seat, Yes())
    else:
        played.play(seat, Pluck(source))
    played.do_bone(seat)
    return {**played.ending(), "pay": played.sheet()}


def breaks(vector: Fields, document: Fields) -> Fields:
    """Break the wall where the vector says, at a table that lets Eddie choose."""
    options = options_of(vector, {"enforcement": "faithful"}, NO_MISTAKES)
    played = PlayedTable(vector.get("players", 4), options, WallBuilt(1, whole_wall({})), EddieFound(Seat(0)))
    played.play(Seat(0), Break(vector["break"]))
    return {"offence": played.list_events(Broken)[0].own_wall}


def deals(vector: Fields, document: Fields) -> Fields:
    """Deal from a whole wall, let everybody sort, and pluck Eddie's first working bone."""
    options = options_of(vector, {"enforcement": "faithful"}, NO_MISTAKES)
    wall = read_bones(vector["wall"])
    played = PlayedTable(vector.get("players", 4), options, WallBuilt(1, wall), EddieFound(Seat(0)))
    played.play(Seat(0), Break(vector["break"]))
    while played.table.sorter is not None:
        played.play(played.table.sorter, Pass())
    dealt = played.list_events(Broken)[0].racks
    racks = played.racks()
    pretties, all_ofs = played.pretties(), played.trays(_HOWS, named=False)
    played.play(Seat(0), Pluck())
    working = [event for event in played.list_events(Plucked) if event.end == "wall"][-1].bone
    expect = vector["expect"]
    return {
        "dealt": only_named(
            {played.name(Seat(seat)): codes(rack) for seat, rack in enumerate(dealt)}, expect.get("dealt")
        ),
        "racks": in_any_order(racks, expect.get("racks")),
        "pretties": in_any_order(pretties, expect.get("pretties")),
        "all_ofs": in_any_order(all_ofs, expect.get("all_ofs")),
        "working": codes((working,)),
        "left": played.table.wall.left,
        "first_pretty": played.first_pretty(),
    }


def first_pretty(vector: Fields, document: Fields) -> Fields:
    """Deal and play a wall whose pretties come in the vector's order."""
    usual = {"enforcement": "faithful", "call_mode": "everyone-decides", "loose_after_discard": "allowed"}
    options = options_of(vector, usual, {"all_of_mandatory": True}, NO_MISTAKES)
    events = [check_entry(event, "by", "phase") for event in vector["events"]]
    players = int(vector.get("players", 4))
    spare = iter(Bone(kind) for kind in range(34, 42))
    pretty = [(Seat(BREEZES.index(event["by"])), event["phase"], next(spare)) for event in events]
    fixed: dict[int, Bone] = {}
    places: dict[Seat, list[int]] = {Seat(seat): [] for seat in range(players)}
    place = 0
    for seat, count in list_shares(players, Seat(0)):
        places[seat] += range(place, place + count)
        place += count
    triggers = dict.fromkeys(map(Seat, range(players)), 0)
    for seat, phase, bone in pretty:
        if phase in ("fours", "ones"):
            fixed[places[seat][12] if phase == "ones" else places[seat][triggers[seat]]] = bone
            triggers[seat] += 1
    loose = iter(TAIL)
    for seat in map(Seat, range(players)):
        drawn = [bone for drawer, phase, bone in pretty if drawer == seat and phase == "loose"]
        if drawn and not triggers[seat]:
            fixed |= {spot: Bone(30 + seat) for spot in places[seat][:4]}
            triggers[seat] = 1
        for bone in drawn:
            fixed[next(loose)] = bone
        for _ in range(triggers[seat]):
            next(loose)
    turn, head = 0, 13 * players
    turns = []
    for seat, phase, bone in pretty:
        if phase == "play":
            while turn % players != seat:
                turn, head = turn + 1, head + 1
            fixed[head] = bone
            turns.append(turn)
            turn, head = turn + 1, head + 1
        elif phase not in ("fours", "ones", "loose"):
            raise ValueError(f"no such phase: {phase}")
    wall = whole_wall(fixed)
    stack = 20
    turned = tuple(wall[(number - 2 * stack) % 144] for number in range(144))
    played = PlayedTable(players, options, WallBuilt(1, turned), EddieFound(Seat(0)))
    played.play(Seat(0), Break(stack))
    for _ in range(turn):
        seat_now = played.table.turn
        played.play(seat_now, Pluck())
        while played.table.racks.owed[seat_now]:
            played.play(seat_now, Pluck("loose"))
        rack = played.table.racks.counts[seat_now]
        played.play(seat_now, Discard(next(Bone(kind) for kind in range(34) if rack[kind] == 1)))
        played.pass_for_everybody()
    return {"first_pretty": played.first_pretty()}


def pluck_for_eddie(vector: Fields, document: Fields) -> Fields:
    """Pluck the vector's bones for each chair from a wall that another chair built."""
    rounds = vector["rounds"]
    chairs = list(rounds[0])
    shown: dict[Bone, set[int]] = {}
    for plucks in rounds:
        for chair, bone in plucks.items():
            shown.setdefault(from_code(bone), set()).add(chairs.index(chair))
    wall = _four_walls({bone: seats for bone, seats in shown.items() if is_pretty(bone)})
    played = PlayedTable(len(chairs), options_of(vector), WallBuilt(1, wall))
    for plucks in rounds:
        for chair, bone in plucks.items():
            seat = chairs.index(chair)
            others = [place for place in range(144) if place // 36 != seat]
            place = next(place for place in others if wall[place] == from_code(bone))
            played.chance = HandedChance([others.index(place), 20])
            played.play(Seat(seat), Pluck())
    if played.table.eddie is None:
        return {"again": [chairs[seat] for seat in played.table.eddie_draw.plucking]}
    return {"seats": {chair: played.name(Seat(seat)) for seat, chair in enumerate(chairs)}}


def _four_walls(shown: dict[Bone, set[int]]) -> tuple[Bone, ...]:
    """All bones in four walls, with one of every kind in each. A chair's own wall lacks the pretties that it plucks."""
    walls: list[list[Bone]] = [[Bone(kind) for kind in range(34)] for _ in range(4)]
    for bone in sorted(map(Bone, range(34, 42)), key=lambda each: -len(shown.get(each, ()))):
        next(wall for seat, wall in enumerate(walls) if len(wall) < 36 and seat not in shown.get(bone, set())).append(
            bone
        )
    return tuple(bone for wall in walls for bone in wall)


def next_eddie(vector: Fields, document: Fields) -> Fields:
    """Play a short hand to the vector's outcome, and build the next wall."""
    chairs = vector["chairs"]
    players, outcome = len(chairs), vector["outcome"]
    eddie, first = Seat(chairs.index(vector["eddie"])), Seat(chairs.index(vector["first_eddie"]))
    options = options_of(vector, {"mistaken_calls": "on", "last_bone_discard": False})
    played = PlayedTable(players, options, EddieFound(first))
    actor = eddie if outcome in ("no_winner", "shit_tie_up") else Seat(chairs.index(outcome))
    wins = outcome not in ("no_winner", "shit_tie_up")
    wall = fillers(1) if outcome == "no_winner" else (from_code("DW"), *fillers(4))
    rack = codes((*SINGLES, from_code("R1"))) if wins else codes(fillers(13))
    played.table = evolve(played.table, lay_out(players, actor, {actor: rack}, wall, eddie=eddie))
    played.play(actor, Pluck())
    played.play(actor, Pass() if outcome == "no_winner" else DoBone())
    played.settle()
    ended = played.table.ended
    if ended is None:
        raise ValueError("the hand is not over")
    played.table = evolve(played.table, WallBuilt(2, whole_wall({})))
    return {
        "eddie": chairs[ended.next_eddie],
        "round_complete": ended.round_complete,
        "seats": {chair: played.name(Seat(seat)) for seat, chair in enumerate(chairs)},
    }


def plays(vector: Fields, document: Fields) -> Fields:
    """Play the vector's actions one after another from its position."""
    players = int(vector.get("players", 4))
    options = options_of(vector)
    eddie = eddie_for(players, options, vector["turn"], vector["racks"])
    played = PlayedTable(players, options, EddieFound(eddie))
    seats = {played.name(Seat(seat)): Seat(seat) for seat in range(players)}
    all_ofs = {name: _all_ofs(text) for name, text in vector.get("all_of", {}).items()}
    trays = {
        tray: {seats[name]: lying[how] for name, lying in all_ofs.items()}
        for how, tray in (("concealed", "concealed"), ("open", "claimed"), ("added", "added"))
    }
    position = lay_out(
        players,
        seats[vector["turn"]],
        {seats[name]: bones for name, bones in vector["racks"].items()},
        read_bones(vector["wall"]),
        eddie=eddie,
        first_pretty=vector.get("first_pretty") == "open",
        open={seats[name]: bones for name, bones in vector.get("open", {}).items()},
        pretties={seats[name]: bones for name, bones in vector.get("pretties", {}).items()},
        **trays,
    )
    played.table = evolve(played.table, position)
    for action in vector["actions"]:
        actor, _, rest = action.partition(" ")
        _act(played, seats[actor], rest)
    played.pass_for_everybody()
    played.settle()
    table = played.table
    expect = vector["expect"]
    return {
        **played.ending(),
        "over": "no" if table.ended is None else table.ended.how,
        "turn": played.name(find_next_seat(table.thrower, players) if table.phase == "calling" else table.turn),
        "left": table.wall.left,
        "owed": sum(table.racks.owed),
        "first_pretty": played.first_pretty(),
        "sheet": only_named(played.sheet(), expect.get("sheet", {})),
        "racks": in_any_order(played.racks(), expect.get("racks")),
        "pretties": in_any_order(played.pretties(), expect.get("pretties")),
        "open": in_any_order(played.trays(("pair",), named=False), expect.get("open")),
        "all_of": in_any_order(played.trays(_HOWS, named=True), expect.get("all_of")),
    }


def _act(played: PlayedTable, seat: Seat, action: str) -> None:
    verb, _, bones = action.partition(" ")
    if verb in ("yes", "do"):
        played.say(seat, Yes() if verb == "yes" else DoBone())
        return
    played.pass_for_everybody()
    if verb == "end":
        if played.table.phase == "turn":
            played.play(seat, Pass())
    elif verb == "discard":
        house = played.table.house
        while played.table.racks.owed[seat] and house.loose_after_discard == "not_allowed" and played.table.wall.left:
            played.play(seat, Pluck("loose"))
        played.play(seat, Discard(from_code(bones)))
    elif verb == "setout":
        played.play(seat, SetOut(from_code(bones)))
    else:
        played.play(seat, {"pluck": Pluck("wall"), "loose": Pluck("loose")}[verb])
    if played.table.calls.pending is not None:
        played.settle()


def sheets(vector: Fields, document: Fields) -> Fields:
    """Enter the vector's lines on the sheet, one after another."""
    names = vector["players"]
    played = PlayedTable(len(names), {})
    columns = []
    for line in vector["lines"]:
        check_entry(line, "who", "a_bit", "penalty")
        seat = Seat(names.index(line["who"]))
        paid: Event = make_payment(seat, len(names), "tie_up", "PB-68", line["a_bit"], bool(line.get("penalty")))
        played.table = evolve(played.table, paid)
        columns.append(dict(zip(names, played.table.sheet.scores, strict=True)))
    return {"sheet": columns}


SECTIONS: dict[str, Section] = {
    "hands": hands,  # PB-50, PB-52, PB-54 to PB-66: PB-55, PB-59, PB-62
    "breaks": breaks,
    "deals": deals,  # PB-15, PB-16, PB-20, PB-23
    "first_pretty": first_pretty,  # PB-24
    "pluck_for_eddie": pluck_for_eddie,  # PB-7, PB-8
    "next_eddie": next_eddie,  # PB-71, PB-72
    "calls": calls,  # PB-45, PB-46
    "plays": plays,  # PB-28, PB-29, PB-30, PB-42, PB-43, PB-49
    "sheets": sheets,
}
_HOUSE = {"players", "options", "preset"}
KNOWN: dict[str, set[str]] = {
    "hands": {"seat", "rack", "open", "all_of", "pretties", "do", "last"} | _HOUSE,
    "breaks": {"break"} | _HOUSE,
    "deals": {"break", "wall"} | _HOUSE,
    "first_pretty": {"events"} | _HOUSE,
    "pluck_for_eddie": {"rounds"} | _HOUSE,
    "next_eddie": {"chairs", "eddie", "first_eddie", "outcome"} | _HOUSE,
    "calls": {"mode", "window_ms", "discarder", "next_pluck_at", "next_discard_at", "calls"} | _HOUSE,
    "plays": {"racks", "open", "all_of", "pretties", "wall", "first_pretty", "turn", "actions"} | _HOUSE,
    "sheets": {"lines"} | _HOUSE,
}
