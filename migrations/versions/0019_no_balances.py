"""Balances go: they are summed from the postings when somebody asks for them."""

from alembic import op
from sqlalchemy import Text

from bot.store.database.columns import make_column, make_reference

revision = "0019"
down_revision = "0018"

FROM_POSTINGS = (
    "INSERT INTO balances (account_id, season_id, game, amount, entries)"
    " SELECT account_id, season_id, coalesce(game, ''), sum(amount), count(DISTINCT transfers.id)"
    " FROM postings JOIN transfers ON transfers.id = transfer_id WHERE state = 'posted'"
    " GROUP BY account_id, season_id, coalesce(game, '')"
)


def upgrade() -> None:
    op.drop_table("balances")


def downgrade() -> None:
    op.create_table(
        "balances",
        make_reference("account_id", "accounts.id", primary_key=True),
        make_reference("season_id", "seasons.id", primary_key=True),
        make_column("game", Text, primary_key=True),
        make_column("amount"),
        make_column("entries"),
        sqlite_with_rowid=False,
    )
    op.execute(FROM_POSTINGS)
