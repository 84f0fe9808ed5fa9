"""The application of events: the only writer of `State`. It never refuses."""

from collections.abc import Callable
from typing import Final, Never

from games.bonedoneskis import events as e
from games.bonedoneskis import packed as lines
from games.bonedoneskis import rounds
from games.bonedoneskis.options import DEFAULT_HOUSE, OPTIONS, House
from games.bonedoneskis.packed import DEALT, FRESH, STALE, Line, Placed, deal_street_of, place_of, put_up
from games.bonedoneskis.shapes import RED_EIGHTS, bare_pairs, krablers, rows, snowmen
from games.bonedoneskis.state import Said, State, copy_state
from games.core.folding import Folder, present, put
from games.core.options import restore
from games.core.seats import Seat
from games.core.window import Closing, Window
from games.pieces.cards import Card, from_code

_EXTENDING: Final = (from_code("Jh"), from_code("Jd"), from_code("Qs"))


def _receive(state: State, seat: Seat, amount: int) -> None:
    if state.stacks[seat] or seat not in state.order:
        state.stacks[seat] += amount
    else:  # BD-18
        state.aside = put(state.aside, seat, state.aside[seat] + amount)


def _fee(state: State, seat: Seat, amount: int) -> None:
    state.stacks[seat] -= amount
    state.fees += amount  # BD-17


def _lay(state: State, seat: Seat, line: Line) -> None:
    state.lines = put(state.lines, seat, line)
    state.boards = put(state.boards, seat, lines.mask_of_board(line))


def _fired(state: State, rule: str) -> None:
    if rule not in state.fired:
        state.fired = (*state.fired, rule)


def _began(state: State, happened: e.Began) -> None:
    state.house = House.of(restore(OPTIONS, happened.options))
    state.players = happened.players
    state.bought = state.before = (state.house.buy_in,) * happened.players
    state.stacks = list(state.bought)
    state.paid = [0] * happened.players
    state.aside = state.holes = state.boards = (0,) * happened.players
    state.lines = ((),) * happened.players
    state.dealer = Seat(happened.players - 1)
    state.phase = "between"


def _topped_up(state: State, happened: e.ToppedUp) -> None:
    state.stacks[happened.seat] += happened.amount
    state.bought = put(state.bought, happened.seat, state.bought[happened.seat] + happened.amount)


def _hand_began(state: State, happened: e.HandBegan) -> None:
    players = state.players
    state.phase = "dealing"
    state.hand, state.dealer = happened.hand, happened.dealer
    state.before = tuple(state.stacks)
    state.stacks = [stack - ante for stack, ante in zip(state.stacks, happened.antes, strict=True)]
    state.paid = list(happened.antes)
    state.order = tuple(
        seat for step in range(1, players + 1) if happened.antes[seat := Seat((happened.dealer + step) % players)]
    )
    state.aside = state.holes = state.boards = (0,) * players
    state.lines = ((),) * players
    state.latest_up = [None] * players
    state.pairs = state.rows = ((),) * players
    state.deck, state.muck = happened.deck, ()
    state.street, state.length = 3, 6
    state.extends = state.carried = False
    state.got = state.bound = state.shown = state.declined = frozenset()
    state.krablers = frozenset()
    state.fees = state.serial = 0
    state.last_up = state.snowmen = state.window = state.current = state.asked = state.vacant = None
    state.betting = state.duel = state.ended = None
    state.said = state.calls = state.outcomes = state.earlier = state.fired = ()


def _extended(state: State, happened: e.Extended) -> None:
    state.extends = False
    if not happened.failed:
        state.length = happened.length
        _fired(state, "BD-15")


def note_up_card(state: State, seat: Seat, card: Card) -> None:
    """Note a card dealt face up, for the run of snowmen (R16) and the length of the game (BD-15)."""
    if card in RED_EIGHTS:
        state.snowmen = snowmen(state, seat, card) or state.snowmen
    state.last_up = (seat, card)
    state.latest_up[seat] = card
    if card in _EXTENDING:
        _may_extend(state)


def _may_extend(state: State) -> None:
    if state.street == 5 or (state.street == 6 and state.length >= 7):
        state.extends = True


def _dealt(state: State, happened: e.Dealt) -> None:
    street = happened.street
    state.serial += 1
    if street == 3:
        state.holes = tuple(2 if seat in state.order else 0 for seat in range(state.players))
    as_up, as_down = lines.pack_deal_up(street, state.serial), lines.pack_deal_down(street)
    laid, boards, got, count = list(state.lines), list(state.boards), list(state.got), 0
    for seat in state.order:
        shown, down = happened.up[seat], happened.down[seat]
        laid[seat] = lines.with_dealt(laid[seat], down, shown, as_down, as_up)
        count += len(down)
        if shown is not None:
            count += 1
            boards[seat] |= 1 << shown
            note_up_card(state, seat, shown)
        if shown is not None or (street > 3 and down):
            got.append(seat)
    state.lines, state.boards = tuple(laid), tuple(boards)
    state.deck = state.deck[count:]
    state.got = frozenset(got)
    if len(got) == len(state.order):
        calls = any(held and lines.arrival_street_of(held[-1]) == street for held in state.lines)
        state.phase = "trades" if calls else "opening"  # BD-8: no calls after a river dealt down


def _reshuffled(state: State, happened: e.Reshuffled) -> None:
    state.deck, state.muck = happened.deck, ()


def _asked(state: State, happened: e.Asked) -> None:
    state.asked = happened
    state.since = happened.at
    state.phase = "trading" if happened.rule == "R12" else "choosing"


def _answered(state: State) -> None:
    """Return to the phase that the question interrupted: the round of trades, or the calls."""
    state.asked = None
    state.phase = "carrying" if state.calls else "trades"


def _traded(state: State, happened: e.Traded) -> None:
    state.serial += 1
    seat, other = happened.seat, happened.other
    mine, theirs = list(state.lines[seat]), list(state.lines[other])
    here, there = place_of(state.lines[seat], happened.gave), place_of(state.lines[other], happened.got)
    mine[here], theirs[there] = _fresh(state, theirs[there]), _fresh(state, mine[here])
    _lay(state, seat, tuple(mine))
    _lay(state, other, tuple(theirs))
    if happened.fee:
        _fee(state, seat, happened.fee)
    _fired(state, happened.rule)
    _answered(state)


def _fresh(state: State, placed: Placed) -> Placed:
    source = FRESH if deal_street_of(placed) == state.street else STALE  # BD-5
    return put_up(placed, source, state.street, state.serial)


def _calls_opened(state: State, happened: e.CallsOpened) -> None:
    state.phase = "calling"
    state.since = happened.at
    state.window = Window(Closing.EVERYONE, happened.at, happened.speakers, state.house.call_window_ms)
    _put_away(state)
    state.carried = False


def _put_away(state: State) -> None:
    if state.calls:
        state.earlier = (*state.earlier, *zip(state.calls, state.outcomes, strict=True))
    state.said = state.calls = state.outcomes = ()


def _called(state: State, happened: e.Called) -> None:
    state.said = (*state.said, Said(happened.seat, happened.rule, happened.holder, happened.cards))


def _done_calling(state: State, happened: e.DoneCalling) -> None:
    state.window = state.calling.add_answer(happened.seat, "done", happened.at)


def _calls_closed(state: State, happened: e.CallsClosed) -> None:
    state.window = None
    state.said = ()
    state.calls = happened.calls
    state.outcomes = ("waiting",) * len(happened.calls)
    state.phase = "carrying" if happened.calls else "opening"


def _call_begun(state: State, happened: e.CallBegun) -> None:
    place = state.outcomes.index("waiting")
    call = state.calls[place]
    state.outcomes = put(state.outcomes, place, "lapsed" if happened.lapsed else "done")
    if happened.lapsed:
        return
    state.current = call
    state.carried = True
    if call.rule not in ("R16", "R23", "R24", "R26"):
        _spend(state, call.seat, call.cards[0])


def _spend(state: State, seat: Seat, card: Card) -> None:
    line = state.lines[seat]
    place = place_of(line, card)
    _lay(state, seat, put(line, place, lines.spend(line[place])))


def _choice_missed(state: State, happened: e.ChoiceMissed) -> None:
    _spend(state, happened.seat, happened.cards[0])
    _answered(state)


def _fee_paid(state: State, happened: e.FeePaid) -> None:
    seat = happened.seat
    _fee(state, seat, happened.amount)
    if happened.rule == "R6" and happened.whole:
        line = state.lines[seat]
        place = place_of(line, happened.cards[0])
        _lay(state, seat, put(line, place, lines.activate(line[place])))
    elif happened.rule == "R23":
        state.pairs = put(state.pairs, seat, bare_pairs(state.lines[seat], state.boards[seat]))
    _fired(state, happened.rule)
    _answered(state)


def _sold(state: State, happened: e.Sold) -> None:
    seat, line = happened.seat, state.lines[happened.seat]
    place = place_of(line, happened.card)
    _fee(state, seat, happened.fee)
    _lay(state, seat, (*line[:place], *line[place + 1 :]))
    state.muck = (*state.muck, happened.card)
    state.vacant = (seat, place)
    called = state.krablers.intersection(krablers(line, state.street))
    if called and all(happened.card in pair for pair in called):  # R24: a sold 3 is no Krabler
        state.bound -= {seat}
    _fired(state, "R7")


def _replaced(state: State, happened: e.Replaced) -> None:
    seat, place = present(state.vacant, "vacant")
    state.serial += 1
    line, street = state.lines[seat], state.street
    placed = put_up(lines.make_placed(happened.card, street, True), DEALT, street, state.serial)
    _lay(state, seat, (*line[:place], placed, *line[place:]))
    state.deck = state.deck[1:]
    state.vacant = None
    note_up_card(state, seat, happened.card)


def _stolen(state: State, happened: e.Stolen) -> None:
    state.serial += 1
    victim, line = happened.victim, state.lines[happened.victim]
    place = place_of(line, happened.card)
    _lay(state, victim, (*line[:place], *line[place + 1 :]))
    if place < state.holes[victim]:
        state.holes = put(state.holes, victim, state.holes[victim] - 1)
    placed = put_up(line[place], STALE, state.street, state.serial)
    _lay(state, happened.seat, (*state.lines[happened.seat], placed))
    _fired(state, "R4")
    _answered(state)


def _turned_up(state: State, happened: e.TurnedUp) -> None:
    state.serial += 1
    _turn(state, happened.seat, happened.card, lambda placed: lines.turn_up(placed, state.street, state.serial))
    if state.house.extend_on_reveal and happened.card in _EXTENDING:
        _may_extend(state)
    _fired(state, happened.rule)
    _answered(state)


def _turned_down(state: State, happened: e.TurnedDown) -> None:
    _turn(state, happened.seat, happened.card, lines.turn_down)
    _fired(state, "R19")
    _answered(state)


def _turn(state: State, seat: Seat, card: Card, turned: Callable[[Placed], Placed]) -> None:
    _lay(state, seat, lines.with_turned(state.lines[seat], state.holes[seat], card, turned))


def _swapped(state: State, happened: e.Swapped) -> None:
    seat, other = happened.seat, happened.other
    mine, theirs = state.lines[seat], state.lines[other]
    one, two = mine[happened.place], theirs[happened.other_place]
    _lay(state, seat, put(mine, happened.place, two))
    _lay(state, other, put(theirs, happened.other_place, one))
    state.rows = put(state.rows, seat, rows(state.lines[seat], state.boards[seat]))
    _fired(state, "R26")
    _answered(state)


def _nine_paid(state: State, happened: e.NinePaid) -> None:
    state.stacks = [stack - amount for stack, amount in zip(state.stacks, happened.amounts, strict=True)]
    _receive(state, happened.seat, sum(happened.amounts))
    _fired(state, "R21")


def _duelled(state: State, happened: e.Duelled) -> None:
    loser = happened.second if happened.winner == happened.first else happened.first
    state.stacks[loser] -= happened.stake
    state.stacks[happened.winner] += happened.stake
    state.duel = happened
    state.snowmen = None
    _fired(state, "R16")


def _krabler_bound(state: State, happened: e.KrablerBound) -> None:
    state.bound |= {happened.seat}
    state.krablers |= {(happened.cards[0], happened.cards[1])}
    _fired(state, "R24")


def _betting_began(state: State, happened: e.BettingBegan) -> None:
    house, seat = state.house, happened.bring_in
    state.phase = "betting"
    state.since = happened.at
    _put_away(state)
    state.current = None
    both = list(zip(state.lines, state.boards, strict=True))
    state.pairs = tuple([bare_pairs(line, board) for line, board in both])
    state.rows = tuple([rows(line, board) for line, board in both])
    bets, to_match = [0] * state.players, 0
    if seat is not None:
        state.stacks[seat] -= happened.amount
        state.paid[seat] += happened.amount
        bets[seat] = happened.amount
        to_match = house.bring_in
    unit = house.small_bet if happened.street < 5 else house.big_bet  # BD-13
    state.betting = rounds.open_betting(happened.order, state.able(), bets, to_match, unit, happened.capped, seat)
    _settle_round(state)


def _acted(state: State, happened: e.Acted) -> None:
    now, seat, amount = state.bets, happened.seat, happened.amount
    state.since = happened.at
    state.stacks[seat] -= amount
    state.paid[seat] += amount
    raised = rounds.record_act(now, seat, amount, happened.full, not state.stacks[seat])
    if raised and state.bound:
        state.bound -= {seat}  # R24
    _settle_round(state)


def _settle_round(state: State) -> None:
    """End the round if nobody is left to act, or only a seat that owes nothing while all others are all in."""
    now = state.bets
    if now.acting and len(state.order) > 1:
        first = now.acting[0]
        if len(now.able) > 1 or now.bets[first] < now.to_match:
            now.acts = rounds.list_acts(now, state.stacks[first], state.house.raise_cap, first in state.bound)
            return
    state.bound = frozenset()
    if state.street >= state.length or len(state.order) == 1:
        state.phase = "ending"
    else:
        state.phase = "dealing"
        state.street += 1
        state.got = frozenset()
        state.snowmen = None
        state.earlier = ()


def _folded(state: State, happened: e.Folded) -> None:
    seat = happened.seat
    state.order = tuple(other for other in state.order if other != seat)
    state.muck = (*state.muck, *lines.cards_of(state.lines[seat]))  # BD-19
    state.bound -= {seat}
    if state.phase == "betting":
        state.since = happened.at
        rounds.remove_folded(state.bets, seat)
        _settle_round(state)
    else:
        _answered(state)
        if len(state.order) == 1:
            state.phase = "ending"
    _lay(state, seat, ())
    state.holes = put(state.holes, seat, 0)


def _hand_ended(state: State, happened: e.HandEnded) -> None:
    state.stacks = [before + net for before, net in zip(state.before, happened.net, strict=True)]
    state.paid, state.aside, state.fees = [0] * state.players, (0,) * state.players, 0
    state.ended = happened
    state.betting = state.window = state.asked = state.vacant = None
    state.bound = frozenset()
    state.shown = frozenset(hand.seat for hand in happened.hands)
    if happened.how == "bonedoneskis":
        _fired(state, "R10")
    alive = sum(1 for stack in state.stacks if stack)
    state.phase = "between" if alive > 1 or state.house.top_up else "over"


def _cards_shown(state: State, happened: e.CardsShown) -> None:
    if happened.line:
        state.shown |= {happened.seat}
    else:
        state.declined |= {happened.seat}


WRITERS: Final[dict[type, Callable[[State, Never], None]]] = {
    e.Began: _began, e.ToppedUp: _topped_up, e.HandBegan: _hand_began, e.Extended: _extended, e.Dealt: _dealt,
    e.Reshuffled: _reshuffled, e.Asked: _asked, e.Traded: _traded, e.CallsOpened: _calls_opened, e.Called: _called,
    e.DoneCalling: _done_calling, e.CallsClosed: _calls_closed, e.CallBegun: _call_begun,
    e.ChoiceMissed: _choice_missed, e.FeePaid: _fee_paid, e.Sold: _sold, e.Replaced: _replaced, e.Stolen: _stolen,
    e.TurnedUp: _turned_up, e.TurnedDown: _turned_down, e.Swapped: _swapped, e.NinePaid: _nine_paid,
    e.Duelled: _duelled, e.KrablerBound: _krabler_bound, e.KingCalled: lambda state, _: _fired(state, "R25"),
    e.BettingBegan: _betting_began, e.Acted: _acted, e.Folded: _folded, e.HandEnded: _hand_ended,
    e.CardsShown: _cards_shown,
}  # fmt: skip

FOLDER: Final[Folder[State, e.Event]] = Folder(lambda: State(DEFAULT_HOUSE), copy_state, WRITERS)
apply, evolve, fold = FOLDER.apply, FOLDER.evolve, FOLDER.fold
