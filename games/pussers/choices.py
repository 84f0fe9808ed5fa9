"""Moves open to a viewer, judged only by the public table and the viewer's own bones."""

from games.core.moves import Choice
from games.pieces.bones import Bone, is_pretty, with_more
from games.pussers.decisions.mistakes import list_bones_to_set_out
from games.pussers.hands import may_be_hand
from games.pussers.moves import Break, Discard, DoBone, Move, Mumble, Next, Pass, Pluck, SetOut, Unsay, Yes
from games.pussers.notation import write
from games.pussers.scoring import Claim, score
from games.pussers.view import Phase, TraySet, View, breeze_of_stack, find_callable_bone, has_passed_discard
from games.pussers.wall import list_clean_breaks


def choices(view: View) -> tuple[Choice[Move], ...]:
    """The moves open to the viewer.

    A guarded table lists correct calls only, and lists them first. Where calls can be mistaken, all are listed (PB-80).

    The crowd gets the words that anyone at the table might say now. In a race these words stay until the next throw,
    and are marked once they come too late. A throw before the pluck must be typed, since the player has not seen their
    working bone (PB-27). Where racks can be miscounted, this mistake is part of the game, and the throw has a button.
    """
    before_pluck = (view.phase != Phase.TURN or not view.plucked) and not view.exhausted
    must_type = before_pluck and not view.house.can_miscount
    return tuple(
        Choice(
            move,
            write(move),
            typed=must_type and isinstance(move, Discard),
            late=_is_late(view, move),
            line_below=f"scene/wall_of/{breeze_of_stack(move.stack, view.walls, view.house)}"
            if isinstance(move, Break)
            else "",
        )
        for move in list_moves(view)
    )


def _is_late(view: View, move: Move) -> bool:
    """True for a call that everybody knows to be too late in a race (PB-45, PB-47), or that the viewer has made.

    Before a pluck, the crowd's "Do Bone!" is not open: it only keeps its place, so that it never comes where "pluck"
    stood.
    """
    if isinstance(move, DoBone):
        open_now = view.latest is not None or view.fourth is not None or (view.phase == Phase.TURN and view.plucked)
        return view.seat is None and not open_now
    if isinstance(move, Yes):
        return not view.yes_open or view.answered == "yes"
    if not isinstance(move, Pass):
        return False
    if view.phase == Phase.TURN:  # with the wall's last bone in hand, a pass ends the hand (PB-49)
        return view.waiting or not view.exhausted
    return view.waiting or view.answered is not None


def list_moves(view: View) -> list[Move]:
    """The moves of `choices`."""
    if view.over:
        return []
    if view.phase == Phase.BETWEEN:
        return [Next()]
    if view.seat is None:
        return _list_for_crowd(view)
    if view.phase == Phase.BREAKING:
        return _list_breaks(view) if view.seat == view.eddie else []
    found: list[Move] = []
    if view.may_pluck:
        found += _list_plucks(view)
    if view.phase == Phase.PLUCKING_EDDIE:
        return found
    if view.house.sorts_by_hand:
        found += _list_set_outs(view)
    if view.phase == Phase.SORTING:
        return [*found, Pass()] if view.sorter == view.seat else found
    if view.phase == Phase.TURN and view.turn == view.seat:
        calls, throws = _list_in_turn(view)
        acts = [*throws, *found] if view.plucked else [*found, *throws]
        return [*acts, *calls] if view.house.can_call_wrongly else [*calls, *acts]
    if view.may_discard_first:
        found += _list_discards(view)
    elif view.house.can_miscount and view.seat not in view.mumbled:  # PB-85
        found.append(Mumble())
    return [*_list_calls(view), *found]


def _list_for_crowd(view: View) -> list[Move]:
    found: list[Move] = [Pluck()] if _somebody_plucks(view) else []
    if view.fourth is not None or (view.latest is not None and view.exhausted):
        return [DoBone(), Pass(), *found]
    if view.latest is not None:
        return [Yes(), DoBone(), Pass(), *found]
    if view.phase == Phase.PLUCKING_EDDIE:
        return found
    plucked = view.phase == Phase.TURN and view.plucked and not view.waiting
    return [DoBone(), *found] if plucked or found else []  # PB-44: the player must see if the call would be correct


def _somebody_plucks(view: View) -> bool:
    """True if everyone knows that some seat may pluck now (PB-6, PB-26, PB-28, PB-83 to PB-85)."""
    house = view.house
    if view.phase == Phase.PLUCKING_EDDIE:
        return bool(view.to_act)
    if view.waiting or view.exhausted:
        return False
    owed = any(chair.owed for chair in view.chairs)
    if view.phase == Phase.SORTING:
        return owed
    if view.phase == Phase.CALLING:
        return house.call_mode == "race"  # PB-45
    return view.phase == Phase.TURN and (owed or not view.plucked)


def _list_breaks(view: View) -> list[Move]:
    """Every stack at which the viewer may break. The first stack that spares their own wall leads (PB-14)."""
    first = list_clean_breaks(view.players, view.house, view.walls[0])[0]
    return [Break(stack) for stack in dict.fromkeys((first, *view.breaks))]


def _list_plucks(view: View) -> list[Move]:
    chair = view.chairs[view.seat or 0]
    may_choose_end = view.house.can_miscount and view.turn == view.seat and view.phase == Phase.TURN
    if may_choose_end and not view.house.can_forget and not chair.owed:
        if view.plucked:
            return [Pluck("loose")]
        return [Pluck("wall")] if view.source == "loose" else [Pluck("wall"), Pluck("loose")]
    return [Pluck()]


def _list_set_outs(view: View) -> list[Move]:
    mine = view.phase == Phase.SORTING or (view.phase == Phase.TURN and view.turn == view.seat)
    if view.seat is None or (not view.house.can_forget and not mine):
        return []
    if view.phase == Phase.SORTING and not _may_sort(view):
        return []
    if view.house.can_forget:  # always the same button, so that it reminds nobody (PB-83)
        return [SetOut()]
    return [SetOut(bone) for bone in list_bones_to_set_out(view.counts, view.chairs[view.seat].sets)]


def _may_sort(view: View) -> bool:
    if view.seat is None or view.sorter is None or view.eddie is None:
        return False
    return (view.seat - view.eddie) % view.players <= (view.sorter - view.eddie) % view.players


def _list_discards(view: View) -> list[Move]:
    """Every bone of the viewer that can be thrown, in the order of the rack, the working bone last."""
    return [Discard(bone) for bone in dict.fromkeys(view.standing) if not is_pretty(bone)]


def _list_in_turn(view: View) -> tuple[list[Move], list[Move]]:
    """Two lists for the player whose turn it is: the "Do Bone!" if it is open, and the moves that end the turn."""
    if view.seat is None or view.waiting or view.answered == "dobone":
        return [], []
    found: list[Move] = []
    late = has_passed_discard(view.discards, view.seat, view.plucked, view.do)
    if (view.house.can_call_wrongly and not late) or ties_up(view, None) or _ties_up_on_discard(view):
        found.append(DoBone())
    owed = view.chairs[view.seat].owed
    if view.exhausted:
        return found, _list_discards(view) if view.house.last_bone_discard and any(view.counts) else [Pass()]
    held_up = owed and view.house.loose_after_discard == "not_allowed" and not view.house.can_forget
    throws = (view.plucked or view.may_discard_first or view.house.can_miscount) and not held_up
    return found, _list_discards(view) if throws else []


def _ties_up_on_discard(view: View) -> bool:
    """True if the viewer has plucked but can still tie up on the discard before the pluck (PB-45, in a race)."""
    bone = find_callable_bone(view)
    if bone is None or view.working is None or view.source != "wall" or view.discards[-1].taken is not None:
        return False
    return ties_up(view._replace(counts=with_more(view.counts, view.working, -1)), bone)


def _list_calls(view: View) -> list[Move]:
    """The calls open to the viewer on the latest bone (PB-41 to PB-48)."""
    bone = find_callable_bone(view)
    if bone is None or view.answered == "dobone" or view.seat is None:
        return []
    may_be_wrong = view.house.can_call_wrongly
    found: list[Move] = []
    if (may_be_wrong or ties_up(view, bone)) and not _is_taken_for_good(view):
        found.append(DoBone())
    if view.yes_open and (may_be_wrong or can_take(view, bone)):
        found.append(Yes())
    if (
        view.answered == "yes"
        and view.phase == Phase.CALLING
        and view.call_mode != "race"
        and not must_take(view, bone)
    ):
        found.append(Unsay())
    if view.phase == Phase.TURN:
        return found
    return [Pass(), *found] if may_be_wrong else [*found, Pass()]


def _is_taken_for_good(view: View) -> bool:
    """True if a "Yes!" has taken the latest discard and no "Do Bone!" can beat it (PB-46, `do_over_yes`)."""
    return not view.house.do_over_yes and view.latest is not None and view.discards[view.latest].taken is not None


def can_take(view: View, bone: Bone) -> bool:
    """True if the viewer's "Yes!" would be correct (PB-41, PB-42)."""
    if view.rack.count(bone) >= 2:
        return True
    sets = view.chairs[view.seat or 0].sets
    return bool(sets) and view.house.claim_onto_open_pair and TraySet("pair", bone) in sets


def must_take(view: View, bone: Bone) -> bool:
    """True if the house makes the viewer call this discard for an All-Of (PB-42, `open_all_of_mandatory`)."""
    house = view.house
    forced = house.open_all_of_mandatory and not house.can_forget and view.call_mode != "race"
    return forced and view.fourth is None and view.yes_open and view.counts[bone] == 3


def ties_up(view: View, bone: Bone | None) -> bool:
    """True if the viewer's "Do Bone!" on `bone` would be good (PB-44); None stands for their own bone."""
    if view.seat is None:
        return False
    counts = view.counts
    singles = counts.count(1)
    if bone is None:
        # A hand of sets has no single bone of any kind, a Moon or a Lizard has twelve (PB-51, PB-57, PB-58).
        if 0 < singles < 12 or view.do is None:
            return False
    elif 1 < singles < 11:
        return False
    chair = view.chairs[view.seat]
    if chair.owed:
        return False
    if bone is not None:
        counts = with_more(counts, bone)
    if not may_be_hand(counts):
        return False
    do, source = (view.do, view.source) if bone is None else (bone, "discard")
    claim = Claim(counts, chair.sets, chair.pretties, do, source, view.exhausted, chair.breeze)
    return score(claim, view.house).legal
