"""Invariants of any play: bones, sums, thirteen in a rack, secrets (PB-4, PB-10, PB-34, PB-47, PB-80)."""

from dataclasses import replace
from itertools import repeat
from types import UnionType
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings, strategies as st

from games.core import Refused, settle
from games.pieces.bones import FULL_SET, Bone
from games.pussers.choices import choices
from games.pussers.deadlines import deadline
from games.pussers.decide import decide, play
from games.pussers.decisions.aftermath import bones_of
from games.pussers.events import Discarded, ShownForEddie, TiedUp, TurnCame, WallBuilt
from games.pussers.evolve import FOLDER, evolve, fold
from games.pussers.hands import find_shape
from games.pussers.moves import Discard
from games.pussers.options import OPTIONS, House
from games.pussers.project import view
from games.pussers.scoring import Claim, score
from games.pussers.state import State, copy_state
from games.pussers.view import TraySet, View
from games.registry import game
from tests.contract.driver import Session
from tests.effort import rounds
from tests.left_out import MORE_CASES, mark_thorough

PUSSERS = game("pussers-bones")
VALUES: dict[str, list[Any]] = {
    option.name: list(option.values) or [True, False]
    for option in OPTIONS
    if option.values or isinstance(option.default, bool)
}
houses = st.fixed_dictionaries({}, optional={name: st.sampled_from(values) for name, values in VALUES.items()})


def bones_at(table: State) -> list[int]:
    """Every bone of the table, in any place."""
    found = [bone for place, bone in enumerate(table.wall.line) if not table.wall.gone >> place & 1]
    for seat in range(table.players):
        found += [Bone(kind) for kind, count in enumerate(table.racks.counts[seat]) for _ in range(count)]
        found += table.racks.pretties[seat]
        for group in table.racks.sets[seat]:
            found += [group.bone or Bone(0)] * group.size
    found += [thrown.bone for thrown in table.discards if thrown.taken is None]
    return sorted(found)


def session(options: dict[str, Any], seed: int, players: int) -> Session:
    return Session(PUSSERS, players, settle(OPTIONS, options, {"players": players}), seed)


@settings(max_examples=rounds(10, 25, 100), deadline=None)
@given(options=houses, seed=st.integers(0, 10**6), pilot=st.sampled_from(["robots", "random"]))
def test_pb_4_and_pb_10_sums_are_zero_and_no_bone_is_lost(options: dict[str, Any], seed: int, pilot: str) -> None:
    players = int(options.get("players", 4))
    table = session(options, seed, players)
    for step in table.steps(pilot, 150):
        assert sum(step.after.sheet.scores) == 0
        assert sum(sum(line.amounts) for line in step.after.sheet.lines) == 0
        if step.after.wall.broken_at is not None:
            assert bones_at(step.after) == sorted(FULL_SET), step
        assert step.after.wall.left == 144 - step.after.wall.gone.bit_count()
        assert step.after.racks.rows == [*map(bones_of, step.after.racks.counts)]


@settings(max_examples=rounds(6, 12, 100), deadline=None)
@given(seed=st.integers(0, 10**6), players=st.sampled_from([3, 4]), mode=st.sampled_from(VALUES["call_mode"]))
def test_pb_34_thirteen_again_after_every_turn(seed: int, players: int, mode: str) -> None:
    table = session({"call_mode": mode}, seed, players)
    for step in table.steps("random", 150):
        if any(isinstance(event, TurnCame | Discarded) for event in step.events) and step.after.phase == "calling":
            for seat in range(players):
                after = step.after
                assert sum(after.racks.counts[seat]) + 3 * len(after.racks.sets[seat]) == 13 - (
                    after.racks.owed[seat] if not after.wall.left else 0
                )


def fits(value: object, hint: Any) -> bool:
    """True if a value is of the type that a hint names."""
    parts = get_args(hint)
    if isinstance(hint, NewType):
        return fits(value, hint.__supertype__)
    if get_origin(hint) in (Union, UnionType):
        return any(fits(value, part) for part in parts)
    if get_origin(hint) is tuple:
        return isinstance(value, tuple) and all(map(fits, value, repeat(parts[0]) if parts[-1] is ... else parts))
    return type(value) is hint


RACES: list[dict[str, Any]] = [{"call_mode": "race"}, {"enforcement": "faithful", "call_mode": "race"}]


@pytest.mark.parametrize("options", mark_thorough([{}, *RACES], MORE_CASES, but=RACES[1:]))
def test_every_field_of_a_view_has_its_declared_type(options: dict[str, Any]) -> None:
    """`project` builds views by the order of the fields."""
    table = session(options, 1, 4)
    hints = get_type_hints(View)
    for _ in table.steps("random", 120):
        for seat in (None, *table.seats):
            shown = table.view(seat)
            assert [name for name, hint in hints.items() if not fits(getattr(shown, name), hint)] == []


@pytest.mark.parametrize("options", [{}, {"call_mode": "courtesy"}, {"call_mode": "race", "enforcement": "faithful"}])
def test_pb_80_a_move_offered_in_a_guarded_game_is_never_refused(options: dict[str, Any]) -> None:
    table = session(options, 23, 4)
    offered = 0
    for count, _ in enumerate(table.steps("random", 480)):
        if count % 3 or table.state.calls.pending is not None:
            continue
        for seat in table.seats:
            for choice in choices(view(table.state, seat)):
                if choice.late or choice.words == "setout":  # PB-83: offered even if there is nothing to set out
                    continue
                try:
                    decide(table.state, seat, choice.move, table.at + 1, table.chance)
                except Refused as refused:
                    pytest.fail(f"{seat} was offered {choice.words}: {refused.key}")
                offered += 1
    assert offered > 100


@settings(max_examples=rounds(40, 150, 1_500), deadline=None)
@given(data=st.data(), breeze=st.integers(0, 3), source=st.sampled_from(["wall", "loose", "discard"]))
def test_pb_51_any_four_pairs_in_a_suit_are_a_hand_and_score_alike(data: Any, breeze: int, source: str) -> None:
    """PB-60: the order of sets does not matter; PB-68: an a bit is never negative."""
    kinds = data.draw(st.lists(st.sampled_from([*range(9), *range(27, 34)]), min_size=5, max_size=5, unique=True))
    hows = data.draw(st.lists(st.sampled_from(["rack", "pair", "open", "added", "concealed"]), min_size=4, max_size=4))
    rack = bytearray(42)
    rack[kinds[4]] = 2
    sets = []
    for kind, how in zip(kinds, hows, strict=False):
        if how == "rack":
            rack[kind] = 3
        else:
            sets.append(TraySet(how, Bone(kind)))
    assert find_shape(bytes(rack), tuple(int(group.bone or 0) for group in sets)).pattern
    house = House()
    claim = Claim(bytes(rack), tuple(sets), (), Bone(kinds[4]), source, False, breeze)
    verdict = score(claim, house)
    assert verdict == score(replace(claim, sets=tuple(reversed(sets))), house)
    assert verdict.legal or verdict.reason == "no_double"
    assert verdict.a_bit >= 0
    assert sum(amount for name, amount in verdict.points if name != "total") == dict(verdict.points).get("total", 0)


def test_robots_tie_up_now_and_then() -> None:
    ties = 0
    for seed in range(6):
        table = session({"call_mode": "race", "race_grace_ms": 0}, seed, 3)
        for step in table.steps("robots", 400):
            ties += any(isinstance(event, TiedUp) for event in step.events)
            if step.after.phase == "between":
                break
        assert deadline(table.state) is None
    assert ties >= 2


@pytest.mark.parametrize("options", [{}, {"call_mode": "race", "race_grace_ms": 0}, {"enforcement": "faithful"}])
def test_playing_on_one_table_gives_the_same_game_as_playing_on_copies(options: dict[str, Any]) -> None:
    """Simulations use `play`; the bot uses `decide` and `evolve`. A refused move changes nothing; no view is stale."""
    table = session(options, 31, 4)
    alone = fold(table.events)
    refused = 0
    for step in table.steps("random", 250):
        kept = copy_state(alone)
        for seat in table.seats:
            try:
                play(FOLDER.unfold(kept, step.at, table.chance), seat, Discard(Bone(0)))
            except Refused:
                refused += 1
                assert kept == alone
            else:
                kept = copy_state(alone)
        if not any(isinstance(event, WallBuilt | ShownForEddie) for event in step.events):
            unfolding = FOLDER.unfold(alone, step.at, table.chance)
            play(unfolding, step.seat, step.move)
            assert unfolding.events == step.events
        else:
            alone = evolve(alone, *step.events)
        assert alone == step.after
        for viewer in (None, *table.seats):
            assert view(alone, viewer) == view(copy_state(step.after), viewer)
    assert refused > 100
