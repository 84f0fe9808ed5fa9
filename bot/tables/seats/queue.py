"""The queue of a full table: people who wait for a seat, to whom free seats are offered in turn.

Events name no person, so the queue is kept in the table's row, beside the offers. A person who is offered a seat leaves
the queue. If they decline or do not answer, the next person is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from bot.ports.requests import Requester
from bot.store.tables.rows import QUEUE, Status, StoredSeat
from bot.tables.aggregate.changes import Change
from bot.tables.aggregate.offers import Offer, OfferKind, next_number, offers_in, offers_of, with_offers, without
from bot.tables.aggregate.table import Table
from bot.tables.fairness.sealing import must_not_be_dealing
from bot.tables.history import events
from bot.tables.lobby import seating
from games.core.game import most_seats
from games.core.refused import Refused
from games.core.seats import Seat

HELD: Final = 120_000
"""Milliseconds for which a free seat is held for the person to whom it is offered."""
MOST: Final = 25
"""The most people in a queue."""


class Waiter(NamedTuple):
    """A person in a queue."""

    user: int
    name: str


def queue_in(settings: Mapping[str, Any]) -> tuple[Waiter, ...]:
    """The queue in the settings of a table's row, in order."""
    return tuple(Waiter(int(user), str(name)) for user, name in settings.get(QUEUE, ()))


def queue_of(table: Table) -> tuple[Waiter, ...]:
    """The queue of a table, in order; () if the table is closed."""
    return () if table.status == Status.CLOSED else queue_in(table.row.settings)


def with_queue(settings: Mapping[str, Any], queue: Sequence[Waiter]) -> dict[str, Any]:
    """The settings with this queue in place of the stored one."""
    others = {name: value for name, value in settings.items() if name != QUEUE}
    return {**others, QUEUE: [list(waiter) for waiter in queue]} if queue else others


def place_of(table: Table, user: int) -> int:
    """The place of a user in the queue, from 1; 0 if they are not in it."""
    return next((place for place, waiter in enumerate(queue_of(table), 1) if waiter.user == user), 0)


def join(table: Table, who: Requester, at: int) -> Change | None:
    """Sit down, or join the queue if the table is full or under way; None if the requester is in the queue already.

    Raises Refused: closed, already seated, offered a seat, dealing, too many.
    """
    if table.status == Status.CLOSED:
        raise Refused("TABLE", "closed")
    if table.seat_of(who.user) is not None:
        raise Refused("TABLE", "seated")
    if any(offer.user == who.user for offer in offers_of(table)):
        raise Refused("TABLE", "offer_waits")
    if place_of(table, who.user):
        return None
    if table.status == Status.LOBBY:
        must_not_be_dealing(table)
        if seating.free_seats(table) > 0:
            return seating.join(table, who, at)
    queue = queue_of(table)
    if len(queue) >= MOST:
        raise Refused("TABLE", "queue_full", most=MOST)
    return Change((events.Queued(),), settings=with_queue(table.row.settings, (*queue, Waiter(who.user, who.name))))


def leave(table: Table, user: int) -> Change | None:
    """Leave the queue; None if the user is not in it."""
    if not place_of(table, user):
        return None
    left = [waiter for waiter in queue_of(table) if waiter.user != user]
    return Change((events.Unqueued(),), settings=with_queue(table.row.settings, left))


def with_seats_offered(present: Table, change: Change, at: int) -> Change:
    """The change with offers of all seats that are free after it, in the order of the queue.

    People who sit down at the table or are offered a seat leave the queue.
    """
    settings = present.row.settings if change.settings is None else change.settings
    status = change.status or present.status
    if present.status == Status.LOBBY and status == Status.LIVE:
        return _begun(present, change)
    if status == Status.CLOSED or not settings.get(QUEUE):
        return change
    seats = present.seats if change.seats is None else change.seats
    made = offers_in(settings)
    known = {taken.user_id for taken in seats} | {offer.user for offer in made}
    before = queue_in(settings)
    queue = [waiter for waiter in before if waiter.user not in known]
    free = _free(present, change, status, seats, made)
    first = next_number(present, made)
    new = [
        Offer(
            number=first + count,
            seat=seat,
            shuffle=present.shuffle.number,
            kind=OfferKind.QUEUE,
            by=waiter.user,
            user=waiter.user,
            name=waiter.name,
            until=at + HELD,
        )
        for count, (seat, waiter) in enumerate(zip(free, queue, strict=False))
    ]
    queue = queue[len(new) :]
    if not new and len(queue) == len(before):
        return change
    offered = tuple(events.SeatOffered(offer.seat, None, OfferKind.QUEUE.value) for offer in new)
    settings = with_queue(with_offers(settings, *made, *new), queue)
    return replace(change, events=(*change.events, *offered), settings=settings)


def _free(
    present: Table, change: Change, status: Status, seats: Iterable[StoredSeat], made: Sequence[Offer]
) -> list[Seat]:
    """The seats that can be offered: in a lobby, seats that nobody has taken; later, robots' seats that have changed
    hands before."""
    taken = {offer.seat for offer in made}
    if status == Status.LOBBY:
        if present.shuffle.closed_at is not None:
            return []
        sitting = len(tuple(seats))
        room = most_seats(present.game, present.row.options if change.options is None else change.options)
        held = sum(offer.kind is OfferKind.QUEUE for offer in made)
        numbers = (Seat(number) for number in range(sitting, room + len(made)) if number not in taken)
        return list(numbers)[: max(0, room - sitting - held)]
    handed = {event.seat for event in change.events if isinstance(event, events.Substituted)}
    left = present.occupants.handed | handed
    return [Seat(seat.seat) for seat in seats if seat.user_id is None and seat.seat in left and seat.seat not in taken]


def expire(table: Table, now: int) -> Change | None:
    """End the offers whose time is over; None if there are none. `with_seats_offered` then asks the next people."""
    over = [offer for offer in offers_of(table) if offer.lapses_at is not None and offer.lapses_at <= now]
    if not over:
        return None
    ended = tuple(events.OfferEnded(offer.seat, "late") for offer in over)
    return Change(ended, settings=without(table, *(offer.number for offer in over)))


def _begun(table: Table, change: Change) -> Change:
    """The start of the game. It ends the offers of free seats, and puts their people at the front of the queue."""
    held = [offer for offer in offers_of(table) if offer.kind is OfferKind.QUEUE]
    if not held:
        return change
    first = [Waiter(offer.user, offer.name) for offer in held if offer.user is not None]
    settings = with_queue(without(table, *(offer.number for offer in held)), (*first, *queue_of(table)))
    ended = tuple(events.OfferEnded(offer.seat, "begun") for offer in held)
    return replace(change, events=(*change.events, *ended), settings=settings)
