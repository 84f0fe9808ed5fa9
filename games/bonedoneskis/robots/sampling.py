"""Random deals of the cards that a view hides, and the share of them in which each hand is best.

A player who has put many chips in probably holds good cards, so good cards are drawn for them more often.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from games.bonedoneskis.evaluation.evaluate import find_evaluator
from games.bonedoneskis.evaluation.packed import UNSEEN, Line, Placed, card_of, fill_unseen, make_placed
from games.bonedoneskis.view import Chair, LyingCard, Phase, View
from games.core.chance import Chance
from games.core.view import own_seat
from games.pieces.cards import ALL, RANK, Card

_LAST_SMALL_BET_STREET: Final = 4
"""The last street on which bets are small."""
_FIRMNESS_IN_ROUND: Final = 2.0
"""The firmness (see `_measure_firmness`) that a hand gains for each bet that its owner matched in this round.

On the last street it gains none: a bet there may be a bluff, and whoever believed it lost 27 cents a hand to a player
who always bets there with two left (`python -m tests.bench styles`)."""
_FIRMNESS_IN_HAND: Final = 0.3
"""The firmness that a hand gains for each small bet that its owner paid in the whole hand, this round included and the
ante left out."""
_FIRMEST: Final = 6.0
"""The highest firmness."""
_GUESSES: Final = 24
"""The number of guesses at the face-down cards of a committed hand, which is a hand with firmness. Each deal uses one
of these guesses."""
_TRIES: Final = 6
"""The most guesses that a deal tries for a hand. If none fits, the hand's cards are dealt at random."""
_LAST_STREET: Final = 5
"""The last street that has an outlook. If the game does not grow (BD-15), the next street is the river."""
_STEPS: Final = 1 << 20
"""The number of steps between 0 and 1 for a random fraction."""


def estimate_strength(view: View, chance: Chance, samples: int, change: Line | None = None) -> float:
    """The chance, 0 to 1, that the viewer's hand is best, from `samples` random deals of the unseen cards. A tie counts
    half.

    Others' face-up cards stay as they are. `change`, if given, replaces the viewer's line, to judge a possible change.
    """
    own = change if change is not None else line_of(view.chairs[own_seat(view)])
    return sum(sample_shares(view, own, chance, samples)) / samples


def sample_shares(view: View, own: Line, chance: Chance, samples: int, evenly: bool = False) -> list[float]:
    """The viewer's share of each of `samples` random deals: 1 if `own` is the best hand, a half for a tie, or 0. If
    dealt `evenly`, no bet is believed."""
    others = [view.chairs[seat] for seat in view.live_seats if seat != view.seat]
    shares = []
    for mine, *theirs in sample_showdowns(view, others, [own], chance, samples, evenly):
        best = max(theirs, default=0)
        shares.append(1.0 if mine > best else 0.5 if mine == best else 0.0)
    return shares


def outlook(view: View, chance: Chance, samples: int) -> tuple[float, ...]:
    """The share of deals in which each seat's hand is best, judged by the boards and the bets.

    The result is () while no hand is played, and from sixth street on. A player who is still in by then probably beats
    the boards that they see, so public cards tell almost nothing. In a measurement of 1,600 such shares, those of 80 %
    and more came true 63 % of the time, and those below 20 % came true 32 % of the time. Longer games are no better: 49
    shares of 70 % and more, on sixth and seventh street, were 20 points too high on average.
    """
    return () if view.street > _LAST_STREET else estimate_shares(view, chance, samples)


def estimate_shares(view: View, chance: Chance, samples: int) -> tuple[float, ...]:
    """The share of `samples` deals in which each seat's hand is best; () while no hand is played."""
    if view.phase in (Phase.NEW, Phase.BETWEEN, Phase.OVER) or not view.live_seats or view.street < 3:
        return ()
    won = [0.0] * view.players
    for values in sample_showdowns(view, [view.chairs[seat] for seat in view.live_seats], [], chance, samples):
        best = max(values)
        best_seats = [seat for seat, value in zip(view.live_seats, values, strict=True) if value == best]
        for seat in best_seats:
            won[seat] += 1.0 / len(best_seats)
    return tuple(share / samples for share in won)


class _Guess(NamedTuple):
    """A guess at the face-down cards of a committed hand, and its line with these cards."""

    value: int
    """The value of the line, without the cards still to be dealt."""
    cards: frozenset[Card]
    line: Line


class _Hidden(NamedTuple):
    """A line as the viewer sees it, and the guesses at its hidden cards, from worst to best. There are guesses only for
    a committed hand."""

    line: Line
    guesses: tuple[_Guess, ...]
    weight_sums: tuple[float, ...]
    """For each guess, the sum of the weights up to its own."""

    def guess_line(self, taken: set[Card], chance: Chance) -> Line:
        """Draw a guess that has no card in `taken`, and add its cards to `taken`. Returns its line, or `line` if no
        guess fits."""
        for _ in range(_TRIES if self.guesses else 0):
            drawn = chance.below(_STEPS) / _STEPS * self.weight_sums[-1]
            guess = self.guesses[bisect_right(self.weight_sums, drawn)]
            if taken.isdisjoint(guess.cards):
                taken |= guess.cards
                return guess.line
        return self.line


def sample_showdowns(
    view: View, chairs: Sequence[Chair], known: Sequence[Line], chance: Chance, samples: int, evenly: bool = False
) -> Iterator[list[int]]:
    """Yield a list of hand values at the showdown for each of `samples` random deals of the unseen cards. The list has
    the values of the `known` lines, then those of `chairs`. If dealt `evenly`, no bet is believed."""
    lines = [line_of(chair) for chair in chairs]
    seen = {card_of(placed) for line in (*known, *lines) for placed in line if card_of(placed) != UNSEEN}
    unseen = [card for card in ALL if card not in seen]
    streets = range(max(view.street, 3) + 1, view.length + 1)
    to_come = tuple(make_placed(UNSEEN, street, street < view.length) for street in streets)
    judge = find_evaluator(view.house.reading_rules).value_of_line
    hidden = [
        _guess_hidden(line, judge, 0.0 if evenly else _measure_firmness(view, chair), unseen, chance)
        for line, chair in zip(lines, chairs, strict=True)
    ]
    for _ in range(samples):
        taken: set[Card] = set()
        drawn = [seat_cards.guess_line(taken, chance) for seat_cards in hidden]
        deck = [card for card in unseen if card not in taken]

        def draw(deck: list[Card] = deck) -> Card:
            return deck.pop(chance.below(len(deck))) if len(deck) > 1 else deck[0]

        yield [judge(fill_unseen((*line, *to_come), draw)) for line in (*known, *drawn)]


def _measure_firmness(view: View, chair: Chair) -> float:
    """A hand's firmness, 0 or more. It rises with the chips that its owner has paid."""
    house = view.house
    bet = house.small_bet if view.street <= _LAST_SMALL_BET_STREET else house.big_bet
    paid_in_hand = max(0, chair.paid - house.ante)
    in_round = 0.0 if view.street >= view.length else _FIRMNESS_IN_ROUND * chair.bet / max(1, bet)
    return min(_FIRMEST, in_round + _FIRMNESS_IN_HAND * paid_in_hand / max(1, house.small_bet))


def _guess_hidden(
    line: Line, judge: Callable[[Line], int], firmness: float, unseen: Sequence[Card], chance: Chance
) -> _Hidden:
    """A line with guesses at its hidden cards. The higher the firmness, the more the better guesses weigh."""
    down = sum(card_of(placed) == UNSEEN for placed in line)
    if not firmness or not down or down >= len(unseen):
        return _Hidden(line, (), ())
    guesses = []
    for _ in range(_GUESSES):
        deck = list(unseen)
        cards = [deck.pop(chance.below(len(deck))) for _ in range(down)]
        full = fill_unseen(line, iter(cards).__next__)
        guesses.append(_Guess(judge(full), frozenset(cards), full))
    guesses.sort(key=lambda guess: guess.value)
    weight_sums = accumulate(((place + 1) / _GUESSES) ** firmness for place in range(_GUESSES))
    return _Hidden(line, tuple(guesses), tuple(weight_sums))


def line_of(chair: Chair) -> Line:
    """A line as the evaluator reads it; a card that the viewer cannot see is `UNSEEN`."""
    return tuple(_pack(lying) for lying in chair.line)


def _pack(lying: LyingCard) -> Placed:
    card = UNSEEN if lying.card is None else lying.card
    paid = lying.mark == "wild" and lying.card is not None and RANK[lying.card] == 11
    return make_placed(card, lying.dealt_on, lying.up, max(lying.dealt_on, 3), paid)
