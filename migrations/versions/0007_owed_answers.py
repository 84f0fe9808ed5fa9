"""Owed answers: commands that were acknowledged but not answered yet, noted for all processes."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "owed_answers",
        sa.Column("interaction", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("application", sa.BigInteger(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("interaction", name=op.f("pk_owed_answers")),
    )


def downgrade() -> None:
    op.drop_table("owed_answers")
