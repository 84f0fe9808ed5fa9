"""Every vector of every rulebook, as its game's module plays it."""

import pytest

from games.core.registry import NAMES
from tests.conformance.runner import VECTORS, Case, cases, engine_of, files_of, load


def vectors() -> list[object]:
    return [
        pytest.param(game, case, id=f"{game}-{case}")
        for game in NAMES
        for path in files_of(game)
        for case in cases(load(path))
    ]


@pytest.mark.parametrize(("game", "case"), vectors())
def test_a_vector_comes_out_as_the_rulebook_says(game: str, case: Case) -> None:
    assert case.differences(engine_of(game)) == []


@pytest.mark.parametrize("game", NAMES)
def test_every_section_of_a_game_has_vectors(game: str) -> None:
    sections = load(VECTORS / f"{game}.vectors.yaml").keys()
    assert engine_of(game).SECTIONS.keys() == sections
