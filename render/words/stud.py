"""Bonedoneskis in words."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from games.bonedoneskis.view import Called, Chair, Ending, Lying, Shown, View, Won
from games.pieces.cards import RANK_NAMES, SUIT_NAMES, Card, from_code, name_card
from render.base.picture import Outcome, Sheet, SheetRow
from render.words import (
    CLOSED,
    IS_CLOSED,
    ONLY_WAITS,
    WAITS,
    Names,
    Who,
    address,
    choose_fitting,
    clean_name,
    count_noun,
    format_chips,
    format_net,
    join_words,
    name_seats,
)

STREETS: Final = ("", "", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
TITLES: Final = {
    "two_hog": "2 Hog",
    "black_jack": "Black Jack",
    "sell_three": "Sell a 3",
    "eight_ball": "8 Ball",
    "duel": "Dueling Snowmen",
    "queen_of_hearts": "Queen of Hearts",
    "kings_men": "The King's Men",
    "four_tician": "4-tician",
    "got_the_nine": "I Got The Nine",
    "fish_hook": "Fishing Hook",
    "krabler": "The Krabler",
    "river_king": "River King",
    "straight_trade": "Straight Up Face Down Trade",
}
"""The names of the rules that can be called."""
FIRED: Final = {
    "BD-15": "Extension",
    "R4": TITLES["two_hog"],
    "R6": TITLES["black_jack"],
    "R7": TITLES["sell_three"],
    "R10": "A Bonedoneskis",
    "R12": "Trade Cards",
    "R14": TITLES["eight_ball"],
    "R16": TITLES["duel"],
    "R17": TITLES["queen_of_hearts"],
    "R18": TITLES["kings_men"],
    "R19": TITLES["four_tician"],
    "R21": TITLES["got_the_nine"],
    "R23": TITLES["fish_hook"],
    "R24": TITLES["krabler"],
    "R25": TITLES["river_king"],
    "R26": TITLES["straight_trade"],
}
"""The names of the rules that a receipt may list, by id."""
_RANKS: Final = {1: "A", 11: "J", 12: "Q", 13: "K", 14: "A"}
_OUTCOMES: Final = {"waiting": "; to come", "now": "; now", "lapsed": "; came to nothing"}
Say = Callable[[Card], str]
_Open = tuple[Lying, Card]
"""A card that everybody sees, as it lies."""
_SayAll = Callable[[Iterable[_Open]], str]
"""Returns the names of cards, as a list in words."""


def name_players(view: View, names: Names, reduce: Callable[[str], str] = clean_name) -> Who:
    """Return the players' names, or "Seat 1" and so on without one."""
    return name_seats(names, [f"Seat {seat + 1}" for seat in range(view.players)], reduce)


def public_card(chair: Chair, lying: Lying) -> Card | None:
    """Return the card as everybody sees it: None if it is face down and not shown."""
    return lying.card if lying.up or chair.shown else None


def describe_outcome(view: View, who: Who) -> str:
    """Say how the hand ended."""
    ending = view.ending
    if ending is None:
        return "Between hands"
    if ending.how == "showdown":
        winners = _name_winners(ending, who)
        return f"{winners} won at the showdown" if winners else "Nobody won"
    name = who(ending.seat) if ending.seat is not None else "Nobody"
    return f"{name}: Bonedoneskis!" if ending.how == "bonedoneskis" else f"{name} won, the others folded"


def _name_winners(ending: Ending, who: Who) -> str:
    """Name the winners of pots at a showdown; empty if all chips were handed back."""
    winners = {seat for pot in ending.pots for seat, share in pot.shares if share and pot.kind != "returned"}
    return join_words(who(seat) for seat in sorted(winners))


def _describe_entry(ending: Ending, who: Who) -> str:
    """Say how a hand ended, for the narrow column of a sheet."""
    if ending.how == "showdown":
        winners = _name_winners(ending, who)
        return f"{winners}, showdown" if winners else "Nobody won"
    name = who(ending.seat) if ending.seat is not None else "Nobody"
    return f"{name}: Bonedoneskis!" if ending.how == "bonedoneskis" else f"{name}, unopposed"


def name_street(view: View) -> str:
    """Name the current street: "Third street"; empty between hands."""
    return f"{STREETS[view.street].capitalize()} street" if view.phase not in ("between", "over") else ""


def mark_closed(view: View) -> View:
    """Return the view of a closed table: nobody is asked, nobody owes, no call is open. A finished hand stays so."""
    if view.phase in ("between", "showing", "over"):
        return view
    chairs = tuple(replace(chair, krabler=False) for chair in view.chairs)
    calls = tuple(replace(call, outcome="") for call in view.calls)
    return replace(view, phase=CLOSED, to_act=(), deadline=None, turn=None, asked=None, chairs=chairs, calls=calls)


def let_wait(view: View) -> View:
    """Return the view of a seat that only waits: its own cards and the street, and nothing of the betting."""
    if view.seat is None:
        return view
    own = view.chairs[view.seat]
    return replace(
        view, phase=WAITS, to_act=(), deadline=None, turn=None, bring_in=None, chairs=(own,) * len(view.chairs),
        pots=(), to_match=0, bets=0, owed=0, bet_to=0, acts=(), asked=None, calls=(), last_calls=(), hot=(), muck=0,
        choosing="",
    )  # fmt: skip


def describe_moment(view: View, who: Who) -> str:
    """Say what the table is waiting for."""
    if view.phase == CLOSED:
        return IS_CLOSED
    if view.phase == WAITS:
        return ONLY_WAITS
    if view.asked is not None and view.phase in ("trading", "choosing"):
        name = who(view.asked.seat)
        if view.phase == "trading":
            return f"{name} has to trade ({view.asked.rule})"
        verb = "pays or folds" if view.asked.kind == "pay" else "chooses"
        return f"{name} {verb}: {name_rule(view.asked.name)} ({view.asked.rule})"
    if view.phase == "calling":
        again = view.reopened_by
        return (
            f"{who(again[0])} claims {name_rule(again[1])}: anything more?" if again is not None else "Claims are open"
        )
    if view.phase == "betting" and view.turn is not None:
        return f"{who(view.turn)} to bet"
    return name_street(view) or describe_outcome(view, who)


def name_rule(name: str) -> str:
    """Name a rule that can be called."""
    return TITLES.get(name, spell_out(name))


def spell_out(identifier: str) -> str:
    """Turn an identifier into words."""
    return identifier.replace("_", " ")


def _cards(cards: Iterable[Card], name: str, say: Say) -> str:
    """Name the cards of a call, unless its title does."""
    spelled = [say(card) for card in cards]
    return f", {join_words(spelled)}" if [card.lower() for card in spelled] != [name.lower()] else ""


def _call(call: Called, who: Who, say: Say) -> str:
    name = name_rule(call.name)
    cards = _cards(call.cards, name, say)
    return f"{who(call.seat)}: {name} ({call.rule}){cards}{_OUTCOMES.get(call.outcome, '')}"


def describe_own_call(words: str) -> str:
    """Describe one of the viewer's own calls, given as "two_hog 2s"."""
    name, _, codes = words.partition(" ")
    return name_rule(name) + _cards(map(from_code, filter(None, codes.split("+"))), name_rule(name), name_card)


def _pot(kind: str, amount: int, seats: Iterable[int], who: Who) -> str:
    """Describe a pot, and the players in it if it is a side pot."""
    inside = f" of {join_words(map(who, seats))}" if kind == "side_pot" else ""
    return f"{spell_out(kind).capitalize()} {format_chips(amount)}{inside}"


def describe_winnings(pot: Won, who: Who) -> str:
    """Describe a pot and each player's share of it."""
    shares = ", ".join(f"{who(seat)} {format_chips(share)}" for seat, share in pot.shares)
    return f"{_pot(pot.kind, pot.amount, pot.seats, who)}: {shares}"


def describe_notes(view: View, who: Who, say: Say = name_card) -> list[str]:
    """Describe the pots, the last round of calls and the latest war."""
    parts = [_pot("side_pot" if place else "pot", pot.amount, pot.seats, who) for place, pot in enumerate(view.pots)]
    parts += [_call(call, who, say) for call in view.calls]
    if view.duel is not None:
        turns = ", ".join(f"{say(first)} against {say(second)}" for first, second in view.duel.turns)
        parts.append(f"War of {who(view.duel.first)} and {who(view.duel.second)}: {turns}; {who(view.duel.winner)} won")
    return parts


def describe_heading(view: View) -> str:
    """Describe the hand: its number, the street, the number of cards and the rest of the deck."""
    if not view.hand:
        return "Bonedoneskis"
    return " · ".join(
        filter(None, (f"Hand {view.hand}", name_street(view), f"{view.length} cards", f"{view.deck} left"))
    )


_STATES: Final = {"folded": "folded", "all_in": "all in", "out": "not dealt in"}


def describe_missing_cards(chair: Chair) -> str:
    """Say why a seat has no cards: "Folded". Returns "" if it has some."""
    return "" if chair.line else _STATES.get(chair.state, "no cards").capitalize()


def describe_state(chair: Chair) -> str:
    """Describe a seat without its cards: folded or all in, its bet, and a raise that it owes."""
    parts = [_STATES.get(chair.state, "")]
    parts.append(f"bet {format_chips(chair.bet)}" if chair.bet else "")
    parts.append("owes a raise" if chair.krabler else "")
    return ", ".join(part for part in parts if part)


def describe_card(lying: Lying, card: Card | None, say: Say) -> str:
    """Describe a card of a line."""
    if card is None:
        return "face down"
    mark = f" ({lying.mark})" if lying.mark else ""
    return f"{say(card)}{mark}"


def _in_order(cards: Iterable[_Open]) -> str:
    """Name cards one by one: "9 of spades (wild), ace of hearts"."""
    return ", ".join(describe_card(lying, card, name_card) for lying, card in cards)


def _by_suit(cards: Iterable[_Open]) -> str:
    """Name cards in few words, a suit at a time: "ace 9 of spades, 10 of hearts (trade)"."""
    suits: dict[tuple[str, int], list[str]] = {}
    for lying, card in cards:
        suits.setdefault((lying.mark, card // 13), []).append(RANK_NAMES[card % 13])
    return ", ".join(
        f"{' '.join(ranks)} of {SUIT_NAMES[suit]}{f' ({mark})' if mark else ''}"
        for (mark, suit), ranks in suits.items()
    )


def _chair(view: View, chair: Chair, who: Who, name_all: _SayAll) -> str:
    ending = view.ending
    hand = next((shown for shown in ending.hands if shown.seat == chair.seat), None) if ending is not None else None
    parts = f"{who(chair.seat)}{' (dealer)' if chair.seat == view.dealer else ''} {format_chips(chair.stack)}"
    about = describe_state(chair)
    parts += f", {about}" if about else ""
    parts += ", to bet" if chair.seat == view.turn else ""
    down = sum(public_card(chair, lying) is None for lying in chair.line)
    shown = [(lying, card) for lying in chair.line if (card := public_card(chair, lying)) is not None]
    cards = ([f"{down} face down"] if down else []) + ([name_all(shown)] if shown else [])
    parts += f", {name_hand(hand)}{_describe_plays(hand)}" if hand is not None else ""
    return f"{parts}: {', '.join(cards)}" if cards else parts


def _fit_alt(write: Callable[[Who, _SayAll], str], view: View, names: Names) -> str:
    """Write a text with the longest names that fit: cards one by one or a suit at a time, players by name or place."""
    who, seats = name_players(view, names), name_players(view, ())
    return choose_fitting(lambda: write(who, _in_order), lambda: write(who, _by_suit), lambda: write(seats, _by_suit))


def describe_board(view: View, names: Names) -> str:
    """Describe the public table."""

    def write(who: Who, name_all: _SayAll) -> str:
        parts = ["Bonedoneskis", describe_heading(view).replace(" · ", ", ")]
        parts += [now] if (now := describe_moment(view, who)) != name_street(view) else []
        parts += [_chair(view, chair, who, name_all) for chair in view.chairs]
        return (". ".join(parts + describe_notes(view, who)) + ".").replace("?.", "?")

    return _fit_alt(write, view, names)


def describe_hand(view: View, names: Names, hidden: bool = False) -> str:
    """Describe the viewer's own line."""
    who = name_players(view, names)
    if view.seat is None:
        return describe_moment(view, who)
    chair = view.chairs[view.seat]
    parts = [f"The cards of {who(view.seat)}, {format_chips(chair.stack)} in chips"]
    shown = [
        "face down" if hidden or lying.card is None else describe_card(lying, lying.card, name_card)
        for lying in chair.line
    ]
    ways = ["up" if lying.up else "down" for lying in chair.line]
    parts.append(
        "Hidden: " + count_noun(len(shown), "card")
        if hidden and shown
        else ", ".join(f"{card} {way}" for card, way in zip(shown, ways, strict=True)) or describe_missing_cards(chair)
    )
    parts += [] if hidden else [f"Called: {describe_own_call(words)}" for words in view.said]
    if view.owed:
        parts.append(f"To call: {format_chips(view.owed)}")
    return ". ".join([*parts, *dict.fromkeys(filter(None, (name_street(view), describe_moment(view, who))))]) + "."


def name_fired(ending: Ending) -> str:
    """Name the rules that fired, with their ids: "2 Hog (R4), Trade Cards (R12)"."""
    return ", ".join(f"{FIRED[rule]} ({rule})" if rule in FIRED else rule for rule in ending.rules)


def describe_receipt(view: View, names: Names) -> str:
    """Describe how the last hand ended."""
    ending = view.ending

    def write(who: Who, name_all: _SayAll) -> str:
        parts = [describe_heading(view).split(" · ")[0], describe_outcome(view, who)]
        if ending is not None:
            for shown in ending.hands:
                line = view.chairs[shown.seat].line
                cards = name_all((lying, lying.card) for lying in line if lying.card is not None)
                parts.append(f"{who(shown.seat)}: {name_hand(shown)}, {cards}{_describe_plays(shown)}")
            parts += [describe_winnings(pot, who) for pot in ending.pots]
            parts.append(
                "In all: " + ", ".join(f"{who(seat)} {format_net(amount)}" for seat, amount in enumerate(ending.net))
            )
            if ending.rules:
                parts.append(f"Rules that fired: {name_fired(ending)}")
        return ". ".join(parts) + "."

    return _fit_alt(write, view, names)


def name_hand(shown: Shown) -> str:
    """Name a hand with its ranks, the higher first: "two pair, K 3 9"."""
    ranks = " ".join(_RANKS.get(rank, str(rank)) for rank in shown.ranks)
    return f"{spell_out(shown.value)}, {ranks}" if ranks else spell_out(shown.value)


def _describe_plays(shown: Shown) -> str:
    """Say which cards of a hand play as others: "; 7 of spades plays as K of hearts"."""
    others = [
        f"{' and '.join(name_card(from_code(one)) for one in lies.split('+'))} plays as "
        f"{'a 4 of no suit' if code == '4-' else name_card(from_code(code))}"
        for lies, code, rule in shown.plays
        if rule
    ]
    return f" ({', '.join(others)})" if others else ""


def tell_outcome(view: View, names: Names) -> Outcome | None:
    """Tell the viewer how the last hand ended, and which hands were shown; None while a hand is played."""
    ending = view.ending
    if ending is None or view.phase not in ("between", "showing", "over"):
        return None
    who = name_players(view, names)
    sentence = describe_outcome(view, who)
    if view.seat is not None:
        sentence = address(sentence, ending.net[view.seat], format_net(ending.net[view.seat]))
    moved = ", ".join(f"{who(seat)} {format_net(amount)}" for seat, amount in enumerate(ending.net) if amount)
    hands = tuple(
        f"{'You' if shown.seat == view.seat else who(shown.seat)}: {name_hand(shown)}" for shown in ending.hands
    )
    slept = join_words(
        f"{name_rule(name)} ({rule}){_cards(cards, name_rule(name), name_card)}" for rule, name, cards in view.slept
    )
    missed = [f"Nighty-night! You slept on {slept}"] if slept else []
    return Outcome(sentence, (*hands, *([moved] if moved else []), *missed))


def score_sheet(view: View, names: Names, reduce: Callable[[str], str]) -> Sheet:
    """Return the session so far, in cents: the sum of earlier hands, and the last hand."""
    who = name_players(view, names, reduce)
    columns = tuple(who(seat) for seat in range(view.players))
    last = view.ending.net if view.ending is not None else (0,) * view.players
    before = tuple(score - amount for score, amount in zip(view.scores, last, strict=True))
    rows = (SheetRow(str(view.hand), _describe_entry(view.ending, who), last),) if view.ending is not None else ()
    return Sheet("Bonedoneskis", columns, rows, before, balanced=not sum(view.scores), hundredths=True)


def describe(view: View, names: Names) -> str:
    """Describe all that the viewer may see, for play without pictures."""
    parts = [describe_board(view, names)]
    if view.seat is not None:
        parts.insert(0, describe_hand(view, names))
    return "\n".join(parts)
