"""Each registered scene is bound to its protocol, so that mypy reports missing and mistyped members."""

import pytest

from games.roster import GAMES, Modules
from tests.architecture.bindings import find_unbound_scene
from tests.architecture.tree import ROOT, Module
from tests.fifth_game import NAMES, registered

DUO = GAMES["duo-dominoes"]


def module_of(name: str) -> Module:
    """A module of ours by its dotted name."""
    return Module(ROOT, ROOT.joinpath(*name.split(".")).with_suffix(".py"))


@pytest.mark.parametrize("name", NAMES)
def test_every_scene_is_bound(name: str) -> None:
    with registered():
        modules = GAMES[name]
    assert list(find_unbound_scene(modules, module_of(modules.scene))) == []


def test_a_scene_that_is_bound_without_one_of_its_views_is_found() -> None:
    modules = Modules("games.duo", "render.stud_scene", "bot.wording.duo")
    assert list(find_unbound_scene(modules, module_of("render.stud_scene"))) == [
        "bind render.stud_scene to Scene[games.duo.view.View] under TYPE_CHECKING there"
    ]
