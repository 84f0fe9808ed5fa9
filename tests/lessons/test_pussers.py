"""The hands of the lessons of Pussers Bones, judged and counted by its engine."""

from collections import Counter
from collections.abc import Iterable

import pytest

from bot.messages.parts.piece_pictures import in_words
from bot.wording import ENGLISH, Words
from games.core import Seat, settle
from games.core.options import bind
from games.pieces.bones import CODES, KINDS, Bone, from_code, is_major
from games.pieces.speech import BONES
from games.pussers.options import OPTIONS, House
from games.pussers.scoring import Claim, Verdict, score
from games.pussers.view import TraySet
from tests.games.pussers.at_table import TableAt
from tests.lessons import BOOK, codes_of, join_codes, list_groups, right_labels, step_of

HOUSE = bind(House, settle(OPTIONS, {"suits": "one_suit"}))
ANY_SUITS = bind(House, settle(OPTIONS, {"suits": "any"}))
EDDIE, SAMMY, WALLY, NORMIE = map(Seat, range(4))


def test_the_words_for_a_picture_say_no_caption_twice() -> None:
    step = step_of("pussers-bones/bones", "Four breezes")
    assert in_words(step.picture, Words(ENGLISH, "pussers-bones")).splitlines() == ["Eddie", "Sammy", "Wally", "Normie"]
    for lesson in BOOK.list_all():
        for group in (group for part in lesson.steps for row in part.picture for group in row):
            caption, _, named = in_words(((group,),), Words(ENGLISH, lesson.game)).partition(": ")
            assert caption != named


def judge(
    rack: Iterable[str], breeze: int, *trays: Iterable[str], do: str = "", thrown: bool = False, house: House = HOUSE
) -> Verdict:
    """Let the engine judge a "Do Bone!". The Do bone is the last of the rack, unless `do` names another."""
    codes = tuple(rack)
    counts = Counter(from_code(code) for code in codes)
    sets = tuple(TraySet("pair", from_code(next(iter(set(tray))))) for tray in trays if len(tuple(tray)) == 3)
    pretties = tuple(from_code(code) for tray in trays for code in tray if len(tuple(tray)) == 1)
    last = from_code(do or codes[-1])
    rack_counts = bytes(counts.get(Bone(kind), 0) for kind in range(KINDS))
    return score(Claim(rack_counts, sets, pretties, last, "discard" if thrown else "wall", False, breeze), house)


def name(code: str) -> str:
    """The name by which the bot calls a bone."""
    return BONES.name(from_code(code), "")


def test_bones_have_the_names_that_the_bot_calls_them_by() -> None:
    lesson = BOOK.find_lesson("pussers-bones/bones")
    assert lesson is not None
    assert right_labels(step_of(lesson.path, "Three suits")) == [name("S7")]
    assert f"The One Rick is called the **{name('R1')}**" in step_of(lesson.path, "Three suits").text
    assert right_labels(step_of(lesson.path, "Pretties")) == [f"{name('F3')} and {name('N3')}"]
    assert [name(code) for (code,) in list_groups(step_of(lesson.path, "Four breezes"))] == [
        *("Eddie", "Sammy", "Wally", "Normie"),
    ]
    assert [name(code) for (code,) in list_groups(step_of(lesson.path, "Three dragons"))] == [
        "Blood",
        "Cabbage",
        "Blanket",
    ]


def test_pb_66_the_double_is_told_and_asked_with_the_shape_of_a_hand() -> None:
    """The first lesson asks which pair gives a hand its double, and the second which bone."""
    step = step_of("pussers-bones/bones", "Four pairs, a double-up and a double")
    rest = ("R4", "R4", "R4", "B6", "B6", "B6", "B8", "B8")
    legal = [
        name(pair[0]) for pair in list_groups(step) if judge((*pair, *rest), SAMMY, ("R2",) * 3, house=ANY_SUITS).legal
    ]
    assert legal == right_labels(step)
    assert "**four pairs, a double-up and a double**" in step_of("pussers-bones/turn", "Your rack").text
    assert right_labels(step_of("pussers-bones/turn", "A flower")) == ["Its double"]


@pytest.mark.parametrize(
    "title, bones",
    [
        *(("Your rack", 13), ("Throw one out", 14), ("Somebody throws what you want", 13), ("After a Yes!", 14)),
        *(("A flower", 13), ("One bone short", 13), ("Do Bone!", 13)),
    ],
)
def test_the_racks_of_a_turn_have_as_many_bones_as_they_should(title: str, bones: int) -> None:
    step = step_of("pussers-bones/turn", title)
    groups = {group.caption: group.codes for row in step.picture for group in row}
    thrown = {caption for caption in groups if caption.startswith("thrown")}
    held = join_codes(codes for caption, codes in groups.items() if caption not in thrown)
    assert len([code for code in held if code[0] not in "FN"]) == bones
    assert max(Counter(join_codes(groups.values())).values()) <= 4


def test_yes_takes_a_pair_and_do_bone_would_be_a_mistake() -> None:
    step = step_of("pussers-bones/turn", "Somebody throws what you want")
    rack, (bone,) = codes_of(step, "your rack"), codes_of(step, "thrown by Normie")
    assert rack.count(bone) == 2
    verdict = judge((*rack, bone), WALLY, thrown=True, house=ANY_SUITS)
    assert (verdict.legal, verdict.reason) == (False, "not_a_hand")


def test_only_the_blanket_ties_up_and_its_two_doubles_are_paid() -> None:
    step = step_of("pussers-bones/turn", "Do Bone!")
    rack, pair, flower = codes_of(step, "your rack"), codes_of(step, "open, on your tray"), ("F3",)
    assert flower in list_groups(step)
    ties_up = [
        code for code in CODES[:34] if judge((*rack, code), WALLY, pair, flower, thrown=True, house=ANY_SUITS).legal
    ]
    assert ties_up == list(codes_of(step, "thrown by Sammy")) == ["DW"]
    verdict = judge((*rack, "DW"), WALLY, pair, flower, thrown=True, house=ANY_SUITS)
    assert dict(verdict.doubles) == {"own_flower": 1, "tie_up": 1, "total": 2}
    assert f"pays you {verdict.a_bit}" in next(answer.reply for answer in step.answers if answer.right)
    assert not judge((*rack, "DW"), WALLY, pair, thrown=True, house=ANY_SUITS).legal, (
        "the hand needs the double of the flower"
    )


def test_the_first_of_three_everyday_hands_is_right_in_every_house() -> None:
    step = step_of("pussers-bones/hands", "The everyday hand")
    reasons = {
        house: [judge(codes, SAMMY, house=house).reason for codes in list_groups(step, "first", "second", "third")]
        for house in (HOUSE, ANY_SUITS)
    }
    assert reasons == {HOUSE: ["", "mixed_suits", "not_a_hand"], ANY_SUITS: ["", "", "not_a_hand"]}
    assert right_labels(step) == ["The first"]


def test_a_lesson_ends_with_the_finished_hand() -> None:
    lesson = BOOK.find_lesson("pussers-bones/turn")
    assert lesson is not None and lesson.ending is not None
    rack, pair, flower = list_groups(lesson.ending)
    assert judge(rack, WALLY, pair, flower, thrown=True, house=ANY_SUITS).legal


def test_only_eddie_can_tie_up_without_another_double() -> None:
    step = step_of("pussers-bones/hands", "A double besides the tie-up")
    rack, pair = codes_of(step, "on the rack"), codes_of(step, "open")
    verdicts = [judge(rack, breeze, pair) for breeze in range(4)]
    assert [(verdict.legal, verdict.reason) for verdict in verdicts] == [(True, ""), *[(False, "no_double")] * 3]
    assert right_labels(step) == ["Eddie"]


def test_pure_and_concealed_add_up() -> None:
    step = step_of("pussers-bones/hands", "Pure and Concealed")
    verdict = judge(codes_of(step, "all plucked"), EDDIE)
    assert dict(verdict.doubles) == {"pure": 3, "concealed": 3, "eddie": 1, "total": 7}
    assert right_labels(step) == ["Seven"]


def test_hands_with_a_price_have_their_price() -> None:
    step = step_of("pussers-bones/hands", "Hands with a price")
    verdicts = [judge(codes, NORMIE) for codes in list_groups(step, "first", "second", "third")]
    kinds = [("majors", 30), ("ones_and_nines", 50), ("winds_and_dragons", 50)]
    assert [(verdict.kind, verdict.a_bit) for verdict in verdicts] == kinds


def test_thirteen_bones_make_a_moon_and_a_lizard_has_two_sizes() -> None:
    step = step_of("pussers-bones/hands", "Moon and Lizard")
    majors, lizard = codes_of(step, "thirteen majors"), codes_of(step, "a Lizard")
    moons = [code for code in CODES[:34] if judge((*majors, code), SAMMY).kind == "moon"]
    assert len(moons) == 13 and right_labels(step) == ["Thirteen"]
    assert judge((*majors, "DR"), SAMMY).a_bit == 50
    assert [(verdict.kind, verdict.a_bit) for verdict in (judge(lizard, NORMIE), judge(lizard, SAMMY))] == [
        *(("big_lizard", 30), ("little_lizard", 20)),
    ]


def judge_counted_hand() -> Verdict:
    """Let the engine judge the hand that the lesson counts."""
    step = step_of("pussers-bones/hands", "Counting a hand: the first points")
    normies, sticks = codes_of(step, "concealed"), codes_of(step, "the third is thrown")
    blood, blanket = [codes for codes in list_groups(step) if codes[0] in ("DR", "DW")]
    assert ("S5", "S5") in list_groups(step)
    return judge((*normies, "S5", "S5", *sticks), NORMIE, blood, blanket, thrown=True)


def test_a_hand_is_counted_line_by_line() -> None:
    verdict = judge_counted_hand()
    captions = {
        group.codes[0]: group.caption
        for row in step_of("pussers-bones/hands", "Counting a hand: the points in all").picture
        for group in row
    }
    pairs = [int(captions[code]) for code in ("WN", "DR", "DW", "S1")]
    assert dict(verdict.points) == {"tie_up": 20, "pairs": sum(pairs), "total": 40}
    assert right_labels(step_of("pussers-bones/hands", "Counting a hand: the points in all")) == ["40"]
    assert right_labels(step_of("pussers-bones/hands", "Counting a hand: the first points")) == [captions["WN"]]
    assert right_labels(step_of("pussers-bones/hands", "Counting a hand: the open pairs")) == [str(pairs[1] + pairs[2])]
    assert right_labels(step_of("pussers-bones/hands", "Counting a hand: the Do bone")) == [captions["S1"]]
    assert dict(verdict.doubles) == {"own_breeze": 1, "dragons": 2, "tie_up": 1, "total": 4}
    assert right_labels(step_of("pussers-bones/hands", "Counting a hand: the doubles")) == ["Four"]
    last = step_of("pussers-bones/hands", "Counting a hand: who pays")
    assert (verdict.score, verdict.a_bit) == (640, 6)
    assert "640" in last.text and right_labels(last) == ["Each of the others pays you 6"]


def test_a_faithful_table_punishes_mistakes() -> None:
    step = step_of("pussers-bones/hands", "Mistakes at a faithful table")
    assert judge(codes_of(step, "mixed suits"), SAMMY).reason == "mixed_suits"
    assert right_labels(step) == [str(3 * HOUSE.shit_tie_up_a_bit)]
    step = step_of("pussers-bones/hands", "What a faithful table forgets")
    rack = join_codes(list_groups(step))
    assert len(rack) == 14
    assert judge(rack, SAMMY).reason == "undeclared_all_of"


def test_the_hands_in_the_making_are_what_they_are_called() -> None:
    rack = join_codes(list_groups(step_of("pussers-bones/technique", "Decide early")))
    ricks = [code for code in rack if code[0] == "R"]
    assert (len(rack), len(ricks), len({code for code in rack if is_major(from_code(code))})) == (13, 9, 3)
    moon = join_codes(list_groups(step_of("pussers-bones/technique", "Majors all on their own")))
    majors = [code for code in moon if is_major(from_code(code))]
    assert (len(moon), len(majors), len(set(majors)), sum(code[0] == "R" for code in moon)) == (13, 9, 9, 3)
    couples = join_codes(list_groups(step_of("pussers-bones/technique", "A couple of each")))
    held = Counter(code for code in couples if is_major(from_code(code)))
    assert (len(couples), len(held), list(held.values()).count(2)) == (13, 5, 4)
    lesson = BOOK.find_lesson("pussers-bones/technique")
    assert lesson is not None and lesson.ending is not None
    kinds = [judge(codes, SAMMY).kind for codes in list_groups(lesson.ending)]
    assert kinds == ["minors", "moon", "majors"]


def test_the_majors_that_serve_no_hand_of_ricks_are_thrown_first() -> None:
    step = step_of("pussers-bones/technique", "What goes first")
    assert len(join_codes(list_groups(step))) == 14
    assert [all(is_major(from_code(code)) for code in codes_of(step, to)) for to in ("1s and 9s", "minors")] == [
        *(True, False),
    ]
    (answer,) = right_labels(step)
    assert all(name(code) in answer for code in codes_of(step, "1s and 9s"))


def test_the_dead_are_counted_and_a_moon_without_its_blood_is_dead() -> None:
    step = step_of("pussers-bones/technique", "Count the dead")
    assert right_labels(step) == [{1: "One"}[4 - len(join_codes(list_groups(step)))]]
    step = step_of("pussers-bones/technique", "The red ones are gone")
    rack, gone = codes_of(step, "your rack"), codes_of(step, "thrown")
    wanted = [code for code in CODES[:34] if judge((*rack, code), WALLY, thrown=True).kind == "moon"]
    assert wanted == ["DR"] and gone == ("DR",) * 4


def test_the_hot_bone_is_the_one_that_the_bot_marks() -> None:
    step = step_of("pussers-bones/technique", "Hot bones")
    view = TableAt("rack eddie: WE B5 S7").view(EDDIE)
    counts = bytes(codes_of(step, "thrown").count(code) for code in CODES)
    hot = view._replace(left=20, thrown_out=counts).hot
    assert [name(CODES[bone]) for bone in hot] == right_labels(step)


def test_eddie_ties_up_on_shit_for_one_a_bit_and_the_others_may_not() -> None:
    step = step_of("pussers-bones/technique", "Tie up on shit")
    trays = [codes for row in step.picture for codes in (group.codes for group in row) if len(codes) == 3]
    eddies, sammys = (judge(("WN", "WN"), breeze, *trays, thrown=True) for breeze in (EDDIE, SAMMY))
    assert (dict(eddies.points)["total"], eddies.score, eddies.a_bit) == (28, 112, 1)
    assert sammys.reason == "no_double"
