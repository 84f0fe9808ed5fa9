"""Only `evolve.py` writes a game's state; everybody else reads it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.tree import Module, game_packages, modules

STATES = {"hand", "state", "table"}
"""Names of parameters and of attributes that hold a state."""
TYPES = {"Betting", "State"}
"""Classes of a game that change in place."""
PARTS = {"games.bonedoneskis.rounds": "games.bonedoneskis.evolve"}
"""Modules that also write a state, each with the `evolve.py` that is the only user of its writing functions."""
WRITING = {
    *("add", "append", "clear", "difference_update", "discard", "extend", "insert", "intersection_update", "pop"),
    *("popitem", "remove", "reverse", "setdefault", "sort", "symmetric_difference_update", "update"),
}


def writes(module: Module) -> Iterator[str]:
    """Each statement that changes what a state holds: a parameter, an attribute called `state`, or an alias of it."""
    for function in ast.walk(module.syntax):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        handed = _handed(module, function)
        aliases = _aliases(function, handed)
        for node in ast.walk(function):
            for target in _targets(node):
                if _is_in_state(target, handed) or _is_in_alias(target, aliases):
                    yield f"{module.at(target.lineno)}: {ast.unparse(target)}"


def _handed(module: Module, function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """The parameters of a function that hold a state, found by their names or types."""
    arguments = function.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    typed = {
        argument.arg
        for argument in every
        if argument.annotation and TYPES & set(re.findall(r"\w+", ast.unparse(argument.annotation)))
    }
    own = {
        "self"
        for node in ast.walk(module.syntax)
        if isinstance(node, ast.ClassDef) and node.name in TYPES and function in node.body
    }
    return STATES & {argument.arg for argument in every} | typed | own


def _aliases(function: ast.FunctionDef | ast.AsyncFunctionDef, handed: set[str]) -> set[str]:
    """The local names for a state or for a part of one."""
    found: set[str] = set()
    while True:
        more = {
            name
            for node in ast.walk(function)
            for name, value in _bindings(node)
            if _is_in_state(value, handed, whole=True) or _is_in_alias(value, found, whole=True)
        }
        if more <= found:
            return found
        found |= more


def _bindings(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The names that a statement binds, each with its expression."""
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)) if len(names) == len(values):
            pairs = list(zip(names, values, strict=True))
        case ast.Assign(targets=targets, value=value):
            pairs = [(target, value) for target in targets]
        case ast.AnnAssign(target=target, value=value) if value is not None:
            pairs = [(target, value)]
        case ast.NamedExpr(target=target, value=value) | ast.For(target=target, iter=value):
            pairs = [(target, value)]
        case _:
            pairs = []
    yield from ((target.id, value) for target, value in pairs if isinstance(target, ast.Name))


def _targets(node: ast.AST) -> list[ast.expr]:
    match node:
        case ast.Assign(targets=targets) | ast.Delete(targets=targets):
            return [part for target in targets for part in _parts(target)]
        case ast.AugAssign(target=target):
            return [target]
        case ast.AnnAssign(target=target, value=value) if value is not None:
            return [target]
        case ast.For(target=target):
            return _parts(target)
        case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in WRITING:
            return [ast.Subscript(value, ast.Constant(name), lineno=value.lineno)]
        case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[value, *_]):
            return [ast.Subscript(value, ast.Constant("setattr"), lineno=value.lineno)]
        case _:
            return []


def _parts(target: ast.expr) -> list[ast.expr]:
    return list(target.elts) if isinstance(target, ast.Tuple | ast.List) else [target]


def _is_in_state(node: ast.expr, handed: set[str], whole: bool = False) -> bool:
    """True for `table.racks[seat].bones` and `unfolding.state.phase`; for the state itself only if `whole`.

    An assignment to a bare name does not write to the state: it only gives the name another value.
    """
    depth = 0
    while isinstance(node, ast.Attribute | ast.Subscript):
        if isinstance(node, ast.Attribute) and node.attr in STATES:
            return depth > 0 or whole
        depth += 1
        node = node.value
    return isinstance(node, ast.Name) and node.id in handed and (depth > 0 or whole)


def _is_in_alias(node: ast.expr, aliases: set[str], whole: bool = False) -> bool:
    """True for an attribute or item of an alias, and for the alias itself if `whole`."""
    inside = isinstance(node, ast.Attribute | ast.Subscript)
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return isinstance(node, ast.Name) and node.id in aliases and (inside or whole)


@pytest.mark.parametrize("game", game_packages())
def test_only_evolve_writes_a_state(game: str) -> None:
    others = [module for module in modules(f"games/{game}") if module.parts[-1] != "evolve"]
    assert [line for module in others if module.name not in PARTS for line in writes(module)] == []


@pytest.mark.parametrize(("part", "evolve"), PARTS.items())
def test_only_evolve_uses_its_parts(part: str, evolve: str) -> None:
    (writer,) = (module for module in modules("games") if module.name == part)
    written = {int(line.split(":")[1]) for line in writes(writer)}
    functions = [node for node in writer.syntax.body if isinstance(node, ast.FunctionDef)]
    writing = {node.name for node in functions if written & set(range(node.lineno, (node.end_lineno or 0) + 1))}
    assert writing
    for module in modules("games"):
        if module.name in (part, evolve):
            continue
        for node in ast.walk(module.syntax):
            if isinstance(node, ast.ImportFrom) and node.module == part:
                assert not writing & {alias.name for alias in node.names}, module.at(node.lineno)
            if isinstance(node, ast.ImportFrom) and node.module == part.rpartition(".")[0]:
                assert part.rpartition(".")[2] not in {alias.name for alias in node.names}, module.at(node.lineno)


@pytest.mark.parametrize(
    "statement",
    [
        "table.turn = 1",
        "table.river.append(3)",
        "for table.turn in (1, 2): pass",
    ],
)
def test_a_write_is_found(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "turn.py"
    path.write_text(f"def decide(table):\n    {statement}\n")
    (line,) = writes(Module(tmp_path, path))
    assert line.startswith("turn.py:2: table.")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def act(state):\n    betting = state.betting\n    betting.acts = {}\n", "betting.acts"),
        ("def act(state):\n    for pile in state.piles:\n        pile.clear()\n", "pile['clear']"),
        ("def act(now: State | None):\n    now.phase = 1\n", "now.phase"),
    ],
)
def test_a_write_through_any_name_is_found(tmp_path: Path, text: str, found: str) -> None:
    path = tmp_path / "turn.py"
    path.write_text(text)
    (line,) = writes(Module(tmp_path, path))
    assert line.partition(" ")[2] == found


@pytest.mark.parametrize(
    "statement",
    [
        "table = table.copy()",
        "left = list(table.wall); left.pop()",
        "left = table.wall; left = left + (1,)",
    ],
)
def test_reading_and_local_values_are_allowed(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "turn.py"
    path.write_text(f"def decide(table):\n    {statement}\n")
    assert list(writes(Module(tmp_path, path))) == []
