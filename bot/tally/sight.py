"""The tables that a person may look back at: those in channels that they can see, and those at which they sit."""

from collections.abc import Collection

from bot.ports.requests import Location, Requester
from bot.store.store import Store
from bot.store.tables import looking_back


async def find_channels(
    store: Store, crew: int, requester: Requester, location: Location, numbers: Collection[int] | None = None
) -> frozenset[int]:
    """Find the channels of a crew's tables, or of those with these `numbers`, that the requester can see."""
    known = await store.read(looking_back.list_channels, crew, numbers)
    return select_seen(known, requester, location)


def select_seen(channels: Collection[int], requester: Requester, location: Location) -> frozenset[int]:
    """Those of these channels that the requester can see."""
    here = (location.channel, location.parent)
    return frozenset(channel for channel in channels if channel in here or requester.sees(channel))


async def find_viewable(
    store: Store, crew: int, requester: Requester, location: Location, numbers: Collection[int]
) -> frozenset[int]:
    """Find those of these tables that belong to a crew, and that the requester may look back at."""
    channels = await find_channels(store, crew, requester, location, numbers)
    return await store.read(looking_back.list_viewable, crew, channels, requester.user, numbers)
