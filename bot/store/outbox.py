"""Messages that must go out once: written with the move, sent later, tried again until they are sent or given up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import delete, insert, select, update

from bot.store import notifications
from bot.store.engine import Connection
from bot.store.notifications import Notice, NoticeKind
from bot.store.schema import outbox

__all__ = ["NewMessage", "Waiting", "add", "due", "failed", "sent", "sweep"]


@dataclass(frozen=True, slots=True)
class NewMessage:
    """`nonce` makes it unique (25 characters at most for Discord); `next_at` is the first try, in milliseconds."""

    kind: str
    payload: Any = field(repr=False)
    nonce: str
    at: int
    table: int | None = None
    user_id: int | None = None
    next_at: int = 0


@dataclass(frozen=True, slots=True)
class Waiting:
    """A message that is still to be sent."""

    id: int
    table: int | None
    user_id: int | None
    kind: str
    payload: Any = field(repr=False)
    nonce: str
    attempts: int
    next_at: int
    created_at: int
    error: str | None


_COLUMNS: tuple[Any, ...] = (
    outbox.c.id,
    outbox.c.table_id,
    outbox.c.user_id,
    outbox.c.kind,
    outbox.c.payload,
    outbox.c.nonce,
    outbox.c.attempts,
    outbox.c.next_at,
    outbox.c.created_at,
    outbox.c.error,
)


def add(connection: Connection, message: NewMessage) -> int | None:
    """Put a message in the box; returns its id, or None if its nonce is there already."""
    if connection.execute(select(outbox.c.id).where(outbox.c.nonce == message.nonce)).first() is not None:
        return None
    made: int = connection.execute(
        insert(outbox)
        .values(
            table_id=message.table,
            user_id=message.user_id,
            kind=message.kind,
            payload=message.payload,
            nonce=message.nonce,
            state="waiting",
            attempts=0,
            next_at=message.next_at or message.at,
            created_at=message.at,
        )
        .returning(outbox.c.id)
    ).scalar_one()
    notifications.tell(connection, Notice(NoticeKind.OUTBOX_FILLED))
    return made


def due(connection: Connection, now: int, limit: int = 50) -> list[Waiting]:
    """The waiting messages whose time has come, the oldest first."""
    rows = connection.execute(
        select(*_COLUMNS)
        .where(outbox.c.state == "waiting", outbox.c.next_at <= now)
        .order_by(outbox.c.next_at, outbox.c.id)
        .limit(limit)
    )
    return [Waiting(*row) for row in rows]


def sent(connection: Connection, message: int) -> None:
    """Mark a message as sent; its payload is forgotten."""
    connection.execute(update(outbox).where(outbox.c.id == message).values(state="sent", payload={}, error=None))


def failed(connection: Connection, message: int, error: str, next_at: int | None) -> None:
    """Count a failed try; `next_at` (milliseconds) is the next one, None gives the message up."""
    connection.execute(
        update(outbox)
        .where(outbox.c.id == message, outbox.c.state == "waiting")
        .values(
            state="waiting" if next_at is not None else "failed",
            attempts=outbox.c.attempts + 1,
            next_at=next_at if next_at is not None else outbox.c.next_at,
            error=error,
        )
    )


def sweep(connection: Connection, before: int) -> int:
    """Remove the messages that were made before `before` (milliseconds) and wait no more; returns how many."""
    done = (outbox.c.state != "waiting") & (outbox.c.created_at < before)
    return connection.execute(delete(outbox).where(done)).rowcount
