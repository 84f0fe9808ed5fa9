"""Crews, their members (guests too), the seasons of their books and the options of their house."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import delete, func, insert, select, update

from bot.store.engine import Connection
from bot.store.errors import Conflict
from bot.store.schema import accounts, crews, house_options, members, seasons

__all__ = [
    "Crew", "Member", "Season", "at_place", "change_settings", "crew", "crews_of", "ensure", "found_at",
    "found_member", "house",
    "lock", "member", "members_of", "merge", "change_member", "name_member", "of_season", "old_season", "rule_off",
    "season", "seasons_of", "set_aside", "set_house",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Crew:
    """A server, or a named group in one; the group without a name is the server itself."""

    id: int
    guild: int
    name: str
    settings: dict[str, Any]
    created_at: int


class Member(NamedTuple):
    """Somebody in a crew's books; `user_id` None is a guest, a name from the paper years, or a person erased."""

    id: int
    crew: int
    user_id: int | None
    name: str
    aliases: list[str]
    created_at: int


class Season(NamedTuple):
    """One score sheet, from ruling off to ruling off; `closed_at` None is the open one."""

    id: int
    crew: int
    number: int
    name: str
    opened_at: int
    closed_at: int | None


_CREW: tuple[Any, ...] = (crews.c.id, crews.c.guild_id, crews.c.name, crews.c.settings, crews.c.created_at)
_MEMBER: tuple[Any, ...] = (
    members.c.id,
    members.c.crew_id,
    members.c.user_id,
    members.c.name,
    members.c.aliases,
    members.c.created_at,
)
_SEASON: tuple[Any, ...] = (
    seasons.c.id,
    seasons.c.crew_id,
    seasons.c.number,
    seasons.c.name,
    seasons.c.opened_at,
    seasons.c.closed_at,
)


def ensure(connection: Connection, guild: int, at: int, name: str = "") -> Crew:
    """The crew of a server (or its group `name`), made with a first season if it is new."""
    found = connection.execute(select(*_CREW).where(crews.c.guild_id == guild, crews.c.name == name)).one_or_none()
    if found is not None:
        return Crew(*found)
    made: int = connection.execute(
        insert(crews).values(guild_id=guild, name=name, settings={}, created_at=at).returning(crews.c.id)
    ).scalar_one()
    _open_season(connection, made, 1, "", at)
    return Crew(made, guild, name, {}, at)


def at_place(connection: Connection, guild: int, places: Sequence[int], at: int) -> Crew:
    """The crew that plays in the first of `places` (a thread, then its channel) that is set aside for a group; else
    the server's own. Made if it is new."""
    found = found_at(connection, guild, places)
    return ensure(connection, guild, at) if found is None else found


def found_at(connection: Connection, guild: int, places: Sequence[int]) -> Crew | None:
    """The same if it is there already, or None."""
    known = {one.name: one for one in crews_of(connection, guild)}
    if "" not in known:
        return None
    aside = known[""].settings.get("groups", {})
    name = next((str(aside[str(place)]) for place in places if str(place) in aside), "")
    return known.get(name, known[""])


def lock(connection: Connection, crew_id: int) -> None:
    """Keep others from writing to a crew's books until this transaction ends."""
    connection.execute(select(crews.c.id).where(crews.c.id == crew_id).with_for_update())


def crew(connection: Connection, crew_id: int) -> Crew | None:
    """The crew with this id, or None."""
    row = connection.execute(select(*_CREW).where(crews.c.id == crew_id)).one_or_none()
    return None if row is None else Crew(*row)


def of_season(connection: Connection, season_id: int) -> Crew | None:
    """The crew whose book has this season, or None."""
    row = connection.execute(
        select(*_CREW).join(seasons, seasons.c.crew_id == crews.c.id).where(seasons.c.id == season_id)
    ).one_or_none()
    return None if row is None else Crew(*row)


def set_aside(connection: Connection, crew: Crew) -> bool:
    """Whether a channel leads to the books of a crew; to the server's own every channel does. A group whose last
    channel was given back is dissolved: its books are kept, and nobody comes to them."""
    own = ensure(connection, crew.guild, crew.created_at)
    return crew.id == own.id or crew.name in own.settings.get("groups", {}).values()


def crews_of(connection: Connection, guild: int) -> list[Crew]:
    """The crews of a server, the server's own first."""
    rows = connection.execute(select(*_CREW).where(crews.c.guild_id == guild).order_by(crews.c.id))
    return [Crew(*row) for row in rows]


def change_settings(connection: Connection, crew_id: int, settings: Mapping[str, Any]) -> None:
    """Put a crew's settings (channels, unit, nicknames of bones ...) in place of the old ones."""
    connection.execute(update(crews).where(crews.c.id == crew_id).values(settings=dict(settings)))


def member(connection: Connection, crew_id: int, user_id: int, name: str, at: int) -> Member:
    """A person's entry in a crew, made if it is new; a name that is taken gets a number behind it."""
    return found_member(connection, crew_id, user_id) or name_member(connection, crew_id, name, at, user_id)


def found_member(connection: Connection, crew_id: int, user_id: int) -> Member | None:
    """A person's entry in a crew, or None."""
    row = connection.execute(
        select(*_MEMBER).where(members.c.crew_id == crew_id, members.c.user_id == user_id)
    ).one_or_none()
    return None if row is None else Member(*row)


def name_member(connection: Connection, crew_id: int, name: str, at: int, user_id: int | None = None) -> Member:
    """Enter a guest or a person under `name`, with a number behind it if that is taken."""
    taken = set(connection.execute(select(members.c.name).where(members.c.crew_id == crew_id)).scalars())
    free, number = name, 2
    while free in taken:
        free, number = f"{name} ({number})", number + 1
    made: int = connection.execute(
        insert(members)
        .values(crew_id=crew_id, user_id=user_id, name=free, aliases=[], created_at=at)
        .returning(members.c.id)
    ).scalar_one()
    return Member(made, crew_id, user_id, free, [], at)


def change_member(
    connection: Connection, member_id: int, name: str, aliases: Sequence[str], user_id: int | None
) -> None:
    """Rename a member, set the aliases, or say which person a guest was; raises `Conflict` if taken."""
    owner = connection.execute(select(members.c.crew_id).where(members.c.id == member_id)).scalar_one()
    same = members.c.name == name
    if user_id is not None:
        same |= members.c.user_id == user_id
    clash = connection.execute(
        select(members.c.id).where(members.c.crew_id == owner, members.c.id != member_id, same)
    ).first()
    if clash is not None:
        raise Conflict(f"the name {name} or its person is in the crew's books already")
    connection.execute(
        update(members).where(members.c.id == member_id).values(name=name, aliases=list(aliases), user_id=user_id)
    )


def merge(connection: Connection, guest: int, into: int) -> None:
    """Two entries were one person: the accounts of `guest` are those of `into`, and so are the names."""
    rows = {row.id: Member(*row) for row in connection.execute(select(*_MEMBER).where(members.c.id.in_((guest, into))))}
    old, kept = rows[guest], rows[into]
    connection.execute(update(accounts).where(accounts.c.member_id == guest).values(member_id=into))
    connection.execute(delete(members).where(members.c.id == guest))
    names = [*kept.aliases, old.name, *old.aliases]
    connection.execute(update(members).where(members.c.id == into).values(aliases=list(dict.fromkeys(names))))


def members_of(connection: Connection, crew_id: int) -> list[Member]:
    """Everybody in a crew's books, in the order they came."""
    rows = connection.execute(select(*_MEMBER).where(members.c.crew_id == crew_id).order_by(members.c.id))
    return [Member(*row) for row in rows]


def season(connection: Connection, crew_id: int) -> Season:
    """The open season of a crew."""
    row = connection.execute(
        select(*_SEASON)
        .where(seasons.c.crew_id == crew_id, seasons.c.closed_at.is_(None))
        .order_by(seasons.c.number.desc())
        .limit(1)
    ).one()
    return Season(*row)


def seasons_of(connection: Connection, crew_id: int) -> list[Season]:
    """All seasons of a crew, the first first."""
    rows = connection.execute(select(*_SEASON).where(seasons.c.crew_id == crew_id).order_by(seasons.c.number))
    return [Season(*row) for row in rows]


def rule_off(connection: Connection, crew_id: int, at: int, name: str = "") -> Season:
    """Close the open season and open the next, called `name`."""
    lock(connection, crew_id)
    closing = season(connection, crew_id)
    connection.execute(update(seasons).where(seasons.c.id == closing.id).values(closed_at=at))
    return _open_season(connection, crew_id, closing.number + 1, name, at)


def old_season(connection: Connection, crew_id: int, name: str, opened_at: int, closed_at: int) -> Season:
    """A season that was over before the first one here: a sheet of the paper years. Ruled off, and numbered down."""
    lock(connection, crew_id)
    lowest = min(one.number for one in seasons_of(connection, crew_id))
    number = min(0, lowest - 1)
    made: int = connection.execute(
        insert(seasons)
        .values(crew_id=crew_id, number=number, name=name, opened_at=opened_at, closed_at=closed_at)
        .returning(seasons.c.id)
    ).scalar_one()
    return Season(made, crew_id, number, name, opened_at, closed_at)


def _open_season(connection: Connection, crew_id: int, number: int, name: str, at: int) -> Season:
    made: int = connection.execute(
        insert(seasons).values(crew_id=crew_id, number=number, name=name, opened_at=at).returning(seasons.c.id)
    ).scalar_one()
    return Season(made, crew_id, number, name, at, None)


def house(connection: Connection, crew_id: int, game: str) -> dict[str, Any]:
    """The options by pace that a crew plays a game with unless a table says otherwise; empty if it set none."""
    found = connection.execute(
        select(house_options.c.options).where(house_options.c.crew_id == crew_id, house_options.c.game == game)
    ).scalar_one_or_none()
    return dict(found or {})


def set_house(
    connection: Connection, crew_id: int, game: str, options: Mapping[str, Any], by: int | None, at: int
) -> None:
    """Put a crew's options for a game, by pace, in place of the old ones."""
    values = {"options": dict(options), "by_id": by, "updated_at": at}
    where = (house_options.c.crew_id == crew_id) & (house_options.c.game == game)
    found = connection.execute(select(func.count()).select_from(house_options).where(where)).scalar_one()
    if found:
        connection.execute(update(house_options).where(where).values(values))
    else:
        connection.execute(insert(house_options).values(crew_id=crew_id, game=game, **values))
