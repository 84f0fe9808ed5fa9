"""Applies events: the only writer of `State`. It never refuses."""

from collections.abc import Callable
from typing import Final, Never

from games.core import folding
from games.core.options import bind, restore
from games.core.seats import FIRST, Seat, list_seats_from
from games.lombardy import events as e
from games.lombardy.options import OPTIONS, House
from games.lombardy.scoring import enter_score, judge_game_end
from games.lombardy.state import NO_DOUBLE, UNANSWERED, State, copy_state, list_following
from games.lombardy.view import Phase
from games.pieces.dominoes import BIT, DOUBLE_MASK, Domino, mask
from games.pieces.line import Line


def _write_began(state: State, event: e.Began) -> None:
    state.house = bind(House, restore(OPTIONS, event.options))
    state.players, state.clockwise = event.players, not event.rightwards
    state.following = list_following(state.players, state.clockwise)
    state.sheet = (0,) * event.players
    state.phase = Phase.COUNTED


def _write_dealt(state: State, event: e.Dealt) -> None:
    state.phase = Phase.LEAD
    state.hand, state.deal = event.hand, event.deal
    state.dealt = tuple(map(mask, event.holdings))
    state.holdings = [*state.dealt]
    state.boneyard = event.boneyard
    state.answers = (UNANSWERED,) * state.players
    state.line = Line()
    state.drew, state.dry_row = False, 0
    state.to_score, state.waiting_from, state.quiet_from, state.last = None, None, None, None
    state.held_back, state.held_open, state.above, state.above_shown = (), (), (), False
    state.barred, state.heard, state.done = frozenset(), (), frozenset()
    state.how, state.counted, state.steps, state.draws, state.entries = "", None, [], [], ()
    state.uncalled = state.miscalled = ()
    state.sheet_before, state.touched_before = state.sheet, state.touched


def _write_answered(state: State, event: e.Answered) -> None:
    answers = list(state.answers)
    answers[event.seat] = NO_DOUBLE if event.double is None else event.double
    state.answers = tuple(answers)


def _write_led(state: State, event: e.Led) -> None:
    state.phase = Phase.PLAY
    state.leader = event.seat
    state.held_back, state.held_open = event.held_back, list_seats_from(FIRST, state.players)
    state.line = Line.begin(event.bone, spinner=True)
    _lay_down(state, event.seat, event.bone, "", event.at)


def _write_nobody_led(state: State, event: e.NobodyLed) -> None:
    state.phase = Phase.NO_LEAD
    state.since = event.at
    state.held_back, state.held_open = event.held_back, list_seats_from(FIRST, state.players)


def _write_laid(state: State, event: e.Laid) -> None:
    state.line = state.line.lay(event.bone, event.end)
    if state.house.hears_renege:
        _track_reneges(state, event)
    _lay_down(state, event.seat, event.bone, event.end, event.at)


def _track_reneges(state: State, event: e.Laid) -> None:
    """Update the reneges that can be called after this bone (LB-41, LB-42)."""
    seat, house = event.seat, state.house
    until_count = house.renege_closes == "count"
    if event.offence:
        state.above = (*state.above, seat) if until_count else (seat,)
    elif not until_count:
        state.above = ()
    state.above_shown = event.above or (until_count and state.above_shown)
    if house.renege_closes == "next_play":
        state.held_open = (seat,) if _was_held_back(state, seat, event.bone) else ()
    if event.above:
        state.barred = frozenset(other for other in state.barred if other == seat)  # LB-45


def _was_held_back(state: State, seat: Seat, bone: Domino) -> bool:
    """True if the seat had held this bone back when the doubles were called (LB-40).

    A seat holds back its highest double or, if every missed double counts, each of its doubles above the spinner.
    """
    kept = state.dealt[seat] & DOUBLE_MASK
    if seat not in state.held_back or not kept >> bone & 1:
        return False
    return bone == kept.bit_length() - 1 or (state.house.missed_doubles == "every" and bone > (state.line.first or 0))


def _lay_down(state: State, seat: Seat, bone: Domino, end: str, at: int) -> None:
    house = state.house
    state.holdings[seat] &= ~BIT[bone]
    state.steps.append((seat, bone, end))
    state.last, state.turn = seat, state.following[seat]
    state.drew, state.dry_row = False, 0
    state.to_score = None if house.automatic else seat
    state.total = state.line.sum_ends(True) if house.bare_ends_count else state.line.pips_at_ends
    if not house.automatic and state.total > 0 and state.total % 5 == 0:
        state.uncalled = (*state.uncalled, (seat, bone, state.total))
    state.waiting_from = at if house.holds_up else None
    state.quiet_from = at if house.robots_wait else None


def _write_drew(state: State, event: e.Drew) -> None:
    state.holdings[event.seat] |= 1 << event.bone
    state.boneyard = state.boneyard[1:]
    state.draws.append((event.seat, len(state.steps)))
    state.drew = True
    if state.house.score_closes == "next_action":
        state.to_score = None


def _write_passed(state: State, event: e.Passed) -> None:
    state.steps.append((event.seat, None, ""))
    state.dry_row = state.dry_row + 1 if event.dry else 0
    state.turn = state.following[event.seat]
    state.drew = False
    if state.house.score_closes == "next_action":
        state.to_score = None


def _enter(state: State, seat: Seat, change: int) -> None:
    state.sheet = enter_score(state.sheet, seat, change, state.house)
    state.entries = (*state.entries, (seat, change))
    state.touched = state.touched or max(state.sheet) >= state.house.target  # LB-70


def _write_called(state: State, event: e.Called) -> None:
    state.to_score = state.waiting_from = None
    if event.change > 0 and state.uncalled:
        state.uncalled = state.uncalled[:-1]  # only the score of the last bone can be called
    if not event.right:
        laid = [bone for _, bone, _ in state.steps if bone is not None][-1:]
        state.miscalled += tuple((event.seat, bone, event.number, state.total) for bone in laid)
    _enter(state, event.seat, event.change)


def _write_waived(state: State, event: e.Waived) -> None:
    state.to_score = state.waiting_from = None


def _write_wait_over(state: State, event: e.WaitOver) -> None:
    state.waiting_from = None


def _write_quiet_over(state: State, event: e.QuietOver) -> None:
    state.quiet_from = None


def _write_heard(state: State, event: e.Heard) -> None:
    state.heard = (*state.heard, event)


def _write_settled(state: State, event: e.Settled) -> None:
    state.heard = tuple(heard for heard in state.heard if heard.at > event.upto)


def _write_turned_down(state: State, event: e.TurnedDown) -> None:
    pass


def _write_renege_called(state: State, event: e.RenegeCalled) -> None:
    if not event.true:
        state.barred = state.barred | {event.seat}
        _enter(state, event.seat, event.change)


def _write_restarted(state: State, event: e.Restarted) -> None:
    state.phase = Phase.RESTART
    state.sheet = event.sheet
    state.touched = event.touched
    state.to_score = state.waiting_from = state.quiet_from = None


def _write_last_call(state: State, event: e.LastCall) -> None:
    state.phase = Phase.LAST_CALL
    state.how = event.how
    state.since = event.at
    state.waiting_from = state.quiet_from = None


def _write_said_done(state: State, event: e.SaidDone) -> None:
    state.done = state.done | {event.seat}


def _write_shown(state: State, event: e.Shown) -> None:
    state.phase = Phase.SHOWN
    state.since = event.at
    state.to_score = None
    state.done = frozenset()


def _write_counted(state: State, event: e.Counted) -> None:
    state.phase = Phase.COUNTED
    state.counted = event
    state.to_score = state.waiting_from = None
    state.sheet = event.sheet
    state.touched = state.touched or max(state.sheet) >= state.house.target  # LB-70
    state.deal = 0
    _, state.decider = judge_game_end(state.sheet, state.touched, state.decider, state.house)


def _write_game_over(state: State, event: e.GameOver) -> None:
    state.phase = Phase.OVER
    state.winners = event.winners


_WRITERS: Final[dict[type, Callable[[State, Never], None]]] = {
    e.Began: _write_began,
    e.Dealt: _write_dealt,
    e.Answered: _write_answered,
    e.Led: _write_led,
    e.NobodyLed: _write_nobody_led,
    e.Heard: _write_heard,
    e.Settled: _write_settled,
    e.TurnedDown: _write_turned_down,
    e.Laid: _write_laid,
    e.Drew: _write_drew,
    e.Passed: _write_passed,
    e.Called: _write_called,
    e.Waived: _write_waived,
    e.WaitOver: _write_wait_over,
    e.QuietOver: _write_quiet_over,
    e.RenegeCalled: _write_renege_called,
    e.Restarted: _write_restarted,
    e.LastCall: _write_last_call,
    e.SaidDone: _write_said_done,
    e.Shown: _write_shown,
    e.Counted: _write_counted,
    e.GameOver: _write_game_over,
}

FOLDER: Final[folding.Folder[State, e.Event]] = folding.Folder(lambda: State(House()), copy_state, _WRITERS)
Unfolding = folding.Unfolding[State, e.Event]
apply, evolve, fold = FOLDER.apply, FOLDER.evolve, FOLDER.fold
