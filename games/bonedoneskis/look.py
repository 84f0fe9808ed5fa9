"""A table as one seat may see it, built from nothing: the only way out for hidden cards."""

from typing import Final

from games.bonedoneskis import betting, trades
from games.bonedoneskis.decide import deadline, may_show, may_top_up
from games.bonedoneskis.events import HandEnded
from games.bonedoneskis.line import SPENT, UP, came_on, card_of, dealt_on, source_of
from games.bonedoneskis.pots import pots_so_far
from games.bonedoneskis.readings import is_wild
from games.bonedoneskis.receipts import receipt_of
from games.bonedoneskis.rulebook import BY_ID, NAMES, POWER, targets, triggers
from games.bonedoneskis.state import Table
from games.bonedoneskis.view import Asked, Called, Chair, Duel, Ending, Lying, Pot, Shown, View, Won
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
_CAME: Final = ("", "dealt", "turned", "traded", "stale")


def view(table: Table, seat: Seat | None) -> View:
    """The table as `seat` (None: the crowd) may see it."""
    now, house = table.betting if table.phase == "betting" else None, table.house
    turn = now.acting[0] if now is not None and now.acting else None
    mine = now is not None and turn is not None and turn == seat
    acts = betting.possible(table) if mine else {}
    may_fold = mine and betting.may_fold(table)
    whole = mine and seat is not None and any(amount == table.stacks[seat] for amount, _ in acts.values())
    bets = [amount for name, (amount, _) in acts.items() if name not in ("check", "call")]
    return View(
        seat=seat,
        players=table.players,
        phase=table.phase,
        hand=table.hand,
        to_act=_to_act(table, turn),
        deadline=deadline(table),
        scores=tuple(
            stack + paid + aside - bought if not _running(table) else before - bought
            for stack, paid, aside, bought, before in zip(
                table.stacks, table.paid, table.aside, table.bought, table.before, strict=True
            )
        ),
        over=table.phase == "over",
        dealer=table.dealer if table.hand else None,
        order=table.order,
        street=table.street,
        length=table.length,
        chairs=tuple(_chair(table, Seat(other), seat) for other in range(table.players)),
        pots=_pots(table),
        turn=turn,
        bring_in=now.bring_in if now is not None else None,
        to_match=now.to_match if now is not None else 0,
        bets=now.count if now is not None else 0,
        owed=acts["call"][0] if "call" in acts else 0,
        bet_to=bets[0] + now.bets[turn] if bets and now is not None and turn is not None else 0,
        acts=(*acts, *(("allin",) if whole else ()), *(("fold",) if may_fold else ())),
        asked=_asked(table),
        callable=_callable(table, seat),
        said=tuple(_words(said.rule, said.cards) for said in table.said if said.by == seat),
        calls=tuple(
            Called(call.rule, BY_ID[call.rule].name, call.seat, call.cards, call.by, outcome)
            for call, outcome in (
                *table.earlier,
                *((call, _outcome(table, place)) for place, call in enumerate(table.calls)),
            )
        ),
        duel=Duel(table.duel.first, table.duel.second, table.duel.stake, table.duel.turns, table.duel.winner)
        if table.duel is not None
        else None,
        deck=len(table.deck),
        muck=len(table.muck),
        ending=_ending(table, table.ended) if table.ended is not None else None,
        may_top_up=may_top_up(table, seat) if seat is not None else 0,
        may_show=seat is not None and may_show(table, seat),
        reminders=house.reminders,
        anyone_calls=not house.holder_calls,
        ante=house.ante,
        small_bet=house.small_bet,
        big_bet=house.big_bet,
        fee=house.fee,
    )


def _pots(table: Table) -> tuple[Pot, ...]:
    if not _running(table):
        return ()
    all_in = [seat for seat in table.order if not table.stacks[seat]]
    return tuple(Pot(*each) for each in pots_so_far(table.paid, table.order, table.fees, all_in))


def _running(table: Table) -> bool:
    return table.ended is None and table.hand > 0


def _to_act(table: Table, turn: Seat | None) -> tuple[Seat, ...]:
    if table.phase == "calling" and table.window is not None:
        return table.window.waits_for
    if table.asked is not None:
        return (table.asked.seat,)
    return (turn,) if turn is not None else ()


def _outcome(table: Table, place: int) -> str:
    outcome = table.outcomes[place]
    under_way = table.asked is not None and table.asked.rule != "R12"
    last = place + 1 == len(table.outcomes) or table.outcomes[place + 1] == "waiting"
    return "now" if outcome == "done" and under_way and last else outcome


def _chair(table: Table, seat: Seat, viewer: Seat | None) -> Chair:
    live = seat in table.order
    state = "out"
    if live:
        state = "live" if table.stacks[seat] or table.ended is not None else "all_in"
    elif table.hand and table.latest_up[seat] is not None:
        state = "folded"
    now = table.betting if table.phase == "betting" else None
    return Chair(
        seat=seat,
        state=state,
        line=tuple(_lying(table, seat, it, viewer) for it in table.lines[seat]),
        holes=table.holes[seat],
        stack=table.stacks[seat],
        bet=now.bets[seat] if now is not None else 0,
        paid=table.paid[seat],
        aside=table.aside[seat],
        done=table.window is not None and table.window.said_by(seat) is not None,
        krabler=seat in table.bound,
        shown=seat in table.shown,
    )


def _lying(table: Table, seat: Seat, it: int, viewer: Seat | None) -> Lying:
    up = bool(it & UP)
    seen = up or seat == viewer or (table.ended is not None and seat in table.shown)
    if not seen:
        return Lying(None, False, dealt_on(it))
    mark = ""
    if is_wild(it, table.house.readings):
        mark = "wild"
    elif table.asked is not None and table.asked.rule == "R12" and table.asked.cards == (card_of(it),):
        mark = "trade"
    came = _CAME[source_of(it)] if up and came_on(it) == table.street else ""
    return Lying(card_of(it), up, dealt_on(it), mark, came, up and bool(it & SPENT))


def _asked(table: Table) -> Asked | None:
    asked = table.asked
    if asked is None:
        return None
    seat = asked.seat
    open_to: tuple[Card, ...] = ()
    if asked.rule == "R12":
        open_to = trades.takes(table, seat)
    elif asked.rule == "R14":
        open_to = targets(table, seat)
    elif asked.rule == "R4":
        open_to = targets(table, seat, (2, 5))
    elif asked.rule == "R19":
        open_to = tuple(card_of(it) for other in table.order for it in table.lines[other] if it & UP)
    kind = _KINDS[asked.rule]
    amount = table.house.fee if asked.rule == "R14" else 0
    if kind == "pay":
        amount = min(table.house.fee, table.stacks[seat])
    name = "trade_card" if asked.rule == "R12" else BY_ID[asked.rule].name
    return Asked(asked.rule, name, kind, seat, asked.cards, amount, open_to)


def _callable(table: Table, seat: Seat | None) -> tuple[str, ...]:
    """The Call menu: every rule, always (R29); with reminders the powers that the viewer holds (SM-1)."""
    if not table.house.reminders:
        return NAMES
    if seat is None or table.phase != "calling":
        return ()
    called = {(said.rule, said.cards) for said in table.said if said.by == seat}
    return tuple(
        dict.fromkeys(
            each.rule.name
            for each in triggers(table)
            if each.rule.kind == POWER and each.seat == seat and (each.rule.id, each.cards) not in called
        )
    )


def _words(rule: str, cards: tuple[Card, ...]) -> str:
    return f"{BY_ID[rule].name} {'+'.join(code(card) for card in cards)}"


def _ending(table: Table, ended: HandEnded) -> Ending:
    return Ending(
        how=ended.how,
        seat=ended.seat,
        hands=tuple(Shown(hand.seat, hand.value, hand.ranks, hand.plays) for hand in ended.hands),
        pots=tuple(
            Won(
                pot.kind,
                pot.amount,
                tuple((Seat(seat), share) for seat, share in enumerate(pot.shares) if share),
                pot.seats,
            )
            for pot in ended.pots
        ),
        net=ended.net,
        rules=table.fired,
        receipt=receipt_of(ended),
    )
