"""Game nights: plans, their dates, and the answers of people to each date."""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKeyConstraint, Integer, Text

from bot.store.database.columns import make_column, make_key, make_reference

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "nights",
        make_key(),
        make_column("guild_id", index=True),
        make_column("channel_id"),
        Column("planner_id", BigInteger),
        make_column("game", Text),
        make_column("preset", Text),
        make_column("robots", Text),
        make_column("zone", Text),
        make_column("first", Text),
        make_column("weekly", Integer),
        make_column("status", Text),
        make_column("created_at"),
    )
    op.create_table(
        "night_dates",
        make_reference("night_id", "nights.id", primary_key=True),
        make_column("week", Integer, primary_key=True),
        make_column("at"),
        make_column("state", Text),
        make_column("step", Text),
        Column("due_at", BigInteger, index=True),
        make_reference("table_id", "tables.id", nullable=True),
        Column("message_id", BigInteger),
        Column("event_id", BigInteger),
        make_column("revision", Integer),
        Column("stale_at", BigInteger, index=True),
        Column("begun", Text),
    )
    op.create_table(
        "night_answers",
        make_column("night_id", primary_key=True),
        make_column("week", Integer, primary_key=True),
        make_column("user_id", primary_key=True, index=True),
        make_column("name", Text),
        make_column("answer", Text),
        make_column("at"),
        ForeignKeyConstraint(["night_id", "week"], ["night_dates.night_id", "night_dates.week"]),
    )


def downgrade() -> None:
    op.drop_table("night_answers")
    op.drop_table("night_dates")
    op.drop_table("nights")
