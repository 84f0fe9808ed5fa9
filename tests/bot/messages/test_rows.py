"""Rows of buttons and menus: taps for the hand first, then calls, all within a message's limits."""

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.edge import components
from bot.edge.custom_ids import Control
from bot.messages.hands.hand import write_said_line
from bot.messages.parts import controls
from bot.messages.parts.controls import explain_taps, make_rows, split_control
from bot.messages.parts.table_words import words_of
from bot.ports import Button, Controls, Menu, Message, Row
from bot.store import Preferences
from bot.wording import ENGLISH, Words
from games import registry
from games.bonedoneskis.rulebook import NAMES as CLAIMS
from games.core import Level, Seat
from games.pussers.moves import Break
from tests.bot.harness.players import play_until_turn
from tests.bot.harness.room import BEAR, CHANNEL, Room, message_of
from tests.contract.driver import Session, tables
from tests.games.bonedoneskis.hand import Hand
from tests.games.handed_chance import HandedChance
from tests.games.lombardy.at_table import Playing
from tests.games.pussers.at_table import EDDIE, NORMIE, SAMMY, TableAt
from tests.games.pussers.test_shellback import FULL
from tests.left_out import MORE_CASES, mark_thorough

NAMES = tuple("ABCDEFGH")


def make_hand_rows(table: TableAt, seat: Any = EDDIE, chosen: Preferences = controls.USUAL) -> tuple[Row, ...]:
    """Make the rows of a hand of Pussers Bones."""
    game: Any = registry.game("pussers-bones")
    crowd = game.view(table.table, None)
    return make_rows(game, game.view(table.table, seat), Words(ENGLISH, "pussers-bones"), 4, crowd, chosen)


def buttons(made: tuple[Row, ...]) -> list[list[Button]]:
    return [[button for button in row if isinstance(button, Button)] for row in made]


def iterate_views() -> Iterator[tuple[str, Any, Any]]:
    """Yield game, viewer's view and public view, at every phase and stage that robots reach."""
    for name in registry.NAMES:
        game: Any = registry.game(name)
        table = Session(game, *tables(game)[0], seed=5)
        seen: set[tuple[str, str]] = set()
        for step in table.steps("robots", 120):
            crowd = game.view(step.after, None)
            if (crowd.phase, crowd.stage) not in seen:
                seen.add((crowd.phase, crowd.stage))
                yield from ((name, game.view(step.after, seat), crowd) for seat in (None, *table.seats))


def test_a_hand_of_fourteen_is_three_rows_of_bones_and_then_the_calls() -> None:
    table = TableAt("rack eddie: R1 R9 R9 S1 S9 B1 B9 WE WS WW WN DR DG DW; plucked: yes", enforcement="faithful")
    made = buttons(make_hand_rows(table))
    assert [button.name for button in made[0]] == ["discard.R1", "discard.R9", "discard.S1", "discard.S9", "discard.B1"]
    assert {control.style for row in made[:3] for control in row if control.name.startswith("discard")} == {"primary"}
    assert [(button.label, button.emoji) for button in made[0]][:2] == [("R1", "R1"), ("R9", "R9")]
    beside = ["dobone", "pluck", "setout"]  # setting out is always offered (PB-83)
    assert [(button.name, button.style) for button in made[-1]] == [(what, "secondary") for what in beside]
    assert (
        explain_taps(make_hand_rows(table), table.view(EDDIE), Words(ENGLISH, "pussers-bones"))
        == "-# Press a bone below to throw it out."
    )


def test_pb_28_a_bone_that_is_owed_is_brighter_than_the_bones_to_throw() -> None:
    table = TableAt("wall: F1 R9 S9 B9 WE WS WW WN")
    table.say(EDDIE, "pluck")
    made, words = make_hand_rows(table), Words(ENGLISH, "pussers-bones")
    shown = [button for row in buttons(made) for button in row]
    assert [button.label for button in shown if button.style == "primary"] == ["Pluck off the Loose"]
    assert [button.name for button in shown][-2:] == ["dobone", "pluck"], "all keep their places"
    assert explain_taps(made, table.view(EDDIE), words) == ""
    table.say(EDDIE, "pluck")
    made = make_hand_rows(table)
    assert {button.name[:7] for row in buttons(made) for button in row if button.style == "primary"} == {"discard"}
    assert explain_taps(made, table.view(EDDIE), words)


def test_pb_49_with_the_wall_gone_ending_the_hand_is_bright() -> None:
    """A newcomer looked for something to press: nothing was bright but *Hint*."""
    table = TableAt("turn: sammy; wall: B9")
    table.say(SAMMY, "pluck")
    (row,) = buttons(make_hand_rows(table, SAMMY))
    assert [(button.label, button.style) for button in row] == [("Do Bone!", "secondary"), ("End the hand", "primary")]


def point_out_call(table: TableAt, seat: Seat, rows: Controls) -> Controls:
    """The rows with the call bright that a hint advises."""
    view, game = table.view(seat), registry.game("pussers-bones")
    return controls.point_out_call(game, view, rows, game.robot(view, HandedChance(), Level.SHELLBACK))


@pytest.mark.parametrize(
    ("rack", "house", "bright"),
    [
        ("R1 R1 S1 S1 S4 S4 S6 S7 WN WN B2 B3 B4", {}, ["yes"]),
        ("R1 R1 R2 R2 R2 R3 R3 R3 R4 R4 R4 R5 R5", {}, ["dobone"]),
        ("R1 R2 S1 S2 S4 S5 S6 S7 S8 B1 B2 B3 B4", {}, []),
        ("R1 R1 R2 R2 R2 R3 R3 R3 R4 R4 R4 R5 R5", {"mistaken_calls": "on"}, []),
        ("R1 R1 DG DG; open normie: B9 S3 S4", {}, []),  # the dragons would be the double
        ("R1 R1 S9 S8; open normie: DR S3 S4", {}, ["yes"]),
    ],
)
def test_pb_41_a_call_that_fits_is_bright_where_hints_are_given_and_a_pass_never(
    rack: str, house: dict[str, Any], bright: list[str]
) -> None:
    """Elsewhere no button says what its player could call, and nobody passes by habit."""
    table = TableAt(f"rack normie: {rack}; plucked: yes; {FULL}", suits="any", **house)
    table.say(EDDIE, "discard R1")
    made = make_hand_rows(table, NORMIE)
    pointed = point_out_call(table, NORMIE, made)
    for rows, expected in ((made, []), (pointed, bright)):
        shown = [button for row in buttons(rows) for button in row][:3]
        assert [button.name for button in shown] == ["dobone", "pass", "yes"], "all keep their places"
        assert [button.name for button in shown if button.style == "primary"] == expected


@pytest.mark.parametrize("left", ["", " S9"])
def test_pb_44_a_tie_up_of_ones_own_is_bright_where_hints_are_given(left: str) -> None:
    """Nothing else is, neither a bone to throw nor, with the wall gone, the end of the hand."""
    table = TableAt(f"rack eddie: R1 R1 R1 R2 R2 R2 R3 R3 R3 R4 R4 R4 R5; wall: R5{left}; plucked: no")
    table.say(EDDIE, "pluck")
    made = make_hand_rows(table)
    pointed = point_out_call(table, EDDIE, made)
    assert [button.name for row in buttons(pointed) for button in row if button.style == "primary"] == ["dobone"]
    assert "dobone" not in [button.name for row in buttons(made) for button in row if button.style == "primary"]


@pytest.mark.parametrize("taste", [controls.USUAL, Preferences(taps="menus"), Preferences(text_only=True)])
def test_pb_27_no_tap_throws_a_bone_before_the_pluck(taste: Preferences) -> None:
    table = TableAt()
    names = {control.name for row in make_hand_rows(table, chosen=taste) for control in row}
    assert "pluck" in names and not [name for name in names if name.startswith("discard")]
    assert "discard R1" in table.words(EDDIE)
    table.say(EDDIE, "pluck")
    names = {control.name for row in make_hand_rows(table, chosen=taste) for control in row}
    assert [name for name in names if name.startswith("discard")]


def test_pb_45_in_a_race_the_next_player_has_no_tap_that_throws() -> None:
    table = TableAt(call_mode="race", race_grace_ms=0)
    table.say(EDDIE, "pluck")
    table.say(EDDIE, "discard R1")
    assert "discard R2" in table.words(SAMMY)
    assert not [
        control for row in make_hand_rows(table, SAMMY) for control in row if control.name.startswith("discard")
    ]


def test_pb_47_a_call_that_comes_too_late_keeps_its_place_but_cannot_be_pressed() -> None:
    table = TableAt("plucked: yes", call_mode="race", enforcement="faithful")
    table.say(EDDIE, "discard R1")
    open_calls = ["dobone", "pass", "pluck", "yes"]
    assert [(button.name, button.disabled) for button in buttons(make_hand_rows(table, None))[0]] == [
        (what, False) for what in open_calls
    ]
    table.say(SAMMY, "pluck")
    held = buttons(make_hand_rows(table, None))[0]
    assert [(button.name, button.disabled) for button in held] == [("dobone", False), ("pass", True), ("yes", True)]
    assert {button.style for button in held} == {"secondary"}, "the bright button is one that can be pressed"
    assert list(controls.name_controls(make_hand_rows(table, None), Words(ENGLISH, "pussers-bones"))) == ["dobone"]


@pytest.mark.parametrize(
    "preset", mark_thorough(range(len(tables(registry.game("pussers-bones")))), MORE_CASES, but=range(0, 11, 5))
)
def test_pb_44_do_bone_never_stands_where_pluck_stood(preset: int) -> None:
    game: Any = registry.game("pussers-bones")
    table = Session(game, *tables(game)[preset], seed=5)
    stood: dict[str, set[tuple[Any, int, int]]] = {"dobone": set(), "pluck": set()}
    pressable = set()
    for step in table.steps("random", 150):
        crowd = game.view(step.after, None)
        for seat in (None, *crowd.to_act) if crowd.phase != "plucking_eddie" else ():
            view = game.view(step.after, seat)
            if view.answered == "dobone":
                continue  # no call stands there any more (PB-82)
            for row, made in enumerate(make_rows(game, view, Words(ENGLISH, "pussers-bones"), 4, crowd)):
                for place, control in enumerate(made):
                    verb = split_control(control.name)[0]
                    stood.get(verb, set()).add((seat, row, place))
                    if isinstance(control, Button) and not control.disabled:
                        pressable.add(verb)
    assert {"dobone", "pluck"} <= pressable
    assert not stood["dobone"] & stood["pluck"]


def test_lb_33_after_a_call_no_other_score_can_be_pressed() -> None:
    table = Playing(["5-5 6-2", "5-0 4-4"], "3-3 2-2")
    game: Any = registry.game("lombardy-bones")
    seen = replace(game.view(table.table, Seat(0)), pending=("score 5",))
    made = make_rows(game, seen, Words(ENGLISH, "lombardy-bones"), crowd=game.view(table.table, None))
    numbers = [control for row in buttons(made) for control in row if control.name.startswith(("score", "noscore"))]
    rows = [[button.label for button in row] for row in buttons(made)]
    assert rows == [["5", "10", "15", "20", "25"], ["30", "35", "No score", "Renege!"]], "two short rows on a phone"
    assert {button.style for button in numbers} == {"secondary"}
    waiting = buttons(make_rows(game, game.view(table.table, Seat(0)), Words(ENGLISH, "lombardy-bones")))
    styles = {button.label: button.style for row in waiting for button in row}
    assert (styles["5"], styles["No score"]) == ("primary", "secondary")
    assert len(numbers) == 8 and all(control.disabled for control in numbers)


def test_lb_93_bones_to_lay_stand_in_the_order_of_the_hand() -> None:
    table = Playing(["5-5 6-1", "5-0 5-2 6-5 5-4"], "3-3 2-2")
    game: Any = registry.game("lombardy-bones")
    laid = buttons(make_rows(game, game.view(table.table, Seat(1)), Words(ENGLISH, "lombardy-bones")))[0]
    assert [control.emoji for control in laid] == ["6-5", "5-4", "5-2", "5-0"]


def test_pb_84_where_racks_can_be_miscounted_a_bone_can_be_thrown_too_early() -> None:
    made = make_hand_rows(TableAt(enforcement="faithful"))
    assert [control for row in made for control in row if control.name.startswith("discard")]


@pytest.mark.parametrize("enforcement", ["guarded", "faithful"])
def test_pb_82_no_call_stands_on_a_button_after_a_do_bone(enforcement: str) -> None:
    table = TableAt("rack normie: R1 R1 R2 R2 R2 R3 R3 R3 R4 R4 R4 R5 R5; plucked: yes", enforcement=enforcement)
    table.say(EDDIE, "discard R1")
    table.say(NORMIE, "dobone")
    found = {control.name for row in make_hand_rows(table, NORMIE) for control in row}
    assert table.table.phase == "calling" and not found & {"dobone", "yes", "pass"}


def test_the_calls_do_not_depend_on_the_hand() -> None:
    good = TableAt("rack eddie: R1 R1 R1 R2 R2 R2 R3 R3 R3 R4 R4 R4 R5 R5; plucked: yes", enforcement="faithful")
    bad = TableAt("rack eddie: R1 R9 R9 S1 S9 B1 B9 WE WS WW WN DR DG DW; plucked: yes", enforcement="faithful")
    calls = [
        [button for row in buttons(make_hand_rows(table)) for button in row if "discard" not in button.name]
        for table in (good, bad)
    ]
    assert calls[0] == calls[1]


def test_players_may_choose_menus_and_whole_names() -> None:
    table = TableAt("rack eddie: R1 R9 R9 S1 S9 B1 B9 WE WS WW WN DR DG DW; plucked: yes", enforcement="faithful")
    menu = next(
        control
        for row in make_hand_rows(table, chosen=Preferences(taps="menus"))
        for control in row
        if isinstance(control, Menu)
    )
    assert (menu.name, len(menu.items)) == ("discard", 13)
    named = buttons(make_hand_rows(table, chosen=Preferences(text_only=True)))
    assert not any(button.emoji for row in named for button in row)
    assert named[0][0].label == "Jimmy Rick (R1)"


def list_labels(hand: Hand, name: str) -> dict[str, str]:
    """The labels of a hand's buttons at a table of Bonedoneskis, by verb."""
    game: Any = registry.game("bonedoneskis")
    made = make_rows(game, game.view(hand.table, hand.seat(name)), Words(ENGLISH, "bonedoneskis"))
    return {button.name: button.label for row in made for button in row if isinstance(button, Button)}


def test_bd_14_buttons_of_a_bet_say_their_stake() -> None:
    hand = Hand("Ac Td Kh 8c 9c 3d", "Qc 9d 5h 4d 8d 5s", "Tc 6d 8h 2d Kd 7c").end_calls()
    assert list_labels(hand, "C") == {"call": "Call 0.50", "complete": "Complete to 1.00", "fold": "Fold"}
    hand.say("C", "complete")
    assert list_labels(hand, "A") == {"call": "Call 1.00", "raise": "Raise to 2.00", "fold": "Fold"}
    hand.say("A", "raise")
    assert list_labels(hand, "B") == {"call": "Call 1.50", "raise": "Raise to 3.00", "fold": "Fold"}
    assert list_labels(hand, "C") == {}


def test_bd_17_buttons_of_a_short_stack_name_all_that_it_has() -> None:
    hand = Hand("Ac Td Kh 8c 9c 3d", "Qc 9d 5h 4d 8d 5s", "Tc 6d 8h 2d Kd 7c", stacks=[5000, 5000, 130]).end_calls()
    assert list_labels(hand, "C")["allin"] == "All in 0.80"
    assert list_labels(hand, "C")["complete"] == "Complete to 0.80"


def test_sm_1_the_menu_says_below_each_claim_what_it_does() -> None:
    game: Any = registry.game("bonedoneskis")
    hand = Hand("Ac Td Kh 8c 9c 3d", "Qc 9d 5h 4d 8d 5s", "Tc 6d 8h 2d Kd 7c")
    assert game.view(hand.table, None).phase == "calling"
    for name in "ABC":
        made = make_rows(game, game.view(hand.table, hand.seat(name)), Words(ENGLISH, "bonedoneskis"))
        (menu,) = (control for row in made for control in row if isinstance(control, Menu))
        assert menu.name == "claim"
        assert [item.value for item in menu.items] == list(CLAIMS)
        assert len({item.description for item in menu.items}) == 13
        assert [item.description for item in menu.items] == [
            Words(ENGLISH, "bonedoneskis").say(f"gives/{claim}", amount=250) for claim in CLAIMS
        ]
        assert sum("2.50" in item.description for item in menu.items) == 4
        assert all(item.description for item in menu.items)


def test_sm_1_a_hint_says_what_a_claim_does_and_on_whom() -> None:
    game: Any = registry.game("bonedoneskis")
    words = Words(ENGLISH, "bonedoneskis", ("Bear", "Bull", "Wally"))
    hand = Hand("Ac Td Kh 8c 9c 3d", "Qc 9d 5h 4d 8d 5s", "Tc 6d 8h 2d Kd 7c")
    view = game.view(hand.table, hand.seat("A"))
    told = {written: controls.describe_move(game, view, written, words) for written in ("claim black_jack JC", "done")}
    expected = "-# A face-up J♠ or J♣: its holder pays 2.50, or folds; once it's paid for, it's wild."
    assert told == {"claim black_jack JC": expected, "done": ""}


def test_sm_7_the_cards_to_choose_from_say_before_whom_they_lie_and_what_they_cost() -> None:
    game: Any = registry.game("bonedoneskis")
    words = Words(ENGLISH, "bonedoneskis", ("Bear", "Bull", "Wally", "Ned", "Joe", "Sal", "Ted"))
    hand = Hand("Ac Kd 8s", "Qc Qd 5h", "Tc 6d 8c", "2c 3d 9c", "4h 5c 9d", "3h 6c 7c", "3s 4s Td")
    hand.say("A", "buy")
    view = game.view(hand.end_calls().table, hand.seat("A"))
    taps = [control for row in make_rows(game, view, words) for control in row if isinstance(control, Button)]
    assert [button.label for button in taps[:2]] == ["5♥ (Bull)", "8♣ (Wally)"]
    made = make_rows(game, view, words, chosen=Preferences(taps="menus"))
    (menu,) = (control for row in made for control in row if isinstance(control, Menu))
    assert [item.description for item in menu.items[:2]] == [
        "In front of Bull; it costs you 2.50",
        "In front of Wally; it costs you 2.50",
    ]


def test_pb_14_the_wall_is_broken_anywhere_with_one_tap() -> None:
    game: Any = registry.game("pussers-bones")
    table = Session(game, *tables(game)[0], seed=5)
    step = next(moment for moment in table.steps("robots", 40) if game.view(moment.after, None).phase == "breaking")
    view = game.view(step.after, game.view(step.after, None).to_act[0])
    made = make_rows(game, view, Words(ENGLISH, "pussers-bones"))
    first = made[0][0]
    assert isinstance(first, Button)
    assert (first.label, first.style) == ("Anywhere", "primary")
    assert game.read(view, *split_control(first.name)) == Break(18)
    menu = made[1][0]
    assert isinstance(menu, Menu)
    assert menu.placeholder.startswith("Break at 18 to")


def test_every_message_keeps_within_discords_limits_and_claims_are_never_bright() -> None:
    moments = 0
    for name, view, crowd in iterate_views():
        game: Any = registry.game(name)
        made = make_rows(game, view, Words(ENGLISH, name, NAMES), 4, None if view.seat is None else crowd)
        verbs = {verb.name: verb for verb in game.VERBS}
        assert len(made) <= 4
        assert all(len(row) <= 5 for row in made)
        ids = [str(Control(1, control.name, 999_999)) for row in made for control in row]
        assert len(set(ids)) == len(ids)
        bright = [button for row in buttons(made) for button in row if button.style == "primary"]
        dull = [verb for button in bright if (verb := verbs[split_control(button.name)[0]]).claims or verb.gives_up]
        assert dull == []
        moments += 1
    assert moments > 60


async def test_a_table_that_waits_for_a_hand_has_a_bright_way_to_it(room: Room) -> None:
    table = await room.start_table("duo-dominoes")
    present = await play_until_turn(room, table, BEAR)
    (button,) = [control for row in room.at(CHANNEL)[-1].rows for control in row if control.name == "hand.show"]
    assert isinstance(button, Button)
    assert button.style == "primary"
    rack = room.dm(BEAR)[-1]
    tapped = [control for row in rack.rows for control in row if control.name.startswith("play.")]
    assert tapped
    assert "Press a tile to lay it" in rack.text
    copy = message_of(await room.press(table, "hand.show", BEAR))
    assert {control.name for row in rack.rows for control in row} == {
        control.name for row in copy.rows for control in row
    }
    await room.me.change(room.request(BEAR), "taps", "menus")
    await room.settle()
    rack = room.dm(BEAR)[-1]
    menus = Preferences(taps="menus")
    plays = make_rows(present.game, present.view(present.people[0]), words_of(present), chosen=menus)
    assert [control for row in rack.rows for control in row][: len(plays[0])] == list(plays[0])


def test_a_piece_with_a_picture_needs_no_letters_beside_it() -> None:
    bone = Button("discard.R1", "R1", emoji="R1", beside="")
    domino = Button("play.6-4 A", "6-4 A", emoji="6-4", beside="A")
    message = Message("a hand", rows=((bone, domino),))
    drawn, plain = (components.make_view(message, emoji) for emoji in (lambda code: "<:by_x:1>", lambda code: None))
    assert drawn is not None
    assert plain is not None
    labels = [[shown.get("label") for shown in made.to_components()[0]["components"]] for made in (drawn, plain)]
    assert labels == [[None, "A"], ["R1", "6-4 A"]]
    assert components.make_view(Message("no buttons", rows=((),)), lambda code: None) is None


def test_a_covered_hand_shows_no_call_of_its_player() -> None:
    """PB-47: whoever looks over a shoulder sees the same buttons after a Yes!, after a Pass, and before either."""
    shown = []
    for call in ("", "yes", "pass"):
        table = TableAt("rack normie: R1 R1 S1 S2 S4 S5 S6 S7 S8 B1 B2 B3 B4; plucked: yes", decide_timeout_s=8)
        table.say(EDDIE, "discard R1")
        if call:
            table.say(NORMIE, call)
        shown.append(make_hand_rows(table, NORMIE, Preferences(spoiler=True)))
        uncovered = make_hand_rows(table, NORMIE)
        assert any(button.disabled for row in buttons(uncovered) for button in row) is bool(call)
    assert shown[0] == shown[1] == shown[2]
    assert not any(button.disabled for row in buttons(shown[0]) for button in row)


def test_a_call_that_was_pressed_twice_is_told_once() -> None:
    view: Any = SimpleNamespace(spoken=("noscore", "noscore", "renege"))
    assert write_said_line(view, Words(ENGLISH, "lombardy-bones")) == "You said: No score. You called a renege."
