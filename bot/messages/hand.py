"""The private message of a seat: the player's own pieces, with the buttons for their moves."""

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from bot.messages import controls, reminders
from bot.messages.board import describe_last_hand, describe_lost_place, find_ending, make_resume_buttons, write_headline
from bot.messages.pictures import Pictures
from bot.messages.questions import list_questions
from bot.messages.table_panel import make_more_button
from bot.messages.table_words import words_of
from bot.messages.until_turn import Orders, with_until_turn
from bot.people.preferences import PreferencesCache, find_sort, language_of
from bot.ports.ui import HAND_PICTURE, MOST_IN_ROW, MOST_TEXT, Button, Message, Row
from bot.store.people.preferences import Preferences
from bot.store.tables.rows import Status
from bot.tables.aggregate.pacing import Waits
from bot.tables.aggregate.table import Table
from bot.tables.history.entries import hides_nothing
from bot.tables.lobby.house_rules import find_cloth
from bot.tables.timing.deadlines import has_nothing_to_call
from bot.wording import Words, word_cost, word_label, word_log_line, word_private_line
from games.core.game import AnyGame
from games.core.seats import Seat
from games.core.secret import view_event
from games.core.view import View
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

    @property
    def style(self) -> Style:
        """The style of their pictures."""
        chosen = self.chosen
        return Style(chosen.theme, chosen.big, chosen.hot, find_cloth(self.table), chosen.dead)

    def list_hand_lines(self, words: Words) -> list[str]:
        """The lines about their hand: what they said, their last event, hot pieces, gone pieces. None while hidden."""
        if self.hidden:
            return []
        lines = [
            "" if has_nothing_to_call(self.table, self.seat) else write_said_line(self.view, words),
            write_own_line(self.table.visibility.last_own.get(self.seat), self.seat, words),
            write_hot_line(self.table.game, self.view, self.words) if self.chosen.hot else "",
            write_dead_line(self.table.game, self.view, self.words) if self.chosen.dead else "",
        ]
        return [cover_words(line, self.chosen.spoiler) for line in lines]

    def lay_moves(self, extra: tuple[Button, ...], ordered: bool) -> tuple[Row, ...]:
        """The controls of their moves, with the `extra` buttons in the last row. While a standing order plays for them
        until their own turn (`ordered`), no button offers another such order."""
        if has_nothing_to_call(self.table, self.seat):
            return (extra,)
        game, crowd = self.table.game, self.table.public_view
        taste = controls.taste_of(self.chosen)
        taste = taste._replace(covered=taste.covered or self.hidden)
        rows = controls.make_rows(game, self.view, self.words, extra, crowd=crowd, taste=taste)
        return rows if ordered else with_until_turn(game, crowd, rows, self.words)


@dataclass(slots=True)
class HandMessages:
    """Makes the private messages of seats."""

    pictures: Pictures
    people: PreferencesCache
    waits: Waits
    orders: Orders

    async def make_message(self, table: Table, seat: Seat, hidden: bool = False, patient: bool = True) -> Message:
        """Make the message with the hand of `seat`, as its player prefers it. The game must have started.

        For a closed table, the message says only that the table is closed. A `patient` message waits for busy painters.
        """
        user = table.occupant(seat).user_id
        chosen = await self.people.get(user) if user is not None else Preferences()
        words = words_of(table, language_of(chosen) if user is not None else None)
        title = words.say("board/title", title=table.game.TITLE, hand=table.public_view.hand)
        place = words.say("rack/place", title=title, place=f"<#{table.place}>")
        if table.status == Status.CLOSED:
            lines = [write_headline(table, table.public_view, words), place, describe_lost_place(table, words)]
            return Message("\n".join(filter(None, lines)), table=table.id)
        view = arrange_pieces(table.game, table.view(seat), chosen.sort)
        shown = not view.undealt
        hidden = shown and (hidden or chosen.hidden)
        reader = HandReader(table, seat, words, view, chosen, hidden)
        picture = None
        if shown and not chosen.text_only:
            picture = await self.pictures.draw("hand", view, words, reader.style, hidden, patient)
        asked_seat = (
            seat if table.is_present(seat) else None
        )  # while a robot plays their seat, nothing is asked of them
        ended = find_ending(table, words, seat)
        waited_for = seat in table.public_view.to_act or table.status != Status.LIVE or ended is not None
        lines = [write_headline(table, table.public_view, words, asked_seat)] if waited_for else []
        lines += ended.lines if ended is not None else ()
        resume = make_resume_buttons(table, words)
        asked = list_questions(table, seat, words, MOST_IN_ROW - 1 - len(resume))
        ordered = self.orders.find_order_until_turn(table, seat)
        lines += [*asked.lines, *describe_last_hand(table, words)]
        lines += [words.say("rack/stand_in")] if table.occupant(seat).stand_in is not None else []
        lines += [
            reminders.write_waited_line(table, seat, words, self.waits, self.people.find_quiet_hours),
            place,
            write_until_turn_line(ordered, words),
            write_late_line(table.visibility.last_own.get(seat), words),
            *reader.list_hand_lines(words),
            word_cost(table.costs.by_seat.get(seat, ()), words),
        ]
        back = Button("hand.show", words.label("hand.back"), "success")
        cover = (
            back
            if table.occupant(seat).stand_in is not None
            else Button("hand.show" if hidden else "hand.hide", words.label("hand.reveal" if hidden else "hand.hide"))
        )
        others = (
            *([Button("hand.sort", words.label("hand.sort"))] if table.game.SORTS and shown and not hidden else []),
            *([Button("orders", words.label("orders"))] if table.hand_open else []),
            Button("why", words.label("why")),
            make_more_button(words),
        )[: MOST_IN_ROW - 1 - len(asked.buttons)]
        hides = cover.name == "hand.hide"  # comes last, where no button of a move stood
        own_buttons = (*others, *([cover] if shown else [])) if hides else (cover, *others)
        extra = (*asked.buttons, *own_buttons)
        rows: tuple[Row, ...] = ((*resume, *asked.buttons, cover),)
        if table.status == Status.LIVE:
            rows = reader.lay_moves(extra, bool(ordered))
        lines.append(controls.explain_taps(rows, view, words))
        text = "\n".join(line for line in lines if line)[:MOST_TEXT]
        if picture is None and not hidden and (shown or chosen.text_only):
            text = add_hand_in_words(text, self.pictures.describe_view(view, words), chosen.spoiler)
        pictures = (picture,) if picture is not None else ()
        sequence = controls.find_press_sequence(table, rows)
        return Message(text, pictures, rows, table.id, sequence, name=HAND_PICTURE, spoiler=chosen.spoiler)

    async def make_copy(self, table: Table, seat: Seat, at: int, hidden: bool = False, link: str = "") -> Message:
        """Make a copy of the hand that will never be updated. Its last line tells its time (`at`, milliseconds).

        `link` leads to the player's own message; "" if there is none.
        """
        message = await self.make_message(table, seat, hidden, patient=False)
        user = table.occupant(seat).user_id
        words = words_of(table, None if user is None else self.people.find_language(user))
        link_line = f"{words.say('rack/post', link=link)}\n" if link else ""
        last_lines = link_line + words.say("rack/copy", when=f"<t:{at // 1000}:R>")
        return replace(message, text=f"{message.text[: MOST_TEXT - len(last_lines)]}\n{last_lines}")


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


def write_late_line(last: object, words: Words) -> str:
    """Say that the table made the seat's `last` move because its time had run out; empty for any other move."""
    return words.say("rack/time_ran_out") if getattr(last, "timed_out", False) else ""


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
