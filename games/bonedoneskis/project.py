"""Build views from a state, field by field. Only this code lets a seat see hidden cards."""

from typing import Final, NamedTuple

from games.bonedoneskis.deadlines import deadline
from games.bonedoneskis.decide import find_most_top_up, may_show
from games.bonedoneskis.decisions import betting, trades
from games.bonedoneskis.evaluation.packed import (
    ORIGINS,
    Placed,
    arrival_street_of,
    card_of,
    deal_street_of,
    is_spent,
    is_up,
    origin_of,
    up_street_of,
)
from games.bonedoneskis.evaluation.readings import BLACK_SIXES, RED_SIXES, find_schizo_reading, is_wild
from games.bonedoneskis.events import HandEnded
from games.bonedoneskis.pots import list_pots_so_far
from games.bonedoneskis.rulebook import BY_ID, FEE_RULES, NAMES, POWER, list_targets, list_triggers
from games.bonedoneskis.state import State
from games.bonedoneskis.view import (
    Chair,
    ClosedCall,
    Ending,
    LyingCard,
    Phase,
    Pot,
    Question,
    View,
    read_line,
)
from games.core.seats import Seat
from games.pieces.cards import Card, code

_KINDS: Final = {
    "R12": "trade",
    "R14": "trade",
    "R4": "steal",
    "R17": "turn_up",
    "R18": "turn_own",
    "R19": "turn_down",
    "R6": "pay",
    "R23": "pay",
}
"""For each rule that asks a seat, the kind of its question."""


def view(state: State, seat: Seat | None) -> View:
    """The table as `seat` (None: the crowd) may see it."""
    bets = _show_bets(state, seat)
    return View(
        seat=seat,
        players=state.players,
        phase=state.phase.value,
        hand=state.hand,
        to_act=_list_to_act(state, bets.turn),
        deadline=deadline(state),
        scores=_sum_scores(state),
        over=state.phase == Phase.OVER,
        dealer=state.dealer if state.hand else None,
        live_seats=state.live_seats,
        street=state.street,
        length=state.length,
        chairs=tuple(_show_chair(state, Seat(other), seat) for other in range(state.players)),
        pots=_list_pots(state),
        turn=bets.turn,
        bring_in=bets.bring_in,
        to_match=bets.to_match,
        bets_made=bets.made,
        owed=bets.owed,
        bet_to=bets.bet_to,
        acts=bets.acts,
        asked=_show_question(state),
        choosing_rule="" if state.asked is None or state.asked.rule == "R12" else state.asked.rule.lower(),
        callable=_list_callable(state, seat),
        said=tuple(
            f"{BY_ID[call.rule].name} {'+'.join(map(code, call.cards))}"
            for call in state.secret_calls
            if call.by == seat
        ),
        calls=_list_calls(state),
        duel=state.duel,
        slept=_list_slept(state, seat),
        deck_size=len(state.deck),
        ending=_show_ending(state, state.ended) if state.ended is not None else None,
        own_line=() if seat is None else dict(state.folded if state.ended else ()).get(seat, state.lines[seat]),
        most_top_up=find_most_top_up(state, seat) if seat is not None else 0,
        may_show=seat is not None and may_show(state, seat),
        house=state.house,
    )


def _list_slept(state: State, viewer: Seat | None) -> tuple[tuple[Seat, str, str, tuple[Card, ...]], ...]:
    """The free powers that the viewer did not call, and those of others whose cards everybody saw (`tell_slept`); ()
    until the hand is over. Who leaves a power with a fee may be right. Folded and mucked hands stay closed."""
    if state.ended is None:
        return ()
    seen = {
        seat: {card_of(placed) for placed in state.lines[seat] if is_up(placed) or seat in state.shown}
        for seat in (state.live_seats if state.house.tell_slept else ())
    }
    return tuple(
        (call.seat, BY_ID[call.rule].name, call.rule, call.cards)
        for call in state.slept
        if call.rule not in FEE_RULES and (call.seat == viewer or seen.get(call.seat, set()).issuperset(call.cards))
    )


class _Bets(NamedTuple):
    """The bets of the round under way, as a seat sees them."""

    turn: Seat | None = None
    bring_in: Seat | None = None
    to_match: int = 0
    made: int = 0
    owed: int = 0
    bet_to: int = 0
    acts: tuple[str, ...] = ()


def _show_bets(state: State, seat: Seat | None) -> _Bets:
    under_way = state.betting if state.phase == Phase.BETTING else None
    if under_way is None:
        return _Bets()
    turn = under_way.acting[0] if under_way.acting else None
    public = _Bets(turn, under_way.bring_in, under_way.to_match, under_way.bets_made)
    if seat is None or turn != seat:
        return public
    acts = under_way.acts
    may_go_all_in = any(amount == state.stacks[seat] for amount, _ in acts.values())
    bets = [amount for name, (amount, _) in acts.items() if name not in ("check", "call")]
    verbs = (*acts, *(("allin",) if may_go_all_in else ()), *(("fold",) if betting.may_fold(state) else ()))
    owed = acts["call"][0] if "call" in acts else 0
    return public._replace(owed=owed, bet_to=bets[0] + under_way.bets[seat] if bets else 0, acts=verbs)


def _sum_scores(state: State) -> tuple[int, ...]:
    """The winnings of each seat. While a hand is played, they are the winnings before that hand."""
    if _is_under_way(state):
        return tuple(before - bought for before, bought in zip(state.stacks_before, state.bought, strict=True))
    chips_by_seat = zip(state.stacks, state.paid, state.aside, state.bought, strict=True)
    return tuple(stack + paid + aside - bought for stack, paid, aside, bought in chips_by_seat)


def _list_calls(state: State) -> tuple[ClosedCall, ...]:
    present = ((call, _find_outcome(state, place)) for place, call in enumerate(state.calls))
    return tuple(
        ClosedCall(call.rule, BY_ID[call.rule].name, call.seat, call.cards, call.by, outcome)
        for call, outcome in (*state.earlier_calls, *present)
    )


def _list_pots(state: State) -> tuple[Pot, ...]:
    if not _is_under_way(state):
        return ()
    all_in = [seat for seat in state.live_seats if not state.stacks[seat]]
    return tuple(list_pots_so_far(state.paid, state.live_seats, state.fees, all_in))


def _is_under_way(state: State) -> bool:
    return state.ended is None and state.hand > 0


def _list_to_act(state: State, turn: Seat | None) -> tuple[Seat, ...]:
    if state.phase == Phase.CALLING and state.window is not None:
        return state.window.awaited
    if state.asked is not None:
        return (state.asked.seat,)
    return (turn,) if turn is not None else ()


def _find_outcome(state: State, place: int) -> str:
    """The outcome of a call of this round; "now" while the seat that the call asks has not answered."""
    outcome = state.outcomes[place]
    under_way = state.asked is not None and state.asked.rule != "R12"
    last = place + 1 == len(state.outcomes) or state.outcomes[place + 1] == "waiting"
    return "now" if outcome == "done" and under_way and last else outcome


def _show_chair(state: State, seat: Seat, viewer: Seat | None) -> Chair:
    live = seat in state.live_seats
    status = "out"
    if live:
        status = "live" if state.stacks[seat] or state.ended is not None else "all_in"
    elif state.hand and state.last_up_by_seat[seat] is not None:
        status = "folded"
    under_way = state.betting if state.phase == Phase.BETTING else None
    return Chair(
        seat=seat,
        state=status,
        line=tuple(_show_card(state, seat, placed, viewer) for placed in state.lines[seat]),
        stack=state.stacks[seat],
        bet=under_way.bets[seat] if under_way is not None else 0,
        paid=state.paid[seat],
        done=state.window is not None and state.window.find_answer(seat) is not None,
        krabler=seat in state.bound,
        shown=seat in state.shown,
    )


def _show_card(state: State, seat: Seat, placed: Placed, viewer: Seat | None) -> LyingCard:
    up = is_up(placed)
    seen = up or seat == viewer or (state.ended is not None and seat in state.shown)
    if not seen:
        return LyingCard(None, False, deal_street_of(placed))
    mark = ""
    if is_wild(placed, state.house.reading_rules):
        mark = "wild"
    elif card_of(placed) in RED_SIXES:
        mark = "dead"
    elif state.asked is not None and state.asked.rule == "R12" and state.asked.cards == (card_of(placed),):
        mark = "trade"
    elif state.ended is None and card_of(placed) in BLACK_SIXES:
        mark = "ace"
    elif state.ended is None and find_schizo_reading(placed, state.house.reading_rules):
        mark = f"four{up_street_of(placed)}"
    shows_origin = up and (state.ended is not None or arrival_street_of(placed) == state.street)
    origin = ORIGINS[origin_of(placed)] if shows_origin else ""
    return LyingCard(card_of(placed), up, deal_street_of(placed), mark, origin, up and is_spent(placed))


def _show_question(state: State) -> Question | None:
    asked = state.asked
    if asked is None:
        return None
    seat = asked.seat
    targets: tuple[Card, ...] = ()
    if asked.rule == "R12":
        targets = trades.list_trade_targets(state, seat)
    elif asked.rule == "R14":
        targets = list_targets(state, seat)
    elif asked.rule == "R4":
        targets = list_targets(state, seat, (2, 5))
    elif asked.rule == "R19":
        targets = tuple(card_of(placed) for other in state.live_seats for placed in state.lines[other] if is_up(placed))
    kind = _KINDS[asked.rule]
    amount = state.house.fee if asked.rule == "R14" else 0
    if kind == "pay":
        amount = min(state.house.fee, state.stacks[seat])
    name = "trade_card" if asked.rule == "R12" else BY_ID[asked.rule].name
    return Question(asked.rule, name, kind, seat, asked.cards, amount, targets)


def _list_callable(state: State, seat: Seat | None) -> tuple[str, ...]:
    """The rules of the Call menu: all rules (R29), or with reminders only the powers that the viewer holds (SM-1)."""
    if state.house.nighty_night != "reminders":
        return NAMES
    if seat is None or state.phase != Phase.CALLING:
        return ()
    called = {(call.rule, call.cards) for call in state.secret_calls if call.by == seat}
    return tuple(
        dict.fromkeys(
            trigger.rule.name
            for trigger in list_triggers(state)
            if trigger.rule.kind == POWER and trigger.seat == seat and (trigger.rule.id, trigger.cards) not in called
        )
    )


def _show_ending(state: State, ended: HandEnded) -> Ending:
    return Ending(
        how=ended.how,
        seat=ended.seat,
        hands=tuple(
            read_line(hand.seat, tuple(state.lines[hand.seat]), state.house.reading_rules) for hand in ended.hands
        ),
        pots=ended.pots,
        net=ended.net,
        rules=state.fired_rules,
        beside=state.beside,
    )
