"""Apply events. Only this module writes `State`, and it never refuses an event."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Never

from games.bonedoneskis import events as e, rounds
from games.bonedoneskis.evaluation import packed
from games.bonedoneskis.evaluation.packed import DEALT, FRESH, STALE, Line, Placed, deal_street_of, place_of, put_up
from games.bonedoneskis.options import OPTIONS, House
from games.bonedoneskis.rulebook import list_slept
from games.bonedoneskis.shapes import RED_EIGHTS, find_snowmen, list_bare_pairs, list_krablers, list_rows
from games.bonedoneskis.state import Betting, SecretCall, State, copy_state
from games.bonedoneskis.view import BETTING, CALLING, CARRYING, DEALING, OPENING, TRADES, Phase
from games.core.folding import Folder, must_have, replace_at
from games.core.options import bind, restore
from games.core.seats import Seat
from games.core.window import EVERYONE, Window
from games.pieces.cards import Card, from_code

EXTENDING: Final = (from_code("Jh"), from_code("Jd"), from_code("Qs"))
"""The cards that extend the game (BD-15)."""


def _receive(state: State, seat: Seat, amount: int) -> None:
    if state.stacks[seat] or seat not in state.live_seats:
        state.stacks[seat] += amount
    else:  # BD-18
        state.aside = replace_at(state.aside, seat, state.aside[seat] + amount)


def _pay_fee(state: State, seat: Seat, amount: int) -> None:
    state.stacks[seat] -= amount
    state.fees += amount  # BD-17


def _lay(state: State, seat: Seat, line: Line) -> None:
    state.lines = replace_at(state.lines, seat, line)
    state.boards = replace_at(state.boards, seat, packed.mask_of_board(line))


def _note_fired(state: State, rule: str, seat: Seat | None = None) -> None:
    if (rule, seat) not in state.fired_rules:
        state.fired_rules = (*state.fired_rules, (rule, seat))


def _write_began(state: State, event: e.Began) -> None:
    state.house = bind(House, restore(OPTIONS, event.options))
    state.players = event.players
    state.bought = state.stacks_before = (state.house.buy_in,) * event.players
    state.stacks = list(state.bought)
    state.paid = [0] * event.players
    state.aside = state.holes = state.boards = (0,) * event.players
    state.lines = ((),) * event.players
    state.dealer = Seat(event.players - 1)
    state.phase = Phase.BETWEEN


def _write_topped_up(state: State, event: e.ToppedUp) -> None:
    state.stacks[event.seat] += event.amount
    state.bought = replace_at(state.bought, event.seat, state.bought[event.seat] + event.amount)


def _write_sat_down(state: State, event: e.SatDown) -> None:
    state.players += 1
    state.phase = Phase.BETWEEN  # the game was over if one player had all chips
    state.bought, state.stacks_before = (*state.bought, event.amount), (*state.stacks_before, event.amount)
    state.stacks.append(event.amount)
    state.paid.append(0)
    state.aside, state.holes, state.boards = (*state.aside, 0), (*state.holes, 0), (*state.boards, 0)
    state.lines = (*state.lines, ())
    if state.ended is not None:  # the last hand: the newcomer neither won nor lost
        state.last_up_by_seat.append(None)
        state.known_pairs, state.known_rows = (*state.known_pairs, ()), (*state.known_rows, ())
        state.ended = replace(state.ended, net=(*state.ended.net, 0))


def _write_hand_began(state: State, event: e.HandBegan) -> None:
    players = state.players
    state.phase = DEALING
    state.hand, state.dealer = event.hand, event.dealer
    state.stacks_before = tuple(state.stacks)
    state.stacks = [stack - ante for stack, ante in zip(state.stacks, event.antes, strict=True)]
    state.paid = list(event.antes)
    state.live_seats = tuple(
        seat for step in range(1, players + 1) if event.antes[seat := Seat((event.dealer + step) % players)]
    )
    state.aside = state.holes = state.boards = (0,) * players
    state.lines = ((),) * players
    state.last_up_by_seat = [None] * players
    state.known_pairs = state.known_rows = ((),) * players
    state.deck, state.muck = event.deck, ()
    state.street, state.length = 3, 6
    state.extends = state.any_carried_out = False
    state.dealt_to = state.bound = state.shown = state.declined = frozenset()
    state.called_krablers = frozenset()
    state.fees = state.arrival_number = 0
    state.last_dealt_up = state.snowmen = state.window = state.asked = state.vacant_place = None
    state.betting = state.duel = state.ended = None
    state.secret_calls = state.calls = state.outcomes = state.earlier_calls = state.fired_rules = ()
    state.beside = state.slept = state.folded = ()


def _write_extended(state: State, event: e.Extended) -> None:
    state.extends = False
    if not event.failed:
        state.length = event.length
        _note_fired(state, "BD-15")


def note_up_card(state: State, seat: Seat, card: Card) -> None:
    """Note a card dealt face up. It may start a duel (R16) or extend the game (BD-15)."""
    if card in RED_EIGHTS:
        state.snowmen = find_snowmen(state, seat, card) or state.snowmen
    state.last_dealt_up = (seat, card)
    state.last_up_by_seat[seat] = card
    if card in EXTENDING:
        _allow_extension(state)


def _allow_extension(state: State) -> None:
    if state.street == 5 or (state.street == 6 and state.length >= 7):
        state.extends = True


def _write_dealt(state: State, event: e.Dealt) -> None:
    street = event.street
    state.arrival_number += 1
    if street == 3:
        state.holes = tuple(2 if seat in state.live_seats else 0 for seat in range(state.players))
    up_bits, down_bits = packed.pack_deal_up(street, state.arrival_number), packed.pack_deal_down(street)
    laid, boards, dealt_to, count, may_call = list(state.lines), list(state.boards), list(state.dealt_to), 0, False
    for seat in state.live_seats:
        shown, down = event.up[seat], event.down[seat]
        laid[seat] = packed.with_dealt(laid[seat], down, shown, down_bits, up_bits)
        count += len(down)
        if shown is not None:
            count, may_call = count + 1, True
            boards[seat] |= 1 << shown
            note_up_card(state, seat, shown)
        if shown is not None or (street > 3 and down):
            dealt_to.append(seat)
    state.lines, state.boards = tuple(laid), tuple(boards)
    state.deck = state.deck[count:]
    state.dealt_to = frozenset(dealt_to)
    if len(dealt_to) == len(state.live_seats):
        may_call = may_call or any(line and packed.arrival_street_of(line[-1]) == street for line in laid)
        state.phase = TRADES if may_call else OPENING  # BD-8: no calls after a river dealt down


def _write_reshuffled(state: State, event: e.Reshuffled) -> None:
    state.deck, state.muck = event.deck, ()


def _write_asked(state: State, event: e.Asked) -> None:
    state.asked = event
    state.waiting_since = event.at
    state.phase = Phase.TRADING if event.rule == "R12" else Phase.CHOOSING


def _forget_question(state: State) -> None:
    """Drop the question and return to the phase that it interrupted: the round of trades, or the calls."""
    state.asked = None
    state.phase = CARRYING if state.calls else TRADES


def _write_traded(state: State, event: e.Traded) -> None:
    state.arrival_number += 1
    seat, other = event.seat, event.other
    own_line, other_line = list(state.lines[seat]), list(state.lines[other])
    here, there = place_of(state.lines[seat], event.gave), place_of(state.lines[other], event.got)
    own_line[here], other_line[there] = _put_up_traded(state, other_line[there]), _put_up_traded(state, own_line[here])
    _lay(state, seat, tuple(own_line))
    _lay(state, other, tuple(other_line))
    if event.fee:
        _pay_fee(state, seat, event.fee)
    _note_fired(state, event.rule, seat)
    _forget_question(state)


def _put_up_traded(state: State, placed: Placed) -> Placed:
    origin = FRESH if deal_street_of(placed) == state.street else STALE  # BD-5
    return put_up(placed, origin, state.street, state.arrival_number)


def _write_calls_opened(state: State, event: e.CallsOpened) -> None:
    state.phase = CALLING
    state.waiting_since = event.at
    state.window = Window(EVERYONE, event.at, event.speakers, 1000 * state.house.call_window_s)
    _move_calls_to_earlier(state)
    state.any_carried_out = False


def _move_calls_to_earlier(state: State) -> None:
    if state.calls:
        state.earlier_calls = (*state.earlier_calls, *zip(state.calls, state.outcomes, strict=True))
    state.secret_calls = state.calls = state.outcomes = ()


def _write_called(state: State, event: e.Called) -> None:
    state.secret_calls = (*state.secret_calls, SecretCall(event.seat, event.rule, event.holder, event.cards))


def _write_done_calling(state: State, event: e.DoneCalling) -> None:
    state.window = state.call_round.add_answer(event.seat, "done", event.at)


def _write_calls_closed(state: State, event: e.CallsClosed) -> None:
    state.window = None
    state.secret_calls = ()
    state.calls = event.calls
    state.outcomes = ("waiting",) * len(event.calls)
    state.phase = CARRYING if event.calls else OPENING


def _write_call_begun(state: State, event: e.CallBegun) -> None:
    place = state.outcomes.index("waiting")
    call = state.calls[place]
    state.outcomes = replace_at(state.outcomes, place, "lapsed" if event.lapsed else "done")
    if event.lapsed:
        return
    state.any_carried_out = True
    if call.rule not in ("R16", "R23", "R24", "R26"):
        _spend(state, call.seat, call.cards[0])


def _spend(state: State, seat: Seat, card: Card) -> None:
    line = state.lines[seat]
    place = place_of(line, card)
    _lay(state, seat, replace_at(line, place, packed.spend(line[place])))


def _write_choice_missed(state: State, event: e.ChoiceMissed) -> None:
    _spend(state, event.seat, event.cards[0])
    _forget_question(state)


def _write_fee_paid(state: State, event: e.FeePaid) -> None:
    seat = event.seat
    _pay_fee(state, seat, event.amount)
    if event.rule == "R6" and event.whole:
        line = state.lines[seat]
        place = place_of(line, event.cards[0])
        _lay(state, seat, replace_at(line, place, packed.activate(line[place])))
    elif event.rule == "R23":
        state.known_pairs = replace_at(state.known_pairs, seat, list_bare_pairs(state.lines[seat], state.boards[seat]))
    _note_fired(state, event.rule, seat)
    _forget_question(state)


def _write_sold(state: State, event: e.Sold) -> None:
    seat, line, board = event.seat, state.lines[event.seat], state.boards[event.seat]
    place = place_of(line, event.card)
    _pay_fee(state, seat, event.fee)
    _lay(state, seat, (*line[:place], *line[place + 1 :]))
    state.muck = (*state.muck, event.card)
    state.vacant_place = (seat, place)
    called_pairs = state.called_krablers.intersection(list_krablers(line, board, state.street))
    if called_pairs and all(event.card in pair for pair in called_pairs):  # R24: a sold 3 is no Krabler
        state.bound -= {seat}
    _note_fired(state, "R7", seat)


def _write_replaced(state: State, event: e.Replaced) -> None:
    seat, place = must_have(state.vacant_place, "vacant_place")
    state.arrival_number += 1
    line, street = state.lines[seat], state.street
    placed = put_up(packed.make_placed(event.card, street, True), DEALT, street, state.arrival_number)
    _lay(state, seat, (*line[:place], placed, *line[place:]))
    state.deck = state.deck[1:]
    state.vacant_place = None
    note_up_card(state, seat, event.card)


def _write_stolen(state: State, event: e.Stolen) -> None:
    state.arrival_number += 1
    victim, line = event.victim, state.lines[event.victim]
    place = place_of(line, event.card)
    _lay(state, victim, (*line[:place], *line[place + 1 :]))
    if place < state.holes[victim]:
        state.holes = replace_at(state.holes, victim, state.holes[victim] - 1)
    placed = put_up(line[place], STALE, state.street, state.arrival_number)
    _lay(state, event.seat, (*state.lines[event.seat], placed))
    _note_fired(state, "R4", event.seat)
    _forget_question(state)


def _write_turned_up(state: State, event: e.TurnedUp) -> None:
    state.arrival_number += 1
    _turn(state, event.seat, event.card, lambda placed: packed.turn_up(placed, state.street, state.arrival_number))
    if state.house.extend_on_reveal and event.card in EXTENDING:
        _allow_extension(state)
    _note_fired(state, event.rule, event.by)
    _forget_question(state)


def _write_turned_down(state: State, event: e.TurnedDown) -> None:
    _turn(state, event.seat, event.card, packed.turn_down)
    _note_fired(state, "R19", event.by)
    _forget_question(state)


def _turn(state: State, seat: Seat, card: Card, turn: Callable[[Placed], Placed]) -> None:
    _lay(state, seat, packed.with_turned(state.lines[seat], state.holes[seat], card, turn))


def _write_swapped(state: State, event: e.Swapped) -> None:
    seat, other = event.seat, event.other
    own_line, other_line = state.lines[seat], state.lines[other]
    own_card, other_card = own_line[event.place], other_line[event.other_place]
    _lay(state, seat, replace_at(own_line, event.place, other_card))
    _lay(state, other, replace_at(other_line, event.other_place, own_card))
    state.known_rows = replace_at(state.known_rows, seat, list_rows(state.lines[seat], state.boards[seat]))
    _note_fired(state, "R26", seat)
    _forget_question(state)


def _write_nine_paid(state: State, event: e.NinePaid) -> None:
    state.stacks = [stack - amount for stack, amount in zip(state.stacks, event.amounts, strict=True)]
    _receive(state, event.seat, sum(event.amounts))
    state.beside += tuple([("R21", Seat(seat), -amount) for seat, amount in enumerate(event.amounts)])
    state.beside += (("R21", event.seat, sum(event.amounts)),)
    _note_fired(state, "R21", event.seat)


def _write_duelled(state: State, event: e.Duelled) -> None:
    loser = event.second if event.winner == event.first else event.first
    state.stacks[loser] -= event.stake
    state.stacks[event.winner] += event.stake
    state.beside += (("R16", loser, -event.stake), ("R16", event.winner, event.stake))
    state.duel = event
    state.snowmen = None
    _note_fired(state, "R16")


def _write_krabler_bound(state: State, event: e.KrablerBound) -> None:
    state.bound |= {event.seat}
    state.called_krablers |= {(event.cards[0], event.cards[1])}
    _note_fired(state, "R24", event.seat)


def _write_betting_began(state: State, event: e.BettingBegan) -> None:
    house, seat = state.house, event.bring_in
    state.slept = (*state.slept, *list_slept(state))
    state.phase = BETTING
    state.waiting_since = event.at
    _move_calls_to_earlier(state)
    state.known_pairs = tuple(map(list_bare_pairs, state.lines, state.boards))
    state.known_rows = tuple(map(list_rows, state.lines, state.boards))
    bets, to_match = [0] * state.players, 0
    if seat is not None:
        state.stacks[seat] -= event.amount
        state.paid[seat] += event.amount
        bets[seat] = event.amount
        to_match = house.bring_in
    unit = house.small_bet if event.street < 5 else house.big_bet  # BD-13
    state.betting = betting = rounds.open_betting(event, state.list_able(), bets, to_match, unit)
    _settle_round(state, betting)


def _write_acted(state: State, event: e.Acted) -> None:
    betting, seat, amount = state.betting_round, event.seat, event.amount
    state.waiting_since = event.at
    state.stacks[seat] -= amount
    state.paid[seat] += amount
    raised = rounds.record_act(betting, seat, amount, event.full, not state.stacks[seat])
    if raised and state.bound:
        state.bound -= {seat}  # R24
    _settle_round(state, betting)


def _settle_round(state: State, betting: Betting) -> None:
    """List the acts of the next seat, or end the round if no seat has to act any more.

    A seat that owes nothing need not act if all others are all in.
    """
    if betting.acting and len(state.live_seats) > 1:
        first = betting.acting[0]
        if len(betting.able) > 1 or betting.bets[first] < betting.to_match:
            betting.acts = rounds.list_acts(betting, state.stacks[first], state.house.raise_cap, first in state.bound)
            return
    state.bound = frozenset()
    if state.street >= state.length or len(state.live_seats) == 1:
        state.phase = Phase.ENDING
    else:
        state.phase = DEALING
        state.street += 1
        state.dealt_to = frozenset()
        state.snowmen = None
        state.earlier_calls = ()


def _write_folded(state: State, event: e.Folded) -> None:
    seat = event.seat
    state.live_seats = tuple(other for other in state.live_seats if other != seat)
    state.muck = (*state.muck, *packed.cards_of(state.lines[seat]))  # BD-19
    state.folded = (*state.folded, (seat, state.lines[seat]))
    state.bound -= {seat}
    if state.phase == BETTING:
        state.waiting_since = event.at
        betting = state.betting_round
        rounds.remove_folded(betting, seat)
        _settle_round(state, betting)
    else:
        _note_fired(state, event.rule, seat)
        _forget_question(state)
        if len(state.live_seats) == 1:
            state.phase = Phase.ENDING
    _lay(state, seat, ())
    state.holes = replace_at(state.holes, seat, 0)


def _write_hand_ended(state: State, event: e.HandEnded) -> None:
    state.stacks = [before + net for before, net in zip(state.stacks_before, event.net, strict=True)]
    state.paid, state.aside, state.fees = [0] * state.players, (0,) * state.players, 0
    state.ended = event
    state.betting = state.window = state.asked = state.vacant_place = None
    state.bound = frozenset()
    state.shown = frozenset([hand.seat for hand in event.hands])
    if event.how == "bonedoneskis":
        _note_fired(state, "R10", event.seat)
    with_chips = state.players - state.stacks.count(0)
    state.phase = Phase.BETWEEN if with_chips > 1 or state.house.top_up else Phase.OVER


def _write_cards_shown(state: State, event: e.CardsShown) -> None:
    if event.line:
        state.shown |= {event.seat}
    else:
        state.declined |= {event.seat}


WRITERS: Final[dict[type, Callable[[State, Never], None]]] = {
    e.Began: _write_began, e.ToppedUp: _write_topped_up, e.SatDown: _write_sat_down,
    e.HandBegan: _write_hand_began, e.Extended: _write_extended,
    e.Dealt: _write_dealt, e.Reshuffled: _write_reshuffled, e.Asked: _write_asked, e.Traded: _write_traded,
    e.CallsOpened: _write_calls_opened, e.Called: _write_called, e.DoneCalling: _write_done_calling,
    e.CallsClosed: _write_calls_closed, e.CallBegun: _write_call_begun, e.ChoiceMissed: _write_choice_missed,
    e.FeePaid: _write_fee_paid, e.Sold: _write_sold, e.Replaced: _write_replaced, e.Stolen: _write_stolen,
    e.TurnedUp: _write_turned_up, e.TurnedDown: _write_turned_down, e.Swapped: _write_swapped,
    e.NinePaid: _write_nine_paid, e.Duelled: _write_duelled, e.KrablerBound: _write_krabler_bound,
    e.KingCalled: lambda state, event: _note_fired(state, "R25", event.seat), e.BettingBegan: _write_betting_began,
    e.Acted: _write_acted, e.Folded: _write_folded, e.HandEnded: _write_hand_ended, e.CardsShown: _write_cards_shown,
}  # fmt: skip

FOLDER: Final[Folder[State, e.Event]] = Folder(lambda: State(House()), copy_state, WRITERS)
evolve, fold = FOLDER.evolve, FOLDER.fold
