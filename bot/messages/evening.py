"""The last page of an evening, which a table posts when it closes.

It shows every hand, the hand that turned the evening, the worst call, the longest silence, and how each person's sum
and place in the season changed.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from msgspec import Struct

from bot.messages.boards.board import list_scores, make_again_button
from bot.messages.parts.pictures import Pictures
from bot.messages.parts.table_words import words_of
from bot.messages.replays.replay import DEAREST, STEP, WENT
from bot.messages.replays.replay_steps import name_players
from bot.ports import (
    MOST_TEXT,
    Accent,
    Button,
    Controls,
    Fixture,
    Message,
    Text,
    fit_groups,
    in_plain,
    lay_out,
    make_button,
    say_span,
)
from bot.store import Store
from bot.tables.aggregate import Table
from bot.tables.lobby.house_rules import is_in_words
from bot.tables.play.evening import Evening, PlayedHand, TurningHand, read_evening
from bot.tables.seats.handover_notes import list_former_occupants
from bot.tally.books.statements import Swing, find_swings
from bot.wording import Words
from games.core import Seat, sides_of
from render.base.lettering import make_name_drawable
from render.base.picture import Picture, SheetRow
from render.base.plain_text import shorten_name
from render.scenes import tell_outcome

MOST_SWINGS: Final = 8
"""The most people whose swing in the season is told."""
_DRAWN_NAME: Final = 13
"""The most characters of a name in a picture. With a longer name, the end of the row's sentence would be cut off."""


class EveningMessages(Struct, frozen=True):
    """Makes the last page of a closed table."""

    store: Store
    pictures: Pictures

    async def make_message(self, table: Table) -> Message:
        """The last page of an evening. It has no picture if the house rules ask for boards in words."""
        evening = await self.store.read(read_evening, table)
        swings = await self.store.read(find_swings, table.row.crew, table.id, table.row.created_at)
        words = words_of(table)
        turning = evening.find_turning_hand(table.game.PARTNERS) if len(evening.hands) > 1 else None
        lines = [*_tell_end(table, words), *_tell_turning_hand(table, turning, evening, words)]
        lines += [*_tell_worst_call_and_silence(table, evening, words), *_tell_swings(swings, words)]
        rows = _make_rows(turning, words)
        if is_in_words(table):
            groups = fit_groups([lines, _list_hands(table, evening, words)], MOST_TEXT)
            return in_plain(_lay_out(table, (line for group in groups for line in group), rows))
        drawn = [*_list_sheet_rows(table, evening, words, lambda name: make_name_drawable(name, _DRAWN_NAME))]
        spoken = [*_list_sheet_rows(table, evening, words, shorten_name)]
        columns = [words.name_side(side) for side in _list_sides(table)]
        picture = await self.pictures.paint(
            lambda scenes: scenes.draw_evening(table.public_view, drawn, spoken, columns, words), patient=True
        )
        return _lay_out(table, lines, rows, picture)


def _lay_out(table: Table, lines: Iterable[str], rows: Controls, picture: Picture | None = None) -> Message:
    text = Text("\n".join(lines)[:MOST_TEXT])
    return lay_out(Accent.FINISHED, (text, Fixture.PICTURES, *rows), (picture,), table.id, name="sheet.png")


def _list_sides(table: Table) -> Sequence[tuple[Seat, ...]]:
    return sides_of(table.game.PARTNERS, len(table.seats))


def _tell_end(table: Table, words: Words) -> Iterator[str]:
    """The final scores, and a line if the last hand or game was broken off."""
    scores = list_scores(table, words)
    yield words.say("sheet/final", title=table.game.TITLE, scores=scores)
    if table.public_view.game_open:
        yield words.say("sheet/broken_off_game")
    elif table.hand_open:
        yield words.say("sheet/broken_off_hand")


def _tell_turning_hand(table: Table, turning: TurningHand | None, evening: Evening, words: Words) -> Iterator[str]:
    """The hand that turned the evening."""
    if turning is None:
        return
    words_then = name_players(words, list_former_occupants(table, evening.handovers), turning.hand.ended)
    key = "evening/led" if turning.hand.begins_game else "evening/turned"
    ending = _tell_outcome(turning.hand, words_then)
    yield words.say(key, hand=turning.hand.view.hand, told=ending, name=words.name_side(turning.winner))


def _tell_worst_call_and_silence(table: Table, evening: Evening, words: Words) -> Iterator[str]:
    """The worst call and the longest silence, in the tone of the game."""
    former = list_former_occupants(table, evening.handovers)
    worst, silence = evening.worst, evening.silence
    if worst is not None and words.knows("evening/worst_call"):
        name = name_players(words, former, worst.entry).name(worst.call.seat)
        yield words.say("evening/worst_call", name=name, hand=worst.hand, cost=worst.call.cost)
    if silence is not None:
        name = name_players(words, former, silence.entry).name(silence.seat)
        yield words.say("evening/silence", name=name, hand=silence.hand, wait=say_span(silence.wait, words))


def _tell_swings(swings: Sequence[Swing], words: Words) -> Iterator[str]:
    """The line that says how the evening changed the season."""
    if not swings:
        return
    lines = [
        words.say(
            "evening/swing" if swing.place_before in (None, swing.place) else "evening/swing/moved",
            name=swing.name,
            amount=swing.amount,
            standing=swing.standing,
            place=swing.place,
            before=swing.place_before,
        )
        for swing in swings[:MOST_SWINGS]
    ]
    yield words.say("evening/season", swings=words.say("list/semicolon").join(lines))


def _make_rows(turning: TurningHand | None, words: Words) -> Controls:
    """The buttons: the hand that turned the evening, how it went, and the next table with the same people."""
    dearest = make_button(DEAREST, words)
    if turning is None:
        return ((dearest, make_again_button(words)),)
    number, shown = turning.hand.number, turning.hand.view.hand
    return (
        (
            Button(STEP.make(hand=number, step=1, way="open"), words.say("evening/replay", hand=shown)),
            Button(WENT.make(hand=number, step=1), words.say("evening/went", hand=shown)),
            dearest,
            make_again_button(words),
        ),
    )


def _tell_outcome(hand: PlayedHand, words: Words) -> str:
    """Say how a hand ended."""
    ended = tell_outcome(hand.view, words)
    return words.say("evening/dealt_again") if ended is None else ended.hand or ended.sentence


def _list_sheet_rows(table: Table, evening: Evening, words: Words, shorten: Callable[[str], str]) -> Iterator[SheetRow]:
    """The rows of the sheet, with every name put through `shorten`."""
    former, sides = list_former_occupants(table, evening.handovers), _list_sides(table)
    for hand in evening.hands:
        words_then = name_players(words, former, hand.ended)
        words_then = replace(words_then, names=tuple(map(shorten, words_then.names)))
        amounts = tuple(hand.amounts[side[0]] for side in sides)
        yield SheetRow(str(hand.view.hand), _tell_outcome(hand, words_then), amounts)


def _list_hands(table: Table, evening: Evening, words: Words) -> list[str]:
    """The hands in words, the last first, since the text is cut at its end."""
    sides = _list_sides(table)
    lines = []
    for row in _list_sheet_rows(table, evening, words, shorten_name):
        amounts = ", ".join(
            words.say("evening/amount", name=words.name_side(side), amount=amount)
            for side, amount in zip(sides, row.amounts, strict=True)
            if amount
        )
        lines.append(
            words.say(
                "evening/hand" if amounts else "evening/hand/level", hand=row.mark, told=row.entry, amounts=amounts
            )
        )
    return lines[::-1]
