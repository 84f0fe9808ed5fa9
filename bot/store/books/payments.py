"""Payments between members of a crew. They change what is owed, and never a result.

A payment waits until the other side confirms or rejects it. From then on it counts or is void, for good. The one
exception is a payment that came with moved books: it is struck out when those books are taken back. A forgiven debt is
stored as a payment too.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, func, insert, or_, select, update

from bot.store.database.engine import Connection
from bot.store.database.queries import has_row, list_all, make_row
from bot.store.database.schema import payments

PAID: Final = "paid"
FORGIVEN: Final = "forgiven"
WAITS: Final = "waits"
COUNTS: Final = "counts"
VOID: Final = "void"
STRUCK: Final = "struck"
"""The state of a payment that came with moved books, which were taken back."""


class Payment(NamedTuple):
    """A payment. `giver` and `taker` are members."""

    id: int
    crew: int
    giver: int
    taker: int
    amount: int
    """Whole units of the crew, above 0."""
    kind: str
    """`PAID`, or `FORGIVEN`: the taker forgives the debt."""
    state: str
    """`WAITS`, `COUNTS`, `VOID` or `STRUCK`."""
    by: int | None
    """The user who entered the payment; None if they were erased."""
    answered_by: int | None
    """The user who confirmed or rejected the payment. None without an answer, or if the user was erased."""
    cause: str
    """The cause of the request that entered the payment, unique in the crew."""
    at: int
    answered_at: int | None


def add(connection: Connection, new: Payment) -> Payment:
    """Enter a payment, and return it as it is stored. `new.id` is ignored.

    If its cause is known, nothing is written, and the payment that this cause made is returned.
    """
    same = select(payments).where(payments.c.crew_id == new.crew, payments.c.cause == new.cause)
    if (known := connection.execute(same).one_or_none()) is not None:
        return Payment._make(known)
    return Payment._make(connection.execute(insert(payments).values(make_row(payments, new)).returning(payments)).one())


def answer(connection: Connection, payment: int, state: str, by: int, at: int) -> bool:
    """Give a waiting payment the state `COUNTS` or `VOID`. False if it did not wait."""
    is_waiting = (payments.c.id == payment) & (payments.c.state == WAITS)
    answered = update(payments).where(is_waiting).values(state=state, answered_by_id=by, answered_at=at)
    return connection.execute(answered).rowcount == 1


def find(connection: Connection, payment: int) -> Payment | None:
    """The payment with this id, or None."""
    return next(iter(_list(connection, payments.c.id == payment)), None)


def _list(connection: Connection, *wanted: ColumnElement[bool]) -> list[Payment]:
    """The payments that meet all conditions, oldest first."""
    return list_all(connection, Payment, select(payments).where(*wanted).order_by(payments.c.id))


def find_newest_id(connection: Connection, crew: int, giver: int, taker: int) -> int:
    """The id of the newest payment from one member to another that counts; 0 without any."""
    pair = (payments.c.crew_id == crew, payments.c.giver_id == giver, payments.c.taker_id == taker)
    newest = select(func.coalesce(func.max(payments.c.id), 0)).where(*pair, payments.c.state == COUNTS)
    return int(connection.execute(newest).scalar_one())


def list_waiting(connection: Connection, crew: int) -> list[Payment]:
    """The payments of a crew that wait for an answer, oldest first."""
    return _list(connection, payments.c.crew_id == crew, payments.c.state == WAITS)


def sum_by_member(connection: Connection, crew: int, until: int | None = None) -> dict[int, int]:
    """By member, the sum that they have paid minus the sum that they have received. All sums together are zero.

    With `until` (milliseconds), only payments that were confirmed by then count.
    """
    wanted = [payments.c.crew_id == crew, payments.c.state == COUNTS]
    if until is not None:
        wanted.append(payments.c.answered_at <= until)
    found: dict[int, int] = {}
    for column, sign in ((payments.c.giver_id, 1), (payments.c.taker_id, -1)):
        rows = connection.execute(select(column, func.sum(payments.c.amount)).where(*wanted).group_by(column))
        for member, amount in rows:
            found[member] = found.get(member, 0) + sign * int(amount)
    return found


def list_of_crew(connection: Connection, crew: int) -> list[Payment]:
    """All payments of a crew, struck-out ones too, oldest first."""
    return _list(connection, payments.c.crew_id == crew)


def list_of_member(connection: Connection, member: int) -> list[Payment]:
    """The payments with a member on either side, struck-out ones too, oldest first."""
    return _list(connection, _is_of(member))


def list_of_user(connection: Connection, user: int) -> list[Payment]:
    """The payments that a user entered or answered, struck-out ones too, oldest first."""
    return _list(connection, or_(payments.c.by_id == user, payments.c.answered_by_id == user))


def _is_of(member: int) -> ColumnElement[bool]:
    """The condition that a member is on either side of a payment."""
    return or_(payments.c.giver_id == member, payments.c.taker_id == member)


def list_moved(connection: Connection, crew: int, beginning: str) -> list[Payment]:
    """The payments that came with moved books, oldest first. Struck-out ones are left out.

    Their causes begin with `beginning`.
    """
    own = (payments.c.crew_id == crew, payments.c.cause.startswith(beginning, autoescape=True))
    return _list(connection, *own, payments.c.state != STRUCK)


def add_all(connection: Connection, new: Sequence[Payment]) -> None:
    """Write the payments of moved books. Their causes are new."""
    if new:
        connection.execute(insert(payments), [make_row(payments, payment) for payment in new])


def strike(connection: Connection, crew: int, beginning: str) -> None:
    """Strike out the payments of moved books that are taken back. Their causes begin with `beginning`."""
    own = (payments.c.crew_id == crew, payments.c.cause.startswith(beginning, autoescape=True))
    connection.execute(update(payments).where(*own).values(state=STRUCK))


def has_member(connection: Connection, member: int) -> bool:
    """True if a member is a side of any payment."""
    return has_row(connection, select(payments.c.id).where(_is_of(member)))


def move(connection: Connection, member: int, into: int) -> None:
    """Give the payments of one member to another, who is the same person."""
    for column in (payments.c.giver_id, payments.c.taker_id):
        connection.execute(update(payments).where(column == member).values({column: into}))
