"""The page that shows a paper before it is entered."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.messages.books.pages import fits, make_page
from bot.ports import Controls, Item, Menu, Message, Pattern, make_button
from bot.tally.books import UNNAMED, Book, format_amounts, format_date, format_signed
from bot.tally.books.book import sum_amounts
from bot.tally.papers.books_file import BooksFile, FileEntry, FileMember
from bot.tally.papers.csv_import import PaperLine, ParsedPaper, WrongLine
from bot.tally.papers.paper_check import GivenPaper, Reading
from bot.tally.papers.plan import Plan
from bot.wording import Words

ENTER: Final = Pattern("tally.paper.{which:enter|all}.{digest}")
ORDER: Final = Pattern("tally.paper.order.{digest}")
"""The menu that asks for the order of day, month and year."""
SHOWN_WRONG: Final = 15
SHOWN_LINES: Final = 5
SHOWN_PEOPLE: Final = 20
KEPT_DAYS: Final = 7
"""The days for which a paper, a file or a draft is kept while nobody enters it."""


def show_paper(book: Book, plan: Plan, read: Reading | None, given: GivenPaper, plain: bool) -> Message:
    """The page about a paper or moved books: who is in it, everybody's totals with it, and the buttons to enter or drop
    it. `read` is how a paper was read; None for moved books.

    It lists the wrong lines of a paper, which stay out. If its days can be read in two orders and the scorer has not
    chosen one, the page asks for the order.
    """
    words, people = book.words, _list_people(book, plan)
    if read is None:
        understood = _word_books(book, plan)
        people = [*people[:SHOWN_PEOPLE], *_word_rest(people, SHOWN_PEOPLE, words)]
    else:
        understood = [*_word_paper(book, plan, read.paper, given.season), *_word_faults(read.paper.wrong, words)]
        if not read.paper.lines:
            return make_page(understood[0], understood[1:], plain=plain)
    asks_order = read is not None and read.asks_order
    in_books = 0 if asks_order else len(plan.file.entries) - len(plan.entries)
    questions = _ask(plan, read, asks_order, in_books, words)
    title, *rest = [*understood, *people]
    entries = [] if read is None else plan.file.entries
    lines = [_word_line(plan.file, entry, words) for entry in entries[:SHOWN_LINES]]
    samples = ([*lines[:count], *_word_rest(entries, count, words)] for count in range(len(lines), 0, -1))
    sample = next((some for some in samples if fits(title, rest, some, last=questions)), [])
    menus = () if read is None else _ask_order(read, given.digest, words)
    actions = [] if asks_order or plan.is_empty else [("enter", "success")]
    if read is not None and in_books:
        actions.append(("all", "secondary"))
    row = tuple(make_button(ENTER, words, style, which=action, digest=given.digest)
                for action, style in actions)  # fmt: skip
    leave = make_button("tally.paper.leave", words, "danger")
    return make_page(title, rest, sample, last=questions, rows=(*menus, (*row, leave)), plain=plain)


def _ask(plan: Plan, read: Reading | None, asks_order: bool, in_books: int, words: Words) -> list[str]:
    """Word the totals with the paper, what of it the books have already, and what the scorer is asked."""
    asked = [] if asks_order else [_word_totals(plan.totals_after, words)]
    if in_books:
        asked.append(words.say(f"tally/{'moved' if read is None else 'paper'}/in_books", count=in_books))
    if plan.file.waiting:
        asked.append(words.say("tally/moved/waiting", count=plan.file.waiting))
    if read is None and plan.is_empty:
        return [*asked, words.say("tally/moved/nothing")]
    if read is not None and read.paper.wrong:
        asked.append(words.say("tally/paper/ask_wrong"))
    ask = "ask_years" if asks_order else "ask_known" if read is not None and in_books else "ask"
    return [*asked, words.say(f"tally/paper/{ask}"), words.say("tally/paper/kept", count=KEPT_DAYS)]


def _list_people(book: Book, plan: Plan) -> list[str]:
    """Word everybody who has a name in a file, with the sum of their entries in it, and count those without one."""
    file = plan.file
    sums = sum_amounts(part[:2] for entry in file.entries if not entry.apart for part in entry.amounts)
    named = [(place, person) for place, person in enumerate(file.members) if person.name]
    people = [_word_person(book, person, plan.people[place], sums[place]) for place, person in named]
    if former := len(file.members) - len(named):
        people.append(book.words.say("tally/moved/former", count=former))
    return people


def _word_paper(book: Book, plan: Plan, paper: ParsedPaper, season: str) -> list[str]:
    """Word what was understood of a paper."""
    words, understood = book.words, []
    if paper.lines:
        days = [line.at for line in paper.lines]
        first, last = (format_date(day, words) for day in (min(days), max(days)))
        key = "tally/paper/title" if first != last else "tally/paper/title_day"
        sheet = season.strip() or book.title(book.season)
        understood.append(words.say(key, lines=len(paper.lines), first=first, last=last, season=sheet))
    grown = next((one for one in book.seasons if one.id == plan.seasons[0] and one.closed_at is not None), None)
    if grown is not None:
        understood.append(words.say("tally/paper/grows", season=book.title(grown)))
    if open_days := [line for line in paper.lines if line.open_day]:
        first_and_last = min(open_days, key=lambda line: line.at), max(open_days, key=lambda line: line.at)
        days_read = tuple(dict.fromkeys(_word_day("tally/paper/day", line, words) for line in first_and_last))
        understood.append(words.say("tally/paper/years", days=days_read))
    return understood


def _word_books(book: Book, plan: Plan) -> list[str]:
    """Word what a file of moved books brings."""
    words, file = book.words, plan.file
    counts = {"entries": len(plan.entries), "seasons": len(file.seasons), "handed": len(plan.payments)}
    understood = [words.say("tally/moved/title", **counts)]
    if file.parts > 1:
        understood.append(words.say("tally/moved/part", part=file.part, parts=file.parts))
    if plan.unmarked:
        understood.append(words.say("tally/moved/unmarked", count=plan.unmarked))
    own = book.settings.unit[1]
    if file.unit != own:
        understood.append(words.say("tally/moved/units", unit=file.unit, own=own))
    return understood


def _ask_order(read_as: Reading, digest: str, words: Words) -> Controls:
    """The menu for the order of the numbers in days; none if only one order is possible. Its example is the first line
    whose day depends on the order."""
    if not read_as.choices:
        return ()
    rows = zip(*(paper.lines for paper in read_as.choices.values()), strict=True)
    differing = next(row for row in rows if any(line != row[0] for line in row))
    items = tuple(
        Item(order, _word_day(f"tally/paper/order/{order}", line, words), chosen=order == read_as.order)
        for order, line in zip(read_as.choices, differing, strict=True)
    )
    return ((Menu(ORDER.make(digest=digest), words.say("tally/paper/order"), items),),)


def _word_day(key: str, line: PaperLine, words: Words) -> str:
    """Word the day of a line, as it was written and as it was read."""
    return words.say(key, given=line.open_day, day=format_date(line.at, words))


def _word_person(book: Book, person: FileMember, member: int | None, total: int) -> str:
    """Word a person of a paper or of moved books, and the sum of their entries in it."""
    if member is None:
        key = "tally/paper/new" if person.user is None else "tally/moved/new"
        return book.words.say(key, name=person.name, amount=format_signed(total))
    member_name = book.members[member].name
    if member_name == person.name:
        return format_amounts([(person.name, total)])
    return book.words.say("tally/paper/known", name=person.name, member=member_name, amount=format_signed(total))


def _word_faults(wrong: Sequence[WrongLine], words: Words) -> list[str]:
    """Word the first lines of a paper that cannot be read; [] if there are none."""
    if not wrong:
        return []
    faults = [
        words.say(
            "tally/paper/why", number=line.number, why=words.say(f"tally/paper/why/{line.why}", **dict(line.facts))
        )
        for line in wrong[:SHOWN_WRONG]
    ]
    return [words.say("tally/paper/wrong", count=len(wrong)), *faults, *_word_rest(wrong, SHOWN_WRONG, words)]


def _word_line(file: BooksFile, entry: FileEntry, words: Words) -> str:
    """Word the line of a paper as it was read."""
    return words.say(
        "tally/paper/line",
        number=entry.id[1],
        on=format_date(entry.at, words),
        reason="–" if entry.reason == UNNAMED else entry.reason,
        amounts=format_amounts((file.members[place].name, amount) for place, amount, _ in entry.amounts),
    )


def _word_totals(totals: Mapping[str, int], words: Words) -> str:
    """Word everybody's total. If there are many people, only the highest and the lowest totals are named."""
    placed = sorted(totals.items(), key=lambda total: (-total[1], total[0]))
    if (more := len(placed) - SHOWN_PEOPLE) <= 0:
        return words.say("tally/paper/ends", amounts=format_amounts(placed))
    half = SHOWN_PEOPLE // 2
    first, rest = format_amounts(placed[:half]), format_amounts(placed[-half:])
    left_out = words.say("tally/others").format(count=more)
    return words.say("tally/paper/ends", amounts=f"{first}, {left_out}, {rest}")


def _word_rest(found: Sequence[object], shown: int, words: Words) -> list[str]:
    """The line with the number of items left out; none if all are shown."""
    return [words.say("tally/paper/more", count=len(found) - shown)] if len(found) > shown else []
