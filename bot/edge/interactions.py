"""Parses an interaction without I/O: the requester, the place, the time, and the command, control or form."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import discord

from bot.edge.custom_ids import Control, list_components, parse_custom_id
from bot.ports.requests import Location, Requester, RequestId
from bot.ports.text import clean_name, without_hidden
from bot.services.request import TableRequest
from bot.wording import choose_language
from games.core.refused import Refused


def make_sight_check(member: discord.Member) -> Callable[[int], bool]:
    """Return a function that says if a member may see a channel or thread of their server, by its id.

    It returns False for deleted channels and archived threads, which the gateway does not list. The gateway does not
    name the members of a private thread either, so only its owner and those who may manage threads count as seeing it.
    """

    def sees(channel: int) -> bool:
        place = member.guild.get_channel_or_thread(channel)
        if place is None or (isinstance(place, discord.Thread) and place.parent is None):
            return False
        granted = place.permissions_for(member)
        if isinstance(place, discord.Thread) and place.is_private():
            return granted.view_channel and (granted.manage_threads or place.owner_id == member.id)
        return granted.view_channel

    return sees


Value = str | int | float | bool
_PERSON, _FILE = discord.AppCommandOptionType.user.value, discord.AppCommandOptionType.attachment.value
_UPLOAD = discord.ComponentType.file_upload.value
_SUBCOMMANDS = (discord.AppCommandOptionType.subcommand.value, discord.AppCommandOptionType.subcommand_group.value)


class NamedUser(NamedTuple):
    """A user named by an option."""

    user: int
    name: str
    bot: bool = False


class ChosenMessage(NamedTuple):
    """A message on which a menu entry was used."""

    own: bool
    """True if the bot wrote the message."""
    table: int
    """The table that its controls name, or 0."""


class GivenFile(NamedTuple):
    """A file from an option or a form. `read` fetches it from Discord."""

    name: str
    size: int
    read: Callable[[], Awaitable[bytes]]


@dataclass(slots=True)
class InteractionRequest(TableRequest):
    """A request made by an interaction: a command, a control (button, menu or form), or an option being typed."""

    path: tuple[str, ...] = ()
    """The command, such as ("table", "open"); empty for a control."""
    options: Mapping[str, Value] = field(default_factory=dict)
    people: Mapping[str, NamedUser] = field(default_factory=dict)
    files: Mapping[str, GivenFile] = field(default_factory=dict)
    focused: str = ""
    """The name of the option that is being typed."""
    control: Control | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    """The facts in the control's name, as its pattern reads them."""
    values: tuple[str, ...] = ()
    """The values chosen from a menu, or the contents of a form's fields in order."""
    private: bool = False
    """True if the control is on a message that only this user sees."""
    on_layout: bool = False
    """True if the control is on a layout."""
    allowed: discord.Permissions = field(default_factory=discord.Permissions.none)
    """The bot's own permissions in the channel."""
    slow_mode: int = 0
    """The seconds of the channel's slow mode; 0 for none."""
    target: NamedUser | None = None
    """The person on whom a menu entry was used."""
    message: ChosenMessage | None = None
    client: discord.Client | None = None
    """The connection on which the interaction came."""
    slow: bool = False
    """True for a control whose answer may take seconds."""

    @property
    def is_awaited(self) -> bool:
        """True if Discord shows "thinking…" in place of the answer until it arrives."""
        return bool(self.path) or self.slow

    @property
    def control_name(self) -> str:
        """The name of the control ("hand.show"); "" for a command."""
        return self.control.name if self.control else ""

    @property
    def table(self) -> int:
        """The table of the control's message, or 0."""
        return self.control.table if self.control else 0

    @property
    def act_name(self) -> str:
        """The name of the command or control for the log, without any typed or chosen text."""
        if self.path:
            return "/" + " ".join(self.path)
        return self.control_name.partition(".")[0] if self.control else "a strange control"

    @property
    def shown_sequence(self) -> int:
        """The sequence of the last event that the message with the control showed."""
        return self.control.sequence if self.control else 0

    @property
    def given_words(self) -> str:
        """The chosen values as one text, as if a player had typed them after a verb."""
        return " ".join(self.values)

    def read_text(self, name: str) -> str:
        """Return an option as text; "" if it was not given."""
        return str(self.options.get(name, "")).strip()

    def find_person(self, name: str) -> Requester | None:
        """Return the person that an option names; None if it was not given. Raises Refused for a bot."""
        named = self.people.get(name)
        if named is not None and named.bot:
            raise Refused("TABLE", "not_a_person", name=named.name)
        return None if named is None else Requester(named.user, named.name)


def read_stamp(snowflake: int) -> int:
    """Return the time that Discord stamped into an id, in milliseconds since 1970."""
    return (snowflake >> 22) + discord.utils.DISCORD_EPOCH


def read_interaction(interaction: discord.Interaction) -> InteractionRequest:
    """Parse an interaction of any type."""
    read = _READERS.get(interaction.type, _read_press)
    return InteractionRequest(
        requester=_read_requester(interaction),
        location=_read_location(interaction),
        id=RequestId(read_stamp(interaction.id), f"i:{interaction.id}"),
        allowed=interaction.app_permissions,
        slow_mode=int(getattr(interaction.channel, "slowmode_delay", 0) or 0),
        client=interaction.client,
        **read(interaction, interaction.data or {}),
    )


def _read_typed(interaction: discord.Interaction, data: Any) -> dict[str, Any]:
    """The parts of a request that a command or an entry of a menu gives, whole or still being typed."""
    path, given = _read_command(data)
    user, application = interaction.client.user, interaction.application_id
    target, message = _read_target(data, (application, application if user is None else user.id))
    kinds: dict[str, dict[str, Any]] = {"options": {}, "people": {}, "files": {}}
    for option in given:
        name, value = option["name"], option["value"]
        if option["type"] == _PERSON:
            kinds["people"][name] = _read_person(value, data)
        elif option["type"] == _FILE:
            kinds["files"][name] = _read_file(value, data, interaction.client)
        else:
            kinds["options"][name] = without_hidden(value) if isinstance(value, str) else value
    focused = next((option["name"] for option in given if option.get("focused")), "")
    return {"path": path, "focused": focused, "target": target, "message": message, **kinds}


def _read_form(interaction: discord.Interaction, data: Any) -> dict[str, Any]:
    """The parts that a completed form gives."""
    filled = [label["component"] for label in data["components"]]
    files = {
        entry["custom_id"]: _read_file(entry["values"][0], data, interaction.client)
        for entry in filled
        if entry["type"] == _UPLOAD and entry["values"]
    }
    entered = tuple(value for entry in filled if entry["type"] != _UPLOAD for value in _list_values(entry))
    return {"control": parse_custom_id(data["custom_id"]), "values": entered, "files": files}


def _read_press(interaction: discord.Interaction, data: Any) -> dict[str, Any]:
    """The parts that a button or a menu gives."""
    flags = discord.MessageFlags() if interaction.message is None else interaction.message.flags
    return {
        "control": parse_custom_id(data.get("custom_id", "")),
        "values": tuple(without_hidden(str(value)) for value in data.get("values", ())),
        "private": flags.ephemeral,
        "on_layout": flags.components_v2,
    }


_READERS: Mapping[discord.InteractionType, Callable[[discord.Interaction, Any], dict[str, Any]]] = {
    discord.InteractionType.application_command: _read_typed,
    discord.InteractionType.autocomplete: _read_typed,
    discord.InteractionType.modal_submit: _read_form,
}


def _read_requester(interaction: discord.Interaction) -> Requester:
    user, language = interaction.user, choose_language(str(interaction.locale))
    if not isinstance(user, discord.Member):
        return Requester(user.id, clean_name(user.display_name), language=language)
    by_roles = user.guild_permissions  # from the roles alone; `interaction.permissions` adds what the channel grants
    roles = tuple(role.id for role in user.roles)
    moderator = interaction.permissions.manage_channels
    admin = by_roles.manage_guild or by_roles.manage_channels
    return Requester(user.id, clean_name(user.display_name), admin, roles, moderator, language, make_sight_check(user))


def _read_location(interaction: discord.Interaction) -> Location:
    channel = interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else 0
    language = choose_language(str(interaction.guild_locale or ""))
    return Location(interaction.guild_id or 0, interaction.channel_id or 0, parent, language)


def _read_command(data: Any) -> tuple[tuple[str, ...], list[Any]]:
    path = [str(data["name"])]
    given = list(data.get("options", ()))
    while given and given[0]["type"] in _SUBCOMMANDS:
        path.append(str(given[0]["name"]))
        given = list(given[0].get("options", ()))
    return tuple(path), given


def _read_person(user: str, data: Any) -> NamedUser:
    resolved = data.get("resolved", {})
    found = resolved.get("users", {}).get(user, {})
    nick = resolved.get("members", {}).get(user, {}).get("nick")
    name = nick or found.get("global_name") or found.get("username") or user
    return NamedUser(int(user), clean_name(str(name)), bool(found.get("bot", False)))


def _read_target(data: Any, own_ids: Collection[int]) -> tuple[NamedUser | None, ChosenMessage | None]:
    """The person or the message on which a menu entry was used; (None, None) for a slash command.

    `own_ids` are the ids under which the bot writes messages: its user's, and its application's in answers to
    interactions.
    """
    number = str(data.get("target_id", ""))
    if data.get("type") == discord.AppCommandType.user.value:
        return _read_person(number, data), None
    if data.get("type") != discord.AppCommandType.message.value:
        return None, None
    found = data["resolved"]["messages"][number]
    controls = (parse_custom_id(part.get("custom_id", "")) for part in list_components(found.get("components", ())))
    table = next((control.table for control in controls if control is not None), 0)
    return None, ChosenMessage(int(found["author"]["id"]) in own_ids, table)


def _read_file(number: str, data: Any, client: discord.Client) -> GivenFile:
    found = data["resolved"]["attachments"][number]
    url = str(found["url"])
    return GivenFile(clean_name(str(found["filename"])), int(found["size"]), lambda: client.http.get_from_cdn(url))


def _list_values(entry: Any) -> Iterable[str]:
    return (without_hidden(str(value)) for value in ([entry["value"]] if "value" in entry else entry.get("values", ())))
