"""The taps that write down a hand of Bonedoneskis from a real table."""

import re
from typing import Final

from games.bonedoneskis.options import House
from games.bonedoneskis.rulebook import FEE_RULES
from games.core.options import Options, bind
from games.core.real_table import Hand, HandLine, Tap, Taps, make_seat_taps, make_taps
from games.pieces.cards import CODES

_CHIPS: Final = (1, 5, 10, 25, 50), (500, 1_000, 2_000, 5_000, 10_000)
"""Two groups of amounts to add up, in cents."""
_AMOUNT: Final = re.compile(r"\d+(?:[.,]\d{1,2})?")
_CARD: Final = re.compile(r"(?:10|[2-9tjqka])[cdhs]", re.IGNORECASE)
_STREETS: Final = tuple(Tap(str(street), separator="") for street in range(2, 9))


def tap_real(players: int, options: Options, hand: Hand, line: HandLine | None) -> Taps:
    """Offer payments, and then the hands that were shown or how the hand ended."""
    if line is None or line.seat is None:
        return Taps()
    chips = _list_chips(bind(House, options))
    last = line.words.split()[-1] if line.words else ""
    has_amount = bool(_AMOUNT.fullmatch(last))
    others = make_seat_taps(players, line.seat)
    match line.verb:
        case "":
            shown = any(other.verb in ("shows", "mucks") for other in hand)
            ends = make_taps("shows", "mucks", *(() if shown else ("wins", "bonedoneskis")))
            return Taps((make_taps("paid", "fee", "nine", "duel", "krabler"), ends), may_end=False)
        case "shows":
            return _tap_cards(hand, line)
        case "paid":
            return Taps(chips, may_end=has_amount)
        case "fee" if last not in FEE_RULES:
            return Taps((*chips, *((make_taps(*FEE_RULES),) if has_amount else ())), may_end=False)
        case "nine" if has_amount:
            return Taps((*chips, make_seat_taps(players, line.seat, ", ")))
        case "duel" if has_amount:
            return Taps(chips)
        case "nine" | "duel":
            return Taps((others,) if line.words == line.verb else chips, may_end=False)
        case _:
            return Taps()


def _list_chips(house: House) -> tuple[tuple[Tap, ...], ...]:
    """Groups of amounts to add up: first the house's stakes, then the usual chips."""
    stakes = {house.ante, house.small_bet, house.big_bet, house.fee, house.nine_pay}
    groups = (sorted(stakes), *([cents for cents in group if cents not in stakes] for group in _CHIPS))
    return tuple(make_taps(*(f"{cents // 100}.{cents % 100:02}" for cents in group)) for group in groups)


def _list_unshown(hand: Hand) -> tuple[tuple[Tap, ...], ...]:
    """The taps for the cards that no line of a hand shows, a row for each suit, with a black jack's two readings."""
    text = " ".join(line.rest for line in hand if line.verb == "shows")
    shown = {card[:-1].upper().replace("10", "T") + card[-1].lower() for card in _CARD.findall(text)}
    codes = [code for code in (*CODES, "Jc*", "Js*") if code[:2] not in shown]
    rows = (make_taps(*(code for code in codes if code[1] == suit)) for suit in "cdhs")
    return tuple(filter(None, rows))


def _tap_cards(hand: Hand, line: HandLine) -> Taps:
    """Offer the cards that nobody has shown yet, and the marks that may follow the last card."""
    if line.words[-1] in "/@":
        return Taps((_STREETS,), may_end=False)
    down = line.rest.count("(") > line.rest.count(")")
    last = line.rest.split()[-1] if line.rest else ""
    after_card = bool(_CARD.match(last))
    brackets = (Tap(")" if down else "("),) if after_card or not down else ()
    streets = (
        *((Tap("/", separator=""),) if after_card and "/" not in last else ()),
        *((Tap("@", separator=""),) if after_card and not down and "@" not in last else ()),
    )
    return Taps(_list_unshown((*hand, line)), (*brackets, *streets), may_end=after_card or last == ")")
