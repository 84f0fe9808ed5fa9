"""The page that shows a paper before it is entered."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.ports.ui import Button, Item, Menu, Message, Row
from bot.tally.book import Book, format_amounts, format_date, format_signed
from bot.tally.csv_import import PaperLine
from bot.tally.moving import MovePlan
from bot.tally.pages import fits, make_page
from bot.tally.paper_check import DAY_FIRST, YEAR_FIRST, PaperCheck, Reading
from bot.wording import Words

ORDER: Final = "tally.paper.order"
"""The menu that asks for the order of days with two-digit years."""
SHOWN_WRONG: Final = 15
SHOWN_LINES: Final = 5
SHOWN_PEOPLE: Final = 20
KEPT_DAYS: Final = 7
"""The days for which a paper, a file or a draft is kept while nobody enters it."""


def show_paper(book: Book, read_as: Reading, season: str, digest: str, check: PaperCheck, plain: bool) -> Message:
    """The page about a paper that was read: everybody's totals with it, and the buttons to enter or drop it.

    A paper with wrong lines has a list of these instead. If its days can be read in two orders and the scorer has not
    chosen one, the page asks for the order.
    """
    paper, in_books = read_as.paper, check.known
    understood: list[str] = []
    if paper.lines:
        days = [line.at for line in paper.lines]
        sheet = season.strip() or book.title(book.season)
        first, last = (format_date(day, book.words) for day in (min(days), max(days)))
        key = "tally/paper/title" if first != last else "tally/paper/title_day"
        understood.append(book.words.say(key, lines=len(paper.lines), first=first, last=last, season=sheet))
    if check.sheet is not None:
        understood.append(book.words.say("tally/paper/grows", season=book.title(check.sheet)))
    if short := [line for line in paper.lines if line.short_day]:
        first_and_last = min(short, key=lambda line: line.at), max(short, key=lambda line: line.at)
        days_read = tuple(dict.fromkeys(_word_day("tally/paper/day", line, book.words) for line in first_and_last))
        understood.append(book.words.say("tally/paper/years", days=days_read))
    people = [_word_player(book, name, paper.players[name], total) for name, total in paper.totals.items()]
    if paper.wrong:
        wrong = [book.words.say("tally/paper/wrong", count=len(paper.wrong))]
        for entry in paper.wrong[:SHOWN_WRONG]:
            why = book.words.say(f"tally/paper/why/{entry.why}", **dict(entry.facts))
            wrong.append(book.words.say("tally/paper/why", number=entry.number, why=why))
        title, *rest = [*understood, *wrong, *_word_rest(paper.wrong, SHOWN_WRONG, book.words)]
        return make_page(title, rest, people, plain=plain)
    read = [
        book.words.say(
            "tally/paper/line",
            number=line.number,
            on=format_date(line.at, book.words),
            reason=line.reason or "–",
            amounts=format_amounts(line.amounts.items()),
        )
        for line in paper.lines[:SHOWN_LINES]
    ]  # fmt: skip
    enter, everything, leave = (
        Button(f"{action}{suffix}", book.words.label(action), style)
        for action, suffix, style in (
            ("tally.paper.enter", f".{digest}", "success"),
            ("tally.paper.all", f".{digest}", "secondary"),
            ("tally.paper.leave", "", "danger"),
        )
    )
    row: tuple[Button, ...] = (enter, leave)
    questions = [_word_totals(check.totals_after, book.words)]
    if read_as.other is not None and not read_as.order:
        questions, row = [], (leave,)
    elif in_books:
        row = (everything, leave) if len(in_books) == len(paper.lines) else (enter, everything, leave)
        questions.append(book.words.say("tally/paper/in_books", count=len(in_books)))
    ask = "tally/paper/ask_years" if leave == row[0] else "tally/paper/ask_known" if in_books else "tally/paper/ask"
    questions.append(book.words.say(ask))
    questions.append(book.words.say("tally/paper/kept", count=KEPT_DAYS))
    title, *rest = [*understood, *people]
    samples = ([*read[:count], *_word_rest(paper.lines, count, book.words)] for count in range(len(read), 0, -1))
    read = next((lines for lines in samples if fits(title, rest, lines, last=questions)), [])
    return make_page(
        title, rest, read, last=questions, rows=(*_ask_order(read_as, digest, book.words), row), plain=plain
    )


def _ask_order(read_as: Reading, digest: str, words: Words) -> tuple[Row, ...]:
    """The menu for the order of days with two-digit years; none if only one order is possible. Its example is the first
    line whose day depends on the order."""
    if read_as.other is None:
        return ()
    days, years = read_as.paper, read_as.other
    if read_as.order == YEAR_FIRST:
        days, years = years, days
    pair = next(pair for pair in zip(days.lines, years.lines, strict=True) if pair[0] != pair[1])
    items = tuple(
        Item(order, _word_day(f"tally/paper/order/{order}", line, words), chosen=order == read_as.order)
        for order, line in zip((DAY_FIRST, YEAR_FIRST), pair, strict=True)
    )
    return ((Menu(f"{ORDER}.{digest}", words.say("tally/paper/order"), items),),)


def _word_day(key: str, line: PaperLine, words: Words) -> str:
    """Word the day of a line, as it was written and as it was read."""
    return words.say(key, given=line.short_day, day=format_date(line.at, words))


def _word_player(book: Book, name: str, member: int | None, total: int) -> str:
    """Word the player of a column of a paper, and the sum of the column."""
    if member is None:
        return book.words.say("tally/paper/new", name=name, amount=format_signed(total))
    member_name = book.members[member].name
    if member_name == name:
        return format_amounts([(name, total)])
    return book.words.say("tally/paper/known", name=name, member=member_name, amount=format_signed(total))


def _word_totals(totals: Mapping[str, int], words: Words) -> str:
    """Word everybody's total. If there are many people, only the highest and the lowest totals are named."""
    placed = sorted(totals.items(), key=lambda total: (-total[1], total[0]))
    if (more := len(placed) - SHOWN_PEOPLE) <= 0:
        return words.say("tally/paper/ends", amounts=format_amounts(placed))
    half = SHOWN_PEOPLE // 2
    first, rest = format_amounts(placed[:half]), format_amounts(placed[-half:])
    left_out = words.say("tally/others").format(count=more)
    return words.say("tally/paper/ends", amounts=f"{first}, {left_out}, {rest}")


def show_books(book: Book, plan: MovePlan, digest: str, plain: bool) -> Message:
    """The page about the file of a crew that moves house: its people, the number of its entries, and everybody's total
    once they count. Its buttons bring the file in or drop it."""
    words, file = book.words, plan.file
    title = words.say(
        "tally/moved/title", entries=len(plan.entries), seasons=len(file.seasons), handed=len(plan.payments)
    )
    own = book.settings.unit[1]
    units = [words.say("tally/moved/units", unit=file.unit, own=own)] if file.unit != own else []
    named = [(person, known) for person, known in zip(file.members, plan.people, strict=True) if person.name]
    people = [
        words.say("tally/moved/new", name=person.name)
        if known is None
        else person.name
        if person.name == book.members[known].name
        else words.say("tally/moved/known", name=person.name, member=book.members[known].name)
        for person, known in named
    ]
    if former := len(file.members) - len(named):
        people.append(words.say("tally/moved/former", count=former))
    read = [_word_totals(plan.totals_after, words)] if plan.totals_after else []
    if in_books := len(file.entries) - len(plan.entries):
        read.append(words.say("tally/moved/in_books", count=in_books))
    if file.waiting:
        read.append(words.say("tally/moved/waiting", count=file.waiting))
    enter = Button(f"tally.paper.enter.{digest}", words.label("tally.paper.enter"), "success")
    leave = Button("tally.paper.leave", words.label("tally.paper.leave"), "danger")
    read.append(words.say("tally/moved/nothing" if plan.is_empty else "tally/paper/ask"))
    if not plan.is_empty:
        read.append(words.say("tally/paper/kept", count=KEPT_DAYS))
    row: tuple[Button, ...] = (leave,) if plan.is_empty else (enter, leave)
    shown_people = [*units, *people[:SHOWN_PEOPLE], *_word_rest(people, SHOWN_PEOPLE, words)]
    return make_page(title, shown_people, last=read, rows=(row,), plain=plain)


def _word_rest(found: Sequence[object], shown: int, words: Words) -> list[str]:
    """The line with the number of items left out; none if all are shown."""
    return [words.say("tally/paper/more", count=len(found) - shown)] if len(found) > shown else []
