"""Only `packed.py` of Bonedoneskis reads the bits of a packed card; everybody else asks by name."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.tree import Module, modules

CARD_BITS = 63
"""The lowest six bits, which hold the card itself."""


def raw_bits(module: Module) -> Iterator[str]:
    """Each expression that masks or shifts a packed card, and each import of a mask of `packed.py`."""
    for node in ast.walk(module.syntax):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr | ast.LShift | ast.RShift):
            for side in (node.left, node.right):
                named = isinstance(side, ast.Name) and side.id == "placed"
                masked = isinstance(side, ast.Constant) and side.value == CARD_BITS
                if named or masked:
                    yield f"{module.at(node.lineno)}: {ast.unparse(node)}"
        elif isinstance(node, ast.ImportFrom) and (node.module or "").endswith(".packed"):
            yield from (f"{module.at(node.lineno)}: {alias.name}" for alias in node.names if alias.name[0] == "_")


def test_only_one_module_reads_the_bits_of_a_packed_card() -> None:
    others = [module for module in modules("games/bonedoneskis") if module.parts[-1] != "packed"]
    assert [line for module in others for line in raw_bits(module)] == []


@pytest.mark.parametrize(
    "line", ["card = placed & 63", "up = placed >> 6", "from games.bonedoneskis.packed import _UP"]
)
def test_a_raw_mask_is_found(tmp_path: Path, line: str) -> None:
    path = tmp_path / "turnings.py"
    path.write_text(f"{line}\n")
    assert any("turnings.py:1" in found for found in raw_bits(Module(tmp_path, path)))
