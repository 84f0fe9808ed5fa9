"""The settings in a table's row: the house rules of the table itself, and notes that name people.

Events name no person. So the table's row holds all that the table must know of people, apart from its seats. The row is
written in the transaction of the event that changes it. Only this module knows how the database spells the settings.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple, Self

from sqlalchemy import Dialect, Text, TypeDecorator

from bot.store.database.json_text import Json, intern_texts
from bot.store.database.named_people import find_ids
from games.core.events import added_later, from_json, to_json
from games.core.seats import Seat


class OfferKind(StrEnum):
    """The kinds of offers. The values are stored."""

    OWN = "own"
    """A player offers their own seat."""
    ROBOT = "robots"
    """Somebody offers the seat of a robot."""
    AWAY = "away"
    """A player is away, and the others vote to give their seat to somebody else."""
    REMOVAL = "removed"
    """A player spoils the game, and the others vote to give their seat to a robot."""
    QUEUE = "queue"
    """A free seat is offered to the first person in the queue. In a lobby, `seat` is the number of the held place."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A seat that is offered to a person, or to a robot (`user` is None). People are stored by their ids."""

    number: int
    """The number of public events up to the offer. Controls carry it, since the sequence would reveal secret events."""
    seat: Seat
    shuffle: int
    """The number of the shuffle when the offer was made. The deal of a later shuffle ends the offer."""
    kind: OfferKind
    by: int
    user: int | None
    name: str
    """The name of the person to whom the seat is offered; "" for a robot."""
    accepted: bool = False
    agreed: tuple[int, ...] = ()
    """The users at the table who agree to the offer or vote for it."""
    until: int | None = added_later(None)
    """The time (milliseconds) at which the offer ends unless it is accepted; None if it ends with a deal."""

    @property
    def lapses_at(self) -> int | None:
        """The time at which the offer ends by itself; None if it is accepted or ends with a deal."""
        return None if self.accepted else self.until


class Waiter(NamedTuple):
    """A person in a queue."""

    user: int
    name: str


class SeenHand(NamedTuple):
    """A user, and a seat whose hand the user may have seen."""

    user: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class SeenHands:
    """The hands that users may have seen in a shuffle."""

    shuffle: int
    hands: tuple[SeenHand, ...]


@dataclass(frozen=True, slots=True)
class Handover:
    """The first handover of a seat in the hand or the game under way.

    An erased user is stored as the negative id of their row in the books.
    """

    hand: int
    """The number of the shuffle at that time."""
    user: int | None
    """The player who gave the seat up; None for a robot."""
    last: int | None = added_later(None)
    """The last person who took the seat after that and gave it up too; None if nobody did."""
    lasts: bool = added_later(False)
    """True if the note stays until the result under way is decided and a new hand or game is dealt. Notes of older
    releases have False, and stand only for their hand."""


@dataclass(frozen=True, slots=True)
class FormerRobot:
    """A robot that gave up a seat."""

    name: str
    level: str | None


class Repeat(NamedTuple):
    """A finished hand that is played on from the middle."""

    step: int
    """The step of its replay from which it is played on."""
    scores: tuple[int, ...]
    """The score of each seat before the hand."""
    then: tuple[int, ...]
    """The change of each seat's score in the hand, as it was played first."""


SPEECH: Final = "language"
"""The house rule that names the language of a table."""
PEOPLE: Final = "people"
"""Its value for the language of most people at the table."""


@dataclass(frozen=True, slots=True)
class StoredSettings:
    """The settings of a table."""

    house: Mapping[str, Json] = field(default_factory=dict)
    """The house rules of the table itself, by name. Notes of a newer release are kept here too."""
    offers: tuple[Offer, ...] = ()
    """The seats on offer, the oldest offer first."""
    queue: tuple[Waiter, ...] = ()
    """The people who wait for a seat, in order."""
    seen: SeenHands | None = None
    """The hands that were seen in the shuffle under way."""
    handed: Mapping[Seat, Handover] = field(default_factory=dict)
    """The first handover of each seat in the hand or the game under way."""
    former: Mapping[Seat, tuple[FormerRobot | None, ...]] = field(default_factory=dict)
    """The robots who gave up each seat, the latest last. None stands for a person."""
    outsiders: Mapping[int, int] = field(default_factory=dict)
    """By their numbers at this table, the ids of people who acted here without a seat; 0 for an erased person."""
    language: str = ""
    """The language of the table's messages in the channel; "" for English."""
    kind: str = ""
    """The name of the table's kind (see `bot.tables.aggregate.kinds`); "" in rows of older releases."""
    day: int | None = None
    """The number of the day whose hand is played here (see `bot.store.tables.days`); None at any other table."""
    reserved: tuple[str, ...] = ()
    """Usual names of robots that no robot may have here, because members who have crossed the bar have them."""
    tempers: bool = False
    """True if the table's robots have tempers; False in rows of older releases."""
    repeat: Repeat | None = None
    """The hand that is played on here; None at any other table."""
    removed: tuple[int, ...] = ()
    """The users whom the others voted out of their seats here; 0 for an erased person."""

    @property
    def spoken(self) -> str:
        """The language of the table's messages in the channel: the one that its house rules name, or else that of its
        people; "" for English."""
        chosen = str(self.house.get(SPEECH, PEOPLE))
        return self.language if chosen == PEOPLE else chosen

    def with_house_rule(self, name: str, value: Json) -> Self:
        """Settings with one house rule changed."""
        return replace(self, house={**self.house, name: value})

    def names_user(self, user: int) -> bool:
        """True if the offers, the queue or the seen hands name a user."""
        return user in self._list_concerned()

    def _list_concerned(self) -> set[int | None]:
        """The users whom the offers, the queue and the seen hands name."""
        return {
            *(user for offer in self.offers for user in (offer.by, offer.user, *offer.agreed)),
            *(waiter.user for waiter in self.queue),
            *(hand.user for hand in (() if self.seen is None else self.seen.hands)),
        }

    def list_named(self) -> set[int]:
        """The ids of all users whom these settings name."""
        named = {
            *self._list_concerned(),
            *(user for note in self.handed.values() for user in (note.user, note.last)),
            *self.outsiders.values(),
            *self.removed,
        }
        return {user for user in named if user is not None and user > 0} | find_ids(dict(self.house))

    @classmethod
    def from_json(cls, stored: Mapping[str, Json]) -> Self:
        """Read the settings of a row. Raises AttributeError or ValueError if they make no sense."""
        notes = {name: note for name, note in stored.items() if name in _NOTES and note is not None}
        house = {name: value for name, value in stored.items() if name not in _NOTES}
        read: Self = from_json(cls, {**notes, "house": house})
        return read

    def to_json(self) -> dict[str, Json]:
        """The settings as a row stores them. Empty notes are left out."""
        return {**self.house, **{name: note for name, note in to_json(self).items() if note and name in _NOTES}}


_NOTES: Final = frozenset(note.name for note in fields(StoredSettings)) - {"house"}
"""The keys that are notes, and no house rules. Each note is stored under the name of its field."""


class SettingsText(TypeDecorator[StoredSettings]):
    """The settings of a table as compact ASCII text. Equal texts share one object.

    Settings that this release cannot read are None.
    """

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: StoredSettings | None, dialect: Dialect) -> str | None:
        return None if value is None else json.dumps(value.to_json(), separators=(",", ":"), allow_nan=False)

    def process_result_value(self, value: str | None, dialect: Dialect) -> StoredSettings | None:
        return None if value is None else _read(value)


@lru_cache(maxsize=512)
def _read(text: str) -> StoredSettings | None:
    try:
        return StoredSettings.from_json(json.loads(text, object_pairs_hook=intern_texts))
    except (AttributeError, ValueError):
        return None
