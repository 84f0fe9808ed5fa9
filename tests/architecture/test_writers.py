"""Only `evolve.py` writes a game's state; everybody else reads it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.tree import Module, game_packages, modules

STATES = {"hand", "state", "table"}
WRITING = {
    *("add", "append", "clear", "difference_update", "discard", "extend", "insert", "intersection_update", "pop"),
    *("popitem", "remove", "reverse", "setdefault", "sort", "symmetric_difference_update", "update"),
}


def writes(module: Module) -> Iterator[str]:
    """Each statement that changes what a parameter called `state`, `table` or `hand` holds."""
    for function in ast.walk(module.syntax):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        arguments = function.args
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        handed = STATES & {argument.arg for argument in every}
        for node in ast.walk(function):
            for target in _targets(node):
                if _root_of_attribute(target) in handed:
                    yield f"{module.at(target.lineno)}: {ast.unparse(target)}"


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
            return [value]
        case _:
            return []


def _parts(target: ast.expr) -> list[ast.expr]:
    return list(target.elts) if isinstance(target, ast.Tuple | ast.List) else [target]


def _root_of_attribute(node: ast.expr) -> str:
    """`table` for `table.racks[seat].bones`; nothing for a bare name, which only names something anew."""
    through_attribute = False
    while isinstance(node, ast.Attribute | ast.Subscript):
        through_attribute |= isinstance(node, ast.Attribute)
        node = node.value
    return node.id if isinstance(node, ast.Name) and through_attribute else ""


@pytest.mark.parametrize("game", game_packages())
def test_only_evolve_writes_a_state(game: str) -> None:
    found = [line for module in modules(f"games/{game}") if module.parts[-1] != "evolve" for line in writes(module)]
    assert found == []


@pytest.mark.parametrize(
    "statement",
    [
        "table.turn = 1",
        "table.sheet[0] += 5",
        "table.racks[0].bones[3] = 1",
        "table.phase.window: int = 3",
        "del table.racks[0]",
        "a, table.turn = 1, 2",
        "table.river.append(3)",
        "table.racks[0].open.pop()",
        "for table.turn in (1, 2): pass",
    ],
)
def test_a_write_is_found(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "turn.py"
    path.write_text(f"def decide(table):\n    {statement}\n")
    (line,) = writes(Module(tmp_path, path))
    assert line.startswith("turn.py:2: table.")


@pytest.mark.parametrize(
    "statement",
    ["table = table.copy()", "hand = [1]; hand.append(2)", "x = table.turn", "left = list(table.wall); left.pop()"],
)
def test_reading_and_local_work_are_free(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "turn.py"
    path.write_text(f"def decide(table):\n    {statement}\n")
    assert list(writes(Module(tmp_path, path))) == []
