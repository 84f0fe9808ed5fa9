"""The answers to an offered seat: who has accepted, agreed and voted, and when the seat may change hands."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from bot.store.tables.settings import Offer, OfferKind, SeenHand, SeenHands, StoredSettings
from bot.tables.aggregate.table import Table
from games.core.seats import Seat

# Hands that were seen.


def note_seen(table: Table, settings: StoredSettings, seat: Seat) -> StoredSettings:
    """Settings with a note that the player who gives up this seat has seen its hand, if a hand is under way."""
    user = table.occupant(seat).user_id
    return settings if user is None else with_seen(table, settings, user, (seat,))


def with_seen(table: Table, settings: StoredSettings, user: int, seats: Collection[Seat]) -> StoredSettings:
    """Settings with a note that a user has seen the hands of these seats, if a hand is under way."""
    if not seats or not table.hand_open:
        return settings
    hands = (*_seen(table), *(SeenHand(user, seat) for seat in seats))
    return replace(settings, seen=SeenHands(table.shuffle.number, hands))


def _seen(table: Table) -> tuple[SeenHand, ...]:
    """The users who gave up a seat in this shuffle, or could read its hand."""
    noted = table.row.settings.seen
    return noted.hands if noted is not None and noted.shuffle == table.shuffle.number else ()


def has_seen_another(table: Table, user: int, seat: Seat) -> bool:
    """True if a user has seen a hand of the shuffle under way, besides that of this seat."""
    return table.hand_open and any(known == user and other != seat for known, other in _seen(table))


# When a seat may change hands.


def still_to_agree(table: Table, offer: Offer) -> tuple[Seat, ...]:
    """The seats whose players must still agree before a robot's seat changes hands in the middle of a hand."""
    agreed = {*offer.agreed, offer.by}
    return tuple(Seat(taken.seat) for taken in table.seats if taken.user_id is not None and taken.user_id not in agreed)


def votes(table: Table, offer: Offer) -> tuple[int, int]:
    """The number of votes for giving away the seat of a player who is away, and the number that decides: more than half
    of the people present."""
    there = {table.occupant(seat).user_id for seat in table.people}
    return len(there & set(offer.agreed)), len(there) // 2 + 1


def is_answered(table: Table, offer: Offer) -> bool:
    """True if the person accepts, and the votes that the seat needs are there."""
    accepted = offer.user is None or offer.accepted
    if offer.kind is not OfferKind.AWAY:
        return accepted
    cast, needed = votes(table, offer)
    return accepted and cast >= needed


def is_due(table: Table, offer: Offer) -> bool:
    """True if the seat may change hands now. Otherwise an offer that is answered waits for the next deal.

    In the middle of a hand, a player's own seat may; a robot's seat may if everyone at the table agrees; a free seat
    never may. Nobody who has seen another hand of this shuffle takes a seat in it.
    """
    if not is_answered(table, offer):
        return False
    if not table.hand_open:
        return True
    if offer.user is not None and has_seen_another(table, offer.user, offer.seat):
        return False
    return offer.kind is OfferKind.OWN or (offer.kind is OfferKind.ROBOT and not still_to_agree(table, offer))


def with_answer(offer: Offer, name: str) -> Offer:
    """The offer once the person has accepted it, by the name that they have now."""
    return replace(offer, accepted=True, name=name)


def with_agreement(offer: Offer, user: int) -> Offer:
    """The offer once a user at the table agrees to it."""
    return replace(offer, agreed=(*offer.agreed, user))
