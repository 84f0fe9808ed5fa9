"""A hand of Lombardy Bones with all bones face up, played out quickly without the engine.

Everybody plays like an old hand (`robot.py`), which knows its own bones only and may pass or draw (LB-21, LB-22).
Everybody calls their scores, and no renege is called. `tests/games/lombardy/test_shellback.py` plays the same hands
with the engine and demands the same points.
"""

from collections.abc import Sequence
from typing import Final

from games.core.seats import Seat
from games.lombardy.guess import Deal
from games.lombardy.moves import Draw, Knock, Move, Play
from games.lombardy.robot import A_DOUBLE, A_PIP, DRAWS_BELOW, GIVEN, GOES_ON, GOING_OUT, PASSING, expect
from games.lombardy.scoring import score_count
from games.lombardy.state import list_following
from games.lombardy.view import View
from games.pieces.dominoes import DOUBLE_MASK, FULL, PIPS, pips_of
from games.pieces.line import AFTER, BARE, COUNTS, ENDS, FITS

DRAWS: Final = (-1, -1)
_POINT: Final = 6
"""The worth of a scored point to a greedy player; a pip is worth 1."""
_SCORING: Final = tuple(
    tuple(sum(1 << bone for bone in range(28) if FITS[place] >> bone & 1 and COUNTS[AFTER[place][bone]] % 5 == left)
          for left in range(5))
    for place in range(len(FITS))
)  # fmt: skip
"""For each state of a place, and for each remainder by 5, the mask of the bones whose pips at the end leave it."""


class OpenHand:
    """A hand in play with all bones face up. `points` are each seat's gains so far."""

    __slots__ = ("_above", "_bare", "_dry", "_held", "_house", "_next", "_passes", "_pips_at_ends", "_places",
                 "_spinner", "_table", "_turn", "_yard", "drew", "over", "points")  # fmt: skip

    def __init__(self, view: View, deal: Deal) -> None:
        line, house = view.line, view.house
        self._house = house
        self._held = [*deal.held]
        self._places = [*line.places]
        self._pips_at_ends = line.pips_at_ends
        self._table = line.on_table
        self._spinner = line.spinner
        self._bare = house.bare_ends_count
        self._yard = [*deal.boneyard[: view.drawable]]
        self._yard.reverse()
        self._turn = int(view.turn or 0)
        self._dry = self._passes = view.dry_passes
        self._above = DOUBLE_MASK & ~((2 << (line.first or 0)) - 1) if house.hears_renege else 0
        self._next = list_following(view.players, view.clockwise)
        self.drew = view.drew
        self.over = False
        self.points = [0] * view.players

    def play(self, move: Move) -> None:
        """Make a move for the seat to act. The turn ends unless the move is a draw."""
        if isinstance(move, Play):
            self._lay(move.bone, ENDS.index(move.end))
        elif isinstance(move, Draw):
            self._draw()
        elif isinstance(move, Knock):
            self._pass()

    def finish(self, greedy: bool = False) -> None:
        """Play on to the count. Everybody plays like an old hand that calls every score.

        If they are `greedy`, they lay the bone that scores most or else the heaviest, and pass only if they must.
        """
        choose = self._choose_greedily if greedy else self._choose
        while not self.over:
            chosen = choose()
            if chosen is None:
                self._pass()
            elif chosen == DRAWS:
                self._draw()
            else:
                self._lay(*chosen)

    def _choose(self) -> tuple[int, int] | None:
        """The bone and its place; `DRAWS`, or None for a pass."""
        held, house = self._held[self._turn], self._house
        can_draw = bool(self._yard) and not self.drew
        may_pass = house.pass_when_able != "forbidden" and self._passes < len(self.points) - 1
        open_to_me = held & ~self._above
        if not any(open_to_me & FITS[place] for place in self._places) and not (may_pass or can_draw):
            open_to_me = held
        unseen = FULL & ~held & ~self._table
        likely = self._held[self._next[self._turn]].bit_count() / max(1, unseen.bit_count())
        best, found = -999.0, None
        for place, shown in enumerate(self._places):
            fitting = open_to_me & FITS[shown] if self._places.index(shown) == place else 0
            while fitting:
                bone = fitting.bit_length() - 1
                fitting ^= 1 << bone
                worth = self._weigh(bone, place, held, unseen, likely)
                if worth > best:
                    best, found = worth, (bone, place)
        if can_draw and (found is None or (may_pass and best < DRAWS_BELOW)):
            return DRAWS
        if found is None or (
            may_pass
            and not (can_draw and house.pass_before_draw == "forbidden")
            and PASSING + self._weigh_line(self._places, self._sum_ends(), held, unseen, likely) > best
        ):
            return None
        return found

    def _choose_greedily(self) -> tuple[int, int] | None:
        held, best, found = self._held[self._turn], -1, None
        for place, shown in enumerate(self._places):
            fitting = held & FITS[shown]
            while fitting:
                bone = fitting.bit_length() - 1
                fitting ^= 1 << bone
                total = self._total_after(bone, place, shown)
                worth = PIPS[bone] + (_POINT * total if total % 5 == 0 else 0)
                if worth > best:
                    best, found = worth, (bone, place)
        return DRAWS if found is None and self._yard and not self.drew else found

    def _weigh(self, bone: int, place: int, held: int, unseen: int, likely: float) -> float:
        """The worth of a bone to an old hand, as in `robot.py`."""
        shown, mine = self._places[place], held & ~(1 << bone)
        total = self._total_after(bone, place, shown)
        worth = float(total) if total % 5 == 0 else 0.0
        if not mine:
            return worth + GOING_OUT
        places = [*self._places, shown, shown] if self._opens(place, shown) else [*self._places]
        places[place] = AFTER[shown][bone]
        worth += A_PIP * PIPS[bone] + A_DOUBLE * (DOUBLE_MASK >> bone & 1)
        return worth + self._weigh_line(places, total, mine, unseen, likely)

    def _weigh_line(self, places: Sequence[int], total: int, mine: int, unseen: int, likely: float) -> float:
        """The worth of leaving this line to the next player, who holds each unseen bone with probability `likely`."""
        wanted = 0
        scores: list[int] = []
        for shown in places:
            wanted |= FITS[shown]
            rest = total - COUNTS[shown]
            scoring = unseen & _SCORING[shown][-rest % 5]
            while scoring:
                bone = scoring.bit_length() - 1
                scoring ^= 1 << bone
                scores.append(rest + COUNTS[AFTER[shown][bone]])
        return GOES_ON * (mine & wanted).bit_count() + GIVEN * expect(sorted(scores, reverse=True), likely)

    def _sum_ends(self) -> int:
        bare = sum([place - BARE for place in self._places[2:] if place >= BARE]) if self._bare else 0
        return self._pips_at_ends + bare

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
        self._dry = self._passes = 0
        self.drew = False
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
        self.drew, self._passes = True, 0

    def _pass(self) -> None:
        self._dry = 0 if self._yard else self._dry + 1
        self._passes += 1
        self._turn = self._next[self._turn]
        self.drew = False
        if self._dry >= len(self.points):
            self._count(None)

    def _count(self, out: int | None) -> None:
        self.over = True
        gained = score_count([pips_of(held) for held in self._held], None if out is None else Seat(out), self._house)
        for seat, points in enumerate(gained):
            self.points[seat] += points
