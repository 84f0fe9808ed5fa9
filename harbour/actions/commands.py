"""Registering application commands. All are global."""

from harbour.base.json_types import Json, JsonValue
from harbour.limits.commands import check_commands
from harbour.limits.fields import as_list
from harbour.state.application import RegisteredCommand
from harbour.state.server_state import ServerState
from harbour.state.storage import COMMANDS


def overwrite_all(state: ServerState, body: JsonValue) -> list[RegisteredCommand]:
    """Replace all commands. One of the same name and kind keeps its id. If unchanged, it also keeps its version."""
    check_commands(as_list(body))
    present = {(c.kind, c.name): c for c in state.commands}
    state.commands = [_register(state, item, present.get(_find_key(item))) for item in body]
    _publish(state)
    return state.commands


def _find_key(body: Json) -> tuple[int, str]:
    return int(body.get("type") or 1), str(body["name"])


def _publish(state: ServerState) -> None:
    """Update people's command menus. The bot receives no event."""
    state.storage.note(COMMANDS)
    state.publish("COMMANDS_UPDATE", {})


def _register(state: ServerState, body: Json, old: RegisteredCommand | None) -> RegisteredCommand:
    if old is not None and old.body == body:
        return old
    command_id = old.id if old is not None else state.snowflakes.make()
    return RegisteredCommand(command_id, state.snowflakes.make(), state.application_id, body)
