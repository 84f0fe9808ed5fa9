"""Tying up, good and bad: the bones of a "Do Bone!" on the table, its entries on the sheet (PB-44, PB-68, PB-82)."""

from games.core.seats import Seat
from games.pieces.bones import Bone
from games.pussers.aftermath import bones_of, hand_over
from games.pussers.draft import Draft
from games.pussers.events import PluckReturned, Robbed, ShitTiedUp, TiedUp, YesUndone
from games.pussers.scoring import Claim, Verdict, payment, score
from games.pussers.state import Table


def claim(table: Table, seat: Seat) -> Claim:
    """What lies before a seat with the bone that it calls on: its own in its turn, else the one to be called."""
    rack, sets, pretties = table.racks[seat], table.sets[seat], table.pretties[seat]
    breeze = table.breeze(seat)
    if table.phase == "turn" and seat == table.turn:
        return Claim(rack, sets, pretties, table.do, table.source, table.last, breeze)
    called = bytearray(rack)
    if table.bone is not None:
        called[table.bone] += 1
    return Claim(bytes(called), sets, pretties, table.bone, "discard", False, breeze)


def _on_the_discard(table: Table, seat: Seat) -> Claim | None:
    """In a race the breeze whose turn has come may tie up on the discard before it until he throws a bone himself:
    his working bone goes back unused (PB-45, E8 of the rulings). None when that is not so."""
    working, bone = table.working, table.bone
    if seat != table.turn or table.phase != "turn" or table.window is None or table.yes_by is not None:
        return None
    if working is None or bone is None or table.source != "wall":
        return None
    held = bytearray(table.racks[seat])
    held[working] -= 1
    held[bone] += 1
    return Claim(bytes(held), table.sets[seat], table.pretties[seat], bone, "discard", False, table.breeze(seat))


def _made(table: Table, seat: Seat) -> tuple[Claim, Verdict]:
    """What a "Do Bone!" of the seat is on, and what it comes to. Nothing may be owed (PB-44, PB-86)."""
    made = claim(table, seat)
    if table.owed[seat] or made.do is None:
        return made, Verdict(False, "wrong_count")
    verdict = score(made, table.house)
    other = None if verdict.legal else _on_the_discard(table, seat)
    if other is not None and (good := score(other, table.house)).legal:
        return other, good
    return made, verdict


def judged(table: Table, seat: Seat) -> Verdict:
    """What a "Do Bone!" of the seat comes to now."""
    return _made(table, seat)[1]


def settle_one(draft: Draft, seat: Seat, at: int) -> None:
    """The only "Do Bone!" there is, right or wrong."""
    if judged(draft.table, seat).legal:
        tie_up(draft, seat, at)
    else:
        shit_tie_up(draft, seat)
        hand_over(draft, "shit_tie_up", seat, at)


def _concealed(table: Table, seat: Seat) -> tuple[Bone, ...]:
    return tuple(each.bone for each in table.sets[seat] if each.how == "concealed" and each.bone is not None)


def tie_up(draft: Draft, seat: Seat, at: int) -> None:
    """A good "Do Bone!": shown, counted, paid, and the hand is over (PB-60, PB-68, PB-70)."""
    table = draft.table
    made, verdict = _made(table, seat)
    if table.yes_by is not None and table.yes_by != seat and table.bone is not None:
        draft.add(YesUndone(table.yes_by, table.bone))  # PB-46
    if table.heard == "fourth" and table.fourth is not None:
        draft.add(Robbed(table.turn, table.fourth))  # E7 of the rulings
    if table.phase == "turn" and table.source == "wall" and made.source == "discard" and seat == table.turn:
        draft.add(PluckReturned(seat))
    rack, do = bones_of(made.rack), made.do
    if do is None:
        return
    draft.add(
        TiedUp(
            seat, verdict.kind, verdict.pure, verdict.concealed, do, made.source, made.last, rack,
            _concealed(table, seat), verdict.points, verdict.doubles, verdict.score, verdict.a_bit, verdict.bonus,
        )
    )  # fmt: skip
    draft.add(payment(seat, table.players, "tie_up", "PB-68", verdict.a_bit))
    for name, amount in verdict.bonus:
        draft.add(payment(seat, table.players, name, "PB-67", amount))
    hand_over(draft, "do_bone", seat, at)


def shit_tie_up(draft: Draft, seat: Seat) -> None:
    """A mistaken "Do Bone!" pays every other player (PB-82)."""
    table = draft.table
    made, verdict = _made(table, seat)
    rack = bones_of(made.rack)
    draft.add(
        ShitTiedUp(
            seat, verdict.reason, made.do, made.source, rack, _concealed(table, seat),
            verdict.points, verdict.doubles, verdict.score,
        )
    )  # fmt: skip
    fine = table.house.shit_tie_up_a_bit
    draft.add(payment(seat, table.players, "shit_tie_up", "PB-82", fine, penalty=True))
