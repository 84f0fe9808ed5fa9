"""Yes!, Do Bone!, and how they are settled (PB-40 to PB-48)."""

from games.core.chance import Chance
from games.core.refused import Refused
from games.core.seats import Seat, after
from games.core.window import Answer, Closing, Window
from games.pieces.bones import Bone, code
from games.pussers import ties
from games.pussers.aftermath import hand_over
from games.pussers.draft import Draft
from games.pussers.events import Called, Outcome, PluckReturned, Settled, TurnCame, TurnResumed, YesTaken
from games.pussers.moves import DoBone, Pass, Yes
from games.pussers.scoring import RULE_OF_REASON, payment
from games.pussers.state import Table
from games.pussers.turn import finish_throw, let_it_end, listening_race, take, throw, wall_end
from games.pussers.view import SetOut, has_let_it_go
from games.pussers.wall import exhausted


def can_take(table: Table, seat: Seat, bone: Bone) -> str:
    """What a true "Yes!" of a seat makes: "pair", "open", "added", or "" for a mistaken one (PB-41, PB-42)."""
    held = table.racks[seat][bone]
    if table.house.claim_onto_open_pair and SetOut("pair", bone) in table.sets[seat]:
        return "added"
    return "open" if held >= 3 else "pair" if held == 2 else ""


def _ear(table: Table, seat: Seat, rule: str) -> tuple[Window, Bone]:
    """The window and the bone that a seat may speak about, or Refused."""
    window, bone = table.window, table.bone
    if window is None or bone is None:
        raise Refused("PB-45" if table.discards else rule, "too_late" if table.discards else "nothing_to_call")
    if seat == table.thrower:
        raise Refused("PB-40", "own_discard")
    if window.said_by(seat) == "dobone":
        raise Refused("PB-82", "said_already")
    return window, bone


def yes(draft: Draft, seat: Seat, move: Yes, at: int, chance: Chance) -> None:
    """ "Yes!" to the latest discard (PB-41 to PB-43, PB-45)."""
    table = draft.table
    window, bone = _ear(table, seat, "PB-41")
    if table.heard == "fourth":
        raise Refused("PB-48", "only_dobone")
    late = table.yes_act is not None and at >= table.yes_act
    if late or table.yes_by is not None or not window.hears(seat, at):
        raise Refused("PB-45", "too_late")
    if exhausted(table):
        raise Refused("PB-49", "only_dobone")
    if not table.house.mistaken_calls and not can_take(table, seat, bone):  # PB-80
        raise Refused("PB-41", "not_enough", bone=code(bone))
    _said(draft, seat, "yes", at)


def pass_by(draft: Draft, seat: Seat, move: Pass, at: int, chance: Chance) -> None:
    """Let the bone go (PB-47); or, with the wall's last bone in hand, let the hand end (PB-49)."""
    table = draft.table
    if table.phase == "turn":
        throws = table.house.last_bone_discard and any(table.racks[seat])
        if seat != table.turn or not exhausted(table) or throws or table.pending is not None:
            raise Refused("PB-47", "nothing_to_pass")
        let_it_end(draft, seat, at)
        return
    window, _ = _ear(table, seat, "PB-47")
    if not window.hears(seat, at):
        raise Refused("PB-45", "too_late")
    _said(draft, seat, "pass", at)


def do_bone(draft: Draft, seat: Seat, move: DoBone, at: int, chance: Chance) -> None:
    """ "Do Bone!" on one's own bone or on one that can be called (PB-44)."""
    table = draft.table
    mine = table.phase == "turn" and seat == table.turn
    if mine and (table.pending is not None or (table.window and table.window.said_by(seat) == "dobone")):
        raise Refused("PB-47", "wait")
    if mine and has_let_it_go(table.discards, seat, table.plucked, table.do):
        raise Refused("PB-45", "too_late")
    if not mine:
        window, _ = _ear(table, seat, "PB-44")
        if table.yes_by is not None and not table.house.do_over_yes:
            raise Refused("PB-46", "taken")
        if not window.hears(seat, at):
            raise Refused("PB-45", "too_late")
    if not table.house.mistaken_calls:  # PB-80
        if mine and table.do is None:
            raise Refused("PB-44", "no_do_bone")
        if table.owed[seat]:
            raise Refused("PB-44", "owed", owed=table.owed[seat])
        verdict = ties.judged(table, seat)
        if not verdict.legal:
            raise Refused(RULE_OF_REASON[verdict.reason], verdict.reason)
    if mine and not (listening_race(table) and table.house.race_grace_ms):
        ties.settle_one(draft, seat, at)
    else:
        _said(draft, seat, "dobone", at)


def _said(draft: Draft, seat: Seat, said: str, at: int) -> None:
    table = draft.table
    draft.add(Called(seat, said, at))
    window = table.window
    instant = listening_race(table) and not table.house.race_grace_ms and said != "pass"
    if window is not None and (instant or (window.closing is Closing.EVERYONE and not window.waits_for)):
        settle(draft, at)


def deadline(table: Table) -> int | None:
    """When the table stops listening by itself, in milliseconds (PB-47)."""
    window, public = table.window, public_deadline(table)
    if window is None or window.closing is not Closing.RACE:
        return public
    times = [] if public is None else [public]
    times += [answer.at + window.grace_ms for answer in window.answers if answer.said != "pass"]
    return min(times, default=None)


def public_deadline(table: Table) -> int | None:
    """The part of the deadline that is no secret: whether anybody has called in a race does not move it."""
    window = table.window
    if window is None:
        return None
    times = [] if window.deadline is None else [window.deadline]
    if window.closing is Closing.RACE and table.pending is not None:
        times.append(table.pending.at + window.grace_ms)
    return min(times, default=None)


def lapse(draft: Draft, at: int) -> None:
    """The time for calls is over."""
    due = deadline(draft.table)
    if due is None or at < due:
        raise Refused("PB-47", "not_yet")
    settle(draft, at)


def settle(draft: Draft, at: int) -> None:
    """Settles what was called, and goes on with what waited for it (PB-46, PB-47)."""
    table = draft.table
    if table.window is None:
        return
    calls = [answer for answer in table.window.in_order() if answer.said != "pass"]
    if calls and _settle_calls(draft, table.window, calls, at):
        return
    _go_on(draft, at)


def _settle_calls(draft: Draft, window: Window, calls: list[Answer], at: int) -> bool:
    """Whether a call ended the hand or took the bone."""
    table = draft.table
    race = window.closing is Closing.RACE
    timely = [call for call in calls if _in_time(table, window, call)]
    if not race or table.house.do_over_yes:  # PB-46
        timely.sort(key=lambda call: call.said != "dobone")
    came_to: dict[Seat, str] = {}
    wrong: list[Seat] = []
    taker: Answer | None = None
    for call in timely:
        if taker is not None or (wrong and (race or call.said == "yes")):
            came_to[call.seat] = "beaten"
        elif call.said == "dobone":
            good = ties.judged(table, call.seat).legal
            came_to[call.seat] = "tied_up" if good else "shit_tie_up"
            if good:
                taker = call
            else:
                wrong.append(call.seat)  # PB-82
        elif table.bone is not None and can_take(table, call.seat, table.bone):
            came_to[call.seat] = "taken"
            taker = call
        else:
            came_to[call.seat] = "void"  # PB-81
    order = timely + [call for call in calls if call not in timely]
    outcomes = tuple(
        Outcome(call.seat, call.said, came_to.get(call.seat, "late"), call.at - window.opened_at) for call in order
    )
    voids = [seat for seat, what in came_to.items() if what == "void"]
    draft.add(Settled(outcomes))
    if table.house.mistaken_yes_a_bit:
        for seat in voids:
            fine = table.house.mistaken_yes_a_bit
            draft.add(payment(seat, table.players, "mistaken_yes", "PB-81", fine, penalty=True))
    for seat in wrong:
        ties.shit_tie_up(draft, seat)
    if taker is not None and taker.said == "dobone":
        ties.tie_up(draft, taker.seat, at)
    elif wrong:
        hand_over(draft, "shit_tie_up", wrong[0], at)
    elif taker is not None:
        _take(draft, taker.seat)
    return taker is not None or bool(wrong)


def _in_time(table: Table, window: Window, call: Answer) -> bool:
    """PB-45, where an act that closes a race came in after the call but was stamped before it."""
    if window.closing is not Closing.RACE:
        return True
    if call.said == "yes":
        return table.yes_act is None or call.at < table.yes_act
    if call.seat == table.turn and table.phase == "turn":
        return True
    return window.act_at is None or call.at < window.act_at


def _take(draft: Draft, seat: Seat) -> None:
    """The bone goes to whoever said "Yes!" (PB-41 to PB-43)."""
    table = draft.table
    bone = table.bone
    if bone is None:
        return
    if table.phase == "turn" and table.plucked:
        draft.add(PluckReturned(table.turn))  # E8 of the rulings
    draft.add(YesTaken(seat, bone, can_take(table, seat, bone)))


def _go_on(draft: Draft, at: int) -> None:
    table = draft.table
    pending, thrower = table.pending, table.thrower
    if table.heard == "fourth":
        draft.add(TurnResumed(table.turn))
        if table.thrown:
            finish_throw(draft, at)
    elif pending is not None:
        seat = pending.seat
        if pending.what == "wall":
            draft.add(TurnCame(seat))
            take(draft, seat, "wall", at)
            wall_end(draft, seat, at)
        elif pending.what == "discard" and pending.bone is not None:
            throw(draft, seat, pending.bone, at)
        else:
            hand_over(draft, "wash_out", None, at)
    elif not listening_race(table):
        if exhausted(table):
            hand_over(draft, "wash_out", None, at)
        else:
            draft.add(TurnCame(after(thrower, table.players)))
