"""The finished hands of tables, each read by itself.

A hand can be shown only if the game's state before it is known. So the events of a table are read from the beginning
once, and a mark is kept for each hand: the place where it begins, and the state there. From then on, only new events
are read, and the events of the hand that somebody looks at. No move is taken back once its hand is over, so a mark
stays true.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Final, NamedTuple

from bot.ports import LastStored
from bot.store import Connection, Secret
from bot.store.tables import rows as stored_tables
from bot.tables.aggregate import Table
from bot.tables.history import events
from bot.tables.history.entries import Entry, hides_nothing, is_of_game, is_public, read_entries, select_effective
from games.core import AnyGame

REMEMBERED: Final = 32
"""The most tables whose marks are kept in memory."""
REMEMBERED_HANDS: Final = 8
"""The most hands that are kept in memory."""


@dataclass(frozen=True, eq=False)
class PastHand:
    """A finished hand, and the table before it. Hands are compared by identity, so each can be the key of cached
    results."""

    secret: Secret
    state: object
    """The game's state before the deal."""
    public_before: int
    """The number of public events before `raw`."""
    raw: tuple[Entry, ...]
    """All events of the hand. They begin with the commit in which the table commits to its shuffle, and end before the
    commitment to the next shuffle."""
    events: tuple[Entry, ...]
    """The game's events from the deal on, without those that were undone. The deal is the first event that hides
    anything."""
    handovers: tuple[Entry, ...]
    """The events by which seats changed hands, over the whole life of the table."""

    @property
    def is_open(self) -> bool:
        """True if the secret is open."""
        return self.secret.revealed_at is not None

    def list_before(self, entry: Entry) -> Iterator[Entry]:
        """The hand's own events before one of them, without those that were undone."""
        return (earlier for earlier in self.events if earlier.sequence < entry.sequence)

    def count_public_before(self, entry: Entry) -> int:
        """The number of public events of the table before an event of the hand."""
        earlier = (other for other in self.raw if other.sequence < entry.sequence)
        return self.public_before + sum(map(is_public, earlier))

    def count_moves_before(self, entry: Entry) -> int:
        """The number of the game's own public events in the hand before one of its events."""
        earlier = (other for other in self.raw if other.sequence < entry.sequence and is_of_game(other.event))
        return sum(map(is_public, earlier))


class _Mark(NamedTuple):
    """The place where a hand begins."""

    sequence: int
    """The number of the first event that was written together with `committed`."""
    committed: int
    """The number of the event that commits the table to the hand's shuffle."""
    state: object
    """The game's state before `sequence`."""
    public: int
    """The number of public events before `sequence`."""


@dataclass(frozen=True, slots=True)
class _TableMarks:
    """The marks of a table, and what its events up to `sequence` have shown."""

    sequence: int = 0
    public: int = 0
    marks: dict[int, _Mark] = field(default_factory=dict)
    over: frozenset[int] = frozenset()
    """The hands that ended while their secret stayed closed."""
    handovers: tuple[Entry, ...] = ()
    state: object = None
    """The game's state at the last mark; None before the first."""
    since: tuple[Entry, ...] = ()
    """The game's events since the last mark, without those that were undone."""


class PastHands:
    """A reader of finished hands. It keeps the tables' marks and the hands that were read last."""

    def __init__(self) -> None:
        self._known: LastStored[int, _TableMarks] = LastStored(REMEMBERED)
        self._hands: LastStored[tuple[int, int, int], PastHand] = LastStored(REMEMBERED_HANDS)
        """By table, first event of the hand, and first event after it."""

    def read(self, connection: Connection, table: Table, number: int) -> PastHand | None:
        """Read hand `number` of a table; None if it is not over, or nothing was dealt in it."""
        secret = stored_tables.find_secret(connection, table.id, number)
        if secret is None:
            return None
        known = self._follow(connection, table)
        mark = known.marks.get(number)
        if mark is None or (secret.revealed_at is None and number not in known.over):
            return None
        following = known.marks.get(number + 1)
        end = known.sequence + 1 if following is None else following.committed
        hand = self._hands.get((table.id, mark.sequence, end))
        if hand is None or hand.secret != secret or hand.handovers != known.handovers:
            hand = _read_hand(connection, table, secret, known, end)
            if hand is not None:
                self._hands[table.id, mark.sequence, end] = hand
        return hand

    def _follow(self, connection: Connection, table: Table) -> _TableMarks:
        """Read the events of a table that are new since the last look."""
        known = self._known.get(table.id) or _TableMarks()
        new = read_entries(connection, table.id, known.sequence)
        for _, commit in groupby(new, lambda entry: entry.cause or entry.sequence):
            known = _with_commit(table.game, known, tuple(commit))
        self._known[table.id] = known
        return known


def _read_hand(connection: Connection, table: Table, secret: Secret, known: _TableMarks, end: int) -> PastHand | None:
    """Read the hand of this secret, which ends before event `end`; None if nothing was dealt in it."""
    mark = known.marks[secret.hand]
    raw = read_entries(connection, table.id, mark.sequence - 1, end - 1)
    counted = select_effective(raw)
    dealt = (entry for entry in counted if entry.sequence > mark.committed and not hides_nothing(entry.event))
    deal = next(dealt, None)
    if deal is None:
        return None
    early = (entry.event for entry in counted if entry.sequence < deal.sequence)
    state = table.game.evolve(mark.state, *early)
    hand = tuple(entry for entry in counted if entry.sequence >= deal.sequence)
    return PastHand(secret, state, mark.public, tuple(raw), hand, known.handovers)


def _with_commit(game: AnyGame, known: _TableMarks, commit: Sequence[Entry]) -> _TableMarks:
    """Add the events of a commit."""
    for entry in commit:
        event = entry.event
        if isinstance(event, events.CommittedTo) and event.number not in known.marks:
            state = game.fold(()) if known.state is None else known.state
            state = game.evolve(state, *(earlier.event for earlier in known.since))
            mark = _Mark(commit[0].sequence, entry.sequence, state, known.public)
            known = replace(known, marks={**known.marks, event.number: mark}, state=state, since=())
        elif isinstance(event, events.HandOver):
            known = replace(known, over=known.over | {event.number})
        elif isinstance(event, events.Substituted):
            known = replace(known, handovers=(*known.handovers, entry))
        elif isinstance(event, events.Undone):
            kept = tuple(earlier for earlier in known.since if earlier.sequence <= event.back_to)
            known = replace(known, since=kept)
    public = known.public + sum(map(is_public, commit))
    since = (*known.since, *select_effective(commit))
    return replace(known, sequence=commit[-1].sequence, public=public, since=since)
