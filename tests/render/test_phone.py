"""Sizes on a phone 390 pixels wide, where the picture of a board or a hand is 345 pixels wide."""

import io
from collections import Counter
from dataclasses import replace
from typing import Any, Final

import pytest
from PIL import Image

from games.bonedoneskis.view import LyingCard
from games.core import Seat
from games.duo.view import View as DuoView
from games.lombardy.events import Counted
from games.lombardy.view import View as LombardyView
from games.pieces.bones import FULL_SET
from games.pieces.cards import Card
from render import domino_scene, pussers_board
from render.canvas import Canvas, Sprite
from render.style import Style
from tests.left_out import MORE_CASES, mark_thorough
from tests.render import samples, shown as scenes
from tests.views import changed

SHOWN: Final = 345
PHONE: Final = SHOWN / pussers_board.WIDTH
PHONE_OF_DOMINOES: Final = SHOWN / domino_scene.WIDTH
LEAST_LETTER: Final = 9
LEAST_PIECE: Final = 26
MOST_OF_AN_END: Final = 370


@pytest.mark.parametrize("style", mark_thorough([Style(), Style(big=True)], MORE_CASES, but=[Style()]))
def test_the_smallest_letter_can_be_read(style: Style, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: Counter[float] = Counter()
    write, phone = Canvas.write, PHONE

    def note(canvas: Canvas, x: int, y: int, words: str, size: int, *rest: Any, **how: Any) -> int:
        sizes[size * phone] += bool(words)
        return write(canvas, x, y, words, size, *rest, **how)

    monkeypatch.setattr(Canvas, "write", note)
    breaking = samples.pussers(2, phase="breaking", breaks=(*range(18, 48), 50))
    for view in (samples.pussers(2), breaking, samples.duo(), samples.lombardy(2), samples.stud(0), samples.stud(1, 8)):
        phone = PHONE_OF_DOMINOES if isinstance(view, DuoView | LombardyView) else PHONE
        scenes.draw_board_and_hand(view, samples.NAMES * 2, style)
    for view in (samples.pussers_ended(), samples.duo_ended(), samples.stud_ended()):
        phone = PHONE_OF_DOMINOES if isinstance(view, DuoView) else PHONE
        scenes.draw_receipt(view, samples.NAMES, style)
    assert min(size for size, times in sizes.items() if times) >= LEAST_LETTER


def crowded_showdown(players: int = 8) -> Any:
    """All players show their hands."""
    view = samples.stud_ended()
    assert view.ending is not None
    chairs = tuple(replace(view.chairs[0], seat=Seat(seat)) for seat in range(players))
    hands = tuple(replace(view.ending.hands[0], seat=Seat(seat)) for seat in range(players))
    ending = replace(view.ending, hands=hands, net=(0,) * players)
    return replace(view, players=players, chairs=chairs, ending=ending)


def long_tie_up() -> Any:
    """A hand with six lines of points, and talk of a robot that takes three lines."""
    view = samples.pussers_ended()
    assert view.ending is not None and view.ending.receipt is not None
    lines = view.ending.receipt.lines
    receipt = view.ending.receipt._replace(lines=(*lines[:3], *lines[:3], *lines[3:]))
    return changed(view, ending=changed(view.ending, receipt=receipt))


def lombardy_ended() -> Any:
    """A hand with the longest line. Below it a player may also read what their mistakes cost and what they missed."""
    ending = Counted("out", Seat(0), ((),) * 4, (0,) * 4, (0,) * 4, (0,) * 4, (0,) * 4)
    line = samples.line_of(1, True, 28)
    return samples.lombardy(None, phase="counted", line=line, counts=(0,) * 4, ending=ending)


@pytest.mark.parametrize(
    "view, most",
    [
        (samples.pussers_ended(), MOST_OF_AN_END),
        (long_tie_up(), MOST_OF_AN_END - 55),
        (samples.duo_ended(), MOST_OF_AN_END),
        (lombardy_ended(), MOST_OF_AN_END - 50),
        (crowded_showdown(), MOST_OF_AN_END - 60),
        (crowded_showdown(6), MOST_OF_AN_END - 135),
        (crowded_showdown(4), MOST_OF_AN_END - 180),
    ],
    ids=["pussers", "pussers with most lines", "duo", "lombardy", "stud", "stud of six", "stud of four"],
)
def test_the_picture_of_an_end_leaves_room_for_the_verdict(view: Any, most: int) -> None:
    """With three lines of text and two rows of buttons, an end is at most 600 pixels tall."""
    picture = Image.open(io.BytesIO(scenes.draw_receipt(view, samples.NAMES * 2).png))
    assert picture.height * 345 / picture.width <= most


@pytest.mark.parametrize("seed", range(4))
def test_the_picture_of_a_turn_leaves_room_for_the_question_and_the_buttons(seed: int) -> None:
    """With a line of text and three rows of buttons, a call of a score is some 700 pixels tall at most."""
    view = samples.lombardy(2, line=samples.line_of(seed, True, 20))
    picture = Image.open(io.BytesIO(scenes.draw_board_and_hand(view, samples.NAMES).png))
    assert picture.height * SHOWN / picture.width <= 390


def _record_sizes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    found: list[int] = []
    put, put_all = Canvas.put, Canvas.put_all

    def note(canvas: Canvas, piece: Sprite, x: int, y: int) -> None:
        found.append(max(piece.body.size))
        put(canvas, piece, x, y)

    def note_all(canvas: Canvas, pieces: list[tuple[Sprite, int, int]]) -> None:
        found.extend(max(piece.body.size) for piece, _, _ in pieces)
        put_all(canvas, pieces)

    monkeypatch.setattr(Canvas, "put", note)
    monkeypatch.setattr(Canvas, "put_all", note_all)
    return found


@pytest.mark.parametrize("spinner", mark_thorough([True, False], MORE_CASES, but=[False]))
def test_the_longest_line_of_dominoes_is_as_large_as_a_fingertip(
    spinner: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(12):
        line = samples.line_of(seed, spinner, 28)
        found = _record_sizes(monkeypatch)
        scenes.draw_board(samples.lombardy(None, line=line, counts=(0,) * 4), samples.NAMES)
        assert min(found) * PHONE_OF_DOMINOES >= LEAST_PIECE
        monkeypatch.undo()


def test_no_picture_is_smaller_than_a_phone_with_two_pixels_a_point_shows_it() -> None:
    for view in (samples.pussers(2), samples.duo(), samples.lombardy(2), samples.stud(0)):
        picture = Image.open(io.BytesIO(scenes.draw_board_and_hand(view, samples.NAMES).png))
        assert picture.width >= 2 * SHOWN


def test_discards_keep_their_size_until_the_wall_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows of discards that no longer fit lie closer together."""
    view = samples.pussers(None)
    many = tuple(changed(view.discards[0], bone=bone, taken=None) for bone in FULL_SET[:91])
    found = _record_sizes(monkeypatch)
    bare = tuple(chair._replace(sets=(), pretties=()) for chair in view.chairs)
    scenes.draw_board(changed(view, discards=many, latest=90, wall=bytes(72), chairs=bare), samples.NAMES)
    bones = [width for width in found if width < 200]
    assert len(bones) >= 34 and min(bones) * 100 / 136 * PHONE >= LEAST_PIECE


@pytest.mark.parametrize(("place", "thrown"), [("middle", 9), ("middle", 55), ("middle", 91), ("in_order", 91)])
def test_all_discards_lie_in_the_order_of_the_throws(place: Any, thrown: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A newcomer saw the oldest of many discards counted by kind, and looked in vain for the others' order."""
    view, found = samples.pussers(None), list[tuple[int, int]]()
    house = replace(view.house, discards=place)
    many = tuple(changed(view.discards[0], seat=Seat(at % 4), bone=FULL_SET[at], taken=None) for at in range(thrown))
    bare = tuple(chair._replace(sets=(), pretties=()) for chair in view.chairs)
    put = Canvas.put

    def note(canvas: Canvas, sprite: Sprite, x: int, y: int) -> None:
        found.append((y, x))
        put(canvas, sprite, x, y)

    monkeypatch.setattr(Canvas, "put", note)
    scenes.draw_board(
        changed(view, discards=many, latest=thrown - 1, wall=bytes(72), chairs=bare, house=house), samples.NAMES
    )
    own = found[4:] if place == "middle" else found[-(thrown - 3) // 4 :]  # the walls come first, the thrower last
    assert own == sorted(own) and len({*found}) == thrown + 4


def test_the_middle_is_flat_until_the_discards_fill_three_rows() -> None:
    """A phone then shows the table and the hand at once."""

    def measure(count: int, big: bool = False, **changes: Any) -> int:
        many = tuple(changed(view.discards[0], bone=bone, taken=None) for bone in FULL_SET[:count])
        shown = changed(view, discards=many, latest=count - 1 if count else None, **changes)
        return Image.open(io.BytesIO(scenes.draw_board(shown, samples.NAMES, Style(big=big)).png)).height

    view = samples.pussers(None)
    assert measure(0) == measure(33) < measure(34) == measure(60) == measure(0, phase="sorting")
    assert measure(0, big=True) == measure(34, big=True)


@pytest.mark.parametrize("count", [5, 7, 9, 12])
def test_a_long_line_of_cards_overlaps_and_stays_inside(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    view = samples.stud(None, 8)
    line = tuple(LyingCard(Card(number), True, 3) for number in range(count))
    long = replace(view, chairs=(replace(view.chairs[0], line=line), *view.chairs[1:]))
    found = _record_sizes(monkeypatch)
    scenes.draw_board(long, samples.NAMES * 2)
    assert min(found) * 100 / 140 * PHONE >= LEAST_PIECE
