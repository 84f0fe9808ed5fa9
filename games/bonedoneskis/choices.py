"""Moves open to a viewer, by the public table and their own cards."""

from typing import Final

from games.bonedoneskis import moves
from games.bonedoneskis.moves import Move
from games.bonedoneskis.notation import PLAIN, write
from games.bonedoneskis.view import Phase, View
from games.core.moves import Choice
from games.core.seats import Seat

_FEES: Final = frozenset({"black_jack", "sell_three", "eight_ball", "fish_hook"})
"""The claims that cost somebody the fee (SM-7, SM-10, SM-11)."""


def choices(view: View) -> tuple[Choice[Move], ...]:
    """The moves open to the seat, judged by public facts and its own hand. They reveal no power left uncalled (R29)."""
    if view.phase == Phase.BETTING:
        return tuple(Choice(PLAIN[verb](), verb, _stake(view, verb)) for verb in view.acts)
    return tuple(Choice(move, write(move), _cost(view, move), _holder(view, move)) for move in _moves(view))


def _cost(view: View, move: object) -> int:
    """The cost of a move, or the fee of whoever must pay for a claim."""
    if isinstance(move, moves.Claim):
        return view.fee if move.rule in _FEES else 0
    return view.asked.amount if view.asked is not None and isinstance(move, moves.Pay | moves.Trade) else 0


def _holder(view: View, move: object) -> Seat | None:
    """The seat before which the chosen face-up card lies."""
    if not isinstance(move, moves.Trade | moves.Steal | moves.TurnDown):
        return None
    return next((chair.seat for chair in view.chairs if any(lying.card == move.card for lying in chair.line)), None)


def _stake(view: View, verb: str) -> int:
    """The amount to show with an act: the cost of a call, the stack of an all-in, the new bet of a bet or raise."""
    if verb == "call":
        return view.owed
    if verb == "allin" and view.seat is not None:
        return view.chairs[view.seat].stack
    return view.bet_to if verb in ("bet", "complete", "raise") else 0


def _moves(view: View) -> list[moves.Move]:
    if view.phase in (Phase.BETWEEN, Phase.OVER):
        return _between(view)
    if view.phase == Phase.CALLING:
        speakers = view.seat is None or view.chairs[view.seat].state in ("live", "all_in")
        if not speakers:
            return []
        calls: list[moves.Move] = [moves.Claim(name) for name in view.callable]
        done = view.seat is None or view.seat in view.to_act
        return [moves.Done(), *calls] if done else calls
    asked = view.asked
    if asked is None or asked.seat != view.seat:
        return []
    if asked.kind == "pay":
        return [moves.Pay(), moves.Fold()]
    if asked.kind == "trade":
        return [moves.Trade(card) for card in asked.targets]
    if asked.kind == "steal":
        return [moves.Steal(card) for card in asked.targets]
    if asked.kind == "turn_down":
        return [moves.TurnDown(card) for card in asked.targets]
    chairs = [view.chairs[seat] for seat in (view.order if asked.kind == "turn_up" else (asked.seat,))]
    return [
        moves.TurnUp(chair.seat, place)
        for chair in chairs
        for place in range(1, sum(1 for lying in chair.line if not lying.up) + 1)
    ]


def _between(view: View) -> list[moves.Move]:
    found: list[moves.Move] = []
    with_chips = sum(1 for chair in view.chairs if chair.stack)
    if view.phase == Phase.BETWEEN and with_chips > 1:
        found.append(moves.Next())
    if view.may_top_up:
        found.append(moves.TopUp())
    if view.may_show:
        found.extend((moves.Show(), moves.Muck()))
    return found
