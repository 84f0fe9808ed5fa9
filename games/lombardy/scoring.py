"""Entries of the sheet, the count, restarts and the end of the game (LB-50 to LB-73)."""

from collections.abc import Iterable, Sequence

from games.core.receipt import Receipt, ReceiptLine, Transfer
from games.core.seats import Seat
from games.lombardy.events import Called, Counted, Event, GameOver, RenegeCalled, Restarted
from games.lombardy.options import House


def round_down(pips: int) -> int:
    """Pips rounded down to a multiple of five (LB-60)."""
    return pips - pips % 5


def floor_column(old: int, change: int) -> int:
    """A column after a change; a loss stops at zero (LB-64)."""
    new = old + change
    return new if change >= 0 or new >= 0 else min(old, 0)


def enter_score(sheet: tuple[int, ...], seat: Seat, change: int, house: House) -> tuple[int, ...]:
    """The sheet after one more entry of the hand. A loss stops at zero only with `zero_floor: always`."""
    columns = [*sheet]
    columns[seat] = floor_column(sheet[seat], change) if house.zero_floor == "always" else sheet[seat] + change
    return tuple(columns)


def find_loss(sheet: tuple[int, ...], seat: Seat, amount: int, house: House) -> int:
    """The change to a column that loses `amount`: `-amount`, or a smaller loss if the house stops it at zero."""
    return enter_score(sheet, seat, -amount, house)[seat] - sheet[seat]


def score_count(pips: Sequence[int], out: Seat | None, house: House) -> tuple[int, ...]:
    """Each column's change by the count, before the floor (LB-61 to LB-63). Only winners' columns change (LB-65)."""
    rounded = [held - held % 5 for held in pips]  # LB-60
    if out is not None:
        won = sum(rounded) - rounded[out]  # LB-61
        return tuple([won if seat == out else 0 for seat in range(len(pips))])
    fewest = min(pips)
    tied = pips.count(fewest)
    share = (sum(rounded) - tied * round_down(fewest)) // tied  # LB-63
    if tied > 1 and house.tie_share != "whole":
        share = round_down(share)
    return tuple([share - round_down(fewest) if held == fewest else 0 for held in pips])  # LB-62


def list_leaders(sheet: tuple[int, ...]) -> tuple[Seat, ...]:
    """The players with the most points (LB-72, LB-73)."""
    most = max(sheet)
    return tuple(Seat(seat) for seat, column in enumerate(sheet) if column == most)


def judge_game_end(sheet: tuple[int, ...], touched: bool, decider: bool, house: House) -> tuple[bool, bool]:
    """Two flags: the game ends after this hand, and a tie makes the next hand a decider (LB-70, LB-73).

    `touched` is true if any column has stood at the target, `decider` if an earlier hand ended in a tie at the top.
    """
    reached = max(sheet) >= house.target or (touched and house.target_check != "hand_end") or decider
    level = reached and house.game_tie == "play_on" and len(list_leaders(sheet)) > 1
    return reached and not level, level


def receipts(events: Iterable[Event]) -> tuple[Receipt, ...]:
    """Receipts for each score, penalty and count among the events; the points of the lines add up to the total."""
    made: list[Receipt] = []
    for event in events:
        if isinstance(event, Called):
            rule = "LB-91" if event.automatic else "LB-31" if event.right else "LB-32"
            facts = (("seat", event.seat), ("number", event.number))
            line = ReceiptLine("called_right" if event.right else "called_wrong", rule, event.change, facts=facts)
            made.append(Receipt("call", rule, (line,), event.change, seats=(event.seat,)))
        elif isinstance(event, RenegeCalled) and not event.true:
            line = ReceiptLine("renege_mistaken", "LB-44", event.change, facts=(("seat", event.seat),))
            made.append(Receipt("renege", "LB-44", (line,), event.change, seats=(event.seat,)))
        elif isinstance(event, Restarted) and any(event.losses):
            lines = tuple(
                ReceiptLine("held_back", "LB-43", loss, facts=(("seat", seat),))
                for seat, loss in enumerate(event.losses)
                if loss
            )
            payers = tuple(seat for seat, loss in enumerate(event.losses) if loss)
            made.append(Receipt("renege", "LB-43", lines, sum(event.losses), seats=payers))
        elif isinstance(event, Counted):
            made.append(_explain_count(event))
    return tuple(made)


def _explain_count(counted: Counted) -> Receipt:
    fewest = min(counted.pips)
    tied = [seat for seat, pips in enumerate(counted.pips) if pips == fewest]
    out = counted.out is not None
    lines = [
        ReceiptLine("held", "LB-60", round_down(pips), facts=(("seat", seat), ("pips", pips)))
        for seat, pips in enumerate(counted.pips)
        if (seat != counted.out if out else pips != fewest)
    ]
    if not out:
        own = [
            ReceiptLine("own", "LB-62", -round_down(fewest), facts=(("seat", seat), ("pips", fewest))) for seat in tied
        ]
        lost = sum(counted.changes) - sum(line.amount for line in (*lines, *own))
        lines += [*([ReceiptLine("share_lost", "LB-63", lost)] if lost else ()), *own]
    lines += [
        ReceiptLine("floor", "LB-64", spared, facts=(("seat", seat),))
        for seat, spared in enumerate(counted.spared)
        if spared
    ]
    total = sum(line.amount for line in lines)
    if out:
        return Receipt("count_out", "LB-61", tuple(lines), total, seats=(int(counted.out or 0),))
    if len(tied) > 1:
        return Receipt("count_tied", "LB-63", tuple(lines), total, seats=tuple(tied))
    return Receipt("count_blocked", "LB-62", tuple(lines), total, seats=tuple(tied))


def final_scores(event: Event) -> tuple[int, ...] | None:
    """Each seat's points if this event ended the game (LB-70); otherwise None."""
    return event.sheet if isinstance(event, GameOver) else None


def transfers(events: Iterable[Event]) -> tuple[Transfer, ...]:
    """Transfers of a won game: one from each loser to each winner (LB-72, LB-73)."""
    made = []
    for event in events:
        if isinstance(event, GameOver):
            players, won = len(event.sheet), len(event.winners)
            amounts = tuple(players - won if seat in event.winners else -won for seat in range(players))
            made.append(Transfer(amounts, "LB-72", "game_won"))
    return tuple(made)
