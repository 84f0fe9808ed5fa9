"""Game nights: plans, their dates, and the answers of people to each date."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "nights",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True, autoincrement=True),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("planner_id", sa.BigInteger()),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("preset", sa.Text(), nullable=False),
        sa.Column("robots", sa.Text(), nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("first", sa.Text(), nullable=False),
        sa.Column("weekly", sa.Integer(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_nights")),
    )
    op.create_index("ix_nights_guild_id", "nights", ["guild_id"])
    op.create_table(
        "night_dates",
        sa.Column("night_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("week", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("step", sa.Text(), nullable=False),
        sa.Column("due_at", sa.BigInteger()),
        sa.Column("table_id", sa.BigInteger()),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("event_id", sa.BigInteger()),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("stale_at", sa.BigInteger()),
        sa.Column("begun", sa.Text()),
        sa.ForeignKeyConstraint(["night_id"], ["nights.id"], name=op.f("fk_night_dates_night_id_nights")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_night_dates_table_id_tables")),
        sa.PrimaryKeyConstraint("night_id", "week", name=op.f("pk_night_dates")),
    )
    op.create_index("ix_night_dates_due_at", "night_dates", ["due_at"])
    op.create_index("ix_night_dates_stale_at", "night_dates", ["stale_at"])
    op.create_table(
        "night_answers",
        sa.Column("night_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("week", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["night_id", "week"],
            ["night_dates.night_id", "night_dates.week"],
            name=op.f("fk_night_answers_night_id_week_night_dates"),
        ),
        sa.PrimaryKeyConstraint("night_id", "week", "user_id", name=op.f("pk_night_answers")),
    )
    op.create_index("ix_night_answers_user_id", "night_answers", ["user_id"])


def downgrade() -> None:
    op.drop_table("night_answers")
    op.drop_table("night_dates")
    op.drop_table("nights")
