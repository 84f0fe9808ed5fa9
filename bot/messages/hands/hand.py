"""The private message of a seat: the player's own pieces, with the buttons for their moves."""

from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from bot.messages.boards import reminders
from bot.messages.boards.board import (
    describe_last_hand,
    describe_lost_place,
    find_ending,
    make_resume_buttons,
    write_headline,
)
from bot.messages.boards.questions import list_questions
from bot.messages.boards.reminders import Patience
from bot.messages.parts.controls import Orders, explain_taps, find_press_sequence, make_rows, with_until_turn
from bot.messages.parts.pictures import Pictures
from bot.messages.parts.table_panel import PHONE_ROW, fit_row, make_more_button
from bot.messages.parts.table_words import words_of
from bot.people.preferences import PreferencesCache, find_sort, language_of
from bot.ports import HAND_PICTURE, MOST_IN_ROW, MOST_ROWS, MOST_TEXT, Button, Buttons, Controls, Message, make_button
from bot.store import Preferences
from bot.store.people import lesson_progress
from bot.tables.aggregate import Table
from bot.tables.aggregate.pacing import Waits
from bot.tables.history.entries import hides_nothing
from bot.tables.lobby.house_rules import find_cloth
from bot.tables.timing.deadlines import has_nothing_to_call
from bot.wording import Words, word_cost, word_label, word_log_line, word_private_line
from games.core import AnyGame, Seat, View, view_event
from games.core.view import Building
from render.style import Style

SPARE: Final = 80
"""The characters kept free below a hand in words, for spoiler marks and the line with the time of a copy."""


class HandReader(NamedTuple):
    """A player who reads a message with their hand."""

    table: Table
    seat: Seat
    words: Words
    view: View
    chosen: Preferences
    hidden: bool
    """True while they hide their hand."""
    new: bool
    """True in their first hands of the game."""

    @property
    def style(self) -> Style:
        """The style of their pictures."""
        chosen = self.chosen
        return Style(chosen.theme, chosen.big, chosen.hot, find_cloth(self.table), chosen.dead)

    @property
    def building(self) -> Building | None:
        """The hand that they are building, if they want to read of it: in their first hands, or always."""
        find, wanted = self.table.game.find_building, self.chosen.building
        if find is None or self.hidden or wanted == "off":
            return None
        return find(self.view) if wanted == "on" or self.new else None

    def list_orders_buttons(self) -> Buttons:
        """The button for standing orders, which players in their first hands find in *More*."""
        return () if self.new else (make_button("orders", self.words),)

    def list_sort_buttons(self) -> Buttons:
        """The button that sorts their hand, if it shows and its game has several orders; while they read what they are
        building, the one that ends that."""
        if self.building is not None:
            return (make_button("hand.building", self.words),)
        sorts = self.table.game.SORTS and not self.view.undealt and not self.hidden
        return (make_button("hand.sort", self.words),) if sorts else ()

    @property
    def is_away(self) -> bool:
        """True while a robot plays for them."""
        return self.table.occupant(self.seat).stand_in is not None

    def make_cover_button(self) -> Button:
        """The button that takes their seat back, or else shows or hides their hand."""
        if self.is_away:
            return Button("hand.show", self.words.label("hand.back"), "success")
        if self.hidden:
            return Button("hand.show", self.words.label("hand.reveal"))
        return make_button("hand.hide", self.words)

    def list_own_buttons(self) -> Buttons:
        """The buttons besides the moves. *Hide* comes last, where no button of a move stood."""
        words, shown = self.words, not self.view.undealt
        others = (
            *self.list_sort_buttons(),
            *(self.list_orders_buttons() if self.table.hand_open else ()),
            make_button("why", words),
            make_more_button(words),
        )
        cover = self.make_cover_button()
        if cover.name != "hand.hide":
            return (cover, *others)
        return (*others, cover) if shown else others

    def list_own_lines(self, words: Words, ordered: str) -> list[str]:
        """The lines about their standing order (`ordered`), their last move, their hand, and what they paid."""
        last = self.table.visibility.last_own.get(self.seat)
        return [
            write_until_turn_line(ordered, words),
            words.say("rack/time_ran_out") if getattr(last, "timed_out", False) else "",
            *self._list_hand_lines(words, last),
            word_cost(self.table.costs.by_seat.get(self.seat, ()), words),
        ]

    def _list_hand_lines(self, words: Words, last: object) -> list[str]:
        """The lines about their hand: what they said, their `last` event, hot pieces, gone pieces. None while hidden,
        or between hands."""
        if self.hidden or not self.table.hand_open:
            return []
        lines = [
            "" if has_nothing_to_call(self.table, self.seat) else write_said_line(self.view, words),
            write_own_line(last, self.seat, words),
            write_hot_line(self.table.game, self.view, self.words) if self.chosen.hot else "",
            write_dead_line(self.table.game, self.view, self.words) if self.chosen.dead else "",
            write_building_line(self.building, self.table.game, self.words),
        ]
        return [cover_words(line, self.chosen.spoiler) for line in lines]

    def lay_moves(self, extra: Buttons, ordered: bool) -> Controls:
        """The controls of their moves, with the `extra` buttons in the last row. While a standing order plays for them
        until their own turn (`ordered`), no button offers another such order."""
        if has_nothing_to_call(self.table, self.seat):
            return (extra,)
        game, crowd = self.table.game, self.table.public_view
        chosen = replace(self.chosen, spoiler=self.chosen.spoiler or self.hidden)
        rows = make_rows(game, self.view, self.words, MOST_ROWS - 1, crowd, chosen)
        rows = (*rows, extra)
        return rows if ordered else with_until_turn(game, crowd, rows, self.words)


@dataclass(slots=True)
class HandMessages:
    """Makes the private messages of seats."""

    pictures: Pictures
    people: PreferencesCache
    waits: Waits
    orders: Orders
    _new: dict[tuple[int, str], tuple[bool, int, int]] = field(default_factory=dict, init=False)
    """By user and game, whether they were new to it, in the last hand of a table whose message was made."""

    async def is_new(self, table: Table, seat: Seat) -> bool:
        """True if a seat's player is in their first hands of the game. It is read once in a hand, and no more once they
        have played them."""
        user, game = table.occupant(seat).user_id, table.game.NAME
        if user is None:
            return False
        now = (True, table.id, table.public_view.hand)
        known = self._new.get((user, game))
        if known is None or (known[0] and known != now):
            new = await self.people.store.read(lesson_progress.is_new, user, game)
            known = self._new[user, game] = (new, *now[1:])
        return known[0]

    async def read_choices(self, table: Table, seat: Seat) -> tuple[Preferences, Words]:
        """The preferences of a seat's player, and the wording of the table in their language."""
        user = table.occupant(seat).user_id
        chosen = await self.people.get(user) if user is not None else Preferences()
        return chosen, words_of(table, language_of(chosen) if user is not None else None)

    async def make_copy(self, table: Table, seat: Seat, at: int, hidden: bool, link: str) -> Message:
        """Make a copy of the hand. Its last line tells its time (`at`, milliseconds). The game must have started.

        `link` leads to the player's own message; "" if there is none. The copy's sequence says from when it is, even if
        it has no controls for moves.
        """
        chosen, words = await self.read_choices(table, seat)
        message = await self._make_message(table, seat, hidden, chosen, words)
        link_line = f"{words.say('rack/post', link=link)}\n" if link else ""
        last_lines = link_line + words.say("rack/copy", when=f"<t:{at // 1000}:R>")
        text = f"{message.text[: MOST_TEXT - len(last_lines)]}\n{last_lines}"
        return replace(message, text=text, sequence=message.sequence or table.visibility.controls_from)

    async def _make_message(self, table: Table, seat: Seat, hidden: bool, chosen: Preferences, words: Words) -> Message:
        """Make the message with the hand of `seat`. For a closed table, it says only that the table is closed."""
        title = words.say("board/title", title=table.game.TITLE, hand=table.public_view.hand)
        place = words.say("rack/place", title=title, place=f"<#{table.place}>")
        if table.is_closed:
            lines = [write_headline(table, table.public_view, words), place, describe_lost_place(table, words)]
            return Message("\n".join(filter(None, lines)), table=table.id)
        view = arrange_pieces(table.game, table.view(seat), chosen.sort)
        shown = not view.undealt
        new = await self.is_new(table, seat)
        reader = HandReader(table, seat, words, view, chosen, shown and (hidden or chosen.hidden), new)
        picture = None
        if shown and not chosen.text_only:
            picture = await self.pictures.draw("hand", view, words, reader.style, hidden=reader.hidden)
        ordered = self.orders.find_order_until_turn(table, seat)
        resume = make_resume_buttons(table, words)
        asked = list_questions(table, seat, words, MOST_IN_ROW - 2 - len(resume))
        rows: Controls = ((*resume, *asked.buttons, reader.make_cover_button()),)
        if table.is_live:
            rows = reader.lay_moves(fit_row((*asked.buttons, *reader.list_own_buttons()), PHONE_ROW), bool(ordered))
        lines = [
            *_list_headlines(reader),
            *asked.lines,
            *describe_last_hand(table, words),
            words.say("rack/stand_in") if reader.is_away else "",
            reminders.write_waited_line(table, seat, words, Patience(self.waits, self.people.find_quiet_hours)),
            place,
            *reader.list_own_lines(words, ordered),
            "" if chosen.text_only else explain_taps(rows, view, words),
        ]
        text = "\n".join(line for line in lines if line)[:MOST_TEXT]
        if picture is None and not reader.hidden and (shown or chosen.text_only):
            shown_words = self.pictures.describe_view(view, words, moment=not _list_headlines(reader))
            text = add_hand_in_words(text, shown_words, chosen.spoiler)
        pictures = (picture,) if picture is not None else ()
        sequence = find_press_sequence(table, rows)
        return Message(text, pictures, rows, table.id, sequence, name=HAND_PICTURE, spoiler=chosen.spoiler)


def _list_headlines(reader: HandReader) -> list[str]:
    """The lines about the present moment, or the end of a hand. A reader who only waits may have the picture alone."""
    table, seat, words = reader.table, reader.seat, reader.words
    ended = find_ending(table, words, seat)
    told = reader.chosen.text_only or ended is not None or seat in table.public_view.to_act
    if table.is_live and not told:
        return []
    asked_seat = seat if table.is_present(seat) else None  # while a robot plays their seat, nothing is asked of them
    headline = write_headline(table, table.public_view, words, asked_seat)
    return [headline, *(ended.lines if ended is not None else ())]


def cover_words(text: str, spoiler: bool) -> str:
    """Put spoiler marks around words about a hand if `spoiler`."""
    return f"||{text}||" if spoiler and text else text


def add_hand_in_words(text: str, hand: str, spoiler: bool, above: int = 0) -> str:
    """Add a hand in words below a text, cut to the room that is left. `above` counts the characters above the text."""
    room = MOST_TEXT - above - len(text) - SPARE
    return f"{text}\n{cover_words(hand[:room], spoiler)}".strip() if room > 0 else text


def write_hot_line(game: AnyGame, view: View, words: Words) -> str:
    """A warning that names the viewer's hot pieces; empty if none is hot."""
    hot = tuple(word_label(game.PIECES.code(piece), words) for piece in view.hot)
    return words.say("rack/hot", bones=hot) if hot else ""


def write_building_line(building: Building | None, game: AnyGame, words: Words) -> str:
    """A line that says what somebody is building; empty without a `building`."""
    if building is None:
        return ""
    bones = tuple(word_label(game.PIECES.code(piece), words) for piece in building.alike)
    key = "rack/building" if bones else "rack/building/none"
    return words.say(key, lacking=building.lacking, aim=words.say(f"aim/{building.aim}"), bones=bones)


def write_dead_line(game: AnyGame, view: View, words: Words) -> str:
    """A line that says, for each kind of piece in the viewer's hand, how many are gone; empty if none is."""
    gone = tuple(
        words.say("rack/dead/kind", count=count, bone=word_label(game.PIECES.code(piece), words))
        for piece, count in view.gone
    )
    return words.say("rack/dead", bones=gone) if gone else ""


def arrange_pieces(game: AnyGame, view: View, chosen: str) -> View:
    """Return the view with the pieces in the order that the player chose for the game, or in the game's usual order."""
    return game.arrange(view, find_sort(game, chosen)) if game.SORTS else view


def write_own_line(last: object, seat: Seat, words: Words) -> str:
    """The line about the seat's `last` event for its player alone; empty if the public line tells everything.

    The line names the piece that the seat drew, since a draw may happen by itself, or says why a move had no effect.
    """
    if last is None or hides_nothing(last):
        return ""
    own = view_event(last, seat)
    line = word_private_line(own, words)
    return line or ("" if word_log_line(view_event(last, None), words) else word_log_line(own, words))


def write_said_line(view: View, words: Words) -> str:
    """Say which of the viewer's calls wait to be settled, as in "You said Yes!"; empty if none does."""
    sentences = []
    for verb, _, argument in (spoken.partition(" ") for spoken in view.spoken):
        key = f"said/{verb}" if words.knows(f"said/{verb}") else "rack/said"
        sentences.append(words.say(key, said=word_label(argument, words) if argument else words.label(verb)))
    return " ".join(sentences)


def write_until_turn_line(verb: str, words: Words) -> str:
    """Say that a standing order says `verb` for the player until their own turn; empty without a verb."""
    return words.say("orders/holds", verb=words.label(verb)) if verb else ""
