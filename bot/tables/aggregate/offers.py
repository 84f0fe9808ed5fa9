"""The offers of seats, which are stored in a table's row.

Events name no person, so offers are kept in the row's settings, beside the house rules. They are written in the
transaction of the event that made or changed them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Self

from bot.store.tables.rows import OFFERS, Status
from bot.tables.aggregate.table import Table
from games.core.refused import Refused
from games.core.seats import Seat


class OfferKind(StrEnum):
    """The kinds of offers. The values are stored."""

    OWN = "own"
    """A player offers their own seat."""
    ROBOT = "robots"
    """Somebody offers the seat of a robot."""
    AWAY = "away"
    """The others vote to give the seat of a player who is away to somebody else."""
    QUEUE = "queue"
    """A free seat is offered to the first person in the queue. In a lobby, `seat` is the number of the held place."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A seat that is offered to a person, or to a robot (`user` is None). People are stored by their ids."""

    number: int
    """The number of public events up to the offer, which controls carry. The sequence would reveal secret events."""
    seat: Seat
    shuffle: int
    """The number of the shuffle when the offer was made. The deal of a later shuffle ends the offer."""
    kind: OfferKind
    by: int
    user: int | None
    name: str
    """The name of the person to whom it is offered; "" for a robot."""
    accepted: bool = False
    agreed: tuple[int, ...] = ()
    """The users at the table who agree to the offer or vote for it."""
    until: int | None = None
    """The time (milliseconds) at which the offer ends unless it is accepted; None if it ends with a deal."""

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """Read a stored offer."""
        return cls(
            number=int(stored["number"]),
            seat=Seat(int(stored["seat"])),
            shuffle=int(stored["shuffle"]),
            kind=OfferKind(stored["kind"]),
            by=int(stored["by"]),
            user=stored["user"],
            name=str(stored["name"]),
            accepted=bool(stored["accepted"]),
            agreed=tuple(stored["agreed"]),
            until=stored.get("until"),
        )

    def to_json(self) -> dict[str, Any]:
        """The offer as it is stored."""
        stored = {
            "number": self.number,
            "seat": int(self.seat),
            "shuffle": self.shuffle,
            "kind": self.kind.value,
            "by": self.by,
            "user": self.user,
            "name": self.name,
            "accepted": self.accepted,
            "agreed": list(self.agreed),
        }
        return stored if self.until is None else {**stored, "until": self.until}

    @property
    def lapses_at(self) -> int | None:
        """The time at which the offer ends by itself; None if it is accepted or ends with a deal."""
        return None if self.accepted else self.until


Settings = dict[str, Any]
"""The `settings` of a table's row."""


def offers_of(table: Table) -> tuple[Offer, ...]:
    """The open offers of a table, the oldest first."""
    return () if table.status == Status.CLOSED else offers_in(table.row.settings)


def offers_in(settings: Mapping[str, Any]) -> tuple[Offer, ...]:
    """The offers in the settings of a table's row, the oldest first."""
    return tuple(Offer.from_json(stored) for stored in settings.get(OFFERS, ()))


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


def with_offers(settings: Mapping[str, Any], *offers: Offer) -> Settings:
    """The settings with these offers in place of the stored ones."""
    others = {name: value for name, value in settings.items() if name != OFFERS}
    return {**others, OFFERS: [offer.to_json() for offer in offers]} if offers else others


def replace_offer(table: Table, offer: Offer) -> Settings:
    """A table's settings with this offer in place of the one that has its number."""
    return with_offers(
        table.row.settings, *(offer if made.number == offer.number else made for made in offers_of(table))
    )


def without(table: Table, *numbers: int) -> Settings:
    """A table's settings without the offers that have these numbers."""
    return with_offers(table.row.settings, *(offer for offer in offers_of(table) if offer.number not in numbers))


def put_off(table: Table, length: int) -> Settings | None:
    """A table's settings with `length` milliseconds added to every offer that ends at a set time; None if there is no
    such offer."""
    made = offers_of(table)
    if all(offer.until is None for offer in made):
        return None
    later = (replace(offer, until=None if offer.until is None else offer.until + length) for offer in made)
    return with_offers(table.row.settings, *later)
