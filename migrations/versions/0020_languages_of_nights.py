"""A game night keeps the language in which it was planned, instead of following what its planner reads since."""

import json
from contextlib import suppress

import sqlalchemy as sa
from alembic import op
from sqlalchemy import Text

from bot.store.database.columns import make_column

revision = "0020"
down_revision = "0019"

DAMAGED = (ValueError, TypeError, AttributeError, RecursionError)
"""The errors that damaged preferences raise. Nights of their person speak English."""


def upgrade() -> None:
    op.add_column("nights", make_column("language", Text, server_default="en"))
    connection = op.get_bind()
    planners = "SELECT planner_id FROM nights WHERE planner_id IS NOT NULL"
    found = sa.text(f"SELECT user_id, choices FROM preferences WHERE user_id IN ({planners})")
    for user, choices in connection.execute(found).all():
        with suppress(*DAMAGED):
            chosen = json.loads(choices)
            language = str(chosen.get("language") or chosen.get("heard") or "en")
            keep = sa.text("UPDATE nights SET language = :language WHERE planner_id = :user")
            connection.execute(keep, {"language": language, "user": user})


def downgrade() -> None:
    op.drop_column("nights", "language")
