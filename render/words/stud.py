"""A view of Bonedoneskis in words."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from games.bonedoneskis.view import Called, Chair, Lying, View, Won
from games.pieces.cards import Card, code, from_code, spoken
from render.picture import Sheet, SheetRow
from render.words import (
    CLOSED,
    IS_CLOSED,
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
"""What the rules that are called are known as."""
_OUTCOMES: Final = {"waiting": "; to come", "now": "; now", "lapsed": "; came to nothing"}
Say = Callable[[Card], str]


def name_players(view: View, names: Names, reduce: Callable[[str], str] = clean_name) -> Who:
    """The players' names; "Seat 1" and so on where there is none."""
    return name_seats(names, [f"Seat {seat + 1}" for seat in range(view.players)], reduce)


def public_card(chair: Chair, lying: Lying) -> Card | None:
    """The card as everybody sees it: None while it lies face down and its owner has not shown."""
    return lying.card if lying.up or chair.shown else None


def describe_outcome(view: View, who: Who) -> str:
    """How the hand ended."""
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
    """Which street is played: "Third street"; empty when none is."""
    return f"{STREETS[view.street].capitalize()} street" if view.phase not in ("between", "over") else ""


def mark_closed(view: View) -> View:
    """The table when it was closed in the middle of a hand: nobody is asked or owes, and what was called stays so."""
    if view.phase in ("between", "showing", "over"):
        return view
    chairs = tuple(replace(chair, krabler=False) for chair in view.chairs)
    calls = tuple(replace(call, outcome="") for call in view.calls)
    return replace(view, phase=CLOSED, to_act=(), deadline=None, turn=None, asked=None, chairs=chairs, calls=calls)


def describe_moment(view: View, who: Who) -> str:
    """What the table is waiting for."""
    if view.phase == CLOSED:
        return IS_CLOSED
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
    """What a rule that is called is known as."""
    return TITLES.get(name, spell_out(name))


def spell_out(identifier: str) -> str:
    """An identifier as words."""
    return identifier.replace("_", " ")


def _cards(cards: Iterable[Card], name: str, say: Say) -> str:
    """The cards of a call behind its title, where that does not name them already."""
    told = [say(card) for card in cards]
    return f", {join_words(told)}" if [one.lower() for one in told] != [name.lower()] else ""


def _call(call: Called, who: Who, say: Say) -> str:
    name = name_rule(call.name)
    cards = _cards(call.cards, name, say)
    return f"{who(call.seat)}: {name} ({call.rule}){cards}{_OUTCOMES.get(call.outcome, '')}"


def describe_own_call(words: str) -> str:
    """A call of the viewer's own, "two_hog 2s", as it is spoken."""
    name, _, codes = words.partition(" ")
    return name_rule(name) + _cards(map(from_code, filter(None, codes.split("+"))), name_rule(name), spoken)


def _pot(kind: str, amount: int, seats: Iterable[int], who: Who) -> str:
    """A pot, and of a side pot, who is in it."""
    inside = f" of {join_words(map(who, seats))}" if kind == "side_pot" else ""
    return f"{spell_out(kind).capitalize()} {format_chips(amount)}{inside}"


def describe_winnings(pot: Won, who: Who) -> str:
    """A pot and who had what of it."""
    shares = ", ".join(f"{who(seat)} {format_chips(share)}" for seat, share in pot.shares)
    return f"{_pot(pot.kind, pot.amount, pot.seats, who)}: {shares}"


def describe_notes(view: View, who: Who, say: Say = spoken) -> list[str]:
    """The pots, the last round of calls and the latest war."""
    told = [_pot("side_pot" if place else "pot", pot.amount, pot.seats, who) for place, pot in enumerate(view.pots)]
    told += [_call(call, who, say) for call in view.calls]
    if view.duel is not None:
        turns = ", ".join(f"{say(one)} against {say(other)}" for one, other in view.duel.turns)
        told.append(f"War of {who(view.duel.first)} and {who(view.duel.second)}: {turns}; {who(view.duel.winner)} won")
    return told


def describe_heading(view: View) -> str:
    """Which hand it is, how far it has come, and what is left of the deck."""
    if not view.hand:
        return "Bonedoneskis"
    return " · ".join(
        filter(None, (f"Hand {view.hand}", name_street(view), f"{view.length} cards", f"{view.deck} left"))
    )


def describe_state(view: View, chair: Chair) -> str:
    """What everybody knows of a seat besides its cards."""
    told = [{"folded": "folded", "all_in": "all in", "out": "not dealt in"}.get(chair.state, "")]
    told.append(f"bet {format_chips(chair.bet)}" if chair.bet else "")
    told.append("owes a raise" if chair.krabler else "")
    return ", ".join(part for part in told if part)


def describe_card(lying: Lying, card: Card | None, say: Say) -> str:
    """A card of a line."""
    if card is None:
        return "face down"
    mark = f" ({lying.mark})" if lying.mark else ""
    return f"{say(card)}{mark}"


def _chair(view: View, chair: Chair, who: Who, say: Say) -> str:
    told = f"{who(chair.seat)}{' (dealer)' if chair.seat == view.dealer else ''} {format_chips(chair.stack)}"
    about = describe_state(view, chair)
    told += f", {about}" if about else ""
    told += ", to bet" if chair.seat == view.turn else ""
    down = sum(public_card(chair, lying) is None for lying in chair.line)
    shown = [describe_card(lying, card, say) for lying in chair.line if (card := public_card(chair, lying)) is not None]
    cards = ([f"{down} face down"] if down else []) + shown
    return f"{told}: {', '.join(cards)}" if cards else told


def describe_board(view: View, names: Names) -> str:
    """The public table."""

    def told(say: Say, who: Who) -> str:
        parts = ["Bonedoneskis", describe_heading(view).replace(" · ", ", ")]
        parts += [now] if (now := describe_moment(view, who)) != name_street(view) else []
        parts += [_chair(view, chair, who, say) for chair in view.chairs]
        return ". ".join(parts + describe_notes(view, who, say)) + "."

    who, seats = name_players(view, names), name_players(view, ())
    return choose_fitting(lambda: told(spoken, who), lambda: told(code, who), lambda: told(code, seats))


def describe_hand(view: View, names: Names, hidden: bool = False) -> str:
    """The viewer's own line."""
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
    """How the last hand ended."""
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
    """The session so far, in cents: what earlier hands brought, and the last one."""
    who = name_players(view, names, reduce)
    columns = tuple(who(seat) for seat in range(view.players))
    last = view.ending.net if view.ending is not None else (0,) * view.players
    before = tuple(score - amount for score, amount in zip(view.scores, last, strict=True))
    rows = (SheetRow(str(view.hand), describe_outcome(view, who), last),) if view.ending is not None else ()
    return Sheet("Bonedoneskis", columns, rows, before, balanced=not sum(view.scores), hundredths=True)


def describe(view: View, names: Names) -> str:
    """All that the viewer may see, for play without pictures."""
    parts = [describe_board(view, names)]
    if view.seat is not None:
        parts.insert(0, describe_hand(view, names))
    return "\n".join(parts)
