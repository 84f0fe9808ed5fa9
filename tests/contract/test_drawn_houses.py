"""Tables with drawn house rules, which no preset has: receipts add up, and robots make only moves that are allowed.

`draw_table` gives each value of an option its turn, so a house rule that one of several places has not read is met.
"""

from collections import Counter
from collections.abc import Iterable

import pytest

from games.core import Receipt
from games.core.receipt import ReceiptLine
from games.registry import game as game_of
from tests.contract.driver import Session, draw_table
from tests.effort import rounds
from tests.fifth_game import NAMES as GAMES

HOUSES = rounds(12, 60, 600)
MOVES = 100


@pytest.mark.parametrize("name", GAMES)
def test_the_lines_of_every_receipt_add_up(name: str) -> None:
    game = game_of(name)
    kinds = Counter[str]()
    for number in range(0, HOUSES, rounds(2, 1, 1)):
        players, options = draw_table(game, number)
        for step in Session(game, players, options, seed=number).steps("deckhands" if number % 3 else "random", MOVES):
            for transfer in game.transfers(step.events):
                assert len(transfer.amounts) == players
            for receipt in game.receipts(step.events):
                kinds[receipt.key] += 1
                wrong = find_wrong_sum(receipt)
                assert wrong == "", f"{wrong} in {receipt}, table {number}: {dict(options)}"
            assert len(game.view(step.after, None).scores) == players
    assert kinds


def find_wrong_sum(receipt: Receipt) -> str:
    """The sum that is wrong in a receipt, or "". Lines in the total's unit add up to the total.

    Where points are doubled (PB-61 to PB-64), they add up to their own line, and the score is their product.
    """
    if not receipt.lines or not all(line.rule and line.key for line in receipt.lines):
        return "line"
    for payment in (*receipt.lines, *receipt.lines_below):
        facts = dict(payment.facts)
        if "each" in facts and abs(payment.amount) != facts["each"] * len(facts["seats"]):  # type: ignore[arg-type, operator]
            return payment.key
    amounts = {line.key: line.amount for line in receipt.lines}
    if "score" in amounts:
        points = add_up(receipt.lines, "points") - amounts["points"] - amounts["score"]
        if points != amounts["points"]:
            return "points"
        if points * 2 ** add_up(receipt.lines, "doubles") != amounts["score"]:
            return "score"
        if receipt.unit == "points":
            return "" if receipt.total == amounts["score"] else "total"
    return "" if add_up(receipt.lines, receipt.unit) == receipt.total else "total"


def add_up(lines: Iterable[ReceiptLine], unit: str) -> int:
    """The sum of the lines in this unit."""
    return sum(line.amount for line in lines if line.unit == unit)


HELD = ReceiptLine("held", "DD-30", 7)


@pytest.mark.parametrize(
    ("receipt", "wrong"),
    [
        (Receipt("out", "DD-30", (HELD, HELD), 14), ""),
        (Receipt("out", "DD-30", (HELD, HELD), 13), "total"),
        (Receipt("out", "DD-30", (HELD, HELD._replace(unit="pips")), 7), ""),
        (Receipt("out", "DD-30", (), 0), "line"),
    ],
)
def test_a_wrong_sum_is_found(receipt: Receipt, wrong: str) -> None:
    assert find_wrong_sum(receipt) == wrong


@pytest.mark.parametrize("name", GAMES)
def test_every_value_of_an_option_has_its_turn(name: str) -> None:
    game = game_of(name)
    drawn = [draw_table(game, number)[1] for number in range(HOUSES)]
    never = [
        f"{option.name} {value}"
        for option in game.OPTIONS
        for value in option.values
        if all(options[option.name] != value for options in drawn)
    ]
    assert never == []
