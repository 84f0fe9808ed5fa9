"""Judge moves. The phase and the move's class choose the function that judges it. Then the table plays on by itself
until it needs a move."""

from collections.abc import Callable, Sequence
from typing import Final, Never

from games.bonedoneskis import moves, pots
from games.bonedoneskis.deadlines import deadline
from games.bonedoneskis.decisions import betting, calls, duties, streets, trades, turnings
from games.bonedoneskis.decisions.unfolding import Unfolding
from games.bonedoneskis.evaluation.packed import cards_of
from games.bonedoneskis.events import Began, CardsShown, Event, SatDown, ToppedUp
from games.bonedoneskis.options import OPTIONS, House
from games.bonedoneskis.state import State, copy_state
from games.bonedoneskis.view import Phase
from games.core.chance import Chance
from games.core.folding import Decided
from games.core.moves import Lapse, replace_malformed
from games.core.options import Options, bind, list_differing
from games.core.refused import Refused
from games.core.seats import Seat, is_seat


def begin(players: int, options: Options, at: int, chance: Chance) -> Sequence[Event]:
    """Seat the players with a buy-in each; the first hand waits for "next". Raises Refused (BD-1) for too few or too
    many players."""
    most = bind(House, options).max_seats
    if not 2 <= players <= min(8, most):
        raise Refused("BD-1", "players", players=players, most=most)
    return (Began(players, list_differing(OPTIONS, options)),)


def decide(state: State, seat: Seat | None, move: object, at: int, chance: Chance) -> Decided[State, Event]:
    """Judge the move. Raises Refused."""
    unfolding = Unfolding(copy_state(state), at, chance)
    play(unfolding, seat, replace_malformed(move))
    return unfolding.accept()


def play(unfolding: Unfolding, seat: Seat | None, move: object) -> None:
    """Judge the move and apply its consequences. A refused move leaves the state unchanged."""
    state, kind = unfolding.state, type(move)
    if kind is Lapse:
        _handle_lapse(unfolding)
    elif kind is moves.SitDown and seat is None:
        _sit_down(unfolding)
    else:
        judge = _JUDGES.get(state.phase, {}).get(kind)
        if judge is None or not is_seat(seat, state.players):
            raise _make_refusal(state, seat, kind)
        judge(unfolding, seat, move)  # type: ignore[arg-type]
    while (step := _STEPS.get(state.phase)) is not None:  # steps that need no move (BD-6)
        step(unfolding)


def _make_refusal(state: State, seat: Seat | None, kind: type) -> Refused:
    if kind is moves.Combine:
        return Refused("R20", "cards_speak")
    if not is_seat(seat, state.players):
        return Refused("BD-1", "no_seat")
    if kind is moves.Claim and state.phase == Phase.BETTING:
        return Refused("SM-1", "too_late")
    return Refused("BD-6", "not_now", phase=state.phase)


def _ask_for_trades(unfolding: Unfolding) -> None:
    if not trades.ask_next_trade(unfolding):
        calls.open_round(unfolding)


def _handle_lapse(unfolding: Unfolding) -> None:
    state, due = unfolding.state, deadline(unfolding.state)
    if due is None or unfolding.at < due:
        raise Refused("BD-22", "not_yet")
    if state.asked is not None:
        calls.handle_silence(unfolding, state.asked)
    elif state.phase == Phase.CALLING:
        calls.close_round(unfolding)
    else:
        betting.act_for_silent_seat(unfolding)


def _deal_next(unfolding: Unfolding, seat: Seat, move: moves.Next) -> None:
    streets.begin_hand(unfolding)


def _sit_down(unfolding: Unfolding) -> None:
    """Seat one more player between hands. The game goes on even if one player had won all chips.

    Raises Refused while a hand is under way (BD-6), or when all seats are taken (BD-1).
    """
    state = unfolding.state
    if state.phase not in (Phase.BETWEEN, Phase.OVER):
        raise Refused("BD-6", "not_now", phase=state.phase)
    most = min(8, state.house.max_seats)
    if state.players >= most:
        raise Refused("BD-1", "players", players=state.players + 1, most=most)
    unfolding.add(SatDown(Seat(state.players), state.house.buy_in))


def _top_up(unfolding: Unfolding, seat: Seat, move: moves.TopUp) -> None:
    state = unfolding.state
    most = find_most_top_up(state, seat)
    amount = move.amount or most
    if not 0 < amount <= most:
        raise Refused("BD-17", "top_up", most=most)
    unfolding.add(ToppedUp(seat, amount))


def find_most_top_up(state: State, seat: Seat) -> int:
    """The number of chips that the seat may add between hands, up to the buy-in (BD-17, `top_up`)."""
    return max(0, state.house.buy_in - state.stacks[seat]) if state.house.top_up and state.phase == Phase.BETWEEN else 0


def may_show(state: State, seat: Seat) -> bool:
    """True if the seat may still show its cards of the last hand, or decline to show them (BD-20)."""
    return state.ended is not None and seat in state.live_seats and seat not in state.shown | state.declined


def _show(unfolding: Unfolding, seat: Seat, move: moves.Show | moves.Muck) -> None:
    state = unfolding.state
    if not may_show(state, seat):
        raise Refused("BD-20", "nothing_to_show")
    cards = cards_of(state.lines[seat]) if isinstance(move, moves.Show) else ()
    unfolding.add(CardsShown(seat, cards))


_JUDGES: Final[dict[str, dict[type, Callable[[Unfolding, Seat, Never], None]]]] = {
    Phase.BETWEEN: {moves.Next: _deal_next, moves.TopUp: _top_up, moves.Show: _show, moves.Muck: _show},
    Phase.OVER: {moves.Show: _show, moves.Muck: _show},
    Phase.TRADING: {moves.Trade: trades.trade},
    Phase.CHOOSING: {
        moves.Trade: trades.trade,
        moves.Steal: trades.steal,
        moves.TurnUp: turnings.turn_up,
        moves.TurnCard: turnings.turn_card,
        moves.Pay: duties.pay_or_fold,
        moves.Fold: duties.pay_or_fold,
    },
    Phase.CALLING: {moves.Claim: calls.claim, moves.Done: calls.finish_calls},
    Phase.BETTING: {
        **dict.fromkeys((moves.Check, moves.Bet, moves.Call, moves.Complete, moves.Raise), betting.act),
        moves.AllIn: betting.go_all_in,
        moves.Fold: betting.fold,
    },
}
"""For each phase and class of move, the function that judges such a move."""
_STEPS: Final[dict[str, Callable[[Unfolding], None]]] = {
    Phase.DEALING: streets.deal_street,
    Phase.TRADES: _ask_for_trades,
    Phase.CARRYING: calls.carry_out_next,
    Phase.OPENING: betting.open_round,
    Phase.ENDING: pots.end_hand,
}
"""For each phase without a move, the step that the table takes by itself (BD-6)."""
