"""The story of a hand that nobody won (PB-49, PB-70, `show_washout`)."""

from typing import Any

import pytest

from games.core import Seat, settle
from games.pieces.bones import code, count_kinds, from_code
from games.pussers.events import SessionBegan
from games.pussers.evolve import fold
from games.pussers.options import DAILY, OPTIONS, House
from games.pussers.project import view
from games.pussers.view import Near, make_discarded
from games.pussers.washout import find_aim, list_helpful, measure
from render.words.pussers import make_bone_namer, name_players
from render.words.pussers_lacked import tell_washout
from tests.games.pussers.at_table import DULL, EDDIE, NORMIE, SAMMY, WALLY, TableAt, bones
from tests.render import shown as scenes
from tests.render.shown import reader
from tests.views import changed

NEAR = "rack eddie: S1 S1 S1 S2 S2 S2 S4 S4 S4 S5 S5 S5 S6"
"""Eddie lacks a Six Stick, which makes a Pure hand."""
ELSEWHERE = "rack wally: S6 S6 R1 R2 R5 R6 S8 S9 B1 B2 B5 B6 B9"
FAR = "rack eddie: R1 R3 R5 R7 R9 S2 S4 S6 S8 B1 B3 B5 B7; rack normie: R3 R4 R7 R8 S3 S4 S7 S8 B3 B4 B7 B8 B9"
NAMES = ("Bear", "Bull", "Wal", "Ned")


def washed_out(*lines: str, **options: Any) -> TableAt:
    """A table at which Sammy has plucked the wall's last bone and nobody has won."""
    table = TableAt("; ".join((*lines, "turn: sammy", "wall: B9")), **options)
    table.say(SAMMY, "pluck")
    table.say(SAMMY, "pass")
    return table


def nearest(table: TableAt) -> tuple[Near, ...]:
    """The seats that came nearest; () if nothing is told."""
    ending = table.view(None).ending
    return () if ending is None else ending.nearest


def story(table: TableAt, seat: Seat | None = None) -> list[str]:
    """The story that a seat reads."""
    shown = table.view(seat)
    return tell_washout(shown, name_players(shown, reader(shown, NAMES)), make_bone_namer(shown))


def verdict(table: TableAt, seat: Seat) -> str:
    """The sentence that a seat reads."""
    told = scenes.tell_outcome(table.view(seat), NAMES)
    assert told is not None
    return told.sentence


def test_pb_70_the_story_tells_who_lacked_one_bone_and_where_the_others_were() -> None:
    table = washed_out(NEAR, ELSEWHERE)
    assert nearest(table) == (Near(EDDIE, 1, "pure", (from_code("S6"),), ((WALLY, 2),)),)
    assert story(table) == ["Bear needed only Six Stick for a Pure hand: Wal had 2"]
    assert all(story(table, seat) == story(table) for seat in (None, SAMMY, WALLY, NORMIE))
    assert story(table, EDDIE) == [], "the verdict tells Eddie"
    assert verdict(table, EDDIE).endswith("; you needed only Six Stick for a Pure hand: Wal had 2")


def test_pb_70_the_story_tells_who_threw_the_bone() -> None:
    table = TableAt(f"{NEAR}; {ELSEWHERE}; turn: wally; wall: R9 B9", call_mode="race", race_grace_ms=0)
    table.say(WALLY, "pluck")
    table.say(WALLY, "discard S6")
    table.say(NORMIE, "pluck")
    table.say(NORMIE, "pass")
    assert story(table) == ["Bear needed only Six Stick for a Pure hand: Wal had 1; Wal threw 1 earlier"]
    assert "; you needed only Six Stick for a Pure hand: Wal had 1; Wal threw 1 earlier; " in verdict(table, EDDIE)


def test_pb_66_a_hand_without_its_double_does_not_count_as_near() -> None:
    """Sammy would make Minors with only the tie-up double."""
    table = washed_out("open sammy: R1; rack sammy: R2 R2 R2 R4 R4 R4 WE WE WE R6", FAR)
    assert all(near.lacking > 1 for near in nearest(table))
    assert table.view(SAMMY).lacked == Near(SAMMY, 2, "no_double")
    assert verdict(table, SAMMY).endswith("; you lacked a bone and a double")


@pytest.mark.parametrize(
    ("kinds", "told"),
    [
        (("any", "any"), "Bear and Bull came nearest, 2 bones short"),
        (("no_double", "no_double"), "Bear and Bull came nearest, a bone and a double short"),
        (("any", "no_double"), "Bear and Bull came nearest: two bones short, or a bone and a double"),
        (("worthless", "any"), "Bear and Bull came nearest"),
    ],
)
def test_pb_66_who_came_nearest_is_told_with_the_double_that_lacks_too(kinds: tuple[str, str], told: str) -> None:
    shown = washed_out(NEAR, ELSEWHERE).view(None)
    nearest = tuple(Near(Seat(seat), 2, kind) for seat, kind in enumerate(kinds))
    shown = changed(shown, ending=changed(shown.ending, nearest=nearest))
    for seat, names in ((None, "Bear and Bull"), (EDDIE, "You and Bull"), (SAMMY, "You and Bear")):
        seen = changed(shown, seat=seat)
        read = tell_washout(seen, name_players(seen, reader(seen, NAMES)), make_bone_namer(seen))
        assert read == [told.replace("Bear and Bull", names)]


def test_pb_66_a_hand_under_the_lowest_score_lacks_more_than_a_double() -> None:
    table = washed_out("open sammy: R1; rack sammy: R2 R2 R2 R4 R4 R4 WS WS WS R6", FAR, minimum_score=5000)
    assert table.view(SAMMY).lacked == Near(SAMMY, 2, "worthless")
    assert verdict(table, SAMMY).endswith("; you lacked a bone, and the hand was too small for this house")


def test_pb_51_if_nobody_lacked_one_bone_the_story_tells_who_was_nearest() -> None:
    table = washed_out("rack wally: R1 R1 R1 R2 R2 R2 R4 R4 R5 S1 S2 S5 B6")
    (near,) = nearest(table)
    assert (near.seat, near.lacking, near.bones) == (WALLY, 5, ())
    assert story(table) == ["Wal came nearest, 5 bones short"]


@pytest.mark.parametrize(("rack", "suits", "lacking"), [
    ("R1 R1 R1 S2 S2 S2 B4 B4 B4 R5 R5 S7 S8", "any", 2),
    ("R1 R9 S1 S9 B1 B9 WE WS WW WN DR S7 S8", "one_suit", 3),
    ("B1 B2 B3 B4 B5 B6 B7 B8 WE WS WS R1 S1", "one_suit", 3),
])  # fmt: skip
def test_pb_51_the_bones_that_a_rack_lacks(rack: str, suits: str, lacking: int) -> None:
    table = washed_out(f"rack wally: {rack}", suits=suits)
    assert min((near.seat, near.lacking) for near in nearest(table) if near.seat == WALLY) == (
        WALLY,
        lacking,
    )


def test_pb_70_a_house_that_keeps_racks_shut_tells_nothing() -> None:
    table = washed_out(NEAR, ELSEWHERE, show_washout=False)
    assert not any(table.view(None).ending.losers)  # type: ignore[union-attr]
    assert nearest(table) == () and story(table) == []
    assert verdict(table, EDDIE).endswith("; you needed only Six Stick for a Pure hand"), "not where it was"


def test_pb_70_the_hand_of_the_day_opens_no_rack_since_others_play_it_still() -> None:
    for seat in (None, EDDIE, SAMMY):
        ending = washed_out(NEAR, ELSEWHERE, **DAILY).view(seat).ending
        assert ending is not None
        assert (ending.nearest, any(ending.losers)) == ((), False)


def test_pb_70_a_session_older_than_the_option_keeps_its_racks_shut() -> None:
    began = dict(settle(OPTIONS))
    del began["show_washout"]
    assert not fold([SessionBegan(4, began, 0)]).house.show_washout


def test_pb_22_all_ofs_that_lie_face_down_are_turned_up_too() -> None:
    table = washed_out("rack wally: R1 R2 R5 R6 S1 S2 S5 S6 S9 B1", "concealed wally: B8")
    assert [group.bone for group in table.view(EDDIE).chairs[WALLY].sets] == [from_code("B8")]
    shut = washed_out("rack wally: R1 R2 R5 R6 S1 S2 S5 S6 S9 B1", "concealed wally: B8", show_washout=False)
    assert [group.bone for group in shut.view(EDDIE).chairs[WALLY].sets] == [None]


def test_pb_49_nobody_sees_a_rack_before_the_hand_is_over() -> None:
    table = TableAt(f"{NEAR}; turn: sammy; wall: B9")
    table.say(SAMMY, "pluck")
    assert view(table.table, None).ending is None
    assert nearest(table) == ()


def test_pb_70_after_a_tie_up_the_losers_stay_shut() -> None:
    table = TableAt(NEAR + "; wall: S6 B8")
    table.say(EDDIE, "pluck")
    table.say(EDDIE, "dobone")
    ending = table.view(None).ending
    assert ending is not None and ending.how == "do_bone" and not any(ending.losers)
    assert nearest(table) == ()


@pytest.mark.parametrize(
    ("tied_up", "told"),
    [
        ("S6 S6 R1 R1 R1 R2 R2 R2 R3 R3 R3 DR DR; wall: DR", ""),
        ("open normie: S6; rack normie: R1 R1 R1 R2 R2 R2 DR DR DR R3; wall: R3", ", and there was none left to get"),
        ("S6 S6 S6 R1 R1 R1 R2 R2 R2 DR DR DR R3; wall: R3", ", and there was none left to get"),
        ("S6 S6 R1 R1 R1 R2 R2 R2 DR DR DR R3 R3; wall: S6", ", and there was none left to get"),
    ],
)
def test_a_loser_is_told_that_all_four_of_their_bone_lie_open(tied_up: str, told: str) -> None:
    """A newcomer was told that they needed only a bone of which the winner had the other three."""
    whole = tied_up if tied_up.startswith("open") else f"rack normie: {tied_up}"
    waits = "rack eddie: S1 S1 S1 S2 S2 S2 S4 S4 S4 S5 S5 S5 S6"
    table = TableAt(f"{waits}; {whole}; turn: normie", suits="any")
    table.say(NORMIE, "pluck")
    table.say(NORMIE, "dobone")
    assert verdict(table, EDDIE).endswith(f"; you needed only Six Stick for a Pure hand{told}")


def test_a_thrown_bone_that_was_tied_up_on_is_one_of_four() -> None:
    """Two lie in Normie's hand, the second of them Wally's throw, and Eddie has one."""
    ties_up = "rack normie: S6 R1 R1 R1 R2 R2 R2 R3 R3 R3 DR DR DR; rack wally: S6 R4 R5 R7 R8 B1 B2 B3 B4 B6 B7 B8 S9"
    waits = "rack eddie: S1 S1 S1 S2 S2 S2 S4 S4 S4 S5 S5 S5 S6"
    table = TableAt(f"{waits}; {ties_up}; turn: wally; wall: B9 S7", suits="any")
    table.say(WALLY, "pluck")
    table.say(WALLY, "discard S6")
    for seat in (NORMIE, EDDIE, SAMMY):
        table.say(seat, "do" if seat == NORMIE else "pass")
    assert verdict(table, EDDIE).endswith("; you needed only Six Stick for a Pure hand")


@pytest.mark.parametrize(
    ("rack", "suits", "named"),
    [
        ("R1 R1 R1 S2 S2 S2 B4 B4 B4 R5 R5 S7 S8", "any", "R5 S7"),
        ("R1 R1 R1 S2 S2 S2 B4 B4 B4 R5 S7 S8 WN", "any", "R5 R5 S7"),
        ("R1 R9 S1 S9 B1 B9 WE WS WW WN DR DR S7", "any", "DG DW"),
        ("R1 R1 R9 S1 S9 B1 B9 WE WS WW WN DR DR", "any", "DG DW"),
        ("R1 R1 R1 S2 S2 S2 B4 B4 B4 B4 R5 R5 R5", "any", ""),
    ],
)
def test_pb_51_the_two_or_three_bones_that_were_lacking_are_named(rack: str, suits: str, named: str) -> None:
    table = washed_out(f"rack wally: {rack}", suits=suits)
    lacked = table.view(WALLY).lacked
    assert lacked is not None and " ".join(map(code, lacked.together)) == named
    if named:
        counts = count_kinds((*map(from_code, rack.split()), *lacked.together))
        assert find_aim((), counts, table.view(WALLY).house)[0] == 0, "they complete a hand"


def test_pb_53_a_tray_of_two_suits_fits_no_hand() -> None:
    table = washed_out("open wally: S3 B4", "rack wally: R4 R4 WN WN WN R5 S7")
    assert WALLY not in {near.seat for near in nearest(table)}
    assert verdict(table, WALLY).endswith("; your tray mixed suits, so it fitted no hand")


def test_pb_66_bones_that_would_have_made_a_shit_tie_up_are_not_named() -> None:
    """Two Open pairs and no double but that for tying up: Normie isn't Wally's own breeze."""
    table = washed_out("open wally: R2 R3", "rack wally: R4 R4 R4 WN WN R5 S7")
    lacked = table.view(WALLY).lacked
    assert lacked is not None and (lacked.lacking, lacked.together) == (2, ())


@pytest.mark.parametrize(
    ("rack", "told"),
    [
        ("R1 R1 R1 S9 S9 S9 WE WE WE WS WN WN S7", "for Majors you were 2 bones short, such as Normie and Sammy"),
        (
            "S1 S1 S1 S9 S9 S9 WE WE WE WN WN S8 S7",
            "for an everyday hand you were 2 bones short, such as Normie and Seven Stick",
        ),
        ("R1 R9 S1 S9 B1 B9 WE WS WW WN DR DR S7", "you lacked Cabbage and Blanket for a Moon"),
    ],
)
def test_pb_54_a_hand_that_may_be_of_majors_alone_is_told_as_majors(rack: str, told: str) -> None:
    assert verdict(washed_out(f"rack wally: {rack}"), WALLY).endswith(f"{told}; you didn't miss a Yes!")


def test_pb_41_a_missed_yes_is_told_to_the_seat_alone_that_missed_it() -> None:
    """Wally throws a Four Rick as Eddie holds two and lacks four bones for Minors; nobody takes it."""
    table = TableAt(
        "rack eddie: R1 R1 R1 R2 R2 R2 R3 R3 R4 R4 B9 S9 S8; rack wally: R4 R9 B1 B2 B3 B5 B6 B7 S1 S2 S3 S5 S6;"
        " turn: wally; wall: B9 S7",
        call_mode="race",
        race_grace_ms=0,
    )
    table.say(WALLY, "pluck")
    table.say(WALLY, "discard R4")
    table.say(NORMIE, "pluck")
    table.say(NORMIE, "pass")
    lacked = table.view(EDDIE).lacked
    assert lacked is not None and lacked.passed == ((WALLY, from_code("R4")),)
    assert verdict(table, EDDIE).endswith("; a Yes! to Wal's Four Rick would have brought you one bone nearer")
    for seat in (SAMMY, WALLY, NORMIE):
        assert "would have brought you" not in verdict(table, seat)
        assert all(near.passed == () for near in nearest(table))


def let_go(racks: str, bone: str) -> TableAt:
    """A hand whose wall goes after Wally threw this bone, which nobody took."""
    rest = "R9 B1 B2 B3 B5 B6 B7 S1 S2 S3 S5 S6"
    table = TableAt(f"{racks}; rack wally: {bone} {rest}; turn: wally; wall: B9 S7")
    for mover, words in ((WALLY, f"discard {bone}"), (NORMIE, "pass")):
        table.say(mover, "pluck")
        table.say(mover, words)
        table.pass_all()
    return table


def test_pb_41_nothing_is_said_of_calls_that_were_let_go_and_would_not_have_helped() -> None:
    """Eddie has two of the Nine Stick, which is of another suit, and lets the third go."""
    table = let_go("rack eddie: R1 R1 R1 R2 R2 R2 R3 R3 R3 R4 R6 S9 S9", "S9")
    lacked = table.view(EDDIE).lacked
    assert lacked is not None and (lacked.passed, lacked.took_all) == ((), False)
    assert "Yes!" not in verdict(table, EDDIE)


FEEDS = "rack wally: R1 R9 B1 B2 B3 B5 B6 B7 S1 S2 S3 S6 S6; turn: wally; wall: B9 S7 B4"
HELD_TWO = "rack eddie: R1 R1 R2 R2 R2 R3 R3 R4 R4 R5 S1 S2 B9"


@pytest.mark.parametrize(
    ("racks", "passed"),
    [
        # Sammy ties up on the bone that Eddie let go.
        (f"{HELD_TWO}; rack sammy: R1 S1 S1 S1 S4 S4 S4 S5 S5 S5 DR DR DR", False),
        # Normie calls by mistake on the bone that they plucked after it.
        (HELD_TWO, True),
    ],
)
def test_pb_48_a_yes_that_was_let_go_is_not_told_as_none(racks: str, passed: bool) -> None:
    table = TableAt(f"{racks}; {FEEDS}", suits="any" if "sammy" in racks else "one_suit", mistaken_calls="on")
    table.say(WALLY, "pluck")
    table.say(WALLY, "discard R1")
    if passed:
        table.pass_all()
        table.say(NORMIE, "pluck")
        table.say(NORMIE, "do")
    else:
        for seat in (NORMIE, EDDIE, SAMMY):
            table.say(seat, "do" if seat == SAMMY else "pass")
    lacked = table.view(EDDIE).lacked
    assert lacked is not None and not lacked.took_all
    assert (lacked.passed == ((WALLY, from_code("R1")),)) == passed


def test_bones_that_nobody_could_have_got_are_not_named_as_lacking() -> None:
    """Wally lacks a Normie and a Sammy, but two Normies were thrown after they had two of them."""
    table = TableAt(
        "rack wally: R1 R1 R1 S9 S9 S9 WE WE WE WS WN WN S7; rack eddie: WN B1 B2 B3 B5 B6 B7 S1 S2 S3 S5 S6 R9;"
        " rack normie: WN R2 R3 R4 R5 R6 R7 R8 S4 S8 B4 B8 B9; turn: eddie; wall: F1 R9 B9 S7",
        call_mode="race",
        race_grace_ms=0,
    )
    named = table.view(WALLY)
    assert named.stage == ""
    racks = tuple(named.rack if seat == WALLY else () for seat in range(4))
    still = measure(named.chairs[WALLY], racks, named.chairs, (), named.house)
    assert still.together and from_code("WN") in still.together
    for taken in (None, SAMMY):  # Sammy ties up on it
        discards = (make_discarded(EDDIE, from_code("WN"), None), make_discarded(NORMIE, from_code("WN"), taken))
        gone = measure(named.chairs[WALLY], racks, named.chairs, discards, named.house)
        assert gone.lacking == still.lacking and gone.together == ()


def test_bones_that_lie_open_on_others_trays_are_not_named_as_lacking() -> None:
    """Eddie has the fourth Sammy."""
    sammy = "open sammy: WS; rack sammy: R2 R4 R6 R8 S1 S3 S5 S7 B2 B4"
    table = washed_out("rack eddie: R1 R1 R1 S9 S9 S9 WE WE WE WS WN WN S7", sammy)
    assert verdict(table, EDDIE).endswith("; you were 2 bones short of Majors; you didn't miss a Yes!")


WAITS = "rack eddie: R1 R1 R1 R2 R2 R2 R3 R3 R3 R4 R4 R5 R5"
NEEDS_CONCEALED = "rack sammy: R2 R2 R2 R4 R4 R4 R6 R6 R6 R8 R8 WN WN"


@pytest.mark.parametrize(
    ("rack", "wall", "seat", "missed"),
    [
        (WAITS, "B9 S7", EDDIE, True),
        (WAITS, "B9 S9 F1", EDDIE, False),  # the flower may have brought the double that they have now
        (WAITS, "B9 S9 B9", EDDIE, False),  # another rack, fourteen bones
        (WAITS, "B9 S9 B9 S7", EDDIE, False),  # they've thrown since
        (NEEDS_CONCEALED, "B9 S7", SAMMY, False),  # the pair would be open, and there'd be no double (PB-66)
    ],
)
def test_pb_44_a_bone_that_do_bone_would_have_won_is_told_and_is_no_missed_yes(
    rack: str, wall: str, seat: Seat, missed: bool
) -> None:
    """Wally throws a bone that the seat waits on, and everybody lets it go."""
    thrown = "R4" if seat == EDDIE else "R8"
    table = TableAt(f"{rack}; turn: wally; wall: {wall}; rack wally: {thrown} R9 B1 B2 B3 B5 B6 B7 S1 S2 S3 S5 S6")
    for mover, words in ((WALLY, f"discard {thrown}"), (NORMIE, "discard S9"), (EDDIE, "discard B9"), (SAMMY, "")):
        table.say(mover, "pluck")
        if not table.view(None).left:
            break
        table.say(mover, words)
        table.pass_all()
    if table.view(None).ending is None:
        table.say(mover, "pass")
    lacked = table.view(seat).lacked
    assert lacked is not None and (lacked.passed == ((WALLY, from_code(thrown)),)) == missed
    told = verdict(table, seat)
    assert "Yes!" not in told and "Wal threw 1 earlier" in told
    assert told.endswith("; a Do Bone! on Wal's Four Rick would have won") == missed


def test_pb_66_no_yes_is_told_that_would_have_left_a_hand_without_its_double() -> None:
    table = let_go("open sammy: R1; rack sammy: R2 R2 R2 R3 R3 R3 R8 R8 WN WN", "R8")
    assert table.view(SAMMY).lacked == Near(SAMMY, 2, "no_double")
    assert verdict(table, SAMMY).endswith("; you lacked a bone and a double")


@pytest.mark.parametrize(
    ("rack", "thrown", "helpful"),
    [
        ("R1 R1 R1 R2 R2 R2 R3 R3 R4 R4 B9 S9 S8", ("wally R4", "normie R3", "normie R4"), ("normie R3", "normie R4")),
        ("R1 R1 R1 R2 R2 R2 R3 R3 R3 R4 R5 S9 S8", ("wally R4",), ()),  # it had two of them once
        ("R1 R9 S1 S9 B1 B9 WE WS WW WN DR S7 S7", ("wally DG",), ()),  # an Open pair is none of a Moon
        ("R1 R9 S1 S9 B1 B9 WE WS WW WN DR DR S7", ("wally DR",), ()),
    ],
)
def test_pb_41_a_yes_helps_if_its_open_pair_brings_a_hand_nearer(
    rack: str, thrown: tuple[str, ...], helpful: tuple[str, ...]
) -> None:
    discards = [(Seat(list(DULL).index(who)), from_code(bone)) for who, bone in map(str.split, (*thrown, *helpful))]
    found = list_helpful(
        [make_discarded(*one, None) for one in discards[: len(thrown)]], (), count_kinds(bones(rack)), House()
    )
    assert found == tuple(discards[len(thrown) :])


def test_pb_49_with_the_wall_gone_nobody_is_asked_to_throw() -> None:
    table = TableAt(f"{NEAR}; {ELSEWHERE}; turn: sammy; wall: B9")
    table.say(SAMMY, "pluck")
    assert table.view(SAMMY).stage == table.view(None).stage == "last"


def test_pb_49_no_yes_is_missed_if_the_wall_went_with_the_throw() -> None:
    """Wally throws before they pluck, and gets the last bone: "Yes!" is no longer possible."""
    table = TableAt(
        "rack eddie: R1 R1 R1 R2 R2 R2 R3 R3 R4 R4 B9 S9 S8; rack wally: R4 R9 B1 B2 B3 B5 B6 B7 S1 S2 S3 S5 S6;"
        " turn: wally; wall: B9",
        discard_first="allowed",
    )
    table.say(WALLY, "discard R4")
    for seat in (NORMIE, EDDIE, SAMMY):
        if table.view(None).ending is None:
            table.say(seat, "pass")
    lacked = table.view(EDDIE).lacked
    assert lacked is not None and lacked.passed == () and lacked.took_all
