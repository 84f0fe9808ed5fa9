"""Every house rule has an effect: two of its values give different results, in a vector or in a session.

A house rule that has no effect here is never read by the game, or needs an entry in `STAGES` or `SCENES` below. House
rules that change no judgement of a move are in `SHOWN_ONLY`, with their effect and the file of their test.
"""

import itertools
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final, NamedTuple

import pytest

from games import registry
from games.core import AnyOption, Refused, Seat, Value, settle
from games.core.events import encode
from games.core.game import find_most_seats
from games.duo.game import GAME as duo_dominoes
from games.duo.moves import Next
from games.registry import game as game_of
from tests.conformance.runner import Case, cases, engine_of, files_of, load
from tests.contract.driver import Session, tables
from tests.games.bonedoneskis import hand as stud
from tests.games.handed_chance import HandedChance
from tests.games.lombardy import at_table as lombardy
from tests.games.pussers.at_table import EDDIE, WALLY, TableAt
from tests.games.pussers.test_aftermath import win_hand
from tests.games.pussers.test_compulsory import THREE
from tests.games.pussers.test_opening import set_up_break, wall_with
from tests.games.pussers.test_washout import washed_out
from tests.left_out import MORE_CASES


class Stage(NamedTuple):
    """A session in which a house rule has an effect."""

    house: dict[str, Value] = {}
    """The other house rules."""
    pilot: str = "robots"
    seeds: tuple[int, ...] = (1, 2, 3)
    """The seeds of the shuffles to try, until the two values play differently."""
    most: int = 200
    """The most moves."""


_COURTESY: Final = Stage({"call_mode": "courtesy"})
_FAITHFUL: Final = Stage({"enforcement": "faithful"}, "random")
STAGES: Final[dict[tuple[str, str], Stage]] = {
    ("pussers-bones", "courtesy_seconds"): _COURTESY,
    ("pussers-bones", "race_grace_ms"): Stage({"call_mode": "race"}),
    ("pussers-bones", "mistaken_calls"): _FAITHFUL,
    ("pussers-bones", "forgetting"): _FAITHFUL,
    ("pussers-bones", "miscounts"): _FAITHFUL,
    ("pussers-bones", "mistaken_yes_a_bit"): _FAITHFUL,
    ("pussers-bones", "show_losers"): Stage(most=900),
    ("pussers-bones", "discard_first"): Stage({}, "random"),
    ("pussers-bones", "loose_after_discard"): Stage({}, "random", most=500),
    ("lombardy-bones", "decide_timeout_s"): Stage({"call_mode": "everyone-decides"}),
    ("duo-dominoes", "auto_pass"): Stage({"enforcement": "guarded"}),
    ("bonedoneskis", "nine_pay"): Stage({}, "random"),
    ("bonedoneskis", "top_up"): Stage({}, "random"),
}


def house(option: str, value: Any) -> dict[str, Any]:
    """This house rule as a keyword argument."""
    return {option: value}


def _own_wall(option: str, value: Any) -> Any:
    """The scores after Eddie breaks into their own wall."""
    table = set_up_break(wall_with({}, 0), enforcement="faithful", **house(option, value))
    table.say(EDDIE, "break 0")
    return table.table.sheet.scores


def _washed_out(option: str, value: Any) -> Any:
    """The racks that are shown after a hand that nobody won."""
    ending = washed_out(**house(option, value)).view(None).ending
    return None if ending is None else ending.losers


def _tied_up(option: str, value: Any) -> Any:
    """The heap after a hand that somebody won."""
    ending = win_hand(**house(option, value)).view(None).ending
    return None if ending is None else ending.heap


def _passes_with_three(option: str, value: Any) -> Any:
    """The sets of a seat that passes with three of the thrown bone on its rack."""
    table = TableAt(THREE, **house(option, value))
    table.say(EDDIE, "discard R1")
    table.pass_all()
    return table.tray(WALLY)


def _asked_to_rule_off(option: str, value: Any) -> Any:
    """The result of a player's request to rule off: the number of events, or the key of the refusal."""
    table = set_up_break(wall_with({}, 0), **house(option, value))
    try:
        return len(table.say(EDDIE, "rule_off"))
    except Refused as refused:
        return refused.key


def _next_before_the_call(option: str, value: Any) -> Any:
    """The results if the next player lays a bone: right after the last bone, and a minute later."""
    results: list[object] = []
    for at in (2, 60_000):
        game = lombardy.Playing(["6-6 5-0", "6-5 4-4"], "1-0", **house(option, value))
        try:
            results.append(len(game.say("b play 6-5 A", at=at)))
        except Refused as refused:
            results.append(refused.key)
    return results


def _many_doubles(option: str, value: Any) -> Any:
    """The number of events of deals with 4, 5, 6 and 7 doubles in a hand; a redeal adds events."""
    doubles = [tile for tile in duo_dominoes.PIECES.every if len(set(duo_dominoes.PIECES.code(tile).split("-"))) == 1]
    rest = [tile for tile in duo_dominoes.PIECES.every if tile not in doubles]
    numbers = []
    for count in (4, 5, 6, 7):
        order = (*doubles[:count], *rest, *doubles[count:])
        even = tuple(tile for column in range(7) for tile in duo_dominoes.PIECES.every[column::7])
        chance = HandedChance(orders=[order, even])
        table = duo_dominoes.fold(duo_dominoes.begin(4, settle(duo_dominoes.OPTIONS, {option: value}), 0, chance))
        numbers.append(len(duo_dominoes.decide(table, Seat(0), Next(), 0, chance).events))
    return numbers


def _odd_pot(option: str, value: Any) -> Any:
    """The stacks after two equal hands have shared a pot with an odd chip."""
    hand = stud.Hand("As Tc 9c Kd Ac Qd", "Ah Td Kc 9d Ad Qc", "Kh 5d Ks", **house(option, value))
    hand.end_calls()
    while hand.turn != "C":
        hand.say(hand.turn, "call")
    hand.say("C", "fold")
    return tuple(hand.finish().table.stacks)


def _krabler_facing_a_bet(option: str, value: Any) -> Any:
    """The acts open to a called krabler once somebody has bet."""
    hand = stud.Hand("Ac Td Kd 3s", "Qc 9d Kh Ah", **house(option, value)).to_street(4)
    hand.say("B", "claim krabler")
    hand.end_calls().say("B", "bet")
    return hand.acts


def _jack_turned_up(option: str, value: Any) -> Any:
    """The length of a hand in which a red jack is turned up."""
    hand = stud.Hand("Jd Td Kh 8c Qh 3d 5c 7s", "Kc 9d 4h Td 8d 5s 3h 9c", **house(option, value)).to_street(5)
    hand.say("A", "claim queen_of_hearts")
    hand.end_calls().say("A", "turn 1.1")
    return hand.to_street(6).table.length


def _two_who_raise(option: str, value: Any) -> Any:
    """The number of raises, up to six, that two players may make in a round."""
    hand = stud.Hand("As Tc 9c Kd", "Qh Td Kc 8d", **house(option, value)).to_street(4).end_calls()
    hand.say(hand.turn, "bet")
    raises = 0
    while raises < 6 and "raise" in hand.acts:
        hand.say(hand.turn, "raise")
        raises += 1
    return raises


SCENES: Final[dict[tuple[str, str], Callable[[str, Any], Any]]] = {
    ("pussers-bones", "own_wall_a_bit"): _own_wall,
    ("pussers-bones", "own_wall_due"): _own_wall,
    ("pussers-bones", "open_all_of_mandatory"): _passes_with_three,
    ("pussers-bones", "rule_off"): _asked_to_rule_off,
    ("pussers-bones", "show_washout"): _washed_out,
    ("pussers-bones", "toss_in"): _tied_up,
    ("lombardy-bones", "call_mode"): _next_before_the_call,
    ("duo-dominoes", "redeal_doubles"): _many_doubles,
    ("bonedoneskis", "chip"): _odd_pot,
    ("bonedoneskis", "krabler_may_fold"): _krabler_facing_a_bet,
    ("bonedoneskis", "uncapped_heads_up"): _two_who_raise,
    ("bonedoneskis", "extend_on_reveal"): _jack_turned_up,
}
"""Situations that robots rarely reach. Each function plays one with a value of the house rule and returns a result."""
TEXTS: Final[dict[str, tuple[Value, ...]]] = {"rule_off": ("vote", "rounds:1")}
"""Two values of each option of free text."""
SHOWN_ONLY: Final = {
    ("pussers-bones", "talk"): "the names of the bones (tests/games/pussers/test_words.py)",
    ("pussers-bones", "nicknames"): "the table's own names of the bones (tests/games/pussers/test_words.py)",
    ("pussers-bones", "building"): "a line below one's own rack (tests/games/pussers/test_building.py)",
    ("pussers-bones", "robots_feed"): "what robots throw (tests/games/pussers/test_feeding.py)",
    ("pussers-bones", "discards"): "where the discards lie on the board (tests/render/test_places.py)",
    ("bonedoneskis", "tell_slept"): "what everybody hears after a hand (tests/games/bonedoneskis/test_told_slept.py)",
    ("pussers-bones", "cents_per_point"): "the worth of a point in the tally (tests/bot/tally/test_conventions.py)",
}
"""House rules that change no judgement of a move, each with its effect and the file of its test."""


def values(option: AnyOption) -> tuple[Value, ...]:
    """The values of an option to compare: all values of a list, both values of a switch, or two numbers."""
    if option.values:
        return option.values
    if isinstance(option.default, bool):
        return False, True
    if option.name in TEXTS:
        return TEXTS[option.name]
    assert isinstance(option.default, int), f"{option.name} needs a line in TEXTS, or in SHOWN_ONLY"
    return option.default, next(other for other in (option.default // 2, option.default + 1) if _fits(option, other))


def _fits(option: AnyOption, number: int) -> bool:
    try:
        return option.read(number) != option.default
    except Refused:
        return False


LONG: Final = ("buy_in", "muck_losers", "raise_cap")
"""House rules whose values play alike for longest."""
RULES: Final = [
    pytest.param(
        name, option, id=f"{name}-{option.name}", marks=[pytest.mark.thorough(MORE_CASES)] * (option.name in LONG)
    )
    for name in registry.NAMES
    for option in game_of(name).OPTIONS
    if (name, option.name) not in SHOWN_ONLY
]


@pytest.mark.parametrize(("name", "option"), RULES)
def test_any_two_values_of_a_house_rule_play_differently(name: str, option: AnyOption) -> None:
    alike = [
        pair
        for pair in itertools.combinations(values(option), 2)
        if not (differ_in_a_vector(name, option, *pair) or differ_in_a_session(name, option, *pair))
    ]
    assert not alike, f"{option.name} plays alike with both values of each pair: {alike}"


@cache
def vectors(name: str) -> tuple[Case, ...]:
    return tuple(case for path in files_of(name) for case in cases(load(path)))


def differ_in_a_vector(name: str, option: AnyOption, first: Value, second: Value) -> bool:
    """True if a vector that sets the option comes out differently with the other value.

    For a number, the vector's own value is compared with the default.
    """
    engine = engine_of(name)
    number = type(option.default) is int and not option.values
    for case in vectors(name):
        house = case.vector.get("options")
        if not isinstance(house, dict) or option.name not in house:
            continue
        given = option.read(house[option.name])
        swaps = [option.default] if number else [new for old, new in ((first, second), (second, first)) if old == given]
        for value in swaps:
            swapped = {**case.vector, "options": {**house, option.name: value}}
            if value != given and Case(case.section, case.id, swapped, case.document).differences(engine):
                return True
    return False


def differ_in_a_session(name: str, option: AnyOption, first: Value, second: Value) -> bool:
    """True if sessions with these two values differ: in an event, a deadline, or the number of seats."""
    scene = SCENES.get((name, option.name))
    if scene is not None:
        return bool(scene(option.name, first) != scene(option.name, second))
    game, stage = game_of(name), STAGES.get((name, option.name), Stage())
    players, usual = tables(game)[-1]
    if "as_enforcement" in (first, second):
        stage = stage._replace(house={"enforcement": "guarded" if "on" in (first, second) else "faithful"})
    houses = [settle(game.OPTIONS, usual, stage.house, {option.name: value}) for value in (first, second)]
    if find_most_seats(game, houses[0]) != find_most_seats(game, houses[1]):
        return True
    for seed in stage.seeds:
        played = [_steps(Session(game, players, house, seed), stage) for house in houses]
        if any(left != right for left, right in itertools.zip_longest(*played)):
            return True
    return False


def _steps(session: Session, stage: Stage) -> Iterator[tuple[list[Any], int | None]]:
    for step in session.steps(stage.pilot, stage.most):
        yield [encode(event) for event in step.events], session.game.deadline(step.after)
