"""Robots that play from a view alone. The old hand samples the hidden cards, bets by its chance of winning, bluffs now
and then, and notices most of its powers. The shellback takes more samples, bets at a lower chance of winning, never
bluffs, and notices every power. Both call a power only if it is worth its cost. The deckhand (deckhand.py) looks at its
own hand alone and misses many powers (R29). All random draws come from the `chance` passed in."""

from collections.abc import Callable, Sequence
from typing import Final

from games.bonedoneskis import moves
from games.bonedoneskis.choices import choices
from games.bonedoneskis.evaluation.evaluate import find_evaluator
from games.bonedoneskis.evaluation.packed import ORIGINS, Placed, activate, card_of, make_placed
from games.bonedoneskis.evaluation.ranking import class_of
from games.bonedoneskis.moves import Move
from games.bonedoneskis.robots import deckhand
from games.bonedoneskis.robots.appraisal import find_better_board
from games.bonedoneskis.robots.sampling import estimate_strength, line_of
from games.bonedoneskis.rulebook import BY_CARD, DUTY, POWER, Rule, list_origins
from games.bonedoneskis.view import Chair, LyingCard, Phase, Question, View
from games.core.chance import Chance
from games.core.robots import EVEN, Level, Temper, Thought
from games.core.view import own_seat
from games.pieces.cards import RANK, Card, code, from_code

NOTICES: Final = {Level.DECKHAND: 40, Level.OLD_HAND: 85, Level.SHELLBACK: 100}
"""The percentage of powers and duties that a robot of each level notices (R29)."""
SAMPLES: Final = {Level.OLD_HAND: 40, Level.SHELLBACK: 120}
"""The number of sampled deals of the unseen cards in which a robot of each level judges its hand."""
STRONG: Final = {Level.OLD_HAND: (1.35, 1.7), Level.SHELLBACK: (0.85, 1.15)}
"""By level, the chance of winning above which a robot bets, and the one above which it raises a bet. Both are multiples
of an equal share: among four players, 1 is a chance of a quarter. The shellback's numbers are those that won it most
against old hands (`python -m tests.bench levels`)."""
SURE: Final = 0.8
"""The chance of winning above which a robot raises in any case."""
BLUFFS: Final = {Level.OLD_HAND: 1, Level.SHELLBACK: 0}
"""The percentage of turns on which the robot bets or raises with any hand. At 5, it loses eight cents a hand."""
_KILLER: Final = from_code("4c")
_RAISES: Final[dict[str, Callable[[], Move]]] = {"bet": moves.Bet, "complete": moves.Complete, "raise": moves.Raise}
"""By verb, the move that bets or raises."""


def robot(view: View, chance: Chance, level: Level = Level.OLD_HAND, temper: Temper = EVEN) -> Thought[Move] | None:
    """The robot's move at this level, with its reason, or None to stay silent."""
    if view.seat is None:
        return None
    if view.phase == Phase.BETWEEN:
        return _act_between_hands(view)
    if view.seat not in view.to_act:
        return None
    if view.phase == Phase.CALLING:
        return _call(view, chance, level)
    if view.phase == Phase.BETTING:
        return _bet(view, chance, level, temper)
    return None if view.asked is None else _choose(view, view.asked, chance, level)


def _act_between_hands(view: View) -> Thought[Move] | None:
    if view.may_show:
        return Thought(moves.Muck(), "mucks")
    if view.most_top_up and view.chairs[own_seat(view)].stack < 10 * view.house.big_bet:
        return Thought(moves.TopUp(), "tops_up")
    with_chips = [chair.seat for chair in view.chairs if chair.stack]
    return Thought(moves.Next(), "next") if len(with_chips) > 1 and view.seat == with_chips[0] else None


def _sum_pots(view: View) -> int:
    return sum(pot.amount for pot in view.pots)


def _bet(view: View, chance: Chance, level: Level, temper: Temper) -> Thought[Move]:
    """Bet or raise with a good chance of winning (`STRONG`), call if the price is right, and bluff now and then."""
    acts = view.acts
    raising = next((_RAISES[act]() for act in acts if act in _RAISES), None)
    if "check" not in acts and "call" not in acts and raising is not None:
        return Thought(raising, "must_bet")
    if level is Level.DECKHAND:
        return deckhand.choose_act(view, line_of(view.chairs[own_seat(view)]), raising)
    chances = estimate_strength(view, chance, SAMPLES[level])
    fair = 1 / max(2, len(view.live_seats))
    price = view.owed / max(1, _sum_pots(view) + view.owed) * (1 + (view.length - view.street) * 0.12)
    bets, raises = STRONG[level]
    enough = min(SURE, temper.scale("bets", (raises if view.bets_made else bets) * fair))
    if raising is not None:
        if chances > enough:
            return Thought(raising, "strong", _compare(chances, enough))
        if BLUFFS[level] and chance.below(100) < BLUFFS[level]:
            return Thought(raising, "bluffs")
    if "check" in acts:
        return _hold_back(view, moves.Check(), "not_strong", _compare(chances, enough))
    facts = _compare(chances, needed := temper.scale("calls", price))
    if chances >= needed:
        return Thought(moves.Call(), "price_is_right", facts, moves.Fold())
    if "fold" not in acts:
        return Thought(moves.Call(), "must_call")
    return _hold_back(view, moves.Fold(), "too_dear", facts)._replace(rival=moves.Call())


def _hold_back(view: View, move: Move, why: str, facts: dict[str, int]) -> Thought[Move]:
    """Check or fold, with the reason that a player sees at once, if any: a dead hand, or a board that beats it."""
    better = find_better_board(view)
    if view.own_hand is not None and view.own_hand.value == "dead_hand":
        return Thought(move, "dead")
    if better is None:
        return Thought(move, why, facts)
    return Thought(move, "beaten", {"seat": better[0], "theirs": f"hand/{class_of(better[1])}"})


def _compare(chances: float, needed: float) -> dict[str, int]:
    """A chance of winning and the one that is needed, in tenths that differ if it is too small."""
    told = round(10 * chances)
    return {"chances": told, "needed": max(round(10 * needed), (told + 1) * (chances < needed))}


def _call(view: View, chance: Chance, level: Level) -> Thought[Move]:
    """Call a power on the robot's own board, or else a duty on another board, if the robot notices one (`NOTICES`)."""
    claimed = {tuple(words.split()) for words in view.said}
    own, spared = view.chairs[own_seat(view)], list[str]()
    reason_to_stop = "nothing_more" if claimed else "nothing_to_claim"
    for name, card in _list_powers(view, own):
        if name not in view.callable or (name, code(card)) in claimed:
            continue
        if chance.below(100) >= NOTICES[level]:
            reason_to_stop = "overslept"
        elif level is Level.DECKHAND or _is_worth_its_cost(view, name, chance, level):
            return Thought(moves.Claim(name, card), "claims", {"power": f"choice/{name}"})
        else:
            spared.append(name)
    if view.house.nighty_night != "reminders" and view.house.duty_callers != "holder" and not view.said:
        for seat in view.live_seats:
            for name, card in _list_duties(view, view.chairs[seat]):
                if seat != view.seat and chance.below(100) < NOTICES[level]:
                    return Thought(moves.Claim(name, card), "reminds", {"power": f"choice/{name}"})
    spared += [name for name, _ in _list_duties(view, own) if name in view.callable and not claimed]
    if spared and reason_to_stop != "overslept":
        why = "shows_a_card" if spared[0] == "kings_men" else "not_worth_it"
        return Thought(moves.Done(), why, {"power": f"choice/{spared[0]}"})
    return Thought(moves.Done(), reason_to_stop)


def _list_powers(view: View, chair: Chair) -> list[tuple[str, Card]]:
    """The powers that the seat could call on its own board, with their cards. The King's Men is one if it helps."""
    found = ((_find_rule(view, lying), lying.card) for lying in chair.line)
    return [
        (rule.name, card)
        for rule, card in found
        if rule is not None and card is not None and (rule.kind == POWER or rule.name == "kings_men")
        if _is_ready(view, chair, rule.name)
    ]


def _find_rule(view: View, lying: LyingCard) -> Rule | None:
    """The rule that may be called on a face-up card, by the card alone; None if there is none. `_is_ready` looks at the
    rest of the table."""
    rule = None if lying.card is None or lying.spent else BY_CARD.get(lying.card)
    return rule if rule is not None and ORIGINS.index(lying.origin) in list_origins(rule, view.house) else None


def _is_ready(view: View, chair: Chair, name: str) -> bool:
    others = [lying for seat in view.live_seats if seat != chair.seat for lying in view.chairs[seat].line if lying.up]
    if name == "two_hog":
        return any(lying.card is not None and RANK[lying.card] in (2, 5) for lying in others)
    if name == "eight_ball":
        return bool(others) and chair.stack >= view.house.fee
    if name == "sell_three":
        return chair.stack >= view.house.fee
    if name == "kings_men":
        return bool(_list_better_up(_list_downs(chair)))
    if name == "queen_of_hearts":
        return any(not lying.up for seat in view.live_seats for lying in view.chairs[seat].line)
    return True


def _list_duties(view: View, chair: Chair) -> list[tuple[str, Card]]:
    """The duties of black jacks and black kings on somebody's board."""
    found = []
    for lying in chair.line:
        rule = _find_rule(view, lying)
        if rule is None or lying.card is None or rule.kind != DUTY:
            continue
        has_down = any(not other.up for other in chair.line)
        due = has_down if rule.name == "kings_men" else chair.stack and not lying.mark
        if due:
            found.append((rule.name, lying.card))
    return found


def _is_worth_its_cost(view: View, name: str, chance: Chance, level: Level) -> bool:
    """True if a power is worth its cost. Powers with a fee need a big pot, and selling a 3 also needs a weak hand."""
    if name not in ("sell_three", "eight_ball"):
        return True
    if _sum_pots(view) < 3 * view.house.fee:
        return False
    return name == "eight_ball" or estimate_strength(view, chance, SAMPLES[level] // 2) < 0.6


def _choose(view: View, asked: Question, chance: Chance, level: Level) -> Thought[Move]:
    if asked.kind == "pay":
        return _pay(view, asked, chance, level)
    is_deckhand = level is Level.DECKHAND
    if asked.kind in ("trade", "steal"):
        wanted, hand = (deckhand.find_highest(asked), "") if is_deckhand else _find_best_card(view, asked)
        move = moves.Trade(wanted) if asked.kind == "trade" else moves.Steal(wanted)
        if is_deckhand or hand == "high_card":
            return Thought(move, "highest" if is_deckhand else "no_pair")
        return Thought(move, "best_for_me", {"hand": f"hand/{hand}"})
    if asked.kind == "turn_down":
        return _turn_down(view, asked)
    if asked.kind == "turn_up":
        all_choices = choices(view)
        rivals = [choice for choice in all_choices if choice.argument.split(".")[0] != str(own_seat(view) + 1)]
        candidates = rivals or all_choices
        place = chance.below(len(candidates)) if len(candidates) > 1 else 0
        return Thought(candidates[place].move, "looks" if rivals else "none_but_mine")
    downs = _list_downs(view.chairs[own_seat(view)])
    better = _list_better_up(downs)
    return Thought(moves.TurnCard((better or downs)[0]), "my_own" if better else "leftmost")


def _pay(view: View, asked: Question, chance: Chance, level: Level) -> Thought[Move]:
    own = line_of(view.chairs[own_seat(view)])
    line_if_paid = own
    if asked.rule == "R6" and asked.amount == view.house.fee:
        line_if_paid = tuple(activate(placed) if card_of(placed) in asked.cards else placed for placed in own)
    if level is Level.DECKHAND:
        return deckhand.choose_payment(view, line_if_paid)
    chances = estimate_strength(view, chance, SAMPLES[level], line_if_paid)
    needed = asked.amount / (_sum_pots(view) + asked.amount)
    why, move = ("price_is_right", moves.Pay()) if chances >= needed else ("too_dear", moves.Fold())
    return Thought(move, why, _compare(chances, needed))


def _find_best_card(view: View, asked: Question) -> tuple[Card, str]:
    """The target that most improves the present value of the viewer's own hand, and the class of that hand."""
    own = line_of(view.chairs[own_seat(view)])
    judge = find_evaluator(view.house.reading_rules)
    street = view.street

    def rate(card: Card) -> tuple[int, int]:
        placed = make_placed(card, street, True)
        if asked.kind == "steal":
            line: Sequence[Placed] = (*own, placed)
        else:
            line = [placed if card_of(old) in asked.cards else old for old in own]
        return judge.value_of_line(tuple(line)), RANK[card]

    best = max(asked.targets, key=rate)
    return best, class_of(rate(best)[0])


def _turn_down(view: View, asked: Question) -> Thought[Move]:
    """Turn down another seat's card: by preference a killer 4, a wild 7, or the highest card (R15, R19)."""
    own = {lying.card for lying in view.chairs[own_seat(view)].line}
    others = [card for card in asked.targets if card not in own]
    if not others:
        return Thought(moves.TurnCard(asked.targets[0]), "none_but_mine")
    lines = (view.chairs[seat].line for seat in view.live_seats)
    wild = {lying.card for line in lines for lying in line if lying.mark == "wild" and lying.up}
    target = max(others, key=lambda card: (card == _KILLER, card in wild and RANK[card] == 7, RANK[card]))
    why = "killer" if target == _KILLER else "wild_there" if target in wild and RANK[target] == 7 else "highest_there"
    return Thought(moves.TurnCard(target), why)


def _list_downs(chair: Chair) -> list[Card]:
    """The robot's own face-down cards, left to right."""
    return [lying.card for lying in chair.line if not lying.up and lying.card is not None]


def _list_better_up(downs: Sequence[Card]) -> list[Card]:
    """The 7s and the killer 4 among face-down cards (R5, R15)."""
    return [card for card in downs if RANK[card] == 7 or card == _KILLER]
