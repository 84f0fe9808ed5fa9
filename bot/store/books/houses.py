"""The houses of crews: their default house rules for each game."""

from collections.abc import Mapping

from sqlalchemy import select

from bot.store.database.engine import Connection, find_insert
from bot.store.database.json_text import must_be_sound
from bot.store.database.schema import Json, house_options


def find(connection: Connection, crew_id: int, game: str) -> dict[str, Json]:
    """By pace, a crew's default house rules for a game; empty if it has set none."""
    found = connection.execute(
        select(house_options.c.options).where(house_options.c.crew_id == crew_id, house_options.c.game == game)
    ).scalar_one_or_none()
    return dict(found or {})


def put(connection: Connection, crew_id: int, game: str, options: Mapping[str, Json], by: int | None, at: int) -> None:
    """Replace a crew's default house rules for a game. `options` has them by pace. Raises RowDamaged."""
    own = (house_options.c.crew_id == crew_id) & (house_options.c.game == game)
    must_be_sound(connection, house_options.c.options, own)
    values = {"options": dict(options), "by_id": by, "updated_at": at}
    new = find_insert(connection)(house_options).values(crew_id=crew_id, game=game, **values)
    connection.execute(new.on_conflict_do_update(index_elements=["crew_id", "game"], set_=values))
