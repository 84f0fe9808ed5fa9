"""A round of betting as it goes on, by itself: who still acts, what must be matched (BD-12 to BD-14)."""

from games.bonedoneskis.state import Betting
from games.core.seats import Seat


def opened(
    order: tuple[Seat, ...], bets: tuple[int, ...], to_match: int, unit: int, capped: bool, bring_in: Seat | None
) -> Betting:
    """A round that begins, perhaps with a bring-in lying there."""
    return Betting(order, bets, to_match, to_match, 0, 0, frozenset(), unit, capped, bring_in)


def acted(
    now: Betting, seat: Seat, amount: int, full: bool, after: tuple[Seat, ...], stacks: tuple[int, ...]
) -> Betting:
    """The round after `seat`, whose act it was, put in `amount`; `after` are the other live seats from its left.

    A full bet or raise gives everybody another act; a smaller all-in must be called and reopens nothing (BD-14).
    """
    total = now.bets[seat] + amount
    bets = (*now.bets[:seat], total, *now.bets[seat + 1 :]) if amount else now.bets
    if total <= now.to_match:
        return Betting(
            now.acting[1:], bets, now.to_match, now.base, now.level, now.count, now.acted | {seat}, now.unit,
            now.capped, now.bring_in,
        )  # fmt: skip
    others = tuple(other for other in after if stacks[other])
    if full:
        return Betting(
            others, bets, total, total, total, now.count + 1, frozenset((seat,)), now.unit, now.capped, now.bring_in
        )
    owing = tuple(other for other in others if bets[other] < total)
    return Betting(
        owing, bets, total, now.base, now.level, now.count, now.acted | {seat}, now.unit, now.capped, now.bring_in
    )
