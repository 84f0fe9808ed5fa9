"""A round of betting as it goes on, by itself: who still acts, what must be matched (BD-12 to BD-14)."""

from games.bonedoneskis.state import Betting
from games.core.seats import Seat


def opened(
    order: tuple[Seat, ...], bets: list[int], to_match: int, unit: int, capped: bool, bring_in: Seat | None
) -> Betting:
    """A round that begins, perhaps with a bring-in lying there."""
    return Betting(order, bets, to_match, to_match, 0, 0, 0, unit, capped, bring_in)


def passed(now: Betting, seat: Seat) -> None:
    """`seat`, whose act it was, checked or called."""
    now.acting = now.acting[1:]
    now.acted |= 1 << seat


def raised(now: Betting, seat: Seat, full: bool, others: tuple[Seat, ...]) -> None:
    """`seat` has put in more than had to be matched; `others` are those from its left who have chips.

    A full bet or raise gives everybody another act; a smaller all-in must be called and reopens nothing (BD-14).
    """
    total = now.to_match = now.bets[seat]
    if full:
        now.acting = others
        now.base = now.level = total
        now.count += 1
        now.acted = 1 << seat
    else:
        now.acting = tuple(other for other in others if now.bets[other] < total)
        now.acted |= 1 << seat
