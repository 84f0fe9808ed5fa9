"""The log: a table's public events as lines of text.

Each message holds one page. A page ends with its hand, when it is full, or when it will soon be too old to be edited.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final, NamedTuple

from bot.messages.table_words import words_of
from bot.ports.markup import piece_mark
from bot.tables.aggregate.table import Table
from bot.tables.history import events
from bot.tables.history.entries import Entry, is_of_game, select_effective
from bot.wording import Words, log_line, receipt_lines, short_line
from games.core.secret import view_event

_FAIRNESS: Final = (events.CommittedTo, events.Sealed, events.Rooted)
"""The events that prove a fair shuffle. The log of a practice table leaves them out; `/replay verify` shows them."""
_SHUFFLED: Final = (*_FAIRNESS, events.Revealed, events.SecretsOpened)
"""These, and the events that open a secret, which a prepared hand does not have."""
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
    """The index of the last line with a receipt, or else of the line that ended a hand, or else the number of lines."""


def lines_of(table: Table, entries: Sequence[Entry], words: Words | None = None) -> Iterator[tuple[Entry, str]]:
    """Yield each event with its log text. The last game event of a move also has the move's receipts in its text."""
    words = words or words_of(table)
    group: list[Entry] = []
    for place, entry in enumerate(entries):
        fairness = _SHUFFLED if table.shuffle.prepared else _FAIRNESS
        untold = table.practice and isinstance(entry.event, fairness)
        text = "" if untold else log_line(view_event(entry.event, None), words)
        if is_of_game(entry.event):
            group = [*(member for member in group if member.cause == entry.cause), entry]
            following = entries[place + 1] if place + 1 < len(entries) else None
            if following is None or following.cause != entry.cause or not is_of_game(following.event):
                text = "\n".join(part for part in (text, *_receipts(table, group, words)) if part)
        yield entry, text


def _receipts(table: Table, group: Sequence[Entry], words: Words) -> list[str]:
    """The texts of the receipts with several lines. A receipt of one line would only repeat the event's text."""
    found = [receipt for receipt in table.game.receipts([member.event for member in group]) if len(receipt.lines) > 1]
    return ["\n".join(f"{_QUOTED}{line}" for line in receipt_lines(receipt, words)) for receipt in found]


class Line(NamedTuple):
    """The log text of one event."""

    sequence: int
    text: str
    opens: bool
    """True if the line opens a page."""
    ends: bool
    """True if the event ends a hand."""
    short: str | None = None
    """Its words in a run of moves, one line of a page. "" if it goes without saying; None if it stands alone."""

    @property
    def size(self) -> int:
        """The characters that it takes in a page."""
        return len(self.text if self.short is None else self.short) + len(_BETWEEN)


class LogLines(NamedTuple):
    """The log lines of the events after `after`, up to and including `until`. Most events have no line."""

    after: int
    until: int
    lines: tuple[Line, ...]


def more(table: Table, known: LogLines, after: int, new: Sequence[Entry]) -> LogLines:
    """Append the lines of the `new` events to the `known` ones, and drop the lines of events up to `after`."""
    lines = [line for line in known.lines if line.sequence > after]
    words, opens = words_of(table), False
    for entry, text in lines_of(table, new):
        opens = opens or isinstance(entry.event, events.CommittedTo)
        if text:
            ends = isinstance(entry.event, events.HandOver | events.Revealed)
            short = None if "\n" in text else short_line(view_event(entry.event, None), words)
            lines.append(Line(entry.sequence, text, opens, ends, short))
            opens = False
    return LogLines(after, new[-1].sequence if new else known.until, tuple(lines))


def page(log: LogLines, length: int) -> Page:
    """Make the first page of these lines, of about `length` characters. It ends before the next commitment, so that
    the commitment is public before its hand is dealt.

    Moves that many hands are full of stand in runs. Once the hand is over, the page leaves them out: then it tells what
    a crew would read again, and a replay shows each move.
    """
    lines: list[Line] = []
    size, full = 0, False
    for line in log.lines:
        full = bool(lines) and (line.opens or size + line.size > length)
        if full:
            break
        lines.append(line)
        size += line.size
    until = lines[-1].sequence if full else log.until
    lines = _fold(lines)
    ends = [place for place, line in enumerate(lines) if line.ends]
    receipts = [place for place, line in enumerate(lines) if f"\n{_QUOTED}" in f"\n{line.text}"]
    return Page(
        log.after,
        until,
        tuple(line.text[:length] for line in lines),
        full,
        lines[ends[-1]].sequence if ends else None,
        receipts[-1] if receipts else ends[0] if ends else len(lines),
    )


def _fold(lines: Sequence[Line]) -> list[Line]:
    """The lines of a page, with each run of short ones in one. Those of a hand that is over are left out."""
    over = max((line.sequence for line in lines if line.ends), default=0)
    folded: list[Line] = []
    for short, run in groupby(lines, key=lambda line: line.short is not None):
        if not short:
            folded += run
            continue
        told = [line for line in run if line.short and line.sequence > over]
        for begin in range(0, len(told), MOST_IN_A_RUN):
            part = told[begin : begin + MOST_IN_A_RUN]
            folded.append(part[-1]._replace(text=_RUN + _BETWEEN.join(line.short or "" for line in part)))
    return folded


def recent(table: Table, entries: Sequence[Entry], most: int = 3) -> tuple[str, ...]:
    """The last `most` log lines for the board, with marks for the pieces. Events that were taken back are left out."""
    words = replace(words_of(table), mark=piece_mark)
    texts: list[str] = []
    for _, move in groupby(reversed(select_effective(entries)), key=lambda entry: entry.cause):
        texts = [text for _, text in lines_of(table, [*move][::-1], words) if text] + texts
        if len(texts) >= most:
            break
    return tuple(line.partition("\n")[0] for line in texts[-most:])
