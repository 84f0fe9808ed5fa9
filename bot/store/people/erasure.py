"""The erasure of everything that is stored about a user, in steps.

First the user's names are taken out of the crews' books. Then a read finds all other rows, and each step changes at
most `MOST_ROWS` of them by their keys, so that every transaction is small. Until all steps are done, a note says who is
being erased, so that the erasure goes on after a crash.
"""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Table, Text, delete, literal, or_, select, tuple_, type_coerce, update

from bot.store.books import crossed, joins, keepsakes, revisions
from bot.store.books.batches import is_busy
from bot.store.books.crews import make_former_name
from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.database.errors import StillSeated
from bot.store.database.schema import (
    Json,
    batches,
    daily_hands,
    daily_members,
    house_options,
    keepsake_people,
    members,
    memo_people,
    memos,
    night_answers,
    outbox,
    owed_answers,
    payments,
    postings,
    preferences,
    projections,
    seats,
    standing_orders,
    table_people,
    transfers,
    verdicts,
)
from bot.store.database.schema import keepsakes as keepsake_rows
from bot.store.database.schema import nights as night_rows
from bot.store.database.schema import tables as table_rows
from bot.store.messages.outbox import DAMAGED, WAITING
from bot.store.people import kept_away, lesson_progress
from bot.store.people.digests import DigestKind
from bot.store.tables import days, nights
from bot.store.tables import rows as tables

SOMEBODY = "Somebody"
"""The name that an erased user's seats get."""
MOST_ROWS: Final = 200
"""The most rows of one step."""
_BEGUN: Final = "erasing:"
"""The prefix of the keys of the notes that say who is being erased."""


class _CrewNames(NamedTuple):
    """The names that a user had in the books of one crew."""

    crew: int
    names: list[str]
    replacement: str
    """The name that replaces them."""


class Erasure(NamedTuple):
    """A user who is being erased."""

    user: int
    crews: list[_CrewNames]

    @property
    def names(self) -> list[str]:
        """The names that the user had in all crews."""
        return [name for crew in self.crews for name in crew.names]


class FoundRows(NamedTuple):
    """The keys of rows of one kind that still say something about a user."""

    kind: str
    keys: list[Any]


def begin(connection: Connection, user: int, at: int) -> Erasure:
    """Take a user's names out of all crews, and note that the erasure has begun.

    Raises `StillSeated` while an open table needs to know the user (see `rows.list_needing_person`).
    """
    seated = [table.id for table in tables.list_needing_person(connection, user)]
    if seated:
        raise StillSeated(user, seated)
    erasure = read_begun(connection, user)
    in_books = connection.execute(
        select(members.c.id, members.c.crew_id, members.c.name, members.c.aliases)
        .where(members.c.user_id == user)
        .order_by(members.c.crew_id)
    ).all()
    for member, crew, name, aliases in in_books:
        revisions.advance(connection, crew)
        former = make_former_name(member)
        joins.forget(connection, crew, member)
        crossed.forget(connection, crew, member)
        erasure.crews.append(_CrewNames(crew, [name, *aliases], former))
        connection.execute(update(members).where(members.c.id == member).values(user_id=None, name=former, aliases=[]))
    connection.execute(delete(preferences).where(preferences.c.user_id == user))
    lesson_progress.erase(connection, user)
    for kind in DigestKind:
        key_values.drop(connection, kind.key_of(user))
    key_values.put(connection, f"{_BEGUN}{user}", [list(crew) for crew in erasure.crews], at)
    return erasure


def list_begun(connection: Connection) -> list[int]:
    """The users whose erasure has begun and not ended, in order."""
    return sorted(key_values.get_numbered(connection, _BEGUN, list))


def read_begun(connection: Connection, user: int) -> Erasure:
    """Read the note of an erasure that has begun. Raises TypeError if it is damaged."""
    kept = key_values.get(connection, f"{_BEGUN}{user}")
    return Erasure(user, [_CrewNames(*crew) for crew in kept or ()])


def is_batch_writing(connection: Connection, erasing: Erasure) -> bool:
    """True while a batch writes to the books of a crew of the user. The batch may have read their names before."""
    return any(is_busy(connection, known.crew) for known in erasing.crews)


def end(connection: Connection, erasing: Erasure) -> None:
    """Delete the note of an erasure, which is finished."""
    key_values.drop(connection, f"{_BEGUN}{erasing.user}")


def find_rows(connection: Connection, erasing: Erasure) -> list[FoundRows]:
    """All rows that still say something about a user.

    If the user sat down again before the erasure was finished, the rows of those tables are left out.
    """
    user = erasing.user
    new_tables = [table.id for table in tables.list_of_person(connection, user)]
    in_json = [str(user), *(json.dumps(name)[1:-1] for name in erasing.names)]
    queries: list[tuple[str, tuple[ColumnElement[Any], ...], ColumnElement[bool]]] = [
        *((name, (table.c.id,), table.c[column] == user) for name, (table, column) in _AUTHORS.items()),
        ("outbox", (outbox.c.id,), outbox.c.user_id == user),
        ("owed", (owed_answers.c.interaction,), owed_answers.c.user_id == user),
        ("answers", (night_answers.c.night_id, night_answers.c.week), night_answers.c.user_id == user),
        ("nights", (night_rows.c.id,), night_rows.c.planner_id == user),
        ("daily_members", (daily_members.c.crew_id,), daily_members.c.user_id == user),
        ("kept", (keepsake_rows.c.id,), (keepsake_rows.c.keeper_id == user) | (keepsake_rows.c.author_id == user)),
        ("remembered", (keepsake_people.c.keepsake_id,), keepsake_people.c.user_id == user),
        ("house", (house_options.c.crew_id, house_options.c.game), house_options.c.by_id == user),
        ("memos", (memo_people.c.key,), memo_people.c.user_id == user),
        ("payloads", (outbox.c.id,), (outbox.c.state == WAITING) & _has_words(outbox.c.payload, in_json)),
        ("damaged", (outbox.c.id,), (outbox.c.state == DAMAGED) & _has_words(outbox.c.payload, in_json)),
        ("hosted", (table_rows.c.id,), (table_rows.c.host_id == user) & table_rows.c.id.not_in(new_tables)),
    ]
    for kind, table, *keys in _AT_TABLES:
        own = (table.c.user_id == user) & table.c.table_id.not_in(new_tables)
        queries.append((kind, tuple(table.c[key] for key in keys), own))
    for number, crew in enumerate(erasing.crews):
        words = [str(user), *crew.names]
        typed = transfers.c.source.not_like("t:%") & _has_words(transfers.c.reason, words)
        named = typed | _has_words(transfers.c.reason, [str(user)]) | _has_words(transfers.c.data, [str(user)])
        of_crew = transfers.c.crew_id == crew.crew
        entries = select(transfers.c.id).where(of_crew)
        judged = verdicts.c.transfer_id.in_(entries) & _has_words(verdicts.c.reason, words)
        noted = postings.c.transfer_id.in_(entries) & _has_words(postings.c.note, words)
        kept = (keepsake_rows.c.crew_id == crew.crew) & _has_words(keepsake_rows.c.line, words)
        queries += [
            (f"lines:{number}", (keepsake_rows.c.id,), kept),
            (f"reasons:{number}", (transfers.c.id,), of_crew & named),
            (f"verdicts:{number}", (verdicts.c.id,), judged),
            (f"notes:{number}", (postings.c.transfer_id, postings.c.line), noted),
        ]
    found = [FoundRows(kind, _read_keys(connection, columns, wanted)) for kind, columns, wanted in queries]
    to_erase = (
        FoundRows(kind, [key for key in keys if kind != "memos" or not _must_stay(key, user)]) for kind, keys in found
    )
    return [rows for rows in to_erase if rows.keys]


_AT_TABLES: Final = (
    ("seats", seats, "table_id", "seat"),
    ("messages", projections, "table_id", "what"),
    ("orders", standing_orders, "id"),
    ("daily_hands", daily_hands, "table_id"),
    ("settings", table_people, "table_id"),
)
"""Rows about a user at a table: the kind, the table of the database, and the columns of its key."""
_AUTHORS: Final[dict[str, tuple[Table, str]]] = {
    "entries": (transfers, "by_id"),
    "payments": (payments, "by_id"),
    "answered": (payments, "answered_by_id"),
    "batches": (batches, "by_id"),
    "judged": (verdicts, "by_id"),
}
"""Tables with a column that names the author of a row."""
_DELETED: Final[dict[str, tuple[Table, str]]] = {
    "orders": (standing_orders, "id"),
    "outbox": (outbox, "id"),
    "damaged": (outbox, "id"),
    "owed": (owed_answers, "interaction"),
}
"""Tables whose rows are deleted whole, each with its key."""


def _has_words(column: ColumnElement[Any], words: Sequence[str]) -> ColumnElement[bool]:
    """The condition that a text has one of these words anywhere in it."""
    text = type_coerce(column, Text)
    return or_(*(text.contains(word, autoescape=True) for word in words if word))


def _must_stay(key: str, user: int) -> bool:
    """True for a memo that stays: the note of this erasure, or a note that keeps the user away."""
    return key == f"{_BEGUN}{user}" or kept_away.is_about(key, user)


def _read_keys(connection: Connection, columns: Sequence[ColumnElement[Any]], wanted: ColumnElement[bool]) -> list[Any]:
    rows = connection.execute(select(*columns).where(wanted).order_by(*columns))
    return [row[0] if len(columns) == 1 else tuple(row) for row in rows]


def erase_rows(connection: Connection, erasing: Erasure, rows: FoundRows) -> None:
    """Take a user out of at most `MOST_ROWS` rows."""
    kind, _, crew = rows.kind.partition(":")
    if kind == "reasons":
        _scrub_reasons(connection, erasing, erasing.crews[int(crew)], rows.keys)
    elif kind in _TYPED:
        _scrub_texts(connection, erasing, erasing.crews[int(crew)], kind, rows.keys)
    elif kind in _AUTHORS:
        table, column = _AUTHORS[kind]
        connection.execute(update(table).where(table.c.id.in_(rows.keys)).values({column: None}))
    elif kind in _DELETED:
        table, column = _DELETED[kind]
        connection.execute(delete(table).where(table.c[column].in_(rows.keys)))
    else:
        _ERASERS[kind](connection, erasing, rows.keys)


def _erase_seats(connection: Connection, erasing: Erasure, keys: list[Any]) -> None:
    own = tuple_(seats.c.table_id, seats.c.seat).in_(keys) & (seats.c.user_id == erasing.user)
    connection.execute(update(seats).where(own).values(user_id=None, name=SOMEBODY, stand_in=None))
    nights.outdate_nights_of(connection, {table for table, _ in keys})


def _erase_hosts(connection: Connection, erasing: Erasure, keys: list[Any]) -> None:
    connection.execute(update(table_rows).where(table_rows.c.id.in_(keys)).values(host_id=None))


def _erase_messages(connection: Connection, erasing: Erasure, keys: list[Any]) -> None:
    own = tuple_(projections.c.table_id, projections.c.what).in_(keys) & (projections.c.user_id == erasing.user)
    values: dict[str, Json] = {"user_id": None, "channel_id": None, "message_id": None, "state": "stopped", "data": {}}
    connection.execute(update(projections).where(own).values(values))


def _leave_dailies(connection: Connection, erasing: Erasure, keys: list[Any]) -> None:
    for crew in keys:
        days.leave(connection, crew, erasing.user)


def _erase_house_authors(connection: Connection, erasing: Erasure, keys: list[Any]) -> None:
    own = tuple_(house_options.c.crew_id, house_options.c.game).in_(keys)
    connection.execute(update(house_options).where(own).values(by_id=None))


def _erase_memos(connection: Connection, erasing: Erasure, keys: list[Any]) -> None:
    """Delete a user's own memos, such as an unconfirmed import. Take the user out of other memos, such as votes."""
    pattern = re.compile(rf"(tally:.*|ask:.*|called:.*):{erasing.user}(:.*)?")
    own = [key for key in keys if pattern.fullmatch(key)]
    connection.execute(delete(memos).where(memos.c.key.in_(own)))
    _scrub_column(connection, erasing, memos.c.key, memos.c.value, keys)
    noted = (memo_people.c.key.in_(keys), memo_people.c.user_id == erasing.user)
    connection.execute(delete(memo_people).where(*noted))


def _erase_settings(connection: Connection, erasing: Erasure, keys: list[Any]) -> None:
    """Take a user out of the settings of tables.

    A result that is still open may count for the user. Then the note on their seat (`Handover`) gets the negative id of
    their row in the crew's books, so that the result is still entered in that row.
    """
    rows = connection.execute(
        select(table_rows.c.id, table_rows.c.crew_id, table_rows.c.settings).where(table_rows.c.id.in_(keys))
    ).all()
    for table, crew, settings in rows:
        handovers = settings.get("handed") if isinstance(settings, dict) else None  # damaged settings are cleaned below
        if handovers and (member := _find_former(connection, erasing, crew)):
            renamed = {seat: _replace_user(note, erasing.user, -member) for seat, note in handovers.items()}
            if renamed != handovers:
                kept = {**settings, "handed": renamed}
                connection.execute(update(table_rows).where(table_rows.c.id == table).values(settings=kept))
    _scrub_column(connection, erasing, table_rows.c.id, table_rows.c.settings, keys)
    noted = (table_people.c.table_id.in_(keys), table_people.c.user_id == erasing.user)
    connection.execute(delete(table_people).where(*noted))


def _replace_user(note: dict[str, Json], user: int, number: int) -> dict[str, Json]:
    return {name: number if value == user and name in ("user", "last") else value for name, value in note.items()}


def _find_former(connection: Connection, erasing: Erasure, crew: int) -> int | None:
    """The id of the former member of a crew who was the user; None if the user was no member."""
    names = [known.replacement for known in erasing.crews if known.crew == crew]
    own = (members.c.crew_id == crew, members.c.name.in_(names))
    return connection.execute(select(members.c.id).where(*own)).scalars().first()


def _scrub_column(
    connection: Connection, erasing: Erasure, key: Any, column: Any, keys: list[Any], facts: bool = False
) -> None:
    """Take a user's id out of a column of JSON. With `facts`, take their names out of the value of "facts" too."""

    def scrub(kept: Json) -> Json:
        clean = _scrub(kept, erasing.user, [], SOMEBODY)
        if facts and isinstance(clean, dict) and "facts" in clean:
            clean = {**clean, "facts": _scrub(clean["facts"], erasing.user, erasing.names, SOMEBODY)}
        return clean

    query = select(key.label("key"), type_coerce(column, Text).label("kept")).where(key.in_(keys))
    for row in connection.execute(query).all():
        clean = _scrub_stored(row.kept, erasing.user, scrub)
        if clean != row.kept:
            connection.execute(update(key.table).where(key == row.key).values({column: literal(clean, Text)}))


def _scrub_reasons(connection: Connection, erasing: Erasure, crew: _CrewNames, keys: list[Any]) -> None:
    columns = (transfers.c.id, transfers.c.reason, type_coerce(transfers.c.data, Text), transfers.c.source)
    for transfer, reason, data, source in connection.execute(select(*columns).where(transfers.c.id.in_(keys))).all():
        # Only text that people typed can name somebody. The reason of a hand's entry comes from the game.
        typed = reason if source.startswith("t:") else _scrub(reason, erasing.user, crew.names, crew.replacement)
        clean = typed, _scrub_stored(data, erasing.user, lambda kept: _scrub(kept, erasing.user, [], SOMEBODY))
        if clean != (reason, data):
            new = update(transfers).where(transfers.c.id == transfer)
            connection.execute(new.values(reason=typed, data=literal(clean[1], Text)))


def _scrub_texts(connection: Connection, erasing: Erasure, crew: _CrewNames, kind: str, keys: list[Any]) -> None:
    """Take a user out of texts that people typed."""
    table, column = _TYPED[kind]
    key = tuple_(*table.primary_key.columns)
    found = select(table.c[column], *table.primary_key.columns).where(
        key.in_([known if isinstance(known, tuple) else (known,) for known in keys])
    )
    for text, *own in connection.execute(found).all():
        clean = _scrub(text, erasing.user, crew.names, crew.replacement)
        if clean != text:
            connection.execute(update(table).where(key == tuple(own)).values({column: clean}))


_TYPED: Final[dict[str, tuple[Table, str]]] = {
    "lines": (keepsake_rows, "line"),
    "verdicts": (verdicts, "reason"),
    "notes": (postings, "note"),
}
"""Tables with a column of text that people typed."""
_ERASERS: Final[dict[str, Callable[[Connection, Erasure, list[Any]], None]]] = {
    "seats": _erase_seats,
    "hosted": _erase_hosts,
    "messages": _erase_messages,
    "answers": lambda connection, erasing, keys: nights.erase_answers(connection, erasing.user, keys),
    "nights": lambda connection, erasing, keys: nights.erase_planner(connection, keys),
    "daily_hands": lambda connection, erasing, keys: days.erase_hands(connection, erasing.user, keys),
    "daily_members": _leave_dailies,
    "house": _erase_house_authors,
    "kept": lambda connection, erasing, keys: keepsakes.erase(connection, keys),
    "remembered": lambda connection, erasing, keys: keepsakes.erase_person(connection, erasing.user, keys),
    "memos": _erase_memos,
    "settings": _erase_settings,
    "payloads": lambda connection, erasing, keys: _scrub_column(
        connection, erasing, outbox.c.id, outbox.c.payload, keys, facts=True
    ),
}


def _scrub_stored(stored: Any, user_id: int, scrub: Callable[[Json], Json]) -> Any:
    """Scrub stored JSON, and return its text. In a damaged text, only the user's id is replaced."""
    try:
        clean = scrub(kept := json.loads(stored))
    except (TypeError, ValueError, RecursionError):
        return stored.replace(str(user_id), "0") if isinstance(stored, str) else stored
    return stored if clean == kept else json.dumps(clean, separators=(",", ":"))


def _scrub(value: Json, user_id: int, names: list[str], replacement: str) -> Json:
    """Copy a JSON value without the user: their id becomes 0, and their names become `replacement`."""
    match value:
        case dict():
            return {
                _scrub(key, user_id, [], replacement): _scrub(item, user_id, names, replacement)
                for key, item in value.items()
            }
        case list():
            return [_scrub(item, user_id, names, replacement) for item in value]
        case str():
            clean = value.replace(str(user_id), "0")
            for name in sorted(filter(None, names), key=len, reverse=True):
                clean = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda _: replacement, clean)
            return clean
        case int() if value == user_id and not isinstance(value, bool):
            return 0
        case _:
            return value
