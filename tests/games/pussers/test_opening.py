"""The pluck for Eddie, wall, break, deal, sorting, First Pretty (PB-1 to PB-24)."""

import pytest

from bot.wording import ENGLISH, Words, word_log_line
from games.core import Seat, SecretChance, settle
from games.core.options import bind
from games.pieces.bones import FULL_SET, Bone, from_code, is_numbered, is_pretty
from games.pussers.decide import begin
from games.pussers.events import (
    Broken,
    EddieFound,
    Paid,
    SessionBegan,
    WallBuilt,
)
from games.pussers.evolve import fold
from games.pussers.options import OPTIONS, House
from games.pussers.view import breeze_of_stack
from games.pussers.wall import (
    TAIL,
    build_walls,
    find_next_place,
    find_own_wall_breaks,
    list_breaks,
    list_places_from_break,
    list_walls_from_eddie,
)
from tests.games.handed_chance import HandedChance
from tests.games.pussers.at_table import EDDIE, NORMIE, SAMMY, WALLY, TableAt, bones
from tests.refuses import refuses

PLAIN = tuple(bone for bone in FULL_SET if not is_pretty(bone))
PRETTIES = tuple(bone for bone in FULL_SET if is_pretty(bone))


def house(**options: object) -> House:
    return bind(House, settle(OPTIONS, options))  # type: ignore[arg-type]


def set_up_break(wall: tuple[Bone, ...], players: int = 4, **options: object) -> TableAt:
    """Build this wall; return the table, which waits for Eddie, the first seat, to break it."""
    settled = dict(settle(OPTIONS, options))  # type: ignore[arg-type]
    return TableAt.after([SessionBegan(players, settled, 0), WallBuilt(1, wall), EddieFound(EDDIE)])


def wall_with(places: dict[int, str], stack: int = 20) -> tuple[Bone, ...]:
    """A wall with bones at these places from the head, after a break at `stack`. Other pretties are far behind."""
    fixed = {(2 * stack + place) % 144: from_code(bone) for place, bone in places.items()}
    rest = list(PLAIN)
    spare = [bone for bone in PRETTIES if bone not in fixed.values()]
    for bone in fixed.values():
        if bone in rest:
            rest.remove(bone)
    middle = [(2 * stack + 100 + step) % 144 for step in range(len(spare))]
    fixed |= {place: bone for place, bone in zip(middle, spare, strict=True) if place not in fixed}
    kinds = [bone for copy in range(4) for bone in sorted(set(rest)) if rest.count(bone) > copy]
    free = iter(kinds)
    order = {place: fixed[place] if place in fixed else next(free) for place in list_places_from_break(stack)}
    return tuple(order[place] for place in range(144))


def test_pb_1_three_or_four_play() -> None:
    for players in (3, 4):
        assert fold(begin(players, settle(OPTIONS), 0, SecretChance(bytes(32), (), 0))).players == players
    with refuses("PB-1/players"):
        begin(2, settle(OPTIONS), 0, SecretChance(bytes(32), (), 0))


def test_pb_6_a_bone_of_another_wall_is_shown_and_put_back() -> None:
    wall = tuple(FULL_SET)
    table = TableAt.after([SessionBegan(4, dict(settle(OPTIONS)), 0), WallBuilt(1, wall)])
    shown = set()
    for number in range(108):
        events = TableAt.after(table.events).play_chance(SAMMY, "pluck", [number])
        shown.add(events[0].bone)
    own = set(wall[36:72]) - set(wall[:36]) - set(wall[72:])
    assert shown == set(wall) - own
    assert table.table.wall.left == 144


def pluck_for_eddie(rounds: list[tuple[Seat, str]], **options: object) -> TableAt:
    """Pluck for Eddie so that each seat shows its bone of `rounds`; return the table."""
    wall = tuple(Bone(kind) for _ in range(4) for kind in range(34)) + PRETTIES
    table = TableAt.after([SessionBegan(4, dict(settle(OPTIONS, options)), 0), WallBuilt(1, wall)])  # type: ignore[arg-type]
    for seat, bone in rounds:
        others = [place for place in range(144) if place // 36 != seat]
        place = next(place for place in others if wall[place] == from_code(bone))
        table.play_chance(seat, "pluck", [others.index(place)])
    return table


def test_pb_10_the_wall_has_every_bone_once() -> None:
    (_, built) = begin(4, settle(OPTIONS), 0, SecretChance(bytes(32), (), 0))
    assert isinstance(built, WallBuilt)
    assert sorted(built.wall) == sorted(FULL_SET)
    assert len(FULL_SET) == 144


def test_pb_11_and_pb_12_head_and_loose_take_from_both_sides_of_the_break() -> None:
    order = list_places_from_break(70)
    assert order[:6] == (140, 141, 142, 143, 0, 1)
    assert [order[place] for place in TAIL[:6]] == [138, 139, 136, 137, 134, 135]
    table = set_up_break(wall_with({}))
    table.say(EDDIE, "break 20")
    assert sum(table.view(None).wall) == 92
    assert table.view(None).wall[20:46] == bytes(26)


def test_pb_13_eddie_may_break_any_stack() -> None:
    table = set_up_break(wall_with({}))
    assert table.refusal(SAMMY, "break 20") == "PB-13/not_eddie"
    assert table.refusal(EDDIE, "break 72") == "PB-13/no_such_stack"
    assert table.refusal(EDDIE, "pluck") == "PB-26/not_now"
    table.say(EDDIE, "break 33")
    assert table.view(None).broken_at == 33


def test_pb_13_a_house_may_leave_the_break_to_chance() -> None:
    table = pluck_for_eddie([(EDDIE, "R8"), (SAMMY, "S4"), (WALLY, "B4")], break_choice="random")
    events = table.play_chance(NORMIE, "pluck", [0, 5])
    assert [event.stack for event in events if isinstance(event, Broken)] == [5]
    assert not any(isinstance(event, Paid) and event.reason == "own_wall" for event in events)


@pytest.mark.parametrize(("players", "clean"), [(4, range(18, 48)), (3, range(18, 54))])
def test_pb_14_the_breaks_that_keep_eddie_clean(players: int, clean: range) -> None:
    assert list_breaks(players, house()) == tuple(clean)
    assert list_breaks(players, house(enforcement="faithful")) == tuple(range(72))
    assert 60 not in find_own_wall_breaks(players, house(own_wall_scope="break_only"))
    assert not find_own_wall_breaks(players, house(break_choice="random"))


def test_pb_14_eddie_pays_for_their_own_wall_at_once_or_at_the_end() -> None:
    table = set_up_break(wall_with({}, 0))
    assert table.refusal(EDDIE, "break 0") == "PB-14/own_wall"
    table = set_up_break(wall_with({}, 0), enforcement="faithful")
    table.say(EDDIE, "break 0")
    assert table.table.sheet.scores == (-150, 50, 50, 50)
    table = set_up_break(wall_with({}, 0), enforcement="faithful", own_wall_due="end_of_hand")
    table.say(EDDIE, "break 0")
    assert (table.table.sheet.scores, table.table.own_wall_due) == ((0, 0, 0, 0), True)
    for sorter in (EDDIE, SAMMY, WALLY, NORMIE):
        table.say(sorter, "pass")
    table.say(EDDIE, "dobone")
    assert table.table.sheet.scores == (-300, 100, 100, 100)  # PB-82, and at the end of the hand PB-14


def test_pb_49_a_box_that_sorting_empties_ends_the_hand_before_it_begins() -> None:
    fours = dict(enumerate(["R1", "S1", "B1", "R2", "S2", "B2", "R3", "S3", "B3", "R4", "S4", "B4"]))
    places = {4 * turn + copy: bone for turn, bone in fours.items() for copy in range(4)}
    table = set_up_break(wall_with(places | {48: "F1", 49: "F2"}), loose="box")
    table.say(EDDIE, "break 20")
    assert [len(table.table.racks.sets[seat]) for seat in range(4)] == [3, 3, 3, 3]
    assert (table.table.phase, table.table.wall.left) == ("between", 144 - 52 - 14)
    assert table.table.ended is not None and table.table.ended.how == "wash_out"


def test_pb_17_the_two_ends_meet() -> None:
    table = TableAt("wall: R1 R2 R3; plucked: no; turn: eddie").table
    assert (find_next_place(table, "wall"), find_next_place(table, "loose")) == (0, 2)
    boxed = set_up_break(wall_with({}), loose="box")
    boxed.say(EDDIE, "break 20")
    assert boxed.table.wall.boxed.bit_count() == 14
    assert find_next_place(boxed.table, "loose") == TAIL[0]


def test_pb_21_a_pretty_never_stays_in_a_rack() -> None:
    table = set_up_break(wall_with({0: "F1", 48: "N2"}))
    table.say(EDDIE, "break 20")
    assert table.table.racks.pretties[0] == bones("F1 N2")
    faithful = TableAt("rack eddie: F1 R1 R3 R5 R7 R9 S2 S4 S6 S8 B1 B3 B5", enforcement="faithful")
    faithful.say(EDDIE, "pluck")
    assert faithful.refusal(EDDIE, "discard F1") == "PB-21/pretty"


def test_pb_22_four_alike_lie_face_down() -> None:
    table = set_up_break(wall_with({0: "DW", 1: "DW", 2: "DW", 3: "DW"}))
    table.say(EDDIE, "break 20")
    assert table.tray(EDDIE) == "DW:concealed"
    assert table.view(SAMMY).chairs[0].sets[0].bone is None
    assert table.view(EDDIE).chairs[0].sets[0].bone == from_code("DW")


def test_players_who_sort_their_own_racks_say_when_they_are_done() -> None:
    """PB-20, at a table where players set out their own pretties (PB-83)."""
    table = set_up_break(wall_with({48: "F1", 142: "B9"}), enforcement="faithful")
    table.say(EDDIE, "break 20")
    assert (table.table.phase, table.view(None).to_act) == ("sorting", (EDDIE,))
    assert table.words(EDDIE) == ["setout", "pass"]
    assert table.refusal(SAMMY, "pass") == "PB-20/not_yet"
    table.say(EDDIE, "setout F1")
    table.say(EDDIE, "pluck")
    assert from_code("B9") in table.view(EDDIE).rack
    for seat in (EDDIE, SAMMY, WALLY, NORMIE):
        table.say(seat, "pass")
    assert (table.table.phase, table.table.turn) == ("turn", EDDIE)


def test_pb_10_one_uneven_wall_is_short_and_one_long() -> None:
    built = {build_walls(house(walls="uneven"), HandedChance([short, onward, by]))
             for short in range(4) for onward in range(3) for by in range(3)}  # fmt: skip
    assert len(built) == 36
    assert all(sum(walls) == 72 and sorted(walls)[1:3] == [18, 18] and 14 <= min(walls) < 18 for walls in built)
    assert build_walls(house(), HandedChance()) == ()


@pytest.mark.parametrize(("own", "stack", "pays"), [(18, 18, False), (22, 18, True), (22, 22, False), (14, 14, False)])
def test_pb_14_a_longer_wall_of_their_own_catches_eddie(own: int, stack: int, pays: bool) -> None:
    """Stack 18 is safe if all walls have 18 stacks, and part of Eddie's own wall if that one is longer."""
    walls = (own, 36 - own, 18, 18)
    settled = dict(settle(OPTIONS, {"enforcement": "faithful", "walls": "uneven"}))
    table = TableAt.after([SessionBegan(4, settled, 0), WallBuilt(1, wall_with({}), walls), EddieFound(EDDIE)])
    assert table.view(EDDIE).walls == walls
    first, *_ = table.words(EDDIE)
    assert first == f"break {own}", "a robot, or a player who presses Anywhere, breaks just past Eddie's own wall"
    table.say(EDDIE, f"break {stack}")
    assert table.list_events(Broken)[-1].own_wall == pays


def test_pb_9_walls_belong_to_those_who_built_them_when_eddie_is_known() -> None:
    settled = dict(settle(OPTIONS, {"walls": "uneven"}))
    table = TableAt.after(
        [SessionBegan(4, settled, 0), WallBuilt(1, wall_with({}), (14, 18, 22, 18)), EddieFound(WALLY)]
    )
    assert table.view(None).walls == (22, 18, 14, 18)
    stacks = (0, 21, 22, 39, 40, 53, 54, 71)
    assert [breeze_of_stack(stack, (22, 18, 14, 18), house()) for stack in stacks] == [0, 0, 1, 1, 2, 2, 3, 3]
    right = house(direction="right")
    assert [breeze_of_stack(stack, (22, 18, 14, 18), right) for stack in stacks] == [0, 0, 3, 3, 2, 2, 1, 1]
    assert list_walls_from_eddie((15, 16, 20, 21), WALLY, 4, right) == (20, 16, 15, 21)
    assert list_walls_from_eddie((15, 16, 20, 21), WALLY, 3, right) == (20, 21, 16, 15), (
        "the wall that all build together is at the empty side"
    )


@pytest.mark.parametrize(("players", "eddie", "stack", "seats", "whose"), [
    (4, WALLY, 0, "fixed_chair", WALLY),
    (4, WALLY, 40, "fixed_chair", EDDIE),
    (4, WALLY, 71, "fixed_chair", SAMMY),
    (3, SAMMY, 18, "fixed_chair", WALLY),
    (3, SAMMY, 40, "fixed_chair", None),  # the empty chair's
    (3, SAMMY, 54, "floating", None),  # the wall that all build together
])  # fmt: skip
def test_pb_9_the_log_says_whose_wall_is_broken(
    players: int, eddie: Seat, stack: int, seats: str, whose: Seat | None
) -> None:
    settled = dict(settle(OPTIONS, {"players": players, "three_player_seats": seats, "enforcement": "faithful"}))
    table = TableAt.after([SessionBegan(players, settled, 0), WallBuilt(1, wall_with({})), EddieFound(eddie)])
    table.say(eddie, f"break {stack}")
    broken = table.list_events(Broken)[-1]
    assert broken.whose == whose
    told = word_log_line(broken, Words(ENGLISH, "pussers-bones", ("Bear", "Bull", "Able", "Baker")))
    name = None if whose is None else ("Bear", "Bull", "Able", "Baker")[whose]
    assert broken.own_wall or told == f"The wall is broken at stack {stack}" + (
        f", which is in {name}'s wall." if name else "."
    )


def test_pb_6_dice_name_the_first_eddie_and_each_is_as_likely() -> None:
    settled = settle(OPTIONS, {"eddie_by": "dice"})
    for die in range(4):
        events = begin(4, settled, 0, HandedChance([die], orders=[FULL_SET]))
        assert [event.seat for event in events if isinstance(event, EddieFound)] == [die]
        assert fold(events).phase == "breaking"
    broken = begin(4, settle(OPTIONS, {}, {"eddie_by": "dice", "break_choice": "random"}), 0, HandedChance([2, 5]))
    assert fold(broken).phase == "turn"


def test_a_bone_that_counts_is_numbered() -> None:
    assert [is_numbered(from_code(bone)) for bone in ("R1", "B9", "WE", "DW", "F4")] == [
        True,
        True,
        False,
        False,
        False,
    ]
