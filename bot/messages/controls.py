"""The possible moves of a seat, or of the public, as rows of buttons and menus.

Controls follow from `choices(view)` alone. Public controls are the same for everyone throughout a phase; those of a
seat depend only on the public table and on its own hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.ports.ui import Button, Item, Menu, Row
from bot.tables.table import Table
from bot.wording import Words, label, label_words, say
from games.core.game import AnyGame
from games.core.moves import Choice
from games.core.view import View

MOST_BUTTONS = 5
"""The largest number of arguments of one verb that are shown as buttons; more become a menu."""
MOST_NUMBERS = 10
"""The same for numbers, which are short and must be quick to press."""
MOST_ITEMS = 25
"""Items of one menu (Discord's limit)."""
MOST_ROWS = 5
"""Rows of one message (Discord's limit)."""


def rows(
    game: AnyGame,
    view: View,
    words: Words,
    extra: Sequence[Button] = (),
    most_rows: int = MOST_ROWS,
    crowd: View | None = None,
) -> tuple[Row, ...]:
    """The controls of a view, with `extra` buttons in the last row. Menus come first, one to a row.

    If the seat has to act in the public view `crowd`, it also gets every public choice. Otherwise the buttons would
    tell the player which of these they could really make.
    """
    by_verb: dict[str, list[Choice]] = {}
    for choice in (*_shouts(game, view, crowd), *game.choices(view)):
        some = by_verb.setdefault(choice.verb, [])
        if choice not in some:
            some.append(choice)
    numbers = {verb.name for verb in game.VERBS if verb.takes == "amount"}
    menus: list[Row] = []
    buttons: list[Button] = []
    for verb, some in by_verb.items():
        if view.seat is None:
            buttons.append(_button(verb, "", words)) if any(not one.argument for one in some) else None
        elif len(some) <= (MOST_NUMBERS if verb in numbers else MOST_BUTTONS):
            buttons += [_button(verb, one.argument, words) for one in some]
        else:
            menus += _menus(verb, some, words)
    quiet = {verb.name for verb in game.VERBS if verb.gives_up}
    bright = [one for one in buttons if split(one.what)[0] not in quiet]
    buttons = [*bright, *(one._replace(style="secondary") for one in buttons if split(one.what)[0] in quiet)]
    last = list(extra)
    room = most_rows - min(len(menus), 3) - 1
    body = buttons[: room * 5] if last else buttons[: (room + 1) * 5]
    packed = [tuple(body[start : start + 5]) for start in range(0, len(body), 5)]
    made = [*menus[:3], *packed, *([tuple(last[:5])] if last else [])]
    return tuple(row for row in made if row)


def _shouts(game: AnyGame, view: View, crowd: View | None) -> tuple[Choice, ...]:
    """The public choices, for a seat that has to act, if all of them are words without arguments; otherwise none."""
    if crowd is None or view.seat not in crowd.to_act:
        return ()
    words = game.choices(crowd)
    return words if game.choices(view) and not any(one.argument for one in words) else ()


def _button(verb: str, argument: str, words: Words) -> Button:
    text = f"{label(verb, words.game, words.talk)} {label_words(argument, words)}".strip()
    return Button(f"{verb}.{argument}" if argument else verb, text[:80], "primary", emoji=_piece(argument))


def _piece(argument: str) -> str:
    """The piece that an argument begins with, for an application emoji."""
    return argument.partition(" ")[0]


def _menus(verb: str, some: Sequence[Choice], words: Words) -> list[Row]:
    found: list[Row] = []
    bare = [one for one in some if not one.argument]
    named = [one for one in some if one.argument]
    for number, start in enumerate(range(0, len(named), MOST_ITEMS)):
        page = named[start : start + MOST_ITEMS]
        items = tuple(
            Item(one.argument[:100], label_words(one.argument, words)[:100], emoji=_piece(one.argument)) for one in page
        )
        what = verb if number == 0 else f"{verb}~{number + 1}"
        key = "menu/pick" if len(named) <= MOST_ITEMS else "menu/page"
        facts = {"first": items[0].label, "last": items[-1].label}
        placeholder = say(key, words.game, words.talk, verb=label(verb, words.game, words.talk), **facts)
        found.append((Menu(what, placeholder, items),))
    if bare:
        found.append((_button(verb, "", words),))
    return found


def split(what: str) -> tuple[str, str]:
    """Split a control's name into verb and argument: "discard.R1" is "discard" and "R1", "discard~2" is "discard"."""
    verb, _, argument = what.partition(".")
    return verb.partition("~")[0], argument


def moment(table: Table, made: Sequence[Row]) -> int:
    """The number that completes the custom ids of these controls.

    If any of them makes a move, it is the number of public events before the table turned to its present subject.
    Otherwise it is 0, so that a message without moves need not be edited when the subject changes.
    """
    verbs = {verb.name for verb in table.game.VERBS}
    return table.visibility.controls_from if any(split(one.what)[0] in verbs for row in made for one in row) else 0
