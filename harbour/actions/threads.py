"""Opening, joining, leaving, changing and deleting threads."""

from harbour.base.errors import missing_permissions, wrong_channel_type
from harbour.base.json_types import Json
from harbour.limits.fields import BodyField
from harbour.state.model import (
    ANNOUNCEMENT,
    ANNOUNCEMENT_THREAD,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    Channel,
    Thread,
    User,
)
from harbour.state.permissions import NOTHING, Permission
from harbour.state.server_state import ServerState

ARCHIVE_AFTER = (60, 1440, 4320, 10080)
"""The minutes without a message after which a thread may be archived."""


def open_thread(state: ServerState, parent: Channel, owner: User, body: BodyField) -> Channel:
    """Open a thread in a text channel.

    Raises `ApiError`: 50035 (invalid form), 50024 (no threads, or none of this kind, in that channel), 50001 or 50013
    (no permission).
    """
    name = body["name"].require().read_text(100, least=1)
    minutes = body["auto_archive_duration"].read_choice(ARCHIVE_AFTER)
    invitable = body["invitable"].read_boolean()
    kind = body["type"].read_choice((ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD)) or PRIVATE_THREAD
    body.raise_if_invalid()
    if (kind == ANNOUNCEMENT_THREAD) != (parent.kind == ANNOUNCEMENT):
        raise wrong_channel_type()
    private = kind == PRIVATE_THREAD
    state.require_permission(
        owner, parent, Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
    )
    if parent.thread is not None or parent.is_dm:
        raise wrong_channel_type()
    now = state.clock.now()
    details = Thread(owner.id, now, {owner.id: now}, invitable=invitable is not False)
    details.auto_archive_minutes = minutes or 1440
    channel = Channel(state.snowflakes.make(), kind, str(name), parent.guild_id, parent.id, thread=details)
    state.channels[channel.id] = channel
    state.storage.note(channel)
    data = {**channel.to_json(owner.id), "newly_created": True}
    state.publish("THREAD_CREATE", data, channel=channel)
    return channel


def add_member(state: ServerState, channel: Channel, user: User) -> None:
    """Add a user, who may then read the whole thread. Adding a member again has no effect."""
    assert channel.thread is not None
    if user.id in channel.thread.members:
        return
    channel.thread.members[user.id] = state.clock.now()
    state.storage.note(channel)
    data: Json = {
        "id": channel.id,
        "guild_id": channel.guild_id,
        "member_count": len(channel.thread.members),
        "added_members": [channel.thread_member_to_json(user.id)],
        "removed_member_ids": [],
    }
    receivers = [state.users[user_id] for user_id in channel.thread.members]
    if state.bot not in receivers and state.may_read(state.bot.id, channel):
        receivers.append(state.bot)
    files = [] if user.bot else [a for m in channel.history() for a in m.attachments]
    state.publish("THREAD_MEMBERS_UPDATE", data, channel=channel, only=receivers, files=files)
    if not user.bot:
        shown = {**channel.to_json(user.id), "messages": [message.to_json() for message in channel.history()]}
        state.publish("THREAD_JOINED", shown, channel=channel, only=[user], files=files)


def set_archived(state: ServerState, channel: Channel, archived: bool) -> None:
    """Archive a thread, or open it again, and notify the readers."""
    assert channel.thread is not None
    if archived != channel.thread.archived:
        channel.thread.archived, channel.thread.archived_ms = archived, state.clock.now()
    state.storage.note(channel)
    state.publish("THREAD_UPDATE", channel.to_json(state.bot.id), channel=channel)


def check_may_change(state: ServerState, user: User, channel: Channel, *, unarchive_only: bool) -> None:
    """Check that the user may change a thread. Raises 403 code 50001 or 50013 if they may not.

    Those who may manage threads may change any thread. The owner may change theirs while it is unlocked. With
    `unarchive_only`, so may anyone who may post in the thread.
    """
    assert channel.thread is not None
    state.require_permission(user, channel, NOTHING)
    granted = state.find_permissions(user.id, channel)
    if granted & Permission.MANAGE_THREADS:
        return
    if channel.thread.locked:
        raise missing_permissions()
    if channel.thread.owner_id == user.id:
        return
    if not (unarchive_only and granted & Permission.SEND_MESSAGES_IN_THREADS):
        raise missing_permissions()


def delete_thread(state: ServerState, user: User, channel: Channel) -> None:
    """Delete a thread. Raises 403 code 50001 or 50013 without the permission to manage threads."""
    state.require_permission(user, channel, Permission.MANAGE_THREADS)
    data = {"id": channel.id, "guild_id": channel.guild_id, "parent_id": channel.parent_id, "type": channel.kind}
    state.publish("THREAD_DELETE", data, channel=channel)
    del state.channels[channel.id]
    state.storage.note(channel)
