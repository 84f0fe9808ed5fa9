"""The lines and buttons of practice tables, and the names of the controls that open them."""

from typing import Final

from bot.messages.parts.controls import describe_move
from bot.ports import Button, Buttons, Pattern, join_lines, make_button
from bot.tables.aggregate import Table
from bot.tables.play.robots import advise, level_of
from bot.tables.repeats import find_results
from bot.wording import Words, word_advice

CLOSE: Final = "practice.close"
NEW: Final = Pattern("practice.new.{game}.{level}")
"""The button that opens a practice table in place of the one that is open."""
BEGIN: Final = Pattern("practice.begin.{game}")
"""The button that opens a practice table, or asks first if another is open."""
FIRST: Final = Pattern("practice.first.{game}")
"""The button that opens a table with the prepared hand, or asks first if another table is open."""
PREPARED: Final = "first"
"""The word for the prepared hand. It stands in a control's name in place of a robot's level."""
HINT: Final = "hint"


def describe_stakes(table: Table, words: Words) -> str:
    """The line that says that nothing counts here."""
    if table.shuffle.prepared:
        return words.say("practice/first_line")
    repeat = table.settings.repeat
    if repeat is not None and not table.is_closed:
        return words.say("practice/repeat_line", step=repeat.step)
    return words.say("practice/over") if table.is_closed else words.say("practice/line")


def coach_player(table: Table, words: Words) -> str:
    """Say what to do next in a prepared hand, and why. After that hand, say what comes next. "" at other tables."""
    if table.shuffle.prepared and table.is_closed:
        return words.say("practice/first_over")
    if not table.shuffle.prepared or not table.hand_open or not table.is_live:
        return ""
    advice = advise(table, table.player)
    if table.player in table.public_view.to_act and table.view(table.player).has_spoken:
        return words.say("practice/settling")
    if advice is None or table.player not in table.public_view.to_act:
        return words.say("practice/watch")
    written = table.game.write(advice.move)
    effect = describe_move(table.game, table.view(table.player), written, words)
    return join_lines(word_advice(advice, written, words), effect)


def tell_result(table: Table, words: Words) -> str:
    """The results of a hand that was played on, then and now; "" at other tables."""
    found = find_results(table)
    if found is None:
        return ""
    then, now = (words.say("daily/score", score=score) for score in found)
    return words.say("practice/repeat_told", then=then, now=now)


def make_again_buttons(table: Table, words: Words) -> Buttons:
    """The button that opens the same practice table again. After a prepared hand, once it was played to its end, it
    opens a table with shuffled hands."""
    if table.shuffle.prepared:
        return (make_button(BEGIN, words, "success", game=table.row.game),)
    robot = next(seat for seat in table.seats if seat.is_robot)
    name = NEW.make(game=table.row.game, level=level_of(table.game, robot))
    return (Button(name, words.label("practice.again"), "success"),)
