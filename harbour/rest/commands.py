"""The application's commands, global and by guild."""

from __future__ import annotations

from typing import Any

from harbour.actions import commands
from harbour.errors import unknown
from harbour.json_types import Json
from harbour.rest.request import RestRequest, Route


def _scope(request: RestRequest) -> str | None:
    request.require_own_application()
    return request.guild().id if "guild" in request.params else None


def list_commands(request: RestRequest) -> list[Json]:
    """`GET …/commands`: the application's commands, global ones or a guild's.

    Raises 403 code 20012 (another application's), 404 code 10004 (a guild that the bot is not in); so do all below.
    """
    return [command.to_json() for command in request.state.commands.get(_scope(request), [])]


def get_command(request: RestRequest) -> Json:
    """`GET …/commands/{command}`: one of them. Raises 404 code 10063 as well."""
    for command in request.state.commands.get(_scope(request), []):
        if command.id == request.path_id("command"):
            return command.to_json()
    raise unknown("application command")


def overwrite_commands(request: RestRequest) -> list[Json]:
    """`PUT …/commands`: these and no others; who had the name keeps the id. Raises 400: 50035 (the form), 30032 (too
    many)."""
    return [command.to_json() for command in commands.overwrite_all(request.state, _scope(request), request.body)]


def upsert_command(request: RestRequest) -> Json:
    """`POST …/commands`: one more, in place of one of that name. Raises 400: 50035 (the form), 30032 (too many)."""
    return commands.upsert(request.state, _scope(request), request.form()).to_json()


def delete_command(request: RestRequest) -> Any:
    """`DELETE …/commands/{command}`: one less. Raises 404 code 10063 as well."""
    commands.remove(request.state, _scope(request), request.path_id("command"))


ROUTES: list[Route] = [
    (method, f"/applications/{{app}}{scope}/commands{tail}", handler)
    for scope in ("", "/guilds/{guild}")
    for method, tail, handler in (
        ("GET", "", list_commands),
        ("PUT", "", overwrite_commands),
        ("POST", "", upsert_command),
        ("GET", "/{command}", get_command),
        ("DELETE", "/{command}", delete_command),
    )
]
