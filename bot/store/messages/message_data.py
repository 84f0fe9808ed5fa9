"""The notes about a message, which the message's row stores as JSON."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Self

from bot.store.database.schema import Json


class ReplacedPosting(NamedTuple):
    """An earlier posting of a message, which is still to be deleted."""

    channel: int
    guild: int
    message: int


class Posting(NamedTuple):
    """A posting that was begun. If a crash loses Discord's answer, Discord is searched for the message."""

    channel: int
    guild: int
    digest: str
    """The digest of its text."""
    after: int
    """The message id of the posting before this one; 0 without one."""
    at: int
    """The time of the first try, in milliseconds."""
    shown: int
    """The last event that this posting shows."""
    user: int | None
    """The user who gets this posting; None for a public message."""
    keeps_old: bool
    """True if the posting before this one is not to be deleted."""
    notes: Mapping[str, Json]
    """The notes to store with this posting, as JSON data."""


@dataclass(frozen=True, slots=True)
class MessageData:
    """The notes on a message.

    Delivery writes `postings`, `replaced`, `posting`, `input_hash` and the fields about refusals, and keeps `unknown`.
    The modules that word the message write the other fields. Default values are not stored.
    """

    postings: int = 0
    """The number of postings that were begun. It is part of each posting's nonce."""
    replaced: ReplacedPosting | None = None
    """The posting before the present one, until Discord has deleted it. It is stored under the key "old"."""
    page_start: int = 0
    """The event after which a page of the log begins."""
    hand: int = 0
    """The number of the hand that a board shows. For a player's line in the channel, the number of the hand in which
    the line says how to open DMs; -1 once it has said so."""
    hidden: bool = False
    """True if a player has hidden their hand."""
    pinged: int = 0
    """The last alert with which a player was pinged in their own message."""
    alert: int = 0
    """The alert that a reminder or a start notice shows, or the number of the offer that is shown; 0 afterwards."""
    input_hash: bytes = b""
    """The hash of everything that the message was made from. It is stored in hexadecimal, under the key "made"."""
    posting: Posting | None = None
    """The posting that was begun, until Discord's answer is stored. It is stored under the key "post"."""
    unknown: Mapping[str, Json] = field(default_factory=dict)
    """Notes of other releases, which are kept as they are."""
    layout: bool = False
    """True if the message is a layout, which Discord cannot turn back into plain text."""
    refusal: str = ""
    """The kind (`bot.ports.messenger.ErrorKind`) of Discord's refusal at the last try; "" if there was none."""
    detail: str = ""
    """The HTTP status, Discord's code and its one-line message of that refusal."""
    refused_since: int = 0
    """The time (milliseconds) of the first refusal since Discord last took the message."""
    retry_at: int = 0
    """The time (milliseconds) of the next try."""
    refusals: int = 0
    """The number of refused tries since Discord last took the message."""

    @classmethod
    def from_json(cls, stored: Mapping[str, Json]) -> Self:
        """Read stored notes."""
        known = {_FIELDS[key]: note for key, note in stored.items() if key in _FIELDS}
        for name, read in _READERS.items():
            if name in known:
                known[name] = read(known[name])
        return cls(**known, unknown={key: note for key, note in stored.items() if key not in _FIELDS})

    def to_json(self) -> dict[str, Json]:
        """The notes as they are stored."""
        known = {key: getattr(self, name) for key, name in _FIELDS.items()} | {"made": self.input_hash.hex()}
        plain = {key: list(note) if isinstance(note, tuple) else note for key, note in known.items() if note}
        return {**self.unknown, **plain}


_FIELDS: Final = {
    "turn": "postings",
    "old": "replaced",
    "from": "page_start",
    "hand": "hand",
    "hidden": "hidden",
    "pinged": "pinged",
    "mark": "alert",
    "made": "input_hash",
    "post": "posting",
    "layout": "layout",
    "why": "refusal",
    "says": "detail",
    "since": "refused_since",
    "again": "retry_at",
    "tries": "refusals",
}
"""The fields, by the keys under which they are stored."""
_READERS: Final[Mapping[str, Callable[[Any], object]]] = {
    "replaced": ReplacedPosting._make,
    "posting": Posting._make,
    "input_hash": bytes.fromhex,
}
"""Functions that read the fields which JSON does not hold as they are."""
