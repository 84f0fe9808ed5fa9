"""What an interaction says, read without asking anybody: who, where, when, and which command, control or form."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import discord

from bot.edge.custom_ids import Control, read
from bot.ports.requests import Location, Requester, RequestId
from bot.wording.names import harmless

Value = str | int | float | bool
_EPHEMERAL = discord.MessageFlags.ephemeral.flag
_PERSON, _FILE = discord.AppCommandOptionType.user.value, discord.AppCommandOptionType.attachment.value
_WORDS = (discord.AppCommandOptionType.subcommand.value, discord.AppCommandOptionType.subcommand_group.value)


class Person(NamedTuple):
    """Somebody whom an option names."""

    user: int
    name: str
    bot: bool = False


class File(NamedTuple):
    """A file that an option holds; `read` fetches it from Discord."""

    name: str
    size: int
    read: Callable[[], Awaitable[bytes]]


@dataclass(frozen=True, slots=True)
class InteractionRequest:
    """One interaction. `path` names a command; `control` a button, menu or form; `focused` the option being typed.

    `values` are the chosen values of a menu or what a form's fields hold, in their order; `private` tells that the
    control stands on a message that only this person sees.
    """

    who: Requester
    where: Location
    stamp: RequestId
    path: tuple[str, ...] = ()
    options: Mapping[str, Value] = field(default_factory=dict)
    people: Mapping[str, Person] = field(default_factory=dict)
    files: Mapping[str, File] = field(default_factory=dict)
    focused: str = ""
    control: Control | None = None
    values: tuple[str, ...] = ()
    private: bool = False
    allowed: discord.Permissions = field(default_factory=discord.Permissions.none)

    def text(self, name: str) -> str:
        """The option as text; empty if it was not given."""
        return str(self.options.get(name, "")).strip()


def stamped(snowflake: int) -> int:
    """The millisecond (since 1970) that Discord stamped into an id."""
    return (snowflake >> 22) + discord.utils.DISCORD_EPOCH


def read_interaction(interaction: discord.Interaction) -> InteractionRequest:
    """The call that an interaction makes."""
    data: Any = interaction.data or {}
    known: dict[str, Any] = {
        "who": _who(interaction),
        "where": _where(interaction),
        "stamp": RequestId(stamped(interaction.id), f"i:{interaction.id}"),
        "allowed": interaction.app_permissions,
    }
    if interaction.type in (discord.InteractionType.application_command, discord.InteractionType.autocomplete):
        path, given = _command(data)
        people = {option["name"]: _person(option["value"], data) for option in given if option["type"] == _PERSON}
        focused = next((option["name"] for option in given if option.get("focused")), "")
        files = {one["name"]: _file(one["value"], data, interaction.client) for one in given if one["type"] == _FILE}
        values = {option["name"]: option["value"] for option in given if option["type"] not in (_PERSON, _FILE)}
        return InteractionRequest(path=path, options=values, people=people, files=files, focused=focused, **known)
    if interaction.type is discord.InteractionType.modal_submit:
        return InteractionRequest(
            control=read(data["custom_id"]), values=tuple(_filled_in(data["components"])), **known
        )
    message = interaction.message
    private = message is not None and bool(message.flags.value & _EPHEMERAL)
    chosen = tuple(data.get("values", ()))
    return InteractionRequest(control=read(data.get("custom_id", "")), values=chosen, private=private, **known)


def _who(interaction: discord.Interaction) -> Requester:
    rights = interaction.permissions
    admin = interaction.guild_id is not None and (rights.manage_guild or rights.manage_channels or rights.administrator)
    user = interaction.user
    roles = tuple(role.id for role in user.roles) if isinstance(user, discord.Member) else ()
    return Requester(user.id, harmless(user.display_name), admin, roles)


def _where(interaction: discord.Interaction) -> Location:
    channel = interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else 0
    return Location(interaction.guild_id or 0, interaction.channel_id or 0, parent)


def _command(data: Any) -> tuple[tuple[str, ...], list[Any]]:
    path = [str(data["name"])]
    given = list(data.get("options", ()))
    while given and given[0]["type"] in _WORDS:
        path.append(str(given[0]["name"]))
        given = list(given[0].get("options", ()))
    return tuple(path), given


def _person(user: str, data: Any) -> Person:
    resolved = data.get("resolved", {})
    found = resolved.get("users", {}).get(user, {})
    nick = resolved.get("members", {}).get(user, {}).get("nick")
    name = nick or found.get("global_name") or found.get("username") or user
    return Person(int(user), harmless(str(name)), bool(found.get("bot", False)))


def _file(number: str, data: Any, client: discord.Client) -> File:
    found = data["resolved"]["attachments"][number]
    url = str(found["url"])
    return File(str(found["filename"]), int(found["size"]), lambda: client.http.get_from_cdn(url))


def _filled_in(components: Iterable[Any]) -> Iterable[str]:
    for component in components:
        inner = component.get("components") or ([component["component"]] if "component" in component else [component])
        for each in inner:
            if "value" in each:
                yield str(each["value"])
            else:
                yield from (str(value) for value in each.get("values", ()))
