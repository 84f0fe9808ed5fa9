"""The bot names a table's status by its enum, never by a bare string: a typing error there would pass unseen."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.store.tables.rows import Status
from tests.architecture.tree import Module, modules


def bare(module: Module) -> Iterator[str]:
    """Each place where a status is compared with a string, matched against one, or given as one."""
    for node in ast.walk(module.syntax):
        match node:
            case ast.Compare(left=left, comparators=others) if any(_is_status(side) for side in (left, *others)):
                found = any(_is_bare(side) for side in (left, *others))
            case ast.Match(subject=subject, cases=cases) if _is_status(subject):
                found = any(_is_bare(part) for case in cases for part in ast.walk(case.pattern))
            case ast.keyword(arg="status", value=value):
                found = _is_bare(value)
            case _:
                continue
        if found:
            line = node.lineno
            yield f"{module.at(line)}: {ast.unparse(node).splitlines()[0]}"


def _is_status(node: ast.AST) -> bool:
    match node:
        case ast.Name(id="status") | ast.Attribute(attr="status"):
            return True
        case _:
            return False


def _is_bare(node: ast.AST) -> bool:
    match node:
        case ast.Constant(value=str(text)):
            return text in tuple(Status)
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return any(_is_bare(part) for part in parts)
        case _:
            return False


def test_no_status_is_a_bare_string() -> None:
    assert [line for module in modules("bot") for line in bare(module)] == []


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ('x = table.status == "closed"', "table.status == 'closed'"),
        ('x = "live" != status', "'live' != status"),
        ('x = table.status in ("closed", "paused")', "table.status in ('closed', 'paused')"),
        ('query.where(tables.c.status != "closed")', "tables.c.status != 'closed'"),
        ('change(table, status="paused")', "status='paused'"),
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
        'table.row.pace == "live"',
        "change(table, status=Status.LIVE)",
    ],
)
def test_a_status_of_the_enum_is_free(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "board.py"
    path.write_text(f"{statement}\n")
    assert list(bare(Module(tmp_path, path))) == []
