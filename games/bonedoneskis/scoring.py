"""Receipts of a hand's money, line by line, and its transfers between the seats (BD-17 to BD-21, R3 to R22)."""

from collections.abc import Iterable
from typing import Final

from games.bonedoneskis.evaluation.ranking import spell_ranks
from games.bonedoneskis.events import Acted, Duelled, Event, FeePaid, HandEnded, NinePaid, PotShared, Sold, Traded
from games.core.receipt import Receipt, ReceiptLine, Transfer
from games.core.refused import Fact

_POT_RULES: Final = {"pot": "BD-20", "side_pot": "BD-17", "unseen": "BD-20", "returned": "R10"}
"""For each kind of pot, the rule by which it is shared."""
_ENDS: Final = {"showdown": "BD-20", "last": "BD-19", "bonedoneskis": "R10"}
"""For each way in which a hand ends, its rule."""


def receipt_of(ended: HandEnded) -> Receipt:
    """The receipt of an ended hand: the value and readings of each shown hand, and each pot's winners. The receipt's
    total is the sum of the pots."""
    lines: list[ReceiptLine] = []
    for hand in ended.hands:
        lines.append(
            _make_line("hand", "HE-6", 0, seat=hand.seat, value=hand.value, ranks=spell_ranks(hand.value, hand.ranks))
        )
        for lying_card, read_as, rule in hand.plays:
            if rule:
                key = "two_fours" if read_as == "4-" else "reading"
                lines.append(_make_line(key, rule, 0, seat=hand.seat, card=lying_card, plays=read_as))
        if hand.value == "dead_hand":
            lines.append(_make_line("killer_four", "R15", 0, seat=hand.seat))
        elif hand.value == "stone_cold_nuts":
            lines.append(_make_line("nuts", "R3", 0, seat=hand.seat))
    lines.extend(line for pot in ended.pots for line in _list_shares(pot, ended))
    return Receipt(ended.how, _ENDS[ended.how], tuple(lines), sum(pot.amount for pot in ended.pots), "chips")


def _list_shares(pot: PotShared, ended: HandEnded) -> list[ReceiptLine]:
    rule = _POT_RULES[pot.kind] if pot.kind != "pot" else _ENDS[ended.how]
    takers = [seat for seat, amount in enumerate(pot.shares) if amount]
    if len(takers) > 1 and pot.kind != "returned":
        rule = "BD-21"
    side_facts: dict[str, Fact] = {"seats": pot.seats} if pot.kind == "side_pot" else {}
    return [_make_line(pot.kind, rule, pot.shares[seat], seat=seat, **side_facts) for seat in takers]


def _make_line(key: str, rule: str, amount: int, **facts: Fact) -> ReceiptLine:
    return ReceiptLine(key, rule, amount, "chips" if amount else "", tuple(facts.items()))


def receipts(events: Iterable[Event]) -> tuple[Receipt, ...]:
    """The receipt of each hand that ended among the events, with its earlier fees, payments and duels."""
    made: list[Receipt] = []
    lines: list[ReceiptLine] = []
    for event in events:
        match event:
            case FeePaid(rule=rule, seat=seat, amount=amount):
                lines.append(_make_line("fee", rule, 0, seat=seat, paid=amount))
            case Sold(seat=seat, fee=fee):
                lines.append(_make_line("fee", "R7", 0, seat=seat, paid=fee))
            case Traded(rule="R14", seat=seat, fee=fee):
                lines.append(_make_line("fee", "R14", 0, seat=seat, paid=fee))
            case NinePaid(seat=seat, amounts=amounts) if any(amounts):
                lines.append(_make_line("nine", "R21", 0, seat=seat, paid=sum(amounts)))
            case Duelled(winner=winner, stake=stake):
                lines.append(_make_line("duel", "R16", 0, seat=winner, paid=stake))
            case Acted(how="bet" | "raise", timed_out=True, seat=seat):
                lines.append(_make_line("krabler", "R24", 0, seat=seat))
            case HandEnded():
                end = receipt_of(event)
                made.append(Receipt(end.key, end.rule, (*lines, *end.lines), end.total, end.unit))
                lines = []
            case _:
                pass
    return tuple(made)


def transfers(events: Iterable[Event]) -> tuple[Transfer, ...]:
    """The result of each hand, fees and payments included. The amounts of each transfer sum to zero."""
    return tuple(
        Transfer(event.net, _ENDS[event.how], event.how)
        for event in events
        if isinstance(event, HandEnded) and any(event.net)
    )
