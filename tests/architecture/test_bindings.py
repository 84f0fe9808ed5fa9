"""Each registered game and scene is bound to its protocol, so that mypy reports missing and mistyped members."""

from pathlib import Path

import pytest

from games.roster import GAMES, Modules
from tests.architecture.bindings import find_unbound_game, find_unbound_scene
from tests.architecture.tree import ROOT, Module
from tests.fifth_game import NAME, NAMES, registered

DUO = GAMES["duo-dominoes"]


def module_of(name: str) -> Module:
    """A module of ours by its dotted name."""
    return Module(ROOT, ROOT.joinpath(*name.split(".")).with_suffix(".py"))


def planted(folder: Path, name: str, old: str, new: str) -> Module:
    """A module with one thing changed."""
    module = module_of(name)
    assert old in module.text
    path = folder / module.path.name
    path.write_text(module.text.replace(old, new))
    return Module(folder, path)


@pytest.mark.parametrize("name", NAMES)
def test_every_game_and_its_scene_are_bound(name: str) -> None:
    with registered():
        modules = GAMES[name]
    assert list(find_unbound_game(modules, module_of(f"{modules.package}.game"))) == []
    assert list(find_unbound_scene(modules, module_of(modules.scene))) == []


def test_the_fifth_game_has_one_line() -> None:
    before = dict(GAMES)
    with registered():
        assert {**before, NAME: GAMES[NAME]} == GAMES


def test_a_game_without_its_bindings_is_found(tmp_path: Path) -> None:
    module = planted(tmp_path, "games.duo.game", "if TYPE_CHECKING:", "if False:")
    assert list(find_unbound_game(DUO, module)) == [
        "bind games.duo to Cover under TYPE_CHECKING in games.duo.game",
        "bind games.duo.game to Game[games.duo.state.State, games.duo.events.Event, "
        "games.duo.moves.Move, games.duo.view.View] under TYPE_CHECKING there",
    ]


@pytest.mark.parametrize(
    "old, new",
    [("import game as _game", "import choices as _game"), ("from games.duo.events", "from games.lombardy.events")],
)
def test_a_game_that_is_bound_with_types_of_another_is_found(tmp_path: Path, old: str, new: str) -> None:
    (sentence,) = find_unbound_game(DUO, planted(tmp_path, "games.duo.game", old, new))
    assert sentence.startswith("bind games.duo.game to Game[games.duo.state.State")


def test_a_scene_that_is_bound_without_one_of_its_views_is_found() -> None:
    modules = Modules("games.duo", "render.stud_scene", "bot.wording.duo")
    assert list(find_unbound_scene(modules, module_of("render.stud_scene"))) == [
        "bind render.stud_scene to Scene[games.duo.view.View] under TYPE_CHECKING there"
    ]
