"""Deals that a seat's view allows: hidden tiles are dealt so that they agree with every pass (DD-4, DD-23)."""

from collections.abc import Callable

from games.core.chance import Chance
from games.core.seats import Seat
from games.duo.valuation import find_possible_tiles
from games.duo.view import View
from games.pieces.dominoes import FULL, mask
from games.pieces.unseen import HiddenPlace, make_unseen_dealer

_TRIES = 20
"""The most deals to try until somebody can play."""


def make_dealer(view: View) -> Callable[[Chance], list[int]]:
    """Make a function that deals the hidden tiles of a view during play anew at each call, as a mask for each seat."""
    hidden = [seat for seat in range(4) if seat != view.seat]
    unseen = FULL & ~mask(view.holding) & ~view.line.on_table
    may_hold = find_possible_tiles(view)
    places = [HiddenPlace(view.counts[seat], unseen & may_hold[seat]) for seat in hidden]
    deal = make_unseen_dealer(unseen, places)
    goes_on = view.line.first is not None  # else the hand would be blocked (DD-31)

    def deal_holdings(chance: Chance) -> list[int]:
        held = [0, 0, 0, 0]
        if view.seat is not None:
            held[view.seat] = mask(view.holding)
        for _ in range(_TRIES):
            for seat, dealt in zip(hidden, deal(chance) or (), strict=False):
                held[seat] = dealt
            if not goes_on or (held[0] | held[1] | held[2] | held[3]) & view.line.wanted:
                break
        return held

    return deal_holdings


def find_last(view: View) -> Seat:
    """The seat that laid the last tile; before the first tile, the starter."""
    return next((step.seat for step in reversed(view.steps) if step.tile is not None), view.starter)
