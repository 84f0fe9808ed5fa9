"""Reads from the source the lines by which the type checker compares each game and each scene with its protocol."""

import ast
from collections.abc import Iterator
from importlib import import_module
from typing import NamedTuple, get_args

from tests.architecture.tree import Module

PARTS = ("state.State", "events.Event", "moves.Move", "view.View")
"""The types of a game, below its package, in the order of `Game[...]`."""


class Binding(NamedTuple):
    """An assignment with a declared type, by dotted names: `game: Game[State, ...] = module`."""

    protocol: str
    types: tuple[str, ...]
    values: tuple[str, ...]


def unbound_games(registry: Module) -> Iterator[str]:
    """A sentence for each game that is not bound to `Cover`, or not bound to `Game` with its own types."""
    found = list(bindings(registry))
    covers = {value for binding in found if binding.protocol == "Cover" for value in binding.values}
    for name, package in table(registry, "PACKAGES").items():
        if package not in covers:
            yield f"{name}: add {package} to COVERS under TYPE_CHECKING in games/registry.py"
        types = tuple(f"{package}.{part}" for part in PARTS)
        if Binding("Game", types, (f"{package}.game",)) not in found:
            yield f"{name}: bind {package}.game to Game[{', '.join(types)}] under TYPE_CHECKING in games/registry.py"


def unbound_scenes(scenes: Module) -> Iterator[str]:
    """A sentence for each line of `SCENES` whose scene is not bound with its view."""
    found = [(views(binding.types[0]), binding.values) for binding in bindings(scenes) if binding.protocol == "Scene"]
    for view, scene in table(scenes, "SCENES").items():
        if not any(view in bound and scene in values for bound, values in found):
            yield f"{view}: bind {scene} to Scene[{view}.View] under TYPE_CHECKING in render/scenes.py"


def views(name: str) -> set[str]:
    """The modules of the views that a dotted name stands for: one module, or several for a union."""
    module, _, last = name.rpartition(".")
    kind = getattr(import_module(module), last)
    return {part.__module__ for part in get_args(kind) or (kind,)}


def table(module: Module, name: str) -> dict[str, str]:
    """The dictionary of strings that a module assigns to this name."""
    for node in module.syntax.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == name:
            return dict(ast.literal_eval(node.value)) if node.value is not None else {}
    raise LookupError(f"{module.name} assigns no {name}")


def bindings(module: Module) -> Iterator[Binding]:
    """The assignments with a declared type under `TYPE_CHECKING`, which only the type checker reads."""
    blocks = [node for node in module.syntax.body if isinstance(node, ast.If)]
    lines = [line for block in blocks if ast.unparse(block.test) == "TYPE_CHECKING" for line in block.body]
    known: dict[str, str] = {}
    for line in lines:
        if isinstance(line, ast.ImportFrom):
            known |= {alias.asname or alias.name: f"{line.module}.{alias.name}" for alias in line.names}
    for line in lines:
        if not isinstance(line, ast.AnnAssign) or line.value is None:
            continue
        declared = _split(line.annotation)
        if ast.unparse(declared[0]) == "tuple":
            declared = declared[1:2]
        values = line.value.elts if isinstance(line.value, ast.Tuple) else [line.value]
        types = tuple(_dotted(part, known) for part in declared[1:])
        yield Binding(ast.unparse(declared[0]), types, tuple(_dotted(value, known) for value in values))


def _split(annotation: ast.expr) -> list[ast.expr]:
    """Split an annotation such as `Game[A, B]` into its name and the types in its brackets."""
    if not isinstance(annotation, ast.Subscript):
        return [annotation]
    inner = annotation.slice
    return [annotation.value, *(inner.elts if isinstance(inner, ast.Tuple) else [inner])]


def _dotted(node: ast.expr, known: dict[str, str]) -> str:
    """The full dotted name of an expression, by the module's imports: `duo_view.View` is "games.duo.view.View"."""
    first, dot, rest = ast.unparse(node).partition(".")
    return f"{known.get(first, first)}{dot}{rest}"
