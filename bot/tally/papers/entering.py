"""Enters a paper or moved books, or takes them back, each time in one transaction.

The source of a moved entry keeps the number that the entry had in its first books, so no entry comes twice.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count

from bot.ports import Request, fold_name
from bot.store import Connection, Json, key_values
from bot.store.books import (
    Crew,
    Gain,
    NewTransfer,
    Payment,
    crews,
    payments,
    postings,
    revisions,
    sources,
)
from bot.store.books.postings import APART, POSTED
from bot.tally.books import Book
from bot.tally.books.achievements import moved_prefix
from bot.tally.books.book import sum_amounts
from bot.tally.books.file_fields import FileFeats, Id
from bot.tally.changes.ledger import announce, lock_for_scorer, refuse_too_large
from bot.tally.papers.arriving import add_people
from bot.tally.papers.books_file import NOBODY, ROBOTS, FileEntry, is_opposite
from bot.tally.papers.collecting import renumber, renumber_seats
from bot.tally.papers.plan import Plan


def enter(connection: Connection, book: Book, request: Request, plan: Plan, drop: str) -> None:
    """Enter what a `plan` for this book adds: seasons, people, entries, payments and feats.

    `drop` is the key of a note to drop. Raises Refused.
    """
    crew = lock_for_scorer(connection, book, request)
    revisions.advance(connection, crew.id)  # a plan that was made before is made anew
    pairs = zip(plan.file.members, plan.people, strict=True)
    seasons = _add_seasons(connection, book, plan)
    # A paper gives nobody who is known another name.
    people = [person if plan.is_moved or known is None else person._replace(name="") for person, known in pairs]
    members = add_people(connection, book, people, plan.people, request.at)
    robots = crews.open_account(connection, crew.id, None) if plan.is_moved else 0
    accounts = {**dict(enumerate(crews.open_accounts(connection, crew.id, members))), ROBOTS: robots}
    with refuse_too_large():
        postings.must_have_room(connection, [Gain(accounts[place], amount) for place, amount in plan.totals.items()])
    _add_entries(connection, crew, plan, accounts, seasons, None if plan.is_moved else request.user)
    paid, claimed = _add_payments(connection, crew, plan, members, request.user)
    if feats := [_make_note(table, accounts) for table in plan.feats]:
        key_values.put(connection, f"{moved_prefix(crew.id)}{plan.mark}", feats, request.at)
    key_values.drop(connection, drop)
    count = len(plan.entries)
    won = sum_amounts((members[place], amount) for place, amount in plan.totals.items() if place != ROBOTS)
    gains = [*won.items()]
    if plan.is_moved:
        announce(connection, crew, "moved", request, entries=count, paper=plan.mark, unmarked=plan.unmarked,
                 gains=gains, paid=paid, claimed=claimed)  # fmt: skip
    else:
        here = next((one for one in book.seasons if one.id == seasons[0]), None)
        title = plan.file.seasons[0].name if here is None else book.title(here)
        announce(connection, crew, "paper", request, lines=count, paper=plan.mark, season=title, gains=gains)


def take_back(
    connection: Connection, book: Book, request: Request, mark: str, why: str, reversals: Sequence[NewTransfer]
) -> None:
    """Post these reversals of the entries of a paper, or of moved books with their payments and feats. What came again
    after it was taken back has a mark that begins with this one."""
    crew = lock_for_scorer(connection, book, request)
    revisions.advance(connection, crew.id)
    postings.post_all(connection, reversals)
    gains = sum_amounts((book.owners[part.account], part.amount) for one in reversals for part in one.entries)
    paid = _sum_paid(payments.list_moved(connection, crew.id, mark))
    sources.void_apart(connection, crew.id, mark)
    payments.strike(connection, crew.id, mark)
    key_values.drop_all(connection, f"{moved_prefix(crew.id)}{mark}")
    announce(connection, crew, "paper_undone", request, entries=len(reversals), paper=mark, reason=why,
             gains=[*gains.items()],
             paid=[(member, -amount) for member, amount in paid])  # fmt: skip


def _sum_paid(all_payments: Iterable[Payment], state: str = payments.COUNTS) -> list[tuple[int, int]]:
    """By member, the sum of the payments in a state: by default of those that count."""
    found = [payment for payment in all_payments if payment.state == state]
    sides = (((payment.giver, payment.amount), (payment.taker, -payment.amount)) for payment in found)
    return [*sum_amounts(side for both in sides for side in both).items()]


def _add_seasons(connection: Connection, book: Book, plan: Plan) -> list[int]:
    """Add the new seasons of a file. Return the season in these books for each season of the file.

    In empty books, the open season continues that of the file. A sheet that was here grows with the days of the file.
    """
    file, open_season = plan.file, plan.file.seasons[-1]
    sheets = {season.id: season for season in book.seasons if season.closed_at is not None and season.number <= 0}
    for season, known in zip(file.seasons, plan.seasons, strict=True):
        if known in sheets and season.closed_at is not None:
            first = min(sheets[known].opened_at, season.opened_at)
            last = max(sheets[known].closed_at or 0, season.closed_at)
            crews.change_season(connection, known, opened_at=first, closed_at=last)
    if plan.continues:
        begun = {"number": open_season.number, "name": open_season.name, "opened_at": open_season.opened_at}
        crews.change_season(connection, book.season.id, **begun)
    new = [file.seasons[place] for place, known in enumerate(plan.seasons) if known is None]
    lowest = min(0, min(season.number for season in book.seasons) - 1)
    titles = {fold_name(book.title(season)) for season in book.seasons}
    rows = []
    for number, season in zip(range(lowest - len(new) + 1, lowest + 1), new, strict=True):
        title = season.name
        if not plan.continues:
            whole = title = title or book.words.say("tally/season", number=season.number)
            times = count(2)
            while fold_name(title) in titles:
                title = f"{whole[:54]} ({next(times)})"
            titles.add(fold_name(title))
        closed_at = season.closed_at or season.opened_at
        rows.append((season.number if plan.continues else number, title, season.opened_at, closed_at))
    added = iter(crews.add_former_seasons(connection, book.id, rows))
    return [next(added) if known is None else known for known in plan.seasons]


def _add_entries(
    connection: Connection, crew: Crew, plan: Plan, accounts: Mapping[int, int], seasons: Sequence[int],
    by: int | None,
) -> None:  # fmt: skip
    """Write the entries of a file, which are `by` this user if the file does not say. A reversal of an entry that was
    reversed here meanwhile is left out."""
    reversed_already = {transfer.reverses for transfer in plan.known.values()}
    hands: dict[tuple[str, int | None, int | None], int] = {}
    new: list[NewTransfer] = []
    numbers: dict[Id, int] = {}
    reverses: dict[int, Id] = {}
    for entry in plan.entries:
        transfer = replace(
            _make_transfer(crew, plan, entry, accounts, hands),
            season=seasons[entry.season],
            by=by if entry.by == NOBODY else plan.file.members[entry.by].user,
        )
        target = plan.known.get(entry.reverses) if entry.reverses is not None else None
        # The target counts in these books, and the entry is its opposite.
        takes_back = target and target.state == POSTED and is_opposite(transfer.entries, target.entries)
        if target and takes_back and target.id in reversed_already:
            continue
        if entry.reverses is not None and (target is None or takes_back):
            reverses[len(new)] = entry.reverses
        numbers[entry.id] = len(new)
        new.append(transfer)
    ids = postings.post_all(connection, new)
    known = {id: entry.id for id, entry in plan.known.items()} | {id: ids[number] for id, number in numbers.items()}
    postings.note_reversals(connection, {ids[number]: known[id] for number, id in reverses.items()})


def _make_transfer(
    crew: Crew, plan: Plan, entry: FileEntry, accounts: Mapping[int, int],
    hands: dict[tuple[str, int | None, int | None], int],
) -> NewTransfer:  # fmt: skip
    data = renumber(entry.data, accounts)
    hand = None
    if plan.is_moved:
        data["moved"] = {"table": entry.table, "hand": entry.hand, "from": plan.file.crew}
        if not entry.mark:
            data[sources.UNMARKED] = True
        elif entry.table is not None or entry.hand is not None:
            hand = postings.WHOLE_SESSION
    if entry.mark and entry.hand is not None:
        hand = hands.setdefault((entry.id[0], entry.table, entry.hand), plan.lowest_hand - 1 - len(hands))
    return NewTransfer(
        crew.id,
        _make_source(plan.mark, entry.id),
        [Gain(accounts[member], amount, note) for member, amount, note in entry.amounts],
        entry.at,
        game=entry.game,
        reason=entry.reason or "",
        state=APART if entry.apart else POSTED,
        data=data,
        hand=hand,
        rules_version=entry.rules_version,
    )


def _make_source(mark: str, id: Id) -> str:
    """The source of an entry or payment. The line of a paper has no origin but its paper."""
    return f"{mark}:{id[0]}.{id[1]}" if id[0] else f"{mark}:{id[1]}"


def _make_note(table: FileFeats, accounts: Mapping[int, int]) -> Json:
    """The feats of a table, as the books note them."""
    return [
        *table.id,
        table.game,
        table.done,
        [[since, renumber_seats(seats, accounts)] for since, seats in table.posted],
    ]


def _add_payments(
    connection: Connection, crew: Crew, plan: Plan, members: Sequence[int], by: int
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Write the payments of a file, without those between two people who are one member here. One without a mark is a
    claim of its giver, or else of the requester (`by`), and waits for the other side. Return the sums by member, of
    those that count and of those that wait."""
    users = {NOBODY: None, **{place: person.user for place, person in enumerate(plan.file.members)}}
    new = []
    for payment in plan.payments:
        giver, taker = members[payment.giver], members[payment.taker]
        stored = Payment(0, crew.id, giver, taker, payment.amount, payment.kind, payment.state, users[payment.by],
                         users[payment.answered_by], _make_source(plan.mark, payment.id), payment.at,
                         payment.answered_at)  # fmt: skip
        if not payment.mark and payment.state != payments.VOID:
            stored = stored._replace(state=payments.WAITS, by=users[payment.giver] or by, answered_by=None,
                                     answered_at=None)  # fmt: skip
        if giver != taker:
            new.append(stored)
    payments.add_all(connection, new)
    return _sum_paid(new), _sum_paid(new, payments.WAITS)
