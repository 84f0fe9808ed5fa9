"""The erasure of everything that is stored about a user, in one transaction."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Column, ColumnElement, Text, and_, delete, literal, or_, select, type_coerce, update

from bot.store.books import joins, keepsakes, member_notes
from bot.store.books.crews import make_former_name
from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.database.errors import StillSeated
from bot.store.database.schema import (
    Json,
    daily_members,
    house_options,
    keepsake_people,
    keepsakes as keepsake_rows,
    members,
    memo_people,
    memos,
    outbox,
    owed_answers,
    payments,
    postings,
    preferences,
    projections,
    seats,
    standing_orders,
    table_people,
    tables as table_rows,
    transfers,
    verdicts,
)
from bot.store.messages.outbox import DAMAGED, WAITING
from bot.store.people import erased, kept_away, lesson_progress
from bot.store.people.digests import DigestKind
from bot.store.people.erased import KnownErasures
from bot.store.tables import days, nights, rows as tables

SOMEBODY = "Somebody"
"""The name that an erased user's seats get."""
_BEGUN: Final = "erasing:"
"""The prefix of the notes about erasures under way, which older releases and restored copies have left."""


class _Member(NamedTuple):
    """A member of a crew who was the user."""

    id: int
    crew: int
    names: list[str]


def erase(connection: Connection, user: int) -> None:
    """Take a user's ids and names out of all rows. Seats and sums stay, so that books balance and old hands replay.

    Raises `StillSeated` while an open table needs to know the user (see `rows.list_needing_person`).
    """
    seated = [table.id for table in tables.list_needing_person(connection, user)]
    if seated:
        raise StillSeated(seated)
    own = [*_take_out_of_books(connection, user), *_take_interrupted(connection, user)]
    erased.note(connection, user, {member.crew: member.id for member in own})
    names = [name for member in own for name in member.names]
    lesson_progress.erase(connection, user)
    for kind in DigestKind:
        key_values.drop(connection, kind.key_of(user))
    nights.erase(connection, user)
    days.erase_hands(connection, user)
    kept = (keepsake_rows.c.keeper_id == user) | (keepsake_rows.c.author_id == user)
    keepsakes.erase(connection, connection.scalars(select(keepsake_rows.c.id).where(kept)).all())
    _take_out_of_memos(connection, user)
    _take_out_of_settings(connection, user, own)
    for column, values in _CLEARED:
        connection.execute(update(column.table).where(column == user).values({column.name: None, **values}))
    for column in _DELETED:
        connection.execute(delete(column.table).where(column == user))
    named = _has_words(outbox.c.payload, [str(user), *(json.dumps(name)[1:-1] for name in names)])
    connection.execute(delete(outbox).where(outbox.c.state == DAMAGED, named))
    _scrub_column(connection, user, outbox.c.payload, (outbox.c.state == WAITING) & named, names)
    for member in own:
        _take_out_of_texts(connection, user, member)


_CLEARED: Final[tuple[tuple[Column[Any], dict[str, Json]], ...]] = (
    (transfers.c.by_id, {}),
    (payments.c.by_id, {}),
    (payments.c.answered_by_id, {}),
    (verdicts.c.by_id, {}),
    (house_options.c.by_id, {}),
    (table_rows.c.host_id, {}),
    (seats.c.user_id, {"name": SOMEBODY, "stand_in": None}),
    (projections.c.user_id, {"channel_id": None, "message_id": None, "state": "stopped", "data": {}}),
)
"""Columns that name a user and are cleared, each with the new values of other columns of the row."""
_DELETED: Final[tuple[Column[Any], ...]] = (
    *(table.c.user_id for table in (preferences, outbox, owed_answers, standing_orders)),
    *(table.c.user_id for table in (daily_members, keepsake_people, memo_people, table_people)),
)
"""Columns that name a user and whose rows are deleted."""


def _take_out_of_books(connection: Connection, user: int) -> list[_Member]:
    joins.forget_account(connection, user)
    found = connection.execute(select(members).where(members.c.user_id == user).order_by(members.c.crew_id)).all()
    for row in found:
        joins.forget(connection, row.crew_id, row.id)
        member_notes.drop_all(connection, row.crew_id, row.id)
        former: dict[str, Json] = {"user_id": None, "name": make_former_name(row.id), "aliases": []}
        connection.execute(update(members).where(members.c.id == row.id).values(former))
    return [_Member(row.id, row.crew_id, [row.name, *row.aliases]) for row in found]


def erase_again(connection: Connection, known: KnownErasures) -> int:
    """Erase everybody in an older copy of a database whom the later one has erased, and return their number.

    They keep their numbers in the books. Those who were back in the books by the time of the copy stay. The bot erases
    those who still sit at an open table of the copy as soon as they do not.
    """
    if not known.key:
        return 0
    erased.take_over(connection, known)
    columns = (members.c.user_id, *(column for column, _ in _CLEARED), *_DELETED)
    users = {user for column in columns for user in connection.scalars(select(column).distinct()) if user is not None}
    again = [user for user in sorted(users) if _is_erased_later(connection, known, user)]
    for user in again:
        try:
            erase(connection, user)
        except StillSeated:
            key_values.put(connection, f"{_BEGUN}{user}", [], 0)
    return len(again)


def _is_erased_later(connection: Connection, known: KnownErasures, user: int) -> bool:
    """True if a user was erased after this copy was made: no row in the books is theirs, or one that they lost."""
    lost = known.find(user)
    own = connection.execute(select(members.c.crew_id, members.c.id).where(members.c.user_id == user)).all()
    return lost is not None and (not own or any(lost.get(str(crew)) == member for crew, member in own))


def list_interrupted(connection: Connection) -> list[int]:
    """The users whose erasure was begun and not ended, in order."""
    return sorted(key_values.get_numbered(connection, _BEGUN, list))


def _take_interrupted(connection: Connection, user: int) -> list[_Member]:
    """Drop the note about a user's interrupted erasure, and return the members who they were."""
    begun = key_values.get(connection, f"{_BEGUN}{user}") or ()
    key_values.drop(connection, f"{_BEGUN}{user}")
    return [_Member(int(former.rpartition(" ")[2]), crew, names) for crew, names, former in begun]


def _take_out_of_memos(connection: Connection, user: int) -> None:
    """Delete a user's own memos, such as an unconfirmed import. Take the user out of other memos, such as votes. A note
    that keeps the user away stays."""
    pattern = re.compile(rf"(tally:.*|ask:.*|called:.*):{user}(:.*)?")
    named = connection.scalars(select(memo_people.c.key).where(memo_people.c.user_id == user))
    keys = [key for key in named if not kept_away.is_about(key, user)]
    connection.execute(delete(memos).where(memos.c.key.in_([key for key in keys if pattern.fullmatch(key)])))
    _scrub_column(connection, user, memos.c.value, memos.c.key.in_(keys))


def _take_out_of_settings(connection: Connection, user: int, own: Sequence[_Member]) -> None:
    """Take a user out of the settings of tables.

    A result that is still open may count for the user. Then the note on their seat (`Handover`) gets the negative id of
    their row in the crew's books, so that the result is still entered in that row.
    """
    member_by_crew = {member.crew: member.id for member in own}
    noted = table_rows.c.id.in_(select(table_people.c.table_id).where(table_people.c.user_id == user))
    columns = (table_rows.c.id, table_rows.c.crew_id, table_rows.c.settings)
    for table, crew, settings in connection.execute(select(*columns).where(noted)).all():
        handovers = settings.get("handed") if isinstance(settings, dict) else None  # damaged settings are cleaned below
        if handovers and (member := member_by_crew.get(crew)):
            renamed = {seat: _replace_user(note, user, -member) for seat, note in handovers.items()}
            if renamed != handovers:
                kept = {**settings, "handed": renamed}
                connection.execute(update(table_rows).where(table_rows.c.id == table).values(settings=kept))
    _scrub_column(connection, user, table_rows.c.settings, noted)


def _replace_user(note: dict[str, Json], user: int, number: int) -> dict[str, Json]:
    return {name: number if value == user and name in ("user", "last") else value for name, value in note.items()}


def _scrub_column(
    connection: Connection, user: int, column: Any, wanted: ColumnElement[bool], names: Sequence[str] = ()
) -> None:
    """Take a user's id out of a column of JSON, and these names out of the value of "facts"."""

    def scrub(kept: Json) -> Json:
        clean = scrub_value(kept, user, (), SOMEBODY)
        if names and isinstance(clean, dict) and "facts" in clean:
            clean = {**clean, "facts": scrub_value(clean["facts"], user, names, SOMEBODY)}
        return clean

    _change_texts(connection, column, wanted, lambda kept: _scrub_stored(kept, user, scrub))


def _change_texts(
    connection: Connection, column: Any, wanted: ColumnElement[bool], change: Callable[[str], str]
) -> None:
    """Put a changed text in place of the one that a column has in these rows."""
    keys = list(column.table.primary_key.columns)
    for kept, *own in connection.execute(select(type_coerce(column, Text), *keys).where(wanted)).all():
        if (clean := change(kept)) != kept:
            one = and_(*(key == value for key, value in zip(keys, own, strict=True)))
            connection.execute(update(column.table).where(one).values({column: literal(clean, Text)}))


def _take_out_of_texts(connection: Connection, user: int, member: _Member) -> None:
    """Take a user out of texts that people typed, and out of the data of entries."""
    former, words = make_former_name(member.id), [str(user), *member.names]
    of_crew = transfers.c.crew_id == member.crew
    entries = select(transfers.c.id).where(of_crew)
    # Only text that people typed can name somebody. The reason of a hand's entry comes from the game.
    for column, own in (
        (transfers.c.reason, of_crew & transfers.c.source.not_like("t:%")),
        (keepsake_rows.c.line, keepsake_rows.c.crew_id == member.crew),
        (verdicts.c.reason, verdicts.c.transfer_id.in_(entries)),
        (postings.c.note, postings.c.transfer_id.in_(entries)),
    ):
        named = own & _has_words(column, words)
        _change_texts(connection, column, named, lambda text: scrub_value(text, user, member.names, former))
    _scrub_column(connection, user, transfers.c.data, of_crew & _has_words(transfers.c.data, [str(user)]))


def _has_words(column: ColumnElement[Any], words: Sequence[str]) -> ColumnElement[bool]:
    """The condition that a text has one of these words anywhere in it."""
    text = type_coerce(column, Text)
    return or_(*(text.contains(word, autoescape=True) for word in words if word))


def _scrub_stored(stored: Any, user: int, scrub: Callable[[Json], Json]) -> Any:
    """Scrub stored JSON, and return its text. In a damaged text, only the user's id is replaced."""
    try:
        clean = scrub(kept := json.loads(stored))
    except (TypeError, ValueError, RecursionError):
        return stored.replace(str(user), "0") if isinstance(stored, str) else stored
    return stored if clean == kept else json.dumps(clean, separators=(",", ":"))


def scrub_value(value: Json, user: int, names: Sequence[str], replacement: str) -> Json:
    """Copy a JSON value without the user: their id becomes 0, and their names become `replacement`."""
    match value:
        case dict():
            return {scrub_value(key, user, (), replacement): scrub_value(item, user, names, replacement)
                    for key, item in value.items()}  # fmt: skip
        case list():
            return [scrub_value(item, user, names, replacement) for item in value]
        case str():
            clean = value.replace(str(user), "0")
            for name in sorted(filter(None, names), key=len, reverse=True):
                clean = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda _: replacement, clean)
            return clean
        case int() if value == user and not isinstance(value, bool):
            return 0
        case _:
            return value
