"""A reader of the source lines that make the type checker compare each scene with its protocol."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from typing import NamedTuple, get_args

from games.roster import Modules
from tests.architecture.tree import Module


class Binding(NamedTuple):
    """An assignment with a declared type, by dotted names: `scene: Scene[View] = module`."""

    protocol: str
    types: tuple[str, ...]
    value: str


def find_unbound_scene(modules: Modules, scene: Module) -> Iterator[str]:
    """A sentence if the scene's module has no binding that joins the scene with the game's view."""
    view = f"{modules.package}.view"
    found = [binding for binding in bindings(scene) if (binding.protocol, binding.value) == ("Scene", modules.scene)]
    if not any(view in views(binding.types[0]) for binding in found):
        yield f"bind {modules.scene} to Scene[{view}.View] under TYPE_CHECKING there"


def views(name: str) -> set[str]:
    """The modules of the views that a dotted name stands for: one module, or several for a union."""
    module, _, last = name.rpartition(".")
    kind = getattr(import_module(module), last)
    return {part.__module__ for part in get_args(kind) or (kind,)}


def bindings(module: Module) -> Iterator[Binding]:
    """The assignments with a declared type under `TYPE_CHECKING`, which only the type checker reads."""
    blocks = [node for node in module.syntax.body if isinstance(node, ast.If)]
    lines = [line for block in blocks if ast.unparse(block.test) == "TYPE_CHECKING" for line in block.body]
    known: dict[str, str] = {}
    for line in (*module.syntax.body, *lines):
        if isinstance(line, ast.ImportFrom):
            known |= {alias.asname or alias.name: f"{line.module}.{alias.name}" for alias in line.names}
    for line in lines:
        if not isinstance(line, ast.AnnAssign) or line.value is None:
            continue
        protocol, *types = re.split(r"[\[\],\s]+", ast.unparse(line.annotation).rstrip("]"))
        yield Binding(protocol, tuple(_dotted(part, known) for part in types), _dotted(ast.unparse(line.value), known))


def _dotted(name: str, known: dict[str, str]) -> str:
    """The full dotted name of a name, by the module's imports: `duo_view.View` is "games.duo.view.View"."""
    first, dot, rest = name.partition(".")
    return f"{known.get(first, first)}{dot}{rest}"
