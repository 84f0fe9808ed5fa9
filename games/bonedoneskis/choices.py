"""The moves open to a viewer, judged by the public table and the viewer's own cards."""

from collections.abc import Callable
from typing import Final

from games.bonedoneskis import moves
from games.bonedoneskis.moves import Move
from games.bonedoneskis.notation import PLAIN, write
from games.bonedoneskis.rulebook import BY_NAME, FEE_RULES
from games.bonedoneskis.view import Phase, View
from games.core.moves import Choice
from games.core.seats import Seat
from games.pieces.cards import Card

_FOR_A_CARD: Final[dict[str, Callable[[Card], Move]]] = {
    "trade": moves.Trade,
    "steal": moves.Steal,
    "turn_down": moves.TurnCard,
}
"""For each kind of question that asks for a card, the move that names the card."""


def choices(view: View) -> tuple[Choice[Move], ...]:
    """The moves open to the seat, judged by public facts and its own hand. Unless the house has reminders, the moves do
    not give away which powers the seat could call (R29)."""
    if view.phase == Phase.BETTING:
        return tuple(Choice(PLAIN[verb](), verb, _find_shown_amount(view, verb)) for verb in view.acts)
    return tuple(
        Choice(move, write(move), _find_cost(view, move), _find_holder(view, move)) for move in _list_moves(view)
    )


def _find_cost(view: View, move: object) -> int:
    """The chips that an answer costs, or the fee that a claim makes somebody pay; 0 for other moves."""
    if isinstance(move, moves.Claim):
        return view.house.fee if BY_NAME[move.rule].id in FEE_RULES else 0
    return view.asked.amount if view.asked is not None and isinstance(move, moves.Pay | moves.Trade) else 0


def _find_holder(view: View, move: object) -> Seat | None:
    """The seat that holds the face-up card named by the move; None for other moves."""
    if not isinstance(move, moves.Trade | moves.Steal | moves.TurnCard):
        return None
    return next(
        (chair.seat for chair in view.chairs if any(lying.up and lying.card == move.card for lying in chair.line)), None
    )


def _find_shown_amount(view: View, verb: str) -> int:
    """The amount to show with an act: the cost of a call, the stack of an all-in, the new bet of a bet or raise."""
    if verb == "call":
        return view.owed
    if verb == "allin" and view.seat is not None:
        return view.chairs[view.seat].stack
    return view.bet_to if verb in ("bet", "complete", "raise") else 0


def _list_moves(view: View) -> list[moves.Move]:
    if view.phase in (Phase.BETWEEN, Phase.OVER):
        return _list_between_hands(view)
    if view.phase == Phase.CALLING:
        may_speak = view.seat is None or view.chairs[view.seat].state in ("live", "all_in")
        if not may_speak:
            return []
        calls: list[moves.Move] = [moves.Claim(name) for name in view.callable]
        may_finish = view.seat is None or view.seat in view.to_act
        return [moves.Done(), *calls] if may_finish else calls
    asked = view.asked
    if asked is None or asked.seat != view.seat:
        return []
    if asked.kind == "pay":
        return [moves.Pay(), moves.Fold()]
    if asked.kind in _FOR_A_CARD:
        return [_FOR_A_CARD[asked.kind](card) for card in asked.targets]
    if asked.kind == "turn_own":
        return [
            moves.TurnCard(lying.card)
            for lying in view.chairs[asked.seat].line
            if not lying.up and lying.card is not None
        ]
    return [
        moves.TurnUp(chair.seat, place)
        for chair in (view.chairs[seat] for seat in view.live_seats)
        for place in range(1, sum(1 for lying in chair.line if not lying.up) + 1)
    ]


def _list_between_hands(view: View) -> list[moves.Move]:
    found: list[moves.Move] = []
    with_chips = sum(1 for chair in view.chairs if chair.stack)
    if view.phase == Phase.BETWEEN and with_chips > 1 and view.seat not in view.out:
        found.append(moves.Next())
    if view.most_top_up:
        found.append(moves.TopUp())
    if view.may_show:
        found.extend((moves.Show(), moves.Muck()))
    return found
