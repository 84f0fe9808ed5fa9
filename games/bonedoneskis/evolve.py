"""An event to a table: the only writer of `Table`. Applies and never refuses."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from games.bonedoneskis import events as e
from games.bonedoneskis import line as lines
from games.bonedoneskis import rounds
from games.bonedoneskis.line import DEALT, FRESH, STALE, Held, Line, came, dealt_on, place_of
from games.bonedoneskis.options import OPTIONS, House
from games.bonedoneskis.shapes import RED_EIGHTS, bare_pairs, krablers, rows, snowmen
from games.bonedoneskis.state import Said, Table
from games.core.options import restored, settle
from games.core.seats import Seat
from games.core.window import Closing, Window
from games.pieces.cards import Card, from_code

_EXTENDING: Final = (from_code("Jh"), from_code("Jd"), from_code("Qs"))


def fold(events: Iterable[e.Event]) -> Table:
    """The table after all events of a session."""
    table = Table(House.of(settle(OPTIONS)))
    apply(table, events)
    return table


def apply(table: Table, events: Iterable[e.Event]) -> None:
    """Writes the events on a table that nobody else reads."""
    for happened in events:
        APPLY[type(happened)](table, happened)


def evolve(table: Table, *events: e.Event) -> Table:
    """The table after these events; the one handed in stays as it was."""
    table = table.copy()
    apply(table, events)
    return table


def _put(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _receive(table: Table, seat: Seat, amount: int) -> None:
    if table.stacks[seat] or seat not in table.order:
        table.stacks[seat] += amount
    else:  # BD-18
        table.aside = _put(table.aside, seat, table.aside[seat] + amount)


def _fee(table: Table, seat: Seat, amount: int) -> None:
    table.stacks[seat] -= amount
    table.fees += amount  # BD-17


def _lay(table: Table, seat: Seat, line: Line) -> None:
    table.lines = _put(table.lines, seat, line)
    table.boards = _put(table.boards, seat, lines.mask_of_board(line))


def _fired(table: Table, rule: str) -> None:
    if rule not in table.fired:
        table.fired = (*table.fired, rule)


def _began(table: Table, happened: e.Began) -> None:
    table.house = House.of(restored(OPTIONS, happened.options))
    table.players = happened.players
    table.bought = table.before = (table.house.buy_in,) * happened.players
    table.stacks = list(table.bought)
    table.paid = [0] * happened.players
    table.aside = table.holes = table.boards = (0,) * happened.players
    table.lines = ((),) * happened.players
    table.dealer = Seat(happened.players - 1)
    table.phase = "between"


def _topped_up(table: Table, happened: e.ToppedUp) -> None:
    table.stacks[happened.seat] += happened.amount
    table.bought = _put(table.bought, happened.seat, table.bought[happened.seat] + happened.amount)


def _hand_began(table: Table, happened: e.HandBegan) -> None:
    players = table.players
    table.phase = "dealing"
    table.hand, table.dealer = happened.hand, happened.dealer
    table.before = tuple(table.stacks)
    table.stacks = [stack - ante for stack, ante in zip(table.stacks, happened.antes, strict=True)]
    table.paid = list(happened.antes)
    table.order = tuple(
        seat for step in range(1, players + 1) if happened.antes[seat := Seat((happened.dealer + step) % players)]
    )
    table.aside = table.holes = table.boards = (0,) * players
    table.lines = ((),) * players
    table.latest_up = [None] * players
    table.pairs = table.rows = ((),) * players
    table.deck, table.muck = happened.deck, ()
    table.street, table.length = 3, 6
    table.extends = table.carried = False
    table.got = table.bound = table.shown = table.declined = frozenset()
    table.krablers = frozenset()
    table.fees = table.serial = 0
    table.last_up = table.snowmen = table.window = table.current = table.asked = table.vacant = None
    table.betting = table.duel = table.ended = None
    table.said = table.calls = table.outcomes = table.earlier = table.fired = ()


def _extended(table: Table, happened: e.Extended) -> None:
    table.extends = False
    if not happened.failed:
        table.length = happened.length
        _fired(table, "BD-15")


def came_up(table: Table, seat: Seat, card: Card) -> None:
    """A card dealt face up: the run of snowmen (R16) and the length of the game (BD-15)."""
    if card in RED_EIGHTS:
        table.snowmen = snowmen(table, seat, card) or table.snowmen
    table.last_up = (seat, card)
    table.latest_up[seat] = card
    if card in _EXTENDING:
        _may_extend(table)


def _may_extend(table: Table) -> None:
    if table.street == 5 or (table.street == 6 and table.length >= 7):
        table.extends = True


def _dealt(table: Table, happened: e.Dealt) -> None:
    street = happened.street
    table.serial += 1
    if street == 3:
        table.holes = tuple(2 if seat in table.order else 0 for seat in range(table.players))
    as_up, as_down = lines.dealt_up(street, table.serial), lines.dealt_down(street)
    laid, boards, got, count = list(table.lines), list(table.boards), list(table.got), 0
    for seat in table.order:
        shown, down = happened.up[seat], happened.down[seat]
        if down:
            count += len(down)
            laid[seat] = (*laid[seat], *[Held(card | as_down) for card in down])
        if shown is not None:
            count += 1
            laid[seat] = (*laid[seat], Held(shown | as_up))
            boards[seat] |= 1 << shown
            came_up(table, seat, shown)
        if shown is not None or (street > 3 and down):
            got.append(seat)
    table.lines, table.boards = tuple(laid), tuple(boards)
    table.deck = table.deck[count:]
    table.got = frozenset(got)
    if len(got) == len(table.order):
        calls = any(held and lines.came_on(held[-1]) == street for held in table.lines)
        table.phase = "trades" if calls else "opening"  # BD-8: no calls after a river dealt down


def _reshuffled(table: Table, happened: e.Reshuffled) -> None:
    table.deck, table.muck = happened.deck, ()


def _asked(table: Table, happened: e.Asked) -> None:
    table.asked = happened
    table.since = happened.at
    table.phase = "trading" if happened.rule == "R12" else "choosing"


def _answered(table: Table) -> None:
    """Back to what was under way when somebody was asked: the round of trades, or the calls."""
    table.asked = None
    table.phase = "carrying" if table.calls else "trades"


def _traded(table: Table, happened: e.Traded) -> None:
    table.serial += 1
    seat, other = happened.seat, happened.other
    mine, theirs = list(table.lines[seat]), list(table.lines[other])
    here, there = place_of(table.lines[seat], happened.gave), place_of(table.lines[other], happened.got)
    mine[here], theirs[there] = _fresh(table, theirs[there]), _fresh(table, mine[here])
    _lay(table, seat, tuple(mine))
    _lay(table, other, tuple(theirs))
    if happened.fee:
        _fee(table, seat, happened.fee)
    _fired(table, happened.rule)
    _answered(table)


def _fresh(table: Table, it: Held) -> Held:
    source = FRESH if dealt_on(it) == table.street else STALE  # BD-5
    return came(it, source, table.street, table.serial)


def _calls_opened(table: Table, happened: e.CallsOpened) -> None:
    table.phase = "calling"
    table.since = happened.at
    table.window = Window(Closing.EVERYONE, happened.at, happened.speakers, table.house.call_window_ms)
    _put_away(table)
    table.carried = False


def _put_away(table: Table) -> None:
    if table.calls:
        table.earlier = (*table.earlier, *zip(table.calls, table.outcomes, strict=True))
    table.said = table.calls = table.outcomes = ()


def _called(table: Table, happened: e.Called) -> None:
    table.said = (*table.said, Said(happened.seat, happened.rule, happened.holder, happened.cards))


def _done_calling(table: Table, happened: e.DoneCalling) -> None:
    assert table.window is not None
    table.window = table.window.answered(happened.seat, "done", happened.at)


def _calls_closed(table: Table, happened: e.CallsClosed) -> None:
    table.window = None
    table.said = ()
    table.calls = happened.calls
    table.outcomes = ("waiting",) * len(happened.calls)
    table.phase = "carrying" if happened.calls else "opening"


def _call_begun(table: Table, happened: e.CallBegun) -> None:
    place = table.outcomes.index("waiting")
    call = table.calls[place]
    table.outcomes = _put(table.outcomes, place, "lapsed" if happened.lapsed else "done")
    if happened.lapsed:
        return
    table.current = call
    table.carried = True
    if call.rule not in ("R16", "R23", "R24", "R26"):
        _spend(table, call.seat, call.cards[0])


def _spend(table: Table, seat: Seat, card: Card) -> None:
    line = table.lines[seat]
    place = place_of(line, card)
    _lay(table, seat, _put(line, place, lines.spent(line[place])))


def _choice_missed(table: Table, happened: e.ChoiceMissed) -> None:
    _spend(table, happened.seat, happened.cards[0])
    _answered(table)


def _fee_paid(table: Table, happened: e.FeePaid) -> None:
    seat = happened.seat
    _fee(table, seat, happened.amount)
    if happened.rule == "R6" and happened.whole:
        line = table.lines[seat]
        place = place_of(line, happened.cards[0])
        _lay(table, seat, _put(line, place, lines.activated(line[place])))
    elif happened.rule == "R23":
        table.pairs = _put(table.pairs, seat, bare_pairs(table.lines[seat], table.boards[seat]))
    _fired(table, happened.rule)
    _answered(table)


def _sold(table: Table, happened: e.Sold) -> None:
    seat, line = happened.seat, table.lines[happened.seat]
    place = place_of(line, happened.card)
    _fee(table, seat, happened.fee)
    _lay(table, seat, (*line[:place], *line[place + 1 :]))
    table.muck = (*table.muck, happened.card)
    table.vacant = (seat, place)
    called = table.krablers.intersection(krablers(line, table.street))
    if called and all(happened.card in pair for pair in called):  # R24: a sold 3 is no Krabler
        table.bound -= {seat}
    _fired(table, "R7")


def _replaced(table: Table, happened: e.Replaced) -> None:
    assert table.vacant is not None
    seat, place = table.vacant
    table.serial += 1
    line, street = table.lines[seat], table.street
    it = came(lines.held(happened.card, street, True), DEALT, street, table.serial)
    _lay(table, seat, (*line[:place], it, *line[place:]))
    table.deck = table.deck[1:]
    table.vacant = None
    came_up(table, seat, happened.card)


def _stolen(table: Table, happened: e.Stolen) -> None:
    table.serial += 1
    victim, line = happened.victim, table.lines[happened.victim]
    place = place_of(line, happened.card)
    _lay(table, victim, (*line[:place], *line[place + 1 :]))
    if place < table.holes[victim]:
        table.holes = _put(table.holes, victim, table.holes[victim] - 1)
    it = came(line[place], STALE, table.street, table.serial)
    _lay(table, happened.seat, (*table.lines[happened.seat], it))
    _fired(table, "R4")
    _answered(table)


def _turned_up(table: Table, happened: e.TurnedUp) -> None:
    table.serial += 1
    _turn(table, happened.seat, happened.card, lambda it: lines.turned_up(it, table.street, table.serial))
    if table.house.extend_on_reveal and happened.card in _EXTENDING:
        _may_extend(table)
    _fired(table, happened.rule)
    _answered(table)


def _turned_down(table: Table, happened: e.TurnedDown) -> None:
    _turn(table, happened.seat, happened.card, lines.turned_down)
    _fired(table, "R19")
    _answered(table)


def _turn(table: Table, seat: Seat, card: Card, turned: Callable[[int], Held]) -> None:
    _lay(table, seat, lines.with_turned(table.lines[seat], table.holes[seat], card, turned))


def _swapped(table: Table, happened: e.Swapped) -> None:
    seat, other = happened.seat, happened.other
    mine, theirs = table.lines[seat], table.lines[other]
    one, two = mine[happened.place], theirs[happened.other_place]
    _lay(table, seat, _put(mine, happened.place, two))
    _lay(table, other, _put(theirs, happened.other_place, one))
    table.rows = _put(table.rows, seat, rows(table.lines[seat], table.boards[seat]))
    _fired(table, "R26")
    _answered(table)


def _nine_paid(table: Table, happened: e.NinePaid) -> None:
    table.stacks = [stack - amount for stack, amount in zip(table.stacks, happened.amounts, strict=True)]
    _receive(table, happened.seat, sum(happened.amounts))
    _fired(table, "R21")


def _duelled(table: Table, happened: e.Duelled) -> None:
    loser = happened.second if happened.winner == happened.first else happened.first
    table.stacks[loser] -= happened.stake
    table.stacks[happened.winner] += happened.stake
    table.duel = happened
    table.snowmen = None
    _fired(table, "R16")


def _krabler_bound(table: Table, happened: e.KrablerBound) -> None:
    table.bound |= {happened.seat}
    table.krablers |= {(happened.cards[0], happened.cards[1])}
    _fired(table, "R24")


def _betting_began(table: Table, happened: e.BettingBegan) -> None:
    house, seat = table.house, happened.bring_in
    table.phase = "betting"
    table.since = happened.at
    _put_away(table)
    table.current = None
    both = list(zip(table.lines, table.boards, strict=True))
    table.pairs = tuple([bare_pairs(line, board) for line, board in both])
    table.rows = tuple([rows(line, board) for line, board in both])
    bets, to_match = [0] * table.players, 0
    if seat is not None:
        table.stacks[seat] -= happened.amount
        table.paid[seat] += happened.amount
        bets[seat] = happened.amount
        to_match = house.bring_in
    unit = house.small_bet if happened.street < 5 else house.big_bet  # BD-13
    table.betting = rounds.opened(happened.order, table.able(), bets, to_match, unit, happened.capped, seat)
    _settle_round(table)


def _acted(table: Table, happened: e.Acted) -> None:
    now, seat, amount = table.betting, happened.seat, happened.amount
    assert now is not None
    table.since = happened.at
    table.stacks[seat] -= amount
    table.paid[seat] += amount
    raised = rounds.acted(now, seat, amount, happened.full, not table.stacks[seat])
    if raised and table.bound:
        table.bound -= {seat}  # R24
    _settle_round(table)


def _settle_round(table: Table) -> None:
    """Ends the round when nobody is left to act, or only one who owes nothing and whom nobody could answer."""
    now = table.betting
    assert now is not None
    if now.acting and len(table.order) > 1:
        first = now.acting[0]
        if len(now.able) > 1 or now.bets[first] < now.to_match:
            now.acts = rounds.offered(now, table.stacks[first], table.house.raise_cap, first in table.bound)
            return
    table.bound = frozenset()
    if table.street >= table.length or len(table.order) == 1:
        table.phase = "ending"
    else:
        table.phase = "dealing"
        table.street += 1
        table.got = frozenset()
        table.snowmen = None
        table.earlier = ()


def _folded(table: Table, happened: e.Folded) -> None:
    seat = happened.seat
    table.order = tuple(other for other in table.order if other != seat)
    table.muck = (*table.muck, *lines.cards_of(table.lines[seat]))  # BD-19
    table.bound -= {seat}
    if table.phase == "betting":
        now = table.betting
        assert now is not None
        table.since = happened.at
        rounds.folded(now, seat)
        _settle_round(table)
    else:
        _answered(table)
        if len(table.order) == 1:
            table.phase = "ending"
    _lay(table, seat, ())
    table.holes = _put(table.holes, seat, 0)


def _hand_ended(table: Table, happened: e.HandEnded) -> None:
    table.stacks = [before + net for before, net in zip(table.before, happened.net, strict=True)]
    table.paid, table.aside, table.fees = [0] * table.players, (0,) * table.players, 0
    table.ended = happened
    table.betting = table.window = table.asked = table.vacant = None
    table.bound = frozenset()
    table.shown = frozenset(hand.seat for hand in happened.hands)
    if happened.how == "bonedoneskis":
        _fired(table, "R10")
    alive = sum(1 for stack in table.stacks if stack)
    table.phase = "between" if alive > 1 or table.house.top_up else "over"


def _cards_shown(table: Table, happened: e.CardsShown) -> None:
    if happened.line:
        table.shown |= {happened.seat}
    else:
        table.declined |= {happened.seat}


APPLY: Final[dict[type, Callable[[Table, Any], None]]] = {
    e.Began: _began, e.ToppedUp: _topped_up, e.HandBegan: _hand_began, e.Extended: _extended, e.Dealt: _dealt,
    e.Reshuffled: _reshuffled, e.Asked: _asked, e.Traded: _traded, e.CallsOpened: _calls_opened, e.Called: _called,
    e.DoneCalling: _done_calling, e.CallsClosed: _calls_closed, e.CallBegun: _call_begun,
    e.ChoiceMissed: _choice_missed, e.FeePaid: _fee_paid, e.Sold: _sold, e.Replaced: _replaced, e.Stolen: _stolen,
    e.TurnedUp: _turned_up, e.TurnedDown: _turned_down, e.Swapped: _swapped, e.NinePaid: _nine_paid,
    e.Duelled: _duelled, e.KrablerBound: _krabler_bound, e.KingCalled: lambda table, _: _fired(table, "R25"),
    e.BettingBegan: _betting_began, e.Acted: _acted, e.Folded: _folded, e.HandEnded: _hand_ended,
    e.CardsShown: _cards_shown,
}  # fmt: skip
