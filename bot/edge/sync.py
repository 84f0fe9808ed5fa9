"""Registers the commands with Discord, unless Discord has them already."""

import asyncio
import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from typing import Any, Final

import discord
from msgspec import Struct

from bot.wording.translations import COMMANDS, list_languages, read_sentences

_GROUPS: Final = (discord.AppCommandOptionType.subcommand.value, discord.AppCommandOptionType.subcommand_group.value)
_SLASH: Final = discord.AppCommandType.chat_input.value


def localize(commands: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Add the translations to commands in Discord's format, and return them. Reads files, so call it in a thread."""
    sentences = {language: read_sentences(language, COMMANDS) for language in list_languages()}
    for key, field, part in list_texts(commands):
        texts = {
            language: translated[key].text
            for language, translated in sentences.items()
            if key in translated and translated[key].english == part[field]
        }
        if texts:
            part[f"{field}_localizations"] = texts
    return commands


def list_texts(commands: list[dict[str, Any]]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the key of each English text, the field that has it, and the part of a command with that field."""
    for command in commands:
        if command["type"] == _SLASH:
            yield from _list_texts_of(str(command["name"]), command)


def _list_texts_of(path: str, command: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    yield path, "description", command
    for option in command.get("options", ()):
        if option["type"] in _GROUPS:
            yield from _list_texts_of(f"{path} {option['name']}", option)
        else:
            key = f"{path}:{option['name']}"
            yield key, "description", option
            yield from ((f"{key}/{choice['value']}", "name", choice) for choice in option.get("choices", ()))


log = logging.getLogger(__name__)


class Registration(Struct):
    """The state of the commands at Discord, as this process knows it."""

    wanted: frozenset[tuple[int, str]] = frozenset()
    """The commands of this release, as (type, name); empty before the first try."""
    refusal: str = ""
    """Discord's reason for refusing the commands; "" if Discord has not refused them, or has taken them since."""

    def is_accepted(self) -> bool:
        """True unless Discord refuses the commands."""
        return not self.refusal


def hash_commands(commands: list[dict[str, Any]], application: int) -> str:
    """Hash all commands and the id of the application."""
    text = json.dumps([application, commands], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def name_commands(commands: Iterable[Mapping[str, Any]]) -> frozenset[tuple[int, str]]:
    """Name commands by (type, name)."""
    return frozenset((command.get("type", _SLASH), str(command["name"])) for command in commands)


async def sync_commands(
    client: discord.Client,
    commands: list[dict[str, Any]],
    load: Callable[[], Awaitable[object]],
    store: Callable[[str], Awaitable[None]],
) -> bool:
    """Register the commands and `store` their hash, unless `load` returns the same hash and Discord has them all.

    Return True if the commands were registered. Raises discord.HTTPException if Discord refuses them.
    """
    application = client.application_id
    if application is None:
        raise RuntimeError("commands are synced after the login")
    payload = await asyncio.to_thread(localize, commands)
    registered: list[Any] = await client.http.get_global_commands(application)
    digest = hash_commands(payload, application)
    if await load() == digest and name_commands(registered) == name_commands(payload):
        return False
    await client.http.bulk_upsert_global_commands(application, payload=payload)
    await store(digest)
    log.info("commands registered with Discord: %d", len(payload))
    return True
