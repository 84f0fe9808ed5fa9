"""Bonedoneskis in words."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache

from games.bonedoneskis.view import Chair, ClosedCall, Ending, LyingCard, Phase, ShownHand, View
from games.pieces.cards import RANK_NAMES, RANK_WORDS, SUIT_NAMES, Card, from_code, name_card
from render.base.picture import Sheet, SheetRow
from render.words import CLOSED, Narrator, Voice, choose_fitting, name_seats

_OpenCard = tuple[LyingCard, Card]
"""A card that everybody sees, as it lies."""
NameCards = Callable[[Iterable[_OpenCard], Voice], str]
"""A function that names cards, as a list in words."""
NameCard = Callable[[Card], str]


def find_public_card(chair: Chair, lying: LyingCard) -> Card | None:
    """Return the card as everybody sees it: None if it is face down and not shown."""
    return lying.card if lying.up or chair.shown else None


def find_shown_hand(view: View, seat: int) -> ShownHand | None:
    """Find the hand that a seat showed at the showdown. There is none once the next hand is dealt."""
    hands = view.ending.hands if view.ending is not None else ()
    return next((shown for shown in hands if shown.seat == seat), None)


def describe_outcome(view: View, voice: Voice) -> str:
    """Say how the hand ended."""
    return _describe_ending(view.ending, voice, "") if view.ending is not None else voice.say("scene/between")


def _describe_ending(ending: Ending, voice: Voice, short: str) -> str:
    """Say how a hand ended. `short` is "_short" for the narrow column of a sheet."""
    if ending.how == "showdown":
        names = tuple(map(voice.name, list_winners(ending)))
        return voice.say(f"scene/showdown{short}", names=names) if names else voice.say("scene/nobody_won")
    name = voice.name(ending.seat) if ending.seat is not None else voice.say("scene/nobody")
    return voice.say(f"scene/{ending.how}{short}", name=name)


def list_winners(ending: Ending) -> list[int]:
    """The seats that won a hand: a pot, or all of it. Beside one who gained, one who lost on balance is no winner."""
    if ending.seat is not None:
        return [ending.seat]
    won_pots = [pot for pot in ending.pots if pot.kind != "returned"]
    winners = sorted({seat for pot in won_pots for seat, share in enumerate(pot.shares) if share})
    return [seat for seat in winners if ending.net[seat] > 0] or winners


def name_street(view: View, voice: Voice) -> str:
    """Name the current street: "Third street"; empty between hands."""
    return "" if view.phase in (Phase.BETWEEN, Phase.OVER) else voice.say(f"scene/street/{view.street}")


def mark_closed(view: View) -> View:
    """Return the view as it is once the table is closed: nobody is asked, nobody owes, no call is open.

    A hand that is over stays so.
    """
    if view.phase in (Phase.BETWEEN, Phase.OVER):
        return view
    chairs = tuple(replace(chair, krabler=False) for chair in view.chairs)
    calls = tuple(replace(call, outcome="done") for call in view.calls)
    return replace(view, phase=CLOSED, to_act=(), deadline=None, turn=None, asked=None, chairs=chairs, calls=calls)


def describe_moment(view: View, voice: Voice) -> str:
    """Say what the table is waiting for."""
    if view.phase == CLOSED:
        return voice.say(f"scene/{view.phase}")
    if view.asked is not None and view.phase in (Phase.TRADING, Phase.CHOOSING):
        name, rule, power = voice.name(view.asked.seat), view.asked.rule, name_rule(view.asked.name, voice)
        if view.phase == Phase.TRADING:
            return voice.say("scene/has_to_trade", name=name, rule=rule)
        key = "scene/pays_or_folds" if view.asked.kind == "pay" else "scene/chooses"
        return voice.say(key, name=name, power=power, rule=rule)
    if view.phase == Phase.CALLING:
        return voice.say("scene/claims_open")
    if view.phase == Phase.BETTING and view.turn is not None:
        return voice.tell("scene/to_bet", view.turn)
    return name_street(view, voice) or describe_outcome(view, voice)


def name_rule(name: str, voice: Voice) -> str:
    """Name a rule that can be called."""
    return voice.say(f"scene/power/{name}")


def name_power(name: str, rule: str, cards: Iterable[Card], voice: Voice, name_one: NameCard = name_card) -> str:
    """Name a rule that was called, with its id if it has one, and with the cards unless they are its name."""
    power = name_rule(name, voice)
    named = voice.say("scene/power", power=power, rule=rule) if rule else power
    if [name_card(card) for card in cards] in ([], [power.lower()]):
        return named
    return voice.say("scene/power/cards", power=named, cards=tuple(map(name_one, cards)))


def _describe_call(call: ClosedCall, voice: Voice) -> str:
    power = name_power(call.name, call.rule, call.cards, voice)
    claim = voice.tell("scene/call", call.seat, power=power)
    return voice.say(f"scene/call/{call.outcome}", call=claim)


def describe_own_call(words: str, voice: Voice) -> str:
    """Describe one of the viewer's own calls, given as "two_hog 2s"."""
    name, _, codes = words.partition(" ")
    return name_power(name, "", [*map(from_code, filter(None, codes.split("+")))], voice)


def describe_pot(kind: str, amount: int, seats: Iterable[int], voice: Voice) -> str:
    """Describe a pot, and the players in it if it is a side pot."""
    return voice.say(f"scene/pot/{kind}", amount=amount, names=tuple(map(voice.name, seats)))


def describe_notes(view: View, voice: Voice) -> list[str]:
    """Describe the pots, the last round of calls and the latest war."""
    parts = [
        describe_pot("side_pot" if place else "pot", pot.amount, pot.seats, voice)
        for place, pot in enumerate(view.pots)
    ]
    parts += [_describe_call(call, voice) for call in view.calls]
    if view.duel is not None:
        turns = voice.list(
            voice.say("scene/against", first=name_card(card), second=name_card(against))
            for card, against in view.duel.turns
        )
        first, second, winner = map(voice.name, (view.duel.first, view.duel.second, view.duel.winner))
        parts.append(voice.say("scene/war", first=first, second=second, turns=turns, winner=winner))
    return parts


def describe_heading(view: View, voice: Voice) -> str:
    """Describe the hand: its number, the street, which card of how many it brings, and the rest of the deck."""
    if not view.hand:
        return voice.say("scene/title")
    street = name_street(view, voice)
    parts = (
        voice.say("scene/hand", hand=view.hand),
        street,
        street and voice.say("scene/cards", count=view.street, most=view.length),
        voice.say("scene/deck", count=view.deck_size),
    )
    return " · ".join(filter(None, parts))


def describe_missing_cards(chair: Chair, voice: Voice) -> str:
    """Say why a seat has no cards: "Folded". Returns "" if it has some."""
    return "" if chair.line else voice.say(f"scene/no_cards/{chair.state}")


def describe_state(chair: Chair, voice: Voice) -> str:
    """Describe the state of a seat, without its cards: folded or all in, its bet, and a raise that it owes."""
    bet = voice.say("scene/bet", amount=chair.bet) if chair.bet and chair.line else ""
    duty = voice.say("scene/owes_raise") if chair.krabler else ""
    return voice.list((voice.say(f"scene/state/{chair.state}"), bet, duty))


def _add_marks(card: str, voice: Voice, *marks: str) -> str:
    told = voice.list(voice.say(f"scene/mark/{mark}") for mark in marks if mark)
    return voice.say("scene/marked", card=card, mark=told) if told else card


def name_in_order(cards: Iterable[_OpenCard], voice: Voice) -> str:
    """Name cards that everybody sees one by one: "9 of spades (wild), ace of hearts (down)"."""
    return voice.list(
        _add_marks(name_card(card), voice, lying.mark, "" if lying.up else "down") for lying, card in cards
    )


def _name_by_suit(cards: Iterable[_OpenCard], voice: Voice) -> str:
    """Name cards in few words, a suit at a time: "ace 9 of spades, 10 of hearts (trade)"."""
    suits: dict[tuple[str, int], list[str]] = {}
    for lying, card in cards:
        suits.setdefault((lying.mark, card // 13), []).append(RANK_NAMES[card % 13])
    return voice.list(
        _add_marks(voice.say("scene/suited", ranks=" ".join(ranks), suit=SUIT_NAMES[suit]), voice, mark)
        for (mark, suit), ranks in suits.items()
    )


def _describe_chair(view: View, chair: Chair, voice: Voice, name_all: NameCards) -> str:
    hand = find_shown_hand(view, chair.seat)
    key = "scene/row/dealer" if chair.seat == view.dealer else "scene/row"
    named = voice.tell(key, chair.seat, chips=chair.stack)
    facts = named, describe_state(chair, voice), describe_shown(hand, voice) if hand else ""
    open_cards = [(lying, card) for lying in chair.line if (card := find_public_card(chair, lying)) is not None]
    down = len(chair.line) - len(open_cards)
    hidden, row = voice.say("scene/some_down", count=down) if down else "", voice.list(facts)
    cards = voice.list((hidden, name_all(open_cards, voice)))
    return voice.say("scene/row/cards", row=row, cards=cards) if cards else row


def fit_alt(write: Callable[[Voice, NameCards], str], view: View, narrator: Narrator) -> str:
    """Write a text with the longest names that fit: cards one by one or a suit at a time, players by name or seat."""
    named, placed = name_seats(view, narrator), name_seats(view, narrator, named=False)
    return choose_fitting(
        lambda: write(named, name_in_order), lambda: write(named, _name_by_suit), lambda: write(placed, _name_by_suit)
    )


@lru_cache(maxsize=16)  # the same for every reader of a table
def describe_board(view: View, narrator: Narrator, moment: bool = True) -> str:
    """Describe the public table."""

    def write(voice: Voice, name_all: NameCards) -> str:
        heading = describe_heading(view, voice).replace(" · ", voice.say("list/comma"))
        now = describe_moment(view, voice) if moment else ""
        now = "" if now == name_street(view, voice) else now
        chairs = (_describe_chair(view, chair, voice, name_all) for chair in view.chairs)
        return voice.join_sentences((voice.say("scene/title"), heading, now, *chairs, *describe_notes(view, voice)))

    return fit_alt(write, view, narrator)


def describe_hand(view: View, narrator: Narrator) -> str:
    """Describe the viewer's own line. Whose turn it is, the board or the headline says."""
    voice = name_seats(view, narrator)
    chair = view.chairs[view.seat or 0]
    parts = [voice.tell("scene/held", chair.seat, chips=chair.stack)]
    line = [
        voice.say(f"scene/lies/{'up' if lying.up else 'down'}", card=_add_marks(name_card(card), voice, lying.mark))
        for lying, card in chair.seen
    ]
    parts += voice.list(line) or describe_missing_cards(chair, voice), name_own_hand(view, voice)
    parts += (voice.say("scene/called", call=describe_own_call(words, voice)) for words in view.said)
    to_call = voice.say("scene/to_call", amount=view.owed) if view.owed else ""
    return voice.join_sentences((*parts, to_call))


def name_hand(shown: ShownHand, voice: Voice) -> str:
    """Name a hand: "pair of aces", "full house, kings over sixes"."""
    names = [RANK_WORDS[rank - 2] for rank in dict.fromkeys(shown.ranks)]
    first, second, *_ = [*(f"{name}es" if name == "six" else f"{name}s" for name in names), "", ""]
    return voice.say(f"scene/value/{shown.value}", high=names[0] if names else "", first=first, second=second)


def list_plays(shown: ShownHand, voice: Voice, name: NameCard, printed: bool = False) -> list[str]:
    """Name the cards of a hand that played as others, as "J♠ as 9♦ (R6)"; with `printed`, all of them."""
    return [
        voice.say(
            "scene/plays",
            cards=tuple(name(from_code(card)) for card in lies.split("+")),
            card=voice.say("scene/plays/killer") if code == "4-" else name(from_code(code)),
            rule=rule,
        )
        if rule
        else name(from_code(code))
        for lies, (code, rule) in {lies: play for lies, *play in shown.plays}.items()  # a 4♠ may be two of the five
        if rule or printed
    ]


def describe_shown(shown: ShownHand, voice: Voice, name: NameCard = name_card, idle: Iterable[str] = ()) -> str:
    """Describe a shown hand with the cards that played as others: "straight to the queen; J♠ as 9♦ (R6)". Its `idle`
    cards come last."""
    return voice.join_clauses((name_hand(shown, voice), *list_plays(shown, voice, name), *idle))


def name_own_hand(view: View, voice: Voice, name: NameCard = name_card) -> str:
    """Name the viewer's own hand as their cards speak now, and their dead cards: "pair of aces; 6♦ dead (R9)". Empty
    without cards, and between hands."""
    hand = view.own_hand
    if hand is None or view.ending is not None:
        return ""
    dead = [voice.say("scene/idle/dead", card=name(card)) for card in list_dead(view)]
    return describe_shown(hand, voice, name, dead)


def list_dead(view: View) -> list[Card]:
    """The viewer's own dead cards (R9)."""
    seen = view.chairs[view.seat].seen if view.seat is not None else ()
    return [card for lying, card in seen if lying.mark == "dead"]


def fill_score_sheet(view: View, narrator: Narrator, reduce: Callable[[str], str]) -> Sheet:
    """Return the score sheet, in hundredths of a chip: the sum of the earlier hands, and the last hand."""
    voice = name_seats(view, narrator, reduce)
    columns = tuple(voice.name(seat) for seat in range(view.players))
    before, rows = view.scores, tuple[SheetRow, ...]()
    if (ending := view.ending) is not None:
        before = tuple(score - amount for score, amount in zip(before, ending.net, strict=True))
        rows = (SheetRow(str(view.hand), _describe_ending(ending, voice, "_short"), ending.net),)
    return Sheet(voice.say("scene/title"), columns, rows, before, balanced=not sum(view.scores), hundredths=True)
