"""Bonedoneskis in words."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Final

from games.bonedoneskis.view import Chair, ClosedCall, Ending, LyingCard, Phase, ShownHand, View
from games.pieces.cards import RANK_NAMES, RANK_WORDS, SUIT_NAMES, Card, from_code, name_card, symbol
from render.base.picture import EndingWords, Sheet, SheetRow
from render.words import CLOSED, Narrator, Voice, choose_fitting, format_net, name_seats

_OpenCard = tuple[LyingCard, Card]
"""A card that everybody sees, as it lies."""
_RED_KINGS: Final = (from_code("Kh"), from_code("Kd"))
_NameCards = Callable[[Iterable[_OpenCard], Voice], str]
"""A function that names cards, as a list in words."""


def find_public_card(chair: Chair, lying: LyingCard) -> Card | None:
    """Return the card as everybody sees it: None if it is face down and not shown."""
    return lying.card if lying.up or chair.shown else None


def describe_outcome(view: View, voice: Voice) -> str:
    """Say how the hand ended."""
    return _describe_ending(view.ending, voice, "") if view.ending is not None else voice.say("scene/between")


def _describe_ending(ending: Ending, voice: Voice, short: str) -> str:
    """Say how a hand ended. `short` is "_short" for the narrow column of a sheet."""
    if ending.how == "showdown":
        names = tuple(map(voice.name, _list_winners(ending)))
        return voice.say(f"scene/showdown{short}", names=names) if names else voice.say("scene/nobody_won")
    name = voice.name(ending.seat) if ending.seat is not None else voice.say("scene/nobody")
    return voice.say("scene/bonedoneskis" if ending.how == "bonedoneskis" else f"scene/last{short}", name=name)


def _list_winners(ending: Ending) -> list[int]:
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
    calls = tuple(replace(call, outcome="") for call in view.calls)
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
        reopened_by = view.reopened_by
        if reopened_by is None:
            return voice.say("scene/claims_open")
        return voice.say("scene/claims", name=voice.name(reopened_by[0]), power=name_rule(reopened_by[1], voice))
    if view.phase == Phase.BETTING and view.turn is not None:
        return voice.say("scene/to_bet", name=voice.name(view.turn))
    return name_street(view, voice) or describe_outcome(view, voice)


def name_rule(name: str, voice: Voice) -> str:
    """Name a rule that can be called."""
    return voice.say(f"scene/power/{name}")


def _name_power(name: str, rule: str, cards: Iterable[Card], voice: Voice) -> str:
    """Name a rule that was called, with its id if it has one, and with the cards unless they are its name."""
    power = name_rule(name, voice)
    named = voice.say("scene/power", power=power, rule=rule) if rule else power
    card_names = tuple(map(name_card, cards))
    if not card_names or [card.lower() for card in card_names] == [power.lower()]:
        return named
    return voice.say("scene/power/cards", power=named, cards=card_names)


def _describe_call(call: ClosedCall, voice: Voice) -> str:
    power = _name_power(call.name, call.rule, call.cards, voice)
    claim = voice.say("scene/call", name=voice.name(call.seat), power=power)
    has_outcome = call.outcome in ("waiting", "now", "lapsed")
    return voice.say(f"scene/call/{call.outcome}", call=claim) if has_outcome else claim


def describe_own_call(words: str, voice: Voice) -> str:
    """Describe one of the viewer's own calls, given as "two_hog 2s"."""
    name, _, codes = words.partition(" ")
    return _name_power(name, "", map(from_code, filter(None, codes.split("+"))), voice)


def _describe_pot(kind: str, amount: int, seats: Iterable[int], voice: Voice) -> str:
    """Describe a pot, and the players in it if it is a side pot."""
    return voice.say(f"scene/pot/{kind}", amount=amount, names=tuple(map(voice.name, seats)))


def describe_winnings(ending: Ending, voice: Voice) -> list[str]:
    """Describe each pot, and each player's share of it."""
    lines = []
    for pot in ending.pots:
        shares = ((voice.name(seat), share) for seat, share in enumerate(pot.shares) if share)
        won = voice.list(voice.say("scene/share", name=name, amount=share) for name, share in shares)
        lines.append(voice.say("scene/winnings", pot=_describe_pot(pot.kind, pot.amount, pot.seats, voice), shares=won))
    return lines


def describe_notes(view: View, voice: Voice) -> list[str]:
    """Describe the pots, the last round of calls and the latest war."""
    parts = [
        _describe_pot("side_pot" if place else "pot", pot.amount, pot.seats, voice)
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
    """Describe the hand: its number, the street, the number of cards and the rest of the deck."""
    if not view.hand:
        return voice.say("scene/title")
    parts = (
        voice.say("scene/hand", hand=view.hand),
        name_street(view, voice),
        voice.say("scene/cards", count=view.length),
        voice.say("scene/deck", count=view.deck_size),
    )
    return " · ".join(filter(None, parts))


_STATES: Final = ("folded", "all_in", "out")


def describe_missing_cards(chair: Chair, voice: Voice) -> str:
    """Say why a seat has no cards: "Folded". Returns "" if it has some."""
    if chair.line:
        return ""
    return voice.say(f"scene/no_cards/{chair.state}" if chair.state in _STATES else "scene/no_cards")


def describe_state(chair: Chair, voice: Voice) -> str:
    """Describe the state of a seat, without its cards: folded or all in, its bet, and a raise that it owes."""
    parts = [voice.say(f"scene/state/{chair.state}")] if chair.state in _STATES else []
    parts += [voice.say("scene/bet", amount=chair.bet)] if chair.bet else []
    parts += [voice.say("scene/owes_raise")] if chair.krabler else []
    return voice.list(parts)


def describe_card(lying: LyingCard, card: Card | None, voice: Voice) -> str:
    """Describe a card of a line."""
    return voice.say("scene/face_down") if card is None else _add_mark(name_card(card), lying.mark, voice)


def _add_mark(card: str, mark: str, voice: Voice) -> str:
    return voice.say("scene/marked", card=card, mark=voice.say(f"scene/mark/{mark}")) if mark else card


def _name_in_order(cards: Iterable[_OpenCard], voice: Voice) -> str:
    """Name cards one by one: "9 of spades (wild), ace of hearts"."""
    return voice.list(describe_card(lying, card, voice) for lying, card in cards)


def _name_by_suit(cards: Iterable[_OpenCard], voice: Voice) -> str:
    """Name cards in few words, a suit at a time: "ace 9 of spades, 10 of hearts (trade)"."""
    suits: dict[tuple[str, int], list[str]] = {}
    for lying, card in cards:
        suits.setdefault((lying.mark, card // 13), []).append(RANK_NAMES[card % 13])
    return voice.list(
        _add_mark(voice.say("scene/suited", ranks=" ".join(ranks), suit=SUIT_NAMES[suit]), mark, voice)
        for (mark, suit), ranks in suits.items()
    )


def _describe_chair(view: View, chair: Chair, voice: Voice, name_all: _NameCards) -> str:
    ending = view.ending
    hands = ending.hands if ending is not None else ()
    hand = next((shown for shown in hands if shown.seat == chair.seat), None)
    key = "scene/row/dealer" if chair.seat == view.dealer else "scene/row"
    facts = [voice.say(key, name=voice.name(chair.seat), chips=chair.stack)]
    facts += [describe_state(chair, voice)]
    facts += [describe_shown(hand, voice)] if hand is not None else []
    down = sum(find_public_card(chair, lying) is None for lying in chair.line)
    open_cards = [(lying, card) for lying in chair.line if (card := find_public_card(chair, lying)) is not None]
    parts = [voice.say("scene/some_down", count=down)] if down else []
    parts += [name_all(open_cards, voice)] if open_cards else []
    row = voice.list(filter(None, facts))
    return voice.say("scene/row/cards", row=row, cards=voice.list(parts)) if parts else row


def _fit_alt(write: Callable[[Voice, _NameCards], str], view: View, narrator: Narrator) -> str:
    """Write a text with the longest names that fit: cards one by one or a suit at a time, players by name or seat."""
    named, placed = name_seats(view, narrator), name_seats(view, narrator, named=False)
    return choose_fitting(
        lambda: write(named, _name_in_order), lambda: write(named, _name_by_suit), lambda: write(placed, _name_by_suit)
    )


@lru_cache(maxsize=16)  # the same for every reader of a table
def describe_board(view: View, narrator: Narrator, moment: bool = True) -> str:
    """Describe the public table."""

    def write(voice: Voice, name_all: _NameCards) -> str:
        parts = [voice.say("scene/title"), describe_heading(view, voice).replace(" · ", voice.say("list/comma"))]
        now = describe_moment(view, voice) if moment else name_street(view, voice)
        parts += [now] if now != name_street(view, voice) else []
        parts += [_describe_chair(view, chair, voice, name_all) for chair in view.chairs]
        return voice.join_sentences(parts + describe_notes(view, voice)).replace("?.", "?")

    return _fit_alt(write, view, narrator)


def describe_hand(view: View, narrator: Narrator) -> str:
    """Describe the viewer's own line. Whose turn it is, the board or the headline says."""
    voice = name_seats(view, narrator)
    if view.seat is None:
        return describe_moment(view, voice)
    chair = view.chairs[view.seat]
    parts = [voice.say("scene/held", name=voice.name(view.seat), chips=chair.stack)]
    line = [
        voice.say("scene/lies/up" if lying.up else "scene/lies/down", card=describe_card(lying, lying.card, voice))
        for lying in chair.line
    ]
    parts.append(voice.list(line) or describe_missing_cards(chair, voice))
    parts += [own_hand] if (own_hand := name_own_hand(view, voice)) else []
    parts += [voice.say("scene/called", call=describe_own_call(words, voice)) for words in view.said]
    if view.owed:
        parts.append(voice.say("scene/to_call", amount=view.owed))
    return voice.join_sentences(parts)


def name_fired(ending: Ending, voice: Voice) -> str:
    """Name the rules that fired, each with its player: "Ann's 2 Hog (R4), Bob's Trade Cards (R12)"."""
    named = []
    for rule, seat in ending.rules:
        power = voice.say("scene/power", power=voice.say(f"scene/fired/{rule}"), rule=rule)
        named.append(power if seat is None else voice.say("scene/fired/of", name=voice.name(seat), power=power))
    return voice.list(named)


def describe_receipt(view: View, narrator: Narrator) -> str:
    """Describe how the last hand ended."""
    ending = view.ending

    def write(voice: Voice, name_all: _NameCards) -> str:
        parts = [describe_heading(view, voice).split(" · ")[0], describe_outcome(view, voice)]
        if ending is not None:
            for shown in ending.hands:
                line = view.chairs[shown.seat].line
                cards = name_all(((lying, lying.card) for lying in line if lying.card is not None), voice)
                held = voice.say("scene/row/cards", row=describe_shown(shown, voice), cards=cards)
                parts.append(voice.say("scene/shown", name=voice.name(shown.seat), hand=held))
            parts += describe_winnings(ending, voice)
            net = voice.list(voice.tell_net(voice.name(seat), amount) for seat, amount in enumerate(ending.net))
            parts.append(voice.say("scene/net_all", net=net))
            if fired := name_fired(ending, voice):
                parts.append(voice.say("scene/fired", rules=fired))
        return voice.join_sentences(parts)

    return _fit_alt(write, view, narrator)


def name_hand(shown: ShownHand, voice: Voice) -> str:
    """Name a hand: "pair of aces", "full house, kings over sixes"."""
    names = [RANK_WORDS[rank - 2] for rank in dict.fromkeys(shown.ranks)]
    first, second, *_ = [*(f"{name}es" if name == "six" else f"{name}s" for name in names), "", ""]
    return voice.say(f"scene/value/{shown.value}", high=names[0] if names else "", first=first, second=second)


def _name_winning_hand(seat: int, ending: Ending, voice: Voice) -> str:
    """Name a winner's hand, with the kicker that beat a loser's of the same name: "ace high, king kicker"."""
    shown = next((hand for hand in ending.hands if hand.seat == seat), None)
    if shown is None:
        return ""
    named, winners = name_hand(shown, voice), _list_winners(ending)
    alike = [hand.ranks for hand in ending.hands if hand.seat not in winners and name_hand(hand, voice) == named]
    kickers = (rank for rank, other in zip(shown.ranks, max(alike, default=()), strict=False) if rank > other)
    kicker = next(kickers, None)
    return named if kicker is None else voice.say("scene/kicker", hand=named, rank=RANK_WORDS[kicker - 2])


def _tell_how_won(winner: int, ending: Ending, voice: Voice) -> str:
    """Say how the only winner of a hand won it. What nobody contested comes first if it brought more than the hand."""
    hand = _name_winning_hand(winner, ending, voice)
    if not hand:
        return voice.say(f"scene/how/{ending.how}")
    unseen = sum(pot.shares[winner] for pot in ending.pots if pot.kind == "unseen")
    won = sum(pot.shares[winner] for pot in ending.pots) - unseen
    if won >= min(unseen, ending.net[winner]):
        return hand
    return voice.say("scene/how/unseen", unseen=unseen, hand=hand, won=won)


def describe_shown(shown: ShownHand, voice: Voice, name: Callable[[Card], str] = name_card) -> str:
    """Describe a shown hand with the cards that played as others: "straight to the queen; J♠ as 9♦ (R6)"."""
    others = [
        voice.say(
            "scene/plays",
            cards=tuple(name(from_code(card)) for card in printed.split("+")),
            card=voice.say("scene/plays/killer") if code == "4-" else name(from_code(code)),
            rule=rule,
        )
        for printed, code, rule in shown.plays
        if rule
    ]
    return voice.say("list/semicolon").join([name_hand(shown, voice), *others])


def name_own_hand(view: View, voice: Voice, name: Callable[[Card], str] = name_card) -> str:
    """Name the viewer's own hand as their cards speak now, and their dead cards: "pair of aces; 6♦ dead". Empty without
    cards, and between hands."""
    hand = view.own_hand
    if hand is None or view.ending is not None:
        return ""
    dead = [voice.say("scene/dead", card=name(card)) for card in _list_dead(view)]
    return voice.say("list/semicolon").join([describe_shown(hand, voice, name), *dead])


def _list_dead(view: View) -> list[Card]:
    """The viewer's own dead cards (R9)."""
    line = view.chairs[view.seat].line if view.seat is not None else ()
    return [lying.card for lying in line if lying.card is not None and lying.mark == "dead"]


def _tell_missed(view: View, wins: bool, voice: Voice) -> str:
    """Say what the viewer missed: the deal, the powers that they slept on and what the first does (R29), and a card
    or hand that was dead at the showdown (R9, R15); or that they slept on nothing. A red king that they may have slept
    on (R25) isn't spoken of."""
    ending = view.ending
    if view.seat is None or ending is None:
        return ""
    state, slept = view.chairs[view.seat].state, dict[tuple[str, str], tuple[Card, ...]]()
    if state == "out":
        return voice.say("scene/not_dealt_in")
    for seat, name, rule, cards in view.slept:
        if seat == view.seat:
            slept[name, rule] = (*slept.get((name, rule), ()), *cards)
    powers = tuple(_name_power(name, rule, cards, voice) for (name, rule), cards in slept.items())
    does = next((voice.say(f"gives/{name}", amount=view.house.fee) for name, _ in slept), "")
    told = []
    if slept or not _may_have_slept_on_king(view.chairs[view.seat], ending):
        key = f"scene/slept{'/none' if not slept else '/won' if wins else ''}"
        told.append(voice.say(key, powers=powers, does=does))
    shows = ending.how == "showdown" and state != "folded"
    if shows and view.own_hand is not None and view.own_hand.value == "dead_hand":
        told.insert(0, voice.say("scene/was_dead/hand"))
    if shows and (dead := _list_dead(view)) and (alive := view.revived_hand):
        change, hand = ("plain", alive[1]) if wins and alive[0] == "won" else alive
        told.append(voice.say(f"scene/was_dead/{change}", cards=tuple(map(symbol, dead)), hand=name_hand(hand, voice)))
    return voice.say("list/semicolon").join(told)


def _may_have_slept_on_king(chair: Chair, ending: Ending) -> bool:
    """True if a red king was turned up and never called (R25), or may have been in a line that was folded."""
    if chair.state == "folded":
        return any(rule in ("R17", "R18") for rule, _ in ending.rules)
    return any(king.up and not king.spent and king.dealt_on == 2 and king.card in _RED_KINGS for king in chair.line)


def tell_outcome(view: View, narrator: Narrator) -> EndingWords | None:
    """Tell the viewer how the last hand ended, and which hands were shown; None while a hand is played."""
    ending = view.ending
    if ending is None or view.phase not in (Phase.BETWEEN, Phase.OVER):
        return None
    voice = name_seats(view, narrator)
    winners, own_change = _list_winners(ending), 0 if view.seat is None else ending.net[view.seat]
    told, how = describe_outcome(view, voice), ""
    if view.seat in winners and view.seat is not None:
        how = _name_winning_hand(view.seat, ending, voice)
    if len(winners) == 1:
        told = voice.say("scene/wins", name=voice.name(winners[0]), amount=max(0, ending.net[winners[0]]))
        how = _tell_how_won(winners[0], ending, voice)
    amount = format_net(narrator, own_change) if own_change else ""
    if view.seat is not None and view.chairs[view.seat].state == "folded":
        if ending.how == "showdown":
            how = voice.say("list/semicolon").join(filter(None, (how, voice.say("scene/you_folded"))))
        elif ending.how == "last":
            how = voice.say("scene/how/last/you")
    sentence = voice.address(told, how, amount, wins=own_change > 0 and view.seat in winners)
    sentence = voice.say("list/semicolon").join(
        filter(None, (sentence, _tell_missed(view, view.seat in winners, voice)))
    )
    changes = voice.list(voice.tell_net(voice.name(seat), amount) for seat, amount in enumerate(ending.net))
    missed = [
        voice.say("scene/slept/by", name=voice.name(seat), power=_name_power(power, rule, cards, voice))
        for seat, power, rule, cards in view.slept
        if seat != view.seat
    ]
    return EndingWords(sentence, (changes, *missed))


def fill_score_sheet(view: View, narrator: Narrator, reduce: Callable[[str], str]) -> Sheet:
    """Return the score sheet, in hundredths of a chip: the sum of the earlier hands, and the last hand."""
    voice = name_seats(view, narrator, reduce)
    columns = tuple(voice.name(seat) for seat in range(view.players))
    last = view.ending.net if view.ending is not None else (0,) * view.players
    before = tuple(score - amount for score, amount in zip(view.scores, last, strict=True))
    entry = _describe_ending(view.ending, voice, "_short") if view.ending is not None else ""
    rows = (SheetRow(str(view.hand), entry, last),) if view.ending is not None else ()
    return Sheet(voice.say("scene/title"), columns, rows, before, balanced=not sum(view.scores), hundredths=True)
