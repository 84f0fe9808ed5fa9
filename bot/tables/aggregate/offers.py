"""The seats that people may get: those that are offered to somebody, and the free places at a game under way.

Events name no person, so offers are kept in the settings of the table's row. They are written in the transaction of the
event that made or changed them.
"""

from collections.abc import Iterable
from dataclasses import replace

from bot.store import Offer, OfferKind, StoredSettings, Waiter
from bot.tables.aggregate.table import Table
from bot.tables.history import events
from games.core import Refused, Seat


def offers_of(table: Table) -> tuple[Offer, ...]:
    """The open offers of a table, the oldest first."""
    return () if table.is_closed else table.settings.offers


def offer_of_seat(table: Table, seat: Seat) -> Offer | None:
    """The open offer of a seat, or None."""
    return next((offer for offer in offers_of(table) if offer.seat == seat), None)


def offer_to(table: Table, user: int) -> Offer | None:
    """The open offer to a user, or None."""
    return next((offer for offer in offers_of(table) if offer.user == user), None)


def find_offer(table: Table, number: int) -> Offer:
    """The open offer with this number. Raises Refused("TABLE", "offer_over")."""
    for offer in offers_of(table):
        if offer.number == number:
            return offer
    raise Refused("TABLE", "offer_over")


def find_next_number(table: Table) -> int:
    """A number for a new offer, different from those of the table's open offers."""
    return 1 + max([table.visibility.public_events, *(offer.number for offer in offers_of(table))])


def make_offers(
    table: Table, places: Iterable[tuple[Seat, Waiter]], until: int | None, by: int | None = None
) -> tuple[Offer, ...]:
    """Offers of free seats to people from a queue, until a time (milliseconds).

    `by` is the user who offers the seats; None if everybody asked for theirs.
    """
    return tuple(
        Offer(
            number=number,
            seat=seat,
            shuffle=table.shuffle.last_finished,
            kind=OfferKind.QUEUE,
            by=waiter.user if by is None else by,
            user=waiter.user,
            name=waiter.name,
            until=until,
        )
        for number, (seat, waiter) in enumerate(places, find_next_number(table))
    )


def list_offer_events(new_offers: Iterable[Offer]) -> tuple[events.SeatOffered, ...]:
    """The events that announce new offers of free seats."""
    return tuple(events.SeatOffered(offer.seat, None, OfferKind.QUEUE.value) for offer in new_offers)


def with_settings(table: Table, settings: StoredSettings) -> Table:
    """The table with these settings."""
    return replace(table, row=replace(table.row, settings=settings))


def with_offer(table: Table, offer: Offer) -> StoredSettings:
    """A table's settings with this offer. It replaces the offer that has the same number, if there is one."""
    known = {other.number: other for other in offers_of(table)} | {offer.number: offer}
    return replace(table.settings, offers=tuple(known.values()))


def without_offers(table: Table, *ended: Offer) -> StoredSettings:
    """A table's settings without these offers."""
    kept = tuple(offer for offer in offers_of(table) if offer not in ended)
    return replace(table.settings, offers=kept)


def with_offers_put_off(table: Table, length: int) -> StoredSettings | None:
    """A table's settings with `length` milliseconds added to every offer that ends at a set time. None if there is no
    such offer."""
    known = offers_of(table)
    if all(offer.until is None for offer in known):
        return None
    later = (replace(offer, until=None if offer.until is None else offer.until + length) for offer in known)
    return replace(table.settings, offers=tuple(later))


def count_free_places(table: Table) -> int:
    """The number of seats that newcomers may still take at a game under way; 0 if nobody can join the game that late.

    No place is free while a robot plays a seat that somebody left: that seat has to be taken first. Otherwise players
    could get up, and come back to a new seat with a new buy-in. In the last hand, no place is free either.
    """
    if table.game.sit is None or table.playing is None or table.kind.is_private or table.is_closed:
        return 0
    if (table.closing.is_last_hand and table.hand_open) or _has_vacated_seat(table):
        return 0
    return max(0, table.most_seats - len(table.seats))


def may_sit_down_now(table: Table) -> bool:
    """True if a newcomer may take a free seat now: between two hands, before the deal of the next has begun."""
    dealing = table.hand_open or table.shuffle.closed_at is not None
    return table.is_live and not dealing and count_free_places(table) > 0


def _has_vacated_seat(table: Table) -> bool:
    """True if a robot plays a seat that somebody left, and that nobody has accepted yet."""
    taken = {offer.seat for offer in offers_of(table) if offer.accepted}
    return any(seat.is_robot and seat.seat in table.occupants.handed and seat.seat not in taken for seat in table.seats)
