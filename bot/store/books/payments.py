"""Payments between members of a crew. They change what is owed, and never a result.

A payment waits until its other side confirms it. Then it counts, or it is void; both are final. A debt that is forgiven
is stored in the same way.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, func, insert, or_, select, update

from bot.store.books import batches
from bot.store.books.batches import Batch
from bot.store.database.engine import Connection
from bot.store.database.schema import payments

PAID: Final = "paid"
FORGIVEN: Final = "forgiven"
WAITS: Final = "waits"
COUNTS: Final = "counts"
VOID: Final = "void"
STRUCK: Final = "struck"
"""The state of a payment that was taken back with the books in which it came."""


class Payment(NamedTuple):
    """A payment. `giver` and `taker` are members."""

    id: int
    crew: int
    giver: int
    taker: int
    amount: int
    """Whole units of the crew, above 0."""
    kind: str
    """`PAID`, or `FORGIVEN`: the taker does without it."""
    state: str
    """`WAITS`, `COUNTS` or `VOID`."""
    by: int | None
    """The user who entered it; None if they were erased."""
    answered_by: int | None
    """The user who confirmed it or struck it out. None without an answer, or if they were erased."""
    cause: str
    """The cause of the request, unique in the crew."""
    at: int
    answered_at: int | None


_COLUMNS = (
    payments.c.id,
    payments.c.crew_id,
    payments.c.giver_id,
    payments.c.taker_id,
    payments.c.amount,
    payments.c.kind,
    payments.c.state,
    payments.c.by_id,
    payments.c.answered_by_id,
    payments.c.cause,
    payments.c.at,
    payments.c.answered_at,
)


class NewPayment(NamedTuple):
    """A payment to enter."""

    crew: int
    giver: int
    taker: int
    amount: int
    kind: str
    state: str
    by: int
    cause: str
    at: int


def add(connection: Connection, new: NewPayment) -> Payment:
    """Enter a payment. A known cause returns the payment that it made."""
    known = connection.execute(
        select(*_COLUMNS).where(payments.c.crew_id == new.crew, payments.c.cause == new.cause)
    ).one_or_none()
    if known is not None:
        return Payment._make(known)
    counts = new.state == COUNTS
    values = {
        "crew_id": new.crew,
        "giver_id": new.giver,
        "taker_id": new.taker,
        "amount": new.amount,
        "kind": new.kind,
        "state": new.state,
        "by_id": new.by,
        "answered_by_id": new.by if counts else None,
        "cause": new.cause,
        "at": new.at,
        "answered_at": new.at if counts else None,
    }
    return Payment._make(connection.execute(insert(payments).values(values).returning(*_COLUMNS)).one())


def answer(connection: Connection, payment: int, state: str, by: int, at: int) -> bool:
    """Let a waiting payment count, or make it void. False if it did not wait."""
    waits = (payments.c.id == payment) & _is_in(WAITS)
    done = connection.execute(
        update(payments).where(waits).values(state=state, answered_by_id=by, answered_at=at),
    )
    return done.rowcount == 1


def find(connection: Connection, payment: int) -> Payment | None:
    """The payment with this id, or None."""
    row = connection.execute(select(*_COLUMNS).where(payments.c.id == payment)).one_or_none()
    return None if row is None else _read(row)


def _read(row: Sequence[Any]) -> Payment:
    """A payment in the state that it has for readers."""
    found = Payment._make(row)
    return found._replace(state=found.state.rpartition(":")[2])


def _is_in(*states: str) -> ColumnElement[bool]:
    """The condition that a payment has one of these states, or gets it from a batch that counts."""
    found = [payments.c.state.in_(states)]
    found += [payments.c.state.in_(batches.select_counted_states(f":{state}")) for state in states]
    return or_(*found)


def find_newest(connection: Connection, crew: int, giver: int, taker: int) -> int:
    """The id of the newest payment from one member to another that counts; 0 without any."""
    pair = (payments.c.crew_id == crew, payments.c.giver_id == giver, payments.c.taker_id == taker)
    newest = select(func.coalesce(func.max(payments.c.id), 0)).where(*pair, _is_in(COUNTS))
    return int(connection.execute(newest).scalar_one())


def list_waiting(connection: Connection, crew: int) -> list[Payment]:
    """The payments of a crew that wait for an answer, oldest first."""
    waits = (payments.c.crew_id == crew, _is_in(WAITS))
    return [_read(row) for row in connection.execute(select(*_COLUMNS).where(*waits).order_by(payments.c.id))]


def sums(connection: Connection, crew: int, until: int | None = None) -> dict[int, int]:
    """By member, what they have handed over less what they have got, in payments that were confirmed by `until`
    (milliseconds). It sums to zero."""
    counts = [payments.c.crew_id == crew, _is_in(COUNTS)]
    if until is not None:
        counts.append(payments.c.answered_at <= until)
    found: dict[int, int] = {}
    for column, sign in ((payments.c.giver_id, 1), (payments.c.taker_id, -1)):
        rows = connection.execute(select(column, func.sum(payments.c.amount)).where(*counts).group_by(column))
        for member, amount in rows:
            found[member] = found.get(member, 0) + sign * int(amount)
    return found


def list_all(connection: Connection, crew: int) -> list[Payment]:
    """All payments of a crew, oldest first, without those that a batch hides."""
    states = (payments.c.crew_id == crew, _is_in(WAITS, COUNTS, VOID))
    return [_read(row) for row in connection.execute(select(*_COLUMNS).where(*states).order_by(payments.c.id))]


def list_seen_of_crew(connection: Connection, crew: int) -> list[Payment]:
    """All payments of a crew, oldest first, also those that were struck out, without those that a batch hides."""
    return _list_seen(connection, payments.c.crew_id == crew)


def list_of_member(connection: Connection, member: int) -> list[Payment]:
    """The payments with a member on either side, oldest first, without those that a batch hides."""
    sides = or_(payments.c.giver_id == member, payments.c.taker_id == member)
    return _list_seen(connection, sides)


def list_of_user(connection: Connection, user: int) -> list[Payment]:
    """The payments that a user entered or answered, oldest first, without those that a batch hides."""
    return _list_seen(connection, or_(payments.c.by_id == user, payments.c.answered_by_id == user))


def _list_seen(connection: Connection, wanted: ColumnElement[bool]) -> list[Payment]:
    seen = (wanted, _is_in(WAITS, COUNTS, VOID, STRUCK))
    return [_read(row) for row in connection.execute(select(*_COLUMNS).where(*seen).order_by(payments.c.id))]


def list_causes(connection: Connection, crew: int, beginning: str) -> list[str]:
    """The causes of a crew's payments that begin so, without those that were struck out together."""
    own = (payments.c.crew_id == crew, payments.c.cause.startswith(beginning, autoescape=True))
    return list(connection.execute(select(payments.c.cause).where(*own, payments.c.state != STRUCK)).scalars())


def stage(connection: Connection, batch: Batch, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write payments of a batch, which nobody reads until it counts. Known causes are left out."""
    crew = batch.crew
    causes = [row["cause"] for row in rows]
    own = (payments.c.crew_id == crew, payments.c.cause.in_(causes))
    known = set(connection.execute(select(payments.c.cause).where(*own)).scalars())
    new = [
        {**row, "crew_id": crew, "state": f"{batches.STAGED}{batch.id}:{row['state']}"}
        for row in rows
        if row["cause"] not in known
    ]
    if new:
        connection.execute(insert(payments), new)


def unstage(connection: Connection, batch: Batch, most: int) -> bool:
    """Turn up to `most` staged payments of a batch that counts into ordinary ones. False if none were left."""
    for state in (WAITS, COUNTS, VOID):
        hidden = (payments.c.crew_id == batch.crew, payments.c.state == f"{batches.STAGED}{batch.id}:{state}")
        own = select(payments.c.id).where(*hidden).limit(most)
        if connection.execute(update(payments).where(payments.c.id.in_(own)).values(state=state)).rowcount:
            return True
    return False


def list_brought(connection: Connection, crew: int, beginning: str) -> list[int]:
    """The payments of a crew whose cause begins so, and that are not struck out: they came with books."""
    brought = (payments.c.crew_id == crew, payments.c.cause.startswith(beginning, autoescape=True))
    own = select(payments.c.id).where(*brought, payments.c.state != STRUCK)
    return list(connection.execute(own.order_by(payments.c.id)).scalars())


def strike(connection: Connection, ids: Sequence[int]) -> None:
    """Strike these payments out, whose books are taken back."""
    connection.execute(update(payments).where(payments.c.id.in_(ids)).values(state=STRUCK))


def has_member(connection: Connection, member: int) -> bool:
    """True if a member is a side of any payment."""
    sides = or_(payments.c.giver_id == member, payments.c.taker_id == member)
    return connection.execute(select(payments.c.id).where(sides).limit(1)).first() is not None


def move(connection: Connection, member: int, into: int) -> None:
    """Give the payments of one member to another, who is the same person."""
    for column in (payments.c.giver_id, payments.c.taker_id):
        connection.execute(update(payments).where(column == member).values({column: into}))
