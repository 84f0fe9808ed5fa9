"""The ledger of owed answers: commands that were acknowledged but not answered yet.

Discord shows "thinking…" below such a command for fifteen minutes. Each is noted in the database before it is
acknowledged, with the process that answers it: a part of the servers, and the epoch in which the process holds that
part. So every process sees which commands nobody answers any more, wherever they were given: their epoch is over, since
another process, or the same one after a restart, has taken the part. A note holds an interaction's token, and no text
from users.
"""

from typing import Final, NamedTuple

from sqlalchemy import delete, insert, select, update

from bot.store.database.engine import Connection
from bot.store.database.schema import leases, owed_answers

LASTS: Final = 15 * 60_000
"""Milliseconds for which Discord accepts the answer to an interaction."""
NOBODY: Final = ""
"""In place of a holder: nobody answers the command any more."""


class OwedAnswer(NamedTuple):
    """A command that is to be answered."""

    interaction: int
    application: int
    token: str
    user: int
    place: int
    """The channel or thread in which it was given."""
    at: int
    """The timestamp that Discord gave the command, in milliseconds since 1970."""


def note(connection: Connection, owed: OwedAnswer, holder: str) -> None:
    """Note a command that `holder` is to answer."""
    connection.execute(
        insert(owed_answers).values(
            interaction=owed.interaction,
            application=owed.application,
            token=owed.token,
            user_id=owed.user,
            place=owed.place,
            at=owed.at,
            holder=holder,
        )
    )


def leave(connection: Connection, interaction: int) -> None:
    """Note that nobody answers a command any more."""
    connection.execute(update(owed_answers).where(owed_answers.c.interaction == interaction).values(holder=NOBODY))


def forget(connection: Connection, *interactions: int) -> None:
    """Delete the notes of commands that were answered, or cannot be."""
    connection.execute(delete(owed_answers).where(owed_answers.c.interaction.in_(interactions)))


def list_left(connection: Connection, own: str) -> list[OwedAnswer]:
    """The commands that neither the holder `own` nor any other answers any more."""
    present = [f"{row.part}:{row.epoch}" for row in connection.execute(select(leases.c.part, leases.c.epoch))]
    found = select(
        owed_answers.c.interaction,
        owed_answers.c.application,
        owed_answers.c.token,
        owed_answers.c.user_id,
        owed_answers.c.place,
        owed_answers.c.at,
    ).where(owed_answers.c.holder.not_in([own, *present]))
    return [OwedAnswer(*row) for row in connection.execute(found.order_by(owed_answers.c.interaction))]
