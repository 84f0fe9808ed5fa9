"""The settings of a host, read once from the environment and a `.env` file, and checked.

The fields of `Settings`, each with its help, are the only list of the settings. `.env.example` is generated from it.
"""

import codecs
import difflib
import os
import re
from collections.abc import Collection, Mapping
from dataclasses import Field, dataclass, field, fields
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
_COMMENT = re.compile(r"(?:^|\s)#.*")
_HOME = re.compile(r"\A(?:~|\$HOME\b|\$\{HOME\})(?=[/\\]|$)")
_SHELL = re.compile(r"~|.*(?:\$[A-Za-z_{(]|`|%\w+%)")
"""Matches a path that only a shell understands."""
_PATHS = ("BONEYARD_DATA", "DISCORD_TOKEN_FILE", "DATABASE_URL_FILE")
_TOKEN = re.compile(r"[\w.~+/-]+", re.ASCII)
_OTHER_CODES = {
    r"\d{15,21}": "the application's id",
    r"[\w-]{32}": "the client secret",
    r"[0-9a-f]{64}": "the public key",
}
"""The patterns of an application's other codes, none of which is a token."""
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


def _setting(default: T, help: str, allowed: range | tuple[str, ...] = (), schemes: tuple[str, ...] = ()) -> T:
    """A setting with its help, its only `allowed` values (empty for any), and the schemes of a URL."""
    return field(default=default, metadata={"help": help, "allowed": allowed, "schemes": schemes})


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a host. The field `health_port` is the variable ``HEALTH_PORT``."""

    discord_token: str = _setting("", "The bot's token. Without one, the bot plays on a page in your browser.")
    discord_token_file: str = _setting("", "A file that holds the token, in place of DISCORD_TOKEN.")
    boneyard_data: str = _setting(
        "",
        "The folder for the database, its backups and other files. Empty: data in a clone; an installed package takes"
        " the platform's folder for data, which `boneyard doctor` names.",
    )
    database_url: str = _setting(
        "", "The database: sqlite:///file or postgresql://... Empty: an SQLite file in BONEYARD_DATA."
    )
    database_url_file: str = _setting("", "A file that holds the database's address, in place of DATABASE_URL.")
    discord_api_base: str = _setting(DISCORD_API, "Discord's REST address.", schemes=("http", "https"))
    discord_gateway: str = _setting(DISCORD_GATEWAY, "Discord's gateway.", schemes=("ws", "wss"))
    discord_cdn: str = _setting("", "Discord's file server. Empty: Discord's own.", schemes=("http", "https"))
    shards: int = _setting(
        0,
        "The number of connections that share the servers. 0: ask Discord.",
        range(10_001),
    )
    shard_ids: str = _setting(
        "", "The connections that this process holds (0-3 or 0,2), if there are several processes. Empty: all."
    )
    quotas: int = _setting(
        100,
        "What people, servers and crews may use, in percent of the usual quotas, which docs/hosting.md lists.",
        range(10, 100_001),
    )
    backup_hours: int = _setting(
        24, "The hours between two backups that the bot makes by itself. 0: it makes none.", range(8_761)
    )
    backups_kept: int = _setting(7, "The backups of its own that the bot keeps.", range(1, 1_001))
    log_level: str = _setting("INFO", "The lowest level that is logged: DEBUG, INFO, WARNING or ERROR.", _LEVELS)
    log_format: str = _setting("plain", "The format of the log: plain or json.", ("plain", "json"))
    health_port: int = _setting(0, "The port of /health and /metrics. 0: neither is served.", range(65_536))
    health_host: str = _setting("127.0.0.1", "The address of /health and /metrics.")
    releases_url: str = _setting(
        "",
        "An address that says which release is the newest, asked once a day: a package index's JSON or a repository's"
        " latest release. Empty: nobody is asked.",
        schemes=("https", "http"),
    )
    harbour_port: int = _setting(8420, "The port of the page in your browser. 0: any free port.", range(65_536))

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
    def secrets(self) -> tuple[str, ...]:
        """The texts that no log line may contain."""
        found = _PASSWORD.match(self.database_url)
        password = found[1] if found else ""
        return tuple(dict.fromkeys(filter(None, (self.discord_token, password, unquote(password)))))


_SETTINGS = tuple(item.name.upper() for item in fields(Settings))
_QUOTES = ('"', "'", "\u201c", "\u201e", "\u2018")


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
    values: dict[str, Any] = {item.name: _parse_value(item, given) for item in fields(Settings)}
    for item in fields(Settings):
        if path := values.get(f"{item.name}_file"):
            name = item.name.upper()
            given[name] = _read_secret(name, path, values[item.name])
            values[item.name] = _parse_value(item, given)
    settings = Settings(**values)
    _check_shards(settings)
    return settings


def _read_secret(name: str, path: str, given: str) -> str:
    """Read the value of a setting from a file. Raises Misconfigured, also if the value is `given` elsewhere."""
    if given:
        raise Misconfigured(f"{name} and {name}_FILE are both set; leave one of them out.")
    try:
        return _decode(Path(path).read_bytes()).strip()
    except OSError as error:
        raise Misconfigured(f"{name}_FILE names {path}, which cannot be read: {error.strerror}.") from None


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
    found: dict[str, str] = {}
    places: dict[str, int] = {}
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
        if (first := places.setdefault(name, number)) != number:
            raise Misconfigured(f"{file}, lines {first} and {number}: both set {name}; leave one of them out.")
        found[name] = _unquote(value)
        if name in _SETTINGS and value.startswith(_QUOTES) and _QUOTED.fullmatch(value) is None:
            raise Misconfigured(f"{file}, line {number}: the quotes of {name} must end where its value ends.")
        if name in _PATHS and _SHELL.match(_HOME.sub("", found[name])):
            raise Misconfigured(f"{file}, line {number}: {name} may begin with ~ or $HOME; write out the rest.")
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
    return _COMMENT.sub("", value).rstrip()


def _clean_variable(value: str) -> str:
    """Remove the quotes and line ends that `docker run --env-file` leaves around a value of the environment."""
    value = value.strip("\r\n")
    quoted = _QUOTED.fullmatch(value.strip())
    return value if quoted is None else next(filter(None, quoted.groups()), "")


def find_misnamed_token() -> str:
    """Find the variable that seems to hold the bot's token; "" if there is none, or if DISCORD_TOKEN is set.

    Other programs use the environment too, so such a variable is only a hint.
    """
    if os.environ.get("DISCORD_TOKEN"):
        return ""
    set_names = (name for name, value in sorted(os.environ.items()) if value)
    return next((name for name in set_names if _find_meant_setting(name) == "DISCORD_TOKEN"), "")


def list_former_quotas(file: Path | None = None) -> list[str]:
    """List the former quotas that are still set, in the environment or in `file` (default: `.env` or `.env.txt`)."""
    variables = {**read_file(_find_file() if file is None else file), **os.environ}
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
    if name in _SETTINGS:
        return None
    if name.upper() in _OTHER_NAMES:
        return _OTHER_NAMES[name.upper()]
    return next(iter(difflib.get_close_matches(name.upper(), _SETTINGS, 1, cutoff=0.85)), None)


def _parse_value(setting: Field[Any], given: Mapping[str, str]) -> object:
    name, allowed, schemes = setting.name.upper(), setting.metadata["allowed"], setting.metadata["schemes"]
    text = given.get(name, "")
    if name in _PATHS and text.strip():  # a folder may have any name
        return _HOME.sub(lambda _: os.path.expanduser("~"), text)
    text = text.strip()
    if allowed or schemes or name == "DISCORD_TOKEN":
        text = _unquote(text)  # this also removes a comment
    if not text:
        return setting.default
    if isinstance(allowed, range):
        if not text.isascii() or not text.isdecimal() or int(text) not in allowed:
            raise Misconfigured(f"{name} must be a number from {min(allowed)} to {max(allowed)}, not {text!r}.")
        return int(text)
    if allowed:
        for value in allowed:
            if text.lower() == value.lower():
                return value
        raise Misconfigured(f"{name} must be one of {', '.join(allowed)}, not {text!r}.")
    if schemes:
        if not _is_address(text, schemes):
            beginnings = " or ".join(f"{scheme}://" for scheme in schemes)
            raise Misconfigured(f"{name} must be an address that begins with {beginnings}.")
        return text if name == "DISCORD_GATEWAY" else text.rstrip("/")
    if name == "DISCORD_TOKEN":
        _check_token(text)
    return text


def _check_token(text: str) -> None:
    """Raise Misconfigured if a text is not just a token. The message repeats no part of the text."""
    for pattern, other in _OTHER_CODES.items():
        if re.fullmatch(pattern, text):
            raise Misconfigured(
                f"DISCORD_TOKEN seems to be {other}: copy the token from the application's page (Bot, Reset Token)."
            )
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
