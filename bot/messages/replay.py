"""Replays of finished hands: step by step from the deal, as a seat or the public saw it, with the robots' reasons."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from bot.messages.controls import MOST_ITEMS
from bot.messages.pictures import Pictures
from bot.messages.table_words import words_of
from bot.ports.markup import cut, piece_mark
from bot.ports.ui import MOST_TEXT, Accent, Button, Fixture, Item, Layout, Menu, Message, Row, Text, in_plain, lay_out
from bot.store.database.engine import Connection
from bot.store.store import Store
from bot.store.tables import rows as stored_tables
from bot.tables.aggregate.table import Table
from bot.tables.fairness.chance import ChanceSource
from bot.tables.fairness.shuffles import is_over
from bot.tables.history import events
from bot.tables.history.entries import Entry, hides_nothing, read_entries, select_effective
from bot.tables.play import robots
from bot.tables.seats.former import Former, former_occupants
from bot.wording import Words, log_line, move_words, reason_line
from games.core.refused import Refused
from games.core.seats import Seat
from games.core.secret import is_unnoticed, seat_of, view_event
from render.style import Style

JUMP: Final = "jump"
"""The last part of the name of the menu of steps."""
SHARE: Final = "share"
"""The last part of the name of the button that posts a step for everybody."""
WENT: Final = "went"
"""The last part of the name of the button that tells how the hand went."""
CALL: Final = "call"
"""The last part of the name of the button to the next call."""
SCORE: Final = "score"
"""The last part of the name of the button to the next score."""
SEAT: Final = "seat"
"""The last part of the name of the menu of seats."""


class Made(NamedTuple):
    """A move behind a step."""

    began: Entry
    """The event with which the move began."""
    said: str
    """The move as text; "" if it is not the viewer's to know, or if nobody made it."""
    remembered: robots.Remembered | None
    """The robot's move; None if no robot made it, or if robots may not tell yet."""


class FoundStep(NamedTuple):
    """A step of a finished hand, and everything that is needed to show it."""

    number: int
    """The number of the hand."""
    before: list[Entry]
    """The events before the deal; the deal is the first event that hides anything."""
    hand: list[Entry]
    """The events from the deal on."""
    steps: list[int]
    """The indexes in `hand` of the events that have a step."""
    public_step: int
    """The number of this step in the public replay, which has no steps for this seat's secret moves."""
    step: int
    """The number of the step to show, from 1."""
    until: tuple[int, int]
    """The indexes in `hand` of the last events to show: on the board, and in the hand of the shown seat."""
    moves: tuple[Made, ...]
    """The moves behind the step."""
    opened: bool
    """True if the secret is open."""
    tells: bool
    """True if robots may give their reasons. These betray the robots' hands, so the secret must be open, unless the
    viewer has been the only person at the table and looks from their own seat."""
    seat: Seat | None
    """The seat whose view is shown; None for the public view.

    Until the secret opens, a player who took the seat after the deal gets the public view, not the former player's.
    """
    chosen: int | None
    """The seat whose view the viewer chose, from 1; 0 for the public view; None for their own seat."""
    closed: bool
    """True if the chosen seat's view stays closed until the secret opens. The public view is then shown instead."""
    former: tuple[Former, ...]
    """The former occupants of the table's seats, the latest first."""

    def name_players(self, words: Words, entry: Entry) -> Words:
        """Return the wording for an event, with the names of the players who had the seats then."""
        names = list(words.names)
        for former in self.former:
            if former.had_seat_at(entry):
                names[former.seat] = former.name or _unnamed(former, words)
        return replace(words, names=tuple(names))


def find_step(
    connection: Connection,
    table: Table,
    number: int,
    step: int,
    chance: ChanceSource,
    own: Seat | None,
    chosen: int | None = None,
    public: bool = False,
) -> FoundStep | None:
    """Find step `step` of hand `number`, or the nearest step, for the player at seat `own`. None if the hand is not
    over.

    `chosen` is the seat whose view the player chose, from 1, or 0 for the public view. With `public`, `step` counts the
    steps of the public replay.
    """
    secret = stored_tables.secret(connection, table.id, number)
    if secret is None:
        return None
    opened = secret.revealed_at is not None
    found = read_entries(connection, table.id)
    if not opened and not is_over(found, number):
        return None
    bounds = [entry.sequence for entry in found if _opens(entry, number)] or [0]
    ends = [entry.sequence for entry in found if _opens(entry, number + 1)] or [found[-1].sequence + 1]
    counted = select_effective(found)
    began = next(
        (entry.sequence for entry in counted if entry.sequence > bounds[0] and not hides_nothing(entry.event)), ends[0]
    )
    before = [entry for entry in counted if entry.sequence < began]
    hand = [entry for entry in counted if began <= entry.sequence < ends[0]]
    if not hand:
        return None
    seat = own if chosen is None else Seat(chosen - 1) if chosen else None
    if not opened and (seat != own or seat in _changed_since(found, hand[0])):
        seat = None
    closed = bool(chosen) and seat is None
    words = words_of(table)
    former = former_occupants(table, found)
    tells = opened or (seat is not None and _is_only_person(table, seat, former))
    everybodys = _list_steps(hand, None, opened, words)
    listed = everybodys if opened or seat is None else _list_steps(hand, seat, opened, words, tells)
    steps, publics = ([known.place for known in of_viewer] for of_viewer in (listed, everybodys))
    if public:
        step = 1 + bisect_left(steps, publics[max(1, min(step, len(publics))) - 1])
    step = max(1, min(step, len(steps)))
    shown = listed[step - 1]
    public_step = max(1, bisect_right(publics, shown.place))
    until = (_find_end(hand, everybodys, public_step), _find_end(hand, listed, step))

    def make(place: int) -> Made:
        began_with = hand[place]
        known = opened or (seat is not None and seat_of(began_with.event) == seat)
        said = robots.find_words(connection, table, began_with) if known else ""
        remembered = robots.find_move(connection, table, secret, found, began_with, chance, former) if tells else None
        return Made(began_with, said, remembered)

    moves = tuple(make(place) for place in shown.moves)
    return FoundStep(
        number, before, hand, steps, public_step, step, until, moves, opened, tells, seat, chosen, closed, former
    )


def _is_only_person(table: Table, own: Seat, former: Sequence[Former]) -> bool:
    """True if nobody but the player at seat `own` has a seat or has had one since the game began."""
    others = (taken for taken in table.seats if taken.seat != own)
    return all(taken.user_id is None for taken in others) and all(seat.robot for seat in former)


async def read_step(
    store: Store,
    chance: ChanceSource,
    table: Table,
    number: int,
    step: int,
    own: Seat | None,
    chosen: int | None = None,
    public: bool = False,
) -> FoundStep:
    """Find a step as `find_step` does. Raises Refused if the hand is not over or the seat's view is still closed."""
    found = await store.read(find_step, table, number, step, chance, own, chosen, public)
    if found is None:
        raise Refused("TABLE", "no_replay", number=number)
    if found.closed:
        raise Refused("TABLE", "seat_closed", number=number)
    return found


def _unnamed(former: Former, words: Words) -> str:
    """The text for a former occupant whose name is no longer known."""
    who = {True: "robot", False: "person", None: "somebody"}[former.robot]
    return words.say(f"replay/then/{who}", seat=former.seat + 1)


def _learnt(event: object, seat: Seat | None) -> bool:
    """True if a seat (None: the public) learnt of an event. If not, its replay has no step for the event."""
    return not is_unnoticed(event) or (seat is not None and seat_of(event) == seat)


class _Step(NamedTuple):
    """A step, by the indexes of events in the hand."""

    place: int
    """The event that is shown."""
    moves: tuple[int, ...]
    """The events with which the moves behind it began."""
    lined: bool
    """True if the log has a line for it."""


def _list_steps(
    hand: Sequence[Entry], seat: Seat | None, opened: bool, words: Words, tells: bool = False
) -> list[_Step]:
    """The steps of a hand: events that the log has a line for, and between two of them the moves that it has none for,
    such as answers.

    Some moves are judged only after a moment (LB-80). Such a move belongs to the line that comes of it: another seat's
    move only if the step `tells` its reason, and one without a line not at all until the secret opens. A move has come
    to nothing if the next commit that everybody saw has no line of its seat.
    """
    steps: list[_Step] = []
    untold: dict[Seat, int] = {}
    noticed = False
    for place, entry in enumerate(hand):
        mover, moves = seat_of(entry.event), place == 0 or hand[place - 1].cause != entry.cause
        if moves and noticed:
            untold, noticed = {}, False
        noticed = noticed or not is_unnoticed(entry.event)
        if not opened and not _learnt(entry.event, seat):
            if tells and moves and mover is not None:
                untold[mover] = place
            continue
        unsaid = steps.pop().moves if steps and not steps[-1].lined else ()
        if not log_line(view_event(entry.event, seat), words):
            unsaid = (*unsaid, place) if moves and mover is not None else unsaid
            steps += [_Step(unsaid[-1], unsaid, False)] if unsaid else []
            continue
        judged = [] if moves or mover is None else [known for known in unsaid if seat_of(hand[known].event) == mover]
        if not (judged or moves) and mover in untold:
            judged = [untold.pop(mover)]
        others = tuple(known for known in unsaid if known not in judged[-1:])
        steps += [_Step(others[-1], others, False)] if others else []
        steps.append(_Step(place, tuple(judged[-1:]) or (place,), True))
    return steps


def _find_end(hand: Sequence[Entry], steps: Sequence[_Step], step: int) -> int:
    """The index of the last event before the next step. So events without a step are shown with the one before them."""
    place, following = steps[step - 1].place, steps[step:]
    return max(place, following[0].moves[0] - 1) if following else len(hand) - 1


def _changed_since(found: list[Entry], deal: Entry) -> frozenset[Seat]:
    """The seats that got a new occupant after a deal. A change in the same commit as the deal does not count."""
    dealt = max(entry.sequence for entry in found if entry.cause == deal.cause)
    return frozenset(
        entry.event.seat for entry in found if isinstance(entry.event, events.Substituted) and entry.sequence > dealt
    )


def _opens(entry: Entry, number: int) -> bool:
    return isinstance(entry.event, events.CommittedTo) and entry.event.number == number


async def _tell(
    table: Table, found: FoundStep, lined: bool, words: Words, recall: robots.Recall, shared: bool
) -> list[str]:
    """The lines about the moves behind a step: robots' moves with their reasons, and moves that have no log line.

    A `shared` step is for everybody.
    """
    if not (found.opened if shared else found.tells) and any(robots.is_robot_move(made.began) for made in found.moves):
        return [words.say("replay/why_later")]
    told = [await _why(table, made, lined, words, recall) for made in found.moves]
    return [line for line in told if line]


async def _why(table: Table, made: Made, lined: bool, words: Words, recall: robots.Recall) -> str:
    """The line with the reason for a robot's move, or saying that the reason is lost. For a person, the move itself if
    the log has no line for it, otherwise nothing."""
    moved, seat = made.remembered, seat_of(made.began.event)
    if moved is None:
        return (
            ""
            if lined or not made.said
            else words.say("replay/move", name=words.name(seat), move=move_words(made.said, words))
        )
    if not moved.budgets:
        return words.say("replay/why_unknown", name=words.name(moved.seat))
    thought = await recall(moved)
    if thought is None:
        return words.say("replay/why_lost", name=words.name(moved.seat))
    return reason_line(moved.seat, thought, table.game.write(thought.move), words)


async def frame(
    store: Store,
    pictures: Pictures,
    chance: ChanceSource,
    table: Table,
    number: int,
    step: int,
    seat: Seat | None,
    recall: robots.Recall = robots.think_again_at_once,
    plain: bool = False,
    shared_by: str = "",
    chosen: int | None = None,
    public: bool = False,
) -> Message:
    """Show step `step` of hand `number` to the player at `seat`. `chosen` and `public` are as in `find_step`.

    `recall` finds the reason for a robot's move again. With `plain`, the step is shown in words. A step that a player
    shares names them (`shared_by`), and has no buttons. Raises Refused if the hand is not over, and for another seat's
    view while the secret is closed.
    """
    found = await read_step(store, chance, table, number, step, seat, chosen, public)
    seat, step, last, entry = found.seat, found.step, len(found.steps), found.hand[found.steps[found.step - 1]]
    on_board, in_hand = (
        table.game.fold([earlier.event for earlier in (*found.before, *found.hand[: until + 1])])
        for until in found.until
    )
    view = table.game.view(in_hand, seat)
    words = words_of(table)
    then = found.name_players(words, entry)
    line = log_line(view_event(entry.event, seat), replace(then, mark=piece_mark))
    scenes = () if plain else ("board",) if seat is None or view.undealt else ("board", "hand")
    drawn = [
        await pictures.draw(scene, table.game.view(on_board, None) if scene == "board" else view, then, Style())
        for scene in scenes
    ]
    shown = tuple(picture for picture in drawn if picture is not None)
    whys = await _tell(table, found, bool(line), then, recall, bool(shared_by))
    in_words = "" if drawn and all(drawn) else pictures.words(view, then)
    title = words.say("replay/step", number=number, step=step, most=last)
    head = "\n".join(filter(None, (shared_by and words.say("replay/shared", name=shared_by), title)))
    told = cut("\n".join(filter(None, (line, *whys, in_words))), MOST_TEXT - len(head) - 1)
    made = lay_out(
        Layout(
            Accent.FINISHED,
            (
                Text(head),
                *((Fixture.PICTURES,) if shown else ()),
                *((Text(told),) if told else ()),
                *(() if shared_by else _rows(table, found, words)),
            ),
        ),
        shown,
        table.id,
        name="replay.png",
    )
    return in_plain(made) if plain else made


def _rows(table: Table, found: FoundStep, words: Words) -> tuple[Row, ...]:
    """The buttons and the menu that lead to other steps, the button that shares this step, and the menu of seats."""
    number, step, last = found.number, found.step, len(found.steps)
    moves = {"first": 1, "back": step - 1, "on": step + 1, "last": last}
    row = tuple(
        Button(_named(found, to, name), words.label(f"replay.{name}"), disabled=not 1 <= to <= last or to == step)
        for name, to in moves.items()
    )
    if not table.practice:
        row = (*row, Button(f"replay.{number}.{found.public_step}.{SHARE}", words.label(f"replay.{SHARE}"), "primary"))
    below = [_to_next(found, SCORE, _landings(found, words, lambda event: _scored(table, event)), words)]
    if table.game.is_call is not None:
        below.insert(0, _to_next(found, CALL, _landings(found, words, table.game.is_call), words))
    if table.game.outlook is not None:
        below.append(Button(_named(found, step, WENT), words.label(f"replay.{WENT}")))
    return row, (_jump(table, found, words),), (_seats(found, words),), tuple(below)


def _named(found: FoundStep, to: int, name: str) -> str:
    """The name of a control that leads to step `to` in the same view: "replay.1.7.on", or with a chosen seat
    "replay.1.7.2.on"."""
    parts = ["replay", str(found.number), str(to), *([] if found.chosen is None else [str(found.chosen)]), name]
    return ".".join(parts)


def _seats(found: FoundStep, words: Words) -> Menu:
    """The menu of seats whose view can be chosen. It is the same before and after the secret opens."""
    shown = 0 if found.seat is None else found.seat + 1
    told = [
        words.say("replay/everybody"),
        *(words.say("replay/seat", seat=at, name=name) for at, name in enumerate(words.names, 1)),
    ]
    items = tuple(Item(str(at), text[:100], chosen=at == shown) for at, text in enumerate(told))
    return Menu(f"replay.{found.number}.{found.public_step}.{SEAT}", words.say("replay/seats"), items)


def _to_next(found: FoundStep, name: str, steps: Iterable[int], words: Words) -> Button:
    """The button to the first of `steps` after the shown step; disabled if there is none."""
    later = min((step for step in steps if step > found.step), default=None)
    to = found.step if later is None else later
    return Button(_named(found, to, name), words.label(f"replay.{name}"), disabled=later is None)


def _landings(found: FoundStep, words: Words, counts: Callable[[object], bool]) -> Iterator[int]:
    """Yield a step for each event that `counts` accepts, among the events that the shown seat saw.

    This is the first step with a log line from the event on, if it belongs to the same change; otherwise the step that
    shows the event.
    """
    for place, entry in enumerate(found.hand):
        if not (found.opened or _learnt(entry.event, found.seat)) or not counts(view_event(entry.event, found.seat)):
            continue
        yield next(
            (
                step
                for step, known in enumerate(found.steps, 1)
                if known >= place
                and found.hand[known].cause == entry.cause
                and log_line(view_event(found.hand[known].event, found.seat), words)
            ),
            max(1, bisect_right(found.steps, place)),
        )


def _scored(table: Table, event: object) -> bool:
    """True for an event that scored."""
    return bool(table.game.receipts([event]))


def _jump(table: Table, found: FoundStep, words: Words) -> Menu:
    """The menu of steps to jump to: steps that scored, for up to half of it, and evenly spread steps."""
    last = len(found.steps)
    shown = [found.hand[place] for place in found.steps]
    scored = [at for at, entry in enumerate(shown, 1) if _scored(table, entry.event)][: MOST_ITEMS // 2]
    room = MOST_ITEMS - len(scored)
    spread = [1 + at * (last - 1) // max(1, room - 1) for at in range(room)]
    lines: dict[int, str] = {}
    for wished in sorted({*scored, *spread}):
        for step in range(wished, last + 1):  # take the next step that has a log line
            entry = shown[step - 1]
            line = log_line(view_event(entry.event, found.seat), found.name_players(words, entry))
            lines[step] = line.partition("\n")[0].replace("**", "")
            if lines[step]:
                break
    items = []
    for step, line in sorted(lines.items()):
        if line:
            text = words.say("replay/score" if step in scored else "replay/item", step=step, line=line)
            items.append(Item(str(step), text[:100], chosen=step == found.step))
    return Menu(_named(found, found.step, JUMP), words.say("replay/jump"), tuple(items))
