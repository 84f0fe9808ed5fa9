"""Reads a table's events as log lines, and remembers the lines that the next page may need."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from msgspec import Struct, field

from bot.messages.boards import last_moves, log
from bot.store import Store
from bot.store.tables import commits as stored_events
from bot.tables.aggregate import Table
from bot.tables.history import events
from bot.tables.history.entries import Entry, decode_entries, is_of_game, read_entries, read_view
from bot.wording import Words
from games.core import Seat, View
from games.core.secret import is_unnoticed
from render.scenes import tell_outcome

_RECENT_EVENTS: Final = 40
"""The number of public events from which the last log lines are made."""
_MOST_SEARCHED: Final = 100
"""The number of stored events among which these are sought."""
_MOST_COMMITTED: Final = 64
"""The most committed events of a table that `LogReader.keep_committed` keeps."""


class _Tail(NamedTuple):
    """The last public events of a table, from which the lines on its board are made."""

    until: int
    """The sequence of the last event that was searched for public ones."""
    public: tuple[Entry, ...]
    moves: dict[Words, last_moves.Moves]
    """The moves of these events, in the words of each reader so far."""
    earlier: dict[Words, last_moves.Moves]
    """The same for the events up to the move before."""


class LogReader(Struct):
    """The log lines of the tables in memory. Each event is worded only once for the log.

    Events passed to `keep_committed` need not be read from the store.
    """

    store: Store
    _committed: dict[int, tuple[Entry, ...]] = field(default_factory=dict)
    """By table, its last committed events, without a gap. Kept only for tables whose lines are kept."""
    _known: dict[int, log.LogLines] = field(default_factory=dict)
    _tails: dict[int, _Tail] = field(default_factory=dict)
    _ended: dict[int, tuple[int, View]] = field(default_factory=dict)
    """By table, the event that ended the last hand whose end was shown, and the public view after it."""

    def keep_committed(self, table: int, new: Sequence[Entry]) -> None:
        """Keep events that this process has just committed at a table."""
        if new and (table in self._known or table in self._tails):
            kept = self._committed.get(table, ())
            before = kept if kept and kept[-1].sequence + 1 == new[0].sequence else ()
            self._committed[table] = (*before, *new)[-_MOST_COMMITTED:]

    async def _read_after(self, table: Table, after: int) -> list[Entry]:
        """The events of a table after event `after`."""
        kept, until = self._committed.get(table.id, ()), table.sequence
        if kept and kept[0].sequence <= after + 1 and kept[-1].sequence >= until:
            return [entry for entry in kept if after < entry.sequence <= until]
        return await self.store.read(read_entries, table.id, after, until)

    async def list_since(self, table: Table, after: int) -> log.LogLines:
        """Return the lines of the events after event `after`."""
        known = self._known.get(table.id)
        if known is None or not known.after <= after <= known.until:
            known = log.LogLines(after, after, ())
        lines = log.append_lines(table, known, after, await self._read_after(table, known.until))
        self._known[table.id] = lines
        return lines

    def forget(self, table: int) -> None:
        """Forget everything about a table."""
        for by_table in (self._known, self._tails, self._ended, self._committed):
            by_table.pop(table, None)

    async def list_recent(self, table: Table, words: Words, seat: Seat | None, own: str = "") -> tuple[str, ...]:
        """Return the last public lines, without events that only their own player notices: for a board (None), or for
        the player of a seat, what happened since their last move, with the line about their `own` last event. Readers
        with equal words share the moves."""
        if not table.playing:
            return ()
        tail = await self._find_tail(table)
        moves = tail.moves.get(words)
        if moves is None:
            moves = tail.moves[words] = last_moves.Moves(table, tail.public, words, tail.earlier.get(words))
        if tell_outcome(table.public_view, words) is not None:
            return last_moves.list_last_words(moves)
        return last_moves.list_recent(moves) if seat is None else last_moves.list_since_own(moves, seat, own)

    async def _find_tail(self, table: Table) -> _Tail:
        """The last public events of a table, which are kept in memory."""
        tail = self._tails.get(table.id)
        if tail is None or tail.until > table.sequence:
            tail = _Tail(table.sequence, await self._read_last_public(table), {}, {})
        elif tail.until < table.sequence:
            new = await self._read_after(table, tail.until)
            tail = _Tail(table.sequence, (*tail.public, *_select_public(new))[-_RECENT_EVENTS:], {}, tail.moves)
        self._tails[table.id] = tail
        return tail

    async def view_at_end(self, table: Table, ended: int) -> View:
        """Return the public view of the hand that ended with event `ended`, even if the next one has been dealt since,
        or its end was taken back. The view is kept, since it never changes."""
        known = self._ended.get(table.id)
        if known is None or known[0] != ended:
            new, view = await self._read_after(table, ended), table.public_view
            if any(is_of_game(entry.event) or isinstance(entry.event, events.Undone) for entry in new):
                view = await self.store.read(read_view, table.game, table.id, ended)
            known = self._ended[table.id] = ended, view
        return known[1]

    async def _read_last_public(self, table: Table) -> tuple[Entry, ...]:
        """The last public events up to the table's present state, read from the store."""
        stored = decode_entries(await self.store.read(stored_events.read_last, table.id, _MOST_SEARCHED))
        return tuple(_select_public(entry for entry in stored if entry.sequence <= table.sequence))[-_RECENT_EVENTS:]


def _select_public(found: Iterable[Entry]) -> Iterator[Entry]:
    return (entry for entry in found if not is_unnoticed(entry.event))
