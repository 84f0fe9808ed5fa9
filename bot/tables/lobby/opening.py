"""The opening of tables, and of the next table after a finished one."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from bot.ports.requests import Requester
from bot.store.books import crews
from bot.store.database.engine import Connection
from bot.store.database.errors import Conflict
from bot.store.tables import rows as stored_tables
from bot.store.tables.rows import Counted, NewTable, Pace, Status, StoredSeat, StoredTable
from bot.store.tables.settings import StoredSettings
from bot.tables.aggregate.changes import Change
from bot.tables.aggregate.limits import Limits
from bot.tables.aggregate.table import Table
from bot.tables.history import events
from bot.tables.lobby import house_rules
from bot.tally import crew_settings
from games.core.game import AnyGame
from games.core.options import restore
from games.core.refused import Refused
from games.core.seats import Seat


def create(
    connection: Connection, game: AnyGame, guild: int, channel: int, thread: int | None, who: Requester, pace: Pace,
    preset: str, at: int, limits: Limits | None = None,
) -> StoredTable:  # fmt: skip
    """Write the row of a new table, which `open_table` then opens.

    Raises Refused if the place is taken, a quota is used up, or the game has no such preset.
    """
    must_have_room(connection, game, guild, who, pace, preset, limits or Limits())
    crew = crews.at_place(connection, guild, (channel,), at, crew_settings.of_new_crew)
    own = house_rules.crew_defaults(connection, crew.id, game, pace, game.OPTIONS)
    options = house_rules.options_of(game, pace, own, preset)
    house = house_rules.default_settings(crew, game)
    house |= house_rules.crew_defaults(connection, crew.id, game, pace, house_rules.settings_of(game))
    try:
        return stored_tables.create(
            connection,
            NewTable(
                crew=crew.id,
                guild=guild,
                channel=channel,
                game=game.NAME,
                rules_version=game.RULES_VERSION,
                options=options,
                at=at,
                thread=thread,
                host=who.user,
                pace=pace,
                settings=StoredSettings(house),
            ),
        )
    except Conflict:
        raise Refused("TABLE", "channel_taken") from None


def must_have_place(connection: Connection, guild: int, who: Requester, limits: Limits) -> None:
    """Raise Refused if another table would exceed a quota. `guild` is 0 for a practice table."""
    found = stored_tables.count_open(connection, guild, who.user)
    _refuse_too_many(found if guild else found._replace(server=0), limits)


def must_have_room(
    connection: Connection, game: AnyGame, guild: int, who: Requester, pace: Pace, preset: str, limits: Limits
) -> None:
    """Raise Refused if another table would exceed a quota, or the game has no such preset."""
    house_rules.options_of(game, pace, {}, preset)
    must_have_place(connection, guild, who, limits)


def _refuse_too_many(found: Counted, limits: Limits) -> None:
    for name, found_open, most in (
        ("person_lobbies", found.lobbies, limits.person_lobbies),
        ("person_tables", found.person, limits.person_tables),
        ("server_tables", found.server, limits.server_tables),
        ("tables", found.everybody, limits.tables),
    ):
        if found_open >= most:
            raise Refused("QUOTA", name, most=most)


def open_table(who: Requester, at: int, start_at: int | None = None) -> Change:
    """Open a lobby, seat its host, and commit to the first shuffle."""
    host = StoredSeat(0, who.name, at, user_id=who.user)
    begun = (events.Opened(), events.Seated(Seat(0), False))
    timed = () if start_at is None else (events.StartSet(start_at),)
    return Change((*begun, *timed), seats=(host,), next_shuffle=1)


def create_again(
    connection: Connection, table: Table, who: Requester, at: int, limits: Limits | None = None
) -> StoredTable:
    """Write the row of the next table after a finished one, with the same place, game, pace and house rules.

    Raises Refused if `table` is not finished, was not played or is for practice, the place is taken, or a quota is used
    up.
    """
    if table.practice:
        raise Refused("TABLE", "practice_again")
    if table.status != Status.CLOSED or table.playing is None:
        raise Refused("TABLE", "not_played")
    row, game = table.row, table.game
    must_have_place(connection, row.guild, who, limits or Limits())
    crew = crews.at_place(connection, row.guild, (row.channel,), at, crew_settings.of_new_crew)
    house = house_rules.default_settings(crew, game)
    house |= {name: value for name, value in row.settings.house.items() if name in house}
    try:
        return stored_tables.create(
            connection,
            NewTable(
                crew=crew.id,
                guild=row.guild,
                channel=row.channel,
                game=game.NAME,
                rules_version=game.RULES_VERSION,
                options=house_rules.as_json(restore(game.OPTIONS, row.options)),
                at=at,
                thread=row.thread,
                host=who.user,
                pace=row.pace,
                settings=StoredSettings(house, queue=row.settings.queue),
            ),
        )
    except Conflict:
        raise Refused("TABLE", "channel_taken") from None


def seats_again(table: Table, here: Collection[int], at: int) -> tuple[StoredSeat, ...]:
    """The seats of the next table: the robots of `table`, and its people who are in `here`. Raises Refused if there
    are no people."""
    kept = [seat for seat in table.seats if seat.user_id is None or seat.user_id in here]
    if all(taken.user_id is None for taken in kept):
        raise Refused("TABLE", "nobody_again")
    return tuple(replace(taken, seat=place, joined_at=at, stand_in=None) for place, taken in enumerate(kept))


def open_again(table: Table, seats: tuple[StoredSeat, ...]) -> Change | None:
    """Open the lobby of the next table with these seats taken; None if it is open already."""
    if table.sequence:
        return None
    seated = tuple(events.Seated(Seat(seat.seat), seat.user_id is None) for seat in seats)
    return Change((events.Opened(), *seated), seats=seats, next_shuffle=1)
