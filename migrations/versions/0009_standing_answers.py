"""Standing answers to weekly game nights: a mark on a person's answer to a date, carried over to the next date."""

from alembic import op
from sqlalchemy import Integer

from bot.store.database.columns import make_column

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("night_answers", make_column("standing", Integer, server_default="0"))


def downgrade() -> None:
    op.drop_column("night_answers", "standing")
