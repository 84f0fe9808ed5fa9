"""Settings: read once from the environment and an `.env` file, checked, each with a line of help.

The fields of `Settings` are the only list; `.env.example` is written from it and a test compares.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

DISCORD_API = "https://discord.com/api/v10"
DISCORD_GATEWAY = "wss://gateway.discord.gg/"

_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")

_PASSWORD = re.compile(r"[\w+]+://[^:/]*:([^@]*)@")
"""Where the URL of a database has its password, as SQLAlchemy reads it: it may hold #, ? and / as they are."""


class Misconfigured(Exception):
    """A setting that cannot be used, or a start that cannot succeed; the message is one sentence for the host."""


class Away(Exception):
    """Discord or the database is out of reach at present, and the same start may succeed later; one sentence too."""


def _setting(default: Any, plain: str, **more: Any) -> Any:
    return field(default=default, metadata={"plain": plain, **more})


@dataclass(frozen=True, slots=True)
class Settings:
    """What a host may set. A field `health_port` is the variable ``HEALTH_PORT``."""

    discord_token: str = _setting("", "The bot's token. Without one, the bot plays on a page in your browser.")
    boneyard_data: str = _setting("data", "The folder for the database, its backups and what else is kept.")
    database_url: str = _setting(
        "", "Where the tables are kept: sqlite:///file or postgresql://... Empty: a SQLite file in BONEYARD_DATA."
    )
    discord_api_base: str = _setting(DISCORD_API, "Discord's REST address.", schemes=("http", "https"))
    discord_gateway: str = _setting(DISCORD_GATEWAY, "Discord's gateway.", schemes=("ws", "wss"))
    discord_cdn: str = _setting("", "Discord's file server. Empty: Discord's own.", schemes=("http", "https"))
    shards: int = _setting(0, "How many connections share the servers; 0 asks Discord.", least=0, most=10_000)
    shard_ids: str = _setting(
        "", "Which of these connections this process holds (0-3 or 0,2), if others hold the rest. Empty: all."
    )
    log_level: str = _setting("INFO", "How much is logged: DEBUG, INFO, WARNING or ERROR.", values=_LEVELS)
    log_format: str = _setting("plain", "How it is logged: plain or json.", values=("plain", "json"))
    health_port: int = _setting(0, "Where /health and /metrics answer. 0: nowhere.", least=0, most=65_535)
    health_host: str = _setting("127.0.0.1", "The address on which they answer.")
    harbour_port: int = _setting(8420, "The port of that page. 0: any free one.", least=0, most=65_535)

    @property
    def data(self) -> Path:
        """The data folder."""
        return Path(self.boneyard_data)

    @property
    def database(self) -> str:
        """The database's URL, the default filled in."""
        return self.database_url or f"sqlite:///{self.data / 'boneyard.db'}"

    @property
    def shard_numbers(self) -> frozenset[int]:
        """The connections of SHARD_IDS; none: all of them. Raises Misconfigured."""
        found: set[int] = set()
        for part in filter(None, (one.strip() for one in self.shard_ids.split(","))):
            first, dash, last = part.partition("-")
            if not _is_number(first) or not _is_number(last if dash else first):
                raise Misconfigured(f"SHARD_IDS must name connections like 0-3 or 0,2, not {part!r}.")
            found.update(range(int(first), int(last or first) + 1))
        return frozenset(found)

    @property
    def secrets(self) -> tuple[str, ...]:
        """What no log line may hold."""
        found = _PASSWORD.match(self.database_url)
        password = found[1] if found else ""
        return tuple(dict.fromkeys(filter(None, (self.discord_token, password, unquote(password)))))


def read(environment: Mapping[str, str] | None = None, file: Path | None = None) -> Settings:
    """The settings of `environment` (default: the process's), with those of a file below them: `file`, or `.env` if
    there is one.

    Raises Misconfigured, naming the variable and what it may be, or the file that is not there.
    """
    if file is not None and not file.exists():
        raise Misconfigured(f"There is no {file}.")
    given = read_file(Path(".env") if file is None else file)
    given.update(os.environ if environment is None else environment)
    values = {each.name: _value(each.name.upper(), given, each.default, each.metadata) for each in fields(Settings)}
    settings = Settings(**values)
    _check_shards(settings)
    return settings


def _check_shards(settings: Settings) -> None:
    if not settings.shard_ids:
        return
    if not settings.shards:
        raise Misconfigured("SHARD_IDS names some connections: set SHARDS to how many there are in all.")
    if not settings.shard_numbers or max(settings.shard_numbers) >= settings.shards:
        raise Misconfigured(f"SHARD_IDS must name some of the connections 0 to {settings.shards - 1}.")
    if settings.database.startswith("sqlite"):
        raise Misconfigured("SHARD_IDS is for several processes, and those need PostgreSQL: set DATABASE_URL.")


def read_file(file: Path) -> dict[str, str]:
    """The variables of an `.env` file: NAME=value lines, # comments, quotes around a value; {} if there is none."""
    try:
        text = file.read_text("utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise Misconfigured(f"{file} cannot be read: {error}.") from None
    found = {}
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip().removeprefix("export ").strip()
        if not line or line.startswith("#"):
            continue
        name, equals, value = line.partition("=")
        if not equals or not name.strip().isidentifier():
            raise Misconfigured(f"{file}, line {number}: expected NAME=value.")
        value = value.strip()
        if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
            value = value[1:-1]
        else:
            value = value.partition(" #")[0].rstrip()
        found[name.strip()] = value
    return found


def example() -> str:
    """The text of `.env.example`."""
    lines = ["# Settings of Boneyard. Copy this file to .env and change what you need; all of it is optional.", ""]
    for each in fields(Settings):
        lines += [f"# {each.metadata['plain']}", f"# {each.name.upper()}={each.default}", ""]
    return "\n".join(lines).rstrip() + "\n"


def _value(name: str, given: Mapping[str, str], default: Any, rules: Mapping[str, Any]) -> Any:
    text = given.get(name, "").strip()
    if not text:
        return default
    if isinstance(default, int):
        least, most = rules["least"], rules["most"]
        if not text.isascii() or not text.isdecimal() or not least <= int(text) <= most:
            raise Misconfigured(f"{name} must be a number from {least} to {most}, not {text!r}.")
        return int(text)
    if values := rules.get("values"):
        for value in values:
            if text.lower() == value.lower():
                return value
        raise Misconfigured(f"{name} must be one of {', '.join(values)}, not {text!r}.")
    if schemes := rules.get("schemes"):
        if not _is_address(text, schemes):
            beginnings = " or ".join(f"{scheme}://" for scheme in schemes)
            raise Misconfigured(f"{name} must be an address that begins with {beginnings}.")
        return text if name == "DISCORD_GATEWAY" else text.rstrip("/")
    if name == "DISCORD_TOKEN" and (any(letter.isspace() for letter in text) or not text.isascii()):
        raise Misconfigured("DISCORD_TOKEN holds a space or a strange letter; copy the token anew from Discord.")
    return text


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 6


def _is_address(text: str, schemes: Collection[str]) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in schemes and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is no number, a bracket that is never closed
        return False
