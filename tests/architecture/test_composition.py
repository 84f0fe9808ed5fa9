"""The composition root builds the parts of the bot and hands them to each other; no constructor builds a part."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT, Module, modules

ROOTS = {"bot.app", "bot.sharing"}
"""The modules that build parts: for every process, and for a process that shares Discord's connections with others."""
VALUES = {"Counter", "LastUsed"}
"""Classes with changing objects that are not parts, but values that a part holds."""
CONSTRUCTORS = {"__init__", "__post_init__"}


def is_part(found: ast.ClassDef) -> bool:
    """True for a class whose objects can change: not for a frozen dataclass, tuple, enum, error or protocol."""
    marks = [ast.unparse(mark) for mark in found.decorator_list]
    bases = " ".join(ast.unparse(base) for base in found.bases)
    plain = any(word in bases for word in ("NamedTuple", "Enum", "Error", "Exception", "Protocol", "TypedDict"))
    return not plain and not any("frozen=True" in mark for mark in marks)


@cache
def parts() -> frozenset[str]:
    """The names of the bot's classes that are parts."""
    walked = (node for module in modules("bot") for node in ast.walk(module.syntax))
    return frozenset(node.name for node in walked if isinstance(node, ast.ClassDef) and is_part(node)) - VALUES


def built_inside(module: Module, known: frozenset[str]) -> Iterator[str]:
    """Each place where a constructor, or the default of a field, builds one of the `known` parts."""
    for found in ast.walk(module.syntax):
        if not isinstance(found, ast.ClassDef):
            continue
        for member in found.body:
            if isinstance(member, ast.AnnAssign) or getattr(member, "name", "") in CONSTRUCTORS:
                for line, name in _built(member, known):
                    yield f"{module.at(line)}: {found.name} builds {name}: let bot/app.py build it and hand it in"


def _built(member: ast.stmt, known: frozenset[str]) -> Iterator[tuple[int, str]]:
    for node in ast.walk(member):
        match node:
            case ast.Call(func=ast.Name(id=name)) | ast.keyword(arg="default_factory", value=ast.Name(id=name)):
                if name in known:
                    yield node.lineno, name


def test_no_constructor_builds_a_part() -> None:
    mine = (module for module in modules("bot") if module.name not in ROOTS)
    assert [line for module in mine for line in built_inside(module, parts())] == []


def test_parts_that_the_composition_root_builds_are_recognized() -> None:
    root = next(module for module in modules("bot") if module.path == ROOT / "bot" / "app.py")
    built = {ast.unparse(node.func) for node in ast.walk(root.syntax) if isinstance(node, ast.Call)}
    assert {"Tally", "NightScheduler", "TableService", "Presenter", "Repeater"} <= built & parts()


@pytest.mark.parametrize(
    "line",
    [
        "def __init__(self): self.clock = SteadyClock()",
        "def __init__(self, clock=None): self.clock = clock or SteadyClock()",
        "clock: SteadyClock = field(default_factory=SteadyClock)",
        "clock: SteadyClock = field(default_factory=lambda: SteadyClock())",
    ],
)
def test_a_part_that_is_built_in_a_constructor_is_found(tmp_path: Path, line: str) -> None:
    path = tmp_path / "host.py"
    path.write_text(f"class Host:\n    {line}\n")
    (found,) = built_inside(Module(tmp_path, path), frozenset({"SteadyClock"}))
    assert found == "host.py:2: Host builds SteadyClock: let bot/app.py build it and hand it in"
