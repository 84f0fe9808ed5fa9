"""The hand of the day: its deal, the hands that people play of it, and who has joined a crew's daily."""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, Integer, Text, UniqueConstraint

from bot.store.database.columns import make_column, make_reference

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "daily_deals",
        make_column("day", Integer, primary_key=True, autoincrement=False),
        make_column("game", Text),
        make_column("commitment", Text),
        make_column("secret", Text),
        make_column("created_at"),
        Column("opened_at", BigInteger),
    )
    op.create_table(
        "daily_hands",
        make_reference("table_id", "tables.id", primary_key=True),
        make_column("day", Integer, ForeignKey("daily_deals.day")),
        Column("user_id", BigInteger, index=True),
        make_column("begun_at"),
        Column("ended_at", BigInteger),
        Column("score", BigInteger),
        make_column("squares", Text),
        make_column("streak", Integer),
        UniqueConstraint("day", "user_id"),
    )
    op.create_table(
        "daily_members",
        make_reference("crew_id", "crews.id", primary_key=True),
        make_column("user_id", primary_key=True, index=True),
        make_column("name", Text),
        make_column("joined_at"),
    )


def downgrade() -> None:
    op.drop_table("daily_members")
    op.drop_table("daily_hands")
    op.drop_table("daily_deals")
