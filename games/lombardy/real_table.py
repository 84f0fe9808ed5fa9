"""Hands of Lombardy Bones from a real table: scores, wrong calls, reneges, and the count (LB-31 to LB-73)."""

from collections.abc import Sequence
from typing import Final

from games.core.chance import SecretChance
from games.core.options import Options
from games.core.real_table import Hand, HandLine, parse_number, parse_seat, refuse_words
from games.core.refused import Refused
from games.core.seats import Seat
from games.lombardy.decide import begin
from games.lombardy.decisions.ending import count_hand
from games.lombardy.decisions.reneges import make_restart
from games.lombardy.events import Called, Dealt, Event, RenegeCalled
from games.lombardy.evolve import FOLDER, Unfolding
from games.lombardy.options import House
from games.lombardy.scoring import find_loss
from games.lombardy.view import Phase
from games.pieces.dominoes import (
    ALL,
    DOUBLE_MASK,
    DOUBLES,
    Domino,
    can_be_blocked,
    must_be_whole,
    parse_name,
    read_left,
    tells_left,
)

_UNUSED_CHANCE: Final = SecretChance(bytes(32), (), 0)
"""A chance for functions that ask for one. Nothing is drawn from it: the hands come from a real table."""
_ENDS: Final = {"out": "out", "blocked": "dead", "passed": "all_pass"}
_DEALT: Final = 7
MOST_SCORE: Final = 35
"""The highest score of any layout (LB-17)."""


def score_real(players: int, options: Options, names: Sequence[str], hands: Sequence[Hand]) -> tuple[Event, ...]:
    """The events of whole games, from every call of each hand and the bones that players had left. Raises Refused."""
    events: list[Event] = []
    unfolding = _sit_down(players, options)
    for number, hand in enumerate(hands, 1):
        if unfolding.state.phase == Phase.OVER:
            events += unfolding.events
            unfolding = _sit_down(players, options)
        _score(unfolding, hand, number, names)
    events += unfolding.events
    if not hands or unfolding.state.phase != Phase.OVER:
        columns = zip(names, unfolding.state.sheet, strict=True)
        scores = tuple(f"{name} {'−' if score < 0 else ''}{abs(score)}" for name, score in columns)
        raise Refused("REAL", "unfinished", scores=scores)
    return tuple(event for event in events if not isinstance(event, Dealt))


def _sit_down(players: int, options: Options) -> Unfolding:
    return FOLDER.unfold(FOLDER.fold(begin(players, options, 0, _UNUSED_CHANCE)), 0, _UNUSED_CHANCE)


def _deal(unfolding: Unfolding) -> None:
    """Begin a hand, or begin it again after a renege. Nobody wrote down what was dealt."""
    state = unfolding.state
    unfolding.add(Dealt(state.hand + (state.phase != Phase.RESTART), state.deal + 1, 0, ((),) * state.players, ()))


def _score(unfolding: Unfolding, hand: Hand, number: int, names: Sequence[str]) -> None:
    _deal(unfolding)
    players = unfolding.state.players
    holdings, how, out = [0] * players, "", None
    calls = [0] * players
    for line in hand:
        if line.seat is not None and tells_left(line):
            read_left(holdings, line.seat, line, number)
        elif line.verb in _ENDS and not line.rest and (line.verb != "out" or line.seat is not None):
            if how:
                raise Refused("REAL", "two_ends", number=number)
            how, out = _ENDS[line.verb], line.seat if line.verb == "out" else None
        elif line.seat is None:
            raise refuse_words("words_lombardy", line.words)
        else:
            deal = unfolding.state.deal
            calls[line.seat] += _enter_call(unfolding, line, line.seat, names)
            if unfolding.state.deal != deal:  # a renege undid all that was laid (LB-50)
                calls = [0] * players
    must_be_whole(how, out, holdings, number)
    _must_be_possible(how, holdings, calls, number)
    count_hand(unfolding, how, out, holdings)


def _must_be_possible(how: str, holdings: Sequence[int], calls: Sequence[int], number: int) -> None:
    """Raise Refused for bones that cannot be left in a hand, or more calls than bones were laid (LB-4, LB-7, LB-30)."""
    every, boneyard = sum(holdings), len(ALL) - _DEALT * len(holdings)
    if any(held.bit_count() > _DEALT + boneyard for held in holdings):
        raise Refused("REAL", "many_left", number=number, most=_DEALT + boneyard)
    if how == "out" and every.bit_count() > len(ALL) - _DEALT:
        raise Refused("REAL", "few_laid", number=number, least=_DEALT)
    if every & DOUBLE_MASK == DOUBLE_MASK:
        raise Refused("REAL", "no_lead", number=number)
    if how == "dead" and not can_be_blocked(every):
        raise Refused("REAL", "not_blocked", number=number)
    laid = [_DEALT + boneyard - held.bit_count() for held in holdings]
    if (
        any(called > most for called, most in zip(calls, laid, strict=True))
        or sum(calls) > len(ALL) - every.bit_count()
    ):
        raise Refused("REAL", "many_scores", number=number)


def _enter_call(unfolding: Unfolding, line: HandLine, seat: Seat, names: Sequence[str]) -> int:
    """Enter scores, a wrong call, or a renege. Return the number of scores that were called."""
    house = unfolding.state.house
    scores = line.words.replace(",", " ").replace("+", " ").split()
    if line.verb == "renege":
        _enter_renege(unfolding, line, seat, names)
        return 0
    if line.verb == "wrong" and not house.automatic:
        number = parse_number(line.rest, "score")
        if not number:
            raise refuse_words("score", line.words)  # LB-34
        unfolding.add(
            Called(seat, number, False, find_loss(unfolding.state.sheet, seat, house.wrong_score_penalty, house), False)
        )
        return 1
    if not scores or not all(word.isascii() and word.isdigit() for word in scores):
        raise refuse_words("words_lombardy", line.words)
    for word in scores:
        number = parse_number(word, "score")
        if not number or number % 5 or number > MOST_SCORE:
            raise refuse_words("score", line.words)
        unfolding.add(Called(seat, number, True, number, house.automatic))
    return len(scores)


def _must_be_caught(house: House, players: int, caught: Sequence[tuple[bool, Domino]]) -> None:
    """Raise Refused for doubles that cannot have been held back or laid against the rules (LB-40 to LB-42)."""
    held = [double for held_back, double in caught if held_back]
    all_dealt = players * _DEALT == len(ALL)
    if house.missed_doubles == "highest" and (len(held) > 1 or (all_dealt and held not in ([], [DOUBLES[-1]]))):
        raise Refused("REAL", "one_held")
    laid = [double for held_back, double in caught if not held_back]
    if DOUBLES[0] in laid or (len(laid) > 1 and house.renege_closes != "count"):
        raise Refused("REAL", "one_laid")


def _enter_renege(unfolding: Unfolding, line: HandLine, seat: Seat, names: Sequence[str]) -> None:
    """Enter a mistaken call of renege, or a true one: "renege Wal held 5-5, Ned laid 6-6" (LB-43, LB-44)."""
    state = unfolding.state
    if not state.house.hears_renege:
        raise Refused("LB-91", "reneges_off")
    if not line.rest:
        unfolding.add(
            RenegeCalled(
                seat, False, (), (), find_loss(state.sheet, seat, state.house.false_renege_penalty, state.house)
            )
        )
        return
    caught: dict[Seat, tuple[bool, Domino]] = {}
    for part in line.rest.split(","):
        offence = part.strip()
        offender, rest = parse_seat(offence, names)
        deed, _, name = rest.partition(" ")
        double = parse_name(name)
        told = offender in caught or any(double == other for _, other in caught.values())
        if deed not in ("held", "laid") or double not in DOUBLES or offender == seat or told:
            raise refuse_words("renege", offence)
        caught[offender] = deed == "held", double
    _must_be_caught(state.house, state.players, list(caught.values()))
    offenders = tuple(sorted(caught))
    held_back = tuple(offender for offender in offenders if caught[offender][0])
    restarted = make_restart(state, held_back, offenders)
    unfolding.add(RenegeCalled(seat, True, offenders, tuple(caught[offender][1] for offender in offenders), 0))
    unfolding.add(restarted)
    _deal(unfolding)
