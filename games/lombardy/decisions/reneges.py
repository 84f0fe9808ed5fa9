"""Reneges: doubles held back or laid above the spinner, calls, and restarts (LB-40 to LB-47, LB-50, LB-51)."""

from games.core.refused import Refused
from games.core.seats import Seat
from games.lombardy.events import RenegeCalled, Restarted
from games.lombardy.evolve import Unfolding
from games.lombardy.moves import Renege
from games.lombardy.scoring import enter_score, find_loss
from games.lombardy.state import State
from games.lombardy.view import CALLING_PHASES, Phase
from games.pieces.dominoes import DOUBLE_SIX, DOUBLES, Domino


def judge_renege(unfolding: Unfolding, seat: Seat, move: Renege, said_at: int) -> None:
    """Judge a call of renege: a true one restarts the hand (LB-43), a mistaken one costs its caller (LB-44)."""
    state = unfolding.state
    if not state.house.hears_renege:
        raise Refused("LB-91", "reneges_off")
    if state.phase not in (Phase.PLAY, *CALLING_PHASES):
        raise Refused("LB-42", "too_late" if state.phase in (Phase.RESTART, Phase.COUNTED, Phase.OVER) else "not_yet")
    if state.spinner == DOUBLE_SIX:
        raise Refused("LB-46", "six_six_led")
    if seat in state.barred:
        raise Refused("LB-45", "asked_and_answered")
    if state.house.renege_closes == "next_play" and not state.held_open and not state.above_shown:
        raise Refused("LB-42", "too_late")
    held_back = tuple(other for other in state.held_back if other != seat and other in state.held_open)
    laid_above = tuple(other for other in state.above if other != seat)
    if not held_back and not laid_above:
        change = find_loss(state.sheet, seat, state.house.false_renege_penalty, state.house)
        unfolding.add(RenegeCalled(seat, False, (), (), change))
        return
    offenders = tuple(sorted({*held_back, *laid_above}))
    doubles = tuple(_find_double(state, other, other in held_back) for other in offenders)
    restarted = make_restart(state, held_back, offenders)
    unfolding.add(RenegeCalled(seat, True, offenders, doubles, 0))
    unfolding.add(restarted)


def _find_double(state: State, seat: Seat, held_back: bool) -> Domino:
    """The double that the seat held back, or otherwise the one it laid above the spinner (LB-43)."""
    if held_back:
        return next(double for double in reversed(DOUBLES) if state.dealt[seat] >> double & 1)
    return next(
        bone
        for player, bone, _ in reversed(state.steps)
        if player == seat and bone in DOUBLES and state.spinner is not None and bone > state.spinner
    )


def make_restart(state: State, held_back: tuple[Seat, ...], offenders: tuple[Seat, ...]) -> Restarted:
    """Make the event of a restart, with its sheet (LB-51, `restart_scores`).

    Of the offenders, only those who `held_back` a double pay the penalty (LB-42, LB-43).
    """
    sheet, touched = state.sheet, state.touched
    if state.house.restart_scores != "stand":
        sheet, touched = state.sheet_before, state.touched_before
    if state.house.restart_scores == "offenders_undone":
        for seat, change in state.entries:
            if seat not in offenders:
                sheet = enter_score(sheet, seat, change, state.house)
                touched = touched or max(sheet) >= state.house.target
    before = sheet
    for seat in held_back:
        sheet = enter_score(sheet, seat, -state.house.renege_penalty, state.house)
    losses = tuple(new - old for new, old in zip(sheet, before, strict=True))
    undone = tuple(new - old for new, old in zip(before, state.sheet, strict=True))
    return Restarted(sheet, losses, touched, undone)
