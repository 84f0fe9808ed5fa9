"""The first version of Bonedoneskis' old hand, an opponent for later ones: it takes hidden cards to be random."""

from collections.abc import Callable, Sequence
from typing import Final

from games.bonedoneskis import deckhand, moves
from games.bonedoneskis.choices import choices
from games.bonedoneskis.evaluate import evaluator
from games.bonedoneskis.options import Readings
from games.bonedoneskis.packed import UNSEEN, Line, Placed, activate, card_of, fill_unseen, make_placed
from games.bonedoneskis.view import Asked, Chair, Lying, View
from games.core.chance import Chance
from games.core.robots import Level, Thought
from games.pieces.cards import ALL, RANK, Card, code, from_code

SAMPLES: Final = 40
"""The number of sampled deals of the unseen cards for one estimate."""
NOTICES: Final = {Level.DECKHAND: 40, Level.OLD_HAND: 85, Level.SHELLBACK: 85}
"""Of a hundred powers, the number that a robot notices (R29: it misses the others)."""
BLUFFS: Final = 5
"""Of a hundred turns, the number on which a robot bets or raises with any hand."""
_RULES: Final = Readings()
_KILLER: Final = from_code("4c")
_OWN: Final = {
    "4h": "four_tician",
    "4d": "four_tician",
    "Qh": "queen_of_hearts",
    "2s": "two_hog",
    "9s": "got_the_nine",
    "8s": "eight_ball",
}
_SOURCES: Final = {"two_hog": ("dealt", "traded"), "eight_ball": ("dealt", "traded"), "got_the_nine": ("dealt",)}
_RAISES: Final[dict[str, Callable[[], moves.Move]]] = {
    "bet": moves.Bet,
    "complete": moves.Complete,
    "raise": moves.Raise,
}
_DUTIES: Final = {"Js": "black_jack", "Jc": "black_jack", "Ks": "kings_men", "Kc": "kings_men"}


def robot(view: View, chance: Chance, level: Level = Level.OLD_HAND) -> Thought | None:
    """The robot's move at this level, with its reason, or None to stay silent."""
    if view.seat is None:
        return None
    if view.phase == "between":
        return _between(view)
    if view.seat not in view.to_act:
        return None
    if view.phase == "calling":
        return _call(view, chance, level)
    if view.phase == "betting":
        return _bet(view, chance, level)
    return _choose(view, chance, level)


def _between(view: View) -> Thought | None:
    assert view.seat is not None
    if view.may_show:
        return Thought(moves.Muck(), "mucks")
    if view.may_top_up and view.chairs[view.seat].stack < 10 * view.big_bet:
        return Thought(moves.TopUp(), "tops_up")
    first = next((chair.seat for chair in view.chairs if chair.stack), None)
    with_chips = sum(1 for chair in view.chairs if chair.stack)
    return Thought(moves.Next(), "next") if view.seat == first and with_chips > 1 else None


def strength(view: View, chance: Chance, change: Line | None = None, samples: int = SAMPLES) -> float:
    """The chance, 0 to 1, that the viewer's hand is best, from random deals of the unseen cards.

    Others' face-up cards count as they lie. `change` is a line to judge instead of the viewer's present line.
    """
    assert view.seat is not None
    own = change if change is not None else _line(view.chairs[view.seat])
    others = [_line(view.chairs[seat]) for seat in view.order if seat != view.seat]
    seen = {card_of(placed) for line in (own, *others) for placed in line if card_of(placed) != UNSEEN}
    unseen = [card for card in ALL if card not in seen]
    streets = range(max(view.street, 3) + 1, view.length + 1)
    to_come = tuple(make_placed(UNSEEN, street, street < view.length) for street in streets)
    judge = evaluator(_RULES)
    won = 0.0
    for _ in range(samples):
        deck = list(unseen)

        def draw(deck: list[Card] = deck) -> Card:
            return deck.pop(chance.below(len(deck))) if len(deck) > 1 else deck[0]

        mine = judge.showdown(fill_unseen((*own, *to_come), draw))
        best = max((judge.showdown(fill_unseen((*line, *to_come), draw)) for line in others), default=0)
        won += 1.0 if mine > best else 0.5 if mine == best else 0.0
    return won / samples


def _line(chair: Chair) -> Line:
    """A line as the evaluator reads it; a card that the viewer cannot see is `UNSEEN`."""
    return tuple(_held(lying) for lying in chair.line)


def _held(lying: Lying) -> Placed:
    card = UNSEEN if lying.card is None else lying.card
    paid = lying.mark == "wild" and lying.card is not None and RANK[lying.card] == 11
    return make_placed(card, lying.dealt, lying.up, max(lying.dealt, 3), paid)


def _pot(view: View) -> int:
    return sum(pot.amount for pot in view.pots)


def _bet(view: View, chance: Chance, level: Level) -> Thought:
    """Raise with a chance well above average, call at a good price, otherwise check or fold; bluff now and then."""
    assert view.seat is not None
    acts = view.acts
    up = next((_RAISES[act]() for act in acts if act in _RAISES), None)
    if "check" not in acts and "call" not in acts and up is not None:
        return Thought(up, "must_bet")
    if level is Level.DECKHAND:
        return deckhand.bet(view, _line(view.chairs[view.seat]), up)
    chances = strength(view, chance)
    fair = 1 / max(2, len(view.order))
    price = view.owed / max(1, _pot(view) + view.owed) * (1 + (view.length - view.street) * 0.12)
    facts = {"chances": round(100 * chances), "fair": round(100 * fair), "price": round(100 * price)}
    if up is not None:
        if chances > (1.35 * fair if view.bets == 0 else 1.7 * fair) or chances > 0.8:
            return Thought(up, "strong", facts)
        if chance.below(100) < BLUFFS:
            return Thought(up, "bluffs", facts)
    if "check" in acts:
        return Thought(moves.Check(), "not_strong", facts)
    if chances >= price or "fold" not in acts:
        return Thought(moves.Call(), "price_is_right" if chances >= price else "must_call", facts)
    return Thought(moves.Fold(), "too_dear", facts)


def _call(view: View, chance: Chance, level: Level) -> Thought:
    """Claim a fresh power on the robot's own board; otherwise remind another player of a duty, if it notices one."""
    assert view.seat is not None
    said = {tuple(words.split()) for words in view.said}
    otherwise = "nothing_to_claim"
    for name, card in _noticed(view, view.chairs[view.seat]):
        if name not in view.callable or (name, code(card)) in said:
            continue
        if chance.below(100) >= NOTICES[level]:
            otherwise = "overslept"
        elif level is Level.DECKHAND or _worth(view, name, chance):
            return Thought(moves.Claim(name, card), "claims", {"power": f"choice/{name}"})
        elif otherwise != "overslept":
            otherwise = "not_worth_it"
    if not view.reminders and view.anyone_calls and not view.said:
        for seat in view.order:
            for name, card in _owed(view.chairs[seat]):
                if seat != view.seat and chance.below(100) < NOTICES[level]:
                    return Thought(moves.Claim(name, card), "reminds", {"power": f"choice/{name}"})
    return Thought(moves.Done(), otherwise)


def _noticed(view: View, chair: Chair) -> list[tuple[str, Card]]:
    """The powers that a chair's player can see on its board, with their cards."""
    found = []
    for lying in chair.line:
        if lying.card is None or lying.used or lying.came not in ("dealt", "turned", "traded"):
            continue
        name = "sell_three" if RANK[lying.card] == 3 else _OWN.get(code(lying.card), "")
        if name and lying.came in _SOURCES.get(name, ("dealt", "turned", "traded")) and _ready(view, chair, name):
            found.append((name, lying.card))
    return found


def _ready(view: View, chair: Chair, name: str) -> bool:
    others = [lying for seat in view.order if seat != chair.seat for lying in view.chairs[seat].line if lying.up]
    if name == "two_hog":
        return any(lying.card is not None and RANK[lying.card] in (2, 5) for lying in others)
    if name == "eight_ball":
        return bool(others) and chair.stack >= view.fee
    if name == "sell_three":
        return chair.stack >= view.fee
    if name == "queen_of_hearts":
        return any(not lying.up for seat in view.order for lying in view.chairs[seat].line)
    return True


def _owed(chair: Chair) -> list[tuple[str, Card]]:
    """The duties of black jacks and black kings on a chair's board."""
    found = []
    for lying in chair.line:
        name = _DUTIES.get("" if lying.card is None else code(lying.card), "")
        if not name or lying.card is None or lying.used or lying.came not in ("dealt", "turned", "traded"):
            continue
        down = any(not lying.up for lying in chair.line)
        if down if name == "kings_men" else chair.stack and not lying.mark:
            found.append((name, lying.card))
    return found


def _worth(view: View, name: str, chance: Chance) -> bool:
    """True for a free power, for the 8 Ball if the pot is big, and for selling a 3 if the hand is weak as well."""
    if name not in ("sell_three", "eight_ball"):
        return True
    return _pot(view) >= 3 * view.fee and (name == "eight_ball" or strength(view, chance, None, SAMPLES // 2) < 0.6)


def _choose(view: View, chance: Chance, level: Level) -> Thought:
    asked = view.asked
    assert asked is not None and view.seat is not None
    plain = level is Level.DECKHAND
    if asked.kind == "pay":
        return _pay(view, asked, chance, plain)
    if asked.kind in ("trade", "steal"):
        wanted = deckhand.highest(asked) if plain else _best_card(view, asked, chance)
        move = moves.Trade(wanted) if asked.kind == "trade" else moves.Steal(wanted)
        return Thought(move, "highest" if plain else "best_for_me")
    if asked.kind == "turn_down":
        return _turn_down(view, asked)
    if asked.kind == "turn_up":
        every = choices(view)
        rivals = [choice for choice in every if choice.argument.split(".")[0] != str(view.seat + 1)]
        found = rivals or every
        place = chance.below(len(found)) if len(found) > 1 else 0
        return Thought(found[place].move, "looks" if rivals else "none_but_mine")
    return _own_card_up(view)


def _pay(view: View, asked: Asked, chance: Chance, plain: bool) -> Thought:
    assert view.seat is not None
    own = _line(view.chairs[view.seat])
    paid = _paid(own, asked) if asked.rule == "R6" and asked.amount == view.fee else own
    if plain:
        return deckhand.pay(view, paid)
    chances, pot = strength(view, chance, paid), _pot(view) + asked.amount
    facts = {"chances": round(100 * chances), "price": round(100 * asked.amount / max(1, pot))}
    if chances * pot > asked.amount:
        return Thought(moves.Pay(), "price_is_right", facts)
    return Thought(moves.Fold(), "too_dear", facts)


def _paid(line: Line, asked: Asked) -> Line:
    return tuple(activate(placed) if card_of(placed) in asked.cards else placed for placed in line)


def _best_card(view: View, asked: Asked, chance: Chance) -> Card:
    """The target that improves the viewer's own hand most."""
    assert view.seat is not None
    own = _line(view.chairs[view.seat])
    judge = evaluator(_RULES)
    street = view.street

    def value(card: Card) -> tuple[int, int]:
        placed = make_placed(card, street, True)
        if asked.kind == "steal":
            line: Sequence[Placed] = (*own, placed)
        else:
            line = [placed if card_of(old) in asked.cards else old for old in own]
        return judge.showdown(tuple(line)), RANK[card]

    return max(asked.targets, key=value)


def _turn_down(view: View, asked: Asked) -> Thought:
    """Turn down a killer 4 on another board, else a wild 7, else the highest card (R15, R19)."""
    own = {lying.card for lying in view.chairs[view.seat].line} if view.seat is not None else set()
    others = [card for card in asked.targets if card not in own]
    if not others:
        return Thought(moves.TurnDown(asked.targets[0]), "none_but_mine")
    wild = {lying.card for seat in view.order for lying in view.chairs[seat].line if lying.mark == "wild" and lying.up}
    worst = max(others, key=lambda card: (card == _KILLER, card in wild and RANK[card] == 7, RANK[card]))
    return Thought(moves.TurnDown(worst), "dangerous")


def _own_card_up(view: View) -> Thought:
    """Turn up one of the viewer's own cards: the leftmost 7 or killer 4, else the leftmost card."""
    assert view.seat is not None
    downs = [lying.card for lying in view.chairs[view.seat].line if not lying.up]
    wanted = [place for place, card in enumerate(downs) if card is not None and (RANK[card] == 7 or card == _KILLER)]
    return Thought(moves.TurnUp(view.seat, (wanted[0] if wanted else 0) + 1), "my_own" if wanted else "leftmost")
