"""Pots and their winners (BD-17, BD-19 to BD-21, R15)."""

from collections.abc import Callable, Collection, Mapping, Sequence

from games.bonedoneskis.events import HandEnded, HandShown, PotShared
from games.bonedoneskis.options import House
from games.bonedoneskis.packed import Line, cards_of
from games.bonedoneskis.ranking import class_of, ranks_of
from games.bonedoneskis.readings import one_way
from games.bonedoneskis.unfolding import Unfolding, net_of
from games.core.seats import Seat

PotOf = tuple[int, tuple[Seat, ...]]
"""The amount of a pot, and the live seats that may win it, in seat order."""


def pots(paid: Sequence[int], live: Sequence[Seat], fees: int) -> list[PotOf]:
    """The main pot and the side pots. Dead money goes to the main pot. Chips that folded seats paid beyond every live
    seat go to the last pot."""
    made: list[PotOf] = []
    below = 0
    for level in sorted({paid[seat] for seat in live}):
        amount = sum([min(mine, level) - min(mine, below) for mine in paid])
        made.append((amount, tuple([seat for seat in live if paid[seat] >= level])))
        below = level
    if made:
        made[0] = (made[0][0] + fees, made[0][1])
        made[-1] = (made[-1][0] + sum([mine - below for mine in paid if mine > below]), made[-1][1])
    return made


def pots_so_far(paid: Sequence[int], live: Sequence[Seat], fees: int, all_in: Collection[Seat]) -> list[PotOf]:
    """The pots while the betting still goes on. Only an all-in seat causes a side pot (BD-17)."""
    top = max(paid[seat] for seat in live)
    caught_up = [top if seat in live and seat not in all_in else mine for seat, mine in enumerate(paid)]
    made: list[PotOf] = []
    below = 0
    for _, seats in pots(caught_up, live, 0):
        level = min(caught_up[seat] for seat in seats)
        last = level == top
        made.append((sum((mine if last else min(mine, level)) - min(mine, below) for mine in paid), seats))
        below = level
    return [(made[0][0] + fees, made[0][1]), *made[1:]]


def split(amount: int, winners: Sequence[Seat], chip: int, players: int) -> tuple[int, ...]:
    """Equal shares by seat, in units of `chip`. Odd chips go one each in seat order, the rest to the first (BD-21)."""
    chips, broken = divmod(amount, chip)
    each, odd = divmod(chips, len(winners))
    shares = [0] * players
    for place, seat in enumerate(winners):
        shares[seat] = chip * (each + (place < odd)) + (broken if place == 0 else 0)
    return tuple(shares)


def share(
    paid: Sequence[int], live: Sequence[Seat], fees: int, value: Callable[[Seat], int], chip: int
) -> tuple[PotShared, ...]:
    """Award every pot to the best hand among its live contributors (BD-20). A dead hand is the lowest (R15)."""
    made = []
    for place, (amount, seats) in enumerate(pots(paid, live, fees)):
        if len(seats) == 1:
            kind, winners = "unseen", list(seats)
        else:
            best = max(map(value, seats))
            kind, winners = "side_pot" if place else "pot", [seat for seat in seats if value(seat) == best]
        made.append(PotShared(kind, amount, split(amount, winners, chip, len(paid)), seats))
    return tuple(made)


def end(unfolding: Unfolding) -> None:
    """End the hand: the last live player takes the pots without showing, or several show their hands (BD-19, BD-20)."""
    state = unfolding.state
    live = state.order
    if len(live) == 1:
        ended, shares = end_alone(state.paid, live[0], state.fees)
        unfolding.add(ended(net_of(state, shares)))
        return
    values = {seat: unfolding.evaluator.showdown(state.lines[seat]) for seat in live}
    ended, shares = end_showdown(state.paid, state.fees, state.lines, values, state.house)
    unfolding.add(ended(net_of(state, shares)))


def end_alone(paid: Sequence[int], winner: Seat, fees: int) -> tuple[Callable[[tuple[int, ...]], HandEnded], list[int]]:
    """End a hand in which all others folded (BD-19). Returns the same as `end_showdown`."""
    amount = sum(paid) + fees
    shares = [amount if seat == winner else 0 for seat in range(len(paid))]
    pot = PotShared("pot", amount, tuple(shares), (winner,))
    return lambda net: HandEnded("last", winner, (), ((),) * len(paid), (pot,), net), shares


def end_showdown(
    paid: Sequence[int],
    fees: int,
    all_lines: Sequence[Line],
    values: Mapping[Seat, int],
    house: House,
    mucked: Collection[Seat] = (),
) -> tuple[Callable[[tuple[int, ...]], HandEnded], list[int]]:
    """End a hand in which several are left, each with the value of its line (BD-20): return the event, which still
    needs each seat's result, and each seat's share of the pots. Those who `mucked` have the value -1."""
    live = tuple(values)
    shared = share(paid, live, fees, values.__getitem__, house.chip)
    shares = list(map(sum, zip(*[pot.shares for pot in shared], strict=True)))
    seen = [seat for seat in live if shares[seat] or not (house.muck_losers or seat in mucked)]
    hands = tuple(
        HandShown(
            seat,
            class_of(values[seat]),
            ranks_of(values[seat]),
            one_way(all_lines[seat], house.readings, values[seat]) if shares[seat] else (),
        )
        for seat in seen
    )
    lines = tuple([cards_of(line) if seat in seen else () for seat, line in enumerate(all_lines)])
    return lambda net: HandEnded("showdown", None, hands, lines, shared, net), shares
