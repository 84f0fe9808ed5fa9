"""Simple styles against the strongest robots: `python -m tests.bench styles`.

A style is a shellback with one rule of one line, such as "two left on the last street, no bet yet: bet anything". A
person finds such a rule in an evening, so none may win: the lower end of its 95 % interval stays below `MOST`. The
figures are leads a hand, as in `tests.bench.strength`, and in Duo Dominoes the share of games won above a half.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.bonedoneskis.moves import Bet, Call, Check, Complete, Fold, Raise
from games.core import Chance, Level
from games.core.robots import Thought
from games.duo.choices import list_plays as list_tiles
from games.duo.valuation import find_ends_after
from games.lombardy.choices import list_plays as list_bones
from games.lombardy.moves import Knock, Play
from games.lombardy.robot import call_score, find_score
from games.pieces.bones import is_major
from games.pieces.dominoes import HALVES, PIPS, WITH, is_double, mask
from games.pussers.choices import can_take
from games.pussers.moves import Discard, Pluck, Yes
from games.pussers.robots import deckhand, old_hand
from games.pussers.view import find_callable_bone
from tests.bench.rows import Row
from tests.bench.strength import CONTESTS, Robot, make_robot, measure_leads, remember

Style = Callable[[Any, Any], Any]
"""style(view, usual): the move that replaces a shellback's usual move (None: it stays silent); None to keep it."""
SILENCE: Final = object()
"""What a style answers to say nothing where a shellback would speak."""
MOST: Final = {"Bonedoneskis": 5.0, "Lombardy": 1.0, "Pussers": 1.0, "Duo": 0.02}
"""By game, the most of a lead (cents, points, share of games) at the lower end of its interval."""
DEALS: Final = {"Bonedoneskis": 1_500, "Lombardy": 80, "Pussers": 400, "Duo": 80}


def follow(style: Style, usual: Robot) -> Robot:
    """A robot that plays by the style, and otherwise as usual."""

    def robot(view: Any, chance: Chance) -> Thought | None:
        thought = usual(view, chance)
        move = style(view, None if thought is None else thought.move)
        return None if move is SILENCE else thought if move is None else Thought(move, "style")

    return robot


def put_more(view: Any) -> Any:
    """The act that puts more chips in; None if none is open."""
    acts = {"bet": Bet(), "complete": Complete(), "raise": Raise()}
    return next((acts[name] for name in view.acts if name in acts), None) if view.phase == "betting" else None


def just_call(view: Any) -> Any:
    """A check or a call; None if neither is open."""
    if view.phase != "betting":
        return None
    return Check() if "check" in view.acts else Call() if "call" in view.acts else None


def _lay(view: Any, rank: Callable[[Any], float]) -> Any:
    """The bone of the highest rank, with its score called; None if no bone fits."""
    if view.phase != "play" or view.turn != view.seat:
        return None
    plays = list_bones(view)
    return call_score(view, max(plays, key=rank)) if plays else None


def _best_score(view: Any) -> int:
    return max(find_score(view, play) for play in list_bones(view))


def _sum_after(view: Any, play: Any) -> int:
    return int(view.line.lay(play.bone, play.end).sum_ends(view.house.bare_ends_count))


def _ends(view: Any, play: Any) -> tuple[int, int]:
    return find_ends_after(view.line.shown or None, play.tile, play.end)


def _say_no_yes(view: Any) -> Any:
    """Begin the turn if it is the viewer's, and otherwise say nothing (PB-47)."""
    starts = view.may_pluck and view.phase == "calling" and view.to_act[:1] == (view.seat,)
    return Pluck("wall") if starts else SILENCE


def _may_take(view: Any) -> bool:
    """True if a "Yes!" for the last bone would be right, and none has been said."""
    bone = find_callable_bone(view)
    return bone is not None and view.yes_open and view.answered is None and can_take(view, bone)


def _lay_tile(view: Any, rank: Callable[[Any], float]) -> Any:
    plays = list_tiles(view)
    return max(plays, key=rank) if plays else None


def _throw(view: Any, usual: Any, rank: Callable[[Any], float]) -> Any:
    """The bone of the highest rank instead of the usual throw."""
    if not isinstance(usual, Discard):
        return None
    return Discard(max((bone for bone in view.standing if bone < 34), key=rank))


STUD: Final[Mapping[str, Style]] = {
    "last street, two left, no bet yet: bets": lambda view, usual: (
        put_more(view) if view.street >= view.length and len(view.live_seats) == 2 and not view.bets_made else None
    ),
    "two left, from fifth street on: bets": lambda view, usual: (
        put_more(view) if view.street >= 5 and len(view.live_seats) == 2 and not view.bets_made else None
    ),
    "third and fourth street: raises": lambda view, usual: put_more(view) if view.street <= 4 else None,
    "raises any first bet": lambda view, usual: put_more(view) if view.bets_made == 1 else None,
    "raises any bet on the last street": lambda view, usual: (
        put_more(view) if view.street >= view.length and view.bets_made else None
    ),
    "bets whenever nobody has": lambda view, usual: put_more(view) if not view.bets_made else None,
    "always bets and raises twice": lambda view, usual: put_more(view) if view.bets_made < 2 else None,
    "never bets, calls all": lambda view, usual: just_call(view),
    "never bets": lambda view, usual: just_call(view) if usual == put_more(view) else None,
    "never folds on the last street": lambda view, usual: (
        just_call(view) if view.street >= view.length and usual == Fold() else None
    ),
    "folds to any bet that it would not raise": lambda view, usual: (
        Fold() if usual == Call() and view.phase == "betting" else None
    ),
    "never raises": lambda view, usual: just_call(view) if isinstance(usual, Raise) else None,
}
LOMBARDY: Final[Mapping[str, Style]] = {
    "lays what scores most, or the heaviest": lambda view, usual: _lay(
        view, lambda play: 6 * find_score(view, play) + PIPS[play.bone]
    ),
    "lays the heaviest": lambda view, usual: _lay(view, lambda play: PIPS[play.bone]),
    "lays the lightest": lambda view, usual: _lay(view, lambda play: -PIPS[play.bone]),
    "never passes": lambda view, usual: _lay(view, lambda play: PIPS[play.bone]) if usual == Knock() else None,
    "passes unless it scores, with more than three": lambda view, usual: (
        Knock() if _lay(view, lambda play: 0) and len(view.holding) > 3 and not find_score(view, usual) else None
    ),
    "lays doubles first": lambda view, usual: _lay(view, lambda play: 20 * is_double(play.bone) + PIPS[play.bone]),
    "keeps doubles": lambda view, usual: _lay(view, lambda play: PIPS[play.bone] - 20 * is_double(play.bone)),
    "takes any score": lambda view, usual: (
        _lay(view, lambda play: find_score(view, play)) if isinstance(usual, Play) and _best_score(view) else None
    ),
    "passes whenever it does not score": lambda view, usual: (
        Knock() if isinstance(usual, Play) and not find_score(view, usual) else None
    ),
    "leaves the lowest ends": lambda view, usual: _lay(view, lambda play: -_sum_after(view, play)),
    "leaves the highest ends": lambda view, usual: _lay(view, lambda play: _sum_after(view, play)),
    "keeps the most ways to go on": lambda view, usual: _lay(
        view, lambda play: (mask(view.holding) & view.line.lay(play.bone, play.end).wanted).bit_count()
    ),
}
DUO: Final[Mapping[str, Style]] = {
    "lays the heaviest": lambda view, usual: _lay_tile(view, lambda play: PIPS[play.tile]),
    "lays the lightest": lambda view, usual: _lay_tile(view, lambda play: -PIPS[play.tile]),
    "lays doubles first": lambda view, usual: _lay_tile(view, lambda play: 20 * is_double(play.tile) + PIPS[play.tile]),
    "keeps doubles": lambda view, usual: _lay_tile(view, lambda play: PIPS[play.tile] - 20 * is_double(play.tile)),
    "keeps the most ways to go on": lambda view, usual: _lay_tile(
        view,
        lambda play: (
            (mask(view.holding) & WITH[_ends(view, play)[0]]).bit_count()
            + (mask(view.holding) & WITH[_ends(view, play)[1]]).bit_count()
        ),
    ),
    "keeps the most numbers": lambda view, usual: _lay_tile(
        view, lambda play: len({half for tile in view.holding if tile != play.tile for half in HALVES[tile]})
    ),
    "leaves equal ends": lambda view, usual: _lay_tile(view, lambda play: len(set(_ends(view, play))) == 1),
    "leaves numbers that the next player passed on": lambda view, usual: _lay_tile(
        view, lambda play: sum(view.passed_on[(view.seat + 1) % 4] >> end & 1 for end in _ends(view, play))
    ),
    "spares its partner's tile": lambda view, usual: _lay_tile(
        view, lambda play: not (len(view.steps) > 1 and view.steps[-2].end == play.end)
    ),
    "covers the last tile": lambda view, usual: _lay_tile(
        view, lambda play: bool(view.steps) and view.steps[-1].end == play.end
    ),
    "lays the heaviest while it holds more than three": lambda view, usual: (
        _lay_tile(view, lambda play: PIPS[play.tile]) if len(view.holding) > 3 else None
    ),
    "lays at end A": lambda view, usual: _lay_tile(view, lambda play: play.end == "A"),
}
PUSSERS: Final[Mapping[str, Style]] = {
    "never says Yes": lambda view, usual: _say_no_yes(view) if usual == Yes() else None,
    "throws what it holds fewest of": lambda view, usual: _throw(view, usual, lambda bone: -view.counts[bone]),
    "throws majors first": lambda view, usual: _throw(
        view, usual, lambda bone: 10 * is_major(bone) - view.counts[bone]
    ),
    "keeps majors": lambda view, usual: _throw(view, usual, lambda bone: -10 * is_major(bone) - view.counts[bone]),
    "throws breezes first": lambda view, usual: _throw(
        view, usual, lambda bone: 10 * (27 <= bone < 31) - view.counts[bone]
    ),
    "throws what it plucked": lambda view, usual: (
        Discard(view.working) if isinstance(usual, Discard) and (view.working or 40) < 34 else None
    ),
    "throws what most of are out": lambda view, usual: _throw(view, usual, lambda bone: view.thrown_out[bone]),
    "throws what fewest of are out": lambda view, usual: _throw(
        view, usual, lambda bone: -view.thrown_out[bone] - view.counts[bone]
    ),
    "throws as a deckhand": lambda view, usual: (
        deckhand.choose_throw(view).move if isinstance(usual, Discard) else None
    ),
    "throws as an old hand": lambda view, usual: (
        old_hand.choose_throw(view).move if isinstance(usual, Discard) else None
    ),
    "says Yes whenever it may": lambda view, usual: (
        Yes() if usual in (None, Pluck("wall")) and _may_take(view) else None
    ),
    "says no Yes before a set lies out": lambda view, usual: (
        _say_no_yes(view) if usual == Yes() and not view.chairs[view.seat].sets else None
    ),
}


def measure(quick: bool) -> list[Row]:
    """A row for each style, with the lower end of its 95 % interval beside the most allowed."""
    rows: list[Row] = []
    for name, styles in {"Bonedoneskis": STUD, "Lombardy": LOMBARDY, "Pussers": PUSSERS, "Duo": DUO}.items():
        shellback = remember(make_robot(CONTESTS[name].game, Level.SHELLBACK))
        for title, style in styles.items():
            mean, half = measure_leads(name, follow(style, shellback), shellback, 2 if quick else DEALS[name])
            is_short = mean - half > MOST[name]
            rows.append(Row(f"{name}, {title}: lead", mean))
            rows.append(
                Row("  lower end / most", mean - half, MOST[name], float(not is_short) or 0.5, float(not quick))
            )
    return rows
