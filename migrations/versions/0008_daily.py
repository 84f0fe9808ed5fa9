"""The hand of the day: its deal, the hands that people play of it, and who has joined a crew's daily."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "daily_deals",
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("opened_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("day", name=op.f("pk_daily_deals")),
    )
    op.create_table(
        "daily_hands",
        sa.Column("table_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("begun_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger()),
        sa.Column("score", sa.BigInteger()),
        sa.Column("squares", sa.Text(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_daily_hands_table_id_tables")),
        sa.ForeignKeyConstraint(["day"], ["daily_deals.day"], name=op.f("fk_daily_hands_day_daily_deals")),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_daily_hands")),
        sa.UniqueConstraint("day", "user_id", name=op.f("uq_daily_hands_day_user_id")),
    )
    op.create_index("ix_daily_hands_user_id", "daily_hands", ["user_id"])
    op.create_table(
        "daily_members",
        sa.Column("crew_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("joined_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["crew_id"], ["crews.id"], name=op.f("fk_daily_members_crew_id_crews")),
        sa.PrimaryKeyConstraint("crew_id", "user_id", name=op.f("pk_daily_members")),
    )
    op.create_index("ix_daily_members_user_id", "daily_members", ["user_id"])


def downgrade() -> None:
    op.drop_table("daily_members")
    op.drop_table("daily_hands")
    op.drop_table("daily_deals")
