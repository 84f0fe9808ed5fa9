"""Commands as plain data: one declaration gives Discord's payload, the handler and the autocomplete."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator
from enum import Enum
from typing import Any, NamedTuple

import discord

from bot.edge.interactions import InteractionRequest
from bot.edge.responder import FileReply
from bot.ports.requests import Reply
from bot.services.desk import Desk

Run = Callable[[Desk, InteractionRequest], Awaitable[Reply | FileReply]]
Suggest = Callable[[Desk, InteractionRequest], Awaitable[list[tuple[str, str]]]]

MOST_COMMANDS = 100


class Kind(Enum):
    """What an option takes; the values are Discord's."""

    TEXT = discord.AppCommandOptionType.string.value
    NUMBER = discord.AppCommandOptionType.integer.value
    YES_NO = discord.AppCommandOptionType.boolean.value
    PERSON = discord.AppCommandOptionType.user.value
    CHANNEL = discord.AppCommandOptionType.channel.value
    ROLE = discord.AppCommandOptionType.role.value
    FILE = discord.AppCommandOptionType.attachment.value


Choices = tuple[tuple[str, str], ...]
"""The values that an option may have, each after its text."""


class Option(NamedTuple):
    """One option of a command. `choices` are (shown, value), or a function that gives them when the commands are
    registered; `suggest` completes what is being typed; `most` is the letters of a text, and with `least` the bounds of
    a number."""

    name: str
    plain: str
    kind: Kind = Kind.TEXT
    required: bool = False
    choices: Choices | Callable[[], Choices] = ()
    suggest: Suggest | None = None
    most: int = 0
    least: int = 0

    def payload(self) -> dict[str, Any]:
        """The option as Discord takes it."""
        made: dict[str, Any] = {"type": self.kind.value, "name": self.name, "description": self.plain}
        if self.required:
            made["required"] = True
        choices = self.choices() if callable(self.choices) else self.choices
        if choices:
            made["choices"] = [{"name": shown, "value": value} for shown, value in choices]
        if self.suggest is not None:
            made["autocomplete"] = True
        if self.most and self.kind is Kind.TEXT:
            made["max_length"] = self.most
        if self.kind is Kind.NUMBER:
            made["min_value"], made["max_value"] = self.least, self.most
        return made


class Command(NamedTuple):
    """A slash command, or one word of a group. `anywhere`: in DMs too; `needs`: who sees it by default."""

    name: str
    plain: str
    run: Run
    options: tuple[Option, ...] = ()
    anywhere: bool = False
    needs: discord.Permissions | None = None

    def payload(self) -> dict[str, Any]:
        """The command as Discord takes it."""
        return _top(self.name, self.plain, self._options(), self.anywhere, self.needs)

    def word(self) -> dict[str, Any]:
        """The same as a word of a group."""
        kind = discord.AppCommandOptionType.subcommand.value
        return {"type": kind, "name": self.name, "description": self.plain, "options": self._options()}

    def _options(self) -> list[dict[str, Any]]:
        return [option.payload() for option in sorted(self.options, key=lambda option: not option.required)]


class Group(NamedTuple):
    """A command with words below it: ``/table open``."""

    name: str
    plain: str
    words: tuple[Command, ...]
    anywhere: bool = False
    needs: discord.Permissions | None = None

    def payload(self) -> dict[str, Any]:
        """The group as Discord takes it."""
        return _top(self.name, self.plain, [word.word() for word in self.words], self.anywhere, self.needs)


class CommandTree:
    """All commands, by path."""

    def __init__(self, entries: Iterable[Command | Group]) -> None:
        """Raises ValueError for a name that is there twice, or more than Discord takes."""
        self.entries = tuple(entries)
        self._by_path: dict[tuple[str, ...], Command] = {}
        for path, command in self._walk():
            if path in self._by_path:
                raise ValueError(f"the command {' '.join(path)} is declared twice")
            self._by_path[path] = command
        if len(self.entries) > MOST_COMMANDS:
            raise ValueError(f"{len(self.entries)} commands; Discord takes {MOST_COMMANDS}")

    def _walk(self) -> Iterator[tuple[tuple[str, ...], Command]]:
        for entry in self.entries:
            if isinstance(entry, Command):
                yield (entry.name,), entry
            else:
                for word in entry.words:
                    yield (entry.name, word.name), word

    def find(self, path: tuple[str, ...]) -> Command | None:
        """The command of that path, or None."""
        return self._by_path.get(path)

    def suggest(self, path: tuple[str, ...], option: str) -> Suggest | None:
        """What completes an option of a command, or None."""
        command = self.find(path)
        return next((o.suggest for o in command.options if o.name == option), None) if command else None

    def payload(self) -> list[dict[str, Any]]:
        """All commands as Discord takes them, in the order of their names."""
        return sorted((entry.payload() for entry in self.entries), key=lambda made: str(made["name"]))


def _top(
    name: str, plain: str, options: list[dict[str, Any]], anywhere: bool, needs: discord.Permissions | None
) -> dict[str, Any]:
    return {
        "type": discord.AppCommandType.chat_input.value,
        "name": name,
        "description": plain,
        "options": options,
        "contexts": [0, 1] if anywhere else [0],
        "integration_types": [0],
        "default_member_permissions": None if needs is None else needs.value,
    }
