"""The layouts, totals and reneges of the lessons of Lombardy Bones, judged by its engine."""

from io import BytesIO

import pytest
from PIL import Image

from bot.library.lesson_book import LessonStep
from bot.messages.parts.piece_pictures import in_words
from bot.wording import ENGLISH, Words
from games.core import Seat
from games.lombardy.events import Event
from games.lombardy.moves import Renege
from games.lombardy.options import House
from games.lombardy.scoring import score_count
from games.lombardy.state import list_legal_plays
from games.pieces.dominoes import DOUBLE_MASK, code, dominoes_of, from_code, mask, pips_of
from games.pieces.line import Line, read_line
from render.pieces import draw
from render.style import Style
from tests.games.lombardy.at_table import Playing
from tests.lessons import codes_of, join_codes, list_groups, right_labels, step_of, wrong_replies
from tests.refuses import refuses

HOUSE = House()


def line_in(step: LessonStep) -> Line:
    """The line that a step shows."""
    (found,) = filter(None, (read_line(codes) for codes in list_groups(step)))
    return found


def spinner_line(title: str) -> Line:
    """The line in a step of the lesson about the spinner."""
    return line_in(step_of("lombardy-bones/spinner", title))


def places(line: Line, bone: str) -> list[str]:
    """The ends at which a bone can be laid."""
    return [play.end for play in list_legal_plays(mask((from_code(bone),)), line)]


def test_the_double_to_own_up_to_is_the_highest_held() -> None:
    step = step_of("lombardy-bones/spinner", "Own up to a double")
    held = mask(tuple(from_code(bone) for bone in codes_of(step, "you hold")))
    assert right_labels(step) == [code(max(dominoes_of(held & DOUBLE_MASK)))] == ["5-5"]


def test_bones_fit_where_the_lesson_says() -> None:
    lead = spinner_line("A bone fits by its number")
    step = step_of("lombardy-bones/spinner", "A bone fits by its number")
    assert {bone: bool(places(lead, bone)) for bone in (*right_labels(step), *wrong_replies(step))} == {
        **dict.fromkeys(right_labels(step), True),
        **dict.fromkeys(wrong_replies(step), False),
    }
    closed, opened = spinner_line("The spinner is closed"), spinner_line("The spinner opens")
    assert (closed.open, places(closed, "5-0")) == (False, ["B"])
    assert right_labels(step_of("lombardy-bones/spinner", "The spinner is closed")) == ["At B"]
    assert (opened.open, places(opened, "6-5")) == (True, ["C", "D"])
    assert right_labels(step_of("lombardy-bones/spinner", "The spinner opens")) == ["At C or D"]


def test_the_first_lesson_says_what_scores_and_has_a_score_called() -> None:
    assert "multiple of five, and call the number" in step_of("lombardy-bones/spinner", "Own up to a double").text
    step = step_of("lombardy-bones/spinner", "Call what the ends make")
    line = line_in(step)
    assert line.ends == {"A": 4, "B": 0, "C": 6, "D": 5}
    assert right_labels(step) == [str(line.sum_ends(HOUSE.bare_ends_count))] == ["10"]
    assert str(line.sum_ends(True)) in wrong_replies(step)


def test_nothing_fits_where_the_lesson_says() -> None:
    step = step_of("lombardy-bones/spinner", "Nothing fits")
    assert line_in(step) == spinner_line("Call what the ends make")
    assert [places(line_in(step), bone) for bone in codes_of(step, "you hold")] == [[], [], []]


@pytest.mark.parametrize(
    "title",
    ["Add up the ends", "Your first score", "The spinner stops counting", "A double counts twice", "A wrong call"],
)
def test_the_score_to_call_is_the_total_if_it_is_a_multiple_of_five(title: str) -> None:
    step = step_of("lombardy-bones/score", title)
    total = line_in(step).sum_ends(HOUSE.bare_ends_count)
    if title == "A wrong call":
        assert (total, "makes 15" in step.text, right_labels(step)) == (
            15,
            True,
            [f"I lose {HOUSE.wrong_score_penalty}"],
        )
    else:
        assert right_labels(step) == [str(total) if total % 5 == 0 else "No score"]


def test_the_missed_score_was_ten() -> None:
    step = step_of("lombardy-bones/score", "A score that nobody calls")
    assert line_in(step).sum_ends(HOUSE.bare_ends_count) == 10
    assert "is 10" in step.text


def test_going_out_scores_the_others_rounded_pips() -> None:
    step = step_of("lombardy-bones/score", "Out")
    groups = [group for row in step.picture for group in row]
    pips = [pips_of(mask(tuple(from_code(bone) for bone in group.codes))) for group in groups]
    assert [f"{sum_} pips" in group.caption for sum_, group in zip(pips, groups, strict=True)] == [True] * 3
    assert right_labels(step) == [str(score_count((0, *pips), Seat(0), HOUSE)[0])]
    assert str(sum(pips)) in wrong_replies(step)


def table(first: str, second: str, *answers: str, boneyard: str = "") -> Playing:
    """Two players with a few bones each, after they have owned up to their doubles."""
    return Playing((first, second), boneyard, answers)


def happened(events: list[Event], kind: str) -> bool:
    """True if an event of this class happened."""
    return any(type(event).__name__ == kind for event in events)


def test_a_held_back_double_costs_fifteen_and_the_deal() -> None:
    play = table("4-4 6-1 6-2", "5-5 6-3 5-4", "", "none")
    assert play.table.spinner == from_code("4-4")
    events = play.move(0, Renege())
    assert happened(events, "Restarted")
    assert play.table.sheet == (0, -HOUSE.renege_penalty) == (0, -15)


def test_a_mistaken_call_costs_ten_and_play_goes_on() -> None:
    play = table("3-3 6-1 6-2", "2-2 6-3 5-4")
    play.move(1, Renege())
    assert (play.table.phase, play.table.sheet) == ("play", (0, -HOUSE.false_renege_penalty))
    assert right_labels(step_of("lombardy-bones/renege", "It was not")) == [str(HOUSE.false_renege_penalty)]


def test_a_drawn_double_above_the_spinner_restarts_the_hand_and_costs_nothing() -> None:
    play = table("4-4 5-4 6-1", "6-3 6-2 3-1", boneyard="5-5 6-6")
    play.say("b draw", "b knock", "a play 5-4 A", "b play 5-5 A")
    events = play.move(0, Renege())
    assert happened(events, "Restarted")
    assert play.table.sheet == (0, 0)


def test_after_six_six_a_call_is_refused() -> None:
    play = table("6-6 6-1", "5-5 6-3", "", "none")
    with refuses("LB-46"):
        play.move(0, Renege())
    assert join_codes(list_groups(step_of("lombardy-bones/renege", "After six-six"))) == ("6-6",)


def test_a_line_in_a_lesson_is_drawn_as_a_cross_and_told_arm_by_arm() -> None:
    picture = step_of("lombardy-bones/score", "The spinner stops counting").picture
    row, cross = (Image.open(BytesIO(draw(rows, "", Style()).png)) for rows in ([[(("6-6", "6-3"), "")]], picture))
    assert cross.height > row.height
    assert in_words(picture, Words(ENGLISH, "lombardy-bones")) == (
        "the spinner, open: First 6-6, the spinner. A: 6-3, shows 3. B: 6-2, shows 2. C shows 6. D shows 6."
    )
