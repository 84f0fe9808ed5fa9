"""The fingerprint of a game's rules, which is stored with every decision.

Rules are mended from release to release, and a hand is checked by today's rules. If a decision comes out differently,
the fingerprint shows whether other rules made it, or somebody changed it afterwards.
"""

import hashlib
import re
from functools import cache
from importlib.util import find_spec
from typing import Final

from games.core.game import AnyGame

_DECIDING: Final = ("decide", "evolve", "notation", "options", "project")
"""The modules of a game that decide: they judge a move, fold its events, and read its words."""
_IMPORT: Final = re.compile(r"^from ([\w.]+) import (\([^)]*\)|[^\n]*)", re.MULTILINE)
_DIGITS: Final = 12
"""The number of digits of the hash that are kept. They are enough to tell the releases of one program apart."""


def find_fingerprint(game: AnyGame) -> str:
    """The first digits of the SHA-256 of the sources that decide a game, and of all sources of games that they
    import."""
    return _make_fingerprint(str(getattr(game.cover, "__name__", "")))


@cache
def _make_fingerprint(package: str) -> str:
    found: dict[str, str] = {}
    waiting = [f"{package}.{module}" for module in _DECIDING]
    while waiting:
        name = waiting.pop()
        source = None if name in found else _read_source(name)
        if source is not None:
            found[name] = source
            waiting += [name for name in _list_imports(source) if name.startswith(("games.", f"{package}."))]
    digest = hashlib.sha256()
    for name, source in sorted(found.items()):
        digest.update(f"{name}\0{source}\0".encode())
    return digest.hexdigest()[:_DIGITS]


def _list_imports(source: str) -> list[str]:
    """The modules that a source imports from, and the names in them, which may be modules too."""
    found = []
    for package, names in _IMPORT.findall(source):
        found += [package, *(f"{package}.{name}" for name in re.findall(r"\w+", names))]
    return found


def _read_source(name: str) -> str | None:
    """The source of a module with line ends as on Unix; None if there is no such module."""
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):
        return None
    read = getattr(spec.loader, "get_source", None) if spec is not None else None
    return None if read is None else read(name)
