"""A hand of Lombardy Bones with all bones face up, played out quickly without the engine.

Everybody calls their scores, and no renege is called. `tests/games/lombardy/test_shellback.py` plays the same hands
with the engine and demands the same points.
"""

from typing import Final

from games.core.seats import Seat
from games.lombardy.moves import Draw, Knock, Move, Play
from games.lombardy.scoring import score_count
from games.lombardy.state import State
from games.pieces.dominoes import FULL, PIPS, Domino, is_double, pips_of
from games.pieces.line import AFTER, BARE, COUNTS, ENDS, FITS

_POINT_WEIGHT: Final = 6
"""The weight of a scored point in the choice of a bone. A pip weighs 1."""
_WEIGHTS: Final = tuple(PIPS[bone] + (4 if is_double(Domino(bone)) else 0) for bone in range(28))
"""The weight of each bone in that choice: its pips, and more for a double."""


class OpenHand:
    """A hand in play with all bones face up. `points` are each seat's gains so far."""

    __slots__ = ("_bare", "_dry", "_held", "_house", "_next", "_pips_at_ends", "_places", "_spinner", "_table",
                 "_turn", "_yard", "drew", "over", "points")  # fmt: skip

    def __init__(self, state: State) -> None:
        self._house = state.house
        self._held = [*state.holdings]
        self._places = [*state.line.places]
        self._pips_at_ends = state.line.pips_at_ends
        self._table = state.line.on_table
        self._spinner = state.line.spinner
        self._bare = state.house.bare_ends_count
        self._yard = [*state.boneyard[: state.drawable]]
        self._yard.reverse()
        self._turn = int(state.turn)
        self._dry = state.dry_row
        self._next = [*map(int, state.following)]
        self.drew = state.drew
        self.over = False
        self.points = [0] * state.players

    def play(self, move: Move) -> None:
        """Make a move for the seat to act. The turn ends unless the move is a draw."""
        if isinstance(move, Play):
            self._lay(move.bone, ENDS.index(move.end))
        elif isinstance(move, Draw):
            self._draw()
        elif isinstance(move, Knock):
            self._pass()

    def finish(self) -> None:
        """Play on to the count. Everybody lays the bone of the most worth, or draws, or passes."""
        while not self.over:
            chosen = self._choose()
            if chosen is not None:
                self._lay(*chosen)
            elif self._yard and not self.drew:
                self._draw()
            else:
                self._pass()

    def _choose(self) -> tuple[int, int] | None:
        held, best, found = self._held[self._turn], -1, None
        for place, place_state in enumerate(self._places):
            fitting = held & FITS[place_state]
            while fitting:
                bone = fitting.bit_length() - 1
                fitting ^= 1 << bone
                total = self._total_after(bone, place, place_state)
                worth = _WEIGHTS[bone] + (_POINT_WEIGHT * total if total % 5 == 0 else 0)
                if worth > best:
                    best, found = worth, (bone, place)
        return found

    def _opens(self, place: int, place_state: int) -> bool:
        """True if a bone at this place opens the spinner (LB-11)."""
        places = self._places
        return self._spinner and len(places) == 2 and place_state >= BARE > places[1 - place]

    def _total_after(self, bone: int, place: int, place_state: int) -> int:
        total = self._pips_at_ends + COUNTS[AFTER[place_state][bone]] - COUNTS[place_state]
        if self._opens(place, place_state):
            return total if self._bare else total - 2 * (place_state - BARE)
        if self._bare:
            total += sum(other - BARE for at, other in enumerate(self._places[2:], 2) if other >= BARE and at != place)
        return total

    def _lay(self, bone: int, place: int) -> None:
        turn, place_state = self._turn, self._places[place]
        total = self._total_after(bone, place, place_state)
        self._pips_at_ends += COUNTS[AFTER[place_state][bone]] - COUNTS[place_state]
        if self._opens(place, place_state):
            self._pips_at_ends -= 2 * (place_state - BARE)
            self._places += [place_state, place_state]
        self._places[place] = AFTER[place_state][bone]
        self._table |= 1 << bone
        self._held[turn] &= ~(1 << bone)
        if total % 5 == 0:
            self.points[turn] += total
        self._dry, self.drew = 0, False
        self._turn = self._next[turn]
        if not self._held[turn]:
            self._count(turn)
            return
        for other in self._places:
            if FITS[other] & ~self._table & FULL:
                return
        self._count(None)

    def _draw(self) -> None:
        self._held[self._turn] |= 1 << self._yard.pop()
        self.drew = True

    def _pass(self) -> None:
        self._dry = 0 if self._yard else self._dry + 1
        self._turn = self._next[self._turn]
        self.drew = False
        if self._dry >= len(self.points):
            self._count(None)

    def _count(self, out: int | None) -> None:
        self.over = True
        gained = score_count([pips_of(held) for held in self._held], None if out is None else Seat(out), self._house)
        for seat, points in enumerate(gained):
            self.points[seat] += points
