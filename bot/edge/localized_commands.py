"""The descriptions of commands, options and choices in every language. Their names stay English: what a crew shouts is
one word for all.

Discord shows each person those of their own locale, and the English ones behind them. `commands.po` of a language has
them: `/table open` is the key "table open", its option `game` is "table open:game", and a choice of it
"table open:game/<its value>".
"""

from collections.abc import Iterator
from typing import Any, Final

import discord

from bot.wording.translations import COMMANDS, list_languages, read_messages

MOST_PLAIN: Final = 100
"""The longest description or choice that Discord takes."""
_ALSO: Final = {"es-ES": ("es-419",)}
"""Further locales of Discord that read a language."""
_GROUPS: Final = (discord.AppCommandOptionType.subcommand.value, discord.AppCommandOptionType.subcommand_group.value)
_SLASH: Final = discord.AppCommandType.chat_input.value


def localize(commands: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Give commands, as Discord takes them, their texts in each language. It reads files; call it off the loop."""
    known = {language: read_messages(language, COMMANDS) for language in list_languages()}
    for key, field, part in _walk_all(commands):
        told = {
            locale: translated[key].text
            for language, translated in known.items()
            if key in translated and translated[key].english == part[field]
            for locale in (language, *_ALSO.get(language, ()))
        }
        if told:
            part[f"{field}_localizations"] = told
    return commands


def list_texts(commands: list[dict[str, Any]]) -> dict[str, str]:
    """The English texts of commands, by key."""
    return {key: str(part[field]) for key, field, part in _walk_all(commands)}


def _walk_all(commands: list[dict[str, Any]]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the key of each text, the field that has it, and the part of a command with that field."""
    for command in commands:
        if command["type"] == _SLASH:
            yield from _walk(str(command["name"]), command)


def _walk(path: str, command: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    yield path, "description", command
    for option in command.get("options", ()):
        if option["type"] in _GROUPS:
            yield from _walk(f"{path} {option['name']}", option)
        else:
            key = f"{path}:{option['name']}"
            yield key, "description", option
            yield from ((f"{key}/{choice['value']}", "name", choice) for choice in option.get("choices", ()))
