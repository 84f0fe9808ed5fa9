"""A round of betting as it goes on, by itself: who still acts, what must be matched (BD-12 to BD-14)."""

from games.bonedoneskis.state import Betting
from games.core.seats import Seat


def opened(
    order: tuple[Seat, ...],
    able: tuple[Seat, ...],
    bets: list[int],
    to_match: int,
    unit: int,
    capped: bool,
    bring_in: Seat | None,
) -> Betting:
    """A round that begins, perhaps with a bring-in lying there."""
    goal = (to_match // unit + 1) * unit
    return Betting(order, able, bets, to_match, to_match, goal, 0, 0, unit, capped, bring_in)


def acted(now: Betting, seat: Seat, amount: int, full: bool, all_in: bool) -> bool:
    """`seat`, whose act it was, has put in an amount, perhaps its last chips; whether that was a bet or a raise.

    A full bet or raise gives everybody another act; a smaller all-in must be called and reopens nothing (BD-14).
    """
    bets = now.bets
    total = bets[seat] = bets[seat] + amount
    more = total > now.to_match
    if not more:
        now.acting = now.acting[1:]
        now.acted |= 1 << seat
    else:
        place = now.able.index(seat)
        others = now.able[place + 1 :] + now.able[:place]
        now.to_match = total
        if full:
            now.acting = others
            now.base = total
            now.goal = total + now.unit
            now.count += 1
            now.acted = 1 << seat
        else:
            now.acting = tuple(other for other in others if bets[other] < total)
            now.acted |= 1 << seat
            while now.goal <= total:
                now.goal += now.unit
    if all_in:
        now.able = tuple(other for other in now.able if other != seat)
    return more


def folded(now: Betting, seat: Seat) -> None:
    """`seat` plays no more."""
    now.acting = tuple(other for other in now.acting if other != seat)
    now.able = tuple(other for other in now.able if other != seat)
