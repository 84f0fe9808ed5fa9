"""*More*: the private panel with what a player can do about the whole table, such as leaving it.

Each act stands beside the line that says what it does. Only what is possible now is offered.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.messages.parts.table_words import find_last_hand_key, words_of
from bot.ports import (
    MOST_IN_ROW,
    Accent,
    Button,
    Buttons,
    Message,
    Part,
    Requester,
    Section,
    Text,
    lay_out,
    make_button,
    with_buttons,
)
from bot.tables.aggregate import Table, may_host, name_table
from bot.tables.history.entries import find_level
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
IN_PANEL: Final = ("why", "rules", "orders", "sheet")
"""The controls of a board or hand that the panel has as well."""
PHONE_ROW: Final = 4
"""The most controls of a row that a phone of 360 pixels does not break."""
LEAVING: Final = ("rules", "lobby.join", "replay.share", "why", "hand.sort", "hand.building", "hand.count", "orders",
                  "sheet", "replay.open")  # fmt: skip
"""The controls that leave a full row, the first ones first. Most are in the panel; the others come back once a vote or
question is over: sharing and replaying the last hand, the order of the pieces, and what a hand is building."""


def make_more_button(words: Words) -> Button:
    """The button that opens the panel."""
    return make_button(MORE, words)


def fit_row(controls: Sequence[Button], most: int = MOST_IN_ROW) -> Buttons:
    """The controls that stand in one row of `most`: of too many, those in `LEAVING` leave, and all others stay."""
    left = [*controls]
    for name in LEAVING:
        if len(left) > most:
            left = [control for control in left if _name_without_hand(control) != name]
    return tuple(left)


def _name_without_hand(control: Button) -> str:
    """A control's name; of a control of a replay the first and last part, since a hand and a step stand between."""
    first, *rest = control.name.split(".")
    return f"{first}.{rest[-1]}" if first == "replay" else control.name


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
    seated = table.seat_of(requester.user) is not None
    held = [name for name in IN_PANEL if name != "orders" or (seated and table.hand_open)]
    parts.append(
        (
            *(make_button(name, words) for name in held if table.playing is not None),
            make_button(MINE, words),
        )
    )
    return lay_out(Accent.NONE, parts, table=table.id)


def _list_acts(table: Table, requester: Requester) -> Iterator[tuple[str, str, str, str]]:
    """Yield what the requester can do, each as the key of a line, a control, the verb of its label, and a style."""
    seat, playing = table.seat_of(requester.user), table.playing is not None
    plays_with_others = playing and not table.kind.is_private
    if table.is_closed:
        return
    if seat is not None and playing:
        if not table.is_present(seat):
            yield "back", "hand.show", "hand.back", "success"
        elif plays_with_others:
            yield "away", AWAY, "", "secondary"
    if seat is None:
        yield "join", "lobby.join", "", "success"
        if not may_host(table, requester):
            return
    yield from _list_acts_of_table(table, plays_with_others)
    if seat is not None and plays_with_others:
        yield "leave", LEAVE, "", "danger"


def _list_acts_of_table(table: Table, plays_with_others: bool) -> Iterator[tuple[str, str, str, str]]:
    """Yield what whoever may run the table can do about it, as `_list_acts` does."""
    if table.playing is not None and table.closing.is_last_hand:
        yield "play_on", PLAY_ON, "", "secondary"
    elif plays_with_others:
        yield find_last_hand_key(table), LAST, "", "secondary"
    if not table.lost and table.is_paused:
        yield "resume", "table.resume", "resume", "success"
    elif table.is_live:
        yield "pause", "table.pause", "", "secondary"
    if plays_with_others:
        if any(taken.is_robot for taken in table.seats):
            yield ("hush", HUSH, "", "secondary") if may_banter(table) else ("talk", TALK, "", "secondary")
        yield ("close" if is_in_play(table) else "close_between"), "table.close", "", "secondary"


def ask_to_leave(table: Table, requester: Requester) -> Message:
    """Ask a player to confirm that they want to leave the table in the middle of the game."""
    words = words_of(table, requester.language)
    others = any(taken.user_id not in (None, requester.user) for taken in table.seats)
    key = ("leave/hand" if table.hand_open else "leave/between") if others else "leave/alone"
    answers = make_button(LEAVE_NOW, words, "danger"), make_button(STAY, words)
    away = (make_button(AWAY, words),) if others else ()
    return with_buttons(words.say(key, title=table.game.TITLE), *answers, *away, table=table.id)
