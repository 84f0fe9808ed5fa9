"""Events after a hand: the next Eddie, Rounds and ruling off (PB-70 to PB-73)."""

from itertools import chain
from typing import Final

from games.core.refused import Refused
from games.core.seats import Seat, find_next_seat
from games.pieces.bones import Bone
from games.pussers import options
from games.pussers.events import HandOver, RuledOff, Voted
from games.pussers.evolve import Unfolding
from games.pussers.moves import RuleOff
from games.pussers.options import House
from games.pussers.scoring import make_payment
from games.pussers.state import State
from games.pussers.view import Phase

_DAY: Final = 24 * 60 * 60 * 1000
_MINUTE: Final = 60 * 1000


def bones_of(rack: bytes) -> tuple[Bone, ...]:
    """A rack's bones in suit order."""
    return tuple([Bone(kind) for kind, count in enumerate(rack) for _ in range(count)])


def find_next_eddie(
    eddie: Seat, first_eddie: Seat, how: str, winner: Seat | None, players: int, house: House
) -> tuple[Seat, bool]:
    """The next Eddie, and True if Eddie moves on to the first Eddie, which completes a Round (PB-71, PB-72)."""
    eddie_moves = {
        "do_bone": winner != eddie,
        "shit_tie_up": house.after_shit_tie_up == "eddie_moves",
        "wash_out": house.eddie_after_no_winner == "moves",
    }[how]
    following = find_next_seat(eddie, players) if eddie_moves else eddie
    return following, eddie_moves and following == first_eddie


def end_hand(unfolding: Unfolding, how: str, seat: Seat | None) -> None:
    """End the hand: make the payments due at its end, and close the sheet if it is time (PB-70, PB-73)."""
    state = unfolding.state
    house = state.house
    eddie = state.eddie or Seat(0)
    if state.own_wall_due:  # PB-14: the house lets Eddie pay at the end of the hand
        unfolding.add(make_payment(eddie, state.players, "own_wall", "PB-14", house.own_wall_a_bit, penalty=True))
    first = eddie if state.sheet.first_eddie is None else state.sheet.first_eddie
    following, complete = find_next_eddie(eddie, first, how, seat, state.players, house)
    losers: tuple[tuple[Bone, ...], ...] = ()
    if house.show_losers:
        losers = tuple(() if other == seat else row for other, row in enumerate(state.racks.rows))
    heap = _list_tossed_in(state) if house.toss_in and not losers and how != "wash_out" else ()
    sheet = state.sheet.scores if complete else ()
    unfolding.add(HandOver(how, seat, following, complete, losers, heap, sheet, following == eddie))
    if _is_time_to_rule_off(unfolding.state, complete, unfolding.at):
        unfolding.add(RuledOff(unfolding.state.sheet.rounds))


def _list_tossed_in(state: State) -> tuple[Bone, ...]:
    """The bones of all racks that nobody has turned up, in suit order, so that no bone tells whose it was (PB-70)."""
    tossed = (row for seat, row in enumerate(state.racks.rows) if seat not in state.racks.turned_up)
    return tuple(sorted(chain.from_iterable(tossed)))


def _is_time_to_rule_off(state: State, complete: bool, at: int) -> bool:
    """True if the sheet is to be closed after this hand (PB-73, PB-94)."""
    kind, amount = options.parse_rule_off(state.house.rule_off)
    if kind == "vote":
        return len(state.sheet.votes) == state.players
    if kind == "rounds":
        return complete and state.sheet.rounds >= amount
    closing = state.began_at - state.began_at % _DAY + amount * _MINUTE
    if closing < state.began_at:
        closing += _DAY
    return complete and at >= closing


def vote(unfolding: Unfolding, seat: Seat, move: RuleOff) -> None:
    """Record a seat's vote to rule off, or take it back if the seat has voted.

    Once all seats have voted and no hand is under way, the sheet closes (PB-73).
    """
    state = unfolding.state
    if options.parse_rule_off(state.house.rule_off)[0] != "vote":
        raise Refused("PB-73", "agreed_beforehand", rule_off=state.house.rule_off)
    if move.follows and not state.sheet.votes:
        raise Refused("PB-73", "nobody_asks")
    wants = seat not in state.sheet.votes
    unfolding.add(Voted(seat, wants, wants and move.follows))
    if state.phase == Phase.BETWEEN and len(state.sheet.votes) == state.players:
        unfolding.add(RuledOff(state.sheet.rounds))
