"""The keepsakes of a crew: finished hands, and links to messages, each with a line of its keeper's own.

The words of other people are not stored. For a message, the row has only a link and the author. The author is stored so
that the link can be deleted when the author is erased.
"""

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, delete, func, insert, or_, select

from bot.store.database.engine import Connection, find_insert
from bot.store.database.queries import count_rows, list_rows, make_row
from bot.store.database.schema import Json, keepsake_people, keepsakes, seats


class KeptKind(StrEnum):
    """The kinds of keepsakes. The values are stored."""

    HAND = "hand"
    MESSAGE = "message"


class Keepsake(NamedTuple):
    """A hand or a message that somebody keeps for their crew."""

    id: int
    crew: int
    kind: KeptKind
    channel: int
    """The channel of the hand's table or of the message. Whoever can see the channel can see its public threads."""
    thread: int | None
    """The thread of the message; None if it is not in a thread."""
    table: int | None
    hand: int | None
    game: str | None
    message: int | None
    author: int | None
    """The author of the message."""
    keeper: int
    line: str
    """The keeper's words about the hand or message; never empty."""
    happened_at: int
    """The time at which the hand ended or the message was written, in milliseconds."""
    kept_at: int


class Search(NamedTuple):
    """A search among those keepsakes of a crew that the reader may see."""

    crews: Collection[int]
    channels: Collection[int]
    """The channels that the reader can see. Hands of tables at which they sit are found too."""
    user: int
    text: str = ""
    """Text in the line, in capital or small letters."""
    name: str = ""
    """The name of somebody who is no Discord user. It is looked for in the line."""
    person: int | None = None
    """The user who was in the hand, wrote the message, or keeps it."""
    game: str = ""
    since: int | None = None
    until: int | None = None
    before: int | None = None
    """Only keepsakes with a lower number."""


def _read(row: Any) -> Keepsake:
    return Keepsake(*row)._replace(kind=KeptKind(row.kind))


def keep(connection: Connection, new: Keepsake, people: Collection[int]) -> int:
    """Store a keepsake with the `people` in it, and return its id. `new.id` is ignored.

    If the keeper has kept the same hand or message before, only the line and the people of that keepsake change.
    """
    same = ("table_id", "hand") if new.kind is KeptKind.HAND else ("message_id",)
    put = find_insert(connection)(keepsakes).values(make_row(keepsakes, new))
    put = put.on_conflict_do_update(index_elements=[*same, "keeper_id"], set_={"line": put.excluded.line})
    number: int = connection.execute(put.returning(keepsakes.c.id)).scalar_one()
    connection.execute(delete(keepsake_people).where(keepsake_people.c.keepsake_id == number))
    if people:
        rows = [{"keepsake_id": number, "user_id": user} for user in sorted(set(people))]
        connection.execute(insert(keepsake_people), rows)
    return number


def count_kept(connection: Connection, keeper: int) -> int:
    """The number of things that somebody keeps."""
    return count_rows(connection, keepsakes, keepsakes.c.keeper_id == keeper)


def find(connection: Connection, number: int) -> Keepsake | None:
    """The keepsake with this number, or None."""
    row = connection.execute(select(keepsakes).where(keepsakes.c.id == number)).one_or_none()
    return None if row is None else _read(row)


def list_people(connection: Connection, number: int) -> list[int]:
    """The people in a kept hand, or the author of a kept message."""
    own = select(keepsake_people.c.user_id).where(keepsake_people.c.keepsake_id == number)
    return list(connection.scalars(own.order_by(keepsake_people.c.user_id)))


def list_channels(connection: Connection, crew: int) -> list[int]:
    """The channels of a crew's keepsakes."""
    own = select(keepsakes.c.channel_id).distinct().where(keepsakes.c.crew_id == crew)
    return list(connection.scalars(own))


def list_matching(connection: Connection, search: Search, most: int) -> list[Keepsake]:
    """Up to `most` keepsakes that fit a search, the newest first. Damaged ones are left out."""
    query = select(keepsakes).where(*_make_conditions(search)).order_by(keepsakes.c.id.desc()).limit(most)
    return [_read(row) for row in connection.execute(query) if type(row.happened_at) is int]


def _make_conditions(search: Search) -> list[ColumnElement[bool]]:
    own = keepsakes.c
    own_tables = select(seats.c.table_id).where(seats.c.user_id == search.user)
    wanted = [own.crew_id.in_(search.crews), or_(own.channel_id.in_(search.channels), own.table_id.in_(own_tables))]
    for text in filter(None, (search.text, search.name)):
        lowered = func.lower(own.line).contains(text.lower(), autoescape=True)
        wanted.append(or_(own.line.contains(text, autoescape=True), lowered))
    if search.person is not None:
        with_person = select(keepsake_people.c.keepsake_id).where(keepsake_people.c.user_id == search.person)
        wanted.append(or_(own.keeper_id == search.person, own.id.in_(with_person)))
    if search.game:
        wanted.append(own.game == search.game)
    if search.since is not None:
        wanted.append(own.happened_at >= search.since)
    if search.until is not None:
        wanted.append(own.happened_at < search.until)
    if search.before is not None:
        wanted.append(own.id < search.before)
    return wanted


def erase(connection: Connection, numbers: Sequence[int]) -> None:
    """Delete keepsakes."""
    connection.execute(delete(keepsake_people).where(keepsake_people.c.keepsake_id.in_(numbers)))
    connection.execute(delete(keepsakes).where(keepsakes.c.id.in_(numbers)))


def export(connection: Connection, user: int) -> dict[str, Json]:
    """The keepsakes of a person, and those that others have of the person's hands and messages.

    The lines that the others wrote are left out.
    """
    kept = keepsakes.c
    facts = (
        *(kept.kind, kept.crew_id.label("crew"), func.coalesce(kept.thread_id, kept.channel_id).label("channel")),
        *(kept.table_id.label("table"), kept.hand, kept.message_id.label("message"), kept.happened_at.label("at")),
    )
    mine = select(*facts, kept.line, kept.kept_at).where(kept.keeper_id == user)
    others = select(*facts).join(keepsake_people, keepsake_people.c.keepsake_id == kept.id)
    others = others.where(keepsake_people.c.user_id == user, kept.keeper_id != user)
    return {
        "mine": list_rows(connection, mine.order_by(kept.id)),
        "by_others": list_rows(connection, others.order_by(kept.id)),
    }
