"""Posting, editing and deleting messages, for the REST API, interaction responses and people alike."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from harbour.actions import threads
from harbour.actions.components import complete_components
from harbour.actions.uploads import Upload, store_upload
from harbour.base.errors import ApiError, archived_thread, empty_message, missing_access, missing_permissions
from harbour.base.json_types import Json
from harbour.limits.fields import BodyField, invalid_form
from harbour.limits.layouts import LAYOUT
from harbour.limits.messages import MessageBefore, check_message
from harbour.state.model import EPHEMERAL, LOADING, PRIVATE_THREAD, Attachment, Channel, Message, User
from harbour.state.parts import texts_of
from harbour.state.permissions import NOTHING, Permission
from harbour.state.server_state import ServerState

Uploads = Mapping[int, Upload]
MENTION = re.compile(r"<@!?([0-9]{15,20})>")
CUSTOM_EMOJI = re.compile(r"<a?:(\w{2,32}):([0-9]{15,20})>")
OLD_MS, LATE_EDITS = 3_600_000, 5
"""The age in milliseconds from which Discord limits the edits of a message, and the number of edits then allowed."""


def check_body(state: ServerState, body: BodyField, uploads: Uploads, message: Message | None = None) -> None:
    """Check a new message, or an edit of `message`, against Discord's limits.

    Raises 400 code 50035 naming the invalid fields.
    """
    before = None
    if message is not None:
        names = tuple(attachment.filename for attachment in message.attachments)
        before = MessageBefore(message.flags, message.content, names)
    check_message(body, {n: upload.filename for n, upload in uploads.items()}, frozenset(state.emojis), before)
    body.raise_if_invalid()


def check_may_post(state: ServerState, author: User, channel: Channel, body: Json, uploads: Uploads) -> None:
    """Check that the author may post this message. Raises 403 (50001, 50007, 50013, 50278) or 400 (50083)."""
    if channel.is_dm:
        _check_may_send_dm(state, author, channel)
        return
    in_thread = channel.thread is not None
    needed = Permission.SEND_MESSAGES_IN_THREADS if in_thread else Permission.SEND_MESSAGES
    if uploads:
        needed |= Permission.ATTACH_FILES
    state.require_permission(author, channel, needed)
    if channel.thread is not None and channel.thread.archived and channel.thread.locked:
        raise archived_thread()


def _check_may_send_dm(state: ServerState, author: User, channel: Channel) -> None:
    if author not in channel.recipients:
        raise missing_access()
    for other in channel.recipients:
        if other is author:
            continue
        if not state.share_a_guild(author.id, other.id):
            raise ApiError(403, 50278, "Cannot send messages to this user due to having no mutual guilds")
        if not other.accepts_dms:
            raise ApiError(403, 50007, "Cannot send messages to this user")


class Answering(NamedTuple):
    """The facts about a message that answers an interaction."""

    interaction: Json | None = None
    only_for: User | None = None
    """The only reader of an ephemeral answer."""
    loading: bool = False
    """True while the message says that the bot is thinking."""


_ANSWERS_NOTHING: Final = Answering()


def post(
    state: ServerState,
    channel: Channel,
    author: User,
    body: Json,
    uploads: Uploads,
    answering: Answering = _ANSWERS_NOTHING,
) -> Message:
    """Post a checked message and notify its readers: everyone in the channel, or the only reader of an answer."""
    interaction, only_for, loading = answering
    message = Message(state.snowflakes.make(), channel.id, author)
    message.flags = (body.get("flags") or 0) & ~EPHEMERAL | (EPHEMERAL if only_for else 0) | (LOADING if loading else 0)
    message.only_for = only_for.id if only_for else None
    message.nonce = body.get("nonce")
    if interaction is not None:
        message.interaction, message.application_id = interaction, state.application_id
    _apply_body(state, channel, message, body, uploads)
    if not loading and message.is_empty:
        raise empty_message()
    if channel.thread is not None and only_for is None:
        _wake_thread(state, channel, author)
    channel.messages[message.id] = message
    state.storage.note(message)
    _publish(state, "MESSAGE_CREATE", channel, message)
    return message


def edit(state: ServerState, channel: Channel, message: Message, body: Json, uploads: Uploads) -> Message:
    """Change the fields named in `body` and keep the rest.

    Raises `ApiError`: 400 code 50006 (empty message), 429 code 30046 (too many edits of a message over an hour old).
    """
    if message.measure_age_ms(state.clock.now()) > OLD_MS:
        if message.late_edits >= LATE_EDITS:
            reason = "Maximum number of edits to messages older than 1 hour reached. Try again later"
            raise ApiError(429, 30046, reason, retry_after=0.05)
        message.late_edits += 1
        state.storage.note(message)
    before = (message.content, message.components, message.attachments, message.flags)
    mentions = (message.mentions, message.mention_everyone)
    _apply_body(state, channel, message, body, uploads)
    if message.is_empty:
        message.content, message.components, message.attachments, message.flags = before
        message.mentions, message.mention_everyone = mentions
        raise empty_message()
    _discard_attachments(state, [attachment for attachment in before[2] if attachment not in message.attachments])
    message.flags &= ~LOADING
    message.edited_ms = state.clock.now()
    state.storage.note(message)
    _publish(state, "MESSAGE_UPDATE", channel, message)
    return message


def _discard_attachments(state: ServerState, attachments: list[Attachment]) -> None:
    """Discard files that are no longer shown, unless the state keeps everything (`remember`)."""
    if not state.remember:
        for attachment in attachments:
            state.attachments.pop(attachment.id, None)


def delete(state: ServerState, channel: Channel, message: Message) -> None:
    """Delete a message and notify its readers."""
    del channel.messages[message.id]
    state.storage.note(message)
    _discard_attachments(state, message.attachments)
    data: Json = {"id": message.id, "channel_id": channel.id}
    if channel.guild_id is not None:
        data["guild_id"] = channel.guild_id
    only = [state.users[message.only_for]] if message.only_for else None
    state.publish("MESSAGE_DELETE", data, channel=channel, only=only)


def check_may_edit(state: ServerState, editor: User, channel: Channel, message: Message, uploads: Uploads) -> None:
    """Check that the user may edit a message.

    Raises 403: 50001 (cannot view the channel), 50005 (another author), 50013 (may not attach).
    Raises 400: 50083 (archived thread).
    """
    state.require_permission(editor, channel, Permission.ATTACH_FILES if uploads else NOTHING)
    if message.author is not editor:
        raise ApiError(403, 50005, "Cannot edit a message authored by another user")
    if channel.thread is not None and channel.thread.archived:
        raise archived_thread()


def check_may_delete(state: ServerState, user: User, channel: Channel, message: Message) -> None:
    """Check that the user may delete a message.

    Raises 403: 50001 (cannot view the channel), 50013 (another author, without the right to manage messages).
    """
    state.require_permission(user, channel, NOTHING)
    if message.author is not user and not state.find_permissions(user.id, channel) & Permission.MANAGE_MESSAGES:
        raise missing_permissions()


def _apply_body(state: ServerState, channel: Channel, message: Message, body: Json, uploads: Uploads) -> None:
    message.flags |= (body.get("flags") or 0) & LAYOUT
    if "content" in body:
        message.content = _strip_foreign_emojis(state, channel, message.author, (body["content"] or "").strip())
        _resolve_mentions(state, channel, message, body.get("allowed_mentions"))
    if body.get("attachments") is not None or uploads:
        message.attachments = _collect_attachments(state, channel, message, body.get("attachments"), uploads)
    if "components" in body:
        message.components = complete_components(body["components"] or [], message.attachments)
        if message.flags & LAYOUT:
            _tidy_layout(state, channel, message)
            _resolve_mentions(state, channel, message, body.get("allowed_mentions"))


def _tidy_layout(state: ServerState, channel: Channel, message: Message) -> None:
    """Trim the texts of a layout, and replace emojis that its author may not use, as in the content of a message."""
    for text in texts_of(message.components):
        text["content"] = _strip_foreign_emojis(state, channel, message.author, text["content"].strip())


def _collect_attachments(
    state: ServerState, channel: Channel, message: Message, wanted: list[Json] | None, uploads: Uploads
) -> list[Attachment]:
    """Return the attachments after a change: those kept by id, and uploads referred to by their number."""
    present = {attachment.id: attachment for attachment in message.attachments}
    if wanted is None:
        wanted = [{"id": kept} for kept in present] + [{"id": n} for n in uploads]
    result = []
    for item in wanted:
        key = str(item["id"])
        if key in present:
            if "description" in item:
                present[key].description = item["description"]
            result.append(present[key])
        elif key.isdigit() and int(key) in uploads:
            labels = {"name": item.get("filename"), "description": item.get("description")}
            result.append(store_upload(state, channel.id, uploads[int(key)], ephemeral=message.ephemeral, **labels))
        else:
            reason = f"Attachment data for {key} not found"
            raise invalid_form((("attachments",), "ATTACHMENT_NOT_FOUND", reason))
    return result


def _strip_foreign_emojis(state: ServerState, channel: Channel, author: User, content: str) -> str:
    """Replace custom emojis by their names if the author may not use external emojis. An application may always use
    its own."""
    if state.find_permissions(author.id, channel) & Permission.USE_EXTERNAL_EMOJIS:
        return content
    own = state.emojis if author is state.bot else {}
    return CUSTOM_EMOJI.sub(lambda found: found[0] if found[2] in own else f":{found[1]}:", content)


def _resolve_mentions(state: ServerState, channel: Channel, message: Message, allowed: Json | None) -> None:
    unrestricted = allowed is None
    parse = (allowed or {}).get("parse") or []
    allowed_users = {str(user_id) for user_id in (allowed or {}).get("users") or []}
    mentioned = dict.fromkeys(MENTION.findall(message.words))
    message.mentions = [
        state.users[user_id]
        for user_id in mentioned
        if user_id in state.users and (unrestricted or "users" in parse or user_id in allowed_users)
    ]
    may_mention_all = state.find_permissions(message.author.id, channel) & Permission.MENTION_EVERYONE
    mentions_all = "@everyone" in message.words or "@here" in message.words
    message.mention_everyone = bool(mentions_all and may_mention_all and (unrestricted or "everyone" in parse))


def _wake_thread(state: ServerState, channel: Channel, author: User) -> None:
    """Unarchive the thread of a new message, and add the author to a public thread."""
    assert channel.thread is not None
    if channel.thread.archived:
        threads.set_archived(state, channel, False)
    if author.id not in channel.thread.members and channel.kind != PRIVATE_THREAD:
        threads.add_member(state, channel, author)


def _publish(state: ServerState, name: str, channel: Channel, message: Message) -> None:
    data = message.to_json()
    if message.only_for is not None:
        state.publish(name, data, channel=channel, only=[state.users[message.only_for]], files=message.attachments)
        return
    if channel.guild_id is not None:
        data["guild_id"] = channel.guild_id
        member = state.guilds[channel.guild_id].members.get(message.author.id)
        if member is not None:
            data["member"] = member.to_bare_json()
    state.publish(name, data, channel=channel, files=message.attachments)
