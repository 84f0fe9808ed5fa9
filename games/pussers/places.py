"""The place in the wall of each bone shown to everybody, so that the bone can be proved (docs/fairness.md).

Bones of a kind are alike. A seat that shows one of several is assumed to show a copy that it showed before, or
otherwise the copy that it has had longest. Bones that are tossed in lie in one heap (PB-70). Their places would tell
whose they were. A bone plucked to decide who is Eddie is shown but put back (PB-6). The places of all these bones stay
hidden until the secret opens.
"""

from collections import Counter
from collections.abc import Iterable

from games.core.places import ShownPlaces, ShuffledDecision
from games.core.seats import Seat
from games.pieces.bones import Bone
from games.pussers import events as e
from games.pussers.evolve import evolve, fold
from games.pussers.state import State
from games.pussers.wall import PLACES, find_next_place, list_shares


class _Wall:
    """A wall of one hand, the places that each seat's bones came from, and the places that were shown."""

    def __init__(self, order: tuple[int, ...]) -> None:
        self.order = order
        self.shown: set[int] = set()
        self.held: dict[Seat, list[int]] = {}

    def hold(self, seat: Seat, place: int) -> None:
        self.held.setdefault(seat, []).append(place)

    def put_back(self, seat: Seat, place: int) -> None:
        if place in self.held.get(seat, ()):
            self.held[seat].remove(place)

    def show(self, seat: Seat, bones: Iterable[Bone], keep: bool = False) -> list[int]:
        """Note the places of shown bones, and return them. The bones leave the seat's rack unless `keep` is true."""
        found = []
        for bone, count in Counter(bones).items():
            alike = [place for place in self.held.get(seat, ()) if self.order[place] == bone]
            alike.sort(key=lambda place: place not in self.shown)
            found += alike[:count]
        self.shown.update(found)
        if not keep:
            self.held[seat] = [place for place in self.held.get(seat, ()) if place not in found]
        return found


def shown_places(before: State | None, decisions: Iterable[ShuffledDecision[e.Event]]) -> ShownPlaces:
    """For each wall, the places of the bones that everybody was shown. `before` is the state before the decisions."""
    state, walls = before, list[_Wall]()
    claimed: list[int] = []
    for decision in decisions:
        orders = iter(decision.orders)
        for event in decision.events:
            if isinstance(event, e.WallBuilt):
                walls.append(_Wall(next(orders)))
            elif walls and state is not None:
                claimed = _note(walls[-1], state, event, claimed)
            state = fold([event]) if state is None else evolve(state, event)
    return [frozenset(wall.shown) for wall in walls]


def _note(wall: _Wall, state: State, event: object, claimed: list[int]) -> list[int]:
    """Note the places of the bones that an event moves or shows.

    Returns the places of the bones that the last "Yes!" moved from the rack to the tray.
    """
    broken_at = 2 * (state.wall.broken_at or 0)
    match event:
        case e.Broken(stack=stack):
            place = 2 * stack
            for seat, count in list_shares(state.players, state.eddie or Seat(0)):
                for _ in range(count):
                    wall.hold(seat, place % PLACES)
                    place += 1
        case e.Plucked(seat=seat, end=end):
            if (taken_from := find_next_place(state, end)) is not None:
                wall.hold(seat, (broken_at + taken_from) % PLACES)
        case e.PluckReturned(seat=seat):
            wall.put_back(seat, (broken_at + state.wall.last_place) % PLACES)
        case e.PrettySetOut() | e.Discarded() | e.FourthAdded():
            wall.show(event.seat, (event.bone,))
        case e.YesTaken(seat=seat, bone=bone, how=how):
            return wall.show(seat, (bone,) * {"pair": 2, "open": 3}.get(how, 0))
        case e.YesUndone(seat=seat):
            for place in claimed:
                wall.hold(seat, place)
        case e.TiedUp(seat=seat, rack=rack, all_ofs=all_ofs) | e.ShitTiedUp(seat=seat, rack=rack, all_ofs=all_ofs):
            wall.show(seat, (*rack, *(bone for bone in all_ofs for _ in range(4))), keep=True)
        case e.HandOver(how="wash_out") if state.house.show_washout:
            for other, (rack, sets) in enumerate(zip(state.racks.rows, state.racks.sets, strict=True)):
                face_down = (bone for how, bone in sets if how == "concealed" and bone is not None)
                wall.show(Seat(other), (*rack, *(bone for bone in face_down for _ in range(4))), keep=True)
        case e.HandOver(losers=losers):
            for other, rack in enumerate(losers):
                wall.show(Seat(other), rack, keep=True)
    return claimed
