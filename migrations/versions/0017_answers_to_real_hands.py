"""The time by which people answer hands from a real table: those that wait already get it too."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"

WEEK = 7 * 86_400_000
REAL, DISPUTED = "real:%", '%"disputed":true%'
OWN = "state = 'pending' AND source LIKE :real AND data NOT LIKE :disputed"


def upgrade() -> None:
    _change("at + :week", week=WEEK)


def downgrade() -> None:
    _change("NULL")


def _change(confirm_at: str, **values: int) -> None:
    changed = sa.text(f"UPDATE transfers SET confirm_at = {confirm_at} WHERE {OWN}")
    op.get_bind().execute(changed, {"real": REAL, "disputed": DISPUTED, **values})
