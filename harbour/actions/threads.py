"""Opening, joining, leaving, changing and deleting threads."""

from typing import NamedTuple

from harbour.base.errors import ApiError, missing_permissions, wrong_channel_type
from harbour.base.json_types import Json
from harbour.limits.fields import BodyField
from harbour.state.model import (
    ANNOUNCEMENT,
    ANNOUNCEMENT_THREAD,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    Channel,
    Message,
    Thread,
    User,
)
from harbour.state.permissions import NOTHING, Permission
from harbour.state.server_state import ServerState

ARCHIVE_AFTER = (60, 1440, 4320, 10080)
"""The minutes without a message after which a thread may be archived."""


def open_thread(
    state: ServerState, parent: Channel, owner: User, body: BodyField, start: Message | None = None
) -> Channel:
    """Open a thread in a text channel, from a message or on its own.

    Raises `ApiError`: 50035 (invalid form), 50024 (no threads, or none of this kind, in that channel), 50001 or 50013
    (no permission), 160004 (the message already has a thread).
    """
    name = body["name"].require().read_text(100, least=1)
    minutes = body["auto_archive_duration"].read_choice(ARCHIVE_AFTER)
    invitable = body["invitable"].read_boolean()
    kind = ANNOUNCEMENT_THREAD if parent.kind == ANNOUNCEMENT else PUBLIC_THREAD
    if start is None:
        kinds = (ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD)
        kind = body["type"].read_choice(kinds) or PRIVATE_THREAD
    body.raise_if_invalid()
    if (kind == ANNOUNCEMENT_THREAD) != (parent.kind == ANNOUNCEMENT):
        raise wrong_channel_type()
    private = kind == PRIVATE_THREAD
    state.require_permission(
        owner, parent, Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
    )
    if parent.thread is not None or parent.is_dm:
        raise wrong_channel_type()
    thread_id = state.snowflakes.make() if start is None else start.id
    if thread_id in state.channels:
        raise ApiError(400, 160004, "A thread has already been created for this message")
    now = state.clock.now()
    details = Thread(owner.id, now, {owner.id: now}, invitable=invitable is not False)
    details.auto_archive_minutes = minutes or 1440
    channel = Channel(thread_id, kind, str(name), parent.guild_id, parent.id, thread=details)
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
    _publish_members(state, channel, added=[user])


def remove_member(state: ServerState, channel: Channel, user: User) -> None:
    """Remove a user. Removing a non-member has no effect."""
    assert channel.thread is not None
    if channel.thread.members.pop(user.id, None) is not None:
        _publish_members(state, channel, removed=[user])


def _publish_members(
    state: ServerState, channel: Channel, added: list[User] | None = None, removed: list[User] | None = None
) -> None:
    assert channel.thread is not None and channel.guild_id is not None
    state.storage.note(channel)
    data: Json = {
        "id": channel.id,
        "guild_id": channel.guild_id,
        "member_count": len(channel.thread.members),
        "added_members": [channel.thread_member_to_json(user.id) for user in added or []],
        "removed_member_ids": [user.id for user in removed or []],
    }
    receivers = [state.users[user_id] for user_id in channel.thread.members]
    if state.bot not in receivers and state.may_read(state.bot.id, channel):
        receivers.append(state.bot)
    files = [a for user in added or [] if not user.bot for m in channel.history() for a in m.attachments]
    state.publish("THREAD_MEMBERS_UPDATE", data, channel=channel, only=[*receivers, *(removed or [])], files=files)
    for user in added or []:
        shown = {**channel.to_json(user.id), "messages": [message.to_json() for message in channel.history()]}
        if not user.bot:
            state.publish("THREAD_JOINED", shown, channel=channel, only=[user], files=files)


class ThreadChange(NamedTuple):
    """The new properties of a thread. A property that is None stays as it is."""

    name: str | None = None
    archived: bool | None = None
    locked: bool | None = None
    invitable: bool | None = None
    minutes: int | None = None
    """The minutes without a message after which the thread is archived."""


def change_thread(state: ServerState, channel: Channel, change: ThreadChange) -> None:
    """Change properties of a thread and notify the readers."""
    thread = channel.thread
    assert thread is not None
    channel.name = channel.name if change.name is None else change.name
    if change.archived is not None and change.archived != thread.archived:
        thread.archived, thread.archived_ms = change.archived, state.clock.now()
    thread.locked = thread.locked if change.locked is None else change.locked
    thread.invitable = thread.invitable if change.invitable is None else change.invitable
    thread.auto_archive_minutes = thread.auto_archive_minutes if change.minutes is None else change.minutes
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
