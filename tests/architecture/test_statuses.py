"""The bot names a table's status and pace by their enums, not by a bare string, whose spelling nothing checks."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.store.tables.rows import Pace, Status
from tests.architecture.tree import Module, modules

ENUMS: dict[str, type[Status | Pace]] = {"status": Status, "pace": Pace}
"""The enums by the name of the attribute or argument."""


def bare(module: Module) -> Iterator[str]:
    """Each place that compares or matches a status or a pace with a bare string, or passes a bare string as one."""
    for node in ast.walk(module.syntax):
        match node:
            case ast.Compare(left=left, comparators=others):
                sides = [left, *others]
                kinds = {_enum_of(side) for side in sides} - {None}
                found = any(_is_bare(side, kind) for side in sides for kind in kinds)
            case ast.Match(subject=subject, cases=cases):
                parts = [part for case in cases for part in ast.walk(case.pattern)]
                found = any(_is_bare(part, _enum_of(subject)) for part in parts)
            case ast.keyword(arg=str(name), value=value):
                found = _is_bare(value, ENUMS.get(name))
            case ast.AnnAssign(target=target, value=value) if value is not None:
                found = _is_bare(value, _enum_of(target))
            case _:
                continue
        if found:
            line = node.lineno
            yield f"{module.at(line)}: {ast.unparse(node).splitlines()[0]}"


def _enum_of(node: ast.AST) -> type[Status | Pace] | None:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return ENUMS.get(name)
        case _:
            return None


def _is_bare(node: ast.AST, kind: type[Status | Pace] | None) -> bool:
    match node:
        case ast.Constant(value=str(text)):
            return kind is not None and text in tuple(kind)
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return any(_is_bare(part, kind) for part in parts)
        case _:
            return False


def test_no_status_and_no_pace_is_a_bare_string() -> None:
    assert [line for module in modules("bot") for line in bare(module)] == []


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ('x = table.status == "closed"', "table.status == 'closed'"),
        ('x = "live" != status', "'live' != status"),
        ('x = table.status in ("closed", "paused")', "table.status in ('closed', 'paused')"),
        ('query.where(tables.c.status != "closed")', "tables.c.status != 'closed'"),
        ('change(table, status="paused")', "status='paused'"),
        ('x = table.row.pace == "live"', "table.row.pace == 'live'"),
        ('x = "correspondence" != pace', "'correspondence' != pace"),
        ('x = row.pace in {"live"}', "row.pace in {'live'}"),
        ('change(table, pace="live")', "pace='live'"),
        ('pace: str = "live"', "pace: str = 'live'"),
        ('match table.status:\n    case "lobby": pass', "match table.status:"),
    ],
)
def test_a_bare_status_is_found(tmp_path: Path, statement: str, found: str) -> None:
    path = tmp_path / "board.py"
    path.write_text(f"{statement}\n")
    assert list(bare(Module(tmp_path, path))) == [f"board.py:1: {found}"]


@pytest.mark.parametrize(
    "statement",
    [
        "table.status == Status.CLOSED",
        "error.status == 429",
        "table.row.pace == Pace.LIVE",
        'table.row.pace == "closed"',
        'table.row.preset == "live"',
        "change(table, status=Status.LIVE)",
    ],
)
def test_a_status_of_the_enum_is_allowed(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "board.py"
    path.write_text(f"{statement}\n")
    assert list(bare(Module(tmp_path, path))) == []
