"""Builds views from a state: the only code that lets a seat see hidden bones."""

from games.core.seats import Seat
from games.lombardy.deadlines import public_deadline
from games.lombardy.decisions.ending import list_still_to_speak
from games.lombardy.decisions.lead import find_own_answer
from games.lombardy.state import UNANSWERED, State
from games.lombardy.view import Phase, Step, View
from games.pieces.dominoes import dominoes_of


def view(state: State, seat: Seat | None) -> View:
    """The table as `seat`, or the crowd, may see it."""
    counted = state.counted
    playing = state.phase == Phase.PLAY
    return View(
        seat=seat,
        players=state.players,
        phase=state.phase.value,
        hand=state.hand,
        to_act=_list_to_act(state),
        deadline=public_deadline(state),
        scores=state.sheet,
        over=state.phase == Phase.OVER,
        deal=state.deal,
        turn=state.turn if playing else None,
        leader=state.leader if state.spinner is not None else None,
        holding=() if seat is None or not state.holdings else dominoes_of(state.holdings[seat]),
        answered=seat is not None and state.phase == Phase.LEAD and state.answers[seat] != UNANSWERED,
        answer=None if seat is None else find_own_answer(state, seat),
        counts=tuple(held.bit_count() for held in state.holdings),
        boneyard=len(state.boneyard),
        drawable=state.drawable,
        drew=state.drew,
        line=state.line,
        steps=tuple(Step(*step) for step in state.steps),
        to_score=state.to_score,
        waits=state.waiting_from is not None,
        last=state.last,
        above_shown=state.above_shown,
        reneges=state.can_renege,
        barred=tuple(sorted(state.barred)),
        pending=tuple(heard.words for heard in state.heard if heard.seat == seat),
        shown=tuple(map(dominoes_of, state.holdings)) if state.phase == Phase.SHOWN else (),
        touched=state.touched,
        ending=counted,
        winners=state.winners,
        quiet=state.quiet_from is not None,
        clockwise=state.clockwise,
        draws=tuple(state.draws),
        sheet_before=state.sheet_before,
        house=state.house,
        uncalled=() if counted is None else state.uncalled,
        miscalled=() if counted is None else state.miscalled,
    )


def _list_to_act(state: State) -> tuple[Seat, ...]:
    if state.phase == Phase.LEAD:
        return tuple(Seat(seat) for seat, answer in enumerate(state.answers) if answer == UNANSWERED)
    if state.phase == Phase.PLAY:
        waited_for = state.to_score if state.waiting_from is not None else None
        return (state.turn if waited_for is None else waited_for,)
    return list_still_to_speak(state)
