"""Reneges: held back, laid above the spinner, asked and answered (LB-40 to LB-47, LB-50, LB-51)."""

from collections.abc import Sequence

from games.core.refused import Refused
from games.core.seats import Seat
from games.lombardy.events import Event, RenegeCalled, Restarted
from games.lombardy.moves import Renege
from games.lombardy.scoring import entered, loss
from games.lombardy.state import Table
from games.pieces.dominoes import DOUBLES, Domino

_DOUBLE_SIX = Domino(27)


def judge_renege(table: Table, seat: Seat, move: Renege, at: int, now: int) -> Sequence[Event]:
    """Judges a call of renege: true restarts the hand (LB-43), mistaken costs its caller (LB-44)."""
    if not table.house.reneges:
        raise Refused("LB-91", "reneges_off")
    if table.phase not in ("no_lead", "play", "last_call", "shown"):
        raise Refused("LB-42", "too_late" if table.phase in ("restart", "counted", "over") else "not_yet")
    if table.spinner == _DOUBLE_SIX:
        raise Refused("LB-46", "six_six_led")
    if seat in table.asked:
        raise Refused("LB-45", "asked_and_answered")
    if table.house.renege_closes == "next_play" and not table.held_open and not table.above_shown:
        raise Refused("LB-42", "too_late")
    backers = tuple(other for other in table.held_back if other != seat and other in table.held_open)
    layers = tuple(other for other in table.above if other != seat)
    if not backers and not layers:
        change = loss(table.sheet, seat, table.house.false_renege, table.house)
        return (RenegeCalled(seat, False, (), (), change),)
    offenders = tuple(sorted({*backers, *layers}))
    doubles = tuple(_double_of(table, other, other in backers) for other in offenders)
    return RenegeCalled(seat, True, offenders, doubles, 0), _restart(table, backers, offenders)


def _double_of(table: Table, seat: Seat, held_back: bool) -> Domino:
    """The double that the seat has held back, or else laid above the spinner (LB-43)."""
    if held_back:
        return next(double for double in reversed(DOUBLES) if table.dealt[seat] >> double & 1)
    return next(
        bone
        for player, bone, _ in reversed(table.plays)
        if player == seat and bone in DOUBLES and table.spinner is not None and bone > table.spinner
    )


def _restart(table: Table, backers: tuple[Seat, ...], offenders: tuple[Seat, ...]) -> Restarted:
    """The sheet of a restarted hand (LB-51, `restart_scores`), then the penalty of those who held back. Whoever the
    call did not look at or came too late for has no consequence to bear (LB-42, LB-43)."""
    sheet, touched = table.sheet, table.touched
    if table.house.restart_scores != "stand":
        sheet, touched = table.sheet_before, table.touched_before
    if table.house.restart_scores == "offenders_undone":
        for seat, change in table.entries:
            if seat not in offenders:
                sheet = entered(sheet, seat, change, table.house)
                touched = touched or max(sheet) >= table.house.target
    before = sheet
    for seat in backers:
        sheet = entered(sheet, seat, -table.house.renege_penalty, table.house)
    losses = tuple(new - old for new, old in zip(sheet, before, strict=True))
    return Restarted(sheet, losses, touched)
