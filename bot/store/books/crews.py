"""Crews: their members and guests, and the seasons of their books."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from sqlalchemy import ColumnElement, Table, delete, func, insert, select, update

from bot.ports.text import label_people, label_person
from bot.store.books import member_notes, revisions
from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.database.errors import Conflict
from bot.store.database.json_text import is_sound, must_be_sound
from bot.store.database.queries import add_row, find_one, has_row, list_all
from bot.store.database.schema import Json, accounts, crews, members, payments, seasons, transfers


@dataclass(frozen=True, slots=True)
class Crew:
    """A server, or a named group in one. The server's own crew has an empty name."""

    id: int
    guild: int
    name: str
    settings: dict[str, Json]
    created_at: int


class Member(NamedTuple):
    """A member of a crew: a user, a guest, a name from a paper, or a former member whose personal data was erased."""

    id: int
    crew: int
    user_id: int | None
    """The Discord user; None for a guest, a name from a paper, or a former member."""
    name: str
    aliases: list[str]
    created_at: int


class Season(NamedTuple):
    """A season of a crew's tally. It ends when the tally is ruled off, and the next one begins."""

    id: int
    crew: int
    number: int
    name: str
    opened_at: int
    closed_at: int | None
    """None for the open season."""


_CREW_COLUMNS = (crews.c.id, crews.c.guild_id, crews.c.name, crews.c.settings, crews.c.created_at)


def ensure(
    connection: Connection, guild: int, at: int, name: str = "", begins: Callable[[], dict[str, Json]] = dict
) -> Crew:
    """Find a server's own crew, or its group `name`.

    A missing crew is made, with a first season and the settings that `begins` returns.
    """
    found = find_one(connection, Crew, select(*_CREW_COLUMNS).where(crews.c.guild_id == guild, crews.c.name == name))
    if found is not None:
        return found
    settings = begins()
    made = add_row(connection, crews, {"guild_id": guild, "name": name, "settings": settings, "created_at": at})
    _add_season(connection, made, (1, "", at, None))
    return Crew(made, guild, name, settings, at)


def ensure_at_place(
    connection: Connection, guild: int, places: Sequence[int], at: int, begins: Callable[[], dict[str, Json]] = dict
) -> Crew:
    """Find the crew that plays in a place: the group that has reserved it, or else the server's own crew.

    `places` are a thread and its channel; the thread comes first. If the server has no crew yet, it gets one with the
    settings from `begins`.
    """
    found = find_at_place(connection, guild, places)
    return ensure(connection, guild, at, begins=begins) if found is None else found


def find_at_place(connection: Connection, guild: int, places: Sequence[int]) -> Crew | None:
    """Like `ensure_at_place`, but None if the crew does not exist yet."""
    by_name = {crew.name: crew for crew in list_crews(connection, guild)}
    if "" not in by_name:
        return None
    reserved = by_name[""].settings.get("groups", {})
    name = next((str(reserved[str(place)]) for place in places if str(place) in reserved), "")
    return by_name.get(name, by_name[""])


def find_crew(connection: Connection, crew_id: int) -> Crew | None:
    """The crew with this id, or None."""
    return find_one(connection, Crew, select(*_CREW_COLUMNS).where(crews.c.id == crew_id))


Owned = Literal["member", "season", "entry", "payment"]
"""The kinds of things in a crew's books that a button may name by their ids."""
_OWNED: Final[dict[Owned, Table]] = {"member": members, "season": seasons, "entry": transfers, "payment": payments}


def find_crew_of(connection: Connection, what: Owned, number: int) -> Crew | None:
    """The crew in whose books this is, or None."""
    table = _OWNED[what]
    query = select(*_CREW_COLUMNS).join(table, table.c.crew_id == crews.c.id).where(table.c.id == number)
    return find_one(connection, Crew, query)


def is_reachable(connection: Connection, crew: Crew) -> bool:
    """True if the crew's books can be opened from some channel. The books of the server's own crew always can be.

    A group that has given back its last channel is dissolved. Its books are kept, but nobody can open them.
    """
    own = ensure(connection, crew.guild, crew.created_at)
    return crew.id == own.id or crew.name in own.settings.get("groups", {}).values()


def list_crews(connection: Connection, guild: int) -> list[Crew]:
    """The crews of a server, the server's own first."""
    return list_all(connection, Crew, select(*_CREW_COLUMNS).where(crews.c.guild_id == guild).order_by(crews.c.id))


def list_others(connection: Connection, crew_id: int) -> list[Crew]:
    """All crews but one, on every server."""
    return list_all(connection, Crew, select(*_CREW_COLUMNS).where(crews.c.id != crew_id))


def list_crews_of_user(connection: Connection, user_id: int) -> list[Crew]:
    """The crews that have a user as a member, oldest first."""
    of_user = select(*_CREW_COLUMNS).join(members, members.c.crew_id == crews.c.id).where(members.c.user_id == user_id)
    return list_all(connection, Crew, of_user.order_by(crews.c.id))


def change_settings(connection: Connection, crew_id: int, settings: Mapping[str, Json]) -> None:
    """Replace a crew's settings, such as its channels, unit and nicknames of bones. Raises RowDamaged."""
    must_be_sound(connection, crews.c.settings, crews.c.id == crew_id)
    connection.execute(update(crews).where(crews.c.id == crew_id).values(settings=dict(settings)))


def ensure_member(connection: Connection, crew_id: int, user_id: int, name: str, at: int) -> Member:
    """Find the member of a crew who is this user, or add them. If their name is taken, it gets a number.

    Only an equal name counts as taken. When the user sat down, the bot made sure that their name resembles no other.
    """
    found = find_member(connection, crew_id, user_id)
    if found is not None:
        return found
    taken: list[str] = []
    of_crew = select(members.c.id).where(members.c.crew_id == crew_id)
    while has_row(connection, of_crew.where(members.c.name == label_person(name, taken))):
        taken.append(label_person(name, taken))
    return add_member(connection, crew_id, name, at, user_id, taken)


def find_member(connection: Connection, crew_id: int, user_id: int) -> Member | None:
    """The member of a crew who is this user, or None."""
    return _find_member(connection, members.c.crew_id == crew_id, members.c.user_id == user_id)


def find_member_by_id(connection: Connection, crew_id: int, member_id: int) -> Member | None:
    """The member of a crew with this id, or None."""
    return _find_member(connection, members.c.crew_id == crew_id, members.c.id == member_id)


def _find_member(connection: Connection, *wanted: ColumnElement[bool]) -> Member | None:
    return find_one(connection, Member, select(members).where(*wanted))


def add_member(
    connection: Connection, crew_id: int, name: str, at: int, user_id: int | None = None,
    taken: Collection[str] | None = None,
) -> Member:  # fmt: skip
    """Add a guest or a user as a member, like `add_members`."""
    (made,) = add_members(connection, crew_id, [(name, (), user_id, at)], at, taken)
    return made


def add_members(
    connection: Connection, crew_id: int, new: Sequence[tuple[str, Sequence[str], int | None, int]], at: int,
    taken: Collection[str] | None = None,
) -> list[Member]:  # fmt: skip
    """Add members, each given by a name, aliases, a user or None, and the time of joining.

    An empty name makes a former member. A name that looks like one of `taken` gets a number. None as `taken` means the
    names of all members.
    """
    if not new:
        return []
    revisions.advance(connection, crew_id)
    names = [known.name for known in list_members(connection, crew_id)] if taken is None else taken
    wanted = [name or f"… {index}" for index, (name, *_) in enumerate(new)]
    free_names = label_people([*names, *wanted])[len(names) :]
    first_id = _choose_id(connection, at).get("id")
    rows: list[dict[str, Json]] = []
    for index, (free, (_, aliases, user_id, since)) in enumerate(zip(free_names, new, strict=True)):
        row = {"crew_id": crew_id, "user_id": user_id, "name": free, "aliases": list(aliases), "created_at": since}
        rows.append(row if first_id is None else {**row, "id": first_id + index})
    ids = connection.scalars(insert(members).returning(members.c.id, sort_by_parameter_order=True), rows)
    made = []
    for number, free, (name, aliases, user_id, since) in zip(ids, free_names, new, strict=True):
        final_name = free if name else make_former_name(number)
        if not name:
            connection.execute(update(members).where(members.c.id == number).values(name=final_name))
        made.append(Member(number, crew_id, user_id, final_name, list(aliases), since))
    return made


ROBOTS: Final = "robot:house"
"""The key of the account of a crew's robots."""


def open_account(connection: Connection, crew_id: int, owner: int | None) -> int:
    """Find the account of a member, or of the robots (None), and open it if it is missing."""
    (account,) = open_accounts(connection, crew_id, [owner])
    return account


def open_accounts(connection: Connection, crew_id: int, owners: Sequence[int | None]) -> list[int]:
    """Find the accounts of these members, in the same order, and open the missing ones. None stands for the robots."""
    known = _find_accounts(connection, crew_id, owners)
    missing = [
        {"crew_id": crew_id, "key": _make_key(owner), "member_id": owner}
        for owner in dict.fromkeys(owners)
        if _make_key(owner) not in known
    ]
    if missing:
        revisions.advance(connection, crew_id)
        connection.execute(insert(accounts), missing)
        known = _find_accounts(connection, crew_id, owners)
    return [known[_make_key(owner)] for owner in owners]


def _find_accounts(connection: Connection, crew_id: int, owners: Sequence[int | None]) -> dict[str, int]:
    """By key, those accounts of these owners that are open."""
    keys = accounts.c.key.in_(list(map(_make_key, owners)))
    rows = connection.execute(select(accounts.c.key, accounts.c.id).where(accounts.c.crew_id == crew_id, keys))
    return {row.key: row.id for row in rows}


def _make_key(owner: int | None) -> str:
    return ROBOTS if owner is None else f"m:{owner}"


NEWEST: Final = "members:newest"
"""The key of the highest id that a deleted member had."""


def _choose_id(connection: Connection, at: int) -> dict[str, int]:
    """Choose the id of a new member on SQLite: {"id": <number>}. Empty for PostgreSQL, which never gives an id twice.

    SQLite may give the id of a deleted member again. The key of an account names its member's id, and accounts outlive
    the members who opened them, so each id must be new.
    """
    if connection.dialect.name != "sqlite":
        return {}
    highest_deleted = key_values.get(connection, NEWEST)
    if highest_deleted is None:
        keys = connection.scalars(select(accounts.c.key).where(accounts.c.key.startswith("m:")))
        highest_deleted = max((int(key[2:]) for key in keys), default=0)
        key_values.put(connection, NEWEST, highest_deleted, at)
    highest = connection.execute(select(func.coalesce(func.max(members.c.id), 0))).scalar_one()
    return {"id": max(int(highest), int(highest_deleted)) + 1}


def _note_deleted(connection: Connection, member_id: int) -> None:
    """Note the id of a member who is about to be deleted, if it is the highest so far."""
    newest = key_values.get(connection, NEWEST)
    if newest is not None and member_id > newest:
        key_values.put(connection, NEWEST, member_id, 0)


def change_member(connection: Connection, member: Member) -> None:
    """Store the changed name, aliases and user of a member. Damaged aliases stay as they are.

    Raises `Conflict` if another member has the name or the user.
    """
    revisions.advance(connection, member.crew)
    same = members.c.name == member.name
    if member.user_id is not None:
        same |= members.c.user_id == member.user_id
    others = select(members.c.id).where(members.c.crew_id == member.crew, members.c.id != member.id, same)
    if has_row(connection, others):
        raise Conflict(f"the name {member.name} or its user is in the crew's books already")
    own = members.c.id == member.id
    new_aliases = {"aliases": member.aliases} if is_sound(connection, members.c.aliases, own) else {}
    connection.execute(update(members).where(own).values(name=member.name, user_id=member.user_id, **new_aliases))


def make_former_name(member_id: int) -> str:
    """The name of a former member, whose personal data was erased."""
    return f"Former member {member_id}"


def is_former(member: Member) -> bool:
    """True for a former member, whose personal data was erased."""
    return member.user_id is None and member.name == make_former_name(member.id)


def drop_member(connection: Connection, crew_id: int, member_id: int) -> None:
    """Delete a member of a crew who has no account in the books any more."""
    _note_deleted(connection, member_id)
    member_notes.drop_all(connection, crew_id, member_id)
    connection.execute(delete(members).where(members.c.id == member_id))


def find_robots(connection: Connection, ids: Iterable[int]) -> frozenset[int]:
    """Find which of these accounts belong to robots. Such an account has no member."""
    robots = select(accounts.c.id).where(accounts.c.id.in_(set(ids)), accounts.c.member_id.is_(None))
    return frozenset(connection.scalars(robots))


def list_members(connection: Connection, crew_id: int) -> list[Member]:
    """All members of a crew, in the order in which they were added. Each has the name that the crew sees.

    Older releases stored names that look alike, or that no picture can draw. Such a name gets a number here.
    """
    rows = connection.execute(select(members).where(members.c.crew_id == crew_id).order_by(members.c.id)).all()
    labels = label_people([row.name for row in rows])
    return [Member(*row)._replace(name=name) for row, name in zip(rows, labels, strict=True)]


def find_open_season(connection: Connection, crew_id: int) -> Season:
    """The open season of a crew."""
    own = select(seasons).where(seasons.c.crew_id == crew_id, seasons.c.closed_at.is_(None))
    return Season(*connection.execute(own.order_by(seasons.c.number.desc()).limit(1)).one())


def list_seasons(connection: Connection, crew_id: int) -> list[Season]:
    """All seasons of a crew, the oldest first."""
    own = select(seasons).where(seasons.c.crew_id == crew_id)
    return list_all(connection, Season, own.order_by(seasons.c.number))


def rule_off(connection: Connection, crew_id: int, at: int, name: str = "") -> Season:
    """Close the open season, and open the next one, whose name is `name`."""
    revisions.advance(connection, crew_id)
    open_season = find_open_season(connection, crew_id)
    connection.execute(update(seasons).where(seasons.c.id == open_season.id).values(closed_at=at))
    return _add_season(connection, crew_id, (open_season.number + 1, name, at, None))


def change_season(connection: Connection, season_id: int, **values: Json) -> None:
    """Change columns of a season. The caller advances the revision of the books."""
    connection.execute(update(seasons).where(seasons.c.id == season_id).values(values))


def add_former_seasons(connection: Connection, crew_id: int, new: Sequence[tuple[int, str, int, int]]) -> list[int]:
    """Add closed seasons, each (number, name, opened, closed), and return their ids."""
    revisions.advance(connection, crew_id)
    return [_add_season(connection, crew_id, season).id for season in new]


def _add_season(connection: Connection, crew_id: int, new: tuple[int, str, int, int | None]) -> Season:
    values = dict(zip(("number", "name", "opened_at", "closed_at"), new, strict=True), crew_id=crew_id)
    return Season(*connection.execute(insert(seasons).values(values).returning(seasons)).one())
