"""The settings of a host, read once from the environment and a `.env` file, and checked.

The fields of `Settings`, each with its help, are the only list of the settings. `.env.example` is generated from it.
"""

import codecs
import difflib
import os
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import unquote, urlsplit

from bot.release import is_installed

DISCORD_API = "https://discord.com/api/v10"
DISCORD_GATEWAY = "wss://gateway.discord.gg/"

T = TypeVar("T")

_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")

_LINE = re.compile(r"(?:(?:export|set)\s+)?([A-Za-z_]\w*)\s*=\s*(.*)", re.ASCII)
_QUOTED = re.compile(
    r"(?:\"([^\"]*)\"|'([^']*)'|[\u201c\u201e]([^\u201c\u201d]*)[\u201c\u201d]|\u2018([^\u2019]*)\u2019)\s*(?:#.*)?"
)
"""Matches a value in quotes, which may be the curly ones of a word processor."""
_TOKEN = re.compile(r"[\w.~+/-]+", re.ASCII)
_OTHER_NAMES = {
    **dict.fromkeys(("TOKEN", "BOT_TOKEN", "DISCORD_BOT_TOKEN", "DISCORD_API_TOKEN"), "DISCORD_TOKEN"),
    **dict.fromkeys(("DATABASE", "DB_URL", "POSTGRES_URL"), "DATABASE_URL"),
    **dict.fromkeys(("DATA", "DATA_DIR", "DATA_FOLDER", "BONEYARD_FOLDER"), "BONEYARD_DATA"),
}
"""Names of settings in other programs, each with the setting of Boneyard."""
_PASSWORD = re.compile(r"[\w+]+://[^:/]*:([^@]*)@")
"""Matches the password in a database URL as SQLAlchemy does: it may contain a bare #, ? or /."""


class Misconfigured(Exception):
    """A setting is unusable, or starting cannot succeed. The message is a sentence for the host."""


class Unavailable(Exception):
    """Discord or the database is out of reach, and starting later may succeed. The message is for the host."""


FORMER_QUOTAS = (
    *("PERSON_TABLES", "PERSON_LOBBIES", "SERVER_TABLES", "MOST_TABLES", "CREW_GUESTS", "PERSON_REQUESTS"),
    *("PERSON_PICTURES", "PERSON_OPENINGS", "PERSON_CHANGES", "PERSON_UPLOADS", "PERSON_ANNOUNCEMENTS"),
    "SERVER_ANNOUNCEMENTS",
)
"""The settings of older releases that QUOTAS has replaced."""


@dataclass(frozen=True, slots=True)
class _Rules:
    """The help of a setting, and its allowed values."""

    help: str
    least: int = 0
    most: int = 0
    values: tuple[str, ...] = ()
    """The only allowed values; empty for any."""
    schemes: tuple[str, ...] = ()
    """The allowed schemes if the value is a URL; empty for other settings."""


def _setting(
    default: T,
    help: str,
    *,
    least: int = 0,
    most: int = 0,
    values: tuple[str, ...] = (),
    schemes: tuple[str, ...] = (),
) -> T:
    return field(default=default, metadata={"rules": _Rules(help, least, most, values, schemes)})


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a host. The field `health_port` is the variable ``HEALTH_PORT``."""

    discord_token: str = _setting("", "The bot's token. Without one, the bot plays on a page in your browser.")
    boneyard_data: str = _setting(
        "",
        "The folder for the database, its backups and other files. Empty: data in a clone; an installed package takes"
        " the platform's folder for data, which `boneyard doctor` names.",
    )
    database_url: str = _setting(
        "", "The database: sqlite:///file or postgresql://... Empty: an SQLite file in BONEYARD_DATA."
    )
    discord_api_base: str = _setting(DISCORD_API, "Discord's REST address.", schemes=("http", "https"))
    discord_gateway: str = _setting(DISCORD_GATEWAY, "Discord's gateway.", schemes=("ws", "wss"))
    discord_cdn: str = _setting("", "Discord's file server. Empty: Discord's own.", schemes=("http", "https"))
    shards: int = _setting(
        0,
        "The number of connections that share the servers. 0: ask Discord. With PostgreSQL, processes share them out.",
        least=0,
        most=10_000,
    )
    shard_ids: str = _setting(
        "", "The connections that this process holds (0-3 or 0,2). Empty: its share, or all if it is alone."
    )
    quotas: int = _setting(
        100,
        "What people, servers and crews may use, in percent of the usual quotas, which docs/hosting.md lists.",
        least=10,
        most=100_000,
    )
    backup_hours: int = _setting(
        24, "The hours between two backups that the bot makes by itself. 0: it makes none.", least=0, most=8_760
    )
    backups_kept: int = _setting(7, "The backups of its own that the bot keeps.", least=1, most=1_000)
    log_level: str = _setting("INFO", "The lowest level that is logged: DEBUG, INFO, WARNING or ERROR.", values=_LEVELS)
    log_format: str = _setting("plain", "The format of the log: plain or json.", values=("plain", "json"))
    health_port: int = _setting(0, "The port of /health and /metrics. 0: neither is served.", least=0, most=65_535)
    health_host: str = _setting("127.0.0.1", "The address of /health and /metrics.")
    releases_url: str = _setting(
        "",
        "An address that says which release is the newest, asked once a day: a package index's JSON or a repository's"
        " latest release. Empty: nobody is asked.",
        schemes=("https", "http"),
    )
    harbour_port: int = _setting(8420, "The port of the page in your browser. 0: any free port.", least=0, most=65_535)

    @property
    def discord_at(self) -> tuple[str, str, str]:
        """The URLs of Discord's API, gateway and files."""
        return self.discord_api_base, self.discord_gateway, self.discord_cdn

    @property
    def data(self) -> Path:
        """The data folder."""
        return Path(self.boneyard_data) if self.boneyard_data else find_data_folder()

    @property
    def database(self) -> str | Path:
        """The database's URL. If none is set, the database's file in the data folder."""
        return self.database_url or self.data / "boneyard.db"

    @property
    def uses_file(self) -> bool:
        """True if the database is an SQLite file."""
        return not self.database_url or self.database_url.startswith("sqlite")

    @property
    def shard_numbers(self) -> frozenset[int]:
        """The numbers in SHARD_IDS. An empty set means all connections. Raises Misconfigured."""
        found: set[int] = set()
        for part in filter(None, map(str.strip, self.shard_ids.split(","))):
            first, dash, last = part.partition("-")
            if not _is_number(first) or not _is_number(last if dash else first):
                raise Misconfigured(f"SHARD_IDS must name connections like 0-3 or 0,2, not {part!r}.")
            found.update(range(int(first), int(last or first) + 1))
        return frozenset(found)

    @property
    def shares(self) -> bool:
        """True if this process shares Discord's connections with others on the same PostgreSQL."""
        return self.shards > 1 and not self.shard_ids and not self.uses_file

    @property
    def secrets(self) -> tuple[str, ...]:
        """The texts that no log line may contain."""
        found = _PASSWORD.match(self.database_url)
        password = found[1] if found else ""
        return tuple(dict.fromkeys(filter(None, (self.discord_token, password, unquote(password)))))


def read(environment: Mapping[str, str] | None = None, file: Path | None = None) -> Settings:
    """Read the settings from `environment` (default: the process's) and from `file` (default: `.env` or `.env.txt`, if
    it exists).

    The environment takes precedence. Raises Misconfigured for a bad value, naming the allowed ones, and for a missing
    `file`.
    """
    if file is not None and not file.exists():
        raise Misconfigured(f"{file} does not exist: name another settings file with --env.")
    given = read_file(_find_file() if file is None else file)
    for name, value in (os.environ if environment is None else environment).items():
        given[name] = _clean_variable(value)
    values: dict[str, Any] = {
        item.name: _parse_value(item.name.upper(), given, item.default, item.metadata["rules"])
        for item in fields(Settings)
    }
    settings = Settings(**values)
    _check_shards(settings)
    return settings


def _check_shards(settings: Settings) -> None:
    if not settings.shard_ids:
        return
    if not settings.shards:
        raise Misconfigured("SHARD_IDS names some connections: set SHARDS to the number of all of them.")
    if not settings.shard_numbers or max(settings.shard_numbers) >= settings.shards:
        raise Misconfigured(f"SHARD_IDS must name some of the connections 0 to {settings.shards - 1}.")
    if settings.uses_file:
        raise Misconfigured("SHARD_IDS is for several processes, which need PostgreSQL: set DATABASE_URL.")


def _find_file() -> Path:
    """Find the settings file: `.env`, or else `.env.txt`, a name that an editor on Windows may give it."""
    return next((file for file in map(Path, (".env", ".env.txt")) if file.exists()), Path(".env"))


def read_file(file: Path) -> dict[str, str]:
    """Read a `.env` file: NAME=value lines, # comments, optional quotes around a value. {} if there is no file.

    Any editor may have written the file. Raises Misconfigured for any other line, and for a name that is nearly that of
    a setting.
    """
    try:
        text = _decode(file.read_bytes())
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise Misconfigured(f"{file} cannot be read: {error.strerror}.") from None
    found = {}
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        assignment = _LINE.fullmatch(line)
        if assignment is None:
            raise Misconfigured(f"{file}, line {number}: expected NAME=value.")
        name, value = assignment.groups()
        if (meant := _find_meant_setting(name)) is not None:
            raise Misconfigured(f"{file}, line {number}: {name} is no setting of Boneyard; write {meant}.")
        found[name] = _unquote(value)
    return found


def _decode(raw: bytes) -> str:
    """The text of a file as editors save it: UTF-8 or UTF-16 with or without a byte order mark, or Windows-1252."""
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return raw.decode("utf-16", "replace")
    if raw[1:2] == b"\0":
        return raw.decode("utf-16-le", "replace")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")


def _unquote(value: str) -> str:
    """Remove the quotes around a value, and a comment after it."""
    if (quoted := _QUOTED.fullmatch(value)) is not None:
        return next(filter(None, quoted.groups()), "")
    return "" if value.startswith("#") else value.partition(" #")[0].rstrip()


def _clean_variable(value: str) -> str:
    """Remove the quotes and line ends that `docker run --env-file` leaves around a value of the environment."""
    value = value.strip("\r\n")
    quoted = _QUOTED.fullmatch(value.strip())
    return value if quoted is None else next(filter(None, quoted.groups()), "")


def find_misnamed_token(environment: Mapping[str, str] | None = None) -> str:
    """Find the variable that seems to hold the bot's token; "" if there is none, or if DISCORD_TOKEN is set.

    Other programs use the environment too, so such a variable is only a hint.
    """
    variables = os.environ if environment is None else environment
    if variables.get("DISCORD_TOKEN"):
        return ""
    return next(
        (name for name in sorted(variables) if variables[name] and _find_meant_setting(name) == "DISCORD_TOKEN"), ""
    )


def list_former_quotas(environment: Mapping[str, str] | None = None, file: Path | None = None) -> list[str]:
    """List the former quotas that are still set, in the environment or in `file` (default: `.env` or `.env.txt`)."""
    variables = {
        **read_file(_find_file() if file is None else file),
        **(os.environ if environment is None else environment),
    }
    return [name for name in FORMER_QUOTAS if variables.get(name)]


def find_data_folder() -> Path:
    """Find the data folder if none is set: `data` in a clone, and the platform's folder for data otherwise.

    An installed package goes on using a folder `data` that an older release filled. A user without a home folder gets
    `boneyard-data` in the present folder.
    """
    folder = Path("data")
    if not is_installed() or any((folder / name).exists() for name in ("boneyard.db", "harbour.db")):
        return folder
    import platformdirs  # only an installed package needs it

    try:
        found = Path(platformdirs.user_data_dir("boneyard", appauthor=False))
    except RuntimeError:  # neither HOME nor an entry for the user
        return Path("boneyard-data")
    return found if found.is_absolute() else Path("boneyard-data")


def _find_meant_setting(name: str) -> str | None:
    """Find the setting that a wrong name probably means; None if the name is right, or resembles no setting."""
    names = [item.name.upper() for item in fields(Settings)]
    if name in names:
        return None
    if name.upper() in _OTHER_NAMES:
        return _OTHER_NAMES[name.upper()]
    return next(iter(difflib.get_close_matches(name.upper(), names, 1, cutoff=0.85)), None)


def _parse_value(name: str, given: Mapping[str, str], default: object, rules: _Rules) -> object:
    text = given.get(name, "")
    if name == "BONEYARD_DATA":
        return text if text.strip() else default  # a folder may have any name
    text = text.strip()
    if isinstance(default, int) or rules.values or rules.schemes or name == "DISCORD_TOKEN":
        text = _unquote(text)  # this also removes a comment
    if not text:
        return default
    if isinstance(default, int):
        if not text.isascii() or not text.isdecimal() or not rules.least <= int(text) <= rules.most:
            raise Misconfigured(f"{name} must be a number from {rules.least} to {rules.most}, not {text!r}.")
        return int(text)
    if rules.values:
        for value in rules.values:
            if text.lower() == value.lower():
                return value
        raise Misconfigured(f"{name} must be one of {', '.join(rules.values)}, not {text!r}.")
    if rules.schemes:
        if not _is_address(text, rules.schemes):
            beginnings = " or ".join(f"{scheme}://" for scheme in rules.schemes)
            raise Misconfigured(f"{name} must be an address that begins with {beginnings}.")
        return text if name == "DISCORD_GATEWAY" else text.rstrip("/")
    if name == "DISCORD_TOKEN":
        _check_token(text)
    return text


def _check_token(text: str) -> None:
    """Raise Misconfigured if a text is not just a token. The message repeats no part of the text."""
    if _TOKEN.fullmatch(text):
        return
    first = text.split()[0].rstrip(":=").lower()
    if first in ("bot", "bearer", "token") or "=" in text:
        raise Misconfigured(
            "DISCORD_TOKEN carries a word before the token itself: leave out Bot, Bearer, or a name with =."
        )
    raise Misconfigured("DISCORD_TOKEN contains a space or an unusual character: copy the token from Discord again.")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 6


def _is_address(text: str, schemes: Collection[str]) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in schemes and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is not a number, an unclosed bracket
        return False
