"""The layout of domino lines: no domino is missing, none overlaps another, and joined halves match."""

from itertools import pairwise

import pytest
from hypothesis import given, settings, strategies as st

from games.pieces.dominoes import HALVES, from_code as domino, is_double
from games.pieces.line import ENDS, Line
from render import domino_scene as scene
from render.base.domino_layout import Placed, lay_out
from tests.effort import rounds
from tests.render import samples


def _apart(tile: Placed, other: Placed) -> bool:
    wide = tile.half_size[0] + other.half_size[0] - 1e-6
    high = tile.half_size[1] + other.half_size[1] - 1e-6
    return abs(tile.x - other.x) >= wide or abs(tile.y - other.y) >= high


@given(st.integers(0, 10**6), st.booleans(), st.integers(1, 28), st.sampled_from([12.0, 14.0, 15.5, 18.0, 24.0, 30.0]))
@settings(max_examples=rounds(75, 300, 1_000), deadline=None)
def test_no_domino_lies_on_another(seed: int, spinner: bool, length: int, wide: float) -> None:
    line = samples.line_of(seed, spinner, length)
    layout = lay_out(line, wide)
    placed = layout.placed
    assert len(placed) == 1 + sum(map(len, line.arms))
    assert all(_apart(tile, other) for k, tile in enumerate(placed) for other in placed[k + 1 :])
    assert [end.letter for end in layout.ends] == list(line.ends)
    left, _, right, _ = layout.box
    assert right - left <= wide + 3


@given(st.integers(0, 10**6), st.booleans(), st.integers(2, 28))
@settings(max_examples=rounds(40, 150, 1_000), deadline=None)
def test_neighbours_touch_with_the_same_number(seed: int, spinner: bool, length: int) -> None:
    line = samples.line_of(seed, spinner, length)
    placed = list(lay_out(line, 18).placed)
    places = [place for place, _ in line.list_steps()]
    for place in range(4):
        row = [placed[0], *(tile for at, tile in zip(places, placed[1:], strict=True) if at == place)]
        for tile, other in pairwise(row):
            assert {tile.first, tile.second} & {other.first, other.second}
            assert abs(tile.x - other.x) + abs(tile.y - other.y) <= 2.5


@pytest.mark.parametrize("spinner", [True, False])
def test_a_double_lies_across_and_a_spinner_has_four_ends(spinner: bool) -> None:
    line = Line.begin(domino("5-5"), spinner)
    for code, end in (("5-3", "A"), ("5-1", "B")):
        line = line.lay(domino(code), end)
    layout = lay_out(line, 18)
    first, left, right = layout.placed
    assert (first.lying, left.lying, right.lying) == (False, True, True)
    assert (left.first, left.second, right.first, right.second) == (3, 5, 5, 1)
    assert "".join(end.letter for end in layout.ends) == ("ABCD" if spinner else "AB")


def test_arms_above_and_below_the_spinner_turn_after_one_domino() -> None:
    """A tall line is drawn small above a reader's hand."""
    line = Line.begin(domino("5-5"), True)
    for code, end in (("5-3", "A"), ("5-1", "B"), ("5-4", "C"), ("5-2", "D"), ("4-1", "C"), ("2-0", "D")):
        line = line.lay(domino(code), end)
    layout = lay_out(line, 18)
    assert [piece.lying for piece in layout.placed[3:]] == [False, False, True, True]
    _, upper, _, lower = layout.box
    assert lower - upper == 6


@given(st.integers(0, 10**6), st.booleans(), st.integers(2, 28), st.sampled_from([12.0, 18.0, 24.0]))
@settings(max_examples=rounds(40, 150, 1_000), deadline=None)
def test_dominoes_stay_where_they_lie(seed: int, spinner: bool, length: int, wide: float) -> None:
    line = samples.line_of(seed, spinner, length)
    assert line.first is not None
    shorter = Line.begin(line.first, spinner)
    for place, piece in line.list_steps():
        longer = shorter.lay(piece, ENDS[place])
        assert lay_out(longer, wide).placed[:-1] == lay_out(shorter, wide).placed
        shorter = longer


def test_a_double_seldom_turns_a_corner() -> None:
    """It lies across a corner only where there's no room straight ahead."""
    doubles = turned = 0
    for seed in range(60):
        line = samples.line_of(seed, seed % 2 == 0, 24)
        last: dict[int, Placed] = {}
        for (place, piece), lies in zip(line.list_steps(), lay_out(line, 18.0).placed[1:], strict=True):
            if place in last and is_double(piece):
                doubles += 1
                turned += last[place].x != lies.x and last[place].y != lies.y
            last[place] = lies
    assert turned * 10 < doubles, f"{turned} of {doubles} doubles lie on a corner"


@given(st.integers(0, 10**6), st.booleans(), st.integers(10, 28), st.sampled_from(range(4)))
@settings(max_examples=rounds(40, 300, 1_000), deadline=None)
def test_a_long_line_fits_its_picture_and_no_domino_lies_on_another(
    seed: int, spinner: bool, length: int, place: int
) -> None:
    fits = ((scene._HALVES, 502), (scene._BIG_HALVES, 636), (scene._HALVES_AT_THE_END, scene._LINE_ABOVE_A_HAND))
    fit = (*fits, (scene._HALVES_AT_THE_END, scene._LINE_AT_THE_END))[place]
    layout, half = scene._fit_layout(samples.line_of(seed, spinner, length), fit)
    left, _, right, _ = layout.box
    assert (right - left) * half <= scene.WIDTH - 20
    assert all(_apart(tile, other) for k, tile in enumerate(layout.placed) for other in layout.placed[k + 1 :])


def test_a_line_that_once_had_a_double_on_another_domino_has_none() -> None:
    laid = "6-1A 3-1A 6-4B 6-3A 6-5C 6-0A 2-0A 4-2B 5-2B 5-4C 4-4C 5-5B 3-2A 4-1C 2-1C 3-3A 5-0B 0-0B"
    line = Line.begin(domino("6-6"), True)
    for step in laid.split(" "):
        line = line.lay(domino(step[:3]), step[3])
    layout, _ = scene._fit_layout(line, (scene._BIG_HALVES, 636))
    assert layout.is_clear


def test_an_empty_line_takes_no_room() -> None:
    assert lay_out(Line(), 18).placed == () and lay_out(Line(), 18).box == (0, 0, 0, 0)


def test_every_domino_keeps_its_halves() -> None:
    line = samples.line_of(3, True, 20)
    shown = sorted(tuple(sorted((p.first, p.second), reverse=True)) for p in lay_out(line, 18).placed)
    held = [line.first, *sum(line.arms, ())]
    assert shown == sorted(HALVES[piece] for piece in held if piece is not None)
