"""The answers to the offer of a seat, and the conditions under which the seat changes hands."""

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from bot.store import Offer, OfferKind, StoredSettings
from bot.store.tables.settings import SeenHand, SeenHands
from bot.tables.aggregate import Table
from games.core import Seat

# Hands that were seen.


def with_seen(table: Table, settings: StoredSettings, user: int, seats: Collection[Seat]) -> StoredSettings:
    """The settings with a note that a user has seen the hands of these seats, if a hand is under way."""
    if not seats or not table.hand_open:
        return settings
    hands = (*_list_seen(table), *(SeenHand(user, seat) for seat in seats))
    return replace(settings, seen=SeenHands(table.shuffle.number, hands))


def _list_seen(table: Table) -> tuple[SeenHand, ...]:
    """The hands that users may have seen in this shuffle."""
    noted = table.settings.seen
    return noted.hands if noted is not None and noted.shuffle == table.shuffle.number else ()


def has_seen_another(table: Table, user: int, seat: Seat) -> bool:
    """True if a hand is under way, and the user may have seen the hand of a seat other than this one."""
    return table.hand_open and any(known == user and other != seat for known, other in _list_seen(table))


# When a seat may change hands.


def list_still_to_agree(table: Table, offer: Offer) -> tuple[Seat, ...]:
    """The seats whose players must still agree if a robot's seat is to change hands in the middle of a hand."""
    agreed = {*offer.agreed, offer.by}
    return tuple(Seat(taken.seat) for taken in table.seats if taken.user_id is not None and taken.user_id not in agreed)


VOTED: Final = (OfferKind.AWAY, OfferKind.REMOVAL)
"""The kinds of offers on which the others vote."""
LEAST: Final = 2
"""The fewest votes that take a seat away from a player who is there."""


def count_votes(table: Table, offer: Offer) -> tuple[int, int]:
    """Count the votes so far for giving away a player's seat, and the votes needed.

    For the seat of a player who is away, more than half of the people present must agree. To take the seat from a
    player who is there, more than half of the others must agree, at least `LEAST`, and one of each pair of partners.
    Only the votes of those who `may_remove` count.
    """
    if offer.kind is OfferKind.REMOVAL:
        others = [seat for seat in table.people if seat != offer.seat]
        agreed = [seat for seat in list_voters(table, offer.seat) if table.occupant(seat).user_id in offer.agreed]
        needed = max(LEAST, len(others) // 2 + 1, len(agreed) + (not are_of_each_pair(table, agreed)))
        return len(agreed), needed
    present = {table.occupant(seat).user_id for seat in table.people}
    return len(present & set(offer.agreed)), len(present) // 2 + 1


def may_remove(table: Table, seat: Seat) -> bool:
    """True if the player of a seat may vote to remove another: they are there, and have played a whole hand here."""
    return table.is_present(seat) and table.occupants.missed.get(seat, 0) < table.shuffle.last_finished


def list_voters(table: Table, seat: Seat) -> list[Seat]:
    """The seats whose players may vote to remove the player of a seat."""
    return [other for other in table.people if other != seat and may_remove(table, other)]


def are_of_each_pair(table: Table, seats: Collection[Seat]) -> bool:
    """True if each pair of partners has one of these seats."""
    return all(set(side) & set(seats) for side in table.game.PARTNERS)


def is_answered(table: Table, offer: Offer) -> bool:
    """True if the person who is to get the seat has accepted, and there are enough votes if the others vote on the
    offer. A robot need not accept."""
    accepted = offer.user is None or offer.accepted
    if offer.kind not in VOTED:
        return accepted
    cast, needed = count_votes(table, offer)
    return accepted and cast >= needed


def list_partners(table: Table, offer: Offer) -> list[int]:
    """The users who may refuse the person who takes a robot's seat: partners who are there. Each seat is refused at
    most once."""
    occupants = table.occupants
    if offer.kind is not OfferKind.QUEUE or table.playing is None or offer.seat in occupants.handed | occupants.refused:
        return []
    sides = [side for side in table.game.PARTNERS if offer.seat in side]
    users = (table.occupant(seat).user_id for side in sides for seat in side if table.is_present(seat))
    return [user for user in users if user is not None]


def is_due(table: Table, offer: Offer) -> bool:
    """True if the seat may change hands now. Otherwise an answered offer waits for the next deal.

    In the middle of a hand, players may give away their own seat, the others may remove a player, and a robot's seat
    changes hands if everyone at the table agrees. All other offers wait, and so does an offer to a person who may have
    seen another hand of this shuffle, or one that a partner may refuse. Between hands, a person waits for a seat whose
    player may still show what they held, since that is not the newcomer's to show.
    """
    if not is_answered(table, offer):
        return False
    if not table.hand_open:
        shows = offer.user is not None and table.view(offer.seat).may_show
        return not shows and not list_partners(table, offer)
    if offer.user is not None and has_seen_another(table, offer.user, offer.seat):
        return False
    agreed = offer.kind is OfferKind.ROBOT and not list_still_to_agree(table, offer)
    return agreed or offer.kind in (OfferKind.OWN, OfferKind.REMOVAL)
