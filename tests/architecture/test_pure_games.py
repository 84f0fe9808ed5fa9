"""Games keep nothing between two calls: no global, no cache of states, no object built behind its constructor.

And no assert, which says nothing when it fails, and nothing at all under `python -O`."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.test_writers import WRITING
from tests.architecture.tree import Module, modules

STATEFUL = {"State", "View", "Unfolding"}
"""Types whose values belong to one session; a cache must not hold them."""
CACHES = {"cache", "lru_cache"}
REGISTRIES = {"games.core.events": {"_KINDS", "_NAMES", "_UPCASTS"}}
"""Containers that decorators fill while modules are loaded, and nobody writes to afterwards."""


LITERALS = (ast.Dict, ast.List, ast.Set, ast.DictComp, ast.ListComp, ast.SetComp)


def impurities(module: Module) -> Iterator[str]:
    """Each statement of a module that keeps something for a later call, or builds an object without its constructor."""
    shared = _containers(module) - REGISTRIES.get(module.name, set())
    for node in ast.walk(module.syntax):
        match node:
            case ast.Global(names=names):
                yield f"{module.at(node.lineno)}: global {', '.join(names)}"
            case ast.Assert():
                yield f"{module.at(node.lineno)}: assert; use a type or games.core.folding.present"
            case ast.Attribute(value=ast.Name(id="object"), attr="__new__"):
                yield f"{module.at(node.lineno)}: object.__new__"
            case ast.FunctionDef():
                yield from _writes(module, node, shared)
                yield from _cached_states(module, node)


def _containers(module: Module) -> set[str]:
    """The names that a module binds to a dict, a list or a set."""
    found = set()
    for node in module.syntax.body:
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=value)
            ) if isinstance(value, (*LITERALS, ast.Call)):
                if not isinstance(value, ast.Call) or ast.unparse(value.func) in ("dict", "list", "set", "defaultdict"):
                    found.add(name)
    return found


def _writes(module: Module, function: ast.FunctionDef, shared: set[str]) -> Iterator[str]:
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=targets) | ast.Delete(targets=targets):
                written = [target.value for target in targets if isinstance(target, ast.Subscript)]
            case ast.AugAssign(target=ast.Subscript(value=value)):
                written = [value]
            case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in WRITING:
                written = [value]
            case _:
                continue
        for value in written:
            if isinstance(value, ast.Name) and value.id in shared:
                yield f"{module.at(node.lineno)}: {value.id} is written to"


def _cached_states(module: Module, function: ast.FunctionDef) -> Iterator[str]:
    decorators = {ast.unparse(decorator).partition("(")[0].rpartition(".")[2] for decorator in function.decorator_list}
    if not decorators & CACHES:
        return
    arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    for argument in arguments:
        names = {node.id for node in ast.walk(argument) if isinstance(node, ast.Name)}
        if names & STATEFUL:
            yield f"{module.at(function.lineno)}: {function.name} caches a {min(names & STATEFUL)}"


def test_games_keep_nothing_between_calls() -> None:
    assert [line for module in modules("games") for line in impurities(module)] == []


@pytest.mark.parametrize(
    "text",
    [
        "def view(state):\n    global latest\n",
        "KNOWN = {}\ndef view(state):\n    KNOWN[1] = state\n",
        "KNOWN: dict[int, int] = dict()\ndef view(state):\n    KNOWN.setdefault(1, state)\n",
        "@cache\ndef view(state: State) -> int: ...\n",
        "@functools.lru_cache(maxsize=9)\ndef choices(view: View | None) -> int: ...\n",
        "made = object.__new__(View)\n",
        "def bets(state):\n    assert state.betting is not None\n",
    ],
)
def test_something_kept_is_found(tmp_path: Path, text: str) -> None:
    path = tmp_path / "look.py"
    path.write_text(text)
    assert len(list(impurities(Module(tmp_path, path)))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "TABLE = {1: 2}\ndef double(number: int) -> int:\n    return TABLE[number]\n",
        "@cache\ndef names(talk: str) -> dict[str, int]:\n    found = {}\n    found[talk] = 1\n    return found\n",
    ],
)
def test_reading_and_pure_caches_are_free(tmp_path: Path, text: str) -> None:
    path = tmp_path / "names.py"
    path.write_text(text)
    assert list(impurities(Module(tmp_path, path))) == []
