"""The private message of a seat: the player's own pieces, with the buttons for their moves."""

from dataclasses import dataclass, replace
from typing import Final

from bot.messages import controls, reminders
from bot.messages.board import describe_last_hand, describe_lost_place, headline, outcome, resume_buttons
from bot.messages.pictures import Pictures
from bot.messages.questions import list_questions
from bot.messages.table_panel import more_button
from bot.messages.table_words import words_of
from bot.messages.until_turn import Orders, with_until_turn
from bot.people.preferences import PreferencesCache, find_sort, language_of
from bot.ports.ui import HAND_PICTURE, MOST_TEXT, Button, Message, Row
from bot.store.people.preferences import Preferences
from bot.store.tables.rows import Status
from bot.tables.aggregate.pacing import Waits
from bot.tables.aggregate.table import Table
from bot.tables.history.entries import hides_nothing
from bot.tables.lobby.house_rules import find_cloth
from bot.tables.timing.deadlines import has_nothing_to_call
from bot.wording import Words, cost_line, label_words, log_line, private_line
from games.core.game import AnyGame
from games.core.seats import Seat
from games.core.secret import view_event
from games.core.view import View
from render.style import Style

SPARE: Final = 80
"""Characters kept free below a hand in words, for spoiler marks and for the line that tells the time of a copy."""


@dataclass(slots=True)
class HandMessages:
    """Makes the private messages of seats."""

    pictures: Pictures
    people: PreferencesCache
    waits: Waits
    orders: Orders

    async def message(self, table: Table, seat: Seat, hidden: bool = False, patient: bool = True) -> Message:
        """Make the message with the hand of `seat`, as its player prefers it. The game must have started.

        At a closed table, the message only says so. A `patient` message waits for busy painters.
        """
        user = table.occupant(seat).user_id
        chosen = await self.people.get(user) if user is not None else Preferences()
        words = words_of(table, language_of(chosen) if user is not None else None)
        title = words.say("board/title", title=table.game.TITLE, hand=table.public_view.hand)
        place = words.say("rack/place", title=title, place=f"<#{table.place}>")
        if table.status == Status.CLOSED:
            lines = [headline(table, table.public_view, words), place, describe_lost_place(table, words)]
            return Message("\n".join(filter(None, lines)), table=table.id)
        view = arrange(table.game, table.view(seat), chosen.sort)
        shown = not view.undealt
        hidden = shown and (hidden or chosen.hidden)
        picture = None
        if shown and not chosen.text_only:
            style = Style(chosen.theme, chosen.big, chosen.hot, find_cloth(table), chosen.dead)
            picture = await self.pictures.draw("hand", view, words, style, hidden, patient)
        reader = seat if table.present(seat) else None  # while a robot plays their seat, nothing is asked of them
        told = outcome(table, words, seat)
        waited_for = seat in table.public_view.to_act or table.status != Status.LIVE or told is not None
        lines = [headline(table, table.public_view, words, reader)] if waited_for else []
        lines += told.lines if told is not None else ()
        resume = resume_buttons(table, words)
        asked = list_questions(table, seat, words, controls.WIDTH - 1 - len(resume))
        ordered = self.orders.until_turn(table, seat)
        lines += [*asked.lines, *describe_last_hand(table, words)]
        lines += [words.say("rack/stand_in")] if table.occupant(seat).stand_in is not None else []
        lines += [
            reminders.own_line(table, seat, words, self.waits, self.people.quiet),
            place,
            until_turn_line(ordered, words),
            late_line(table.visibility.last_own.get(seat), words),
            "" if hidden else cover_words(said_line(view, words), chosen.spoiler),
            "" if hidden else cover_words(own_line(table.visibility.last_own.get(seat), seat, words), chosen.spoiler),
            cost_line(table.costs.by_seat.get(seat, ()), words),
        ]
        if chosen.hot and not hidden:
            lines.append(cover_words(hot_line(table.game, view, words), chosen.spoiler))
        if chosen.dead and not hidden:
            lines.append(cover_words(dead_line(table.game, view, words), chosen.spoiler))
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
            more_button(words),
        )[: controls.WIDTH - 1 - len(asked.buttons)]
        hides = cover.what == "hand.hide"  # last, where no move was
        own = (*others, *([cover] if shown else [])) if hides else (cover, *others)
        extra = (*asked.buttons, *own)
        live = table.status == Status.LIVE
        taste = controls.taste_of(chosen)
        if hidden:
            taste = taste._replace(covered=True)
        crowd = table.public_view
        rows: tuple[Row, ...] = ((*resume, *asked.buttons, cover),)
        if live:
            rows = controls.rows(table.game, view, words, extra, crowd=crowd, taste=taste)
            rows = rows if ordered else with_until_turn(table.game, crowd, rows, words)
            rows = (extra,) if has_nothing_to_call(table, seat) else rows
        lines.append(controls.hint(rows, view, words))
        text = "\n".join(line for line in lines if line)[:MOST_TEXT]
        if picture is None and not hidden and (shown or chosen.text_only):
            text = with_words(text, self.pictures.words(view, words), chosen.spoiler)
        pictures = (picture,) if picture is not None else ()
        seq = controls.moment(table, rows)
        return Message(text, pictures, rows, table.id, seq, name=HAND_PICTURE, spoiler=chosen.spoiler)

    async def copy(self, table: Table, seat: Seat, at: int, hidden: bool = False, link: str = "") -> Message:
        """Make a copy of the hand that will never be updated. Its last line tells its time (`at`, milliseconds).

        `link` leads to the player's own message; "" if there is none.
        """
        message = await self.message(table, seat, hidden, patient=False)
        user = table.occupant(seat).user_id
        words = words_of(table, None if user is None else self.people.language(user))
        more = f"{words.say('rack/post', link=link)}\n" if link else ""
        stood = more + words.say("rack/copy", when=f"<t:{at // 1000}:R>")
        return replace(message, text=f"{message.text[: MOST_TEXT - len(stood)]}\n{stood}")


def cover_words(text: str, spoiler: bool) -> str:
    """Put spoiler marks around words about a hand if `spoiler`."""
    return f"||{text}||" if spoiler and text else text


def with_words(text: str, hand: str, spoiler: bool, above: int = 0) -> str:
    """Add a hand in words below a text, cut to the room that is left. `above` counts the characters above the text."""
    room = MOST_TEXT - above - len(text) - SPARE
    return f"{text}\n{cover_words(hand[:room], spoiler)}".strip() if room > 0 else text


def hot_line(game: AnyGame, view: View, words: Words) -> str:
    """A warning that names the viewer's hot pieces; empty if none is hot."""
    hot = tuple(label_words(game.PIECES.code(piece), words) for piece in view.hot)
    return words.say("rack/hot", bones=hot) if hot else ""


def dead_line(game: AnyGame, view: View, words: Words) -> str:
    """A line that counts the gone ones of the viewer's pieces; empty if none is gone."""
    gone = tuple(
        words.say("rack/dead/kind", count=count, bone=label_words(game.PIECES.code(piece), words))
        for piece, count in view.gone
    )
    return words.say("rack/dead", bones=gone) if gone else ""


def arrange(game: AnyGame, view: View, chosen: str) -> View:
    """Return the view with the pieces in the order that the player chose for the game, or in the game's usual order."""
    return game.arrange(view, find_sort(game, chosen)) if game.SORTS else view


def own_line(last: object, seat: Seat, words: Words) -> str:
    """The line of the seat's `last` event for its player alone; empty if everybody may read all of it.

    It says which piece the seat drew, since a draw may happen by itself, or why a move of the seat had no effect.
    """
    if last is None or hides_nothing(last):
        return ""
    own = view_event(last, seat)
    told = private_line(own, words)
    return told or ("" if log_line(view_event(last, None), words) else log_line(own, words))


def late_line(last: object, words: Words) -> str:
    """Say that the table made the seat's `last` move, because its time had run out; empty if it did not."""
    return words.say("rack/time_ran_out") if getattr(last, "timed_out", False) else ""


def said_line(view: View, words: Words) -> str:
    """Say which of the viewer's own calls wait to be settled: "You said Yes!"; empty without one."""
    told = []
    for verb, _, argument in (said.partition(" ") for said in view.spoken):
        key = f"said/{verb}" if words.knows(f"said/{verb}") else "rack/said"
        told.append(words.say(key, said=label_words(argument, words) if argument else words.label(verb)))
    return " ".join(told)


def until_turn_line(verb: str, words: Words) -> str:
    """Say that a standing order says `verb` for the player until their own turn; empty without a verb."""
    return words.say("orders/holds", verb=words.label(verb)) if verb else ""
