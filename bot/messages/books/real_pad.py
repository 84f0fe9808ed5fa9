"""The message with buttons and menus to write down hands from a real table."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from bot.ports import (
    MOST_IN_ROW,
    MOST_ITEMS,
    Button,
    Buttons,
    Controls,
    Item,
    Menu,
    Message,
    Pattern,
    fill_rows,
    make_button,
)
from bot.store.books import Member
from bot.tally.books.real_drafts import DraftAtGame, name_tap
from bot.wording import Words, name_argument, word_short_label
from bot.wording.pieces import find_piece
from games.core.real_table import Tap

PAD: Final = Pattern("tally.real_tap.{tap:rest}")
"""The buttons and menus for the next word of a line. A menu's name ends with "~" and its number."""
SEAT: Final = Pattern("tally.real_seat[.{member:int}]")
STEP: Final = Pattern("tally.real_step.{step}")
WRITE: Final = "tally.real_write"
ENTER: Final = "tally.real_enter"
AGAIN: Final = Pattern("tally.real_again.{number:int}")
MOST_SHOWN: Final = 1_400
"""The most characters of the lines so far that are shown. Only the end of a longer text is shown."""
_MARKUP: Final = re.compile(r"[*_~|`\\]")
MOST_BUTTONS: Final = 15
"""The most people who have buttons; others stand in a menu."""


def ask_seats(writing: DraftAtGame, members: Sequence[Member], words: Words) -> Message:
    """Ask who sat at the real table. `members` are the people to choose from, the likeliest first."""
    least, most = writing.game.SEATS
    taken = len(writing.draft.names)
    question = words.say("real/tap_all_seats" if least == most else "real/tap_seats", least=least, most=most)
    likeliest = [Button(SEAT.make(member=member.id), member.name) for member in members[:MOST_BUTTONS]]
    rows = [*fill_rows(likeliest)]
    if others := members[MOST_BUTTONS : MOST_BUTTONS + MOST_ITEMS]:
        items = tuple(Item(str(member.id), member.name) for member in others)
        rows.append((Menu(SEAT.make(), words.say("real/more_people"), items),))
    steps = ("seated",) if taken >= least else ()
    rows.append((*_make_step_buttons((*steps, *(("undo",) if taken else ())), words), make_button(WRITE, words)))
    return Message("\n".join((*_write_head(writing, words), question)), rows=tuple(rows))


def show(writing: DraftAtGame, words: Words) -> Message:
    """Show the lines so far, and everything that can be tapped next."""
    hand, line = writing.position
    offered = writing.next_taps
    groups = enumerate((writing.list_seats(), *offered.rows))
    rows = [row for number, group in groups for row in _make_rows(writing, group, number, words)]
    lines = [*_write_head(writing, words), *_quote(writing.draft.hands)]
    if line is None:
        lines.append(words.say("real/tap_line"))
        last = (
            *_make_step_buttons(("hand",) if hand else (), words),
            *((make_button(ENTER, words, "success"),) if writing.draft.hands.strip() else ()),
            *_make_step_buttons(("undo",), words),
            make_button(WRITE, words),
        )
    else:
        if line.seat is not None:
            lines.append(words.say("real/tap_words", name=writing.draft.names[line.seat]))
        if offered.may_end:
            lines.append(words.say("real/tap_end"))
        beside = tuple(_make_button(writing, tap, words) for tap in offered.beside)
        last = (*beside, *_make_step_buttons((*(("end",) if offered.may_end else ()), "undo"), words))
    return Message("\n".join(lines), rows=(*rows, last))


def _write_head(writing: DraftAtGame, words: Words) -> Iterator[str]:
    yield words.say("real/pad", title=writing.game.TITLE)
    if writing.draft.names:
        yield words.say("real/seated", names=", ".join(writing.draft.names))


def _quote(text: str) -> Iterator[str]:
    """The last lines of a text as a quotation, in which Discord wraps long lines."""
    shown = text.strip("\n")[-MOST_SHOWN:]
    for line in shown.split("\n") if shown else ():
        plain = _MARKUP.sub(r"\\\g<0>", line)
        yield f"> {plain}"


def _make_step_buttons(steps: Sequence[str], words: Words) -> Buttons:
    return tuple(
        make_button(name, words, "secondary" if name.endswith(".undo") else "primary")
        for name in (STEP.make(step=step) for step in steps)
    )


def _make_rows(writing: DraftAtGame, group: Sequence[Tap], number: int, words: Words) -> Controls:
    """Make the rows of a group: buttons if they fit in one row, or if they are the names that begin a line; otherwise
    a menu, which has the `number` of the group."""
    are_names = all(tap.seat is not None for tap in group) and writing.position[1] is None
    if len(group) <= MOST_IN_ROW or are_names:
        return fill_rows([_make_button(writing, tap, words) for tap in group])
    items = tuple(
        Item(
            name_tap(tap),
            _word_tap(writing, tap, words),
            words.say("real/paid_for") if tap.words.endswith("*") else "",
            "".join(_list_pieces(tap, words)[:1]),
        )
        for tap in group[:MOST_ITEMS]
    )
    placeholder = words.say("real/menu", first=items[0].label, last=items[-1].label)
    most = len(items) if writing.next_taps.allows_several else 1
    return ((Menu(PAD.make(tap=f"~{number}"), placeholder, items, most=most),),)


def _make_button(writing: DraftAtGame, tap: Tap, words: Words) -> Button:
    code = "".join(_list_pieces(tap, words)[:1])
    label = word_short_label(code, words) if code else _word_tap(writing, tap, words)
    return Button(PAD.make(tap=name_tap(tap)), label, emoji=code)


def _word_tap(writing: DraftAtGame, tap: Tap, words: Words) -> str:
    """The name of what is tapped: "3 × Jimmy Rick (R1)", "Ties up"."""
    if pieces := _list_pieces(tap, words):
        counted = [(len(list(same)), name_argument(code, words)) for code, same in groupby(pieces)]
        return ", ".join(f"{count} × {name}" if count > 1 else name for count, name in counted)
    text = writing.say(tap)
    return text if tap.seat is not None else text[:1].upper() + text[1:]


def _list_pieces(tap: Tap, words: Words) -> list[str]:
    """The codes of the pieces that a tap names. A star after a card only says that it was paid for."""
    codes = (word.rstrip("*") for word in tap.words.split())
    return [code for code in codes if find_piece(words.game, code) is not None]
