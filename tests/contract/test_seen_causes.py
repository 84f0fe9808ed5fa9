"""Causes of better moves that a player could see: true in the hand as it was dealt, and of one of two moves only."""

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

from games import registry
from games.bonedoneskis.evaluation.evaluate import find_evaluator
from games.bonedoneskis.evaluation.ranking import PAIR
from games.bonedoneskis.robots import appraisal as stud
from games.core import Level
from games.duo import causes as duo
from games.duo.robot import list_distinct_plays
from games.lombardy import causes as lombardy
from games.lombardy.robot import list_candidates
from games.pieces.bones import Bone
from games.pieces.dominoes import CODES, FULL, WITH, dominoes_of, from_code, pips_of
from games.pussers.moves import Discard
from games.pussers.robots import causes as pussers
from games.pussers.robots.appraisal import _look_after as look_at_rack
from games.pussers.robots.robot_aims import LIZARDS, MAJORS, MOON, SUITS
from tests.bench.third_judge import Choice, play_hand
from tests.effort import rounds

DECKHANDS = (Level.DECKHAND,) * 4


def play(name: str, hands: int) -> Iterator[tuple[Choice, Any]]:
    """Yield the choices of some hands of deckhands, each with the view of its seat."""
    for hand in range(hands):
        for choice in play_hand(name, DECKHANDS, f"causes {hand}"):
            yield choice, registry.game(name).view(choice.state, choice.seat)


def list_found(causes: Any, this: Any, other: Any) -> list[tuple[str, Any]]:
    """Every cause that tells two moves apart. None does so both ways."""
    found = [(cause, facts) for cause, find in causes.items() if (facts := find(this, other)) is not None]
    assert not any(causes[cause](other, this) is not None for cause, _ in found)
    return found


def codes(tiles: int) -> set[str]:
    return {CODES[tile] for tile in dominoes_of(tiles)}


def test_causes_at_duo_dominoes_hold_in_the_hand_as_dealt() -> None:
    told: set[str] = set()
    for choice, view in play("duo-dominoes", rounds(12, 30, 30)):
        plays = list_distinct_plays(view) if view.line.first is not None and len(view.holding) > 1 else []
        for better, made in permutations(plays, 2):
            this, other = duo.look_after(view, better), duo.look_after(view, made)
            real = choice.state.holdings
            for cause, facts in list_found(duo.CAUSES, this, other):
                told.add(cause)
                after = other if cause in ("not_shuts", "partner_passes", "strands") else this
                fits = [held & after.fitting for held in real]
                fits[choice.seat] = after.mine & after.fitting
                if cause in ("shuts", "not_shuts"):
                    others = [real[seat] for seat in range(4) if seat != choice.seat]
                    pips, tiles = sum(map(pips_of, others)), sum(held.bit_count() for held in others)
                    partners = pips * real[choice.seat ^ 2].bit_count() / tiles
                    ours, theirs = pips_of(after.mine) + partners, pips - partners
                    assert not any(fits) and (facts["ours"], facts["theirs"]) == (round(ours), round(theirs))
                    assert (ours < theirs) is (cause == "shuts")
                elif cause in ("alone", "passes", "partner_passes"):
                    assert (after.mine | after.unseen) & after.fitting, "a blocked hand is over, and nobody passes"
                    passing = {0, 1, 2, 3} - {choice.seat} if cause == "alone" else {facts["seat"]}
                    assert not any(fits[seat] for seat in passing)
                    assert set(facts["numbers"]) == {str(end) for end in after.ends}
                elif cause == "strands":
                    left = after.mine | sum(real[seat] for seat in range(4) if seat != choice.seat)
                    for tile in map(from_code, facts["tiles"]):
                        assert not any((left & ~(1 << tile)) & WITH[end] for end in set(map(int, CODES[tile][::2])))
                        assert not after.fitting >> tile & 1
                elif cause == "keeps_end":
                    number = int(facts["number"])
                    assert not any(real[seat] & WITH[number] for seat in range(4) if seat != choice.seat)
                    assert number in after.ends and set(facts["tiles"]) == codes(after.mine & WITH[number])
                elif cause == "few_fit":
                    assert codes(fits[facts["seat"]]) <= set(facts["tiles"])
                elif cause == "partner_fits":
                    assert fits[facts["seat"]].bit_count() <= facts["this"]
                elif cause == "double":
                    assert [len(set(CODES[move.tile][::2])) for move in (better, made)] == [1, 2]
                else:
                    assert cause in ("goes_on", "can_go_on") and set(facts["tiles"]) == codes(fits[choice.seat])
    assert told == {*duo.CAUSES}


def score(line: Any, bone: int, bare: bool) -> int:
    """The most that a bone scores on a line."""
    totals = [line.lay(bone, end).sum_ends(bare) for end in line.ends if line.takes(bone, end)]
    return max((total for total in totals if total % 5 == 0), default=0)


def test_causes_at_lombardy_bones_can_be_counted_from_the_table() -> None:
    told: set[str] = set()
    for _, view in play("lombardy-bones", rounds(3, 8, 8)):
        moves: list[Any] = list_candidates(view) if view.phase == "play" and view.turn == view.seat else []
        for better, made in permutations(moves, 2):
            this, other = lombardy.look_after(view, better), lombardy.look_after(view, made)
            if this is None or other is None:
                continue
            assert len(view.holding) > 1, "whoever lays the last bone is out, and nobody lays another"
            unseen = [
                bone for bone in dominoes_of(FULL) if not view.line.on_table >> bone & 1 and bone not in view.holding
            ]
            bare = view.house.bare_ends_count
            for cause, facts in list_found(lombardy.CAUSES, this, other):
                told.add(cause)
                if cause in ("gives", "gives_less", "gives_none"):
                    scores = [{bone: score(after.line, bone, bare) for bone in unseen} for after in (this, other)]
                    few, many = ([points for points in of.values() if points] for of in scores)
                    assert (len(few), len(many)) == (facts.get("this", len(few)), facts.get("other", len(few)))
                    assert max(few, default=0) == facts.get("most", max(few, default=0))
                    assert max(many) == facts["points"] == scores[1][from_code(facts["bone"])]
                elif cause == "few_fit":
                    fits = [[bone for bone in unseen if after.line.list_fitting_ends(bone)] for after in (this, other)]
                    assert facts.get("bones", ()) == tuple(CODES[bone] for bone in fits[0])
                    assert facts["other"] == len(fits[1])
                else:
                    assert cause == "scores" and facts["this"] == this.line.sum_ends(bare)
    assert told == {*lombardy.CAUSES}


@pytest.mark.parametrize("aim", [MOON, MAJORS, SUITS[0], LIZARDS[0]])
def test_causes_at_pussers_bones_can_be_counted_from_the_rack(aim: Any) -> None:
    told: set[str] = set()
    thrown = 0
    for choice, view in play("pussers-bones", 1):
        if not isinstance(choice.move, Discard) or view.turn != view.seat:
            continue
        thrown += 1
        for kind in range(34):
            if not view.counts[kind] or kind == choice.move.bone or thrown % 5:
                continue
            made = choice.move.bone
            this, other = (look_at_rack(view, Discard(bone), aim) for bone in (Bone(kind), made))
            for cause, facts in list_found(pussers.CAUSES, this, other):
                told.add(cause)
                assert facts["held"] == view.counts[made]
                if cause == "lacks_less":
                    lacking = [{*aim.inside} - {k for k in range(34) if after.counts[k]} for after in (this, other)]
                    assert [facts["this"], facts["other"]] == [len(kinds) for kinds in lacking]
                elif cause == "more_left":
                    shown = [made, kind]
                    assert [facts["left"], facts["fewer"]] == [this.situation.unseen[k] for k in shown]
                elif cause == "doubles":
                    assert aim not in (MOON, *LIZARDS) and (aim is not MAJORS or view.house.majors != "fixed")
                elif cause in ("breaks", "stray", "no_double"):
                    assert made in aim.inside and (cause == "breaks" or kind not in aim.inside)
    assert told


def test_causes_at_bonedoneskis_hold_in_the_hand_as_dealt() -> None:
    told: set[str] = set()
    for choice, view in play("bonedoneskis", rounds(10, 25, 25)):
        lines = choice.state.lines
        value = find_evaluator(view.house.reading_rules).value_of_line
        for cause, find in stud._FOLDS.items():
            facts: Any = find(view, view) if view.phase == "betting" and "fold" in view.acts else None
            if facts is None:
                continue
            told.add(cause)
            if cause.startswith("beaten"):
                theirs = value(lines[facts["seat"]])
                assert theirs > value(lines[choice.seat]) or not theirs >> 20
            elif cause == "dead":
                assert not value(lines[choice.seat]) >> 20
            else:
                assert choice.seat not in facts["seats"] and not value(lines[choice.seat]) >= PAIR << 20
    assert told == {*stud._FOLDS}
