"""Permission bits and how roles and overwrites add up to what a member may do in a channel."""

from __future__ import annotations

from enum import IntFlag
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harbour.model import Channel, Guild


class Permission(IntFlag):
    """The bits that the harbour looks at; others are carried but mean nothing here."""

    KICK_MEMBERS = 1 << 1
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
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    PIN_MESSAGES = 1 << 51


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
BOT_DEFAULT = MEMBERS_DEFAULT | Permission.CREATE_PRIVATE_THREADS | Permission.MANAGE_THREADS | Permission.PIN_MESSAGES


def in_guild(guild: Guild, user_id: str) -> Permission:
    """What a member's roles grant before any channel has its say; nothing for a stranger."""
    member = guild.members.get(user_id)
    if member is None:
        return NOTHING
    if user_id == guild.owner_id:
        return ALL
    granted = guild.roles[guild.id].permissions
    for role_id in member.roles:
        granted |= guild.roles[role_id].permissions
    return ALL if granted & Permission.ADMINISTRATOR else granted


def in_channel(guild: Guild, user_id: str, channel: Channel) -> Permission:
    """What a member may do in a guild channel: base, then overwrites of everyone, of the roles, of the member."""
    granted = in_guild(guild, user_id)
    if granted == ALL or user_id not in guild.members:
        return granted
    overwrites = channel.overwrites
    if everyone := overwrites.get(guild.id):
        granted = granted & ~everyone.deny | everyone.allow
    allow = deny = NOTHING
    for role_id in guild.members[user_id].roles:
        if role := overwrites.get(role_id):
            allow |= role.allow
            deny |= role.deny
    granted = granted & ~deny | allow
    if own := overwrites.get(user_id):
        granted = granted & ~own.deny | own.allow
    if not granted & Permission.VIEW_CHANNEL:
        return NOTHING
    return granted
