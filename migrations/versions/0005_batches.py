"""Batches: transfers that are entered in steps and come to count at one moment."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "batches",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True, autoincrement=True),
        sa.Column("crew_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("mark", sa.Text(), nullable=False),
        sa.Column("new_season_id", sa.BigInteger()),
        sa.Column("by_id", sa.BigInteger()),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("counted_at", sa.BigInteger()),
        sa.ForeignKeyConstraint(["crew_id"], ["crews.id"], name=op.f("fk_batches_crew_id_crews")),
        sa.ForeignKeyConstraint(["new_season_id"], ["seasons.id"], name=op.f("fk_batches_new_season_id_seasons")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_batches")),
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
