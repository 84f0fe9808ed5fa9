"""What Discord refuses at present, in one list: messages of tables and of the outbox, and all other requests.

A refused message has a row of its own, which says so. Any other refused request is noted in a row of the outbox.
"""

from typing import Final, NamedTuple

from sqlalchemy import delete, select

from bot.ports.refused_request import RefusedRequest
from bot.ports.times import HOUR, find_wait
from bot.store.database.engine import Connection
from bot.store.database.queries import put_row
from bot.store.database.schema import outbox
from bot.store.messages import projections
from bot.store.messages.outbox import WAITING
from bot.store.messages.projections import Projection

REFUSED: Final = "refused"
"""The state of a row of the outbox that only notes a refused request."""
LISTED_FOR: Final = HOUR
"""Milliseconds for which such a row counts after the next try was due, or, without one, after the refusal."""


class Refusal(NamedTuple):
    """A message or request that Discord refuses. Times are in milliseconds."""

    what: str
    """The key of a table's message, the kind of a message of the outbox, or the name of another request."""
    table: int | None
    channel: int | None
    """The channel of a table's message; None for others."""
    user: int | None
    """The person for whom it is; None if it is for everybody."""
    kind: str
    """The cause (`bot.ports.messenger.ErrorKind`)."""
    detail: str
    """The HTTP status, Discord's code and its one-line message."""
    since: int
    retry_at: int
    """The time of the next try; 0 if it is made when the person asks again."""
    guild: int = 0

    @classmethod
    def of_message(cls, row: Projection, guild: int = 0) -> "Refusal":
        """The refusal of a table's message, as its row notes it."""
        notes = row.data
        return cls(
            str(row.key), row.table, row.channel, row.user_id, notes.refusal, notes.detail,
            notes.refused_since or row.updated_at, notes.retry_at, guild,
        )  # fmt: skip


def note(connection: Connection, refused: RefusedRequest, error: str, now: int) -> Refusal:
    """Note a refused request, and return it with the time of its next try. `error` is the cause and its detail."""
    known = (outbox.c.nonce == refused.nonce) & (outbox.c.next_at > now)  # an older trouble was over
    row = connection.execute(select(outbox.c.attempts, outbox.c.created_at).where(known)).first()
    tries, since = (1, now) if row is None else (row.attempts + 1, row.created_at)
    retry_at = 0 if refused.asked else now + find_wait(tries)
    values = {
        "kind": refused.what,
        "user_id": refused.user,
        "state": REFUSED,
        "error": error,
        "attempts": tries,
        "payload": {"guild": refused.guild, "retry_at": retry_at},
        "next_at": (retry_at or now) + LISTED_FOR,
        "created_at": since,
    }
    put_row(connection, outbox, {"nonce": refused.nonce}, values)
    kind, _, detail = error.partition(": ")
    return Refusal(refused.what, None, None, refused.user, kind, detail, since, retry_at, refused.guild)


def forget(connection: Connection, refused: RefusedRequest) -> bool:
    """Forget a request, since Discord has taken it or nobody wants it any more. True if it was noted."""
    return connection.execute(delete(outbox).where(outbox.c.nonce == refused.nonce)).rowcount > 0


def list_refused(connection: Connection, now: int) -> list[Refusal]:
    """List the refused requests and messages, the longest refused first."""
    found = [Refusal.of_message(row, server) for server, row in projections.list_held_back(connection)]
    waits = (outbox.c.state == WAITING) & outbox.c.error.is_not(None)
    for row in connection.execute(select(outbox).where(waits | (outbox.c.state == REFUSED) & (outbox.c.next_at > now))):
        kind, _, detail = row.error.partition(": ")
        server, retry_at = row.payload.get("guild", 0), row.payload.get("retry_at", row.next_at)
        found.append(Refusal(row.kind, row.table_id, None, row.user_id, kind, detail, row.created_at, retry_at, server))
    return sorted(found, key=lambda refusal: refusal.since)
