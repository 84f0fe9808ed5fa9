"""Users, guilds, channels and messages. Each can write the JSON that Discord uses for it."""

from __future__ import annotations

from dataclasses import dataclass, field

from harbour.base.clock import find_created_ms, format_timestamp
from harbour.base.json_types import Json
from harbour.limits.components import BUTTON
from harbour.limits.layouts import LAYOUT
from harbour.state.calendar import ScheduledEvent
from harbour.state.parts import controls_of, texts_of
from harbour.state.permissions import ALL, NOTHING, Overwrite, Permission, apply_overwrites, combine_roles

TEXT, DM, ANNOUNCEMENT, ANNOUNCEMENT_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 5, 10, 11, 12
EPHEMERAL, LOADING, SUPPRESS_NOTIFICATIONS = 1 << 6, 1 << 7, 1 << 12


@dataclass(slots=True, eq=False)
class User:
    """An account: a person's, or the bot's."""

    id: str
    name: str
    bot: bool = False
    accepts_dms: bool = True
    """False if the user refuses direct messages from the bot."""
    locale: str = "en-GB"
    page_key: str = field(default="", repr=False)
    """Secret in the address of the page on which a browser acts as this user; empty for the bot."""

    @property
    def mention(self) -> str:
        """The text that mentions the user in a message."""
        return f"<@{self.id}>"

    def to_json(self) -> Json:
        """The user as Discord gives it to a client."""
        return {
            "id": self.id,
            "username": "".join(c for c in self.name.lower() if c.isalnum() or c in "._") or "someone",
            "global_name": self.name,
            "discriminator": "0",
            "avatar": None,
            "primary_guild": None,
            "bot": self.bot,
            "system": False,
            "flags": 0,
            "public_flags": 0,
        }


@dataclass(slots=True, eq=False)
class Role:
    """A guild's role."""

    id: str
    name: str
    permissions: Permission
    position: int = 1
    managed: bool = False
    """True for the role that belongs to the bot."""

    def to_json(self) -> Json:
        """The role as Discord gives it to a client."""
        return {
            "id": self.id,
            "name": self.name,
            "permissions": str(int(self.permissions)),
            "position": self.position,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "managed": self.managed,
            "mentionable": False,
            "flags": 0,
            "icon": None,
            "unicode_emoji": None,
        }


@dataclass(slots=True, eq=False)
class Member:
    """A user's membership of a guild."""

    user: User
    joined_ms: int
    """Time of joining, in milliseconds since 1970."""
    roles: list[str] = field(default_factory=list)
    """Ids of the member's roles, besides the everyone role."""
    nick: str | None = None

    def to_json(self) -> Json:
        """The member as Discord gives it to a client."""
        return {**self.to_bare_json(), "user": self.user.to_json()}

    def to_bare_json(self) -> Json:
        """The member without the user, as messages contain it."""
        return {
            "roles": list(self.roles),
            "nick": self.nick,
            "avatar": None,
            "banner": None,
            "joined_at": format_timestamp(self.joined_ms),
            "premium_since": None,
            "communication_disabled_until": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
        }


@dataclass(slots=True, eq=False)
class Guild:
    """A server. Its everyone role has the same id as the guild."""

    id: str
    name: str
    owner_id: str
    roles: dict[str, Role] = field(default_factory=dict)
    members: dict[str, Member] = field(default_factory=dict)
    scheduled: dict[str, ScheduledEvent] = field(default_factory=dict)
    """The events of its calendar, by id."""

    def find_permissions(self, user_id: str) -> Permission:
        """Permissions that a user's roles grant, before any channel changes them; none for a non-member."""
        member = self.members.get(user_id)
        if member is None:
            return NOTHING
        if user_id == self.owner_id:
            return ALL
        return combine_roles(self.roles[role_id].permissions for role_id in (self.id, *member.roles))

    def find_permissions_in(self, channel: Channel, user_id: str) -> Permission:
        """Permissions of a user in a channel of this guild (not in a thread)."""
        member = self.members.get(user_id)
        granted = self.find_permissions(user_id)
        if member is None or granted == ALL:
            return granted
        overwrites = channel.overwrites
        for_roles = [overwrites[role_id] for role_id in member.roles if role_id in overwrites]
        return apply_overwrites(granted, overwrites.get(self.id), for_roles, overwrites.get(user_id))

    def to_json(self) -> Json:
        """The guild as `GET /guilds/{id}` returns it; GUILD_CREATE adds channels, threads and members."""
        return {
            "id": self.id,
            "name": self.name,
            "icon": None,
            "splash": None,
            "discovery_splash": None,
            "banner": None,
            "description": None,
            "owner_id": self.owner_id,
            "region": "deprecated",
            "home_header": None,
            "widget_enabled": False,
            "widget_channel_id": None,
            "max_presences": None,
            "max_members": 500_000,
            "max_video_channel_users": 25,
            "max_stage_video_channel_users": 50,
            "incidents_data": None,
            "afk_channel_id": None,
            "afk_timeout": 300,
            "system_channel_id": None,
            "rules_channel_id": None,
            "public_updates_channel_id": None,
            "safety_alerts_channel_id": None,
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "nsfw": False,
            "premium_tier": 0,
            "premium_subscription_count": 0,
            "premium_progress_bar_enabled": False,
            "system_channel_flags": 0,
            "preferred_locale": "en-US",
            "vanity_url_code": None,
            "application_id": None,
            "roles": [role.to_json() for role in self.roles.values()],
            "emojis": [],
            "stickers": [],
            "features": [],
        }


@dataclass(slots=True, eq=False)
class Thread:
    """The properties of a thread, besides those of every channel."""

    owner_id: str
    created_ms: int
    members: dict[str, int] = field(default_factory=dict)
    """Time of joining by user id, in milliseconds since 1970."""
    archived: bool = False
    archived_ms: int = 0
    locked: bool = False
    invitable: bool = True
    auto_archive_minutes: int = 1440


@dataclass(slots=True, eq=False)
class Channel:
    """A text channel, a thread (`thread` is set) or a DM (between the two `recipients`)."""

    id: str
    kind: int
    name: str = ""
    guild_id: str | None = None
    parent_id: str | None = None
    position: int = 0
    topic: str | None = None
    overwrites: dict[str, Overwrite] = field(default_factory=dict)
    recipients: list[User] = field(default_factory=list)
    thread: Thread | None = None
    slow_mode: int = 0
    """Seconds that a person must wait between two messages."""
    messages: dict[str, Message] = field(default_factory=dict)

    @property
    def is_dm(self) -> bool:
        """True for direct messages between a person and the bot."""
        return self.kind == DM

    def history(self) -> list[Message]:
        """Messages that everyone in the channel may read, oldest first."""
        return [message for message in self.messages.values() if message.only_for is None]

    def to_json(self, seen_by: str | None = None) -> Json:
        """The channel as Discord gives it to a client.

        `seen_by` is the reader: a thread includes the reader's own membership, a DM omits the reader as recipient.
        """
        last_id = next((message.id for message in reversed(self.messages.values()) if not message.ephemeral), None)
        body: Json = {"id": self.id, "type": self.kind, "last_message_id": last_id, "flags": 0}
        if self.is_dm:
            others = [user.to_json() for user in self.recipients if user.id != seen_by]
            return {**body, "recipients": others}
        body |= {"guild_id": self.guild_id, "name": self.name, "parent_id": self.parent_id}
        body["rate_limit_per_user"] = self.slow_mode
        if self.thread is None:
            overwrites = [overwrite.to_json() for overwrite in self.overwrites.values()]
            shape: Json = {"position": self.position, "topic": self.topic, "nsfw": False}
            return {**body, **shape, "permission_overwrites": overwrites}
        return {**body, **self._thread_to_json(self.thread, seen_by)}

    def _thread_to_json(self, thread: Thread, seen_by: str | None) -> Json:
        message_count = len(self.history())
        body: Json = {
            "owner_id": thread.owner_id,
            "message_count": message_count,
            "total_message_sent": message_count,
            "member_count": len(thread.members),
            "thread_metadata": {
                "archived": thread.archived,
                "archive_timestamp": format_timestamp(thread.archived_ms or thread.created_ms),
                "auto_archive_duration": thread.auto_archive_minutes,
                "locked": thread.locked,
                "invitable": thread.invitable,
                "create_timestamp": format_timestamp(thread.created_ms),
            },
        }
        if seen_by in thread.members:
            body["member"] = self.thread_member_to_json(str(seen_by))
        return body

    def thread_member_to_json(self, user_id: str) -> Json:
        """A member of this thread, as thread routes and events show it."""
        assert self.thread is not None
        joined = format_timestamp(self.thread.members[user_id])
        return {"id": self.id, "user_id": user_id, "join_timestamp": joined, "flags": 0}


@dataclass(slots=True, eq=False)
class Attachment:
    """A file of a message."""

    id: str
    filename: str
    content_type: str
    body: bytes
    url: str
    description: str | None = None
    """Alt text."""
    width: int | None = None
    """Width of a picture in pixels."""
    height: int | None = None
    """Height of a picture in pixels."""
    ephemeral: bool = False

    def to_json(self) -> Json:
        """The attachment as Discord gives it to a client."""
        body: Json = {
            "id": self.id,
            "filename": self.filename,
            "size": len(self.body),
            "url": self.url,
            "proxy_url": self.url,
            "content_type": self.content_type,
        }
        if self.description is not None:
            body["description"] = self.description
        if self.width is not None:
            body |= {"width": self.width, "height": self.height}
        if self.ephemeral:
            body["ephemeral"] = True
        return body


@dataclass(slots=True, eq=False)
class Emoji:
    """An emoji that belongs to the application."""

    id: str
    name: str
    body: bytes
    content_type: str
    animated: bool
    owner: User

    def to_json(self) -> Json:
        """The emoji as Discord gives it to a client."""
        return {
            "id": self.id,
            "name": self.name,
            "animated": self.animated,
            "available": True,
            "managed": False,
            "require_colons": True,
            "roles": [],
            "user": self.owner.to_json(),
        }


@dataclass(slots=True, eq=False)
class Message:
    """A message. Everyone shares this one object; edits change it in place."""

    id: str
    channel_id: str
    author: User
    content: str = ""
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    edited_ms: int | None = None
    mentions: list[User] = field(default_factory=list)
    mention_everyone: bool = False
    nonce: str | int | None = None
    application_id: str | None = None
    interaction: Json | None = None
    only_for: str | None = None
    """Id of the only user who sees an ephemeral message; None if everyone does."""
    late_edits: int = 0
    """Edits made when the message was over an hour old."""
    dismissed: bool = False
    """True once the reader of an ephemeral message has dismissed it."""

    @property
    def ephemeral(self) -> bool:
        """True if only one user sees the message."""
        return self.only_for is not None

    @property
    def loading(self) -> bool:
        """True while the message is the "is thinking" of a deferred response."""
        return bool(self.flags & LOADING)

    @property
    def is_empty(self) -> bool:
        """True if there is nothing to see. A layout shows only its components."""
        return not (self.components or (not self.flags & LAYOUT and (self.content or self.attachments)))

    def measure_age_ms(self, now: int) -> int:
        """Milliseconds since the message was posted."""
        return now - find_created_ms(self.id)

    @property
    def words(self) -> str:
        """The content of the message, or the texts of a layout, each on a new line."""
        return self.content or "\n".join(part["content"] for part in texts_of(self.components))

    @property
    def text(self) -> str:
        """All readable text, line by line: words and alt texts."""
        parts = (self.words, *(attachment.description for attachment in self.attachments))
        return "\n".join(part for part in parts if part)

    def controls(self) -> list[Json]:
        """The buttons and selects, in order."""
        return controls_of(self.components)

    def buttons(self) -> list[Json]:
        """The buttons, row by row."""
        return [control for control in self.controls() if control["type"] == BUTTON]

    def selects(self) -> list[Json]:
        """The selects, row by row."""
        return [control for control in self.controls() if control["type"] != BUTTON]

    def to_json(self) -> Json:
        """The message as Discord gives it to a client."""
        body: Json = {
            "id": self.id,
            "channel_id": self.channel_id,
            "type": 0,
            "author": self.author.to_json(),
            "content": self.content,
            "timestamp": format_timestamp(find_created_ms(self.id)),
            "edited_timestamp": None if self.edited_ms is None else format_timestamp(self.edited_ms),
            "tts": False,
            "mention_everyone": self.mention_everyone,
            "mentions": [user.to_json() for user in self.mentions],
            "mention_roles": [],
            "attachments": [attachment.to_json() for attachment in self.attachments],
            "embeds": [],
            "components": self.components,
            "pinned": False,
            "flags": self.flags,
        }
        if self.nonce is not None:
            body["nonce"] = self.nonce
        if self.application_id is not None:
            body |= {"application_id": self.application_id, "webhook_id": self.application_id}
        if self.interaction is not None:
            body["interaction_metadata"] = self.interaction
        return body
