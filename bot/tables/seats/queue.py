"""The queue of a full table: people who wait for a seat, and to whom free seats are offered in turn.

A robot's seat is as good as a free one: whoever presses *Join* at a full table takes it, in a lobby at once, and in a
game with the next hand.

Events name no person, so the queue is kept in the table's row, beside the offers. A person who is offered a seat leaves
the queue. If they decline or do not answer, the next person is asked. Where a game allows it, newcomers sit down on a
free seat between two hands.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from bot.ports import Request
from bot.store import Offer, StoredSeat, Waiter
from bot.tables.aggregate import Change, Table, must_not_be_closed
from bot.tables.aggregate.offers import (
    count_free_places,
    list_offer_events,
    make_offers,
    may_sit_down_now,
    offer_to,
    offers_of,
    without_offers,
)
from bot.tables.fairness.deciding_rules import find_fingerprint
from bot.tables.fairness.sealing import must_not_be_dealing
from bot.tables.history import events
from bot.tables.history.entries import Moved
from bot.tables.lobby import lobby
from bot.tables.seats import handovers
from games.core import Refused, Seat, SecretChance
from games.core.first_hand import PreparedChance
from games.core.game import find_most_seats

HELD_FOR: Final = 120_000
"""Milliseconds for which a free seat is held for the person to whom it is offered."""
MOST_IN_QUEUE: Final = 25
"""The most people in a queue."""


def queue_of(table: Table) -> tuple[Waiter, ...]:
    """The queue of a table, in order; () if the table is closed."""
    return () if table.is_closed else table.settings.queue


def place_of(table: Table, user: int) -> int:
    """The place of a user in the queue, from 1; 0 if they are not in it."""
    return next((place for place, waiter in enumerate(queue_of(table), 1) if waiter.user == user), 0)


def join(table: Table, request: Request) -> Change | None:
    """Sit down, take a robot's seat, or join the queue; None if the requester is in the queue already.

    Between two hands of a game under way they sit down at once, if a seat is free and nobody waits for it. A seat
    that somebody left to a robot has to be taken before any other (see `count_free_places`). Of several robots' seats,
    public luck draws one. In a lobby it goes to whoever presses; in a game its offers go by the queue.

    Raises Refused: closed, already seated, removed by vote, offered a seat, dealing, too many.
    """
    must_not_be_closed(table)
    if table.seat_of(request.user) is not None:
        raise Refused("TABLE", "seated")
    if request.user in table.settings.removed:
        raise Refused("TABLE", "removed")
    if offer_to(table, request.user) is not None:
        raise Refused("TABLE", "offer_waits")
    if table.is_lobby:
        must_not_be_dealing(table)
        if lobby.count_free_seats(table) > 0:
            return lobby.take_place(table, request)
    queue = queue_of(table)
    is_first = table.is_lobby or not queue or queue[0].user == request.user
    if is_first and (robots := list_robots_seats(table)):
        return _take_robots_seat(table, request, _draw(table, robots, request.at))
    if place_of(table, request.user):
        return None
    if len(queue) < count_free_places(table):
        seated = sit_down(table, Waiter(request.user, request.requester.name), request.at)
        if seated is not None:
            return seated
    if len(queue) >= MOST_IN_QUEUE:
        raise Refused("TABLE", "queue_full", most=MOST_IN_QUEUE)
    queued = (*queue, Waiter(request.user, request.requester.name))
    return Change((events.Queued(),), settings=replace(table.settings, queue=queued))


def list_robots_seats(table: Table) -> list[Seat]:
    """The robots' seats that whoever presses *Join* may take; none while a seat is free or was left to a robot."""
    opened = table.is_lobby
    if table.kind.is_private or table.is_closed or (table.playing is None and not opened):
        return []
    robots = _list_robots(table.seats, offers_of(table))
    if opened:
        return robots if lobby.count_free_seats(table) <= 0 else []
    taken = count_free_places(table) or not table.occupants.handed.isdisjoint(robots)
    return [] if taken else robots


def _list_robots(seats: Iterable[StoredSeat], offers: Sequence[Offer]) -> list[Seat]:
    """The seats that robots play for nobody, except those on offer."""
    offered = {offer.seat for offer in offers}
    return [Seat(seat.seat) for seat in seats if seat.is_robot and seat.seat not in offered]


def _draw(table: Table, seats: Sequence[Seat], at: int) -> Seat:
    """Draw one of these seats by public luck: from the number of public events and the time of the press."""
    return seats[SecretChance(b"", (str(at),), table.visibility.public_events).below(len(seats))]


def _take_robots_seat(table: Table, request: Request, seat: Seat) -> Change:
    if table.is_lobby:
        return lobby.take_robots_seat(table, request, seat)
    newcomer = Waiter(request.user, request.requester.name)
    (offer,) = make_offers(table, [(seat, newcomer)], None)
    return handovers.settle(table, replace(offer, accepted=True), list_offer_events((offer,)), request.at)


def leave(table: Table, request: Request) -> Change | None:
    """Leave the queue; None if the requester is not in it."""
    if not place_of(table, request.user):
        return None
    remaining = tuple(waiter for waiter in queue_of(table) if waiter.user != request.user)
    return Change((events.Unqueued(),), settings=replace(table.settings, queue=remaining))


def with_seats_offered(present: Table, change: Change, at: int) -> Change:
    """The change with offers of all seats that are free after it, in the order of the queue.

    People who sit down at the table or are offered a seat leave the queue.
    """
    seats = present.seats if change.seats is None else change.seats
    after = replace(present, row=change.with_change(present.row), seats=seats)
    settings = after.settings
    if present.is_lobby and after.is_live:
        return _end_offers_at_start(present, change)
    if after.is_closed or not settings.queue:
        return change
    offers, before = settings.offers, settings.queue
    known = {taken.user_id for taken in seats} | {offer.user for offer in offers}
    queue = [waiter for waiter in before if waiter.user not in known]
    free = _list_free(present, after, change, at)
    new = make_offers(after, zip(free, queue, strict=False), at + HELD_FOR)
    queue = queue[len(new) :]
    if not new and len(queue) == len(before):
        return change
    settings = replace(settings, offers=offers + new, queue=tuple(queue))
    return replace(change, events=(*change.events, *list_offer_events(new)), settings=settings)


def _list_free(present: Table, after: Table, change: Change, at: int) -> list[Seat]:
    """The seats that can be offered: in a lobby, those that nobody has taken; later, those that robots play."""
    offers = after.settings.offers
    taken = {offer.seat for offer in offers}
    if after.is_lobby:
        if present.shuffle.closed_at is not None:
            return []
        sitting, room = len(after.seats), find_most_seats(after.game, after.row.options)
        numbers = (Seat(number) for number in range(sitting, room + len(offers)) if number not in taken)
        return list(numbers)[: max(0, lobby.count_free_seats(after))]
    robots = _list_robots(after.seats, offers)
    handed = present.occupants.handed | {event.seat for event in change.events if isinstance(event, events.Substituted)}
    given_up = [seat for seat in robots if seat in handed]
    if given_up or count_free_places(present) or present.kind.is_private:
        return given_up
    return sorted(robots, key=lambda seat: seat != _draw(present, robots, at))


def expire(table: Table, now: int) -> Change | None:
    """End the offers whose time is over; None if there are none. `with_seats_offered` then asks the next people."""
    lapsed = [offer for offer in offers_of(table) if offer.lapses_at is not None and offer.lapses_at <= now]
    if not lapsed:
        return None
    ended = tuple(events.OfferEnded(offer.seat, "late") for offer in lapsed)
    return Change(ended, settings=without_offers(table, *lapsed))


def _end_offers_at_start(table: Table, change: Change) -> Change:
    """The change that starts the game, without open offers of free seats: whoever had one is now first in the queue."""
    held = lobby.list_held_places(table)
    if not held:
        return change
    first = tuple(Waiter(offer.user, offer.name) for offer in held if offer.user is not None)
    settings = replace(without_offers(table, *held), queue=first + queue_of(table))
    ended = tuple(events.OfferEnded(offer.seat, "begun") for offer in held)
    return replace(change, events=(*change.events, *ended), settings=settings)


def sit_down(table: Table, newcomer: Waiter, at: int) -> Change | None:
    """Seat a newcomer, who leaves the queue; None if nobody may sit down now."""
    move = table.game.sit
    if move is None or not may_sit_down_now(table):
        return None
    game_at = table.clock.to_game_time(at)
    decided = table.game.decide(table.state, None, move, game_at, PreparedChance(()))
    seat, settings = Seat(len(table.seats)), table.settings
    queue = tuple(waiter for waiter in settings.queue if waiter.user != newcomer.user)
    return Change(
        (events.Seated(seat, False), *decided.events),
        decided.state,
        seats=(*table.seats, StoredSeat(seat, newcomer.name, at, user_id=newcomer.user)),
        settings=None if queue == settings.queue else replace(settings, queue=queue),
        outcome=Moved(None, table.game.write(move), game_at, False, rules=find_fingerprint(table.game)),
    )


def seat_first(table: Table, at: int) -> Change | None:
    """Seat the first person in the queue; None if there is none, or nobody may sit down now."""
    queue = table.settings.queue
    return sit_down(table, queue[0], at) if queue else None


def is_newcomer_expected(table: Table, change: Change) -> bool:
    """True if the first in the queue sits down after this change, so that a game that would be over goes on."""
    settings = table.settings if change.settings is None else change.settings
    return bool(settings.queue) and count_free_places(table) > 0
