"""The message of a practice table: the board, the player's own pieces and all buttons in one.

A table in a channel has a board for everybody and a private message for each player. A practice table stands in its
player's DM, so its board shows the player's hand too, and it has no private message.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from bot.messages import controls
from bot.messages.board import about, accent, headline, outcome, replay_button, resume_buttons
from bot.messages.hand import (
    arrange,
    cover_words,
    hot_line,
    late_line,
    own_line,
    said_line,
    until_turn_line,
    with_words,
)
from bot.messages.pictures import Pictures
from bot.messages.table_words import words_of
from bot.messages.until_turn import with_until_turn
from bot.people.preferences import PreferencesCache, language_of
from bot.ports.markup import cut, piece_mark
from bot.ports.ui import MOST_TEXT, Button, Fixture, Layout, Message, Row, Text, in_plain, lay_out
from bot.store.people.preferences import Preferences
from bot.store.tables.rows import Status
from bot.tables.aggregate.table import Table
from bot.tables.lobby.practice import PLAYER
from bot.tables.play.robots import advise, level_of
from bot.wording import Words, cost_line, reason_line, remarks
from games.core.seats import Seat
from games.core.view import View
from render.style import Style

CLOSE: Final = "practice.close"
NEW: Final = "practice.new"
BEGIN: Final = "practice.begin"
FIRST: Final = "practice.first"
PREPARED: Final = "first"
"""The word that stands for the prepared hand, in the place of a level."""
HINT: Final = "hint"


@dataclass(slots=True)
class PracticeMessages:
    """Makes the messages of practice tables."""

    pictures: Pictures
    people: PreferencesCache
    until_turn: Callable[[Table, Seat], str]
    """Return the verb that a standing order says for the player until their own turn, or ""."""

    async def message(self, table: Table, recent: tuple[str, ...] = ()) -> Message:
        """The table as its player sees it, with the last lines of the log. The game must have started."""
        user = table.occupant(PLAYER).user_id
        chosen = await self.people.get(user) if user is not None else Preferences()
        words = words_of(table, language_of(chosen) if user is not None else None)
        own = table.view(PLAYER)
        view = arrange(
            table.game, self.pictures.mark_closed(own) if table.status == Status.CLOSED else own, chosen.sort
        )
        crowd = table.public_view
        ordered = self.until_turn(table, PLAYER)
        style = Style(chosen.theme, chosen.big, chosen.hot)
        picture = None
        if not chosen.text_only:
            picture = await self.pictures.draw("both", view, words, style, patient=True)
        ended = outcome(table, words, PLAYER)
        won = ended if table.shuffle.prepared else None  # the table ends with its hand, which says more
        head = [
            headline(table, crowd, words, PLAYER if PLAYER in crowd.to_act or ended is not None else None)
            if won is None
            else words.say("board/head", what=won.sentence[:1].upper() + won.sentence[1:]),
            _standing(table, words),
            about(table, crowd, words),
        ]
        marked = replace(words, mark=piece_mark)
        lines = [
            *(ended.lines if ended is not None else ()),
            *remarks(crowd, words),
            *recent,
            until_turn_line(ordered, words),
            late_line(table.visibility.last_own.get(PLAYER), words),
            cover_words(said_line(view, marked), chosen.spoiler),
            cover_words(own_line(table.visibility.last_own.get(PLAYER), PLAYER, marked), chosen.spoiler),
            cost_line(table.costs.by_seat.get(PLAYER, ()), words),
            cover_words(hot_line(table.game, view, words), chosen.spoiler) if chosen.hot else "",
        ]
        rows: tuple[Row, ...]
        if table.status == Status.CLOSED:
            rows = ((*replay_button(table, words), Button("sheet", words.label("sheet")), _again(table, words)),)
        elif table.status == Status.PAUSED:
            rows = ((*resume_buttons(table, words), _close(words)),)
        else:
            taste = controls.taste_of(chosen)
            rows = controls.rows(
                table.game, view, words, _extra(table, view, words, bool(ordered)), crowd=crowd, taste=taste
            )
            rows = rows if ordered else with_until_turn(table.game, crowd, rows, words)
        lines += [_coach(table, words), controls.hint(rows, words)]  # beside the controls: the picture fills a phone
        top = "\n".join(filter(None, head))
        told = cut("\n".join(filter(None, lines)), MOST_TEXT - len(top) - 1)
        if picture is None:
            told = with_words(told, self.pictures.words(view, words), chosen.spoiler, above=len(top) + 1)
        pictures = () if picture is None else (picture,)
        shown = (Fixture.PICTURES,) if pictures else ()
        below = (Text(told),) if told else ()
        layout = Layout(accent(table, crowd), (Text(top), *shown, *below, *rows))
        made = lay_out(layout, pictures, table.id, controls.moment(table, rows), spoiler=chosen.spoiler)
        return in_plain(made) if chosen.text_only else made


def _extra(table: Table, view: View, words: Words, ordered: bool) -> tuple[Button, ...]:
    """The buttons besides the moves, at most five, in one row.

    *Hint* is there during a hand. The button before *Close* is *Orders* while a standing order holds (`ordered`),
    otherwise *Rules* during a hand and *Replay* after it.
    """
    rules = (Button("rules", words.label("rules")),)
    last = rules if table.hand_open else replay_button(table, words) or rules
    if ordered:
        last = (Button("orders", words.label("orders")),)
    sort = (Button("hand.sort", words.label("hand.sort")),) if table.game.SORTS and not view.undealt else ()
    hinted = table.hand_open and not table.shuffle.prepared  # there, the hint stands in the message
    hint = (Button(HINT, words.label(HINT), "success"),) if hinted else ()
    return (*hint, *sort, Button("why", words.label("why")), *last, _close(words))


def _standing(table: Table, words: Words) -> str:
    """The line that says that nothing counts here."""
    if table.shuffle.prepared:
        return words.say("practice/first_line")
    return words.say("practice/over") if table.status == Status.CLOSED else words.say("practice/line")


def _coach(table: Table, words: Words) -> str:
    """The line that says what to do next in a prepared hand, and why, or after it; "" at other tables."""
    if table.shuffle.prepared and table.status == Status.CLOSED:
        return words.say("practice/first_over")
    if not table.shuffle.prepared or not table.hand_open or table.status != Status.LIVE:
        return ""
    advice = advise(table, PLAYER)
    if advice is None or PLAYER not in table.public_view.to_act:
        return words.say("practice/watch")
    return reason_line(PLAYER, advice, table.game.write(advice.move), words, "practice/coach")


def _close(words: Words) -> Button:
    return Button(CLOSE, words.label(CLOSE))


def _again(table: Table, words: Words) -> Button:
    """The button that opens the same practice table again; after a prepared hand, one whose hands are shuffled."""
    if table.shuffle.prepared:
        return Button(begin_table(table.row.game), words.label(BEGIN), "success")
    robot = next(seat for seat in table.seats if seat.user_id is None)
    return Button(new_table(table.row.game, str(level_of(robot))), words.label("practice.again"), "success")


def begin_table(game: str) -> str:
    """The name of the control that opens a practice table, or asks first if another is open."""
    return f"{BEGIN}.{game}"


def begin_first_hand(game: str) -> str:
    """The name of the control that opens a table with the prepared hand, or asks first if another table is open."""
    return f"{FIRST}.{game}"


def new_table(game: str, level: str) -> str:
    """The name of the control that opens a practice table in place of the one that is open."""
    return f"{NEW}.{game}.{level}"
