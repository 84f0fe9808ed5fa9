"""The application's commands, global and by guild."""

from __future__ import annotations

from typing import Any

from harbour.actions import commands
from harbour.errors import unknown
from harbour.json_types import Json
from harbour.rest.request import RestRequest, Route


def _scope(call: RestRequest) -> str | None:
    call.mine()
    return call.guild().id if "guild" in call.params else None


def listed(call: RestRequest) -> list[Json]:
    """`GET …/commands`: the application's commands, global ones or a guild's.

    Raises 403 code 20012 (another application's), 404 code 10004 (a guild that the bot is not in); so do all below.
    """
    return [command.to_json() for command in call.state.commands.get(_scope(call), [])]


def one(call: RestRequest) -> Json:
    """`GET …/commands/{command}`: one of them. Raises 404 code 10063 as well."""
    for command in call.state.commands.get(_scope(call), []):
        if command.id == call.id("command"):
            return command.to_json()
    raise unknown("application command")


def overwrite(call: RestRequest) -> list[Json]:
    """`PUT …/commands`: these and no others; who had the name keeps the id. Raises 400: 50035 (the form), 30032 (too
    many)."""
    return [command.to_json() for command in commands.overwrite_all(call.state, _scope(call), call.body)]


def upsert(call: RestRequest) -> Json:
    """`POST …/commands`: one more, in place of one of that name. Raises 400: 50035 (the form), 30032 (too many)."""
    return commands.upsert(call.state, _scope(call), call.form()).to_json()


def remove(call: RestRequest) -> Any:
    """`DELETE …/commands/{command}`: one less. Raises 404 code 10063 as well."""
    commands.remove(call.state, _scope(call), call.id("command"))


ROUTES: list[Route] = [
    (method, f"/applications/{{app}}{scope}/commands{tail}", handler)
    for scope in ("", "/guilds/{guild}")
    for method, tail, handler in (
        ("GET", "", listed),
        ("PUT", "", overwrite),
        ("POST", "", upsert),
        ("GET", "/{command}", one),
        ("DELETE", "/{command}", remove),
    )
]
