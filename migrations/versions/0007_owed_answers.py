"""Owed answers: commands that were acknowledged but not answered yet, noted for all processes."""

from alembic import op
from sqlalchemy import Text

from bot.store.database.columns import make_column

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "owed_answers",
        make_column("interaction", primary_key=True, autoincrement=False),
        make_column("application"),
        make_column("token", Text),
        make_column("user_id"),
        make_column("place"),
        make_column("at"),
        make_column("holder", Text),
    )


def downgrade() -> None:
    op.drop_table("owed_answers")
