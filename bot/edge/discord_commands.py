"""Discord's terms for commands: options, the places that offer a command, and the targets of menus."""

from collections.abc import Awaitable, Callable, Sequence
from enum import Enum
from typing import Any, NamedTuple

import discord

from bot.edge.interactions import InteractionRequest
from bot.services.services import Services
from bot.wording.translations import COMMANDS, read_english

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
    """As `SERVER_AND_DM`. People who installed the app in their account also have it in servers without the app."""
    EVERYWHERE = ([0, 1, 2], [0, 1])
    """As `USER_INSTALL`. People who installed the app in their account also have it in all their conversations."""

    def __init__(self, contexts: list[int], installations: list[int]) -> None:
        self.contexts = contexts
        """Discord's `contexts`: servers, the bot's DM, other people's DMs and groups."""
        self.installations = installations
        """Discord's `integration_types`: servers, users."""

    def make_payload(self, needs: discord.Permissions | None = None) -> dict[str, Any]:
        """Describe to Discord where a command is offered. Discord hides it from users who lack what it `needs`."""
        return {
            "contexts": self.contexts,
            "integration_types": self.installations,
            "default_member_permissions": None if needs is None else needs.value,
        }


Choices = tuple[tuple[str, str], ...]
"""The values that an option may have, as pairs of (label, value)."""


class Option(NamedTuple):
    """One option of a command."""

    name: str
    kind: Kind = Kind.TEXT
    required: bool = False
    choices: tuple[str, ...] | Callable[[], Choices] = ()
    """The values, or a function that returns them with their labels when the commands are registered."""
    suggest: Suggest | None = None
    """Suggests values while the option is typed."""
    most: int = 0
    """The length limit of a text, or the largest number."""
    least: int = 0
    """The smallest number."""
    keywords: tuple[str, ...] = ()
    """Words that have a meaning of their own here, in English. People may type them in their own language, as the
    translated description shows them."""
    description: str = ""
    """The description that Discord shows below the name, if `translations/en/commands.txt` has none."""

    def make_payload(self, command: str) -> dict[str, Any]:
        """Describe the option of a command to Discord."""
        key, english = f"{command}:{self.name}", read_english(COMMANDS)
        description = self.description or english[key]
        payload: dict[str, Any] = {"type": self.kind.value, "name": self.name, "description": description}
        if self.required:
            payload["required"] = True
        values = self.choices
        choices = values() if callable(values) else tuple((english[f"{key}/{value}"], value) for value in values)
        if choices:
            payload["choices"] = [{"name": shown, "value": value} for shown, value in choices]
        if self.suggest is not None:
            payload["autocomplete"] = True
        if self.most and self.kind is Kind.TEXT:
            payload["max_length"] = self.most
        if self.kind is Kind.NUMBER:
            payload["min_value"], payload["max_value"] = self.least, self.most
        return payload


class Target(Enum):
    """The targets of Discord's menus. The values are Discord's types of commands."""

    PERSON = discord.AppCommandType.user.value
    MESSAGE = discord.AppCommandType.message.value
