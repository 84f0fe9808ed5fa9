"""The tables that a person may look back at: those in channels that they can see, and those at which they sit."""

from collections.abc import Collection

from bot.ports import Request
from bot.store import Connection
from bot.store.tables import looking_back


def find_channels(
    connection: Connection, crew: int, request: Request, numbers: Collection[int] | None = None
) -> frozenset[int]:
    """Find the channels of a crew's tables that the requester can see. `numbers`, if given, limits the tables."""
    return select_seen(looking_back.list_channels(connection, crew, numbers), request)


def select_seen(channels: Collection[int], request: Request) -> frozenset[int]:
    """Select the channels that the requester can see."""
    here = request.location.places
    return frozenset(channel for channel in channels if channel in here or request.requester.may_see(channel))


def find_viewable(connection: Connection, crew: int, request: Request, numbers: Collection[int]) -> frozenset[int]:
    """Find the tables, among those with these `numbers`, that belong to a crew and that the requester may look back
    at."""
    channels = find_channels(connection, crew, request, numbers)
    return looking_back.list_viewable(connection, crew, channels, request.user, numbers)
