"""The export of everything that is stored about a user. The module `erasure` erases the same data."""

from dataclasses import asdict
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, select, true

from bot.store.books import joins, keepsakes, payments
from bot.store.database.engine import Connection
from bot.store.database.queries import list_all, list_rows
from bot.store.database.schema import (
    Json,
    accounts,
    crews,
    house_options,
    members,
    outbox,
    owed_answers,
    postings as posting_rows,
    projections,
    seats,
    standing_orders as order_rows,
    tables as table_rows,
    transfers,
    verdicts as verdict_rows,
)
from bot.store.messages.outbox import DAMAGED
from bot.store.people import kept_away, lesson_progress
from bot.store.people.preferences import read_preferences
from bot.store.tables import days, nights
from games.core.events import to_json

_ANY: Final = true()
_ENTRY: Final = (transfers.c.id.label("entry"), transfers.c.table_id.label("table"))


class SeatTaken(NamedTuple):
    """A seat that a user has, or was the last to have."""

    table: int
    seat: int
    joined_at: int
    game: str


def list_seats_taken(connection: Connection, user_id: int) -> list[SeatTaken]:
    """The seats that a user has or was the last to have, at the newest tables first."""
    own = select(*seats.c["table_id", "seat", "joined_at"], table_rows.c.game).where(seats.c.user_id == user_id)
    own = own.join(table_rows, table_rows.c.id == seats.c.table_id).order_by(seats.c.table_id.desc())
    return list_all(connection, SeatTaken, own)


def export(connection: Connection, user_id: int) -> dict[str, Json]:
    """Everything stored about a user, as JSON."""

    def read(owner: ColumnElement[Any], *columns: Any, wanted: ColumnElement[bool] = _ANY) -> list[dict[str, Json]]:
        """These columns of the user's rows, each by its name or label."""
        return list_rows(connection, select(*columns).where(owner == user_id, wanted))

    in_books = connection.execute(
        select(members.c.id, members.c.name, members.c.aliases, crews.c.guild_id, crews.c.name)
        .join(crews, crews.c.id == members.c.crew_id)
        .where(members.c.user_id == user_id)
        .order_by(members.c.id)
    ).all()
    return {
        "user_id": user_id,
        "preferences": asdict(read_preferences(connection, user_id)),
        "lessons": to_json(lesson_progress.read_progress(connection, user_id)),
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
        "joined_rows": [
            {"name": joined.name, "aliases": joined.aliases} for joined in joins.list_of_account(connection, user_id)
        ],
        "seats": read(seats.c.user_id, *seats.c["table_id", "seat", "name", "joined_at"]),
        "standing_orders": read(order_rows.c.user_id, *order_rows.c["table_id", "seat", "hand", "order"]),
        "messages": read(projections.c.user_id, *projections.c["table_id", "what", "channel_id", "message_id"]),
        "waiting_messages": read(
            outbox.c.user_id, *outbox.c["kind", "state", "payload", "created_at"], wanted=outbox.c.state != DAMAGED
        ),
        "commands_under_way": read(owed_answers.c.user_id, *owed_answers.c["interaction", "place", "at"]),
        "verdicts": read(
            verdict_rows.c.by_id, verdict_rows.c.transfer_id.label("entry"), *verdict_rows.c["verdict", "reason", "at"]
        ),
        "payments_entered": _list_authored_payments(connection, user_id),
        "entries_made": read(transfers.c.by_id, *_ENTRY, *transfers.c["at", "game", "reason"]),
        "house_rules_kept": read(
            house_options.c.by_id,
            *(house_options.c.crew_id.label("crew"), house_options.c.game, house_options.c.updated_at.label("at")),
        ),
        "kept_away_from": kept_away.export(connection, user_id),
        "nights": nights.export(connection, user_id),
        "daily": days.export(connection, user_id),
        "kept": keepsakes.export(connection, user_id),
        "hosted_tables": list(connection.scalars(select(table_rows.c.id).where(table_rows.c.host_id == user_id))),
    }


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
    facts = (*transfers.c["at", "game", "hand", "reason", "state"], *posting_rows.c["amount", "note"])
    own = (
        select(*_ENTRY, transfers.c.season_id.label("season"), *facts)
        .join(posting_rows, posting_rows.c.transfer_id == transfers.c.id)
        .join(accounts, accounts.c.id == posting_rows.c.account_id)
        .where(accounts.c.member_id == member)
    )
    return list_rows(connection, own.order_by(transfers.c.id, posting_rows.c.line))
