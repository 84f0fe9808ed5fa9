"""What crews keep to remember: finished hands and links to messages, each with a line of its keeper's."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "keepsakes",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("crew_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("thread_id", sa.BigInteger()),
        sa.Column("table_id", sa.BigInteger()),
        sa.Column("hand", sa.Integer()),
        sa.Column("game", sa.Text()),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("author_id", sa.BigInteger()),
        sa.Column("keeper_id", sa.BigInteger(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("happened_at", sa.BigInteger(), nullable=False),
        sa.Column("kept_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["crew_id"], ["crews.id"], name=op.f("fk_keepsakes_crew_id_crews")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_keepsakes_table_id_tables")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_keepsakes")),
        sa.UniqueConstraint("table_id", "hand", "keeper_id", name=op.f("uq_keepsakes_table_id_hand_keeper_id")),
        sa.UniqueConstraint("message_id", "keeper_id", name=op.f("uq_keepsakes_message_id_keeper_id")),
    )
    op.create_index("ix_keepsakes_crew_id_happened_at", "keepsakes", ["crew_id", "happened_at"])
    op.create_index("ix_keepsakes_keeper_id", "keepsakes", ["keeper_id"])
    op.create_index("ix_keepsakes_author_id", "keepsakes", ["author_id"])
    op.create_table(
        "keepsake_people",
        sa.Column("keepsake_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(
            ["keepsake_id"], ["keepsakes.id"], name=op.f("fk_keepsake_people_keepsake_id_keepsakes")
        ),
        sa.PrimaryKeyConstraint("keepsake_id", "user_id", name=op.f("pk_keepsake_people")),
    )
    op.create_index("ix_keepsake_people_user_id", "keepsake_people", ["user_id"])


def downgrade() -> None:
    op.drop_table("keepsake_people")
    op.drop_table("keepsakes")
