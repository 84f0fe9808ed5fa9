"""Permission bits, and the arithmetic of roles and channel overwrites."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntFlag

from harbour.base.json_types import Json


class Permission(IntFlag):
    """The permission bits that have a name here. The harbour checks some of them and only stores the others."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    CREATE_EVENTS = 1 << 44


NOTHING = Permission(0)
ALL = Permission((1 << 53) - 1)
IN_DIRECT_MESSAGES = ALL & ~(Permission.MANAGE_MESSAGES | Permission.MANAGE_THREADS | Permission.ADMINISTRATOR)
MEMBERS_DEFAULT = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.ADD_REACTIONS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)
BOT_DEFAULT = MEMBERS_DEFAULT | Permission.CREATE_PRIVATE_THREADS | Permission.MANAGE_THREADS


@dataclass(slots=True)
class Overwrite:
    """A channel's change to the permissions of one role or member."""

    id: str
    kind: int
    """0 for a role, 1 for a member."""
    allow: Permission = NOTHING
    deny: Permission = NOTHING

    def to_json(self) -> Json:
        """The overwrite as Discord gives it to a client."""
        return {"id": self.id, "type": self.kind, "allow": str(int(self.allow)), "deny": str(int(self.deny))}


def combine_roles(role_permissions: Iterable[Permission]) -> Permission:
    """Everything that these roles grant together; an administrator's role grants all."""
    granted = NOTHING
    for permissions in role_permissions:
        granted |= permissions
    return ALL if granted & Permission.ADMINISTRATOR else granted


def apply_overwrites(
    granted: Permission, everyone: Overwrite | None, roles: Iterable[Overwrite], own: Overwrite | None
) -> Permission:
    """Apply a channel's overwrites in Discord's order: everyone's, the roles' together, the member's own.

    Nothing is left if the member may not view the channel.
    """
    if everyone is not None:
        granted = granted & ~everyone.deny | everyone.allow
    allow = deny = NOTHING
    for overwrite in roles:
        allow |= overwrite.allow
        deny |= overwrite.deny
    granted = granted & ~deny | allow
    if own is not None:
        granted = granted & ~own.deny | own.allow
    return granted if granted & Permission.VIEW_CHANNEL else NOTHING
