"""Simple styles against the strongest robots: `python -m tests.bench styles`.

A style is a shellback with one rule of one line, such as "two left on the last street, no bet yet: bet anything". A
person finds such a rule in an evening, so none may win: the lower end of its 95 % interval stays below `MOST`. The
figures are leads a hand, as in `tests.bench.strength`, and in Duo Dominoes the share of games won above a half.
"""

import statistics
from collections.abc import Callable, Mapping
from typing import Any, Final

from games.bonedoneskis.game import GAME as bonedoneskis
from games.bonedoneskis.moves import Bet, Call, Check, Complete, Fold, Raise
from games.core.chance import Chance
from games.core.robots import Level, Thought
from games.duo.choices import list_plays as list_tiles
from games.duo.game import GAME as duo
from games.lombardy.choices import list_plays as list_bones
from games.lombardy.game import GAME as lombardy
from games.lombardy.moves import Knock
from games.lombardy.robot import call_score, find_score
from games.pieces.bones import is_major
from games.pieces.dominoes import PIPS, is_double
from games.pussers.game import GAME as pussers
from games.pussers.moves import Discard, Pass, Yes
from tests.bench.rows import Row
from tests.bench.strength import (
    Robot,
    make_robot,
    measure_leads,
    measure_wins,
    play_bonedoneskis_hand,
    play_lombardy_hand,
    play_pussers_hand,
)

Style = Callable[[Any, Any], Any]
"""style(view, usual): the move that replaces a shellback's usual move; None to keep it."""
MOST: Final = {"Bonedoneskis": 5.0, "Lombardy": 1.0, "Pussers": 1.0, "Duo": 0.02}
"""By game, the most of a lead (cents, points, share of games) at the lower end of its interval."""
DEALS: Final = {"Bonedoneskis": 1_500, "Lombardy": 80, "Pussers": 400, "Duo": 80}


def follow(style: Style, usual: Robot) -> Robot:
    """A robot that plays by the style, and otherwise as usual."""

    def robot(view: Any, chance: Chance) -> Thought | None:
        thought = usual(view, chance)
        move = None if thought is None else style(view, thought.move)
        return thought if move is None else Thought(move, "style")

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
}
DUO: Final[Mapping[str, Style]] = {
    "lays the heaviest": lambda view, usual: _lay_tile(view, lambda play: PIPS[play.tile]),
    "lays the lightest": lambda view, usual: _lay_tile(view, lambda play: -PIPS[play.tile]),
    "lays doubles first": lambda view, usual: _lay_tile(view, lambda play: 20 * is_double(play.tile) + PIPS[play.tile]),
    "keeps doubles": lambda view, usual: _lay_tile(view, lambda play: PIPS[play.tile] - 20 * is_double(play.tile)),
}
PUSSERS: Final[Mapping[str, Style]] = {
    "never says Yes": lambda view, usual: Pass() if usual == Yes() else None,
    "throws what it holds fewest of": lambda view, usual: _throw(view, usual, lambda bone: -view.counts[bone]),
    "throws majors first": lambda view, usual: _throw(
        view, usual, lambda bone: 10 * is_major(bone) - view.counts[bone]
    ),
    "keeps majors": lambda view, usual: _throw(view, usual, lambda bone: -10 * is_major(bone) - view.counts[bone]),
}


def measure(quick: bool) -> list[Row]:
    """A row for each style, with the lower end of its 95 % interval beside the most allowed."""
    rows: list[Row] = []
    tables: tuple[tuple[str, Any, Mapping[str, Style], Any], ...] = (
        ("Bonedoneskis", bonedoneskis, STUD, play_bonedoneskis_hand),
        ("Lombardy", lombardy, LOMBARDY, play_lombardy_hand),
        ("Pussers", pussers, PUSSERS, play_pussers_hand),
        ("Duo", duo, DUO, None),
    )
    for name, game, styles, hand in tables:
        shellback = make_robot(game, Level.SHELLBACK)
        deals = 2 if quick else DEALS[name]
        for title, style in styles.items():
            challenger = follow(style, shellback)
            if hand is None:
                found = [share - 0.5 for share in measure_wins(challenger, shellback, deals)]
            else:
                found = measure_leads(hand, challenger, shellback, 4, deals)
            mean, half = statistics.mean(found), 1.96 * statistics.stdev(found) / len(found) ** 0.5
            is_short = mean - half > MOST[name]
            rows.append(Row(f"{name}, {title}: lead", mean))
            rows.append(
                Row("  lower end / most", mean - half, MOST[name], float(not is_short) or 0.5, float(not quick))
            )
    return rows
