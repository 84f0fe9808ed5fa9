"""Contract tests: every registered game satisfies `games.core.game`."""

import copy
import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import islice
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, strategies as st

from games import registry
from games.core import Level, Seat, SecretChance, Unreadable, View, view_event
from games.core.events import Stored, decode, encode, list_kinds
from games.core.game import Cover, Game
from games.core.moves import Choice, Lapse
from games.core.secret import Each, Hidden, Only, Public
from games.registry import game as game_of
from tests.contract.driver import START, Session, Step, tables
from tests.contract.exposure import find_overexposed, find_underexposed
from tests.contract.leaky import Leaky
from tests.contract.twins import find_leaks, find_refusal, piece_fields, twin
from tests.effort import rounds
from tests.fifth_game import NAMES as GAMES, registered
from tests.left_out import MORE_CASES, mark_thorough

with registered():
    TABLES = [(name, number) for name in GAMES for number in range(len(tables(game_of(name))))]
    FEW = [(name, number) for name in GAMES for number in {0, len(tables(game_of(name))) - 1}]
    """The first and the last table of each game: the fewest and the most players."""
MOST = rounds(100, 260, 260)
"""The most moves of robots."""
FEWER = rounds(80, 120, 120)
"""The most moves of deckhands and random players, and of robots in tests that are slow at each move."""
OFTEN = rounds(6, MOST, MOST)
"""The most steps of one table with the same kinds of events that a test looks at."""
MARKED_TABLES = mark_thorough(TABLES, MORE_CASES, but=FEW)
PLAYED = [(pilot, name, number) for pilot in ("robots", "deckhands", "random") for name, number in TABLES]


def session(name: str, number: int, seed: int = 7) -> Session:
    game = game_of(name)
    players, options = tables(game)[number]
    return Session(game, players, options, seed)


@cache
def _recorded(name: str, number: int, pilot: str, seed: int) -> tuple[Step, ...]:
    return tuple(session(name, number, seed).steps(pilot, MOST if pilot == "robots" else FEWER))


def by_robots(name: str, number: int, most: int = MOST) -> tuple[Session, Iterator[Step]]:
    """A session and its steps by robots. The robots of a table play once; all tests then repeat the recorded steps."""
    table = session(name, number, seed=number)
    return table, table.follow(_recorded(name, number, "robots", number)[:most])


def replay(name: str, number: int, pilot: str, own: int) -> tuple[Session, Iterator[Step]]:
    """A session and its steps by this pilot.

    In `make test` all tests repeat the same steps; in `.ci/run` each test gives its `own` seed.
    """
    if pilot == "robots":
        return by_robots(name, number)
    seed = rounds(number, own, own)
    table = session(name, number, seed)
    return table, table.follow(_recorded(name, number, pilot, seed))


def members(protocol: type) -> list[str]:
    return [name for name in dir(protocol) if not name.startswith("_")]


def chance() -> SecretChance:
    return SecretChance(bytes(32), (), 0)


def through_json(event: Any) -> Any:
    kind, version, body = encode(event)
    return decode(Stored(kind, version, json.loads(json.dumps(body))))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_the_names_of_the_protocol(name: str) -> None:
    game, cover = game_of(name), registry.cover(name)
    assert [member for member in members(Cover) if getattr(game, member) != getattr(cover, member)] == []
    assert [member for member in members(Game) if not hasattr(game, member)] == []
    assert [member for member in members(View) if not hasattr(session(name, 0).view(None), member)] == []
    assert name == game.NAME
    assert game.SEATS[0] <= game.SEATS[1]
    assert len({verb.name for verb in game.VERBS}) == len(game.VERBS)
    assert len({option.name for option in game.OPTIONS}) == len(game.OPTIONS)


@pytest.mark.parametrize("name", GAMES)
def test_every_field_that_holds_pieces_declares_who_may_see_it(name: str) -> None:
    found = list_kinds(game_of(name).EVENT_PREFIX)
    assert found, f"EVENT_PREFIX of {name} is not the beginning of the kinds of its events"
    wrong = []
    for kind, cls in found.items():
        hints = get_type_hints(cls, include_extras=True)
        for field in piece_fields(cls):
            hint = hints[field]
            notes = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
            marks = [note for note in notes if isinstance(note, Only | Each | Hidden | Public)]
            names = {declared.name for declared in fields(cls)}
            good = len(marks) == 1 and (not isinstance(marks[0], Only) or marks[0].field in names)
            if not good:
                wrong.append(f"{kind}.{field}")
    assert not wrong, (
        f"mark who may see the pieces in {', '.join(wrong)}, each with one of Public(), Each(), Hidden() and "
        'Only("seat"), where "seat" is a field of the same event'
    )


@pytest.mark.parametrize(
    ("pilot", "name", "number"),
    mark_thorough(PLAYED, MORE_CASES, [case for case in PLAYED if case[1:] not in FEW or case[0] == "deckhands"]),
)
def test_stored_events_fold_to_the_live_table_at_every_step(pilot: str, name: str, number: int) -> None:
    table, steps = replay(name, number, pilot, own=7)
    game = table.game
    shadow = game.fold(map(through_json, table.events))
    shadow_events = list(table.events)
    moves = 0
    for step in steps:
        shadow = game.evolve(shadow, *map(through_json, step.events))
        shadow_events += step.events
        assert _same(game, shadow, step.after, table.seats), step
        moves += 1
    assert moves
    assert _same(game, game.fold(map(through_json, shadow_events)), table.state, table.seats)


def _same(game: Game, one: Any, two: Any, seats: list[Any]) -> bool:
    if is_dataclass(one):
        return bool(one == two)
    return all(game.view(one, seat) == game.view(two, seat) for seat in [None, *seats])


@pytest.mark.parametrize(("name", "number"), MARKED_TABLES)
@pytest.mark.parametrize("pilot", ["robots", "random"])
def test_an_event_shows_a_seat_the_pieces_that_its_view_shows(name: str, number: int, pilot: str) -> None:
    """Views are built without the events' secrecy marks, so they can check the marks."""
    table, steps = replay(name, number, pilot, own=29)
    looked_at = Counter[tuple[type, ...]]()
    for step in islice(steps, FEWER):
        these = tuple(map(type, step.events))
        looked_at[these] += 1
        if looked_at[these] > OFTEN:
            continue
        wrong = find_overexposed(table.game, step, table.seats) + find_underexposed(table.game, step, table.seats)
        assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("by", "found"),
    [
        ("mark", "the mark of Waved.pebble shows too much: the crowd is told of"),
        ("hidden", "the mark of Hid.pebble hides too much: seat 1 is not told of"),
        ("", ""),
    ],
)
def test_a_wrong_mark_is_found(by: str, found: str) -> None:
    game: Any = Leaky(by)
    before = game.fold(game.begin(2, {}, START, chance()))
    events = game.decide(before, Seat(1), "draw", START, chance()).events
    step = Step(before, Seat(1), "draw", START, list(events), game.evolve(before, *events))
    wrong = find_overexposed(game, step, [Seat(0), Seat(1)]) + find_underexposed(game, step, [Seat(0), Seat(1)])
    assert wrong[0].startswith(found) if found else wrong == []


@pytest.mark.parametrize(("name", "number"), MARKED_TABLES)
def test_a_secret_may_be_shown_once_the_hand_is_over(name: str, number: int) -> None:
    """With the secret, anybody can work out the whole deal, so no piece may be played in that hand any more."""
    table, steps = by_robots(name, number, FEWER)
    game = table.game
    for step in steps:
        before, after = (game.view(state, None) for state in (step.before, step.after))
        if before.to_act and before.hand == after.hand and game.is_revealed(step.before):
            played = sorted({type(event).__name__ for event in step.events if piece_fields(type(event))})
            assert not played, f"is_revealed is True in phase {before.phase!r}, in which {', '.join(played)} may follow"
        elif before.hand != after.hand and before.hand:
            assert game.is_revealed(step.before), f"is_revealed stays False although hand {before.hand} is over"


@pytest.mark.parametrize(("name", "number"), MARKED_TABLES)
def test_only_evolve_changes_a_state_and_only_its_own_copy(name: str, number: int) -> None:
    table, steps = by_robots(name, number, FEWER)
    game = table.game
    for count, step in enumerate(steps):
        if count % 6:
            continue
        kept = copy.deepcopy(step.before)
        again = list(game.decide(step.before, step.seat, step.move, step.at, chance()).events)
        game.evolve(step.before, *step.events)
        game.deadline(step.before)
        game.is_revealed(step.before)
        for seat in [None, *table.seats]:
            view = game.view(step.before, seat)
            game.choices(view)
            if seat in view.to_act:
                game.robot(view, chance())
        assert step.before == kept, (step.move, again)


@pytest.mark.parametrize(("name", "number"), MARKED_TABLES)
def test_a_choice_is_written_as_its_words_and_read_back_from_them(name: str, number: int) -> None:
    table, steps = replay(name, number, "random", own=11)
    game = table.game
    verbs = {verb.name for verb in game.VERBS}
    checked = 0
    for count, step in enumerate(steps):
        if count % 4:
            continue
        for seat in table.seats:
            view = game.view(step.after, seat)
            for choice in game.choices(view):
                assert isinstance(choice, Choice)
                assert choice.verb in verbs, f"no verb of {name} is called {choice.verb!r}, as in {choice.words!r}"
                assert game.write(choice.move) == choice.words
                assert game.read(view, choice.verb, choice.argument) == choice.move, choice.words
                checked += 1
    assert checked


@pytest.mark.parametrize(("name", "number"), MARKED_TABLES)
def test_a_seat_that_the_table_waits_for_can_do_something(name: str, number: int) -> None:
    table, steps = by_robots(name, number, FEWER)
    game = table.game
    for step in steps:
        for seat in game.view(step.after, None).to_act:
            view = game.view(step.after, seat)
            assert view.has_spoken or game.choices(view), (view.phase, seat, step.move)


@pytest.mark.parametrize(("name", "number"), MARKED_TABLES)
def test_twins_look_alike(name: str, number: int) -> None:
    """Facts that are hidden from a seat change nothing for it: not its view, moves or refusals, and no deadline."""
    table, steps = by_robots(name, number, 160)
    game = table.game
    for count, _ in enumerate(steps):
        if count % rounds(16, 8, 1):
            continue
        listed = [choice.move for seat in table.seats for choice in game.choices(table.view(seat))]
        moves = [*table.luck.sample(listed, min(len(listed), 6)), Lapse()]
        hand = table.events[table.hand_began :]
        for seat in [None, *table.seats]:
            changed = twin(hand, seat, table.luck)
            other = game.evolve(table.hand_before, *changed) if table.hand_began else game.fold(changed)
            found = find_leaks(game, (table.state, other), seat, moves, table.at, chance)
            assert not found, f"seat {seat} can tell facts that are hidden from it, by " + "\n".join(found)
            views = [game.view(state, seat) for state in (table.state, other)]
            for level in Level:
                one, two = (game.robot(view, chance(), level) for view in views)
                assert one == two, level


@pytest.mark.parametrize(("by", "difference"), [("view", "view.told"), ("refusal", "guess"), ("deadline", "deadline")])
def test_a_leak_is_found(by: str, difference: str) -> None:
    assert any(difference in leak for leak in find_leaks_of(by))


def test_a_game_that_does_not_leak_is_not_blamed() -> None:
    assert find_leaks_of("") == []


def find_leaks_of(by: str) -> list[str]:
    game: Any = Leaky(by)
    luck = random.Random(1)
    found: list[str] = []
    for seed in range(12):
        events = list(game.begin(2, {}, START, SecretChance(seed.to_bytes(32, "big"), (), 0)))
        other = twin(events, Seat(0), luck)
        assert view_event(other[0], Seat(0)) == view_event(events[0], Seat(0))
        found += find_leaks(game, (game.fold(events), game.fold(other)), Seat(0), ["guess"], START, chance)
    return found


def junk(luck: random.Random, steps: list[Step]) -> Any:
    """A move that makes no sense here: an earlier move, perhaps with random fields, or an object that is not a move."""
    values = [-1, 0, 3, 99, 10**9, "", "zz", None, True, 2.5, (1, 2), b"x"]
    kind = luck.randrange(4)
    if kind == 0 or not steps:
        return luck.choice([None, 3, "discard", Lapse(), object(), [], Step])
    move = luck.choice(steps).move
    if kind == 1 or not is_dataclass(move) or not fields(move):
        return move
    return replace(move, **{field.name: luck.choice(values) for field in fields(move)})  # type: ignore[type-var]


@pytest.mark.parametrize(("name", "number"), MARKED_TABLES)
def test_a_wrong_move_raises_only_refused(name: str, number: int) -> None:
    table, steps = replay(name, number, "random", own=19)
    game = table.game
    taken: list[Step] = []
    tried = 0
    for step in steps:
        taken.append(step)
        for _ in range(6):
            seat = table.luck.choice([None, Seat(-1), Seat(99), *table.seats])
            move = junk(table.luck, taken)
            refusal = find_refusal(game, table.state, seat, move, table.at, chance)
            assert refusal is None or all(refusal[0].split("/"))
            tried += 1
    assert tried


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_wrong_words_raise_only_unreadable(name: str, data: st.DataObject) -> None:
    table = session(name, 0)
    game = table.game
    verb = data.draw(st.one_of(st.sampled_from([verb.name for verb in game.VERBS]), st.text(max_size=8)))
    words = data.draw(st.one_of(st.text(max_size=20), st.sampled_from(["6-4", "R1", "jimmy", "9s", "1 2 3", "all"])))
    view = game.view(table.state, table.seats[0])
    try:
        move = game.read(view, verb, words)
    except Unreadable:
        return
    assert game.read(view, *game.write(move).partition(" ")[::2]) == move
