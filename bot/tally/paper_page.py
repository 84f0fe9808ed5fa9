"""The page that shows a paper before it is entered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.ports.ui import Button, Message
from bot.tally.book import Book, format_amounts, format_date, format_signed
from bot.tally.csv_import import ReadPaper
from bot.tally.pages import page
from bot.tally.papers import PaperCheck
from bot.wording import Words

SHOWN_WRONG: Final = 15
SHOWN_LINES: Final = 5


def show_paper(book: Book, found: ReadPaper, season: str, shown: str, check: PaperCheck, plain: bool) -> Message:
    """The page about a paper that was read: its totals and the last figures of the chart with it, then the wrong lines
    or the buttons to enter or drop it."""
    in_books = check.known
    understood: list[str] = []
    if found.lines:
        days = [line.at for line in found.lines]
        sheet = season.strip() or book.title(book.season)
        first, last = (format_date(day, book.words) for day in (min(days), max(days)))
        lines = len(found.lines)
        understood.append(book.words.say("tally/paper/title", lines=lines, first=first, last=last, season=sheet))
    for name, total in found.totals.items():
        member = found.players[name]
        key = "tally/paper/new" if member is None else "tally/paper/known"
        known = "" if member is None else book.members[member].name
        understood.append(book.words.say(key, name=name, member=known, amount=format_signed(total)))
    if found.wrong:
        wrong = [book.words.say("tally/paper/wrong", count=len(found.wrong))]
        for entry in found.wrong[:SHOWN_WRONG]:
            why = book.words.say(f"tally/paper/why/{entry.why}", **dict(entry.facts))
            wrong.append(book.words.say("tally/paper/why", number=entry.number, why=why))
        (title, *rest), *more = filter(None, (understood, [*wrong, *_more(found.wrong, SHOWN_WRONG, book.words)]))
        return page(title, rest, *more, plain=plain)
    read = [
        book.words.say(
            "tally/paper/line",
            number=line.number,
            on=format_date(line.at, book.words),
            reason=line.reason or "–",
            amounts=format_amounts(line.amounts.items()),
        )
        for line in found.lines[:SHOWN_LINES]
    ]  # fmt: skip
    enter, everything, leave = (
        Button(f"{what}{mark}", book.words.label(what), style)
        for what, mark, style in (
            ("tally.paper.enter", f".{shown}", "success"),
            ("tally.paper.all", f".{shown}", "secondary"),
            ("tally.paper.leave", "", "danger"),
        )
    )
    row: tuple[Button, ...] = (enter, leave)
    read += _more(found.lines, SHOWN_LINES, book.words)
    ends = sorted(check.ends.items(), key=lambda end: (-end[1], end[0]))
    read.append(book.words.say("tally/paper/ends", amounts=format_amounts(ends)))
    if in_books:
        row = (everything, leave) if len(in_books) == len(found.lines) else (enter, everything, leave)
        read.append(book.words.say("tally/paper/in_books", count=len(in_books)))
    read.append(book.words.say("tally/paper/ask_known" if in_books else "tally/paper/ask"))
    (title, *rest), *more = filter(None, (understood, read))
    return page(title, rest, *more, rows=(row,), plain=plain)


def _more(found: Sequence[object], shown: int, words: Words) -> list[str]:
    """The line with the number of items left out; none if all are shown."""
    return [words.say("tally/paper/more", count=len(found) - shown)] if len(found) > shown else []
