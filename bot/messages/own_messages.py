"""A player's own message: the board, their own pieces, what happened since their last move, and all their buttons.

It stands in the player's DM (or private thread) beside the board in the channel, which everybody sees. A practice table
stands in its player's DM, so there this message is the board.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.messages import controls, reminders
from bot.messages.board import (
    choose_accent,
    describe_away,
    describe_last_hand,
    describe_lost_place,
    describe_scores,
    find_ending,
    make_again_button,
    make_replay_buttons,
    make_resume_buttons,
    name_hand,
    write_headline,
)
from bot.messages.hand import (
    HandReader,
    add_hand_in_words,
    arrange_pieces,
    write_late_line,
    write_until_turn_line,
)
from bot.messages.pictures import Pictures
from bot.messages.practice import (
    coach_player,
    describe_stakes,
    list_practice_buttons,
    make_close_button,
    make_practice_again_button,
)
from bot.messages.questions import OpenQuestions, list_questions
from bot.messages.replay import make_keep_buttons, make_share_buttons
from bot.messages.table_panel import make_more_button
from bot.messages.table_words import words_of
from bot.messages.until_turn import Orders
from bot.people.preferences import PreferencesCache, language_of
from bot.ports.markup import cut, mark_piece
from bot.ports.ui import (
    HAND_PICTURE,
    MOST_IN_ROW,
    MOST_TEXT,
    Button,
    Fixture,
    Layout,
    Message,
    Row,
    Text,
    in_plain,
    lay_out,
)
from bot.store.people.preferences import Preferences
from bot.store.tables.rows import Status
from bot.tables.aggregate.pacing import Waits
from bot.tables.aggregate.table import Table
from bot.tables.aggregate.table_names import name_table
from bot.tables.timing.deadlines import BANK_SECONDS, find_seat_with_bank
from bot.wording import Language, Words, list_remarks, word_cost
from games.core.seats import Seat
from render.base.picture import Picture

DAY_MS: Final = 24 * 60 * 60 * 1000


def list_no_tips(game: str, language: Language) -> Sequence[str]:
    """Return no tips."""
    return ()


def choose_tip(tips: Sequence[str], at: int) -> str:
    """Choose the tip for the day of the time `at` (milliseconds).

    The next day has another tip, and so does the same weekday a week later. If the number of tips is a multiple of
    seven, the last tip is left out, so that each weekday gets all other tips in time.
    """
    used = tips[: len(tips) - (len(tips) % 7 == 0)]
    return used[at // DAY_MS % len(used)]


@dataclass(slots=True)
class OwnMessages:
    """Makes the messages of players, each with the table as that player sees it."""

    pictures: Pictures
    people: PreferencesCache
    waits: Waits
    orders: Orders
    tips: Callable[[str, Language], Sequence[str]] = list_no_tips
    """Returns the tips of a game in a language."""

    async def make_message(
        self, table: Table, seat: Seat, recent: tuple[str, ...] = (), hidden: bool = False
    ) -> Message:
        """Make the message of a seat's player, with the `recent` lines of the log. The game must have started.

        While the player hides their hand (`hidden`), the picture shows the board alone.
        """
        user = table.occupant(seat).user_id
        chosen = await self.people.get(user) if user is not None else Preferences()
        words = words_of(table, language_of(chosen) if user is not None else None)
        crowd, own = table.public_view, table.view(seat)
        closed = table.status == Status.CLOSED
        view = arrange_pieces(table.game, self.pictures.mark_closed(own) if closed else own, chosen.sort)
        hidden = (hidden or chosen.hidden) and not (closed or table.alone or view.undealt)
        reader = HandReader(table, seat, words, view, chosen, hidden)
        picture = await self._draw(reader)
        ended = find_ending(table, words, seat)
        asked = list_questions(table, seat, words, MOST_IN_ROW - 2)
        head = [self._say_head(table, seat, words), *self._describe_place(table, words)]
        lines = [*recent] if ended is not None or not closed else []
        lines += ended.lines if ended is not None else ()
        if ended is not None or not closed:
            lines += list_remarks(crowd, words)
        if ended is not None and chosen.tips and not closed:
            lines.append(self._say_tip(table, words))
        lines += [*asked.lines, *([] if closed else self._list_notes(reader))]
        rows = self._lay_rows(reader, asked)
        # Last, directly above the buttons: on a phone, the picture alone fills the screen.
        lines += [coach_player(table, words), controls.explain_taps(rows, view, words)]
        top = "\n".join(filter(None, head))
        text = cut("\n".join(filter(None, lines)), MOST_TEXT - len(top) - 1)
        if picture is None:
            shown = self.pictures.describe_view(crowd if hidden else view, words)
            text = add_hand_in_words(text, shown, chosen.spoiler, above=len(top) + 1)
        pictures = () if picture is None else (picture,)
        parts = (Text(top), *((Fixture.PICTURES,) if pictures else ()), *((Text(text),) if text else ()), *rows)
        sequence = controls.find_press_sequence(table, rows)
        message = lay_out(
            Layout(choose_accent(table, crowd), parts),
            pictures,
            table.id,
            sequence,
            name=HAND_PICTURE,
            spoiler=chosen.spoiler,
        )
        return in_plain(message) if chosen.text_only else message

    async def _draw(self, reader: HandReader) -> Picture | None:
        table, _, words, view, chosen, hidden = reader
        if chosen.text_only:
            return None
        if hidden:
            return await self.pictures.draw("board", table.public_view, words, reader.style, patient=True)
        return await self.pictures.draw("board_and_hand", view, words, reader.style, patient=True)

    def _say_tip(self, table: Table, words: Words) -> str:
        """The tip of the evening, after its first hand; "" after later hands."""
        tips = self.tips(table.game.NAME, words.spoken)
        if table.public_view.hand != 1 or not tips:
            return ""
        return words.say("post/tip", tip=choose_tip(tips, table.row.created_at))

    @staticmethod
    def _say_head(table: Table, seat: Seat, words: Words) -> str:
        """The headline. It addresses the player when something is asked of them, and at the end of a hand."""
        crowd = table.public_view
        spoken_to = table.is_present(seat) and (seat in crowd.to_act or find_ending(table, words, seat) is not None)
        return write_headline(table, crowd, words, seat if spoken_to else None)

    @staticmethod
    def _describe_place(table: Table, words: Words) -> list[str]:
        if table.shuffle.prepared and table.status == Status.CLOSED:  # the other lines already tell the score
            return [words.say("board/about", parts=name_hand(table, table.public_view, words))]
        if table.alone:
            return [describe_stakes(table, words), describe_scores(table, table.public_view, words)]
        return [
            words.say(
                "post/about",
                about=describe_scores(table, table.public_view, words),
                name=name_table(table.id),
                place=f"<#{table.place}>",
            ),
            describe_lost_place(table, words),
        ]

    def _list_notes(self, reader: HandReader) -> list[str]:
        """The lines for the player alone."""
        table, seat, words = reader.table, reader.seat, reader.words
        return [
            *describe_last_hand(table, words),
            words.say("rack/stand_in") if table.occupant(seat).stand_in is not None else "",
            *(describe_away(table, words) if table.is_present(seat) else ()),
            ""
            if table.alone
            else reminders.write_waited_line(table, seat, words, self.waits, self.people.find_quiet_hours),
            words.say("post/bank", seconds=BANK_SECONDS)
            if find_seat_with_bank(table, table.waiting.since) == seat
            else "",
            write_until_turn_line(self.orders.find_order_until_turn(table, seat), words),
            write_late_line(table.visibility.last_own.get(seat), words),
            *reader.list_hand_lines(replace(words, mark=mark_piece)),
            word_cost(table.costs.by_seat.get(seat, ()), words),
        ]

    def _lay_rows(self, reader: HandReader, asked: OpenQuestions) -> tuple[Row, ...]:
        table, seat, words = reader.table, reader.seat, reader.words
        if describe_lost_place(table, words):
            return ()
        if table.status == Status.CLOSED:
            end = make_practice_again_button(table, words) if table.alone else make_again_button(words)
            sheet = Button("sheet", words.label("sheet"))
            keep = make_keep_buttons(table, table.shuffle.last_finished, words)
            return ((*make_replay_buttons(table, words), sheet, *make_share_buttons(table, words), *keep, end),)
        last = make_close_button(table, words) if table.alone else make_more_button(words)
        if table.status == Status.PAUSED:
            return ((*make_resume_buttons(table, words), *asked.buttons, last)[:MOST_IN_ROW],)
        ordered = bool(self.orders.find_order_until_turn(table, seat))
        if table.alone:
            extra = list_practice_buttons(table, reader.view, words, ordered)
        else:
            extra = (*asked.buttons, *_list_own_buttons(reader, MOST_IN_ROW - len(asked.buttons)))
        return reader.lay_moves(extra, ordered)


def _list_own_buttons(reader: HandReader, most: int) -> tuple[Button, ...]:
    """The buttons besides the moves, at most `most`. *Hide my hand* is last, in a place where no move ever stands, so
    that a double tap on a move does not hide the hand."""
    table, seat, words, view, _, hidden = reader
    why, more = Button("why", words.label("why")), make_more_button(words)
    if not table.is_present(seat):
        return (Button("hand.show", words.label("hand.back"), "success"), why, more)[:most]
    if not table.hand_open:
        sheet = Button("sheet", words.label("sheet"))
        return (*make_replay_buttons(table, words), sheet, *make_share_buttons(table, words), why, more)[:most]
    orders = Button("orders", words.label("orders"))
    if hidden:
        return (Button("hand.show", words.label("hand.reveal"), "success"), orders, why, more)[:most]
    if view.undealt:
        return (orders, why, more)[:most]
    sort = (Button("hand.sort", words.label("hand.sort")),) if table.game.SORTS else ()
    return (*(*sort, orders, why, more)[: most - 1], Button("hand.hide", words.label("hand.hide")))
