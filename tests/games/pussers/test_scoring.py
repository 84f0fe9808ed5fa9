"""Hands of fourteen and their scores (PB-50 to PB-69)."""

from games.core import Seat
from games.pussers.events import HandOver, ShitTiedUp
from games.pussers.options import House
from games.pussers.scoring import make_payment, receipts, round_score, transfers
from tests.games.pussers.at_table import EDDIE, SAMMY, WALLY, TableAt


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
