"""The shellback of Pussers Bones: it works out what a rack can expect to score, and throws and calls accordingly."""

from dataclasses import replace

import pytest

from games.core import Level, SecretChance
from games.pieces.bones import from_code
from games.pussers.game import GAME
from games.pussers.moves import Discard, DoBone, Pass, Yes
from games.pussers.robot import robot
from games.pussers.robots.prospects import assess, estimate_payment, find_best_throw
from games.pussers.view import TraySet, View
from tests.games.handed_chance import HandedChance
from tests.games.pussers.at_table import EDDIE, SAMMY, WALLY, TableAt, counts

FULL = "wall: " + " ".join(["S1 S2 S3 S4 S5 S6 S7 S8"] * 3 + ["B1 B2 B3 B4 B5 B6 B7 B8"] * 3)


def estimate_worth(view: View) -> float:
    return estimate_payment(assess(view), view.counts)


def choose_move(view: View) -> object:
    thought = robot(view, HandedChance(), Level.SHELLBACK)
    return thought and thought.move


def test_the_game_has_all_levels() -> None:
    assert GAME.LEVELS == (Level.DECKHAND, Level.OLD_HAND, Level.SHELLBACK)


def test_pb_41_a_double_up_that_can_still_grow_is_kept_before_one_that_cannot() -> None:
    rack = "B1 B1 B1 B2 B2 B5 B5 B7 B7 B9 B9 DR DR DR"
    seen = TableAt(f"{FULL}; plucked: yes; rack eddie: {rack}").view(EDDIE)._replace(thrown_out=counts("B7 B7"))
    assert choose_move(seen) == Discard(from_code("B7"))


def test_pb_57_eleven_bones_of_a_moon_are_worth_more_than_a_pair() -> None:
    rack = "R1 R9 S1 S9 B1 B9 WE WS WW WN DR S5 S5 S5"
    table = TableAt(f"{FULL}; plucked: yes; rack eddie: {rack}")
    assert choose_move(table.view(EDDIE)) == Discard(from_code("S5"))


@pytest.mark.parametrize(("rack", "does"), [
    ("R1 R1 R2 R2 R4 R4 R5 R5 R6 R8 WE DR DG", Yes()),  # the set helps a hand of ricks
    ("R1 R1 S1 S9 B1 B9 WE WS WW WN DR DG DW", Pass()),  # a Moon lacks one bone, and may have no set
])  # fmt: skip
def test_pb_41_yes_is_called_if_it_raises_the_expected_score(rack: str, does: object) -> None:
    table = TableAt(f"{FULL}; plucked: yes; rack eddie: R1 R3 R5 R7 R9 S2 S4 S6 S8 B1 B3 B5 B7 B8; rack wally: {rack}")
    table.say(EDDIE, "discard R1")
    assert choose_move(table.view(WALLY)) == does


def test_pb_44_a_hand_is_tied_up_at_once() -> None:
    table = TableAt(f"{FULL}; plucked: yes; rack eddie: R1 R3 R5 R7 R9 S2 S4 S6 S8 B1 B3 B5 B7 B8; "
               "rack sammy: R1 R1 R2 R2 R2 R3 R3 R3 DR DR DR WS WS")  # fmt: skip
    table.say(EDDIE, "discard R1")
    assert choose_move(table.view(SAMMY)) == DoBone()


def test_prospects_fall_with_the_wall() -> None:
    rack = "rack eddie: R1 R1 R2 R2 R4 R4 R5 R5 R6 R8 WE WE DR DG; plucked: yes"
    assert estimate_worth(TableAt(f"{FULL}; {rack}").view(EDDIE)) > 2 * estimate_worth(TableAt(rack).view(EDDIE)) > 0


def test_pb_66_without_a_possible_double_sets_are_worth_little() -> None:
    rack = "R1 R1 R1 R2 R2 R2 R4 R4 R4 R5 R5 R6 WN"
    of_eddie = TableAt(f"{FULL}; rack eddie: {rack} WN; plucked: yes").view(EDDIE)
    of_sammy = TableAt(f"{FULL}; rack sammy: {rack}").view(SAMMY)
    assert estimate_worth(of_eddie) > estimate_worth(of_sammy)


@pytest.mark.parametrize(("seat", "opened", "says"), [
    ("sammy", "WN", True),
    ("eddie", "WN", False),
    ("sammy", "WS", False),
])  # fmt: skip
def test_pb_66_a_throw_that_a_double_decides_says_so(seat: str, opened: str, says: bool) -> None:
    """Sammy's pair and double-up are worth nothing without a double. Eddie has one, and Sammy with their own breeze."""
    single = "WS" if opened == "WN" else "S1"
    rack = f"open {seat}: {opened} B7 R5; rack {seat}: R1 B8 B8 B8 {single}; turn: {seat}; plucked: yes"
    view = TableAt(f"{FULL}; {rack}", suits="any").view(SAMMY if seat == "sammy" else EDDIE)
    thought = robot(view, HandedChance(), Level.SHELLBACK)
    assert thought is not None
    assert (thought.why == "seeks_double", thought.move == Discard(from_code("B8"))) == (says, says)


@pytest.mark.parametrize("rack", [
    "R1 R1 R2 R2 R4 R4 R5 R5 R6 R8 WE WE DR DG",
    "R1 R9 S1 S9 B1 B9 WE WS WW WN DR S5 S5 S5",
    "S1 S2 S3 S4 S5 S6 S7 S8 S9 WE WS WW R1 R1",
])  # fmt: skip
def test_the_best_throw_leaves_the_highest_expected_score(rack: str) -> None:
    view = TableAt(f"{FULL}; plucked: yes; rack eddie: {rack}").view(EDDIE)
    situation, held = assess(view), view.counts
    rests = {kind: held[:kind] + bytes([held[kind] - 1]) + held[kind + 1 :] for kind in range(34) if held[kind]}
    found = find_best_throw(situation, held)
    promised = sorted((estimate_payment(situation, rest) for rest in rests.values()), reverse=True)
    assert found.worth == pytest.approx(promised[0]) == pytest.approx(estimate_payment(situation, rests[found.kind]))
    assert (
        found.rival_worth
        == pytest.approx(promised[1])
        == pytest.approx(estimate_payment(situation, rests[found.rival]))
    )
    assert found.kind != found.rival


def test_a_set_that_fits_no_hand_leaves_nothing_to_expect() -> None:
    view = TableAt(f"{FULL}; rack eddie: R1 R3 R5 R7 R9 S1 S9 B1; plucked: yes").view(EDDIE)
    sets = (TraySet("pair", from_code("S5")), TraySet("pair", from_code("B5")))
    view = view._replace(chairs=(view.chairs[0]._replace(sets=sets), *view.chairs[1:]))
    assert find_best_throw(assess(view), view.counts).worth == estimate_worth(view) == 0.0
    assert isinstance(choose_move(view), Discard)


def test_two_kinds_of_hands_at_once_are_worth_more_than_either() -> None:
    """1s and 9s of one suit, with honours, serve both a hand of that suit and a hand of Majors."""
    both = estimate_worth(
        TableAt(f"{FULL}; rack eddie: R1 R1 R9 R9 WE WE DR DR DG DG S3 S4 S6; plucked: yes").view(EDDIE)
    )
    suit = estimate_worth(
        TableAt(f"{FULL}; rack eddie: R2 R2 R8 R8 WE WE DR DR DG DG S3 S4 S6; plucked: yes").view(EDDIE)
    )
    majors = estimate_worth(
        TableAt(f"{FULL}; rack eddie: R1 R1 S9 S9 WE WE DR DR DG DG S3 S4 S6; plucked: yes").view(EDDIE)
    )
    assert both > max(suit, majors)


def test_pb_57_the_last_bone_of_a_moon_may_come_from_others_throws() -> None:
    """Those throws bring the bone far more often than the player's own plucks do."""
    rack = "R1 R9 S1 S9 B1 B9 WE WS WW WN DR DR DG"
    situation = assess(TableAt(f"{FULL}; rack eddie: {rack}; plucked: yes").view(EDDIE))
    alone = replace(situation, called=situation.plucked)
    assert estimate_payment(situation, counts(rack)) > 1.5 * estimate_payment(alone, counts(rack))


def test_pb_58_a_lizard_that_may_double_the_players_own_breeze_is_worth_more() -> None:
    lizard = "R1 R2 R3 R4 R5 R6 R7 R8 R9 WE WS WW WN"
    situation = assess(TableAt(f"{FULL}; rack eddie: {lizard}; plucked: yes").view(EDDIE))
    of_nobody = replace(situation, own_breeze=())
    assert estimate_payment(situation, counts(lizard)) > estimate_payment(of_nobody, counts(lizard))


def test_a_thought_depends_only_on_the_view() -> None:
    """A shellback uses no luck, so the replay can repeat its thoughts."""
    table = TableAt(f"{FULL}; plucked: yes; rack eddie: R1 R1 R3 R5 R5 R7 S2 S2 S4 B1 B1 DR DR WE")
    thoughts = {
        str(robot(table.view(EDDIE), SecretChance(bytes([number]) * 32, (), 0), Level.SHELLBACK)) for number in (1, 2)
    }
    assert len(thoughts) == 1


@pytest.mark.parametrize(
    ("rack", "why"),
    [("DG DG", "pair_without_double"), ("S9 S9", "pair_without_double"), ("DR DR DR B8 S9", "raises/2")],
)
def test_pb_66_it_leaves_a_bone_that_would_leave_no_place_for_a_double(rack: str, why: str) -> None:
    """A newcomer's hint was to pass, and the blue button said "Yes!"."""
    trays = "B9 S3 S4" if len(rack) < 6 else "S3 S4"
    table = TableAt(f"rack wally: R1 R1 {rack}; open wally: {trays}; plucked: yes; {FULL}", suits="any")
    table.say(EDDIE, "discard R1")
    thought = robot(table.view(WALLY), HandedChance(), Level.SHELLBACK)
    assert thought is not None and thought.why == why


def test_pb_66_a_couple_is_kept_beside_one_whose_third_bone_brings_the_double() -> None:
    """The stray goes, not the double-up, though a third Four Stick would be worth nothing."""
    trays = "open sammy: B9 B1 B3; open eddie: R8 R7; open wally: S2; open normie: S9"
    table = TableAt(f"rack sammy: S4 S4 B7 DW DW; {trays}; plucked: yes; turn: sammy; {FULL}", suits="any")
    out = "R2 WE R4 R5 R4 WW R5 R3 R6 R5 R6 R6 S6 R5 WE WE B8 WW S3 S3 R3 R3 S5 S5 S5 S7 R1 S7 R2 B2 WN R4 WW"
    seen = table.view(SAMMY)._replace(thrown_out=counts(f"{out} B8 S1 R8 S6 S9 DG DG"), left=47)
    assert choose_move(seen) == Discard(from_code("B7"))


@pytest.mark.parametrize(("more", "why"), [("R5", "raises/2"), ("DR", "raises/3")])
def test_it_says_whether_a_call_makes_three_or_four_alike(more: str, why: str) -> None:
    """A newcomer read "three or four alike"."""
    racks = (
        f"rack wally: DR DR {more} B2 WW R4 S2 S4 B9 S9 R7 R3 S8; rack eddie: DR R1 R2 R5 R6 R8 R9 S1 S3 S5 S6 S7 B1"
    )
    table = TableAt(f"{racks}; plucked: yes", suits="any")
    table.say(EDDIE, "discard DR")
    thought = robot(table.view(WALLY), HandedChance(), Level.SHELLBACK)
    assert thought is not None and thought.why == why


@pytest.mark.parametrize(("out", "ending"), [("", ""), ("B2", "/fewer"), ("B7", "/fewer"), ("B2 B7", "")])
def test_it_counts_the_bones_that_can_come_only_if_fewer_of_one_can(out: str, ending: str) -> None:
    """A newcomer read "3 more of this bone can still come, and 3 of Five Rick"."""
    trays = "open sammy: B9 B1 B3; open eddie: R8 R7"
    table = TableAt(f"rack sammy: DR DR B7 B2 S5; {trays}; plucked: yes; turn: sammy; {FULL}", suits="any")
    thought = robot(table.view(SAMMY)._replace(thrown_out=counts(out)), HandedChance(), Level.SHELLBACK)
    assert thought is not None and thought.why in (f"even{ending}", f"prospects{ending}")
