"""Hands of Lombardy Bones from a real table: scores, wrong calls, reneges, and the count (LB-31 to LB-73)."""

import re
from collections.abc import Sequence
from functools import partial
from itertools import takewhile
from typing import Final

from games.core.chance import UNUSED_CHANCE
from games.core.options import Options
from games.core.real_table import Hand, HandLine, parse_seat, refuse, refuse_words, telling_number
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
from games.pieces.dominoes import ALL, DOUBLE_MASK, DOUBLES, Domino, parse_name
from games.pieces.left_over import DEALT, read_end

_ENDS: Final = {"out": "out", "blocked": "dead", "passed": "all_pass"}
SCORES: Final = tuple(map(str, range(5, 36, 5)))
"""The scores of any layout (LB-17)."""


def score_real(players: int, options: Options, names: Sequence[str], hands: Sequence[Hand]) -> tuple[Event, ...]:
    """The events of whole games, from every call of each hand and the bones that players had left. Raises Refused."""
    events: list[Event] = []
    unfolding = _sit_down(players, options)
    for number, hand in enumerate(hands, 1):
        if unfolding.state.phase == Phase.OVER:
            events += unfolding.events
            unfolding = _sit_down(players, options)
        with telling_number(number):
            _score(unfolding, hand, names)
    events += unfolding.events
    if unfolding.state.phase != Phase.OVER:
        columns = zip(names, unfolding.state.sheet, strict=True)
        scores = tuple(f"{name} {'−' if score < 0 else ''}{abs(score)}" for name, score in columns)
        raise refuse("unfinished", scores=scores)
    return tuple(event for event in events if not isinstance(event, Dealt))


def _sit_down(players: int, options: Options) -> Unfolding:
    return FOLDER.unfold(FOLDER.fold(begin(players, options, 0, UNUSED_CHANCE)), 0, UNUSED_CHANCE)


def _deal(unfolding: Unfolding) -> None:
    """Begin a hand, or begin it again after a renege. Nobody wrote down what was dealt."""
    state = unfolding.state
    unfolding.add(Dealt(state.hand + (state.phase != Phase.RESTART), state.deal + 1, 0, ((),) * state.players, ()))


def _score(unfolding: Unfolding, hand: Hand, names: Sequence[str]) -> None:
    _deal(unfolding)
    how, last, holdings = read_end(
        hand, unfolding.state.players, ("blocked", "passed"), partial(_enter_call, unfolding, names)
    )
    _must_be_possible(how, holdings, unfolding.events)
    count_hand(unfolding, _ENDS[how], last if how == "out" else None, holdings)


def _must_be_possible(how: str, holdings: Sequence[int], events: Sequence[Event]) -> None:
    """Raise Refused for bones that cannot be left in a hand, or more calls than bones were laid (LB-4, LB-7, LB-30)."""
    every = sum(holdings)
    laid = len(ALL) - every.bit_count()
    if how == "out" and laid < DEALT:
        raise refuse("few_laid", least=DEALT)
    if every & DOUBLE_MASK == DOUBLE_MASK:
        raise refuse("no_lead")
    since_deal = takewhile(lambda event: not isinstance(event, Dealt), reversed(events))
    callers = [event.seat for event in since_deal if isinstance(event, Called)]
    most = len(ALL) - DEALT * (len(holdings) - 1)
    if len(callers) > laid or any(callers.count(seat) > most - holdings[seat].bit_count() for seat in callers):
        raise refuse("many_scores")


def _enter_call(unfolding: Unfolding, names: Sequence[str], line: HandLine) -> None:
    """Enter scores, a wrong call, or a renege."""
    state, seat = unfolding.state, line.seat
    house, scores = state.house, line.words.replace(",", " ").replace("+", " ").split()
    if seat is None:
        raise refuse_words("words_lombardy", line.words)
    if line.verb == "renege":
        _enter_renege(unfolding, line, seat, names)
    elif line.verb == "wrong" and not house.automatic:
        if not re.fullmatch(r"[1-9][0-9]{0,8}", line.rest):
            raise refuse_words("score", line.words)  # LB-34
        loss = find_loss(state.sheet, seat, house.wrong_score_penalty, house)
        unfolding.add(Called(seat, int(line.rest), False, loss, False))
    elif not scores or not all(map(str.isdigit, scores)):
        raise refuse_words("words_lombardy", line.words)
    else:
        for score in scores:
            if score not in SCORES:
                raise refuse_words("score", line.words)
            unfolding.add(Called(seat, int(score), True, int(score), house.automatic))


def _enter_renege(unfolding: Unfolding, line: HandLine, seat: Seat, names: Sequence[str]) -> None:
    """Enter a mistaken call of renege, or a true one: "renege Wal held 5-5, Ned laid 6-6" (LB-43, LB-44)."""
    state, house = unfolding.state, unfolding.state.house
    if not house.hears_renege:
        raise Refused("LB-91", "reneges_off")
    if not line.rest:
        loss = find_loss(state.sheet, seat, house.false_renege_penalty, house)
        unfolding.add(RenegeCalled(seat, False, (), (), loss))
        return
    held: dict[Seat, Domino] = {}
    laid: dict[Seat, Domino] = {}
    for part in line.rest.split(","):
        offence = part.strip()
        offender, rest = parse_seat(offence, names)
        deed, _, name = rest.partition(" ")
        double, caught = parse_name(name), held | laid
        told = offender in (seat, *caught) or double in caught.values()
        if deed not in ("held", "laid") or double not in DOUBLES or told:
            raise refuse_words("renege", offence)
        (held if deed == "held" else laid)[offender] = double
    _must_be_caught(house, state.players, [*held.values()], [*laid.values()])
    doubles = dict(sorted((held | laid).items()))
    restarted = make_restart(state, tuple(sorted(held)), tuple(doubles))
    unfolding.add(RenegeCalled(seat, True, tuple(doubles), tuple(doubles.values()), 0))
    unfolding.add(restarted)
    _deal(unfolding)


def _must_be_caught(house: House, players: int, held: Sequence[Domino], laid: Sequence[Domino]) -> None:
    """Raise Refused for doubles that cannot have been held back or laid against the rules (LB-40 to LB-42)."""
    all_dealt = players * DEALT == len(ALL)
    if house.missed_doubles == "highest" and (len(held) > 1 or (all_dealt and held not in ([], [DOUBLES[-1]]))):
        raise refuse("one_held")
    if DOUBLES[0] in laid or (len(laid) > 1 and house.renege_closes != "count"):
        raise refuse("one_laid")
