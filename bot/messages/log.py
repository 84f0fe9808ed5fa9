"""The log: what happened at a table, in lines as the crowd may see them. A message a hand, and another one where that
is full, or soon too old to be edited."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.messages.board import words_of
from bot.tables import events
from bot.tables.entries import Entry, effective, is_of_game
from bot.tables.table import Table
from bot.wording import Words, log_line, receipt_lines
from games.core.secret import seen_by


class Page(NamedTuple):
    """A message of the log: the events after `after` up to `until`; `full` when the next page has begun. `hand_ended`
    is the event with which a hand ended in it."""

    after: int
    until: int
    lines: tuple[str, ...]
    full: bool
    hand_ended: int | None


def lines_of(table: Table, entries: Sequence[Entry]) -> Iterator[tuple[Entry, str]]:
    """Each event with what the log says of it, receipts with the game's last event of the move that scored."""
    words = words_of(table)
    group: list[Entry] = []
    for place, entry in enumerate(entries):
        text = log_line(seen_by(entry.event, None), words)
        if is_of_game(entry.event):
            group = [*(one for one in group if one.cause == entry.cause), entry]
            following = entries[place + 1] if place + 1 < len(entries) else None
            if following is None or following.cause != entry.cause or not is_of_game(following.event):
                text = "\n".join(part for part in (text, *_receipts(table, group, words)) if part)
        yield entry, text


def _receipts(table: Table, group: Sequence[Entry], words: Words) -> list[str]:
    """Those that say more than the event's own line: the others are there for `/why`."""
    found = [one for one in table.game.receipts([one.event for one in group]) if len(one.lines) > 1]
    return ["\n".join(f"> {line}" for line in receipt_lines(receipt, words)) for receipt in found]


class Line(NamedTuple):
    """What the log says of the event `sequence`, and whether that opens a page, or ends a hand."""

    sequence: int
    text: str
    opens: bool
    ends: bool


class Told(NamedTuple):
    """What the log says of the events after `after` up to `until`; most of them it passes over."""

    after: int
    until: int
    lines: tuple[Line, ...]


def more(table: Table, told: Told, after: int, new: Sequence[Entry]) -> Told:
    """What is told after event `after`, with what is said of the `new` events, which follow those of `told`."""
    known = [line for line in told.lines if line.sequence > after]
    known += [
        Line(
            entry.sequence,
            text,
            isinstance(entry.event, events.CommittedTo),
            isinstance(entry.event, events.Revealed),
        )
        for entry, text in lines_of(table, new)
        if text
    ]
    return Told(after, new[-1].sequence if new else told.until, tuple(known))


def page(told: Told, length: int) -> Page:
    """The page that these begin: to the next commitment, or to about `length` characters.

    A commitment opens a page, so that it stands in public before the hand that is dealt from it.
    """
    lines: list[str] = []
    size, until = 0, told.after
    ended: int | None = None
    for line in told.lines:
        if lines and (line.opens or size + len(line.text) + 1 > length):
            return Page(told.after, until, tuple(lines), True, ended)
        until = line.sequence
        ended = until if line.ends else ended
        lines += [line.text[:length]]
        size += len(line.text) + 1
    return Page(told.after, told.until, tuple(lines), False, ended)


def recent(table: Table, entries: Sequence[Entry], most: int = 3) -> tuple[str, ...]:
    """The last few lines, for the board; of what still counts."""
    told = [text for _, text in lines_of(table, effective(entries)) if text]
    return tuple(line.partition("\n")[0] for line in told[-most:])
