"""The houses of crews: their default house rules for each game."""

from collections.abc import Mapping

from sqlalchemy import select

from bot.store.database.engine import Connection
from bot.store.database.json_text import must_be_sound
from bot.store.database.queries import put_row
from bot.store.database.schema import Json, house_options


def find(connection: Connection, crew_id: int, game: str) -> dict[str, Json]:
    """By pace, a crew's default house rules for a game; empty if it has set none."""
    found = connection.scalar(
        select(house_options.c.options).where(house_options.c.crew_id == crew_id, house_options.c.game == game)
    )
    return dict(found or {})


def put(connection: Connection, crew_id: int, game: str, options: Mapping[str, Json], by: int | None, at: int) -> None:
    """Replace a crew's default house rules for a game. `options` has them by pace. Raises RowDamaged."""
    own = (house_options.c.crew_id == crew_id) & (house_options.c.game == game)
    must_be_sound(connection, house_options.c.options, own)
    key = {"crew_id": crew_id, "game": game}
    put_row(connection, house_options, key, {"options": dict(options), "by_id": by, "updated_at": at})
