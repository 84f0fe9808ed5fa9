"""Every vector of every rulebook, played by its game's module."""

from pathlib import Path
from typing import cast

import pytest

from games import registry
from tests.conformance.runner import RULES, Engine, cases, engine_of, files_of, load
from tests.fifth_game import FOLDER, NAME, NAMES, conformance


def engine(game: str) -> Engine:
    """The module that plays a game's vectors. The fifth game has its own outside this package."""
    return cast(Engine, conformance) if game == NAME else engine_of(game)


def main_file(game: str) -> Path:
    """The vectors of a game's rulebook."""
    return (FOLDER if game == NAME else RULES) / f"{game}.vectors.yaml"


def files() -> list[object]:
    paths = [(game, path) for game in registry.NAMES for path in files_of(game)] + [(NAME, main_file(NAME))]
    return [pytest.param(game, path, id=path.name.removesuffix(".vectors.yaml")) for game, path in paths]


@pytest.mark.parametrize(("game", "path"), files())
def test_each_vector_comes_out_as_the_rulebook_says(game: str, path: Path) -> None:
    assert [line for case in cases(load(path)) for line in case.differences(engine(game))] == []


@pytest.mark.parametrize("game", NAMES)
def test_every_section_of_a_game_has_vectors(game: str) -> None:
    assert main_file(game).exists(), f"write the vectors of {game}: {main_file(game)}"
    assert engine(game).SECTIONS.keys() == load(main_file(game)).keys()
