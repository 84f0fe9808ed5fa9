"""The repository as these tests see it: its files, and its Python modules as syntax trees."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from games import registry

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("bot", "games", "harbour", "migrations", "render")
_NOT_OURS = {"__pycache__", "build", "data", "dist", "htmlcov", "node_modules"}
_KEPT_DOT_NAMES = {".ci", ".dockerignore", ".editorconfig", ".env.example", ".gitattributes", ".gitignore"}
_BINARY = {".gif", ".gz", ".ico", ".otf", ".png", ".ttf", ".webp", ".woff", ".woff2", ".xz"}


@dataclass(frozen=True)
class Module:
    """One Python file. `name` is its dotted name; for an `__init__.py` it is the name of the package."""

    root: Path
    path: Path

    @cached_property
    def parts(self) -> tuple[str, ...]:
        parts = self.path.relative_to(self.root).with_suffix("").parts
        return parts[:-1] if parts[-1] == "__init__" else parts

    @property
    def name(self) -> str:
        return ".".join(self.parts)

    @property
    def package(self) -> tuple[str, ...]:
        """The package that a relative import starts from."""
        return self.parts if self.path.stem == "__init__" else self.parts[:-1]

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def syntax(self) -> ast.Module:
        return ast.parse(self.text, str(self.path))

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """Every node of the syntax tree, listed once for all tests."""
        return tuple(ast.walk(self.syntax))

    def at(self, line: int) -> str:
        """The place of a line as `path:line`, for failure messages."""
        return f"{self.path.relative_to(self.root)}:{line}"


_module = cache(Module)
"""Each file is read and parsed once, however many tests look at it."""


def list_nodes(path: Path) -> tuple[ast.AST, ...]:
    """Every node of the syntax tree of a file of the repository."""
    return _module(ROOT, path).nodes


def modules(*places: str, root: Path = ROOT) -> Iterator[Module]:
    """Every module below `places`, which are paths from the root such as "games/duo"."""
    for place in places:
        for path in sorted((root / place).rglob("*.py")):
            if not _NOT_OURS & set(path.parts):
                yield _module(root, path)


def game_packages() -> list[str]:
    """The folders of games in games/: "duo", "lombardy"..."""
    found = (path.parent.name for path in (ROOT / "games").glob("*/__init__.py"))
    return sorted(name for name in found if name not in {"core", "pieces"})


def folder_of(game: str) -> str:
    """The folder of a registered game: "games/duo" for "duo-dominoes"."""
    return vars(registry.cover(game))["__name__"].replace(".", "/")  # type: ignore[no-any-return]


def files(*suffixes: str, root: Path = ROOT) -> Iterator[Path]:
    """The project's files, without environments and caches; with `suffixes`, only files that end in one of them."""
    for path in sorted(root.iterdir()):
        if path.name.startswith(".") and path.name not in _KEPT_DOT_NAMES:
            continue
        if path.is_dir() and path.name not in _NOT_OURS:
            inside = (file for file in sorted(path.rglob("*")) if file.is_file())
            yield from (file for file in inside if not _NOT_OURS & set(file.parts) and _wanted(file, suffixes))
        elif path.is_file() and _wanted(path, suffixes):
            yield path


def texts(*suffixes: str, root: Path = ROOT) -> Iterator[tuple[Path, str]]:
    """Every text file of the project with its text; with `suffixes`, only files that end in one of them."""
    for path in files(*suffixes, root=root):
        if path.suffix not in _BINARY:
            yield path, _module(root, path).text


def _wanted(path: Path, suffixes: tuple[str, ...]) -> bool:
    return not suffixes or path.suffix in suffixes
