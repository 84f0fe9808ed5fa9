"""Copies of states, which every game makes with `make_copier`."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from games.core.folding import make_copier
from tests.architecture.tree import Module, game_packages, modules

COPYING = {"attrgetter", "deepcopy", "replace"}
"""Functions with which a game could copy its state field by field, instead of using `make_copier`."""


@dataclass(slots=True)
class Some:
    """A made-up state."""

    number: int = 0
    held: list[int] = field(default_factory=list)
    shared: list[int] = field(default_factory=list)
    later: list[int] | None = None


def test_a_copy_has_parts_of_its_own() -> None:
    first = Some(1, [1], [2])
    second = make_copier(Some, "held", "later")(first)
    assert second == first
    second.held.append(3)
    assert first.held == [1]
    assert second.shared is first.shared
    assert make_copier(Some, "later")(Some(later=[4])).later == [4]


def find_own_copies(module: Module) -> Iterator[str]:
    """Each place where a module copies a state, or judges a move on a copy, without the core."""
    state = module.parts[-1] == "state"
    for node in module.nodes:
        match node:
            case ast.ImportFrom(names=names) if state:
                yield from (f"{module.at(node.lineno)}: {alias.name}" for alias in names if alias.name in COPYING)
            case ast.Call(func=ast.Attribute(value=ast.Name(id="unfolding"), attr="accept")):
                yield f"{module.at(node.lineno)}: {ast.unparse(node)}"


def test_games_copy_and_judge_by_the_core() -> None:
    """Only Bonedoneskis has an unfolding of its own, since both red 6s on one board end the hand at once (R10)."""
    games = [module for game in game_packages() for module in modules(f"games/{game}")]
    assert [line.partition(":")[0] for module in games for line in find_own_copies(module)] == [
        "games/bonedoneskis/decide.py"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "from operator import attrgetter\n",
        "from dataclasses import dataclass, replace\n",
        "def decide(state):\n    return unfolding.accept()\n",
    ],
)
def test_a_copy_made_without_the_core_is_found(tmp_path: Path, text: str) -> None:
    path = tmp_path / "state.py"
    path.write_text(text)
    assert len(list(find_own_copies(Module(tmp_path, path)))) == 1
