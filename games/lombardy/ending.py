"""The last call, the showing and the count (LB-8, LB-50 to LB-53, LB-70 to LB-73)."""

from collections.abc import Sequence

from games.core.refused import Refused
from games.core.seats import Seat
from games.lombardy.events import Counted, Event, GameOver, LastCall, Restarted, SaidDone, Shown
from games.lombardy.evolve import apply, evolve
from games.lombardy.moves import Done
from games.lombardy.scoring import count, floored, game_over, leaders
from games.lombardy.state import Table
from games.pieces.dominoes import Domino, in_mask, value

_DOUBLE_SIX = Domino(27)


def end_of_play(draft: Table, how: str, now: int) -> Sequence[Event]:
    """No more bones go down; the last call begins, unless nothing could be called in it (LB-52). Writes on the table
    handed in, a draft of the judge's own."""
    last_call = LastCall(how, now)
    apply(draft, (last_call,))
    if draft.house.automatic and (not draft.house.reneges or draft.spinner == _DOUBLE_SIX):
        return (last_call, *_count(draft))
    return (last_call, *last_call_over(draft, now))


def decide_done(table: Table, seat: Seat, move: Done, at: int, chance: object) -> Sequence[Event]:
    """Takes a "done" in a last call."""
    if seat in table.done or (seat == table.window and table.phase == "last_call"):
        raise Refused("LB-52", "done_already" if seat in table.done else "score_first")
    done = SaidDone(seat)
    return (done, *last_call_over(evolve(table, done), at))


def still_to_speak(table: Table) -> tuple[Seat, ...]:
    """For whom a last call waits: the player of the last bone while his score can be called, all others until they
    are done (LB-52)."""
    if table.phase not in ("no_lead", "last_call", "shown"):
        return ()
    spoken = set(table.done)
    if table.phase == "last_call" and table.last is not None and not table.house.automatic:
        spoken = (spoken - {table.last}) if table.window is not None else spoken | {table.last}
    return tuple(Seat(seat) for seat in range(table.players) if seat not in spoken)


def last_call_over(table: Table, now: int) -> Sequence[Event]:
    """What follows when everybody in a last call has spoken; nothing otherwise."""
    if table.phase not in ("no_lead", "last_call", "shown") or still_to_speak(table) or table.heard:
        return ()
    return close(table, now)


def close(table: Table, now: int) -> Sequence[Event]:
    """Ends a last call: the bones are gathered (LB-8), shown (`renege_closes`) or counted (LB-53)."""
    if table.phase == "no_lead":
        return (Restarted(table.sheet, (0,) * table.players, table.touched),)
    if table.phase == "last_call" and table.house.renege_closes == "showing" and table.house.reneges:
        return (Shown(now, _up(table)),)
    return _count(table)


def _up(table: Table) -> tuple[tuple[Domino, ...], ...]:
    return tuple(map(in_mask, table.holdings))


def _count(table: Table) -> Sequence[Event]:
    pips = tuple(map(value, table.holdings))
    out = table.last if table.how == "out" else None
    moved = count(pips, out, table.house)
    sheet = tuple(map(floored, table.sheet, moved))
    spared = tuple([new - old - by for new, old, by in zip(sheet, table.sheet, moved, strict=True)])
    counted = Counted(table.how, out, _up(table), pips, moved, spared, sheet)
    over, _ = game_over(sheet, table.touched, table.decider, table.house)
    return (counted, GameOver(leaders(sheet), sheet)) if over else (counted,)
