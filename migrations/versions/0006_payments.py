"""Payments: what somebody handed to another member to settle a debt, apart from the results."""

from alembic import op
from sqlalchemy import BigInteger, Column, Text, UniqueConstraint

from bot.store.database.columns import make_column, make_key, make_reference

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "payments",
        make_key(),
        make_reference("crew_id", "crews.id"),
        make_reference("giver_id", "members.id", index=True),
        make_reference("taker_id", "members.id", index=True),
        make_column("amount"),
        make_column("kind", Text),
        make_column("state", Text),
        Column("by_id", BigInteger),
        Column("answered_by_id", BigInteger),
        make_column("cause", Text),
        make_column("at"),
        Column("answered_at", BigInteger),
        UniqueConstraint("crew_id", "cause"),
    )


def downgrade() -> None:
    op.drop_table("payments")
