"""The last moves of a table, in the lines of its boards and hands.

One edit shows moves of robots that follow each other at once, and passes that the game makes. A board numbers lines
with such moves, so that everybody sees their order. What a robot says stands below the move that it is about. What a
run of the log leaves out, such as "no score", or only the log tells, such as the building of a wall, has no line.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, islice
from operator import itemgetter
from typing import Final, NamedTuple, Self

from bot.messages.boards.log import lines_of
from bot.ports import mark_piece
from bot.tables.aggregate import Table
from bot.tables.aggregate.turns import draw_temper
from bot.tables.history.entries import Entry, is_of_game, select_effective
from bot.tables.history.events import Sealed, Started
from bot.tables.lobby.house_rules import may_banter
from bot.tables.play.robots import is_robot_move
from bot.tables.timing.deadlines import DeadlineKind
from bot.wording import Words, word_addition, word_short_line
from games.core import Seat, SecretChance, seat_of, view_event
from games.core.occasion import Occasion
from games.core.robots import Temper

_PERCENT_SPOKEN: Final = 60
"""The number of occasions out of 100 on which a robot says something."""
_KEY: Final = b"banter"
"""The key of the chance for banter. It need not be secret, since banter follows from what everybody sees."""


def say_a_word(table: Table, entries: Sequence[Entry], words: Words) -> str:
    """The line that a robot says about the last of these public events; "" if no robot says anything."""
    # A stand-in is no robot of the table: it says nothing in its player's name.
    robots = [Seat(taken.seat) for taken in table.seats if taken.is_robot]
    if not robots or not may_banter(table) or not is_of_game(entries[-1].event):
        return ""
    seen = [view_event(entry.event, None) for entry in entries[-12:] if is_of_game(entry.event)]  # more is no news
    occasion = table.game.find_occasion(seen)
    if occasion is None:
        return ""
    luck = SecretChance(_KEY, (str(table.id), occasion.key), entries[-1].at)
    if luck.below(100) >= _PERCENT_SPOKEN:
        return ""
    found = [(seat, key) for seat in robots for key in _list_line_keys(occasion, seat, draw_temper(table, seat), words)]
    if not found:
        return ""
    seat, key = found[luck.below(len(found))]
    by, of = (tuple(map(words.name, seats)) for seats in (occasion.by, occasion.of))
    return words.tell("banter/said", seat, line=words.say(key, by=by, of=of, amount=occasion.amount))


def _list_line_keys(occasion: Occasion, seat: Seat, temper: Temper, words: Words) -> list[str]:
    """The keys of the lines that suit a seat, by its role (it gained, it paid, or it looked on) and its temper."""
    role = "by" if seat in occasion.by else "of" if seat in occasion.of else "other"
    keys: list[str] = []
    while words.knows(key := f"banter/{occasion.key}/{role}/{len(keys) + 1}"):
        keys.append(key)
    own = f"banter/{temper.name}/{role}"
    return [*keys, own] if keys and words.knows(own) else keys


_APART: Final = 1_000
"""Milliseconds. One edit shows moves of robots that follow each other sooner than this (`tempo.is_in_breath`)."""
_MOST_GATHERED: Final = 6
"""The most lines of gathered moves that a board shows."""
_MOST_SINCE_OWN: Final = 5
"""The most lines since a player's last press that their message shows, if no move was made for them."""


_Told = Sequence[tuple[int, str]]
"""Lines, each with the sequence of its event."""


class _Line(NamedTuple):
    """A line of the log with its event."""

    entry: Entry
    text: str
    ordinary: bool
    """True if a run of the log takes it in."""
    added: str
    """The words that join the line of its move instead, for one player; "" if it keeps its own line."""


class _Move(NamedTuple):
    entries: Sequence[Entry]
    lines: tuple[_Line, ...]
    word: str
    """A robot's words about it; "" if it says none."""

    def after(self, seat: Seat) -> "_Move":
        """The move of this seat without the lines up to the last event of the seat. If all its events happened to
        others, those after the first are kept."""
        of_seat = (entry.sequence for entry in self.entries if seat_of(entry.event) == seat)
        own = max(of_seat, default=self.entries[0].sequence)
        return self._replace(lines=tuple(line for line in self.lines if line.entry.sequence > own), word="")


class Moves:
    """The moves of a table in the words of one reader, the last one first. Each is worded when somebody first asks for
    it, and only once: most readers of a table share their words. Those that were worded for the same reader before the
    table's last move (`earlier`) stay as they are, unless players have changed."""

    def __init__(self, table: Table, entries: Sequence[Entry], words: Words, earlier: Self | None = None) -> None:
        self.table = table
        self.entries = entries
        self._words = replace(words, mark=mark_piece)
        self._known = earlier._worded if earlier is not None and earlier.table.seats == table.seats else {}
        self._worded: dict[int, _Move] = {}

    def __iter__(self) -> Iterator[_Move]:
        effective = select_effective(self.entries)
        until = len(effective)
        for _, group in groupby(reversed(effective), key=lambda entry: entry.cause):
            entries = [*group][::-1]
            last, begin = entries[-1].sequence, until - len(entries)
            move = self._worded.get(last) or self._known.get(last)
            if move is None or move.entries != entries:
                ends = range(until, begin, -1)
                robot_lines = (say_a_word(self.table, effective[:end], self._words) for end in ends)
                move = _Move(entries, tuple(self._word(entries)), next(filter(None, robot_lines), ""))
            self._worded[last], until = move, begin
            yield move

    def _word(self, entries: Sequence[Entry]) -> Iterator[_Line]:
        for entry, text in lines_of(self.table, entries, self._words):
            seen = view_event(entry.event, None)
            short, added = word_short_line(seen, self._words), word_addition(seen, self._words)
            if text and "" not in (short, added):
                yield _Line(entry, text.partition("\n")[0], short is not None, added or "")


def list_since_own(moves: Moves, seat: Seat, own: str = "") -> tuple[str, ...]:
    """The public log lines since a seat's last press, with marks for the pieces: at most five, and two more if a move
    was made for the seat, such as a pass. They include what followed from the press, and its move itself if
    fewer than two lines followed; but not how a prepared hand was set up. A draw of which only what followed has a line
    goes on with the seat's turn, and the round before it is told, too. Of too many lines, the oldest ordinary ones are
    left out first. The line about the seat's `own` last event stands at its place among them."""
    prepared = moves.table.shuffle.prepared
    set_up = {entry.cause for entry in moves.entries if prepared and isinstance(entry.event, Started)}
    begun = max((entry.sequence for entry in moves.entries if isinstance(entry.event, Sealed)), default=0)
    chosen, most = list[_Move](), _MOST_SINCE_OWN
    for move in moves:
        if move.entries[0].cause in set_up or move.entries[-1].sequence < begun:  # of an earlier hand
            break
        is_own = _is_move_of(seat, move)
        if is_own and (_comes_from(move, DeadlineKind.LAPSE) or _comes_from(move, DeadlineKind.ORDER)):
            is_own, most = False, max(most, _MOST_SINCE_OWN + 2 * bool(move.lines))
        chosen.append(move.after(seat) if is_own and len(_list_lines(chosen)) >= 2 else move)
        first, lines = move.entries[0], _list_lines(chosen)
        if is_own and any(line.entry == first or seat_of(line.entry.event) != seat for line in lines):
            break
    lines, last = _join_scores(_list_lines(chosen)), moves.table.visibility.last_own.get(seat)
    over = len(lines) - most
    lines = [line for line in lines if not line.ordinary or (over := over - 1) < 0][-most:]
    entries = (entry for move in chosen for entry in move.entries)
    place = next((entry.sequence for entry in entries if entry.event == last), moves.table.sequence)
    return _put_in_order([(line.entry.sequence, line.text) for line in lines], chosen, [(place, own)] if own else [])


def _join_scores(lines: Sequence[_Line]) -> list[_Line]:
    """Put each score into the line of its bone, which stands right before it."""
    joined: list[_Line] = []
    for line in lines:
        if line.added and joined and seat_of(joined[-1].entry.event) == seat_of(line.entry.event):
            joined[-1] = joined[-1]._replace(text=joined[-1].text + line.added, ordinary=False)
        else:
            joined.append(line)
    return joined


def list_recent(moves: Moves, most: int = 3) -> tuple[str, ...]:
    """The last log lines for the board, with marks for the pieces. They are `most` lines, or up to `_MOST_GATHERED` if
    one edit gathers so many. Events that were taken back are left out."""
    chosen, gathered = list[_Move](), list[_Move]()
    for move in moves:
        chosen.append(move)
        gathered = _gather(chosen)
        if len(_list_lines(chosen)) >= (_MOST_GATHERED if len(gathered) == len(chosen) else most):
            break
    most = max(most, min(_MOST_GATHERED, len(_list_lines(gathered))))
    lines = enumerate(_list_lines(chosen)[-most:], 1)
    numbered = [(line.entry.sequence, f"{n}. {line.text}" if gathered else line.text) for n, line in lines]
    return _put_in_order(numbered, chosen)


def list_last_words(moves: Moves) -> tuple[str, ...]:
    """The words of robots about the end of a hand. The verdict tells the rest of its last moves."""
    return tuple(move.word for move in islice(moves, 2) if move.word)


def _list_lines(moves: Sequence[_Move]) -> list[_Line]:
    """The lines of `moves` (last one first) in order."""
    return [line for move in reversed(moves) for line in move.lines]


def _comes_from(move: _Move, kind: DeadlineKind) -> bool:
    """True for a move that a deadline made: for `LAPSE`, the game itself, such as the pass of one who cannot play."""
    return (move.entries[0].cause or "").startswith(f"{kind}:")


def _is_move_of(seat: Seat, move: _Move) -> bool:
    """True for a move that a seat's player made, or that was made for them; not for another's that did something to
    them."""
    seats = [seat_of(entry.event) for entry in move.entries]
    mover = getattr(move.entries[0].event, "by", seats[0])
    return seat in (seats if mover is None else [mover])


def _gather(moves: Sequence[_Move]) -> list[_Move]:
    """The latest of `moves` (last one first) that one edit shows. Each is by a robot or by the game itself, and follows
    soon after the one before. [] if there are fewer than two."""
    run: list[_Move] = []
    for move in [move for move in moves if move.lines]:
        first = move.entries[0]
        if not (_comes_from(move, DeadlineKind.LAPSE) or is_robot_move(first)) or (
            run and run[-1].entries[0].at - first.at >= _APART
        ):
            break
        run.append(move)
    return run if len(run) > 1 else []


def _put_in_order(lines: _Told, moves: Sequence[_Move], own: _Told = ()) -> tuple[str, ...]:
    """Put the `own` line and the latest word of a robot about one of these moves (last one first) in their places among
    the lines."""
    words = [(move.entries[-1].sequence, move.word) for move in moves if move.word][:1]
    said = [word for word in words if lines and word[0] >= lines[0][0]]
    return tuple(text for _, text in sorted([*lines, *said, *own], key=itemgetter(0)))
