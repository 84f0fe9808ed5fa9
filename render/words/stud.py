"""Bonedoneskis in words."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from games.bonedoneskis.view import Called, Chair, Lying, View, Won
from games.pieces.cards import Card, code, from_code, spoken
from render.picture import Sheet, SheetRow
from render.words import (
    CLOSED,
    IS_CLOSED,
    ONLY_WAITS,
    WAITS,
    Names,
    Who,
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
_OUTCOMES: Final = {"waiting": "; to come", "now": "; now", "lapsed": "; came to nothing"}
Say = Callable[[Card], str]


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
        winners = sorted(
            {seat for pot in ending.pots for seat, share in pot.shares if share and pot.kind != "returned"}
        )
        return f"{join_words(who(seat) for seat in winners)} won at the showdown" if winners else "Nobody won"
    name = who(ending.seat) if ending.seat is not None else "Nobody"
    return f"{name}: Bonedoneskis!" if ending.how == "bonedoneskis" else f"{name} won, the others folded"


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
        return "Claims are open"
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
    return name_rule(name) + _cards(map(from_code, filter(None, codes.split("+"))), name_rule(name), spoken)


def _pot(kind: str, amount: int, seats: Iterable[int], who: Who) -> str:
    """Describe a pot, and the players in it if it is a side pot."""
    inside = f" of {join_words(map(who, seats))}" if kind == "side_pot" else ""
    return f"{spell_out(kind).capitalize()} {format_chips(amount)}{inside}"


def describe_winnings(pot: Won, who: Who) -> str:
    """Describe a pot and each player's share of it."""
    shares = ", ".join(f"{who(seat)} {format_chips(share)}" for seat, share in pot.shares)
    return f"{_pot(pot.kind, pot.amount, pot.seats, who)}: {shares}"


def describe_notes(view: View, who: Who, say: Say = spoken) -> list[str]:
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


def describe_state(chair: Chair) -> str:
    """Describe a seat without its cards: folded or all in, its bet, and a raise that it owes."""
    parts = [{"folded": "folded", "all_in": "all in", "out": "not dealt in"}.get(chair.state, "")]
    parts.append(f"bet {format_chips(chair.bet)}" if chair.bet else "")
    parts.append("owes a raise" if chair.krabler else "")
    return ", ".join(part for part in parts if part)


def describe_card(lying: Lying, card: Card | None, say: Say) -> str:
    """Describe a card of a line."""
    if card is None:
        return "face down"
    mark = f" ({lying.mark})" if lying.mark else ""
    return f"{say(card)}{mark}"


def _chair(view: View, chair: Chair, who: Who, say: Say) -> str:
    parts = f"{who(chair.seat)}{' (dealer)' if chair.seat == view.dealer else ''} {format_chips(chair.stack)}"
    about = describe_state(chair)
    parts += f", {about}" if about else ""
    parts += ", to bet" if chair.seat == view.turn else ""
    down = sum(public_card(chair, lying) is None for lying in chair.line)
    shown = [describe_card(lying, card, say) for lying in chair.line if (card := public_card(chair, lying)) is not None]
    cards = ([f"{down} face down"] if down else []) + shown
    return f"{parts}: {', '.join(cards)}" if cards else parts


def describe_board(view: View, names: Names) -> str:
    """Describe the public table."""

    def build(say: Say, who: Who) -> str:
        parts = ["Bonedoneskis", describe_heading(view).replace(" · ", ", ")]
        parts += [now] if (now := describe_moment(view, who)) != name_street(view) else []
        parts += [_chair(view, chair, who, say) for chair in view.chairs]
        return ". ".join(parts + describe_notes(view, who, say)) + "."

    who, seats = name_players(view, names), name_players(view, ())
    return choose_fitting(lambda: build(spoken, who), lambda: build(code, who), lambda: build(code, seats))


def describe_hand(view: View, names: Names, hidden: bool = False) -> str:
    """Describe the viewer's own line."""
    who = name_players(view, names)
    if view.seat is None:
        return describe_moment(view, who)
    chair = view.chairs[view.seat]
    parts = [f"The cards of {who(view.seat)}, {format_chips(chair.stack)} in chips"]
    shown = [
        "face down" if hidden or lying.card is None else describe_card(lying, lying.card, spoken)
        for lying in chair.line
    ]
    ways = ["up" if lying.up else "down" for lying in chair.line]
    parts.append(
        "Hidden: " + count_noun(len(shown), "card")
        if hidden
        else ", ".join(f"{card} {way}" for card, way in zip(shown, ways, strict=True)) or "No cards"
    )
    parts += [f"Called: {describe_own_call(words)}" for words in view.said]
    if view.owed:
        parts.append(f"To call: {format_chips(view.owed)}")
    return ". ".join([*parts, *dict.fromkeys(filter(None, (name_street(view), describe_moment(view, who))))]) + "."


def describe_receipt(view: View, names: Names) -> str:
    """Describe how the last hand ended."""
    who = name_players(view, names)
    ending = view.ending
    parts = [describe_heading(view).split(" · ")[0], describe_outcome(view, who)]
    if ending is not None:
        for shown in ending.hands:
            cards = " ".join(code(lying.card) for lying in view.chairs[shown.seat].line if lying.card is not None)
            parts.append(f"{who(shown.seat)}: {spell_out(shown.value)}, {cards}")
        parts += [describe_winnings(pot, who) for pot in ending.pots]
        parts.append(
            "In all: " + ", ".join(f"{who(seat)} {format_net(amount)}" for seat, amount in enumerate(ending.net))
        )
        if ending.rules:
            parts.append("Rules that fired: " + " ".join(ending.rules))
    return choose_fitting(lambda: ". ".join(parts) + ".")


def score_sheet(view: View, names: Names, reduce: Callable[[str], str]) -> Sheet:
    """Return the session so far, in cents: the sum of earlier hands, and the last hand."""
    who = name_players(view, names, reduce)
    columns = tuple(who(seat) for seat in range(view.players))
    last = view.ending.net if view.ending is not None else (0,) * view.players
    before = tuple(score - amount for score, amount in zip(view.scores, last, strict=True))
    rows = (SheetRow(str(view.hand), describe_outcome(view, who), last),) if view.ending is not None else ()
    return Sheet("Bonedoneskis", columns, rows, before, balanced=not sum(view.scores), hundredths=True)


def describe(view: View, names: Names) -> str:
    """Describe all that the viewer may see, for play without pictures."""
    parts = [describe_board(view, names)]
    if view.seat is not None:
        parts.insert(0, describe_hand(view, names))
    return "\n".join(parts)
