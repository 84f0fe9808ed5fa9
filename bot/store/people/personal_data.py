"""The export and the erasure of everything that is stored about a user."""

from __future__ import annotations

import re
from dataclasses import asdict
from typing import NamedTuple

from sqlalchemy import Table, delete, select, update

from bot.store.books import postings
from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.database.errors import StillSeated
from bot.store.database.schema import (
    Json,
    accounts,
    crews,
    house_options,
    members,
    memos,
    outbox,
    projections,
    seats,
    transfers,
)
from bot.store.database.schema import postings as posting_rows
from bot.store.database.schema import preferences as preference_rows
from bot.store.database.schema import standing_orders as order_rows
from bot.store.database.schema import tables as table_rows
from bot.store.database.schema import verdicts as verdict_rows
from bot.store.people import lately, lesson_progress
from bot.store.people.preferences import preferences
from bot.store.tables import nights
from bot.store.tables import rows as tables

__all__ = ["Sat", "erase", "export", "seats_of"]

SOMEBODY = "Somebody"
"""The name that an erased user's seats get."""


class Sat(NamedTuple):
    """A seat that a user has, or was the last to have."""

    table: int
    seat: int
    joined_at: int
    game: str


def seats_of(connection: Connection, user_id: int) -> list[Sat]:
    """The seats that a user has or was the last to have, at the newest tables first."""
    rows = connection.execute(
        select(seats.c.table_id, seats.c.seat, seats.c.joined_at, table_rows.c.game)
        .join(table_rows, table_rows.c.id == seats.c.table_id)
        .where(seats.c.user_id == user_id)
        .order_by(seats.c.table_id.desc())
    )
    return [Sat(*row) for row in rows]


def export(connection: Connection, user_id: int) -> dict[str, Json]:
    """Everything stored about a user, as JSON."""
    entered = connection.execute(
        select(members.c.id, members.c.crew_id, members.c.name, members.c.aliases, crews.c.guild_id, crews.c.name)
        .join(crews, crews.c.id == members.c.crew_id)
        .where(members.c.user_id == user_id)
        .order_by(members.c.id)
    ).all()
    return {
        "user_id": user_id,
        "preferences": asdict(preferences(connection, user_id)),
        "lessons": lesson_progress.progress(connection, user_id).as_json(),
        "crews": [
            {
                "guild_id": guild,
                "crew": crew_name,
                "name": name,
                "aliases": aliases,
                "tally": _tally(connection, crew, member),
            }
            for member, crew, name, aliases, guild, crew_name in entered
        ],
        "seats": _rows(connection, seats, user_id, "table_id", "seat", "name", "joined_at"),
        "standing_orders": _rows(connection, order_rows, user_id, "table_id", "seat", "hand", "order"),
        "messages": _rows(connection, projections, user_id, "table_id", "what", "channel_id", "message_id"),
        "waiting_messages": _rows(connection, outbox, user_id, "kind", "state", "payload", "created_at"),
        "verdicts": [
            {"entry": row.transfer_id, "verdict": row.verdict, "reason": row.reason, "at": row.at}
            for row in connection.execute(select(verdict_rows).where(verdict_rows.c.by_id == user_id))
        ],
        "entries_made": [
            {"entry": row.id, "at": row.at, "game": row.game, "table": row.table_id, "reason": row.reason}
            for row in connection.execute(
                select(transfers).where(transfers.c.by_id == user_id).order_by(transfers.c.id)
            )
        ],
        "house_rules_kept": [
            {"crew": row.crew_id, "game": row.game, "at": row.updated_at}
            for row in connection.execute(select(house_options).where(house_options.c.by_id == user_id))
        ],
        "nights": nights.export(connection, user_id),
        "hosted_tables": [
            row.id for row in connection.execute(select(table_rows.c.id).where(table_rows.c.host_id == user_id))
        ],
    }


def _rows(connection: Connection, table: Table, user_id: int, *names: str) -> list[dict[str, Json]]:
    query = select(*(table.c[name] for name in names)).where(table.c.user_id == user_id)
    return [dict(row._mapping) for row in connection.execute(query)]


def _tally(connection: Connection, crew: int, member: int) -> list[dict[str, Json]]:
    mine = set(connection.execute(select(accounts.c.id).where(accounts.c.member_id == member)).scalars())
    return [
        {
            "entry": transfer.id,
            "at": transfer.at,
            "season": transfer.season,
            "game": transfer.game,
            "table": transfer.table,
            "hand": transfer.hand,
            "amount": entry.amount,
            "reason": transfer.reason,
            "note": entry.note,
            "state": transfer.state,
        }
        for transfer in postings.read(connection, crew, states=("posted", "pending", "void"))
        for entry in transfer.entries
        if entry.account in mine
    ]


def erase(connection: Connection, user_id: int) -> None:
    """Erase a user's ids and names. Seats and sums stay, so that the books balance and old hands can be replayed.

    Raises `StillSeated` while an open table needs to know the user (see `rows.that_know`).
    """
    seated = [table.id for table in tables.that_know(connection, user_id)]
    if seated:
        raise StillSeated(user_id, seated)
    entered = connection.execute(
        select(members.c.id, members.c.crew_id, members.c.name, members.c.aliases).where(members.c.user_id == user_id)
    ).all()
    for member, crew, name, aliases in entered:
        replacement = f"Former member {member}"
        connection.execute(
            update(members).where(members.c.id == member).values(user_id=None, name=replacement, aliases=[])
        )
        _scrub_books(connection, crew, user_id, [name, *aliases], replacement)
    connection.execute(
        update(seats).where(seats.c.user_id == user_id).values(user_id=None, name=SOMEBODY, stand_in=None)
    )
    connection.execute(
        update(projections)
        .where(projections.c.user_id == user_id)
        .values(user_id=None, channel_id=None, message_id=None, state="stopped", data={})
    )
    for table in (preference_rows, order_rows, outbox):
        connection.execute(delete(table).where(table.c.user_id == user_id))
    lesson_progress.erase(connection, user_id)
    for key in (key_values.digest_key, key_values.morning_key, key_values.away_key):
        key_values.drop(connection, key(user_id))
    for turn in ("ask", "called"):
        lately.erase(connection, turn, user_id)
    nights.erase(connection, user_id)
    named = ((transfers, "by_id"), (verdict_rows, "by_id"), (house_options, "by_id"), (table_rows, "host_id"))
    for table, column in named:
        connection.execute(update(table).where(table.c[column] == user_id).values({column: None}))
    _scrub_temporary(connection, user_id, [name for _, _, own, aliases in entered for name in (own, *aliases)])


def _scrub_books(connection: Connection, crew: int, user_id: int, names: list[str], replacement: str) -> None:
    written = connection.execute(
        select(transfers.c.id, transfers.c.reason, transfers.c.data, transfers.c.source).where(
            transfers.c.crew_id == crew
        )
    ).all()
    for transfer, reason, data, source in written:
        # Only text that people typed can name somebody. The reason of a hand's entry comes from the game.
        typed = reason if source.startswith("t:") else _scrub(reason, user_id, names, replacement)
        clean = typed, _scrub(data, user_id, [], replacement)
        if clean != (reason, data):
            connection.execute(
                update(transfers).where(transfers.c.id == transfer).values(reason=clean[0], data=clean[1])
            )
    judged = connection.execute(
        select(verdict_rows.c.id, verdict_rows.c.reason)
        .join(transfers, transfers.c.id == verdict_rows.c.transfer_id)
        .where(transfers.c.crew_id == crew, verdict_rows.c.reason.is_not(None))
    ).all()
    for verdict, reason in judged:
        clean_reason = _scrub(reason, user_id, names, replacement)
        if clean_reason != reason:
            connection.execute(update(verdict_rows).where(verdict_rows.c.id == verdict).values(reason=clean_reason))
    notes = connection.execute(
        select(posting_rows.c.transfer_id, posting_rows.c.line, posting_rows.c.note)
        .join(transfers, transfers.c.id == posting_rows.c.transfer_id)
        .where(transfers.c.crew_id == crew, posting_rows.c.note.is_not(None))
    ).all()
    for transfer, line, note in notes:
        clean_note = _scrub(note, user_id, names, replacement)
        if clean_note != note:
            connection.execute(
                update(posting_rows)
                .where(posting_rows.c.transfer_id == transfer, posting_rows.c.line == line)
                .values(note=clean_note)
            )


def _scrub_temporary(connection: Connection, user_id: int, names: list[str]) -> None:
    """Remove a user from temporary data: unconfirmed imports, votes, the settings of tables, waiting messages."""
    connection.execute(delete(memos).where(memos.c.key.like(f"tally:%:{user_id}")))
    for table, key, column in (
        (memos, memos.c.key, memos.c.value),
        (table_rows, table_rows.c.id, table_rows.c.settings),
        (outbox, outbox.c.id, outbox.c.payload),
    ):
        for row in connection.execute(select(key.label("key"), column.label("kept"))).all():
            clean = _scrub(row.kept, user_id, [], SOMEBODY)
            if table is outbox and isinstance(clean, dict) and "facts" in clean:
                clean = {**clean, "facts": _scrub(clean["facts"], user_id, names, SOMEBODY)}
            if clean != row.kept:
                connection.execute(update(table).where(key == row.key).values({column: clean}))


def _scrub(value: Json, user_id: int, names: list[str], replacement: str) -> Json:
    """A JSON value without the user: their id becomes 0, their names become `replacement`."""
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
