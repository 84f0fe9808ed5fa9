"""The speed of Bonedoneskis against phevaluator, eval7 and pokerkit: `python -m tests.bench bonedoneskis`.

Answers are checked before anything is timed: plain hands must rank as in phevaluator. Both sides take turns in each
round. The figures are medians over the rounds, and the ratio is the median of each round's ratio. All times are
processor time, since benches share machines.

phevaluator's tables hold all patterns, and eval7 is compiled; our evaluator remembers only patterns that it has met. So
each row says what our evaluator had met before it was timed: for "warm" the same hands, for "new" 200,000 other hands,
and for "first" no hands at all. eval7 knows no rules but poker's, so its side of each row is plain hands.
"""

import random
import time
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise

import eval7
from phevaluator import evaluate_cards
from pokerkit import Automation, FixedLimitSevenCardStud

from games.bonedoneskis.decide import begin, play
from games.bonedoneskis.decisions.betting import may_fold
from games.bonedoneskis.decisions.trades import list_trade_targets
from games.bonedoneskis.decisions.unfolding import Unfolding
from games.bonedoneskis.evaluation.evaluate import Evaluator, find_evaluator
from games.bonedoneskis.evaluation.packed import Line, list_down_places, make_placed
from games.bonedoneskis.evaluation.readings import BLACK_JACKS
from games.bonedoneskis.evolve import fold
from games.bonedoneskis.moves import (
    Bet,
    Call,
    Check,
    Complete,
    Done,
    Fold,
    Next,
    Pay,
    Raise,
    Steal,
    TopUp,
    Trade,
    TurnCard,
    TurnUp,
)
from games.bonedoneskis.options import OPTIONS, ReadingRules
from games.bonedoneskis.rulebook import list_targets
from games.bonedoneskis.view import BETTING, BETWEEN, CALLING
from games.core import Seat, settle
from games.pieces.cards import ALL, RANK, Card, code
from tests.bench.dominoes import Contender, Luck, measure_rates
from tests.bench.rows import Row, at_most, compare

JUDGE: Evaluator = find_evaluator(ReadingRules())
_ORDINARY = tuple(card for card in ALL if RANK[card] not in (6, 14))


place_card = cache(make_placed)
"""Make a card in its place. Equal cards share one object, as the anchor's small integers do."""


def _theirs(card: int) -> int:
    return card % 13 * 4 + card // 13


def make_real_lines(count: int, seed: int) -> list[Line]:
    """Lines as at the end of a hand: mostly six cards, some seven or eight. Half of the open black jacks are paid."""
    luck = random.Random(seed)
    made = []
    for _ in range(count):
        size = luck.choices((6, 7, 8), (75, 19, 6))[0]
        line = []
        for place, card in enumerate(luck.sample(ALL, size)):
            up = 2 <= place < size - 1
            paid = up and card in BLACK_JACKS and luck.random() < 0.5
            line.append(place_card(card, 2 if place < 2 else place + 1, up, 0, paid))
        made.append(tuple(line))
    return made


def make_ordinary_hands(count: int, seed: int) -> list[tuple[Card, ...]]:
    """Seven cards without aces and 6s, so that no rule changes their meaning when they lie face down."""
    luck = random.Random(seed)
    made: list[tuple[Card, ...]] = []
    while len(made) < count:
        cards = tuple(luck.sample(_ORDINARY, 7))
        nuts = sum(RANK[card] == 2 for card in cards) >= 3 and sum(RANK[card] == 5 for card in cards) >= 2
        if 2 not in cards and not nuts:  # the 4 of clubs kills a hand, and the nuts beat every hand
            made.append(cards)
    return made


def make_plain_lines(count: int, seed: int) -> list[Line]:
    """`make_ordinary_hands` as lines of face-down cards."""
    return [tuple(place_card(card, 2, False) for card in cards) for cards in make_ordinary_hands(count, seed)]


_CROOKED = tuple(
    card
    for card in ALL
    if RANK[card] in (6, 7, 14) or code(card) in {"2d", "2c", "4s", "Js", "Jc", "8s", "Qs", "3s", "5d"}
)
"""The cards whose meaning a rule changes, and some cards for which a wild card may stand."""
_HOUSES = (
    ReadingRules(),
    ReadingRules(dead_six_blocks=True, codependent_down=True),
    ReadingRules(dead_six_blocks=True, nuts_substitutes="wild_only"),
)


def time_slowest_line(count: int) -> float:
    """Seconds for the slowest of `count` lines of eight `_CROOKED` cards, by an evaluator with an empty cache."""
    luck = random.Random(6)

    def once(line: Line, house: ReadingRules) -> float:
        judge = Evaluator(house)
        started = time.process_time()
        judge.value_of_line(line)
        return time.process_time() - started

    tried = []
    for number in range(count):
        line = []
        for place, card in enumerate(luck.sample(_CROOKED, 8)):
            up = 2 <= place < 7
            line.append(make_placed(card, 2 if place < 2 else place + 1, up, 0, up and card in BLACK_JACKS))
        house = _HOUSES[number % len(_HOUSES)]
        tried.append((once(tuple(line), house), number, tuple(line), house))
    slow = sorted(tried, reverse=True)[: max(10, count // 20)]
    return max(min(once(line, house) for _ in range(7)) for _, _, line, house in slow)


def _evaluate(judge: Evaluator, lots: Sequence[Sequence[Line]]) -> Callable[[int, int], None]:
    """A function that evaluates the lines of a round."""
    worth = judge.value_of_line

    def play(count: int, turn: int) -> None:
        for line in lots[turn]:
            worth(line)

    return play


def _check_same_order(pairs: list[tuple[int, int]], hands: str) -> None:
    """Raise AssertionError unless ours (higher is better) and theirs (lower is better) order the hands alike."""
    ordered = sorted(pairs)
    for (ours, theirs), (more, better) in pairwise(ordered):
        assert (theirs == better) if ours == more else (theirs > better), hands


def _repeat(call: Callable[[int], object]) -> Callable[[int, int], None]:
    def play(count: int, turn: int) -> None:
        for number in range(count):
            call(number)

    return play


def play_our_hand(unfolding: Unfolding, luck: random.Random) -> None:
    """Play one hand with four random players, as `play_their_hand` does; nobody claims a power."""
    table = unfolding.state
    for seat in range(4):
        if table.stacks[seat] < table.house.buy_in:
            play(unfolding, Seat(seat), TopUp())
    play(unfolding, Seat(0), Next())
    chance = luck.random
    while (phase := table.phase) is not BETWEEN:
        if phase is BETTING and table.betting is not None:
            names = list(table.betting.acts)
            move = make_act(names[int(chance() * len(names))])
            if len(names) > 1 and chance() < _FOLDS and may_fold(table):
                move = Fold()
            play(unfolding, table.betting.acting[0], move)
        elif phase is CALLING and table.window is not None:
            for seat in table.window.awaited:
                play(unfolding, seat, Done())
        else:
            answer(unfolding, luck)


@cache
def make_act(name: str) -> object:
    """The move for the name of an act, such as "check"."""
    return {"check": Check, "call": Call, "bet": Bet, "complete": Complete, "raise": Raise}[name]()


_FOLDS = 0.03
"""The share of turns that fold, in both games, so that most hands are played out."""


def answer(unfolding: Unfolding, luck: random.Random) -> None:
    """Give a random answer for the player who is asked something; every fee is paid."""
    table, asked = unfolding.state, unfolding.state.asked
    assert asked is not None
    seat = asked.seat
    if asked.rule == "R12":
        play(unfolding, seat, Trade(luck.choice(list_trade_targets(table, seat))))
    elif asked.rule == "R14":
        play(unfolding, seat, Trade(luck.choice(list_targets(table, seat))))
    elif asked.rule == "R4":
        play(unfolding, seat, Steal(luck.choice(list_targets(table, seat, (2, 5)))))
    elif asked.rule == "R19":
        play(unfolding, seat, TurnCard(asked.cards[0]))
    elif asked.rule in ("R17", "R18"):
        play(unfolding, seat, TurnUp(seat, len(list_down_places(table.lines[seat]))))
    else:
        play(unfolding, seat, Pay())


def play_their_hand(luck: random.Random) -> None:
    """Play one hand of fixed-limit seven-card stud in pokerkit with four random players."""
    state = FixedLimitSevenCardStud.create_state(tuple(Automation), True, 50, 50, 100, 200, (5000,) * 4, 4)
    while state.status:
        choices = [state.post_bring_in] if state.can_post_bring_in() else []
        if state.can_check_or_call():
            choices.append(state.check_or_call)
        if state.can_complete_bet_or_raise_to():
            choices.append(state.complete_bet_or_raise_to)
        if state.can_fold() and luck.random() < _FOLDS:
            choices = [state.fold]
        luck.choice(choices)()


def measure(quick: bool) -> list[Row]:
    """The rows of this module. Raises AssertionError if an answer is wrong."""
    count, many = (4_000, 3) if quick else (20_000, 9)
    hands = make_ordinary_hands(count, 2)
    lines = [tuple(place_card(card, 2, False) for card in cards) for cards in hands]
    theirs = [tuple(map(_theirs, cards)) for cards in hands]
    _check_same_order(
        [(JUDGE.value_of_line(line), evaluate_cards(*cards)) for line, cards in zip(lines, theirs, strict=True)],
        "plain",
    )
    of_eval7 = [[eval7.Card(code(card)) for card in cards] for cards in hands]
    _check_same_order(
        [(JUDGE.value_of_line(line), -eval7.evaluate(cards)) for line, cards in zip(lines, of_eval7, strict=True)],
        "plain, by eval7",
    )
    by_eval7 = _repeat(lambda number: eval7.evaluate(of_eval7[number]))
    anchor = _repeat(lambda number: evaluate_cards(*theirs[number]))
    rows: list[Row] = []

    def add(name: str, ours: Contender, other: Contender, at_least: float, rounds: int = many) -> None:
        own_rates, other_rates = measure_rates([ours, other], rounds)
        rows.append(compare(name, own_rates, other_rates, at_least))

    kinds: tuple[tuple[str, Callable[[int, int], list[Line]], float, float], ...] = (
        ("plain 7 cards", make_plain_lines, 1.0, 0.65),
        ("real showdown mix", make_real_lines, 0.45, 0.37),
    )
    for name, make_lines, at_least, at_least_of_eval7 in kinds:
        warm = make_lines(count, 3)
        for line in warm:
            JUDGE.value_of_line(line)
        again = (_evaluate(JUDGE, [warm] * many), count)
        add(f"{name}, warm: a second / phevaluator", again, (anchor, count), at_least)
        add(f"{name}, warm: a second / eval7's plain 7 cards", again, (by_eval7, count), at_least_of_eval7)
        seasoned = Evaluator(ReadingRules())
        for line in make_lines(200_000, 4):
            seasoned.value_of_line(line)
        lots = [make_lines(4_000, 100 + number) for number in range(many)]
        short = (anchor, 4_000)
        add(f"{name}, new: a second / phevaluator", (_evaluate(seasoned, lots), 4_000), short, at_least)
        first = (_evaluate(Evaluator(ReadingRules()), lots), 4_000)
        add(f"{name}, first: a second / phevaluator", first, short, 0.0, 1)
    slowest = time_slowest_line(200 if quick else 1_500) * max(measure_rates([(anchor, count)], 3)[0])
    rows.append(at_most("slowest line found: plain evaluations / allowed", slowest, 400.0))
    chance = Luck(7)
    unfolding = Unfolding(fold(begin(4, settle(OPTIONS), 0, chance)), 0, chance)
    ours_luck, their_luck = random.Random(8), random.Random(9)

    def play_our_hands(count: int, turn: int) -> None:
        for _ in range(count):
            unfolding.events.clear()
            play_our_hand(unfolding, ours_luck)

    own, other = (100, 10) if quick else (400, 30)
    theirs_played = _repeat(lambda _: play_their_hand(their_luck))
    add("hands a second, 4 random players / pokerkit stud", (play_our_hands, own), (theirs_played, other), 12)
    return rows
