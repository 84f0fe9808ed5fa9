"""Hands of fourteen and their scores (PB-50 to PB-69)."""

from typing import Any

from games.core.options import bind, settle
from games.core.seats import Seat
from games.pieces.bones import from_code
from games.pussers.events import HandOver, ShitTiedUp
from games.pussers.hands import is_hand
from games.pussers.options import OPTIONS, House
from games.pussers.scoring import Claim, Verdict, make_payment, receipts, round_score, score, transfers
from games.pussers.view import TraySet
from tests.games.pussers.at_table import EDDIE, SAMMY, WALLY, TableAt, bones, counts


def judge(
    rack: str, trays: str = "", do: str = "R9 discard", breeze: int = 1, pretties: str = "", **options: Any
) -> Verdict:
    """The verdict on a hand given as text; trays are written as "R2:pair DR:open"."""
    sets = tuple(TraySet(how, from_code(bone)) for bone, _, how in (words.partition(":") for words in trays.split()))
    bone, _, source = do.partition(" ")
    last = source == "last"
    house = bind(House, settle(OPTIONS, options))
    claim = Claim(counts(rack), sets, bones(pretties), from_code(bone), "wall" if last else source, last, breeze)
    return score(claim, house)


OPEN = "R2:pair R3:pair R5:pair R7:pair"


def test_pb_51_four_pairs_and_a_double_up_and_no_runs() -> None:
    assert is_hand(counts("R1 R1 R1 R2 R2 R2 R3 R3 R3 R4 R4 R4 R5 R5"))
    assert not is_hand(counts("R1 R2 R3 R4 R5 R6 R7 R7 R7 R8 R8 R8 R9 R9"))
    assert not is_hand(counts("R1 R1 R2 R2 R3 R3 R4 R4 R5 R5 R6 R6 R7 R7"))
    assert is_hand(counts("R9 R9"), (1, 2, 4, 6))


def test_pb_53_mixed_suits_are_a_hand_only_by_a_house_rule() -> None:
    assert judge("S9 S9", OPEN, "S9 discard").reason == "mixed_suits"
    assert judge("S9 S9", OPEN, "S9 discard", breeze=0, suits="any").legal
    assert not is_hand(counts("S8 S8"), (1, 2, 4, 6))
    assert is_hand(counts("S8 S8"), (1, 2, 4, 6), any_suits=True)


def test_pb_67_squints_may_be_paid_on_completion() -> None:
    table = TableAt("wall: F4 R1 R2 N4; pretties eddie: F1 F2 F3 N1 N2 N3", squints_due="on_completion")
    table.say(EDDIE, "pluck")
    assert table.table.sheet.scores[0] == 60
    table.say(EDDIE, "pluck")
    assert table.table.sheet.scores[0] == 150


def test_pb_68_everybody_pays_the_same() -> None:
    assert make_payment(SAMMY, 4, "tie_up", "PB-68", 6).amounts == (-6, 18, -6, -6)
    assert make_payment(Seat(2), 3, "shit_tie_up", "PB-82", 50, penalty=True).amounts == (50, 50, -100)


def test_pb_69_bonuses_are_lines_of_their_own_on_sheet_and_receipt() -> None:
    rack = "rack eddie: R9 R9 S1 S9 B1 B9 WE WS WW WN DR DG DW; pretties eddie: F1 F2 F3 F4; wall: R1 R2"
    table = TableAt(rack)
    table.say(EDDIE, "pluck")
    table.say(EDDIE, "dobone")
    assert [(line.reason, line.a_bit) for line in table.view(None).sheet] == [("tie_up", 50), ("squints", 20)]
    (receipt,) = receipts(table.events)
    assert (receipt.key, receipt.total, receipt.unit) == ("moon", 70, "a_bit")
    assert [transfer.amounts[0] for transfer in transfers(table.events)] == [150, 60]


def test_pb_82_the_receipt_of_a_shit_tie_up_says_who_pays_whom() -> None:
    called = ShitTiedUp(SAMMY, "not_a_hand", None, "wall", (), (), (), (), 0)
    sum_up, pays = receipts([called, make_payment(SAMMY, 4, "shit_tie_up", "PB-82", 50, penalty=True)])
    assert sum_up.key == "shit_tie_up"
    assert (pays.key, pays.seats, pays.total) == ("shit_tie_up", (SAMMY,), -150)
    assert pays.lines[0].facts == (("seat", SAMMY), ("seats", (0, 2, 3)), ("each", 50))


def test_pb_68_the_receipt_of_a_tie_up_says_who_pays_whom() -> None:
    table = TableAt("rack eddie: R9 R9 R9 R8; open eddie: R2 R3 R5; wall: R8 R2")
    table.say(EDDIE, "pluck")
    table.say(EDDIE, "dobone")
    (receipt,) = receipts(table.events)
    assert [(line.key, line.amount) for line in receipt.lines_below] == [("each_pays", 3 * receipt.total)]


def test_pb_49_a_drawn_hand_has_a_receipt_too() -> None:
    (receipt,) = receipts([HandOver("wash_out", None, WALLY, False, ())])
    assert (receipt.key, receipt.total) == ("wash_out", 0)
    assert receipt.lines[0].facts == (("seat", WALLY),)


def test_a_receipt_adds_up() -> None:
    """PB-60: points, doubles, score and a bit agree on the receipt."""
    table = TableAt("rack eddie: R9 R9 R9 R8; open eddie: R2 R3 R5; wall: R8 R2")
    table.say(EDDIE, "pluck")
    table.say(EDDIE, "dobone")
    (receipt,) = receipts(table.events)
    amounts = {line.key: line.amount for line in receipt.lines if line.unit == "points"}
    doubles = sum(line.amount for line in receipt.lines if line.unit == "doubles")
    assert amounts["points"] == sum(amounts[key] for key in ("tie_up", "pairs", "plucked_do"))
    assert amounts["score"] == amounts["points"] << doubles
    assert receipt.total == round_score(amounts["score"], House())
