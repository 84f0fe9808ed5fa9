"""Stored events with their sequence numbers, and the steps in which a table folds them. The game's decision behind a
commit (its outcome) is stored with the cause, so that it can be made again."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from msgspec import Struct, convert, field

from bot.store import Connection, Json
from bot.store.database.schema import HIGHEST
from bot.store.tables import commits as stored_events
from bot.store.tables.commits import StoredEvent, find_commit
from bot.tables.history import events
from games.core import AnyGame, Level, Seat, UnknownEvent, View, seat_of
from games.core.events import Stored, decode
from games.core.secret import Public, is_unnoticed, marks_of


@dataclass(frozen=True, slots=True)
class Entry:
    """An event of a table with its sequence number."""

    sequence: int
    at: int
    """The time of the event in milliseconds."""
    cause: str | None
    """The cause that the events of one commit share."""
    event: object


class Step(Struct, frozen=True):
    """Entries to fold together, with the public view before them and after them (each is None in the lobby)."""

    entries: tuple[Entry, ...]
    before: View | None = None
    view: View | None = None

    @property
    def at(self) -> int:
        """The time of the last entry."""
        return self.entries[-1].at

    @property
    def moves(self) -> Iterator[Entry]:
        """The entries that are the game's own."""
        return (entry for entry in self.entries if is_of_game(entry.event))

    @property
    def movers(self) -> Iterator[tuple[Seat, object]]:
        """The game's events that a seat made, each with that seat."""
        for entry in self.moves:
            if (seat := seat_of(entry.event)) is not None:
                yield seat, entry.event

    @property
    def changes_subject(self) -> bool:
        """True if the table's hand, its phase or the seats that it waits for have changed."""
        return self.view is not None and (self.before is None or _find_subject(self.before) != _find_subject(self.view))

    @property
    def changes_controls(self) -> bool:
        """True if another hand or phase has begun, or the table waits for a seat that it did not wait for before.

        While several seats answer, an answer changes nothing for the others.
        """
        if self.view is None or self.before is None:
            return self.view is not None
        asked_anew = not set(self.view.to_act) <= set(self.before.to_act)
        return asked_anew or (self.before.hand, self.before.phase) != (self.view.hand, self.view.phase)

    @property
    def changes_hand(self) -> bool:
        """True if another hand has begun."""
        return self.view is not None and self.before is not None and self.before.hand != self.view.hand

    @property
    def changes_view(self) -> bool:
        """True if the step shows everybody something new."""
        return self.view is not None and self.view != self.before


def _find_subject(view: View) -> tuple[int, str, tuple[Seat, ...]]:
    return view.hand, view.phase, view.to_act


def decode_entries(stored: Iterable[StoredEvent]) -> list[Entry]:
    """Decode stored events. Raises UnknownEvent for an event of a newer release."""
    return [Entry(row.sequence, row.at, row.cause, decode(Stored(row.kind, row.version, row.body))) for row in stored]


def read_entries(connection: Connection, table: int, after: int = 0, until: int = HIGHEST) -> list[Entry]:
    """Read the events of a table with `after` < sequence <= `until`, in order.

    Call this outside the event loop. An evening has thousands of events, and decoding them takes a while. Raises
    UnknownEvent for an event of a newer release.
    """
    return decode_entries(stored_events.read(connection, table, after, until))


def read_view(connection: Connection, game: AnyGame, table: int, until: int) -> View:
    """Read the public view of a table as it was after event `until`."""
    effective = select_effective(read_entries(connection, table, 0, until))
    return game.view(game.fold([entry.event for entry in effective]), None)


def is_of_game(event: object) -> bool:
    """True if an event is the game's own."""
    return not type(event).__module__.startswith(f"{__package__}.")


def hides_nothing(event: object) -> bool:
    """True if everybody saw the event whole."""
    kind: type = type(event)
    return all(isinstance(mark, Public) for mark in marks_of(kind).values())


def is_public(entry: Entry) -> bool:
    """True if more than one seat learnt of an event. False for proof events."""
    return not is_proof(entry.event) and not is_unnoticed(entry.event)


def is_proof(event: object) -> bool:
    """True for proof events of a shuffle. The counters that chance depends on leave these events out."""
    return isinstance(event, events.PROOFS)


RECORDED: Final = "repeat:"
"""The beginning of the cause of a commit with events that were recorded at another table."""


def is_recorded(entry: Entry) -> bool:
    """True if an event was not made at its table, but recorded at another one."""
    return (entry.cause or "").startswith(RECORDED)


def select_effective(all_entries: Sequence[Entry]) -> list[Entry]:
    """The game's events, without those that were undone."""
    kept: list[Entry] = []
    for entry in all_entries:
        if isinstance(entry.event, events.Undone):
            back_to = entry.event.back_to
            kept = [earlier for earlier in kept if earlier.sequence <= back_to]
        elif is_of_game(entry.event):
            kept.append(entry)
    return kept


class Thinking(NamedTuple):
    """The level and the effort with which a robot thought before a move, as the fields of `Moved`."""

    level: str
    deals: int | None = None
    temper: str = ""


class Began(Struct, frozen=True, omit_defaults=True):
    """The beginning of a game: the number of its players, and the time on the game's clock."""

    players: int = field(name="begin")
    at: int
    rules: str | None = None
    """The fingerprint of the rules that decided; None in decisions of older releases."""

    @property
    def drew(self) -> bool:
        """True: every game begins with a shuffle."""
        return True


class Moved(Struct, frozen=True, omit_defaults=True):
    """A move of a seat, at a time on the game's clock. If `seat` is None, silence made the move."""

    seat: Seat | None
    words: str = field(name="move")
    at: int
    drew: bool = False
    """True if the move drew from chance."""
    rules: str | None = None
    """As in `Began`."""
    level: str = ""
    """The level at which a robot thought before it; "" for a move of a person, and for a robot's move of an older
    release."""
    deals: int | None = None
    """The most deals that the robot was allowed to play out; None for a robot that does not guess."""
    temper: str = ""
    """The name of the robot's temper; "" for none."""


Outcome: TypeAlias = Began | Moved
"""A decision as it is stored, with the fields as keys."""


def read_outcome(stored: Json) -> Outcome | None:
    """Read a stored outcome; None for a commit without a decision of the game."""
    if not isinstance(stored, Mapping) or not stored.keys() & {"begin", "move"}:
        return None
    return convert(stored, Began) if "begin" in stored else convert(stored, Moved)


def find_outcome(connection: Connection, table: int, cause: str) -> Outcome | None:
    """The decision behind the commit with this cause; None if there is none."""
    commit = find_commit(connection, table, cause)
    return None if commit is None else read_outcome(commit.outcome)


_NAMELESS: Final = (None, "house")
"""The stored levels that name no level: those of stand-ins, and of robots from releases that had only one level. They
all play as old hands."""


def find_level(name: str | None) -> Level:
    """The level with this stored name. Raises UnknownEvent for a level of a newer release."""
    try:
        return Level.OLD_HAND if name in _NAMELESS else Level(name)
    except ValueError:
        raise UnknownEvent(f"robot of level {name}") from None
