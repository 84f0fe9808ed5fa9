"""The channels in which tables may be opened. The admins of the server choose them."""

import re
from collections.abc import Iterable
from typing import Final

from bot.store import Connection
from bot.store.books import crews, revisions
from bot.tally.books import crew_settings
from games.core import Refused

SETTING: Final = "table_channels"
"""The key of the chosen channels in the settings of the server's own crew."""
MOST: Final = 25
EVERYWHERE: Final = ("all", "every", "everywhere", "any")
_CHANNEL: Final = re.compile(r"<#(\d{1,20})>")


def read(text: str) -> tuple[int, ...]:
    """Read typed channels; () for all channels. Raises Refused("TABLE", "channels")."""
    if text.strip().casefold() in EVERYWHERE:
        return ()
    found = tuple(dict.fromkeys(int(number) for number in _CHANNEL.findall(text)))
    if not 0 < len(found) <= MOST or _CHANNEL.sub("", text).strip(" ,;"):
        raise Refused("TABLE", "channels", most=MOST)
    return found


def list_allowed(connection: Connection, guild: int) -> tuple[int, ...]:
    """The channels in which tables may be opened; () for all channels."""
    own = next((crew for crew in crews.list_crews(connection, guild) if not crew.name), None)
    return () if own is None else tuple(own.settings.get(SETTING, ()))


def must_be_allowed(connection: Connection, guild: int, places: Iterable[int | None]) -> None:
    """Raise Refused("TABLE", "other_channels") unless tables may be opened in one of `places`."""
    chosen = list_allowed(connection, guild)
    if chosen and not set(places) & set(chosen):
        raise Refused("TABLE", "other_channels", channels=tuple(f"<#{channel}>" for channel in chosen))


def choose(connection: Connection, guild: int, channels: tuple[int, ...], at: int) -> crews.Crew:
    """Store the channels in which tables may be opened; () for all. Returns the server's own crew."""
    found = crews.ensure(connection, guild, at, begins=crew_settings.make_settings_of_crew)
    revisions.lock(connection, found.id)
    own = crews.find_crew(connection, found.id) or found
    others = {name: value for name, value in own.settings.items() if name != SETTING}
    crews.change_settings(connection, own.id, {**others, **({SETTING: list(channels)} if channels else {})})
    return own
