"""Deals that a seat's view allows while a hand is played: hidden bones that agree with the passes, draws and answers.

These signs prove nothing, since a player may pass with a bone that fits, or keep quiet about a double (LB-6, LB-21). So
some deals ignore the signs, and all do if none agrees with them.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from games.core.chance import Chance
from games.core.seats import Seat
from games.lombardy.view import View
from games.pieces.dominoes import DOUBLE_MASK, FULL, Domino, dominoes_of, mask
from games.pieces.line import Line
from games.pieces.unseen import HiddenPlace, make_unseen_dealer

_DOUBTS: Final = 3
"""One deal in this many ignores the signs, since robots often pass though they could lay."""


class Deal(NamedTuple):
    """All hidden bones of a hand."""

    held: tuple[int, ...]
    """For each seat, the mask of the bones that it holds."""
    boneyard: tuple[Domino, ...]


def make_dealer(view: View, freely: bool = False) -> Callable[[Chance], Deal]:
    """Make a function that deals the hidden bones of a view anew at each call. If it deals `freely`, every deal ignores
    the signs."""
    unseen = FULL & ~mask(view.holding) & ~view.line.on_table
    hidden = [Seat(seat) for seat in range(view.players) if seat != view.seat]
    owned = [(seat, place) for seat in hidden for place in _list_places(view, seat, unseen)]
    places = [*(place for _, place in owned), HiddenPlace(view.boneyard, unseen)]
    deal_by_signs = make_unseen_dealer(unseen, places)
    deal_freely = make_unseen_dealer(unseen, [place._replace(may_hold=unseen) for place in places])

    def deal(chance: Chance) -> Deal:
        held = [mask(view.holding) if seat == view.seat else 0 for seat in range(view.players)]
        dealt = deal_by_signs(chance) if not freely and chance.below(_DOUBTS) else None
        if dealt is None:
            dealt = deal_freely(chance) or [0] * len(places)
        for (seat, _), bones in zip(owned, dealt, strict=False):
            held[seat] |= bones
        return Deal(tuple(held), chance.shuffle(dominoes_of(dealt[-1])))

    return deal


def _list_places(view: View, seat: Seat, unseen: int) -> list[HiddenPlace]:
    """The seat's hidden bones in groups, each with the bones that the signs allow in it.

    The first group was dealt; each bone that was drawn and kept is a group of its own. By the signs, a seat that passed
    had nothing that fitted then, and nobody was dealt a double above the lead. A draw says the same as a pass, but
    only where those who can lay must do so (LB-21); elsewhere players draw for something better.
    """
    dealt = FULL if view.line.first is None else ~(DOUBLE_MASK & ~((2 << view.line.first) - 1))
    draws_tell = view.house.pass_when_able == "forbidden"
    drawn: list[int] = []
    line = Line()
    draws = [step for player, step in view.draws if player == seat]
    for number, step in enumerate(view.steps):
        if step.seat == seat and line.first is not None:
            unfitting = ~line.wanted
            drew = number in draws
            if step.bone is None or (drew and draws_tell):
                dealt &= unfitting
                drawn = [may_hold & unfitting for may_hold in drawn]
            if drew and step.bone is None:
                drawn.append(FULL & unfitting)
            elif step.bone is not None and not drew and drawn and not dealt >> step.bone & 1:
                drawn.pop(0)
        if step.bone is not None:
            line = Line.begin(step.bone, spinner=True) if line.first is None else line.lay(step.bone, step.end)
    if len(view.steps) in draws:
        if draws_tell:
            dealt &= ~line.wanted
            drawn = [may_hold & ~line.wanted for may_hold in drawn]
        drawn = [*drawn, FULL]
    drawn = drawn[-view.counts[seat] :] if view.counts[seat] else []
    drawn_places = [HiddenPlace(1, unseen & may_hold) for may_hold in drawn]
    return [HiddenPlace(view.counts[seat] - len(drawn_places), unseen & dealt), *drawn_places]
