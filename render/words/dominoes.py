"""Duo Dominoes and Lombardy Bones in words. Pictures and alt texts of both are made from a `DominoSummary`."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from games.duo.view import Ending as DuoEnding, Phase as DuoPhase, Step as DuoStep, View as DuoView
from games.lombardy.view import CALLING_PHASES, Phase, View as LombardyView
from games.pieces.dominoes import HALVES, PIPS, Domino, code, mask
from render.base.line_words import describe_line, say_number
from render.base.picture import EndingWords, Sheet, SheetRow
from render.words import CLOSED, Narrator, Voice, choose_fitting, name_seats
from render.words.lombardy_endings import tell_hand, tell_play_ended

DominoView = DuoView | LombardyView
DUOS: Final = ("X", "Y")
_BETWEEN_HANDS: Final = (DuoPhase.BETWEEN, DuoPhase.OVER, Phase.COUNTED, Phase.OVER)


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
    """The numbers on which it passed: "lacks 2 and 5" (DD-23)."""


@dataclass(frozen=True, slots=True)
class DominoSummary:
    """A view put into words, with the same fields for both games."""

    heading: str
    moment: str
    """The sentence about the present moment: "Bear to play"."""
    seats: tuple[SeatSummary, ...]
    notes: tuple[str, ...]
    """Further lines below the board."""
    own_notes: tuple[str, ...] = ()
    """Further lines for the viewer alone."""
    uncounted: tuple[str, ...] = ()
    """The bare ends of a spinner that count nothing in a score (LB-15)."""


def name_domino(piece: Domino, voice: Voice) -> str:
    """Name a domino: "double five", "six four"."""
    high, low = (voice.say(f"domino/{number}") for number in HALVES[piece])
    return voice.say("domino/double", number=high) if high == low else voice.say("domino/pair", high=high, low=low)


def _describe_last_step(view: DominoView, voice: Voice) -> list[str]:
    if not view.steps:
        return []
    step = view.steps[-1]
    piece = step.tile if isinstance(step, DuoStep) else step.bone
    if piece is None:
        return [voice.tell("scene/passed", step.seat)]
    key = "scene/laid_at" if step.end else "scene/laid"
    return [voice.tell(key, step.seat, piece=code(piece), end=step.end)]


def _tell_everybody(view: DominoView, voice: Voice) -> EndingWords | None:
    """Tell everybody how the last hand ended; None once another has begun."""
    return _tell_end(replace(view, seat=None), voice._replace(viewer=None))


def mark_closed(view: DominoView) -> DominoView:
    """Return the view as it is once the table is closed: nobody is asked for anything. A hand that is over stays so."""
    if view.phase in _BETWEEN_HANDS:
        return view
    if isinstance(view, DuoView):
        return replace(view, phase=CLOSED, to_act=(), turn=None)
    return replace(view, phase=CLOSED, to_act=(), deadline=None, turn=None, to_score=None, waits=False)


def _describe_lacking(view: DuoView, seat: int, voice: Voice) -> str:
    """Say on which numbers a seat has passed in this hand (DD-23); "" if it hasn't. In a faithful game that proves
    nothing (DD-51)."""
    numbers = view.list_passed_on(seat) if view.turn is not None else ()
    return voice.say("scene/passed_at" if view.faithful else "scene/lacks", numbers=numbers) if numbers else ""


def _describe_moment(view: DominoView, voice: Voice) -> str:
    """Say what the table is waiting for, or how the last hand ended."""
    if view.phase == CLOSED:
        return voice.say(f"scene/{view.phase}")
    if isinstance(view, LombardyView):
        if view.phase == Phase.OVER and not view.winners:
            return voice.say("scene/over")
        if view.phase in (Phase.LEAD, *CALLING_PHASES, Phase.RESTART):
            return voice.say(f"scene/at/{view.phase}")
        if view.waits and view.to_score is not None:
            return voice.tell("scene/has_laid", view.to_score)
    if view.turn is not None:
        return voice.tell("scene/to_play", view.turn)
    told = _tell_everybody(view, voice)
    return voice.say("scene/between") if told is None else told.sentence


def _summarise_seat(view: DominoView, seat: int, voice: Voice) -> SeatSummary:
    ending, lacks, acts = view.ending, "", seat == view.turn
    faces = () if ending is None else ending.holdings[seat]
    if isinstance(view, DuoView):
        note = voice.say("scene/duo", duo=DUOS[seat % 2])
        lacks = _describe_lacking(view, seat, voice)
    else:
        note = voice.say("scene/lead") if seat == view.leader and ending is None else ""
        faces, acts = view.shown[seat] if view.shown else faces, acts and not view.waits
    count = view.counts[seat] if view.counts else 0
    return SeatSummary(voice.name(seat), note, view.scores[seat], count, acts, faces, lacks)


def describe_move(words: str, voice: Voice) -> str:
    """Describe a queued move of Lombardy Bones, given as it is kept ("play 6-4 A 15"): "6-4 at A, for 15"."""
    verb, *rest = words.split()
    if verb != "play":
        return voice.say(f"scene/queued/{verb}", points=" ".join(rest))
    points = rest.pop() if rest[-1].isdecimal() else ""
    key = "scene/queued/at" if len(rest) > 1 else "scene/queued/play"
    move = voice.say(key, piece=rest[0], end=rest[-1])
    return voice.say("scene/queued/for", move=move, points=points) if points else move


def _describe_pending(view: LombardyView, voice: Voice) -> list[str]:
    """Describe the viewer's queued moves, which wait until no earlier move can arrive (LB-80)."""
    pending = view.pending
    if not pending:
        return []
    fits, draws = mask(view.holding) & view.line.wanted, view.drawable and not view.drew
    forced = "" if fits or draws or len(pending) > 1 else "/forced"
    moves = tuple(describe_move(f"knock{forced}" if words == "knock" else words, voice) for words in pending)
    return [voice.say("scene/pending/one" if len(pending) == 1 else "scene/pending", said=moves)]


@lru_cache(maxsize=64)
def summarise(view: DominoView, voice: Voice) -> DominoSummary:
    """Summarise a view."""
    seats = tuple(_summarise_seat(view, seat, voice) for seat in range(view.players))
    moment, notes = _describe_moment(view, voice), _describe_last_step(view, voice)
    if isinstance(view, DuoView):
        (x, y), (x_games, y_games) = view.score, view.games
        heading = voice.say("scene/heading", hand=view.hand, x=x, y=y, goal=view.goal, x_games=x_games, y_games=y_games)
        return DominoSummary(heading, moment, seats, tuple(notes))
    if view.boneyard:
        notes.append(voice.say("scene/boneyard", bones=view.boneyard, drawable=view.drawable))
    own_notes = _describe_pending(view, voice)
    if view.phase == Phase.LEAD and view.answered:
        none = voice.say("scene/answered/none")
        own_notes.append(none if view.answer is None else voice.say("scene/answered", piece=code(view.answer)))
    key = "scene/heading" if view.clockwise or view.players < 3 else "scene/heading/counter"
    heading = voice.say(key, hand=view.hand, target=view.house.target)
    counts_all = view.house.bare_ends_count or not view.line.open
    uncounted = () if counts_all else tuple(end for end in view.line.ends if view.line.is_bare(end))
    return DominoSummary(heading, moment, seats, tuple(notes), tuple(own_notes), uncounted)


def describe_ends(view: DominoView, summary: DominoSummary, voice: Voice) -> str:
    """List the open ends with their numbers: "A 6, B double 4, bare C 5". Returns "" before the first domino."""
    return voice.list(
        voice.say("scene/bare_end", end=end, number=number)
        if end in summary.uncounted
        else f"{end} {say_number(view.line, end, number, voice.say)}"
        for end, number in view.line.ends.items()
    )


def shorten_ends(view: DominoView, summary: DominoSummary) -> str:
    """List the open ends for a picture: "A6  B4×2  (C5)". Those in brackets count nothing, those with "×2" twice."""
    return "  ".join(
        f"({end}{number})"
        if end in summary.uncounted
        else f"{end}{number}{'×2' if view.line.counts_twice(end) else ''}"
        for end, number in view.line.ends.items()
    )


def _fit_alt(write: Callable[[DominoSummary, Voice], str], view: DominoView, narrator: Narrator) -> str:
    def build(named: bool) -> str:
        voice = name_seats(view, narrator, named=named)
        return write(summarise(view, voice), voice)

    return choose_fitting(lambda: build(True), lambda: build(False))


def _describe_seat(seat: SeatSummary, voice: Voice, ended: bool) -> str:
    facts = voice.list((voice.say("scene/count", count=seat.count), seat.lacks))
    key = "scene/row/note" if seat.note else "scene/row"
    score = voice.say("scene/total", score=seat.score) if ended else seat.score
    row = voice.say(key, name=seat.name, note=seat.note, score=score, facts=facts)
    bones = " ".join(code(piece) for piece in seat.faces)
    return voice.say("scene/row/faces", row=row, pieces=bones) if bones else row


@lru_cache(maxsize=16)  # the same for every reader of a table
def describe_board(view: DominoView, narrator: Narrator, moment: bool = True) -> str:
    """Describe the public table."""

    def write(summary: DominoSummary, voice: Voice) -> str:
        heading = summary.heading.replace(" · ", voice.say("list/comma"))
        ended = isinstance(view, LombardyView) and view.phase in _BETWEEN_HANDS
        seats = [_describe_seat(seat, voice, ended) for seat in summary.seats]
        line = describe_line(view.line, voice.say)
        told = _tell_everybody(view, voice)
        now = (summary.moment, told.hand if told is not None else "") if moment else ()
        return voice.join_sentences([voice.say("scene/title"), heading, *now, *seats, *line, *summary.notes])

    return _fit_alt(write, view, narrator)


def describe_hand(view: DominoView, narrator: Narrator) -> str:
    """Describe the viewer's bones."""

    def write(summary: DominoSummary, voice: Voice) -> str:
        seat, ends = summary.seats[view.seat or 0], describe_ends(view, summary, voice)
        held = voice.list(f"{code(piece)} {name_domino(piece, voice)}" for piece in sort_hand(view.holding))
        parts = (
            voice.say("scene/held", name=seat.name, score=seat.score),
            voice.say("scene/holding", count=len(view.holding), pieces=held or voice.say("fact/none")),
            *summary.own_notes,
            voice.say("scene/ends", ends=ends) if ends else voice.say("scene/nothing_laid"),
        )
        return voice.join_sentences(parts)

    return _fit_alt(write, view, narrator)


def sort_hand(holding: tuple[Domino, ...]) -> tuple[Domino, ...]:
    """Sort bones by their higher number, highest first."""
    return tuple(sorted(holding, key=lambda piece: HALVES[piece], reverse=True))


def tell_outcome(view: DominoView, narrator: Narrator) -> EndingWords | None:
    """Tell the viewer how the last hand ended; None while a hand is played."""
    return _tell_end(view, name_seats(view, narrator))


def _tell_end(view: DominoView, voice: Voice) -> EndingWords | None:
    return _tell_duo(view, voice) if isinstance(view, DuoView) else tell_hand(view, voice)


def _tell_duo_how(view: DuoView, ending: DuoEnding, voice: Voice) -> str:
    """Say how play ended, and what the duo that lost had left (DD-30), or why it lost a blocked hand (DD-32, DD-33).
    A player reads what they themselves had left, and what they could have laid of it."""
    left = [sum(PIPS[tile] for tile in holding) for holding in ending.holdings]
    own, other = sum(left[ending.duo :: 2]), sum(left[1 - ending.duo :: 2])
    lost, blocked = view.seat not in (None, *ending.winners), ending.how == "blocked"
    if blocked:
        fits = any(view.line.list_fitting_ends(tile) for holding in ending.holdings for tile in holding)  # DD-51
        ends = tuple(map(str, sorted({*view.line.ends.values()})))
        how = "all_pass" if fits else "blocks"
        told = [voice.tell_of(f"scene/how/{how}", None if fits else ending.last, ends=ends)]
        whose = "" if view.seat is None else "/theirs" if lost else "/ours"
        key = "scene/how/level" if own == other else f"scene/how/blocked{whose}"
        told.append(voice.say(key, own=own, other=other))
    else:
        key = "scene/how/left/theirs" if lost else "scene/how/left"
        told = [voice.tell_of("scene/how/out", ending.last), voice.say(key, pips=other)]
    if view.seat is None:
        return voice.join_clauses(told)
    held, kept = left[view.seat], view.kept_back if lost else None
    if lost or blocked:
        told.append(voice.say("scene/how/own", pips=held))
    elif held:
        return voice.join_clauses([*told, voice.say("scene/how/own/free", pips=held)])
    if kept is not None:
        tile, made = kept
        told.append(voice.say("scene/how/kept", tile=code(tile), made=code(made), pips=PIPS[tile] - PIPS[made]))
    elif lost and not view.faithful:
        told.append(voice.say("scene/how/kept/none"))
    return voice.join_clauses(told)


def _tell_duo(view: DuoView, voice: Voice) -> EndingWords | None:
    """Tell which duo scored, and how. If that won a game, the game comes first."""
    ending = view.ending
    if ending is None:
        return None
    winners = voice.name_viewer_first(ending.winners)
    scored = voice.say("scene/scored", winners=winners, points=ending.points)
    hand, lines = voice.explain(scored, _tell_duo_how(view, ending, voice)), _tell_passes(view, voice)
    if not view.game_over:
        return EndingWords(hand, lines)
    won, lost = view.score[ending.duo], view.score[1 - ending.duo]
    key = "scene/won_game" if view.seat in (None, *ending.winners) else "scene/won_game/lost"
    return EndingWords(voice.say(key, winners=winners, won=won, lost=lost), lines, hand)


def _tell_passes(view: DuoView, voice: Voice) -> tuple[str, ...]:
    """Say who passed how often in the hand, and at which numbers (DD-23); () if nobody did."""
    passed = Counter(step.seat for step in view.steps if step.tile is None)
    told = [
        voice.tell_of("scene/passes/of", seat, count=passed[seat], numbers=view.list_passed_on(seat))
        for seat in sorted(passed, key=lambda seat: seat != view.seat)
    ]
    return (voice.say("scene/passes", passes=voice.list(told)),) if told else ()


def fill_score_sheet(view: DominoView, narrator: Narrator, reduce: Callable[[str], str]) -> Sheet:
    """Return the score sheet. Points are not taken from other players, so a row does not sum to zero."""
    voice = name_seats(view, narrator, reduce)
    summary = summarise(view, voice)
    title, points = voice.say("scene/title"), voice.say("scene/points")
    if isinstance(view, DuoView):
        title = voice.say("scene/games", title=title, x=view.games[0], y=view.games[1])
        duos = tuple(voice.say("scene/duo", duo=duo) for duo in DUOS)
        return Sheet(title, duos, (SheetRow("", points, view.score),), balanced=False)
    columns = tuple(seat.name for seat in summary.seats)
    if view.ending is None:
        return Sheet(title, columns, (SheetRow("", points, view.scores),), balanced=False)
    brought = view.brought or view.ending.moved
    before_hand = tuple(score - change for score, change in zip(view.scores, brought, strict=True))
    called_points = tuple(total - count for total, count in zip(brought, view.ending.moved, strict=True))
    sentence = tell_play_ended(view.ending, voice)
    sentence = sentence[:1].upper() + sentence[1:]
    called_rows = (SheetRow(str(view.hand), voice.say("scene/during"), called_points),) if any(called_points) else ()
    rows = (*called_rows, SheetRow(str(view.hand), sentence, view.ending.moved))
    return Sheet(title, columns, rows, before_hand, balanced=False)
