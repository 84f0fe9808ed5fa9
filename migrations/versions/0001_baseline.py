"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "crews",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_crews")),
        sa.UniqueConstraint("guild_id", "name", name=op.f("uq_crews_guild_id_name")),
    )
    op.create_table(
        "memos",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_memos")),
    )
    op.create_table(
        "preferences",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("choices", sa.Text(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_preferences")),
    )
    op.create_table(
        "house_options",
        sa.Column("crew_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("by_id", sa.BigInteger(), nullable=True),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["crew_id"], ["crews.id"], name=op.f("fk_house_options_crew_id_crews")),
        sa.PrimaryKeyConstraint("crew_id", "game", name=op.f("pk_house_options")),
    )
    op.create_table(
        "members",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("crew_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("aliases", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["crew_id"], ["crews.id"], name=op.f("fk_members_crew_id_crews")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_members")),
        sa.UniqueConstraint("crew_id", "name", name=op.f("uq_members_crew_id_name")),
        sa.UniqueConstraint("crew_id", "user_id", name=op.f("uq_members_crew_id_user_id")),
    )
    op.create_index("ix_members_user_id", "members", ["user_id"], unique=False)
    op.create_table(
        "seasons",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("crew_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["crew_id"], ["crews.id"], name=op.f("fk_seasons_crew_id_crews")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seasons")),
        sa.UniqueConstraint("crew_id", "number", name=op.f("uq_seasons_crew_id_number")),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("crew_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("thread_id", sa.BigInteger(), nullable=True),
        sa.Column("place_id", sa.BigInteger(), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("pace", sa.Text(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.Column("deadline_at", sa.BigInteger(), nullable=True),
        sa.Column("deadline_sequence", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["crew_id"], ["crews.id"], name=op.f("fk_tables_crew_id_crews")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
    )
    op.create_index("ix_tables_crew_id_status", "tables", ["crew_id", "status"], unique=False)
    op.create_index("ix_tables_deadline_at", "tables", ["deadline_at"], unique=False)
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
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("crew_id", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("member_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["crew_id"], ["crews.id"], name=op.f("fk_accounts_crew_id_crews")),
        sa.ForeignKeyConstraint(["member_id"], ["members.id"], name=op.f("fk_accounts_member_id_members")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_accounts")),
        sa.UniqueConstraint("crew_id", "key", name=op.f("uq_accounts_crew_id_key")),
    )
    op.create_index("ix_accounts_member_id", "accounts", ["member_id"], unique=False)
    op.create_table(
        "causes",
        sa.Column("table_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.Column("first", sa.BigInteger(), nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_causes_table_id_tables")),
        sa.PrimaryKeyConstraint("table_id", "cause", name=op.f("pk_causes")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "events",
        sa.Column("table_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("sequence", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("cause", sa.Text(), nullable=True),
        sa.Column("part", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_events_table_id_tables")),
        sa.PrimaryKeyConstraint("table_id", "sequence", name=op.f("pk_events")),
        sa.UniqueConstraint("table_id", "cause", "part", name=op.f("uq_events_table_id_cause_part")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("table_id", sa.BigInteger(), nullable=True),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("nonce", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_at", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("error", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_outbox_table_id_tables")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("nonce", name=op.f("uq_outbox_nonce")),
    )
    op.create_index("ix_outbox_state_next_at", "outbox", ["state", "next_at"], unique=False)
    op.create_table(
        "projections",
        sa.Column("table_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("shown_sequence", sa.BigInteger(), nullable=False),
        sa.Column("shown_digest", sa.Text(), nullable=True),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("sent_at", sa.BigInteger(), nullable=True),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_projections_table_id_tables")),
        sa.PrimaryKeyConstraint("table_id", "what", name=op.f("pk_projections")),
    )
    op.create_index("ix_projections_user_id", "projections", ["user_id"], unique=False)
    op.create_index("ix_projections_message_id", "projections", ["message_id"], unique=False)
    op.create_table(
        "seats",
        sa.Column("table_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("robot", sa.Text(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("stand_in", sa.Text(), nullable=True),
        sa.Column("joined_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_seats_table_id_tables")),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_seats")),
    )
    op.create_index("ix_seats_user_id", "seats", ["user_id"], unique=False)
    op.create_table(
        "secrets",
        sa.Column("table_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hand", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("salts", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("revealed_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_secrets_table_id_tables")),
        sa.PrimaryKeyConstraint("table_id", "hand", name=op.f("pk_secrets")),
    )
    op.create_table(
        "standing_orders",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.Column("order", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_standing_orders_table_id_tables")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_standing_orders")),
    )
    op.create_index("ix_standing_orders_table_id_seat", "standing_orders", ["table_id", "seat"], unique=False)
    op.create_index("ix_standing_orders_user_id", "standing_orders", ["user_id"], unique=False)
    op.create_table(
        "transfers",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("crew_id", sa.BigInteger(), nullable=False),
        sa.Column("season_id", sa.BigInteger(), nullable=True),
        sa.Column("table_id", sa.BigInteger(), nullable=True),
        sa.Column("hand", sa.Integer(), nullable=True),
        sa.Column("game", sa.Text(), nullable=True),
        sa.Column("rules_version", sa.Integer(), nullable=True),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("by_id", sa.BigInteger(), nullable=True),
        sa.Column("reverses_id", sa.BigInteger(), nullable=True),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("confirm_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["crew_id"], ["crews.id"], name=op.f("fk_transfers_crew_id_crews")),
        sa.ForeignKeyConstraint(["reverses_id"], ["transfers.id"], name=op.f("fk_transfers_reverses_id_transfers")),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f("fk_transfers_season_id_seasons")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_transfers_table_id_tables")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_transfers")),
        sa.UniqueConstraint("crew_id", "source", name=op.f("uq_transfers_crew_id_source")),
        sa.UniqueConstraint("reverses_id", name=op.f("uq_transfers_reverses_id")),
    )
    op.create_index("ix_transfers_crew_id_season_id", "transfers", ["crew_id", "season_id"], unique=False)
    op.create_index("ix_transfers_crew_id_at", "transfers", ["crew_id", "at"], unique=False)
    op.create_index("ix_transfers_state_confirm_at", "transfers", ["state", "confirm_at"], unique=False)
    op.create_table(
        "postings",
        sa.Column("transfer_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("line", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("account_id", sa.BigInteger(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("note", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_postings_account_id_accounts")),
        sa.ForeignKeyConstraint(["transfer_id"], ["transfers.id"], name=op.f("fk_postings_transfer_id_transfers")),
        sa.PrimaryKeyConstraint("transfer_id", "line", name=op.f("pk_postings")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_postings_account_id", "postings", ["account_id"], unique=False)
    op.create_table(
        "balances",
        sa.Column("account_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("season_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("entries", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_balances_account_id_accounts")),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.id"], name=op.f("fk_balances_season_id_seasons")),
        sa.PrimaryKeyConstraint("account_id", "season_id", "game", name=op.f("pk_balances")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "verdicts",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("transfer_id", sa.BigInteger(), nullable=False),
        sa.Column("verdict", sa.Text(), nullable=False),
        sa.Column("by_id", sa.BigInteger(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["transfer_id"], ["transfers.id"], name=op.f("fk_verdicts_transfer_id_transfers")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_verdicts")),
    )
    op.create_index("ix_verdicts_transfer_id", "verdicts", ["transfer_id"], unique=False)


def downgrade() -> None:
    op.drop_table("verdicts")
    op.drop_table("balances")
    op.drop_table("postings")
    op.drop_table("transfers")
    op.drop_table("standing_orders")
    op.drop_table("secrets")
    op.drop_table("seats")
    op.drop_table("projections")
    op.drop_table("outbox")
    op.drop_table("events")
    op.drop_table("causes")
    op.drop_table("accounts")
    op.drop_table("tables")
    op.drop_table("seasons")
    op.drop_table("members")
    op.drop_table("house_options")
    op.drop_table("preferences")
    op.drop_table("memos")
    op.drop_table("crews")
