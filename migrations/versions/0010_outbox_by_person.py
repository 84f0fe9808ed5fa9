"""An index that finds the waiting messages to a person, so that an erasure does not read everybody's."""

from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_index("ix_outbox_user_id", "outbox", ["user_id"])


def downgrade() -> None:
    op.drop_index("ix_outbox_user_id", "outbox")
