"""What crews keep to remember: finished hands and links to messages, each with a line of its keeper's."""

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, Text, UniqueConstraint

from bot.store.database.columns import make_column, make_key, make_reference

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "keepsakes",
        make_key(),
        make_reference("crew_id", "crews.id"),
        make_column("kind", Text),
        make_column("channel_id"),
        Column("thread_id", BigInteger),
        make_reference("table_id", "tables.id", nullable=True),
        Column("hand", Integer),
        Column("game", Text),
        Column("message_id", BigInteger),
        Column("author_id", BigInteger, index=True),
        make_column("keeper_id", index=True),
        make_column("line", Text),
        make_column("happened_at"),
        make_column("kept_at"),
        UniqueConstraint("table_id", "hand", "keeper_id"),
        UniqueConstraint("message_id", "keeper_id"),
    )
    op.create_index("ix_keepsakes_crew_id_happened_at", "keepsakes", ["crew_id", "happened_at"])
    op.create_table(
        "keepsake_people",
        make_reference("keepsake_id", "keepsakes.id", primary_key=True),
        make_column("user_id", primary_key=True, index=True),
    )


def downgrade() -> None:
    op.drop_table("keepsake_people")
    op.drop_table("keepsakes")
