"""The log: a table's public events as lines of text.

Each message holds one page. A page ends with its hand, when it is full, or when it will soon be too old to be edited.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from bot.messages.parts.table_words import words_of
from bot.ports import join_lines
from bot.tables.aggregate import Table
from bot.tables.history import events
from bot.tables.history.entries import Entry, is_of_game, is_recorded
from bot.wording import Words, word_log_line, word_receipt, word_short_line
from games.core import view_event

_SHUFFLED: Final = (events.Sealed, events.SecretsOpened)
"""The events about a shuffle. The log of a prepared hand leaves them out."""
MOST_IN_A_RUN: Final = 8
"""The most moves in one line of a run."""
_RUN: Final = "-# "
"""The prefix of a run, which Discord shows in small letters, so that calls and scores stand out."""
_BETWEEN: Final = " · "
_QUOTED: Final = "> "
"""The prefix of a receipt's lines."""


class Page(NamedTuple):
    """A page of the log, which becomes one message."""

    after: int
    """The sequence of the last event before the page."""
    until: int
    """The sequence of the last event that the page covers."""
    lines: tuple[str, ...]
    full: bool
    """True if the next page has begun."""
    hand_ended: int | None
    """The sequence of the event that ended a hand on this page, or None."""
    ends_at: int
    """The index of the last line with a receipt, or else of the first line after a hand ended, or else the number of
    lines."""
    roots: tuple[str, ...] = ()
    """The roots of the orders that were shuffled on this page, except those on seals."""


def lines_of(table: Table, entries: Sequence[Entry], words: Words | None = None) -> Iterator[tuple[Entry, str]]:
    """Yield each event with its log text. The last game event of a move also has the move's receipts in its text."""
    words = words or words_of(table)
    group: list[Entry] = []
    for place, entry in enumerate(entries):
        shuffled = _SHUFFLED if table.shuffle.prepared else events.Sealed
        is_untold = table.kind.is_private and isinstance(entry.event, shuffled)
        # Secrets that are opened while no game is played belong to no hand.
        is_untold = is_untold or (table.playing is None and isinstance(entry.event, events.SecretsOpened))
        text = "" if is_untold else word_log_line(view_event(entry.event, None), words)
        if is_of_game(entry.event):
            group = [*(member for member in group if member.cause == entry.cause), entry]
            following = entries[place + 1] if place + 1 < len(entries) else None
            if following is None or following.cause != entry.cause or not is_of_game(following.event):
                text = join_lines(text, *_list_receipts(table, group, words))
        yield entry, text


def _list_receipts(table: Table, group: Sequence[Entry], words: Words) -> list[str]:
    """The texts of the receipts with several lines. A receipt of one line would only repeat the event's text."""
    found = [receipt for receipt in table.game.receipts([member.event for member in group]) if len(receipt.lines) > 1]
    return ["\n".join(f"{_QUOTED}{line}" for line in word_receipt(receipt, words)) for receipt in found]


class LogLine(NamedTuple):
    """The log text of one event."""

    sequence: int
    text: str
    opens_page: bool
    """True if a new page has to begin with this line."""
    ends_hand: bool
    """True if the event ends a hand."""
    short: str | None = None
    """The text within a run of moves, which is one line of a page. "" if a run leaves the event out; None if the event
    has a line of its own."""
    roots: tuple[str, ...] = ()
    """The roots that the event makes public and that are on no seal."""

    @property
    def size(self) -> int:
        """The number of characters that the line takes on a page."""
        return len(self.text if self.short is None else self.short) + len(_BETWEEN)


class LogLines(NamedTuple):
    """The log lines of the events after `after`, up to and including `until`. Most events have no line."""

    after: int
    until: int
    lines: tuple[LogLine, ...]
    opens_page: bool = False
    """True if a new page has to begin with the next line."""


def append_lines(table: Table, known: LogLines, after: int, new: Sequence[Entry]) -> LogLines:
    """Append the lines of the `new` events to the `known` ones, and drop the lines of events up to `after`."""
    lines = [line for line in known.lines if line.sequence > after]
    words, opens = words_of(table), known.opens_page
    for entry, text in lines_of(table, [entry for entry in new if not is_recorded(entry)]):
        opens = opens or (isinstance(entry.event, events.Sealed) and entry.event.number > 1)
        ends = isinstance(entry.event, events.HandOver | events.Revealed)
        event, roots = entry.event, tuple[str, ...]()
        if isinstance(event, events.Rooted) and not table.kind.is_private:
            roots = event.roots[event.told :]
        if text or ends or roots:
            short = None if "\n" in text or not text else word_short_line(view_event(entry.event, None), words)
            lines.append(LogLine(entry.sequence, text, opens, ends, short, roots))
            opens = False
    return LogLines(after, new[-1].sequence if new else known.until, tuple(lines), opens)


def make_page(log: LogLines, length: int) -> Page:
    """Make the first page of these lines, with about `length` characters.

    The page ends before the next seal, which belongs to the next hand.

    Ordinary moves stand in runs. Once the hand is over, the page leaves them out and keeps what a crew would read
    again; a replay shows each move.
    """
    lines = _fill_page(log.lines, length)
    full = len(lines) < len(log.lines)
    until = lines[-1].sequence if full else log.until
    roots = tuple(root for line in lines for root in line.roots)
    ended = [line.sequence for line in lines if line.ends_hand]
    lines = _join_runs([line for line in lines if line.text], over=max(ended, default=0))
    receipts = [place for place, line in enumerate(lines) if f"\n{_QUOTED}" in f"\n{line.text}"]
    later = [place for place, line in enumerate(lines) if ended and line.sequence > ended[0]]
    return Page(
        log.after,
        until,
        tuple(line.text[:length] for line in lines),
        full,
        ended[-1] if ended else None,
        receipts[-1] if receipts else later[0] if later else len(lines),
        roots,
    )


def _fill_page(lines: Sequence[LogLine], length: int) -> list[LogLine]:
    """The lines that fit on a page; at least the first one. The page ends before a line that opens the next."""
    kept, size = list(lines[:1]), sum(line.size for line in lines[:1])
    for line in lines[1:]:
        size += line.size
        if line.opens_page or size > length:
            break
        kept.append(line)
    return kept


def _join_runs(lines: Sequence[LogLine], over: int) -> list[LogLine]:
    """Join each run of short lines on a page into one line. Leave out short lines up to event `over`, the end of a
    hand."""
    folded: list[LogLine] = []
    for short, run in groupby(lines, key=lambda line: line.short is not None):
        if not short:
            folded += run
            continue
        short_lines = [line for line in run if line.short and line.sequence > over]
        for begin in range(0, len(short_lines), MOST_IN_A_RUN):
            part = short_lines[begin : begin + MOST_IN_A_RUN]
            folded.append(part[-1]._replace(text=_RUN + _BETWEEN.join(line.short or "" for line in part)))
    return folded
