"""Slash commands as a person enters them: finding the command, checking its options, building the bot's data."""

from collections.abc import Collection, Mapping
from typing import Protocol

from harbour.actions.uploads import Upload, store_upload
from harbour.base.errors import NotOffered
from harbour.base.json_types import Json
from harbour.limits import commands as kinds
from harbour.state.application import RegisteredCommand
from harbour.state.model import Channel, Message, Role, User
from harbour.state.permissions import Permission
from harbour.state.server_state import ServerState


class HasId(Protocol):
    """A user, role, channel or person."""

    @property
    def id(self) -> str:
        """The snowflake."""


OptionValue = str | int | bool | HasId | Upload | None
"""A value that a person enters for an option; None leaves the option out."""


def list_commands(
    state: ServerState, user: User, channel: Channel, offered: Collection[int] = (kinds.CHAT,)
) -> list[RegisteredCommand]:
    """List the commands of the `offered` kinds that Discord's client offers this user in this channel."""
    granted = state.find_permissions(user.id, channel)
    if not channel.is_dm and not granted & Permission.USE_APPLICATION_COMMANDS:
        return []
    found = [c for c in state.commands if c.kind in offered and _is_available(state, c, user, channel, granted)]
    return sorted(found, key=lambda command: (command.kind, command.name))


def build_menu_data(state: ServerState, user: User, channel: Channel, name: str, target: User | Message) -> Json:
    """Build the interaction's `data` for a menu entry used on a person or a message. Raises `NotOffered`."""
    kind = kinds.USER_MENU if isinstance(target, User) else kinds.MESSAGE_MENU
    offered = list_commands(state, user, channel, (kind,))
    command = next((command for command in offered if command.name == name), None)
    if command is None:
        message = f"No entry {name!r} here; choose from {', '.join(choice.name for choice in offered)}"
        raise NotOffered(message, "That entry is gone")
    resolved: Json = {}
    if isinstance(target, User):
        resolve_user(state, channel, target, resolved)
    else:
        resolved["messages"] = {target.id: target.to_json()}
    return {"id": command.id, "name": name, "type": kind, "target_id": target.id, "resolved": resolved}


def _is_available(
    state: ServerState, command: RegisteredCommand, user: User, channel: Channel, granted: Permission
) -> bool:
    contexts = command.body.get("contexts")
    if channel.is_dm:
        return command.body.get("dm_permission", True) if contexts is None else 1 in contexts
    needed = command.body.get("default_member_permissions")
    allowed = needed is None or (int(needed) & ~granted == 0 and (int(needed) or granted & Permission.ADMINISTRATOR))
    receivers = state.given_commands.get(command.name, set())
    if receivers and channel.guild_id is not None:
        ids = {channel.guild_id, user.id, *state.guilds[channel.guild_id].members[user.id].roles}
        allowed = allowed or bool(receivers & ids)
    return bool(allowed) and (contexts is None or 0 in contexts)


def find_command(
    state: ServerState, user: User, channel: Channel, words: str
) -> tuple[RegisteredCommand, list[str], Json]:
    """Find a command by its words, such as "table open".

    Returns the command, the words as a list, and the part of its body that lists its options. Raises `NotOffered`.
    """
    wanted = words.removeprefix("/").split()
    names = []
    for command in list_commands(state, user, channel):
        for path, node in command.invocations():
            if path == wanted:
                return command, path, node
            names.append(" ".join(path))
    message = f"No command /{' '.join(wanted)} here; choose from {', '.join(names)}"
    raise NotOffered(message, "No such command here; choose one from the list")


def build_command_data(command: RegisteredCommand, path: list[str], filled: list[Json], resolved: Json) -> Json:
    """Build the `data` of a command interaction, with the options nested in their sub-command."""
    options = filled
    if path[1:]:
        options = [{"name": path[1], "type": kinds.SUB_COMMAND, "options": filled}]
    data: Json = {"id": command.id, "name": command.name, "type": kinds.CHAT, "options": options}
    if resolved:
        data["resolved"] = resolved
    return data


def fill_options(
    state: ServerState, channel: Channel, node: Json, given: Mapping[str, OptionValue], *, complete: bool = True
) -> tuple[list[Json], Json]:
    """Check values against the options' types, choices and bounds. Returns options and resolved objects.

    With `complete` False, required options may be missing, as during autocomplete. Raises `NotOffered`.
    """
    options = {option["name"]: option for option in node.get("options") or []}
    unknown = set(given) - set(options)
    if unknown:
        message = f"No option {', '.join(sorted(unknown))}; choose from {', '.join(options)}"
        raise NotOffered(message, "That command has changed; choose it again")
    filled: list[Json] = []
    resolved: Json = {}
    for name, option in options.items():
        if given.get(name) is None:
            if option.get("required") and complete:
                raise NotOffered(f"Option {name} is required")
            continue
        value = _check_value(state, channel, option, given[name], resolved)
        filled.append({"name": name, "type": option["type"], "value": value})
    return filled, resolved


def _check_value(state: ServerState, channel: Channel, option: Json, given: OptionValue, resolved: Json) -> str | int:
    kind, name = option["type"], option["name"]
    if choices := option.get("choices"):
        for choice in choices:
            if given in (choice["value"], choice["name"]):
                value: str | int = choice["value"]
                return value
        offered = ", ".join(str(choice["value"]) for choice in choices)
        raise NotOffered(f"{given!r} is not a choice of {name}; choose from {offered}", f"{name}: choose from the list")
    if kind == kinds.STRING:
        return _check_text(option, given)
    if kind == kinds.INTEGER:
        return _check_number(option, given)
    if kind == kinds.BOOLEAN:
        if not isinstance(given, bool):
            raise NotOffered(f"{name} takes true or false, not {given!r}")
        return given
    if kind == kinds.ATTACHMENT:
        if not isinstance(given, Upload):
            raise NotOffered(f"{name} takes a file")
        attachment = store_upload(state, channel.id, given, ephemeral=True)
        resolved.setdefault("attachments", {})[attachment.id] = attachment.to_json()
        return attachment.id
    return _resolve_entity(state, channel, kind, name, given, resolved)


def _check_text(option: Json, given: OptionValue) -> str:
    if not isinstance(given, str):
        raise NotOffered(f"{option['name']} takes text, not {given!r}")
    least, most = option.get("min_length") or 0, option.get("max_length") or 6000
    if not least <= len(given) <= most:
        raise NotOffered(f"{option['name']} takes {least} to {most} characters, not {len(given)}")
    return given


def _check_number(option: Json, given: OptionValue) -> int:
    name = option["name"]
    if isinstance(given, bool) or not isinstance(given, int):
        raise NotOffered(f"{name} takes a whole number, not {given!r}", f"{name}: enter a number")
    least, most = option.get("min_value"), option.get("max_value")
    if (least is not None and given < least) or (most is not None and given > most):
        raise NotOffered(f"{name} takes {least} to {most}, not {given}", f"{name}: enter another number")
    return given


def _resolve_entity(
    state: ServerState, channel: Channel, kind: int, name: str, given: OptionValue, resolved: Json
) -> str:
    """Find a user, role or channel by object or id, and add it to `resolved`. Returns its id."""
    entity_id = str(getattr(given, "id", given))
    guild = state.guilds.get(str(channel.guild_id))
    if kind == kinds.USER and entity_id in state.users:
        resolve_user(state, channel, state.users[entity_id], resolved)
    elif kind == kinds.ROLE and guild is not None and entity_id in guild.roles:
        role: Role = guild.roles[entity_id]
        resolved.setdefault("roles", {})[entity_id] = role.to_json()
    elif kind == kinds.CHANNEL and entity_id in state.channels:
        other = state.channels[entity_id]
        resolved.setdefault("channels", {})[entity_id] = {**other.to_json(), "permissions": "0"}
    else:
        raise NotOffered(f"{name} does not take {given!r}", f"{name}: choose from the list")
    return entity_id


def resolve_user(state: ServerState, channel: Channel, user: User, resolved: Json) -> None:
    """Add a user, and in a guild the member, to an interaction's resolved objects."""
    resolved.setdefault("users", {})[user.id] = user.to_json()
    guild = state.guilds.get(str(channel.guild_id))
    if guild is not None and user.id in guild.members:
        member = guild.members[user.id].to_bare_json()
        member_json = {key: value for key, value in member.items() if key not in ("deaf", "mute")}
        member_json["permissions"] = str(int(state.find_permissions(user.id, channel)))
        resolved.setdefault("members", {})[user.id] = member_json
