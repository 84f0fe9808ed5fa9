"""The revision of each crew's books, which grows with every change of members, accounts and seasons."""

from alembic import op

from bot.store.database.columns import make_column

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.add_column("crews", make_column("revision", server_default="0"))


def downgrade() -> None:
    op.drop_column("crews", "revision")
