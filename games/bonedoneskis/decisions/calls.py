"""Rounds of calls on a street: opening a round, calling, closing it, and carrying the calls out (BD-6 to BD-8, SM-1,
R29)."""

from collections.abc import Callable
from typing import Final

from games.bonedoneskis.decisions import betting, duties, trades, turnings
from games.bonedoneskis.decisions.unfolding import Unfolding
from games.bonedoneskis.events import (
    Asked,
    CallBegun,
    Called,
    CallsClosed,
    CallsOpened,
    CountedCall,
    DoneCalling,
    Event,
)
from games.bonedoneskis.moves import Claim, Done
from games.bonedoneskis.rulebook import BY_NAME, DUTY, POWER, Trigger, is_same_call, list_triggers, may_call
from games.bonedoneskis.state import SecretCall
from games.core.refused import Refused
from games.core.seats import Seat


def open_round(unfolding: Unfolding) -> None:
    """Open a round of calls (S3).

    With reminders (`nighty_night`), only holders of powers are asked, and duties count as called. If there are no
    holders, the round closes at once (SM-1).
    """
    state = unfolding.state
    if state.house.nighty_night != "reminders":
        unfolding.add(CallsOpened(unfolding.at, state.live_seats))
        return
    possible = list_triggers(state)
    holders = tuple(seat for seat in state.live_seats if any(t.rule.kind == POWER and t.seat == seat for t in possible))
    unfolding.add(CallsOpened(unfolding.at, holders))
    if not holders:
        close_round(unfolding)


def claim(unfolding: Unfolding, seat: Seat, move: Claim) -> None:
    """Record a call, secret until the round closes. Raises Refused (SM-1) if the seat may not call it now."""
    state, window = unfolding.state, unfolding.state.call_round
    if not window.hears(seat, unfolding.at):
        raise Refused("SM-1", "too_late" if seat in window.speakers else "not_live")
    rule = BY_NAME.get(move.rule)
    if rule is None:
        raise Refused("SM-1", "no_such_rule", name=move.rule)
    mine = {(said.rule, said.seat, said.cards) for said in state.secret_calls if said.by == seat}
    reason = "nothing_to_call"
    for trigger in list_triggers(state):
        if trigger.rule is not rule or not may_call(state, seat, trigger):
            continue
        if move.card is not None and move.card not in trigger.cards:
            continue
        if (rule.id, trigger.seat, trigger.cards) not in mine:
            unfolding.add(Called(seat, rule.id, trigger.seat, trigger.cards))
            return
        reason = "claimed"
    raise Refused("SM-1", reason, name=move.rule)


def finish_calls(unfolding: Unfolding, seat: Seat, move: Done) -> None:
    """Finish a seat's calls. The round closes when all seats are done. Raises Refused (SM-1) if the seat had finished
    before or may not call now."""
    window, at = unfolding.state.call_round, unfolding.at
    if not window.hears(seat, at):
        raise Refused("SM-1", "too_late" if seat in window.speakers else "not_live")
    if window.find_answer(seat):
        raise Refused("SM-1", "done_already")
    unfolding.add(DoneCalling(seat, at))
    if unfolding.state.call_round.is_closed(at):
        close_round(unfolding)


def close_round(unfolding: Unfolding) -> None:
    """Close the round of calls. Each trigger that somebody called counts once, in the order of BD-7."""
    state = unfolding.state
    said, reminded = state.secret_calls, state.house.nighty_night == "reminders"
    found = list_triggers(state) if said or reminded else ()
    if reminded:
        said = (*said, *(SecretCall(t.seat, t.rule.id, t.seat, t.cards) for t in found if t.rule.kind == DUTY))
    if not said:
        unfolding.add(CallsClosed(()))
        return
    calls = []
    for trigger in found:
        callers = tuple(dict.fromkeys(s.by for s in said if is_same_call(trigger, s.rule, s.seat, s.cards)))
        if callers:
            calls.append(CountedCall(trigger.rule.id, trigger.seat, trigger.cards, callers))
    unfolding.add(CallsClosed(tuple(calls)))


def announces_call(event: Event) -> bool:
    """True for the event that begins to carry out a call (BD-7). Until then calls are secret (SM-1)."""
    return isinstance(event, CallBegun)


def carry_out_next(unfolding: Unfolding) -> None:
    """Carry out the next call (S4, S5).

    A trade card dealt to replace a sold 3 is traded first (R7, R12). After the last call, another round of calls opens
    if any call was carried out; otherwise the betting opens.
    """
    state = unfolding.state
    if trades.ask_next_trade(unfolding):
        return
    if "waiting" not in state.outcomes:
        if state.any_carried_out:
            open_round(unfolding)
        else:
            betting.open_round(unfolding)
        return
    call = state.calls[state.outcomes.index("waiting")]
    live = next(
        (found for found in list_triggers(state) if is_same_call(found, call.rule, call.seat, call.cards)), None
    )
    unfolding.add(CallBegun(live is None))
    if live is not None:
        _CARRIED_OUT_BY[live.rule.id](unfolding, live)


def _ask(unfolding: Unfolding, trigger: Trigger) -> None:
    unfolding.add(Asked(trigger.rule.id, trigger.seat, trigger.cards, unfolding.at))


_CARRIED_OUT_BY: Final[dict[str, Callable[[Unfolding, Trigger], None]]] = {
    "R4": _ask,
    "R6": _ask,
    "R7": trades.sell,
    "R14": _ask,
    "R16": duties.play_war,
    "R17": _ask,
    "R18": _ask,
    "R19": _ask,
    "R21": duties.pay_nine,
    "R23": _ask,
    "R24": duties.bind_krabler,
    "R25": turnings.call_king,
    "R26": trades.swap_blind,
}
"""For each rule, the function that carries out a call of it."""


def handle_silence(unfolding: Unfolding, asked: Asked) -> None:
    """Handle an unanswered question (section 6 of the rulebook)."""
    _UNANSWERED[asked.rule](unfolding, asked)


_UNANSWERED: Final[dict[str, Callable[[Unfolding, Asked], None]]] = {
    "R4": trades.waste_power,
    "R6": duties.fold_silent_seat,
    "R12": trades.trade_by_default,
    "R14": trades.waste_power,
    "R17": trades.waste_power,
    "R18": turnings.turn_leftmost_up,
    "R19": trades.waste_power,
    "R23": duties.fold_silent_seat,
}
"""For each rule, the function that handles its question if nobody answers it."""
