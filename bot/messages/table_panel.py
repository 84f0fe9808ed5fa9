"""*More*: the private panel with what a player can do about the whole table, such as leaving it.

Each act stands beside the line that says what it does. Only what is possible now is offered.
"""

from collections.abc import Iterator
from typing import Final

from bot.messages.table_words import find_last_hand_key, words_of
from bot.ports.requests import Requester
from bot.ports.ui import Accent, Button, Layout, Message, Part, Section, Text, lay_out
from bot.store.tables.rows import Status
from bot.tables.aggregate.permissions import may_host
from bot.tables.aggregate.table import Table
from bot.tables.aggregate.table_names import name_table
from bot.tables.history.outcomes import find_level
from bot.tables.lobby.house_rules import may_banter
from bot.tables.play.closings import is_in_play
from bot.wording import Words

MINE: Final = "tables.mine"
MORE: Final = "table.more"
LAST: Final = "table.last"
PLAY_ON: Final = "table.play_on"
AWAY: Final = "table.away"
HUSH: Final = "table.hush"
TALK: Final = "table.talk"
LEAVE: Final = "table.leave"
LEAVE_NOW: Final = "table.leave.yes"
STAY: Final = "table.leave.no"


def make_more_button(words: Words) -> Button:
    """The button that opens the panel."""
    return Button(MORE, words.label(MORE))


def make_panel(table: Table, requester: Requester) -> Message:
    """Make the panel for a requester."""
    words = words_of(table, requester.language)
    place = f"<#{table.place}>"
    title = words.say("more/title", title=table.game.TITLE, name=name_table(table.id), place=place)
    parts: list[Part] = [Text(title)]
    parts += [
        Text(words.say("more/withdrawn", name=taken.name, level=words.say(f"level/{level}")))
        for taken in table.seats
        if (level := find_level(taken.robot)) not in table.game.LEVELS
    ]
    parts += [
        Section(words.say(f"more/{key}"), Button(control, words.label(verb or control), style))
        for key, control, verb, style in _list_acts(table, requester)
    ]
    parts.append((Button(MINE, words.label(MINE)),))
    return lay_out(Layout(Accent.NONE, tuple(parts)), table=table.id)


def _list_acts(table: Table, requester: Requester) -> Iterator[tuple[str, str, str, str]]:
    """Yield what the requester can do, each as the key of a line, a control, the verb of its label, and a style."""
    seat = table.seat_of(requester.user)
    if table.status == Status.CLOSED:
        return
    if seat is not None and table.playing is not None:
        if not table.is_present(seat):
            yield "back", "hand.show", "hand.back", "success"
        elif not table.alone:
            yield "away", AWAY, "", "secondary"
    if seat is None and not may_host(table, requester):
        yield "join", "lobby.join", "", "success"
        return
    if table.playing is not None and table.closing.is_last_hand:
        yield "play_on", PLAY_ON, "", "secondary"
    elif table.playing is not None and not table.alone:
        yield find_last_hand_key(table), LAST, "", "secondary"
    if not table.lost and table.status == Status.PAUSED:
        yield "resume", "table.resume", "resume", "success"
    elif table.status == Status.LIVE:
        yield "pause", "table.pause", "", "secondary"
    if not table.alone and table.playing is not None and any(taken.user_id is None for taken in table.seats):
        yield ("hush", HUSH, "", "secondary") if may_banter(table) else ("talk", TALK, "", "secondary")
    if not table.alone and table.playing is not None:
        yield ("close" if is_in_play(table) else "close_between"), "table.close", "", "secondary"
        if seat is not None:
            yield "leave", LEAVE, "", "danger"


def ask_to_leave(table: Table, requester: Requester) -> Message:
    """Ask a player to confirm that they want to leave the table in the middle of the game."""
    words = words_of(table, requester.language)
    others = any(taken.user_id not in (None, requester.user) for taken in table.seats)
    key = ("leave/hand" if table.hand_open else "leave/between") if others else "leave/alone"
    row = (
        Button(LEAVE_NOW, words.label(LEAVE_NOW), "danger"),
        Button(STAY, words.label(STAY)),
        *((Button(AWAY, words.label(AWAY)),) if others else ()),
    )
    return Message(words.say(key, title=table.game.TITLE), rows=(row,), table=table.id)
