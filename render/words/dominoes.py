"""Duo Dominoes and Lombardy Bones in words. `DominoSummary` is the view model of both their pictures and alt text."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from games.duo.view import Ending as DuoEnding
from games.duo.view import Laid as DuoLaid
from games.duo.view import View as DuoView
from games.lombardy.view import View as LombardyView
from games.pieces.dominoes import HALVES, PIPS, Domino, code, name_domino
from games.pieces.line import ENDS, Line
from render.base.picture import Outcome, Sheet, SheetRow
from render.words import (
    CLOSED,
    IS_CLOSED,
    ONLY_WAITS,
    WAITS,
    Names,
    Who,
    address,
    choose_fitting,
    clean_name,
    count_noun,
    format_signed,
    join_words,
    name_seats,
)

DominoView = DuoView | LombardyView
DUOS: Final = ("X", "Y")
_QUEUED: Final = {"draw": "a draw", "knock": "a pass", "noscore": "no score", "score": "a score of"}
"""The verbs of queued moves of Lombardy Bones, as people say them."""


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """A seat as everybody sees it."""

    name: str
    note: str
    """The duo, or "lead"."""
    score: int
    count: int
    """The number of its bones."""
    acts: bool
    """True if it is this seat's turn."""
    faces: tuple[Domino, ...] = ()
    """Its bones, if they lie face up."""
    lacks: str = ""
    """The numbers on which it passed: "no 2 5" (DD-23)."""


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a hand."""

    sentence: str
    holdings: tuple[tuple[Domino, ...], ...]
    """The bones left, by seat."""
    changes: tuple[tuple[str, int], ...]
    """The name of each score and its change."""


@dataclass(frozen=True, slots=True)
class DominoSummary:
    """A view with names and sentences filled in, the same record for both games."""

    title: str
    noun: str
    """The word for one of the game's pieces."""
    heading: str
    now: str
    """The sentence about the present moment: "Bear to play"."""
    seats: tuple[SeatSummary, ...]
    line: Line
    notes: tuple[str, ...]
    """Further lines below the board."""
    viewer: int | None
    holding: tuple[Domino, ...]
    """The viewer's own bones."""
    own_notes: tuple[str, ...]
    """Further lines for the viewer alone."""
    result: Result | None
    """The end of the last hand, unless another has begun."""
    clockwise: bool
    """True if the seats are numbered clockwise (LB-1), False if counter-clockwise (DD-2)."""


def name_players(view: DominoView, names: Names, reduce: Callable[[str], str] = clean_name) -> Who:
    """Return the players' names, or "Seat 1" and so on without one."""
    return name_seats(names, [f"Seat {seat + 1}" for seat in range(view.players)], reduce)


def _last_step(view: DominoView, who: Who) -> list[str]:
    if not view.plays:
        return []
    step = view.plays[-1]
    piece = step.tile if isinstance(step, DuoLaid) else step.bone
    if piece is None:
        return [f"{who(step.seat)} passed"]
    return [f"{who(step.seat)} laid {code(piece)}" + (f" at {step.end}" if step.end else "")]


def _duo_result(view: DuoView, who: Who) -> Result | None:
    ending = view.ending
    if ending is None:
        return None
    how = f"{who(ending.last)} goes out" if ending.how == "out" else f"Blocked by {who(ending.last)}"
    sentence = f"{how}: {count_noun(ending.points, 'point')} to Duo {DUOS[ending.duo]}"
    if ending.game_over:
        sentence += ", and the game"
    changes = tuple((f"Duo {name}", ending.points if k == ending.duo else 0) for k, name in enumerate(DUOS))
    return Result(sentence, ending.holdings, changes)


def _lombardy_result(view: LombardyView, who: Who) -> Result | None:
    ending = view.ending
    if ending is None:
        return None
    how = f"{who(ending.out)} goes out" if ending.out is not None else "The line is dead"
    if ending.how == "all_pass":
        how = "Everybody passed"
    changes = tuple((who(seat), change) for seat, change in enumerate(ending.moved))
    return Result(how, ending.holdings, changes)


def mark_closed(view: DominoView) -> DominoView:
    """Return the view of a closed table: nobody is asked for anything. A hand that is over stays so."""
    if view.phase in ("between", "counted", "over"):
        return view
    if isinstance(view, DuoView):
        return replace(view, phase=CLOSED, to_act=(), turn=None)
    return replace(view, phase=CLOSED, to_act=(), deadline=None, turn=None, window=None, waits=False)


def let_wait(view: DominoView) -> DominoView:
    """Return the view of a seat that can only wait: its own bones and score, and its moves that are not judged yet.

    The line, the turn and everything else that others change is blank.
    """
    counts = (0,) * len(view.counts)
    if isinstance(view, DuoView):
        return replace(
            view, phase=WAITS, to_act=(), deadline=None, turn=None, opening=False, counts=counts, line=Line(), plays=(),
            passed_on=(0,) * len(view.passed_on), hot=(),
        )  # fmt: skip
    scores = tuple(score if seat == view.seat else 0 for seat, score in enumerate(view.scores))
    return replace(
        view, phase=WAITS, to_act=(), deadline=None, turn=None, leader=None, counts=counts, boneyard=0, drawable=0,
        drew=False, line=Line(), plays=(), last=None, above_shown=False, draws=(), hot=(), scores=scores, window=None,
        waits=False, reneges=False, asked=(), answered=False, answer=None, quiet=False, last_calls=(),
    )  # fmt: skip


def _describe_lacking(view: DuoView, seat: int) -> str:
    """Say on which numbers a seat has passed in this hand; in a faithful game that proves nothing (DD-23, DD-51)."""
    numbers = [str(number) for number in range(7) if view.passed_on[seat] >> number & 1]
    return " ".join(["passed at" if view.faithful else "no", *numbers]) if numbers else ""


def _summarise_duo(view: DuoView, who: Who) -> DominoSummary:
    result = _duo_result(view, who)
    turn = view.turn
    now = f"{who(turn)} to play" if turn is not None else result.sentence if result else "Between hands"
    if view.phase == "over" and result:
        now = result.sentence
    if view.phase == CLOSED:
        now = IS_CLOSED
    if view.phase == WAITS:
        now = ONLY_WAITS
    seats = tuple(
        SeatSummary(
            who(seat),
            f"Duo {DUOS[seat % 2]}",
            view.scores[seat],
            view.counts[seat],
            seat == turn,
            result.holdings[seat] if result and turn is None else (),
            lacks=_describe_lacking(view, seat) if turn is not None else "",
        )
        for seat in range(4)
    )
    score = f"X {view.score[0]}, Y {view.score[1]} of {view.game_points}; games {view.games[0]} to {view.games[1]}"
    return DominoSummary(
        "Duo Dominoes",
        "tile",
        f"Hand {view.hand} · {score}",
        now,
        seats,
        view.line,
        tuple(_last_step(view, who)),
        view.seat,
        view.holding,
        (),
        result,
        clockwise=False,
    )


def describe_move(words: str) -> str:
    """Describe a queued move of Lombardy Bones, given as it is kept ("play 6-4 A 15"): "6-4 at A, for 15"."""
    verb, *rest = words.split()
    if verb == "play":
        call = f", for {rest.pop()}" if rest[-1].isdecimal() else ""
        return " at ".join(rest) + call
    return " ".join([_QUEUED.get(verb, verb), *rest])


def _describe_pending(pending: tuple[str, ...]) -> list[str]:
    """Describe the viewer's queued moves, held until no earlier move can arrive (LB-80)."""
    if not pending:
        return []
    said = join_words(map(describe_move, pending))
    move, waits = ("move", "it counts") if len(pending) == 1 else ("moves", "they count")
    return [f"Your {move}: {said}; {waits} once no earlier move can arrive"]


def _lombardy_moment(view: LombardyView, who: Who, result: Result | None) -> str:
    if view.phase == "over":
        return f"{join_words(who(seat) for seat in view.winners)} won" if view.winners else "The game is over"
    if view.phase == "play" and view.turn is not None:
        if view.waits and view.window is not None:
            return f"{who(view.window)} has laid"
        return f"{who(view.turn)} to play"
    fixed = {
        CLOSED: IS_CLOSED,
        WAITS: ONLY_WAITS,
        "lead": "The doubles are called down",
        "no_lead": "Nobody has a double",
        "last_call": "Last call",
        "shown": "All bones are shown",
        "restart": "Redealt",
    }
    return fixed.get(view.phase) or (result.sentence if result else "Between hands")


def _summarise_lombardy(view: LombardyView, who: Who) -> DominoSummary:
    result = _lombardy_result(view, who)
    seats = tuple(
        SeatSummary(
            who(seat),
            "lead" if seat == view.leader else "",
            view.scores[seat],
            view.counts[seat] if view.counts else 0,
            view.phase == "play" and seat == view.turn and not view.waits,
            view.shown[seat] if view.shown else result.holdings[seat] if result and view.phase != "play" else (),
        )
        for seat in range(view.players)
    )
    notes = _last_step(view, who)
    if view.boneyard:
        notes.append(f"boneyard {view.boneyard}, {view.drawable} to draw")
    own = _describe_pending(view.pending)
    if view.phase == "lead" and view.answered:
        own.append(f"answered {code(view.answer)}" if view.answer is not None else "answered none")
    return DominoSummary(
        "Lombardy Bones",
        "bone",
        f"Hand {view.hand} · to {view.target}" + ("" if view.clockwise or view.players < 3 else " · counterclockwise"),
        _lombardy_moment(view, who, result),
        seats,
        view.line,
        tuple(notes),
        view.seat,
        view.holding,
        tuple(own),
        result,
        clockwise=True,
    )


def summarise(view: DominoView, who: Who) -> DominoSummary:
    """Summarise a view, with its players named by `who`."""
    return _summarise_duo(view, who) if isinstance(view, DuoView) else _summarise_lombardy(view, who)


def describe_line(line: Line) -> list[str]:
    """Describe the line, arm by arm from the first domino outwards."""
    if line.first is None:
        return ["Nothing laid yet"]
    lines = [f"First {code(line.first)}" + (", the spinner" if line.spinner else "")]
    for end, number, arm in zip(ENDS, line.shown, line.arms, strict=False):
        if arm:
            lines.append(f"{end}: {' '.join(code(piece) for piece in arm)}, shows {number}")
        elif end in line.ends():
            lines.append(f"{end} shows {number}")
    return lines


def _fit_alt(write: Callable[[DominoSummary], str], view: DominoView, names: Names) -> str:
    return choose_fitting(
        lambda: write(summarise(view, name_players(view, names))),
        lambda: write(summarise(view, name_players(view, ()))),
    )


def _write_board(table: DominoSummary) -> str:
    parts = [table.title, table.heading.replace(" · ", ", "), table.now]
    for seat in table.seats:
        note = f" ({seat.note})" if seat.note else ""
        bones = f": {' '.join(code(piece) for piece in seat.faces)}" if seat.faces else ""
        acts = ", to play" if seat.acts else ""
        lacks = f", {seat.lacks}" if seat.lacks else ""
        parts.append(f"{seat.name}{note} {seat.score}, {count_noun(seat.count, table.noun)}{lacks}{acts}{bones}")
    return ". ".join([*parts, *describe_line(table.line), *table.notes]) + "."


def describe_board(view: DominoView, names: Names) -> str:
    """Describe the public table."""
    return _fit_alt(_write_board, view, names)


def describe_hand(view: DominoView, names: Names, hidden: bool = False) -> str:
    """Describe the viewer's bones."""

    def write(table: DominoSummary) -> str:
        parts = []
        if table.viewer is not None:
            seat = table.seats[table.viewer]
            parts.append(f"The {table.noun}s of {seat.name}, score {seat.score}")
            if hidden:
                parts.append(f"Hidden: {count_noun(len(table.holding), table.noun)} face down")
            else:
                parts.append(
                    f"{count_noun(len(table.holding), table.noun)}: "
                    + (", ".join(f"{code(piece)} {name_domino(piece)}" for piece in sort_hand(table.holding)) or "none")
                )
                parts += table.own_notes
        if view.phase != WAITS:
            ends = ", ".join(f"{end} {number}" for end, number in table.line.ends().items())
            parts.append(f"Ends: {ends}" if ends else "Nothing laid yet")
        parts.append(table.now)
        return ". ".join(parts) + "."

    return _fit_alt(write, view, names)


def sort_hand(holding: tuple[Domino, ...]) -> tuple[Domino, ...]:
    """Sort bones by their higher number, highest first."""
    return tuple(sorted(holding, key=lambda piece: HALVES[piece], reverse=True))


def count_pips(holding: tuple[Domino, ...]) -> int:
    """Add up the pips of bones."""
    return sum(PIPS[piece] for piece in holding)


def describe_receipt(view: DominoView, names: Names) -> str:
    """Describe how the last hand ended."""

    def write(table: DominoSummary) -> str:
        result = table.result
        if result is None:
            return f"{table.title}. {table.now}."
        parts = [f"{table.title}, {table.heading.split(' · ')[0].lower()}", result.sentence]
        for seat, holding in zip(table.seats, result.holdings, strict=True):
            bones = " ".join(code(piece) for piece in sort_hand(holding)) or "none"
            parts.append(f"{seat.name}: {bones} ({count_pips(holding)})")
        parts.append(", ".join(f"{name} {format_signed(change)}" for name, change in result.changes))
        return ". ".join(parts) + "."

    return _fit_alt(write, view, names)


def describe_outcome(view: DominoView, names: Names) -> Outcome | None:
    """Tell the viewer how the last hand ended; None while a hand is played."""
    if view.ending is None or view.phase not in ("between", "counted", "over"):
        return None
    who = name_players(view, names)
    table = summarise(view, who)
    if table.result is None:
        return None
    ending, near = view.ending, view.seat
    if isinstance(ending, DuoEnding):
        changes: tuple[int, ...] = tuple(ending.points if seat % 2 == ending.duo else 0 for seat in range(4))
    else:
        changes = ending.moved
    sentence = table.result.sentence
    if isinstance(ending, DuoEnding) and ending.game_over and isinstance(view, DuoView):
        pair = [seat for seat in range(4) if seat % 2 == ending.duo]
        pair.sort(key=lambda seat: seat != near)
        won, lost = view.score[ending.duo], view.score[1 - ending.duo]
        winners = join_words("You" if seat == near else who(seat) for seat in pair)
        sentence = f"{winners} win the game, {won} to {lost}"
    elif near is not None:
        sentence = address(sentence, changes[near], format_signed(changes[near]), "score")
    moved = ", ".join(f"{name} {format_signed(change)}" for name, change in table.result.changes if change)
    left = tuple(
        f"{seat.name} had {' '.join(code(piece) for piece in sort_hand(holding))}"
        for seat, holding in zip(table.seats, table.result.holdings, strict=True)
        if holding
    )
    return Outcome(sentence, (*([moved] if moved else []), *left))


def score_sheet(view: DominoView, names: Names, reduce: Callable[[str], str]) -> Sheet:
    """Return the points so far. Points are not taken from other players, so they do not sum to zero."""
    table = summarise(view, name_players(view, names, reduce))
    if isinstance(view, DuoView):
        title = f"{table.title}: games {view.games[0]} to {view.games[1]}"
        return Sheet(title, ("Duo X", "Duo Y"), (SheetRow("", "Points", view.score),), balanced=False)
    columns = tuple(seat.name for seat in table.seats)
    if view.ending is None:
        return Sheet(table.title, columns, (SheetRow("", "Points", view.scores),), balanced=False)
    counted = tuple(score - change for score, change in zip(view.scores, view.ending.moved, strict=True))
    before = view.sheet_before or counted
    during = tuple(new - old for new, old in zip(counted, before, strict=True))
    sentence = table.result.sentence if table.result else ""
    called = (SheetRow(str(view.hand), "During the hand", during),) if any(during) else ()
    rows = (*called, SheetRow(str(view.hand), sentence, view.ending.moved))
    return Sheet(table.title, columns, rows, before, balanced=False)


def describe(view: DominoView, names: Names) -> str:
    """Describe all that the viewer may see, for play without pictures."""
    parts = [describe_board(view, names)]
    if view.seat is not None:
        parts.insert(0, describe_hand(view, names))
    return "\n".join(parts)
