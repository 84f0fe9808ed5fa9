"""Batches: transfers that are entered in steps and come to count at one moment."""

from alembic import op
from sqlalchemy import BigInteger, Column, Text

from bot.store.database.columns import make_column, make_key, make_reference

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "batches",
        make_key(),
        make_reference("crew_id", "crews.id"),
        make_column("kind", Text),
        make_column("mark", Text),
        make_reference("new_season_id", "seasons.id", nullable=True),
        Column("by_id", BigInteger),
        make_column("facts", Text),
        make_column("at"),
        Column("counted_at", BigInteger),
    )


def downgrade() -> None:
    # Staged transfers come to count if their batch does. Others go, with their postings and their season.
    counted = "SELECT 'staged:' || id FROM batches WHERE counted_at IS NOT NULL"
    op.execute(f"UPDATE transfers SET state = 'posted' WHERE state IN ({counted})")
    staged = "SELECT id FROM transfers WHERE state LIKE 'staged:%'"
    op.execute(f"DELETE FROM postings WHERE transfer_id IN ({staged})")
    op.execute("DELETE FROM transfers WHERE state LIKE 'staged:%'")
    op.execute("DELETE FROM memos WHERE key LIKE 'batch:%'")
    op.drop_table("batches")
