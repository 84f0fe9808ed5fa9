"""All users, guilds, channels and messages, and their permissions. Every event goes out through `publish`."""

import json
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from harbour.base.clock import Clock, Snowflakes
from harbour.base.errors import missing_access, missing_permissions, unknown
from harbour.base.json_types import Json
from harbour.base.signal import Signal
from harbour.state import permissions
from harbour.state.application import Interaction, RegisteredCommand
from harbour.state.model import (
    DM,
    PRIVATE_THREAD,
    TEXT,
    Attachment,
    Channel,
    Emoji,
    Guild,
    Member,
    Message,
    Role,
    User,
)
from harbour.state.permissions import NOTHING, Permission
from harbour.state.storage import Storage


@dataclass(frozen=True, slots=True)
class Event:
    """An event and its receivers.

    If `only` is set, these are the users with its ids. Otherwise they are the readers of the channel, the members of
    the guild if there is no channel, or everybody if there is neither.
    """

    name: str
    data: Json
    guild_id: str | None = None
    channel: Channel | None = None
    only: frozenset[str] | None = None
    files: tuple[Attachment, ...] = ()
    text: bytes = b""
    """The data as JSON, written once for all receivers."""


class ServerState:
    """Everything that outlives the bot's process. `harbour.actions` changes it by Discord's rules."""

    def __init__(
        self, bot_name: str, cdn_base: Callable[[], str], clock: Clock, acknowledge_within_ms: int, remember: bool
    ) -> None:
        self.clock = clock
        self.acknowledge_within_ms = acknowledge_within_ms
        self.remember = remember
        self.snowflakes = Snowflakes(clock)
        self.signal = Signal()
        self.bot = User(self.snowflakes.make(), bot_name, bot=True)
        self.cdn_base = cdn_base
        self.users: dict[str, User] = {self.bot.id: self.bot}
        self.guilds: dict[str, Guild] = {}
        self.channels: dict[str, Channel] = {}
        self.attachments: dict[str, Attachment] = {}
        self.emojis: dict[str, Emoji] = {}
        self.commands: list[RegisteredCommand] = []
        self.given_commands: dict[str, set[str]] = {}
        """By the name of a command, the ids of the roles and users to which an admin has given the command."""
        self.interactions: dict[str, Interaction] = {}  # by token
        self.nonces: dict[tuple[str, str], Message] = {}
        self.subscribers: list[Callable[[Event], None]] = []
        self.storage = Storage()

    @property
    def application_id(self) -> str:
        """Id of the bot's application; the same as the bot's own id."""
        return self.bot.id

    # Events

    def publish(
        self,
        name: str,
        data: Json,
        *,
        channel: Channel | None = None,
        guild_id: str | None = None,
        only: Iterable[User] | None = None,
        files: Iterable[Attachment] = (),
    ) -> None:
        """Commit every noted change, send an event to its receivers, then wake waiting tasks."""
        self.storage.commit()
        event_guild_id = channel.guild_id if channel is not None else guild_id
        receivers = None if only is None else frozenset(user.id for user in only)
        text = json.dumps(data, ensure_ascii=False).encode()
        event = Event(name, data, event_guild_id, channel, receivers, tuple(files), text)
        for subscriber in list(self.subscribers):
            subscriber(event)
        self.signal.notify()

    def may_receive(self, user_id: str, event: Event) -> bool:
        """Tell if an event is meant for a user."""
        if event.only is not None:
            return user_id in event.only
        if event.channel is not None:
            return self.may_read(user_id, event.channel)
        return event.guild_id is None or user_id in self.guilds[event.guild_id].members

    # Permissions

    def find_permissions(self, user_id: str, channel: Channel) -> Permission:
        """Permissions of a user in a channel, thread or DM. A thread has the permissions of its parent channel.

        In a private thread, only its members and those who may manage threads have any.
        """
        if channel.is_dm:
            takes_part = any(user.id == user_id for user in channel.recipients)
            return permissions.IN_DIRECT_MESSAGES if takes_part else NOTHING
        guild = self.guilds[str(channel.guild_id)]
        home = channel if channel.thread is None else self.channels[str(channel.parent_id)]
        granted = guild.find_permissions_in(home, user_id)
        thread = channel.thread
        shut_out = channel.kind == PRIVATE_THREAD and thread is not None and user_id not in thread.members
        return NOTHING if shut_out and not granted & Permission.MANAGE_THREADS else granted

    def may_read(self, user_id: str, channel: Channel) -> bool:
        """Tell if a user can view a channel, thread or DM."""
        return bool(self.find_permissions(user_id, channel) & Permission.VIEW_CHANNEL)

    def require_permission(self, user: User, channel: Channel, needed: Permission) -> None:
        """Check a user's permissions. Raises 403: 50001 (cannot view the channel), 50013 (permission missing)."""
        granted = self.find_permissions(user.id, channel)
        if not granted & Permission.VIEW_CHANNEL:
            raise missing_access()
        if needed & ~granted:
            raise missing_permissions()

    def share_a_guild(self, *user_ids: str) -> bool:
        """Tell if these users have a guild in common."""
        return any(guild.members.keys() >= set(user_ids) for guild in self.guilds.values())

    # Lookups

    def get_user(self, user_id: str) -> User:
        """Find a user. Raises 404 code 10013."""
        if user_id not in self.users:
            raise unknown("User")
        return self.users[user_id]

    def get_guild(self, guild_id: str, seen_by: str) -> Guild:
        """Find a guild that a user is in. Raises 404 code 10004."""
        guild = self.guilds.get(guild_id)
        if guild is None or seen_by not in guild.members:
            raise unknown("Guild")
        return guild

    def get_member(self, guild: Guild, user_id: str) -> Member:
        """Find a member of a guild. Raises 404 code 10007."""
        if user_id not in guild.members:
            raise unknown("Member")
        return guild.members[user_id]

    def get_channel(self, channel_id: str) -> Channel:
        """Find a channel. Raises 404 code 10003."""
        if channel_id not in self.channels:
            raise unknown("Channel")
        return self.channels[channel_id]

    def get_message(self, channel: Channel, message_id: str) -> Message:
        """Find a message that everyone in the channel sees. Raises 404 code 10008, also for ephemeral messages."""
        message = channel.messages.get(message_id)
        if message is None or message.ephemeral:
            raise unknown("Message")
        return message

    def open_dm(self, user: User) -> Channel:
        """Return the DM channel between the bot and a user, created on first use."""
        for channel in self.channels.values():
            if channel.is_dm and user in channel.recipients:
                return channel
        channel = Channel(self.snowflakes.make(), DM, recipients=[user, self.bot])
        self.channels[channel.id] = channel
        self.storage.note(channel)
        self.publish("CHANNEL_CREATE", channel.to_json(user.id), channel=channel, only=[user])
        return channel

    def list_threads(self, guild: Guild) -> list[Channel]:
        """Every thread of a guild, including archived ones."""
        return [c for c in self.channels.values() if c.guild_id == guild.id and c.thread is not None]

    def list_channels(self, guild: Guild) -> list[Channel]:
        """Every channel of a guild, without threads."""
        return [c for c in self.channels.values() if c.guild_id == guild.id and c.thread is None]

    # Setting up

    def add_user(self, name: str) -> User:
        """Create a user, in no guild yet."""
        user = User(self.snowflakes.make(), name)
        self.users[user.id] = user
        self.renew_key(user)
        return user

    def renew_key(self, user: User) -> None:
        """Give a user a new key for their page; the old one opens nothing any more."""
        user.page_key = secrets.token_urlsafe(16)
        self.storage.note(user)

    def add_guild(self, name: str, owner: User, bot_permissions: Permission) -> Guild:
        """Create a guild with an everyone role, its owner, and the bot with a role of its own."""
        guild_id = self.snowflakes.make()
        guild = Guild(guild_id, name, owner.id)
        guild.roles[guild_id] = Role(guild_id, "@everyone", permissions.MEMBERS_DEFAULT, position=0)
        self.guilds[guild_id] = guild
        role = self.add_role(guild, self.bot.name, bot_permissions, managed=True)
        self.add_member(guild, owner)
        self.add_member(guild, self.bot, [role])
        return guild

    def add_role(self, guild: Guild, name: str, granted: Permission, *, managed: bool = False) -> Role:
        """Create a role with these permissions. Nobody has it yet."""
        role = Role(self.snowflakes.make(), name, granted, len(guild.roles), managed)
        guild.roles[role.id] = role
        self.storage.note(guild)
        self.publish("GUILD_ROLE_CREATE", {"guild_id": guild.id, "role": role.to_json()}, guild_id=guild.id)
        return role

    def add_member(self, guild: Guild, user: User, roles: Iterable[Role] = ()) -> Member:
        """Add a user to a guild, with these roles."""
        member = Member(user, self.clock.now(), [role.id for role in roles])
        guild.members[user.id] = member
        self.storage.note(guild)
        self.publish("GUILD_MEMBER_ADD", {**member.to_json(), "guild_id": guild.id}, guild_id=guild.id)
        return member

    def add_channel(self, guild: Guild, name: str) -> Channel:
        """Create a text channel that everyone can view."""
        position = len(self.list_channels(guild))
        channel = Channel(self.snowflakes.make(), TEXT, name, guild.id, position=position)
        self.channels[channel.id] = channel
        self.storage.note(channel)
        self.publish("CHANNEL_CREATE", channel.to_json(), channel=channel)
        return channel

    def delete_channel(self, channel: Channel) -> None:
        """Delete a thread, or a channel with its threads."""
        name = "CHANNEL_DELETE" if channel.thread is None else "THREAD_DELETE"
        data = channel.to_json(self.bot.id)
        threads = [thread for thread in self.channels.values() if thread.parent_id == channel.id]
        self.publish(name, data, channel=channel)
        for deleted in (channel, *threads):
            del self.channels[deleted.id]
            self.storage.note(deleted)
        self.storage.commit()
