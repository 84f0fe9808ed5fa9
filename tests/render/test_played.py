"""Scenes of hands played by robots: every view of every step can be drawn and described."""

import importlib
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from games import registry
from games.core import Seat, settle
from games.pieces.bones import Bone
from render.canvas import Canvas
from render.words import LIMIT, pussers as words
from tests.contract.driver import Session
from tests.effort import rounds
from tests.left_out import MORE_CASES, MORE_GAMES, mark_thorough
from tests.render import samples, shown as scenes
from tests.render.shown import reader

SOME = mark_thorough(registry.NAMES, MORE_GAMES, but=["pussers-bones"])


def _list_seats(game: Any) -> range:
    """The seats of a table that four people would take, or as many as the game has."""
    return range(min(4, game.SEATS[1]))


def _play(game: Any, seed: int, steps: int, **house: Any) -> Iterator[Any]:
    """Play a session with robots by these house rules; yield the state at first and after each step."""
    session = Session(game, len(_list_seats(game)), settle(game.OPTIONS, house), seed)
    yield session.state
    yield from (step.after for step in session.steps("robots", steps))


def _list_views(name: str, seed: int, steps: int) -> Iterator[tuple[Any, Any]]:
    game: Any = registry.game(name)
    for table in _play(game, seed, steps):
        for seat in (None, *_list_seats(game)):
            yield table, game.view(table, seat)


@pytest.mark.parametrize("name", SOME)
@pytest.mark.parametrize("seed", mark_thorough([1, 2], MORE_CASES, but=[1]))
def test_every_step_of_a_session_is_described(name: str, seed: int) -> None:
    texts = set()
    for _, view in _list_views(name, seed, 140):
        text = scenes.describe_view(view, samples.NAMES)
        assert all(len(part) <= LIMIT for part in text.split("\n"))
        texts.add(text)
    assert len(texts) > 100


@pytest.mark.parametrize("name", SOME)
def test_steps_of_a_session_can_be_drawn(name: str) -> None:
    drawn = 0
    viewers = 1 + len(_list_seats(registry.game(name)))
    for step, (_, view) in enumerate(_list_views(name, 3, 200)):
        if step % 31:
            continue
        pictures = [
            scenes.draw_board(view, samples.NAMES),
            scenes.draw_receipt(view, samples.NAMES),
            scenes.draw_sheet(view),
        ]
        if view.seat is not None:
            pictures += [scenes.draw_hand(view, samples.NAMES)]
        assert all(picture.png and 0 < len(picture.alt) <= LIMIT for picture in pictures)
        drawn += len(pictures)
    assert drawn > 8 * viewers


@pytest.mark.parametrize("name", SOME)
def test_the_board_is_the_same_whoever_looks(name: str) -> None:
    """During a hand, the words of the public board tell nothing that only one seat knows."""
    game: Any = registry.game(name)
    compared = 0
    for table in _play(game, 4, 120):
        public = game.view(table, None)
        if getattr(public, "ending", None) is not None:
            continue
        boards = {_board_words(game.view(table, seat)) for seat in (None, *_list_seats(game))}
        assert len(boards) == 1
        compared += 1
    assert compared > 20


def _board_words(view: Any) -> str:
    """The board's alt text, taken without drawing from the last line of the view in words."""
    return scenes.describe_view(view, samples.NAMES).split("\n")[-1]


ASKS = (
    "to play", "to bet", "has to trade", "chooses", "pays or folds", "owes", "; to come", "; now", "Claims are open",
    "breaks the wall", "may be broken", "sorts", "may be robbed", "may be called", "The pluck for Eddie", "Last call",
    "called down", "has laid",
)  # fmt: skip
"""Phrases in the alt text of a board on which somebody is to move, in the games of this house."""


@pytest.mark.parametrize("name", SOME)
def test_the_board_of_a_closed_table_asks_nobody(name: str) -> None:
    game: Any = registry.game(name)
    asked = drawn = 0
    for step, table in enumerate(_play(game, 6, 160)):
        public = game.view(table, None)
        before = _board_words(public)
        view = scenes.mark_closed(public)
        description = _board_words(view)
        assert [phrase for phrase in ASKS if phrase in description] == []
        assert (view is public) == ("The table is closed" not in description)
        assert not (view.to_act or view.deadline)
        asked += bool(public.to_act) and before != description
        if step % 31 == 1:
            assert scenes.draw_board(view, samples.NAMES).alt == description
            drawn += 1
    assert asked
    assert drawn


@pytest.mark.parametrize(
    "view",
    (samples.pussers(None), samples.duo(None), samples.lombardy(None), samples.stud()),
    ids=lambda view: type(view).__module__,
)
def test_the_picture_of_a_closed_table_points_at_nobody(view: Any) -> None:
    """The picture is the same whoever's turn it was."""
    change = view._replace if hasattr(view, "_replace") else partial(replace, view)
    seats = [change(phase="play", turn=seat, to_act=(seat,)) for seat in (0, 1)]
    assert len({scenes.draw_board(closed).png for closed in map(scenes.mark_closed, seats)}) == 1


def test_every_bone_of_a_played_rack_is_described() -> None:
    for _, view in _list_views("pussers-bones", 5, 200):
        if view.seat is None:
            continue
        text = words.describe_hand(view, reader(view, samples.NAMES))
        held: list[Bone] = [*view.rack, *([view.working] if view.working is not None else [])]
        assert all(words.name_bone(bone) in text for bone in held)


CODES = re.compile(r"\b[2-9TJQKA][cdhs]\b(?! \(R)|(?<!\()\b(?:[RSB][1-9]\d?|[FN][1-4]|W[ESWN]|D[RGW])\b")
"""Matches codes of cards and bones, and ids of rules without their names."""
RULES = re.compile(r"(?: \(|, )(?:[A-Z]+-?\d+(?:, )?)+\)")
"""Matches ids of rules in brackets: "(R5, R19)"."""


@pytest.mark.parametrize("name", mark_thorough(registry.NAMES, MORE_GAMES, but=["duo-dominoes"]))
def test_alt_text_says_names_and_no_codes(name: str) -> None:
    house = {"show_losers": True} if name == "pussers-bones" else {}
    game: Any = registry.game(name)
    ended = None
    receipts = 0
    for step, table in enumerate(_play(game, 11, 1_300, **house)):
        view = game.view(table, Seat(step % len(_list_seats(game))))
        told = [scenes.describe_view(view, samples.NAMES)]
        if view.ending is not None and view.ending != ended:
            pictures = [scenes.draw_receipt(view, samples.NAMES), scenes.draw_sheet(view, samples.NAMES)]
            told += [picture.alt for picture in pictures]
            receipts += 1
        ended = view.ending
        # "two 4s" (R22) are fours of any suit, and no code of a card
        assert [text for text in told if CODES.search(RULES.sub("", text).replace("two 4s", ""))] == []
        if receipts > rounds(1, 1_300, 1_300):
            break
    assert receipts > 1


@pytest.mark.parametrize("mode", mark_thorough(["race", "courtesy", "everyone-decides"], MORE_CASES, but=["race"]))
def test_a_word_that_waits_is_told_as_people_say_it(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """LB-80: alt text and the picture of the rack tell of a queued move."""
    drawn: list[str] = []

    def write(canvas: Canvas, x: int, y: int, text: str, *args: Any, **options: Any) -> int:
        drawn.append(text)
        return 0

    monkeypatch.setattr(Canvas, "write", write)
    game = importlib.import_module("games.lombardy.game").GAME
    waiting = set()
    for table in _play(game, 7, 160, call_mode=mode):
        for seat in range(4):
            view = game.view(table, seat)
            told = scenes.describe_view(view, samples.NAMES)
            if view.pending and (seat, view.pending) not in waiting:
                waiting.add((seat, view.pending))
                drawn.clear()
                told += scenes.draw_hand(view, samples.NAMES).alt + " ".join(drawn)
                assert told.count("in a moment") == 3
            assert re.findall(r"pending:|noscore|\bknock\b|\bplay \d-\d", told) == []
    assert len(waiting) > 10
