"""The first schema."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy import BigInteger, Column, Integer, Text, UniqueConstraint

from bot.store.database.columns import make_column, make_key, make_reference

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "crews",
        make_key(),
        make_column("guild_id"),
        make_column("name", Text),
        make_column("settings", Text),
        make_column("created_at"),
        UniqueConstraint("guild_id", "name"),
    )
    op.create_table(
        "memos",
        make_column("key", Text, primary_key=True),
        make_column("value", Text),
        make_column("updated_at"),
    )
    op.create_table(
        "preferences",
        make_column("user_id", primary_key=True, autoincrement=False),
        make_column("choices", Text),
        make_column("updated_at"),
    )
    op.create_table(
        "house_options",
        make_reference("crew_id", "crews.id", primary_key=True),
        make_column("game", Text, primary_key=True),
        make_column("options", Text),
        Column("by_id", BigInteger),
        make_column("updated_at"),
    )
    op.create_table(
        "members",
        make_key(),
        make_reference("crew_id", "crews.id"),
        Column("user_id", BigInteger, index=True),
        make_column("name", Text),
        make_column("aliases", Text),
        make_column("created_at"),
        UniqueConstraint("crew_id", "name"),
        UniqueConstraint("crew_id", "user_id"),
    )
    op.create_table(
        "seasons",
        make_key(),
        make_reference("crew_id", "crews.id"),
        make_column("number", Integer),
        make_column("name", Text),
        make_column("opened_at"),
        Column("closed_at", BigInteger),
        UniqueConstraint("crew_id", "number"),
    )
    op.create_table(
        "tables",
        make_key(),
        make_reference("crew_id", "crews.id"),
        make_column("guild_id"),
        make_column("channel_id"),
        Column("thread_id", BigInteger),
        make_column("place_id"),
        Column("host_id", BigInteger),
        make_column("game", Text),
        make_column("rules_version", Integer),
        make_column("options", Text),
        make_column("pace", Text),
        make_column("settings", Text),
        make_column("status", Text),
        make_column("sequence"),
        Column("deadline_at", BigInteger, index=True),
        Column("deadline_sequence", BigInteger),
        make_column("created_at"),
        Column("closed_at", BigInteger),
    )
    op.create_index("ix_tables_crew_id_status", "tables", ["crew_id", "status"])
    op.create_index(
        "uq_tables_place_id",
        "tables",
        ["place_id"],
        unique=True,
        sqlite_where=sa.text("status <> 'closed'"),
        postgresql_where=sa.text("status <> 'closed'"),
    )
    op.create_table(
        "accounts",
        make_key(),
        make_reference("crew_id", "crews.id"),
        make_column("key", Text),
        make_reference("member_id", "members.id", nullable=True, index=True),
        UniqueConstraint("crew_id", "key"),
    )
    op.create_table(
        "causes",
        make_reference("table_id", "tables.id", primary_key=True),
        make_column("cause", Text, primary_key=True),
        make_column("first"),
        make_column("last"),
        Column("outcome", Text),
        make_column("at"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "events",
        make_reference("table_id", "tables.id", primary_key=True),
        make_column("sequence", primary_key=True),
        make_column("kind", Text),
        make_column("version", Integer),
        make_column("body", Text),
        make_column("at"),
        Column("cause", Text),
        make_column("part", Integer),
        UniqueConstraint("table_id", "cause", "part"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "outbox",
        make_key(),
        make_reference("table_id", "tables.id", nullable=True),
        Column("user_id", BigInteger),
        make_column("kind", Text),
        make_column("payload", Text),
        make_column("nonce", Text),
        make_column("state", Text),
        make_column("attempts", Integer),
        make_column("next_at"),
        make_column("created_at"),
        Column("error", Text),
        UniqueConstraint("nonce"),
    )
    op.create_index("ix_outbox_state_next_at", "outbox", ["state", "next_at"])
    op.create_table(
        "projections",
        make_reference("table_id", "tables.id", primary_key=True),
        make_column("what", Text, primary_key=True),
        Column("user_id", BigInteger, index=True),
        Column("channel_id", BigInteger),
        Column("message_id", BigInteger, index=True),
        make_column("shown_sequence"),
        Column("shown_digest", Text),
        make_column("state", Text),
        make_column("data", Text),
        Column("sent_at", BigInteger),
        make_column("updated_at"),
    )
    op.create_table(
        "seats",
        make_reference("table_id", "tables.id", primary_key=True),
        make_column("seat", Integer, primary_key=True),
        Column("user_id", BigInteger, index=True),
        Column("robot", Text),
        make_column("name", Text),
        Column("stand_in", Text),
        make_column("joined_at"),
    )
    op.create_table(
        "secrets",
        make_reference("table_id", "tables.id", primary_key=True),
        make_column("hand", Integer, primary_key=True),
        make_column("commitment", Text),
        make_column("secret", Text),
        make_column("salts", Text),
        make_column("created_at"),
        Column("revealed_at", BigInteger),
    )
    op.create_table(
        "standing_orders",
        make_key(),
        make_reference("table_id", "tables.id"),
        make_column("seat", Integer),
        make_column("user_id", index=True),
        make_column("hand", Integer),
        make_column("order", Text),
        make_column("created_at"),
    )
    op.create_index("ix_standing_orders_table_id_seat", "standing_orders", ["table_id", "seat"])
    op.create_table(
        "transfers",
        make_key(),
        make_reference("crew_id", "crews.id"),
        make_reference("season_id", "seasons.id", nullable=True),
        make_reference("table_id", "tables.id", nullable=True),
        Column("hand", Integer),
        Column("game", Text),
        Column("rules_version", Integer),
        make_column("source", Text),
        make_column("state", Text),
        Column("reason", Text),
        Column("by_id", BigInteger),
        make_reference("reverses_id", "transfers.id", nullable=True),
        make_column("data", Text),
        make_column("at"),
        Column("confirm_at", BigInteger),
        UniqueConstraint("crew_id", "source"),
        UniqueConstraint("reverses_id"),
    )
    op.create_index("ix_transfers_crew_id_season_id", "transfers", ["crew_id", "season_id"])
    op.create_index("ix_transfers_crew_id_at", "transfers", ["crew_id", "at"])
    op.create_index("ix_transfers_state_confirm_at", "transfers", ["state", "confirm_at"])
    op.create_table(
        "postings",
        make_reference("transfer_id", "transfers.id", primary_key=True),
        make_column("line", Integer, primary_key=True),
        make_reference("account_id", "accounts.id", index=True),
        make_column("amount"),
        Column("note", Text),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "balances",
        make_reference("account_id", "accounts.id", primary_key=True),
        make_reference("season_id", "seasons.id", primary_key=True),
        make_column("game", Text, primary_key=True),
        make_column("amount"),
        make_column("entries"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "verdicts",
        make_key(),
        make_reference("transfer_id", "transfers.id", index=True),
        make_column("verdict", Text),
        Column("by_id", BigInteger),
        Column("reason", Text),
        make_column("at"),
    )


def downgrade() -> None:
    for table in (
        *("verdicts", "balances", "postings", "transfers", "standing_orders", "secrets", "seats"),
        *("projections", "outbox", "events", "causes", "accounts", "tables", "seasons"),
        *("members", "house_options", "preferences", "memos", "crews"),
    ):
        op.drop_table(table)
