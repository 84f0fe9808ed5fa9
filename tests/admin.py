"""Acts of a harbour guild's admin that the bot hears of."""

from harbour import Channel, Harbour, Permission, User
from harbour.state.model import Guild, Role
from harbour.state.permissions import NOTHING, Overwrite


def forbid(harbour: Harbour, holder: User | Role, denied: Permission, channel: Channel | None = None) -> None:
    """Deny permissions to a user or role in a channel, replacing any earlier overwrite."""
    _set_overwrite(harbour, channel or harbour.channel, holder, NOTHING, denied)


def allow(harbour: Harbour, holder: User | Role, granted: Permission) -> None:
    """Allow permissions to a user or role in the first channel, replacing any earlier overwrite."""
    _set_overwrite(harbour, harbour.channel, holder, granted, NOTHING)


def _set_overwrite(
    harbour: Harbour, channel: Channel, holder: User | Role, granted: Permission, denied: Permission
) -> None:
    kind = 0 if isinstance(holder, Role) else 1
    channel.overwrites[holder.id] = Overwrite(holder.id, kind, granted, denied)
    harbour.state.storage.note(channel)
    harbour.state.publish("CHANNEL_UPDATE", channel.to_json(), guild_id=channel.guild_id)


def set_role_permissions(harbour: Harbour, guild: Guild, role: Role, granted: Permission) -> None:
    """Change the permissions that a role grants."""
    role.permissions = granted
    harbour.state.storage.note(guild)
    data = {"guild_id": guild.id, "role": role.to_json()}
    harbour.state.publish("GUILD_ROLE_UPDATE", data, guild_id=guild.id)


def remove_member(harbour: Harbour, user: User) -> None:
    """Remove a user from the guild."""
    guild = harbour.guild
    del guild.members[user.id]
    harbour.state.storage.note(guild)
    data = {"guild_id": guild.id, "user": user.to_json()}
    harbour.state.publish("GUILD_MEMBER_REMOVE", data, guild_id=guild.id)


def remove_bot(harbour: Harbour) -> None:
    """Remove the bot from the guild."""
    guild = harbour.guild
    remove_member(harbour, harbour.bot)
    harbour.state.publish("GUILD_DELETE", {"id": guild.id}, guild_id=guild.id, only=[harbour.bot])


def invite_bot(harbour: Harbour) -> None:
    """Invite the bot to the guild again, with the role that it had."""
    guild = harbour.guild
    harbour.state.add_member(guild, harbour.bot, [role for role in guild.roles.values() if role.managed])
    described = harbour.gateway.describe_guild(guild)
    del described["unavailable"]  # Discord sends this key only for guilds that the bot was in already
    harbour.state.publish("GUILD_CREATE", described, guild_id=guild.id, only=[harbour.bot])
