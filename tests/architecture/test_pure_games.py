"""Games keep nothing between two calls: no cache of states, no object built without its constructor.

Ruff refuses `global` and `assert` there. tests/contract shows that only `evolve` changes a state.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.tree import Module, modules

STATEFUL = {"State", "View", "Unfolding"}
"""Types whose values belong to one session; a cache must not hold them."""
CACHES = {"cache", "lru_cache"}
KEPT = {
    "games.core.events": {"_KINDS", "_NAMES", "_UPCASTS"},
    "games.bonedoneskis.evaluation.evaluate": {"_Cache", "_Patterns", "evaluator"},
}
"""By module, the names that may keep something. Decorators fill the containers of `games.core.events` only while
modules load. The evaluator remembers results of pure functions (docs/decisions.md)."""
LITERALS = (ast.Dict, ast.List, ast.Set, ast.DictComp, ast.ListComp, ast.SetComp)
CONTAINERS = {
    *("Counter", "OrderedDict", "UserDict", "UserList", "WeakKeyDictionary", "WeakSet", "WeakValueDictionary"),
    *("array", "bytearray", "defaultdict", "deque", "dict", "list", "set"),
}
WRITING = {
    *("add", "append", "clear", "difference_update", "discard", "extend", "insert", "intersection_update", "pop"),
    *("popitem", "remove", "reverse", "setdefault", "sort", "symmetric_difference_update", "update", "__setitem__"),
}
"""Methods that change what a container holds."""
BEHIND = {"__dict__", "__new__", "__setattr__"}
"""Attributes by which code builds or changes an object without its constructor."""
BUILDING = {"__init_subclass__", "__post_init__"}
"""Methods that run while a class or an object is built."""


def find_impurities(module: Module) -> Iterator[str]:
    """Each statement of a module that keeps something for a later call, or builds an object without its constructor."""
    kept = KEPT.get(module.name, set())
    shared = set(_containers(module.syntax.body)) - kept
    building = {
        inner
        for node in module.nodes
        if isinstance(node, ast.FunctionDef) and node.name in BUILDING
        for inner in ast.walk(node)
    }
    for node in module.nodes:
        if node in building:
            continue
        match node:
            case ast.Attribute(attr=attr) if attr in BEHIND and not _is_super(node.value):
                yield f"{module.at(node.lineno)}: {ast.unparse(node)}"
            case ast.Call(func=ast.Name(id="setattr" | "delattr" as name)):
                yield f"{module.at(node.lineno)}: {name}"
            case ast.Subscript(value=ast.Call(func=ast.Name(id="vars")), ctx=ast.Store()):
                yield f"{module.at(node.lineno)}: {ast.unparse(node)}"
            case ast.ClassDef(name=name) if name not in kept:
                yield from (f"{module.at(node.lineno)}: {name}.{field} is shared" for field in _containers(node.body))
                if any(isinstance(part, ast.FunctionDef) and part.name == "__missing__" for part in node.body):
                    yield f"{module.at(node.lineno)}: {name} keeps what it was asked for"
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield from _writes(module, node, shared)
                if name not in kept:
                    yield from _cached_states(module, node)


def _is_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "super"


def _containers(body: list[ast.stmt]) -> Iterator[str]:
    """The names that these statements bind to a container, except those declared `Mapping` or `Sequence`."""
    for node in body:
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=value)
            ) if isinstance(value, LITERALS) or (isinstance(value, ast.Call) and _named(value.func) in CONTAINERS):
                read_only = isinstance(node, ast.AnnAssign) and _named(node.annotation) in ("Mapping", "Sequence")
                if name not in ("__slots__", "__all__") and not read_only:
                    yield name


def _named(function: ast.expr) -> str:
    """The bare name of a function or class: `OrderedDict` for `collections.OrderedDict[int, int]`."""
    if isinstance(function, ast.Subscript):
        function = function.value
    return ast.unparse(function).rpartition(".")[2]


def _writes(module: Module, function: ast.FunctionDef | ast.AsyncFunctionDef, shared: set[str]) -> Iterator[str]:
    aliases = shared | {
        target.id
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name) and node.value.id in shared
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=targets) | ast.Delete(targets=targets):
                written = [target.value for target in targets if isinstance(target, ast.Subscript)]
            case ast.AugAssign(target=ast.Subscript(value=value)) | ast.AugAssign(target=ast.Name() as value):
                written = [value]
            case ast.AnnAssign(target=ast.Subscript(value=value), value=given) if given is not None:
                written = [value]
            case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in WRITING:
                written = [value]
            case _:
                continue
        for value in written:
            if isinstance(value, ast.Name) and value.id in aliases:
                yield f"{module.at(node.lineno)}: {value.id} is written to"


def _cached_states(module: Module, function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    decorators = {ast.unparse(decorator).partition("(")[0].rpartition(".")[2] for decorator in function.decorator_list}
    if decorators & CACHES:
        signature = f"{ast.unparse(function.args)} {function.returns and ast.unparse(function.returns)}"
        for name in sorted(STATEFUL & set(re.findall(r"\w+", signature))):
            yield f"{module.at(function.lineno)}: {function.name} caches a {name}"


def test_games_keep_nothing_between_calls() -> None:
    """The check includes the fifth game, since new games are written after its example."""
    wrong = [line for module in modules("games", "tests/fifth_game/block") for line in find_impurities(module)]
    assert not wrong, "keep nothing between two calls, or name it in KEPT:\n" + "\n".join(wrong)


@pytest.mark.parametrize(
    "text",
    [
        "KNOWN: dict[int, int] = dict()\ndef view(state):\n    known = KNOWN\n    known.setdefault(1, state)\n",
        "@functools.lru_cache(maxsize=9)\ndef choices(view: 'View | None') -> int: ...\n",
        "object.__setattr__(made, 'outside', ())\n",
    ],
)
def test_something_kept_is_found(tmp_path: Path, text: str) -> None:
    path = tmp_path / "look.py"
    path.write_text(text)
    assert len(list(find_impurities(Module(tmp_path, path)))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "@dataclass(frozen=True)\nclass Judge: ...\n@cache\ndef judge(rules: Readings) -> Judge: ...\n",
        "@cache\ndef names(talk: str) -> dict[str, int]:\n    found = {}\n    found[talk] = 1\n    return found\n",
    ],
)
def test_reading_and_pure_caches_are_allowed(tmp_path: Path, text: str) -> None:
    path = tmp_path / "names.py"
    path.write_text(text)
    assert list(find_impurities(Module(tmp_path, path))) == []
