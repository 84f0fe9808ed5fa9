"""The export of everything that is stored about a user. The module `erasure` erases the same data."""

from dataclasses import asdict
from typing import NamedTuple

from sqlalchemy import ColumnElement, Table, not_, select

from bot.store.books import batches, keepsakes, payments
from bot.store.database.engine import Connection
from bot.store.database.schema import (
    Json,
    accounts,
    crews,
    house_options,
    members,
    outbox,
    owed_answers,
    projections,
    seats,
    transfers,
)
from bot.store.database.schema import postings as posting_rows
from bot.store.database.schema import standing_orders as order_rows
from bot.store.database.schema import tables as table_rows
from bot.store.database.schema import verdicts as verdict_rows
from bot.store.messages.outbox import DAMAGED
from bot.store.people import kept_away, lesson_progress
from bot.store.people.preferences import read_preferences
from bot.store.tables import days, nights


class SeatTaken(NamedTuple):
    """A seat that a user has, or was the last to have."""

    table: int
    seat: int
    joined_at: int
    game: str


def list_seats_taken(connection: Connection, user_id: int) -> list[SeatTaken]:
    """The seats that a user has or was the last to have, at the newest tables first."""
    rows = connection.execute(
        select(seats.c.table_id, seats.c.seat, seats.c.joined_at, table_rows.c.game)
        .join(table_rows, table_rows.c.id == seats.c.table_id)
        .where(seats.c.user_id == user_id)
        .order_by(seats.c.table_id.desc())
    )
    return [SeatTaken(*row) for row in rows]


def export(connection: Connection, user_id: int) -> dict[str, Json]:
    """Everything stored about a user, as JSON."""
    in_books = connection.execute(
        select(members.c.id, members.c.name, members.c.aliases, crews.c.guild_id, crews.c.name)
        .join(crews, crews.c.id == members.c.crew_id)
        .where(members.c.user_id == user_id)
        .order_by(members.c.id)
    ).all()
    return {
        "user_id": user_id,
        "preferences": asdict(read_preferences(connection, user_id)),
        "lessons": lesson_progress.read_progress(connection, user_id).as_json(),
        "crews": [
            {
                "guild_id": guild,
                "crew": crew_name,
                "name": name,
                "aliases": aliases,
                "tally": _list_entries(connection, member),
                "payments": _list_payments(connection, member),
            }
            for member, name, aliases, guild, crew_name in in_books
        ],
        "seats": _read_rows(connection, seats, user_id, "table_id", "seat", "name", "joined_at"),
        "standing_orders": _read_rows(connection, order_rows, user_id, "table_id", "seat", "hand", "order"),
        "messages": _read_rows(connection, projections, user_id, "table_id", "what", "channel_id", "message_id"),
        "waiting_messages": _read_rows(
            connection, outbox, user_id, "kind", "state", "payload", "created_at", leave_out=outbox.c.state == DAMAGED
        ),
        "commands_under_way": _read_rows(connection, owed_answers, user_id, "interaction", "place", "at"),
        "verdicts": [
            {"entry": row.transfer_id, "verdict": row.verdict, "reason": row.reason, "at": row.at}
            for row in connection.execute(select(verdict_rows).where(verdict_rows.c.by_id == user_id))
        ],
        "payments_entered": _list_authored_payments(connection, user_id),
        "entries_made": [
            {"entry": row.id, "at": row.at, "game": row.game, "table": row.table_id, "reason": row.reason}
            for row in connection.execute(
                select(transfers)
                .where(transfers.c.by_id == user_id, batches.make_seen_condition())
                .order_by(transfers.c.id)
            )
        ],
        "house_rules_kept": [
            {"crew": row.crew_id, "game": row.game, "at": row.updated_at}
            for row in connection.execute(select(house_options).where(house_options.c.by_id == user_id))
        ],
        "kept_away_from": kept_away.export(connection, user_id),
        "nights": nights.export(connection, user_id),
        "daily": days.export(connection, user_id),
        "kept": keepsakes.export(connection, user_id),
        "hosted_tables": list(connection.scalars(select(table_rows.c.id).where(table_rows.c.host_id == user_id))),
    }


def _read_rows(
    connection: Connection, table: Table, user_id: int, *names: str, leave_out: ColumnElement[bool] | None = None
) -> list[dict[str, Json]]:
    """The rows of a user in a database table, without those that meet the condition `leave_out`."""
    query = select(*(table.c[name] for name in names)).where(table.c.user_id == user_id)
    query = query if leave_out is None else query.where(not_(leave_out))
    return [dict(row._mapping) for row in connection.execute(query)]


def _list_payments(connection: Connection, member: int) -> list[dict[str, Json]]:
    """The payments of a member. They paid the amounts above 0, and received those below 0."""
    facts = ("kind", "state", "at", "answered_at")
    return [
        {"payment": row.id, "amount": row.amount if row.giver == member else -row.amount}
        | {name: getattr(row, name) for name in facts}
        for row in payments.list_of_member(connection, member)
    ]


def _list_authored_payments(connection: Connection, user_id: int) -> list[dict[str, Json]]:
    """The payments that a user entered or answered."""
    return [
        {"payment": row.id, "entered": row.by == user_id, "answered": row.answered_by == user_id}
        for row in payments.list_of_user(connection, user_id)
    ]


def _list_entries(connection: Connection, member: int) -> list[dict[str, Json]]:
    named = (transfers.c.id.label("entry"), transfers.c.season_id.label("season"), transfers.c.table_id.label("table"))
    facts = (*transfers.c["at", "game", "hand", "reason", "state"], *posting_rows.c["amount", "note"])
    rows = connection.execute(
        select(*named, *facts)
        .join(posting_rows, posting_rows.c.transfer_id == transfers.c.id)
        .join(accounts, accounts.c.id == posting_rows.c.account_id)
        .where(accounts.c.member_id == member, batches.make_seen_condition())
        .order_by(transfers.c.id, posting_rows.c.line)
    )
    return [{**row._mapping, "state": "posted" if batches.is_staged(row.state) else row.state} for row in rows]
