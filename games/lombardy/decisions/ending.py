"""Last calls, the showing and the count (LB-8, LB-50 to LB-53, LB-70 to LB-73)."""

from collections.abc import Sequence

from games.core.refused import Refused
from games.core.seats import Seat
from games.lombardy.events import Counted, GameOver, LastCall, Restarted, SaidDone, Shown
from games.lombardy.evolve import Unfolding
from games.lombardy.moves import Done
from games.lombardy.scoring import floor_column, judge_game_end, list_leaders, score_count
from games.lombardy.state import State
from games.lombardy.view import CALLING_PHASES, Phase
from games.pieces.dominoes import dominoes_of, pips_of


def end_play(unfolding: Unfolding, how: str) -> None:
    """End the laying of bones and begin the last call, or count at once if nothing could be called (LB-52)."""
    unfolding.add(LastCall(how, unfolding.at))
    close_if_done(unfolding)


def judge_done(unfolding: Unfolding, seat: Seat, move: Done) -> None:
    """Judge a "done" in a last call."""
    state = unfolding.state
    if seat in state.done or (seat == state.to_score and state.phase == Phase.LAST_CALL):
        raise Refused("LB-52", "done_already" if seat in state.done else "score_first")
    unfolding.add(SaidDone(seat))
    close_if_done(unfolding)


def list_still_to_speak(state: State) -> tuple[Seat, ...]:
    """The seats that a last call waits for: the player of the last bone while their score can be called, and every
    other player until they are done (LB-52), unless there can be no renege (LB-46, LB-91)."""
    if state.phase not in CALLING_PHASES:
        return ()
    if not state.can_renege:
        return () if state.to_score is None else (state.to_score,)
    spoken = state.done
    if (
        state.phase == Phase.LAST_CALL
        and state.last is not None
        and state.to_score is None
        and not state.house.automatic
    ):
        spoken |= {state.last}
    return tuple(Seat(seat) for seat in range(state.players) if seat not in spoken)


def close_if_done(unfolding: Unfolding) -> None:
    """Close a last call once everybody has spoken."""
    state = unfolding.state
    if state.phase in CALLING_PHASES and not list_still_to_speak(state) and not state.heard:
        close(unfolding)


def close(unfolding: Unfolding) -> None:
    """End a last call: gather the bones (LB-8), show them (`renege_closes`) or count them (LB-53)."""
    state = unfolding.state
    if state.phase == Phase.NO_LEAD:
        unfolding.add(Restarted(state.sheet, (0,) * state.players, state.touched))
    elif state.phase == Phase.LAST_CALL and state.house.renege_closes == "showing" and state.can_renege:
        unfolding.add(Shown(unfolding.at, tuple(map(dominoes_of, state.holdings))))
    else:
        count_hand(unfolding, state.how, state.last if state.how == "out" else None, state.holdings)


def count_hand(unfolding: Unfolding, how: str, out: Seat | None, holdings: Sequence[int]) -> None:
    """Count a hand by the bones that each seat has left, and end the game if it is over. `out` is the seat that went
    out, if any."""
    state = unfolding.state
    pips = tuple(map(pips_of, holdings))
    moved = score_count(pips, out, state.house)
    sheet = tuple(map(floor_column, state.sheet, moved))
    spared = tuple([new - old - change for new, old, change in zip(sheet, state.sheet, moved, strict=True)])
    over, _ = judge_game_end(sheet, state.touched, state.decider, state.house)
    unfolding.add(Counted(how, out, tuple(map(dominoes_of, holdings)), pips, moved, spared, sheet))
    if over:
        unfolding.add(GameOver(list_leaders(sheet), sheet))
