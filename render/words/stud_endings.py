"""The ends of hands of Bonedoneskis in words: who won, why, and what each reader missed."""

import re

from games.bonedoneskis.view import Ending, ShownHand, View, rank_hand
from games.pieces.cards import CODES, RANK, RANK_WORDS, Card, name_card, symbol
from render.base.picture import EndingWords
from render.words import Narrator, Voice, name_seats
from render.words.stud import (
    NameCard,
    NameCards,
    describe_outcome,
    describe_pot,
    describe_shown,
    find_shown_hand,
    fit_alt,
    list_dead,
    list_plays,
    list_winners,
    name_hand,
    name_in_order,
    name_power,
)


def describe_winnings(ending: Ending, voice: Voice) -> list[str]:
    """Describe each pot, and each player's share of it."""
    lines = []
    for pot in ending.pots:
        won = voice.list(
            voice.tell("scene/share", seat, amount=share) for seat, share in enumerate(pot.shares) if share
        )
        lines.append(voice.say("scene/winnings", pot=describe_pot(pot.kind, pot.amount, pot.seats, voice), shares=won))
    return lines


def _tell_changes(ending: Ending, voice: Voice) -> str:
    """List everybody's change. Chips that passed beside the pots (R16, R21) are told of the viewer and of who got them:
    "Ann +8.50 (+6.50 from the pot, +3.00 for the nine, −1.00 put in)"."""
    told = []
    for seat, change in enumerate(ending.net):
        words = voice.tell("scene/change_chips", seat, change=change)
        beside = [(rule, amount) for rule, other, amount in ending.beside if amount and other == seat]
        got = sum(amount for _, amount in beside)
        if beside and (got > 0 or seat == voice.viewer):
            share = sum(pot.shares[seat] for pot in ending.pots)
            parts = ("pot", share), *beside, ("put_in", change - share - got)
            listed = voice.list(voice.say(f"scene/sum/{key}", amount=amount) for key, amount in parts if amount)
            words = voice.say("scene/marked", card=words, mark=listed)
        told.append(words)
    return voice.list(told)


def _list_fired(ending: Ending, voice: Voice) -> list[str]:
    """The line with the rules that fired, each with its player: "2 Hog (R4) of Ann, Trade Cards (R12) of Bob"."""
    named = []
    for rule, seat in ending.rules:
        power = voice.say("scene/power", power=voice.say(f"scene/fired/{rule}"), rule=rule)
        named.append(power if seat is None else voice.tell("scene/fired/of", seat, power=power))
    return [voice.say("scene/fired", rules=voice.list(named))] if named else []


def describe_receipt(view: View, narrator: Narrator) -> str:
    """Describe how the last hand ended."""
    ending = view.ending

    def write(voice: Voice, name_all: NameCards) -> str:
        parts = [voice.say("scene/hand", hand=view.hand), describe_outcome(view, voice)]
        if ending is not None:
            for shown in ending.hands:
                idle = list_idle(view, shown.seat, voice) if name_all is name_in_order else ()
                hand, cards = describe_shown(shown, voice, idle=idle), name_all(view.chairs[shown.seat].seen, voice)
                held = voice.say("scene/row/cards", row=hand, cards=cards)
                parts.append(voice.tell("scene/shown", shown.seat, hand=held))
            parts += describe_winnings(ending, voice)
            parts.append(voice.say("scene/net_all", net=_tell_changes(ending, voice)))
            parts += _list_fired(ending, voice)
        return voice.join_sentences(parts)

    return fit_alt(write, view, narrator)


def _name_winning_hand(shown: ShownHand, ending: Ending, voice: Voice) -> str:
    """Name a winner's hand, with what beat a loser's of the same name: "ace high; its king beats Bull's"."""
    named, winners = name_hand(shown, voice), list_winners(ending)
    alike = [hand for hand in ending.hands if hand.seat not in winners and name_hand(hand, voice) == named]
    beaten = max(alike, key=rank_hand, default=shown)
    ranks = zip(shown.ranks, beaten.ranks, strict=False)
    rank, other = next((pair for pair in ranks if pair[0] != pair[1]), (0, 0))
    if rank <= other:
        return named
    return voice.tell_of("scene/kicker", beaten.seat, hand=named, rank=RANK_WORDS[rank - 2])


def _tell_how_won(winner: int, view: View, ending: Ending, voice: Voice) -> str:
    """Say how somebody won a hand, with the cards that played as others, and those that came from another board. What
    nobody contested comes first if it brought more than the hand."""
    shown = find_shown_hand(view, winner)
    if shown is None:
        return voice.say(f"scene/how/{ending.how}")
    parts = [_name_winning_hand(shown, ending, voice), *list_plays(shown, voice, symbol)]
    played = "+".join(printed for printed, *_ in shown.plays)
    parts += [
        voice.say("scene/taken", card=symbol(card))
        for lying, card in view.chairs[winner].seen
        if lying.origin in ("traded", "stale") and CODES[card] in played
    ]
    hand = voice.list(parts)
    unseen = sum(pot.shares[winner] for pot in ending.pots if pot.kind == "unseen")
    won = sum(pot.shares[winner] for pot in ending.pots) - unseen
    if won >= min(unseen, ending.net[winner]):
        return hand
    return voice.say("scene/how/unseen", unseen=unseen, won=won, hand=hand)


def list_idle(view: View, seat: int, voice: Voice, name: NameCard = name_card) -> list[str]:
    """Say why cards of a shown line count for nothing, or for no more than is printed on them: dead red 6s (R9), a
    face-down 7 (R5) and whether a 4 turned it (R19), and black jacks that are not wild (R6)."""
    found = []
    for lying, card in view.chairs[seat].seen:
        key = lying.mark
        if CODES[card] in ("Js", "Jc"):
            key = key or "unpaid"
        elif RANK[card] == 7 and not lying.up:
            key = "turned" if 2 < lying.dealt_on < view.length else "down"
        if key not in ("", "wild"):
            found.append(voice.say(f"scene/idle/{key}", card=name(card)))
    return found


def _tell_missed(view: View, ending: Ending, wins: bool, voice: Voice) -> list[str]:
    """Say what the viewer missed: the deal, what they folded and if it was better than all that was shown, the powers
    that they slept on and what the first does (R29), and a card or hand that was dead at the showdown (R9, R15); or
    that they slept on no free power. A hand that nobody saw comes first, with its cards."""
    seat, own, told, slept = view.seat, view.own_hand, list[str](), dict[tuple[str, str], tuple[Card, ...]]()
    if seat is None or own is None:
        return [] if seat is None else [voice.say("scene/not_dealt_in")]
    shows = ending.how == "showdown"
    if view.chairs[seat].state == "folded":
        better = shows and all(rank_hand(own) > rank_hand(shown) for shown in ending.hands)
        named = name_hand(own, voice)
        named = named if own.value == "high_card" else voice.say("scene/your_hand", hand=named)
        told.append(voice.say(f"scene/you_folded{'/better' if better else ''}", hand=named))
        shows = False
    elif shows and own.value == "dead_hand":
        told.append(voice.say("scene/was_dead/hand"))
    elif find_shown_hand(view, seat) is None:
        parts = name_hand(own, voice), *list_plays(own, voice, symbol)
        held = " ".join(symbol(card) for _, card in view.chairs[seat].seen)
        told.append(voice.say("scene/you_held", cards=held, hand=voice.list(parts)))
    for holder, name, rule, cards in view.slept:
        if holder == seat:
            slept[name, rule] = (*slept.get((name, rule), ()), *cards)
    powers = tuple(name_power(name, rule, cards, voice, symbol) for (name, rule), cards in slept.items())
    does = next((voice.say(f"gives/{name}") for name, _ in slept), "")
    told.append(voice.say(f"scene/slept{'/none' if not slept else '/won' if wins else ''}", powers=powers, does=does))
    if shows and (dead := list_dead(view)) and (alive := view.revived_hand):
        change, hand = ("plain", alive[1]) if wins and alive[0] == "won" else alive
        told.append(voice.say(f"scene/was_dead/{change}", cards=tuple(map(symbol, dead)), hand=name_hand(hand, voice)))
    return told


def _explain(view: View, ending: Ending, voice: Voice) -> list[str]:
    """List what everybody showed, the best hand first, with its five cards and those that counted for nothing; what the
    rules named there and those that fired do; and who fired them."""
    own = view.own_hand.plays if view.own_hand is not None else ()
    shown, rules = list[str](), dict.fromkeys(rule for _, _, rule in own if rule)
    for hand in sorted(ending.hands, key=rank_hand, reverse=True):
        five = voice.list(list_plays(hand, voice, symbol, printed=True))
        cards = voice.join_clauses((five, *list_idle(view, hand.seat, voice, symbol)))
        shown.append(voice.tell("scene/why", hand.seat, hand=name_hand(hand, voice), cards=cards))
        rules |= dict.fromkeys(re.findall(r"R\d+", cards))
    rules |= dict.fromkeys(dict(ending.rules))
    return [*shown, *(voice.say(f"why/{rule}") for rule in rules), *_list_fired(ending, voice)]


def tell_outcome(view: View, narrator: Narrator) -> EndingWords | None:
    """Tell the viewer how the last hand ended, and which hands were shown; None while a hand is played."""
    ending, seat = view.ending, view.seat
    if ending is None:
        return None
    voice, change = name_seats(view, narrator), 0 if seat is None else ending.net[seat]
    how, won = dict[int | None, str](), list[str]()
    for winner in list_winners(ending):
        how[winner] = _tell_how_won(winner, view, ending, voice)
        wins = voice.tell("scene/wins", winner, amount=max(0, ending.net[winner]))
        won.append(voice.explain(wins, how[winner]))
    told = voice.join_clauses(won) or describe_outcome(view, voice)
    gains = seat in how and change > 0
    amount = voice.say("scene/chips" if gains else "scene/net", amount=change) if change else ""
    sentence = voice.address(told, how[seat] if gains else "", amount, gains)
    sentence = voice.join_clauses((sentence, *_tell_missed(view, ending, seat in how, voice)))
    slept = [
        voice.tell("scene/slept/by", holder, power=name_power(power, rule, cards, voice, symbol))
        for holder, power, rule, cards in view.slept
        if holder != seat
    ]
    others = [voice.say("scene/slept/others", slept=voice.join_clauses(slept))] if slept else []
    lines, why = [_tell_changes(ending, voice)], _explain(view, ending, voice)
    (lines if seat is None else why).extend(others)
    return EndingWords(sentence, tuple(lines), why=tuple(why))
