"""Hands of Duo Dominoes from a real table: who went out or blocked, and what the others had left (DD-30 to DD-41)."""

from collections.abc import Sequence

from games.core.chance import UNUSED_CHANCE
from games.core.options import Options
from games.core.real_table import Hand, HandLine, Taps, make_taps, refuse, refuse_words, telling_number
from games.core.seats import FIRST
from games.duo.decide import begin, end_hand
from games.duo.events import Dealt, Event
from games.duo.evolve import FOLDER, Unfolding
from games.duo.scoring import score_block, score_out
from games.pieces.dominoes import BIT, DOUBLE_SIX
from games.pieces.left_over import read_end, tap_left_over


def score_real(players: int, options: Options, names: Sequence[str], hands: Sequence[Hand]) -> tuple[Event, ...]:
    """Score the hands of whole games with what each player had left. Raises Refused."""
    unfolding = FOLDER.unfold(FOLDER.fold(begin(players, options, 0, UNUSED_CHANCE)), 0, UNUSED_CHANCE)
    for number, hand in enumerate(hands, 1):
        with telling_number(number):
            _score(unfolding, hand, number)
    if not unfolding.state.game_over:
        duos = zip(names, names[2:], unfolding.state.score, strict=False)
        raise refuse("unfinished", scores=tuple(f"{name} & {partner} {score}" for name, partner, score in duos))
    return tuple(event for event in unfolding.events if not isinstance(event, Dealt))


def _score(unfolding: Unfolding, hand: Hand, number: int) -> None:
    house, is_new_game = unfolding.state.house, unfolding.state.game_over
    unfolding.add(Dealt(number, FIRST, False, ((),) * 4))
    how, last, holdings = read_end(hand, 4, (), _refuse, house.guarded)
    six_led = number == 1 or (is_new_game and house.new_game_start == "double_six")
    if six_led and sum(holdings) & BIT[DOUBLE_SIX]:
        raise refuse("six_six")  # DD-10
    all_others = house.out_counts == "all_others"
    won = score_out(holdings, last, all_others) if how == "out" else score_block(holdings, last)
    end_hand(unfolding, how, last, holdings, won)


def _refuse(line: HandLine) -> None:
    """Refuse a line that tells neither an end nor what somebody had left."""
    raise refuse_words("words_duo", line.words)


def tap_real(players: int, options: Options, hand: Hand, line: HandLine | None) -> Taps:
    """Offer the end of the hand, and then what the others have left."""
    if line is None:
        return Taps()
    if line.verb == "left":
        return tap_left_over(hand, line)
    if line.words:
        return Taps()
    ended = any(other.verb in ("out", "blocked") for other in hand)
    return Taps((make_taps("left") if ended else make_taps("out", "blocked"),), may_end=False)
