"""The deal and the calling down of the doubles (LB-4 to LB-9, LB-40)."""

from collections.abc import Sequence

from games.core.chance import Chance
from games.core.refused import Refused
from games.core.seats import Seat
from games.lombardy.events import Answered, Dealt, Event, Led, NobodyLed, Restarted
from games.lombardy.evolve import evolve
from games.lombardy.moves import Answer, Next
from games.lombardy.state import NO_DOUBLE, UNASKED, Table
from games.lombardy.turn import bone_down
from games.pieces.dominoes import ALL, DOUBLE_MASK, DOUBLES, Domino, in_holding, mask, told
from games.pieces.line import Line


def decide_next(table: Table, seat: Seat, move: Next, at: int, chance: Chance) -> Sequence[Event]:
    """Deals: the next hand, or the same one again after a restart (LB-9, LB-50)."""
    order = chance.shuffled(ALL)
    holdings = tuple([tuple(sorted(order[7 * player : 7 * player + 7])) for player in range(table.players)])
    again = table.phase == "restart"
    dealt = Dealt(
        table.hand if again else table.hand + 1,
        table.deal + 1 if again else 1,
        at,
        holdings,
        order[7 * table.players :],
    )
    if not table.house.forced_lead:
        return (dealt,)
    held = list(map(mask, holdings))
    return _calling_over(table, dealt, held, [each & DOUBLE_MASK for each in held], at)


def decide_answer(table: Table, seat: Seat, move: Answer, at: int, chance: Chance) -> Sequence[Event]:
    """Takes a sealed answer (LB-5, LB-6); the last one opens them all."""
    if table.answers[seat] != UNASKED:
        raise Refused("LB-5", "answered_already")
    double = move.double
    if double is not None and not in_holding(table.holdings[seat] & DOUBLE_MASK, double):
        raise Refused("LB-6", "not_your_double", bone=told(double))
    answered = Answered(seat, double)
    answers = evolve(table, answered).answers
    if UNASKED in answers:
        return (answered,)
    doubles = [0 if answer == NO_DOUBLE else 1 << answer for answer in answers]
    return _calling_over(table, answered, table.holdings, doubles, at)


def _calling_over(
    table: Table, last: Dealt | Answered, holdings: list[int], doubles: list[int], at: int
) -> Sequence[Event]:
    """What follows from the last thing that happened before the doubles are called aloud from six-six down: the first
    that somebody owns up to leads (LB-5, LB-91). `doubles` has for each seat the mask of those."""
    highest = max(doubles)
    if highest:
        seat, double = Seat(doubles.index(highest)), Domino(highest.bit_length() - 1)
        line = Line.begun(double, spinner=True)
        led = Led(seat, double, at, held_back(table, double))
        return bone_down(table, [last, led], seat, line, holdings[seat] & ~(1 << double), None, at)
    if not table.house.reneges or table.house.forced_lead:  # LB-91, LB-92
        return (last, Restarted(table.sheet, (0,) * table.players, table.touched))
    return (last, NobodyLed(at, held_back(table, None)))


def held_back(table: Table, lead: Domino | None) -> tuple[Seat, ...]:
    """Who has held a double back that ought to have led (LB-40; `missed_doubles`)."""
    if table.house.forced_lead:
        return ()
    above = [double for double in reversed(DOUBLES) if lead is None or double > lead]
    holders = [Seat(player) for double in above for player in range(table.players) if table.dealt[player] >> double & 1]
    return tuple(sorted(set(holders))) if table.house.every_missed else tuple(holders[:1])


def own_answer(table: Table, seat: Seat) -> Domino | None:
    """The double that the seat has answered, if it has and it was one."""
    answer = table.answers[seat] if table.answers else UNASKED
    return None if answer in (UNASKED, NO_DOUBLE) else Domino(answer)
