"""Every vector of every rulebook, as its game's module plays it."""

from pathlib import Path

import pytest

from tests.conformance.runner import GAMES, VECTORS, Case, cases, engine_of, files_of, load

PACKAGES = {
    "pussers-bones": "pussers",
    "lombardy-bones": "lombardy",
    "duo-dominoes": "duo",
    "bonedoneskis": "bonedoneskis",
}
ROOT = Path(__file__).resolve().parents[2]
PLAYED = [game for game in GAMES if (ROOT / "games" / PACKAGES[game] / "__init__.py").exists()]


def vectors() -> list[object]:
    return [
        pytest.param(game, case, id=f"{game}-{case}")
        for game in PLAYED
        for path in files_of(game)
        for case in cases(load(path))
    ]


@pytest.mark.parametrize(("game", "case"), vectors())
def test_a_vector_comes_out_as_the_rulebook_says(game: str, case: Case) -> None:
    assert case.differences(engine_of(game)) == []


@pytest.mark.parametrize("game", PLAYED)
def test_every_section_of_a_game_has_vectors(game: str) -> None:
    sections = load(VECTORS / f"{game}.vectors.yaml").keys()
    assert engine_of(game).SECTIONS.keys() == sections
