"""The message with buttons and menus to write down hands from a real table."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from bot.ports.ui import MOST_IN_ROW, MOST_ITEMS, Button, Item, Menu, Message, Row, fill_rows
from bot.store.books.crews import Member
from bot.tally.real_drafts import DraftAtGame, name_tap
from bot.wording import Words, name_argument, short_label
from games.core.real_table import Tap

PAD: Final = "tally.real_tap"
"""The prefix of the buttons and menus for the next word of a line; "~" and its number end the name of a menu."""
SEAT: Final = "tally.real_seat"
STEP: Final = "tally.real_step"
WRITE: Final = "tally.real_write"
ENTER: Final = "tally.real_enter"
AGAIN: Final = "tally.real_again"
MOST_SHOWN: Final = 1_400
"""The most characters of the lines so far; the last are shown."""
_MARKUP: Final = re.compile(r"[*_~|`\\]")
MOST_BUTTONS: Final = 15
"""The most people who have buttons; others stand in a menu."""


def ask_seats(writing: DraftAtGame, members: Sequence[Member], words: Words) -> Message:
    """Ask who sat there. `members` are the people to choose from, the likeliest first."""
    least, most = writing.game.SEATS
    taken = len(writing.draft.names)
    asked = words.say("real/tap_all_seats" if least == most else "real/tap_seats", least=least, most=most)
    likeliest = [Button(f"{SEAT}.{member.id}", member.name[:80]) for member in members[:MOST_BUTTONS]]
    rows = [*fill_rows(likeliest)]
    if others := members[MOST_BUTTONS : MOST_BUTTONS + MOST_ITEMS]:
        items = tuple(Item(str(member.id), member.name[:100]) for member in others)
        rows.append((Menu(SEAT, words.say("real/more_people"), items),))
    steps = ("seated",) if taken >= least else ()
    rows.append((*_steps((*steps, *(("undo",) if taken else ())), words), Button(WRITE, words.label(WRITE))))
    return Message("\n".join((*_head(writing, words), asked)), rows=tuple(rows))


def show(writing: DraftAtGame, words: Words) -> Message:
    """Show the lines so far, and everything that can be tapped next."""
    hand, line = writing.position
    offered = writing.offered
    rows = [row for group in (writing.list_seats(), *offered.rows) for row in _row(writing, group, words)]
    lines = [*_head(writing, words), *_quote(writing.draft.hands)]
    if line is None:
        lines.append(words.say("real/tap_line"))
        last = (
            *_steps(("hand",) if hand else (), words),
            *((Button(ENTER, words.label(ENTER), "success"),) if writing.draft.hands.strip() else ()),
            *_steps(("undo",), words),
            Button(WRITE, words.label(WRITE)),
        )
    else:
        if line.seat is not None:
            lines.append(words.say("real/tap_words", name=writing.draft.names[line.seat]))
        if offered.whole:
            lines.append(words.say("real/tap_end"))
        beside = tuple(_button(writing, tap, words) for tap in offered.beside)
        last = (*beside, *_steps((*(("end",) if offered.whole else ()), "undo"), words))
    return Message("\n".join(lines), rows=(*_number(rows), last))


def _head(writing: DraftAtGame, words: Words) -> Iterator[str]:
    yield words.say("real/pad", title=writing.game.TITLE)
    if writing.draft.names:
        yield words.say("real/seated", names=", ".join(writing.draft.names))


def _quote(text: str) -> Iterator[str]:
    """The last lines of a text as a quotation, in which Discord wraps long lines."""
    shown = text.strip("\n")[-MOST_SHOWN:]
    for line in shown.split("\n") if shown else ():
        plain = _MARKUP.sub(r"\\\g<0>", line)
        yield f"> {plain}"


def _steps(steps: Sequence[str], words: Words) -> tuple[Button, ...]:
    return tuple(
        Button(f"{STEP}.{step}", words.label(f"{STEP}.{step}"), "secondary" if step == "undo" else "primary")
        for step in steps
    )


def _row(writing: DraftAtGame, group: Sequence[Tap], words: Words) -> list[Row]:
    """The rows of a group: buttons if they fit in one row, or if they are names at the beginning of a line; otherwise a
    menu."""
    if not group:
        return []
    named = all(tap.seat is not None and not tap.pieces for tap in group) and writing.position[1] is None
    if len(group) <= MOST_IN_ROW or named:
        return [*fill_rows([_button(writing, tap, words) for tap in group])]
    items = tuple(
        Item(
            name_tap(tap),
            _label(writing, tap, words)[:100],
            words.say("real/paid_for") if tap.words.endswith("*") else "",
            tap.pieces[0] if tap.pieces else "",
        )
        for tap in group[:MOST_ITEMS]
    )
    placeholder = words.say("real/menu", first=items[0].label, last=items[-1].label)
    return [(Menu(PAD, placeholder, items, most=len(items) if writing.offered.several else 1),)]


def _number(rows: Sequence[Row]) -> Iterator[Row]:
    """Give each menu a name of its own."""
    for number, row in enumerate(rows):
        yield tuple(
            control._replace(what=f"{PAD}.~{number}") if isinstance(control, Menu) else control for control in row
        )


def _button(writing: DraftAtGame, tap: Tap, words: Words) -> Button:
    code = tap.pieces[0] if tap.pieces else ""
    label = short_label(code, words) if code else _label(writing, tap, words)
    return Button(f"{PAD}.{name_tap(tap)}", label[:80], emoji=code)


def _label(writing: DraftAtGame, tap: Tap, words: Words) -> str:
    """The name of what is tapped: "3 × Jimmy Rick (R1)", "Ties up"."""
    if tap.pieces:
        counted = [(len(list(same)), name_argument(code, words)) for code, same in groupby(tap.pieces)]
        return ", ".join(f"{count} × {name}" if count > 1 else name for count, name in counted)
    said = writing.say(tap)
    return said if tap.seat is not None else said[:1].upper() + said[1:]
