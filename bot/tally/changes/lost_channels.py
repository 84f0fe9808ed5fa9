"""Notes that say that the channel of a crew's tally takes no messages."""

from bot.store import Connection, Json, key_values
from bot.store.books import Crew, crews
from bot.tally.books import crew_settings


def make_key(crew: int) -> str:
    """The key of the note that the channel of a crew's tally takes nothing."""
    return f"tally:lost:{crew}"


def list_tally_channels(connection: Connection, guild: int) -> dict[int, str]:
    """By id, the channels in which a server's crews announce their changes. The value says why a channel takes nothing;
    it is "" for one that works."""
    found = {}
    for crew in crews.list_crews(connection, guild):
        if channel := crew_settings.read_settings(crew.settings).channel:
            found[channel] = find_loss(connection, crew, channel)
    return found


def find_loss(connection: Connection, crew: Crew, channel: int) -> str:
    """The reason why the channel of a crew's tally takes nothing; "" if it works, as far as is known."""
    note = find_note(connection, crew, channel)
    return "" if note is None else str(note["why"])


def find_note(connection: Connection, crew: Crew, channel: int) -> Json:
    """The note that this channel of a crew's tally takes nothing, or None."""
    note = key_values.get(connection, make_key(crew.id))
    return note if note is not None and note["channel"] == channel else None
