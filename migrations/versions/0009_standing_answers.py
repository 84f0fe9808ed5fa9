"""Standing answers to weekly game nights: a mark on a person's answer to a date, carried over to the next date."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("night_answers", sa.Column("standing", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("night_answers", "standing")
