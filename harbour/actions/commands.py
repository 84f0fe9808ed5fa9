"""Registering application commands: one global set, and one set per guild."""

from harbour.base.errors import ApiError, unknown
from harbour.base.json_types import Json, JsonValue
from harbour.limits.commands import ENTRY_POINT, check_command, check_commands
from harbour.limits.fields import BodyField, as_list
from harbour.state.application import RegisteredCommand
from harbour.state.server_state import ServerState
from harbour.state.storage import CommandSet


def overwrite_all(state: ServerState, guild_id: str | None, body: JsonValue) -> list[RegisteredCommand]:
    """Replace a whole set. A command of the same name and kind keeps its id. If unchanged, it also keeps its version.

    Raises 400 code 50240 if the new set leaves out the command that starts the application's Activity.
    """
    check_commands(as_list(body))
    required = {(c.kind, c.name) for c in state.commands.get(guild_id, []) if c.kind == ENTRY_POINT}
    if not required <= {(int(item.get("type") or 1), str(item["name"])) for item in body}:
        raise ApiError(400, 50240, "You cannot remove this app's Entry Point command in a bulk update operation")
    present_by_key = {(c.kind, c.name): c for c in state.commands.get(guild_id, [])}
    state.commands[guild_id] = [_register(state, guild_id, item, present_by_key) for item in body]
    _publish(state, guild_id)
    return state.commands[guild_id]


def switch_on_activities(state: ServerState) -> None:
    """Make the command that starts the application's Activity, as Discord does when a host switches Activities on."""
    body: Json = {"type": ENTRY_POINT, "name": "launch", "handler": 2}
    state.commands[None].append(_register(state, None, body, {}))
    _publish(state, None)


def upsert(state: ServerState, guild_id: str | None, body: BodyField) -> RegisteredCommand:
    """Add one command, or replace the one of the same name and kind."""
    check_command(body)
    body.raise_if_invalid()
    present = state.commands.setdefault(guild_id, [])
    present_by_key = {(c.kind, c.name): c for c in present}
    command = _register(state, guild_id, body.value, present_by_key)
    others = [c for c in present if (c.kind, c.name) != (command.kind, command.name)]
    check_commands(BodyField([c.body for c in [*others, command]]))
    state.commands[guild_id] = [*others, command]
    _publish(state, guild_id)
    return command


def remove(state: ServerState, guild_id: str | None, command_id: str) -> None:
    """Remove a command. Raises 404 code 10063 if there is none with this id."""
    present = state.commands.get(guild_id, [])
    command = next((c for c in present if c.id == command_id), None)
    if command is None:
        raise unknown("application command")
    present.remove(command)
    _publish(state, guild_id)


def _publish(state: ServerState, guild_id: str | None) -> None:
    """Update people's command menus. The bot receives no event."""
    state.storage.note(CommandSet(guild_id))
    state.publish("COMMANDS_UPDATE", {}, guild_id=guild_id)


def _register(
    state: ServerState, guild_id: str | None, body: Json, present_by_key: dict[tuple[int, str], RegisteredCommand]
) -> RegisteredCommand:
    old = present_by_key.get((int(body.get("type") or 1), str(body["name"])))
    if old is not None and old.body == body:
        return old
    command_id = old.id if old is not None else state.snowflakes.make()
    return RegisteredCommand(command_id, state.snowflakes.make(), guild_id, state.application_id, body)
