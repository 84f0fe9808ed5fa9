"""Pictures and alt text of endings and other rare moments."""

from dataclasses import replace
from typing import Any

import pytest

from bot.wording import ENGLISH, HOST, Words
from games.bonedoneskis.evaluation.ranking import CLASSES
from games.bonedoneskis.events import Duelled
from games.bonedoneskis.project import view
from games.bonedoneskis.rulebook import NAMES as NAMES_OF_RULES, RULES as STUD_RULES
from games.bonedoneskis.view import ClosedCall, Question, ShownHand
from games.core import Receipt, Seat
from games.core.receipt import ReceiptLine
from games.pieces.cards import from_code as card
from games.pieces.dominoes import from_code
from games.pieces.line import Line
from games.pussers.view import Chair, TraySet
from render import stud_scene
from render.canvas import SMALLER, Canvas, Palette, fit, measure, wrap
from render.words import LIMIT, dominoes as domino_words, format_net, name_seats, pussers as words, stud as stud_words
from tests.games.bonedoneskis.hand import Hand
from tests.render import samples, shown as scenes
from tests.render.shown import reader
from tests.views import changed

NAMES = samples.NAMES


def test_losers_racks_are_shown_where_the_house_shows_them() -> None:
    """PB-70, `show_losers`."""
    view = samples.pussers_ended()
    assert view.ending is not None
    losers = ((), samples.bones("B1 B1 B2"), (), samples.bones("DR WE"))
    shown = changed(view, ending=changed(view.ending, losers=losers))
    picture = scenes.draw_receipt(shown, NAMES)
    assert "Bull had One Ball ×2, Two Ball" in picture.alt
    assert picture.png != scenes.draw_receipt(view, NAMES).png


def test_bones_that_are_tossed_in_are_one_heap_without_names() -> None:
    """PB-70, `toss_in`."""
    view = samples.pussers_ended()
    assert view.ending is not None
    heap = samples.bones("R1 R2 R3 R4 R5 R6 R7 R8 R9 S1 S2 S3 S4 S5 DR DR WE")
    picture = scenes.draw_receipt(changed(view, ending=changed(view.ending, heap=heap)), NAMES)
    assert "Tossed in: Jimmy Rick" in picture.alt and "Blood ×2" in picture.alt
    assert "had" not in picture.alt
    assert picture.png != scenes.draw_receipt(view, NAMES).png


def test_a_fixed_hand_is_described_without_points() -> None:
    """PB-65, PB-67: the kind pays, and bonuses are added."""
    view = samples.pussers_ended()
    assert view.ending is not None
    lines = (ReceiptLine("a_bit", "PB-65", 50, "a_bit"), ReceiptLine("squints", "PB-67", 20, "a_bit"))
    ending = replace(view.ending, kind="moon", receipt=Receipt("moon", "PB-60", lines, 70, "a_bit"))
    text = scenes.draw_receipt(changed(view, ending=ending), NAMES).alt
    assert "Moon" in text
    assert "The hand: 50 a bit, Squints: 20 a bit" in text
    assert "Points" not in text


def test_a_wash_out_is_described_and_drawn() -> None:
    """PB-49."""
    view = samples.pussers_ended()
    assert view.ending is not None
    ending = replace(view.ending, how="wash_out", seat=None, kind="", do=None, rack=(), receipt=None)
    assert "Nobody tied up" in scenes.draw_receipt(changed(view, ending=ending, sheet=()), NAMES).alt


def test_a_table_without_an_ending_has_a_receipt_that_says_so() -> None:
    assert "The hand is over" in scenes.draw_receipt(samples.pussers(None, phase="between"), NAMES).alt
    assert "Bull's turn" in scenes.draw_receipt(samples.duo(None), NAMES).alt
    assert "Between hands" in scenes.draw_receipt(samples.stud(), NAMES).alt


def test_debts_and_sets_are_described() -> None:
    """PB-28, PB-31."""
    chairs = list(samples.pussers().chairs)
    chairs[0] = chairs[0]._replace(owed=2, sets=(TraySet("added", samples.bones("R3")[0]), TraySet("pair", None)))
    view = samples.pussers(chairs=tuple(chairs))
    for text in (words.describe_hand(view, reader(view, NAMES)), words.describe_board(view, reader(view, NAMES))):
        assert "added All-Of Three Rick" in text
        assert "pair face down" in text
    assert "Owed off the Loose: 2" in scenes.draw_hand(view, NAMES).alt


def test_the_pluck_for_eddie_names_the_bones_shown() -> None:
    """PB-6: each player shows the bone they plucked."""
    shown = (samples.bones("R5")[0], None, samples.bones("B9")[0], None)
    view = samples.pussers(None, phase="plucking_eddie", eddie=None, shown_for_eddie=shown, discards=(), latest=None)
    text = scenes.draw_board(view, ()).alt
    assert "Shown: Seat 1 Five Rick, Seat 3 Nine Ball" in text
    view = samples.pussers(None, phase="breaking", breaks=(*range(18, 48), 50), discards=(), latest=None)
    assert (
        "Stacks where the wall may be broken: Sammy's wall 18 to 35, Wally's wall 36 to 47 and 50"
        in scenes.draw_board(view, NAMES).alt
    )


def test_three_players_leave_one_wall_without_a_seat() -> None:
    """PB-3."""
    view = samples.pussers(None)
    chairs: tuple[Chair, ...] = view.chairs[:3]
    view = changed(view, players=3, chairs=chairs, discards=(), latest=None, phase="turn")
    alt = scenes.draw_board(view, NAMES).alt
    assert "Doc (Wally)" in alt
    assert "Swain (Normie)" not in alt


def test_a_title_with_long_names_goes_on_in_a_second_line(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    write = Canvas.write

    def note(canvas: Canvas, x: int, y: int, words: str, size: int, *rest: Any, **how: Any) -> int:
        written.append(words)
        return write(canvas, x, y, words, size, *rest, **how)

    monkeypatch.setattr(Canvas, "write", note)
    scenes.draw_receipt(samples.duo_ended(), ("Ned", "Commander Bartholomew", "Wally", "Featherstonehaugh"))
    assert written[1:3] == [
        "Commander Bartholomew and Featherstonehaugh score 22:",
        "Commander Bartholomew goes out; the other duo had 37 pi…",
    ]


@pytest.mark.parametrize(
    "changes, expected",
    [
        ({"phase": "lead"}, "The doubles are called from 6-6 down"),
        ({"phase": "no_lead"}, "Nobody has a double"),
        ({"phase": "last_call"}, "Last call"),
        ({"phase": "play", "waits": True}, "Bear has laid"),
        ({"phase": "over"}, "The game is over"),
        ({"phase": "counted", "turn": None}, "Between hands"),
    ],
)
def test_the_moment_of_lombardy_is_described(changes: dict[str, object], expected: str) -> None:
    view = samples.lombardy(None, **changes)
    assert domino_words.summarise(view, name_seats(view, reader(view, NAMES))).moment == expected


def test_pending_words_are_shown_to_their_speaker_alone() -> None:
    """LB-80, LB-5: only the speaker sees a move that is not judged yet, and their answer about doubles."""
    view = samples.lombardy(2, phase="lead", answered=True, answer=None, pending=("score 10",))
    own = scenes.draw_hand(view, NAMES).alt
    assert "Your move: a score of 10; it counts in a moment. You answered none" in own
    assert "score of 10" not in scenes.draw_board(view, NAMES).alt


@pytest.mark.parametrize(
    "kept, sentence",
    [
        ("noscore", "Your move: no score; it counts"),
        ("play 6-4 A 15", "Your move: 6-4 at A, for 15; it counts"),
        ("play 5-5", "Your move: 5-5; it counts"),
        ("knock", "Your move: a pass; it counts"),
        ("draw", "Your move: a draw; it counts"),
        ("renege", "Your move: renege; it counts"),
        ("score 5|renege", "Your moves: a score of 5 and renege; they count"),
    ],
)
def test_a_word_that_is_not_judged_yet_is_told_in_words(kept: str, sentence: str) -> None:
    view = samples.lombardy(2, pending=tuple(kept.split("|")))
    expected = f"{sentence} in a moment"
    assert domino_words.summarise(view, name_seats(view, reader(view, NAMES))).own_notes == (expected,)
    picture = scenes.draw_hand(view, NAMES)
    assert expected in picture.alt
    assert picture.png != scenes.draw_hand(samples.lombardy(2), NAMES).png


@pytest.mark.parametrize(("holding", "told"), [("6-6", "a pass, since nothing fits"), ("5-5", "a pass")])
def test_a_pass_that_nobody_could_avoid_says_so(holding: str, told: str) -> None:
    line = Line.begin(from_code("5-5"), spinner=True)
    view = samples.lombardy(2, phase="play", line=line, holding=(from_code(holding),), pending=("knock",))
    for drawable, expected in ((False, told), (True, "a pass")):
        seen = changed(view, drawable=drawable)
        notes = domino_words.summarise(seen, name_seats(seen, reader(seen, NAMES))).own_notes
        assert notes == (f"Your move: {expected}; it counts in a moment",)


def test_dd_23_numbers_on_which_a_player_has_passed_stay_on_the_board() -> None:
    view = samples.duo(None, passed_on=(0, 0b101000, 0, 0))
    text = domino_words.describe_board(view, reader(view, NAMES))
    assert text.count("lacks 3 and 5") == 1 and text.index(NAMES[1]) < text.index("lacks 3") < text.index(NAMES[2])
    faithful = changed(view, faithful=True)
    assert "passed at 3 and 5" in domino_words.describe_board(faithful, reader(faithful, NAMES))


def test_winners_of_a_game_of_duo_are_told_with_their_partner_and_the_score() -> None:
    ended = samples.duo_ended()
    assert ended.ending is not None
    won = changed(ended, phase="between", score=(31, 52), game_over=True, seat=Seat(3))
    outcome = domino_words.tell_outcome(won, reader(won, NAMES))
    assert outcome is not None and outcome.sentence == f"You and {NAMES[1]} win the game, 52 to 31"
    lost = domino_words.tell_outcome(changed(won, seat=Seat(0)), reader(won, NAMES))
    assert lost is not None and lost.sentence == "You lose the game, 52 to 31", "in the picture's order"


def test_a_pass_and_the_end_of_a_game_are_described() -> None:
    """DD-23, DD-40."""
    passed = replace(samples.duo().steps[-1], tile=None, end="")
    assert "Bear passed" in scenes.draw_board(samples.duo(None, steps=(passed,)), NAMES).alt
    ended = samples.duo_ended()
    assert ended.ending is not None
    over = replace(ended, phase="over", ending=replace(ended.ending, how="blocked"), game_over=True)
    alt = scenes.draw_board(changed(over, score=(31, 52)), NAMES).alt
    assert "Bull and Swain win the game, 52 to 31. Bull and Swain score 22: Bull blocks (nothing fits 1)" in alt
    told = domino_words.tell_outcome(over, reader(over, NAMES))
    fewer = "Bull and Swain score 22: {}; the winners held only 4 pips, the others {}"
    assert told is not None and told.hand == fewer.format("Bull blocks (nothing fits 1)", 37)
    holding = ((), (), samples.dominoes("6-1"), samples.dominoes("2-2"))
    fits = replace(ended, ending=replace(ended.ending, how="blocked", holdings=holding))
    told = domino_words.tell_outcome(fits, reader(fits, NAMES))
    assert told is not None and told.sentence == fewer.format("everybody passed", 7), "DD-51"
    level = replace(
        ended.ending,
        how="blocked",
        last=Seat(0),
        holdings=((), samples.dominoes("2-2"), samples.dominoes("2-0 1-1"), ()),
    )
    told = domino_words.tell_outcome(replace(ended, seat=Seat(0), ending=level), reader(ended, NAMES))
    assert told is not None
    assert told.sentence.endswith("and the duo that laid last loses; you held 0 pips; you missed no heavier tile")


@pytest.mark.parametrize(
    "seat, how, expected",
    [
        (0, "out", "your duo had 37 pips left; you held 7 pips; 3-2, 2 pips heavier, fitted when you laid 2-1"),
        (1, "out", "you go out; the other duo had 37 pips left"),
        (3, "out", "the other duo had 37 pips left; your own 4 pips cost nothing, since your duo went out"),
        (
            2,
            "blocked",
            "only 4 pips, your duo 37; you held 30 pips; 5-5, 7 pips heavier, fitted when you laid 3-0",
        ),
        (3, "blocked", "your duo held only 4 pips, so you score their 37; you held 4 pips"),
    ],
)
def test_the_end_of_a_hand_of_duo_says_whose_pips_were_left(seat: int, how: Any, expected: str) -> None:
    """DD-30, DD-32."""
    ended = samples.duo_ended()
    assert ended.ending is not None
    seen = changed(ended, seat=Seat(seat), ending=replace(ended.ending, how=how))
    told = domino_words.tell_outcome(seen, reader(seen, NAMES))
    assert told is not None and told.sentence.endswith(expected)
    assert how == "out" or "Bull blocks (nothing fits 1); " in told.sentence


def test_choices_calls_and_wars_of_bonedoneskis_are_described() -> None:
    """SM-1, SM-2, R12."""
    asked = Question("R12", "trade_card", "trade", Seat(1), (card("Ts"),), 0, ())
    duel = Duelled(Seat(0), Seat(3), 500, ((card("9s"), card("Kd")),), Seat(3))
    view = samples.stud(phase="trading", asked=asked, duel=duel, turn=None)
    text = scenes.draw_board(view, NAMES).alt
    assert "Hand 7, Fifth street, card 5 of 6, 20 left. Bull has to trade (R12)" in text
    assert "War between Bear and Swain: 9 of spades against king of diamonds; Swain won" in text
    assert "Bear: 2 Hog (R4) with 2 of spades." in text
    assert "Claims are open" in scenes.draw_board(samples.stud(phase="calling"), NAMES).alt
    choosing = replace(asked, rule="R18", name="kings_men", kind="turn_own")
    description = scenes.draw_board(replace(view, phase="choosing", asked=choosing), NAMES).alt
    assert "Bull chooses: The King's Men (R18)" in description
    owing = replace(asked, rule="R6", name="black_jack", kind="pay")
    description = scenes.draw_board(replace(view, phase="choosing", asked=owing), NAMES).alt
    assert "Bull pays or folds: Black Jack (R6)" in description


def test_calls_are_described_by_the_names_of_their_rules() -> None:
    """SM-1: every rule of the Call menu is described by its spoken name, and its outcome in words."""
    known = Words(ENGLISH, "bonedoneskis")
    assert all(known.knows(f"scene/power/{name}") for name in NAMES_OF_RULES)
    call = ClosedCall("R17", "queen_of_hearts", Seat(0), (card("Qh"),), (Seat(0),), "waiting")
    calls = (
        call,
        replace(call, rule="R7", name="sell_three", cards=(card("3c"),), outcome="lapsed"),
        replace(call, rule="R26", name="straight_trade", cards=tuple(map(card, ("Ts", "9c", "8h"))), outcome="now"),
    )
    text = scenes.draw_board(samples.stud(calls=calls), NAMES).alt
    assert "Bear: Queen of Hearts (R17); to come" in text
    assert "Bear: Sell a 3 (R7) with 3 of clubs; came to nothing" in text
    assert "Bear: Straight Up Face Down Trade (R26) with 10 of spades, 9 of clubs and 8 of hearts; now" in text


@pytest.mark.parametrize("name", sorted({*NAMES_OF_RULES} - {"straight_trade"}))
def test_the_title_of_the_board_has_room_for_every_choice(name: str) -> None:
    """The title fits with a name of twelve letters and any choice."""
    asked = Question("R18", name, "pay", Seat(1), (card("Ks"),), 0, ())
    view = samples.stud(phase="choosing", asked=asked, turn=None)
    description = stud_words.describe_moment(view, name_seats(view, reader(view, ("Bear", "Quartermaste"))))
    assert measure(description, 800, SMALLER[0]) <= stud_scene.WIDTH - 40


def test_words_are_drawn_smaller_before_they_are_cut() -> None:
    assert fit("Bear", 700, (25, 21, 18), 94) == ("Bear", 25)
    assert fit("Skipper", 700, (25, 21, 18), 94) == ("Skipper", 21)
    cut, size = fit("Quartermaster", 700, (25, 21, 18), 94)
    assert (cut[-1], size) == ("…", 18)


def test_long_lines_below_the_board_are_wrapped() -> None:
    description = " · ".join(f"Quartermaster {number} +10.00" for number in range(8))
    lines = wrap(description, 28, 840)
    assert " ".join(lines) == description
    assert len(lines) > 1
    assert all(measure(line, 700, 28) <= 840 for line in lines)
    assert wrap("x" * 200, 28, 840)[0].endswith("…")


@pytest.mark.parametrize(
    "how, expected", [("last", "Bear won; the others folded"), ("bonedoneskis", "Bear won with a Bonedoneskis (R10)")]
)
def test_a_hand_may_end_before_the_showdown(how: str, expected: str) -> None:
    """BD-19, R10."""
    view = samples.stud_ended()
    assert view.ending is not None
    ending = replace(view.ending, how=how, seat=Seat(0), hands=())
    assert expected in scenes.draw_receipt(replace(view, ending=ending), NAMES).alt
    told = scenes.tell_outcome(replace(view, ending=ending), NAMES)
    assert told is not None and told.sentence.endswith({"last": "the others folded"}.get(how, "a Bonedoneskis (R10)"))
    assert told.why[-1] == "Rules that fired: 2 Hog (R4) of Bear, Trade Cards (R12)"
    assert [line.partition(":")[0] for line in told.why[:-1]] == ["R4", "R12"], "the verdict stands above"


def test_the_receipt_of_bonedoneskis_names_cards_and_rules() -> None:
    view = samples.stud_ended()
    text = scenes.draw_receipt(view, NAMES).alt
    hand = "straight to the ace; 7 of spades down, not wild (R5); jack of clubs not wild (R6)"
    cards = ["ace of spades", "king of diamonds", "7 of spades", "queen of hearts", "jack of clubs", "2 of clubs"]
    assert f"Bear: {hand}: {', '.join(f'{card} (down)' for card in cards)}. Swain" in text
    assert text.endswith("Rules that fired: 2 Hog (R4) of Bear, Trade Cards (R12).")
    known = Words(ENGLISH, "bonedoneskis")
    hands = (
        ShownHand(Seat(0), "stone_cold_nuts", (2, 2, 2, 5, 5), (("9h+2c", "Jh", "R20"), ("As", "6h", "R11"))),
        ShownHand(Seat(3), "dead_hand", (), (("7s", "2c", "R5"),)),
    )
    assert view.ending is not None
    text = scenes.draw_receipt(replace(view, ending=replace(view.ending, hands=hands)), NAMES).alt
    assert text.endswith("Rules that fired: 2 Hog (R4) of Bear, Trade Cards (R12).")
    for rule in STUD_RULES:
        assert known.say(f"scene/fired/{rule.id}") == known.say(f"scene/power/{rule.name}")
    assert all(known.knows(f"why/{rule}") for rule in known.list_below("scene/fired/") if rule != "of")


def test_a_long_receipt_of_bonedoneskis_names_cards_a_suit_at_a_time() -> None:
    view = samples.stud_ended()
    assert view.ending is not None
    chairs = tuple(replace(view.chairs[0], seat=Seat(seat)) for seat in range(8))
    hands = tuple(replace(view.ending.hands[0], seat=Seat(seat)) for seat in range(8))
    long = replace(view, players=8, chairs=chairs, ending=replace(view.ending, hands=hands))
    text = scenes.draw_receipt(long, ("Quartermaster Able " * 2,) * 8).alt
    assert len(text) <= LIMIT
    assert (
        text.count(": straight to the ace: ace 7 of spades, king of diamonds, queen of hearts, jack 2 of clubs. ") == 8
    )


def test_seats_of_bonedoneskis_show_their_state() -> None:
    """R24, BD-17."""
    view = samples.stud()
    chairs = (replace(view.chairs[0], krabler=True), replace(view.chairs[1], state="all_in"), *view.chairs[2:])
    text = scenes.draw_board(replace(view, chairs=chairs), NAMES).alt
    assert "bet 1.00, must bet or raise" in text
    assert "all chips in, bet 1.00" in text
    assert [format_net(HOST, cents) for cents in (1000, 0, -50)] == ["+10.00", "0.00", "−0.50"]


def test_own_calls_are_described_to_their_speaker() -> None:
    """SM-1: a call is secret until the round closes."""
    view = samples.stud(0, said=("two_hog 2s", "queen_of_hearts Qh", "fish_hook Jd+4s"), turn=None, phase="calling")
    description = scenes.draw_hand(view, NAMES).alt
    assert (
        "Claimed: 2 Hog with 2 of spades. Claimed: Queen of Hearts. Claimed: Fishing Hook with jack of diamonds and"
        in description
    )
    assert "2 Hog" not in scenes.draw_board(replace(view, calls=()), NAMES).alt


def test_a_colour_outside_the_palette_becomes_the_nearest_in_it() -> None:
    palette = Palette([("#000000", "#ffffff")])
    assert palette.index("#fefefe") == palette.index("#ffffff")
    assert palette.find_ramp("#000000", "#ffffff")[0] == palette.index("#000000")


def test_below_a_hand_of_stud_stands_what_its_player_has_done() -> None:
    """The street and the question stand on the board and above the buttons."""
    hand = Hand("Ac Td Ks", "Qc 9d Jc", "3c 4d 2s")

    def read(name: str) -> str:
        seen = view(hand.table, hand.seat(name))
        return stud_scene.write_foot(seen, seen.chairs[hand.seat(name)], None, name_seats(seen, reader(seen, NAMES)))

    assert read("A") == ""
    hand.say("A", "claim kings_men")
    hand.say("A", "claim black_jack")
    assert read("A") == "claimed: The King's Men, Black Jack" and read("B") == ""
    hand = Hand("Ac Td Ks", "Qc 9d 5h", "3c 4d 2s").end_calls()
    assert (hand.turn, read("A"), read("C")) == ("A", "", "bet 0.50")


@pytest.mark.parametrize("value", CLASSES)
def test_the_longest_name_of_a_hand_has_room_beside_its_cards(value: str) -> None:
    """ "full house, queens over sevens" keeps its last word."""
    voice = name_seats(samples.stud(), reader(samples.stud(), NAMES))
    for high, low in ((12, 7), (7, 12), (13, 12), (14, 13)):
        named = stud_words.name_hand(ShownHand(Seat(0), value, (high, low), ()), voice)
        assert len(wrap(named, 20, stud_scene.NAME_ROOM)) <= 2
