"""Invariants of every table of Bonedoneskis: chips, cards, payments and turns."""

from copy import copy

from hypothesis import given, settings, strategies as st

from games.bonedoneskis.evaluation.packed import card_of, mask_of_board
from games.bonedoneskis.events import Acted, BettingBegan, CallsClosed, Folded
from games.bonedoneskis.evolve import evolve
from games.bonedoneskis.project import view
from games.bonedoneskis.scoring import transfers
from games.bonedoneskis.state import State
from games.core.seats import Seat
from tests.effort import rounds
from tests.games.bonedoneskis.sessions import HOUSES, RandomTable

TABLES = st.tuples(st.integers(0, 10**6), st.integers(2, 8), st.sampled_from(HOUSES))
FEW = settings(max_examples=rounds(8, 25, 100))


def chips(table: State) -> int:
    return sum(table.stacks) + sum(table.paid) + sum(table.aside) + table.fees


@FEW
@given(TABLES)
def test_chips_52_cards_and_cached_facts_are_right_after_every_event_bd_3_bd_16_bd_17(
    kind: tuple[int, int, dict[str, object]],
) -> None:
    session = RandomTable(*kind)
    for before, happened, _ in session.steps(3):
        table = before
        for event in happened:
            table = evolve(table, event)
            assert chips(table) == sum(table.bought), event
            assert min(table.stacks) >= 0, "nobody pays more than they have"
            if table.hand:
                lying = [card_of(placed) for line in table.lines for placed in line]
                assert sorted([*table.deck, *table.muck, *lying]) == list(range(52)), event
            assert table.boards == tuple(mask_of_board(line) for line in table.lines), event
            if table.phase == "betting" and table.betting is not None:
                assert table.betting.able == table.list_able(), event
    totals = [0] * session.table.players
    for transfer in transfers(session.events):
        totals = [have + amount for have, amount in zip(totals, transfer.amounts, strict=True)]
    assert totals == [stack - bought for stack, bought in zip(session.table.stacks, session.table.bought, strict=True)]


@FEW
@given(TABLES)
def test_a_round_of_betting_ends_neither_early_nor_late_bd_14(kind: tuple[int, int, dict[str, object]]) -> None:
    """A recount: at the end every live seat with chips has acted since the last full raise, and has matched the bet."""
    acted: set[int] = set()
    bets: dict[int, int] = {}
    owed = 0
    for before, happened, after in RandomTable(*kind).steps(3):
        table = before
        for event in happened:
            table = evolve(table, event)
            if isinstance(event, BettingBegan):
                acted, bets = set(), {}
                if event.bring_in is not None:
                    bets = {event.bring_in: event.amount}
                    if not table.house.live_bring_in or not table.stacks[event.bring_in]:
                        acted = {int(event.bring_in)}
                owed = table.house.bring_in if event.bring_in is not None else 0
            elif isinstance(event, Acted):
                bets[event.seat] = bets.get(event.seat, 0) + event.amount
                if event.full:
                    acted = set()
                acted.add(int(event.seat))
                owed = max(owed, bets[event.seat])
            if isinstance(event, BettingBegan | Acted | Folded):
                able = [seat for seat in table.live_seats if table.stacks[seat]]
                waits = [seat for seat in able if seat not in acted or bets.get(seat, 0) < owed]
                lone = len(able) == 1 and bets.get(able[0], 0) >= owed
                over = len(table.live_seats) == 1 or not waits or lone
                if before.phase == "betting" or isinstance(event, BettingBegan):
                    assert (table.phase != "betting") is over, (event, waits)
        assert after == table


@settings(max_examples=rounds(3, 25, 100))
@given(TABLES)
def test_the_name_of_ones_own_hand_tells_of_no_power_r29(kind: tuple[int, int, dict[str, object]]) -> None:
    """It is the same whether or not a power waits to be called on the board, and stays while a window is open."""
    for before, happened, after in RandomTable(*kind).steps(2):
        for seat in before.live_seats if before.phase == "calling" else ():
            named = view(before, seat).own_hand
            bare = copy(before)
            bare.lines = tuple(line if other == seat else () for other, line in enumerate(before.lines))
            assert view(bare, seat).own_hand == named, "without the boards of the others"
            if after.window is not None and not any(isinstance(event, CallsClosed) for event in happened):
                assert view(after, seat).own_hand == named, happened


@settings(max_examples=rounds(3, 25, 100))
@given(TABLES)
def test_nobody_sees_what_others_folded_bd_19(kind: tuple[int, int, dict[str, object]]) -> None:
    for _, _, table in RandomTable(*kind).steps(2):
        for viewer in (None, *map(Seat, range(table.players))) if table.folded else ():
            bare = copy(table)
            bare.folded = tuple((seat, line) for seat, line in table.folded if seat == viewer)
            assert view(bare, viewer) == view(table, viewer)
