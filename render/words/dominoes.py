"""Duo Dominoes and Lombardy Bones in words. Pictures and alt texts of both are made from a `DominoSummary`."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from games.duo.view import Phase as DuoPhase
from games.duo.view import Step as DuoStep
from games.duo.view import View as DuoView
from games.lombardy.view import CALLING_PHASES, Phase
from games.lombardy.view import View as LombardyView
from games.pieces.dominoes import HALVES, PIPS, Domino, code
from render.base.line_words import describe_line
from render.base.picture import EndingWords, Sheet, SheetRow
from render.words import CLOSED, Narrator, Voice, choose_fitting, format_signed, name_seats

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
    """A view put into words, with the same fields for both games."""

    heading: str
    moment: str
    """The sentence about the present moment: "Bear to play"."""
    seats: tuple[SeatSummary, ...]
    notes: tuple[str, ...]
    """Further lines below the board."""
    result: Result | None
    """The end of the last hand, unless another has begun."""
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
        return [voice.say("scene/passed", name=voice.name(step.seat))]
    key = "scene/laid_at" if step.end else "scene/laid"
    return [voice.say(key, name=voice.name(step.seat), piece=code(piece), end=step.end)]


def _summarise_duo_result(view: DuoView, voice: Voice) -> Result | None:
    ending = view.ending
    if ending is None:
        return None
    how = "out" if ending.how == "out" else "blocked"
    key = f"scene/ended/{how}/game" if view.game_over else f"scene/ended/{how}"
    sentence = voice.say(key, name=voice.name(ending.last), points=ending.points, duo=DUOS[ending.duo])
    changes = tuple(
        (voice.say("scene/duo", duo=name), ending.points if k == ending.duo else 0) for k, name in enumerate(DUOS)
    )
    return Result(sentence, ending.holdings, changes)


def _summarise_lombardy_result(view: LombardyView, voice: Voice) -> Result | None:
    ending = view.ending
    if ending is None:
        return None
    how = "all_pass" if ending.how == "all_pass" else "out" if ending.out is not None else "dead"
    sentence = voice.say(f"scene/ended/{how}", name=None if ending.out is None else voice.name(ending.out))
    changes = tuple((voice.name(seat), change) for seat, change in enumerate(ending.moved))
    return Result(sentence, ending.holdings, changes)


def mark_closed(view: DominoView) -> DominoView:
    """Return the view as it is once the table is closed: nobody is asked for anything. A hand that is over stays so."""
    if view.phase in _BETWEEN_HANDS:
        return view
    if isinstance(view, DuoView):
        return replace(view, phase=CLOSED, to_act=(), turn=None)
    return replace(view, phase=CLOSED, to_act=(), deadline=None, turn=None, to_score=None, waits=False)


def _describe_lacking(view: DuoView, seat: int, voice: Voice) -> str:
    """Say on which numbers a seat has passed in this hand (DD-23). In a faithful game that proves nothing (DD-51)."""
    numbers = " ".join(str(number) for number in range(7) if view.passed_on[seat] >> number & 1)
    return voice.say("scene/passed_at" if view.faithful else "scene/lacks", numbers=numbers) if numbers else ""


def _describe_duo_moment(view: DuoView, voice: Voice, result: Result | None) -> str:
    if view.phase == CLOSED:
        return voice.say(f"scene/{view.phase}")
    if view.turn is not None and not (view.phase == DuoPhase.OVER and result):
        return voice.say("scene/to_play", name=voice.name(view.turn))
    return result.sentence if result else voice.say("scene/between")


def _summarise_duo(view: DuoView, voice: Voice) -> DominoSummary:
    result = _summarise_duo_result(view, voice)
    turn = view.turn
    seats = tuple(
        SeatSummary(
            voice.name(seat),
            voice.say("scene/duo", duo=DUOS[seat % 2]),
            view.scores[seat],
            view.counts[seat],
            seat == turn,
            result.holdings[seat] if result and turn is None else (),
            lacks=_describe_lacking(view, seat, voice) if turn is not None else "",
        )
        for seat in range(4)
    )
    heading = voice.say(
        "scene/heading", hand=view.hand, x=view.score[0], y=view.score[1], goal=view.game_points,
        x_games=view.games[0], y_games=view.games[1],
    )  # fmt: skip
    moment = _describe_duo_moment(view, voice, result)
    return DominoSummary(heading, moment, seats, tuple(_describe_last_step(view, voice)), result)


def describe_move(words: str, voice: Voice) -> str:
    """Describe a queued move of Lombardy Bones, given as it is kept ("play 6-4 A 15"): "6-4 at A, for 15"."""
    verb, *rest = words.split()
    if verb != "play":
        return voice.say(f"scene/queued/{verb}", points=" ".join(rest))
    points = rest.pop() if rest[-1].isdecimal() else ""
    key = "scene/queued/at" if len(rest) > 1 else "scene/queued/play"
    move = voice.say(key, piece=rest[0], end=rest[-1])
    return voice.say("scene/queued/for", move=move, points=points) if points else move


def _describe_pending(pending: tuple[str, ...], voice: Voice) -> list[str]:
    """Describe the viewer's queued moves, which wait until no earlier move can arrive (LB-80)."""
    if not pending:
        return []
    moves = tuple(describe_move(words, voice) for words in pending)
    return [voice.say("scene/pending/one" if len(pending) == 1 else "scene/pending", said=moves)]


def _describe_lombardy_moment(view: LombardyView, voice: Voice, result: Result | None) -> str:
    if view.phase == Phase.OVER:
        winners = tuple(map(voice.name, view.winners))
        return voice.say("scene/won", names=winners) if winners else voice.say("scene/over")
    if view.phase == Phase.PLAY and view.turn is not None:
        if view.waits and view.to_score is not None:
            return voice.say("scene/has_laid", name=voice.name(view.to_score))
        return voice.say("scene/to_play", name=voice.name(view.turn))
    if view.phase == CLOSED:
        return voice.say(f"scene/{view.phase}")
    if view.phase in (Phase.LEAD, *CALLING_PHASES, Phase.RESTART):
        return voice.say(f"scene/at/{view.phase}")
    return result.sentence if result else voice.say("scene/between")


def _summarise_lombardy(view: LombardyView, voice: Voice) -> DominoSummary:
    result = _summarise_lombardy_result(view, voice)
    seats = tuple(
        SeatSummary(
            voice.name(seat),
            voice.say("scene/lead") if seat == view.leader else "",
            view.scores[seat],
            view.counts[seat] if view.counts else 0,
            view.phase == Phase.PLAY and seat == view.turn and not view.waits,
            view.shown[seat] if view.shown else result.holdings[seat] if result and view.phase != Phase.PLAY else (),
        )
        for seat in range(view.players)
    )
    notes = _describe_last_step(view, voice)
    if view.boneyard:
        notes.append(voice.say("scene/boneyard", bones=view.boneyard, drawable=view.drawable))
    own_notes = _describe_pending(view.pending, voice)
    if view.phase == Phase.LEAD and view.answered:
        answer = view.answer
        none = voice.say("scene/answered/none")
        own_notes.append(none if answer is None else voice.say("scene/answered", piece=code(answer)))
    heading = "scene/heading" if view.clockwise or view.players < 3 else "scene/heading/counter"
    return DominoSummary(
        voice.say(heading, hand=view.hand, target=view.house.target),
        _describe_lombardy_moment(view, voice, result),
        seats,
        tuple(notes),
        result,
        tuple(own_notes),
        uncounted=tuple(end for end in view.line.ends if view.line.is_bare(end)) if view.tap_stage == "" else (),
    )


def summarise(view: DominoView, voice: Voice) -> DominoSummary:
    """Summarise a view."""
    return _summarise_duo(view, voice) if isinstance(view, DuoView) else _summarise_lombardy(view, voice)


def describe_ends(view: DominoView, summary: DominoSummary, voice: Voice) -> str:
    """List the open ends with their numbers: "A 6, B 4, bare C 5". Returns "" before the first domino."""
    return voice.list(
        voice.say("scene/bare_end", end=end, number=number) if end in summary.uncounted else f"{end} {number}"
        for end, number in view.line.ends.items()
    )


def shorten_ends(view: DominoView, summary: DominoSummary) -> str:
    """List the open ends for a picture, with those that count nothing in brackets: "A6 B4 (C5)"."""
    return " ".join(
        f"({end}{number})" if end in summary.uncounted else f"{end}{number}" for end, number in view.line.ends.items()
    )


def _fit_alt(write: Callable[[DominoSummary, Voice], str], view: DominoView, narrator: Narrator) -> str:
    def build(named: bool) -> str:
        voice = name_seats(view, narrator, named=named)
        return write(summarise(view, voice), voice)

    return choose_fitting(lambda: build(True), lambda: build(False))


def _describe_seat(seat: SeatSummary, voice: Voice) -> str:
    facts = [voice.say("scene/count", count=seat.count), seat.lacks, voice.say("scene/acts") if seat.acts else ""]
    row = voice.say(
        "scene/row/note" if seat.note else "scene/row",
        name=seat.name,
        note=seat.note,
        score=seat.score,
        facts=voice.list(filter(None, facts)),
    )
    bones = " ".join(code(piece) for piece in seat.faces)
    return voice.say("scene/row/faces", row=row, pieces=bones) if bones else row


def describe_board(view: DominoView, narrator: Narrator) -> str:
    """Describe the public table."""

    def write(summary: DominoSummary, voice: Voice) -> str:
        heading = summary.heading.replace(" · ", voice.say("list/comma"))
        seats = [_describe_seat(seat, voice) for seat in summary.seats]
        line = describe_line(view.line, voice.say)
        return voice.join_sentences([voice.say("scene/title"), heading, summary.moment, *seats, *line, *summary.notes])

    return _fit_alt(write, view, narrator)


def describe_hand(view: DominoView, narrator: Narrator, hidden: bool = False) -> str:
    """Describe the viewer's bones."""

    def write(summary: DominoSummary, voice: Voice) -> str:
        parts = []
        if view.seat is not None:
            seat = summary.seats[view.seat]
            parts.append(voice.say("scene/held", name=seat.name, score=seat.score))
            if hidden:
                parts.append(voice.say("scene/hidden", count=len(view.holding)))
            else:
                held = voice.list(f"{code(piece)} {name_domino(piece, voice)}" for piece in sort_hand(view.holding))
                none = voice.say("fact/none")
                parts.append(voice.say("scene/holding", count=len(view.holding), pieces=held or none))
                parts += summary.own_notes
        ends = describe_ends(view, summary, voice)
        parts.append(voice.say("scene/ends", ends=ends) if ends else voice.say("scene/nothing_laid"))
        parts.append(summary.moment)
        return voice.join_sentences(parts)

    return _fit_alt(write, view, narrator)


def sort_hand(holding: tuple[Domino, ...]) -> tuple[Domino, ...]:
    """Sort bones by their higher number, highest first."""
    return tuple(sorted(holding, key=lambda piece: HALVES[piece], reverse=True))


def count_pips(holding: tuple[Domino, ...]) -> int:
    """Add up the pips of bones."""
    return sum(PIPS[piece] for piece in holding)


def describe_receipt(view: DominoView, narrator: Narrator) -> str:
    """Describe how the last hand ended."""

    def write(summary: DominoSummary, voice: Voice) -> str:
        result, title = summary.result, voice.say("scene/title")
        if result is None:
            return voice.join_sentences([title, summary.moment])
        parts = [voice.say("scene/title_hand", title=title, hand=view.hand), result.sentence]
        for seat, holding in zip(summary.seats, result.holdings, strict=True):
            bones = " ".join(code(piece) for piece in sort_hand(holding)) or voice.say("fact/none")
            parts.append(voice.say("scene/left", name=seat.name, pieces=bones, pips=count_pips(holding)))
        parts.append(voice.list(voice.tell_change(name, change) for name, change in result.changes))
        return voice.join_sentences(parts)

    return _fit_alt(write, view, narrator)


def tell_outcome(view: DominoView, narrator: Narrator) -> EndingWords | None:
    """Tell the viewer how the last hand ended; None while a hand is played."""
    if view.ending is None or view.phase not in _BETWEEN_HANDS:
        return None
    voice = name_seats(view, narrator)
    summary = summarise(view, voice)
    if summary.result is None:
        return None
    ending, viewer = view.ending, view.seat
    changes = ending.moved
    sentence = summary.result.sentence
    brought = changes if isinstance(view, DuoView) else view.brought or changes
    if isinstance(view, DuoView) and view.game_over:
        winning_duo = [seat for seat, points in enumerate(changes) if points]
        won, lost = view.score[winning_duo[0] % 2], view.score[1 - winning_duo[0] % 2]
        winning_duo.sort(key=lambda seat: seat != viewer)
        winners = tuple(voice.say("scene/you") if seat == viewer else voice.name(seat) for seat in winning_duo)
        sentence = voice.say("scene/won_game", winners=winners, won=won, lost=lost)
    elif viewer is not None:
        if isinstance(view, DuoView):
            sentence = voice.address(sentence, changes[viewer], format_signed(changes[viewer]), "scene/you_score")
        else:
            sentence = _address_hand(sentence, brought, viewer, view.over, voice)
    moved = voice.list(voice.tell_change(name, change) for name, change in summary.result.changes if change)
    sums = [moved] if moved else []
    if brought != changes:
        gains = voice.list(voice.tell_change(voice.name(seat), change) for seat, change in enumerate(brought) if change)
        sums = [voice.say("scene/in_hand", changes=gains)] if gains else []
        sums += [voice.say("scene/in_count", changes=moved)] if moved else []
    left_over = tuple(
        voice.say("scene/had", name=seat.name, pieces=" ".join(code(piece) for piece in sort_hand(holding)))
        for seat, holding in zip(summary.seats, summary.result.holdings, strict=True)
        if holding
    )
    uncalled = () if isinstance(view, DuoView) else view.uncalled
    missed = voice.list(voice.say("scene/uncalled_at", score=score, piece=code(piece)) for piece, score in uncalled)
    missed_line = [voice.say("scene/uncalled", missed=missed)] if missed else []
    return EndingWords(sentence, (*sums, *left_over, *missed_line))


def _address_hand(sentence: str, brought: tuple[int, ...], viewer: int, over: bool, voice: Voice) -> str:
    """Tell a viewer what the hand brought them.

    A viewer who scored more than everybody else is told that they win the hand. If the whole game is `over`, they are
    only told their score.
    """
    own_gain = brought[viewer]
    leads = own_gain > 0 and own_gain == max(brought) and brought.count(own_gain) == 1
    if leads:
        return voice.say("scene/you_score" if over else "scene/you_win", amount=format_signed(own_gain))
    return voice.say("scene/for_you", told=sentence, amount=format_signed(own_gain)) if own_gain else sentence


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
    before_count = tuple(score - change for score, change in zip(view.scores, view.ending.moved, strict=True))
    before_hand = view.sheet_before or before_count
    called_points = tuple(after - before for after, before in zip(before_count, before_hand, strict=True))
    sentence = summary.result.sentence if summary.result else ""
    called_rows = (SheetRow(str(view.hand), voice.say("scene/during"), called_points),) if any(called_points) else ()
    rows = (*called_rows, SheetRow(str(view.hand), sentence, view.ending.moved))
    return Sheet(title, columns, rows, before_hand, balanced=False)
