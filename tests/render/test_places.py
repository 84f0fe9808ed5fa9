"""Seats stand on every picture as they sit: the order of turns follows the places round the table."""

import math
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from games import registry
from games.core import Seat, settle
from games.core.options import bind
from games.pussers.options import OPTIONS, House
from games.pussers.view import DiscardedBone
from render import scenes as drawing
from render.base import png
from render.base.png import Strip
from render.canvas import Canvas
from render.domino_scene import _draw_seat
from render.words import format_signed
from tests.contract.driver import Session
from tests.left_out import MORE_CASES, MORE_GAMES, mark_thorough
from tests.render import samples, shown as scenes
from tests.views import changed

NAMES = ("Ann", "Ben", "Cat", "Dan")
Place = tuple[float, float]


def _turns(name: str, players: int, **options: Any) -> tuple[Session, dict[Seat, Seat]]:
    """Play some sixty turns with robots; returns the session, and the seat that usually follows each seat."""
    game: Any = registry.game(name)
    session = Session(game, players, settle(game.OPTIONS, options), 5)
    turns: list[Seat] = []
    for _ in session.steps("robots", 400):
        turn = session.view(None).turn
        if turn is not None and (not turns or turns[-1] != turn):
            turns.append(turn)
        if len(turns) > 60 and turn is not None:
            break
    follows = {seat: Counter(after for turn, after in pairwise(turns) if turn == seat) for seat in session.seats}
    return session, {seat: after.most_common(1)[0][0] for seat, after in follows.items()}


def _places(draw: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> dict[Seat, Place]:
    """Find the middle of each seat's panel, which is the panel with the seat's name on it."""
    panels: list[tuple[Canvas, int, int, int, int]] = []
    named: list[tuple[Canvas, Seat, float, float]] = []
    found: dict[Seat, Place] = {}
    panel, write, put, encode = Canvas.draw_panel, Canvas.write, Canvas.put_canvas, Canvas.encode

    def note_panel(canvas: Canvas, box: tuple[int, int, int, int], *rest: Any) -> None:
        panels.append((canvas, *box))
        panel(canvas, box, *rest)

    def note_name(canvas: Canvas, x: int, y: int, words: str, *rest: Any, **how: Any) -> int:
        for place, left, top, width, height in panels:
            if place is canvas and words in NAMES and left < x < left + width and top < y < top + height:
                named.append((canvas, Seat(NAMES.index(words)), left + width / 2, top + height / 2))
        return write(canvas, x, y, words, *rest, **how)

    def note_part(canvas: Canvas, part: Canvas, x: int, y: int) -> None:
        named.extend([(canvas, seat, x + left, y + top) for place, seat, left, top in named if place is part])
        put(canvas, part, x, y)

    def note_heights(*canvases: Canvas) -> bytes:
        for at, part in enumerate(canvases):
            above = sum(upper.height for upper in canvases[:at])
            found.update({seat: (x, above + y) for place, seat, x, y in named if place is part})
        return encode(*canvases)

    monkeypatch.setattr(Canvas, "draw_panel", note_panel)
    monkeypatch.setattr(Canvas, "write", note_name)
    monkeypatch.setattr(Canvas, "put_canvas", note_part)
    monkeypatch.setattr(Canvas, "encode", note_heights)
    _draw_seat.cache_clear()
    draw()
    monkeypatch.undo()
    return found


def _circle(places: dict[Seat, Place], clockwise: bool) -> dict[Seat, Seat]:
    """Map each seat to the next one round the middle of the table."""
    x, y = (sum(place[axis] for place in places.values()) / len(places) for axis in (0, 1))
    around = sorted(places, key=lambda seat: math.atan2(places[seat][1] - y, places[seat][0] - x))
    around = around if clockwise else around[::-1]
    return dict(pairwise([*around, around[0]]))


@pytest.mark.parametrize(
    ("name", "once"),
    mark_thorough(
        [("pussers-bones", 1), ("duo-dominoes", 1), ("bonedoneskis", 6)], MORE_GAMES, but=[("pussers-bones", 1)]
    ),
)
def test_what_all_readers_see_is_packed_once(name: str, once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The channel's board and four hands share the table of Pussers Bones, the line of dominoes, and in Bonedoneskis
    the heading, each seat's row and the notes."""
    session, _ = _turns(name, 4)
    crowd, kept = session.view(None), list[Strip]()
    words = scenes.reader(crowd, NAMES[::-1])

    def note(rows: bytearray, width: int) -> Strip:
        kept.append(png.pack(rows, width))
        return kept[-1]

    monkeypatch.setattr("render.canvas.pack", note)
    drawn = [drawing.draw_board(crowd, words).png]
    drawn += [drawing.draw_board_and_hand(session.view(seat), words, crowd=crowd).png for seat in session.seats]
    most = len(drawn) - (name == "bonedoneskis")  # there the readers' own rows are left out
    assert sum(sum(strip.chunk in picture for picture in drawn) >= most for strip in kept) >= once
    own = {"duo-dominoes": 2}.get(name, 0)
    assert len(kept) <= once + 4 + 5 * own


MORE = pytest.mark.thorough(MORE_CASES)


@pytest.mark.parametrize(
    ("name", "players", "options", "clockwise"),
    [
        pytest.param("duo-dominoes", 4, {}, False, id="DD-2"),
        pytest.param("lombardy-bones", 4, {}, True, id="LB-1", marks=MORE),
        pytest.param("lombardy-bones", 3, {}, True, id="LB-1 three"),
        pytest.param("lombardy-bones", 4, {"direction": "counterclockwise"}, False, id="LB-1 to the right", marks=MORE),
        pytest.param("pussers-bones", 4, {}, True, id="PB-2"),
        pytest.param("pussers-bones", 4, {"direction": "right"}, False, id="PB-2 to the right", marks=MORE),
    ],
)
def test_turns_go_round_the_picture_as_the_rules_say(
    name: str, players: int, options: dict[str, Any], clockwise: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, follows = _turns(name, players, **options)
    names = NAMES[:players]
    places = _places(lambda: scenes.draw_board(session.view(None), names), monkeypatch)
    assert _circle(places, clockwise) == follows
    for near in session.seats if name != "pussers-bones" else ():  # its table is drawn once for all readers
        seen = _places(partial(scenes.draw_board_and_hand, session.view(near), names), monkeypatch)
        own = seen.setdefault(near, (440.0, 10_000.0))
        assert own[1] == max(y for _, y in seen.values()), "the reader sits below"
        assert _circle(seen, clockwise) == follows


def test_partners_sit_opposite(monkeypatch: pytest.MonkeyPatch) -> None:
    """DD-1: the partner is above the reader."""
    session, _ = _turns("duo-dominoes", 4)
    for near in session.seats:
        seen = _places(partial(scenes.draw_board_and_hand, session.view(near), NAMES), monkeypatch)
        assert min(seen, key=lambda seat: seen[seat][1]) == (near + 2) % 4


def test_turns_of_bonedoneskis_go_down_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """R16: the turn passes to the left: down the picture, then from the top again. The reader's own cards lie
    below, and only there."""
    session, follows = _turns("bonedoneskis", 4)

    def down(draw: Callable[[], object]) -> list[Seat]:
        places = _places(draw, monkeypatch)
        return sorted(places, key=lambda seat: places[seat][1])

    rows = down(lambda: scenes.draw_board(session.view(None), NAMES))
    assert dict(pairwise([*rows, rows[0]])) == follows
    for near in session.seats:
        rows = down(partial(scenes.draw_board_and_hand, session.view(near), NAMES))
        assert dict(pairwise([near, *rows, near])) == follows


@pytest.mark.parametrize(
    ("direction", "eddie", "told"),
    [
        ("left", 0, "(Eddie 28, Sammy 36, Wally 44, Normie 36)"),
        ("right", 0, "(Eddie 28, Normie 36, Wally 44, Sammy 36)"),
        ("left", None, "(Bear 28, Bull 36, Doc 44, Swain 36)"),
        ("right", None, "(Bear 28, Swain 36, Doc 44, Bull 36)"),
    ],
)
def test_pb_9_walls_are_named_clockwise_by_breeze_and_by_their_builders_until_eddie_is_found(
    direction: str, eddie: Seat | None, told: str
) -> None:
    house = bind(House, settle(OPTIONS, {"direction": direction}))
    view = samples.pussers(None, house=house, eddie=eddie, walls=(14, 18, 22, 18), wall=bytes([2]) * 72)
    assert told in scenes.draw_board(view, samples.NAMES).alt


@pytest.mark.parametrize("score", [-8, -189])
def test_the_place_beside_a_long_name_keeps_its_distance_from_the_score(
    score: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends: list[tuple[str, int, int, int]] = []
    write = Canvas.write

    def note(canvas: Canvas, x: int, y: int, words: str, *rest: Any, **how: Any) -> int:
        wide = write(canvas, x, y, words, *rest, **how)
        left = x - wide if how.get("anchor") == "r" else x
        ends.append((words, y, left, left + wide))
        return wide

    monkeypatch.setattr(Canvas, "write", note)
    view = samples.pussers(None)
    chairs = tuple(changed(chair, score=score) for chair in view.chairs)
    scenes.draw_board(changed(view, chairs=chairs), ("Quartermaster of the Windward Isles",) * 4)
    scores = [(y, left) for words, y, left, _ in ends if words == format_signed(score)]
    places = [end for words, _, _, end in ends if words in ("Eddie", "Wally", "Normie", "Sammy")]
    assert len(scores) == len(places) == 4
    for end in places:
        assert min(abs(left - end) for _, left in scores) >= 16


def test_discards_lie_in_the_middle_or_in_order_before_each_player() -> None:
    """PB-33, `discards`: where they lie says who threw them, so another thrower makes another picture."""
    view: Any = samples.pussers(None)
    ordered = changed(view, house=changed(view.house, discards="in_order"))
    first, *others = view.discards
    thrown = (DiscardedBone(Seat((first.seat + 1) % 4), first.bone, None), *others)
    for table, alike in ((view, True), (ordered, False)):
        pictures = [
            scenes.draw_board(changed(table, discards=lying), samples.NAMES).png for lying in (view.discards, thrown)
        ]
        assert (pictures[0] == pictures[1]) == alike
