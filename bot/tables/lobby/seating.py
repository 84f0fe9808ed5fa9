"""The seats of a lobby: sitting down, getting up, changing places, robots, and calls for players."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import chain, count
from typing import Final

from bot.ports.requests import Requester
from bot.ports.text import look_of
from bot.store.tables.rows import Status, StoredSeat
from bot.store.tables.settings import Offer, OfferKind
from bot.tables.aggregate.changes import Change
from bot.tables.aggregate.offers import offers_of
from bot.tables.aggregate.permissions import must_run, must_sit
from bot.tables.aggregate.table import Table
from bot.tables.fairness.sealing import must_not_be_dealing
from bot.tables.history import events
from games.core.game import AnyGame, find_most_seats
from games.core.refused import Refused
from games.core.robots import Level
from games.core.seats import Seat

ROBOTS: Final = ("Able", "Baker", "Charlie", "Dog", "Easy", "Fox", "George", "How")
"""The usual names of robots."""


def call(table: Table, requester: Requester, role: int) -> Change:
    """Call for players by a mention of a role of the server. Raises Refused: started, full, not of this table."""
    _must_be_open(table)
    must_run(table, requester)
    if count_free_seats(table) <= 0:
        raise Refused("TABLE", "full", most=find_most_seats(table.game, table.row.options))
    return Change((events.Called(str(role)),))


def must_be_in_lobby(table: Table) -> None:
    """Raise Refused unless the table is a lobby."""
    if table.status != Status.LOBBY:
        raise Refused("TABLE", "closed" if table.status == Status.CLOSED else "started")


def _must_be_open(table: Table) -> None:
    """Raise Refused if seats and house rules are final, because the table is no lobby or the deal has begun."""
    must_be_in_lobby(table)
    must_not_be_dealing(table)


def join(table: Table, requester: Requester, at: int) -> Change:
    """Sit down. Raises Refused: already seated, full, started."""
    _must_be_open(table)
    if table.seat_of(requester.user) is not None:
        raise Refused("TABLE", "seated")
    return _take_seat_if_free(table, StoredSeat(len(table.seats), requester.name, at, user_id=requester.user))


def count_free_seats(table: Table) -> int:
    """The number of seats that are neither taken nor held for somebody from the queue."""
    return find_most_seats(table.game, table.row.options) - len(table.seats) - len(list_held_places(table))


def list_held_places(table: Table) -> list[Offer]:
    """The offers of free seats to people from the queue, the oldest first."""
    return [offer for offer in offers_of(table) if offer.kind is OfferKind.QUEUE]


def take_place(table: Table, requester: Requester, at: int) -> Change:
    """Take the free seat that is held for the requester."""
    _must_be_open(table)
    return _take_seat(table, StoredSeat(len(table.seats), requester.name, at, user_id=requester.user))


def _take_seat_if_free(table: Table, taken: StoredSeat) -> Change:
    if count_free_seats(table) > 0:
        return _take_seat(table, taken)
    most = find_most_seats(table.game, table.row.options)
    if len(table.seats) < most:
        raise Refused("TABLE", "held", name=list_held_places(table)[0].name)
    raise Refused("TABLE", "full", most=most)


def _take_seat(table: Table, taken: StoredSeat) -> Change:
    return Change((events.Seated(Seat(taken.seat), taken.user_id is None),), seats=(*table.seats, taken))


def add_robot(table: Table, requester: Requester, at: int, level: Level) -> Change:
    """Add a robot of this level. Anyone at the table, the host and admins may do this."""
    _must_be_open(table)
    must_run(table, requester)
    must_have_level(table.game, level)
    return _take_seat_if_free(table, StoredSeat(len(table.seats), find_free_name(table), at, robot=str(level)))


def find_free_name(table: Table) -> str:
    """A name for another robot."""
    return next(list_robot_names(table.names, table.row.settings.reserved))


def list_robot_names(taken: Collection[str], reserved: Collection[str] = ()) -> Iterator[str]:
    """Names for robots. Names in `taken` are left out. So are names in `reserved`, even with a number added."""
    usual = [name for name in ROBOTS if name not in reserved] or ["Robot"]
    numbered = (f"{name} {number}" for number in count(2) for name in usual)
    return (name for name in chain(usual, numbered) if name not in taken)


def list_reserved(names: Iterable[str]) -> tuple[str, ...]:
    """The usual names of robots that look like one of these names."""
    looks = {look_of(name) for name in names}
    return tuple(name for name in ROBOTS if look_of(name) in looks)


def leave(table: Table, requester: Requester) -> Change:
    """Get up. If no other person is left, the table is closed. Raises Refused: not seated, started."""
    seat = table.seat_of(requester.user)
    if table.status not in (Status.LOBBY, Status.CLOSED) and seat is not None:
        reason = "leave_practice" if table.practice else "day_leave" if table.day is not None else "leave_started"
        raise Refused("TABLE", reason)
    _must_be_open(table)
    seat = must_sit(table, requester.user)
    freed = _free_seat(table, seat)
    if any(taken.user_id is not None and taken.seat != seat for taken in table.seats):
        return freed
    return replace(freed, events=(*freed.events, events.Closed("asked")), status=Status.CLOSED)


def swap(table: Table, requester: Requester) -> Change:
    """Change places with the next player round the table. Raises Refused: not seated, started, nobody else here."""
    _must_be_open(table)
    seat = must_sit(table, requester.user)
    other = Seat((seat + 1) % len(table.seats))
    if other == seat:
        raise Refused("TABLE", "alone")
    places = {seat: other, other: seat}
    moved = (replace(taken, seat=places.get(Seat(taken.seat), taken.seat)) for taken in table.seats)
    seats = sorted(moved, key=lambda taken: taken.seat)
    salts = table.shuffle.known_secret.salts
    salts = {str(places.get(Seat(int(place)), int(place))): words for place, words in salts.items()}
    return Change((events.Swapped(seat, other),), seats=tuple(seats), salts=salts)


def remove_robot(table: Table, requester: Requester) -> Change:
    """Remove the last robot. Raises Refused: no robot, started, not of this table."""
    _must_be_open(table)
    must_run(table, requester)
    robots = [taken for taken in table.seats if taken.user_id is None]
    if not robots:
        raise Refused("TABLE", "no_robot")
    return _free_seat(table, Seat(robots[-1].seat))


def _free_seat(table: Table, seat: Seat) -> Change:
    staying = [taken for taken in table.seats if taken.seat != seat]
    moved = tuple(replace(taken, seat=place) for place, taken in enumerate(staying))
    old_salts = table.shuffle.known_secret.salts
    salts = {
        str(place): old_salts[str(taken.seat)] for place, taken in enumerate(staying) if str(taken.seat) in old_salts
    }
    return Change((events.Left(seat),), seats=moved, salts=salts)


def must_have_level(game: AnyGame, level: Level) -> None:
    """Raise Refused if a game has no robots of this level."""
    if level not in game.LEVELS:
        raise Refused("TABLE", "no_level", level=str(level), title=game.TITLE)
