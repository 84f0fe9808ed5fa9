"""A robot that plays from a view alone: it samples what it cannot see, bets by its share of the pot, bluffs now and
then, and speaks up for what it notices. All its luck is handed in."""

from collections.abc import Sequence
from typing import Any, Final

from games.bonedoneskis import moves
from games.bonedoneskis.evaluate import evaluator
from games.bonedoneskis.line import ACTIVATED, UP, Held, Line
from games.bonedoneskis.notation import choices
from games.bonedoneskis.options import Readings
from games.bonedoneskis.view import Asked, Chair, Lying, View
from games.core.chance import Chance
from games.pieces.cards import ALL, RANK, Card, code, from_code

SAMPLES: Final = 40
"""How many deals of the unseen cards an estimate takes."""
NOTICES: Final = 85
"""Of a hundred powers, how many the robot does not sleep (R29)."""
BLUFFS: Final = 5
"""Of a hundred turns, on how many it bets or raises whatever it holds."""
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
_DUTIES: Final = {"Js": "black_jack", "Jc": "black_jack", "Ks": "kings_men", "Kc": "kings_men"}


def robot(view: View, chance: Chance) -> Any:
    """The move of a robot that sees this view, or None to stay silent."""
    if view.seat is None:
        return None
    if view.phase == "between":
        return _between(view)
    if view.seat not in view.to_act:
        return None
    if view.phase == "calling":
        return _call(view, chance)
    if view.phase == "betting":
        return _bet(view, chance)
    return _choose(view, chance)


def _between(view: View) -> Any:
    assert view.seat is not None
    if view.may_show:
        return moves.Muck()
    if view.may_top_up and view.chairs[view.seat].stack < 10 * view.big_bet:
        return moves.TopUp()
    first = next((chair.seat for chair in view.chairs if chair.stack), None)
    with_chips = sum(1 for chair in view.chairs if chair.stack)
    return moves.Next() if view.seat == first and with_chips > 1 else None


def strength(view: View, chance: Chance, change: Line | None = None, samples: int = SAMPLES) -> float:
    """How often the viewer's hand is best when the unseen cards are dealt out by chance, 0 to 1.

    Others' face-up cards count as they lie. `change` is the viewer's line as it might become.
    """
    assert view.seat is not None
    own = change if change is not None else _line(view.chairs[view.seat])
    others = [_line(view.chairs[seat]) for seat in view.order if seat != view.seat]
    seen = {it & 63 for line in (own, *others) for it in line if it & 63 != 63}
    unseen = [card for card in ALL if card not in seen]
    to_come = max(0, view.length - max(view.street, 3))
    judge = evaluator(_RULES)
    won = 0.0
    for _ in range(samples):
        deck = list(unseen)

        def draw(deck: list[Card] = deck) -> Card:
            return deck.pop(chance.below(len(deck))) if len(deck) > 1 else deck[0]

        mine = judge.showdown(_filled(own, to_come, view, draw))
        best = max((judge.showdown(_filled(line, to_come, view, draw)) for line in others), default=0)
        won += 1.0 if mine > best else 0.5 if mine == best else 0.0
    return won / samples


def _filled(line: Line, to_come: int, view: View, draw: Any) -> Line:
    """The line with a card drawn for each unknown one and for each street to come, the river down."""
    whole = [Held(it & ~63 | draw()) if it & 63 == 63 else it for it in line]
    for street in range(view.length - to_come + 1, view.length + 1):
        up = UP | street << 8 if street < view.length else 0
        whole.append(Held(draw() | up | street << 12))
    return tuple(whole)


def _line(chair: Chair) -> Line:
    """A line as the evaluator reads it; a card that the viewer cannot see is number 63."""
    return tuple(_held(lying) for lying in chair.line)


def _held(lying: Lying) -> Held:
    card = 63 if lying.card is None else lying.card
    street = max(lying.dealt, 3) if lying.up else 0
    paid = lying.mark == "wild" and lying.card is not None and RANK[lying.card] == 11
    return Held(card | (UP if lying.up else 0) | (ACTIVATED if paid else 0) | street << 8 | lying.dealt << 12)


def _pot(view: View) -> int:
    return sum(pot.amount for pot in view.pots)


def _bet(view: View, chance: Chance) -> Any:
    """Raises with more than its share of the pot, calls where the price is right, bluffs now and then."""
    acts = view.acts
    up = next((act for act in acts if act in ("bet", "complete", "raise")), None)
    named = {"bet": moves.Bet, "complete": moves.Complete, "raise": moves.Raise}
    if "check" not in acts and "call" not in acts and up is not None:
        return named[up]()
    chances = strength(view, chance)
    fair = 1 / max(2, len(view.order))
    if up is not None:
        eager = chances > (1.35 * fair if view.bets == 0 else 1.7 * fair) or chances > 0.8
        if eager or chance.below(100) < BLUFFS:
            return named[up]()
    if "check" in acts:
        return moves.Check()
    price = view.owed / max(1, _pot(view) + view.owed)
    ahead = 1 + (view.length - view.street) * 0.12
    if chances >= price * ahead or "fold" not in acts:
        return moves.Call()
    return moves.Fold()


def _call(view: View, chance: Chance) -> Any:
    """Speaks up for what lies fresh on its own board, and now and then for what others owe."""
    assert view.seat is not None
    said = {tuple(words.split()) for words in view.said}
    for name, card in _noticed(view, view.chairs[view.seat]):
        if name not in view.callable or (name, code(card)) in said:
            continue
        if chance.below(100) < NOTICES and _worth(view, name, chance):
            return moves.Claim(name, card)
    if not view.reminders and view.anyone_calls and not view.said:
        for seat in view.order:
            for name, card in _owed(view.chairs[seat]):
                if seat != view.seat and chance.below(100) < NOTICES:
                    return moves.Claim(name, card)
    return moves.Done()


def _noticed(view: View, chair: Chair) -> list[tuple[str, Card]]:
    """The powers that the seat can see on its own board, with their cards."""
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
    """The duties of black jacks and black kings on somebody's board."""
    found = []
    for lying in chair.line:
        name = _DUTIES.get("" if lying.card is None else code(lying.card), "")
        if not name or lying.card is None or lying.used or lying.came not in ("dealt", "turned", "traded"):
            continue
        down = any(not each.up for each in chair.line)
        if down if name == "kings_men" else chair.stack and not lying.mark:
            found.append((name, lying.card))
    return found


def _worth(view: View, name: str, chance: Chance) -> bool:
    """Whether a power is worth its cost: free ones are, sold 3s and the 8 Ball when the pot is big enough."""
    if name not in ("sell_three", "eight_ball"):
        return True
    return _pot(view) >= 3 * view.fee and (name == "eight_ball" or strength(view, chance, None, SAMPLES // 2) < 0.6)


def _choose(view: View, chance: Chance) -> Any:
    asked = view.asked
    assert asked is not None and view.seat is not None
    if asked.kind == "pay":
        own = _line(view.chairs[view.seat])
        paid = _paid(own, asked) if asked.rule == "R6" and asked.amount == view.fee else own
        good = strength(view, chance, paid) * (_pot(view) + asked.amount) > asked.amount
        return moves.Pay() if good else moves.Fold()
    if asked.kind in ("trade", "steal"):
        best = _best_card(view, asked, chance)
        return moves.Trade(best) if asked.kind == "trade" else moves.Steal(best)
    if asked.kind == "turn_down":
        return moves.TurnDown(_to_turn_down(view, asked))
    if asked.kind == "turn_up":
        every = choices(view)
        rivals = [each for each in every if each.argument.split(".")[0] != str(view.seat + 1)] or every
        return rivals[chance.below(len(rivals))].move if len(rivals) > 1 else rivals[0].move
    return _own_card_up(view)


def _paid(line: Line, asked: Asked) -> Line:
    return tuple(Held(it | ACTIVATED) if it & 63 in asked.cards else it for it in line)


def _best_card(view: View, asked: Asked, chance: Chance) -> Card:
    """The target that does most for the viewer's own hand as it lies."""
    assert view.seat is not None
    own = _line(view.chairs[view.seat])
    judge = evaluator(_RULES)
    street = view.street

    def value(card: Card) -> tuple[int, int]:
        it = Held(card | UP | street << 8 | street << 12)
        if asked.kind == "steal":
            line: Sequence[Held] = (*own, it)
        else:
            line = [it if old & 63 in asked.cards else old for old in own]
        return judge.showdown(tuple(line)), RANK[card]

    return max(asked.targets, key=value)


def _to_turn_down(view: View, asked: Asked) -> Card:
    """A killer 4 on another board, else a wild, else the highest card of the most dangerous board (R15, R19)."""
    own = {lying.card for lying in view.chairs[view.seat].line} if view.seat is not None else set()
    others = [card for card in asked.targets if card not in own]
    if not others:
        return asked.targets[0]
    if _KILLER in others:
        return _KILLER
    wild = {lying.card for seat in view.order for lying in view.chairs[seat].line if lying.mark == "wild" and lying.up}
    return max(others, key=lambda card: (card in wild and RANK[card] == 7, RANK[card]))


def _own_card_up(view: View) -> Any:
    """Turns up a 7 if there is one, else the killer 4, else the leftmost."""
    assert view.seat is not None
    downs = [lying.card for lying in view.chairs[view.seat].line if not lying.up]
    wanted = [place for place, card in enumerate(downs) if card is not None and (RANK[card] == 7 or card == _KILLER)]
    return moves.TurnUp(view.seat, (wanted[0] if wanted else 0) + 1)
