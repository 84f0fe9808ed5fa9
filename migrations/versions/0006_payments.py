"""Payments: what somebody handed to another member to settle a debt, apart from the results."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "payments",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True, autoincrement=True),
        sa.Column("crew_id", sa.BigInteger(), nullable=False),
        sa.Column("giver_id", sa.BigInteger(), nullable=False),
        sa.Column("taker_id", sa.BigInteger(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("by_id", sa.BigInteger()),
        sa.Column("answered_by_id", sa.BigInteger()),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("answered_at", sa.BigInteger()),
        sa.ForeignKeyConstraint(["crew_id"], ["crews.id"], name=op.f("fk_payments_crew_id_crews")),
        sa.ForeignKeyConstraint(["giver_id"], ["members.id"], name=op.f("fk_payments_giver_id_members")),
        sa.ForeignKeyConstraint(["taker_id"], ["members.id"], name=op.f("fk_payments_taker_id_members")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payments")),
        sa.UniqueConstraint("crew_id", "cause", name=op.f("uq_payments_crew_id_cause")),
    )
    op.create_index("ix_payments_giver_id", "payments", ["giver_id"])
    op.create_index("ix_payments_taker_id", "payments", ["taker_id"])


def downgrade() -> None:
    op.drop_table("payments")
