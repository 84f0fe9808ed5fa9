"""Robots for Lombardy Bones: they play from a view alone and own up to their doubles.

The old hand lays bones that score well and leave others little, and misses few of its scores. If the rules allow it,
the old hand draws for something better, and passes rather than open the table for the next player (LB-21, LB-22). It
calls renege when nothing else explains the table, unless the restart would undo a deal that goes well for it. The
deckhand lays the bone that scores most or, if none scores, the heaviest. It misses some of its scores, and never calls
renege. Both avoid doubles above the spinner (LB-41), and wait a while after another player's bone (LB-81). A shellback
(`shellback.py`) starts from the move chosen here, which is that of an old hand who misses no score.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from games.core.chance import Chance
from games.core.robots import EVEN, Level, Temper, Thought, slip, weigh
from games.core.view import own_seat
from games.lombardy.choices import list_plays
from games.lombardy.moves import Answer, Done, Draw, Knock, Move, Next, NoScore, Play, Renege, Score
from games.lombardy.scoring import round_down
from games.lombardy.state import list_following
from games.lombardy.view import CALLING_PHASES, Phase, View
from games.pieces.dominoes import DOUBLE_SIX, FULL, PIPS, WITH, Domino, is_double, mask, pips_of
from games.pieces.line import ENDS, Line, is_first_alike

_MISSED: Final = {Level.DECKHAND: 35, Level.OLD_HAND: 17, Level.SHELLBACK: 0}
"""The percentage of scores that a robot does not call together with its bone. Later it calls most of these, and
misses the same percentage of them for good. So an old hand misses three scores in a hundred in all."""
PASSING: Final = -4.0
"""The worth of a pass, apart from the table that it leaves."""
DRAWS_BELOW: Final = 5.0
"""The worth of a bone below which an old hand draws for something better."""
GOES_ON: Final = 0.8
"""The worth of each bone in hand that still fits after the move."""
GIVEN: Final = -0.9
"""The worth of each point that the next player can expect to score."""
A_PIP: Final = 0.25
"""The worth of each pip of the bone."""
A_DOUBLE: Final = 1.0
"""The worth of getting rid of a double."""
GOING_OUT: Final = 60.0
_FEWER_BONES: Final = 2.0
"""The worth, in points of the count, of each bone that a seat holds fewer than the others."""


def robot(view: View, chance: Chance, level: Level = Level.OLD_HAND, temper: Temper = EVEN) -> Thought[Move] | None:
    """Choose a robot's move at this level, with its reason; None to stay silent."""
    if view.phase in (Phase.COUNTED, Phase.RESTART):
        return Thought(Next(), "next")
    if view.seat is None or view.pending:
        return None
    if view.phase == Phase.LEAD:
        double = max((bone for bone in view.holding if is_double(bone)), default=None)
        return None if view.answered else Thought(Answer(double), "no_double" if double is None else "owns_up")
    deckhand = level is Level.DECKHAND
    if view.to_score == view.seat:
        return _answer_for_score(view, level, chance)
    if view.quiet and view.last != view.seat:
        return None
    if not deckhand and (why := _find_renege(view)):
        return Thought(Renege(), why)
    if view.phase in CALLING_PHASES:
        return Thought(Done(), "done") if view.seat in view.to_act else None
    if view.phase != Phase.PLAY or view.turn != view.seat or view.waits:
        return None
    return _take_turn(view, chance, level, temper)


def _misses_score(level: Level, chance: Chance) -> bool:
    percent = _MISSED[level]
    return percent > 0 and chance.below(100) >= 100 - percent


def _answer_for_score(view: View, level: Level, chance: Chance) -> Thought[Move]:
    total = view.line.sum_ends(view.house.bare_ends_count)
    facts = add_up(view.line, view.house.bare_ends_count)
    if not total or total % 5:
        return Thought(NoScore(), "not_fives", facts)
    is_lead = len(view.steps) < 2  # a lead cannot be called together with its bone
    if _misses_score(level, chance) and (level is Level.DECKHAND or not is_lead or _misses_score(level, chance)):
        return Thought(NoScore(), "overslept")
    return Thought(Score(total), "fives", facts)


def add_up(line: Line, bare_ends_count: bool) -> Mapping[str, int | str]:
    """The ends that count in a score ("A4 + B1×2"), and their total (LB-15)."""
    counted = (end for end in line.ends if bare_ends_count or not (line.open and line.is_bare(end)))
    ends = " + ".join(f"{end}{line.ends[end]}{'×2' * line.counts_twice(end)}" for end in counted)
    return {"ends": ends, "total": line.sum_ends(bare_ends_count)}


def _take_turn(view: View, chance: Chance, level: Level, temper: Temper) -> Thought[Move]:
    if not _list_distinct_plays(view):
        return Thought(Draw(), "draws") if _may_draw(view) else Thought(Knock(), "nothing_fits")
    best = _choose(view, chance, level, temper)
    if len(view.holding) == 1 and isinstance(best.move, Play) and best.why in ("even", "only_one"):
        best = best._replace(why="goes_out")
    if best.why == "even" and not any(find_score(view, play) for play in _list_distinct_plays(view)):
        best = best._replace(why="no_score")
    called = call_score(view, best.move)
    return best if called == best.move or _misses_score(level, chance) else best._replace(move=called)


def call_score(view: View, move: Move) -> Move:
    """The move, with its score called if it is a bone that scores (LB-30)."""
    points = 0 if view.house.automatic else find_score(view, move)
    return replace(move, call=points) if points and isinstance(move, Play) else move


def find_score(view: View, move: Move) -> int:
    """The points that the move scores at once; 0 for none (LB-15)."""
    if not isinstance(move, Play):
        return 0
    total = view.line.lay(move.bone, move.end).sum_ends(view.house.bare_ends_count)
    return 0 if total % 5 else total


def list_candidates(view: View) -> list[Move]:
    """The moves that the seat to act considers (LB-21 to LB-23, LB-41): a draw and a pass where the house allows them,
    and bones for which nobody can call renege. A seat that must play considers other bones if only those fit."""
    playable, can_draw = _list_distinct_plays(view), _may_draw(view)
    innocent = [play for play in playable if not _is_guilty(view, play)]
    if view.house.pass_when_able == "forbidden" and playable:
        return [*(innocent or playable)]
    if not innocent and not can_draw and _stands_still(view):
        return [*playable]
    return [*innocent, *([Draw()] if can_draw else []), *([Knock()] if _may_pass(view, can_draw) else [])]


def weigh_parts(view: View, move: Move) -> Mapping[str, float]:
    """An old hand's valuation of a move of `list_candidates`, in points, as named parts."""
    return {"draws_on": DRAWS_BELOW} if isinstance(move, Draw) else _weigh(view, move)


def _list_distinct_plays(view: View) -> list[Play]:
    """Every bone that fits, once for all ends that show the same."""
    return [play for play in list_plays(view) if is_first_alike(play.end, view.line.places)]


def _may_draw(view: View) -> bool:
    return view.drawable > 0 and not view.drew


def _choose(view: View, chance: Chance, level: Level, temper: Temper) -> Thought[Move]:
    """A robot's choice among plays, a draw and a pass, as far as the house rules allow them (LB-21 to LB-23). A
    deckhand lays a bone whenever it can."""
    deckhand = level is Level.DECKHAND

    def parts(move: Move) -> Mapping[str, float]:
        if deckhand and isinstance(move, Play):  # its score now, otherwise its weight
            return {"scores": find_score(view, move), "heaviest": PIPS[move.bone] / 20}
        return _weigh(view, move)

    candidates = list_candidates(view)
    plays: list[Move] = [move for move in candidates if isinstance(move, Play)]
    if not plays:
        return Thought(Draw() if Draw() in candidates else Knock(), "not_a_renege")
    best = Thought(plays[0], "only_one") if len(plays) == 1 else weigh(plays, parts, chance, temper)
    if deckhand:
        return slip(best, chance, temper)
    worth = sum(_weigh(view, best.move).values())
    if Draw() in candidates and worth < DRAWS_BELOW:
        return Thought(Draw(), "draws_on", {}, best.move)
    return weigh([*plays, Knock()], parts, chance, temper) if Knock() in candidates else best


def _may_pass(view: View, can_draw: bool) -> bool:
    """True if the rules allow a pass now, and passes alone cannot go on for ever (LB-23, LB-27)."""
    last_steps = view.steps[-(view.players - 1) :]
    stuck = view.house.all_pass != "ends_hand" and all(step.bone is None for step in last_steps)
    if stuck or _stands_still(view):
        return False
    return not (can_draw and (view.house.pass_before_draw == "forbidden" or view.house.pass_when_able == "forbidden"))


def _stands_still(view: View) -> bool:
    """True if everybody has passed since this seat's last pass, and nobody has drawn. If this seat passes again, the
    passes could go on for ever, since a pass with bones left to draw never ends the hand (LB-27)."""
    last_round = view.steps[-view.players :]
    if len(last_round) < view.players or any(step.bone is not None for step in last_round):
        return False
    return not view.draws or view.draws[-1][1] <= len(view.steps) - view.players


def _is_guilty(view: View, play: Play) -> bool:
    """True if the bone is a double above the spinner, for which somebody may call renege (LB-41)."""
    first = view.line.first
    innocent = view.house.drawn_innocent and view.players < 4  # robots own up to every double that they were dealt
    return view.reneges and not innocent and is_double(play.bone) and first is not None and play.bone > first


def _weigh(view: View, move: Move) -> dict[str, float]:
    """An old hand's valuation of a bone or a pass."""
    held = mask(view.holding)
    if not isinstance(move, Play):
        return {"passes": PASSING, "ends": _weigh_ending(view), **_weigh_position(view, view.line, held)}
    line = view.line.lay(move.bone, move.end)
    total = line.sum_ends(view.house.bare_ends_count)
    mine = held & ~(1 << move.bone)
    scores = float(total) if total % 5 == 0 else 0.0
    if not mine:
        return {"scores": scores, "goes_out": GOING_OUT}
    sheds, double = A_PIP * PIPS[move.bone], A_DOUBLE * is_double(move.bone)
    return {"scores": scores, "sheds": sheds, "double": double, **_weigh_position(view, line, mine)}


def _weigh_position(view: View, line: Line, mine: int) -> dict[str, float]:
    """The worth, in named parts, of leaving this line to the next player while keeping the bones `mine`."""
    unseen = FULL & ~mask(view.holding) & ~line.on_table
    next_holds = view.counts[list_following(view.players, view.clockwise)[own_seat(view)]]
    return {
        "goes_on": GOES_ON * (mine & line.wanted).bit_count(),
        "leaves_little": GIVEN * expect(_list_scores(view, line, unseen), next_holds / max(1, unseen.bit_count())),
    }


def _list_scores(view: View, line: Line, bones: int) -> list[int]:
    """For each of these bones that can score on the line, its best score."""
    best: dict[int, int] = {}
    for end, number in zip(ENDS, line.shown, strict=False):
        fitting = bones & WITH[number]
        while fitting:
            bone = Domino(fitting.bit_length() - 1)
            fitting ^= 1 << bone
            total = line.lay(bone, end).sum_ends(view.house.bare_ends_count)
            if total % 5 == 0:
                best[bone] = max(best.get(bone, 0), total)
    return sorted(best.values(), reverse=True)


def expect(scores: Sequence[int], probability: float) -> float:
    """The expected best score of a player who can make each of these scores (highest first) with this probability."""
    expected, left = 0.0, 1.0
    for score in scores:
        expected += score * probability * left
        left *= 1.0 - probability
    return expected


def _weigh_ending(view: View) -> float:
    """The worth of a pass that ends the hand, after all others have passed with nothing to draw (LB-27).

    0 if a pass would not end the hand.
    """
    last_steps = view.steps[-(view.players - 1) :]
    if view.drawable or (view.draws[-1:] and view.draws[-1][1] > len(view.steps) - len(last_steps)):
        return 0.0
    if any(step.bone is not None for step in last_steps):
        return 0.0
    others = _expect_pips(view)
    return sum(others) if pips_of(mask(view.holding)) < min(others) else -20.0


def _expect_pips(view: View) -> list[float]:
    """The expected pips of each other seat: its number of bones times the mean of the unseen bones."""
    unseen = FULL & ~mask(view.holding) & ~view.line.on_table
    mean = pips_of(unseen) / max(1, unseen.bit_count())
    return [count * mean for seat, count in enumerate(view.counts) if seat != view.seat]


def _find_renege(view: View) -> str:
    """The reason to call renege now, as a wording key: a proof that another player has reneged (LB-40 to LB-42).

    Empty without a proof, or if the restart would undo a deal that goes well for this seat.
    """
    may_call = view.reneges and view.phase in (Phase.PLAY, Phase.NO_LEAD, Phase.LAST_CALL, Phase.SHOWN)
    if not may_call or view.seat in view.barred:
        return ""
    reason = "laid_above" if _is_laid_above(view) else "held_back" if _is_six_six_held_back(view) else ""
    fine = view.house.renege_penalty if _is_six_six_held_back(view) else 0
    return "" if _measure_lead(view) > fine / (view.players - 1) else reason


def _measure_lead(view: View) -> float:
    """The lead of this seat over the mean of the others, in points that a restart would undo (LB-51).

    It adds the points of the deal so far and those still expected. If a player is out, these are the points of the
    count; otherwise a little for each bone that this seat holds fewer than the others. 0 if restarts undo no scores.
    """
    if view.house.restart_scores != "undone" or not view.sheet_before or view.seat is None:
        return 0.0
    others = view.players - 1
    gained = [new - old for new, old in zip(view.scores, view.sheet_before, strict=True)]
    ahead = gained[view.seat] - (sum(gained) - gained[view.seat]) / others
    if not view.counts[view.seat]:
        return ahead + sum(_expect_pips(view))
    if 0 in view.counts:
        return ahead - (sum(_expect_pips(view)) + round_down(pips_of(mask(view.holding)))) / others
    mine = view.counts[view.seat]
    return ahead + _FEWER_BONES * ((sum(view.counts) - mine) / others - mine)


def _is_laid_above(view: View) -> bool:
    """True if the last bone is another player's double above the spinner.

    Where drawn doubles are innocent, this proves a renege only at a table without a boneyard.
    """
    bones = [step for step in view.steps if step.bone is not None]
    if len(bones) < 2 or view.line.first is None or (view.house.drawn_innocent and view.players < 4):
        return False
    last = bones[-1]
    return last.seat != view.seat and last.bone is not None and is_double(last.bone) and last.bone > view.line.first


def _is_six_six_held_back(view: View) -> bool:
    """True if another player held back six-six. Four players are dealt every double, so another player has it if it
    neither led nor was dealt to this seat."""
    bones = [step for step in view.steps if step.bone is not None]
    if view.players < 4 or (view.house.renege_closes == "next_play" and len(bones) > 1):
        return False
    mine = (*view.holding, *(step.bone for step in bones if step.seat == view.seat))
    return view.line.first != DOUBLE_SIX and DOUBLE_SIX not in mine
