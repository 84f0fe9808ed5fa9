"""Debts: what members owe each other over all seasons, and the payments that change these debts.

What was won and what is owed are two things: a payment changes no standing, season, record or chart. Results against
robots are owed to nobody.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.ports import Request, Requester
from bot.store import Connection
from bot.store.books import Member, Payment, Scope, crews, payments, reports, revisions
from bot.tally.books import Book, DebtTransfer, NamedTransfer, load_book
from bot.tally.books.book import sum_by_owner
from bot.tally.books.entry_text import name_amounts
from bot.tally.changes.announcements import announce_payment
from bot.tally.changes.ledger import MOVED, is_scorer, lock_books
from games.core import Refused

MOST_PAID: Final = 1_000_000_000_000
"""The largest amount of a payment."""
MOST_WAITING: Final = 20
"""The most payments of one person that may wait for an answer at a time."""


def find_owed(connection: Connection, book: Book) -> dict[int, int]:
    """By member, the amount that others owe them. It is negative for a member who owes. The amounts sum to zero, and
    zeros are left out."""
    return _add_up(book, _sum_results(connection, book), payments.sum_by_member(connection, book.id))


def find_brought_forward(connection: Connection, book: Book) -> dict[int, int]:
    """By member, as in `find_owed`, the amounts from the results and payments before the open season began."""
    less_open_season = {member: -amount for member, amount in _sum_results(connection, book, book.season.id).items()}
    paid = payments.sum_by_member(connection, book.id, book.season.opened_at)
    return _add_up(book, _sum_results(connection, book), less_open_season, paid)


def _add_up(book: Book, *parts: Mapping[int, int]) -> dict[int, int]:
    summed = {member: sum(part.get(member, 0) for part in parts) for member in book.members}
    return {member: amount for member, amount in summed.items() if amount}


def _sum_results(connection: Connection, book: Book, season: int | None = None) -> dict[int, int]:
    """By owner, the results of all seasons or of one, without the entries that robots have a part in."""
    scope = Scope(book.id, season=season)
    found = sum_by_owner(connection, book, scope)
    for account, amount in reports.sum_beside(connection, scope, {-owner for owner in book.robots}).items():
        found[book.owners[account]] -= amount
    return found


def describe_brought_forward(connection: Connection, book: Book) -> list[str]:
    """A line with the amounts that are still owed from earlier seasons; [] if there are none."""
    still_owed = find_brought_forward(connection, book)
    if not still_owed:
        return []
    return [book.words.say("tally/brought_forward", amounts=name_amounts(book, still_owed.items()))]


def read(connection: Connection, book: Book) -> tuple[dict[int, int], list[Payment]]:
    """Read the amounts that people are owed, and the payments that wait."""
    return find_owed(connection, book), payments.list_waiting(connection, book.id)


def with_newest(
    connection: Connection, book: Book, hand_overs: Sequence[DebtTransfer]
) -> list[tuple[DebtTransfer, int]]:
    """Pair each hand-over with the id of the newest payment from its giver to its taker that counts."""
    return [
        (transfer, payments.find_newest_id(connection, book.id, transfer.giver, transfer.taker))
        for transfer in hand_overs
    ]


def find_owed_of_user(connection: Connection, user: int) -> list[tuple[Book, int]]:
    """The books in which a user owes something or is owed something, each with the amount."""
    found = []
    for crew in crews.list_crews_of_user(connection, user):
        book = load_book(connection, crew)
        own = book.find_by_user(user)
        amount = 0 if own is None else find_owed(connection, book).get(own.id, 0)
        if amount:
            found.append((book, amount))
    return found


def enter(
    connection: Connection, book: Book, request: Request, named: NamedTransfer, owed: Mapping[int, int] | None = None
) -> Payment:
    """Enter a payment between two members, given by their names. An empty name means the requester.

    With the present debts (`owed`, see `find_owed`) it is forgiven instead; more than they are cannot be. Raises
    Refused.
    """
    if not named.giver and not named.taker:
        raise Refused("TALLY", "paid_alone")
    lock_books(connection, book)
    giver, taker = _find_side(book, request, named.giver), _find_side(book, request, named.taker)
    if owed is None:
        return _enter(connection, book, request, (giver, taker), named.amount, payments.PAID)
    _must_have_right_to_forgive(book, request.requester, giver, taker)
    _must_be_owed(owed, giver, taker, named.amount)
    return _enter(connection, book, request, (giver, taker), named.amount, payments.FORGIVEN)


def _must_be_owed(owed: Mapping[int, int], giver: Member, taker: Member, amount: int) -> None:
    if owed.get(giver.id, 0) > -amount or owed.get(taker.id, 0) < amount:
        raise Refused("TALLY", "not_owed", giver=giver.name, taker=taker.name)


def _find_side(book: Book, request: Request, name: str) -> Member:
    found = book.find_member(name) if name else book.find_by_user(request.user)
    if found is None:
        raise Refused("TALLY", "you")
    return found


def enter_by_button(
    connection: Connection, book: Book, request: Request, transfer: DebtTransfer, newest: int, owed: Mapping[int, int]
) -> Payment:
    """Enter the payment that a button names. `owed` has the present debts, as `find_owed` returns them. `newest` is the
    id of the last payment from the giver to the taker that counted when the button was made.

    Raises Refused, for example if a newer payment between the two counts by now, or if less is owed by now.
    """
    giver, taker, amount = transfer
    crew = lock_books(connection, book)
    if giver not in book.members or taker not in book.members:
        raise Refused("TALLY", "page_old")
    giver_row, taker_row = book.members[giver], book.members[taker]
    _must_be_owed(owed, giver_row, taker_row, amount)
    if payments.find_newest_id(connection, crew.id, giver, taker) != newest:
        raise Refused("TALLY", "not_owed", giver=giver_row.name, taker=taker_row.name)
    return _enter(connection, book, request, (giver_row, taker_row), amount, payments.PAID)


def _enter(
    connection: Connection, book: Book, request: Request, sides: tuple[Member, Member], amount: int, kind: str
) -> Payment:
    giver, taker = sides
    if giver.id == taker.id:
        raise Refused("TALLY", "same", name=giver.name)
    if not 0 < amount <= MOST_PAID:
        raise Refused("TALLY", "amount", most=MOST_PAID)
    if kind == payments.FORGIVEN:
        counts = True
    else:
        waiting = payments.list_waiting(connection, book.id)
        for known in waiting:
            if (known.giver, known.taker, known.amount) == (giver.id, taker.id, amount):
                if may_confirm(book, known, request.requester):
                    return _answer(connection, known, request, payments.COUNTS)
                return known
        if sum(known.by == request.user for known in waiting) >= MOST_WAITING:
            raise Refused("TALLY", "payments_wait", most=MOST_WAITING)
        counts = _counts_at_once(book, request.requester, giver, taker)
    state, answer_by, answered_at = payments.WAITS, None, None
    if counts:
        state, answer_by, answered_at = payments.COUNTS, request.user, request.at
        revisions.advance(connection, book.id)
    new = Payment(0, book.id, giver.id, taker.id, amount, kind, state, request.user, answer_by, request.cause,
                  request.at, answered_at)  # fmt: skip
    payment = payments.add(connection, new)
    announce_payment(connection, payment, request.location.channel, request.at)
    return payment


def _must_have_right_to_forgive(book: Book, requester: Requester, giver: Member, taker: Member) -> None:
    """Raise Refused unless the requester may forgive this debt. The taker always may. The scorer may if one side has no
    account on Discord, or has crossed the bar."""
    absent = any(side.user_id is None or side.id in book.crossed for side in (giver, taker))
    if requester.user != taker.user_id and not (absent and is_scorer(book.settings, requester)):
        raise Refused("TALLY", "not_yours_to_forgive", name=taker.name)


def _counts_at_once(book: Book, requester: Requester, giver: Member, taker: Member) -> bool:
    """True if the requester's payment needs no confirmation. Raises Refused if they may not enter it at all."""
    sides = {None if side.id in book.crossed else side.user_id for side in (giver, taker)}
    if requester.user not in sides:
        if not is_scorer(book.settings, requester):
            raise Refused("TALLY", "not_your_payment", giver=giver.name, taker=taker.name)
        return True
    return None in sides and is_scorer(book.settings, requester)


def may_confirm(book: Book, payment: Payment, requester: Requester) -> bool:
    """True if this person may confirm a waiting payment: they are the other side, or the scorer. A payment from a file
    is confirmed by its other side alone, unless that is somebody who never can."""
    if payment.state != payments.WAITS or requester.user == payment.by:
        return False
    if requester.user in _find_users(book, payment):
        return True
    return is_scorer(book.settings, requester) and not _waits_for_its_side(book, payment)


def _waits_for_its_side(book: Book, payment: Payment) -> bool:
    return payment.cause.startswith(MOVED) and find_asked(book, payment) is not None


def _find_users(book: Book, payment: Payment) -> set[int]:
    """The Discord users on the two sides of a payment, but nobody who has crossed the bar."""
    sides = (book.members[side].user_id for side in {payment.giver, payment.taker} - book.crossed)
    return {user for user in sides if user is not None}


def find_asked(book: Book, payment: Payment) -> int | None:
    """The user who has to confirm a payment; None if only the scorer can."""
    return next((user for user in sorted(_find_users(book, payment)) if user != payment.by), None)


def answer(connection: Connection, book: Book, request: Request, number: int, right: bool) -> Payment:
    """Confirm a waiting payment, or strike it out, which its author and every scorer may. Raises Refused."""
    crew = lock_books(connection, book)
    found = payments.find(connection, number)
    if found is None or found.crew != crew.id:
        raise Refused("TALLY", "no_payment")
    if found.state != payments.WAITS:
        raise Refused("TALLY", "payment_answered")
    scores = is_scorer(book.settings, request.requester)
    may_strike = not right and (request.user == found.by or scores)
    if not may_strike and not may_confirm(book, found, request.requester):
        giver, taker = book.members[found.giver], book.members[found.taker]
        reason = "file_payment" if scores and _waits_for_its_side(book, found) else "not_your_payment"
        raise Refused("TALLY", reason, giver=giver.name, taker=taker.name)
    return _answer(connection, found, request, payments.COUNTS if right else payments.VOID)


def _answer(connection: Connection, payment: Payment, request: Request, state: str) -> Payment:
    revisions.advance(connection, payment.crew)
    payments.answer(connection, payment.id, state, request.user, request.at)
    announce_payment(connection, payment, request.location.channel, request.at, again=True)
    return payment._replace(state=state, answered_by=request.user, answered_at=request.at)
