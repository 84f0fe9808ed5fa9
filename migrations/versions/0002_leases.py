"""Leases with epochs: which process serves which part of the servers."""

from alembic import op
from sqlalchemy import Text

from bot.store.database.columns import make_column

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "leases",
        make_column("part", Text, primary_key=True),
        make_column("epoch"),
        make_column("holder", Text),
        make_column("renewed_at"),
    )


def downgrade() -> None:
    op.drop_table("leases")
