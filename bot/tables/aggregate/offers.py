"""The offers of seats, which are stored in a table's row.

Events name no person, so offers are kept in the row's settings. They are written in the transaction of the event that
made or changed them.
"""

from collections.abc import Iterable
from dataclasses import replace

from bot.store.tables.rows import Status
from bot.store.tables.settings import Offer, StoredSettings
from bot.tables.aggregate.table import Table
from games.core.refused import Refused
from games.core.seats import Seat


def offers_of(table: Table) -> tuple[Offer, ...]:
    """The open offers of a table, the oldest first."""
    return () if table.status == Status.CLOSED else table.row.settings.offers


def offer_of_seat(table: Table, seat: Seat) -> Offer | None:
    """The open offer of a seat, or None."""
    return next((offer for offer in offers_of(table) if offer.seat == seat), None)


def find_offer(table: Table, number: int) -> Offer:
    """The open offer with this number. Raises Refused("TABLE", "offer_over")."""
    for offer in offers_of(table):
        if offer.number == number:
            return offer
    raise Refused("TABLE", "offer_over")


def next_number(table: Table, open_offers: Iterable[Offer]) -> int:
    """A number for a new offer, different from those of `open_offers`."""
    return 1 + max([table.visibility.public_events, *(offer.number for offer in open_offers)])


def with_new(table: Table, offer: Offer) -> StoredSettings:
    """A table's settings with one more offer."""
    return replace(table.row.settings, offers=(*offers_of(table), offer))


def replace_offer(table: Table, offer: Offer) -> StoredSettings:
    """A table's settings with this offer in place of the one that has its number."""
    made = tuple(offer if known.number == offer.number else known for known in offers_of(table))
    return replace(table.row.settings, offers=made)


def without_offers(table: Table, *numbers: int) -> StoredSettings:
    """A table's settings without the offers that have these numbers."""
    kept = tuple(offer for offer in offers_of(table) if offer.number not in numbers)
    return replace(table.row.settings, offers=kept)


def put_off(table: Table, length: int) -> StoredSettings | None:
    """A table's settings with `length` milliseconds added to every offer that ends at a set time; None if there is no
    such offer."""
    made = offers_of(table)
    if all(offer.until is None for offer in made):
        return None
    later = (replace(offer, until=None if offer.until is None else offer.until + length) for offer in made)
    return replace(table.row.settings, offers=tuple(later))
