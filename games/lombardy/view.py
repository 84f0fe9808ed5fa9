"""What one seat of a table of Lombardy Bones may see, and what it could do by that (LB-93)."""

from dataclasses import dataclass

from games.core.moves import Choice
from games.core.seats import Seat
from games.lombardy.ending import still_to_speak
from games.lombardy.hearing import public_deadline
from games.lombardy.lead import own_answer
from games.lombardy.moves import Answer, Done, Draw, Knock, Move, Next, NoScore, Play, Renege, Score
from games.lombardy.notation import write
from games.lombardy.state import UNASKED, Table, legal_plays
from games.pieces.dominoes import Domino, in_mask, is_double, mask
from games.pieces.line import Line

_DOUBLE_SIX = Domino(27)


@dataclass(frozen=True, slots=True)
class Laid:
    """One step of the hand as played: a bone at an end (empty for the lead), or a pass, where `bone` is None."""

    seat: Seat
    bone: Domino | None
    end: str


@dataclass(frozen=True, slots=True)
class Ending:
    """How the last hand was counted: "out", "dead" or "all_pass"; bones face up, pips, what each column moved by."""

    how: str
    out: Seat | None
    holdings: tuple[tuple[Domino, ...], ...]
    pips: tuple[int, ...]
    changes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """The table as `seat` (None: the crowd) may see it.

    `phase` is "lead" (doubles are being answered), "no_lead", "play", "last_call", "shown", "restart", "counted" or
    "over". `holding` and `answer` are the viewer's own. `window` is whose score can be called; no total is told
    (LB-36). `waits` says that the next player may not act yet (LB-81). `pending` are the viewer's own words that are
    not judged yet (LB-80). `shown` holds all bones where they lie face up before the count. `quiet` says that robots
    let the last bone be for a while yet (LB-81). The last five are house rules that matter in looking at a table.
    """

    seat: Seat | None
    players: int
    phase: str
    hand: int
    to_act: tuple[Seat, ...]
    deadline: int | None
    scores: tuple[int, ...]
    over: bool
    deal: int
    turn: Seat | None
    leader: Seat | None
    holding: tuple[Domino, ...]
    answered: bool
    answer: Domino | None
    counts: tuple[int, ...]
    boneyard: int
    drawable: int
    drew: bool
    line: Line
    plays: tuple[Laid, ...]
    window: Seat | None
    waits: bool
    last: Seat | None
    above_shown: bool
    reneges: bool
    asked: tuple[Seat, ...]
    pending: tuple[str, ...]
    shown: tuple[tuple[Domino, ...], ...]
    target: int
    touched: bool
    ending: Ending | None
    winners: tuple[Seat, ...]
    quiet: bool
    clockwise: bool
    bare_ends_count: bool
    drawn_innocent: bool
    renege_closes: str
    automatic: bool


def view(table: Table, seat: Seat | None) -> View:
    """The table as `seat`, or the crowd, may see it."""
    counted = table.counted
    playing = table.phase == "play"
    return View(
        seat=seat,
        players=table.players,
        phase=table.phase,
        hand=table.hand,
        to_act=_to_act(table),
        deadline=public_deadline(table),
        scores=table.sheet,
        over=table.phase == "over",
        deal=table.deal,
        turn=table.turn if playing else None,
        leader=table.leader if table.spinner is not None else None,
        holding=() if seat is None or not table.holdings else in_mask(table.holdings[seat]),
        answered=seat is not None and table.phase == "lead" and table.answers[seat] != UNASKED,
        answer=None if seat is None else own_answer(table, seat),
        counts=tuple(held.bit_count() for held in table.holdings),
        boneyard=len(table.boneyard),
        drawable=table.drawable,
        drew=table.drew,
        line=table.line,
        plays=tuple(Laid(*step) for step in table.plays),
        window=table.window,
        waits=table.waiting_from is not None,
        last=table.last,
        above_shown=table.above_shown,
        reneges=table.house.reneges and table.spinner != _DOUBLE_SIX,
        asked=tuple(sorted(table.asked)),
        pending=tuple(each.words for each in table.heard if each.seat == seat),
        shown=tuple(map(in_mask, table.holdings)) if table.phase == "shown" else (),
        target=table.house.target,
        touched=table.touched,
        ending=None
        if counted is None
        else Ending(counted.how, counted.out, counted.holdings, counted.pips, counted.changes),
        winners=table.winners,
        quiet=table.quiet_from is not None,
        clockwise=table.house.clockwise,
        bare_ends_count=table.house.bare_ends_count,
        drawn_innocent=table.house.drawn_innocent,
        renege_closes=table.house.renege_closes,
        automatic=table.house.automatic,
    )


def _to_act(table: Table) -> tuple[Seat, ...]:
    if table.phase == "lead":
        return tuple(Seat(seat) for seat, answer in enumerate(table.answers) if answer == UNASKED)
    if table.phase == "play":
        waited_for = table.window if table.waiting_from is not None else None
        return (table.turn if waited_for is None else waited_for,)
    return still_to_speak(table)


def plays(view: View) -> tuple[Play, ...]:
    """Every bone of the viewer at every playable end that it fits (LB-11, LB-12)."""
    return tuple(sorted(legal_plays(mask(view.holding), view.line), key=lambda play: play.bone))


SCORES = tuple(range(5, 40, 5))
"""The row of scores, always the same (LB-17, LB-93)."""


def choices(view: View) -> tuple[Choice, ...]:
    """What the viewer could do (LB-93): it depends on the table and his own bones, never on what would be right."""
    return tuple(Choice(move, write(move)) for move in _moves(view))


def _moves(view: View) -> tuple[Move, ...]:
    crowd = view.seat is None
    if view.phase in ("counted", "restart"):
        return (Next(),)
    if view.phase == "lead":
        if crowd or view.answered:
            return ()
        return (*(Answer(bone) for bone in reversed(view.holding) if is_double(bone)), Answer(None))
    moves: tuple[Move, ...] = ()
    if view.phase == "play" and (crowd or view.turn == view.seat) and not view.waits:
        moves = () if crowd else plays(view)
        moves = (*moves, *((Draw(),) if view.drawable and not view.drew else ()), Knock())
    if view.window is not None and (crowd or view.window == view.seat):
        moves = (*moves, *(Score(number) for number in SCORES), NoScore())
    if view.phase in ("play", "no_lead", "last_call", "shown") and view.reneges:
        moves = (*moves, Renege())
    if view.phase in ("no_lead", "last_call", "shown") and (crowd or view.seat in view.to_act):
        moves = (*moves, Done())
    return moves
