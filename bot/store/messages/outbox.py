"""The outbox: messages that are stored in the transaction of a move, and sent once after it, with retries.

A message that answers a press at once has a row too. That row only notes how far the sending has come. Such a message
is sent again only if the same person presses again.
"""

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import Any, Final

from sqlalchemy import Text, bindparam, case, delete, func, or_, select, type_coerce, update

from bot.store.database import notifications
from bot.store.database.engine import Connection
from bot.store.database.notifications import Notice, NoticeKind
from bot.store.database.plain_text import allow_any_text
from bot.store.database.queries import add_row, count_rows, has_row, make_row
from bot.store.database.schema import HIGHEST, Json, outbox


@dataclass(frozen=True, slots=True)
class NewMessage:
    """A message to be sent. Times are in milliseconds."""

    kind: str
    payload: Json = field(repr=False)
    nonce: str
    """The nonce, which no other message may have. Discord takes at most 25 characters."""
    at: int
    table: int | None = None
    user_id: int | None = None
    next_at: int = 0
    """The time of the first try; 0 for at once."""


@dataclass(frozen=True, slots=True)
class WaitingMessage:
    """A stored message that is still to be sent. Its fields are the columns of its row, in order, without its state."""

    id: int
    table: int | None
    user_id: int | None
    kind: str
    payload: Json = field(repr=False)
    """None if the row is damaged, so that nobody can tell what was to be sent."""
    nonce: str
    attempts: int
    next_at: int
    created_at: int
    """The time at which it was to be sent first."""
    error: str | None


WAITING = "waiting"
"""The state of messages that are still to be sent. In other states, only damaged messages still hold words."""
DAMAGED = "damaged"
"""The state of messages that were to be sent, but cannot be read. They are kept as they are."""
_LATEST: Final = HIGHEST
"""The latest time that a sound row can have. For SQLite, a damaged time that is text is greater than any number."""

_COLUMNS = [
    type_coerce(column, Text).label("payload") if column is outbox.c.payload else column
    for column in outbox.c
    if column is not outbox.c.state
]
_WAITING: Final = select(*_COLUMNS).where(outbox.c.state == WAITING).order_by(outbox.c.next_at, outbox.c.id)
_DUE: Final = (_WAITING.where(outbox.c.next_at <= bindparam("now")), _WAITING.where(outbox.c.next_at > _LATEST))


def add(connection: Connection, message: NewMessage) -> int | None:
    """Add a message, and return its id. None if a message with the same nonce was added before."""
    if has_row(connection, select(outbox.c.id).where(outbox.c.nonce == message.nonce)):
        return None
    made = add_row(connection, outbox, _make_row(message, WAITING, 0))
    notifications.tell(connection, Notice(NoticeKind.OUTBOX_FILLED))
    return made


def _make_row(message: NewMessage, state: str, attempts: int) -> dict[str, Json]:
    due = message.next_at or message.at
    return make_row(outbox, message) | {"next_at": due, "created_at": due, "state": state, "attempts": attempts}


def list_due(
    connection: Connection, now: int, limit: int = 50, accepts: Callable[[WaitingMessage], bool] = lambda waiting: True
) -> list[WaitingMessage]:
    """Up to `limit` due messages for which `accepts` is true, the earliest first. Damaged messages count as due."""
    with allow_any_text(connection):
        found = map(_read, chain.from_iterable(connection.execute(query, {"now": now}) for query in _DUE))
        return list(islice(filter(accepts, found), limit))


def _read(row: Sequence[Any]) -> WaitingMessage:
    """Read a row. If the bot cannot have written one of its values, the payload is None."""
    stored = WaitingMessage(*row)
    numbers = (stored.table or 0, stored.user_id or 0, stored.attempts, stored.next_at, stored.created_at)
    payload = None
    try:
        payload = json.loads(str.encode(stored.payload)) if all(type(number) is int for number in numbers) else None
    except (TypeError, ValueError, RecursionError):  # no text, no JSON, or a text that cannot be sent
        pass
    return replace(stored, payload=payload if isinstance(payload, dict) else None)


def find_next(connection: Connection, now: int) -> int | None:
    """The next time after `now` at which a waiting message is due, or None."""
    waiting = (outbox.c.state == WAITING) & outbox.c.next_at.between(now + 1, _LATEST)
    found: int | None = connection.scalar(select(func.min(outbox.c.next_at)).where(waiting))
    return found


def find_oldest_due(connection: Connection, now: int, errors: Collection[str]) -> int | None:
    """The time since which the oldest waiting message is due, or None if no message is.

    A message that was put off after an error that begins with one of these counts as due since it was to be sent first.
    """
    put_off = or_(*map(outbox.c.error.startswith, errors))
    since = case((put_off, outbox.c.created_at), else_=outbox.c.next_at)
    wanted = (outbox.c.state == WAITING, put_off | (outbox.c.next_at <= now), since.between(0, _LATEST))
    found: int | None = connection.scalar(select(func.min(since)).where(*wanted))
    return found


def mark_begun(connection: Connection, message: int, payload: Json) -> None:
    """Count a try that is about to be made. `payload` has a mark by which the message is found after a crash."""
    connection.execute(
        update(outbox).where(outbox.c.id == message).values(attempts=outbox.c.attempts + 1, payload=payload)
    )


def mark_sent(connection: Connection, message: int) -> None:
    """Mark a message as sent, and empty its payload."""
    connection.execute(update(outbox).where(outbox.c.id == message).values(state="sent", payload={}, error=None))


def mark_failed(connection: Connection, message: int, error: str, next_at: int | None) -> None:
    """Count a failed try. `next_at` is the time of the next try (milliseconds).

    With None, the message is given up, and its payload is emptied.
    """
    values: dict[str, Any] = {"attempts": outbox.c.attempts + 1, "error": error}
    values |= {"state": "failed", "payload": {}} if next_at is None else {"next_at": next_at}
    connection.execute(update(outbox).where(outbox.c.id == message, outbox.c.state == WAITING).values(values))


def set_aside(connection: Connection, message: int) -> None:
    """Set a damaged message aside, so that no process tries to read it again."""
    own = (outbox.c.id == message) & (outbox.c.state == WAITING)
    connection.execute(update(outbox).where(own).values(state=DAMAGED))


def count_damaged(connection: Connection) -> int:
    """The number of messages that were set aside."""
    return count_rows(connection, outbox, outbox.c.state == DAMAGED)


def delete_finished(connection: Connection, before: int) -> int:
    """Delete rows that were due before `before` (milliseconds) and wait no more. Return their number."""
    done = outbox.c.state.not_in((WAITING, DAMAGED)) & (outbox.c.next_at < before)
    return connection.execute(delete(outbox).where(done)).rowcount


# Messages that are sent at once.


def find_noted(connection: Connection, nonce: str) -> Json:
    """The notes on a message that was to be sent at once; {} if there are none."""
    noted = connection.scalar(select(outbox.c.payload).where(outbox.c.nonce == nonce))
    return noted or {}


def begin_now(connection: Connection, message: NewMessage) -> None:
    """Note that a message is about to be sent at once. It may have been sent before."""
    known = outbox.c.nonce == message.nonce
    values: dict[str, Any] = {"payload": message.payload, "attempts": outbox.c.attempts + 1, "next_at": message.at}
    if not connection.execute(update(outbox).where(known).values(**values, state="begun")).rowcount:
        add_row(connection, outbox, _make_row(message, "begun", 1))


def note_said(connection: Connection, nonce: str, payload: Json) -> None:
    """Replace the notes on a message that was sent at once, now that Discord has answered."""
    connection.execute(update(outbox).where(outbox.c.nonce == nonce).values(state="said", payload=payload))


def delete_noted(connection: Connection, nonce: str) -> None:
    """Delete the notes on a message that was sent at once, and that nobody can ask for any more."""
    connection.execute(delete(outbox).where(outbox.c.nonce == nonce))
