"""The ledger of owed answers: commands and presses that were acknowledged but not answered yet.

Discord shows "thinking…" below such a command for fifteen minutes. Each is noted in the database before it is
acknowledged. The note's `holder` says which process is to answer: it names a part of the servers and the epoch in which
the process holds that part. When another process takes the part, or the same one after a restart, a new epoch begins.
So every process sees which commands nobody will answer. A note holds the interaction's token, but no text from users.
"""

from typing import Final, NamedTuple

from sqlalchemy import bindparam, delete, insert, select

from bot.ports.times import MINUTE
from bot.store.database import notifications
from bot.store.database.engine import Connection
from bot.store.database.notifications import Notice, NoticeKind
from bot.store.database.schema import leases, owed_answers

ANSWERABLE_FOR: Final = 15 * MINUTE
"""Milliseconds for which Discord accepts the answer to an interaction."""


class OwedAnswer(NamedTuple):
    """A command that is to be answered. Its fields are the columns of the row, in order, without the holder."""

    interaction: int
    application: int
    token: str
    user: int
    place: int
    """The channel or thread in which the command was given."""
    at: int
    """The timestamp that Discord gave the command, in milliseconds since 1970."""


_NOTE: Final = insert(owed_answers)
_FORGET: Final = delete(owed_answers).where(owed_answers.c.interaction.in_(bindparam("answered", expanding=True)))


def note(connection: Connection, owed: OwedAnswer, holder: str, pressed: int = 0) -> None:
    """Note a command that `holder` is to answer. If it is a press on a message whose table may be served elsewhere,
    `pressed` is that message: the other processes get the token, which edits it."""
    connection.execute(_NOTE, dict(zip(owed_answers.c.keys(), (*owed, holder), strict=True)))
    if pressed:
        notifications.tell(connection, Notice(NoticeKind.PRESSED, pressed, token=owed.token))


def forget(connection: Connection, *interactions: int) -> None:
    """Delete the notes of commands that were answered, or that can no longer be answered."""
    connection.execute(_FORGET, {"answered": interactions})


def list_left(connection: Connection, own: str) -> list[OwedAnswer]:
    """The commands that nobody will answer. Those whose holder is `own`, or holds a lease now, are left out."""
    present = [f"{row.part}:{row.epoch}" for row in connection.execute(select(leases.c.part, leases.c.epoch))]
    query = (
        select(owed_answers).where(owed_answers.c.holder.not_in([own, *present])).order_by(owed_answers.c.interaction)
    )
    return [OwedAnswer(*owed) for *owed, _holder in connection.execute(query)]
