"""The lines, knocks and sums of the lessons of Duo Dominoes, judged by its engine."""

from collections.abc import Iterable

from games.core import Seat
from games.duo.scoring import score_block, score_out
from games.duo.state import list_legal_plays
from games.pieces.dominoes import ALL, code, from_code, mask, pips_of
from games.pieces.line import Line, read_line
from tests.lessons import codes_of, list_groups, right_labels, step_of, wrong_replies


def make_holding(codes: Iterable[str]) -> int:
    """Make a holding of these tiles."""
    return mask(tuple(from_code(tile) for tile in codes))


def line_in(path: str, title: str) -> Line:
    """The line that a step shows."""
    (found,) = filter(None, (read_line(codes) for codes in list_groups(step_of(path, title))))
    return found


def list_fitting(line: Line, tiles: Iterable[str], opening: bool = False) -> list[str]:
    """The tiles that can be laid, each listed once."""
    return list(dict.fromkeys(code(play.tile) for play in list_legal_plays(make_holding(tiles), line, opening)))


def test_the_right_answers_are_the_tiles_that_fit() -> None:
    step = step_of("duo-dominoes/follow", "The first tile")
    assert list_fitting(Line(), codes_of(step, "your tiles"), opening=True) == right_labels(step)
    line = line_in("duo-dominoes/follow", "Follow")
    assert line.ends == {"A": 3, "B": 1}
    step = step_of("duo-dominoes/follow", "Follow")
    assert sorted(list_fitting(line, codes_of(step, "your tiles"))) == sorted(right_labels(step))
    assert set(codes_of(step, "your tiles")) >= {*right_labels(step), *wrong_replies(step)}
    assert list_fitting(line, codes_of(step_of("duo-dominoes/follow", "Pass"), "your tiles")) == []


def test_going_out_and_a_block_score_the_right_answers() -> None:
    step = step_of("duo-dominoes/follow", "Out")
    adversaries = [group.codes for row in step.picture for group in row if group.caption == "adversary"]
    tables = [
        0,
        make_holding(adversaries[0]),
        make_holding(codes_of(step, "your partner")),
        make_holding(adversaries[1]),
    ]
    assert right_labels(step) == [str(score_out(tables, Seat(0), all_others=False)[1])]
    step = step_of("duo-dominoes/follow", "Blocked")
    assert right_labels(step) == [
        describe_result(
            score_block([make_holding(codes_of(step, "duo X")), make_holding(codes_of(step, "duo Y")), 0, 0], Seat(0))
        )
    ]
    step = step_of("duo-dominoes/follow", "Blocked, and level")
    assert right_labels(step) == [
        describe_result(
            score_block([make_holding(codes_of(step, "duo X")), make_holding(codes_of(step, "duo Y")), 0, 0], Seat(0))
        )
    ]


def describe_result(result: tuple[int, int]) -> str:
    """The winners of a hand, in the lesson's words."""
    return f"{'XY'[result[0]]} scores {result[1]}"


def test_the_right_tile_leaves_an_adversary_numbers_that_they_lack() -> None:
    before = line_in("duo-dominoes/partner", "A pass tells")
    assert before.ends == {"A": 5, "B": 2}
    line = line_in("duo-dominoes/partner", "Leave them what they lack")
    step = step_of("duo-dominoes/partner", "Leave them what they lack")
    assert list_fitting(line, codes_of(step, "your tiles")) == list(
        dict.fromkeys(list_fitting(line, [*right_labels(step), *wrong_replies(step)]))
    )
    lacking = {5, 2}
    usable = {
        code(play.tile): len(set(line.lay(play.tile, play.end).ends.values()) - lacking)
        for play in list_legal_plays(make_holding(codes_of(step, "your tiles")), line, False)
    }
    assert usable == {"5-0": 1, "4-1": 2, "3-0": 2}


def test_the_right_tiles_spare_a_partner_and_are_heavy() -> None:
    step = step_of("duo-dominoes/partner", "Spare your partner")
    line = line_in("duo-dominoes/partner", "Spare your partner")
    assert line.ends == {"A": 4, "B": 6}
    after = {tile: set(line.lay(from_code(tile), end).ends.values()) for tile, end in (("6-3", "B"), ("4-2", "A"))}
    assert after == {"6-3": {4, 3}, "4-2": {2, 6}}
    assert (right_labels(step), list(wrong_replies(step))) == (["4-2"], ["6-3"])
    assert pips_of(make_holding(right_labels(step_of("duo-dominoes/partner", "Heavy tiles first")))) == 11
    assert line_in("duo-dominoes/partner", "Heavy tiles first").ends == {"A": 6, "B": 2}


def test_the_block_is_won_whatever_the_others_hold() -> None:
    step = step_of("duo-dominoes/partner", "To block, or not")
    threes = codes_of(step, "the threes on the table")
    mine = codes_of(step, "your tiles")
    assert sorted((*threes, "5-3")) == sorted(code(tile) for tile in ALL if "3" in code(tile))
    left = [tile for tile in ALL if "3" not in code(tile) and code(tile) not in mine]
    partners_worst = max(pips_of(1 << tile) for tile in left)
    theirs_least = sum(sorted(pips_of(1 << tile) for tile in left)[:6])
    ours = pips_of(make_holding(["1-0"])) + partners_worst
    assert (ours, theirs_least) == (13, 15)
    assert "13 pips at most" in next(answer.reply for answer in step.answers if answer.right)
