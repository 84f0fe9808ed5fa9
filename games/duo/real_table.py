"""Hands of Duo Dominoes from a real table: who went out or blocked, and what the others had left (DD-30 to DD-41)."""

from collections.abc import Sequence
from typing import Final

from games.core.chance import SecretChance
from games.core.options import Options
from games.core.real_table import Hand, HandLine, Taps, make_word_taps, refuse_words
from games.core.refused import Refused
from games.core.seats import FIRST
from games.duo.decide import begin, end_hand
from games.duo.events import Dealt, Event
from games.duo.evolve import FOLDER, Unfolding
from games.duo.scoring import score_block, score_out
from games.pieces.dominoes import BIT, DOUBLE_SIX, can_be_blocked, must_be_whole, read_left, tap_left_over, tells_left

_UNUSED_CHANCE: Final = SecretChance(bytes(32), (), 0)
"""The chance that the game's functions get. They draw nothing from it, because people deal at a real table."""
_DEALT: Final = 7


def score_real(players: int, options: Options, names: Sequence[str], hands: Sequence[Hand]) -> tuple[Event, ...]:
    """Score the hands of whole games with what each player had left. Raises Refused."""
    unfolding = FOLDER.unfold(FOLDER.fold(begin(players, options, 0, _UNUSED_CHANCE)), 0, _UNUSED_CHANCE)
    for number, hand in enumerate(hands, 1):
        opens = unfolding.state.game_over or number == 1
        unfolding.add(Dealt(number, FIRST, False, ((),) * 4))
        _score(unfolding, hand, number, opens)
    if not hands or not unfolding.state.game_over:
        duos = zip(names, names[2:], unfolding.state.score, strict=False)
        raise Refused(
            "REAL", "unfinished", scores=tuple(f"{name} & {partner} {score}" for name, partner, score in duos)
        )
    return tuple(event for event in unfolding.events if not isinstance(event, Dealt))


def _score(unfolding: Unfolding, hand: Hand, number: int, opens: bool) -> None:
    house = unfolding.state.house
    holdings, how, last = [0, 0, 0, 0], "", FIRST
    for line in hand:
        if line.seat is None or not (tells_left(line) or line.verb in ("out", "blocked")):
            raise refuse_words("words_duo", line.words)
        if tells_left(line):
            read_left(holdings, line.seat, line, number)
        elif how:
            raise Refused("REAL", "two_ends", number=number)
        else:
            how, last = line.verb, line.seat
    must_be_whole(how, last if how == "out" else None, holdings, number)
    every = sum(holdings)
    if max(held.bit_count() for held in holdings) > _DEALT:
        raise Refused("REAL", "many_left", number=number, most=_DEALT)  # DD-3
    if opens and (number == 1 or house.new_game_start == "double_six") and every & BIT[DOUBLE_SIX]:
        raise Refused("REAL", "six_six", number=number)  # DD-10
    if how == "blocked" and house.guarded and not can_be_blocked(every):
        raise Refused("REAL", "not_blocked", number=number)  # DD-31
    all_others = house.out_counts == "all_others"
    won = score_out(holdings, last, all_others) if how == "out" else score_block(holdings, last)
    end_hand(unfolding, how, last, holdings, won)


def tap_real(players: int, options: Options, hand: Hand, line: HandLine | None) -> Taps:
    """Offer the end of the hand, and then what the others have left."""
    if line is None:
        return Taps()
    if line.verb == "left":
        return tap_left_over(hand, line)
    if line.words:
        return Taps()
    ended = any(other.verb in ("out", "blocked") for other in hand)
    return Taps((make_word_taps("left") if ended else make_word_taps("out", "blocked"),), may_end=False)
