"""Alt text: short enough, complete, and without secrets."""

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from bot.wording import ENGLISH, HOST, Words
from games.core import Seat, settle
from games.core.options import bind
from games.pieces.bones import Bone, code, from_code
from games.pieces.cards import name_card as card_name
from games.pieces.dominoes import code as domino_code
from games.pieces.line import Line
from games.pussers.options import OPTIONS, House
from games.pussers.view import DiscardedBone, SheetLine, TraySet, View
from render import scenes as render_scenes
from render.base.lettering import make_name_drawable
from render.base.plain_text import shorten_name
from render.words import (
    LIMIT,
    Voice,
    choose_fitting,
    dominoes as domino_words,
    format_signed,
    name_seats,
    pussers as words,
    stud as stud_words,
)
from tests.effort import rounds
from tests.left_out import MORE_CASES
from tests.render import samples, shown as scenes
from tests.render.golden import open_picture
from tests.render.shown import reader
from tests.views import changed

SEEDS = st.integers(0, 2**32)


def _is_named(text: str, bone: Bone, view: View) -> bool:
    by_suit = words.name_by_suit(view, Voice(HOST), [bone]).replace(" ", "[ 1-9]* ")
    named = words.name_bone(bone, view.talk, view.nicknames) in text or code(bone) in text
    return named or re.search(rf"\b{by_suit}\b", text) is not None


def test_a_nickname_stands_before_the_usual_name() -> None:
    names = (("R1", "Snoopy"),)
    told = [words.name_bone_twice(from_code(short), "civil", names) for short in ("R1", "R2")]
    assert told == ["Snoopy (Jimmy Rick)", "Two Rick"]


@pytest.mark.thorough(MORE_CASES)
@given(SEEDS, st.sampled_from([(), samples.NAMES, samples.ODD_NAMES]))
@settings(max_examples=rounds(30, 120, 1_000), deadline=None)
def test_every_bone_that_lies_open_is_described_within_the_limit(seed: int, names: tuple[str, ...]) -> None:
    view = samples.random_pussers(seed)
    text = words.describe_board(view, reader(view, names))
    assert len(text) <= LIMIT
    for discard in view.discards:
        assert discard.taken is not None or _is_named(text, discard.bone, view)
    for chair in words.hide_own_sets(view):
        assert all(_is_named(text, bone, view) for bone in chair.pretties)
        assert all(out.bone is None or _is_named(text, out.bone, view) for out in chair.sets)


@given(SEEDS)
@settings(max_examples=rounds(30, 120, 1_000), deadline=None)
def test_the_whole_rack_is_described(seed: int) -> None:
    view = changed(samples.random_pussers(seed), seat=Seat(0), talk="civil", nicknames=())
    text = words.describe_hand(view, reader(view, samples.NAMES))
    assert len(text) <= LIMIT
    held = [*view.rack, *([view.working] if view.working is not None else [])]
    assert all(words.name_bone(bone) in text for bone in held)


def test_discards_are_told_by_their_throwers_the_oldest_first() -> None:
    thrown = [(0, "R5", None), (1, "B9", None), (2, "S1", Seat(0)), (0, "R5", None), (0, "DR", None), (1, "WE", None)]
    discards = tuple(DiscardedBone(Seat(seat), from_code(bone), taken) for seat, bone, taken in thrown)
    view = samples.pussers(None, discards=discards, latest=5)
    told = "Discards: Bear threw Five Rick ×2, Blood; Bull threw Nine Ball, Eddie; last thrown: Eddie"
    assert words.describe_board(view, reader(view, samples.NAMES)).endswith(f". {told}, which may be called.")
    over = changed(view, latest=None)
    assert words.describe_board(over, reader(over, samples.NAMES)).endswith(f". {told}.")
    taken = changed(over, discards=(*discards[:5], DiscardedBone(Seat(1), from_code("WE"), Seat(2))))
    assert words.describe_board(taken, reader(taken, samples.NAMES)).endswith("; Bull threw Nine Ball.")


def test_a_board_that_is_too_long_names_discards_a_suit_at_a_time() -> None:
    bones = samples.bones("S4 R5 WE R1 WE F3 B9 N2 R5 N1") * 10
    discards = tuple(DiscardedBone(Seat(0), bone, None) for bone in bones)
    text = words.describe_board(
        samples.pussers(None, discards=discards[:10], latest=None),
        reader(samples.pussers(None, discards=discards[:10], latest=None), samples.NAMES),
    )
    assert "Bear threw Four Stick, Five Rick, Eddie, Jimmy Rick, Eddie, Flower Three, Nine Ball, Season Two" in text
    view = samples.pussers(None, discards=discards, latest=None)
    text = words.describe_board(view, reader(view, samples.NAMES))
    assert len(text) <= LIMIT
    assert f"Bear threw Rick 1 1 1 1 1 1 1 1 1 1 5{' 5' * 19}, Stick 4" in text
    assert "Ball 9" in text
    assert "Flower 3" in text
    assert f"Season {'1 ' * 10}2" in text
    assert "Eddie ×20; last thrown: Season One" in text
    named = words.name_by_suit(changed(view, nicknames=(("R5", "Snoopy"),)), Voice(HOST), bones[:4])
    assert named == "Rick 1, Stick 4, Snoopy, Eddie"


def test_the_board_hides_what_only_its_viewer_may_see() -> None:
    assert "Five Stick" not in words.describe_board(
        samples.pussers(2, discards=()), reader(samples.pussers(2, discards=()), samples.NAMES)
    )
    assert "face-down All-Of Five Stick" in words.describe_hand(
        samples.pussers(2), reader(samples.pussers(2), samples.NAMES)
    )


def test_pb_84_no_alt_text_counts_the_bones_where_a_count_can_be_wrong() -> None:
    plain, faithful = House(), bind(House, settle(OPTIONS, {"enforcement": "faithful"}))
    for house, counted in ((plain, True), (faithful, False)):
        view = changed(samples.pussers(), house=house)
        assert ("10 bones" in words.describe_hand(view, reader(view, samples.NAMES))) == counted


def test_pb_31_an_all_of_made_of_an_open_pair_lies_face_down_where_it_scores_so() -> None:
    house = bind(House, settle(OPTIONS, {"added_all_of": "concealed"}))
    for seat in (0, 3, None):
        view = changed(samples.pussers(seat), house=house, discards=(), latest=None)
        board = words.describe_board(view, reader(view, samples.NAMES))
        assert "All-Of face down, made from an open pair" in board and "Three Ball" not in board
    view = changed(samples.pussers(3), house=house)
    assert "face-down All-Of Three Ball" in words.describe_hand(view, reader(view, samples.NAMES))
    opened_up = scenes.draw_board(samples.pussers(None), samples.NAMES)
    assert opened_up.png != scenes.draw_board(changed(samples.pussers(None), house=house), samples.NAMES).png


@pytest.mark.parametrize(
    "phase", ["plucking_eddie", "breaking", "sorting", "turn", "calling", "robbing", "between", "ruled_off"]
)
def test_the_moment_is_described_in_every_phase(phase: str) -> None:
    view = samples.pussers(None, phase=phase, sorter=Seat(0), fourth=samples.bones("S3")[0])
    description = words.describe_moment(view, words.name_players(view, reader(view, samples.NAMES)), words.name_bone)
    expected = {
        "plucking_eddie": "The pluck for Eddie",
        "breaking": "Bear breaks the wall",
        "sorting": "Bear sorts",
        "turn": "Bear's turn",
        "calling": "Swain threw Normie",
        "robbing": "Three Stick may be robbed",
        "between": "The hand is over",
        "ruled_off": "Ruled off",
    }
    assert description == expected[phase]


def test_the_time_of_a_call_is_given_in_a_race() -> None:
    """A call by correspondence comes hours after the bone and is not a race."""
    view = samples.pussers(None)
    assert "“Yes!” after 412 ms" in scenes.draw_board(view, samples.NAMES).alt
    late = changed(view, last_calls=tuple(changed(call, after_ms=28_800_000) for call in view.last_calls))
    description = scenes.draw_board(late, samples.NAMES).alt
    assert "“Yes!”." in description
    assert " ms" not in description


def test_a_call_of_a_second_or_more_is_told_in_seconds_as_the_board_tells_it() -> None:
    view = samples.pussers(None)
    slow = changed(view, last_calls=(changed(view.last_calls[0], after_ms=1_877), view.last_calls[1]))
    assert "“Yes!” after 1.9 s" in scenes.draw_board(slow, samples.NAMES).alt
    assert words.describe_calls(slow, words.name_players(slow, reader(slow, ("Bear",) * 4))) == [
        "Bear: “Yes!” after 1.9 s",
        "Bear (2): “Yes!” after 655 ms, beaten",
    ]
    alone = changed(view, last_calls=view.last_calls[:1])
    assert "after" not in scenes.draw_board(alone, samples.NAMES).alt, "a single call is told by the log"


def test_the_end_of_a_hand_is_described() -> None:
    text = scenes.draw_receipt(samples.pussers_ended(), samples.NAMES).alt
    for part in (
        "Bear ties up with 9",
        "Minors",
        "One Stick ×3",
        "54 × 16 = 864",
        "The hand: 9 a bit",
        "Bear +27",
        "Next Eddie: Bear",
    ):
        assert part in text
    nobody = samples.pussers_ended()
    ending = replace(nobody.ending, how="wash_out", seat=None) if nobody.ending else None
    mistaken = replace(nobody.ending, how="shit_tie_up", kind="no_double") if nobody.ending else None
    assert "Shit Tie Up" in scenes.draw_receipt(changed(nobody, ending=mistaken), samples.NAMES).alt
    assert "no double" in scenes.draw_receipt(changed(nobody, ending=mistaken), samples.NAMES).alt
    assert "Nobody tied up" in words.describe_outcome(
        changed(nobody, ending=ending), words.name_players(nobody, reader(nobody))
    )


@pytest.mark.parametrize(
    "reason, expected",
    [
        ("tie_up", "Bear ties up with 6"),
        ("shit_tie_up", "Bear: Shit Tie Up"),
        ("first_pretty", "Bear: First Pretty"),
        ("own_wall", "Bear broke into their own wall"),
        ("squints", "Bear: Squints"),
    ],
)
def test_a_line_of_the_sheet_reads_as_the_crew_writes_it(reason: str, expected: str) -> None:
    line = SheetLine(1, Seat(0), reason, "PB-4", 6, (18, -6, -6, -6))
    assert (
        words.describe_entry(line, words.name_players(samples.pussers(), reader(samples.pussers(), samples.NAMES)))
        == expected
    )


def test_bones_have_the_names_of_the_talk_and_the_tables_own() -> None:
    jimmy, eddie, blood = samples.bones("R1 WE DR")
    assert [words.name_bone(bone) for bone in (jimmy, eddie, blood)] == ["Jimmy Rick", "Eddie", "Blood"]
    assert words.name_bone(eddie, "messdeck") == "Eat Me"
    assert words.name_bone(blood, "civvy") == "Red Dragon"
    assert words.name_bone(jimmy, "civvy") == "One Character"
    assert words.name_bone(jimmy, "civil", (("R1", "Old Jim"),)) == "Old Jim"
    assert (
        words.describe_set(TraySet("concealed", None), Voice(reader(samples.pussers())), words.name_bone)
        == "All-Of face down"
    )


@given(st.integers(0, 400), st.booleans(), st.integers(1, 28))
@settings(max_examples=rounds(20, 80, 1_000), deadline=None)
def test_every_laid_domino_is_described(seed: int, spinner: bool, length: int) -> None:
    line = samples.line_of(seed, spinner, length)
    view = samples.lombardy(None, line=line) if spinner else samples.duo(None, line=line)
    for names in (samples.NAMES, samples.ODD_NAMES, ()):
        text = domino_words.describe_board(view, reader(view, names))
        assert len(text) <= LIMIT
        assert all(domino_code(piece) in text for piece in (*([line.first] if line.first else []), *sum(line.arms, ())))


def test_a_hand_of_dominoes_is_described() -> None:
    view = samples.duo(line=Line(), steps=())
    assert all(domino_code(piece) in domino_words.describe_hand(view, reader(view, ())) for piece in view.holding)


def test_lombardys_board_gives_no_total() -> None:
    view = samples.lombardy(None)
    assert (
        f"{view.line.sum_ends()}"
        not in domino_words.describe_board(view, reader(view, samples.NAMES)).split("First")[1].split()
    )


@pytest.mark.parametrize("players", range(2, 9))
def test_every_card_that_lies_open_is_described(players: int) -> None:
    view = samples.stud(0, players)
    for names in (samples.NAMES * 2, samples.ODD_NAMES * 2):
        text = stud_words.describe_board(view, reader(view, names))
        assert len(text) <= LIMIT
        for lying in (lying for chair in view.chairs for lying in chair.line):
            if lying.card is not None:
                assert (card_name(lying.card) in text) is lying.up


def test_own_cards_are_described_as_up_or_down() -> None:
    assert "ace of spades down" in stud_words.describe_hand(samples.stud(0), reader(samples.stud(0), samples.NAMES))


def test_a_hand_without_cards_says_that_it_was_folded() -> None:
    view = samples.stud(2)
    assert view.chairs[2].state == "folded" and not view.chairs[2].line
    picture = scenes.draw_hand(view, samples.NAMES)
    assert "chips. Folded. " in picture.alt
    assert (
        open_picture(picture.png).height < open_picture(scenes.draw_hand(samples.stud(0), samples.NAMES).png).height / 2
    )


@pytest.mark.parametrize("seat", [None, 0])
def test_a_street_is_named_once_where_nobody_is_asked(seat: int | None) -> None:
    view = replace(samples.stud(seat), phase="dealing", turn=None, asked=None)
    draw = scenes.draw_board if seat is None else scenes.draw_board_and_hand
    description = draw(view, samples.NAMES)
    assert description.alt.count("Fifth street") == 1


@given(st.text())
def test_any_name_becomes_one_short_line(name: str) -> None:
    for reduced in (shorten_name(name), make_name_drawable(name)):
        assert len(reduced) <= 32
        assert not any(ord(sign) < 32 or sign in "\u202e\u2028" for sign in reduced)
    assert not make_name_drawable(name) or any(not sign.isspace() for sign in make_name_drawable(name))


def test_names_that_cannot_be_drawn_fall_back_to_the_place() -> None:
    assert [make_name_drawable(name) for name in ("Łódź", "ᚱᚢᚾ", "Zoë", "ᚱ Bear", "𝕭ear", "x̌")] == [
        "Łódź", "", "Zoë", "Bear", "Bear", "x",
    ]  # fmt: skip
    two = changed(samples.lombardy(), players=2)
    voice = name_seats(two, Words(ENGLISH, names=("ᚱᚢᚾ",)), make_name_drawable, place=("Eddie", "Sammy").__getitem__)
    assert (voice.name(0), voice.name(1)) == ("Seat 1", "Sammy")


def test_numbers_and_lists_are_put_into_words() -> None:
    assert [format_signed(n) for n in (18, 0, -6)] == ["+18", "0", "−6"]
    assert Voice(HOST).group_repeats(["x", "x", "y", "x"]) == "x ×2, y, x"
    assert Voice(HOST).join_sentences(["a", "b"]) == "a. b."
    assert choose_fitting(lambda: "x" * 2000, lambda: "short") == "short"
    assert len(choose_fitting(lambda: "x" * 2000)) == LIMIT


def test_words_are_enough_for_play_without_pictures() -> None:
    assert "Working bone: Blanket" in scenes.describe_view(samples.pussers(0), samples.NAMES)
    turns: list[tuple[Any, str]] = [(samples.pussers(0), "Bear's turn"), (samples.duo(0), "Bull's turn")]
    for view, turn in (*turns, (samples.stud(0), "Bull's turn")):
        told, asked = (
            render_scenes.describe_view(view, reader(view, samples.NAMES), moment) for moment in (True, False)
        )
        assert turn in told and told.replace(f"{turn}. ", "") == asked, "a message that asks by itself says it once"
    assert "The rack" not in scenes.describe_view(samples.pussers(None), samples.NAMES)
    assert "6-6 double six" in scenes.describe_view(samples.duo(0), samples.NAMES)
    assert "ace of spades down" in scenes.describe_view(samples.stud(0), samples.NAMES)


def test_the_alt_text_of_each_domino_game_has_its_own_word_for_a_piece() -> None:
    duo, lombardy = (scenes.draw_hand(view, samples.NAMES).alt for view in (samples.duo(), samples.lombardy()))
    assert "tiles" in duo and "bone" not in duo
    assert "bones" in lombardy and "tile" not in lombardy
    assert "bone" not in scenes.draw_board(samples.duo(None), samples.NAMES).alt


@pytest.mark.parametrize("view", [samples.pussers(), samples.duo(), samples.lombardy(), samples.stud(0)])
def test_a_post_says_whose_turn_it_is_once(view: Any) -> None:
    told = scenes.draw_board_and_hand(view, samples.NAMES).alt
    assert len(re.findall("'s turn", told)) == 1, told
