"""Points, doubles and payments (PB-60 to PB-69), and the sheet's entries as transfers and receipts."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.core.receipt import Receipt, ReceiptLine, Transfer
from games.core.seats import Seat
from games.pieces.bones import Bone
from games.pussers.events import Breakdown, Event, HandOver, Paid, ShitTiedUp, TiedUp
from games.pussers.hands import MAJOR_KINDS, find_counted_kind, find_fixed_kind, find_mistake, find_shape
from games.pussers.options import House
from games.pussers.view import TraySet

RULE_OF_REASON: Final = {
    "wrong_count": "PB-50",
    "undeclared_pretty": "PB-50",
    "undeclared_all_of": "PB-50",
    "not_a_hand": "PB-51",
    "mixed_suits": "PB-53",
    "no_double": "PB-66",
    "under_minimum": "PB-66",
}
_TIE_UP: Final = "tie_up"
"""The line of the tie-up double (PB-62)."""
_PAIR_POINTS: Final = tuple(8 if kind in MAJOR_KINDS else 4 for kind in range(34))
"""By kind, the points of a pair that stands on the rack (PB-61)."""
_ROUNDING: Final = {"half_up": 50, "half_down": 49, "floor": 0}
_FLOWERS: Final = frozenset(range(34, 38))
_SEASONS: Final = frozenset(range(38, 42))


@dataclass(frozen=True, slots=True)
class Claim:
    """A "Do Bone!": the caller's bones and the origin of the Do bone."""

    rack: bytes
    """Counts by kind (42). The Do bone is included unless it lies in a set already."""
    sets: tuple[TraySet, ...]
    pretties: tuple[Bone, ...]
    do: Bone | None
    source: str
    """One of "wall", "loose" or "discard"."""
    last: bool
    """True if the Do bone was the wall's last."""
    breeze: int
    """The caller's breeze, 0 to 3."""

    @property
    def face_down(self) -> tuple[Bone, ...]:
        """The kinds of the caller's concealed All-Ofs (PB-70)."""
        return tuple(group.bone for group in self.sets if group.how == "concealed" and group.bone is not None)


class Verdict(NamedTuple):
    """The judgement of a claim. An illegal claim has a `reason`, and a counted hand has points and doubles (PB-60)."""

    legal: bool
    reason: str = ""
    kind: str = ""
    pure: bool = False
    concealed: bool = False
    points: Breakdown = ()
    doubles: Breakdown = ()
    score: int = 0
    a_bit: int = 0
    bonus: Breakdown = ()


def score(claim: Claim, house: House) -> Verdict:
    """Judge a claim under the house's options. The verdict depends on nothing else."""
    sets = claim.sets
    tray = tuple([group.bone for group in sets if group.bone is not None]) if sets else ()
    hand = find_shape(claim.rack, tray)
    if sets or not hand.pattern:
        wrong = find_mistake(claim.rack, tray, tuple([group.bone or 0 for group in sets if group.how == "pair"]))
        if wrong or not hand.pattern:
            return Verdict(False, wrong or "not_a_hand")
    fixed = find_fixed_kind(hand, claim.breeze, house)
    counted = find_counted_kind(hand, house)
    if not fixed and not counted:
        return Verdict(False, "mixed_suits")  # PB-53
    bonus: Breakdown = ()
    if len(claim.pretties) >= 4 and house.squints_due == "tie_up":
        bonus = list_squints(claim.pretties, house)
    if fixed and not (house.fixed_hands == "better_of" and counted):  # PB-59, PB-65
        kind, pays = fixed
        return Verdict(True, kind=kind, a_bit=_cap(pays, house), bonus=bonus)
    concealed = _is_concealed(claim, house)
    _, kinds, doubled_up, suits, honours, _ = hand
    one_suit = suits in (1, 2, 4)
    pure, half = one_suit and not honours, one_suit and honours
    points = _count_points(claim, kinds, doubled_up, house)
    doubles = _count_doubles(claim, kinds, pure, half, concealed, house)
    raw, double_count = points[-1][1], doubles[-1][1]
    total = raw << double_count + (house.tie_up_reading == "x2_as_well")  # PB-63
    a_bit = round_score(total, house)
    if fixed and fixed[1] >= a_bit:
        return Verdict(True, kind=fixed[0], a_bit=_cap(fixed[1], house), bonus=bonus)
    if fixed:
        counted = fixed[0]
    else:
        reason = _find_shortfall(raw, total, double_count - ((_TIE_UP, 1) in doubles), pure, claim.breeze, house)
        if reason:
            return Verdict(False, reason, counted, pure, concealed, points, doubles, total)
    return Verdict(True, "", counted, pure, concealed, points, doubles, total, _cap(a_bit, house), bonus)


def _finishes_pair(claim: Claim) -> bool:
    """True if the called Do bone makes three with bones on the rack (PB-61)."""
    return claim.source == "discard" and claim.do is not None and claim.rack[claim.do] == 3


def _is_concealed(claim: Claim, house: House) -> bool:
    """True for a Concealed hand, as `concealed_hand` defines it (PB-62)."""
    for group in claim.sets:
        if group.how in ("pair", "open") or (group.how == "added" and not house.conceals_added_all_of):
            return False
    if house.concealed_hand == "plucked_throughout":
        return claim.source != "discard"
    if house.concealed_hand == "nothing_called_before_do":
        return True
    return house.called_do_pair == "concealed" or not _finishes_pair(claim)


def _count_points(claim: Claim, kinds: tuple[int, ...], doubled: int, house: House) -> Breakdown:
    """The points of a counted hand, line by line, with their total (PB-61)."""
    standing = kinds[: len(kinds) - len(claim.sets)] if claim.sets else kinds
    pairs = all_ofs = 0
    for kind in standing:
        pairs += _PAIR_POINTS[kind]
    if house.called_do_pair == "open" and claim.do is not None and _finishes_pair(claim):
        pairs -= _PAIR_POINTS[claim.do] // 2
    for group in claim.sets:
        major = group.bone in MAJOR_KINDS
        if group.how == "pair":
            pairs += 4 if major else 2
        else:
            hidden = group.how == "concealed" or (group.how == "added" and house.conceals_added_all_of)
            all_ofs += (16 if major else 8) * (2 if hidden else 1)
    plucked = claim.source != "discard" and (house.plucked_do_when == "any_pluck" or claim.last)
    return _add_up(
        (
            ("tie_up", house.tie_up_points),
            ("pairs", pairs),
            ("all_ofs", all_ofs),
            ("double_up", house.double_up_points if doubled >= 31 or doubled == 27 + claim.breeze else 0),
            ("pretties", house.pretty_points * len(claim.pretties)),
            ("plucked_do", house.plucked_do_points if plucked else 0),
        )
    )


def _count_doubles(
    claim: Claim, kinds: tuple[int, ...], pure: bool, half: bool, concealed: bool, house: House
) -> Breakdown:
    """The doubles of a counted hand, line by line, with their total (PB-62)."""
    pure_doubles = house.pure_doubles if pure else 0
    concealed_doubles = house.concealed_doubles if concealed else 0
    if pure and concealed and house.pure_and_concealed == "larger_only":
        if pure_doubles >= concealed_doubles:
            concealed_doubles = 0
        else:
            pure_doubles = 0
    breeze = claim.breeze
    return _add_up(
        (
            ("pure", pure_doubles),
            ("concealed", concealed_doubles),
            ("half_pure", house.half_pure_doubles if half else 0),
            ("eddie", +(breeze == 0)),
            ("own_breeze", +(27 + breeze in kinds)),
            ("dragons", (31 in kinds) + (32 in kinds) + (33 in kinds)),
            ("own_flower", +(34 + breeze in claim.pretties)),
            ("own_season", +(38 + breeze in claim.pretties)),
            ("loose_or_last", +(claim.source == "loose" or (claim.last and claim.source != "discard"))),
            (_TIE_UP, +(not pure and not concealed and house.tie_up_reading != "no_double")),
        )
    )


def _add_up(lines: tuple[tuple[str, int], ...]) -> Breakdown:
    """The lines of a sum that count for something, and their total. Amounts are numbers (`+True` is 1)."""
    found = [line for line in lines if line[1]]
    return (*found, ("total", sum([amount for _, amount in found])))


def _find_shortfall(raw: int, total: int, double_count: int, pure: bool, breeze: int, house: House) -> str:
    """The reason why a counted hand falls short of the minimum, or "" (PB-66). `double_count` leaves the tie-up out."""
    if double_count < house.minimum_doubles:
        return "no_double"
    if house.minimum_basis == "raw_points":
        if breeze == 0 or pure:
            return ""
        total = raw
    enough = total >= house.minimum_score if house.minimum_inclusive else total > house.minimum_score
    return "" if enough else "under_minimum"


def round_score(total: int, house: House) -> int:
    """A score as the payment in "a bit", rounded (PB-64)."""
    return (total + _ROUNDING[house.rounding]) // 100


def _cap(a_bit: int, house: House) -> int:
    return min(a_bit, house.cap_a_bit) if house.cap_a_bit else a_bit


def list_squints(pretties: tuple[Bone, ...], house: House) -> Breakdown:
    """The Squints paid for a tray of pretties (PB-67)."""
    full = _FLOWERS.issubset(pretties) + _SEASONS.issubset(pretties)
    sets = len(pretties) // 4 if house.squints_set == "any_four" else full
    single, double = house.squints_a_bit, house.double_squints_a_bit
    if sets == 2:
        lines = (("squints", 2 * single if house.double_squints == "adds" else 0), ("double_squints", double))
    else:
        lines = (("squints", single * sets), ("double_squints", 0))
    return tuple(line for line in lines if line[1])


def list_squints_at_once(before: tuple[Bone, ...], pretties: tuple[Bone, ...], house: House) -> Breakdown:
    """The Squints that a pretty earns at once when it is set out, if the house pays them then (PB-67)."""
    if house.squints_due != "on_completion":
        return ()
    gained = dict(list_squints(pretties, house))
    for name, amount in list_squints(before, house):
        key = name if name in gained else "double_squints"
        gained[key] = gained.get(key, 0) - amount
    return tuple((name, amount) for name, amount in gained.items() if amount > 0)


def make_payment(seat: Seat, players: int, reason: str, rule: str, a_bit: int, penalty: bool = False) -> Paid:
    """The entry in which every other player pays `a_bit` to `seat`; with `penalty`, `seat` pays every other (PB-68)."""
    share = a_bit if penalty else -a_bit
    amounts = tuple(-share * (players - 1) if other == seat else share for other in range(players))
    return Paid(seat, reason, rule, a_bit, amounts)


def transfers(events: Iterable[Event]) -> tuple[Transfer, ...]:
    """The transfers made by the entries of the sheet among the events (PB-4)."""
    return tuple(Transfer(event.amounts, event.rule, event.reason) for event in events if isinstance(event, Paid))


def receipts(events: Iterable[Event]) -> tuple[Receipt, ...]:
    """Receipts for the events. A tie-up's receipt goes line by line (PB-60), and includes the payments after it.

    Other payments, penalties and washed-out hands have receipts of their own.
    """
    made: list[Receipt] = []
    tied_up = False
    for event in events:
        match event:
            case TiedUp():
                made.append(make_receipt(event))
                tied_up = True
            case ShitTiedUp():
                made.append(make_receipt(event))
            case Paid(seat=seat, amounts=amounts) if tied_up and amounts[seat] > 0:
                made[-1] = made[-1]._replace(lines_below=(*made[-1].lines_below, _make_payment_line(event)))
            case Paid(seat=seat, amounts=amounts):
                made.append(
                    Receipt(event.reason, event.rule, (_make_payment_line(event),), amounts[seat], "sheet", (seat,))
                )
            case HandOver(how="wash_out", next_eddie=eddie):
                made.append(
                    Receipt("wash_out", "PB-49", (ReceiptLine("wash_out", "PB-71", 0, "", (("seat", eddie),)),), 0, "")
                )
    return tuple(made)


def _make_payment_line(paid: Paid) -> ReceiptLine:
    """The line of a payment: everybody pays a seat, or a seat pays everybody (PB-68)."""
    gains = paid.amounts[paid.seat] > 0
    others = tuple(seat for seat in range(len(paid.amounts)) if seat != paid.seat)
    facts = (("seat", paid.seat), ("seats", others), ("each", paid.a_bit))
    return ReceiptLine("each_pays" if gains else "pays_each", paid.rule, paid.amounts[paid.seat], "sheet", facts)


def make_receipt(result: TiedUp | ShitTiedUp) -> Receipt:
    """The receipt of a tie-up, good or mistaken, line by line.

    The receipt's key is the kind of hand. After a mistake the key is "shit_tie_up", and the last line is the reason.
    """
    lines = [ReceiptLine(name, "PB-61", amount) for name, amount in result.points if name != "total"]
    if result.points:
        lines.append(ReceiptLine("points", "PB-61", dict(result.points)["total"]))
    lines += [ReceiptLine(name, "PB-62", amount, "doubles") for name, amount in result.doubles if name != "total"]
    if result.points:
        facts = (("points", dict(result.points)["total"]), ("doubles", dict(result.doubles).get("total", 0)))
        lines.append(ReceiptLine("score", "PB-63", result.score, facts=facts))
    if isinstance(result, ShitTiedUp):
        lines.append(ReceiptLine(result.reason, RULE_OF_REASON[result.reason], 0, "reason"))
        return Receipt("shit_tie_up", "PB-82", tuple(lines), result.score)
    lines.append(ReceiptLine("a_bit", "PB-64" if result.points else "PB-65", result.a_bit, "a_bit"))
    lines += [ReceiptLine(name, "PB-67", amount, "a_bit") for name, amount in result.bonus]
    total = result.a_bit + sum(amount for _, amount in result.bonus)
    return Receipt(result.kind, "PB-60", tuple(lines), total, "a_bit")
