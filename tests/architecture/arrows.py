"""The imports that each package may have, as a table, and a search for imports that break it."""

import ast
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from tests.architecture.tree import PACKAGES, ROOT, Module, modules

CLOCKS_CHANCE_AND_IO = frozenset(
    {
        *(
            "asyncio",
            "concurrent",
            "multiprocessing",
            "sched",
            "select",
            "selectors",
            "signal",
            "subprocess",
            "threading",
        ),
        *("datetime", "time", "zoneinfo", "random", "secrets", "uuid"),
        *("ctypes", "fileinput", "glob", "io", "logging", "mmap", "os", "pathlib", "shelve", "shutil", "tempfile"),
        *("http", "smtplib", "socket", "socketserver", "sqlite3", "ssl", "urllib"),
    }
)


@dataclass(frozen=True)
class Area:
    """One row: modules matching `importer` may import modules matching `may`, and the standard library except `never`.

    All of the bot's modules and those of `games.core` may import msgspec too.

    A pattern is a dotted name and also covers every module below that name. `*` stands for one name or more.
    """

    importer: str
    may: tuple[str, ...]
    never: frozenset[str] = frozenset()


def below(*packages: str) -> tuple[str, ...]:
    """Patterns for packages of the bot: "store" becomes "bot.store"."""
    return tuple(f"bot.{package}" for package in packages)


# A module follows the first row that covers it.
AREAS = (
    Area("games.roster", (), CLOCKS_CHANCE_AND_IO),
    Area("games.registry", ("games",), CLOCKS_CHANCE_AND_IO),
    Area("games.core", ("games.core",), CLOCKS_CHANCE_AND_IO),
    Area("games.pieces", ("games.pieces", "games.core"), CLOCKS_CHANCE_AND_IO),
    Area("games.{game}", ("games.{game}", "games.core", "games.pieces"), CLOCKS_CHANCE_AND_IO),
    Area("games", (), CLOCKS_CHANCE_AND_IO),
    # mypy lets nobody import from a view what the view itself imports (no implicit re-export).
    Area("render", ("render", "games.*.view", "games.pieces", "games.roster", "PIL", "isal", "uharfbuzz", "bidi",
                    "regex"),
         frozenset({"random", "time"})),
    Area("bot.store.database", (*below("store.database"), "sqlalchemy", "alembic", "aiosqlite", "asyncpg",
                                "migrations")),
    Area("bot.store.tables", (*below("store.tables", "store.database"), "games.core.events", "games.core.seats",
                              "sqlalchemy")),
    Area("bot.store.messages", (*below("store.messages", "store.tables", "store.database", "ports.times",
                                       "ports.refused_request"), "games.core.seats", "sqlalchemy")),
    Area("bot.store.processes", (*below("store.processes", "store.tables", "store.database", "ports.times"),
                                 "sqlalchemy")),
    Area("bot.store.books", (*below("store.books", "store.database", "ports.text"), "sqlalchemy")),
    Area("bot.store.people", (*below("store.people", "store.books", "store.messages", "store.tables", "store.database",
                                      "ports.times"), "games.core.events", "sqlalchemy")),
    Area("bot.store.backups", (*below("store.backups", "store.database", "ports.times"), "sqlalchemy")),
    Area("bot.store", ("bot.store", "sqlalchemy")),
    Area("bot.wording", ("bot.wording", "games", "babel")),
    Area("bot.ports", (*below("ports", "wording"), "render.base")),
    Area("bot.library", (*below("library", "ports", "wording"), "games.registry")),
    Area("bot.supervisor", ()),
    Area("bot.periodic", below("supervisor", "store.database.errors")),
    Area("bot.outbox", below("outbox", "periodic", "ports", "store", "wording")),
    Area("bot.people", (*below("people", "ports", "store", "wording"), "games.core", "games.registry", "render.style")),
    Area("bot.tally.books", (*below("tally.books", "people", "ports", "store", "wording"), "games.core",
                             "games.registry", "render")),
    Area("bot.tally.changes", (*below("tally.changes", "tally.books", "outbox", "people", "ports", "store", "wording"),
                               "games.core", "games.registry")),
    Area("bot.tally.papers", (*below("tally.papers", "tally.changes", "tally.books", "ports", "release", "store",
                                     "wording"), "games.core", "games.registry")),
    Area("bot.tables.history", (*below("tables.history", "store"), "games.core")),
    Area("bot.tables.facets", (*below("tables.facets", "tables.history", "store"), "games.core")),
    Area("bot.tables.aggregate", (*below("tables.aggregate", "tables.facets", "tables.history", "ports", "store"),
                                  "games.core", "games.registry")),
    Area("bot.tables.fairness", (*below("tables.fairness", "tables.aggregate", "tables.history", "ports", "store"),
                                 "games.core")),
    Area("bot.tables.timing", (*below("tables.timing", "tables.aggregate", "people", "ports", "store"), "games.core")),
    Area("bot.tables.lobby", (*below("tables.lobby", "tables.timing", "tables.fairness", "tables.aggregate",
                                     "tables.history", "tally", "people", "ports", "store"), "games.core")),
    Area("bot.tables.seats", (*below("tables.seats", "tables.lobby", "tables.fairness", "tables.aggregate",
                                     "tables.history", "ports", "store"), "games.core")),
    Area("bot.tables.play", (*below("tables.play", "tables.seats", "tables.fairness", "tables.aggregate",
                                    "tables.facets", "tables.history", "ports", "store"), "games.core")),
    Area("bot.tables", (*below("tables", "tally", "people", "ports", "store"), "games")),
    Area("bot.nights", (*below("nights", "tables", "outbox", "people", "periodic", "ports", "store", "wording"),
                        "games.core")),
    Area("bot.messages.books", (*below("messages.books", "messages.replays", "tally", "people", "ports", "store",
                                        "wording"), "games", "render")),
    Area("bot.messages.parts", (*below("messages.parts", "tables", "people", "ports", "store", "wording"), "games",
                                "render")),
    Area("bot.messages.boards", (*below("messages.boards", "messages.replays", "messages.parts", "tables", "people",
                                        "ports", "store", "wording"), "games", "render")),
    Area("bot.messages.replays", (*below("messages.replays", "messages.parts", "tables", "people", "ports", "store",
                                         "wording"), "games", "render")),
    Area("bot.messages.hands", (*below("messages.hands", "messages.replays", "messages.boards", "messages.parts",
                                       "tables", "tally", "people", "ports", "store", "wording"), "games", "render")),
    Area("bot.messages", (*below("messages", "tables", "tally", "people", "ports", "store", "wording"), "games",
                          "render")),
    Area("bot.delivery", (*below("delivery", "messages", "tables", "outbox", "people", "ports", "store", "wording"),
                          "games.core")),
    Area("bot.automation", (*below("automation", "delivery", "messages", "tables", "tally", "people", "outbox", "ports",
                                   "release", "store", "supervisor", "wording"), "games", "render")),
    Area("bot.services.books", (*below("services.books", "automation.memories", "messages.books", "tables", "tally",
                                       "outbox", "people", "ports", "store", "wording"), "games")),
    Area("bot.services", (*below("services", "automation", "delivery", "messages", "nights", "library", "tables",
                                 "tally", "outbox", "people", "ports", "release", "store", "wording"), "games")),
    Area("bot.release", ("aiohttp",)),
    Area("bot.ops", (*below("ops", "store", "config"), "games.core.moves", "aiohttp", "prometheus_client")),
    Area("bot.config", ("bot.release", "platformdirs")),
    Area("bot.edge", (*below("edge", "services", "messages", "tables.aggregate", "ports", "supervisor", "wording"),
                      "games", "render", "discord", "aiohttp", "yarl")),
    Area("bot.acts", (*below("acts", "edge", "services", "messages", "tables.aggregate", "tally", "people", "ports",
                             "wording"), "games", "discord")),
    Area("bot.boneyard", ("bot",)),
    Area("bot.serving.login", ("bot.config", "discord", "aiohttp")),
    Area("bot.serving.interrupted_commands", (*below("edge", "ports", "store", "supervisor", "wording"), "discord")),
    Area("bot.serving.registration", (*below("edge", "ports", "store"), "render.emoji")),
    Area("bot.serving.settings", below("config", "store", "tables")),
    Area("bot.serving.parts", below("automation", "delivery", "messages", "nights", "outbox", "people", "periodic",
                                    "release", "services", "store", "supervisor", "tables", "tally")),
    Area("bot.serving", ("bot", "games", "render", "discord")),
    Area("bot.cli", (*below("cli", "acts", "serving", "config", "ops", "edge", "services", "messages",
                            "release", "tables", "tally", "ports", "store", "wording"), "games", "harbour", "aiohttp")),
    Area("bot.__main__", (*below("cli", "config", "ops", "release"), "games.registry", "games.core")),
    Area("bot", ()),
    Area("harbour.base", ("harbour.base",)),
    Area("harbour.limits", ("harbour.limits", "harbour.base")),
    Area("harbour.state", ("harbour.state", "harbour.limits", "harbour.base")),
    Area("harbour.actions", ("harbour.actions", "harbour.state", "harbour.limits", "harbour.base")),
    Area("harbour.world", ("harbour.world", "harbour.state", "harbour.base")),
    Area("harbour.client", ("harbour.client", "harbour.actions", "harbour.state", "harbour.limits", "harbour.base")),
    Area("harbour.gateway", ("harbour.gateway", "harbour.state", "harbour.base", "aiohttp")),
    Area("harbour.rest", ("harbour.rest", "harbour.actions", "harbour.state", "harbour.limits", "harbour.base",
                          "aiohttp")),
    Area("harbour.page", ("harbour.page", "harbour.client", "harbour.actions", "harbour.state", "harbour.limits",
                          "harbour.base", "aiohttp", "segno", "yarl")),
    Area("harbour", ("harbour", "aiohttp")),
    Area("migrations", ("bot.store.database.columns", "sqlalchemy", "alembic")),
)  # fmt: skip

# The edge and the commands never call a game's `decide`: a move goes through the tables.
NEVER = (("bot.edge", "games.*.decide"), ("bot.acts", "games.*.decide"))


def find_wrong_arrows(root: Path = ROOT) -> list[str]:
    """Every import that the table does not allow, as `file:line: importer -> imported (what the row allows)`."""
    return [line for module in modules(*PACKAGES, root=root) for line in _wrong_in(module)]


def find_cycles(root: Path = ROOT) -> list[str]:
    """The shortest cycle of imports through each package and each file, as `a -> b -> a`; `a` comes first in the
    alphabet.

    The search runs three times. First it compares whole packages: those directly below `bot` and `games`, and every
    other top-level package. Then it looks inside each package at its inner packages; loose modules there count as one.
    Last it looks at the files, whose imports for types alone (`TYPE_CHECKING`) count as well.
    """
    between: dict[str, set[str]] = {}
    inside: dict[str, set[str]] = {}
    files = {module.name: set[str]() for module in modules(*PACKAGES, root=root)}
    for module in modules(*PACKAGES, root=root):
        for _, target in imported(module):
            if target in files and target != module.name:
                files[module.name].add(target)
            here, there = _package(module.name), _package(target)
            if target.partition(".")[0] in PACKAGES and here != there:
                between.setdefault(here, set()).add(there)
            parts = _part(root, module.name), _part(root, target)
            if here == there and parts[0] != parts[1]:
                inside.setdefault(parts[0], set()).add(parts[1])
    found = [(way, arrows) for arrows in (between, inside, files) for way in sorted(arrows)]
    ways = [way for package, arrows in found if (way := _way_back(package, arrows))]
    return [" -> ".join(way) for way in ways if way[0] == min(way)]


def _way_back(package: str, arrows: dict[str, set[str]]) -> tuple[str, ...]:
    """The shortest chain of imports from a package back to itself; empty if there is none."""
    ways: list[tuple[str, ...]] = [(package,)]
    seen: set[str] = set()
    for way in ways:
        for after in sorted(arrows.get(way[-1], ())):
            if after == package:
                return (*way, after)
            if after not in seen:
                seen.add(after)
                ways.append((*way, after))
    return ()


def _package(name: str) -> str:
    parts = name.split(".")
    return ".".join(parts[:2]) if parts[0] in {"bot", "games"} else parts[0]


def _part(root: Path, name: str) -> str:
    """The inner package of a module, such as "bot.tables.seats" or "harbour.rest"; otherwise its package."""
    package = _package(name)
    inner = name.split(".")[: package.count(".") + 2]
    deep = inner[0] not in {"games", "tests"} and root.joinpath(*inner).is_dir()
    return ".".join(inner) if deep else package


def _wrong_in(module: Module) -> Iterator[str]:
    area = _area_of(module)
    for line, target in imported(module):
        if not _allowed(area, target):
            never = f", never {target}" if target.partition(".")[0] in area.never else ""
            allowed = ", ".join(area.may) or "nothing of ours"
            yield f"{module.at(line)}: {module.name} -> {target} ({area.importer} may import {allowed}{never})"
        for importer, banned in NEVER:
            if covers(importer, module.name) and covers(banned, target):
                yield f"{module.at(line)}: {module.name} -> {target} ({importer} never imports {banned})"


def _area_of(module: Module) -> Area:
    for area in AREAS:
        if "{game}" in area.importer and len(module.parts) > 1 and module.parts[0] == "games":
            game = module.parts[1]
            return Area(area.importer.format(game=game), tuple(may.format(game=game) for may in area.may), area.never)
        if covers(area.importer, module.name):
            return area
    raise LookupError(f"no row of the table covers {module.name}")


@cache
def covers(pattern: str, name: str) -> bool:
    """True if a pattern matches a dotted name or a package that contains it."""
    return fnmatchcase(name, pattern) or fnmatchcase(name, f"{pattern}.*")


def _allowed(area: Area, target: str) -> bool:
    top = target.partition(".")[0]
    if top in area.never:
        return False
    if top in sys.stdlib_module_names or (
        top == "msgspec" and any(covers(known, area.importer) for known in ("bot", "games.core"))
    ):
        return True
    return any(covers(may, target) for may in area.may)


@cache
def imported(module: Module) -> tuple[tuple[int, str], ...]:
    """Each import of a module, wherever it stands, as (line, dotted name of a module)."""
    return tuple(_imports(module))


def _imports(module: Module) -> Iterator[tuple[int, str]]:
    for node in module.nodes:
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(module, node)
            for alias in node.names:
                below = f"{base}.{alias.name}"
                yield node.lineno, below if _is_module(module.root, below) else base
        elif isinstance(node, ast.Call) and node.args and _called(node) in {"import_module", "__import__"}:
            name = node.args[0]
            if isinstance(name, ast.Constant) and isinstance(name.value, str):
                yield node.lineno, name.value


def _absolute(module: Module, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    start: Sequence[str] = module.package[: len(module.package) - node.level + 1]
    return ".".join([*start, node.module] if node.module else start)


def _is_module(root: Path, name: str) -> bool:
    path = root.joinpath(*name.split("."))
    return path.with_suffix(".py").exists() or path.is_dir()


def _called(node: ast.Call) -> str:
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""
