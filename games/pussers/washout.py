"""The nearest hands of racks: the story of a hand that nobody won (PB-49, PB-70), and what a player is building.

The story of a wash-out tells who came nearest, and where the bone that they lacked was. It is derived from racks that
lie open, so a house that keeps its racks shut has none. What a player is building follows from their own bones alone.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import takewhile
from typing import Final

from games.core.seats import Seat
from games.core.view import Building
from games.pieces.bones import Bone, count_kinds, with_more
from games.pussers.options import House
from games.pussers.robots.robot_aims import ANY, MAJORS, MOON, SINGLES, Aim, list_aims
from games.pussers.scoring import Claim, Verdict, score
from games.pussers.view import Chair, DiscardedBone, Near, TraySet, View, count_lying

_FULL: Final = 14
_MOST_NAMED: Final = 3
"""The most bones that are named together."""


def find_nearest(
    racks: tuple[tuple[Bone, ...], ...], chairs: tuple[Chair, ...], discards: tuple[DiscardedBone, ...], house: House
) -> tuple[Near, ...]:
    """The seats that came nearest in a hand that nobody won. `racks` and `chairs` are by seat."""
    measured = [measure(chair, racks, chairs, discards, house) for chair in chairs]
    fewest = min(near.lacking for near in measured)
    return tuple(near for near in measured if near.lacking == fewest)


@lru_cache(maxsize=64)
def measure(
    chair: Chair,
    racks: tuple[tuple[Bone, ...], ...],
    chairs: tuple[Chair, ...],
    discards: tuple[DiscardedBone, ...],
    house: House,
) -> Near:
    """Find out how near a seat came. If one bone was lacking, the result has every bone that would have done."""
    counts = count_kinds(racks[chair.seat])
    found = sorted(_list_completions(chair, counts, house, "wall"), key=lambda found: found[1].a_bit, reverse=True)
    if not found:
        lacking, aim = find_aim(chair.sets, counts, house)
        if lacking < 2:
            reasons = {verdict.reason for _, verdict in _list_completions(chair, counts, house, "wall", legal=False)}
            return Near(chair.seat, 2, "no_double" if reasons == {"no_double"} else "worthless")
        if lacking == _FULL:  # a tray that fits no hand (PB-53)
            return Near(chair.seat, lacking, "mixed")
        together = _list_missing(chair, counts, aim, house)
        lying = count_lying(discards, chairs)
        gone = any(counts[bone] + lying[bone] + together.count(bone) > 4 for bone in together)
        return Near(chair.seat, lacking, aim.name, together=() if gone else together)
    best = dict(reversed(found))  # of each bone the dearest verdict
    kinds = {"pure" if verdict.pure else verdict.kind for verdict in best.values()}
    held = tuple(
        (Seat(seat), count)
        for seat, rack in enumerate(racks)
        if seat != chair.seat and (count := sum(bone in best for bone in rack))
    )
    thrown = tuple(
        (discard.seat, number)
        for number, discard in enumerate(discards, 1)
        if discard.bone in best and discard.seat != chair.seat and discard.taken is None
    )
    dearest = tuple(dict.fromkeys(bone for bone, _ in found))
    # A seat whose rack may have changed since its last throw isn't told of a "Do Bone!" (PB-44).
    as_thrown = chair.rack % 3 == 1 and not (chair.owed or house.can_forget or house.can_miscount)
    wins = dict(_list_completions(chair, counts, house, "discard")) if as_thrown else {}
    passed = tuple(
        (one.seat, one.bone)
        for one in takewhile(lambda one: one.seat != chair.seat, reversed(discards))
        if one.bone in wins and one.taken is None
    )
    kind = kinds.pop() if len(kinds) == 1 else "any"
    return Near(chair.seat, 1, kind, dearest, held, thrown, passed=passed[::-1])


def _list_completions(
    chair: Chair, counts: bytes, house: House, source: str, legal: bool = True
) -> Iterator[tuple[Bone, Verdict]]:
    """Each bone from a source that would have made a legal hand, with its verdict; or if not `legal`, one below the
    minimum (PB-66). A seat with fourteen bones may put one aside."""
    extra = sum(counts) + 3 * len(chair.sets) - (_FULL - 1)
    if extra not in (0, 1):  # a miscounted rack
        return
    rests = [counts] if not extra else [with_more(counts, kind, -1) for kind in range(34) if counts[kind]]
    for rest in rests:
        for kind in range(34):
            rack = with_more(rest, kind)
            verdict = score(Claim(rack, chair.sets, chair.pretties, Bone(kind), source, False, chair.breeze), house)
            if verdict.legal if legal else verdict.reason in ("no_double", "under_minimum"):
                yield Bone(kind), verdict


def find_building(view: View) -> Building | None:
    """The nearest hand of the viewer's own bones, the bones for it that can still come, and the double that they have
    for it or lack (PB-66); None if the house tells nobody.

    It knows nothing that happened since their last move, so it never changes while a window is open. None too if no
    bone lacks, and outside a hand.
    """
    house = view.house
    if view.seat is None or not house.building or house.faithful or view.undealt or view.ending is not None:
        return None
    counts = count_kinds(view.standing)
    chair = view.chairs[view.seat]
    lacking, aim = find_aim(chair.sets, counts, house)
    if lacking < 1 or not view.rack:
        return None
    seen = _count_seen(view, view.seat)
    alike = [kind for kind in aim.inside if counts[kind] == (0 if aim in SINGLES else 2)]
    if lacking == 1:
        found = [
            (bone, verdict.reason)
            for legal in (True, False)
            for bone, verdict in _list_completions(chair, counts, house, "discard", legal)
        ]
        alike = sorted({bone for bone, reason in found if reason != "no_double"} or {bone for bone, _ in found})
    coming = tuple([kind for kind in alike if seen[kind] < 4])
    out = tuple([kind for kind in alike if kind not in coming])
    if out and (not coming if lacking == 1 else aim in SINGLES):
        return Building(lacking, aim.name, (), "out", out)
    return Building(lacking, aim.name, coming, *_find_double(chair, counts, house, lacking, aim))


def _count_seen(view: View, seat: Seat) -> Counter[int]:
    """Count the bones of each kind that a seat saw at its last move: its own, and those in the middle or on trays."""
    thrown = [number for number, one in enumerate(view.discards, 1) if one.seat == seat]
    last = len(view.discards) if view.plucked and view.turn == seat else max(thrown, default=0)
    seen = Counter[int](view.standing)
    for number, one in enumerate(view.discards[:last], 1):
        # Two or three go to the tray with a bone that was taken; the last bone may be taken later by another seat.
        taken = one.taken if one.taken == seat or number < last else None
        seen[one.bone] += 1 if taken is None else 3 + (TraySet("open", one.bone) in view.chairs[taken].sets)
    return seen


def _find_double(chair: Chair, counts: bytes, house: House, lacking: int, aim: Aim) -> tuple[str, tuple[int, ...]]:
    """The sentence about the doubles that own bones give, and the bones that it names; "" if a hand needs none, or if
    it may have one without them, pure or concealed (PB-62, PB-66)."""
    if not house.minimum_doubles or aim in SINGLES or (aim is MAJORS and house.majors == "fixed"):
        return "", ()
    if named := _list_doubling(chair, counts):
        return "double/has", named
    if not chair.breeze:
        return "double/eddie", ()
    if lacking == 1 and not any(_list_completions(chair, counts, house, "wall", legal=False)):
        return "", ()
    return "double/late" if len(chair.sets) == 4 else f"double/none/{chair.breeze}", ()


def needs_double(chair: Chair, house: House, counts: bytes = b"") -> bool:
    """True if a seat still needs a double for most hands (PB-66); `counts` is its rack, if that may give it one."""
    return bool(chair.breeze and house.minimum_doubles) and not _list_doubling(chair, counts)


def _list_doubling(chair: Chair, counts: bytes) -> tuple[int, ...]:
    """The kinds of a seat's bones that give it a double: dragons and its breeze, of which it has set out a pair or has
    three on its rack, and its own pretties (PB-62)."""
    held = {*chair.pretties, *[bone for _, bone in chair.sets], *[kind for kind, many in enumerate(counts) if many > 2]}
    own = chair.breeze
    return tuple([kind for kind in (31, 32, 33, 27 + own, 34 + own, 38 + own) if kind in held])


def find_aim(sets: tuple[TraySet, ...], counts: bytes, house: House) -> tuple[int, Aim]:
    """The fewest bones that complete the shape of a hand, without regard to its doubles, and its kind (PB-51 to PB-58);
    of several, Majors, which pay more."""
    found = [(_count_useful(counts, aim, sets), aim) for aim in list_aims(sets, house)]
    most, aim = max(found, key=lambda fit: (fit[0], fit[1] is MAJORS), default=(0, ANY))
    return _FULL - most, aim


def list_helpful(
    thrown: Iterable[DiscardedBone], sets: tuple[TraySet, ...], counts: bytes, house: House
) -> tuple[tuple[Seat, Bone], ...]:
    """The throwers and bones of `thrown`, a kind once and the latest last, that nobody took, that a rack has twice, and
    that would bring it a bone nearer as an Open pair, which rules out a Moon and Lizards (PB-41, PB-58)."""
    lacking, _ = find_aim(sets, counts, house)
    latest: dict[Bone, Seat] = {}
    for discard in thrown:
        if discard.taken is None and counts[discard.bone] == 2:
            latest.pop(discard.bone, None)
            latest[discard.bone] = discard.seat
    return tuple(
        (seat, bone)
        for bone, seat in latest.items()
        if find_aim((*sets, TraySet("pair", bone)), with_more(counts, bone, -2), house)[0] < lacking
    )


def _list_missing(chair: Chair, counts: bytes, aim: Aim, house: House) -> tuple[Bone, ...]:
    """The two or three bones that complete a legal hand of an aim; () if more lack, or if no bone of some set is there,
    so that any would do. Often other bones of the aim would do as well."""
    wanted = _list_wanted(counts, aim, chair.sets)
    if aim not in SINGLES and not all(counts[kind] for kind in wanted):
        return ()
    missing = [Bone(kind) for kind, most in wanted.items() for _ in range(counts[kind], most)]
    if not missing or len(missing) > _MOST_NAMED:
        return ()
    rack = bytes(wanted.get(kind, 0) for kind in range(len(counts)))
    claim = Claim(rack, chair.sets, chair.pretties, missing[-1], "wall", False, chair.breeze)
    return tuple(missing) if score(claim, house).legal else ()  # PB-66


def _count_useful(counts: bytes, aim: Aim, sets: tuple[TraySet, ...]) -> int:
    """The most bones of a rack and tray that can be part of a hand of an aim."""
    return 3 * len(sets) + sum([min(counts[kind], most) for kind, most in _list_wanted(counts, aim, sets).items()])


def _list_wanted(counts: bytes, aim: Aim, sets: tuple[TraySet, ...]) -> dict[int, int]:
    """The kinds of the nearest hand of an aim, each with the number of its bones that the hand has on the rack (PB-51,
    PB-57, PB-58).

    The kinds with the most bones make the sets, and the next one the double-up. Of different bones, a Moon may have two
    of any kind and a Lizard of a breeze; that kind is left out while the rack has no two.
    """
    if aim in SINGLES:
        doubled = [kind for kind in aim.inside[0 if aim is MOON else -4 :] if counts[kind] > 1]
        return dict.fromkeys(aim.inside, 1) | dict.fromkeys(doubled[:1], 2)
    kinds = sorted(aim.inside, key=lambda kind: -min(counts[kind], 3))
    return dict(zip(kinds, [3] * (4 - len(sets)) + [2], strict=False))
