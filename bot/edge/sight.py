"""The channels that a person may see, worked out from what the gateway tells."""

from collections.abc import Callable

import discord


def find_sight(member: discord.Member) -> Callable[[int], bool]:
    """Return a function that says if a member may see a channel or thread of their server, by its id.

    False for what the gateway has not told: deleted channels, and threads that are archived. A private thread counts as
    seen only by its owner and by those who may manage threads, since the gateway does not tell its members.
    """

    def sees(channel: int) -> bool:
        place = member.guild.get_channel_or_thread(channel)
        if place is None or (isinstance(place, discord.Thread) and place.parent is None):
            return False
        granted = place.permissions_for(member)
        if isinstance(place, discord.Thread) and place.is_private():
            return granted.view_channel and (granted.manage_threads or place.owner_id == member.id)
        return granted.view_channel

    return sees
