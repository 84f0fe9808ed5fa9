"""Handlers for the application's commands, global and per guild."""

from harbour.actions import commands
from harbour.base.errors import unknown
from harbour.base.json_types import Json
from harbour.rest.request import RestRequest, RouteTable

ROUTES = RouteTable()
_ALL = ("/applications/{app}/commands", "/applications/{app}/guilds/{guild}/commands")
_ONE = tuple(f"{path}/{{command}}" for path in _ALL)


def _find_scope(request: RestRequest) -> str | None:
    request.require_own_application()
    return request.find_guild().id if "guild" in request.params else None


@ROUTES("GET", *_ALL)
def list_commands(request: RestRequest) -> list[Json]:
    """All global commands, or all commands of a guild.

    Raises 403 code 20012 (another application), 404 code 10004 (the bot is not in the guild), as do all handlers below.
    """
    return [command.to_json() for command in request.state.commands.get(_find_scope(request), [])]


@ROUTES("GET", *_ONE)
def get_command(request: RestRequest) -> Json:
    """One command. Also raises 404 code 10063."""
    for command in request.state.commands.get(_find_scope(request), []):
        if command.id == request.read_path_id("command"):
            return command.to_json()
    raise unknown("application command")


@ROUTES("PUT", *_ALL)
def overwrite_commands(request: RestRequest) -> list[Json]:
    """Replace all commands. A command whose name and kind were there before keeps its id.

    Also raises 400: 50035 (invalid form), 30032 (too many commands), 50240 (the entry point command is left out).
    """
    return [command.to_json() for command in commands.overwrite_all(request.state, _find_scope(request), request.body)]


@ROUTES("POST", *_ALL)
def upsert_command(request: RestRequest) -> Json:
    """Add a command, or replace the one of the same name and kind.

    Also raises 400: 50035 (invalid form), 30032 (too many commands).
    """
    return commands.upsert(request.state, _find_scope(request), request.read_form()).to_json()


@ROUTES("DELETE", *_ONE)
def delete_command(request: RestRequest) -> None:
    """Delete a command. Also raises 404 code 10063."""
    commands.remove(request.state, _find_scope(request), request.read_path_id("command"))
