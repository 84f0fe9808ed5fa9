"""Seats and the order of play."""

from functools import cache
from typing import Final, NewType, TypeGuard

Seat = NewType("Seat", int)
"""A seat at the table, counted from 0 in the order of play."""
FIRST: Final = Seat(0)


def is_seat(seat: object, players: int) -> TypeGuard[Seat]:
    """Return True for the number of a seat at a table of `players`; the values True and 1.0 are not seats."""
    return type(seat) is int and 0 <= seat < players


def find_next_seat(seat: Seat, players: int) -> Seat:
    """The seat that plays next after `seat` at a table of `players`."""
    return Seat((seat + 1) % players)


@cache
def list_seats_from(seat: Seat, players: int) -> tuple[Seat, ...]:
    """All seats in order of play, `seat` first."""
    return tuple(Seat((seat + step) % players) for step in range(players))


@cache
def list_other_seats(seat: Seat, players: int) -> tuple[Seat, ...]:
    """The other seats in order of play, the one after `seat` first."""
    return list_seats_from(seat, players)[1:]
