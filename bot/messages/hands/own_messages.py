"""A player's own message: the board, their own pieces, what happened since their last move, and all their buttons.

It stands in the player's DM (or private thread) beside the board in the channel, which everybody sees. A practice table
stands in its player's DM, so there this message is the board.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bot.messages.boards import reminders
from bot.messages.boards.board import (
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
from bot.messages.boards.log_reader import LogReader
from bot.messages.boards.questions import OpenQuestions, list_questions
from bot.messages.boards.reminders import Patience
from bot.messages.hands import own_boards
from bot.messages.hands.hand import HandReader
from bot.messages.hands.own_boards import OWN_BOARDS
from bot.messages.hands.practice import coach_player
from bot.messages.parts.controls import CANCEL, Orders, explain_taps, find_press_sequence
from bot.messages.parts.pictures import PictureKind, Pictures
from bot.messages.parts.table_panel import PHONE_ROW, fit_row, make_more_button
from bot.messages.parts.table_words import cover_words, words_of
from bot.messages.replays.replay import make_keep_buttons, make_share_buttons
from bot.people.preferences import PreferencesCache, find_sort, language_of
from bot.ports import (
    DAY,
    HAND_PICTURE,
    MOST_IN_ROW,
    MOST_TEXT,
    Button,
    Buttons,
    Controls,
    Fixture,
    LastStored,
    Message,
    Text,
    cut,
    in_plain,
    join_lines,
    lay_out,
    make_button,
    mark_piece,
)
from bot.store import Preferences
from bot.store.people import lesson_progress
from bot.store.people.lesson_progress import FIRST_HANDS
from bot.tables.aggregate import Table, name_table
from bot.tables.aggregate.pacing import Waits
from bot.tables.timing.deadlines import BANK_SECONDS, find_seat_with_bank
from bot.tally.books.achievements import is_first_win
from bot.wording import Language, Words, list_remarks
from games.core import Seat
from render.base.picture import EndingWords, Picture

_SPARE: Final = 80
"""The characters kept free below a hand in words, for spoiler marks and the line with the time of a copy."""


def choose_tip(tips: Sequence[str], at: int) -> str:
    """Choose the tip for the day of the time `at` (milliseconds).

    The next day has another tip, and so does the same weekday a week later. If the number of tips is a multiple of
    seven, the last tip is left out, so that each weekday gets all other tips in time.
    """
    used = tips[: len(tips) - (len(tips) % 7 == 0)]
    return used[at // DAY % len(used)]


@dataclass(slots=True)
class OwnMessages:
    """Makes the messages of players, each with the table as that player sees it."""

    pictures: Pictures
    people: PreferencesCache
    waits: Waits
    orders: Orders
    log: LogReader
    tips: Callable[[str, Language], Sequence[str]]
    """Returns the tips of a game in a language."""
    _hands: LastStored[tuple[int, str], tuple[object, int]] = field(
        default_factory=lambda: LastStored(20_000), init=False
    )
    """By user and game, how many hands the user had played when it was last read, and in which hand that was."""

    async def count_hands(self, table: Table, seat: Seat) -> int:
        """The hands of the game that a seat's player has played, at most `FIRST_HANDS`. It is read twice a hand, since
        only the end of a hand can change it, and no more once they have played so many."""
        user, game = table.occupant(seat).user_id, table.game.NAME
        if user is None:
            return FIRST_HANDS
        hand, (known, hands) = (table.id, table.shuffle.number, table.hand_open), self._hands.get((user, game), ((), 0))
        if known != hand and hands < FIRST_HANDS:
            hands = await self.people.store.read(lesson_progress.count_hands, user, game)
            self._hands[user, game] = hand, hands
        return hands

    async def read_choices(self, table: Table, seat: Seat) -> tuple[Preferences, Words]:
        """The preferences of a seat's player, and the wording of the table in their language."""
        user = table.occupant(seat).user_id
        chosen = await self.people.get(user) if user is not None else Preferences()
        return chosen, words_of(table, language_of(chosen) if user is not None else None)

    async def make_copy(self, table: Table, seat: Seat, at: int, hidden: bool, link: str) -> Message:
        """Make a copy of the message of a seat's player. Its last lines tell its time (`at`, milliseconds) and lead to
        the message itself (`link`; "" if there is none).

        The copy's sequence says from when it is, even if it has no controls for moves.
        """
        _, words = await self.read_choices(table, seat)
        post = words.say("rack/post", link=link) if link else ""
        copied = words.say("rack/copy", when=f"<t:{at // 1000}:R>")
        message = await self.make_message(table, seat, hidden, below=join_lines(post, copied))
        return replace(message, sequence=message.sequence or table.visibility.controls_from)

    async def make_message(
        self, table: Table, seat: Seat, hidden: bool = False, in_words: bool = False, answer: str = "", below: str = ""
    ) -> Message:
        """Make the message of a seat's player, with what happened since their last move. The `answer` to a question of
        theirs takes its place, so that their pieces stay on a phone's screen; after the hand it stands below the
        buttons. The game must have started.

        While the player hides their hand (`hidden`), the picture shows the board alone. With `in_words`, the message is
        plain text.
        """
        chosen, words = await self.read_choices(table, seat)
        chosen = replace(chosen, text_only=chosen.text_only or in_words)
        crowd, own = table.public_view, table.view(seat)
        closed = table.is_closed
        own = self.pictures.mark_closed(own) if closed else own
        view = table.game.arrange(own, find_sort(table.game, chosen.sort)) if table.game.SORTS else own
        hidden = hidden and not (closed or table.kind.is_private or view.undealt)
        hands, ordered = await self.count_hands(table, seat), self.orders.find_order_until_turn(table, seat)
        reader = HandReader(table, seat, words, view, chosen, hidden, hands, ordered)
        recent = await self.log.list_recent(table, words, seat, reader.write_own())
        picture = await self._draw(reader)
        asked = list_questions(table, seat, words, MOST_IN_ROW - 2)
        question = await self._write_question(reader)
        answer = "\n".join(line for line in answer.split("\n") if line != question)  # *Why?* says it, too
        news = [] if answer else self._tell_news(reader, recent)
        answer, below_end = (answer, "") if table.hand_open else ("", answer)
        lines = [*news, *asked.lines, *([] if closed else self._list_notes(reader))]
        rows = self._lay_rows(reader, asked)
        explained = reader.new and not (answer or chosen.text_only)
        taps = explain_taps(rows, view, words, not reader.hands) if explained else ""
        lines += [answer or reader.write_building(), below, coach_player(table, words), taps]
        top = join_lines(*self._describe_place(table, words))
        text = cut(join_lines(*lines), MOST_TEXT - len(top) - len(question) - 2)
        if picture is None:
            theirs = not hidden and (table.hand_open or not table.occupants.missed_last(seat))
            shown = self.pictures.describe_view(view if theirs else crowd, words, moment=False)
            room = MOST_TEXT - len(top) - len(question) - 2 - len(text) - _SPARE
            text = f"{text}\n{cover_words(shown[:room], chosen.spoiler)}".strip() if room > 0 else text
        sequence = find_press_sequence(table, rows)
        message = lay_out(
            choose_accent(table),
            # The question comes last, directly above the buttons: on a phone, the picture alone fills the screen.
            (Text(top), Fixture.PICTURES, Text(text), Text(question), *rows, Text(below_end)),
            (picture,),
            table.id,
            sequence,
            name=HAND_PICTURE,
            spoiler=chosen.spoiler,
        )
        return in_plain(message) if chosen.text_only else message

    def _tell_news(self, reader: HandReader, recent: Sequence[str]) -> list[str]:
        """The `recent` lines of the log, how a hand ended, and what the table says to that. A table that closed in
        mid-hand has no news."""
        table, words = reader.table, reader.words
        ended = find_ending(table, words, reader.seat)
        if ended is None:
            return [] if table.is_closed else [*recent, *list_remarks(table.public_view, words)]
        tip = self._say_tip(table, words) if reader.chosen.tips and not table.is_closed else ""
        return [*recent, *ended.lines, tip]

    async def _write_question(self, reader: HandReader) -> str:
        """The end of the hand, covered behind a spoiler, or the question to its reader. A result that counts for more,
        such as that of the day, comes first."""
        table, seat, words, _, chosen, *_ = reader
        present, board = seat if table.is_present(seat) else None, OWN_BOARDS.get(table.kind.name)
        answered = seat in table.public_view.to_act and bool(reader.ordered)
        head, ended = (
            write_headline(table, words, present, answered, chosen.spoiler),
            find_ending(table, words, present),
        )
        if ended is None:
            return head
        below = ended.hand
        if board is not None and (result := board.tell_result(table, words)):
            below = ended.hand or ended.sentence
            head = cover_words(words.say("board/head", what=result), chosen.spoiler)
        return join_lines(*await self._tell_first_win(reader, ended), head, cover_words(below, chosen.spoiler))

    async def _tell_first_win(self, reader: HandReader, ended: EndingWords) -> list[str]:
        """The line above the end of a hand in which a seat's player has won this game for the first time, or has fed
        somebody who has."""
        table, seat, words, *_ = reader
        key, winner = "post/first_win", seat
        if ended.fed is not None and ended.fed[0] == seat:
            key, winner = "post/first_win/fed", Seat(ended.fed[1])
        user, hand = table.occupant(winner).user_id, table.shuffle.last_finished
        if user is None or not (table.is_present(seat) and table.is_present(winner)):
            return []
        first = await self.log.store.read(is_first_win, table.game, user, table.id, hand)
        return [words.tell(key, winner, title=table.game.TITLE)] if first else []

    async def _draw(self, reader: HandReader) -> Picture | None:
        table, _, words, view, chosen, hidden, *_ = reader
        if chosen.text_only:
            return None
        ended = find_ending(table, words)
        if hidden or ended is not None:
            kind: PictureKind = "board" if ended is None else "receipt"
            return await self.pictures.draw(kind, table.public_view, words, reader.style, patient=True)
        crowd = table.public_view
        crowd = self.pictures.mark_closed(crowd) if table.is_closed else crowd
        return await self.pictures.draw("board_and_hand", view, words, reader.style, patient=True, crowd=crowd)

    def _say_tip(self, table: Table, words: Words) -> str:
        """The tip of the evening, after its first hand; "" after later hands."""
        tips = self.tips(table.game.NAME, words.spoken)
        if table.public_view.hand != 1 or not tips:
            return ""
        return words.say("post/tip", tip=choose_tip(tips, table.row.created_at))

    @staticmethod
    def _describe_place(table: Table, words: Words) -> list[str]:
        if table.shuffle.prepared and table.is_closed:  # the other lines already tell the score
            return [words.say("board/about", parts=name_hand(table, words))]
        if table.kind.is_private:
            about = OWN_BOARDS[table.kind.name].describe(table, words)
            return [f"{about} {describe_scores(table, words).removeprefix('-# ')}"]
        return [
            words.say(
                "post/about",
                about=describe_scores(table, words),
                name=name_table(table.id),
                place=f"<#{table.place}>",
            ),
            describe_lost_place(table, words),
        ]

    def _list_notes(self, reader: HandReader) -> list[str]:
        """The lines for the player alone."""
        table, seat, words = reader.table, reader.seat, reader.words
        return [
            describe_last_hand(table, words),
            words.say("rack/stand_in") if table.occupant(seat).stand_in is not None else "",
            describe_away(table, words) if table.is_present(seat) else "",
            reminders.write_waited_line(table, seat, words, Patience(self.waits, self.people.find_quiet_hours)),
            words.say("post/bank", seconds=BANK_SECONDS)
            if find_seat_with_bank(table, table.waiting.since) == seat
            else "",
            *reader.list_own_lines(replace(words, mark=mark_piece)),
        ]

    def _lay_rows(self, reader: HandReader, asked: OpenQuestions) -> Controls:
        table, words = reader.table, reader.words
        if describe_lost_place(table, words):
            return ()
        board = OWN_BOARDS.get(table.kind.name)
        if table.is_closed:
            end = (make_again_button(words),) if board is None else board.make_next_buttons(table, words)
            sheet = make_button("sheet", words)
            keep = make_keep_buttons(table, table.shuffle.last_finished, words)
            replay, share = make_replay_buttons(table, words), make_share_buttons(table, words)
            return (fit_row((*replay, sheet, *share, *keep, *end)),)
        last = make_more_button(words) if board is None else make_button(board.end, words)
        if table.is_paused:
            return (fit_row((*make_resume_buttons(table, words), *asked.buttons, last)),)
        if board is not None:
            extra = own_boards.list_buttons(table, reader.list_sort_buttons(), words, bool(reader.ordered))
        else:
            extra = (*asked.buttons, *_list_own_buttons(reader))
        extra = fit_row(extra, PHONE_ROW)
        return reader.lay_moves(extra)


def _list_own_buttons(reader: HandReader) -> Buttons:
    """The buttons besides the moves. *Hide* is last, in a place where no move ever stands, so
    that a double tap on a move does not hide the hand."""
    table, seat, words, view, _, hidden, _, ordered = reader
    why, more = make_button("why", words), make_more_button(words)
    if not table.is_present(seat):
        return (Button("hand.show", words.label("hand.back"), "success"), why, more)
    if not table.hand_open:
        return (*make_replay_buttons(table, words), *make_share_buttons(table, words), why, more)
    # In their first hands, players find *Orders* in *More*.
    orders = () if reader.new and not ordered else (make_button(CANCEL if ordered else "orders", words),)
    if hidden:
        return (Button("hand.show", words.label("hand.reveal"), "success"), *orders, why, more)
    if view.undealt:
        return (*orders, why, more)
    return (*reader.list_sort_buttons(), *orders, why, more, make_button("hand.hide", words))
