"""Application commands as they are registered: one set for everywhere, one a guild."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from harbour.errors import unknown
from harbour.limits.commands import SUB_COMMAND, SUB_GROUP, check_command, check_commands
from harbour.limits.fields import Field, as_list
from harbour.model import Json
from harbour.world import World

_DEFAULTS: Json = {
    "description": "",
    "name_localizations": None,
    "description_localizations": None,
    "default_member_permissions": None,
    "dm_permission": True,
    "contexts": None,
    "integration_types": [0],
    "nsfw": False,
}


@dataclass(slots=True, eq=False)
class Command:
    """A registered command, as the bot declared it (`body`), for one guild or (None) for all."""

    id: str
    version: str
    guild_id: str | None
    application_id: str
    body: Json

    @property
    def name(self) -> str:
        """What it is called."""
        return str(self.body["name"])

    @property
    def kind(self) -> int:
        """1 is a slash command; 2 and 3 belong to a user's or a message's menu."""
        return int(self.body.get("type") or 1)

    def to_json(self) -> Json:
        """The command as Discord gives it back, with its defaults filled in."""
        given = {key: value for key, value in self.body.items() if key != "id" and value is not None}
        shown = {**_DEFAULTS, **given, "type": self.kind, "options": self.body.get("options") or []}
        shown |= {"id": self.id, "version": self.version, "application_id": self.application_id}
        if shown["default_member_permissions"] is not None:
            shown["default_member_permissions"] = str(shown["default_member_permissions"])
        if self.guild_id is not None:
            shown["guild_id"] = self.guild_id
        return shown

    def ways(self) -> Iterator[tuple[list[str], Json]]:
        """Each way to call it: the words ("table", "open") and the command or sub-command that has the options."""

        def walk(words: list[str], node: Json) -> Iterator[tuple[list[str], Json]]:
            below = [o for o in node.get("options") or [] if o["type"] in (SUB_COMMAND, SUB_GROUP)]
            if not below:
                yield words, node
            for option in below:
                yield from walk([*words, option["name"]], option)

        yield from walk([self.name], self.body)


def overwrite_all(world: World, guild_id: str | None, body: Any) -> list[Command]:
    """Replace the whole set; a command of the same name and kind keeps its id, and its version if nothing changed."""
    check_commands(as_list(body))
    before = {(c.kind, c.name): c for c in world.commands.get(guild_id, [])}
    world.commands[guild_id] = [_registered(world, guild_id, item, before) for item in body]
    _tell(world, guild_id)
    return world.commands[guild_id]


def upsert(world: World, guild_id: str | None, body: Field) -> Command:
    """Add one command, or replace the one of the same name and kind."""
    check_command(body)
    body.refuse_if_bad()
    present = world.commands.setdefault(guild_id, [])
    before = {(c.kind, c.name): c for c in present}
    command = _registered(world, guild_id, body.value, before)
    kept = [c for c in present if (c.kind, c.name) != (command.kind, command.name)]
    check_commands(Field([c.body for c in [*kept, command]]))
    world.commands[guild_id] = [*kept, command]
    _tell(world, guild_id)
    return command


def remove(world: World, guild_id: str | None, command_id: str) -> None:
    """Take a command away. Raises 404 code 10063."""
    present = world.commands.get(guild_id, [])
    found = next((c for c in present if c.id == command_id), None)
    if found is None:
        raise unknown("application command")
    present.remove(found)
    _tell(world, guild_id)


def _tell(world: World, guild_id: str | None) -> None:
    """People's menus change; a bot is told nothing of it."""
    world.publish("COMMANDS_UPDATE", {}, guild_id=guild_id)


def _registered(world: World, guild_id: str | None, body: Json, before: dict[tuple[int, str], Command]) -> Command:
    old = before.get((int(body.get("type") or 1), str(body["name"])))
    if old is not None and old.body == body:
        return old
    command_id = old.id if old is not None else world.snowflakes.new()
    return Command(command_id, world.snowflakes.new(), guild_id, world.application_id, body)
