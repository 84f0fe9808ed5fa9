"""The rules that can be called, a row for each (section 4 of the rulebook), and the order in which calls count.

This order (BD-7, R27, R28) is defined only here: first R16, then R26 in seat order, then R14, then the rest by seat.
A seat's calls go in the order in which its cards came to lie face up, and end with its R23, R24 and R25.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.bonedoneskis.evaluation.packed import (
    DEALT,
    FRESH,
    STALE,
    TURNED,
    Placed,
    arrival_number_of,
    arrival_street_of,
    board_of,
    card_of,
    deal_street_of,
    face_of,
    is_activated,
    is_spent,
    is_up,
    list_arrived,
    origin_of,
    up_street_of,
)
from games.bonedoneskis.events import CountedCall
from games.bonedoneskis.options import House
from games.bonedoneskis.shapes import list_bare_pairs, list_krablers, list_rows, rises
from games.bonedoneskis.state import Row, State
from games.core.seats import Seat
from games.pieces.cards import RANK, Card, from_code, mask

POWER: Final = "power"
DUTY: Final = "duty"


class Trigger(NamedTuple):
    """A possible call: the row of its rule, the seat that owns the card or board, and the cards."""

    rule: "Rule"
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A row of section 4 of the rulebook: a rule that can be called."""

    id: str
    name: str
    kind: str
    rank: int
    """The rule's place in BD-7."""
    cards: frozenset[Card] = frozenset()
    origins: tuple[int, ...] = ()
    """The origins of a face-up card (packed.py) with which the rule may be called."""
    is_ready: Callable[[State, Seat, Card], bool] | None = None
    """A function that is True if a call of the seat's card would have an effect now: there are targets, or chips for
    the fee. None for a rule about a duel or a board's pattern, and for the River King."""


def _parse_cards(*codes: str) -> frozenset[Card]:
    return frozenset(from_code(name) for name in codes)


def list_targets(state: State, seat: Seat, ranks: tuple[int, ...] = (), street: int = 0) -> tuple[Card, ...]:
    """The face-up cards of the other live boards, in seat order, left to right. `ranks`, if given, keeps only cards of
    these ranks, and `street` only cards dealt on this street."""
    return tuple([
        card_of(placed)
        for other in state.live_seats
        if other != seat
        for placed in board_of(state.lines[other])
        if (not ranks or RANK[card_of(placed)] in ranks) and (not street or deal_street_of(placed) == street)
    ])  # fmt: skip


def has_down(state: State, seat: Seat) -> bool:
    """True if the seat has a face-down card."""
    return any(not is_up(placed) for placed in state.lines[seat])


def find_partner(state: State, seat: Seat, row: Row) -> Seat | None:
    """Find the partner of a row: the nearest live seat with a face-down card, on the side of the row's highest card
    (R26)."""
    others = state.list_clockwise(seat)
    if rises(row):
        others = others[::-1]
    return next((other for other in others if has_down(state, other)), None)


def stake_of(state: State) -> int:
    """The stake of each duellist (R16, SM-2); 0 if there is no duel (`duel_folded`) or a red 8 is face down (BD-7)."""
    snowmen = state.snowmen
    if snowmen is None:
        return 0
    faces_down = (snowmen.first_card, snowmen.second_card)
    if any(face_of(placed) in faces_down for seat in state.live_seats for placed in state.lines[seat]):
        return 0
    both = (snowmen.first, snowmen.second)
    live = [seat for seat in both if seat in state.live_seats]
    if len(live) < 2 and not (live and state.house.duel_folded):
        return 0
    return min(state.house.fee, *(state.stacks[seat] for seat in both))


def _has_fee(state: State, seat: Seat, card: Card) -> bool:
    return state.stacks[seat] >= state.house.fee


def _has_chips(state: State, seat: Seat, card: Card) -> bool:
    return state.stacks[seat] > 0


def _may_buy(state: State, seat: Seat, card: Card) -> bool:
    return _has_fee(state, seat, card) and bool(list_targets(state, seat))


def _may_steal(state: State, seat: Seat, card: Card) -> bool:
    return bool(list_targets(state, seat, (2, 5)))


def _has_own_down(state: State, seat: Seat, card: Card) -> bool:
    return has_down(state, seat)


def _always(state: State, seat: Seat, card: Card) -> bool:
    return True


def _has_any_down(state: State, seat: Seat, card: Card) -> bool:
    return any(has_down(state, other) for other in state.live_seats)


RULES: Final = (
    Rule("R4", "two_hog", POWER, 3, _parse_cards("2s"), (DEALT, FRESH), _may_steal),
    Rule("R6", "black_jack", DUTY, 3, _parse_cards("Js", "Jc"), (DEALT, TURNED, FRESH), _has_chips),
    Rule("R7", "sell_three", POWER, 3, _parse_cards("3s", "3h", "3d", "3c"), (DEALT, TURNED, FRESH), _has_fee),
    Rule("R14", "eight_ball", POWER, 2, _parse_cards("8s"), (DEALT, FRESH), _may_buy),
    Rule("R16", "duel", DUTY, 0),
    Rule("R17", "queen_of_hearts", POWER, 3, _parse_cards("Qh"), (DEALT, TURNED, FRESH), _has_any_down),
    Rule("R18", "kings_men", DUTY, 3, _parse_cards("Ks", "Kc"), (DEALT, TURNED, FRESH), _has_own_down),
    Rule("R19", "four_tician", POWER, 3, _parse_cards("4h", "4d"), (DEALT, TURNED, FRESH), _always),
    Rule("R21", "got_the_nine", POWER, 3, _parse_cards("9s"), (DEALT,), _always),
    Rule("R23", "fish_hook", DUTY, 4),
    Rule("R24", "krabler", DUTY, 5),
    Rule("R25", "river_king", POWER, 6, _parse_cards("Kh", "Kd")),
    Rule("R26", "straight_trade", DUTY, 1),
)  # fmt: skip
"""The rules in the order of section 4, which the Call menu keeps (SM-1)."""
BY_NAME: Final = {rule.name: rule for rule in RULES}
BY_ID: Final = {rule.id: rule for rule in RULES}
NAMES: Final = tuple(BY_NAME)
FEE_RULES: Final = ("R6", "R7", "R14", "R23")
"""The ids of the rules that cost somebody the fee (SM-7, SM-10, SM-11)."""
BY_CARD: Final = {card: rule for rule in RULES if rule.is_ready for card in rule.cards}
"""For each card with a rule of its own, that rule. Red kings are left out, because R25 needs more than the card."""
_SINGLES: Final = mask(BY_CARD)
_POWERS: Final = mask(card for card, rule in BY_CARD.items() if rule.kind == POWER)
_DUEL, _HOOK, _KRABLER, _KING, _ROW = (BY_ID[rule_id] for rule_id in ("R16", "R23", "R24", "R25", "R26"))
RED_KING_MASK: Final = mask(_KING.cards)


def list_origins(rule: Rule, house: House) -> tuple[int, ...]:
    """The origins of a face-up card with which the rule may be called in this house (`eight_ball_turned`,
    `stale_fires`)."""
    origins = rule.origins
    if rule.id == "R14":  # never stale (BD-5)
        return (*origins, TURNED) if house.eight_ball_turned else origins
    return (*origins, STALE) if house.stale_fires and FRESH in origins else origins


def _is_sleeping_king(placed: Placed) -> bool:
    """True for a red king that came as a hole card, was turned up, and is not called yet (R25)."""
    return is_up(placed) and not is_spent(placed) and card_of(placed) in _KING.cards and deal_street_of(placed) == 2


def _list_card_triggers(state: State, seat: Seat) -> list[Trigger]:
    """The calls of a seat's cards that came to lie face up on this street, in that order."""
    found: list[Trigger] = []
    for placed in list_arrived(state.lines[seat], state.street):
        rule = BY_CARD.get(card_of(placed))
        if rule is None or is_spent(placed) or origin_of(placed) not in list_origins(rule, state.house):
            continue
        if rule.id == "R6" and is_activated(placed):  # never charged again
            continue
        if rule.is_ready is not None and rule.is_ready(state, seat, card_of(placed)):
            found.append(Trigger(rule, seat, (card_of(placed),)))
    return found


def _list_board_triggers(state: State, seat: Seat) -> list[Trigger]:
    """The calls of the patterns on a seat's board, in the order of `Rule.rank`."""
    line, board, street = state.lines[seat], state.boards[seat], state.street
    found: list[Trigger] = []
    if state.stacks[seat]:
        if pairs := list_bare_pairs(line, board):
            known = set(map(frozenset, state.known_pairs[seat]))
            found += [Trigger(_HOOK, seat, pair) for pair in pairs if frozenset(pair) not in known][:1]
        for pair in list_krablers(line, board, street):
            first, second = (placed for placed in line if card_of(placed) in pair)
            earlier, later = (first, second) if deal_street_of(second) == street else (second, first)
            fresh = arrival_street_of(later) == street and origin_of(later) in (DEALT, FRESH)
            if pair not in state.called_krablers and fresh and origin_of(earlier) != STALE:
                found.append(Trigger(_KRABLER, seat, pair))
    if board & RED_KING_MASK and street < state.length:
        asleep = filter(_is_sleeping_king, line)
        kings = sorted(asleep, key=lambda king: (arrival_number_of(king), up_street_of(king)))
        found += [Trigger(_KING, seat, (card_of(placed),)) for placed in kings]
    return found


def _find_row_trigger(state: State, seat: Seat) -> Trigger | None:
    found = list_rows(state.lines[seat], state.boards[seat])
    new = [row for row in found if row not in state.known_rows[seat]] if found else found
    if not new or not has_down(state, seat) or find_partner(state, seat, new[-1]) is None:
        return None
    return Trigger(_ROW, seat, new[-1])


def list_triggers(state: State) -> tuple[Trigger, ...]:
    """Every possible call, in the order in which they would be carried out (BD-7, R27, R28)."""
    found: list[Trigger] = []
    if stake_of(state) and state.snowmen is not None:
        snowmen = state.snowmen
        found.append(Trigger(_DUEL, snowmen.second, (snowmen.first_card, snowmen.second_card)))
    for seat in state.live_seats:
        row = _find_row_trigger(state, seat)
        if row is not None:
            found.append(row)
    rest: list[Trigger] = []
    for seat in state.live_seats:
        if state.boards[seat] & _SINGLES:
            own = _list_card_triggers(state, seat)
            found.extend(trigger for trigger in own if trigger.rule.rank == 2)
            rest.extend(trigger for trigger in own if trigger.rule.rank == 3)
        rest += _list_board_triggers(state, seat)
    return (*found, *rest)


def list_slept(state: State) -> list[CountedCall]:
    """List the powers that can no longer be called once the betting begins (R29, Q-32). Red kings are slept on once the
    river is dealt (R25)."""
    slept = [
        trigger
        for seat in state.live_seats
        if state.boards[seat] & _POWERS
        for trigger in _list_card_triggers(state, seat)
        if trigger.rule.kind == POWER
    ]
    slept.sort(key=lambda power: power.rule.rank)
    if state.street == state.length:
        slept += [
            Trigger(_KING, seat, (card_of(king),))
            for seat in state.live_seats
            for king in filter(_is_sleeping_king, state.lines[seat])
            if arrival_street_of(king) < state.street
        ]
    return [CountedCall(rule.id, seat, cards, ()) for rule, seat, cards in slept]


def may_call(state: State, speaker: Seat, trigger: Trigger) -> bool:
    """True if the speaker may make the call. Only the holder may call a power; `duty_callers` decides who may call a
    duty (R29, Q-31)."""
    if trigger.rule.kind == DUTY and state.house.duty_callers != "holder":
        return True
    if trigger.rule is _DUEL and state.snowmen is not None:
        return speaker in (state.snowmen.first, state.snowmen.second)
    return speaker == trigger.seat


def is_same_call(trigger: Trigger, rule: str, seat: Seat, cards: tuple[Card, ...]) -> bool:
    """True if the trigger is the call of this rule, seat and cards. For hooks and rows, the cards may differ (BD-7)."""
    return trigger.rule.id == rule and trigger.seat == seat and (trigger.cards == cards or rule in ("R23", "R26"))
