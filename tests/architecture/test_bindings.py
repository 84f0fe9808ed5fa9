"""Each registered game and scene is bound to its protocol, so that mypy reports missing and mistyped members."""

from pathlib import Path

import pytest

from tests.architecture.bindings import table, unbound_games, unbound_scenes
from tests.architecture.tree import ROOT, Module

REGISTRY = Module(ROOT, ROOT / "games/registry.py")
SCENES = Module(ROOT, ROOT / "render/scenes.py")


def planted(folder: Path, module: Module, old: str, new: str) -> Module:
    """A module with one thing changed."""
    assert old in module.text
    path = folder / module.path.name
    path.write_text(module.text.replace(old, new))
    return Module(folder, path)


def test_every_registered_game_is_bound() -> None:
    assert list(unbound_games(REGISTRY)) == []
    assert len(table(REGISTRY, "PACKAGES")) >= 4


def test_every_scene_is_bound() -> None:
    assert list(unbound_scenes(SCENES)) == []
    assert len(table(SCENES, "SCENES")) >= 4


def test_every_registered_game_has_a_line_for_its_scene() -> None:
    views = {f"{package}.view" for package in table(REGISTRY, "PACKAGES").values()}
    assert views <= table(SCENES, "SCENES").keys(), "add the view's module to SCENES in render/scenes.py"


def test_a_game_that_is_registered_without_bindings_is_found(tmp_path: Path) -> None:
    line = '    "duo-dominoes": "games.duo",\n'
    module = planted(tmp_path, REGISTRY, line, line + '    "coin-toss": "games.coin",\n')
    assert list(unbound_games(module)) == [
        "coin-toss: add games.coin to COVERS under TYPE_CHECKING in games/registry.py",
        "coin-toss: bind games.coin.game to Game[games.coin.state.State, games.coin.events.Event, "
        "games.coin.moves.Move, games.coin.view.View] under TYPE_CHECKING in games/registry.py",
    ]


@pytest.mark.parametrize("old, new", [("duo_view.View] =", "lombardy_view.View] ="), ("= duo_game", "= lombardy_game")])
def test_a_game_that_is_bound_with_types_of_another_is_found(tmp_path: Path, old: str, new: str) -> None:
    (sentence,) = unbound_games(planted(tmp_path, REGISTRY, old, new))
    assert sentence.startswith("duo-dominoes: bind games.duo.game to Game[games.duo.state.State")


def test_a_scene_that_is_listed_without_a_binding_is_found(tmp_path: Path) -> None:
    line = '    "games.duo.view": "render.domino_scene",\n'
    module = planted(tmp_path, SCENES, line, line + '    "games.coin.view": "render.coin_scene",\n')
    assert list(unbound_scenes(module)) == [
        "games.coin.view: bind render.coin_scene to Scene[games.coin.view.View] under TYPE_CHECKING in render/scenes.py"
    ]


def test_a_scene_that_is_bound_without_one_of_its_views_is_found(tmp_path: Path) -> None:
    module = planted(tmp_path, SCENES, "_STUD: Scene[StudView]", "_STUD: Scene[PussersView]")
    (sentence,) = unbound_scenes(module)
    assert sentence.startswith("games.bonedoneskis.view: bind render.stud_scene")
