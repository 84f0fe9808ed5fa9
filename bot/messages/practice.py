"""The lines and buttons that only tables in a DM have, and the names of the controls that open practice tables."""

from typing import Final

from bot.messages import daily
from bot.messages.board import make_replay_buttons
from bot.messages.controls import describe_move
from bot.ports.ui import Button
from bot.store.tables.rows import Status
from bot.tables.aggregate.table import Table
from bot.tables.lobby.practice import PLAYER
from bot.tables.play.robots import advise, level_of
from bot.wording import Words, word_advice
from games.core.view import View

CLOSE: Final = "practice.close"
NEW: Final = "practice.new"
BEGIN: Final = "practice.begin"
FIRST: Final = "practice.first"
PREPARED: Final = "first"
"""The word for the prepared hand. It stands in a control's name in place of a robot's level."""
HINT: Final = "hint"


def list_practice_buttons(table: Table, view: View, words: Words, ordered: bool) -> tuple[Button, ...]:
    """The buttons besides the moves, at most five, in one row.

    The hand of the day has neither *Hint* nor *Why?*. The button before *Close* is *Orders* while a standing order
    holds (`ordered`), otherwise *Rules* during a hand and *Replay* after it.
    """
    rules = (Button("rules", words.label("rules")),)
    offers_help = table.day is None
    last = rules if table.hand_open else make_replay_buttons(table, words) or rules
    if ordered:
        last = (Button("orders", words.label("orders")),)
    sort = (Button("hand.sort", words.label("hand.sort")),) if table.game.SORTS and not view.undealt else ()
    hinted = offers_help and table.hand_open and not table.shuffle.prepared  # a prepared hand already shows it
    hint = (Button(HINT, words.label(HINT), "success"),) if hinted else ()
    why = (Button("why", words.label("why")),) if offers_help else ()
    return (*hint, *sort, *why, *last, make_close_button(table, words))


def describe_stakes(table: Table, words: Words) -> str:
    """The line that says that nothing counts here, or that this is the hand of the day."""
    if table.day is not None:
        return daily.describe_table(table, table.day, words)
    if table.shuffle.prepared:
        return words.say("practice/first_line")
    return words.say("practice/over") if table.status == Status.CLOSED else words.say("practice/line")


def coach_player(table: Table, words: Words) -> str:
    """Say what to do next in a prepared hand, and why. After that hand, say what comes next. "" at other tables."""
    if table.shuffle.prepared and table.status == Status.CLOSED:
        return words.say("practice/first_over")
    if not table.shuffle.prepared or not table.hand_open or table.status != Status.LIVE:
        return ""
    advice = advise(table, PLAYER)
    if PLAYER in table.public_view.to_act and table.view(PLAYER).has_spoken:
        return words.say("practice/settling")
    if advice is None or PLAYER not in table.public_view.to_act:
        return words.say("practice/watch")
    written = table.game.write(advice.move)
    effect = describe_move(table.game, table.view(PLAYER), written, words)
    effect_lines = [words.say("practice/hint_does", does=effect)] if effect else []
    return "\n".join((word_advice(advice, written, words), *effect_lines))


def make_close_button(table: Table, words: Words) -> Button:
    """The button that closes the practice table, or leaves the hand of the day."""
    if table.day is not None:
        return Button(daily.LEAVE, words.label(daily.LEAVE))
    return Button(CLOSE, words.label(CLOSE))


def make_practice_again_button(table: Table, words: Words) -> Button:
    """The button that opens the same practice table again. After a prepared hand it opens a table with shuffled hands.
    After the hand of the day it opens the page of that hand."""
    if table.day is not None:
        return Button(daily.SHOW, words.label(daily.SHOW), "success")
    if table.shuffle.prepared:
        return Button(name_begin_control(table.row.game), words.label(BEGIN), "success")
    robot = next(seat for seat in table.seats if seat.user_id is None)
    return Button(
        name_new_control(table.row.game, str(level_of(table.game, robot))), words.label("practice.again"), "success"
    )


def name_begin_control(game: str) -> str:
    """The name of the control that opens a practice table, or asks first if another is open."""
    return f"{BEGIN}.{game}"


def name_first_hand_control(game: str) -> str:
    """The name of the control that opens a table with the prepared hand, or asks first if another table is open."""
    return f"{FIRST}.{game}"


def name_new_control(game: str, level: str) -> str:
    """The name of the control that opens a practice table in place of the one that is open."""
    return f"{NEW}.{game}.{level}"
