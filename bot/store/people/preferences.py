"""The preferences of users."""

from collections.abc import Collection
from dataclasses import asdict, dataclass, field, fields

from sqlalchemy import select

from bot.store.database.engine import Connection
from bot.store.database.json_text import must_be_sound
from bot.store.database.queries import put_row
from bot.store.database.schema import Json, preferences as preference_rows
from bot.store.tables import upkeep


@dataclass(frozen=True, slots=True)
class Preferences:
    """A user's own choices, the same in every crew."""

    theme: str = "dark"
    big: bool = False
    text_only: bool = False
    sort: str = ""
    """The sorts that they chose for their pieces, the latest first ("low rank"); "" for each game's default."""
    hot: bool = False
    dead: bool = False
    """True if a piece is turned on its side once one of its kind is gone, and upside down once two are."""
    tips: bool = False
    """True if they want a tip of the game between two hands, once an evening."""
    building: str = "usual"
    """When they want to read what they are building: "usual", in their first hands of a game, or "on" or "off"."""
    timezone: str = "UTC"
    quiet_from: int | None = None
    """The start of their quiet hours, in minutes of the day in their time zone; None if they have none."""
    quiet_to: int | None = None
    taps: str = "buttons"
    """Controls for their own pieces: "buttons" or "menus"."""
    spoiler: bool = False
    """True if their hand is covered until they tap it."""
    notify: str = "usual"
    """Their choice of turn notices: a word, or a number of seconds (see `bot.people.preferences`)."""
    language: str = ""
    """The language that they chose; "" for the language of their Discord app."""
    heard: str = ""
    """The language of their Discord app when they last used the bot; "" for English."""
    more: dict[str, Json] = field(default_factory=dict)


def read_preferences(connection: Connection, user_id: int) -> Preferences:
    """A user's preferences, or the defaults."""
    return preferences_of(connection, {user_id})[user_id]


def preferences_of(connection: Connection, users: Collection[int]) -> dict[int, Preferences]:
    """The preferences of these users, or the defaults, by user."""
    names = {field.name for field in fields(Preferences)}
    found = dict.fromkeys(users, Preferences())
    query = select(preference_rows.c.user_id, preference_rows.c.choices)
    for user, kept in connection.execute(query.where(preference_rows.c.user_id.in_(users))):
        found[user] = Preferences(**{name: value for name, value in kept.items() if name in names})
    return found


def set_preferences(connection: Connection, user_id: int, chosen: Preferences, at: int) -> None:
    """Replace a user's preferences, and note that the messages of their tables may be out of date.

    Raises RowDamaged.
    """
    must_be_sound(connection, preference_rows.c.choices, preference_rows.c.user_id == user_id)
    put_row(connection, preference_rows, {"user_id": user_id}, {"choices": asdict(chosen), "updated_at": at})
    upkeep.unsettle_tables_of(connection, user_id)
