"""Only `packed.py` of Bonedoneskis reads the bits of a packed card; other modules call its functions.

The test makes mypy check the game with a packed card declared as an object instead of a number. Any arithmetic on a
packed card is then a type error, whatever the variable is called.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT, Module, modules

GAME = "games/bonedoneskis"
PACKED = ROOT / GAME / "packed.py"
NUMBER = 'Placed = NewType("Placed", int)'
OPAQUE = 'Placed = NewType("Placed", object)'
PLANTED = """\
from games.bonedoneskis.packed import Line, Placed, card_of
from games.bonedoneskis.state import State

def read(line: Line, state: State, it: Placed) -> object:
    card = it & 63
    rank = it % 64 % 13
    street = it // 4096 % 16
    up = line[0] >> 6
    for lying in state.lines[0]:
        up |= lying & 64
    return [64 & it, sorted(it + 1 for it in line), card_of(it) % 13, sum(state.lines[1])]
"""
FOUND = [5, 6, 7, 8, 10, 11, 11, 11]
"""The lines of `PLANTED` that read bits. `card_of(it) % 13` is allowed: it is arithmetic on a plain card."""


def made_elsewhere(module: Module) -> Iterator[str]:
    """Each place that packs a card by itself, and each import of a mask of `packed.py`."""
    for node in ast.walk(module.syntax):
        match node:
            case ast.Call(func=ast.Name(id="Placed") | ast.Attribute(attr="Placed")):
                yield f"{module.at(node.lineno)}: {ast.unparse(node)}"
            case ast.Call(func=ast.Name(id="cast"), args=[kind, _]) if "Placed" in ast.unparse(kind):
                yield f"{module.at(node.lineno)}: {ast.unparse(node)}"
            case ast.ImportFrom(module=str(name)) if name.endswith(".packed"):
                yield from (f"{module.at(node.lineno)}: {alias.name}" for alias in node.names if alias.name[0] == "_")


def test_only_one_module_reads_the_bits_of_a_packed_card(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    text = PACKED.read_text()
    assert text.count(NUMBER) == 1
    shadow = tmp_path / "packed.py"
    shadow.write_text(f"# mypy: ignore-errors\n{text.replace(NUMBER, OPAQUE)}")
    planted = tmp_path / "planted.py"
    planted.write_text(PLANTED)
    kept = pytestconfig.cache.mkdir("mypy-packed")
    game = [str(module.path) for module in modules(GAME)]
    run = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={kept}"),
            *("--shadow-file", str(PACKED), str(shadow), planted.name, *game),
        ],
        cwd=tmp_path,
        env={"MYPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    errors = [line for line in run.stdout.splitlines() if ": error:" in line]
    assert [line for line in errors if not line.startswith(planted.name)] == [], run.stdout + run.stderr
    assert [int(line.split(":")[1]) for line in errors] == FOUND, run.stdout + run.stderr


def test_only_one_module_packs_a_card() -> None:
    others = [module for module in modules(GAME) if module.parts[-1] != "packed"]
    assert [line for module in others for line in made_elsewhere(module)] == []


@pytest.mark.parametrize(
    "line",
    [
        "lying = Placed(card | 64)",
        "lying = packed.Placed(card | 64)",
        "lying = cast(Placed, card)",
        "from games.bonedoneskis.packed import _UP",
    ],
)
def test_a_card_packed_elsewhere_is_found(tmp_path: Path, line: str) -> None:
    path = tmp_path / "turnings.py"
    path.write_text(f"{line}\n")
    assert any("turnings.py:1" in found for found in made_elsewhere(Module(tmp_path, path)))
