"""The commands as Discord knows them, as plain data: names, descriptions, options, and the places that offer them."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from enum import Enum
from typing import Any, NamedTuple

import discord

from bot.edge.interactions import InteractionRequest
from bot.services.services import Services

Suggestions = Sequence[tuple[str, str | int]]
"""Suggested values of an option, as (label, value)."""
Suggest = Callable[[Services, InteractionRequest], Awaitable[Suggestions]]
"""Suggests values for an option that is being typed."""

MOST_COMMANDS = 100
"""The most commands of an application (Discord's limit)."""
MOST_IN_MENU = 5
"""The most entries in the menu of a person or of a message (Discord's limit)."""


class Kind(Enum):
    """The types of options. The values are Discord's."""

    TEXT = discord.AppCommandOptionType.string.value
    NUMBER = discord.AppCommandOptionType.integer.value
    YES_NO = discord.AppCommandOptionType.boolean.value
    PERSON = discord.AppCommandOptionType.user.value
    CHANNEL = discord.AppCommandOptionType.channel.value
    ROLE = discord.AppCommandOptionType.role.value
    FILE = discord.AppCommandOptionType.attachment.value


class Reach(Enum):
    """The contexts in which Discord offers a command, and the kinds of installation that it needs there."""

    SERVER = ([0], [0])
    """In the channels of a server that has the app."""
    SERVER_AND_DM = ([0, 1], [0])
    """In the channels of a server that has the app, and in the bot's DM."""
    USER_INSTALL = ([0, 1], [0, 1])
    """As `SERVER_AND_DM`, and also for a person who has installed the app in their own account alone."""
    EVERYWHERE = ([0, 1, 2], [0, 1])
    """As `USER_INSTALL`, and also in every conversation of a person who has installed the app in their account."""

    def __init__(self, contexts: list[int], installations: list[int]) -> None:
        self.contexts = contexts
        """Discord's `contexts`: servers, the bot's DM, other people's DMs and groups."""
        self.installations = installations
        """Discord's `integration_types`: servers, users."""


Choices = tuple[tuple[str, str], ...]
"""The values that an option may have, as pairs of (label, value)."""


class Option(NamedTuple):
    """One option of a command."""

    name: str
    plain: str
    """The description."""
    kind: Kind = Kind.TEXT
    required: bool = False
    choices: Choices | Callable[[], Choices] = ()
    """The choices, or a function that returns them when the commands are registered."""
    suggest: Suggest | None = None
    """Suggests values while the option is typed."""
    most: int = 0
    """The length limit of a text, or the largest number."""
    least: int = 0
    """The smallest number."""
    keywords: tuple[str, ...] = ()
    """Words that have a meaning of their own here, in English. People may type them in their language, which the
    description names."""

    def payload(self) -> dict[str, Any]:
        """Describe the option to Discord."""
        payload: dict[str, Any] = {"type": self.kind.value, "name": self.name, "description": self.plain}
        if self.required:
            payload["required"] = True
        choices = self.choices() if callable(self.choices) else self.choices
        if choices:
            payload["choices"] = [{"name": shown, "value": value} for shown, value in choices]
        if self.suggest is not None:
            payload["autocomplete"] = True
        if self.most and self.kind is Kind.TEXT:
            payload["max_length"] = self.most
        if self.kind is Kind.NUMBER:
            payload["min_value"], payload["max_value"] = self.least, self.most
        return payload


class Command(NamedTuple):
    """A slash command, or a subcommand of a group."""

    name: str
    plain: str
    """The description."""
    options: tuple[Option, ...] = ()
    reach: Reach = Reach.SERVER
    needs: discord.Permissions | None = None
    """The permissions without which Discord hides the command from a user."""

    def payload(self) -> dict[str, Any]:
        """Describe the command to Discord."""
        return _describe_entry(self.name, self.plain, self._describe_options(), self.reach, self.needs)

    def subcommand_payload(self) -> dict[str, Any]:
        """Describe the command to Discord as a subcommand of a group."""
        kind = discord.AppCommandOptionType.subcommand.value
        return {"type": kind, "name": self.name, "description": self.plain, "options": self._describe_options()}

    def _describe_options(self) -> list[dict[str, Any]]:
        return [option.payload() for option in sorted(self.options, key=lambda option: not option.required)]


class CommandGroup(NamedTuple):
    """A command with subcommands: ``/table open``."""

    name: str
    plain: str
    """The description."""
    commands: tuple[Command, ...]
    reach: Reach = Reach.SERVER
    needs: discord.Permissions | None = None
    """As in `Command`, for the whole group."""

    def payload(self) -> dict[str, Any]:
        """Describe the group to Discord."""
        commands = [command.subcommand_payload() for command in self.commands]
        return _describe_entry(self.name, self.plain, commands, self.reach, self.needs)


class Target(Enum):
    """The targets of Discord's menus. The values are Discord's types of commands."""

    PERSON = discord.AppCommandType.user.value
    MESSAGE = discord.AppCommandType.message.value


class MenuCommand(NamedTuple):
    """An entry of the menu that Discord shows on a person or on a message."""

    name: str
    target: Target
    reach: Reach = Reach.SERVER

    def payload(self) -> dict[str, Any]:
        """Describe the entry to Discord."""
        return {
            "type": self.target.value,
            "name": self.name,
            "contexts": self.reach.contexts,
            "integration_types": self.reach.installations,
            "default_member_permissions": None,
        }


class CommandTree:
    """All commands, found by path."""

    def __init__(self, entries: Iterable[Command | CommandGroup | MenuCommand]) -> None:
        """Raises ValueError for too many commands."""
        self.entries = tuple(entries)
        self._by_path = dict(self.walk())
        menus = [entry.target for entry in self.entries if isinstance(entry, MenuCommand)]
        if len(self.entries) - len(menus) > MOST_COMMANDS:
            raise ValueError(f"{len(self.entries)} commands; Discord takes {MOST_COMMANDS}")
        if any(menus.count(target) > MOST_IN_MENU for target in Target):
            raise ValueError(f"more than {MOST_IN_MENU} commands in a menu")

    def walk(self) -> Iterator[tuple[tuple[str, ...], Command]]:
        """Yield each slash command with its path."""
        for entry in self.entries:
            if isinstance(entry, Command):
                yield (entry.name,), entry
            elif isinstance(entry, CommandGroup):
                for command in entry.commands:
                    yield (entry.name, command.name), command

    def find(self, path: tuple[str, ...]) -> Command | None:
        """Return the slash command with this path, or None."""
        return self._by_path.get(path)

    def payload(self) -> list[dict[str, Any]]:
        """Describe all commands to Discord, sorted by name."""
        return sorted((entry.payload() for entry in self.entries), key=lambda payload: str(payload["name"]))


def _describe_entry(
    name: str, plain: str, options: list[dict[str, Any]], reach: Reach, needs: discord.Permissions | None
) -> dict[str, Any]:
    return {
        "type": discord.AppCommandType.chat_input.value,
        "name": name,
        "description": plain,
        "options": options,
        "contexts": reach.contexts,
        "integration_types": reach.installations,
        "default_member_permissions": None if needs is None else needs.value,
    }
