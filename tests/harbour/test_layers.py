"""Layers of `harbour/`: a module imports only from lower layers or its own folder, and no two import each other."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LAYERS = (
    ("base",),
    ("limits",),
    ("state",),
    ("actions", "world"),
    ("client", "gateway", "rest"),
    ("page",),
    ("server",),
    ("__main__",),
)
"""Parts of `harbour/`, lowest layer first. Parts of one layer do not import each other."""


def read_modules(root: Path) -> dict[str, str]:
    """Source text by module name, without the package's own re-exports."""
    sources = {}
    for file in (root / "harbour").rglob("*.py"):
        name = ".".join(file.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        if name != "harbour":
            sources[name] = file.read_text("utf-8")
    return sources


def list_imports(source: str, modules: dict[str, str]) -> Iterator[str]:
    """Modules of the harbour that a module imports, in type-checking blocks too."""
    for home, name in list_named(source):
        yield f"{home}.{name}" if f"{home}.{name}" in modules else home


@cache
def list_named(source: str) -> list[tuple[str, str]]:
    """Modules of the harbour that a source imports from, and the names that it imports."""
    named = list[tuple[str, str]]()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            named += ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            named += ((str(node.module), alias.name) for alias in node.names)
    return [(home, name) for home, name in named if home.startswith("harbour")]


def part_of(module: str) -> str:
    """The folder or file directly below `harbour/` that a module belongs to."""
    return module.split(".")[1] if "." in module else ""


def find_cycles(modules: dict[str, str]) -> list[str]:
    """Imports that close a circle, each as "importer -> imported"."""
    graph = {module: set(list_imports(source, modules)) for module, source in modules.items()}

    def reachable(start: str) -> set[str]:
        found: set[str] = set()
        waiting = [start]
        while waiting:
            new = graph.get(waiting.pop(), set()) - found
            found |= new
            waiting += new
        return found

    return sorted(
        f"{importer} -> {target}"
        for importer, targets in graph.items()
        for target in targets
        if importer in reachable(target)
    )


def find_upward_imports(modules: dict[str, str]) -> list[str]:
    """Imports that leave their own part without leading to a lower layer, each as "importer -> imported"."""
    level = {part: height for height, parts in enumerate(LAYERS) for part in parts}
    return sorted(
        f"{importer} -> {target}"
        for importer, source in modules.items()
        for target in list_imports(source, modules)
        if part_of(importer) != part_of(target) and level[part_of(importer)] <= level.get(part_of(target), len(LAYERS))
    )


def test_no_two_modules_import_each_other() -> None:
    assert find_cycles(read_modules(ROOT)) == []


def test_imports_lead_downwards() -> None:
    modules = read_modules(ROOT)
    assert {part_of(module) for module in modules} == {part for parts in LAYERS for part in parts}
    assert find_upward_imports(modules) == []


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("harbour.state.permissions", "from harbour.state.model import Guild"),
        ("harbour.state.permissions", "if TYPE_CHECKING:\n    from harbour.state import server_state"),
        ("harbour.base.errors", "import harbour.state.server_state"),
    ],
)
def test_a_planted_circle_is_found(module: str, line: str) -> None:
    modules = read_modules(ROOT)
    modules[module] += line
    assert [found for found in find_cycles(modules) if found.startswith(f"{module} -> ")]


@pytest.mark.parametrize(
    ("module", "line", "found"),
    [
        ("harbour.limits.fields", "from harbour.state import model", "harbour.limits.fields -> harbour.state.model"),
        ("harbour.rest.api", "from harbour.client.person import Person", "harbour.rest.api -> harbour.client.person"),
        ("harbour.actions.threads", "from harbour import Harbour", "harbour.actions.threads -> harbour"),
    ],
)
def test_a_planted_upward_import_is_found(module: str, line: str, found: str) -> None:
    modules = read_modules(ROOT)
    modules[module] += line
    assert find_upward_imports(modules) == [found]
