"""Windows for timed calls: who may speak, when they close, and the order of answers."""

import pytest

from games.core import Seat
from games.core.seats import find_next_seat, list_other_seats, list_seats_from
from games.core.window import Answer, Closing, Window

A, B, C = Seat(1), Seat(2), Seat(3)


def window(closing: Closing, length: int = 0) -> Window:
    return Window(closing, 1000, (A, B, C), length, grace_ms=500)


def test_only_speakers_may_answer() -> None:
    assert window(Closing.EVERYONE).hears(A, 2000)
    assert not window(Closing.EVERYONE).hears(Seat(0), 2000)


@pytest.mark.parametrize(("at", "heard"), [(8999, True), (9000, False)])
def test_a_courtesy_takes_answers_until_its_end(at: int, heard: bool) -> None:
    listening = window(Closing.COURTESY, 8000)
    assert listening.hears(A, at) is heard
    assert listening.is_closed(at) is not heard
    assert listening.add_answer(A, "pass", 1001).deadline == listening.deadline == 9000


@pytest.mark.parametrize(("at", "heard"), [(1999, True), (2000, False), (2001, False)])
def test_a_race_takes_answers_stamped_before_the_next_act(at: int, heard: bool) -> None:
    listening = window(Closing.RACE)
    assert (listening.deadline, listening.is_closed(10**9)) == (None, False)
    acted = listening.note_act(2000).note_act(9000)
    assert acted.hears(A, at) is heard
    assert (acted.deadline, acted.is_closed(2499), acted.is_closed(2500)) == (2500, False, True)


def test_a_window_for_everyone_closes_after_the_last_answer_or_at_its_deadline() -> None:
    listening = window(Closing.EVERYONE)
    assert (listening.awaited, listening.deadline) == ((A, B, C), None)
    for seat in (C, A):
        listening = listening.add_answer(seat, "pass", 1001)
    assert listening.awaited == (B,)
    assert not listening.is_closed(10**9)
    assert listening.add_answer(B, "yes", 1002).is_closed(1002)
    assert window(Closing.EVERYONE, 60).is_closed(1060)
    assert window(Closing.RACE).awaited == ()


def test_answers_count_by_stamp_in_a_race_and_by_order_of_play_otherwise() -> None:
    for closing, order in ((Closing.RACE, [C, A, B]), (Closing.COURTESY, [A, B, C])):
        listening = window(closing, 8000).add_answer(B, "x", 1300).add_answer(C, "x", 1100).add_answer(A, "x", 1300)
        assert [answer.seat for answer in listening.list_in_order()] == order


def test_a_later_answer_replaces_an_earlier_one() -> None:
    listening = window(Closing.EVERYONE).add_answer(A, "yes", 1001).add_answer(A, "pass", 1002)
    assert listening.answers == (Answer(A, "pass", 1002),)
    assert (listening.find_answer(A), listening.find_answer(B)) == ("pass", None)


def test_seats_go_round() -> None:
    assert find_next_seat(Seat(2), 3) == 0
    assert list_seats_from(Seat(2), 4) == (2, 3, 0, 1)
    assert list_other_seats(Seat(2), 4) == (3, 0, 1)
