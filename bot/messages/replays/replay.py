"""Replays of finished hands: step by step from the deal, as a seat or the public saw it, with the robots' reasons."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from bot.messages.parts.pictures import PictureKind, Pictures
from bot.messages.parts.table_words import words_of
from bot.messages.replays.replay_steps import FoundStep, Look, StepMove, find_step, has_learnt
from bot.ports import (
    MOST_IN_ROW,
    MOST_ITEMS,
    MOST_TEXT,
    Accent,
    Button,
    Buttons,
    Controls,
    Fixture,
    Item,
    Menu,
    Message,
    Pattern,
    Text,
    cut,
    in_plain,
    join_lines,
    lay_out,
    make_button,
    mark_piece,
)
from bot.store import Store
from bot.tables.aggregate import Table, Wish, must_allow
from bot.tables.fairness.chance import ChanceSource
from bot.tables.lobby.house_rules import find_cloth
from bot.tables.play import robots
from bot.tables.play.past_hands import PastHands
from bot.tables.repeats import Position, find_position
from bot.wording import Words, word_log_line, word_move, word_reason
from games.core import Refused, View, seat_of, view_event
from render.base.picture import Picture
from render.scenes import tell_outcome
from render.style import Style

_STEP: Final = "replay.{hand:int}.{step:int}[.{chosen:int}]"
STEP: Final = Pattern(f"{_STEP}.{{way:open|first|back|on|last|call|score}}")
"""The buttons that lead to a step. `way` makes the ids of a message distinct."""
CHOICE: Final = Pattern(f"{_STEP}.{{way:jump|seat}}")
"""The menus of steps and of seats."""
NEAR: Final = 4
"""The steps before and after the shown one that the menu lists."""
SHARE: Final = Pattern(f"{_STEP}.share")
"""The button that posts a step for everybody."""
LAST_STEP: Final = 100_000
"""A number larger than that of any step, which stands for the last step."""
WENT: Final = Pattern(f"{_STEP}.went")
"""The button that tells how the hand went."""
PLAY_ON: Final = Pattern(f"{_STEP}.{{way:play|instead}}")
"""The buttons that play the hand on from a step, the second in place of the practice table that is open."""
DEAREST: Final = Pattern("dearest")
"""The button for what the reader's moves of the evening cost."""
KEEP: Final = Pattern(f"{_STEP}.keep")
"""The button that keeps the hand for the crew."""


@dataclass(frozen=True, slots=True)
class ReplayMessages:
    """Makes the messages that show steps of finished hands."""

    store: Store
    pictures: Pictures
    chance: ChanceSource
    recall: robots.Recall
    """Finds the reason for a robot's move again."""
    hands: PastHands = field(default_factory=PastHands)

    async def find_step(self, table: Table, look: Look) -> FoundStep:
        """Find the step of a look. Raises Refused if the hand is not over or the seat's view is still closed."""
        found = await self.store.read(find_step, table, look, self.hands, self.chance)
        if found is None:
            raise Refused("TABLE", "no_replay", number=look.hand)
        if found.is_view_closed:
            must_allow(table, Wish.LOOK)
            raise Refused("TABLE", "seat_closed", number=look.hand)
        return found

    async def make_message(
        self, table: Table, look: Look, plain: bool = False, shared_by: str = "", words: Words | None = None
    ) -> Message:
        """Show the step of a look, in words if `plain`. A shared step names who shares it (`shared_by`), and has no
        buttons; the last one tells how the hand ended. `words` are the reader's; None means everybody at the table.

        Raises Refused if the hand is not over, and for another seat's view while the secret is closed.
        """
        found = await self.find_step(table, look)
        words, entry = words or words_of(table), found.find_entry(found.step)
        words_then = found.name_players(words, entry)
        line = word_log_line(view_event(entry.event, found.seat), replace(words_then, mark=mark_piece))
        ends = bool(shared_by) and found.step == len(found.steps)
        view, drawn = await self._draw(table, found, words_then, None if plain else "receipt" if ends else "board")
        ended = tell_outcome(view, words_then) if ends else None
        if ended is not None:
            head = words.say("replay/shared/end", name=shared_by, number=look.hand)
            lines = [words.say("board/head", what=ended.sentence), ended.hand, *ended.lines]
        else:
            head = words.say("replay/shared", name=shared_by) + "\n" if shared_by else ""
            head += words.say("replay/step", number=look.hand, step=found.step, most=len(found.steps))
            lines = [line, *await self._list_reasons(table, found, bool(line), words_then, bool(shared_by))]
        in_words = "" if drawn else self.pictures.describe_view(view, words_then)
        text = cut(join_lines(*lines, in_words), MOST_TEXT - len(head) - 1)
        rows = () if shared_by else _make_rows(table, found, words)
        message = lay_out(
            Accent.FINISHED,
            (Text(head), Fixture.PICTURES, Text(text), *rows),
            (drawn,),
            table.id,
            name="replay.png",
        )
        return in_plain(message) if plain else message

    async def _list_reasons(
        self, table: Table, found: FoundStep, has_line: bool, words: Words, shared: bool
    ) -> list[str]:
        """The lines about the moves behind a step: robots' moves with their reasons, and moves that have no log line.

        A `shared` step is for everybody. If the robots tell no reasons yet, the first step says so.
        """
        tells = found.is_open if shared else found.tells_reasons
        if found.step == 1 and not tells and any(map(robots.is_robot_move, found.hand)):
            return [words.say("replay/why_day" if table.is_shut else "replay/why_later")]
        return [
            await _describe_reason(table, step_move, has_line, words, self.recall)
            for step_move in found.moves
            if tells or step_move.remembered is None
        ]

    async def _draw(
        self, table: Table, found: FoundStep, words_then: Words, kind: PictureKind | None
    ) -> tuple[View, Picture | None]:
        """Draw the public table, as this `kind` of picture or as none, above the hand of the shown seat. Return the
        view and the picture."""
        on_board, in_hand = (
            table.game.evolve(found.past.state, *(earlier.event for earlier in found.hand[: until + 1]))
            for until in found.until
        )
        view = table.game.view(in_hand, found.seat)
        if kind is None:
            return view, None
        crowd, style = table.game.view(on_board, None), Style(cloth=find_cloth(table))
        if found.seat is None or view.undealt:
            drawn = await self.pictures.draw(kind, crowd, words_then, style)
        else:
            drawn = await self.pictures.draw("board_and_hand", view, words_then, style, crowd=crowd)
        return view, drawn


async def _describe_reason(
    table: Table, step_move: StepMove, has_line: bool, words: Words, recall: robots.Recall
) -> str:
    """The line about a move. If a robot made the move, the line gives the reason, or says that the reason is lost. If a
    person did, the line names the move, or is "" if the log has a line for it."""
    remembered, seat = step_move.remembered, seat_of(step_move.first_entry.event)
    if remembered is None:
        return (
            ""
            if has_line or not step_move.text
            else words.tell("replay/move", seat, move=word_move(step_move.text, words))
        )
    thought = await recall(remembered)
    if thought is None:
        return words.tell("replay/why_lost", remembered.seat)
    key = "replay/why_hurried" if remembered.hurried else "replay/why"
    told = word_reason(remembered.seat, thought, table.game.write(thought.move), words, key)
    temper = remembered.make_question().temper.name
    return words.say(f"temper/{temper}", told=told) if temper else told


def _make_rows(table: Table, found: FoundStep, words: Words) -> Controls:
    """The buttons and menus that lead to other steps and seats, and what can be done with this step. What is about the
    whole hand stands at its first and last step; so do the seats, until the secret opens."""
    number, step, last = found.look.hand, found.step, len(found.steps)
    row = [
        make_button(STEP, words, disabled=not 1 <= target <= last, way=name, **found.locate(target))
        for name, target in (("back", step - 1), ("on", step + 1))
    ]
    if table.game.announces_call is not None:
        calls = _list_landings(found, table.game.announces_call)
        row.append(_make_next_button(found, "call", calls, words))
    scores = _list_landings(found, lambda event: bool(table.game.receipts([event])))
    row.append(_make_next_button(found, "score", scores, words))
    share = make_button(SHARE, words, "primary", hand=number, step=found.public_step)
    row += [] if table.kind.is_private else [share]
    position = find_open_position(table, found)
    if position is not None:
        here = found.locate(step)
        row.append(make_button(PLAY_ON, words, "success", disabled=position.is_over, way="play", **here))
    if len(row) > MOST_IN_ROW:
        del row[3]  # the menu below has stars for scores
    below: list[Button] = []
    if step in (1, last):
        if table.game.outlook is not None:
            below.append(make_button(WENT, words, **found.locate(step)))
        below += make_keep_buttons(table, number, words)
        if found.look.chosen is None and found.seat is not None and not table.is_shut:
            below.append(make_button(DEAREST, words))
    seats: Controls = ((_make_seat_menu(found, words),),) if found.is_open or step in (1, last) else ()
    return tuple(row), (_make_step_menu(table, found, words),), *seats, tuple(below)


def find_open_position(table: Table, found: FoundStep) -> Position | None:
    """The position of a step, from the seat whose view is shown; None while the secret is shut, and for no seat."""
    if not found.is_open or found.seat is None:
        return None
    return find_position(table, found.past, found.until[1], found.seat, found.step)


def _make_seat_menu(found: FoundStep, words: Words) -> Menu:
    """The menu of seats whose view can be chosen."""
    shown = 0 if found.seat is None else found.seat + 1
    labels = [
        words.say("replay/everybody"),
        *(words.say("replay/seat", seat=at, name=name) for at, name in enumerate(words.names, 1)),
    ]
    items = tuple(Item(str(at), text, chosen=at == shown) for at, text in enumerate(labels))
    return Menu(CHOICE.make(hand=found.look.hand, step=found.public_step, way="seat"), words.say("replay/seats"), items)


def _make_next_button(found: FoundStep, name: str, steps: Iterable[int], words: Words) -> Button:
    """The button to the first of `steps` after the shown step; disabled if there is none. `steps` never go back."""
    target = next((step for step in steps if step > found.step), found.step)
    control = STEP.make(way=name, **found.locate(target))
    return Button(control, words.label(f"replay.{name}"), disabled=target == found.step)


def _list_landings(found: FoundStep, counts: Callable[[object], bool]) -> Iterator[int]:
    """Yield a step to land on for each event that the shown seat saw and that `counts` accepts, from the change on that
    the shown step belongs to.

    The step that shows the event may have no log line. Then the next step of the same change with a log line takes its
    place, if there is one.
    """
    shown = found.find_entry(found.step)
    begins = next(place for place, entry in enumerate(found.hand) if entry.cause == shown.cause)
    for place, entry in enumerate(found.hand[begins:], begins):
        if not (found.is_open or has_learnt(entry.event, found.seat)) or not counts(
            view_event(entry.event, found.seat)
        ):
            continue
        later = (
            step
            for step in found.lined
            if found.steps[step - 1] >= place and found.find_entry(step).cause == entry.cause
        )
        yield next(later, max(1, bisect_right(found.steps, place)))


def _make_step_menu(table: Table, found: FoundStep, words: Words) -> Menu:
    """The menu of steps to jump to. Beside the steps next to the shown one, there are others all over the hand, scores
    before others, so that a choice or two lead to any step."""
    lined = found.lined
    entries = {step: found.find_entry(step) for step in lined}
    scored = {step for step, entry in entries.items() if table.game.receipts([entry.event])}
    at = bisect_left(lined, found.step)
    near = lined[max(0, at - NEAR) : at + NEAR + 1] if len(lined) > MOST_ITEMS else lined
    parts = min(MOST_ITEMS - len(near), len(lined))
    bounds = [part * len(lined) // max(1, parts) for part in range(parts + 1)]
    spread = [max(lined[low:high], key=lambda step: step in scored) for low, high in pairwise(bounds)]
    items = []
    for step in sorted({*near, *spread}):
        line = word_log_line(view_event(entries[step].event, found.seat), found.name_players(words, entries[step]))
        told = line.partition("\n")[0].replace("**", "")
        text = words.say("replay/score" if step in scored else "replay/item", step=step, line=told)
        items.append(Item(str(step), text, chosen=step == found.step))
    return Menu(
        CHOICE.make(way="jump", **found.locate(found.step)),
        words.say("replay/jump"),
        tuple(items),
    )


def make_share_buttons(table: Table, words: Words) -> Buttons:
    """The button that posts the end of the last hand in the channel; none at a practice table, or during a hand."""
    hand = table.shuffle.last_finished
    if table.kind.is_private or not hand or table.hand_open:
        return ()
    return (make_button(SHARE, words, hand=hand, step=LAST_STEP),)


def make_keep_buttons(table: Table, hand: int, words: Words) -> Buttons:
    """The button that keeps a finished hand for the crew; none for a hand that somebody played alone."""
    if table.kind.is_private or not hand:
        return ()
    return (make_button(KEEP, words, hand=hand, step=LAST_STEP),)
