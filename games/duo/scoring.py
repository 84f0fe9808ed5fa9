"""Ends of a hand, points, receipts and what a game moves between the seats (DD-30 to DD-41)."""

from collections.abc import Iterable

from games.core.receipt import Line, Receipt, Transfer
from games.core.seats import Seat, after
from games.duo.events import Event, GameWon, HandEnded
from games.duo.state import Table, duo_of
from games.pieces.dominoes import PIPS, value


def out(holdings: tuple[int, ...], seat: Seat, all_others: bool) -> tuple[int, int]:
    """Duo and points when `seat` has laid its last tile: the adversaries' tiles, or all that is left (DD-30)."""
    duo = duo_of(seat)
    counted = (held for other, held in enumerate(holdings) if all_others or other % 2 != duo)
    return duo, sum(value(held) for held in counted)


def blocked(holdings: tuple[int, ...], blocker: Seat) -> tuple[int, int]:
    """Duo and points of a blocked hand: the smaller sum wins the other whole (DD-32); equal, the blocker's duo loses
    (DD-33)."""
    x = value(holdings[0]) + value(holdings[2])
    y = value(holdings[1]) + value(holdings[3])
    duo = 1 - duo_of(blocker) if x == y else int(y < x)
    return duo, x if duo else y


def next_starter(table: Table) -> Seat:
    """Who starts the next hand of a game (DD-11)."""
    ended = table.ended
    if ended is None or not table.house.winner_starts:
        return after(table.starter, 4)
    return ended.last if duo_of(ended.last) == ended.duo else after(ended.last, 4)


def receipts(events: Iterable[Event]) -> tuple[Receipt, ...]:
    """How the points of each hand among the events came about: one line a seat whose tiles count."""
    made = []
    for happened in events:
        if isinstance(happened, HandEnded):
            rule = "DD-30" if happened.how == "out" else "DD-32"
            lines = tuple(
                Line("held", rule, sum(PIPS[tile] for tile in held), facts=(("seat", seat),))
                for seat, held in enumerate(happened.holdings)
                if happened.how == "blocked" or held
            )
            made.append(Receipt(happened.how, rule, lines, happened.points))
    return tuple(made)


def transfers(events: Iterable[Event]) -> tuple[Transfer, ...]:
    """A game won: one from each of the losers to each of the winners (DD-40)."""
    return tuple(
        Transfer((-1, 1, -1, 1) if happened.duo else (1, -1, 1, -1), "DD-40", "game_won")
        for happened in events
        if isinstance(happened, GameWon)
    )
