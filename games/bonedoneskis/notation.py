"""Conversion of moves to and from words: "claim sell_three 3h", "turn 3.1", "trade Js"."""

from collections.abc import Callable
from typing import Final

from games.bonedoneskis import moves
from games.bonedoneskis.rulebook import BY_NAME, NAMES
from games.bonedoneskis.view import View
from games.core.moves import Ambiguous, Unreadable
from games.core.numbers import format_hundredths, parse_hundredths
from games.core.seats import Seat
from games.pieces.cards import Card, code, parse_name

PLAIN: Final[dict[str, Callable[[], moves.Move]]] = {
    "check": moves.Check,
    "bet": moves.Bet,
    "call": moves.Call,
    "complete": moves.Complete,
    "raise": moves.Raise,
    "allin": moves.AllIn,
    "fold": moves.Fold,
    "pay": moves.Pay,
    "done": moves.Done,
    "combine": moves.Combine,
    "show": moves.Show,
    "muck": moves.Muck,
    "next": moves.Next,
    "sit": moves.SitDown,
}
_PLAIN_VERBS: Final = {kind: verb for verb, kind in PLAIN.items()}

_SPOKEN: Final = {
    "hog": "two_hog",
    "8_ball": "eight_ball",
    "snowmen": "duel",
    "war": "duel",
    "queen": "queen_of_hearts",
    "men": "kings_men",
    "4_tician": "four_tician",
    "politician": "four_tician",
    "nine": "got_the_nine",
    "hook": "fish_hook",
    "sailboat": "fish_hook",
    "face_down": "straight_trade",
    "jack": "black_jack",
    "sell": "sell_three",
}
"""Spoken names of the rules, each with the rule's identifier. A typed text that contains a spoken name means that
rule."""


def write(move: moves.Move) -> str:
    """The words of a move. `read` turns them back into the move."""
    match move:
        case moves.Claim(rule=rule, card=card):
            return f"claim {rule}" + (f" {code(card)}" if card is not None else "")
        case moves.Trade(card=card):
            return f"trade {code(card)}"
        case moves.Steal(card=card):
            return f"steal {code(card)}"
        case moves.TurnCard(card=card):
            return f"turn {code(card)}"
        case moves.TurnUp(seat=seat, place=place):
            return f"turn {seat + 1}.{place}"
        case moves.TopUp(amount=amount):
            return f"topup {format_hundredths(amount)}" if amount else "topup"
        case _:
            return _PLAIN_VERBS.get(type(move), "")


def read(view: View, verb: str, words: str) -> moves.Move:
    """Read the move from its words. Raises Unreadable or Ambiguous."""
    verb, words = verb.strip().lower(), words.strip()
    if verb in PLAIN:
        if words:
            raise Unreadable(words, "nothing", verb=verb)
        return PLAIN[verb]()
    if verb == "claim":
        return _read_claim(words)
    if verb == "buy":
        return moves.Claim("eight_ball", _read_card(words) if words else None)
    if verb == "sell":
        return moves.Claim("sell_three", _read_card(words) if words else None)
    if verb == "trade":
        return moves.Trade(_read_card(words))
    if verb == "steal":
        return moves.Steal(_read_card(words))
    if verb == "turn":
        return _read_turn(view, words)
    if verb == "topup":
        amount = parse_hundredths(words) if words else 0
        if amount is None:
            raise Unreadable(words, "amount")
        return moves.TopUp(amount)
    raise Unreadable(verb, "word")


def _read_card(words: str) -> Card:
    card = parse_name(words)
    if card is None:
        raise Unreadable(words, "card")
    return card


def _read_claim(words: str) -> moves.Claim:
    """Read a claim: a rule, and perhaps a card. The rule is given by its id, its identifier, a part of the identifier,
    or a spoken name."""
    parts = words.lower().removeprefix("the ").replace("-", "_").replace("'", "").replace("’", "").split()
    card: Card | None = None
    for at in range(1, len(parts)):
        card = parse_name(" ".join(parts[at:]))
        if card is not None:
            parts = parts[:at]
            break
    name = "_".join(parts)
    if not name:
        raise Unreadable(words, "one_of", names=NAMES)
    if name in BY_NAME:
        return moves.Claim(name, card)
    exact = [rule.name for rule in BY_NAME.values() if rule.id.lower() == name]
    spoken = [rule for spoken_name, rule in _SPOKEN.items() if spoken_name in name][:1]
    beginning = [rule for rule in NAMES if rule.startswith(name)]
    found = exact or spoken or beginning or [rule for rule in NAMES if name in rule]
    if len(found) > 1:
        raise Ambiguous(words, tuple(f"claim {rule}" for rule in found))
    if not found:
        raise Unreadable(words, "one_of", names=NAMES)
    return moves.Claim(found[0], card)


def _read_turn(view: View, words: str) -> moves.TurnUp | moves.TurnCard:
    """Read a card to turn.

    "3.1" is the first face-down card of seat 3, "2" the viewer's own second face-down card. A code ("Kh") names a
    face-up card to turn down, or a card of the viewer's own to turn up.
    """
    seat, dot, place = words.partition(".")
    if dot and seat.strip().isdecimal() and place.strip().isdecimal() and len(words) < 9:
        return moves.TurnUp(Seat(int(seat) - 1), int(place))
    if words.isdecimal() and len(words) < 3 and view.seat is not None:
        return moves.TurnUp(view.seat, int(words))
    card = parse_name(words)
    if card is None:
        raise Unreadable(words, "place")
    return moves.TurnCard(card)
