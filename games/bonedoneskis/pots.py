"""Pots and their winners (BD-17, BD-19 to BD-21, R15)."""

from collections.abc import Callable, Collection, Mapping, Sequence

from games.bonedoneskis.decisions.unfolding import Unfolding, with_net
from games.bonedoneskis.evaluation.packed import Line, cards_of
from games.bonedoneskis.evaluation.ranking import class_of, ranks_of
from games.bonedoneskis.evaluation.readings import find_one_way
from games.bonedoneskis.events import HandEnded, HandShown, PotShared
from games.bonedoneskis.options import House
from games.bonedoneskis.view import Pot
from games.core.seats import Seat


def list_pots(paid: Sequence[int], live: Sequence[Seat], fees: int) -> list[Pot]:
    """The main pot and the side pots. Dead money goes to the main pot. If a folded seat paid more than every live seat,
    the excess goes to the last pot."""
    pots: list[Pot] = []
    below = 0
    for level in sorted({paid[seat] for seat in live}):
        amount = sum([min(chips, level) - min(chips, below) for chips in paid])
        pots.append(Pot(amount, tuple([seat for seat in live if paid[seat] >= level])))
        below = level
    if pots:
        pots[0] = Pot(pots[0].amount + fees, pots[0].seats)
        pots[-1] = Pot(pots[-1].amount + sum([chips - below for chips in paid if chips > below]), pots[-1].seats)
    return pots


def list_pots_so_far(paid: Sequence[int], live: Sequence[Seat], fees: int, all_in: Collection[Seat]) -> list[Pot]:
    """The pots while the betting still goes on. Only an all-in seat causes a side pot (BD-17)."""
    top = max(paid[seat] for seat in live)
    caught_up = [top if seat in live and seat not in all_in else chips for seat, chips in enumerate(paid)]
    pots: list[Pot] = []
    below = 0
    for _, seats in list_pots(caught_up, live, 0):
        level = min(caught_up[seat] for seat in seats)
        is_last = level == top
        pots.append(Pot(sum((chips if is_last else min(chips, level)) - min(chips, below) for chips in paid), seats))
        below = level
    return [Pot(pots[0].amount + fees, pots[0].seats), *pots[1:]]


def split_pot(amount: int, winners: Sequence[Seat], chip: int, players: int) -> tuple[int, ...]:
    """Equal shares by seat, in units of `chip`. Odd chips go to the winners in seat order, one each. The first winner
    also gets the rest, which is less than a chip (BD-21)."""
    chips, remainder = divmod(amount, chip)
    each, odd = divmod(chips, len(winners))
    shares = [0] * players
    for place, seat in enumerate(winners):
        shares[seat] = chip * (each + (place < odd)) + (remainder if place == 0 else 0)
    return tuple(shares)


def share_out(
    paid: Sequence[int], live: Sequence[Seat], fees: int, value_of: Callable[[Seat], int], chip: int
) -> tuple[PotShared, ...]:
    """Award every pot to the best hand among its live contributors (BD-20). A dead hand is the lowest (R15)."""
    pots = []
    for place, (amount, seats) in enumerate(list_pots(paid, live, fees)):
        if len(seats) == 1:
            kind, winners = "unseen", list(seats)
        else:
            best = max(map(value_of, seats))
            kind, winners = "side_pot" if place else "pot", [seat for seat in seats if value_of(seat) == best]
        pots.append(PotShared(kind, amount, split_pot(amount, winners, chip, len(paid)), seats))
    return tuple(pots)


def end_hand(unfolding: Unfolding) -> None:
    """End the hand. A single live player takes the pots without showing (BD-19); several show their hands (BD-20)."""
    state = unfolding.state
    live = state.live_seats
    if len(live) == 1:
        ended = make_end_alone(state.paid, live[0], state.fees)
    else:
        values = {seat: unfolding.evaluator.value_of_line(state.lines[seat]) for seat in live}
        ended = make_end_at_showdown(state.paid, state.fees, state.lines, values, state.house)
    unfolding.add(with_net(state, ended))


def make_end_alone(paid: Sequence[int], winner: Seat, fees: int) -> HandEnded:
    """Make the event that ends a hand in which all others folded (BD-19). Its `net` is still empty."""
    amount = sum(paid) + fees
    shares = tuple(amount if seat == winner else 0 for seat in range(len(paid)))
    return HandEnded("last", winner, (), ((),) * len(paid), (PotShared("pot", amount, shares, (winner,)),), ())


def make_end_at_showdown(
    paid: Sequence[int],
    fees: int,
    all_lines: Sequence[Line],
    values: Mapping[Seat, int],
    house: House,
    mucked: Collection[Seat] = (),
) -> HandEnded:
    """Make the event that ends a hand in which several seats are left (BD-20). Its `net` is still empty.

    `values` has the value of the line of each of these seats; -1 for a seat in `mucked`.
    """
    live = tuple(values)
    shared = share_out(paid, live, fees, values.__getitem__, house.chip)
    winners = {seat for seat in live if any(pot.shares[seat] for pot in shared)}
    showing = [seat for seat in live if seat in winners or not (house.muck_losers or seat in mucked)]
    hands = tuple(
        HandShown(
            seat,
            class_of(values[seat]),
            ranks_of(values[seat]),
            find_one_way(all_lines[seat], house.reading_rules, values[seat]) if seat in winners else (),
        )
        for seat in showing
    )
    lines = tuple([cards_of(line) if seat in showing else () for seat, line in enumerate(all_lines)])
    return HandEnded("showdown", None, hands, lines, shared, ())
